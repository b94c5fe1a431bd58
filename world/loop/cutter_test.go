package loop_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// gated is a journal whose cuts wait at a gate, or fail.
type gated struct {
	*journal.Memory
	gate chan struct{}
	err  error
	cuts []int // rows of each cut that passed
}

func (g *gated) Commit(b journal.Batch) error {
	if b.Cut == nil {
		return g.Memory.Commit(b)
	}
	<-g.gate
	if g.err != nil {
		return g.err
	}
	g.cuts = append(g.cuts, len(b.Cut.Rows))
	return g.Memory.Commit(b)
}

// runGated starts a loop over a journal whose cuts wait.
func runGated(t *testing.T, g *gated) *running {
	t.Helper()
	r := run(t, 2, 0)
	if err := r.end(); err != nil {
		t.Fatal(err)
	}
	g.Memory, g.gate = r.j, make(chan struct{})
	r.l = loop.New(r.m, g, loop.Options{})
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	go func() { r.ended <- r.l.Run(ctx) }()
	return r
}

func (r *running) say(t *testing.T, text string) {
	t.Helper()
	if _, err := r.l.Do(t.Context(), types(r.people[0], world.Say{Text: text})); err != nil {
		t.Fatal(err)
	}
}

// cutAge is longer than a loop lets pass between two cuts.
const cutAge = 31 * time.Second

// While one cut makes no headway, batches are committed and answered; what falls due meanwhile becomes one cut.
func TestBatchesDoNotWaitForACut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gated{}
		r := runGated(t, g)
		for range 4 {
			r.say(t, "I am in a cut.")
			<-time.After(cutAge)
			r.say(t, "I am behind it.")
			if got := g.Memory.CutSeq(); got != 0 {
				t.Fatalf("a cut at %d passed the gate", got)
			}
		}
		close(g.gate)
		if err := r.end(); err != nil {
			t.Fatal(err)
		}
		if len(g.cuts) != 2 {
			t.Errorf("got cuts of %v rows, want one that was under way and one of all that came meanwhile", g.cuts)
		}
		if got, want := r.j.CutSeq(), r.j.Last(); got+1 < want {
			t.Errorf("the cut is at %d of %d", got, want)
		}
		got, err := recovered(r.j.Reopen())
		if err != nil {
			t.Fatal(err)
		}
		want, _ := journal.Digest(r.m.State())
		if have, _ := journal.Digest(got); have != want {
			t.Error("the world that was loaded is not the one that ran")
		}
	})
}

// A cut that fails stops the world though nobody asks it anything.
func TestFailedCutStopsTheWorld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gated{err: errors.New("no room")}
		r := runGated(t, g)
		r.say(t, "I am in a cut.")
		<-time.After(cutAge)
		r.say(t, "I am too.")
		close(g.gate)
		err := <-r.ended
		if !errors.Is(err, g.err) || !strings.Contains(err.Error(), "write a cut at ") {
			t.Errorf("got %v, want the cut's error", err)
		}
		<-r.l.Done()
	})
}

// A cut that fails while the world stops is not kept quiet.
func TestFailedLastCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gated{err: errors.New("no room")}
		r := runGated(t, g)
		r.say(t, "I am in a cut.")
		<-time.After(cutAge)
		r.say(t, "I am too.")
		r.stop()
		synctest.Wait()
		close(g.gate)
		if err := <-r.ended; !errors.Is(err, g.err) {
			t.Errorf("got %v, want the cut's error", err)
		}
	})
}
