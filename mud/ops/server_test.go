package ops_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

func TestReadiness(t *testing.T) {
	s := newStage(t)
	h := ops.NewServer(s.meter, nil).Handler(true)
	wants := func(path string, code int, words string) {
		t.Helper()
		if gotCode, got := get(t, h, path); gotCode != code || !strings.Contains(got, words) {
			t.Errorf("%s: got %d %q, want %d %q", path, gotCode, got, code, words)
		}
	}
	wants("/readyz", 503, "not ready: the world is being loaded\n")
	wants("/healthz", 200, "alive\n")
	s.meter.Watch(s.sources())
	s.meter.Health().Enter(ops.Opening)
	wants("/readyz", 503, "not ready: the doors are not open yet\n")
	s.meter.Health().Enter(ops.Open)
	wants("/readyz", 200, "ready\n")
	if got := scrape(t, s.meter)["mudlark_ready"]; got != 1 {
		t.Errorf("mudlark_ready: got %v, want 1", got)
	}
	s.meter.Health().Enter(ops.Stopping)
	s.meter.Health().Enter(ops.Open) // there is no way back
	wants("/readyz", 503, "not ready: the daemon is stopping\n")
	wants("/healthz", 200, "alive\n")
	s.meter.Health().Fail(errors.New("no space left on device"))
	wants("/readyz", 503, "not ready: the disk failed and the world has stopped: no space left on device\n")
	wants("/healthz", 503, "not alive: the disk failed")
	got := scrape(t, s.meter)
	if got["mudlark_ready"] != 0 || got["mudlark_disk_failed"] != 1 {
		t.Errorf("got mudlark_ready %v and mudlark_disk_failed %v, want 0 and 1",
			got["mudlark_ready"], got["mudlark_disk_failed"])
	}
}

func TestWhatIsAnswered(t *testing.T) {
	s := newStage(t)
	h := ops.NewServer(s.meter, nil).Handler(true)
	exposed := ops.NewServer(s.meter, nil).Handler(false)
	host := func(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }
	tests := []struct {
		what    string
		handler http.Handler
		path    string
		change  func(*http.Request)
		code    int
		words   string
	}{
		{"the index", h, "/", nil, 200, "/metrics"},
		{"metrics as text", h, "/metrics", nil, 200, "# TYPE mudlark_commands_total counter"},
		{"metrics as OpenMetrics", h, "/metrics", func(r *http.Request) {
			r.Header.Set("Accept", "application/openmetrics-text; version=1.0.0")
		}, 200, "# EOF"},
		{"a path that is not there", h, "/admin", nil, 404, ""},
		{"a method that changes things", h, "/metrics", func(r *http.Request) {
			r.Method = http.MethodPost
		}, 405, "Only GET"},
		{"a body", h, "/metrics", func(r *http.Request) { r.ContentLength = 5 }, 413, "no body"},
		{"another name for this machine", h, "/metrics", host("evil.example:9497"), 403, "localhost"},
		{"localhost", h, "/readyz", host("localhost:9497"), 503, "loaded"},
		{"IPv6 loopback", h, "/readyz", host("[::1]:9497"), 503, "loaded"},
		{"any name, when exposed", exposed, "/readyz", host("mud.example"), 503, "loaded"},
		{"profiles", h, "/debug/pprof/", nil, 200, "goroutine"},
		{"one profile", h, "/debug/pprof/goroutine?debug=1", nil, 200, "goroutine profile"},
		{"profiles, when exposed", exposed, "/debug/pprof/", nil, 403, "on loopback only"},
		{"a profile by its own path, when exposed", exposed, "/debug/pprof/profile?seconds=1", nil, 403, "on loopback only"},
		{"a long profile", h, "/debug/pprof/profile?seconds=3600", nil, 400, "lasts 2m0s at most"},
		{"an endless profile", h, "/debug/pprof/trace?seconds=NaN", nil, 400, "lasts 2m0s at most"},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			change := tt.change
			if change == nil {
				change = func(*http.Request) {}
			}
			if code, got := get(t, tt.handler, tt.path, change); code != tt.code || !strings.Contains(got, tt.words) {
				t.Errorf("got %d %.300q, want %d %q", code, got, tt.code, tt.words)
			}
		})
	}
}

func TestListen(t *testing.T) {
	for _, addr := range []string{"127.0.0.1:0", "localhost:0", "[::1]:0"} {
		ln, err := ops.Listen(t.Context(), addr, ops.ThisMachine)
		if err != nil && strings.Contains(addr, "::1") {
			continue // a machine without IPv6
		}
		if err != nil {
			t.Errorf("%s: %v", addr, err)
			continue
		}
		_ = ln.Close()
	}
	for _, addr := range []string{":0", "0.0.0.0:0", "[::]:0", "192.0.2.1:0"} {
		_, err := ops.Listen(t.Context(), addr, ops.ThisMachine)
		if _, ok := errors.AsType[*ops.ExposedError](err); !ok || !strings.Contains(err.Error(), "--ops-exposed") {
			t.Errorf("%s: got %v, want a refusal that says what to do", addr, err)
		}
	}
	ln, err := ops.Listen(t.Context(), "0.0.0.0:0", ops.Anybody)
	if err != nil {
		t.Fatal(err)
	}
	_ = ln.Close()
	_, err = ops.Listen(t.Context(), "nonsense", ops.ThisMachine)
	if err == nil || !strings.Contains(err.Error(), "127.0.0.1:9497") {
		t.Errorf("nonsense: got %v, want an example of what was meant", err)
	}
}

// served is a server on a port of its own.
func served(t *testing.T, m *ops.Meter) string {
	t.Helper()
	ln, err := ops.Listen(t.Context(), "127.0.0.1:0", ops.ThisMachine)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- ops.NewServer(m, nil).Serve(ctx, ln) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	return ln.Addr().String()
}

// A flood of connections that say nothing takes its places and no more; they are free again when it is over.
func TestConnectionsAreFew(t *testing.T) {
	addr := served(t, newStage(t).meter)
	var open []net.Conn
	hungUp := make(chan struct{}, 2*ops.ConnectionsMost)
	for range 2 * ops.ConnectionsMost {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, c)
		go func() {
			_, _ = c.Read(make([]byte, 1))
			hungUp <- struct{}{}
		}()
	}
	for range ops.ConnectionsMost {
		select {
		case <-hungUp:
		case <-time.After(20 * time.Second):
			t.Fatal("connections beyond the limit were kept")
		}
	}
	for _, c := range open {
		_ = c.Close()
	}
	await(t, "an answer after the flood", func() bool {
		resp, err := http.Get("http://" + addr + "/healthz")
		if err != nil {
			return false
		}
		defer resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
}

// Headers are few, and who sends them byte by byte is cut off.
func TestHeadersAreBounded(t *testing.T) {
	addr := served(t, newStage(t).meter)
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = fmt.Fprintf(c, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-Long: %s\r\n\r\n",
		strings.Repeat("x", 2*ops.HeaderBytesMax))
	line, _ := bufio.NewReader(c).ReadString('\n')
	if !strings.Contains(line, "431") {
		t.Errorf("long headers: got %q, want 431", line)
	}
	slow, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	if _, err := io.WriteString(slow, "GET / HT"); err != nil {
		t.Fatal(err)
	}
	_ = slow.SetReadDeadline(time.Now().Add(ops.HeaderReadMax + 10*time.Second))
	if _, err := io.ReadAll(slow); err != nil {
		t.Errorf("half a request: %v, want the connection closed", err)
	}
}

// Scrapes beyond a few at a time are told to come back; none waits for ever.
func TestScrapesAreFew(t *testing.T) {
	s := newStage(t)
	sources := s.sources()
	entered, release := make(chan struct{}, 1), make(chan struct{})
	sources.Doors = func() []ops.Door {
		select {
		case entered <- struct{}{}:
		default:
		}
		<-release
		return nil
	}
	s.meter.Watch(sources)
	h := ops.NewServer(s.meter, nil).Handler(true)
	codes := make(chan int, 10)
	for range cap(codes) {
		go func() {
			code, _ := get(t, h, "/metrics")
			codes <- code
		}()
	}
	<-entered
	for range cap(codes) - ops.ScrapesMost {
		if code := <-codes; code != http.StatusServiceUnavailable {
			t.Errorf("a scrape too many: got %d, want 503", code)
		}
	}
	close(release)
	for range ops.ScrapesMost {
		if code := <-codes; code != http.StatusOK {
			t.Errorf("a scrape: got %d, want 200", code)
		}
	}
}

// A disk that does not answer shows before anything fails.
func TestStalledCommitIsNotReady(t *testing.T) {
	s := newStage(t)
	sources := s.sources()
	sources.Loop = fakeLoop{Loop: s.loop, depth: loop.Depth{Committing: ops.CommitMax + time.Second}}
	s.meter.Watch(sources)
	s.meter.Health().Enter(ops.Open)
	_, got := get(t, ops.NewServer(s.meter, nil).Handler(true), "/readyz")
	if want := "not ready: one commit has been under way for 6s: the disk does not answer\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// fakeLoop is a loop with another depth, or one that takes nothing.
type fakeLoop struct {
	ops.Loop
	depth loop.Depth
	offer func(context.Context, loop.Intent) error
}

// Depth implements ops.Loop.
func (f fakeLoop) Depth() loop.Depth { return f.depth }

// Offer implements ops.Loop.
func (f fakeLoop) Offer(ctx context.Context, in loop.Intent) error {
	if f.offer == nil {
		return f.Loop.Offer(ctx, in)
	}
	return f.offer(ctx, in)
}

// aWorld is what a fake loop's intents read.
func aWorld() *world.State { return world.New(1) }
