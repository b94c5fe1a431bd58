package diku

import (
	"fmt"
	"strings"
)

// The records of rooms, creatures and things, as ROM 2.4 reads them (src/db.c and src/db2.c), and as Merc 2.1 does:
// which of the two forms a record has is told from what stands in it.

func (m *merc) room(v Vnum) Room {
	const meant = "area, flags and sector"
	r := Room{
		Origin: m.origin(), Vnum: v, Name: m.words("the room's name"), Desc: m.words("its description"),
	}
	m.number(meant) // of the area: the file says it
	r.Flags = m.flags(meant)
	r.sector(m.number(meant))
	for m.stream.fault == nil {
		const meant = "D and a direction, E, H, M, C, O, or S at the end of the room"
		switch c := m.letter(meant); c {
		case 'S':
			return r
		case 'D':
			r.put(m.exit())
		case 'E':
			r.Extras = append(r.Extras, m.extra())
		case 'H':
			r.rate("heal", "heals at a pace of its own", m.number("how fast one heals here, in a hundred"))
		case 'M':
			r.rate("mana", "gives mana at a pace of its own", m.number("how fast mana comes back here, in a hundred"))
		case 'C':
			r.keep("clan", label(m.words("whose clan's it is")))
			r.lost("a clan's own")
		case 'O':
			r.keep("owner", label(m.words("whose room it is")))
			r.lost("somebody's own")
		default:
			m.stream.fail(fmt.Sprintf("%q within a room", string(c)), meant)
		}
	}
	return r
}

// rate keeps how fast something comes back in a room; 100 is the usual.
func (r *Room) rate(key, what string, n int) {
	if n != 100 { //nolint:mnd // hundredths
		r.keep(key, n)
		r.idle(what)
	}
}

// The sectors that ROM numbers otherwise than CircleMUD, or that are not there.
const (
	romUnused    = 8
	romAir       = 9
	romDesert    = 10
	sectorField  = 2
	sectorFlying = 8
)

func (r *Room) sector(n int) {
	switch n {
	case romAir:
		n = sectorFlying
	case romUnused:
		n = -1
	case romDesert:
		n = sectorField
		r.keep("terrain", "desert")
		r.idle("desert")
	}
	r.Sector = n
}

func (m *merc) exit() Exit {
	const meant = "locks, key and room"
	x := Exit{Dir: m.number("a direction, 0 to 5")}
	if x.Dir < 0 || x.Dir > 9 {
		m.stream.fail(fmt.Sprintf("%d is no direction", x.Dir), "0 to 5")
	}
	x.Desc, x.Word = m.words("the look of an exit"), m.words("the words for its door")
	locks := m.number(meant)
	x.Key, x.To = Vnum(m.number(meant)), Vnum(m.number(meant))
	switch locks {
	case 0:
	case 1, 2:
		x.Kind = locks
	case 3, 4: //nolint:mnd // 3 and 4 are 1 and 2, through which no magic leads
		x.Kind = locks - 2
		x.idle("no magic leads through its door")
	default: // as the server has it: what it does not know is no door
		x.idle(noSuchDoor)
	}
	return x
}

func (m *merc) extra() Extra {
	return Extra{Words: m.words("the words for a detail"), Desc: m.words("the look of a detail")}
}

// isText reports whether a text ends on this line, where otherwise numbers stand.
func (m *merc) isText() bool {
	m.blank()
	return strings.Contains(firstLine(m.text[m.at:min(len(m.text), m.at+textBytesMax)]), "~")
}

func (m *merc) creature(v Vnum) Creature {
	c := Creature{
		Origin: m.origin(), Vnum: v, Words: m.words("the creature's words"), Short: m.words("its name"),
		Long: m.words("how it stands"), Desc: m.words("its description"),
	}
	if !m.isText() {
		m.oldCreature(&c)
		return c
	}
	const flags = "flags, affected, alignment and group"
	race := label(m.words("its race"))
	c.Act, c.Affected, c.Alignment = m.flags(flags), m.flags(flags), m.number(flags)
	if m.blank() == 'S' { // ROM 2.3
		m.letter(flags)
	} else if group := m.number(flags); group != 0 {
		c.keep("group", group)
		c.idle("a group that holds together")
	}
	const fight = "level, hitroll, hit points, mana, damage and its word"
	c.Level = m.number(fight)
	c.Thac0 = romThac0(c.Level, c.Act) - m.number(fight)
	c.Hit = m.roll(fight)
	mana := m.roll(fight)
	c.Blow = m.roll(fight)
	c.strikes(m.word(fight))
	c.armour(m)
	c.able(m, race)
	c.stance(m)
	const body = "form, parts, size and material"
	form, parts := m.flags(body), m.flags(body)
	c.keep("form", letters(form))
	c.keep("parts", letters(parts))
	c.keep("size", label(m.word(body)))
	if material := label(m.word(body)); material != "0" {
		c.keep("material", material)
	}
	c.keep("mana", fmt.Sprintf("%dd%d%+d", mana.N, mana.S, mana.P))
	c.idle("size, form and mana")
	c.without(m)
	return c
}

// romThac0 is what a creature must roll against armour class 0, by its level and class.
func romThac0(level int, act uint64) int {
	const at0, levels = 20, 32
	at32 := -4
	switch {
	case act&(1<<19) != 0: // a warrior
		at32 = -10
	case act&(1<<16) != 0: // a cleric
		at32 = 2
	case act&(1<<17) != 0: // a mage
		at32 = 6
	}
	n := at0 + min(max(level, 0), 1000)*(at32-at0)/levels
	if n < 0 {
		n /= 2
	}
	if n < -5 {
		n = -5 + (n+5)/2
	}
	return n
}

// strikes takes the word of a blow: a verb where there is one.
func (c *Creature) strikes(word string) {
	verbs := map[string]string{
		"beating": "beat", "peckb": "peck", "shbite": "bite", "flbite": "bite", "frbite": "bite", "acbite": "bite",
		"digestion": "digest", "flame": "burn", "suction": "suck", "grep": "grab",
	}
	word = strings.ToLower(word)
	switch word {
	case "", "none", "hit":
		return
	case "slice", "stab", "slash", "whip", "claw", "blast", "pound", "crush", "bite", "pierce", "charge", "slap", "punch",
		"cleave", "scratch", "peck", "chop", "sting", "smash", "chomp", "drain", "thrust", "shock", "thwack", "chill":
		c.Verb = word
	default:
		c.Verb = verbs[word]
	}
	if c.Verb != word {
		c.keep("blow", label(word))
		c.idle("a blow that only its engine knows")
	}
}

// armour reads the four armour classes, and keeps the mean of those against weapons.
func (c *Creature) armour(m *merc) {
	const meant = "four armour classes: pierce, bash, slash, exotic"
	ac := [4]int{m.number(meant), m.number(meant), m.number(meant), m.number(meant)}
	c.AC = lessened(c.classes(ac))
}

// lessened is what an armour class counts for in a fight: what is below -15 for a fifth (one_hit in src/fight.c).
func lessened(ac int) int {
	const least, step = -15, 5
	if ac < least {
		return least + (ac-least)/step
	}
	return ac
}

// classes keeps four armour classes, and returns the mean of those against weapons.
func (b *beyond) classes(ac [4]int) int {
	for i := range ac {
		ac[i] = min(max(ac[i], -1000), 1000)
	}
	const weapons = 3
	if ac[0] != ac[1] || ac[1] != ac[2] {
		b.lost("armour that is not the same against every weapon")
	}
	if ac[3] != ac[0] {
		b.idle("other armour against magic")
	}
	b.keep("armour", fmt.Sprint(ac[0], ac[1], ac[2], ac[3]))
	return (ac[0] + ac[1] + ac[2]) / weapons
}

// able reads what a creature does in a fight, and what does it no harm, or more.
func (c *Creature) able(m *merc, race string) {
	const meant = "what it does in a fight, its immunities, resistances and weaknesses"
	c.can = [4]uint64{m.flags(meant), m.flags(meant), m.flags(meant), m.flags(meant)}
	c.race = strings.ToLower(race)
	c.keep("race", race)
	if low := strings.ToLower(race); low != "" && low != "human" && low != "unique" {
		c.lost("what its race can")
	}
}

// abled names the flags when those are gone that the record takes back.
func (c *Creature) abled() {
	fights, harms := romBlowMarks(), romHarms()
	var f fate
	c.keep("fights", f.marked(c.can[0], &fights))
	for _, why := range f.why {
		c.lost(why)
	}
	for i, x := range []struct{ key, why string }{
		{"immune", "immune to something"}, {"resists", "resists something"}, {"vulnerable", "hurt more by something"},
	} {
		var unheard fate
		if names := unheard.marked(c.can[i+1], &harms); len(names) > 0 {
			c.keep(x.key, names)
			c.lost(x.why)
		}
	}
}

// stance reads the positions, the sex and the wealth, of which a hundred silver are a gold.
func (c *Creature) stance(m *merc) {
	const meant = "two positions, sex and wealth"
	c.Position, c.Usual = position(m, m.word(meant)), position(m, m.word(meant))
	switch sex := strings.ToLower(m.word(meant)); sex {
	case "male", "1":
		c.Sex = 1
	case "female", "2":
		c.Sex = 2
	case "either", "3":
		c.idle("male or female by chance")
	case "none", "neutral", "0", "":
	default:
		m.stream.fail(fmt.Sprintf("%q for a sex", brief(sex)), "none, male, female or either")
	}
	c.Gold = m.number(meant)
}

// position understands a word for a position, or its number.
func position(m *merc, word string) int {
	if m.stream.fault != nil {
		return 0
	}
	low := strings.ToLower(word)
	for i, name := range []string{
		"dead", "mortally wounded", "incapacitated", "stunned", "sleeping", "resting", "sitting", "fighting", "standing",
	} {
		if low == fmt.Sprint(i) || len(low) > 2 && strings.HasPrefix(name, low) {
			return i
		}
	}
	m.stream.fail(fmt.Sprintf("%q for a position", brief(word)), "such as stand, sit, rest or sleep")
	return 0
}

// without reads the lines that take back what the race gives (F), and those with programs (M).
func (c *Creature) without(m *merc) {
	var taken []string
	for m.stream.fault == nil {
		switch m.blank() {
		case 'F':
			m.skip(1)
			const meant = "what is taken back: act, aff, off, imm, res, vul, for or par, and flags"
			what := strings.ToLower(m.word(meant))
			bits := m.flags(meant)
			taken = append(taken, label(what+" "+letters(bits)))
			if at := c.flagsOf(what); at != nil {
				*at &^= bits
			}
		case 'M':
			m.skip(1)
			const meant = "a trigger, the number of a program, and its phrase"
			m.word(meant)
			c.Triggers = append(c.Triggers, Vnum(m.number(meant)))
			m.words(meant)
		default:
			c.keep("without", taken)
			c.abled()
			return
		}
	}
}

// flagsOf returns the flags that a word means; nil for those of its body.
func (c *Creature) flagsOf(what string) *uint64 {
	switch {
	case strings.HasPrefix(what, "act"):
		return &c.Act
	case strings.HasPrefix(what, "aff"):
		return &c.Affected
	case strings.HasPrefix(what, "off"):
		return &c.can[0]
	case strings.HasPrefix(what, "imm"):
		return &c.can[1]
	case strings.HasPrefix(what, "res"):
		return &c.can[2]
	case strings.HasPrefix(what, "vul"):
		return &c.can[3]
	}
	return nil
}

// letters writes flags as ROM does, or "" of none.
func letters(bits uint64) string {
	var b strings.Builder
	for i := range flagBits {
		if bits&(1<<i) == 0 {
			continue
		}
		if i < 26 { //nolint:mnd // letters
			b.WriteByte(byte('A' + i))
		} else {
			b.WriteByte(byte('a' + i - 26))
		}
	}
	return b.String()
}

// oldCreature reads the rest of one in Merc's form: its figures follow from its level.
func (m *merc) oldCreature(c *Creature) {
	const flags = "flags, affected, alignment and S"
	c.Act, c.Affected, c.Alignment = m.flags(flags), m.flags(flags), m.number(flags)
	if s := m.letter(flags); m.stream.fault == nil && s != 'S' {
		m.stream.fail(fmt.Sprintf("%q for the form of a creature", string(s)), flags)
	}
	const fight = "level, hitroll, armour class, hit points and blow"
	c.Level = m.number(fight)
	m.number(fight)
	m.number(fight)
	m.roll(fight)
	m.roll(fight)
	c.Gold, c.Exp = m.number("coins and experience"), m.number("coins and experience")
	const stance = "position, usual position and sex"
	c.Position, c.Usual, c.Sex = m.number(stance), m.number(stance), m.number(stance)
	c.grown(min(max(c.Level, 0), levelMost))
}

// grown gives a creature the figures of its level, as ROM does (convert_mobile in src/db2.c).
func (c *Creature) grown(level int) {
	const hardest, most, tenth = 10, 5, 10
	die := level * level * 27 / 40
	n := min(die/40+1, hardest)
	die = max(2, die/n)
	c.Hit = Roll{n, die, max(0, level*(8+level)*9/tenth-n*die)}
	die = level * 7 / 4
	n = min(die/8+1, most)
	die = max(2, die/n)
	c.Blow = Roll{n, die, max(0, level*9/4-n*die)}
	c.Thac0 = romThac0(level, 1<<19)
	c.AC = lessened(nakedAC - level*(nakedAC-lowestAC)/32)
}
