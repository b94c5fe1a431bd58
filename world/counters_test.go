package world_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/audit"
)

const chandler = audit.Chandler

// reason returns why somebody is refused something.
func (c *scene) reason(who world.ActorID, a world.Action) string {
	c.Helper()
	_, r := c.s.Decide(c.now, worldtest.Typed(who, a))
	if r == nil {
		c.Fatalf("%s: %T is not refused", who, a)
	}
	return r.Text
}

func TestAShopNeedsNoMind(t *testing.T) {
	c := newTrade(t)
	c.emits(anna, world.Buy{From: chandler, Item: "knife"}, "ItemMade Bought Said")
	c.purse(anna, 22)
	if e := eventOf[world.Said](t, c.last); e.Text != "Mind the edge." || e.Actor != chandler {
		t.Errorf("%s said %q", e.Actor, e.Text)
	}
	t.Run("haggling goes by rule", func(t *testing.T) {
		c.does(anna, world.Haggle{To: chandler, Ware: "knife", Coins: 6})
		if e := eventOf[world.Quoted](t, c.last); e.Coins != 7 {
			t.Errorf("the price is %d", e.Coins)
		}
	})
	t.Run("it takes no coins for nothing", func(*testing.T) {
		c.refused(anna, world.GiveCoins{To: chandler, Coins: 1}, world.CodeCannot)
	})
	t.Run("who cannot pay is told so", func(t *testing.T) {
		c.does(merla, world.SetField{Actor: benno, Field: "coins", Value: 2})
		const want = `The chandler says: "Come back with 8." That costs 8 coins`
		if r := c.reason(benno, world.Buy{From: chandler, Item: "knife"}); !strings.HasPrefix(r, want) {
			t.Errorf("he is told %q", r)
		}
	})
}

func TestKindsOfThingsAreBought(t *testing.T) {
	c := newTrade(t)
	set := func(kind string, value int) {
		p := audit.OpenMarket(worldtest.SmallPack(), worldtest.Quay)
		for i := range p.Items {
			if p.Items[i].ID == "pearl" {
				p.Items[i].Kind, p.Items[i].Value = kind, value
			}
		}
		p.Hash += kind + strconv.Itoa(value)
		c.hosts(world.ApplyPack{Pack: p})
	}
	pearl := c.gets(anna, "pearl")
	for _, x := range []struct {
		kind         string
		value, coins int
	}{{"jewel", 30, 0}, {"weapon", 30, 15}, {"weapon", 1, 1}, {"weapon", 0, 0}} {
		set(x.kind, x.value)
		got, ok := c.s.Buys(c.s.Actors[chandler], c.s.Actors[anna], "pearl", c.now)
		if got != x.coins || ok != (x.coins > 0) {
			t.Errorf("a %s of %d is bought for %d (%v), want %d", x.kind, x.value, got, ok, x.coins)
		}
	}
	const unwanted = `The chandler says: "Take it away."`
	if r := c.reason(anna, world.Sell{To: chandler, Items: one(pearl)}); !strings.HasPrefix(r, unwanted) {
		t.Errorf("she is told %q", r)
	}
	set("weapon", 31)
	c.s.Items[pearl].Built = true
	if r := c.reason(anna, world.Sell{To: chandler, Items: one(pearl)}); !strings.HasSuffix(r, "no shop buys it.") {
		t.Errorf("of what a builder's work made she is told %q", r)
	}
	c.s.Items[pearl].Built = false
	c.emits(anna, world.Sell{To: chandler, Items: one(pearl)}, "Sold ItemGone Said")
	c.purse(anna, 45)
	if e := eventOf[world.Said](t, c.last); e.Text != "That makes 15." {
		t.Errorf("it said %q", e.Text)
	}
	t.Run("never for more than it is sold for there", func(t *testing.T) {
		set("knife, dear", 0)
		p := audit.OpenMarket(worldtest.SmallPack(), worldtest.Quay)
		for i := range p.Items {
			if p.Items[i].ID == "knife" {
				p.Items[i].Value = 1000
			}
		}
		p.Hash += "dear"
		c.hosts(world.ApplyPack{Pack: p})
		if got, _ := c.s.Buys(c.s.Actors[chandler], c.s.Actors[anna], "knife", c.now); got != 5 {
			t.Errorf("a knife is bought for %d", got)
		}
	})
}

func TestACounterIsShut(t *testing.T) {
	open := func(hours ...int) func(*world.TradeSpec) {
		return func(s *world.TradeSpec) {
			s.Open = nil
			for i := 0; i < len(hours); i += 2 {
				s.Open = append(s.Open, world.HoursSpec{From: hours[i], To: hours[i+1]})
			}
		}
	}
	for name, x := range map[string]struct {
		change func(*world.TradeSpec)
		want   string
	}{
		"at its hours":          {func(*world.TradeSpec) {}, ""},
		"at others":             {open(20, 6), "Come back at 20."},
		"past midnight it is":   {open(20, 15), ""},
		"elsewhere":             {func(s *world.TradeSpec) { s.Rooms = []world.RoomID{"loft"} }, "does not trade here."},
		"the next of two spans": {open(3, 5, 16, 18), "Come back at 16."},
	} {
		t.Run(name, func(t *testing.T) {
			c := newTrade(t)
			p := audit.OpenMarket(worldtest.SmallPack(), worldtest.Quay)
			for i := range p.Mobs {
				if p.Mobs[i].Trade != nil {
					x.change(p.Mobs[i].Trade)
				}
			}
			p.Hash += name
			c.hosts(world.ApplyPack{Pack: p})
			counter := c.s.CounterOf(c.s.Actors[chandler], c.s.Actors[anna], c.now)
			if !strings.HasSuffix(counter.Shut, x.want) || x.want == "" && counter.Shut != "" {
				t.Errorf("it is shut: %q", counter.Shut)
			}
			if isShut := len(counter.Sells) == 0; isShut != (x.want != "") {
				t.Errorf("%d wares are shown", len(counter.Sells))
			}
			if x.want == "" {
				c.does(anna, world.Buy{From: chandler, Item: "knife"})
				return
			}
			c.refused(anna, world.Buy{From: chandler, Item: "knife"}, world.CodeCannot)
			c.refused(anna, world.Haggle{To: chandler, Ware: "knife", Coins: 5}, world.CodeCannot)
		})
	}
}

func TestACounterIsNotForAll(t *testing.T) {
	c := newTrade(t)
	p := audit.OpenMarket(worldtest.SmallPack(), worldtest.Quay)
	p.Figures = append(p.Figures, world.FigureSpec{ID: "creed", Name: "creed", Least: -10, Most: 10})
	for i := range p.Mobs {
		if p.Mobs[i].Trade != nil {
			p.Mobs[i].Trade.Bars = []world.FigureSpan{{Figure: "creed", From: -10, To: -5}}
		}
	}
	p.Hash += "creed"
	c.hosts(world.ApplyPack{Pack: p})
	c.does(merla, world.SetField{Actor: anna, Field: "creed", Value: -7})
	c.refused(anna, world.Buy{From: chandler, Item: "knife"}, world.CodeCannot)
	c.does(benno, world.Buy{From: chandler, Item: "knife"})
}
