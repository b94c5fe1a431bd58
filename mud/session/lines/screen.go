// Package lines shows a session as lines, one below the other: on telnet, and on SSH without a terminal. It renders
// for the client's width, colours and charset or for a screen reader, once for all who look alike, and knows no
// transport but a [Wire]. A screen belongs to its session's goroutine; Resize and Learn may come from the transport.
package lines

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/glance"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Wire is what a line screen writes to: a telnet connection, or an SSH session without a terminal. Its methods must
// not block.
type Wire interface {
	// Send shows what it is given, and keeps none of it.
	Send(o Output)
	// Secret hides the next line as it is typed.
	Secret(on bool)
	// Charset says how letters are to be sent: utf-8, latin-1, ascii, or auto for what was agreed with the client.
	Charset(name string)
	// Settled says that somebody signed in.
	Settled()
	// Close ends the connection for a reason.
	Close(reason string)
}

// Output is what a line screen sends at a time.
type Output struct {
	Paragraphs []string // each ended as a line is; one of several rows has "\n" between them
	Prompt     string   // behind them, if there is one
	Aside      [][]byte // messages beside the text, before it; a wire that has no place for them leaves them out
}

// Aside is told what the screen is told, and makes messages of it that go beside the text: the out-of-band view of a
// client that agreed to one. Its methods are called from the session's goroutine.
type Aside interface {
	// Wants says how much of a session.View it draws.
	Wants() glance.Want
	// Of makes the messages of a frame; they are sent at once and not kept.
	Of(f session.Frame) [][]byte
}

// Look is how a line screen shows things; people who share it share renderings.
type Look struct {
	Width  int // cells; 0: not wrapped, as for a screen reader unless its user chose a width
	Depth  prose.Depth
	Reader bool // for a screen reader
	Theme  string
	Stamps bool // the time stands before what happened
}

// Client is what the client says of itself, or what is assumed of it.
type Client struct {
	Width   int // cells; 0: not wrapped
	Depth   prose.Depth
	Reader  bool   // somebody listens
	Charset string // utf-8, latin-1 or ascii; "" is utf-8
	Draws   bool   // it has said that it shows UTF-8, so that a drawing is safe
}

const keptMost = 8 // paragraphs that an idle screen keeps room for

// How wide the time is that stands before what happens.
const (
	stampCells      = len("15:04 ")
	stampHeardCells = len("15:04, ")
)

// Screen is a session.Screen of lines, one below the other.
type Screen struct {
	wire Wire

	shown []string // what Show sends, kept for the next
	aside Aside    // nil: nothing goes beside the text

	mu      sync.Mutex // Resize and Learn may come from the transport
	client  Client
	chosen  settings.Sheet
	look    Look   // of both
	shared  any    // the look as it was when something was last rendered for all who share it
	charset string // as the wire was told
}

// utf8 is the charset of clients that say nothing.
const utf8 = "utf-8"

// New makes a line screen.
func New(w Wire, c Client) *Screen {
	l := &Screen{wire: w, charset: settings.Auto}
	l.Learn(c)
	return l
}

// SetAside has what is shown go to an aside as well. Call it before the session is opened.
func (l *Screen) SetAside(a Aside) { l.aside = a }

// Resize says how wide the window is, in cells; 0 is a window that knows no width.
func (l *Screen) Resize(width int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.client.Width = bounded(width)
	l.follow()
}

// Learn says what became known about the client.
func (l *Screen) Learn(c Client) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.Width = bounded(c.Width)
	l.client = c
	l.follow()
}

// bounded is a width that text can be wrapped to.
func bounded(width int) int {
	if width <= 0 {
		return 0
	}
	return min(max(width, settings.WidthMin), settings.WidthMax)
}

// Style implements session.Screen.
func (l *Screen) Style() prose.Style {
	l.mu.Lock()
	defer l.mu.Unlock()
	boxes := l.client.Draws && (l.charset == settings.Auto || l.charset == utf8)
	return prose.Style{ScreenReader: l.look.Reader, Width: l.look.Width, Boxes: boxes}
}

// Wants implements session.Screen: lines have no room for a view, but an aside may.
func (l *Screen) Wants() glance.Want {
	if l.aside == nil {
		return glance.Nothing
	}
	return l.aside.Wants()
}

// Show implements session.Screen.
func (l *Screen) Show(f session.Frame) {
	l.mu.Lock()
	look := l.look
	if l.shared != any(look) {
		l.shared = look
	}
	shared := l.shared
	l.mu.Unlock()
	shown := l.shown[:0]
	for _, p := range f.Parts {
		text := look.renderPart(p, shared)
		if p.Art != nil {
			text = l.draw(p.Art)
			if text == "" {
				continue
			}
		}
		if text != "" || len(p.Text) > 0 && !look.Reader {
			shown = append(shown, text)
		}
	}
	out := Output{Paragraphs: shown, Prompt: f.Prompt}
	if l.aside != nil {
		out.Aside = l.aside.Of(f)
	}
	if len(shown) == 0 && f.Prompt == "" && len(out.Aside) == 0 {
		return
	}
	l.wire.Send(out)
	if l.shown = nil; cap(shown) <= keptMost {
		clear(shown)
		l.shown = shown[:0]
	}
}

// renderPart makes the text of one part; what several perceived alike is rendered once for each look. shared is the
// look as a profile.
func (k *Look) renderPart(p session.Part, shared any) string {
	var text string
	switch {
	case p.Told == nil:
		text = k.render(p.Text)
	case k.Reader:
		text, _ = p.Told.Render(shared, func() any {
			return k.render(prose.Aloud(p.Told.Notice, p.Told.Sense))
		}).(string)
	default:
		text, _ = p.Told.Render(shared, func() any { return k.render(p.Words()) }).(string)
	}
	if p.Stamp == "" || text == "" {
		return text
	}
	if k.Reader {
		return strings.TrimSpace(p.Stamp) + ", " + text
	}
	return p.Stamp + strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", len(p.Stamp)))
}

// draw renders the widest of some drawings that fits; "" where nobody could see it as it was meant.
func (l *Screen) draw(art []prose.Text) string {
	style := l.Style()
	if style.ScreenReader || !style.Boxes {
		return ""
	}
	for _, text := range art {
		widest := 0
		for _, row := range text {
			widest = max(widest, ansi.StringWidth(row.String()))
		}
		if style.Width == 0 || widest <= style.Width {
			l.mu.Lock()
			look := l.look
			l.mu.Unlock()
			return look.render(text)
		}
	}
	return ""
}

func (k *Look) render(t prose.Text) string {
	if len(t) == 0 {
		return ""
	}
	width, stamp := k.Width, stampCells
	if k.Reader {
		stamp = stampHeardCells
	}
	if k.Stamps && width > 0 {
		width = max(width-stamp, settings.WidthMin)
	}
	if k.Reader {
		return broken(prose.ReaderText(t), width)
	}
	palette, _ := prose.Theme(k.Theme)
	return prose.ANSI(t, palette, width, k.Depth)
}

// broken is a text whose rows end before a width, between words; as it is where that is 0.
func broken(text string, width int) string {
	if width == 0 || text == "" {
		return text
	}
	var rows prose.Text
	for row := range strings.SplitSeq(text, "\n") {
		rows = append(rows, prose.L(prose.Plain, row))
	}
	return prose.ANSI(rows, prose.Palette{}, width, prose.NoColour)
}

// Secret implements session.Screen.
func (l *Screen) Secret(on bool) { l.wire.Secret(on) }

// Settled implements session.Screen.
func (l *Screen) Settled() { l.wire.Settled() }

// End implements session.Screen.
func (l *Screen) End(word, reason string) {
	if word != "" {
		l.mu.Lock()
		look := l.look
		l.mu.Unlock()
		l.wire.Send(Output{Paragraphs: []string{look.render(prose.Text{prose.L(prose.System, word)})}})
	}
	l.wire.Close(reason)
}

// Face implements session.Screen.
func (l *Screen) Face() settings.Face { return settings.Lines }

// Apply implements session.Screen.
func (l *Screen) Apply(chosen *settings.Sheet) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.chosen = chosen.Clone()
	l.follow()
}

// Now implements session.Screen.
func (l *Screen) Now(name string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch name {
	case settings.Color:
		return depths()[l.look.Depth]
	case settings.Width:
		if l.look.Width > 0 {
			return strconv.Itoa(l.look.Width)
		}
	case settings.Charset:
		return cmp.Or(l.client.Charset, utf8)
	}
	return ""
}

// depths are the names of the depths, in their order.
func depths() []string { return []string{"none", "16", "256", "true"} }

// follow makes the look of what was chosen, and for the rest of what the client said. mu is held.
func (l *Screen) follow() {
	l.look = Look{
		Width: l.client.Width, Depth: l.client.Depth, Reader: l.client.Reader, Theme: l.chosen.Value(settings.Theme),
		Stamps: l.chosen.Value(settings.Timestamps) == settings.On,
	}
	if n, err := strconv.Atoi(l.chosen.Value(settings.Width)); err == nil {
		l.look.Width = n
	}
	if i := slices.Index(depths(), l.chosen.Value(settings.Color)); i >= 0 {
		l.look.Depth = prose.Depth(i)
	}
	if on := l.chosen.Value(settings.ScreenReader); on != settings.Auto {
		l.look.Reader = on == settings.On
	}
	if l.look.Reader {
		l.look.Depth = prose.NoColour
		if l.chosen.Value(settings.Width) == settings.Auto { // a row that the terminal breaks is read out whole
			l.look.Width = 0
		}
	}
	if charset := l.chosen.Value(settings.Charset); charset != l.charset {
		l.charset = charset
		l.wire.Charset(charset)
	}
}
