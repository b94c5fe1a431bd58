package world_test

import (
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

// S3-20: each code comes of the situation that it names, and a refusal changes nothing.
func TestSkirmishRefusals(t *testing.T) {
	walk := func(id world.ActorID, cells ...int) world.Act {
		return world.Act{Kind: world.ActMove, Entity: id, Path: path(cells...)}
	}
	strike := func(by, at world.ActorID) world.Act {
		return world.Act{Kind: world.ActAttack, Entity: by, Target: at}
	}
	tests := map[string]struct {
		act  world.Act
		want world.Code
		says string
	}{
		"who is not there moves":        {walk("eve", 1, 1), world.CodeEntityNotFound, "nobody of that name"},
		"who is not there is struck at": {strike("ann", "eve"), world.CodeEntityNotFound, "nobody of that name"},
		"who lies there moves":          {walk("dog", 6, 2), world.CodeDeadEntity, "past doing anything"},
		"who lies there strikes":        {strike("dog", "ann"), world.CodeDeadEntity, "past doing anything"},
		"seven steps of six": {
			walk("ann", 1, 1, 2, 1, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0), world.CodeOutOfRange, "7 steps away, and you have 6 steps",
		},
		"a step is left out":         {walk("ann", 2, 1), world.CodeOutOfRange, "leaves out a step"},
		"a step to where one stands": {walk("ann", 0, 1), world.CodeOutOfRange, "leaves out a step"},
		"no step at all":             {walk("ann"), world.CodeBadValue, "one step at least"},
		"who is too far is struck at": {
			strike("ann", "cat"), world.CodeOutOfRange, "7 steps away, and you reach 1 step",
		},
		"across a corner":      {walk("ann", 1, 0), world.CodeDiagonalMove, "never across a corner"},
		"into the bar":         {walk("ann", 1, 1, 2, 1, 3, 1), world.CodeBlockedCell, "The bar is in the way"},
		"off the ground":       {walk("ann", -1, 1), world.CodeBlockedCell, "The edge of the ground"},
		"onto a friend":        {walk("ann", 0, 2), world.CodeOverlap, "stands there"},
		"through a friend":     {walk("ann", 0, 2, 0, 3), world.CodeOverlap, "stands there"},
		"moves out of turn":    {walk("ben", 1, 2), world.CodeNotYourTurn, "not your turn"},
		"strikes out of turn":  {strike("cat", "ann"), world.CodeNotYourTurn, "not your turn"},
		"ends another's turn":  {world.Act{Kind: world.ActEndTurn, Entity: "ben"}, world.CodeNotYourTurn, "not your turn"},
		"flees out of turn":    {world.Act{Kind: world.ActFlee, Entity: "ben"}, world.CodeNotYourTurn, "not your turn"},
		"strikes at oneself":   {strike("ann", "ann"), world.CodeSelfAttack, "stern look"},
		"strikes at a friend":  {strike("ann", "ben"), world.CodeSafe, "on your side"},
		"strikes at the dead":  {strike("ann", "dog"), world.CodeTargetDead, "past being hurt"},
		"rolls once more":      {world.Act{Kind: world.ActInitiative, Entity: "ann"}, world.CodeCombatAlreadyActive, "already"},
		"joins twice":          {world.Act{Kind: world.ActJoin, Fighter: fighter("ann", world.SideA)}, world.CodeAlready, "already"},
		"joins when one lies":  {world.Act{Kind: world.ActJoin, Fighter: fighter("dog", world.SideB)}, world.CodeDeadEntity, "struck down"},
		"joins as nobody":      {world.Act{Kind: world.ActJoin}, world.CodeBadValue, "Nobody"},
		"changes who is not":   {world.Act{Kind: world.ActChange, Fighter: fighter("eve", world.SideA)}, world.CodeEntityNotFound, ""},
		"leaves and was not":   {world.Act{Kind: world.ActLeave, Entity: "eve"}, world.CodeEntityNotFound, ""},
		"does what nobody can": {world.Act{Kind: "DANCE", Entity: "ann"}, world.CodeBadValue, "no such act"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			k := begun(t)
			refuses(t, k, tt.act, tt.want, tt.says)
		})
	}
	t.Run("before it comes to blows", func(t *testing.T) {
		k := ring(t, 1)
		refuses(t, k, strike("ann", "cat"), world.CodeCombatNotActive, "roll for initiative")
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
		refuses(t, k, walk("ann", 1, 1), world.CodeCombatNotActive, "over")
	})
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
			ID: id("fighter"), Side: rapid.SampledFrom([]world.Side{"a", "b", "c"}).Draw(t, "side"), HP: n("hp"), HPMax: n("most"),
			AC: n("ac"), Speed: n("speed"), Skill: n("skill"), Damage: world.Dice{N: n("dice"), S: n("sides"), P: n("plus")},
			Reach: n("reach"), Level: n("level"),
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
			if err := k.Sound(); err != nil {
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
