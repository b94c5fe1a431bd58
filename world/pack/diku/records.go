package diku

import (
	"fmt"
	"strings"
)

// The records of the files, read as the servers read them.

// What a line of flags has in tbaMUD: four words of 32 bits for each set.
const (
	tbaWords      = 4
	tbaRoomFields = 6  // zone, flags, sector
	tbaMobFields  = 10 // act, affected, alignment, form
	tbaObjFields  = 13 // type, flags, wear, affected
)

func readRoom(l *lines, vnum Vnum) Room {
	r := Room{Vnum: vnum, Name: l.words("the room's name"), Desc: l.words("its description"), Origin: l.origin()}
	const meant = "zone, flags and sector"
	f := l.numbers(3, meant)
	l.number(f[0], meant)
	r.Flags = l.flags(f[1], meant)
	if len(f) >= tbaRoomFields {
		r.Sector = l.number(f[5], meant)
	} else {
		r.Sector = l.number(f[2], meant)
	}
	for l.fault == nil {
		const meant = "D and a direction, E, or S at the end of the room"
		s := l.row(meant)
		switch {
		case l.fault != nil:
		case s == "S":
			r.Triggers = l.triggers()
			return r
		case s == "E":
			r.Extras = append(r.Extras, l.extra())
		case s[0] == 'D' && len(s) == 2 && s[1] >= '0' && s[1] <= '9':
			r.put(l.exit(int(s[1] - '0')))
		default:
			l.fail(l.at, fmt.Sprintf("%q within a room", brief(s)), l.lost(meant))
		}
	}
	return r
}

// put adds an exit; of two in one direction the later counts.
func (r *Room) put(x Exit) {
	for i := range r.Exits {
		if r.Exits[i].Dir == x.Dir {
			r.Exits[i] = x
			r.Doubles++
			return
		}
	}
	r.Exits = append(r.Exits, x)
}

func (l *lines) exit(dir int) Exit {
	x := Exit{Dir: dir, Desc: l.words("the look of an exit"), Word: l.words("the words for its door")}
	const meant = "kind of door, key and room"
	f := l.numbers(3, meant)
	x.Kind, x.Key, x.To = l.number(f[0], meant), l.vnum(f[1], meant), l.vnum(f[2], meant)
	if most := l.lastDoor(); x.Kind < 0 || x.Kind > most {
		x.Kind = 0 // as the servers have it: what they do not know is no door
		x.idle(noSuchDoor)
	}
	return x
}

// lastDoor is the last kind of door that an engine knows.
func (l *lines) lastDoor() int {
	if l.tilde {
		return pickproof
	}
	return hiddenPickproof
}

func (l *lines) extra() Extra {
	return Extra{Words: l.words("the words for a detail"), Desc: l.words("the look of a detail")}
}

// triggers reads the lines T and a number that follow.
func (l *lines) triggers() (out []Vnum) {
	for l.fault == nil {
		s, ok := l.peek()
		if f := strings.Fields(s); !ok || f[0] != "T" || len(f) < 2 {
			return out
		}
		l.at++
		out = append(out, l.vnum(strings.Fields(s)[1], "T and the number of a trigger"))
	}
	return out
}

func readCreature(l *lines, vnum Vnum) Creature {
	m := Creature{
		Vnum: vnum, Words: l.words("the creature's words"), Short: l.words("its name"), Long: l.words("how it stands"),
		Desc: l.words("its description"), Origin: l.origin(),
	}
	const meant = "flags, affected, alignment and S or E"
	f := l.numbers(4, meant)
	form := f[3]
	if len(f) >= tbaMobFields {
		m.Act, m.Affected, m.Alignment, form = l.flags(f[0], meant), l.flags(f[4], meant), l.number(f[8], meant), f[9]
	} else {
		m.Act, m.Affected, m.Alignment = l.flags(f[0], meant), l.flags(f[1], meant)<<1, l.number(f[2], meant)
	}
	if l.fault == nil && form != "S" && form != "E" {
		l.fail(l.at, fmt.Sprintf("%q for the form of a creature", brief(form)), meant)
	}
	const fight = "level, thac0, armour class, hit points and blow"
	f = l.numbers(5, fight)
	m.Level, m.Thac0, m.AC = l.number(f[0], fight), l.number(f[1], fight), l.number(f[2], fight)
	m.Hit, m.Blow = l.roll(f[3], fight), l.roll(f[4], fight)
	f = l.numbers(2, "coins and experience")
	m.Gold, m.Exp = l.number(f[0], "coins and experience"), l.number(f[1], "coins and experience")
	const stance = "position, usual position and sex"
	f = l.numbers(3, stance)
	m.Position, m.Usual, m.Sex = l.number(f[0], stance), l.number(f[1], stance), l.number(f[2], stance)
	if form == "E" {
		m.abilities(l)
	}
	m.Triggers = l.triggers()
	return m
}

// abilities reads the lines "Name: number" up to the line E.
func (c *Creature) abilities(l *lines) {
	for l.fault == nil {
		const meant = "a line such as Str: 18, or E at the end of the creature"
		s := l.row(meant)
		if s == "E" || l.fault != nil {
			return
		}
		name, value, ok := strings.Cut(s, ":")
		switch {
		case !ok:
			l.fail(l.at, fmt.Sprintf("%q within a creature", brief(s)), l.lost(meant))
		case strings.EqualFold(name, "BareHandAttack"):
			c.Attack = l.number(strings.TrimSpace(value), meant)
		default:
			c.Abilities = append(c.Abilities, label(s))
		}
	}
}

func readThing(l *lines, vnum Vnum) Thing {
	o := Thing{
		Vnum: vnum, Words: l.words("the thing's words"), Short: l.words("its name"), Long: l.words("how it lies"),
		Action: l.words("what using it looks like"), Origin: l.origin(),
	}
	const meant = "type, flags and wear"
	f := l.numbers(3, meant)
	o.Type, o.Flags = l.number(f[0], meant), l.flags(f[1], meant)
	switch {
	case len(f) >= tbaObjFields:
		o.Wear, o.Affects = l.flags(f[1+tbaWords], meant), l.flags(f[1+2*tbaWords], meant)
	default:
		o.Wear = l.flags(f[2], meant)
		if len(f) == 4 {
			o.Affects = l.flags(f[3], meant) << 1
		}
	}
	const values = "four values"
	f = l.numbers(4, values)
	for i := range o.Values {
		o.Values[i] = l.number(f[i], values)
	}
	const price = "weight, cost and rent"
	f = l.numbers(3, price)
	o.Weight, o.Cost, o.Rent = l.number(f[0], price), l.number(f[1], price), l.number(f[2], price)
	if len(f) > 3 {
		o.Level = l.number(f[3], price)
	}
	if len(f) > 4 {
		o.Timer = l.number(f[4], price)
	}
	o.more(l)
	return o
}

// more reads what may follow in any order, up to the next record.
func (o *Thing) more(l *lines) {
	for l.fault == nil {
		s, ok := l.peek()
		switch {
		case !ok || s[0] == '#' || s[0] == '$':
			return
		case s == "E":
			l.at++
			o.Extras = append(o.Extras, l.extra())
		case s == "A":
			l.at++
			f := l.numbers(2, "what is changed, and by how much")
			o.Changes = append(o.Changes, label(strings.Join(f[:2], " ")))
		case s[0] == 'T':
			before := l.at
			o.Triggers = append(o.Triggers, l.triggers()...)
			if l.at > before {
				continue
			}
			fallthrough
		default:
			l.fail(l.at+1, fmt.Sprintf("%q within a thing", brief(s)), l.lost("E, A, T, or the next record"))
		}
	}
}
