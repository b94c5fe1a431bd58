package diku

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
)

// Marks are what flags say that a pack cannot: by their bits, for each family of engines.

// flagBits is how many flags a word has.
const flagBits = 32

// mark is what a flag is called, and whether it can do anything here. One without a name is not known; one called
// said needs no mark, for the entry says it.
type mark struct {
	name   string
	isIdle bool
}

const (
	said       = "-"
	noSuchFlag = "a flag that only its engine knows"
	noSuchDoor = "a kind of door that only its engine knows"
	atRunTime  = "a mark of its engine while it runs"
	noDoubles  = "a second way in one direction"
	neverDone  = ", which its engine never has it do"
)

// tables are the marks of a family.
type tables struct {
	rooms, creatures, effects, things [flagBits]mark
	peaceful, noKill                  uint64 // flags of rooms and creatures
	remembers, helps                  uint64 // of creatures; 0 where an engine has none
	silent, private, solitary         uint64 // of rooms; likewise
	alone                             int    // people who fit into a solitary room
	warded, blind                     uint64 // of what creatures are affected by
	sneaks, hides, reveals            uint64 // of what creatures and wearers are affected by
	clings                            uint64 // of things
	hasty                             uint64 // of what creatures are affected by; 0 where an engine has none
	bars                              []barBit
	passes                            []passBit
	steps                             int // seconds from one step of a creature that wanders to the next, on average
	naked, lowest                     int // armour classes; what is below the lowest counts as it
}

func (d Dialect) tables() tables {
	if d == ROM {
		return tables{
			rooms: romRoomMarks(), creatures: romCreatureMarks(), effects: romEffectMarks(), things: romThingMarks(),
			peaceful: 1 << 10, noKill: 1<<9 | 1<<10 | 1<<26 | 1<<27 | 1<<29, naked: nakedAC, lowest: nakedAC - armourMost,
			steps: romSteps, private: 1 << 9, solitary: 1 << 11, alone: 1, sneaks: 1 << 15, clings: 1 << 7,
			hasty: 1 << 21, warded: 1 << 7, blind: 1, hides: 1<<1 | 1<<16, reveals: 1<<3 | 1<<5,
			bars:   barBits(),
			passes: []passBit{{1 << 19, world.PassBoat}, {1 << 19, world.PassFlight}},
		}
	}
	return tables{
		rooms: roomMarks(), creatures: creatureMarks(), effects: effectMarks(), things: thingMarks(),
		peaceful: roomPeaceful, noKill: actNoKill, naked: nakedAC, lowest: lowestAC,
		remembers: actMemory, helps: actHelper, steps: circleSteps, silent: 1 << 5, solitary: 1 << 8, alone: tunnelFits,
		warded: 1 << 8, blind: 1 << 1,
		sneaks: 1 << 19, hides: 1<<2 | 1<<20, reveals: 1<<4 | 1<<6, clings: 1 << 7,
		bars:   append(barBits(), classBits()...),
		passes: []passBit{{1 << 7, world.PassBoat}, {1 << 17, world.PassFlight}, {1 << 18, world.PassAir}},
	}
}

// passBit is an effect by which one passes where others cannot.
type passBit struct {
	bit uint64
	as  world.Passage
}

// serves lists where effects let whoever they are upon pass.
func (t *tables) serves(effects uint64) (out []string) {
	for _, p := range t.passes {
		if effects&p.bit != 0 {
			out = append(out, string(p.as))
		}
	}
	return out
}

// auras lists what effects make of a creature.
func (t *tables) auras(effects uint64) (out []string) {
	if effects&t.warded != 0 {
		out = append(out, string(world.AuraWarded))
	}
	if effects&t.blind != 0 {
		out = append(out, string(world.AuraBlind))
	}
	return out
}

// barred are the flags of things that are not for some.
func (t *tables) barred() (bits uint64) {
	for _, b := range t.bars {
		bits |= b.bit
	}
	return bits
}

// beyondPasses are the effects that do anything else.
func (t *tables) beyondPasses(effects uint64) uint64 {
	for _, p := range t.passes {
		effects &^= p.bit
	}
	return effects &^ t.reveals
}

// tunnelFits is for how many people CircleMUD and tbaMUD have room in a tunnel, unless they are told otherwise.
const tunnelFits = 2

// marked sorts flags into what a record loses and what does nothing, and returns their names.
func (f *fate) marked(bits uint64, marks *[flagBits]mark) (names []string) {
	for bit, m := range marks {
		if m.name == said || bits&(1<<bit) == 0 {
			continue
		}
		if m.name == "" {
			m = mark{noSuchFlag, true}
			names = append(names, fmt.Sprint("bit ", bit))
		} else {
			names = append(names, m.name)
		}
		f.mark(m)
	}
	return names
}

func (f *fate) mark(m mark) {
	if m.isIdle {
		f.idle = append(f.idle, m.name)
	} else {
		f.lost(m.name)
	}
}

// beyond counts what only the record's engine has, and keeps it.
func (f *fate) beyond(b *beyond, was *fields) {
	for _, m := range b.marks {
		f.mark(m)
	}
	*was = append(*was, b.kept...)
}

func lost(name string) mark { return mark{name, false} }
func idle(name string) mark { return mark{name, true} }

// roomMarks are the flags of rooms in CircleMUD and tbaMUD.
func roomMarks() [flagBits]mark {
	return [flagBits]mark{
		0: idle(said), 1: lost("death trap"), 2: idle(said), 3: idle(said), 4: idle(said),
		5: idle(said), 6: idle("cannot be tracked"), 7: idle("no magic"), 8: idle(said),
		9: idle("no magic leads into it while two are there"), 10: lost("for gods only"), 11: lost("house"),
		12: idle(atRunTime), 13: lost("atrium"),
		14: idle(atRunTime), 15: idle(atRunTime), 16: idle("on a map of the world"),
	}
}

// creatureMarks are those of creatures.
func creatureMarks() [flagBits]mark {
	return [flagBits]mark{
		0: lost("a special procedure"), 1: idle(said), 2: idle(said), 3: idle(said), 4: idle("aware"),
		5: idle(said), 6: idle(said), 7: idle(said), 8: idle(said),
		9: idle(said), 10: idle(said), 11: idle(said),
		12: idle(said), 13: idle("cannot be charmed"), 14: idle("cannot be summoned"),
		15: idle("cannot be put to sleep"), 16: idle("cannot be bashed"), 17: idle("cannot be blinded"), 18: idle(said),
		19: idle(atRunTime),
	}
}

// effectMarks are what a creature is affected by, by bits as tbaMUD counts them.
func effectMarks() [flagBits]mark {
	return [flagBits]mark{
		0: idle(said), 1: idle(said), 2: idle(said), 3: idle("knows alignments"), 4: idle("sees the invisible"),
		5: idle("sees magic"), 6: idle("senses life"), 7: idle(said), 8: idle(said),
		9: idle(atRunTime), 10: idle("cursed"), 11: idle("sees in the dark"), 12: lost("poisoned"),
		13: idle("safe from evil"), 14: idle("safe from good"), 15: idle("asleep"), 16: idle("cannot be tracked"),
		17: idle(said), 18: idle(said), 19: idle(said), 20: idle(said), 22: idle("charmed"),
	}
}

// thingMarks are the flags of things.
func thingMarks() [flagBits]mark {
	return [flagBits]mark{
		0: idle("glows"), 1: idle("hums"), 2: idle("cannot be rented"), 3: idle("cannot be donated"),
		4: idle("cannot be made invisible"), 5: lost("invisible"), 6: idle("magic"), 7: idle(said),
		8: idle("blessed"), 9: idle(said), 10: idle(said), 11: idle(said), 12: idle(said), 13: idle(said), 14: idle(said),
		15: idle(said), 16: idle("no shop buys it"), 17: idle("for a quest"),
	}
}

// romRoomMarks and the next three are those of ROM 2.4, and of Merc 2.1 as far as it has them.
func romRoomMarks() [flagBits]mark {
	return [flagBits]mark{
		0: idle(said), 2: idle(said), 3: idle(said), 9: idle(said), 10: idle(said),
		11: idle(said), 12: lost("sells animals"), 13: idle("no recall"), 14: lost("for gods only"),
		15: lost("for gods only"), 16: lost("for heroes only"), 17: lost("for beginners only"), 18: idle("under the law"),
		19: idle("found by no magic"),
	}
}

func romCreatureMarks() [flagBits]mark {
	return [flagBits]mark{
		0: idle(said), 1: idle(said), 2: idle(said), 5: idle(said), 6: idle(said),
		7: idle(said), 8: lost("follows who buys it"), 9: lost("trains people"), 10: lost("teaches people"),
		14: idle("undead"), 16: idle("cleric"), 17: idle("mage"), 18: idle("thief"), 19: idle("warrior"),
		20: idle("without alignment"), 21: idle("cannot be purged"), 22: idle("keeps outdoors"),
		24: idle("keeps indoors"), 26: lost("heals people"), 27: lost("teaches people"),
		28: idle("acts where nobody is near"), 29: lost("changes money"),
	}
}

func romEffectMarks() [flagBits]mark {
	return [flagBits]mark{
		0: idle(said), 1: idle(said), 2: idle("knows alignments"), 3: idle("sees the invisible"),
		4: idle("sees magic"), 5: idle("sees the hidden"), 6: idle("knows alignments"), 7: idle(said),
		8: lost("easier to hit"), 9: idle("sees in the dark"), 10: idle("cursed"), 12: lost("poisoned"),
		13: idle("safe from evil"), 14: idle("safe from good"), 15: idle(said), 16: idle(said), 17: idle("asleep"),
		18: idle("charmed"), 19: idle(said), 20: lost("passes closed doors"), 21: idle(said),
		22: lost("calm"), 23: lost("carries a plague"), 24: lost("weakened"), 25: idle("sees in the dark"),
		26: lost("berserk"), 27: idle("swims"), 28: lost("heals fast"), 29: lost("strikes less often"),
	}
}

func romThingMarks() [flagBits]mark {
	return [flagBits]mark{
		0: idle("glows"), 1: idle("hums"), 2: idle("dark"), 3: idle("locks"), 4: idle("evil"), 5: lost("invisible"),
		6: idle("magic"), 7: idle(said), 8: idle("blessed"), 9: idle(said),
		10: idle(said), 11: idle(said), 12: lost("cannot be taken off"),
		13: idle("a ware"), 14: idle("cannot be purged"), 15: lost("rots when its owner dies"),
		16: lost("seen when its owner dies"), 18: idle("no metal"), 19: idle("cannot be located"),
		20: lost("melts when it is dropped"), 21: idle(atRunTime), 22: idle("gone when it is sold"),
		24: idle("does not burn"), 25: idle("keeps its curse"),
	}
}

// romBlowMarks are a creature's ways to fight (off), by bits.
func romBlowMarks() [flagBits]mark {
	return [flagBits]mark{
		0: lost("strikes all around"), 1: idle("stabs in the back, which its engine lets nobody do in a fight"),
		2: lost("bashes"), 3: lost("goes berserk"), 4: lost("disarms"), 5: idle(said), 6: idle("fades" + neverDone),
		7: idle(said), 8: lost("kicks"), 9: lost("kicks dirt"), 10: idle(said), 11: idle("rescues" + neverDone),
		12: idle("strikes with its tail" + neverDone), 13: lost("trips"), 14: idle("crushes" + neverDone), 15: idle(said),
		16: idle(said), 17: idle(said), 18: lost("helps players"), 19: idle("helps guards" + neverDone), 20: idle(said),
	}
}

// romHarms are what a creature may be immune to, resist, or be hurt by more than others, by bits.
func romHarms() [flagBits]mark {
	return [flagBits]mark{
		0: idle("summoning"), 1: idle("charm"), 2: idle("magic"), 3: lost("weapons"), 4: lost("bashing"),
		5: lost("piercing"), 6: lost("slashing"), 7: lost("fire"), 8: lost("cold"), 9: lost("lightning"), 10: lost("acid"),
		11: lost("poison"), 12: lost("negative energy"), 13: lost("holiness"), 14: lost("energy"), 15: lost("mental force"),
		16: lost("disease"), 17: lost("drowning"), 18: lost("light"), 19: lost("sound"), 23: lost("wood"),
		24: lost("silver"), 25: lost("iron"),
	}
}

// romWeaponMarks are what a weapon's flags say.
func romWeaponMarks() [flagBits]mark {
	return [flagBits]mark{
		0: lost("burns whom it strikes"), 1: lost("chills whom it strikes"), 2: lost("drains whom it strikes"),
		3: lost("sharp"), 4: lost("vorpal"), 5: lost("wants two hands"), 6: lost("shocks whom it strikes"),
		7: lost("poisons whom it strikes"),
	}
}
