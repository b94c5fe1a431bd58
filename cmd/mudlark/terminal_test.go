package main

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// glass is as much of a terminal as it takes to read what a full-screen program shows: ECMA-48's cursor and erasure,
// and the scrolling of xterm. Colours and modes are passed over.
type glass struct {
	cells       [][]string
	x, y        int
	top, bottom int // the rows that scroll, both within
	wrap        bool
	last        string
	pending     []byte
}

func newGlass(width, height int) *glass {
	t := &glass{cells: make([][]string, height), bottom: height - 1}
	for i := range t.cells {
		t.cells[i] = blankRow(width)
	}
	return t
}

func blankRow(width int) []string {
	row := make([]string, width)
	for i := range row {
		row[i] = " "
	}
	return row
}

func (t *glass) width() int { return len(t.cells[0]) }

// String returns the screen, blanks at the ends of rows left out.
func (t *glass) String() string {
	var b strings.Builder
	for _, row := range t.cells {
		b.WriteString(strings.TrimRight(strings.Join(row, ""), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

func (t *glass) write(p []byte) {
	t.pending = append(t.pending, p...)
	for len(t.pending) > 0 {
		n := t.step(t.pending)
		if n == 0 {
			return // the rest of a sequence is still to come
		}
		t.pending = t.pending[n:]
	}
}

// step takes one sequence or character and returns its length, 0 if it is not whole yet.
func (t *glass) step(p []byte) int {
	switch c := p[0]; {
	case c == 0x1b:
		return t.escape(p)
	case c < ' ':
		t.control(c)
		return 1
	case !utf8.FullRune(p):
		return 0
	}
	_, n := utf8.DecodeRune(p)
	t.put(string(p[:n]))
	return n
}

func (t *glass) control(c byte) {
	t.wrap = t.wrap && c == 0
	switch c {
	case '\r':
		t.x = 0
	case '\b':
		t.x = max(0, t.x-1)
	case '\t':
		t.x = min(t.width()-1, (t.x/8+1)*8)
	case '\n', '\v', '\f':
		t.feed()
	}
}

// feed goes one row down, and scrolls at the bottom.
func (t *glass) feed() {
	if t.y == t.bottom {
		t.scroll(t.top, 1)
		return
	}
	t.y = min(t.y+1, len(t.cells)-1)
}

// scroll moves the rows from one to the bottom up by n, or down if n is less than 0.
func (t *glass) scroll(from, n int) {
	for ; n > 0; n-- {
		copy(t.cells[from:t.bottom+1], t.cells[from+1:t.bottom+1])
		t.cells[t.bottom] = blankRow(t.width())
	}
	for ; n < 0; n++ {
		copy(t.cells[from+1:t.bottom+1], t.cells[from:t.bottom])
		t.cells[from] = blankRow(t.width())
	}
}

func (t *glass) put(s string) {
	wide := ansi.StringWidth(s)
	if wide == 0 { // it joins what stands before
		if t.x > 0 {
			t.cells[t.y][t.x-1] += s
		}
		return
	}
	if t.wrap || t.x+wide > t.width() {
		t.x, t.wrap = 0, false
		t.feed()
	}
	t.cells[t.y][t.x] = s
	for i := 1; i < wide; i++ {
		t.cells[t.y][t.x+i] = ""
	}
	t.last = s
	if t.x += wide; t.x >= t.width() {
		t.x, t.wrap = t.width()-1, true
	}
}

func (t *glass) escape(p []byte) int {
	if len(p) < 2 {
		return 0
	}
	switch p[1] {
	case '[':
		for i := 2; i < len(p); i++ {
			if p[i] >= 0x40 && p[i] <= 0x7e {
				t.csi(string(p[2:i]), p[i])
				return i + 1
			}
		}
		return 0
	case ']', 'P', '_', '^', 'X':
		for i := 2; i < len(p); i++ {
			switch {
			case p[i] == 7:
				return i + 1
			case p[i] == 0x1b && i+1 < len(p):
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
		t.wrap = false
		t.feed()
	case 'M':
		if t.y == t.top {
			t.scroll(t.top, -1)
		} else {
			t.y = max(0, t.y-1)
		}
	}
	return 2
}

// csi carries out a control sequence.
func (t *glass) csi(params string, final byte) {
	if strings.ContainsAny(params, "?><=!$ ") {
		return // modes and questions
	}
	fields := strings.Split(params, ";")
	arg := func(i, standard int) int {
		if i >= len(fields) {
			return standard
		}
		if n, err := strconv.Atoi(fields[i]); err == nil && n > 0 {
			return n
		}
		return standard
	}
	n, row, col := arg(0, 1), t.cells[t.y], t.x
	if final != 'm' && final != 'b' {
		t.wrap = false
	}
	switch final {
	case 'A':
		t.y -= n
	case 'B', 'e':
		t.y += n
	case 'C', 'a':
		t.x += n
	case 'D':
		t.x -= n
	case 'E':
		t.y, t.x = t.y+n, 0
	case 'F':
		t.y, t.x = t.y-n, 0
	case 'G', '`':
		t.x = n - 1
	case 'd':
		t.y = n - 1
	case 'H', 'f':
		t.y, t.x = n-1, arg(1, 1)-1
	case 'J':
		t.eraseScreen(arg(0, 0))
	case 'K':
		t.eraseRow(arg(0, 0))
	case 'X':
		copy(row[col:min(len(row), col+n)], blankRow(n))
	case 'P':
		n = min(n, len(row)-col)
		copy(row[col:], append(row[col+n:len(row):len(row)], blankRow(n)...))
	case '@':
		n = min(n, len(row)-col)
		copy(row[col:], append(blankRow(n), row[col:len(row)-n]...))
	case 'L':
		t.scroll(t.y, -n)
	case 'M':
		t.scroll(t.y, n)
	case 'S':
		t.scroll(t.top, n)
	case 'T':
		t.scroll(t.top, -n)
	case 'r':
		t.top, t.bottom, t.x, t.y = n-1, min(arg(1, len(t.cells)), len(t.cells))-1, 0, 0
	case 'b':
		for range n {
			t.put(t.last)
		}
		return
	}
	t.x, t.y = min(max(t.x, 0), t.width()-1), min(max(t.y, 0), len(t.cells)-1)
}

func (t *glass) eraseRow(how int) {
	from, to := t.x, t.width()
	switch how {
	case 1:
		from, to = 0, t.x+1
	case 2:
		from = 0
	}
	copy(t.cells[t.y][from:to], blankRow(to-from))
}

func (t *glass) eraseScreen(how int) {
	for y := range t.cells {
		if how >= 2 || how == 0 && y > t.y || how == 1 && y < t.y {
			t.cells[y] = blankRow(t.width())
		}
	}
	if how < 2 {
		t.eraseRow(how)
	}
}

func TestTerminal(t *testing.T) {
	tests := []struct{ what, sent, want string }{
		{"text and lines", "ab\r\ncd", "ab\ncd\n\n"},
		{"colours are nothing", "a\x1b[1;31mb\x1b[m", "ab\n\n\n"},
		{"cursor", "\x1b[2;3Hx\x1b[Ay\x1b[1Gz", "z  y\n  x\n\n"},
		{"wrapping at the edge", "abcdef", "abcde\nf\n\n"},
		{"scrolling at the bottom", "1\r\n2\r\n3\r\n4", "2\n3\n4\n"},
		{"a region", "1\r\n2\r\n3\x1b[1;2r\x1b[2;1H\n", "2\n\n3\n"},
		{"a region moved up by index", "1\r\n2\r\n3\x1b[1;2r\x1b[2H\x1bD\x1b[r", "2\n\n3\n"},
		{"insert and delete", "abcd\x1b[1G\x1b[2P\x1b[@x", "xcd\n\n\n"},
		{"repeat", "-\x1b[3b", "----\n\n\n"},
		{"erase", "abcd\x1b[2D\x1b[K", "ab\n\n\n"},
		{"titles and questions", "\x1b]0;t\x07\x1b[?2026h\x1bP+q\x1b\\a", "a\n\n\n"},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			term := newGlass(5, 3)
			for i := range len(tt.sent) {
				term.write([]byte{tt.sent[i]})
			}
			if got := term.String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
