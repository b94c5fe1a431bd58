package load_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/load"
)

// listen listens on loopback for the length of a test.
func listen(t *testing.T) net.Listener {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	return ln
}

// echoing serves echo for the length of a test.
func echoing(t *testing.T, e *bots.Echo) string {
	t.Helper()
	ln := listen(t)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); e.Serve(ctx, ln) }()
	t.Cleanup(func() { stop(); <-done })
	return ln.Addr().String()
}

// config is a short run of a few bots against a server that echoes.
func config(addr string, loop load.Loop) load.Config {
	return load.Config{
		At: load.Addresses{Telnet: addr}, Crowd: load.Crowd{Telnet: 20}, Loop: loop, PerSecond: 20, Logins: 8, Echo: true,
		Phases: []load.Phase{{Time: 400 * time.Millisecond}}, WarmUp: 50 * time.Millisecond, Patience: 20 * time.Second,
		Mix: bots.Mix{"say": 1, "look": 1},
	}
}

func run(t *testing.T, c load.Config) *load.Result {
	t.Helper()
	r, err := load.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestOpenLoop(t *testing.T) {
	c := config(echoing(t, &bots.Echo{}), load.Open)
	c.PID = os.Getpid()
	c.Phases = []load.Phase{{Name: "one", Time: 600 * time.Millisecond}, {Name: "two", Time: 600 * time.Millisecond}}
	r := run(t, c)
	if len(r.Phases) != 2 || r.Phases[1].From < .6 || r.Server != "echo" {
		t.Fatalf("got %+v", r)
	}
	for _, p := range r.Phases {
		if p.All.Players != 20 || p.All.Lost != 0 || p.All.Lag.Count == 0 || p.All.In == 0 || p.All.Out == 0 {
			t.Errorf("%s: got %+v", p.Name, p.All)
		}
		// 240 commands are due. A busy machine is late with some, and hurries then; but whoever waited for answers, in place
		// of the clock, would send some ten thousand.
		if p.All.Command.Count == 0 || p.All.Command.Count > 2*240 || p.All.Replies == 0 {
			t.Errorf("%s: got %+v, want about 400 commands a second", p.Name, p.All)
		}
		if p.Server == nil || p.Server.Anonymous == 0 || p.Bots == nil || p.Server.MicrosReply == 0 {
			t.Errorf("%s: server %+v, bots %+v", p.Name, p.Server, p.Bots)
		}
	}
	if d := r.Doors[0]; d.Door != load.DoorTelnet || d.Login.Count != 20 || d.Failed != 0 {
		t.Errorf("entrance: got %+v", d)
	}
	if len(r.Seconds) == 0 || len(r.Histogram) == 0 {
		t.Errorf("no pictures: %+v", r)
	}
}

func TestRandomArrivals(t *testing.T) {
	c := config(echoing(t, &bots.Echo{}), load.Open)
	c.Arrivals = "random"
	if a := run(t, c).Phases[0].All; a.Command.Count == 0 || a.Command.Count > 2*160 || a.Lost != 0 { // 160 are due
		t.Errorf("got %+v", a)
	}
}

func TestClosedLoop(t *testing.T) {
	r := run(t, config(echoing(t, &bots.Echo{}), load.Closed))
	if a := r.Phases[0].All; a.Command.Count <= 2*160 || a.Lost != 0 || r.PerSecond != 0 {
		t.Errorf("got %+v", a)
	}
}

func TestSilence(t *testing.T) {
	r := run(t, config(echoing(t, &bots.Echo{}), load.Silent))
	if a := r.Phases[0].All; a.Replies != 0 || a.Command.Count != 0 || a.Out != 0 || a.Players != 20 {
		t.Errorf("got %+v", a)
	}
}

// TestSpeaker wants that everybody hears every word of the one who speaks, in as many bytes as were asked for.
func TestSpeaker(t *testing.T) {
	const bytes = 60
	c := config(echoing(t, &bots.Echo{FanBytes: bytes}), load.Closed)
	c.Window = 3
	r := run(t, c)
	a := r.Phases[0].All
	if a.Deliveries == 0 || a.Unheard != 0 || a.Lost != 0 || a.Delivery.Count == 0 || a.Delivery.P50 <= 0 {
		t.Fatalf("got %+v", a)
	}
	if said := a.Replies * 19; a.Deliveries < said*.8 || a.Deliveries > said*1.2 {
		t.Errorf("%.0f words a second were heard %.0f times by 19 listeners", a.Replies, a.Deliveries)
	}
	if got := a.In * 20 / a.Deliveries; got < bytes*.9 || got > bytes*1.2 {
		t.Errorf("got %.1f bytes a delivery, want %d and what the speaker hears", got, bytes)
	}
}

// TestPhaseLasts wants that a phase goes on until what is done in it is done.
func TestPhaseLasts(t *testing.T) {
	c := config(echoing(t, &bots.Echo{}), load.Open)
	c.Phases = []load.Phase{{Name: "busy", Do: func(ctx context.Context) error {
		timer := time.NewTimer(300 * time.Millisecond)
		defer timer.Stop()
		<-timer.C
		return ctx.Err()
	}}}
	if r := run(t, c); r.Phases[0].Seconds < .3 {
		t.Errorf("got %v s", r.Phases[0].Seconds)
	}
	c.Phases = []load.Phase{{Do: func(context.Context) error { return io.ErrUnexpectedEOF }}}
	if _, err := load.Run(t.Context(), c); err == nil {
		t.Error("what went wrong in a phase was not told")
	}
}

// stalling echoes, but for a time in which it does nothing at all, which whoever calls stall begins.
func stalling(t *testing.T, lasts time.Duration) (addr string, stall func()) {
	t.Helper()
	var until atomic.Int64 // in nanoseconds since the epoch
	ln := listen(t)
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			go func() {
				b := make([]byte, 1<<10)
				for {
					n, err := conn.Read(b)
					if err != nil {
						return
					}
					timer := time.NewTimer(time.Until(time.Unix(0, until.Load())))
					<-timer.C
					_, _ = conn.Write(b[:n])
				}
			}()
		}
	}()
	return ln.Addr().String(), func() { until.Store(time.Now().Add(lasts).UnixNano()) }
}

// TestNothingIsOmitted is about coordinated omission: while a server stalls for half of the time, an open loop must
// see half of its commands wait. A generator that waits for answers, or measures from when it got round to sending,
// sees one slow command of each bot among many quick ones.
func TestNothingIsOmitted(t *testing.T) {
	addr, stall := stalling(t, 500*time.Millisecond)
	c := config(addr, load.Open)
	c.PerSecond, c.Phases[0] = 50, load.Phase{Time: time.Second, Do: func(context.Context) error {
		stall()
		return nil
	}}
	a := run(t, c).Phases[0].All
	if a.Command.Count < 500 || a.Lost != 0 {
		t.Fatalf("got %+v, want about 1000 commands", a)
	}
	// Of 500 ms of silence the commands meet 500, 499, 498 and so on; half of all meet none. On a busy machine they wait
	// longer, never less.
	for _, c := range []struct {
		name      string
		got, want float64
	}{{"p90", a.Command.P90, 300}, {"p99", a.Command.P99, 440}, {"max", a.Command.Max, 450}} {
		if c.got < c.want {
			t.Errorf("%s: got %.0f ms, want at least %.0f", c.name, c.got, c.want)
		}
	}
}

// mute takes everything in and answers each connection's first line only.
func mute(conn net.Conn) {
	b := make([]byte, 1<<10)
	for first := true; ; first = false {
		n, err := conn.Read(b)
		if err != nil {
			return
		}
		if first {
			_, _ = conn.Write(b[:n])
		}
	}
}

// TestLostCounts wants that a command without an answer makes the percentiles worse, not better.
func TestLostCounts(t *testing.T) {
	ln := listen(t)
	var n atomic.Int64
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			if n.Add(1)%4 == 0 {
				go mute(conn)
				continue
			}
			go func() { _, _ = io.Copy(conn, conn) }()
		}
	}()
	c := config(ln.Addr().String(), load.Open)
	c.Patience = 3 * time.Second // no machine stands still for that long
	a := run(t, c).Phases[0].All
	if share := float64(a.Lost) / float64(a.Command.Count); share < .2 || share > .3 {
		t.Errorf("lost %d of %d, want a quarter", a.Lost, a.Command.Count)
	}
	if a.Command.P50 > 2000 || a.Command.P90 < 2990 {
		t.Errorf("got %+v, want the lost ones at three seconds", a.Command)
	}
}

// TestCutOff wants that whoever is cut off in the middle goes on losing commands.
func TestCutOff(t *testing.T) {
	ln := listen(t)
	var n atomic.Int64
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			if n.Add(1)%2 == 0 {
				go func() {
					b := make([]byte, 1<<10)
					size, _ := conn.Read(b)
					_, _ = conn.Write(b[:size])
					timer := time.NewTimer(250 * time.Millisecond)
					<-timer.C
					_ = conn.Close()
				}()
				continue
			}
			go func() { _, _ = io.Copy(conn, conn) }()
		}
	}()
	r := run(t, config(ln.Addr().String(), load.Open))
	if d := r.Doors[0]; d.Players != 10 || d.Failed != 10 || !strings.Contains(r.FirstError, "telnet") {
		t.Errorf("got %+v, %q", d, r.FirstError)
	}
	if a := r.Phases[0].All; a.Lost < 30 {
		t.Errorf("got %+v", a)
	}
}

func TestNobodyAtHome(t *testing.T) {
	ln := listen(t)
	addr := ln.Addr().String()
	_ = ln.Close()
	if r, err := load.Run(t.Context(), config(addr, load.Open)); err == nil {
		t.Errorf("got %+v", r)
	}
}

func TestConfigIsChecked(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*load.Config)
	}{
		{"nobody", func(c *load.Config) { c.Crowd = load.Crowd{} }},
		{"nothing to measure", func(c *load.Config) { c.Phases = nil }},
		{"no rate", func(c *load.Config) { c.PerSecond = 0 }},
		{"no mix", func(c *load.Config) { c.Mix = nil }},
		{"no such loop", func(c *load.Config) { c.Loop = "" }},
		{"a speaker without a listener", func(c *load.Config) { c.Window, c.Crowd.Telnet = 1, 1 }},
		{"echo over SSH", func(c *load.Config) { c.Crowd.SSH = 1 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			bad := config("127.0.0.1:1", load.Open)
			c.change(&bad)
			if r, err := load.Run(t.Context(), bad); err == nil {
				t.Errorf("got %+v", r)
			}
		})
	}
}

// TestJSON holds the names of fields, which programs of others read.
func TestJSON(t *testing.T) {
	b, err := json.Marshal(run(t, config(echoing(t, &bots.Echo{}), load.Open)))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		`"server":"echo"`, `"loop":"open"`, `"phases":[{"phase":""`, `"command":{"count":`, `"p99_9_ms":`, `"lost":0`,
		`"bots_process":{"cores":`, `"histogram":[{"upto_ms":`, `"doors":[{"door":"telnet"`,
	} {
		if !strings.Contains(string(b), name) {
			t.Errorf("no %s in %s", name, b)
		}
	}
}

// BenchmarkClosedLoop says what an answer costs bots and echo server together.
func BenchmarkClosedLoop(b *testing.B) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	go (&bots.Echo{}).Serve(b.Context(), ln)
	for b.Loop() {
		c := config(ln.Addr().String(), load.Closed)
		c.Crowd.Telnet, c.Phases[0].Time = 200, time.Second
		r, err := load.Run(b.Context(), c)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(r.Phases[0].All.Replies, "answers/s")
		b.ReportMetric(r.Phases[0].Bots.MicrosReply, "us/answer")
	}
}
