package sshd_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/mud/sshd/plainedit"
	"github.com/mudlark-mud/mudlark/mud/sshd/renderer"
)

// typing is a session made by hand: what is typed, and what is shown.
type typing struct {
	*sshd.Session
	keys *io.PipeWriter
	mu   sync.Mutex
	got  bytes.Buffer
}

func (y *typing) Write(p []byte) (int, error) {
	y.mu.Lock()
	defer y.mu.Unlock()
	return y.got.Write(p)
}

// shown gives what was shown since it was last asked.
func (y *typing) shown() string {
	y.mu.Lock()
	defer y.mu.Unlock()
	defer y.got.Reset()
	return y.got.String()
}

func newTyping(t testing.TB, s sshd.Session) (*typing, *sshd.LineIO) {
	t.Helper()
	r, w := io.Pipe()
	y := &typing{Session: &s, keys: w}
	s.In, s.Out = r, y
	l := sshd.NewLineIO(&s, nil)
	t.Cleanup(func() {
		_ = w.Close()
		_ = l.Close()
	})
	return y, l
}

// lines types everything at once and reads until the end.
func lines(t testing.TB, s sshd.Session, typed string) (got []string, shown string) {
	t.Helper()
	y, l := newTyping(t, s)
	go func() {
		_, _ = io.WriteString(y.keys, typed)
		_ = y.keys.Close()
	}()
	for {
		line, err := l.ReadLine(context.Background())
		switch {
		case errors.Is(err, io.EOF):
			return got, y.shown()
		case errors.Is(err, sshd.ErrInterrupted):
			line = "<interrupted>"
		case errors.Is(err, sshd.ErrLineTooLong):
			line = "<too long>"
		case err != nil:
			t.Fatalf("read line: %v", err)
		}
		got = append(got, line)
	}
}

func cooked() sshd.Session {
	return sshd.Session{PTY: true, Term: "xterm", Size: sshd.Size{Width: 80, Height: 24}}
}

func TestCookedLines(t *testing.T) {
	tests := []struct{ what, typed, want string }{
		{"return", "look\r", "look"},
		{"line feed", "look\n", "look"},
		{"both are one end", "look\r\nnorth\r\n", "look|north"},
		{"two returns are two lines", "look\r\r", "look|"},
		{"nothing", "", ""},
		{"unfinished at the end", "loo", ""},
		{"backspace", "lookk\x7f\r", "look"},
		{"backspace of the other kind", "lookk\b\r", "look"},
		{"backspace on nothing", "\x7f\x7flook\r", "look"},
		{"backspace takes an accent", "cafe\u0301\x7fé\r", "café"},
		{"backspace takes a family whole", "hi 👨\u200d👩\u200d👧\x7fx\r", "hi x"},
		{"ctrl-u", "drop all\x15look\r", "look"},
		{"ctrl-w", "give coin to bob\x17ann\r", "give coin to ann"},
		{"ctrl-w over blanks", "give coin  \x17\x17look\r", "look"},
		{"ctrl-c drops the line", "drop all\x03look\r", "look"},
		{"ctrl-c on nothing", "\x03", "<interrupted>"},
		{"ctrl-d ends", "look\r\x04north\r", "look"},
		{"ctrl-d within a line is nothing", "lo\x04ok\r", "look"},
		{"tab with nothing to complete", "look\tlamp\r", "looklamp"},
		{"other controls are nothing", "lo\x00\x07\x12ok\r", "look"},
		{"function keys are nothing", "lo\x1b[21~\x1b[1;2P\x1bOPok\r", "look"},
		{"escape alone", "lo\x1b\x1b[Aok\r", "look"},
		{"a terminal's answer is nothing", "lo\x1b]11;rgb:0/0/0\x07\x1bP1$r0m\x1b\\ok\r", "look"},
		{"an answer that never ends stops at the line", "\x1b]11;rgb\rlook\r", "look"},
		{"utf-8", "say žluťoučký\r", "say žluťoučký"},
		{"not utf-8", "lo\xff\xfe\xc3ok\r", "look"},
		{"utf-8 cut short by the end", "caf\xc3\r", "caf"},
		{"invisible direction marks stay out of nothing", "a\u2028b\r", "ab"},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			got, _ := lines(t, cooked(), tt.typed)
			if strings.Join(got, "|") != tt.want {
				t.Errorf("typed %q: got %q, want %q", tt.typed, strings.Join(got, "|"), tt.want)
			}
		})
	}
}

func TestCookedLineIsBounded(t *testing.T) {
	got, shown := lines(t, cooked(), strings.Repeat("x", 5000)+"\r")
	if len(got) != 1 || len(got[0]) != 2048 || !strings.Contains(shown, "\a") {
		t.Errorf("got %d lines, the first of %d bytes, want 1 of 2048 and a bell", len(got), len(got[0]))
	}
}

func TestRawLines(t *testing.T) {
	tests := []struct{ what, typed, want string }{
		{"line feeds", "look\nnorth\n", "look|north"},
		{"both", "look\r\nnorth\r\n", "look|north"},
		{"no end on the last", "look\nnorth", "look|north"},
		{"empty lines", "\n\n", "|"},
		{"controls are dropped", "lo\x1bo\x00k\n", "look"},
		{"not utf-8", "lo\xffok\n", "look"},
		{"too long", strings.Repeat("x", 5000) + "\nlook\n", "<too long>|look"},
		{"too long without an end", "look\n" + strings.Repeat("x", 5000), "look"},
		{"just fits", strings.Repeat("x", 2048) + "\n", strings.Repeat("x", 2048)},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			got, shown := lines(t, sshd.Session{Term: "dumb"}, tt.typed)
			if strings.Join(got, "|") != tt.want || shown != "" {
				t.Errorf("got %q and echo %q, want %q and none", strings.Join(got, "|"), shown, tt.want)
			}
		})
	}
}

func TestEchoAndHiding(t *testing.T) {
	y, l := newTyping(t, cooked())
	if err := l.Say("", "> "); err != nil {
		t.Fatal(err)
	}
	read := func(typed string) (string, string) {
		go func() { _, _ = io.WriteString(y.keys, typed) }()
		line, err := l.ReadLine(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return line, y.shown()
	}
	if line, shown := read("lookk\x7f\r"); line != "look" || shown != "> lookk\b \b\n" {
		t.Errorf("got %q, shown %q", line, shown)
	}
	if err := l.Say("", "Password: "); err != nil {
		t.Fatal(err)
	}
	l.Hide()
	if line, shown := read("secrett\x7f\r"); line != "secret" || strings.Contains(shown, "ecret") {
		t.Errorf("got %q, shown %q", line, shown)
	}
	l.Show()
	if _, shown := read("look\r"); !strings.Contains(shown, "look") {
		t.Errorf("after Show: %q", shown)
	}
}

// What arrives while somebody types goes above what is being typed; for those who listen it waits.
func TestTextArrivesAboveTheLine(t *testing.T) {
	tests := []struct {
		what        string
		width       int
		waits       bool
		typed, want string
		entered     string
	}{
		{"terminal", 80, false, "give co", "\r         \rBob arrives.\n> give co", "\n"},
		{"several rows", 20, false, "12345678901234567890", "\r   \rBob arrives.\n890", "\n"},
		{"somebody listens", 80, true, "give co", "", "\nBob arrives.\n"},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			s := cooked()
			s.Size.Width = tt.width
			y, l := newTyping(t, s)
			if err := errors.Join(l.Say("", "> "), l.Wait(tt.waits)); err != nil {
				t.Fatal(err)
			}
			done := make(chan string)
			go func() {
				line, _ := l.ReadLine(context.Background())
				done <- line
			}()
			if _, err := io.WriteString(y.keys, tt.typed); err != nil {
				t.Fatal(err)
			}
			var before string
			waitFor(t, "the echo", func() bool {
				before += y.shown()
				return strings.HasSuffix(strings.ReplaceAll(before, "\n", ""), tt.typed)
			})
			if err := l.Say("Bob arrives.", "> "); err != nil {
				t.Fatal(err)
			}
			if got := y.shown(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if _, err := io.WriteString(y.keys, "\r"); err != nil {
				t.Fatal(err)
			}
			if got := <-done; got != tt.typed {
				t.Errorf("got line %q, want %q", got, tt.typed)
			}
			if got := y.shown(); got != tt.entered {
				t.Errorf("entered: got %q, want %q", got, tt.entered)
			}
		})
	}
}

// What waits for a listener who types is told in time, and a prompt that is empty now is gone.
func TestATypistIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		y, l := newTyping(t, cooked())
		if err := errors.Join(l.Wait(true), l.Say("", "> ")); err != nil {
			t.Fatal(err)
		}
		go func() { _, _ = l.ReadLine(t.Context()) }()
		press := func(keys string) {
			if _, err := io.WriteString(y.keys, keys); err != nil {
				t.Error(err)
			}
			synctest.Wait()
		}
		press("g")
		_ = l.Say("Bob arrives.", "")
		<-time.After(plainedit.PauseMax - 2*time.Second)
		press("o")
		<-time.After(time.Second)
		if got := y.shown(); got != "> go" {
			t.Errorf("before it is time: %q", got)
		}
		<-time.After(time.Second)
		synctest.Wait()
		if got := y.shown(); got != "\nBob arrives.\n" {
			t.Errorf("after it: %q", got)
		}
		press("x")
		_ = l.Say("Bob leaves.", "")
		_ = l.Close()
		if got := y.shown(); got != "x\nBob leaves.\n" {
			t.Errorf("what waited at the end: %q", got)
		}
	})
}

func TestWidthFollowsTheTerminal(t *testing.T) {
	sizes := make(chan sshd.Size, 1)
	s := cooked()
	s.Resizes = sizes
	_, l := newTyping(t, s)
	if got := l.Width(); got != 80 {
		t.Errorf("got %d, want 80", got)
	}
	sizes <- sshd.Size{Width: 40, Height: 10}
	if got := l.Width(); got != 40 {
		t.Errorf("after a resize: got %d, want 40", got)
	}
}

func TestReadLineGivesUp(t *testing.T) {
	y, l := newTyping(t, cooked())
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(sshd.ReasonShutdown)
	if _, err := l.ReadLine(ctx); !errors.Is(err, sshd.ReasonShutdown) {
		t.Errorf("got %v, want the cause", err)
	}
	go func() { _, _ = io.WriteString(y.keys, "look\r") }()
	if line, err := l.ReadLine(context.Background()); line != "look" || err != nil {
		t.Errorf("afterwards: got %q, %v; what was typed must not be lost", line, err)
	}
}

// talk is a handler in lines that repeats what it is told.
func talk(ctx context.Context, s *sshd.Session) {
	l := sshd.NewLineIO(s, nil)
	defer func() { _ = l.Close() }()
	_ = l.Say("", "> ")
	for {
		line, err := l.ReadLine(ctx)
		if err != nil {
			return
		}
		_ = l.Say(fmt.Sprintf("You said %q.\n", line), "> ")
	}
}

func TestLinesOverTheWire(t *testing.T) {
	d := open(t, sshd.Limits{}, talk)
	c := d.dial(t, "bob")

	s := d.session(t, c)
	s.Stdin = strings.NewReader("look\nnorth\n")
	var out bytes.Buffer
	s.Stdout = &out
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	if err := s.Wait(); err != nil {
		t.Errorf("without a terminal: %v", err)
	}
	if got, want := out.String(), "> You said \"look\".\n> You said \"north\".\n> "; got != want {
		t.Errorf("without a terminal: got %q, want %q", got, want)
	}

	typed := d.terminal(t, c, "xterm", "plain")
	typed.waitFor(t, "> ")
	typed.press(t, "loox\x7fk\r")
	typed.waitFor(t, "You said \"look\".\r\n")
	typed.press(t, "\x04")
	if err := typed.Wait(); err != nil {
		t.Errorf("with a terminal: %v", err)
	}
}

// Somebody who does not read holds up nobody: the queue fills, and then the connection ends for a reason with a name.
func TestSlowReaderIsCut(t *testing.T) {
	ended := make(chan error, 1)
	d := open(t, sshd.Limits{}, func(ctx context.Context, s *sshd.Session) {
		l := sshd.NewLineIO(s, nil)
		text := strings.Repeat("x", 999) + "\n"
		for {
			if err := l.Say(text, ""); err != nil {
				<-ctx.Done()
				ended <- errors.Join(err, context.Cause(ctx))
				return
			}
			if ctx.Err() != nil {
				ended <- ctx.Err()
				return
			}
		}
	})
	stalled(t, d)
	if err := <-ended; !errors.Is(err, sshd.ReasonSlowReader) {
		t.Errorf("got %v, want %v", err, sshd.ReasonSlowReader)
	}
	waitFor(t, "the cut to be counted", func() bool { return d.Ended()[sshd.ReasonSlowReader] == 1 })
}

// Whatever is typed, lines are printable UTF-8 of bounded length, and what is shown is characters, blanks and
// backspaces.
func FuzzLines(f *testing.F) {
	f.Add("look\r\n", true)
	f.Add("\x1b]0;x\x07\x1b[200~paste\x1b[201~\r", true)
	f.Add("caf\xc3\xa9\x7f\x15\x17\x03\r\xff", true)
	f.Add("look\nnorth", false)
	f.Fuzz(func(t *testing.T, typed string, pty bool) {
		s := cooked()
		s.PTY = pty
		got, shown := lines(t, s, typed)
		for _, line := range got {
			if !utf8.ValidString(line) || len(line) > 2048 || strings.ContainsAny(line, "\x00\x1b\r\n\x7f") {
				t.Errorf("got line %q", line)
			}
		}
		for _, r := range shown {
			if r < ' ' && !strings.ContainsRune("\n\b\a", r) || r == 0x7f || r >= 0x80 && r < 0xa0 {
				t.Fatalf("typed %q: shown %q", typed, shown)
			}
		}
	})
}

// A defect while a line is read, such as one in what completes it, is the reader's error and not the process's end.
func TestDefectInReading(t *testing.T) {
	s := &sshd.Session{PTY: true, Size: sshd.Size{Width: 80}, In: strings.NewReader("lo\tok\r"), Out: io.Discard}
	l := sshd.NewLineIO(s, func(string) []string { panic("defect in a completion") })
	var defect *renderer.PanicError
	if line, err := l.ReadLine(t.Context()); !errors.As(err, &defect) || len(defect.Stack) == 0 {
		t.Errorf("got %q, %v, want a *paint.PanicError with its stack", line, err)
	}
	if err := l.Say("Bob arrives.\n", ""); err != nil {
		t.Error(err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}
