package npc_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// brawl is a look of the barkeep's in a fight by turns with Ann, on his turn.
func brawl(at world.Time, hp int, hasStruck bool, news ...mind.Percept) mind.Input {
	v := &proposal.View{
		ID:    "battle-1",
		You:   "npc-barkeep-01",
		Clock: 30,
		Reach: make([]int, 50),
		Summary: proposal.Summary{
			Map: proposal.Map{Name: "Lantern", Grid: proposal.Grid{Width: 10, Height: 5}},
			Entities: []proposal.Entity{
				{
					ID:       "npc-barkeep-01",
					Name:     "barkeep",
					Side:     world.SideB,
					Position: world.Cell{X: 4, Y: 2},
					HP:       hp,
					HPMax:    20,
				},
				{ID: "pc-ann", Name: "Ann", Side: world.SideA, Position: world.Cell{X: 5, Y: 2}, HP: 20, HPMax: 20},
			},
			Combat: proposal.Combat{
				Mode:           world.ModeCombat,
				Round:          1,
				ActiveEntityID: "npc-barkeep-01",
				ActiveHasActed: hasStruck,
			},
		},
	}
	look := &mind.Look{
		Room: mind.Place{ID: "lantern", Name: "Lantern"}, Fight: v, Percepts: news, Model: true, Open: true,
		You:      mind.Body{ID: "npc-barkeep-01", Name: "barkeep", HP: hp, HPMax: 20, Hour: 20, Fighting: "Ann"},
		Entities: []mind.Entity{{ID: "pc-ann", Name: "Ann", Kind: "person"}},
		Actions: []mind.Action{
			{Name: "say", Params: []mind.Param{{Name: "text"}}}, {Name: "march", Params: []mind.Param{{Name: "to"}}},
			{Name: "end"}, {Name: "flee"},
		},
	}
	if !hasStruck {
		look.Actions = append(look.Actions, mind.Action{
			Name: "attack", Params: []mind.Param{{Name: "target", Candidates: []string{"Ann"}}},
		})
	}
	return mind.Input{At: at, Look: look}
}

// fighter is a barkeep with something to say while he fights.
func fighter() *npc.Mind {
	c := barkeep()
	c.Spec.Lines = append(c.Spec.Lines, world.LineSpec{On: "taunt", Text: "That's one for the slate."})
	c.Stages = npc.All()
	return npc.New(c)
}

// On its turn a mind acts, whatever was said to it meanwhile and whatever models there are: nobody waits for an answer
// while the clock runs. It goes on until its turn is over, and what was said to it is answered then.
func TestTurnWaitsForNoModel(t *testing.T) {
	m := fighter()
	said := mind.Percept{
		Seq: 3, At: 900, Kind: "said", Actor: "pc-ann", ActorName: "Ann", Sense: []string{"saw", "heard"},
		Text: `Ann says, "Barkeep, what do you know of the keys?"`,
		Data: map[string]any{"text": "Barkeep, what do you know of the keys?"},
	}
	out := m.Step(brawl(1000, 20, false, said))
	if len(out.Asks) > 0 || out.Choice == nil || out.Choice.Action != "attack" || !out.Again {
		t.Fatalf("on its turn: %+v", out)
	}
	if len(out.Trace.Scores) < 2 || !strings.HasPrefix(out.Trace.Scores[0].Action, "attack") {
		t.Errorf("why: %+v", out.Trace.Scores)
	}
	m.Step(mind.Input{At: 1100, Done: &mind.Done{Text: "You hit Ann."}})
	out = m.Step(brawl(1200, 20, true))
	if out.Choice == nil || out.Choice.Action != "end" || len(out.Asks) > 0 {
		t.Fatalf("when it has struck: %+v", out)
	}
	m.Step(mind.Input{At: 1300, Done: &mind.Done{}})
	in := brawl(1400, 20, false)
	in.Look.Fight.Summary.Combat.ActiveEntityID = "pc-ann"
	in.Look.Model = false
	out = m.Step(in)
	if out.Choice == nil || out.Choice.Action != "say" || !strings.Contains(out.Choice.Params["text"], "guardian") {
		t.Errorf("after its turn: %+v", out.Choice)
	}
}

// A turn that ended with the fight does not go on in whatever else it does.
func TestTurnEndsWithTheFight(t *testing.T) {
	m := fighter()
	if out := m.Step(brawl(1000, 5, false)); out.Choice == nil || out.Choice.Action != "flee" || out.Again {
		t.Fatalf("on its turn, hurt: %+v", out)
	}
	m = fighter()
	if out := m.Step(brawl(1000, 20, false)); !out.Again {
		t.Fatalf("on its turn: %+v", out)
	}
	in := brawl(1200, 5, false)
	in.Look.Fight = nil
	if out := m.Step(in); out.Choice == nil || out.Choice.Action != "flee" || out.Again {
		t.Errorf("in another fight, hurt: %+v", out)
	}
}

// What is said of a blow is said once the world has told what came of it, and of one that it refused nothing is.
func TestTauntsComeAfterResults(t *testing.T) {
	const times = 30
	taunts := 0
	for seq := range uint64(times) {
		news := mind.Percept{
			Seq:   seq + 1,
			At:    900,
			Kind:  "tide_turned",
			Text:  "The tide turns.",
			Sense: []string{"heard"},
		}
		for _, refused := range []string{"", "out_of_range"} {
			m := fighter()
			if out := m.Step(brawl(1000, 20, false, news)); out.Choice == nil || out.Choice.Action != "attack" {
				t.Fatalf("on its turn: %+v", out.Choice)
			}
			out := m.Step(mind.Input{At: 1100, Done: &mind.Done{Text: "You hit Ann.", Refused: refused}})
			switch {
			case len(out.Asks) > 0:
				t.Errorf("a model is asked: %+v", out.Asks)
			case out.Choice == nil:
			case refused != "" || out.Choice.Params["text"] != "That's one for the slate.":
				t.Errorf("after a blow, refused %q: %+v", refused, out.Choice)
			default:
				taunts++
			}
		}
	}
	if taunts < times/6 || taunts > times/2 {
		t.Errorf("%d taunts in %d blows, want one in three or so", taunts, times)
	}
}

// Who was knocked down bears it in mind, and says so when asked.
func TestKnockedDownIsRemembered(t *testing.T) {
	m := fighter()
	in := brawl(1000, 1, false, mind.Percept{
		Seq: 5, At: 990, Kind: "stunned", Actor: "npc-barkeep-01", ActorName: "barkeep", Sense: []string{"did", "saw"},
		Text: "The floor comes up to meet you.", Data: map[string]any{"by": "pc-ann", "by_name": "Ann"},
	})
	in.Look.Fight, in.Look.Model, in.Look.You.Fighting = nil, false, ""
	out := m.Step(in)
	for _, p := range out.Put {
		if p.Put != nil && strings.Contains(p.Put.Text, "Ann knocked me down in a fight.") {
			if p.Put.Importance < 8 || p.Put.By != "pc-ann" {
				t.Errorf("it is remembered as %+v", p.Put)
			}
			if got := m.People["pc-ann"].History(false); !strings.Contains(got, "you knocked me down") {
				t.Errorf("between the two: %q", got)
			}
			return
		}
	}
	t.Errorf("it remembers %+v", out.Put)
}
