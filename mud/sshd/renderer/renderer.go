package renderer

import (
	"strconv"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

const (
	resetStyle = "\x1b[m"
	eraseRest  = "\x1b[K"
	noWrap     = "\x1b[?7l" // what a terminal takes for wider than we do must not push the next row down
	wrap       = "\x1b[?7h"

	// outKept is how much room for output a Renderer keeps between frames.
	outKept = 4 * kib
	kib     = 1024
)

// Renderer keeps what a terminal shows and says what to send so that it shows something else. It does no I/O and is
// used by one goroutine. A row of a view stands on its own: a style does not reach into the next. Of what is in it
// only text and styles (SGR) are sent; every other sequence and control character is left out.
type Renderer struct {
	width, height int
	method        ansi.Method
	shade         shade
	synced        bool // the terminal has mode 2026
	graphemes     bool // mode 2027 was set

	entered bool // the modes were sent and have to be taken back
	all     bool // what the terminal shows is unknown
	shown   string
	modes   modes
	extra   []byte // sequences for the next frame, before its rows
	out     []byte
	was     []string
	now     []string
	row     row // being sent
	old     row // walked through to find where two rows meet again
	fresh   row
}

// New returns a renderer for a terminal of that size.
func New(size Size, profile colorprofile.Profile) *Renderer {
	return &Renderer{width: max(size.Width, 1), height: max(size.Height, 1), all: true, shade: shade{profile: profile}}
}

// Resize sets the size; the next frame draws everything, since terminals differ in what they keep.
func (p *Renderer) Resize(size Size) {
	p.width, p.height, p.all = max(size.Width, 1), max(size.Height, 1), true
}

// Clear forgets what the terminal shows.
func (p *Renderer) Clear() { p.all = true }

// profile sets the colours the terminal can show.
func (p *Renderer) profile(profile colorprofile.Profile) {
	if p.shade.profile != profile {
		p.shade, p.all = shade{profile: profile}, true
	}
}

// Report takes what the terminal says about a mode: whether it shows frames as a whole (2026) and measures graphemes
// (2027).
func (p *Renderer) Report(r tea.ModeReportMsg) {
	switch r.Mode {
	case ansi.ModeSynchronizedOutput:
		p.synced = r.Value == ansi.ModeReset || r.Value == ansi.ModeSet
	case ansi.ModeUnicodeCore:
		if r.Value.IsNotRecognized() || r.Value.IsPermanentlyReset() || p.graphemes {
			return
		}
		p.method, p.graphemes, p.all = ansi.GraphemeWidth, true, true
		p.send(ansi.SetModeUnicodeCore)
	}
}

// send puts a sequence before the rows of the next frame.
func (p *Renderer) send(sequence string) { p.extra = append(p.extra, sequence...) }

// Frame returns what to send so that the terminal shows the view: nothing if it does. The bytes are good until the
// next call.
func (p *Renderer) Frame(v tea.View) []byte {
	if cap(p.out) > outKept {
		p.out = nil
	}
	next := modesOf(v, p.width, p.height)
	if !next.cursor {
		next.shape = p.modes.shape // it stays while the cursor is hidden
	}
	p.out = p.out[:0]
	p.enter(next)
	p.out = append(p.out, p.extra...) // what a terminal does not understand and prints is drawn over
	p.extra = p.extra[:0]
	hidden, moved := p.rows(v.Content)
	p.place(next, hidden, moved)
	if p.synced && moved {
		p.out = append(p.out, ansi.ResetModeSynchronizedOutput...)
	}
	p.modes, p.all, p.shown = next, false, v.Content
	return p.out
}

// rows sends the rows that changed. It reports whether it hid the cursor for that, and whether it sent anything.
func (p *Renderer) rows(content string) (hidden, moved bool) {
	if !p.all && content == p.shown {
		return false, false
	}
	start := len(p.out)
	switch {
	case p.synced:
		p.out = append(p.out, ansi.SetModeSynchronizedOutput...)
	case p.modes.cursor:
		p.out = append(p.out, ansi.ResetModeTextCursorEnable...)
		hidden = true
	}
	empty := len(p.out)
	p.was, p.now = split(p.shown, p.was, p.height), split(content, p.now, p.height)
	if !p.all {
		p.scroll()
	}
	for y, now := range p.now {
		if p.all {
			p.drawRow(y, now)
		} else if p.was[y] != now {
			p.changeRow(y, p.was[y], now)
		}
	}
	clear(p.was) // they would keep the last view alive
	clear(p.now)
	if len(p.out) == empty {
		p.out = p.out[:start]
		return false, false
	}
	return hidden || !p.modes.cursor, true
}

// moveTo sends the cursor to a cell.
func (p *Renderer) moveTo(x, y int) {
	p.out = append(p.out, "\x1b["...)
	p.out = strconv.AppendInt(p.out, int64(y)+1, 10)
	if x > 0 {
		p.out = append(p.out, ';')
		p.out = strconv.AppendInt(p.out, int64(x)+1, 10)
	}
	p.out = append(p.out, 'H')
}

// place puts the cursor where the view wants it.
func (p *Renderer) place(next modes, hidden, moved bool) {
	if !next.cursor {
		if p.modes.cursor && !hidden {
			p.out = append(p.out, ansi.ResetModeTextCursorEnable...)
		}
		return
	}
	if moved || !p.modes.cursor || next.x != p.modes.x || next.y != p.modes.y {
		p.moveTo(next.x, next.y)
	}
	if hidden || !p.modes.cursor {
		p.out = append(p.out, ansi.SetModeTextCursorEnable...)
	}
}
