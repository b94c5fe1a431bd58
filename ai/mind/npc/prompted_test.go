package npc_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
)

// PEOPLE a, b, V3: whoever speaks for somebody is told what the place looks like and what there is between the two, and
// small talk is answered with neither a fight nor a walk.
func TestAModelIsToldOfThePlaceAndOfWhoSpeaks(t *testing.T) {
	data := map[string]string{}
	s := withModel(t, npc.Usual(), func(a mind.Ask) mind.Reply {
		for field, value := range a.Data {
			texts, _ := value.([]string)
			data[a.Template+" "+field] = strings.Join(texts, "|")
		}
		return sound(a)
	})
	s.room.Desc = "A lamp hangs in a net over the bar."
	s.acts = append(s.actions(),
		mind.Action{Name: "battle", Params: []mind.Param{{Name: "target", Candidates: []string{"Ann"}}}},
		mind.Action{Name: "join", Params: []mind.Param{{Name: "person", Candidates: []string{"Ann"}}}},
		mind.Action{Name: "watch"}, mind.Action{Name: "sit"},
		mind.Action{Name: "move", Params: []mind.Param{{Name: "direction", Candidates: []string{"east"}}}})
	const talk = "Hob, I think that a storm comes and all boats are lost"
	s.event(said("pc-ann", "Ann", talk))
	for _, of := range []string{"choose", "speak"} {
		if got := data[of+" text"]; !strings.Contains(got, "A lamp hangs in a net") {
			t.Errorf("%s is told of the place %q", of, got)
		}
		if got := data[of+" report"]; !strings.Contains(got, "Ann is a stranger to you.") {
			t.Errorf("%s is told of a stranger %q", of, got)
		}
	}
	for _, no := range []string{"battle:", "join:", "watch:", "sit:", "move:"} {
		if got := data["choose actions"]; strings.Contains(got, no) || !strings.Contains(got, "give:") {
			t.Errorf("small talk may be answered by %s among %q", no, got)
		}
	}
	struck := mind.Percept{Kind: "blow_landed", Actor: "pc-ann", ActorName: "Ann", Text: "Ann hits you.",
		Sense: []string{"mine", "saw"}, Data: map[string]any{"target": "npc-barkeep-01"}}
	s.events(struck)
	s.event(said("pc-ann", "Ann", "Hob, I think that the fog comes in over the whole of the marsh"))
	for _, of := range []string{"choose", "speak"} {
		if got := data[of+" report"]; !strings.Contains(got, "You are angry with Ann. Ann struck you.") {
			t.Errorf("%s is told of who struck it %q", of, got)
		}
	}
}
