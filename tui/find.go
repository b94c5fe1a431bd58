package tui

import (
	"math"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
)

// queryMaxBytes is the longest text that can be looked for.
const queryMaxBytes = 100

// nowhere is the number of no paragraph.
const nowhere = math.MaxUint64

// aboveFound is how many rows of what went before stand above a place that was found.
const aboveFound = 3

// Look marks what is looked for from now on, whatever its capitals; "" marks nothing.
func (t *Scroll) Look(query string) {
	if query = cell.Head(query, queryMaxBytes); query != t.query {
		t.query, t.at = query, nowhere
		t.forget()
	}
}

// Find turns to the next paragraph above (-1) or below (1) that holds what is looked for, and reports whether there is
// one. It begins with the lowest one in sight, and goes on from the one that was found last as long as that is in
// sight.
func (t *Scroll) Find(by int) bool {
	for n := t.begin(by); n >= int(t.oldest) && n < int(t.end()); n += by {
		if t.holds(uint64(n)) {
			t.turn(t.move(place{serial: uint64(n)}, -min(aboveFound, max(t.pageHigh()-1, 0))))
			t.at = uint64(n)
			t.forget()
			return true
		}
	}
	return false
}

// begin is the first paragraph to look at.
func (t *Scroll) begin(by int) int {
	t.Window()
	last := min(t.advance(t.top, max(t.rowsHigh()-1, 0)).serial, t.end()-1)
	switch {
	case len(t.paragraphs) == 0:
		return -1
	case t.at == nowhere:
		return int(last)
	case t.at >= t.top.serial && t.at <= last && t.holds(t.at):
		return int(t.at) + by
	}
	return int(t.top.serial)
}

// holds reports whether a paragraph holds what is looked for.
func (t *Scroll) holds(serial uint64) bool {
	if serial < t.oldest || serial >= t.end() {
		return false
	}
	from, _ := cell.Index(t.paragraphs[serial-t.oldest].line.String(), t.query)
	return from >= 0
}

// Matches counts the paragraphs that hold what is looked for, and says which of them, from the newest, was found last;
// 0 for none.
func (t *Scroll) Matches() (nth, count int) {
	for n := t.end(); n > t.oldest; n-- {
		if !t.holds(n - 1) {
			continue
		}
		if count++; n-1 == t.at {
			nth = count
		}
	}
	return nth, count
}

// marked is how a paragraph looks: chosen, or with what is looked for.
func (t *Scroll) marked(line cell.Line, serial uint64) cell.Line {
	switch {
	case t.choice.on && serial >= min(t.choice.from, t.choice.to) && serial <= max(t.choice.from, t.choice.to):
		return cell.Chosen(line)
	case t.query != "":
		by := cell.TokenMark
		if serial == t.at {
			by = cell.TokenChosen
		}
		found, _ := t.theme.Found(line, t.query, by)
		return found
	}
	return line
}

// CopyMaxBytes is how much is copied at once: terminals refuse more, or worse.
const CopyMaxBytes = 64 << 10

// choice is the paragraphs that are being chosen, to be copied.
type choice struct {
	on       bool
	followed bool   // the window followed the end before
	from, to uint64 // to is where the person is; it may be before from
}

// keep moves a choice off what is not there any more, to the oldest that is.
func (c *choice) keep(t *Scroll) {
	if c.on && min(c.from, c.to) < t.oldest {
		c.from, c.to = max(c.from, t.oldest), max(c.to, t.oldest)
		t.forget()
	}
}

// Choosing reports whether paragraphs are being chosen.
func (t *Scroll) Choosing() bool { return t.choice.on }

// Choose begins to choose, with the last paragraph in sight, and reports whether there is one. The window stands still
// until Chosen or Unchoose.
func (t *Scroll) Choose() bool {
	if len(t.paragraphs) == 0 {
		return false
	}
	t.Window()
	last := min(t.advance(t.top, max(t.rowsHigh()-1, 0)).serial, t.end()-1)
	t.choice = choice{on: true, followed: !t.back, from: last, to: last}
	t.back = true
	t.forget()
	t.reveal()
	return true
}

// Extend moves the end of the choice by a paragraph, up (-1) or down (1); all of it if its beginning is to come along.
func (t *Scroll) Extend(by int, along bool) {
	switch c := &t.choice; {
	case !c.on:
		return
	case by < 0 && c.to > t.oldest:
		c.to--
	case by > 0 && c.to+1 < t.end():
		c.to++
	}
	if along {
		t.choice.from = t.choice.to
	}
	t.forget()
	t.reveal()
}

// reveal moves the window so that the end of the choice is in sight.
func (t *Scroll) reveal() {
	to := place{serial: t.choice.to}
	if to.serial <= t.top.serial {
		t.top = to
		return
	}
	last := place{serial: to.serial, row: len(t.rows(to.serial)) - 1}
	if first := t.move(last, 1-t.rowsHigh()); first.serial > t.top.serial ||
		first.serial == t.top.serial && first.row > t.top.row {
		t.top = first
	}
}

// Unchoose ends choosing; the window follows the end if it did before.
func (t *Scroll) Unchoose() {
	if t.choice.followed {
		t.Last()
	}
	t.choice = choice{}
	t.forget()
}

// Chosen returns the chosen paragraphs as plain text, a line each, and how many they are; cut says that there were more
// than may be copied at once, of which the last are left out.
func (t *Scroll) Chosen() (text string, lines int, cut bool) {
	from, to := min(t.choice.from, t.choice.to), max(t.choice.from, t.choice.to)
	var b strings.Builder
	for n := max(from, t.oldest); n <= to && n < t.end(); n++ {
		words := strings.TrimRight(t.paragraphs[n-t.oldest].line.String(), " ")
		if b.Len()+len(words)+1 > CopyMaxBytes {
			return b.String(), lines, true
		}
		b.WriteString(words + "\n")
		lines++
	}
	return b.String(), lines, false
}
