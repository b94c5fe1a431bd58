package renderer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/mud/sshd/renderer"
)

// notes is what a model was told and what a terminal was sent. The clock of a bubble orders what happens for a reader,
// not for the race detector.
type notes struct {
	mu            sync.Mutex
	words         []string
	views, writes int
	broken        bool // the next write meets a defect
	out           bytes.Buffer
}

func (n *notes) add(words string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.words = append(n.words, words)
}

func (n *notes) list() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.words)
}

// forget leaves only the size and the colours.
func (n *notes) forget() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.words = n.words[:2]
	n.out.Reset()
}

func (n *notes) counts() (views, writes int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.views, n.writes
}

// Write takes what the terminal is sent.
func (n *notes) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.writes++
	if n.broken {
		n.broken = false
		panic("defect in drawing")
	}
	return n.out.Write(p)
}

func (n *notes) sent() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.out.String()
}

// model keeps what it is told, as words, and does what a test wants for a key.
type model struct {
	*notes
	keys  map[string]tea.Cmd
	mouse func(tea.MouseMsg) tea.Cmd
}

func (m model) Init() tea.Cmd { return m.keys["init"] }

func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		m.add(msg.String())
		return m, m.keys[msg.String()]
	case tea.WindowSizeMsg:
		m.add(fmt.Sprintf("size %dx%d", msg.Width, msg.Height))
	case tea.PasteMsg:
		m.add(fmt.Sprintf("paste %q", msg.Content))
	case tea.ColorProfileMsg:
		m.add(msg.String())
	case tea.BackgroundColorMsg:
		m.add(fmt.Sprintf("dark %t", msg.IsDark()))
	case tea.PasteStartMsg, tea.PasteEndMsg:
	case string:
		m.add(msg)
	default:
		m.add(fmt.Sprintf("%T", msg))
	}
	return m, nil
}

func (m model) View() tea.View {
	m.mu.Lock()
	m.views++
	m.mu.Unlock()
	words := m.list()
	v := tea.NewView(strings.Join(words[max(0, len(words)-20):], "\n"))
	v.AltScreen, v.OnMouse = true, m.mouse
	return v
}

// run plays a script of input against a model in a bubble of its own clock and returns what came of it.
type run struct {
	model
	keys   chan []byte
	sizes  chan renderer.Size
	cancel context.CancelCauseFunc
	ended  chan error
}

func begin(t *testing.T, keys map[string]tea.Cmd) *run {
	t.Helper()
	r := &run{
		model: model{notes: &notes{}, keys: keys},
		keys:  make(chan []byte), sizes: make(chan renderer.Size), ended: make(chan error, 1),
	}
	r.model.keys["q"] = tea.Quit
	ctx, cancel := context.WithCancelCause(t.Context())
	r.cancel = cancel
	go func() {
		_, err := renderer.Run(ctx, renderer.Terminal{
			Size: renderer.Size{Width: 80, Height: 24}, Resizes: r.sizes, Profile: colorprofile.ANSI256, Keys: r.keys, Out: r,
		}, r.model)
		r.ended <- err
	}()
	synctest.Wait()
	return r
}

// pass lets the bubble's time pass.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func (r *run) press(keys ...string) {
	for _, k := range keys {
		r.keys <- []byte(k)
		synctest.Wait()
	}
}

// end quits and returns the error of the run.
func (r *run) end() error {
	r.keys <- []byte("q")
	return <-r.ended
}

func (r *run) heard() string { return strings.Join(r.list()[2:], ", ") } // after size and colours

func TestKeys(t *testing.T) {
	for _, c := range []struct {
		name   string
		chunks []string
		want   string
	}{
		{"letters", []string{"aé漢"}, "a, é, 漢"},
		{"half a letter", []string{"\xc3", "\xa9b"}, "é, b"},
		{"arrows", []string{"\x1b[A\x1bOB\x1b[1;5C"}, "up, down, ctrl+right"},
		{"in pieces", []string{"x\x1b", "[", "1;2", "Dy"}, "x, shift+left, y"},
		{"function keys", []string{"\x1bOP\x1b[15~\x1b[23;2~"}, "f1, f5, shift+f11"},
		{"kitty", []string{"\x1b[13;2u\x1b[107;5u"}, "shift+enter, ctrl+k"},
		{"other keys", []string{"\x1b[27;5;107~"}, "ctrl+k"},
		{"controls", []string{"\r\x7f\t\x0b\x0c"}, "enter, backspace, tab, ctrl+k, ctrl+l"},
		{"alt", []string{"\x1bx"}, "alt+x"},
		{"paste", []string{"a\x1b[200~one\ntwo\x1b[A\x1b[201~b"}, `a, paste "one\ntwo\x1b[A", b`},
		{"paste in pieces", []string{"\x1b[200~on", "e\x1b[2", "01", "~b"}, `paste "one", b`},
		{"paste of broken letters", []string{"\x1b[200~a\xffb\x1b[201~"}, `paste "ab"`},
		{"background", []string{"\x1b]11;rgb:0000/0000/0000\x1b\\a"}, "dark true, a"},
		{"wheel", []string{"\x1b[<64;3;4M"}, "tea.MouseWheelMsg"},
		{"half an old mouse", []string{"\x9bM_cAb", "\x1b[M", "!!", "!c"}, "b, c"},
		{"background in pieces", []string{"\x1b]11;rgb:ffff/ffff/ffff\x1b", "\\a"}, "dark false, a"},
		{"mode", []string{"\x1b[?2026;2$y"}, "tea.ModeReportMsg"},
		{"nothing known", []string{"\x1b[99;99xa"}, "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := begin(t, map[string]tea.Cmd{})
				r.press(c.chunks...)
				pass(time.Second) // the bubble's; whatever waits for its rest has waited long enough
				if got := r.heard(); got != c.want {
					t.Errorf("got %s, want %s", got, c.want)
				}
				if err := r.end(); err != nil {
					t.Errorf("ended with %v", err)
				}
			})
		})
	}
}

// Escape is a key once nothing follows it for a while.
func TestEscapeWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := begin(t, map[string]tea.Cmd{})
		r.press("\x1b")
		pass(49 * time.Millisecond)
		if got := r.heard(); got != "" {
			t.Errorf("too early: %s", got)
		}
		pass(2 * time.Millisecond)
		if got, want := r.heard(), "esc"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if err := r.end(); err != nil {
			t.Error(err)
		}
	})
}

// A terminal's answer may be long on its way; a key that looks like the beginning of one is not kept as long, and an
// answer that never ends is dropped.
func TestAnswersWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := begin(t, map[string]tea.Cmd{})
		r.press("\x1b]11;rgb:0000/")
		pass(time.Second)
		r.press("0000/0000\x07\x1b]")
		pass(100 * time.Millisecond)
		r.press("a\x1b]0;never")
		pass(3 * time.Second)
		r.press("b")
		if got, want := r.heard(), "dark true, alt+], a, b"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if err := r.end(); err != nil {
			t.Error(err)
		}
	})
}

// What commands make comes back, batches side by side and sequences in order; requests reach the terminal.
func TestCommands(t *testing.T) {
	say := func(words string, after time.Duration) tea.Cmd {
		return func() tea.Msg {
			<-time.After(after)
			return words
		}
	}
	synctest.Test(t, func(t *testing.T) {
		r := begin(t, map[string]tea.Cmd{
			"b": func() tea.Msg { return tea.Batch(say("late", 2*time.Second), nil, say("early", time.Second))() },
			"s": func() tea.Msg {
				return tea.Sequence(say("first", 2*time.Second),
					tea.Batch(say("third", time.Second), say("second", 0)), say("last", 0))()
			},
			"c": tea.SetClipboard("words"), "g": tea.RequestBackgroundColor, "w": tea.RequestWindowSize,
			"l": tea.ClearScreen, "z": tea.Suspend,
		})
		r.press("b")
		pass(3 * time.Second)
		r.press("s")
		pass(4 * time.Second)
		if got, want := r.heard(), "b, early, late, s, first, second, third, last"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		r.forget()
		r.press("w", "z")
		if got, want := r.heard(), "w, tea.windowSizeMsg, size 80x24, z, tea.ResumeMsg"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		for key, want := range map[string]string{
			"c": ansi.SetSystemClipboard("words"), "g": ansi.RequestBackgroundColor, "l": "\x1b[24H",
		} {
			pass(time.Second)
			r.forget()
			r.press(key)
			pass(time.Second)
			if got := r.sent(); strings.Count(got, want) != 1 {
				t.Errorf("%s: got %q, want one %q in it", key, got, want)
			}
		}
		if err := r.end(); err != nil {
			t.Error(err)
		}
	})
}

// A screen at rest writes nothing and draws nothing; a busy one has so many frames a second and no more.
func TestFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := begin(t, map[string]tea.Cmd{})
		pass(time.Second)
		views, writes := r.counts()
		pass(time.Hour)
		if v, w := r.counts(); w != writes || v != views {
			t.Errorf("at rest: %d writes, %d views", w-writes, v-views)
		}
		for i := range 1000 {
			r.press(string(rune('0' + i*i%7)))
			pass(time.Millisecond)
		}
		synctest.Wait()
		if _, w := r.counts(); w-writes < 25 || w-writes > 32 {
			t.Errorf("got %d frames in a second, want about 30", w-writes)
		}
		r.press(slices.Repeat([]string{"x"}, 20)...) // from now on the view is the same
		pass(time.Second)
		views, writes = r.counts()
		for range 1000 {
			r.press("x")
			pass(time.Millisecond)
		}
		if v, w := r.counts(); w != writes || v-views > 32 {
			t.Errorf("the same was looked at %d times in a second, and sent %d times", v-views, w-writes)
		}
		r.sizes <- renderer.Size{Width: 50, Height: 10}
		pass(time.Second)
		if got, want := r.list()[len(r.list())-1], "size 50x10"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if err := r.end(); err != nil {
			t.Error(err)
		}
	})
}

func TestMouse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &run{keys: make(chan []byte), model: model{notes: &notes{}}}
		m := model{notes: r.notes, keys: map[string]tea.Cmd{"q": tea.Quit}, mouse: func(m tea.MouseMsg) tea.Cmd {
			return func() tea.Msg { return fmt.Sprintf("at %d,%d", m.Mouse().X, m.Mouse().Y) }
		}}
		ended := make(chan error, 1)
		go func() {
			_, err := renderer.Run(t.Context(), renderer.Terminal{
				Size: renderer.Size{Width: 9, Height: 9}, Keys: r.keys, Out: r,
			}, m)
			ended <- err
		}()
		synctest.Wait()
		r.press("\x1b[<0;3;4M")
		if got, want := r.heard(), "tea.MouseClickMsg, at 2,3"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		r.press("q")
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// A defect where nobody looks for one ends this program only, and gives the terminal back.
func TestDefectInDrawing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := begin(t, map[string]tea.Cmd{})
		r.mu.Lock()
		r.broken = true
		r.mu.Unlock()
		r.press("x")
		pass(time.Second)
		var panicked *renderer.PanicError
		if err := <-r.ended; !errors.As(err, &panicked) || len(panicked.Stack) == 0 {
			t.Errorf("got %v, want a *paint.PanicError with its stack", err)
		}
		if out := r.sent(); strings.Count(out, ansi.ResetModeAltScreenSaveCursor) != 1 {
			t.Errorf("the terminal was not given back: %q", out)
		}
	})
}

// A terminal whose colours are guessed is asked; it may answer, say no, or not answer, and only who was asked is heard.
func TestColoursAreAsked(t *testing.T) {
	const yes, no = "\x1bP1+r524742=38\x1b\\", "\x1bP0+r524742\x1b\\"
	for _, c := range []struct {
		name   string
		asks   bool
		answer string
		want   string
	}{
		{"yes", true, yes, "TrueColor, b"},
		{"yes, twice", true, "\x1bP1+r524742\x1b\\\x1bP1+r5463\x1b\\", "TrueColor, b"},
		{"no", true, no, "b"},
		{"something else", true, "\x1bP1+r436f=323536\x1b\\", "b"},
		{"no answer", true, "", "b"},
		{"not asked", false, yes, "b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := &run{keys: make(chan []byte), model: model{notes: &notes{}, keys: map[string]tea.Cmd{"q": tea.Quit}}}
				ended := make(chan error, 1)
				go func() {
					_, err := renderer.Run(t.Context(), renderer.Terminal{
						Size: renderer.Size{Width: 9, Height: 9}, Profile: colorprofile.ANSI256, Asks: c.asks, Keys: r.keys, Out: r,
					}, r.model)
					ended <- err
				}()
				synctest.Wait()
				if got := strings.Contains(r.sent(), "\x1bP+q"); got != c.asks {
					t.Errorf("asked: %t, want %t", got, c.asks)
				}
				r.press(c.answer+"b", "q")
				if got := strings.TrimSuffix(r.heard(), ", q"); got != c.want {
					t.Errorf("got %s, want %s", got, c.want)
				}
				if err := <-ended; err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// Each end gives the terminal back, and says why.
func TestEnds(t *testing.T) {
	cause := errors.New("the server stops")
	for _, c := range []struct {
		name string
		end  func(r *run)
		want error
	}{
		{"quit", func(r *run) { r.press("q") }, nil},
		{"interrupt", func(r *run) { r.press("i") }, tea.ErrInterrupted},
		{"gone", func(r *run) { close(r.keys) }, renderer.ErrGone},
		{"cause", func(r *run) { r.cancel(cause) }, cause},
		{"flood", func(r *run) {
			r.press("\x1b[200~")
			for range renderer.HeldInputMax / 4096 {
				r.press(strings.Repeat("x", 4096))
			}
			r.press("more")
		}, renderer.ErrFlood},
		{"an answer without an end", func(r *run) {
			r.press("\x1b]11;")
			for range renderer.SequenceMax / 1024 {
				r.press(strings.Repeat("x", 1024))
			}
		}, renderer.ErrFlood},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := begin(t, map[string]tea.Cmd{"i": tea.Interrupt})
				c.end(r)
				if err := <-r.ended; !errors.Is(err, c.want) {
					t.Errorf("got %v, want %v", err, c.want)
				}
				out := r.sent()
				if strings.Count(out, ansi.SetModeAltScreenSaveCursor) != 1 ||
					strings.Count(out, ansi.ResetModeAltScreenSaveCursor) != 1 {
					t.Errorf("the terminal was not given back: %q", out)
				}
			})
		})
	}
}
