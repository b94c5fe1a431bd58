package diku

import (
	"fmt"
	"strings"
)

// Things of ROM and Merc.

// Types of things that only the Merc family has, and those that it numbers otherwise than CircleMUD.
const (
	typeFurniture = 6
	typeClothing  = 11
	typeDrink     = 17
	typeKey       = 18
	typeBoat      = 22
	typeFountain  = 23
	typePill      = 26
	typeProtect   = 27
	typeMap       = 28
	typePortal    = 29
	typeWarpStone = 30
	typeRoomKey   = 31
	typeGem       = 32
	typeJewelry   = 33
	typeJukebox   = 34
	typeCorpse    = 40
	typeRemains   = 41
)

// romTypes are the words for types.
func romTypes() map[string]int {
	return map[string]int{
		"light": typeLight, "scroll": 2, "wand": 3, "staff": 4, "weapon": typeWeapon, "treasure": 8, "armor": typeArmour,
		"potion": 10, "clothing": typeClothing, "furniture": typeFurniture, "trash": 13, "container": typeContainer,
		"drink": typeDrink, "drinkcontainer": typeDrink, "key": typeKey, "food": typeFood, "money": typeMoney,
		"boat": typeBoat, "npc_corpse": typeCorpse, "pc_corpse": typeRemains, "fountain": typeFountain, "pill": typePill,
		"protect": typeProtect, "map": typeMap, "portal": typePortal, "warp_stone": typeWarpStone,
		"room_key": typeRoomKey, "gem": typeGem, "jewelry": typeJewelry, "jukebox": typeJukebox,
	}
}

// mercType understands a number for a type.
func mercType(n int) int {
	const furniture, corpse, remains, fountain = 12, 23, 24, 25
	switch n {
	case furniture:
		return typeFurniture
	case corpse:
		return typeCorpse
	case remains:
		return typeRemains
	case fountain:
		return typeFountain
	}
	return n
}

// noSacrifice is a flag among those of places to wear something.
const noSacrifice = 1 << 15

func (m *merc) thing(v Vnum) Thing {
	const meant = "type, flags and wear"
	o := Thing{
		Origin: m.origin(), Vnum: v, Words: m.words("the thing's words"), Short: m.words("its name"),
		Long: m.words("how it lies"),
	}
	fourth := m.words("its material, or what using it looks like")
	c := m.blank()
	isOld := c >= '0' && c <= '9'
	if isOld {
		o.Action, o.Type = fourth, mercType(m.number(meant))
	} else {
		kind := strings.ToLower(m.word(meant))
		o.Type = romTypes()[kind]
		if o.Type == 0 {
			m.stream.fail(fmt.Sprintf("%q for a type of things", brief(kind)), "such as armor or weapon")
		}
		o.keep("kind", label(kind))
		if fourth = label(fourth); fourth != "" {
			o.keep("material", fourth)
			o.idle("material")
		}
	}
	o.Flags, o.Wear = m.flags(meant), m.flags(meant)
	if o.Wear&noSacrifice != 0 {
		o.Wear &^= noSacrifice
		o.idle("cannot be sacrificed")
	}
	if isOld {
		for i := range o.Values {
			o.Values[i] = m.number("four values")
		}
		const price = "weight, cost and rent"
		o.Weight, o.Cost, o.Rent = m.number(price), m.number(price), m.number(price)
	} else {
		m.values(&o)
		const price = "level, weight, cost and condition"
		o.Level, o.Weight, o.Cost = m.number(price), m.number(price), m.number(price)
		if c := m.letter(price); c != 'P' && c != 0 {
			o.keep("condition", label(string(c)))
			o.idle("worn out")
		}
	}
	m.more(&o)
	return o
}

// values reads five values, which mean what the type says.
func (m *merc) values(o *Thing) {
	const meant = "five values as the type has them"
	number := func() int { return m.number(meant) }
	whole := func() int { return int(int32(m.flags(meant))) } // as the servers have it, -1 is all flags
	switch o.Type {
	case typeWeapon:
		o.keep("weapon", label(m.word(meant)))
		o.Values[1], o.Values[2] = number(), number()
		o.keep("blow", label(m.word(meant)))
		marks := romWeaponMarks()
		var f fate
		o.keep("strikes", f.marked(m.flags(meant), &marks))
		for _, why := range f.why {
			o.lost(why)
		}
		o.idle("a weapon of a kind, with blows of a kind")
	case typeContainer:
		o.Values[0], o.Values[1], o.Values[2] = number(), whole(), number()
		o.keep("most", fmt.Sprint(number(), " ", number()))
	case typeDrink, typeFountain:
		o.Values[0], o.Values[1] = number(), number()
		o.Liquid = label(m.word(meant))
		o.keep("liquid", o.Liquid)
		o.Values[3] = number()
		number()
	case 3, 4: //nolint:mnd // a wand, a staff
		o.Values[0], o.Values[1], o.Values[2] = number(), number(), number()
		o.keep("spells", []string{label(m.word(meant))})
		number()
	case 2, 10, typePill: //nolint:mnd // a scroll, a potion
		o.Values[0] = number()
		var spells []string
		for range 4 {
			if w := label(m.word(meant)); w != "" {
				spells = append(spells, w)
			}
		}
		o.Spells = spells
		o.keep("spells", spells)
	default:
		var v [5]int
		for i := range v {
			v[i] = whole()
		}
		o.means(v)
	}
}

// means takes over five values that are all numbers.
func (o *Thing) means(v [5]int) {
	copy(o.Values[:], v[:])
	const silver = 100 // in a gold
	switch o.Type {
	case typeArmour:
		o.Values[0] = o.classes([4]int(v[:4]))
	case typeMoney:
		o.Values[0] = min(max(v[0], 0), numberMost/2) + silver*min(max(v[1], 0), numberMost/(2*silver))
	}
	o.keep("fifth", v[4])
}

// more reads what may follow in any order, up to the next record.
func (m *merc) more(o *Thing) {
	var given []string
	for m.stream.fault == nil {
		switch m.blank() {
		case 'A':
			m.skip(1)
			const meant = "what is changed, and by how much"
			o.Changes = append(o.Changes, fmt.Sprint(m.number(meant), " ", m.number(meant)))
		case 'E':
			m.skip(1)
			o.Extras = append(o.Extras, m.extra())
		case 'F':
			m.skip(1)
			given = append(given, m.gives(o))
		default:
			o.keep("gives", given)
			return
		}
	}
}

// gives reads what a thing gives its wearer besides figures: effects (A), immunities (I), resistances (R) or
// weaknesses (V). It returns what is kept of it.
func (m *merc) gives(o *Thing) string {
	const meant = "A, I, R or V, what is changed, by how much, and flags"
	kinds := map[byte]string{
		'A': "puts an effect on its wearer", 'I': "makes its wearer immune", 'R': "makes its wearer resist",
		'V': "makes its wearer weaker",
	}
	c := m.letter(meant)
	if kinds[c] == "" {
		m.stream.fail(fmt.Sprintf("%q within a thing", "F "+string(c)), meant)
		return ""
	}
	where, by, bits := m.number(meant), m.number(meant), m.flags(meant)
	o.Changes = append(o.Changes, fmt.Sprint(where, " ", by))
	o.lost(kinds[c])
	return string(c) + " " + letters(bits)
}
