package verb_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// PLAYERS 4.7: equipment says what all of it counts as armour, of one thing and of none too.
func TestEquipmentSaysWhatCounts(t *testing.T) {
	s := newLowtide(t)
	s.teleport(s.bob, "harbour-steps")
	s.teleport("pc-merla", "harbour-steps")
	for _, step := range []struct{ item, wear, want string }{
		{"guards-pike", "wield pike", "None of it counts as armour."},
		{"drowned-hat", "wear hat", "As armour that counts 1."},
		{"leather-gauntlets", "wear gauntlets", "Together they count 2 as armour."},
	} {
		s.act("pc-merla", world.Conjure{Item: world.ProtoID(step.item)})
		s.act("pc-merla", world.Give{Items: s.state.Index.Held["pc-merla"][:1], To: s.bob})
		s.must(s.bob, step.wear)
		if got := s.words("equipment"); !strings.Contains(got, step.want) {
			t.Errorf("after %s: %q, want %q", step.wear, got, step.want)
		}
	}
}
