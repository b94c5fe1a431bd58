package diku

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The sections of an area that have a line for each record, and those that are no places: resets, shops, specials,
// helps, socials and programs. A line that is wrong costs itself only.

// row returns the next line of a section of lines, without blanks around it; false at its end, which is the line last,
// or where another section begins.
func (m *merc) row(last string) (string, bool) {
	for !m.hopeless() {
		c := m.blank()
		m.begin()
		if c == 0 || c == '#' {
			if strings.TrimSpace(firstLine(m.text[m.at:])) == last {
				m.rest()
			}
			return "", false
		}
		line := strings.TrimSpace(m.rest())
		if f := strings.Fields(line); len(f) > 0 && f[0] == last {
			return "", false
		}
		if line != "" && line[0] != '*' {
			return line, true
		}
	}
	return "", false
}

// wrong notes a line that could not be understood.
func (m *merc) wrong(what, meant string) {
	m.out = append(m.out, Fault{Path: m.path, Line: m.began.line, What: what, Meant: meant})
}

// whole reads numbers from the beginning of a line, at most so many. Words may touch the last.
func whole(line string, most int) (out []int) {
	for s := range strings.FieldsSeq(line) {
		number := strings.TrimRight(s, ";,*")
		n, err := strconv.ParseInt(strings.TrimPrefix(number, "+"), 10, 32)
		if err != nil || len(out) == most {
			break
		}
		out = append(out, int(n))
		if number != s {
			break
		}
	}
	return out
}

func (m *merc) resets() {
	if m.zone == nil {
		m.begin()
		m.wrong("resets outside of an area", "#AREA before them")
	}
	for {
		line, ok := m.row("S")
		if !ok {
			return
		}
		if m.zone == nil {
			continue
		}
		if r, ok := m.reset(line); ok {
			m.zone.Resets = append(m.zone.Resets, r)
		} else {
			m.zone.Wrong++
		}
	}
}

// reset reads a command: its letter, a number that means nothing, and two to four more.
func (m *merc) reset(line string) (Reset, bool) {
	r := Reset{Line: m.began.line, Letter: line[0]}
	least := map[byte]int{'M': 4, 'O': 4, 'P': 4, 'E': 4, 'D': 4, 'G': 3, 'R': 3}[r.Letter]
	if least == 0 {
		m.wrong(fmt.Sprintf("%q is no command of an area", brief(line)), "M, O, P, G, E, D or R")
		return r, false
	}
	n := whole(line[1:], 5) //nolint:mnd // as many as any has
	if len(n) < least {
		m.wrong(fmt.Sprintf("%d numbers instead of %d in %q", len(n), least, brief(line)), "a 0, and what it is about")
		return r, false
	}
	for i := range least - 1 {
		r.Args[i] = Vnum(n[i+1])
	}
	switch {
	case len(n) > 4 && (r.Letter == 'M' || r.Letter == 'P'):
		r.Here = n[4]
	case r.Letter == 'P':
		r.Here = 1
	}
	if m.zone.isMerc && strings.IndexByte("PGE", r.Letter) >= 0 {
		r.Args[1] = nowhere // no limit: in Merc the number means nothing
	}
	return r, true
}

func (m *merc) shops() {
	for {
		line, ok := m.row("0")
		if !ok {
			return
		}
		m.area.read[Shops]++
		n := whole(line, 10) //nolint:mnd // as many as a shop has
		if len(n) < 10 {
			m.wrong(fmt.Sprintf("%d numbers instead of 10 in %q", len(n), brief(line)),
				"keeper, five types that it buys, two prices in a hundred, and two hours")
			continue
		}
		s := Shop{
			Origin: m.origin(), Vnum: Vnum(n[0]), Keeper: Vnum(n[0]), ProfitBuy: hundredths(n[6]),
			ProfitSell: hundredths(n[7]), Hours: [4]int{n[8], n[9] + 1},
		}
		for _, kind := range n[1:6] {
			if kind != 0 {
				s.Buys = append(s.Buys, strconv.Itoa(kind))
			}
		}
		m.area.Shops = append(m.area.Shops, s)
	}
}

func hundredths(n int) float64 {
	const hundred = 100
	return min(max(float64(n)/hundred, 0), factorMost)
}

func (m *merc) specials() {
	for {
		line, ok := m.row("S")
		if !ok {
			return
		}
		m.area.read[Specials]++
		f := strings.Fields(line)
		n := 0
		if len(f) > 2 {
			n, _ = strconv.Atoi(f[1]) // 0 is nobody
		}
		if n <= 0 || f[0] != "M" {
			m.wrong(fmt.Sprintf("%q is no special procedure", brief(line)), "M, a creature's number and a name")
			continue
		}
		m.area.specials = append(m.area.specials, special{Origin: m.origin(), creature: Vnum(n), name: label(f[2])})
	}
}

// helps reads pages of help, and keeps those that the licences want to be read.
func (m *merc) helps() {
	for !m.hopeless() {
		m.begin()
		if c := m.blank(); c == '#' || c == 0 {
			return
		}
		m.begin()
		const meant = "a level, words and a page of help, or 0 $~ at the end"
		m.number(meant)
		keys := m.words(meant)
		if m.stream.fault == nil && strings.HasPrefix(keys, "$") {
			return
		}
		text := m.words(meant)
		m.area.read[Helps]++
		if m.resume() {
			continue
		}
		names := words(keys)
		if slices.ContainsFunc(names, isTerms) && len(m.area.Notices) < noticesMax {
			m.area.Notices = append(m.area.Notices, Notice{
				Path: m.path, help: names,
				Data: []byte(strings.ReplaceAll(strings.TrimPrefix(text, "."), "@@", "@")), // the . keeps blanks before it
			})
		}
	}
}

// isTerms reports whether a page of that name is one that licences want to be kept.
func isTerms(name string) bool {
	return slices.Contains([]string{
		"diku", "dikumud", "merc", "rom", "quickmud", "envy", "license", "licence", "credits", "copyright",
	}, name)
}

// socials reads gestures: a word, and as many texts as a gesture has, a line each. A $ is none, a # ends them.
func (m *merc) socials() {
	for !m.hopeless() {
		line, ok := m.row("#0")
		if !ok {
			return
		}
		word, _, _ := strings.Cut(line, " ")
		g := Gesture{Origin: m.origin(), Word: word}
		m.area.read[Gestures]++
		for i := range g.Texts {
			c := m.blank()
			isEnd := c == '#' && strings.TrimSpace(firstLine(m.text[m.at:])) == "#"
			if c == 0 || c == '#' && !isEnd {
				break // the # is missing
			}
			s := strings.TrimSpace(m.rest())
			if isEnd {
				break
			}
			if s != "$" {
				g.Texts[i] = uncoloured(s)
			}
		}
		if len(m.area.Gestures) < gesturesMax {
			m.area.Gestures = append(m.area.Gestures, g)
		}
	}
}

// gesturesMax is how many gestures are kept; ROM has 244. More are counted as not understood.
const gesturesMax = 5000

// programs goes past creatures' programs, which the file keeps.
func (m *merc) programs() {
	for !m.hopeless() {
		m.blank()
		if m.isSection() {
			return
		}
		m.begin()
		const meant = "# and the number of a program, or #0"
		if c := m.letter(meant); c != '#' || m.number(meant) == 0 {
			m.resume()
			return
		}
		m.words("a program")
		m.resume()
	}
}

// finish gives the area its zones, with their resets in the order in which the server runs them, which is room by room
// in ROM, the keepers of shops what they sell, and creatures their procedures.
func (m *merc) finish() {
	sells := map[Vnum]*Shop{}
	sold := map[[2]Vnum]bool{} // by whom, and what
	for i := range m.area.Shops {
		sells[m.area.Shops[i].Keeper] = &m.area.Shops[i]
	}
	for _, z := range m.zones {
		room, keeper := nowhere, nowhere
		rooms := map[int]Vnum{} // by the line
		for _, r := range z.Resets {
			switch r.Letter {
			case 'M':
				room, keeper = r.Args[2], r.Args[0]
			case 'O':
				room = r.Args[2]
			case 'D', 'R':
				room = r.Args[0]
			case 'G', 'E':
				ware := [2]Vnum{keeper, r.Args[0]}
				if s := sells[keeper]; s != nil && !sold[ware] {
					s.Products = append(s.Products, r.Args[0])
					sold[ware] = true
				}
			}
			rooms[r.Line] = room
		}
		if !z.isMerc {
			slices.SortStableFunc(z.Resets, func(a, b Reset) int { return int(rooms[a.Line] - rooms[b.Line]) })
		}
		const hundred = 100 // numbers, which a zone had when each had its own
		z.Vnum = max(z.Bottom, 0) / hundred
		m.area.Zones = append(m.area.Zones, *z)
	}
	creatures := map[Vnum]*Creature{}
	for i := range m.area.Creatures {
		creatures[m.area.Creatures[i].Vnum] = &m.area.Creatures[i]
	}
	for _, s := range m.area.specials {
		if c := creatures[s.creature]; c != nil {
			c.keep("special", s.name)
			if c.special = s.name; s.name == romJanitor {
				c.Act |= actScavenger
			}
		}
	}
}
