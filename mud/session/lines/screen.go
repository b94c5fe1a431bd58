// Package lines shows a session as lines, one below the other: on telnet, and on SSH without a terminal. It renders
// for the client's width, colours and charset or for a screen reader, once for all who look alike, and knows no
// transport but a [Wire]. A screen belongs to its session's goroutine; Resize and Learn may come from the transport.
package lines

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Wire is what a line screen writes to: a telnet connection, or an SSH session without a terminal. Its methods must
// not block.
type Wire interface {
	// Send shows what it is given, and keeps none of it.
	Send(o Output)
	// Secret hides the next line as it is typed.
	Secret(on bool)
	// ASCII says whether text is to be transliterated.
	ASCII(on bool)
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
	// Wants reports whether it draws a session.View.
	Wants() bool
	// Of makes the messages of a frame; they are sent at once and not kept.
	Of(f session.Frame) [][]byte
}

// Look is how a line screen shows things; people who share it share renderings.
type Look struct {
	Width  int // cells; 0: not wrapped
	Depth  prose.Depth
	Reader bool // for a screen reader
	Theme  string
}

const keptMost = 8 // paragraphs that an idle screen keeps room for

// Widths of a line screen, in cells.
const (
	widthMin = 20
	widthMax = 500
)

// Screen is a session.Screen of lines, one below the other.
type Screen struct {
	wire Wire

	shown []string // what Show sends, kept for the next
	aside Aside    // nil: nothing goes beside the text

	mu     sync.Mutex // Resize and Learn may come from the transport
	look   Look
	shared any // the look as it was when something was last rendered for all who share it
	set    map[string]bool
	ascii  bool
	secret bool
}

// New makes a line screen.
func New(w Wire, look Look) *Screen {
	if look.Theme == "" {
		look.Theme = prose.Themes()[0]
	}
	return &Screen{wire: w, look: look, set: map[string]bool{}}
}

// SetAside has what is shown go to an aside as well. Call it before the session is opened.
func (l *Screen) SetAside(a Aside) { l.aside = a }

// Resize says how wide the window is.
func (l *Screen) Resize(width int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.set["width"] {
		l.look.Width = min(max(width, widthMin), widthMax)
	}
}

// Learn says what became known about the client: its colours, and whether somebody listens rather than reads.
func (l *Screen) Learn(depth prose.Depth, reader, ascii bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.set["color"] {
		l.look.Depth = depth
	}
	if !l.set["screenreader"] {
		l.look.Reader = reader
	}
	if !l.set["charset"] {
		l.ascii = ascii
	}
}

// Style implements session.Screen.
func (l *Screen) Style() prose.Style {
	l.mu.Lock()
	defer l.mu.Unlock()
	return prose.Style{ScreenReader: l.look.Reader}
}

// Wants implements session.Screen: lines have no room for a view, but an aside may.
func (l *Screen) Wants() bool { return l.aside != nil && l.aside.Wants() }

// Show implements session.Screen.
func (l *Screen) Show(f session.Frame) {
	l.mu.Lock()
	look, secret := l.look, l.secret
	if l.shared != any(look) {
		l.shared = look
	}
	shared := l.shared
	l.mu.Unlock()
	shown := l.shown[:0]
	for _, p := range f.Parts {
		text := look.renderPart(p, shared)
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
	if secret {
		l.mu.Lock()
		l.secret = false
		l.mu.Unlock()
	}
}

// renderPart makes the text of one part; what several perceived alike is rendered once for each look. shared is the
// look as a profile.
func (k *Look) renderPart(p session.Part, shared any) string {
	if p.Told == nil {
		return k.render(p.Text)
	}
	s, _ := p.Told.Render(shared, func() any { return k.render(p.Words()) }).(string)
	return s
}

func (k *Look) render(t prose.Text) string {
	if len(t) == 0 {
		return ""
	}
	if k.Reader {
		return prose.ReaderText(t)
	}
	palette, _ := prose.Theme(k.Theme)
	return prose.ANSI(t, palette, k.Width, k.Depth)
}

// Secret implements session.Screen.
func (l *Screen) Secret(on bool) {
	l.mu.Lock()
	l.secret = on
	l.mu.Unlock()
	l.wire.Secret(on)
}

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

// Set implements session.Screen.
func (l *Screen) Set(name, value string) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch name {
	case "color":
		return l.setColor(value)
	case "width":
		return l.setWidth(value)
	case "charset":
		switch value {
		case "":
		case "utf-8", "utf8":
			l.ascii, l.set[name] = false, true
		case "ascii":
			l.ascii, l.set[name] = true, true
		default:
			return "", fmt.Errorf("charset is utf-8 or ascii")
		}
		l.wire.ASCII(l.ascii)
		if l.ascii {
			return "ascii", nil
		}
		return "utf-8", nil
	case "screenreader":
		if value != "" {
			l.look.Reader, l.set[name] = value == "on", true
		}
		if l.look.Reader {
			return "on", nil
		}
		return "off", nil
	}
	return "", fmt.Errorf("there is no option %q", name) // the session asks for those that are
}

func (l *Screen) setColor(value string) (string, error) {
	names := []string{"none", "16", "256", "true"}
	for i, n := range names {
		if value == n {
			l.look.Depth, l.set["color"] = prose.Depth(i), true
		}
	}
	for _, t := range prose.Themes() {
		if value == t {
			l.look.Theme = t
			value = ""
		}
	}
	if now := names[l.look.Depth]; value == "" || value == now {
		return now + ", " + l.look.Theme, nil
	}
	return "", fmt.Errorf("color is none, 16, 256 or true, or one of the themes %s", strings.Join(prose.Themes(), ", "))
}

func (l *Screen) setWidth(value string) (string, error) {
	switch n, err := strconv.Atoi(value); {
	case value == "":
	case value == "auto":
		delete(l.set, "width")
	case err == nil && n >= widthMin && n <= widthMax:
		l.look.Width, l.set["width"] = n, true
	default:
		return "", fmt.Errorf("width is auto or a number from %d to %d", widthMin, widthMax)
	}
	return strconv.Itoa(l.look.Width), nil
}
