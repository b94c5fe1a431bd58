package diku

import (
	"fmt"
	"strconv"
	"strings"
)

func readZone(l *lines, vnum Vnum) Zone {
	z := Zone{Vnum: vnum, Origin: l.origin()}
	z.Name = l.words("the zone's name")
	const meant = "bottom, top, minutes and mode"
	if s, _ := l.peek(); strings.HasSuffix(s, "~") { // tbaMUD has the builders first
		z.Builders, z.Name = z.Name, l.words("the zone's name")
	}
	f := l.numbers(3, meant)
	if l.fault == nil && len(f) == 3 { // as old as Circle 3.0: it begins behind the zone before
		f = append([]string{"-1"}, f...)
	}
	if l.fault != nil {
		return z
	}
	z.Bottom, z.Top = l.vnum(f[0], meant), l.vnum(f[1], meant)
	z.Life, z.Mode = l.number(f[2], meant), l.number(f[3], meant)
	if len(f) >= tbaMobFields {
		if flags := strings.Join(f[4:8], " "); strings.Trim(flags, "0 ") != "" {
			z.keep("flags", label(flags))
			z.idle("flags of a zone")
		}
		z.LevelMin, z.LevelMax = l.number(f[8], meant), l.number(f[9], meant)
	}
	if l.fault != nil {
		return z
	}
	for l.fault == nil {
		s := l.row("a command, or S at the end of the zone")
		if l.fault != nil || s[0] == 'S' || s[0] == '$' {
			break
		}
		if r, ok := l.reset(s); ok {
			z.Resets = append(z.Resets, r)
		} else {
			z.Wrong++
		}
		l.drop() // a command that is wrong costs itself only
	}
	l.drop() // and the S that is missing nothing
	return z
}

// reset reads a command. One that is wrong is a fault of its own: the zone goes on.
func (l *lines) reset(s string) (Reset, bool) {
	r := Reset{Line: l.at, Letter: s[0]}
	f := strings.Fields(s[1:])
	wants := strings.IndexByte("DEMOPVTGR", s[0])
	if wants < 0 {
		l.fail(l.at, fmt.Sprintf("%q is no command of a zone", brief(s)), "M, O, G, E, P, D, R, T or V")
		return r, false
	}
	least := 4
	if strings.IndexByte("GR", s[0]) >= 0 {
		least = 3
	}
	if len(f) < least {
		l.fail(l.at, fmt.Sprintf("%d numbers instead of %d in %q", len(f), least, brief(s)), "if-flag and what it is about")
		return r, false
	}
	r.If = l.number(f[0], "an if-flag, 0 or 1") != 0
	for i := range least - 1 {
		r.Args[i] = l.vnum(f[i+1], "a number")
	}
	return r, l.fault == nil
}

func readShop(l *lines, vnum Vnum) Shop {
	s := Shop{Vnum: vnum, Origin: l.origin()}
	s.Products = l.numbersTo("what it sells, a number a line, and -1")
	s.ProfitBuy, s.ProfitSell = l.factor(), l.factor()
	for l.fault == nil {
		w := l.row("a type that it buys, or -1")
		if strings.HasPrefix(w, "-1") {
			break
		}
		what, _, _ := strings.Cut(w, ";")
		s.Buys = append(s.Buys, strings.TrimSpace(what))
	}
	for range 7 {
		s.Messages = append(s.Messages, l.words("one of seven messages"))
	}
	s.Temper, _ = strconv.Atoi(l.first("temper")) // a word for it is none of the servers'
	s.Bits = l.flags(l.first("flags"), "flags of a shop")
	s.Keeper = l.vnum(l.first("the keeper's number"), "the keeper's number")
	s.Trades = l.number(l.first("whom it refuses"), "whom it refuses, as flags")
	s.Rooms = l.numbersTo("its rooms, a number a line, and -1")
	for i := range s.Hours {
		s.Hours[i] = l.number(l.first("an hour"), "when it opens and closes, twice")
	}
	return s
}

// first returns the first field of the next line; what stands behind it is not read.
func (l *lines) first(meant string) string { return l.numbers(1, meant)[0] }

func (l *lines) numbersTo(meant string) (out []Vnum) {
	for l.fault == nil {
		v := l.vnum(l.first(meant), meant)
		if v == nowhere {
			break
		}
		out = append(out, v)
	}
	return out
}

// factorMost is what a price may be multiplied with.
const factorMost = 1000

func (l *lines) factor() float64 {
	s := l.first("a factor of the price")
	x, err := strconv.ParseFloat(s, 64)
	if l.fault == nil && (err != nil || !(x >= 0 && x <= factorMost)) {
		l.fail(l.at, fmt.Sprintf("%q is no factor of a price", brief(s)), "such as 1.15")
	}
	return x
}
