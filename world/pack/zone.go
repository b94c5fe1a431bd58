package pack

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
)

func zones() kind {
	return entry(kind{
		key: "zones", one: "zone", check: checkZones,
		about: "What the rooms of a zone have in common. A zone needs no entry: without one it is open, and every builder " +
			"builds in it.",
	}, func(p *world.Pack) *[]world.ZoneSpec { return &p.Zones }, []field{
		{"id", newID("zone"), "Its id: the zone of the rooms in lower case, a hyphen for what is no letter or digit."},
		{"name", name(), `What people call it: "The Marsh".`},
		{"desc", text(), "What they are told who ask where to go."},
		{"from", whole(0, world.ZoneLevelMost), "The lowest level for which it is meant."},
		{"to", whole(0, world.ZoneLevelMost), "The highest. Left out: there is none."},
		{"builders", people(), "The characters who may change it. Left out: all builders."},
		{"locked", flag(), "Only wizards change it."},
		{"closed", flag(), "Nobody walks in but those who may change it, and the testers."},
		{"testers", people(), "The characters who walk in while it is closed, and change nothing."},
		{"resets", oneOf(world.ZoneResets()...), "Empty: its spawns wait until no player is there. Never: nothing that is " +
			"gone is made again. Left out: as each spawn says."},
	})
}

// people is a class of characters' names.
func people() class {
	c := name()
	c.shown, c.flat = "names of characters", true
	return c
}

func checkZones(c *checker) {
	has := map[world.ZoneID]bool{}
	for i := range c.pack.Rooms {
		has[world.ZoneKey(c.pack.Rooms[i].Zone)] = true
	}
	start := world.ZoneID("")
	if r := c.rooms[c.pack.Start]; r != nil {
		start = world.ZoneKey(r.Zone)
	}
	each(c, "zones", c.pack.Zones, func(at site, z *world.ZoneSpec) {
		if !has[z.ID] && !c.imported[at.file] {
			c.doubt(at, fmt.Sprintf("no room is in the zone %q", z.ID), `write "zone: its name" at the top of a file of rooms`)
		}
		if z.To != 0 && z.To < z.From {
			c.fault(at.at("to"), fmt.Sprintf("levels from %d to %d", z.From, z.To), "the higher one last")
		}
		if z.Closed && z.ID == start {
			c.fault(at.at("closed"), "people arrive in a closed zone", "start elsewhere, or open it")
		}
		if len(z.Testers) > 0 && !z.Closed {
			c.doubt(at.at("testers"), "an open zone has testers", "everybody walks in")
		}
	})
}
