package session

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// LineConn is what a line screen writes to: a telnet connection, or an SSH session without a terminal. Its methods must
// not block.
type LineConn interface {
	// Send shows what it is given, and keeps none of it.
	Send(o LineOutput)
	// Secret hides the next line as it is typed.
	Secret(on bool)
	// Charset says how letters are to be sent: utf-8, latin-1, ascii, or auto for what was agreed with the client.
	Charset(name string)
	// Settled says that somebody signed in.
	Settled()
	// Close ends the connection for a reason.
	Close(reason string)
}

// LineOutput is what a line screen sends at a time.
type LineOutput struct {
	Paragraphs []string // each ended as a line is; one of several rows has "\n" between them
	Prompt     string   // behind them, if there is one
	OutOfBand  [][]byte // messages beside the text, before it; a wire that has no place for them leaves them out
}

// OutOfBand is told what the screen is told, and makes messages of it that go beside the text: the out-of-band view of
// a client that agreed to one. Its methods are called from the session's goroutine.
type OutOfBand interface {
	// Wants says how much of a surroundings.View it draws.
	Wants() surroundings.Want
	// Of makes the messages of a frame; they are sent at once and not kept.
	Of(f Frame) [][]byte
}

// LineLook is how a line screen shows things; people who share it share renderings.
type LineLook struct {
	Width  int // cells; 0: not wrapped, as for a screen reader unless its terminal cuts words or its user chose a width
	Depth  prose.Depth
	Reader bool // for a screen reader
	Theme  string
	Stamps bool // the time stands before what happened
	Manner prose.Manner
}

// LineClient is what the client says of itself, or what is assumed of it.
type LineClient struct {
	Width   int // cells; 0: not wrapped
	Depth   prose.Depth
	Reader  bool   // somebody listens
	Cuts    bool   // a terminal that shows rows of its width and cuts a longer line wherever that ends
	Charset string // utf-8, latin-1 or ascii; "" is utf-8
	Draws   bool   // it has said that it shows UTF-8, so that a drawing is safe
}

const keptParagraphsMost = 8 // paragraphs that an idle screen keeps room for

// How wide the time is that stands before what happens.
const (
	stampCells      = len("15:04 ")
	stampHeardCells = len("15:04, ")
)

// LineScreen is a session.Screen of lines, one below the other.
type LineScreen struct {
	wire LineConn

	shown     []string  // what Show sends, kept for the next
	outOfBand OutOfBand // nil: nothing goes beside the text

	mu      sync.Mutex // Resize and Learn may come from the transport
	client  LineClient
	chosen  settings.Sheet
	look    LineLook // of both
	shared  any      // the look as it was when something was last rendered for all who share it
	charset string   // as the wire was told
}

// charsetUTF8 is the charset of clients that say nothing.
const charsetUTF8 = "utf-8"

// NewLineScreen makes a line screen.
func NewLineScreen(w LineConn, c LineClient) *LineScreen {
	l := &LineScreen{wire: w, charset: settings.Auto}
	l.Learn(c)
	return l
}

// SetOutOfBand has what is shown go to an out-of-band view as well. Call it before the session is opened.
func (l *LineScreen) SetOutOfBand(a OutOfBand) { l.outOfBand = a }

// Resize says how wide the window is, in cells; 0 is a window that knows no width.
func (l *LineScreen) Resize(width int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.client.Width = wrapWidth(width)
	l.follow()
}

// Learn says what became known about the client.
func (l *LineScreen) Learn(c LineClient) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.Width = wrapWidth(c.Width)
	l.client = c
	l.follow()
}

// wrapWidth is a width that text can be wrapped to.
func wrapWidth(width int) int {
	if width <= 0 {
		return 0
	}
	return min(max(width, settings.WidthMin), settings.WidthMax)
}

// Style implements session.Screen.
func (l *LineScreen) Style() prose.Style {
	l.mu.Lock()
	defer l.mu.Unlock()
	boxes := l.client.Draws && (l.charset == settings.Auto || l.charset == charsetUTF8)
	return prose.Style{ScreenReader: l.look.Reader, Width: l.look.Width, Boxes: boxes}
}

// Wants implements session.Screen: lines have no room for a view, but an out-of-band view may.
func (l *LineScreen) Wants() surroundings.Want {
	if l.outOfBand == nil {
		return surroundings.Nothing
	}
	return l.outOfBand.Wants()
}

// Show implements session.Screen.
func (l *LineScreen) Show(f Frame) {
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
	out := LineOutput{Paragraphs: shown, Prompt: f.Prompt}
	if l.outOfBand != nil {
		out.OutOfBand = l.outOfBand.Of(f)
	}
	if len(shown) == 0 && f.Prompt == "" && len(out.OutOfBand) == 0 {
		return
	}
	l.wire.Send(out)
	if l.shown = nil; cap(shown) <= keptParagraphsMost {
		clear(shown)
		l.shown = shown[:0]
	}
}

// renderPart makes the text of one part; what several perceived alike is rendered once for each look. shared is the
// look as a profile.
func (k *LineLook) renderPart(p Part, shared any) string {
	var text string
	switch {
	case p.Told == nil:
		text = k.render(p.Text)
	case k.Reader:
		text, _ = p.Told.Render(shared, func() any {
			return k.render(k.Manner.Aloud(p.Told.Notice, p.Told.Sense))
		}).(string)
	default:
		text, _ = p.Told.Render(shared, func() any { return k.render(p.In(k.Manner)) }).(string)
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
func (l *LineScreen) draw(art []prose.Text) string {
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

func (k *LineLook) render(t prose.Text) string {
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
		return wrapWords(prose.ReaderText(t), width)
	}
	palette, _ := prose.Theme(k.Theme)
	return prose.ANSI(t, palette, width, k.Depth)
}

// wrapWords is a text whose rows end before a width, between words; as it is where that is 0.
func wrapWords(text string, width int) string {
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
func (l *LineScreen) Secret(on bool) { l.wire.Secret(on) }

// Settled implements session.Screen.
func (l *LineScreen) Settled() { l.wire.Settled() }

// End implements session.Screen.
func (l *LineScreen) End(word, reason string) {
	if word != "" {
		l.mu.Lock()
		look := l.look
		l.mu.Unlock()
		l.wire.Send(LineOutput{Paragraphs: []string{look.render(prose.Text{prose.L(prose.System, word)})}})
	}
	l.wire.Close(reason)
}

// Face implements session.Screen.
func (l *LineScreen) Face() settings.Face { return settings.Lines }

// Apply implements session.Screen.
func (l *LineScreen) Apply(chosen *settings.Sheet) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.chosen = chosen.Clone()
	l.follow()
}

// Now implements session.Screen.
func (l *LineScreen) Now(name string) string {
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
		return cmp.Or(l.client.Charset, charsetUTF8)
	}
	return ""
}

// depths are the names of the depths, in their order.
func depths() []string { return []string{"none", "16", "256", "true"} }

// follow makes the look of what was chosen, and for the rest of what the client said. mu is held.
func (l *LineScreen) follow() {
	l.look = LineLook{
		Width: l.client.Width, Depth: l.client.Depth, Reader: l.client.Reader, Theme: l.chosen.Value(settings.Theme),
		Stamps: l.chosen.Value(settings.Timestamps) == settings.On, Manner: l.chosen.Manner(),
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
		if l.chosen.Value(settings.Width) == settings.Auto && !l.client.Cuts { // clients break rows as their users like it
			l.look.Width = 0
		}
	}
	if charset := l.chosen.Value(settings.Charset); charset != l.charset {
		l.charset = charset
		l.wire.Charset(charset)
	}
}
