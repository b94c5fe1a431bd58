package ops_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// writer is a loop whose writer can be held.
type writer struct {
	free   chan struct{} // holds one thing while the writer is free; a mutex would stop the time of a bubble
	done   chan struct{}
	commit func() time.Duration // for how long one has been under way
}

func (w *writer) hold()  { <-w.free }
func (w *writer) letGo() { w.free <- struct{}{} }

// Offer implements ops.Loop.
func (w *writer) Offer(_ context.Context, in loop.Intent) error {
	w.hold()
	defer w.letGo()
	in.Do(aWorld(), 0)
	return nil
}

// Depth implements ops.Loop.
func (w *writer) Depth() loop.Depth { return loop.Depth{Intake: 3, Committing: w.commit()} }

// Done implements ops.Loop.
func (w *writer) Done() <-chan struct{} { return w.done }

// watched returns a meter that runs until the test ends, of a world whose writer is held.
func watched(t *testing.T, log *lines, commit func() time.Duration) (*ops.Meter, *writer) {
	t.Helper()
	m := ops.NewMeter(ops.Config{Log: log.logger()})
	w := &writer{free: make(chan struct{}, 1), done: make(chan struct{}), commit: commit}
	m.Watch(ops.Sources{Loop: w})
	m.Health().Enter(ops.Open)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		m.Run(ctx)
	}()
	t.Cleanup(func() {
		close(w.done)
		pass(ops.BeatEvery)
		stop()
		<-ended
	})
	return m, w
}

// pass lets time pass in a bubble.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

// The watchdog says once, with every stack, that the writer does not answer, and that it does again; health follows.
func TestWatchdog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log lines
		m, w := watched(t, &log, func() time.Duration { return time.Second })
		w.letGo()
		pass(time.Minute)
		if dead := m.Health().Dead(); dead != nil || log.all()[0] != "" {
			t.Fatalf("a writer that answers: got %v, logged %q", dead, log.all())
		}
		w.hold()
		pass(ops.AnswerMax + ops.BeatEvery + time.Second/2)
		if dead := strings.Join(m.Health().Dead(), ""); !strings.HasPrefix(dead, "the writer has not answered for ") {
			t.Errorf("a stuck writer: got %q", dead)
		}
		if ready := m.Health().NotReady(); len(ready) != 1 {
			t.Errorf("a stuck writer: got %v, want one reason", ready)
		}
		pass(ops.StallMax)
		got := log.all()
		if len(got) != 1 {
			t.Fatalf("logged %.300q, want one line", got)
		}
		holds(t, got[0], `msg="the writer does not answer"`, "intake=3", "commit_ms=1000", "goroutine profile")
		pass(time.Hour)
		if got := log.all(); len(got) != 1 {
			t.Errorf("an hour later: got %d lines, want still one", len(got))
		}
		w.letGo()
		pass(3 * ops.BeatEvery)
		if got := log.all(); len(got) != 2 || !strings.Contains(got[1], `msg="the writer answers again"`) {
			t.Errorf("afterwards: got %d lines, the last %.300q", len(got), got[len(got)-1])
		}
		if dead := m.Health().Dead(); dead != nil {
			t.Errorf("afterwards: got %v", dead)
		}
		w.hold()
		pass(2 * ops.StallMax)
		w.letGo()
		pass(3 * ops.BeatEvery)
		if got := log.all(); len(got) != 4 || !strings.Contains(got[2], "goroutine profile") {
			t.Errorf("a second stall an hour later: got %d lines", len(got))
		}
		w.hold()
		pass(2 * ops.StallMax)
		w.letGo()
		pass(3 * ops.BeatEvery)
		if got := log.all(); len(got) != 6 || strings.Contains(got[4], "goroutine profile") {
			t.Errorf("a third at once: got %d lines, or the stacks again", len(got))
		}
	})
}

// A writer that waits because the disk does keeps the process alive, for another would wait as well; nobody can play.
func TestWriterWaitsForDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log lines
		start := time.Now()
		var begun atomic.Int64 // when the commit under way was, since start
		m, w := watched(t, &log, func() time.Duration { return time.Since(start) - time.Duration(begun.Load()) })
		pass(time.Minute)
		if dead := m.Health().Dead(); dead != nil {
			t.Errorf("got %v, want a process that lives", dead)
		}
		if got := strings.Join(m.Health().NotReady(), ""); !strings.Contains(got, "one commit has been under way for 1m0s") {
			t.Errorf("got %q, want word of the commit", got)
		}
		if got := log.all(); strings.Contains(strings.Join(got, ""), "the writer does not answer") {
			t.Errorf("logged %q", got)
		}
		begun.Store(int64(time.Since(start))) // the next commit; and still the writer does not answer
		pass(10 * time.Second)
		if dead := m.Health().Dead(); dead == nil {
			t.Error("a writer that did not answer when the commit was over counts as alive")
		}
		w.letGo()
	})
}

// holds fails the test unless a text holds all parts.
func holds(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("got %.300q, want %s in it", text, part)
		}
	}
}

// A slow command is logged with what took how long and nothing of what was said; of many, only some, with the number of
// those left out.
func TestSlowLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log lines
		m := ops.NewMeter(ops.Config{Log: log.logger(), Slow: 100 * time.Millisecond, Verbs: []string{"say"}})
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			m.Run(ctx)
		}()
		pass := func(d time.Duration) {
			<-time.After(d)
			synctest.Wait()
		}
		by := &loop.By{Door: "telnet", Session: "telnet-7", Actor: "pc-ann"}
		fast := loop.Answered{By: by, Name: "say", Hold: 100 * time.Millisecond}
		slow := loop.Answered{
			By: by, Name: "say", Seq: 42, Wait: time.Millisecond, Decide: 2 * time.Millisecond, Hold: 300 * time.Millisecond,
		}
		m.Answered(fast)
		m.Answered(slow)
		m.Answered(loop.Answered{By: by, Name: "say it\nlevel=ERROR", Decide: time.Second})
		m.Answered(loop.Answered{Name: loop.NameTick, Decide: time.Second})
		pass(0)
		got := log.all()
		want := `level=WARN msg="slow command" session=telnet-7 actor=pc-ann verb=say ` +
			`dur_ms=303 wait_ms=1 decide_ms=2 commit_ms=300 seq=42`
		if len(got) != 3 || !strings.HasSuffix(got[0], want) {
			t.Fatalf("got %q", got)
		}
		if !strings.Contains(got[1], "verb=other ") || !strings.Contains(got[2], "verb=tick ") {
			t.Errorf("got %q", got[1:])
		}
		for range 1000 {
			m.Answered(slow)
			synctest.Wait()
		}
		if got := len(log.all()); got != 20 {
			t.Errorf("after a burst: got %d lines, want 20", got)
		}
		pass(3 * time.Second)
		m.Answered(slow)
		pass(0)
		got = log.all()
		if last := got[len(got)-1]; !strings.HasSuffix(last, "seq=42 left_out=983") {
			t.Errorf("a while later: got %q, want the number of those left out", last)
		}
		for range 20 {
			m.Answered(slow)
			synctest.Wait()
		}
		pass(10 * time.Second)
		got = log.all()
		if last := got[len(got)-1]; !strings.Contains(last, `msg="slow commands were left out of the log" left_out=`) {
			t.Errorf("when no further one came: got %q", last)
		}
		if got := scrape(t, m)["mudlark_slow_commands_total"]; got != 1024 {
			t.Errorf("counted %v, want 1,024", got)
		}
		stop()
		<-ended
	})
}

// A log that blocks holds up nobody.
func TestSlowLogNeverBlocks(t *testing.T) {
	m := ops.NewMeter(ops.Config{Slow: 1}) // nobody runs it
	for range 10_000 {
		m.Answered(loop.Answered{Name: "say", Hold: time.Hour})
	}
	off := ops.NewMeter(ops.Config{})
	off.Answered(loop.Answered{Name: "say", Hold: time.Hour})
	if got := scrape(t, off)["mudlark_slow_commands_total"]; got != 0 {
		t.Errorf("switched off: counted %v, want 0", got)
	}
}

// What the writer counts is what is there.
func TestWorldFigures(t *testing.T) {
	st := worldtest.Small()
	worldtest.Join(st, st.Now, worldtest.Person{Name: "Ann", Account: "acc-ann"})
	bob := worldtest.Join(st, st.Now, worldtest.Person{Name: "Bob"})
	cat := worldtest.Join(st, st.Now, worldtest.Person{Name: "Cat", Account: "acc-cat"})
	for _, in := range []world.Input{
		{Via: world.Via{Kind: world.ViaHost}, Action: world.Sever{Body: bob}}, worldtest.Typed(cat, world.Depart{}),
	} {
		if _, r := st.Decide(st.Now, in); r != nil {
			t.Fatal(r.Text)
		}
	}
	want := map[string]float64{
		"mudlark_rooms": float64(len(st.Rooms)), "mudlark_items": float64(len(st.Items)),
		"mudlark_timers": float64(len(st.Timers)), `mudlark_players{presence="here"}`: 1,
		`mudlark_players{presence="linkdead"}`: 1, "mudlark_characters": 3, "mudlark_creatures": float64(len(st.Actors) - 3),
	}
	s := newStageOver(t, st)
	s.meter.Watch(s.sources())
	got := scrape(t, s.meter)
	for name, n := range want {
		if got[name] != n || n == 0 {
			t.Errorf("%s: got %v, want %v and not 0", name, got[name], n)
		}
	}
}
