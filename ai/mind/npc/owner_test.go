package npc_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind"
)

// It is theft when the world says that the thing was its own, and not when somebody picks up what they dropped or what
// is another's, though it be of a kind that it sells.
func TestWhatIsTheft(t *testing.T) {
	took := func(of string) mind.Percept {
		data := map[string]any{"item": "lamp-oil-4", "item_name": "lamp oil"}
		if of != "" {
			data["of"] = of
		}
		return mind.Percept{
			Kind: "item_taken", Actor: "pc-ann", ActorName: "Ann", Text: "Ann picks up some lamp oil.", Sense: []string{"saw"},
			Data: data,
		}
	}
	for of, want := range map[string]string{
		"npc-barkeep-01": "say Ann, that lamp oil has a price.", "": "", "npc-ferryman": "",
	} {
		s := newStage(t, barkeep())
		s.person("pc-ann", "Ann")
		s.event(came("pc-ann", "Ann"))
		got := s.event(took(of))
		if want == "" {
			none(t, got)
			continue
		}
		one(t, got, want)
	}
}
