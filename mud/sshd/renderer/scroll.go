package renderer

import (
	"strconv"
	"strings"
)

const (
	scrollMost  = 16 // rows that a screen may have moved up by; more is sent row by row
	scrollLeast = 96 // bytes that must be spared, as counted by alike
	index       = "\x1bD"
)

// split puts the rows of a view into room, as many as the screen is high.
func split(content string, room []string, height int) []string {
	room = room[:0]
	for range height {
		row, rest, _ := strings.Cut(content, "\n")
		room, content = append(room, row), rest
	}
	return room
}

// alike is how much of two rows needs not be sent.
func alike(a, b string) int {
	if a == b {
		return len(a)
	}
	n := prefix(a, b)
	return n + suffix(a[n:], b[n:])
}

// shift finds the rows that moved up between two views and by how many; 0 is for not worth it. What stands beside
// moving text moves too and is sent again.
func shift(was, now []string) (top, bottom, by int) {
	for top < len(now) && was[top] == now[top] {
		top++
	}
	bottom = len(now) - 1
	for bottom > top && was[bottom] == now[bottom] {
		bottom--
	}
	best := scrollLeast
	for y := top; y <= bottom; y++ {
		best += alike(was[y], now[y])
	}
	for k := 1; k <= min(bottom-top, scrollMost); k++ {
		spared := 0
		for y := top; y <= bottom-k; y++ {
			spared += alike(was[y+k], now[y])
		}
		if spared > best {
			best, by = spared, k
		}
	}
	return top, bottom, by
}

// scroll has the terminal move rows up where that spares sending them.
func (p *Renderer) scroll() {
	top, bottom, by := shift(p.was, p.now)
	if by == 0 {
		return
	}
	p.out = append(p.out, "\x1b["...)
	p.out = strconv.AppendInt(p.out, int64(top)+1, 10)
	p.out = append(p.out, ';')
	p.out = strconv.AppendInt(p.out, int64(bottom)+1, 10)
	p.out = append(p.out, 'r')
	p.moveTo(0, bottom)
	for range by {
		p.out = append(p.out, index...)
	}
	p.out = append(p.out, "\x1b[r"...)
	copy(p.was[top:], p.was[top+by:bottom+1])
	clear(p.was[bottom+1-by : bottom+1])
}
