package pleas_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
	"github.com/mudlark-mud/mudlark/world"
)

// Whoever of Lowtide wants to go somewhere may walk there: a want that leads where its body never goes is none.
func TestWantsLeadSomewhere(t *testing.T) {
	w := open(t, modeltest.Says("nothing", modeltest.Sensible), gates{})
	followed := 0
	for _, bad := range readState(w, func(s *world.State) []string {
		var out []string
		for id, a := range world.Ordered(s.Actors) {
			m := s.Minded(a)
			if m == nil {
				continue
			}
			for _, want := range m.Wants {
				if want.Verb != "" {
					followed++
				}
				if want.Verb != "go" && want.Verb != "walk" {
					continue
				}
				list, _, _ := strings.Cut(want.Arg, ":")
				for room := range strings.SplitSeq(list, ",") {
					if !s.Roams(a, world.RoomID(strings.TrimSpace(room))) {
						out = append(out, string(id)+" never walks to "+room+", and wants "+want.ID)
					}
				}
			}
		}
		return out
	}) {
		t.Error(bad)
	}
	if followed < 4 {
		t.Errorf("%d wants have verbs, want some of every kind", followed)
	}
}
