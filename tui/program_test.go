package tui_test

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// terminal collects what a program draws.
type terminal struct {
	mu  sync.Mutex
	out bytes.Buffer
}

func (w *terminal) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(p)
}

// shows reports whether some words were drawn, ever.
func (w *terminal) shows(words string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Contains(w.out.String(), words)
}

// eventually polls until something holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	poll := time.NewTicker(5 * time.Millisecond)
	defer poll.Stop()
	for deadline := time.Now().Add(60 * time.Second); !holds(); <-poll.C {
		if time.Now().After(deadline) {
			t.Fatalf("did not %s in time", what)
		}
	}
}

// The real program with a real renderer, over pipes: keys in, a session's words out, and the end.
func TestProgram(t *testing.T) {
	l := newLink()
	keys, typing := io.Pipe()
	var screen terminal
	options := append(tui.Options(), tea.WithInput(keys), tea.WithOutput(&screen), tea.WithWindowSize(80, 24),
		tea.WithEnvironment([]string{"TERM=xterm-256color"}), tea.WithColorProfile(colorprofile.ANSI256),
		tea.WithoutSignals())
	s := tui.New(l, tui.Config{})
	done := make(chan error, 1)
	go func() {
		_, err := tea.NewProgram(s, options...).Run()
		done <- err
	}()
	l.messages <- evening()
	eventually(t, "draw "+"The Drowned Lantern", func() bool { return screen.shows("The Drowned Lantern") })
	enter(t, typing, "look")
	eventually(t, "draw "+"look", func() bool { return screen.shows("look") })
	enter(t, typing, "quit")
	eventually(t, "send quit", func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return len(l.lines) == 2 && l.lines[1] == "quit"
	})
	l.messages <- tui.Message{End: "Farewell."}
	close(l.messages)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if got, want := s.Farewell(), "Farewell."; got != want {
		t.Errorf("farewell: got %q, want %q", got, want)
	}
}

// enter types a line and the return key.
func enter(t *testing.T, keys io.Writer, line string) {
	t.Helper()
	if _, err := io.WriteString(keys, line+"\r"); err != nil {
		t.Fatal(err)
	}
}

// One new line at 120 by 40, as a busy room makes them: the model's part of a frame.
func BenchmarkFrameOneLine(b *testing.B) {
	s := benchScreen()
	line := tui.Message{Text: prose.Text{{Spans: []prose.Span{
		{Text: "Maren", Role: prose.Person}, {Text: " says, "},
		{Text: "\"The water is at the second step.\"", Role: prose.Speech}}}}}
	b.ReportAllocs()
	for b.Loop() {
		s.Update(tui.Arrived(line))
		s.View()
	}
}

// A typed key at 120 by 40; the text is unchanged.
func BenchmarkFrameOneKey(b *testing.B) {
	s := benchScreen()
	b.ReportAllocs()
	for b.Loop() {
		s.Update(tea.KeyPressMsg{Code: 'x', Text: "x"})
		s.View()
		s.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
	}
}

// A blow that was taken, at 120 by 40: the view changed, the text did not.
func BenchmarkFrameOneView(b *testing.B) {
	s := benchScreen()
	views := [2]tui.Message{{View: evening().View}, {View: evening().View}}
	views[1].View.Chart = views[0].View.Chart
	views[1].View.HP--
	at := 0
	b.ReportAllocs()
	for b.Loop() {
		at = 1 - at
		s.Update(tui.Arrived(views[at]))
		s.View()
	}
}

// A new width with a full transcript.
func BenchmarkResize(b *testing.B) {
	s := benchScreen()
	width := 120
	b.ReportAllocs()
	for b.Loop() {
		width = 240 - width + 1
		s.Update(tea.WindowSizeMsg{Width: width, Height: 40})
		s.View()
	}
}

// The worst that a paragraph can hold, for quadratic surprises: no case may cost much more than the plain one.
func BenchmarkParagraph(b *testing.B) {
	for name, unit := range map[string]string{
		"plain": "words to be wrapped ", "accents": "e\u0301", "tower": "\u0301", "flags": "🇳🇴",
		"family": "👨\u200d👩\u200d👧 ", "joiners": "\u200d", "wide": "潮", "controls": "\x1b[m", "invalid": "\xff",
	} {
		b.Run(name, func(b *testing.B) {
			s := benchScreen()
			m := tui.Arrived(tui.Message{Text: prose.Text{prose.L(prose.Plain, strings.Repeat(unit, 64<<10/len(unit)))}})
			for b.Loop() {
				s.Update(m)
				s.View()
			}
		})
	}
}

func benchScreen() *tui.Screen {
	s := tui.New(newLink(), tui.Config{})
	s.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	for range 400 {
		s.Update(tui.Arrived(evening()))
	}
	s.View()
	return s
}
