package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/audit"
)

// What the pack lays out as somebody's is theirs for as long as it lies as it was laid; what people drop is nobody's,
// and so is the same kind of thing that lies elsewhere, and everything when there is nobody whose it could be.
func TestWhoseThingIsTaken(t *testing.T) {
	c := newMinded(t)
	p := audit.WardenPack()
	p.Hash = "wares"
	for i := range p.Spawns {
		if p.Spawns[i].ID == "s-lamp" {
			p.Spawns[i].Of = "s-keeper"
		}
	}
	c.hosts(world.ApplyPack{Pack: p})
	takes := func(item world.ItemID) world.ActorID {
		t.Helper()
		rec := c.does(anna, world.Take{Items: []world.ItemID{item}})
		e, ok := rec.Notices[0].Event.(world.ItemTaken)
		if !ok {
			t.Fatalf("got %+v", rec.Notices[0].Event)
		}
		return e.Of
	}
	lamp := c.floor(worldtest.Quay, "lamp")
	if r := c.s.ExamineItem(c.s.Items[lamp]); r.Of == nil || r.Of.ID != string(keeper) {
		t.Errorf("looked at closely: %+v", r)
	}
	if got := takes(lamp); got != keeper {
		t.Errorf("a lamp that was laid out is %q's", got)
	}
	c.does(anna, world.Drop{Items: []world.ItemID{lamp}})
	if got := takes(lamp); got != "" {
		t.Errorf("a lamp that somebody dropped is %q's", got)
	}
	if got := takes(c.floor(worldtest.Quay, "stone")); got != "" {
		t.Errorf("what nobody laid out as theirs is %q's", got)
	}
	second := c.floor(worldtest.Quay, "lamp")
	c.does(merla, world.Purge{Actor: keeper})
	if got := takes(second); got != "" {
		t.Errorf("when the keeper is no more it is %q's", got)
	}
}

// What a creature gives only every so often, or only to whom it promised it, does not go along inside of another thing,
// unless another entry of its list gives it away without that.
func TestGiftsDoNotHideInOthers(t *testing.T) {
	for _, tt := range []struct {
		inside world.ProtoID
		to     string // a further entry for it
		want   world.Code
	}{
		{"cap", "", world.CodeNotAllowed}, {"pearl", "", world.CodeNotAllowed}, {"stone", "", ""},
		{"cap", world.GiftAnyone, ""}, {"pearl", world.GiftFriend, ""}, {"pearl", world.GiftPromised, world.CodeNotAllowed},
	} {
		c := newMinded(t)
		p := audit.WardenPack()
		p.Hash = "hidden"
		for i := range p.Spawns {
			if p.Spawns[i].ID == "s-keeper-pouch-lamp" {
				p.Spawns[i].Item = tt.inside
			}
		}
		for i := range p.Mobs {
			if m := p.Mobs[i].Mind; p.Mobs[i].ID == "keeper" && tt.to != "" {
				m.Gives = append(m.Gives, world.GiftSpec{Item: tt.inside, To: tt.to})
			}
		}
		c.hosts(world.ApplyPack{Pack: p})
		pouch := c.holding(keeper, "pouch")
		c.does(merla, world.Purge{Item: c.s.Index.Inside[pouch][0]})
		c.wait(world.Minute)
		promise(c) // a pearl, which makes Anna a friend, too
		if inside := c.s.Index.Inside[pouch]; len(inside) != 1 || c.s.Items[inside[0]].Proto != tt.inside {
			t.Fatalf("in the pouch: %v", inside)
		}
		if _, got := c.at(thinks(keeper, world.Give{Items: []world.ItemID{pouch}, To: anna})); got != tt.want {
			t.Errorf("a %s inside, for %q too: got %q, want %q", tt.inside, tt.to, got, tt.want)
		}
	}
}
