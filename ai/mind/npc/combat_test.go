package npc_test

import (
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

const me = world.ActorID("npc-me")

// ring is a fight on a ground of ten by five cells, with a settle for cover at 2,1, on which it is the turn of me.
func ring(mine, foe proposal.Entity, tune ...func(*proposal.View)) *mind.Look {
	mine.ID, mine.Name, mine.Side, mine.HPMax, mine.Speed = me, "me", world.SideA, 20, 6
	foe.ID, foe.Name, foe.Side, foe.HPMax, foe.Speed = "npc-foe", "foe", world.SideB, 20, 6
	k := &world.Skirmish{
		Mode: world.ModeCombat, Round: 1, Active: me, Order: []world.ActorID{me, foe.ID},
		Ground: world.Ground{Width: 10, Height: 5, Features: []world.Feature{{X: 2, Y: 1, Name: "a settle", Cover: 2}}},
	}
	for _, e := range []proposal.Entity{mine, foe} {
		k.Fighters = append(k.Fighters, world.Fighter{
			ID: e.ID, Name: e.Name, Side: e.Side, At: e.Position, HP: e.HP, HPMax: e.HPMax, Speed: e.Speed, Reach: 1,
		})
	}
	v := proposal.Seen(&world.Encounter{Skirmish: *k, ID: "battle-1", Name: "Ring", Clock: 30}, me, 0)
	for _, f := range tune {
		f(&v)
	}
	look := &mind.Look{You: mind.Body{ID: string(me)}, Fight: &v, Actions: []mind.Action{
		{Name: "march"}, {Name: "end"}, {Name: "flee"}, {Name: "roll"},
	}}
	if mine.Position.Steps(foe.Position) == 1 {
		look.Actions = append(look.Actions, mind.Action{
			Name: "attack", Params: []mind.Param{{Name: "target", Candidates: []string{"foe"}}},
		})
	}
	return look
}

func at(x, y, hp int) proposal.Entity {
	return proposal.Entity{Position: world.Cell{X: x, Y: y}, HP: hp}
}

func like(traits ...string) npc.Temperament {
	has := func(any ...string) bool {
		return slices.ContainsFunc(any, func(s string) bool { return slices.Contains(traits, s) })
	}
	return npc.TemperamentOf(has, slices.Contains(traits, "guard"), func(string) int { return 0 })
}

// What somebody does first on their turn shows what they are like.
func TestTurn(t *testing.T) {
	struck := func(v *proposal.View) { v.Summary.Combat.ActiveHasActed = true }
	others := func(v *proposal.View) { v.Summary.Combat.ActiveEntityID = "npc-foe" }
	for _, c := range []struct {
		name   string
		look   *mind.Look
		traits []string
		want   string // the action and its parameter
	}{
		{"a foe within reach", ring(at(4, 2, 20), at(5, 2, 20)), nil, "attack foe"},
		{"a foe across the room", ring(at(1, 2, 20), at(7, 2, 20)), nil, "march 6,2"},
		{"it has struck", ring(at(4, 2, 20), at(5, 2, 20), struck), nil, "end"},
		{"it has struck, and is careful", ring(at(4, 2, 20), at(5, 2, 20), struck), []string{"careful"}, "march 2,1"},
		{"hurt", ring(at(4, 2, 5), at(5, 2, 20)), nil, "flee"},
		{"hurt, and brave", ring(at(4, 2, 5), at(5, 2, 20)), []string{"brave"}, "attack foe"},
		{"half hurt", ring(at(4, 2, 9), at(5, 2, 20)), nil, "attack foe"},
		{"half hurt, and a coward", ring(at(4, 2, 9), at(5, 2, 20)), []string{"cowardly"}, "flee"},
		{"not its turn", ring(at(4, 2, 20), at(5, 2, 20), others), nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var turn npc.FightTurn
			moves := turn.Moves(c.look, like(c.traits...))
			got := ""
			if len(moves) > 0 {
				got = moves[0].Choice.Action
				for _, v := range moves[0].Choice.Params {
					got += " " + v
				}
				if turn.GoesOn == moves[0].Ends {
					t.Errorf("it goes on: %v, after %q", turn.GoesOn, got)
				}
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// Whoever strikes is remembered for it, and nobody else: not who was struck or knocked down, not who stood by or spoke
// last, and not whoever knocked down another. So it is after it has woken again, too.
func TestABlowIsRememberedAsDoneByWhoDidIt(t *testing.T) {
	s := newStage(t, barkeep())
	for _, who := range [][2]string{{"pc-ann", "Ann"}, {"pc-bob", "Bob"}, {"pc-cyd", "Cyd"}} {
		s.person(who[0], who[1])
	}
	struck := mind.Percept{
		Kind: "blow_landed", Actor: "pc-bob", ActorName: "Bob", Text: "Bob hits you.", Sense: []string{"mine", "saw"},
		Data: map[string]any{"target": "npc-barkeep-01", "harm": 3},
	}
	down := func(who, name string, sense []string, data map[string]any) mind.Percept {
		return mind.Percept{
			Kind: "stunned", Actor: who, ActorName: name, Text: name + " goes down.", Sense: sense, Data: data,
		}
	}
	s.events(said("pc-ann", "Ann", "What a fine evening"), struck, said("pc-cyd", "Cyd", "Oh dear"),
		down("pc-cyd", "Cyd", []string{"saw"}, map[string]any{"by": "pc-ann", "by_name": "Ann"}),
		down("pc-cyd", "Cyd", []string{"saw"}, nil),
		mind.Percept{Kind: "died", Actor: "npc-cat-2", ActorName: "the cat", Text: "The cat falls dead at Ann's feet.",
			Sense: []string{"saw"}, Data: map[string]any{"by": "pc-ann", "by_name": "Ann"}})
	wants := map[string]string{"pc-ann": "", "pc-bob": "you struck me", "pc-cyd": ""}
	histories := func(when string, m *npc.Mind) {
		t.Helper()
		for id, want := range wants {
			if got := m.People[id].History(false); got != want {
				t.Errorf("%s: of %s it says %q, want %q", when, id, got, want)
			}
		}
	}
	histories("then", s.m.(*npc.Mind))
	killed := false
	for _, r := range s.kept().Rows() {
		killed = killed || r.By == "pc-ann" && r.Text == "Ann killed the cat."
	}
	if !killed {
		t.Errorf("it remembers %+v, and not who killed the cat", s.kept().Rows())
	}
	again := barkeep()
	again.Memory = s.kept()
	delete(wants, "pc-cyd")
	histories("woken again", npc.New(again))
}

// What is not offered is never chosen, and where nothing else is left the turn is ended.
func TestNothingIsOffered(t *testing.T) {
	look := ring(at(1, 2, 3), at(7, 2, 20))
	look.Actions = []mind.Action{{Name: "end"}}
	var turn npc.FightTurn
	if got := turn.Moves(look, like()); len(got) != 1 || got[0].Choice.Action != "end" {
		t.Errorf("got %+v, want end alone", got)
	}
}

// A fight that cannot be, as a server elsewhere might tell of one, is taken no part in.
func TestNonsense(t *testing.T) {
	for name, spoil := range map[string]func(*proposal.View){
		"no ground":        func(v *proposal.View) { v.Summary.Map.Grid = proposal.Grid{} },
		"less than none":   func(v *proposal.View) { v.Summary.Map.Grid.Height = -1 },
		"a ground too big": func(v *proposal.View) { v.Summary.Map.Grid = proposal.Grid{Width: 1 << 30, Height: 1 << 20} },
		"a foe off it":     func(v *proposal.View) { v.Summary.Entities[1].Position = world.Cell{X: -1, Y: 99} },
		"somebody off it":  func(v *proposal.View) { v.Summary.Entities[0].Position.X = 10 },
		"a wall off it": func(v *proposal.View) {
			v.Summary.Map.Terrain = []proposal.Terrain{{X: 4, Y: -7, Blocked: true}}
		},
		"nobody is there":   func(v *proposal.View) { v.Summary.Entities = nil },
		"a reach beyond it": func(v *proposal.View) { v.Reach = make([]int, 51) },
	} {
		look := ring(at(1, 2, 20), at(7, 2, 20), spoil)
		var turn npc.FightTurn
		if got := turn.Moves(look, like()); got != nil || turn.GoesOn || npc.FightingAgainst(look) != "" {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}

// Whoever finds their moves refused ends the turn before long, and a new turn begins anew.
func TestTurnsEnd(t *testing.T) {
	const most = 10
	look := ring(at(4, 2, 20), at(5, 2, 20))
	var turn npc.FightTurn
	looks := 0
	for turn.GoesOn = true; turn.GoesOn && looks < most; looks++ {
		turn.Moves(look, like())
	}
	if looks == most {
		t.Fatal("it never ends")
	}
	look.Fight.Summary.Combat.Round++
	if got := turn.Moves(look, like()); got[0].Choice.Action != "attack" {
		t.Errorf("in the next round it begins with %s", got[0].Choice.Action)
	}
}

// A friend takes the friend's side, a guard that of whom it may help, a coward stays out of it, and so does who has no
// part in it.
func TestSides(t *testing.T) {
	beside := func() *mind.Look {
		l := ring(at(4, 2, 20), at(5, 2, 20), func(v *proposal.View) { v.You = "" })
		l.You.ID = "npc-bystander"
		l.Actions = []mind.Action{
			{Name: "join", Params: []mind.Param{{Name: "person", Candidates: []string{"me", "foe"}}}},
		}
		return l
	}
	feels := func(of string, much int) func(string) int {
		return func(id string) int {
			if id == of {
				return much
			}
			return 0
		}
	}
	for name, c := range map[string]struct {
		temper npc.Temperament
		want   string
	}{
		"a friend":         {npc.Temperament{Feels: feels("npc-foe", 4)}, "foe"},
		"an enemy":         {npc.Temperament{Feels: feels("npc-foe", -4)}, "me"},
		"a guard":          {npc.Temperament{Guards: true, Feels: feels("", 0)}, "me"},
		"a stranger":       {npc.Temperament{Feels: feels("npc-foe", 1)}, ""},
		"a cowardly one":   {npc.Temperament{Cowardly: true, Feels: feels("npc-foe", 5)}, ""},
		"a brave enemy":    {npc.Temperament{Brave: true, Feels: feels("npc-me", -5)}, "foe"},
		"a friend of both": {npc.Temperament{Feels: func(string) int { return 4 }}, "me"},
	} {
		got := ""
		best := 0
		for _, m := range npc.SideMoves(beside(), c.temper) {
			if m.Score > best {
				best, got = m.Score, m.Choice.Params["person"]
			}
		}
		if got != c.want {
			t.Errorf("%s joins %q, want %q", name, got, c.want)
		}
	}
	in := ring(at(4, 2, 20), at(5, 2, 20))
	if got := npc.SideMoves(in, npc.Temperament{Guards: true, Feels: feels("", 0)}); got != nil {
		t.Errorf("who is in it joins: %+v", got)
	}
}

// Before it comes to blows the hot-tempered begin, and cowards who are outmatched go.
func TestBefore(t *testing.T) {
	wait := func(v *proposal.View) { v.Summary.Combat = proposal.Combat{Mode: world.ModeExploration} }
	for _, c := range []struct {
		name   string
		look   *mind.Look
		traits []string
		want   string
	}{
		{"calm", ring(at(4, 2, 20), at(7, 2, 20), wait), nil, ""},
		{"hot-tempered", ring(at(4, 2, 20), at(7, 2, 20), wait), []string{"hot-tempered"}, "roll"},
		{"a coward and a match", ring(at(4, 2, 20), at(7, 2, 20), wait), []string{"cowardly"}, ""},
		{"a coward outmatched", ring(at(4, 2, 5), at(7, 2, 20), wait), []string{"cowardly"}, "flee"},
		{"blows have fallen", ring(at(4, 2, 20), at(7, 2, 20)), []string{"hot-tempered"}, ""},
	} {
		got := ""
		if moves := npc.BeforeFight(c.look, like(c.traits...)); len(moves) > 0 {
			got = moves[0].Choice.Action
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// A blow by turns is told of as any other blow, and a knock-down as the deed of who did it.
func TestPlain(t *testing.T) {
	down := mind.Percept{Kind: "stunned", Actor: "npc-a", ActorName: "Abe", Data: map[string]any{
		"by": "npc-b", "by_name": "Bel",
	}}
	own := down
	own.Sense = []string{"did", "saw"}
	for _, c := range []struct {
		name              string
		p                 mind.Percept
		me                string
		kind, actor, deed string
		mine              bool
	}{
		{"a hit", mind.Percept{Kind: "attack_resolved", Actor: "npc-a", Data: map[string]any{"hit": true}}, "npc-x",
			"blow_landed", "npc-a", "", false},
		{"a miss", mind.Percept{Kind: "attack_resolved", Actor: "npc-a"}, "npc-x", "blow_missed", "npc-a", "", false},
		{"a beginning", mind.Percept{Kind: "encounter_opened", Actor: "npc-a"}, "npc-x",
			"fight_began", "npc-a", "", false},
		{"others", down, "npc-x", npc.DeedStunned, "npc-b", "Bel knocked Abe down in a fight.", false},
		{"oneself", own, "npc-a", npc.DeedStunned, "npc-b", "Bel knocked me down in a fight.", true},
		{"by oneself", down, "npc-b", npc.DeedFightWon, "npc-a", "I knocked Abe down in a fight.", true},
		{"anything else", mind.Percept{Kind: "said", Actor: "npc-a"}, "npc-x", "said", "npc-a", "", false},
	} {
		got := npc.PlainPercept(&c.p, c.me)
		if got.Kind != c.kind || got.Actor != c.actor || got.Words("deed") != c.deed ||
			slices.Contains(got.Sense, "mine") != c.mine {
			t.Errorf("%s: got %+v", c.name, got)
		}
	}
}
