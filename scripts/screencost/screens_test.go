package screencost_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
)

// Few screens and two programs unless flags ask for all.
var (
	serve   = flag.String("screens.serve", "", "be the server of TestScreens, with this program")
	screens = flag.Int("screens.n", 20, "how many screens there are at a time")
	beat    = flag.Duration("screens.beat", time.Second, "how often a line is told to each")
	span    = flag.Duration("screens.span", 3*time.Second, "for how long they are measured")
	rounds  = flag.Int("screens.rounds", 1, "how often all is measured")
	only    = flag.String("screens.only", "tea,screen", "which programs, with commas")
	ways    = flag.String("screens.ways", "ssh", "over what: ssh, memory")
)

// Bounds. A bare program is what a screen of ours must cost less than, by far. Time is bounded loosely: a busy machine
// makes all of it longer, and not evenly.
const (
	heapMost   = 0.75
	cpuMost    = 0.8 // for a frame
	goroutines = 2   // fewer than a bare program has, at least
	attempts   = 3   // at time: a machine that others use gives some of it to one and none to another
)

// cost is what one screen costs.
type cost struct {
	cpu                          float64 // µs a second
	heap, stack, resident, bytes float64 // bytes; the last a second
	goroutines, writes           float64
}

// frame is the CPU of one frame. Who gets no time draws fewer, and is cheap by that alone.
func (c cost) frame() float64 { return c.cpu / max(c.writes, 0.1) }

// TestScreens measures what a screen costs beside a bare program.
func TestScreens(t *testing.T) {
	if *serve != "" {
		t.Skip("is the server")
	}
	if err := gauge.RaiseFiles(2 * *screens); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(w, "over\tprogram\tCPU µs/s\theap KiB\tstack KiB\tRSS KiB\tgoroutines\tbytes/s\twrites/s\t")
	costs := map[string]cost{}
	for range *rounds {
		for way := range strings.SplitSeq(*ways, ",") {
			for name := range strings.SplitSeq(*only, ",") {
				c := measure(t, name, way)
				costs[name] = c
				_, _ = fmt.Fprintf(w, "%s\t%s\t%.0f\t%.0f\t%.0f\t%.0f\t%.1f\t%.0f\t%.2f\t\n", way, name, c.cpu,
					c.heap/1024, c.stack/1024, c.resident/1024, c.goroutines, c.bytes, c.writes)
			}
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	t.Logf("each of %d screens of %dx%d, one line each %s, for %s; ours in a process of its own\n%s",
		*screens, width, height, *beat, *span, b.String())
	bare, ours := costs["tea"], costs["screen"]
	if bare.writes == 0 || ours.writes == 0 {
		return // another choice of programs
	}
	if ours.heap > bare.heap*heapMost {
		t.Errorf("a screen holds %.0f bytes of heap, a bare program %.0f", ours.heap, bare.heap)
	}
	for try := 1; ours.frame() > bare.frame()*cpuMost; try++ {
		if try == attempts {
			t.Errorf("a screen takes %.0f µs of CPU a frame, a bare program %.0f", ours.frame(), bare.frame())
			break
		}
		t.Logf("a screen took %.0f µs of CPU a frame, a bare program %.0f; once more", ours.frame(), bare.frame())
		bare, ours = measure(t, "tea", "ssh"), measure(t, "screen", "ssh")
	}
	if ours.goroutines > bare.goroutines-goroutines {
		t.Errorf("a screen has %.1f goroutines, a bare program %.1f", ours.goroutines, bare.goroutines)
	}
}

// server is the child process.
type server struct {
	addr string
	in   io.Writer
	out  *bufio.Scanner
}

func begin(t *testing.T, program string) *server {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestServe$", "-screens.serve="+program,
		"-screens.beat="+beat.String())
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	s := &server{in: in, out: bufio.NewScanner(out)}
	if s.addr, err = heard(s.out); err != nil {
		t.Fatal(err)
	}
	return s
}

// order has the server do something and read its meters.
func (s *server) order(t *testing.T, what string) (r reading) {
	t.Helper()
	if _, err := fmt.Fprintln(s.in, what); err != nil {
		t.Fatal(err)
	}
	raw, err := heard(s.out)
	if err == nil {
		err = json.Unmarshal([]byte(raw), &r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// measure runs the screens of one program and says what one of them costs.
func measure(t *testing.T, program, way string) (c cost) {
	t.Helper()
	t.Run(way+" "+program, func(t *testing.T) {
		s := begin(t, program)
		empty := s.order(t, "read")
		if way == "memory" {
			s.order(t, fmt.Sprintf("memory %d", *screens))
		} else {
			var wg sync.WaitGroup
			for i := range *screens {
				wg.Go(func() { terminal(t, s.addr, i) })
			}
			wg.Wait()
		}
		// Everybody is there, and has drawn a first screen: the next lines are the ordinary ones.
		for r := s.order(t, "read"); r.Screens < *screens; r = s.order(t, "read") {
			pause(t, 20*time.Millisecond)
		}
		pause(t, 2**beat)
		before := s.order(t, "read")
		began := time.Now()
		pause(t, *span)
		after := s.order(t, "read")
		if after.Screens != *screens {
			t.Fatalf("%d screens are left of %d", after.Screens, *screens)
		}
		n, seconds := float64(*screens), time.Since(began).Seconds()
		c = cost{
			cpu:  (after.Asked - before.CPU).Seconds() * 1e6 / n / seconds,
			heap: diff(after.Heap, empty.Heap) / n, stack: diff(after.Stack, empty.Stack) / n,
			resident: diff(after.Resident, empty.Resident) / n, bytes: float64(after.Sent-before.Sent) / n / seconds,
			goroutines: float64(after.Goroutines-empty.Goroutines) / n,
			writes:     float64(after.Writes-before.Writes) / n / seconds,
		}
	})
	return c
}

func diff(a, b uint64) float64 { return float64(a) - float64(b) }

// pause lets time pass that is measured; nothing is waited for.
func pause(t *testing.T, d time.Duration) {
	t.Helper()
	select {
	case <-time.After(d):
	case <-t.Context().Done():
	}
}

// terminal connects one person, who reads everything.
func terminal(t *testing.T, addr string, i int) {
	client, err := gossh.Dial("tcp", addr, &gossh.ClientConfig{
		User: fmt.Sprintf("visitor%d", i), HostKeyCallback: gossh.InsecureIgnoreHostKey(),
		Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(
			func(string, string, []string, []bool) ([]string, error) { return nil, nil })},
	})
	if err != nil {
		t.Error(err)
		return
	}
	t.Cleanup(func() { _ = client.Close() })
	session, err := client.NewSession()
	if err != nil {
		t.Error(err)
		return
	}
	session.Stdout = io.Discard
	if _, err = session.StdinPipe(); err == nil {
		_ = session.Setenv("COLORTERM", "truecolor") // it may be refused
		err = session.RequestPty("xterm-256color", height, width, gossh.TerminalModes{})
	}
	if err == nil {
		err = session.Shell()
	}
	if err != nil {
		t.Error(err)
	}
}
