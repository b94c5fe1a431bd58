package world_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/audit"
)

// bazaar has a judge begin a world in which two trade on the quay, with money in every purse and goods in every hand.
func bazaar(t rapid.TB, j *worldtest.Judge) {
	must := func(now world.Time, in world.Input) *world.Record {
		rec, r, err := j.Do(now, in)
		if r != nil || err != nil {
			t.Fatalf("%T at the start: %v %v", in.Action, r, err)
		}
		return rec
	}
	for _, in := range worldtest.Genesis() {
		if p, ok := in.Action.(world.ApplyPack); ok {
			p.Pack = audit.OpenMarket(p.Pack, worldtest.Quay)
			in.Action = p
		}
		must(0, in)
	}
	for _, c := range cast {
		must(1, world.Input{Via: world.Via{Kind: world.ViaHost}, Action: c})
	}
	for _, who := range []world.ActorID{merla, anna, benno, gast} {
		must(1, worldtest.Typed(who, world.Enter{}))
		must(2, worldtest.Typed(merla, world.SetField{Actor: who, Field: "coins", Value: 40}))
		for _, proto := range []world.ProtoID{"pearl", "stone", "knife", "pouch", "pearl"} {
			made := must(2, worldtest.Typed(merla, world.Conjure{Item: proto}))
			if e, ok := made.Notices[0].Event.(world.ItemMade); ok && who != merla {
				must(2, worldtest.Typed(merla, world.Give{Items: []world.ItemID{e.Item}, To: who}))
			}
		}
	}
}

// haggle draws what somebody does over a counter, or what a mind there does about it.
func haggle(t *rapid.T, g *worldtest.Gamer, s *world.State) world.Input {
	kinds := []world.Action{
		world.Buy{}, world.Buy{}, world.Sell{}, world.Sell{}, world.Haggle{}, world.Haggle{}, world.Haggle{}, world.Study{},
	}
	minds := []world.Action{world.Quote{}, world.Quote{}, world.Quote{}, world.Teach{}, world.Promise{}, world.Give{}}
	if g.Roll(3) == 0 {
		kind := minds[g.Roll(len(minds))]
		in := thinks([]world.ActorID{fence, fence, fence, pedlar, anna}[g.Roll(5)], g.Fill(fence, kind))
		if in.Actor == pedlar {
			in.Via = world.Via{Kind: world.ViaScript}
		}
		t.Logf("%s: %+v", in.Actor, in.Action)
		return in
	}
	who := []world.ActorID{anna, benno, gast, merla}[g.Roll(4)]
	a := audit.DrawTrade(s, who, kinds[g.Roll(len(kinds))], g.Roll)
	t.Logf("%s: %T%+v", who, a, a)
	return worldtest.Typed(who, a)
}

// Random afternoons of trade, with minds that say what comes to them: every coin and every thing is accounted for by
// somebody who was only told of them, no price leaves its list, and nobody goes back on their word.
func TestSimTrade(t *testing.T) {
	happened := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		j := worldtest.NewJudge()
		j.DigestEvery, j.CutEvery = 20, 11
		bazaar(t, j)
		g, now := worldtest.NewGamer(t, j.State), world.Time(10)
		for i := range 60 {
			var err error
			if i%6 == 5 {
				now, err = g.Play(j, now)
			} else {
				now += world.Time(g.Roll(4)) * world.Second
				var rec *world.Record
				if rec, _, err = j.Do(now, haggle(t, g, j.State)); rec != nil {
					for k := range rec.Notices {
						happened[names(&world.Record{Notices: rec.Notices[k : k+1]})]++
					}
				}
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	})
	for _, kind := range []string{"Bought", "Sold", "Haggled", "Quoted", "DealGone", "Taught", "Promised"} {
		if happened[kind] < 10 {
			t.Errorf("%s happened %d times only: the games prove little", kind, happened[kind])
		}
	}
	t.Log(happened)
}

// afternoon is a short one in which everything happens that is spoilt below.
func afternoon(t *testing.T, j *worldtest.Judge) error {
	t.Helper()
	bazaar(t, j)
	pearl := world.ItemID("")
	for _, id := range j.State.Index.Held[anna] {
		if j.State.Items[id].Proto == "pearl" {
			pearl = id
		}
	}
	for i, in := range []world.Input{
		worldtest.Typed(anna, world.Haggle{To: pedlar, Ware: "cap", Coins: 5}),
		worldtest.Typed(anna, world.Buy{From: pedlar, Item: "cap"}),
		worldtest.Typed(anna, world.Buy{From: pedlar, Item: "pouch"}),
		worldtest.Typed(gast, world.Buy{From: pedlar, Item: "cap"}),
		worldtest.Typed(merla, world.Haul{Body: gast, To: worldtest.Cave}),
		worldtest.Typed(anna, world.Haggle{To: fence, Item: pearl, Coins: 14}),
		thinks(fence, world.Quote{To: anna, Item: "pearl", Coins: 14}),
		worldtest.Typed(anna, world.Sell{To: fence, Items: one(pearl)}),
		worldtest.Typed(anna, world.Study{From: pedlar, Lesson: "tide"}),
		thinks(fence, world.Promise{To: anna, Promise: "pearl"}),
	} {
		if rec, _, err := j.Do(world.Time(100+i), in); err != nil {
			return err
		} else if rec == nil {
			t.Fatalf("%T came to nothing", in.Action)
		}
	}
	return j.Close()
}

// swindles are the ways in which trade is spoilt.
func swindles() map[string]plant {
	return map[string]plant{
		"a buyer is told another price": func(_ *world.State, rec *world.Record, _ *world.Refusal) {
			change(rec, func(e world.Bought) world.Event { e.Coins++; return e })
		},
		"a buyer keeps the coins": after(func(s *world.State, e world.Bought) { s.Actors[e.Actor].Coins += e.Coins }),
		"a seller is paid twice":  after(func(s *world.State, e world.Sold) { s.Actors[e.Actor].Coins += e.Coins }),
		"a dealer is paid":        after(func(s *world.State, e world.Bought) { s.Actors[e.From].Coins += e.Coins }),
		"what is sold is kept": after(func(s *world.State, e world.ItemGone) {
			s.Items[e.Item] = &world.Item{ID: e.Item, Proto: "pearl", At: world.Place{Actor: anna}}
			s.Reindex()
		}),
		"a price above the list": func(_ *world.State, rec *world.Record, _ *world.Refusal) {
			change(rec, func(e world.Quoted) world.Event { e.Coins = 23; return e })
		},
		"a price that does not hold": func(_ *world.State, rec *world.Record, _ *world.Refusal) {
			change(rec, func(e world.Quoted) world.Event { e.Until -= world.Minute; return e })
		},
		"a bargain that stays open": after(func(s *world.State, e world.Bought) {
			s.Deals["pc-anna:npc-pedlar:s:cap"] = &world.Deal{
				ID: "pc-anna:npc-pedlar:s:cap", Of: anna, With: pedlar, Item: "cap", Sell: true, Price: 1, Until: 1 << 40,
			}
		}),
		"a guest buys for good": func(_ *world.State, rec *world.Record, _ *world.Refusal) {
			change(rec, func(e world.Bought) world.Event { e.Guest = false; return e })
		},
		"what a guest bought is anybody's": after(func(s *world.State, e world.Bought) {
			s.Items[e.Item].Guest = ""
			s.Reindex()
		}),
		"a lesson for nothing": func(_ *world.State, rec *world.Record, _ *world.Refusal) {
			change(rec, func(e world.Taught) world.Event { e.Coins = 0; return e })
		},
		"a promise that is not theirs": func(_ *world.State, rec *world.Record, _ *world.Refusal) {
			change(rec, func(e world.Promised) world.Event { e.Item = "anvil"; return e })
		},
		"a promise that is forgotten": after(func(s *world.State, _ world.Promised) { clear(s.Promises) }),
		"a price is overheard":        overhearsFar,
	}
}

// An auditor that lets a cheat pass proves nothing.
func TestPlantedCheats(t *testing.T) {
	if err := afternoon(t, worldtest.NewJudge()); err != nil {
		t.Fatalf("an honest afternoon is objected to: %v", err)
	}
	for name, plant := range swindles() {
		t.Run(name, func(t *testing.T) {
			j := worldtest.NewJudge()
			j.CutEvery = 1
			j.Decide = func(s *world.State, now world.Time, in world.Input) (*world.Record, *world.Refusal) {
				rec, r := s.Decide(now, in)
				plant(s, rec, r)
				return rec, r
			}
			if err := afternoon(t, j); err == nil {
				t.Fatal("nobody noticed")
			} else {
				t.Log(err)
			}
		})
	}
}

// overhearsFar tells somebody in a cave what somebody was told over a counter.
func overhearsFar(s *world.State, rec *world.Record, _ *world.Refusal) {
	if rec == nil {
		return
	}
	for i := range rec.Notices {
		if _, ok := rec.Notices[i].Event.(world.Quoted); ok {
			rec.Notices[i].To = append(rec.Notices[i].To, world.Group{Sense: world.Heard, Who: []uint32{s.Actors[gast].Num}})
		}
	}
}
