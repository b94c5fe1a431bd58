package verb_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// workshop makes the hall a forge, where a key becomes a lamp, and gives bob a key to spare.
func (s *stage) workshop() {
	s.t.Helper()
	p := stagePack()
	p.Hash = "workshop"
	p.Rooms[0].Station = "forge"
	p.Recipes = []world.RecipeSpec{
		{ID: "r-lamp", Makes: "lamp", Station: "forge", Parts: []world.PartSpec{{Of: []world.ProtoID{"brass-key"}}}},
		{ID: "r-net", Makes: "net", Station: "loft", Parts: []world.PartSpec{{Of: []world.ProtoID{"pearl"}, Count: 3}}},
	}
	s.host(world.ApplyPack{Pack: p})
	s.conjure("brass-key")
}

// What could be made is offered, what lacks is said, and what is made elsewhere is known to be.
func TestThingsAreMadeByTheirNames(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	s.workshop()
	offered := func() []string {
		for _, a := range s.table.Affordances(s.ctx(s.bob)) {
			if a.Verb == "make" {
				return a.Args["what"]
			}
		}
		return nil
	}
	said := func(line, want string) {
		t.Helper()
		got := s.line(s.bob, line)
		text := verb.Words(got.report, prose.Style{}).String()
		if got.refusal != nil {
			text = got.refusal.Text
		}
		if !strings.Contains(text, want) {
			t.Errorf("%q: %q, want %q", line, text, want)
		}
	}
	if got := offered(); !slices.Equal(got, []string{"lamp"}) {
		t.Errorf("bob is offered to make %q, want the lamp", got)
	}
	said("recipes", "Lamp: at a forge. Of a brass key.")
	said("recipes all", "Fishing net: at a loft. Of 3 of pearl.")
	said("make net", "is made at a loft, and there is none here")
	said("make fire", "Nobody knows how to make fire")
	said("recipes fire", "No recipe has that in its name")
	s.must(s.bob, "craft lamp")
	said("make lamp", "For that you lack a brass key")
	if got := offered(); got != nil {
		t.Errorf("without a key bob is offered to make %q", got)
	}
}
