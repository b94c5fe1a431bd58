package renderer_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// grid is a terminal that understands what a renderer sends and refuses everything else. It does what terminals do:
// half a wide character that is overwritten leaves a blank, erasing uses the background, a full row waits at its end.
type grid struct {
	width, height int
	cells         [][]string // style and grapheme; "" is the right half of a wide one
	x, y          int
	style         string
	modes         map[string]bool
	sent          int // bytes that were text
	method        ansi.Method
	top, bottom   int // the region that scrolls
	bad           error
}

func newGrid(width, height int) *grid {
	g := &grid{modes: map[string]bool{"?25": true, "?7": true}}
	g.resize(width, height)
	return g
}

// resize fills the grid with what nobody drew: what a terminal keeps is unknown.
func (g *grid) resize(width, height int) {
	g.width, g.height, g.cells, g.top, g.bottom = width, height, nil, 0, height-1
	for range height {
		row := make([]string, width)
		for x := range row {
			row[x] = "|~"
		}
		g.cells = append(g.cells, row)
	}
}

func (g *grid) fail(format string, args ...any) {
	if g.bad == nil {
		g.bad = fmt.Errorf(format, args...)
	}
}

func (g *grid) write(out []byte) {
	s := string(out)
	for len(s) > 0 {
		if s[0] != '\x1b' {
			cluster, cells := ansi.FirstGraphemeCluster(s, g.method)
			g.put(cluster, cells)
			s = s[len(cluster):]
			continue
		}
		seq, _, n, _ := ansi.DecodeSequence(s, 0, nil)
		g.obey(seq)
		s = s[n:]
	}
}

func (g *grid) put(cluster string, cells int) {
	if r, _ := utf8.DecodeRuneInString(cluster); r < ' ' || !utf8.ValidString(cluster) || cells < 1 {
		g.fail("not text: %q", cluster)
		return
	}
	if g.x+cells > g.width {
		g.fail("%q at %d is past the end of row %d", cluster, g.x, g.y)
		return
	}
	for i := range cells {
		g.split(g.x + i)
	}
	g.cells[g.y][g.x] = g.style + "|" + cluster
	for i := 1; i < cells; i++ {
		g.cells[g.y][g.x+i] = ""
	}
	g.x += cells
	g.sent += len(cluster)
}

// index moves down, and the region up when that is its end.
func (g *grid) index() {
	if g.y != g.bottom {
		g.fail("moves down from row %d", g.y)
		return
	}
	row := make([]string, g.width)
	for x := range row {
		row[x] = g.style + "| "
	}
	g.cells = slices.Insert(slices.Delete(g.cells, g.top, g.top+1), g.bottom, row)
}

// split makes blanks of a wide character of which one half goes.
func (g *grid) split(x int) {
	row := g.cells[g.y]
	if x+1 < g.width && row[x+1] == "" {
		row[x+1] = "| "
	}
	if row[x] == "" {
		row[x-1] = "| "
	}
}

func (g *grid) obey(seq string) {
	final := seq[len(seq)-1]
	body := strings.TrimSuffix(strings.TrimPrefix(seq, "\x1b["), string(final))
	switch {
	case strings.HasPrefix(seq, "\x1b]2;"):
	case seq == "\x1bD":
		g.index()
	case !strings.HasPrefix(seq, "\x1b["):
		g.fail("sequence %q", seq)
	case final == 'm' && strings.HasPrefix(body, ">"), final == 'u', final == 'p', final == 'q':
	case final == 'm':
		if body == "" || body == "0" {
			g.style = ""
		} else {
			g.style += "[" + body
		}
	case final == 'H':
		row, col, _ := strings.Cut(body, ";")
		g.y, g.x = number(row)-1, number(col)-1
		if g.y < 0 || g.y >= g.height || g.x < 0 || g.x > g.width {
			g.fail("cell %d,%d", g.x, g.y)
		}
		g.x, g.y = min(g.x, g.width-1), min(g.y, g.height-1)
	case final == 'r':
		top, bottom, _ := strings.Cut(body, ";")
		g.top, g.bottom, g.x, g.y = number(top)-1, g.height-1, 0, 0
		if bottom != "" {
			g.bottom = number(bottom) - 1
		}
		if g.top < 0 || g.bottom >= g.height || g.top >= g.bottom && g.height > 1 {
			g.fail("region %q", seq)
		}
	case final == 'K' && body == "":
		if g.x >= g.width {
			g.fail("erases the last cell of row %d", g.y)
			return
		}
		for x := g.x; x < g.width; x++ {
			g.split(x)
			g.cells[g.y][x] = g.style + "| "
		}
	case final == 'h' || final == 'l':
		g.modes[body] = final == 'h'
	default:
		g.fail("sequence %q", seq)
	}
}

func number(s string) int {
	if s == "" {
		return 1
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// text shows the cells without styles, a row a line.
func (g *grid) text() string {
	var b strings.Builder
	for _, row := range g.cells {
		for _, c := range row {
			_, text, _ := strings.Cut(c, "|")
			b.WriteString(text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// styled shows cells and styles.
func (g *grid) styled() string {
	var b strings.Builder
	for _, row := range g.cells {
		b.WriteString(strings.Join(row, "/") + "\n")
	}
	return b.String()
}
