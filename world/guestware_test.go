package world_test

import (
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

// newGuest is newTrade with a guest on the quay who has coins.
func newGuest(t *testing.T) *scene {
	t.Helper()
	c := newTrade(t)
	c.does(merla, world.SetField{Actor: gast, Field: "coins", Value: 60})
	return c
}

// buys buys a thing of the pedlar.
func (c *scene) buys(who world.ActorID, proto world.ProtoID) world.ItemID {
	c.Helper()
	return eventOf[world.Bought](c.T, c.does(who, world.Buy{From: pedlar, Item: proto})).Item
}

// What a guest buys is not left for others, and goes with the guest; what a guest found stays, and so does what a
// player bought.
func TestWhatAGuestBuysGoesWithTheGuest(t *testing.T) {
	c := newGuest(t)
	cap1, hers, stone := c.buys(gast, "cap"), c.buys(anna, "cap"), c.gets(gast, "stone")
	pouch := c.gets(gast, "pouch")
	const why = "What a guest buys goes with the guest. To leave things to others, come in again under a name of your own."
	for _, a := range []world.Action{
		world.Drop{Items: one(cap1)}, world.Give{Items: one(cap1), To: anna}, world.Put{Items: one(cap1), Into: pouch},
	} {
		c.says(gast, a, world.CodeCannot, why)
	}
	c.emits(gast, world.Drop{Items: []world.ItemID{cap1, stone}}, "ItemDropped ThingsLeft")
	if e := eventOf[world.ThingsLeft](t, c.last); !slices.Equal(e.Items, one(cap1)) || e.Why != why {
		t.Errorf("left: %+v", e)
	}
	c.does(gast, world.Wear{Items: one(cap1)})
	c.emits(gast, world.Depart{}, "ItemGone ItemDropped Departed")
	if e := eventOf[world.ItemGone](t, c.last); e.Item != cap1 || e.How != world.TakenBack {
		t.Errorf("gone: %+v", e)
	}
	if got := c.floor(smallport.Quay, "pouch"); got != pouch {
		t.Errorf("on the quay lies %s, want what the guest found", got)
	}
	c.does(anna, world.Give{Items: one(hers), To: benno})
	c.does(benno, world.Drop{Items: one(hers)})
}

// A guest whose line broke takes along what was bought, and so does a ready-made body; what lay inside falls out.
func TestWhatLinkDeadGuestsBoughtGoes(t *testing.T) {
	c := newGuest(t)
	stone := c.gets(gast, "stone")
	pouch := c.buys(gast, "pouch")
	c.does(gast, world.Put{Items: one(stone), Into: pouch})
	c.hosts(world.Sever{Body: gast})
	c.wait(11 * world.Minute)
	if c.s.Items[pouch] != nil || c.s.Items[stone] == nil || c.s.Items[stone].At.Room != smallport.Quay {
		t.Errorf("the pouch is %+v, and the stone is at %+v", c.s.Items[pouch], c.s.Items[stone].At)
	}
	c.seren()
	c.goes(seren, smallport.Quay)
	mine := c.buys(seren, "pouch")
	c.does(seren, world.Depart{})
	if c.s.Items[mine] != nil {
		t.Error("what Seren bought is still there")
	}
}

// Nobody has it of a fallen guest either; the guest fetches it.
func TestAFallenGuestsWares(t *testing.T) {
	c := newGuest(t)
	cap1, pouch := c.buys(gast, "cap"), c.buys(gast, "pouch")
	corpse := c.falls(gast)
	c.says(anna, world.Take{Items: one(cap1), From: corpse}, world.CodeCannot,
		"That is Gast's, who bought it here, and goes when Gast goes.")
	c.goes(gast, smallport.Arena)
	c.does(gast, world.Take{Items: one(cap1), From: corpse})
	c.wait(2 * world.GameDay) // the corpse falls to nothing
	if it := c.s.Items[pouch]; it == nil || it.At.Room != smallport.Arena {
		t.Fatalf("the pouch is %+v, want it on the floor", it)
	}
	c.refused(anna, world.Take{Items: one(pouch)}, world.CodeCannot)
	c.does(gast, world.Depart{})
	if c.s.Items[cap1] != nil || c.s.Items[pouch] != nil {
		t.Error("they are still there")
	}
}

// People of the world take what a guest bought, over the counter and as a gift, and hand it to nobody.
func TestWhatAGuestBuysIsUsed(t *testing.T) {
	c := newGuest(t)
	pouch, stone, cap1, snack := c.buys(gast, "pouch"), c.buys(gast, "stone"), c.buys(gast, "cap"), c.buys(gast, "stone")
	c.does(gast, world.Sell{To: pedlar, Items: one(pouch)})
	c.does(gast, world.Consume{Item: snack})
	c.does(gast, world.Give{Items: []world.ItemID{stone, cap1}, To: fence})
	for _, a := range []world.Action{
		world.Give{Items: one(stone), To: anna}, world.Drop{Items: one(stone)},
	} {
		if _, r := c.s.Decide(c.now, world.Input{
			Actor: fence, Via: world.Via{Kind: world.ViaForce, By: merla}, Action: a,
		}); r == nil || r.Text != "That is Gast's, who bought it here, and goes when Gast goes." {
			t.Errorf("%T: %+v", a, r)
		}
	}
	if c.s.GivesAway(c.s.Actors[fence], c.s.Items[stone]) || !c.s.GivesAway(c.s.Actors[gast], c.s.Items[stone]) {
		t.Error("who could give it away is told wrongly")
	}
	c.does(gast, world.Depart{})
	if c.s.Items[stone] != nil || c.s.Items[cap1] != nil {
		t.Error("the fence still has them")
	}
}

// What goes with a guest goes in one record: so much is bought by one, and lies inside what was bought.
func TestGuestsBuySoMuch(t *testing.T) {
	c := newGuest(t)
	var snack world.ItemID
	for range 20 {
		snack = c.buys(gast, "stone")
	}
	c.does(merla, world.SetField{Actor: gast, Field: "coins", Value: 60})
	c.says(gast, world.Buy{From: pedlar, Item: "cap"}, world.CodeFull, "20 things", "Eat, drink or sell")
	c.does(gast, world.Consume{Item: snack})
	c.buys(gast, "cap")
	for range 20 {
		c.buys(benno, "stone")
		c.does(merla, world.SetField{Actor: benno, Field: "coins", Value: 30})
	}

	c = newGuest(t)
	pack := smallport.Pack()
	pack.Hash = "roomy"
	for i := range pack.Items {
		if h := pack.Items[i].Holds; h != nil && pack.Items[i].ID == "pouch" {
			h.Most = 1000
		}
	}
	pouch := c.buys(gast, "pouch")
	c.hosts(world.ApplyPack{Pack: pack})
	for range 10 {
		c.does(gast, world.Put{Items: one(c.gets(gast, "stone")), Into: pouch})
	}
	more := world.Put{Items: one(c.gets(gast, "stone")), Into: pouch}
	c.says(gast, more, world.CodeFull, "No more fits into the leather pouch.")
	if c.s.Fits(c.s.Items[pouch]) {
		t.Error("more is said to fit into it")
	}
}

// A wizard who brings a guest back brings back the guest's, which goes again; a thing by itself becomes anybody's, if
// that is meant.
func TestBringBackWhatAGuestBought(t *testing.T) {
	c := newGuest(t)
	cap1 := c.buys(gast, "cap")
	thing, person := c.past(cap1), c.pastOf(gast)
	c.does(gast, world.Depart{})
	thing.Ended = world.TakenBack
	c.says(merla, thing, world.CodeLoss, "went with whoever it belonged to", "Say anyway")

	c.wait(2 * world.GameDay)
	if c.s.Actors[gast] != nil {
		t.Fatal("the guest is still known")
	}
	c.does(merla, person)
	if it := c.s.Items[cap1]; it == nil || it.Guest != gast || it.At.Actor != gast {
		t.Fatalf("the guest's cap is %+v", it)
	}
	c.does(gast, world.Enter{})
	c.refused(gast, world.Drop{Items: one(cap1)}, world.CodeCannot)
	c.does(gast, world.Depart{})
	if c.s.Items[cap1] != nil {
		t.Error("it is still there")
	}
	c.does(merla, person)
	c.wait(2 * world.GameDay)
	if c.s.Items[cap1] != nil || c.s.Actors[gast] != nil {
		t.Error("it is still there, or who bought it is")
	}

	thing.Anyway = true
	c.does(merla, thing)
	if it := c.s.Items[cap1]; it == nil || it.Guest != "" || it.At.Actor != merla {
		t.Errorf("the cap by itself is %+v", it)
	}
	c.does(merla, world.Drop{Items: one(cap1)})
}

// What lay in the corpse of a guest does not become anybody's unasked when a wizard brings the corpse back.
func TestBringBackACorpseWithWhatAGuestBought(t *testing.T) {
	c := newGuest(t)
	cap1 := c.buys(gast, "cap")
	corpse := c.falls(gast)
	was := c.past(corpse)
	c.does(gast, world.Depart{})
	c.wait(2 * world.GameDay)
	c.says(merla, was, world.CodeLoss, "A guest bought it, or something in it", "Say anyway")
	was.Anyway = true
	c.does(merla, was)
	if it := c.s.Items[cap1]; it == nil || it.Guest != "" {
		t.Errorf("the cap is %+v", it)
	}
}

// A state in which a player has what a guest bought, or in which it is somebody's who is no guest, is not sound.
func TestCheckOfGuestWares(t *testing.T) {
	for name, spoil := range map[string]func(*world.Item){
		"a player has it":        func(it *world.Item) { it.At.Actor = anna },
		"a player bought it":     func(it *world.Item) { it.Guest, it.At.Actor = anna, anna },
		"nobody is known as its": func(it *world.Item) { it.Guest = "pc-nobody" },
	} {
		t.Run(name, func(t *testing.T) {
			c := newGuest(t)
			s := c.s
			c.s = worldtest.Small()
			it := s.Items[func() world.ItemID {
				rec, r := s.Decide(c.now+1, worldtest.Typed(gast, world.Buy{From: pedlar, Item: "cap"}))
				if r != nil {
					t.Fatal(r)
				}
				return eventOf[world.Bought](t, rec).Item
			}()]
			spoil(it)
			s.Reindex()
			if s.Check() == nil {
				t.Error("it is taken for sound")
			}
		})
	}
}
