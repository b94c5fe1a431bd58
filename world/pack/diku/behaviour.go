package diku

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// What creatures do by themselves: it is said of them as it was, but for those that nobody can attack, who attack
// nobody.

// How the engines let creatures behave. CircleMUD moves each once in ten seconds, by an exit that it finds with a die
// of nineteen; ROM every four, and seven times of eight not at all. Both let the wimpy run below a fifth of their hit
// points.
const (
	circleSteps = 60  // seconds from step to step, with three ways out
	romSteps    = 300 // the same in ROM
	wimpyFlees  = 20  // per cent
	helpsMost   = 200 // patterns that a list holds
)

// The ways to fight (off) of a ROM creature by which it helps others.
const (
	romHelpsAll  = 1 << 15
	romHelpsVnum = 1 << 20
	romHelpsSide = 1 << 16
	romHelpsRace = 1 << 17
	helpsOthers  = "helps others"
)

// behaves says of a creature what it does by itself, and returns what of it is kept as a mark alone.
func (c *converter) behaves(e *fields, m *Creature, f *fate, isGuarded bool) (inert []string) {
	lose := func(why string) {
		f.lost(why)
		inert = append(inert, why)
	}
	rest := func(why string) {
		f.idle = append(f.idle, why)
		inert = append(inert, why)
	}
	switch {
	case m.Act&actSentinel != 0:
	default:
		e.add("wanders", fields{{"every", c.tables.steps}, {"far", m.Act&actStayZone == 0}}.trimmed())
	}
	switch { // whom nobody can fight never runs
	case m.Act&actWimpy == 0:
	case isGuarded:
		rest("flees")
	default:
		e.add("flees", wimpyFlees)
	}
	switch helps := c.helps(m); {
	case len(helps) == 0:
	case isGuarded:
		lose(helpsOthers)
	default:
		e.add("helps", helps)
	}
	switch {
	case m.Act&actScavenger == 0 && c.procedure("MOB", m.Vnum) != procJanitor:
	case isGuarded:
		lose("picks things up")
	default:
		e.add("scavenges", true)
	}
	switch {
	case m.Act&c.tables.remembers == 0:
	case isGuarded:
		rest("remembers who attacked it")
	default:
		e.add("remembers", true)
	}
	e.add("sneaks", m.Affected&c.tables.sneaks != 0)
	e.add("hides", m.Affected&c.tables.hides != 0)
	e.add("lies", ident(m.lies()))
	return inert
}

// lies is how a creature is there while nobody disturbs it.
func (c *Creature) lies() world.Pose {
	if c.Position < positionLies || c.Position >= fightingPose {
		return ""
	}
	return world.Poses()[c.Position-positionLies]
}

// trimmed leaves out what is not so.
func (f fields) trimmed() (out fields) {
	for _, p := range f {
		out.add(p.key, p.value)
	}
	return out
}

// helps lists whom a creature helps: all those of its zone that can be attacked, those of its side or race there, or
// its own kind.
func (c *converter) helps(m *Creature) (out []string) {
	isAll := m.Act&c.tables.helps != 0 || m.can[0]&romHelpsAll != 0
	if m.can[0]&romHelpsVnum != 0 && !isAll {
		out = append(out, string(c.id(creatureID, m.Vnum)))
	}
	if !isAll && m.can[0]&(romHelpsSide|romHelpsRace) == 0 {
		return out
	}
	for _, v := range c.folkOf(c.zoneOf(m.Vnum, m.Path)) {
		o := c.creatures[v]
		if !isAll && (o == nil || (m.can[0]&romHelpsSide == 0 || m.side() != o.side()) &&
			(m.can[0]&romHelpsRace == 0 || m.race != o.race)) {
			continue
		}
		if id := string(c.id(creatureID, v)); len(out) < helpsMost && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// folkOf lists the creatures of a zone that can be attacked.
func (c *converter) folkOf(z *zone) []Vnum {
	if c.folk == nil {
		c.folk = map[*zone][]Vnum{}
		for i := range c.area.Creatures {
			o := &c.area.Creatures[i]
			if o.Act&c.tables.noKill == 0 && (!c.keeps(o.Vnum) || c.shops[o.Vnum].isOpenToBlows) {
				home := c.zoneOf(o.Vnum, o.Path)
				c.folk[home] = append(c.folk[home], o.Vnum)
			}
		}
	}
	return c.folk[z]
}
