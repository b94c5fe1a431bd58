package pack

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
)

func doors() kind {
	return entry(kind{
		key: "doors", one: "door", about: "A door, gate or hatch. One or two exits name it.", check: checkDoors,
	}, func(p *world.Pack) *[]world.DoorSpec { return &p.Doors }, []field{
		{"id", newID("door"), "Its id."},
		{"name", name(), `Its name without an article: "oak door".`},
		{"keys", typed(), "Further words for it."},
		{"closed", flag(), "It begins closed."},
		{"locked", flag(), "It begins locked, which needs closed and key."},
		{"key", idOf("item"), "The item that locks and unlocks it. Left out: it cannot be locked."},
		{"resets", seconds(), "After this long it returns to how it began. 0: never."},
	})
}

// side is one exit that a door stands in.
type side struct {
	from world.RoomID
	exit world.ExitSpec
	at   site
}

func checkDoors(c *checker) {
	sides := map[world.DoorID][]side{}
	each(c, "rooms", c.pack.Rooms, func(at site, r *world.RoomSpec) {
		for i, x := range r.Exits {
			if x.Door != "" {
				sides[x.Door] = append(sides[x.Door], side{r.ID, x, at.at("exits").nth(i).at("door")})
			}
		}
	})
	each(c, "doors", c.pack.Doors, func(at site, d *world.DoorSpec) {
		c.checkLock(at, "door", lock{lid: true, closed: d.Closed, locked: d.Locked, key: d.Key})
		c.noArticle(at, d.Name)
		c.checkSides(at, d.ID, sides[d.ID])
	})
}

func (c *checker) checkSides(at site, id world.DoorID, s []side) {
	if id == "" {
		return
	}
	switch len(s) {
	case 0:
		c.fault(at, fmt.Sprintf("no exit has the door %q", id), `name it as "door" of the exits on both of its sides`)
	case 1:
		if back, ok := c.wayBack(s[0]); ok && back.Door == "" {
			c.doubt(s[0].at, fmt.Sprintf("the door %q is on one side only", id),
				fmt.Sprintf("the exit %s of %q passes it by", back.Dir, s[0].exit.To))
		}
	case 2:
		a, b := s[0], s[1]
		if a.exit.To != b.from || b.exit.To != a.from {
			c.fault(b.at, fmt.Sprintf("the door %q stands in exits that do not meet", id),
				fmt.Sprintf("also %s of %q to %q, in %s:%d", a.exit.Dir, a.from, a.exit.To, a.at.file, a.at.line()))
		}
	default:
		c.fault(s[2].at, fmt.Sprintf("the door %q is in %d exits", id, len(s)), "a door has two sides")
	}
}

func (c *checker) wayBack(s side) (world.ExitSpec, bool) {
	to := c.rooms[s.exit.To]
	if to == nil {
		return world.ExitSpec{}, false
	}
	for _, x := range to.Exits {
		if x.To == s.from && x.Dir == s.exit.Dir.Opposite() {
			return x, true
		}
	}
	return world.ExitSpec{}, false
}

// lock is what doors and containers have in common.
type lock struct {
	lid, closed, locked bool
	key                 world.ProtoID
}

func (c *checker) checkLock(at site, what string, l lock) {
	if l.locked && l.key == "" {
		c.fault(at.at("locked"), fmt.Sprintf("a locked %s without a key", what), `name the item as "key"`)
	}
	if l.locked && !l.closed {
		c.fault(at.at("locked"), fmt.Sprintf("a locked %s that is not closed", what), `add "closed: true"`)
	}
	if !l.lid && (l.closed || l.locked || l.key != "") {
		c.fault(at, fmt.Sprintf("a %s without a lid cannot be closed or locked", what), `add "lid: true"`)
	}
	if l.key != "" {
		c.checkObtainable(at.at("key"), l.key, "key")
	}
}
