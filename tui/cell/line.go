package cell

import (
	"image/color"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/world/prose"
)

// Line is a paragraph: spans of text, and how far its second and later rows are indented.
type Line struct {
	Indent int // in cells
	Spans  []Span
}

// Span is a run of text in one style: that of its ink if it has one, else that of its role.
type Span struct {
	Text string
	Role Token
	Ink  Ink
}

// Of makes a line of the world's prose.
func Of(l prose.Line) Line {
	out := Line{Indent: l.Indent, Spans: make([]Span, len(l.Spans))}
	for i, s := range l.Spans {
		out.Spans[i] = Span{Text: s.Text, Role: s.Role}
	}
	return out
}

// Text makes lines of the world's prose.
func Text(t prose.Text) []Line {
	out := make([]Line, len(t))
	for i, l := range t {
		out[i] = Of(l)
	}
	return out
}

// L makes a line of one span.
func L(role Token, text string) Line { return Line{Spans: []Span{{Text: text, Role: role}}} }

// String returns the line's words.
func (l Line) String() string {
	if len(l.Spans) == 1 {
		return l.Spans[0].Text
	}
	var b strings.Builder
	for _, s := range l.Spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Ink is the colours and attributes that a foreign server gave a piece of text, packed; 0 is none of them. From the
// lowest bit on: 26 bits of foreground, 26 of background, then a bit for each attribute.
type Ink uint64

// Colour is a colour of an [Ink]; 0 is the terminal's own.
type Colour uint32

const (
	colourBits         = 26
	colourMask         = 1<<colourBits - 1
	indexed     Colour = 1 << 24 // below it a number of the palette of 256
	direct      Colour = 1 << 25 // below it 24 bits of red, green and blue
	inkAttrBits        = 2 * colourBits
)

// The attributes of an [Ink]. Blinking is not among them: it is a torment, and to some a danger.
const (
	InkBold Ink = 1 << (inkAttrBits + iota)
	InkFaint
	InkItalic
	InkUnderline
	InkReverse
	InkStrike
)

// Indexed is a colour of the palette of 256, whose first 16 are the terminal's own.
func Indexed(n uint8) Colour { return indexed | Colour(n) }

// RGB is a full colour.
func RGB(r, g, b uint8) Colour { return direct | Colour(r)<<16 | Colour(g)<<8 | Colour(b) }

// On returns the ink with other colours, its attributes as they were.
func (i Ink) On(foreground, background Colour) Ink {
	return i&^(1<<inkAttrBits-1) | Ink(foreground&colourMask) | Ink(background&colourMask)<<colourBits
}

// Foreground returns the colour of the letters.
func (i Ink) Foreground() Colour { return Colour(i & colourMask) }

// Background returns the colour behind the letters.
func (i Ink) Background() Colour { return Colour(i >> colourBits & colourMask) }

// color returns the colour for a renderer, nil for the terminal's own.
func (c Colour) color() color.Color {
	switch {
	case c&direct != 0:
		return color.RGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 0xff}
	case c&indexed != 0 && c&0xff < 16:
		return ansi.BasicColor(c & 0xff)
	case c&indexed != 0:
		return ansi.IndexedColor(c & 0xff)
	}
	return nil
}

// of returns the sequence that turns a span's style on.
func (t *Theme) of(s Span) string {
	if s.Ink == 0 {
		return t.open[s.Role]
	}
	return t.Look.ink(s.Ink)
}

// ink returns the sequence of an ink, as far as the terminal has its colours.
func (l Look) ink(i Ink) string {
	style := ansi.NewStyle()
	for _, a := range []struct {
		bit Ink
		set func(ansi.Style) ansi.Style
	}{
		{InkBold, ansi.Style.Bold},
		{InkFaint, ansi.Style.Faint},
		{InkItalic, func(s ansi.Style) ansi.Style { return s.Italic(true) }},
		{InkUnderline, func(s ansi.Style) ansi.Style { return s.Underline(true) }},
		{InkReverse, func(s ansi.Style) ansi.Style { return s.Reverse(true) }},
		{InkStrike, func(s ansi.Style) ansi.Style { return s.Strikethrough(true) }},
	} {
		if i&a.bit != 0 {
			style = a.set(style)
		}
	}
	if l.Profile >= colorprofile.ANSI {
		if c := i.Foreground().color(); c != nil {
			style = style.ForegroundColor(l.Profile.Convert(c))
		}
		if c := i.Background().color(); c != nil {
			style = style.BackgroundColor(l.Profile.Convert(c))
		}
	}
	if len(style) == 0 {
		return ""
	}
	return style.String()
}
