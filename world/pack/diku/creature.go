package diku

import (
	"fmt"
	"slices"
)

// Creatures. The dice of a fight are the same in both games: there a twenty-sided die and 20 - thac0 must reach
// 20 - armour class, here the same die and skill must reach 10 + armour.

// The flags of creatures that a pack can say.
const (
	actSentinel   = 1 << 1
	actAggressive = 1 << 5
	actNoKill     = 1 << 18
)

// creatureMarks are the other flags by their bits.
func creatureMarks() [flagBits]mark {
	return [flagBits]mark{
		0: {"a special procedure", false}, 2: {"picks things up", false}, 4: {"aware", true}, 6: {"stays in its zone", true},
		7: {"flees", false}, 8: {"attacks the evil", false}, 9: {"attacks the good", false},
		10: {"attacks the neutral", false}, 11: {"remembers who attacked it", false}, 12: {"helps its kind", false},
		13: {"cannot be charmed", true},
		14: {"cannot be summoned", true}, 15: {"cannot be put to sleep", true}, 16: {"cannot be bashed", true},
		17: {"cannot be blinded", true},
	}
}

// effectMarks are what it is affected by, by bits as tbaMUD counts them.
func effectMarks() [flagBits]mark {
	return [flagBits]mark{
		1: {"blind", false}, 2: {"invisible", false}, 3: {"knows alignments", true}, 4: {"sees the invisible", true},
		5: {"sees magic", true}, 6: {"senses life", true}, 7: {"walks on water", true}, 8: {"sanctuary", false},
		10: {"cursed", true}, 11: {"sees in the dark", true}, 12: {"poisoned", false}, 13: {"safe from evil", true},
		14: {"safe from good", true}, 15: {"asleep", true}, 16: {"cannot be tracked", true}, 17: {"flies", true},
		18: {"scuba", true}, 19: {"sneaks", false}, 20: {"hides", false}, 22: {"charmed", true},
	}
}

// blows are how a creature strikes with bare hands, by number; the first is what a pack says anyway.
func blows() []string {
	return []string{
		"", "sting", "whip", "slash", "bite", "bludgeon", "crush", "pound", "claw", "maul", "thrash", "pierce", "blast",
		"punch", "stab",
	}
}

// Bounds and measures of creatures.
const (
	hpMost       = 10_000
	levelMost    = 100
	skillMost    = 50
	nakedAC      = 10
	lowestAC     = -10 // what is below counts as this
	plainThac0   = 20
	standing     = 8 // of positions; those below lie, rest or sit
	positionLies = 4
)

func (c *converter) makeCreatures() {
	for i := range c.area.Creatures {
		m := &c.area.Creatures[i]
		var f fate
		e := c.creature(m, &f)
		c.zoneOf(m.Vnum).put("mobs", e)
		c.report.count(Creatures, f)
	}
}

func (c *converter) creature(m *Creature, f *fate) (e fields) {
	article, name := named(m.Short, "creature")
	e.add("id", c.id("m", m.Vnum))
	e.add("name", name)
	e.add("a", ident(article))
	e.add("keys", words(m.Words))
	desc := sentence(f.tell(prose(m.Desc)), ".!?")
	if desc == "" {
		desc = fmt.Sprintf("You see nothing special about %s.", called(article, name))
	}
	e.add("desc", text(desc))
	e.add("long", text(sentence(f.tell(prose(m.Long)), ".!?")))
	e.add("level", min(max(m.Level, 0), levelMost))
	hp := m.Hit.N*(m.Hit.S+1)/2 + m.Hit.P
	if hp > hpMost {
		f.lost("more hit points than a pack allows")
	}
	e.add("hp", min(max(hp, 1), hpMost))
	e.add("armour", max(nakedAC-max(m.AC, lowestAC), 0))
	e.add("skill", min(max(plainThac0-m.Thac0, 0), skillMost))
	e.add("damage", dice(m.Blow, f))
	if m.Attack > 0 && m.Attack < len(blows()) {
		e.add("blow", ident(blows()[m.Attack]))
	}
	shop := c.shops[m.Vnum]
	isGuarded := m.Act&actNoKill != 0 || len(shop) > 0
	e.add("aggressive", m.Act&actAggressive != 0 && !isGuarded)
	e.add("guarded", isGuarded)
	if len(shop) > 0 {
		var mind fields
		mind.add("sells", shop)
		e.add("mind", mind)
	}
	e.add("was", c.creatureWas(m, f))
	return e
}

// creatureWas keeps what a pack cannot say of a creature.
func (c *converter) creatureWas(m *Creature, f *fate) (was fields) {
	was.add("from", m.from(m.Vnum))
	flags := f.marked(m.Act, creatureMarks())
	if m.Act&actSentinel == 0 {
		f.lost("wanders")
		flags = append(flags, "wanders")
	}
	was.add("flags", flags)
	was.add("effects", f.marked(m.Affected, effectMarks()))
	was.add("alignment", m.Alignment)
	if m.Alignment != 0 {
		f.idle = append(f.idle, "alignment")
	}
	if m.Sex != 0 {
		was.add("sex", []string{"neutral", "male", "female"}[min(max(m.Sex, 0), 2)])
		f.idle = append(f.idle, "male or female")
	}
	if m.Position < standing && m.Position >= positionLies {
		was.add("position", []string{"sleeping", "resting", "sitting", "fighting"}[m.Position-positionLies])
		f.lost("sleeps, rests or sits")
	}
	was.add("abilities", slices.Clone(m.Abilities))
	if len(m.Abilities) > 0 {
		f.idle = append(f.idle, "abilities and saves")
	}
	was.add("experience", m.Exp)
	if m.Exp != 0 {
		f.idle = append(f.idle, "experience")
	}
	was.add("shops", c.trades[m.Vnum])
	was.add("triggers", c.triggers(f, m.Triggers))
	return was
}
