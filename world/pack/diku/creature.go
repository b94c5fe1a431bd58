package diku

import (
	"fmt"
	"slices"
)

// Creatures. The dice of a fight are the same in both games: there a twenty-sided die and 20 - thac0 must reach
// 20 - armour class, here the same die and skill must reach 10 + armour.

// The flags of creatures that a pack can say.
const (
	actSpecial    = 1 << 0
	actSentinel   = 1 << 1
	actScavenger  = 1 << 2
	actAggressive = 1 << 5
	actStayZone   = 1 << 6
	actWimpy      = 1 << 7
	actMemory     = 1 << 11 // these two not in the Merc family
	actHelper     = 1 << 12
	actNoKill     = 1 << 18 // not in the Merc family
)

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
	lowestAC     = -10 // of CircleMUD; what is below counts as this
	plainThac0   = 20
	standing     = 8 // of positions; those below lie, rest or sit
	fightingPose = 7
	positionLies = 4
)

func (c *converter) makeCreatures() {
	for i := range c.area.Creatures {
		m := &c.area.Creatures[i]
		var f fate
		e := c.creature(m, &f)
		c.zoneOf(m.Vnum, m.Path).put("mobs", e)
		c.report.count(Creatures, f)
	}
}

func (c *converter) creature(m *Creature, f *fate) (e fields) {
	article, name := f.named(m.Short, "creature")
	e.add("id", c.id(creatureID, m.Vnum))
	e.add("name", name)
	e.add("a", ident(article))
	e.add("keys", f.words(m.Words))
	desc := sentence(f.tell(prose(m.Desc)), ".!?")
	if desc == "" {
		desc = fmt.Sprintf("You see nothing special about %s.", called(article, name))
	}
	e.add("desc", text(desc))
	e.add("long", text(sentence(f.tell(prose(m.Long)), ".!?")))
	e.add("level", min(max(m.Level, 0), levelMost))
	if m.Level > levelMost || plainThac0-m.Thac0 > skillMost {
		f.lost("more level or skill than a pack allows")
	}
	hp := m.Hit.N*(m.Hit.S+1)/2 + m.Hit.P
	if hp > hpMost {
		f.lost("more hit points than a pack allows")
	}
	e.add("hp", min(max(hp, 1), hpMost))
	e.add("armour", min(max(c.tables.naked-max(m.AC, c.tables.lowest), 0)+m.evades(), armourMost))
	e.add("skill", min(max(plainThac0-m.Thac0, 0), skillMost))
	e.add("damage", dice(m.blows(c.tables.hasty), f))
	switch {
	case m.Verb != "":
		e.add("blow", ident(m.Verb))
	case m.Attack > 0 && m.Attack < len(blows()):
		e.add("blow", ident(blows()[m.Attack]))
	case m.Attack != 0:
		f.idle = append(f.idle, "a blow that only its engine knows")
	}
	shop := c.shops[m.Vnum].entry()
	isGuarded := m.Act&c.tables.noKill != 0 || shop != nil && !c.shops[m.Vnum].isOpenToBlows
	e.add("aggressive", m.Act&actAggressive != 0 && !isGuarded)
	e.add("guarded", isGuarded)
	e.add("bank", c.procedure("MOB", m.Vnum) == procBank)
	e.add("trade", shop)
	e.add("figures", c.align(m))
	e.add("hates", c.hates(m, isGuarded, f))
	e.add("serves", c.tables.serves(m.Affected))
	e.add("auras", c.tables.auras(m.Affected))
	inert := c.behaves(&e, m, f, isGuarded)
	c.hang(&e, f, m.Triggers)
	c.special(&e, m, f)
	e.add("was", c.creatureWas(m, f, inert))
	return e
}

// creatureWas keeps what a pack cannot say of a creature.
func (c *converter) creatureWas(m *Creature, f *fate, inert []string) (was fields) {
	was.add("from", m.from(m.Vnum))
	act := m.Act
	if c.isServed(m.Vnum) {
		act &^= actSpecial
	}
	was.add("flags", append(f.marked(act, &c.tables.creatures), inert...))
	was.add("effects", f.marked(m.Affected, &c.tables.effects))
	if m.Sex != 0 {
		was.add("sex", []string{"neutral", "male", "female"}[min(max(m.Sex, 0), 2)])
		f.idle = append(f.idle, "male or female")
	}
	if m.Position < standing && m.Position >= positionLies && m.lies() == "" {
		was.add("position", []string{"sleeping", "resting", "sitting", "fighting"}[m.Position-positionLies])
	}
	if m.Usual != m.Position {
		was.add("usual", m.Usual)
		f.idle = append(f.idle, "another position to which it returns")
	}
	was.add("abilities", slices.Clone(m.Abilities))
	if len(m.Abilities) > 0 {
		f.idle = append(f.idle, "abilities and saves")
	}
	was.add("experience", m.Exp)
	if m.Exp != 0 {
		f.idle = append(f.idle, "experience")
	}
	f.beyond(&m.beyond, &was)
	was.add("shops", c.trades[m.Vnum])
	was.add("triggers", numbersOf(m.Triggers))
	return was
}
