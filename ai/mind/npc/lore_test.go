package npc_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
)

func writes(id, text string, about ...string) mind.Percept {
	words := make([]any, len(about)) // as it is read from JSON
	for i, w := range about {
		words[i] = w
	}
	return mind.Percept{
		Kind: "lore_written", Text: "You know this now: " + text, Sense: []string{"heard", "far"},
		Data: map[string]any{"lore": id, "text": text, "about": words},
	}
}

const (
	bells  = "Nine bells lie in the mud off the mole."
	dredge = "The dredger took them up in the year of the long frost."
)

// S0-79: what a wizard wrote down is answered from the moment on at which it was written, as it stands then.
func TestAnswersFromWrittenLore(t *testing.T) {
	ask := []string{"what is the carillon?", "Hob, tell me about the peal", "what do you know of the nine bells?"}
	for _, words := range ask {
		s := newStage(t, barkeep())
		s.person("pc-ann", "Ann")
		one(t, s.event(said("pc-ann", "Ann", ask[0])), "Couldn't tell you.")
		none(t, s.event(writes("carillon", bells, "peal", "steeple")))
		one(t, s.event(said("pc-ann", "Ann", words)), bells)
	}
	s := newStage(t, barkeep())
	s.person("pc-ann", "Ann")
	none(t, s.events(writes("carillon", bells), writes("carillon", dredge)))
	one(t, s.event(said("pc-ann", "Ann", ask[0])), dredge)
	none(t, s.event(mind.Percept{
		Kind: "lore_dropped", Sense: []string{"heard", "far"}, Data: map[string]any{"lore": "carillon"},
	}))
	s.person("pc-bob", "Bob")
	one(t, s.event(said("pc-bob", "Bob", "Hob, what is the carillon?")), "Couldn't tell you.")
}

// Who wakes knows what is written down then, and nothing that was struck out or said otherwise meanwhile.
func TestWakesWithWrittenLore(t *testing.T) {
	c := barkeep()
	c.Memory = memory.New(memory.Config{})
	c.Facts = []npc.Fact{{ID: "carillon", Text: bells}, {ID: "whale", Text: "The whale came back in spring."}}
	newStage(t, c)
	c.Facts = []npc.Fact{{ID: "carillon", Text: dredge, About: []string{"peal"}}}
	s := newStage(t, c)
	s.person("pc-ann", "Ann")
	one(t, s.event(said("pc-ann", "Ann", "what is the peal?")), dredge)
	n := 0
	for _, r := range c.Memory.Rows() {
		if npc.IsWritten(&r) {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d facts are known, want one: %+v", n, c.Memory.Rows())
	}
	for i := range 200 { // however much there is
		c.Facts = append(c.Facts, npc.Fact{ID: "n" + string(rune('a'+i/20)) + string(rune('a'+i%20)), Text: bells})
	}
	if newStage(t, c); len(c.Memory.Rows()) < 200 {
		t.Errorf("%d memories", len(c.Memory.Rows()))
	}
}
