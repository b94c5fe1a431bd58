package tui

import "github.com/mudlark-mud/mudlark/tui/cell"

// Limits of what is kept to read back; the oldest goes first.
const (
	ParagraphsMax = 5000
	BytesMax      = 2 << 20
	// spanBytes is what a span costs beside its text.
	spanBytes = 24
)

// paragraph is one line of the transcript. rows caches how it is drawn while it is on the screen.
type paragraph struct {
	line  cell.Line
	bytes int
	rows  []cell.Painted
}

// Scroll is the scrolling text: a bounded queue of paragraphs and a window onto it. A paragraph is wrapped and
// painted when it comes into the window and forgotten when it leaves it, so neither a flood nor a resize costs more
// than what can be seen, and an unchanged window costs nothing.
//
// The window either follows the end or, while one reads back, stands with its first row at a place in the text that
// stays put whatever arrives below. A window that is high enough is split then: its lowest third follows the end.
type Scroll struct {
	ruler cell.Ruler
	theme *cell.Theme

	paragraphs []paragraph // the oldest first
	oldest     uint64      // the number of paragraphs dropped so far, which is the serial number of the first kept
	bytes      int

	width, height int
	back          bool  // reading back from top
	top           place // the first row shown, once window has been called
	fresh         int   // paragraphs that came since reading back began

	query  string // what is looked for, and marked wherever it is in sight; "" for nothing
	at     uint64 // where it was found last; nowhere if that is at or beyond the end
	choice choice

	shown, tail []cell.Painted // the window and the part of it that follows, nil when they must be made anew
	// No paragraph outside of cachedFrom up to, not including, cachedTo has cached rows.
	cachedFrom, cachedTo uint64
}

// place is a row of a paragraph.
type place struct {
	serial uint64 // counted over all paragraphs there ever were
	row    int
}

// Append adds a paragraph at the end.
func (t *Scroll) Append(line cell.Line) {
	p := paragraph{line: cell.CleanLine(line)}
	for _, s := range p.line.Spans {
		p.bytes += len(s.Text) + spanBytes
	}
	t.paragraphs = append(t.paragraphs, p)
	t.bytes += p.bytes
	drop := 0
	for len(t.paragraphs)-drop > ParagraphsMax || t.bytes > BytesMax && len(t.paragraphs)-drop > 1 {
		t.bytes -= t.paragraphs[drop].bytes
		t.paragraphs[drop] = paragraph{}
		drop++
	}
	// Slicing off the front is amortised: append moves the rest to a new array when the old one is used up.
	t.paragraphs, t.oldest = t.paragraphs[drop:], t.oldest+uint64(drop)
	t.choice.keep(t)
	if t.back {
		t.fresh++
	}
	t.shown = nil
}

// end is the serial number after the last paragraph.
func (t *Scroll) end() uint64 { return t.oldest + uint64(len(t.paragraphs)) }

// Shape sets the window's size.
func (t *Scroll) Shape(width, height int) {
	if width != t.width {
		t.forget()
	}
	if width != t.width || height != t.height {
		t.width, t.height, t.shown = width, height, nil
	}
}

// Dress sets how text is measured and styled.
func (t *Scroll) Dress(r cell.Ruler, th *cell.Theme) {
	t.forget()
	t.ruler, t.theme = r, th
}

// forget drops all that was drawn.
func (t *Scroll) forget() {
	t.keep(t.end(), t.end(), t.end())
	t.shown = nil
}

// keep drops all cached rows but those of the paragraphs from up to, not including, to, and of those from tail on.
func (t *Scroll) keep(from, to, tail uint64) {
	for n := max(t.cachedFrom, t.oldest); n < t.cachedTo; n++ {
		if (n < from || n >= to) && n < tail {
			t.paragraphs[n-t.oldest].rows = nil
		}
	}
	t.cachedFrom = min(from, tail)
	if t.cachedTo = to; tail < t.end() {
		t.cachedTo = t.end()
	}
}

// rows returns the painted rows of a paragraph.
func (t *Scroll) rows(serial uint64) []cell.Painted {
	p := &t.paragraphs[serial-t.oldest]
	if p.rows == nil {
		t.cachedFrom, t.cachedTo = min(t.cachedFrom, serial), max(t.cachedTo, serial+1)
		line := t.marked(p.line, serial)
		for _, r := range t.ruler.Wrap(line, t.width) {
			p.rows = append(p.rows, cell.Painted{Text: t.theme.Paint(line, r), Cells: r.Cells})
		}
	}
	return p.rows
}

// Window returns the rows to show: as many as there is room for, or fewer while there is less text. While reading back
// the last row, or the one above the part that follows, is left to the mark; following is that part, and nil unless the
// window is split.
func (t *Scroll) Window() (window, following []cell.Painted) {
	if t.shown != nil {
		return t.shown, t.tail
	}
	if t.back {
		t.readBack()
	}
	if !t.back {
		t.follow()
	}
	from, to, tail := t.top.serial, t.top.serial, t.end()
	t.shown = make([]cell.Painted, 0, t.height)
	for skip := t.top.row; to < t.end() && len(t.shown) < t.rowsHigh(); to++ {
		t.shown = append(t.shown, t.rows(to)[skip:]...)
		skip = 0
	}
	t.shown = t.shown[:min(len(t.shown), t.rowsHigh())]
	t.tail = nil
	if high := t.tailHigh(); high > 0 {
		at := t.move(place{serial: t.end()}, -high)
		tail = at.serial
		for n, skip := tail, at.row; n < t.end(); n++ {
			t.tail = append(t.tail, t.rows(n)[skip:]...)
			skip = 0
		}
	}
	t.keep(from, to, tail)
	return t.shown, t.tail
}

// splitFrom is the height from which a window is split while reading back, tailShare the part of it that follows.
const splitFrom, tailShare = 16, 3

// tailHigh is how many rows follow the end while reading back.
func (t *Scroll) tailHigh() int {
	if t.back && !t.choice.on && t.height >= splitFrom {
		return t.height / tailShare
	}
	return 0
}

// rowsHigh is how many rows of text the window has, without those that follow.
func (t *Scroll) rowsHigh() int {
	if t.back && t.height > 1 {
		return t.height - 1 - t.tailHigh()
	}
	return max(t.height, 0)
}

// pageHigh is rowsHigh once one reads back.
func (t *Scroll) pageHigh() int {
	if t.height >= splitFrom {
		return t.height - 1 - t.height/tailShare
	}
	return t.height - 1
}

// follow puts the window's end at the text's end.
func (t *Scroll) follow() {
	t.back, t.fresh = false, 0
	t.top = t.move(place{serial: t.end()}, -t.rowsHigh())
}

// readBack keeps the window where it stands, or follows again if the end has come into it.
func (t *Scroll) readBack() {
	switch {
	case t.top.serial < t.oldest:
		t.top = place{serial: t.oldest}
	case t.top.serial >= t.end():
		t.back = false
		return
	default:
		t.top.row = min(t.top.row, len(t.rows(t.top.serial))-1)
	}
	// The mark's row counts: if without it the rest fits, there is nothing below.
	if !t.choice.on && t.advance(t.top, t.height).serial == t.end() {
		t.back = false
	}
}

// move goes some rows up (negative) or down, as far as there is text.
func (t *Scroll) move(p place, rows int) place {
	if rows >= 0 {
		return t.advance(p, rows)
	}
	for p.row += rows; p.row < 0; {
		if p.serial <= t.oldest {
			return place{serial: t.oldest}
		}
		p.serial--
		p.row += len(t.rows(p.serial))
	}
	return p
}

// advance goes some rows down, at most to the end.
func (t *Scroll) advance(p place, rows int) place {
	for p.row += rows; p.serial < t.end(); p.serial++ {
		n := len(t.rows(p.serial))
		if p.row < n {
			return p
		}
		p.row -= n
	}
	return place{serial: p.serial}
}

// Move moves the window by some rows, negative towards the past.
func (t *Scroll) Move(rows int) {
	t.Window()
	if len(t.paragraphs) == 0 || rows > 0 && !t.back {
		return
	}
	t.turn(t.move(t.top, rows))
}

// Page moves the window by its height less a row of overlap; negative pages go towards the past.
func (t *Scroll) Page(pages int) { t.Move(pages * max(t.pageHigh()-1, 1)) }

// Home shows the oldest text.
func (t *Scroll) Home() {
	if len(t.paragraphs) > 0 {
		t.turn(place{serial: t.oldest})
	}
}

// recent shows the newest paragraphs, so many, from the first of them on.
func (t *Scroll) recent(paragraphs int) {
	if n := min(paragraphs, len(t.paragraphs)); n > 0 {
		t.turn(place{serial: t.end() - uint64(n)})
	}
}

// Last shows the newest text and follows it.
func (t *Scroll) Last() {
	if t.back {
		t.back, t.fresh, t.shown = false, 0, nil
	}
}

// key moves through the text by a key, and reports whether the key was for that.
func (t *Scroll) key(key string) bool {
	switch key {
	case "pgup":
		t.Page(-1)
	case "pgdown":
		t.Page(1)
	case "home", "ctrl+home":
		t.Home()
	case "end", "ctrl+end":
		t.Last()
	case "shift+up":
		t.Move(-1)
	case "shift+down":
		t.Move(1)
	default:
		return false
	}
	return true
}

// turn reads back from a place. The rows passed on the way there stay cached until the next window.
func (t *Scroll) turn(to place) {
	t.back, t.top, t.shown = true, to, nil
}

// Back reports whether the window reads back, rather than follow the end.
func (t *Scroll) Back() bool { return t.back }

// Kept says how much is held, and how many paragraphs hold drawn rows.
func (t *Scroll) Kept() (paragraphs, bytes, drawn int) {
	for _, p := range t.paragraphs {
		if p.rows != nil {
			drawn++
		}
	}
	return len(t.paragraphs), t.bytes, drawn
}
