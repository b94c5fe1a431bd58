package pack

import (
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type bodyCheck struct {
	faults

	m *world.MobSpec
}

// bodyFaults returns what is wrong with a pattern that is a body for guests. items are those of the pack, makers the
// spawns that make such a creature.
func bodyFaults(m *world.MobSpec, items map[world.ProtoID]*world.ItemSpec, makers []*world.SpawnSpec) []fault {
	c := &bodyCheck{m: m}
	c.name()
	c.creature()
	c.kit(items)
	if len(makers) > 0 {
		c.fault("ready", -1, fmt.Sprintf("the spawn %q makes it, and it is for guests", makers[0].ID),
			"leave out one of the two")
	}
	return c.out
}

// name wants a character's name, under which it has a character's id.
func (c *bodyCheck) name() {
	low := strings.ToLower(c.m.Name)
	if len(low) < world.NameRunesMin || len(low) > world.NameRunesMax || strings.Trim(low, letters) != "" {
		c.fault("name", -1, fmt.Sprintf("%q is no name of a character", c.m.Name),
			fmt.Sprintf("it has %d to %d letters from a to z", world.NameRunesMin, world.NameRunesMax))
		return
	}
	if want := world.PlayerPrefix + low; string(c.m.ID) != want {
		c.fault("id", -1, fmt.Sprintf("%q is not the id of a character called %s", c.m.ID, c.m.Name),
			fmt.Sprintf("write %q", want))
	}
	if c.m.A != "none" {
		c.fault("name", -1, "a character's name has no article", `add "a: none"`)
	}
}

const letters = "abcdefghijklmnopqrstuvwxyz"

// creature refuses what only creatures have.
func (c *bodyCheck) creature() {
	for _, has := range []struct {
		key string
		is  bool
	}{
		{"long", c.m.Long != ""}, {"armour", c.m.Armour != 0}, {"skill", c.m.Skill != 0},
		{"damage", c.m.Damage != world.Dice{}}, {"speed", c.m.Speed != 0}, {"blow", c.m.Blow != ""},
		{"aggressive", c.m.Aggressive}, {"guarded", c.m.Guarded}, {"says", len(c.m.Says) > 0}, {"keeps", c.m.Keeps != nil},
		{"plays", c.m.Plays != nil}, {"mind", c.m.Mind != nil}, {"trade", c.m.Trade != nil},
		{"wanders", c.m.Wanders != nil}, {"flees", c.m.Flees != 0},
		{"helps", len(c.m.Helps) > 0}, {"scavenges", c.m.Scavenges}, {"remembers", c.m.Remembers},
		{"on", len(c.m.On) > 0},
	} {
		if has.is {
			c.fault(has.key, -1, "a body for guests is a character, and this is for creatures", "leave it out")
		}
	}
}

func (c *bodyCheck) kit(items map[world.ProtoID]*world.ItemSpec) {
	kit := c.m.Ready.Kit
	if len(kit) > world.KitMost {
		c.fault("ready", -1, fmt.Sprintf("it is given %d things", len(kit)), fmt.Sprintf("at most %d", world.KitMost))
	}
	worn := map[world.Slot][]world.ProtoID{}
	for _, k := range kit {
		it := items[k.Item]
		switch {
		case it == nil: // reported already
		case it.Fixed, it.Coins:
			c.fault("ready", -1, fmt.Sprintf("nobody carries the %s %q", it.Name, it.ID), `coins are "coins"`)
		case k.Worn && it.Wear == "":
			c.fault("ready", -1, fmt.Sprintf("the %s %q cannot be worn or wielded", it.Name, it.ID), `leave out "worn"`)
		case k.Worn && len(worn[it.Wear]) >= len(it.Wear.Places()):
			c.fault("ready", -1, fmt.Sprintf("%q and %q are worn in one place", worn[it.Wear][0], it.ID),
				"choose one of them")
		case k.Worn:
			worn[it.Wear] = append(worn[it.Wear], it.ID)
		}
	}
}
