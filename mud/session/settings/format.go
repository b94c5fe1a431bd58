package settings

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// DefaultFormat is the prompt of those who chose none: hit points, one's turn in a fight by turns, and an exclamation
// mark in any other.
const DefaultFormat = "[%h/%H%s]%(!%) > "

// FormatBytesMax is how long a format may be.
const FormatBytesMax = 120

// promptBytesMax is how long a prompt may become; what is longer is cut.
const promptBytesMax = 240

// Needs is what a format wants to know beyond hit points and fights, as a set.
type Needs uint8

// What a format may want.
const (
	NeedSelf  Needs = 1 << iota // level, experience, coins, hour, tide
	NeedRoom                    // the name of the place
	NeedExits                   // the ways out
	NeedFoe                     // who one fights, and how they are
)

// Facts is what a prompt can show. What a format does not need may be left out.
type Facts struct {
	Name       string
	HP, HPMax  int
	Fights     bool
	Level      int
	XP, XPNext int
	Coins      int
	Hour, Tide string
	Room       string
	Exits      string // first letters, in the order of the compass: "nes"
	Turn       bool   // it is one's turn in a fight by turns
	Speed      int    // steps of such a turn; 0: not known
	Steps      int    // that are left of it
	Foe        string
	FoeHealth  string
}

// Format is a prompt, parsed. The zero Format shows nothing.
type Format struct {
	parts []part
	needs Needs
}

// part is a run of words, or a field behind them.
type part struct {
	words string
	field byte // 0: none
	fight bool // shown only in a fight
}

// field is one %-letter.
type field struct {
	letter byte
	says   string
	needs  Needs
	show   func(Facts) string
}

// fields are the letters, in the order of the help.
func fields() []field {
	number := func(of func(Facts) int) func(Facts) string {
		return func(f Facts) string { return strconv.Itoa(of(f)) }
	}
	return []field{
		{'h', "your hit points", 0, number(func(f Facts) int { return f.HP })},
		{'H', "the most you can have", 0, number(func(f Facts) int { return f.HPMax })},
		{'p', "the same in per cent", 0, number(percent)},
		{'n', "your name", 0, func(f Facts) string { return f.Name }},
		{'l', "your level", NeedSelf, number(func(f Facts) int { return f.Level })},
		{'x', "your experience", NeedSelf, number(func(f Facts) int { return f.XP })},
		{'X', "what is wanting to the next level", NeedSelf, number(func(f Facts) int { return max(f.XPNext-f.XP, 0) })},
		{'c', "the coins in your purse", NeedSelf, number(func(f Facts) int { return f.Coins })},
		{'t', "the hour", NeedSelf, func(f Facts) string { return f.Hour }},
		{'w', "how the water stands", NeedSelf, func(f Facts) string { return f.Tide }},
		{'r', "the place", NeedRoom, func(f Facts) string { return f.Room }},
		{'e', "the ways out, by their letters", NeedExits, func(f Facts) string { return f.Exits }},
		{'s', "what is left of your turn in a fight by turns, behind a colon", 0, turn},
		{'f', "whom you fight", NeedFoe, func(f Facts) string { return f.Foe }},
		{'F', "how they are", NeedFoe, func(f Facts) string { return f.FoeHealth }},
	}
}

func percent(f Facts) int { return 100 * max(f.HP, 0) / max(f.HPMax, 1) }

func formatHelp() []string {
	words := make([]string, 0, len(fields()))
	for _, f := range fields() {
		words = append(words, "%"+string(f.letter)+" "+f.says)
	}
	return []string{
		"The fields: " + strings.Join(words, "; ") + "; %% a per cent sign.",
		"What stands between %( and %) is shown in a fight only. A blank at the end is added if you leave it out.",
		"For example: options prompt [%h/%H] %r%( against %f, who is %F%) >",
		"In screen reader mode there is no prompt; hp tells what it would.",
	}
}

// ParseFormat understands a format. The error is a sentence that says what is wrong and where.
func ParseFormat(text string) (Format, error) {
	f := Format{}
	if len(text) > FormatBytesMax {
		return f, fmt.Errorf("a prompt has at most %d letters", FormatBytesMax)
	}
	if text = world.Clean(text); text == "" {
		return f, fmt.Errorf("a prompt of no words is off")
	}
	p := part{}
	next := func(letter byte) {
		p.field = letter
		if p.words != "" || letter != 0 {
			f.parts = append(f.parts, p)
		}
		p = part{fight: p.fight}
	}
	for at := 0; at < len(text); at++ {
		if text[at] != '%' {
			p.words += text[at : at+1]
			continue
		}
		at++
		if at == len(text) {
			return Format{}, fmt.Errorf("the %% at the end has no letter behind it; a per cent sign is %%%%")
		}
		switch letter := text[at]; {
		case letter == '%':
			p.words += "%"
		case letter == '(' && p.fight:
			return Format{}, fmt.Errorf("there is a %%( within another")
		case letter == ')' && !p.fight:
			return Format{}, fmt.Errorf("there is a %%) without a %%( before it")
		case letter == '(' || letter == ')':
			next(0)
			p.fight = letter == '('
		default:
			known, ok := fieldOf(letter)
			if !ok {
				return Format{}, fmt.Errorf("there is no field %%%s; options prompt lists those that there are", letterAt(text, at))
			}
			f.needs |= known.needs
			next(letter)
		}
	}
	if p.fight {
		return Format{}, fmt.Errorf("a %%( has no %%) behind it")
	}
	next(0)
	return f, nil
}

// letterAt is the whole letter that begins at a byte.
func letterAt(s string, at int) string {
	for _, r := range s[at:] {
		return string(r)
	}
	return ""
}

func fieldOf(letter byte) (field, bool) {
	for _, f := range fields() {
		if f.letter == letter {
			return f, true
		}
	}
	return field{}, false
}

// Needs says what the format wants to know.
func (f Format) Needs() Needs { return f.needs }

// Show fills the format. Whatever it shows ends in a blank, so that nobody's typing is glued to it.
func (f Format) Show(facts Facts) string {
	var b strings.Builder
	for _, p := range f.parts {
		if p.fight && !facts.Fights {
			continue
		}
		b.WriteString(p.words)
		if known, ok := fieldOf(p.field); ok {
			b.WriteString(world.Clean(known.show(facts)))
		}
	}
	out := b.String()
	if len(out) > promptBytesMax {
		out = strings.ToValidUTF8(out[:promptBytesMax], "")
	}
	if out != "" && !strings.HasSuffix(out, " ") {
		out += " "
	}
	return out
}

// Sample is what a preview shows: somebody in a fight.
func Sample() Facts {
	return Facts{
		Name: "Anna", HP: 21, HPMax: 30, Fights: true, Level: 2, XP: 140, XPNext: 400, Coins: 12, Hour: "noon",
		Tide: "the tide is coming in", Room: "Market Street", Exits: "nes", Foe: "a grey rat", FoeHealth: "badly hurt",
	}
}
