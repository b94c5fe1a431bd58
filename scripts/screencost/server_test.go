package screencost_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	gossh "golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/tui"
)

// reading is what a server says of itself at one moment.
type reading struct {
	Asked, CPU time.Duration // of the process since its start: before it looked at its memory, and after
	Heap       uint64        // after a collection
	Stack      uint64        // of goroutines
	Resident   uint64        // after memory that is not used went back; 0 where it cannot be known
	Goroutines int
	Sent       int64 // bytes written by programs, before encryption
	Writes     int64 // frames, or parts of them
	Screens    int   // programs that run
}

// programs are the ways to show a screen that are compared, by name. Each runs until its lines end.
func programs() map[string]func(context.Context, *sshd.Session, <-chan string) error {
	return map[string]func(context.Context, *sshd.Session, <-chan string) error{
		"nothing": func(ctx context.Context, _ *sshd.Session, lines <-chan string) error {
			for range lines { // takes them and shows none
			}
			return ctx.Err()
		},
		"tea": func(ctx context.Context, s *sshd.Session, lines <-chan string) error {
			return bubble(ctx, s, newRolling(lines))
		},
		"paint": func(ctx context.Context, s *sshd.Session, lines <-chan string) error {
			_, err := sshd.RunProgram(ctx, s, newRolling(lines))
			return err
		},
		"screen by tea": func(ctx context.Context, s *sshd.Session, lines <-chan string) error {
			return bubble(ctx, s, tui.New(newFeed(lines), tui.Config{}))
		},
		"screen": func(ctx context.Context, s *sshd.Session, lines <-chan string) error {
			_, err := sshd.RunProgram(ctx, s, tui.New(newFeed(lines), tui.Config{}))
			return err
		},
	}
}

// bubble runs a model the way programs over SSH do.
func bubble(ctx context.Context, s *sshd.Session, m tea.Model) error {
	env := []string{"TERM=" + s.Term, "COLORTERM=" + s.Env.ColorTerm, "SSH_TTY=session"}
	_, err := tea.NewProgram(m,
		tea.WithContext(ctx), tea.WithInput(s.In), tea.WithOutput(s.Out), tea.WithEnvironment(env),
		tea.WithColorProfile(colorprofile.Env(env)), tea.WithWindowSize(s.Size.Width, s.Size.Height),
		tea.WithoutSignalHandler(),
	).Run()
	return err
}

// counter counts what is written.
type counter struct {
	to            io.Writer
	bytes, writes *atomic.Int64
}

func (c counter) Write(p []byte) (int, error) {
	c.bytes.Add(int64(len(p)))
	c.writes.Add(1)
	return c.to.Write(p)
}

// stage runs programs and feeds them.
type stage struct {
	program func(context.Context, *sshd.Session, <-chan string) error
	bytes   atomic.Int64
	writes  atomic.Int64

	mu      sync.Mutex
	screens []chan string
}

// show runs one program until ctx ends.
func (s *stage) show(ctx context.Context, session *sshd.Session) {
	lines := make(chan string, 1)
	s.mu.Lock()
	s.screens = append(s.screens, lines)
	s.mu.Unlock()
	defer context.AfterFunc(ctx, func() { // whoever waits for a line is let go
		s.mu.Lock()
		defer s.mu.Unlock()
		for i, l := range s.screens {
			if l == lines {
				s.screens = append(s.screens[:i], s.screens[i+1:]...)
				close(lines)
				return
			}
		}
	})()
	own := *session
	own.Out = counter{to: session.Out, bytes: &s.bytes, writes: &s.writes}
	if err := s.program(ctx, &own, lines); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "a program ended:", err)
	}
}

// tell gives each screen a line a beat, not all at once.
func (s *stage) tell(ctx context.Context, beat time.Duration) {
	for n := height; ; n++ {
		s.mu.Lock()
		all := append([]chan string(nil), s.screens...)
		s.mu.Unlock()
		began := time.Now()
		for i := range max(len(all), 1) {
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Until(began.Add(beat * time.Duration(i+1) / time.Duration(max(len(all), 1))))):
			}
			if i < len(all) {
				s.line(all[i], verse(n))
			}
		}
	}
}

// line tells one screen, if it is still there and took the last.
func (s *stage) line(to chan string, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.screens {
		if l == to {
			select {
			case l <- text:
			default:
			}
		}
	}
}

func (s *stage) read() (reading, error) {
	asked, err := spent()
	if err != nil {
		return reading{}, err
	}
	for range 3 { // finalizers and pools take more than one
		runtime.GC()
	}
	debug.FreeOSMemory()
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	after, err := spent()
	s.mu.Lock()
	defer s.mu.Unlock()
	return reading{
		Asked: asked, CPU: after,
		Heap: mem.HeapAlloc, Stack: mem.StackInuse, Resident: resident(), Goroutines: runtime.NumGoroutine(),
		Sent: s.bytes.Load(), Writes: s.writes.Load(), Screens: len(s.screens),
	}, err
}

// spent is the time that the process took of a processor.
func spent() (time.Duration, error) {
	var use syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &use)
	return time.Duration(use.Utime.Nano() + use.Stime.Nano()), err
}

// resident is the memory that the process holds, where /proc says so.
func resident() uint64 {
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var size, pages uint64
	if _, err := fmt.Sscan(string(raw), &size, &pages); err != nil {
		return 0
	}
	return pages * uint64(os.Getpagesize())
}

// anybody lets all in.
type anybody struct{}

// Password implements sshd.Auth.
func (anybody) Password(context.Context, string, account.Secret, net.Addr) (sshd.Identity, error) {
	return sshd.Identity{}, errors.New("nobody has a password")
}

// Key implements sshd.Auth.
func (anybody) Key(context.Context, string, gossh.PublicKey, net.Addr) (sshd.Identity, bool) {
	return sshd.Identity{}, false
}

// Known implements sshd.Auth.
func (anybody) Stranger(net.Addr) {}

func (anybody) Known(string) bool { return false }

// TestServe is the server, in a process of its own: it says where it listens, and reads its meters for each line it is
// given. "memory N" begins N screens on pipes.
func TestServe(t *testing.T) {
	if *serve == "" {
		t.Skip("is started by TestScreens")
	}
	s := &stage{program: programs()[*serve]}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	server, err := sshd.New(sshd.Config{
		Addr: "127.0.0.1:0", HostKeyPath: filepath.Join(t.TempDir(), "key"), Auth: anybody{},
		Limits: sshd.Limits{ConnectionsPerSource: 1000, Handshakes: 1000},
	}, s.show)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	wg.Go(func() { _ = server.Serve(ctx) })
	wg.Go(func() { s.tell(ctx, *beat) })
	say(t, server.Addr().String())
	orders := bufio.NewScanner(os.Stdin)
	for orders.Scan() {
		var n int
		if _, err := fmt.Sscanf(orders.Text(), "memory %d", &n); err == nil {
			for range n {
				in, _ := io.Pipe()
				wg.Go(func() {
					s.show(ctx, &sshd.Session{
						PTY: true, Term: "xterm-256color", Env: sshd.Env{ColorTerm: "truecolor"}, In: in, Out: io.Discard,
						Size: sshd.Size{Width: width, Height: height},
					})
				})
				context.AfterFunc(ctx, func() { _ = in.Close() })
			}
		}
		r, err := s.read()
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		say(t, string(raw))
	}
}

// mark is before what is said to the parent, among what a test prints.
const mark = "screens: "

func say(t *testing.T, words string) {
	t.Helper()
	if _, err := fmt.Fprintln(os.Stdout, mark+words); err != nil {
		t.Fatal(err)
	}
}

// heard waits for what the server says.
func heard(from *bufio.Scanner) (string, error) {
	for from.Scan() {
		if words, ok := strings.CutPrefix(from.Text(), mark); ok {
			return words, nil
		}
	}
	return "", errors.Join(errors.New("the server is gone"), from.Err())
}
