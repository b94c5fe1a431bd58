package load

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Limits of what is kept of an unfinished sequence, in bytes; a longer one is dropped.
const (
	sequenceMax = 256
	countMax    = 1000 // of anything that a sequence may ask to be repeated
)

// hidden stands behind a character that takes two cells.
const hidden = rune(-1)

// Glass is what a terminal shows.
type Glass struct {
	width, height int
	cells         []rune
	x, y          int
	top, bottom   int  // the rows that scroll, both within
	wrap          bool // the next character begins a new row
	last          rune
	pending       []byte // of a sequence or character that is not whole yet
	frames        uint64
}

// NewGlass returns a blank glass of so many columns and rows, at least one each.
func NewGlass(width, height int) *Glass {
	g := &Glass{width: max(width, 1), height: max(height, 1)}
	g.cells = make([]rune, g.width*g.height)
	g.reset()
	return g
}

func (g *Glass) reset() {
	blank(g.cells)
	g.x, g.y, g.top, g.bottom, g.wrap = 0, 0, 0, g.height-1, false
}

func blank(cells []rune) {
	for i := range cells {
		cells[i] = ' '
	}
}

// Frames is how many pictures were finished: full-screen programs show the cursor again when they have drawn one.
func (g *Glass) Frames() uint64 { return g.frames }

// Rows is the height.
func (g *Glass) Rows() int { return g.height }

// Row returns what one row shows, without the blanks at its end; rows count from 0.
func (g *Glass) Row(y int) string {
	var b strings.Builder
	for _, r := range g.row(y) {
		if r != hidden {
			b.WriteRune(r)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

func (g *Glass) row(y int) []rune { return g.cells[y*g.width : (y+1)*g.width] }

// String returns all rows, each with its end.
func (g *Glass) String() string {
	var b strings.Builder
	for y := range g.height {
		b.WriteString(g.Row(y) + "\n")
	}
	return b.String()
}

// Write takes what the program sent. It never fails.
func (g *Glass) Write(p []byte) (int, error) {
	if len(g.pending) > 0 {
		g.pending = append(g.pending, p...)
		rest := g.take(g.pending)
		g.pending = slices.Delete(g.pending, 0, len(g.pending)-len(rest))
	} else {
		g.pending = append(g.pending, g.take(p)...)
	}
	if len(g.pending) > sequenceMax {
		g.pending = g.pending[:0]
	}
	return len(p), nil
}

// take carries out what is whole and returns the rest.
func (g *Glass) take(p []byte) []byte {
	for len(p) > 0 {
		n := 1
		switch c := p[0]; {
		case c == esc:
			n = g.escape(p)
		case c < ' ' || c == 0x7f:
			g.control(c)
		case c < utf8.RuneSelf:
			g.put(rune(c), 1)
		case !utf8.FullRune(p):
			return p
		default:
			r, size := utf8.DecodeRune(p)
			n = size
			g.put(r, ansi.StringWidth(string(r)))
		}
		if n == 0 {
			return p
		}
		p = p[n:]
	}
	return nil
}

func (g *Glass) control(c byte) {
	switch c {
	case '\r':
		g.x, g.wrap = 0, false
	case '\b':
		g.x, g.wrap = max(0, g.x-1), false
	case '\t':
		const stop = 8
		g.x = min(g.width-1, (g.x/stop+1)*stop)
	case '\n', '\v', '\f':
		g.feed()
	}
}

// feed goes one row down, and scrolls at the bottom.
func (g *Glass) feed() {
	g.wrap = false
	if g.y == g.bottom {
		g.up(g.top, 1)
		return
	}
	g.y = min(g.y+1, g.height-1)
}

// up moves the rows from one to the bottom of the region up.
func (g *Glass) up(from, n int) {
	if from > g.bottom {
		return
	}
	n = min(n, g.bottom-from+1)
	region := g.cells[from*g.width : (g.bottom+1)*g.width]
	copy(region, region[n*g.width:])
	blank(region[len(region)-n*g.width:])
}

// down moves them down.
func (g *Glass) down(from, n int) {
	if from > g.bottom {
		return
	}
	n = min(n, g.bottom-from+1)
	region := g.cells[from*g.width : (g.bottom+1)*g.width]
	copy(region[n*g.width:], region)
	blank(region[:n*g.width])
}

// put shows a character and moves on. What has no width, as a combining mark, is not shown.
func (g *Glass) put(r rune, wide int) {
	if wide <= 0 || wide > g.width {
		return
	}
	if g.wrap || g.x+wide > g.width {
		g.x = 0
		g.feed()
	}
	row := g.row(g.y)
	row[g.x] = r
	if wide == 2 {
		row[g.x+1] = hidden
	}
	g.last = r
	if g.x += wide; g.x >= g.width {
		g.x, g.wrap = g.width-1, true
	}
}

// Shows reports whether some row begins so and contains that.
func (g *Glass) Shows(begins, contains string) bool {
	for y := range g.height {
		if begins != "" && g.row(y)[0] == ' ' {
			continue // quick: most rows are none
		}
		if row := g.Row(y); strings.HasPrefix(row, begins) && strings.Contains(row, contains) {
			return true
		}
	}
	return false
}

// number reads one of the numbers of a sequence; what is left out or no number is the standard.
func number(params string, i, standard int) int {
	for ; i > 0; i-- {
		_, rest, ok := strings.Cut(params, ";")
		if !ok {
			return standard
		}
		params = rest
	}
	first, _, _ := strings.Cut(params, ";")
	if n, err := strconv.Atoi(first); err == nil && n > 0 {
		return min(n, countMax)
	}
	return standard
}
