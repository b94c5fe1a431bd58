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
	p.Rooms[0].Bank = true
	p.Rooms[0].Gathers = []world.GatherSpec{{Item: "pearl", Most: 2}, {Item: "pie", Tools: []world.ProtoID{"net"}}}
	s.host(world.ApplyPack{Pack: p})
	s.conjure("brass-key")
	bob := s.state.Actors[s.bob]
	bob.Coins = 20
	if !bob.Guest() {
		bob.Bank = 5
	}
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
	said := s.said
	if got := offered(); !slices.Equal(got, []string{"lamp"}) {
		t.Errorf("bob is offered to make %q, want the lamp", got)
	}
	said("recipes", "Lamp: at a forge. Of a brass key.")
	said("recipes all", "Fishing net: at a loft. Of a pearl (3).")
	said("make net", "is made at a loft, and there is none here")
	said("make fire", "Nobody knows how to make fire")
	said("recipes fire", "No recipe has that in its name")
	s.must(s.bob, "craft lamp")
	said("make lamp", "For that you lack a brass key")
	if got := offered(); got != nil {
		t.Errorf("without a key bob is offered to make %q", got)
	}
}

// said fails the test unless what bob types is answered so.
func (s *stage) said(line, want string) {
	s.t.Helper()
	got := s.line(s.bob, line)
	text := verb.Words(got.report, prose.Style{}).String()
	if got.refusal != nil {
		text = got.refusal.Text
	}
	if !strings.Contains(text, want) {
		s.t.Errorf("%q: %q, want %q", line, text, want)
	}
}

// What grows in a place runs out and comes back; what it needs is said.
func TestThingsAreGathered(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	s.workshop()
	s.said("gather", "Pearl: 2 to be had.")
	s.said("gather", "Pie: For that you need a fishing net.")
	s.said("gather moss", "There is no moss to be gathered here")
	s.must(s.bob, "gather pearl", "forage pearl")
	s.said("gather pearl", "nothing is left. One more comes in 300 seconds.")
	s.now += 5 * world.Minute
	s.must(s.bob, "gather pearl")
}

// Coins go into the bank and out of it, and no more than there are.
func TestABankKeepsCoins(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	s.workshop()
	s.must(s.bob, "deposit 5 coins", "withdraw 2", "deposit all")
	s.said("balance", "In the bank you have 25 coins, and in your purse 0 coins.")
	s.said("score", "In the bank: 25 coins.")
	s.said("withdraw 26", "You have only 25 coins in the bank.")
	s.said("withdraw some", "Say how many coins, or all.")
	s.said("deposit 1", "Your purse is empty.")
	s.said("deposit all", "Your purse is empty.")
	s.must(s.bob, "north")
	s.said("withdraw 1", "There is no bank here.")
}
