package pack

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

func spawns() kind {
	return entry(kind{
		key: "spawns", one: "spawn",
		about: "Keeps a place supplied: of item and mob exactly one, of room, in and on exactly one.",
		check: checkSpawns,
		fill: func(_ *draft, v reflect.Value) {
			if most := v.FieldByName("Max"); most.IsZero() {
				most.SetInt(1)
			}
		},
	}, func(p *world.Pack) *[]world.SpawnSpec { return &p.Spawns }, append([]field{
		{"id", newID("spawn"), "Its id."},
		{"item", idOf("item"), "The pattern of the thing to make."},
		{"mob", idOf("mob"), "The pattern of the creature to make."},
		{"as", freeID(), "The id of what is made, unique; only with max 1. Left out: the pattern's and a number."},
		{"room", idOf("room"), "Put it in this room."},
		{"in", idOf("spawn"), "Put it in the container that this spawn made."},
		{"on", idOf("spawn"), "Put it on the creature that this spawn made."},
		{"worn", flag(), "With on: worn or wielded."},
		{"of", idOf("spawn"), "Whose it is while it lies there, unless it is coins: the creature's that this spawn made. " +
			"To take it is theft."},
		{"max", whole(1, world.SpawnMost), "How many there are at most; 1 when left out."},
		{"every", seconds(), "When fewer are left, one more is made after this long. 0: never again."},
		{"buried", flag(), "A thing that lies in its room unseen. Who has the knack to probe (see crafts) digs it up by " +
			"search."},
	}, whenFields("when", "Tide and hours alone. Only then: all of it comes when that begins, and one more only while it "+
		"lasts. What still lies "+
		"there when it ends goes, and a creature goes when nobody sees it.")...))
}

func checkSpawns(c *checker) {
	given := map[string]site{}
	each(c, "spawns", c.pack.Spawns, func(at site, s *world.SpawnSpec) {
		c.exactlyOne(at, "spawn", map[string]bool{"item": s.Item != "", "mob": s.Mob != ""})
		c.exactlyOne(at, "spawn", map[string]bool{"room": s.Room != "", "in": s.In != "", "on": s.On != ""})
		if s.As != "" {
			c.checkAs(at.at("as"), s, given)
		}
		if s.Mob != "" && s.Room == "" && s.In+s.On != "" {
			c.fault(at, "a mob can be put in a room only", `name it as "room"`)
		}
		if m := c.mobs[s.Mob]; m != nil && m.Aggressive && c.rooms[s.Room] != nil && c.rooms[s.Room].Safe {
			c.doubt(at, fmt.Sprintf("the aggressive %q stands in %q, which is safe", s.Mob, s.Room),
				"it will do nothing")
		}
		if s.Worn && s.On == "" {
			c.fault(at.at("worn"), "worn by nobody", `name who wears it as "on"`)
		}
		if s.Buried && (s.Item == "" || s.Room == "") {
			c.fault(at.at("buried"), "only things are buried, and only in rooms", `name both as "item" and "room"`)
		}
		c.checkHolder(at, s)
		c.checkWhen(at.at("when"), s.When, c.tidalOf(s.Room))
		if s.When.IsOfViewer() {
			c.fault(at.at("when"), "the condition of a spawn asks who looks", "nobody does: it may ask for tide and hours")
		}
	})
	each(c, "spawns", c.pack.Spawns, func(at site, s *world.SpawnSpec) { c.checkHeld(at, s) })
	c.checkCircles()
}

// tidalOf returns the tide of a room; nil for none.
func (c *checker) tidalOf(id world.RoomID) *world.TidalSpec {
	if r := c.rooms[id]; r != nil {
		return r.Tidal
	}
	return nil
}

func (c *checker) checkAs(at site, s *world.SpawnSpec, given map[string]site) {
	if first, ok := given[s.As]; ok {
		c.fault(at, fmt.Sprintf("%q is made by another spawn already", s.As),
			fmt.Sprintf("in %s:%d", first.file, first.line()))
	} else {
		given[s.As] = at
	}
	if s.Max > 1 {
		c.fault(at, fmt.Sprintf("%d copies cannot all be %q", s.Max, s.As), `leave out "as" or "max"`)
	}
	i := strings.LastIndexByte(s.As, '-')
	if i < 0 || strings.Trim(s.As[i+1:], "0123456789") != "" || strings.HasPrefix(s.As[i+1:], "0") {
		return
	}
	pattern := world.ProtoID(s.As[:i])
	if c.items[pattern] != nil || c.mobs[pattern] != nil {
		c.fault(at, fmt.Sprintf("%q is how a made %q is numbered", s.As, pattern), "choose another id")
	}
}

// checkHolder checks one spawn against the spawn that makes what holds it.
func (c *checker) checkHolder(at site, s *world.SpawnSpec) {
	it := c.items[s.Item]
	if h := c.spawns[s.In]; h != nil {
		if c.items[h.Item] == nil || c.items[h.Item].Holds == nil {
			c.fault(at.at("in"), fmt.Sprintf("what the spawn %q makes is no container", h.ID), `give the item "holds"`)
		}
		if h.In != "" {
			c.fault(at.at("in"), fmt.Sprintf("what the spawn %q makes lies in a container itself", h.ID),
				"only what lies in none is filled; put that one in a room, or this into the outer one")
		}
		if h.Max > 1 {
			c.doubt(at.at("in"), fmt.Sprintf("the spawn %q makes %d containers", h.ID, h.Max), "only one is filled")
		}
	}
	if h := c.spawns[s.Of]; s.Of != "" {
		switch {
		case s.Item == "" || s.On != "":
			c.fault(at.at("of"), "only things that lie about are somebody's", "leave it out")
		case it != nil && it.Coins:
			c.fault(at.at("of"), "coins are whoever's takes them", "leave it out")
		case h != nil && h.Mob == "":
			c.fault(at.at("of"), fmt.Sprintf("what the spawn %q makes is no mob", h.ID), "things own nothing")
		}
	}
	h := c.spawns[s.On]
	if h == nil {
		return
	}
	if h.Mob == "" {
		c.fault(at.at("on"), fmt.Sprintf("what the spawn %q makes is no mob", h.ID), `things are put "in" a container`)
	}
	if h.Max > 1 {
		c.doubt(at.at("on"), fmt.Sprintf("the spawn %q makes %d mobs", h.ID, h.Max), "only one is equipped")
	}
	if it == nil {
		return
	}
	if it.Fixed {
		c.fault(at.at("on"), fmt.Sprintf("nobody can carry the fixed %q", it.ID), "put it in a room")
	}
	if s.Worn && it.Wear == "" {
		c.fault(at.at("worn"), fmt.Sprintf("the item %q cannot be worn", it.ID), `give it "wear" and where`)
	}
	if s.Worn && s.Max > 1 {
		c.fault(at.at("max"), fmt.Sprintf("one mob cannot wear %d of the same", s.Max), "")
	}
}

// checkHeld checks what one spawn's making holds: as much as fits, and one thing a slot.
func (c *checker) checkHeld(at site, s *world.SpawnSpec) {
	count := 0
	worn := map[world.Slot][]world.SpawnID{}
	for _, x := range c.held[s.ID] {
		if x.In == s.ID {
			count += x.Max
		}
		it := c.items[x.Item]
		if !x.Worn || it == nil || it.Wear == "" {
			continue
		}
		if before := worn[it.Wear]; len(before) > 0 && len(before) >= len(it.Wear.Places()) {
			c.fault(at, fmt.Sprintf("the spawns %q and %q are both worn at %q", before[0], x.ID, it.Wear),
				"one thing a slot, two at a finger or a wrist")
		}
		worn[it.Wear] = append(worn[it.Wear], x.ID)
	}
	it := c.items[s.Item]
	if it != nil && it.Holds != nil && count > it.Holds.Most {
		c.fault(at, fmt.Sprintf("%d things are put in %q, which holds %d", count, it.ID, it.Holds.Most), "")
	}
}

// checkCircles reports spawns that lie in each other. Following holders is a walk along single links, so marking
// each visited spawn with the walk that saw it finds every circle once.
func (c *checker) checkCircles() {
	seen := map[world.SpawnID]int{}
	for i := range c.pack.Spawns {
		walk := i + 1
		for s := &c.pack.Spawns[i]; s != nil; s = c.spawns[s.In+s.On] {
			if seen[s.ID] == walk {
				c.fault(c.ids["spawn"][string(s.ID)], fmt.Sprintf("the spawn %q lies in itself", s.ID),
					"put the outermost in a room")
			}
			if seen[s.ID] != 0 {
				break
			}
			seen[s.ID] = walk
		}
	}
}
