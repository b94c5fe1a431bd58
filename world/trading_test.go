package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/audit"
)

const (
	pedlar = audit.Pedlar
	fence  = audit.Fence
)

// newTrade is newScene with two who trade on the quay, and coins in the purses.
func newTrade(t *testing.T) *scene {
	t.Helper()
	c := newScene(t)
	c.hosts(world.ApplyPack{Pack: audit.OpenMarket(worldtest.SmallPack(), worldtest.Quay)})
	for _, who := range []world.ActorID{anna, benno} {
		c.does(merla, world.SetField{Actor: who, Field: "coins", Value: 30})
	}
	return c
}

// purse fails the test unless somebody has so many coins.
func (c *scene) purse(who world.ActorID, want int) {
	c.Helper()
	if got := c.s.Actors[who].Coins; got != want {
		c.Errorf("%s has %d coins, want %d", who, got, want)
	}
}

// price fails the test unless somebody is told this price last.
func (c *scene) price(want int) world.Quoted {
	c.Helper()
	e := eventOf[world.Quoted](c.T, c.last)
	if e.Coins != want {
		c.Errorf("%s is told %d coins for %s, want %d", e.To, e.Coins, e.Item, want)
	}
	return e
}

func TestBuying(t *testing.T) {
	c := newTrade(t)
	held := len(c.s.Index.Held[anna])
	c.emits(anna, world.Buy{From: pedlar, Item: "cap"}, "ItemMade Bought")
	c.purse(anna, 21)
	c.purse(pedlar, 0)
	e := eventOf[world.Bought](t, c.last)
	it := c.s.Items[e.Item]
	if it == nil || it.Proto != "cap" || it.At.Actor != anna || len(c.s.Index.Held[anna]) != held+1 {
		t.Errorf("she bought %+v", it)
	}
	for who, want := range map[world.ActorID]world.Sense{
		anna: world.Did | world.Saw | world.Heard, benno: world.Saw | world.Heard,
		pedlar: world.Mine | world.Saw | world.Heard, fence: world.Saw | world.Heard,
	} {
		if got := c.told(who, "Bought"); len(got) != 1 || got[0] != want {
			t.Errorf("%s perceives %b, want %b", who, got, want)
		}
	}
	c.refused(anna, world.Buy{From: pedlar, Item: "helmet"}, world.CodeNotHere)
	c.refused(anna, world.Buy{From: pedlar, Item: "no-such-thing"}, world.CodeNotHere)
	c.refused(anna, world.Buy{From: "npc-keeper", Item: "cap"}, world.CodeCannot)
	c.refused(anna, world.Buy{From: benno, Item: "cap"}, world.CodeCannot)
	c.refused(anna, world.Buy{From: "npc-nobody", Item: "cap"}, world.CodeNotHere)
	c.refused(gast, world.Buy{From: pedlar, Item: "cap"}, world.CodePoor)
	c.does(anna, world.Buy{From: pedlar, Item: "box"})
	c.refused(anna, world.Buy{From: pedlar, Item: "pouch"}, world.CodePoor) // one coin is left
	if it := c.s.Items[eventOf[world.Bought](t, c.last).Item]; !it.Shut {
		t.Error("a box comes open over the counter")
	}
	t.Run("not with full hands", func(*testing.T) {
		for len(c.s.Index.Held[benno]) < 40 {
			c.gets(benno, "stone")
		}
		c.refused(benno, world.Buy{From: pedlar, Item: "pouch"}, world.CodeFull)
		c.purse(benno, 30)
	})
	t.Run("not from elsewhere, and not in a fight", func(*testing.T) {
		c.goes(anna, worldtest.Arena)
		c.refused(anna, world.Buy{From: pedlar, Item: "cap"}, world.CodeNotHere)
		c.does(anna, world.Attack{Target: c.mob("rat")})
		c.does(merla, world.Haul{Body: pedlar, To: worldtest.Arena})
		c.refused(anna, world.Buy{From: pedlar, Item: "cap"}, world.CodeFighting)
		c.refused(anna, world.Sell{To: pedlar, Items: one("x")}, world.CodeFighting)
	})
	t.Run("not in the dark", func(*testing.T) {
		c := newTrade(t)
		c.does(merla, world.Haul{Body: pedlar, To: worldtest.Cave})
		c.goes(anna, worldtest.Cave)
		c.refused(anna, world.Buy{From: pedlar, Item: "cap"}, world.CodeDark)
		c.refused(anna, world.Haggle{To: pedlar, Ware: "cap", Coins: 4}, world.CodeDark)
	})
	t.Run("a creature has no purse", func(t *testing.T) {
		in := world.Input{Actor: "npc-keeper", Via: world.Via{Kind: world.ViaForce, By: merla}}
		in.Action = world.Buy{From: pedlar, Item: "cap"}
		if got, code := c.at(in); code != world.CodeCannot {
			t.Errorf("got %q %q", got, code)
		}
	})
	t.Run("what a quest wants may be bought", func(*testing.T) {
		c := newTrade(t)
		c.goes(anna, worldtest.Market)
		c.does(anna, world.AcceptQuest{Quest: "errand"})
		c.goes(anna, worldtest.Quay)
		c.emits(anna, world.Buy{From: pedlar, Item: "pouch"}, "ItemMade Bought QuestAdvanced")
	})
}

func TestSelling(t *testing.T) {
	c := newTrade(t)
	pearl, stone, cap := c.gets(anna, "pearl"), c.gets(anna, "stone"), c.gets(anna, "cap")
	c.emits(anna, world.Sell{To: pedlar, Items: []world.ItemID{pearl, cap, stone, pearl}}, "Sold ItemGone Sold ItemGone")
	c.purse(anna, 41)
	if c.s.Items[pearl] != nil || c.s.Items[stone] != nil || c.s.Items[cap] == nil {
		t.Error("what was sold is still there, or what was not is gone")
	}
	if got := c.told(benno, "ItemGone"); len(got) != 0 {
		t.Errorf("bystanders see it vanish: %b", got)
	}
	c.refused(anna, world.Sell{To: pedlar, Items: one(cap)}, world.CodeCannot)
	c.refused(anna, world.Sell{To: pedlar, Items: one(pearl)}, world.CodeNotHeld)
	c.refused(anna, world.Sell{To: pedlar}, world.CodeMissing)
	c.refused(anna, world.Sell{To: "npc-keeper", Items: one(cap)}, world.CodeCannot)
	c.refused(benno, world.Sell{To: pedlar, Items: one(cap)}, world.CodeNotHeld)
	t.Run("not with something in it", func(*testing.T) {
		pouch := c.gets(anna, "pouch")
		c.does(anna, world.Put{Items: one(cap), Into: pouch})
		c.refused(anna, world.Sell{To: pedlar, Items: one(pouch)}, world.CodeFull)
		c.does(anna, world.Take{Items: one(cap), From: pouch})
		c.emits(anna, world.Sell{To: pedlar, Items: one(pouch)}, "Sold ItemGone")
	})
	t.Run("what came from somewhere comes again", func(t *testing.T) {
		c := newTrade(t)
		key := c.floor(worldtest.Quay, "stone")
		c.does(anna, world.Take{Items: one(key)})
		c.does(anna, world.Sell{To: pedlar, Items: one(key)})
		c.wait(20 * world.Second)
		n := 0
		for _, id := range c.s.Index.Floor[worldtest.Quay] {
			if c.s.Items[id].Proto == "stone" {
				n++
			}
		}
		if n != 3 {
			t.Errorf("there are %d stones on the quay, want 3", n)
		}
	})
	t.Run("an owner who wants to be asked is asked", func(t *testing.T) {
		c.does(anna, world.MintGrant{Grant: "g-1", Label: "helper", Role: world.GrantPlayer})
		c.does(anna, world.TuneGrant{Grant: "g-1", What: world.TuneAsk, Ask: world.AskDestructive})
		in := world.Input{Actor: anna, Via: world.Via{Kind: world.ViaGrant, Grant: "g-1"}}
		for _, a := range []world.Action{
			world.Buy{From: pedlar, Item: "pouch"}, world.Study{From: pedlar, Lesson: "tide"},
			world.Sell{To: pedlar, Items: one(c.gets(anna, "knife"))},
		} {
			in.Action = a
			if got, code := c.at(in); code != world.CodeNeedsYes {
				t.Errorf("%T: got %q %q", a, got, code)
			}
		}
		in.Action = world.Haggle{To: pedlar, Ware: "cap", Coins: 5}
		if got, code := c.at(in); code != "" {
			t.Errorf("to make an offer: got %q %q", got, code)
		}
		in.Action = world.Buy{From: pedlar, Item: "pouch"}
		if plea, _, ok := c.s.Plea(c.now, in); !ok || plea.What != "buy the leather pouch from the pedlar" {
			t.Errorf("the owner is asked for %q", plea.What)
		}
		c.does(anna, world.TuneGrant{Grant: "g-1", What: world.TuneAsk, Ask: world.AskAll})
		in.Action = world.Haggle{To: pedlar, Ware: "cap", Coins: 5}
		if plea, _, ok := c.s.Plea(c.now, in); !ok || plea.What != "offer the cap to the pedlar for 5 coins" {
			t.Errorf("the owner is asked for %q", plea.What)
		}
	})
}

// The rule is pinned down: what a creature answers to offers, one after the other.
func TestHagglingByRule(t *testing.T) {
	for _, tt := range []struct {
		name   string
		ware   world.ProtoID // for sale, or
		thing  world.ProtoID // to be sold
		offers []int
		prices []int
	}{
		{"it meets one half way, a third at a time", "cap", "", []int{3, 3, 3}, []int{7, 5, 3}},
		{"and goes no further", "cap", "", []int{2, 2, 2, 2}, []int{7, 5, 4, 3}},
		{"what it would have come to it takes at once", "cap", "", []int{7}, []int{7}},
		{"and never less than was offered", "cap", "", []int{8}, []int{8}},
		{"nobody is moved by an insult", "cap", "", []int{1, 1, 1, 1}, []int{9, 9, 9, 9}},
		{"and it does not count", "cap", "", []int{1, 1, 1, 3}, []int{9, 9, 9, 7}},
		{"who does not haggle stays", "pouch", "", []int{3, 3}, []int{4, 4}},
		{"selling to it is the same", "", "pearl", []int{30, 25, 23, 23}, []int{14, 18, 20, 21}},
		{"and it goes no further", "", "pearl", []int{40, 40, 40, 40}, []int{14, 18, 22, 22}},
		{"what it would have come to it pays at once", "", "pearl", []int{14}, []int{14}},
		{"nobody is moved by greed", "", "pearl", []int{45, 900}, []int{10, 10}},
		{"who does not haggle pays no more", "", "knife", []int{6, 5}, []int{4, 4}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := newTrade(t)
			a := world.Haggle{To: pedlar, Ware: tt.ware}
			if tt.thing != "" {
				a.Item = c.gets(anna, tt.thing)
			}
			for i, coins := range tt.offers {
				a.Coins = coins
				if last := len(c.s.Deals); c.last != nil && i > 0 && last != 1 {
					t.Fatalf("there are %d bargains", last)
				}
				c.emits(anna, a, "Haggled Quoted")
				e := c.price(tt.prices[i])
				if e.Agreed != (e.Coins == a.Coins) {
					t.Errorf("offered %d, told %d, agreed: %v", a.Coins, e.Coins, e.Agreed)
				}
			}
		})
	}
}

func TestHagglingIsRefused(t *testing.T) {
	c := newTrade(t)
	pearl := c.gets(anna, "pearl")
	for want, list := range map[world.Code][]world.Haggle{
		world.CodeMissing: {{To: pedlar, Coins: 3}, {To: pedlar, Ware: "cap", Item: pearl, Coins: 3}},
		world.CodeBadValue: {
			{To: pedlar, Ware: "cap"}, {To: pedlar, Ware: "cap", Coins: -3}, {To: pedlar, Item: pearl, Coins: 1 << 40},
		},
		world.CodeNotHere: {{To: pedlar, Ware: "helmet", Coins: 3}, {To: "npc-nobody", Ware: "cap", Coins: 3}},
		world.CodeCannot:  {{To: benno, Ware: "cap", Coins: 3}, {To: pedlar, Item: c.gets(anna, "helmet"), Coins: 3}},
		world.CodeNotHeld: {{To: pedlar, Item: "nothing", Coins: 30}},
		world.CodeAlready: {{To: pedlar, Ware: "cap", Coins: 9}, {To: pedlar, Item: pearl, Coins: 10}},
	} {
		for _, a := range list {
			c.refused(anna, a, want)
		}
	}
	c.refused(gast, world.Haggle{To: pedlar, Ware: "cap", Coins: 5}, world.CodePoor)
	t.Run("one person has few bargains", func(t *testing.T) {
		var at world.Haggle
		opened := 0
		for _, with := range []world.ActorID{pedlar, fence} {
			for _, a := range []world.Haggle{
				{Ware: "cap"}, {Ware: "pouch"}, {Ware: "box"}, {Ware: "stone"}, {Item: pearl}, {Item: c.gets(anna, "knife")},
				{Item: c.gets(anna, "stone")},
			} {
				at = a
				at.To, at.Coins = with, 2
				if at.Item != "" {
					at.Coins = 40
				}
				_, code := c.at(worldtest.Typed(anna, at))
				if code == world.CodeFull {
					break
				}
				opened++
			}
		}
		if opened != 12 || len(c.s.Deals) != 12 {
			t.Errorf("%d bargains were opened, %d are open, want 12", opened, len(c.s.Deals))
		}
		c.refused(anna, world.Haggle{To: fence, Item: at.Item, Coins: 40}, world.CodeFull)
		c.wait(10 * world.Minute)
		c.does(anna, world.Haggle{To: pedlar, Ware: "cap", Coins: 5})
		if got := len(c.s.Deals); got != 1 {
			t.Errorf("%d bargains are open, want what lapsed to be dropped", got)
		}
	})
}

// A price that was named holds: for that person, for one thing, for ten minutes.
func TestAQuoteBinds(t *testing.T) {
	c := newTrade(t)
	c.does(anna, world.Haggle{To: pedlar, Ware: "cap", Coins: 7})
	c.does(benno, world.Buy{From: pedlar, Item: "cap"})
	c.purse(benno, 21) // it is nothing to him
	c.emits(anna, world.Buy{From: pedlar, Item: "cap"}, "ItemMade Bought DealGone")
	c.purse(anna, 23)
	c.emits(anna, world.Buy{From: pedlar, Item: "cap"}, "ItemMade Bought")
	c.purse(anna, 14)

	pearls := []world.ItemID{c.gets(anna, "pearl"), c.gets(anna, "pearl")}
	c.does(anna, world.Haggle{To: pedlar, Item: pearls[0], Coins: 14})
	c.emits(anna, world.Sell{To: pedlar, Items: pearls}, "Sold ItemGone DealGone Sold ItemGone")
	c.purse(anna, 38)

	t.Run("for ten minutes", func(*testing.T) {
		c.does(anna, world.Haggle{To: pedlar, Ware: "cap", Coins: 7})
		c.now += world.QuoteLasts - 2*world.Second
		c.does(anna, world.Buy{From: pedlar, Item: "cap"})
		c.purse(anna, 31)
		c.does(anna, world.Haggle{To: pedlar, Ware: "cap", Coins: 7})
		c.now += world.QuoteLasts
		c.does(anna, world.Buy{From: pedlar, Item: "cap"})
		c.purse(anna, 22)
	})
	t.Run("and never above what the pack says since", func(*testing.T) {
		c.does(anna, world.Haggle{To: pedlar, Ware: "cap", Coins: 8})
		pack := audit.OpenMarket(worldtest.SmallPack(), worldtest.Quay)
		pack.Hash += "-cheaper"
		pack.Mobs[len(pack.Mobs)-2].Mind.Sells[0] = world.WareSpec{Item: "cap", Price: 5}
		c.hosts(world.ApplyPack{Pack: pack})
		c.does(anna, world.Buy{From: pedlar, Item: "cap"})
		c.purse(anna, 17)
	})
}

// Whatever a mind names, the world holds it to its list, and it to its word.
func TestAMindQuotes(t *testing.T) {
	c := newTrade(t)
	quote := func(coins int, sell bool, item world.ProtoID) (string, world.Code) {
		c.Helper()
		return c.at(thinks(fence, world.Quote{To: anna, Item: item, Coins: coins, Sell: sell}))
	}
	for _, tt := range []struct {
		coins int
		sell  bool
		item  world.ProtoID
		want  world.Code
	}{
		{2, true, "cap", world.CodeNotAllowed}, {10, true, "cap", world.CodeNotAllowed},
		{0, true, "cap", world.CodeNotAllowed},
		{-5, true, "cap", world.CodeNotAllowed}, {1 << 62, true, "cap", world.CodeNotAllowed},
		{3, true, "pouch", world.CodeNotAllowed}, {9, false, "pearl", world.CodeNotAllowed},
		{23, false, "pearl", world.CodeNotAllowed}, {5, true, "helmet", world.CodeNotAllowed},
		{5, true, "pearl", world.CodeNotAllowed}, {6, true, "cap", ""}, {6, true, "cap", world.CodeAlready},
		{7, true, "cap", world.CodeAlready}, {4, true, "cap", ""}, {9, true, "cap", world.CodeAlready},
		{15, false, "pearl", ""}, {14, false, "pearl", world.CodeAlready}, {22, false, "pearl", ""},
	} {
		if got, code := quote(tt.coins, tt.sell, tt.item); code != tt.want || code == "" && got != "Quoted" {
			t.Errorf("%d for %s: got %q %q, want %q", tt.coins, tt.item, got, code, tt.want)
		}
	}
	c.does(anna, world.Buy{From: fence, Item: "cap"})
	c.purse(anna, 26)
	c.refused(anna, world.Quote{To: benno, Item: "cap", Coins: 5, Sell: true}, world.CodeCannot)
	mindless := thinks("npc-keeper", world.Quote{To: anna, Item: "cap", Coins: 5, Sell: true})
	if _, code := c.at(mindless); code != world.CodeNotAllowed {
		t.Errorf("a creature without a mind quotes: %q", code)
	}
	c.goes(anna, worldtest.Market)
	if _, code := quote(5, true, "cap"); code != world.CodeNotHere {
		t.Errorf("to somebody who left: %q", code)
	}
}

// A mind has five seconds to answer an offer; then a rule does, once.
func TestAMindIsWaitedFor(t *testing.T) {
	offer := world.Haggle{To: fence, Ware: "cap", Coins: 5}
	t.Run("who says nothing", func(t *testing.T) {
		c := newTrade(t)
		c.emits(anna, offer, "Haggled")
		c.refused(anna, offer, world.CodeTooSoon)
		c.wait(3 * world.Second)
		c.refused(anna, offer, world.CodeTooSoon)
		records := c.wait(world.Minute)
		if len(records) == 0 || names(records[0]) != "Quoted" {
			t.Fatalf("got %d records", len(records))
		}
		c.last = records[0]
		c.price(7)
		for _, rec := range c.wait(world.Minute) {
			if names(rec) == "Quoted" {
				t.Error("it is answered twice")
			}
		}
	})
	t.Run("who answers", func(t *testing.T) {
		c := newTrade(t)
		c.does(anna, offer)
		if _, code := c.at(thinks(fence, world.Quote{To: anna, Item: "cap", Coins: 5, Sell: true})); code != "" {
			t.Fatalf("refused: %s", code)
		}
		if e := c.price(5); !e.Agreed {
			t.Error("they did not agree")
		}
		for _, rec := range c.wait(world.Minute) {
			if names(rec) == "Quoted" {
				t.Error("the rule answers as well")
			}
		}
	})
	t.Run("who stays at the price, and says so", func(t *testing.T) {
		c := newTrade(t)
		for range 2 {
			c.does(anna, offer)
			if _, code := c.at(thinks(fence, world.Quote{To: anna, Item: "cap", Coins: 9, Sell: true})); code != "" {
				t.Fatalf("refused: %s", code)
			}
			if e := c.price(9); !e.Firm || e.Agreed {
				t.Errorf("got %+v", e)
			}
		}
	})
	t.Run("who is left standing", func(t *testing.T) {
		c := newTrade(t)
		c.does(anna, offer)
		c.goes(anna, worldtest.Market)
		for _, rec := range c.wait(world.Minute) {
			if names(rec) == "Quoted" {
				t.Error("a price is called after her")
			}
		}
		c.goes(anna, worldtest.Quay)
		c.emits(anna, offer, "Haggled")
	})
	t.Run("a bargain that is closed is not answered", func(t *testing.T) {
		c := newTrade(t)
		c.does(anna, offer)
		c.emits(anna, world.Buy{From: fence, Item: "cap"}, "ItemMade Bought DealGone")
		for _, rec := range c.wait(world.Minute) {
			if names(rec) == "Quoted" {
				t.Error("it is")
			}
		}
	})
}
