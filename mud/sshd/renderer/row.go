package renderer

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// pieceKind is what a piece of a row is.
type pieceKind uint8

const (
	ended   pieceKind = iota // nothing is left
	cell                     // one grapheme that takes room
	blank                    // an ordinary space
	style                    // a sequence that changes the style
	dropped                  // what takes no room and has nothing to join
)

// sameLeast is how many bytes two rows must end alike in for the rest to be kept: finding the place costs more.
const sameLeast = 12

// row walks through one row of a view, or a part of it.
type row struct {
	text   string
	method ansi.Method
	at     int    // bytes walked through
	col    int    // cells walked through
	style  []byte // the sequences since the last that turned all off
	turned bool   // all was turned off after what was last sent
	sent   int    // how much of style was sent
}

// begin starts over, keeping the room of the style.
func (r *row) begin(text string, method ansi.Method) {
	*r = row{text: text, method: method, style: r.style[:0]}
}

// next walks over one piece and returns it with its cells.
func (r *row) next() (k pieceKind, piece string, cells int) {
	if r.at >= len(r.text) {
		return ended, "", 0
	}
	k, size, cells := r.peek()
	piece = r.text[r.at : r.at+size]
	r.at += size
	r.col += cells
	if k == style {
		r.restyle(piece)
	}
	return k, piece, cells
}

// peek tells what comes next, of how many bytes and cells.
func (r *row) peek() (k pieceKind, size, cells int) {
	rest := r.text[r.at:]
	c := rest[0]
	switch {
	case c == '\x1b':
		return style, sgr(rest), 0
	case c == ' ' && (len(rest) == 1 || rest[1] < utf8.RuneSelf):
		return blank, 1, 1
	case c < utf8.RuneSelf && (len(rest) == 1 || rest[1] < utf8.RuneSelf):
		return cell, 1, 1
	}
	if n := narrow(rest); n > 0 && (len(rest) == n || rest[n] < utf8.RuneSelf || narrow(rest[n:]) > 0) {
		if c == ' ' {
			return blank, n, 1
		}
		return cell, n, 1
	}
	cluster, cells := ansi.FirstGraphemeCluster(rest, r.method)
	if cells <= 0 {
		return dropped, max(len(cluster), 1), 0
	}
	return cell, len(cluster), cells
}

// clean leaves out whatever a terminal should not see: sequences but styles, control characters, what is no UTF-8. A
// tab is a blank.
func clean(s string) string {
	var b strings.Builder
	kept := 0 // how much of s is in b, or left out
	for i := 0; i < len(s); {
		n, by := unsafePrefix(s[i:])
		if n == 0 {
			_, n = utf8.DecodeRuneInString(s[i:])
			if s[i] == '\x1b' {
				n = sgr(s[i:])
			}
			i += n
			continue
		}
		b.WriteString(s[kept:i])
		b.WriteString(by)
		i += n
		kept = i
	}
	if kept == 0 {
		return s
	}
	b.WriteString(s[kept:])
	return b.String()
}

// unsafePrefix returns the size of what s begins with if a terminal should not see it, and what stands there instead.
func unsafePrefix(s string) (size int, by string) {
	c := s[0]
	switch {
	case c >= ' ' && c < '\x7f':
		return 0, ""
	case c == '\x1b' && sgr(s) > 0:
		return 0, ""
	case c == '\x1b':
		_, _, n, _ := ansi.DecodeSequence(s, 0, nil)
		return max(n, 1), ""
	case c == '\t':
		return 1, " "
	}
	if r, n := utf8.DecodeRuneInString(s); control(r) || r == utf8.RuneError && n == 1 {
		return n, ""
	}
	return 0, ""
}

func control(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }

// narrow returns the size of the first rune if all terminals show it in one cell and join it to nothing: letters of
// Latin, Greek and Cyrillic, lines, blocks and common signs. 0 stands for doubt.
func narrow(s string) int {
	c := s[0]
	if c < utf8.RuneSelf {
		if c >= ' ' && c != '\x7f' {
			return 1
		}
		return 0
	}
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r == 0xad: // a soft hyphen is nothing to some
	case r >= 0xa0 && r < 0xa9 || r > 0xa9 && r < 0xae || r > 0xae && r < 0x300: // (c) and (r) may be emoji
		return n
	case r >= 0x370 && r < 0x483 || r >= 0x48a && r < 0x530: // without Greek and Cyrillic marks
		return n
	case r >= 0x2010 && r < 0x2028 || r == 0x2030 || r == 0x2039 || r == 0x203a: // dashes, quotes, dots
		return n
	case r >= 0x2190 && r < 0x2194 || r >= 0x2500 && r < 0x25aa: // arrows; lines, blocks, squares
		return n
	}
	return 0
}

// doubtful reports whether a row holds anything but styles and what all terminals measure alike.
func doubtful(s string) bool {
	for i := 0; i < len(s); {
		n := 0
		if s[i] == '\x1b' {
			n = sgr(s[i:])
		} else {
			n = narrow(s[i:])
		}
		if n == 0 {
			return true
		}
		i += n
	}
	return false
}

// restyle takes a sequence that changes the style.
func (r *row) restyle(sequence string) {
	if resets(sequence) {
		r.turned, r.style, r.sent = true, r.style[:0], 0
		if len(sequence) <= len("\x1b[0m") {
			return
		}
	}
	r.style = append(r.style, sequence...)
}

// same reports whether two rows have come to the same cell in the same style.
func (r *row) same(o *row) bool { return r.col == o.col && string(r.style) == string(o.style) }

// drawRow sends a whole row.
func (p *Renderer) drawRow(y int, text string) {
	text = clean(text)
	p.row.begin(text, p.method)
	p.moveTo(0, y)
	p.write(len(text))
}

// changeRow sends what makes one row into another.
func (p *Renderer) changeRow(y int, was, now string) {
	if doubtful(was) || doubtful(now) {
		p.drawRow(y, now) // where a terminal may count otherwise, only the first cell of a row is known
		return
	}
	r := &p.row
	r.begin(now, p.method)
	alike := prefix(was, now)
	for r.at < alike {
		k, size, cells := r.peek()
		if r.at+size > alike || r.col+cells > p.width {
			break
		}
		if k == style {
			r.restyle(now[r.at : r.at+size])
		}
		r.at, r.col = r.at+size, r.col+cells
	}
	r.turned, r.sent = false, 0
	end := p.rejoin(was, now)
	p.moveTo(r.col, y)
	p.write(end)
}

// rejoin finds the place from which on the old row and the new one show the same, with p.row where they part. It
// returns that place in the new row, or its end.
func (p *Renderer) rejoin(was, now string) int {
	from := p.row.at
	alike := suffix(was[from:], now[from:])
	if alike < sameLeast {
		return len(now)
	}
	old, fresh := &p.old, &p.fresh
	old.from(&p.row, was)
	fresh.from(&p.row, now)
	for old.at < len(was) && fresh.at < len(now) {
		left, right := len(was)-old.at, len(now)-fresh.at
		switch {
		case right > alike || right > left:
			fresh.next()
		case left > right:
			old.next()
		case old.same(fresh):
			if right < sameLeast {
				return len(now)
			}
			return fresh.at
		default:
			old.next()
			fresh.next()
		}
	}
	return len(now)
}

// from begins in the middle of a text that is like the other's until there.
func (r *row) from(o *row, text string) {
	room := append(r.style[:0], o.style...)
	*r = *o
	r.text, r.style = text, room
}

// write sends p.row from where it is up to a place, and erases the rest of the line if that is its end. Blanks at the
// end are erased rather than sent.
func (p *Renderer) write(end int) {
	r := &p.row
	spaces, on := 0, false // spaces not sent yet; on: some style is
	for r.at < end {
		k, piece, cells := r.next()
		switch k {
		case cell, blank:
			if r.col > p.width {
				r.col -= cells
				r.at = len(r.text)
				end = r.at
				continue
			}
			if k == blank && len(r.style) == 0 {
				spaces++
				continue
			}
			p.pad(spaces, &on)
			spaces = 0
			p.dress(&on)
			if k == blank {
				piece = " "
			}
			p.out = append(p.out, piece...)
		case style, dropped, ended:
		}
	}
	if end < len(r.text) {
		p.pad(spaces, &on)
		spaces = 0
	}
	if on {
		p.out = append(p.out, resetStyle...)
	}
	if r.at >= len(r.text) && r.col-spaces < p.width {
		p.out = append(p.out, eraseRest...)
	}
}

// pad sends ordinary blanks.
func (p *Renderer) pad(spaces int, on *bool) {
	if spaces == 0 {
		return
	}
	if *on {
		p.out = append(p.out, resetStyle...)
		*on = false
		p.row.turned = false
	}
	for range spaces {
		p.out = append(p.out, ' ')
	}
}

// dress sends what changed of the style.
func (p *Renderer) dress(on *bool) {
	r := &p.row
	if r.turned {
		if *on {
			p.out = append(p.out, resetStyle...)
			*on = false
		}
		r.turned = false
	}
	if r.sent < len(r.style) {
		before := len(p.out)
		p.out = p.shade.append(p.out, r.style[r.sent:])
		*on = *on || len(p.out) > before
		r.sent = len(r.style)
	}
}

func prefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

func suffix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[len(a)-1-i] != b[len(b)-1-i] {
			return i
		}
	}
	return n
}
