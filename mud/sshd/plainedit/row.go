package plainedit

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/rivo/uniseg"
)

// row is what stands on the row of the terminal that the cursor is on, and where in it the cursor is.
type row struct {
	shown string
	at    int // bytes of shown left of the cursor
}

// turn makes the row show other things and returns what does it: characters, blanks and backspaces.
func (r *row) turn(want string, at int) string {
	var out strings.Builder
	same := r.common(want)
	if r.shown == want {
		same = at
	}
	if same < r.at {
		back(&out, r.shown[same:r.at])
	} else {
		out.WriteString(r.shown[r.at:same])
	}
	if r.shown != want {
		out.WriteString(want[same:])
		blanks := max(0, cells(r.shown[same:])-cells(want[same:]))
		out.WriteString(strings.Repeat(" ", blanks))
		out.WriteString(strings.Repeat("\b", blanks))
		back(&out, want[at:])
	}
	r.shown, r.at = want, at
	return out.String()
}

// common is how many bytes of the row may stay, up to whole characters as a terminal combines them.
func (r *row) common(want string) int {
	n := 0
	for n < len(want) && n < len(r.shown) {
		a, size := utf8.DecodeRuneInString(r.shown[n:])
		if b, _ := utf8.DecodeRuneInString(want[n:]); a != b {
			break
		}
		n += size
	}
	for n > 0 && n < len(r.shown) && (joins(r.shown[n:]) || joins(want[n:])) {
		_, size := utf8.DecodeLastRuneInString(want[:n])
		n -= size
	}
	return n
}

// joins reports whether a text begins with what a terminal puts into the cell before it.
func joins(s string) bool {
	_, size := utf8.DecodeRuneInString(s)
	return size > 0 && cells(s[:size]) == 0
}

// back goes back over a text that stands left of the cursor.
func back(out *strings.Builder, over string) { out.WriteString(strings.Repeat("\b", cells(over))) }

// cells is how wide a terminal shows a text: character by character, as xterm, tmux, the Linux console and Windows do.
func cells(s string) int { return ansi.StringWidthWc(s) }

// next is the length of the first character of a text, as a person counts them.
func next(s string) int {
	first, _, _, _ := uniseg.FirstGraphemeClusterInString(s, -1)
	return len(first)
}

// last is the length of the last one.
func last(s string) int {
	n, state := 0, -1
	for s != "" {
		var c string
		c, s, _, state = uniseg.FirstGraphemeClusterInString(s, state)
		n = len(c)
	}
	return n
}

// fitting is how many bytes of a text fit into so many cells; at least one character does.
func fitting(s string, room int) int {
	n, state := 0, -1
	for rest := s; rest != ""; {
		var c string
		c, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if room -= cells(c); room < 0 && n > 0 {
			break
		}
		n += len(c)
	}
	return n
}
