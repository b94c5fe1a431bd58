package sshd_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/mud/sshd/renderer"
)

// tiny is a model that says its size and what was typed, and breaks where it is told to.
type tiny struct {
	size  tea.WindowSizeMsg
	typed string
	color string
	broke string
}

func (m tiny) Init() tea.Cmd {
	if m.broke == "init" {
		panic("defect in init")
	}
	return nil
}

func (m tiny) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.size = msg
	case tea.ColorProfileMsg:
		m.color = msg.String()
	case tea.ResumeMsg:
		m.typed += "<resumed>"
	case tea.KeyPressMsg:
		return m.key(msg.String())
	}
	return m, nil
}

func (m tiny) key(key string) (tea.Model, tea.Cmd) {
	broken := func() tea.Msg { panic("defect in a command") }
	fine := func() tea.Msg { return nil }
	switch key {
	case "q":
		return m, tea.Quit
	case "u":
		panic("defect in update")
	case "v":
		m.broke = "view"
	case "c":
		return m, broken
	case "b":
		return m, tea.Batch(fine, broken)
	case "s":
		return m, tea.Sequence(fine, tea.Batch(fine, tea.Sequence(fine, broken)))
	case "z":
		return m, tea.Suspend
	default:
		m.typed += key
	}
	return m, nil
}

func (m tiny) View() tea.View {
	if m.broke == "view" {
		panic("defect in view")
	}
	v := tea.NewView(fmt.Sprintf("size=%dx%d color=%s typed=%s", m.size.Width, m.size.Height, m.color, m.typed))
	v.AltScreen = true
	return v
}

// screen is a client's terminal: what was sent to it, and its keyboard.
type screen struct {
	mu   sync.Mutex
	got  bytes.Buffer
	keys io.Writer
	*gossh.Session
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.got.Write(p)
}

func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.got.String()
}

// terminal opens a session with a terminal of 100 by 30.
func (d *door) terminal(t testing.TB, c *gossh.Client, term, command string) *screen {
	t.Helper()
	out := &screen{Session: d.session(t, c)}
	keys, err := out.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out.keys, out.Stdout = keys, out
	_ = out.Setenv("COLORTERM", "truecolor")
	if err := out.RequestPty(term, 30, 100, gossh.TerminalModes{}); err != nil {
		t.Fatal(err)
	}
	if command == "" {
		err = out.Shell()
	} else {
		err = out.Start(command)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (s *screen) press(t testing.TB, keys string) {
	t.Helper()
	if _, err := io.WriteString(s.keys, keys); err != nil {
		t.Errorf("press %q: %v", keys, err)
	}
}

func (s *screen) waitFor(t testing.TB, text string) {
	t.Helper()
	waitFor(t, text, func() bool { return strings.Contains(s.text(), text) })
}

// showing runs a tiny model for each session and keeps what RunProgram returned, by user.
type showing struct {
	mu   sync.Mutex
	ends map[string]error
	last map[string]tea.Model
}

func newShowing() *showing { return &showing{ends: map[string]error{}, last: map[string]tea.Model{}} }

func (s *showing) handle(ctx context.Context, session *sshd.Session) {
	m := tiny{}
	if session.User == "init" {
		m.broke = "init"
	}
	last, err := sshd.RunProgram(ctx, session, m)
	s.mu.Lock()
	s.ends[session.User], s.last[session.User] = err, last
	s.mu.Unlock()
	if defect, ok := errors.AsType[*renderer.PanicError](err); ok {
		panic(defect)
	}
}

func (s *showing) end(t testing.TB, user string) error {
	t.Helper()
	waitFor(t, "the end of "+user, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		_, ok := s.ends[user]
		return ok
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ends[user]
}

const (
	enterScreen = "\x1b[?1049h"
	leaveScreen = "\x1b[?1049l"
)

func TestProgramSeesSizeKeysAndColours(t *testing.T) {
	show := newShowing()
	d := open(t, sshd.Limits{}, show.handle)
	s := d.terminal(t, d.dial(t, "bob"), "xterm-256color", "")
	s.waitFor(t, "size=100x30")
	s.waitFor(t, "TrueColor")
	if err := s.WindowChange(40, 120); err != nil {
		t.Fatal(err)
	}
	s.waitFor(t, "120x40")
	s.press(t, "hé!")
	s.waitFor(t, "!") // a frame may show some of the keys only
	s.press(t, "z")   // suspending would stop the server
	s.waitFor(t, "<resumed>")
	s.press(t, "q")
	if err := s.Wait(); err != nil {
		t.Errorf("session ended with %v", err)
	}
	if err := show.end(t, "bob"); err != nil {
		t.Errorf("got %v, want nil after quitting", err)
	}
	if last, ok := show.last["bob"].(tiny); !ok || last.typed != "hé!<resumed>" {
		t.Errorf("got last model %#v", show.last["bob"])
	}
	if text := s.text(); strings.Count(text, enterScreen) != 1 || strings.Count(text, leaveScreen) != 1 {
		t.Errorf("the screen was not entered and left: %q", text)
	}
}

// A claimed size is a demand for memory.
func TestSizesAreClamped(t *testing.T) {
	d := open(t, sshd.Limits{}, func(ctx context.Context, s *sshd.Session) {
		for {
			select {
			case <-ctx.Done():
				return
			case size := <-s.Resizes:
				_, _ = fmt.Fprintf(s.Out, "[%dx%d]", size.Width, size.Height)
			}
		}
	})
	s := d.terminal(t, d.dial(t, "bob"), "xterm", "")
	for _, size := range []struct {
		h, w int
		want string
	}{{1 << 30, 1 << 30, "[500x200]"}, {0, 0, "[80x24]"}, {1, 1, "[1x1]"}, {25, 90, "[90x25]"}} {
		if err := s.WindowChange(size.h, size.w); err != nil {
			t.Fatal(err)
		}
		s.waitFor(t, size.want)
	}
}

// Of sizes that nobody took, the newest is left.
func TestResizesNeverBlock(t *testing.T) {
	begin := make(chan struct{})
	d := open(t, sshd.Limits{}, func(_ context.Context, s *sshd.Session) {
		<-begin
		size := <-s.Resizes
		_, _ = fmt.Fprintf(s.Out, "[%dx%d]", size.Width, size.Height)
	})
	s := d.terminal(t, d.dial(t, "bob"), "xterm", "")
	for i := range 100 {
		if err := s.WindowChange(10+i, 20+i); err != nil {
			t.Fatal(err)
		}
	}
	// Requests are answered in order: once this one is, the sizes have arrived.
	if _, err := s.SendRequest("marker", true, nil); err != nil {
		t.Fatal(err)
	}
	close(begin)
	s.waitFor(t, "[119x109]")
}

// A panic ends that session, with its screen restored and the panic told to the handler; the neighbour plays on.
func TestPanicInModelEndsThatSessionOnly(t *testing.T) {
	show := newShowing()
	d := open(t, sshd.Limits{}, show.handle)
	neighbour := d.terminal(t, d.dial(t, "bob"), "xterm", "")
	neighbour.waitFor(t, "size=100x30")
	for what, key := range map[string]string{
		"init": "", "update": "u", "view": "v", "command": "c", "batch": "b", "sequence": "s",
	} {
		t.Run(what, func(t *testing.T) {
			s := d.terminal(t, d.dial(t, what), "xterm", "")
			if key != "" {
				s.waitFor(t, "size=100x30")
				s.press(t, key)
			}
			_ = s.Wait()
			var panicked *renderer.PanicError
			if err := show.end(t, what); !errors.As(err, &panicked) || len(panicked.Stack) == 0 {
				t.Errorf("got %v, want a *paint.PanicError with its stack", err)
			}
			text := s.text()
			if strings.Contains(text, "defect") || strings.Count(text, enterScreen) != strings.Count(text, leaveScreen) {
				t.Errorf("the screen was left as %q", text)
			}
			if _, after, _ := strings.Cut(text, leaveScreen); !strings.Contains(after, "Something went wrong") && key != "" {
				t.Errorf("after the screen came %q", after)
			}
			if said := d.log.taken(); !strings.Contains(said, "tiny") {
				t.Errorf("the log has no word of the model: %s", said)
			}
		})
	}
	if got := d.Ended()[sshd.ReasonPanic]; got != 6 {
		t.Errorf("%d panics were counted, want 6", got)
	}
	neighbour.press(t, "#")
	neighbour.waitFor(t, "#")
}

func TestProgramEndsWithItsClient(t *testing.T) {
	show := newShowing()
	d := open(t, sshd.Limits{}, show.handle)
	c := d.dial(t, "bob")
	d.terminal(t, c, "xterm", "").waitFor(t, "size=100x30")
	_ = c.Close()
	if err := show.end(t, "bob"); !errors.Is(err, sshd.ReasonGone) {
		t.Errorf("got %v, want %v", err, sshd.ReasonGone)
	}
	s := d.terminal(t, d.dial(t, "cyd"), "xterm", "")
	s.waitFor(t, "size=100x30")
	d.stop()
	if err := show.end(t, "cyd"); !errors.Is(err, sshd.ReasonShutdown) {
		t.Errorf("got %v, want %v", err, sshd.ReasonShutdown)
	}
	waitFor(t, "the screen to be left", func() bool { return strings.Contains(s.text(), leaveScreen) })
}

// ATTACK: begin a paste, or a string the terminal might send, and never end it; what decodes it keeps it all.
func TestEndlessInputIsCut(t *testing.T) {
	for what, begin := range map[string]string{"paste": "\x1b[200~", "operating system command": "\x1b]0;"} {
		t.Run(what, func(t *testing.T) {
			show := newShowing()
			d := open(t, sshd.Limits{}, show.handle)
			s := d.terminal(t, d.dial(t, "bob"), "xterm", "")
			s.waitFor(t, "size=100x30")
			go func() {
				_, err := io.WriteString(s.keys, begin)
				for err == nil {
					_, err = io.WriteString(s.keys, strings.Repeat("x", 8192))
				}
			}()
			if err := show.end(t, "bob"); !errors.Is(err, sshd.ReasonInputFlood) {
				t.Errorf("got %v, want %v", err, sshd.ReasonInputFlood)
			}
		})
	}
}

// ATTACK: half a mouse report in the old 8-bit form, at the end of what came; a decoder read past it once.
func TestHalfAMouseReportIsDropped(t *testing.T) {
	show := newShowing()
	d := open(t, sshd.Limits{}, show.handle)
	s := d.terminal(t, d.dial(t, "cyd"), "xterm", "")
	s.waitFor(t, "size=100x30")
	s.press(t, strings.Repeat("x", 59)+"\x9bM_cA")
	s.press(t, "#")
	s.waitFor(t, "#")
	s.press(t, "\x9bM")
	s.press(t, "_cA+")
	s.waitFor(t, "+")
}

// Keys that are on their way when a program quits must not keep its goroutines for ever.
func TestNothingStaysBehind(t *testing.T) {
	show := newShowing()
	d := open(t, sshd.Limits{}, show.handle)
	visit := func() {
		c := d.dial(t, "bob")
		s := d.terminal(t, c, "xterm", "")
		s.waitFor(t, "size=100x30")
		s.press(t, "q"+strings.Repeat("more\x1b[A", 200)+"\x1b[")
		_ = s.Wait()
		_ = c.Close()
		waitFor(t, "the place to be free", func() bool { return d.Connections() == 0 })
	}
	visit()
	before := runtime.NumGoroutine()
	for range 10 {
		visit()
	}
	waitFor(t, "the goroutines to end", func() bool { return runtime.NumGoroutine() <= before+2 })
}

// A screen's client that stops reading holds up its own session only, and not for ever.
func TestStalledScreenIsCut(t *testing.T) {
	d := open(t, sshd.Limits{Stall: 200 * time.Millisecond}, func(_ context.Context, s *sshd.Session) {
		line := []byte(strings.Repeat("x", 1000) + "\n")
		for {
			if _, err := s.Out.Write(line); err != nil {
				return
			}
		}
	})
	stalled(t, d)
	waitFor(t, "the cut", func() bool { return d.Ended()[sshd.ReasonSlowReader] == 1 })
}

// stalled opens a session whose output nobody reads.
func stalled(t *testing.T, d *door) {
	t.Helper()
	ch, _, err := d.dial(t, "bob").OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ch.SendRequest("shell", true, nil); err != nil {
		t.Fatal(err)
	}
}

func TestColourless(t *testing.T) {
	for term, want := range map[string]bool{
		"vt100": true, "vt52": true, "vt220": true, "vt100-nav": true, "ansi-m": true, "xterm-mono": true,
		"xterm": false, "xterm-256color": false, "vt525": false, "linux": false, "vte": false, "screen": false, "": false,
	} {
		if got := sshd.Colourless(term); got != want {
			t.Errorf("%s: got %v, want %v", term, got, want)
		}
	}
}
