package npc_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/world"
)

// A bargain begins anew when its ten minutes are over, when the thing was bought, and on the other side of the counter:
// what somebody offered before is no reason then to come further towards them.
func TestBargainsEnd(t *testing.T) {
	offer := func(s *stage, sells bool, coins int) string {
		t.Helper()
		got := s.event(mind.Percept{
			Kind: "haggled", Actor: "pc-ann", ActorName: "Ann", Text: "Ann offers you coins.", Sense: []string{"mine", "saw"},
			Data: map[string]any{"item": "lamp-oil", "item_name": "lamp oil", "coins": coins, "for_sale": sells},
		})
		if len(got) == 0 || !strings.HasPrefix(got[0], "quote lamp oil ") {
			t.Fatalf("an offer of %d: got %q, want a quote", coins, got)
		}
		return got[0]
	}
	open := func() *stage {
		c := barkeep()
		c.Spec.Sells = []world.WareSpec{{Item: "lamp-oil", Price: 60, Least: 30}}
		c.Spec.Buys = []world.WareSpec{{Item: "lamp-oil", Price: 4, Most: 12}}
		s := newStage(t, c)
		s.person("pc-ann", "Ann")
		return s
	}
	first, bid := offer(open(), true, 31), offer(open(), false, 11)
	for what, then := range map[string]func(*stage){
		"ten minutes later": func(s *stage) { s.at += world.QuoteLasts },
		"when it was bought": func(s *stage) {
			s.event(mind.Percept{
				Kind: "bought", Actor: "pc-ann", ActorName: "Ann", Sense: []string{"mine", "saw"},
				Data: map[string]any{"item": "lamp-oil-17", "item_name": "lamp oil", "coins": 40},
			})
		},
	} {
		fresh := open() // buying makes one better liked, too
		then(fresh)
		want := offer(fresh, true, 31)
		s := open()
		for range 2 {
			s.at += world.Minute
			if offer(s, true, 31); offer(s, true, 32) == first {
				t.Fatal("offers come to nothing")
			}
		}
		if got := offer(s, false, 11); got != bid {
			t.Errorf("selling it, after bargaining for it: %q, want %q", got, bid)
		}
		if then(s); offer(s, true, 31) != want {
			t.Errorf("%s the old bargain goes on", what)
		}
	}
}
