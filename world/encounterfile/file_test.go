package encounterfile_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/encounterfile"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// brawl fights a fight in which everything happens that can, and returns what was told of it.
func brawl(t testing.TB) []world.Event {
	t.Helper()
	o := world.EncounterOpened{
		Encounter: "battle-7", Room: "cave", Name: "the cave", Seed: 11,
		Ground: world.GroundOf(&world.RoomSpec{ID: "cave"}),
	}
	events, k := []world.Event{o}, world.NewSkirmish(o)
	do := func(a world.Act) {
		out, r := k.Do(a)
		if r != nil {
			t.Fatalf("%+v: %s", a, r.Text)
		}
		for _, e := range out {
			events = append(events, e)
		}
	}
	body := func(id world.ActorID, side world.Side, hp int) *world.Fighter {
		return &world.Fighter{
			ID: id, Name: string(id), Side: side, HP: hp, HPMax: 40, AC: 11, Speed: 6, Reach: 1, Verb: "hit",
			Damage: world.Dice{N: 2, S: 4, P: 1},
		}
	}
	do(world.Act{Kind: world.ActJoin, Fighter: body("ann", world.SideA, 40)})
	do(world.Act{Kind: world.ActJoin, Fighter: body("rat", world.SideB, 40)})
	do(world.Act{Kind: world.ActJoin, Fighter: body("ben", world.SideA, 30)})
	at := k.Fighter("ann").At
	do(world.Act{Kind: world.ActMove, Entity: "ann", Path: []world.Cell{{X: at.X + 1, Y: at.Y}}})
	do(world.Act{Kind: world.ActInitiative, Entity: "ann"})
	for n := 0; k.Mode == world.ModeCombat; n++ {
		switch {
		case n == 5:
			do(world.Act{Kind: world.ActJoin, Fighter: body("cat", world.SideB, 40)})
		case n == 9:
			do(world.Act{Kind: world.ActChange, Fighter: body("ann", world.SideA, 39)})
		case n == 12:
			do(world.Act{Kind: world.ActClock, Entity: k.Active})
		case k.Active == "ben" && n > 14 && k.Fighter("ben").Stands():
			do(world.Act{Kind: world.ActFlee, Entity: "ben"})
		case n == 60:
			do(world.Act{Kind: world.ActSettle, Side: world.SideB})
		default:
			do(k.Tactic(k.Active))
		}
	}
	return events
}

// bundled is the bundle of events, written and read again.
func bundled(t testing.TB, events []world.Event) (*encounterfile.File, []byte) {
	t.Helper()
	b, err := encounterfile.Of(events)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	again, err := encounterfile.Read(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return again, raw
}

// S3-26: what was fought is fought again, and one changed roll is named.
func TestReplay(t *testing.T) {
	again, _ := bundled(t, brawl(t))
	if err := again.Verify(); err != nil {
		t.Fatal(err)
	}
	changed := 0
	for n := range again.Steps {
		for i := range again.Steps[n].ExpectedEvents {
			e := &again.Steps[n].ExpectedEvents[i]
			if !strings.Contains(string(e.Data), `"roll":`) {
				continue
			}
			was := e.Data
			e.Data = json.RawMessage(strings.Replace(string(was), `"roll":`, `"roll":9`, 1))
			var d *encounterfile.Difference
			if err := again.Verify(); !errors.As(err, &d) || d.Step != n+1 {
				t.Errorf("one changed roll in step %d: %v", n+1, err)
			}
			e.Data = was
			changed++
		}
	}
	if changed < 10 {
		t.Errorf("only %d rolls in %d steps", changed, len(again.Steps))
	}
}

// S3-47: kinds of events have the names by which others know them. A refusal, elsewhere ACTION_REJECTED, is no event.
func TestKinds(t *testing.T) {
	b, _ := bundled(t, brawl(t))
	seen := map[string]int{}
	for _, s := range b.Steps {
		for _, e := range s.ExpectedEvents {
			seen[e.Type]++
		}
	}
	want := []string{
		"ATTACK_RESOLVED", "ENCOUNTER_ENDED", "FIGHTER_CHANGED", "FIGHTER_JOINED", "FIGHTER_LEFT", "INITIATIVE_ROLLED",
		"MOVE_APPLIED", "TURN_ENDED",
	}
	if got := slices.Sorted(maps.Keys(seen)); !slices.Equal(slices.DeleteFunc(got, func(k string) bool {
		return k == "FIGHTER_HELD"
	}), want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// first is the first step from a number on that has an event of a kind.
func first(t *testing.T, b *encounterfile.File, from int, kind string) (int, *encounterfile.Event) {
	t.Helper()
	for i := from; i < len(b.Steps); i++ {
		for j := range b.Steps[i].ExpectedEvents {
			if e := &b.Steps[i].ExpectedEvents[j]; e.Type == kind {
				return i, e
			}
		}
	}
	t.Fatalf("no %s", kind)
	return 0, nil
}

// forged is refused at the step that forge returns.
func forged(t *testing.T, forge func(*encounterfile.File) int) {
	t.Helper()
	b, _ := bundled(t, brawl(t))
	want := forge(b)
	var d *encounterfile.Difference
	if err := b.Verify(); !errors.As(err, &d) || d.Step != want {
		t.Errorf("got %v, want a difference in step %d", err, want)
	}
}

// S3-26: whatever is changed in an event of a bundle, it is refused at its step.
func TestForgedEvents(t *testing.T) {
	for name, f := range map[string]struct{ kind, field, value string }{
		"hit points":         {"ATTACK_RESOLVED", "hp", "1000"},
		"a total":            {"ATTACK_RESOLVED", "total", "30"},
		"another target":     {"ATTACK_RESOLVED", "target", `"dog"`},
		"a field more":       {"ATTACK_RESOLVED", "extra", "1"},
		"initiative":         {"INITIATIVE_ROLLED", "thrown", "[20,20,20]"},
		"the order of turns": {"INITIATIVE_ROLLED", "order", `["ann","ben","rat"]`},
		"a way":              {"MOVE_APPLIED", "path", `[{"x":1,"y":1}]`},
		"whose turn is next": {"TURN_ENDED", "next", `"ann "`},
		"who won":            {"ENCOUNTER_ENDED", "won", `"c"`},
	} {
		t.Run(name, func(t *testing.T) {
			forged(t, func(b *encounterfile.File) int {
				i, e := first(t, b, 3, f.kind)
				var all map[string]json.RawMessage
				if err := json.Unmarshal(e.Data, &all); err != nil {
					t.Fatal(err)
				}
				all[f.field] = json.RawMessage(f.value)
				e.Data, _ = json.Marshal(all)
				return i + 1
			})
		})
	}
}

// S3-26: nor can its steps be others, or come in another order, nor what it begins with and comes to.
func TestForgedSteps(t *testing.T) {
	for name, forge := range map[string]func(*encounterfile.File) int{
		"a state": func(b *encounterfile.File) int {
			b.Steps[6].ExpectedStateHash = strings.Repeat("0", 64)
			return 7
		},
		"an event too few": func(b *encounterfile.File) int {
			i, _ := first(t, b, 0, "TURN_ENDED")
			b.Steps[i].ExpectedEvents = b.Steps[i].ExpectedEvents[:len(b.Steps[i].ExpectedEvents)-1]
			return i + 1
		},
		"an event too many": func(b *encounterfile.File) int {
			b.Steps[2].ExpectedEvents = append(b.Steps[2].ExpectedEvents, b.Steps[2].ExpectedEvents[0])
			return 3
		},
		"another kind of event": func(b *encounterfile.File) int {
			b.Steps[2].ExpectedEvents[0].Type = "FIGHTER_CHANGED"
			return 3
		},
		"an act of another": func(b *encounterfile.File) int {
			i, _ := first(t, b, 0, "ATTACK_RESOLVED")
			b.Steps[i].Action.Entity = "nobody"
			return i + 1
		},
		"the order of steps": func(b *encounterfile.File) int { b.Steps[0], b.Steps[1] = b.Steps[1], b.Steps[0]; return 1 },
		"a step left out":    func(b *encounterfile.File) int { b.Steps = slices.Delete(b.Steps, 1, 2); return 2 },
		"a step twice":       func(b *encounterfile.File) int { b.Steps = slices.Insert(b.Steps, 1, b.Steps[0]); return 2 },
		"the seed":           func(b *encounterfile.File) int { b.InitialState.Seed++; return 1 },
		"the ground": func(b *encounterfile.File) int {
			b.InitialState.Ground.Features = b.InitialState.Ground.Features[1:]
			return 1
		},
		"the round at its end": func(b *encounterfile.File) int { b.Final.Round++; return len(b.Steps) },
		"the state at its end": func(b *encounterfile.File) int { b.Final.StateHash = ""; return len(b.Steps) },
	} {
		t.Run(name, func(t *testing.T) { forged(t, forge) })
	}
}

// A fight that is cut off is refused, though all that is left of it holds.
func TestVerifyWantsTheEnd(t *testing.T) {
	b, _ := bundled(t, brawl(t))
	n := len(b.Steps) - 1
	b.Steps = b.Steps[:n]
	b.Final = encounterfile.Final{StateHash: b.Steps[n-1].ExpectedStateHash, Round: b.Final.Round}
	var d *encounterfile.Difference
	if err := b.Verify(); !errors.As(err, &d) || d.Step != n || d.Got != "a fight that is not over" {
		t.Errorf("got %v, want it refused for its missing end", err)
	}
}

// What cannot be is refused, however large its numbers are.
func TestVerifyRefusesWhatCannotBe(t *testing.T) {
	huge := 1 << 62
	tests := map[string]func(*encounterfile.File){
		"a vast ground":      func(b *encounterfile.File) { b.InitialState.Ground.Width = huge },
		"no ground":          func(b *encounterfile.File) { b.InitialState.Ground = world.Ground{} },
		"features elsewhere": func(b *encounterfile.File) { b.InitialState.Ground.Features[0].X = -1 },
		"cover of steel":     func(b *encounterfile.File) { b.InitialState.Ground.Features[0].Cover = huge },
		"a long name": func(b *encounterfile.File) {
			b.InitialState.Ground.Features[0].Name = strings.Repeat("x", 1000)
		},
		"a start in the wall": func(b *encounterfile.File) { b.InitialState.Ground.StartsA = []world.Cell{{X: -1, Y: 2}} },
		"a crowd":             func(b *encounterfile.File) { b.InitialState.Fighters = make([]world.Fighter, 1000) },
		"many dice":           func(b *encounterfile.File) { b.InitialState.Rolls = 1 << 63 },
		"a late round":        func(b *encounterfile.File) { b.InitialState.Round = huge },
		"another mode":        func(b *encounterfile.File) { b.InitialState.Mode = "" },
		"another's turn":      func(b *encounterfile.File) { b.InitialState.Active = "ann" },
		"another fight":       func(b *encounterfile.File) { b.Meta.Encounter = "battle-8" },
		"more steps than anybody took": func(b *encounterfile.File) {
			b.Steps = make([]encounterfile.Step, encounterfile.StepsMost+1)
		},
		"a fist of a million dice": func(b *encounterfile.File) { b.Steps[0].Action.Fighter.Damage.N = huge },
		"dice of many sides":       func(b *encounterfile.File) { b.Steps[0].Action.Fighter.Damage.S = huge },
		"more than whole":          func(b *encounterfile.File) { b.Steps[0].Action.Fighter.HP = huge },
		"backwards":                func(b *encounterfile.File) { b.Steps[0].Action.Fighter.Speed = -1 },
		"arms without end":         func(b *encounterfile.File) { b.Steps[0].Action.Fighter.Reach = huge },
		"nobody":                   func(b *encounterfile.File) { b.Steps[0].Action.Fighter = nil },
		"nameless":                 func(b *encounterfile.File) { b.Steps[0].Action.Fighter.ID = "" },
		"a third side":             func(b *encounterfile.File) { b.Steps[0].Action.Fighter.Side = "c" },
	}
	for name, spoil := range tests {
		t.Run(name, func(t *testing.T) {
			b, _ := bundled(t, brawl(t))
			spoil(b)
			if err := b.Verify(); err == nil || len(err.Error()) > 2000 {
				t.Errorf("got %v, want it refused in a few words", err)
			}
		})
	}
}

// place is a world in which a fight is fought, and what was told of it.
type place struct {
	*testing.T
	s      *world.State
	now    world.Time
	events []world.Event
}

func (p *place) keep(rec *world.Record) {
	for _, n := range rec.Notices {
		p.events = append(p.events, n.Event)
	}
}

func (p *place) do(in world.Input) {
	p.Helper()
	p.now += world.Second
	rec, r := p.s.Decide(p.now, in)
	if r != nil {
		p.Fatalf("%+v: %s", in.Action, r.Text)
	}
	if rec != nil {
		p.keep(rec)
	}
}

func (p *place) typed(who world.ActorID, a world.Action) {
	p.Helper()
	p.do(worldtest.Typed(who, a))
}

func (p *place) set(by, who world.ActorID, field string, value int) {
	p.Helper()
	p.typed(by, world.SetField{Actor: who, Field: field, Value: value})
}

// prepares a fight in the arena: who opens it and who joins it later, what she will put on, and the rat.
func (p *place) prepares(isBlunt bool) (ann, ben, rat world.ActorID, coat world.ItemID) {
	p.Helper()
	wizard := worldtest.Join(p.s, p.now, worldtest.Person{Name: "Merla", Account: "a-merla", Role: world.RoleWizard})
	ann = worldtest.Join(p.s, p.now, worldtest.Person{Name: "Anna", Account: "a-anna"})
	ben = worldtest.Join(p.s, p.now, worldtest.Person{Name: "Benno", Account: "a-benno"})
	pack := worldtest.SmallPack()
	i := slices.IndexFunc(pack.Rooms, func(r world.RoomSpec) bool { return r.ID == worldtest.Arena })
	pack.Rooms[i].Battle, pack.Hash = &world.BattleSpec{Blunt: isBlunt}, "ring"
	p.do(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: pack}})
	p.typed(wizard, world.Conjure{Item: "coat"})
	coat = p.s.Index.Held[wizard][0]
	p.typed(wizard, world.Give{Items: []world.ItemID{coat}, To: ann})
	rat = world.ActorID(p.s.Index.Spawned["s-rat"][0])
	for _, who := range []world.ActorID{ann, ben} {
		p.typed(wizard, world.Haul{Body: who, To: worldtest.Arena})
		p.set(wizard, who, "hpmax", 60)
	}
	p.set(wizard, rat, "hpmax", 60)
	p.set(wizard, rat, "hp", 30)
	return ann, ben, rat, coat
}

// A brawl in a world, with all that a world does to those who fight, comes to a bundle that runs again without it.
func TestOfAWorld(t *testing.T) {
	for _, isBlunt := range []bool{false, true} {
		p := &place{T: t, s: worldtest.Small(), now: 1}
		ann, ben, rat, coat := p.prepares(isBlunt)
		p.typed(ann, world.OpenEncounter{Target: rat})
		e := p.s.EncounterOf(ann)
		p.typed(ann, world.RollInitiative{})
		for n := 0; e.Mode == world.ModeCombat && n < 500; n++ {
			switch act := e.Tactic(e.Active); {
			case n == 3:
				p.typed(ben, world.JoinEncounter{})
			case !p.s.Actors[e.Active].Player() || n == 11:
				p.now = max(p.now, e.Due)
				for _, rec := range worldtest.RunTimers(p.s, p.now) {
					p.keep(rec)
				}
			case e.Active == ann && p.s.Items[coat].Worn == "" && !e.Fighter(ann).Struck:
				p.typed(ann, world.Wear{Items: []world.ItemID{coat}})
			case act.Kind == world.ActMove:
				p.typed(e.Active, world.March{Path: act.Path})
			case act.Kind == world.ActAttack:
				p.typed(e.Active, world.Attack{Target: act.Target})
			default:
				p.typed(e.Active, world.EndTurn{})
			}
		}
		b, _ := bundled(t, p.events)
		if err := b.Verify(); err != nil {
			t.Error(err)
		}
		if b.Final.How != world.OutcomeWon || len(b.Steps) < 12 {
			t.Errorf("got %+v after %d steps", b.Final, len(b.Steps))
		}
	}
}

func TestReadRefuses(t *testing.T) {
	_, whole := bundled(t, brawl(t))
	for _, text := range []string{
		``, `{}`, `[]`, `{"meta":{"format":"other"}}`, `{"meta":{"format":"mudlark-encounter-1"},"x":1}`,
		string(whole) + "x", string(whole) + "{}", string(whole[:len(whole)-1]),
		`{"meta":{"format":"mudlark-encounter-1"}}` + strings.Repeat(" ", encounterfile.BytesMost),
		strings.Replace(string(whole), `"steps":[`, `"steps":[`+strings.Repeat("{},", encounterfile.StepsMost), 1),
	} {
		if _, err := encounterfile.Read(strings.NewReader(text)); err == nil {
			t.Errorf("%.80s was read", text)
		}
	}
}

// A list that a few bytes an entry would make vast in memory is refused before anything is made of it.
func TestReadTakesLittle(t *testing.T) {
	const bytesMost = 256 << 20
	for list, end := range map[string]string{`"steps":[{}`: "]}", `"initialState":{"fighters":[0`: "]}}"} {
		text := []byte(`{"meta":{"format":"mudlark-encounter-1"},` + list)
		text = append(text, bytes.Repeat([]byte(",0"), (encounterfile.BytesMost-len(text)-len(end))/2)...)
		text = append(text, end...)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := encounterfile.Read(bytes.NewReader(text)); err == nil {
			t.Errorf("%s was read", list)
		}
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > bytesMost {
			t.Errorf("%s: %d MiB for %d", list, got>>20, len(text)>>20)
		}
	}
}
