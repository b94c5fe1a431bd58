package prose

import (
	"strconv"
	"strings"
	"unicode"
)

// Depth is how many colours a terminal can show.
type Depth uint8

// The depths. The zero Depth writes no escape sequence at all.
const (
	NoColour   Depth = iota
	Colours16        // the terminal's own palette (SGR 30 to 37 and 90 to 97)
	Colours256       // the xterm palette (SGR 38;5)
	TrueColour       // 24 bits (SGR 38;2)
)

// reset ends every style (ECMA-48, SGR 0).
const reset = "\x1b[0m"

// ANSI renders a text with a palette's colours, wrapped to width cells (zero: not wrapped). Rows are parted by
// "\n", with none at the end, and each ends in the terminal's ordinary style. The only escape sequences are SGR,
// and they are ours: whatever the text holds, no control character of it passes.
func ANSI(t Text, p Palette, width int, depth Depth) string {
	b := brush{palette: p, depth: depth}
	b.Grow(size(t))
	for i, l := range t {
		if i > 0 {
			b.WriteByte('\n')
		}
		switch l = cleanLine(l); {
		case width > 0 && !l.Drawn && !fits(l, width):
			b.WriteString(wrapped(l, p, width, depth))
		default: // as nearly every line does
			for _, s := range l.Spans {
				b.paint(s.Role, s.Text)
			}
			b.lift()
		}
	}
	return b.String()
}

// wrapped renders a line of several rows.
func wrapped(l Line, p Palette, width int, depth Depth) string {
	b := brush{palette: p, depth: depth}
	rows := 0
	wrap(l, width, func(indent int, pieces []piece) {
		if rows++; rows > 1 {
			b.WriteByte('\n')
		}
		for range indent {
			b.WriteByte(' ')
		}
		for _, p := range pieces {
			s := l.Spans[p.span]
			b.paint(s.Role, s.Text[p.from:p.to])
		}
		b.lift()
	})
	return b.String()
}

// size guesses the bytes of a rendering.
func size(t Text) int {
	n := 0
	for _, l := range t {
		for _, s := range l.Spans {
			n += len(s.Text) + 16
		}
	}
	return n
}

// brush paints rows.
type brush struct {
	strings.Builder

	palette Palette
	depth   Depth
	now     Ink
	isOn    bool
}

// paint writes words in the style of their role.
func (b *brush) paint(role Role, words string) {
	ink := Ink{}
	if role < Roles && b.depth != NoColour {
		ink = b.palette[role]
	}
	if ink != b.now {
		if b.isOn {
			b.WriteString(reset)
		}
		b.isOn = ink.turnOn(&b.Builder, b.depth)
		b.now = ink
	}
	b.WriteString(words)
}

// lift ends a row in the ordinary style.
func (b *brush) lift() {
	if b.isOn {
		b.WriteString(reset)
	}
	b.now, b.isOn = Ink{}, false
}

// ReaderText renders a text for a screen reader: one paragraph a row, not wrapped, without leading blanks, and
// without what a reader would spell out at length: drawn lines and runs of the same sign, arrows and pictures.
// Whatever is said in words stays.
func ReaderText(t Text) string {
	var b strings.Builder
	for _, l := range t {
		if l.Drawn && !l.Told {
			continue
		}
		words := strings.Join(strings.Fields(readable(usages(cleanLine(l)).String())), " ")
		if words == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(words)
	}
	return b.String()
}

// usages returns a line in which the signs that say how something is typed are words: "get <thing> [from <container>]"
// behind "Usage: " is "get thing, perhaps from container". Nothing else that is told is touched.
func usages(l Line) Line {
	const lead = "Usage: "
	var spans []Span
	for i, s := range l.Spans {
		led := i > 0 && s.Role == Command && strings.HasSuffix(l.Spans[i-1].Text, lead)
		if !led && (s.Role != Refusal || !strings.Contains(s.Text, lead)) {
			continue
		}
		if spans == nil {
			spans = append(spans, l.Spans...)
		}
		spans[i].Text = strings.NewReplacer(" [", ", perhaps ", "]", "", "<", "", ">", "", "|", " or ").Replace(s.Text)
	}
	if spans == nil {
		return l
	}
	return Line{Spans: spans, Indent: l.Indent, Drawn: l.Drawn, Told: l.Told}
}

// runMost is how many of the same sign in a row a screen reader is given: "..." is a pause, "-----" is a drawing.
const runMost = 3

// readable leaves out signs that carry no words.
func readable(s string) string {
	var b strings.Builder
	var last rune
	run := 0
	for _, r := range s {
		if r != last {
			last, run = r, 0
		}
		run++
		sign := unicode.In(r, unicode.P, unicode.S)
		switch {
		case unicode.Is(unicode.So, r):
			b.WriteByte(' ')
		case sign && run > runMost:
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Ink is how one role looks: a colour for each depth, and attributes that all depths but the zero one share.
type Ink struct {
	Basic     uint8  // SGR parameter 30 to 37 or 90 to 97; 0 for the terminal's ordinary colour
	Indexed   uint8  // in the xterm palette, 16 to 255; 0 for the ordinary colour
	RGB       uint32 // 0xRRGGBB; 0 for the ordinary colour
	Bold      bool
	Italic    bool
	Underline bool
}

// turnOn writes the SGR sequence of the ink, and reports whether there was anything to turn on.
func (k Ink) turnOn(b *strings.Builder, depth Depth) bool {
	const sequenceBytesMax = len("\x1b[1;3;4;38;2;255;255;255m")
	var room [sequenceBytesMax]byte
	out := room[:0]
	param := func(n uint8) {
		if len(out) == 0 {
			out = append(out, "\x1b["...)
		} else {
			out = append(out, ';')
		}
		out = strconv.AppendUint(out, uint64(n), 10)
	}
	params := func(list ...uint8) {
		for _, n := range list {
			param(n)
		}
	}
	if k.Bold {
		param(1)
	}
	if k.Italic {
		param(3)
	}
	if k.Underline {
		param(4)
	}
	switch {
	case depth == Colours16 && k.Basic != 0:
		param(k.Basic)
	case depth == Colours256 && k.Indexed != 0:
		params(38, 5, k.Indexed)
	case depth == TrueColour && k.RGB != 0:
		params(38, 2, uint8(k.RGB>>16&0xff), uint8(k.RGB>>8&0xff), uint8(k.RGB&0xff))
	}
	if len(out) == 0 {
		return false
	}
	b.Write(append(out, 'm'))
	return true
}
