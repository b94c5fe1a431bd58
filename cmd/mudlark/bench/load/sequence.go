package load

import (
	"slices"
	"strings"
)

const (
	esc  = 0x1b
	bell = 0x07
)

// cursorShown is what a program sends when it has drawn a picture.
const cursorShown = "?25"

// escape carries out the sequence at the beginning of p and returns its length, 0 if it is not whole yet.
func (g *Glass) escape(p []byte) int {
	if len(p) < 2 {
		return 0
	}
	switch p[1] {
	case '[':
		for i := 2; i < len(p); i++ {
			if p[i] >= '@' && p[i] <= '~' {
				g.csi(string(p[2:i]), p[i])
				return i + 1
			}
		}
		return 0
	case ']', 'P', '_', '^', 'X': // strings: titles, questions and the like
		for i := 2; i < len(p); i++ {
			switch {
			case p[i] == bell:
				return i + 1
			case p[i] == esc && i+1 < len(p):
				return i + 2
			}
		}
		return 0
	case '(', ')', '#', ' ':
		if len(p) < 3 {
			return 0
		}
		return 3
	case 'D':
		g.feed()
	case 'E':
		g.x = 0
		g.feed()
	case 'M':
		if g.y == g.top {
			g.down(g.top, 1)
		} else {
			g.y = max(0, g.y-1)
		}
	case 'c':
		g.reset()
	}
	return 2
}

// csi carries out a control sequence.
func (g *Glass) csi(params string, final byte) {
	if strings.ContainsAny(params, "?><=!$ '\"") {
		if params == cursorShown && final == 'h' {
			g.frames++
		}
		return // modes and questions
	}
	if final == 'm' {
		return
	}
	n := number(params, 0, 1)
	if final == 'b' {
		for range min(n, g.width) {
			g.put(g.last, 1)
		}
		return
	}
	g.wrap = false
	if g.move(params, final, n) {
		g.x, g.y = min(max(g.x, 0), g.width-1), min(max(g.y, 0), g.height-1)
		return
	}
	g.edit(params, final, n)
}

// move carries out what moves the cursor.
func (g *Glass) move(params string, final byte, n int) bool {
	switch final {
	case 'A':
		g.y -= n
	case 'B', 'e':
		g.y += n
	case 'C', 'a':
		g.x += n
	case 'D':
		g.x -= n
	case 'E':
		g.y, g.x = g.y+n, 0
	case 'F':
		g.y, g.x = g.y-n, 0
	case 'G', '`':
		g.x = n - 1
	case 'd':
		g.y = n - 1
	case 'H', 'f':
		g.y, g.x = n-1, number(params, 1, 1)-1
	case 'r':
		g.top, g.bottom = min(n, g.height)-1, min(number(params, 1, g.height), g.height)-1
		if g.top >= g.bottom {
			g.top, g.bottom = 0, g.height-1
		}
		g.x, g.y = 0, 0
	default:
		return false
	}
	return true
}

// edit carries out what changes cells.
func (g *Glass) edit(params string, final byte, n int) {
	row := g.row(g.y)
	rest := row[g.x:]
	n = min(n, max(len(rest), g.height))
	short := min(n, len(rest))
	switch final {
	case 'J':
		g.eraseScreen(number(params, 0, 0))
	case 'K':
		g.eraseRow(number(params, 0, 0))
	case 'X':
		blank(rest[:short])
	case 'P':
		copy(rest, rest[short:])
		blank(rest[len(rest)-short:])
	case '@':
		copy(rest[short:], slices.Clone(rest))
		blank(rest[:short])
	case 'L':
		g.down(g.y, n)
	case 'M':
		g.up(g.y, n)
	case 'S':
		g.up(g.top, n)
	case 'T':
		g.down(g.top, n)
	}
}

func (g *Glass) eraseRow(how int) {
	row := g.row(g.y)
	switch how {
	case 0:
		blank(row[g.x:])
	case 1:
		blank(row[:g.x+1])
	default:
		blank(row)
	}
}

func (g *Glass) eraseScreen(how int) {
	here := g.y * g.width
	switch how {
	case 0:
		blank(g.cells[here+g.x:])
	case 1:
		blank(g.cells[:here+g.x+1])
	default:
		blank(g.cells)
	}
}
