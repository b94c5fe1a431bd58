package world_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
)

func fighter(id string, side world.Side) *world.Fighter {
	return &world.Fighter{
		ID: world.ActorID(id), Name: id, Side: side, HP: 20, HPMax: 20, AC: 12, Speed: 6, Level: 1, Skill: 3,
		Damage: world.Dice{N: 1, S: 6}, Reach: 1, Verb: "strike",
	}
}

// bar is a small ground: a bar with a hole in it between the sides, and a rug that is no cover.
var bar = &world.RoomSpec{ID: "bar", Battle: &world.BattleSpec{
	Rows:  []string{"........", "A..#...B", "A..#...B", "...+...."},
	Marks: []world.MarkSpec{{Mark: "#", Name: "the bar", Blocks: true}, {Mark: "+", Name: "a bench", Cover: 2}},
}}

// ring is a fight of ann and ben against cat and dog at the bar, the turn of ann; dog lies there.
func ring(t interface{ Fatalf(string, ...any) }, seed uint64) *world.Skirmish {
	k := &world.Skirmish{Encounter: "battle-1", Seed: seed, Mode: world.ModeExploration, Ground: world.GroundOf(bar)}
	do := func(a world.Act) {
		if _, r := k.Do(a); r != nil {
			t.Fatalf("%+v: %s", a, r.Text)
		}
	}
	for i, id := range []string{"ann", "ben", "cat", "dog"} {
		do(world.Act{Kind: world.ActJoin, Fighter: fighter(id, []world.Side{world.SideA, world.SideB}[i/2])})
	}
	return k
}

// begun is a ring in which it came to blows, it is the turn of ann, and dog was struck down.
func begun(t *testing.T) *world.Skirmish {
	t.Helper()
	for seed := uint64(1); ; seed++ {
		if seed > 1000 {
			t.Fatal("ann never has the first turn: no seed bears on the dice")
		}
		k := ring(t, seed)
		if _, r := k.Do(world.Act{Kind: world.ActInitiative}); r != nil {
			t.Fatal(r)
		}
		if k.Active != "ann" {
			continue
		}
		if _, r := k.Do(world.Act{Kind: world.ActChange, Fighter: &world.Fighter{ID: "dog", HPMax: 20, Speed: 6}}); r != nil {
			t.Fatal(r)
		}
		return k
	}
}

func path(cells ...int) []world.Cell {
	var out []world.Cell
	for i := 0; i < len(cells); i += 2 {
		out = append(out, world.Cell{X: cells[i], Y: cells[i+1]})
	}
	return out
}

func paces(id world.ActorID, cells ...int) world.Act {
	return world.Act{Kind: world.ActMove, Entity: id, Path: path(cells...)}
}

func blow(by, at world.ActorID) world.Act {
	return world.Act{Kind: world.ActAttack, Entity: by, Target: at}
}

// S3-20: each code comes of the situation that it names, and a refusal changes nothing.
func TestSkirmishRefusals(t *testing.T) {
	by := func(kind world.ActKind, id world.ActorID) world.Act { return world.Act{Kind: kind, Entity: id} }
	as := func(kind world.ActKind, id string, side world.Side) world.Act {
		return world.Act{Kind: kind, Fighter: fighter(id, side)}
	}
	tests := map[string]struct {
		act  world.Act
		want world.Code
		says string
	}{
		"who is not there moves":        {paces("eve", 1, 1), world.CodeEntityNotFound, "nobody of that name"},
		"who is not there is struck at": {blow("ann", "eve"), world.CodeEntityNotFound, "nobody of that name"},
		"who lies there moves":          {paces("dog", 6, 2), world.CodeDeadEntity, "past doing anything"},
		"who lies there strikes":        {blow("dog", "ann"), world.CodeDeadEntity, "past doing anything"},
		"seven steps of six": {
			paces("ann", 1, 1, 2, 1, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0), world.CodeOutOfRange, "7 steps away, and you have 6 steps",
		},
		"a step is left out":         {paces("ann", 2, 1), world.CodeOutOfRange, "leaves out a step"},
		"a step to where one stands": {paces("ann", 0, 1), world.CodeOutOfRange, "leaves out a step"},
		"no step at all":             {paces("ann"), world.CodeBadValue, "one step at least"},
		"who is too far is struck at": {
			blow("ann", "cat"), world.CodeOutOfRange, "7 steps away, and you reach 1 step",
		},
		"across a corner":      {paces("ann", 1, 0), world.CodeDiagonalMove, "never across a corner"},
		"into the bar":         {paces("ann", 1, 1, 2, 1, 3, 1), world.CodeBlockedCell, "The bar is in the way"},
		"off the ground":       {paces("ann", -1, 1), world.CodeBlockedCell, "The edge of the ground"},
		"onto a friend":        {paces("ann", 0, 2), world.CodeOverlap, "stands there"},
		"through a friend":     {paces("ann", 0, 2, 0, 3), world.CodeOverlap, "stands there"},
		"moves out of turn":    {paces("ben", 1, 2), world.CodeNotYourTurn, "not your turn"},
		"strikes out of turn":  {blow("cat", "ann"), world.CodeNotYourTurn, "not your turn"},
		"ends another's turn":  {by(world.ActEndTurn, "ben"), world.CodeNotYourTurn, "not your turn"},
		"flees out of turn":    {by(world.ActFlee, "ben"), world.CodeNotYourTurn, "not your turn"},
		"strikes at oneself":   {blow("ann", "ann"), world.CodeSelfAttack, "stern look"},
		"strikes at a friend":  {blow("ann", "ben"), world.CodeSafe, "on your side"},
		"strikes at the dead":  {blow("ann", "dog"), world.CodeTargetDead, "past being hurt"},
		"rolls once more":      {by(world.ActInitiative, "ann"), world.CodeCombatAlreadyActive, "already"},
		"joins twice":          {as(world.ActJoin, "ann", world.SideA), world.CodeAlready, "already"},
		"joins when one lies":  {as(world.ActJoin, "dog", world.SideB), world.CodeDeadEntity, "struck down"},
		"joins as nobody":      {world.Act{Kind: world.ActJoin}, world.CodeBadValue, "Nobody"},
		"changes who is not":   {as(world.ActChange, "eve", world.SideA), world.CodeEntityNotFound, ""},
		"leaves and was not":   {world.Act{Kind: world.ActLeave, Entity: "eve"}, world.CodeEntityNotFound, ""},
		"does what nobody can": {world.Act{Kind: "DANCE", Entity: "ann"}, world.CodeBadValue, "no such act"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			k := begun(t)
			refuses(t, k, tt.act, tt.want, tt.says)
		})
	}
}

// S3-20: what there is no time for.
func TestSkirmishRefusesTooSoonOrLate(t *testing.T) {
	t.Run("before it comes to blows", func(t *testing.T) {
		k := ring(t, 1)
		refuses(t, k, blow("ann", "cat"), world.CodeCombatNotActive, "roll for initiative")
		refuses(t, k, world.Act{Kind: world.ActEndTurn, Entity: "ann"}, world.CodeCombatNotActive, "Nobody takes turns")
		refuses(t, k, world.Act{Kind: world.ActClock, Entity: "ann"}, world.CodeCombatNotActive, "Nobody takes turns")
		refuses(t, k, world.Act{Kind: world.ActInitiative, Entity: "eve"}, world.CodeEntityNotFound, "nobody")
	})
	t.Run("with one side", func(t *testing.T) {
		k := &world.Skirmish{Encounter: "b", Mode: world.ModeExploration, Ground: world.GroundOf(bar)}
		if _, r := k.Do(world.Act{Kind: world.ActJoin, Fighter: fighter("ann", world.SideA)}); r != nil {
			t.Fatal(r)
		}
		refuses(t, k, world.Act{Kind: world.ActInitiative, Entity: "ann"}, world.CodeNoParticipants, "two sides")
	})
	t.Run("when it is over", func(t *testing.T) {
		k := begun(t)
		if _, r := k.Do(world.Act{Kind: world.ActSettle}); r != nil {
			t.Fatal(r)
		}
		refuses(t, k, paces("ann", 1, 1), world.CodeCombatNotActive, "over")
	})
}

// S3-20: the edges of what is refused, one step beyond reach and somebody who was there a moment ago.
func TestSkirmishRefusesTheNext(t *testing.T) {
	k := begun(t)
	k.Fighter("cat").At = world.Cell{X: k.Fighter("ann").At.X + 2, Y: k.Fighter("ann").At.Y}
	refuses(t, k, blow("ann", "cat"), world.CodeOutOfRange, "2 steps away")
	if _, r := k.Do(world.Act{Kind: world.ActLeave, Entity: "ben"}); r != nil {
		t.Fatal(r)
	}
	refuses(t, k, paces("ben", 1, 2), world.CodeEntityNotFound, "nobody of that name")
	refuses(t, k, blow("ann", "ben"), world.CodeEntityNotFound, "nobody of that name")
}

// S3-12: an END_TURN that names nobody is of whoever is on turn.
func TestEndTurnOfNobodyNamed(t *testing.T) {
	k := begun(t)
	if _, r := k.Do(world.Act{Kind: world.ActEndTurn}); r != nil || k.Active == "ann" {
		t.Errorf("got %v, and it is the turn of %s", r, k.Active)
	}
}

func refuses(t *testing.T, k *world.Skirmish, a world.Act, want world.Code, says string) {
	t.Helper()
	before := k.Copy()
	out, r := k.Do(a)
	switch {
	case r == nil:
		t.Errorf("%+v came to %+v, want the refusal %q", a, out, want)
	case r.Code != want || !strings.Contains(r.Text, says):
		t.Errorf("%+v: got %q, %q, want %q, %q", a, r.Code, r.Text, want, says)
	}
	if !reflect.DeepEqual(before, k) {
		t.Errorf("%+v was refused and changed %+v to %+v", a, before, k)
	}
}

// S3-48: what an act would come to is looked into before it is kept.
func TestActsThatCannotBe(t *testing.T) {
	tests := map[string]func(*world.Skirmish){
		"two on one cell":          func(k *world.Skirmish) { k.Fighters[0].At = k.Fighters[1].At },
		"somebody in the bar":      func(k *world.Skirmish) { k.Fighters[1].At = world.Cell{X: 3, Y: 1} },
		"somebody off the ground":  func(k *world.Skirmish) { k.Fighters[1].At = world.Cell{X: 8, Y: 1} },
		"more than all hit points": func(k *world.Skirmish) { k.Fighters[1].HP = 21 },
		"less than none":           func(k *world.Skirmish) { k.Fighters[1].HP = -1 },
		"nobody's turn":            func(k *world.Skirmish) { k.Active = "" },
		"the turn of who lies":     func(k *world.Skirmish) { k.Active = "dog" },
		"a turn that nobody has":   func(k *world.Skirmish) { k.Order = k.Order[1:] },
		"two turns a round":        func(k *world.Skirmish) { k.Order = append(k.Order, "ann") },
		"a third side":             func(k *world.Skirmish) { k.Fighters[1].Side = "c" },
		"somebody vanished":        func(k *world.Skirmish) { k.Fighters = k.Fighters[:3] },
		"somebody is another":      func(k *world.Skirmish) { k.Fighters[3].ID = "rat" },
		"another fight":            func(k *world.Skirmish) { k.Encounter = "other" },
		"other dice":               func(k *world.Skirmish) { k.Seed++ },
		"dice taken back":          func(k *world.Skirmish) { k.Rolls = 0 },
		"a round taken back":       func(k *world.Skirmish) { k.Round = 0 },
		"another ground":           func(k *world.Skirmish) { k.Ground.Features = nil },
		"a mode of its own":        func(k *world.Skirmish) { k.Mode = "napping" },
		"peace":                    func(k *world.Skirmish) { k.Mode, k.Active = world.ModeExploration, "" },
	}
	for name, bend := range tests {
		t.Run(name, func(t *testing.T) {
			k := begun(t)
			before := k.Copy()
			act := world.Act{Kind: world.ActMove, Entity: "ann", Path: path(1, 1)}
			out, r := k.TryBent(act, bend)
			if r == nil || r.Code != world.CodeFault || out != nil {
				t.Errorf("got %+v, %v, want a refusal", out, r)
			}
			if !reflect.DeepEqual(before, k) {
				t.Errorf("it was refused, and changed %+v to %+v", before, k)
			}
			if _, r := k.Do(act); r != nil {
				t.Errorf("the act itself: %v", r)
			}
		})
	}
	t.Run("by what the world says", func(t *testing.T) {
		f := fighter("cat", world.SideB)
		f.HP = 21
		refuses(t, begun(t), world.Act{Kind: world.ActChange, Fighter: f}, world.CodeFault, "21 of 20")
	})
}

// anyAct draws an act, mostly one that makes sense.
func anyAct(t *rapid.T, k *world.Skirmish) world.Act {
	ids := []world.ActorID{"ann", "ben", "cat", "dog", "eve", ""}
	id := func(what string) world.ActorID { return rapid.SampledFrom(ids).Draw(t, what) }
	kinds := []world.ActKind{
		world.ActMove, world.ActAttack, world.ActEndTurn, world.ActInitiative, world.ActFlee, world.ActJoin, world.ActChange,
		world.ActLeave, world.ActClock, world.ActSettle, "", "DANCE",
	}
	if k.Mode == world.ModeCombat && rapid.IntRange(0, 2).Draw(t, "by rule") > 0 {
		return k.Tactic(k.Active)
	}
	a := world.Act{Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Entity: id("entity"), Target: id("target")}
	if rapid.Bool().Draw(t, "on turn") && k.Active != "" {
		a.Entity = k.Active
	}
	for range rapid.IntRange(0, 8).Draw(t, "steps") {
		a.Path = append(a.Path, world.Cell{
			X: rapid.IntRange(-1, 8).Draw(t, "x"), Y: rapid.OneOf(rapid.IntRange(-1, 4), rapid.Int()).Draw(t, "y"),
		})
	}
	if rapid.Bool().Draw(t, "with a fighter") {
		n := func(what string) int { return rapid.OneOf(rapid.IntRange(0, 20), rapid.Int()).Draw(t, what) }
		a.Fighter = &world.Fighter{
			ID: id("fighter"), Side: rapid.SampledFrom([]world.Side{"a", "b", "c"}).Draw(t, "side"),
			HP: n("hp"), HPMax: n("most"), AC: n("ac"), Speed: n("speed"), Skill: n("skill"), Reach: n("reach"),
			Damage: world.Dice{N: n("dice"), S: n("sides"), P: n("plus")}, Level: n("level"),
		}
	}
	a.Side = rapid.SampledFrom([]world.Side{"", "a", "b"}).Draw(t, "who gives in")
	return a
}

// S3-20, S3-26, S3-27, S3-48: whatever is tried, a refusal changes nothing, what is done leaves something that can be,
// its events alone make the same of the same, and the same dice come to the same events.
func TestSkirmishKeepsItsPromises(t *testing.T) {
	done := map[world.ActKind]int{}
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		k, again := ring(t, seed), ring(t, seed)
		for range 60 {
			a, before := anyAct(t, k), k.Copy()
			out, r := k.Do(a)
			if r != nil {
				if out != nil || r.Text == "" || !reflect.DeepEqual(before, k) {
					t.Fatalf("%+v was refused (%v) and changed %+v to %+v", a, r, before, k)
				}
				continue
			}
			done[a.Kind]++
			if err := k.Valid(); err != nil {
				t.Fatalf("%+v: %v", a, err)
			}
			same, r := again.Do(a)
			if r != nil || !reflect.DeepEqual(out, same) || !reflect.DeepEqual(k, again) {
				t.Fatalf("%+v came to %+v and to %+v (%v)", a, out, same, r)
			}
			if len(out) > 0 {
				act, ok := world.ActOf(before, out)
				retold, r := before.Do(act)
				if !ok || r != nil || !reflect.DeepEqual(out, retold) {
					t.Fatalf("%+v came to %+v, which tells of %+v and that comes to %+v (%v)", a, out, act, retold, r)
				}
			}
		}
	})
	for _, kind := range []world.ActKind{
		world.ActMove, world.ActAttack, world.ActEndTurn, world.ActInitiative, world.ActFlee, world.ActLeave, world.ActSettle,
	} {
		if done[kind] == 0 {
			t.Errorf("%s was never done in all of %v", kind, done)
		}
	}
}

// One blow and as many steps as one has: a turn.
func TestTurnOfASkirmish(t *testing.T) {
	k := begun(t)
	must := func(a world.Act) []world.Stroke {
		t.Helper()
		out, r := k.Do(a)
		if r != nil {
			t.Fatalf("%+v: %s", a, r.Text)
		}
		return out
	}
	must(world.Act{Kind: world.ActMove, Entity: "ann", Path: path(0, 0, 1, 0)})
	out := must(world.Act{Kind: world.ActMove, Entity: "ann", Path: path(2, 0, 3, 0, 4, 0, 5, 0)})
	if got := out[0].(world.MoveApplied).Left; got != 0 {
		t.Errorf("got %d steps left, want none", got)
	}
	refuses(t, k, world.Act{Kind: world.ActMove, Entity: "ann", Path: path(6, 0)}, world.CodeOutOfRange, "0 steps")
	for k.Active != "cat" {
		must(world.Act{Kind: world.ActEndTurn})
	}
	must(world.Act{Kind: world.ActMove, Entity: "cat", Path: path(7, 0, 6, 0)})
	must(world.Act{Kind: world.ActAttack, Entity: "cat", Target: "ann"})
	refuses(t, k, world.Act{Kind: world.ActAttack, Entity: "cat", Target: "ann"}, world.CodeActed, "struck already")
	must(world.Act{Kind: world.ActMove, Entity: "cat", Path: path(6, 1)})
	out = must(world.Act{Kind: world.ActClock, Entity: "cat"})
	if e := out[0].(world.TurnEnded); !e.Late || k.Active == "cat" || !slices.Contains(k.Order, k.Active) {
		t.Errorf("got %+v, want the turn to end late", e)
	}
}

// fought is a fight of two sides by rule to its end.
func fought(t *testing.T, ground world.Ground, seed uint64, sides ...[]*world.Fighter) *world.Skirmish {
	t.Helper()
	const actsMost = 20_000
	k := &world.Skirmish{Encounter: "battle-1", Seed: seed, Mode: world.ModeExploration, Ground: ground}
	do := func(a world.Act) {
		if _, r := k.Do(a); r != nil {
			t.Fatalf("fight %d: %+v: %s", seed, a, r.Text)
		}
	}
	for _, side := range sides {
		for _, f := range side {
			do(world.Act{Kind: world.ActJoin, Fighter: f})
		}
	}
	do(world.Act{Kind: world.ActInitiative})
	for n := 0; k.Mode == world.ModeCombat; n++ {
		if n > actsMost {
			t.Fatalf("fight %d does not end", seed)
		}
		do(k.Tactic(k.Active))
	}
	return k
}

// grounds are drawn and derived ones.
func grounds(n int) []world.Ground {
	out := []world.Ground{world.GroundOf(bar), {Width: 3, Height: 3}, {Width: 40, Height: 24}}
	for i := range n {
		r := &world.RoomSpec{ID: world.RoomID(fmt.Sprint("room-", i))}
		if i%2 == 0 {
			r.Light = world.LightOutdoor
		}
		out = append(out, world.GroundOf(r))
	}
	return out
}

// A thousand fights of anybody against anybody, on any ground, end; most of them because somebody won.
func TestSkirmishesEnd(t *testing.T) {
	const fights = 1000
	all, how := grounds(20), map[world.Outcome]int{}
	n := func(i, salt, most int) int { return (i*7919 + salt*104729 + i/salt) % most }
	for i := range fights {
		ground := all[i%len(all)]
		most := min(6, ground.Width*ground.Height/2)
		var sides [2][]*world.Fighter
		for s, side := range []world.Side{world.SideA, world.SideB} {
			for j := range 1 + n(i, 3+s, most) {
				f := fighter(fmt.Sprint(side, j), side)
				f.Level, f.HP, f.AC = n(i, 11+s+j, 10), 1+n(i, 13+s+j, 40), 5+n(i, 17+s+j, 12)
				f.Skill, f.Speed, f.Reach = n(i, 19+s+j, 10), 1+n(i, 23+s+j, 12), 1+n(i, 29+s+j, 3)
				f.HPMax, f.Damage = f.HP, world.Dice{N: n(i, 31+s+j, 4), S: n(i, 37+s+j, 9), P: n(i, 41+s+j, 5) - 2}
				sides[s] = append(sides[s], f)
			}
		}
		how[fought(t, ground, uint64(i), sides[0], sides[1]).How]++
	}
	t.Log(how)
	if how[world.OutcomeWon] < fights*8/10 || how[world.OutcomeWon]+how[world.OutcomeDrawn] != fights {
		t.Errorf("got %v, want nearly all won, and the rest drawn", how)
	}
}

// Of two sides that are matched neither wins over 65 of 100 fights, on any ground.
func TestMatchedSidesAreEven(t *testing.T) {
	const fights, shareMost = 150, 65
	for _, ground := range grounds(3) {
		for _, size := range []int{1, 3} {
			won := map[world.Side]int{}
			for seed := range fights {
				var a, b []*world.Fighter
				for j := range size {
					a = append(a, fighter(fmt.Sprint("a", j), world.SideA))
					b = append(b, fighter(fmt.Sprint("b", j), world.SideB))
				}
				won[fought(t, ground, uint64(seed), a, b).Won]++
			}
			if max(won[world.SideA], won[world.SideB])*100 > fights*shareMost {
				t.Errorf("%d against %d on %dx%d: got %v", size, size, ground.Width, ground.Height, won)
			}
		}
	}
}

// Two who cannot hurt each other, or cannot come near, part at last.
func TestHopelessSkirmishIsDrawn(t *testing.T) {
	walls := &world.RoomSpec{ID: "walls", Battle: &world.BattleSpec{
		Rows: []string{"A#B", ".#.", ".#."}, Marks: []world.MarkSpec{{Mark: "#", Name: "a wall", Blocks: true}},
	}}
	k := fought(t, world.GroundOf(walls), 1, []*world.Fighter{fighter("a", world.SideA)},
		[]*world.Fighter{fighter("b", world.SideB)})
	if k.How != world.OutcomeDrawn || k.Won != "" || k.Round > 10 {
		t.Errorf("got %s by %q in round %d, want it drawn soon", k.How, k.Won, k.Round)
	}
}
