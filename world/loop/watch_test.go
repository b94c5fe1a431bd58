package loop_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// stallable is a journal whose commits wait.
type stallable struct {
	*journal.Memory
	stall chan struct{} // commits wait until it is closed
}

// Commit implements loop.Journal.
func (d *stallable) Commit(b journal.Batch) error {
	<-d.stall
	return d.Memory.Commit(b)
}

// watcher keeps what a loop tells it.
type watcher struct {
	mu       sync.Mutex
	answered []loop.Answered
	commits  []loop.Commit
}

// Answered and Commit are for loop.Options.
func (w *watcher) Answered(a loop.Answered) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answered = append(w.answered, a)
}

func (w *watcher) Commit(c loop.Commit) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.commits = append(w.commits, c)
}

// watched runs a loop that tells a watcher.
func watched(t *testing.T, disk loop.Journal) (*loop.Loop, *watcher) {
	t.Helper()
	w := &watcher{}
	l := loop.New(loop.NewMachine(world.New(0), loop.MachineOptions{}), disk, loop.Options{
		Answered: w.Answered, Observe: w.Commit,
	})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- l.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l, w
}

// A watcher learns what each commit held and how far it reached.
func TestWatchCommits(t *testing.T) {
	l, w := watched(t, journal.NewMemory())
	genesis := worldtest.Genesis()
	for _, in := range genesis {
		r, err := l.Do(t.Context(), func(*world.State, world.Time) loop.Step { return loop.Step{Input: &in} })
		if err != nil || r.Refusal != nil {
			t.Fatal(err, r.Refusal)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	records, seq := 0, uint64(0)
	for _, c := range w.commits {
		records += c.Records
		seq = max(seq, c.Seq)
		if c.Took <= 0 || c.Cut == 0 && (c.Events < c.Records || c.Bytes == 0) {
			t.Errorf("got %+v, want all that it held", c)
		}
	}
	if want := len(genesis); records != want || seq != uint64(want) {
		t.Errorf("got %d records up to %d, want %d", records, seq, want)
	}
}

// A commit that stalls holds the answer, Depth says for how long, and a watcher sees which part took the time.
func TestWatchAStall(t *testing.T) {
	stall := make(chan struct{})
	l, w := watched(t, &stallable{Memory: journal.NewMemory(), stall: stall})
	by := &loop.By{Door: "test", Session: "test-1"}
	reply := make(chan loop.Reply, 1)
	err := l.Offer(t.Context(), loop.Intent{Do: func(*world.State, world.Time) loop.Step {
		puts := []journal.Put{{Bucket: "accounts", Key: []byte("a"), Value: []byte("b")}}
		return loop.Step{By: by, Name: "prove", Puts: puts}
	}, Reply: func(r loop.Reply) { reply <- r }})
	if err != nil {
		t.Fatal(err)
	}
	const stalled = 30 * time.Millisecond
	await(t, "the stall", func() bool { d := l.Depth(); return d.Committing >= stalled && d.Held == 1 })
	close(stall)
	<-reply
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.answered) != 1 {
		t.Fatalf("got %d answers, want 1", len(w.answered))
	}
	a := w.answered[0]
	if a.By != by || a.Name != "prove" || a.Code != "" || a.Hold < stalled || a.Wait < 0 || a.Decide <= 0 ||
		a.Took() != a.Wait+a.Decide+a.Hold {
		t.Errorf("got %+v, want the stall in Hold", a)
	}
	if d := l.Depth(); d.Committing != 0 || d.Intake != 0 || d.IntakeMost == 0 {
		t.Errorf("afterwards: got %+v", d)
	}
}

// await polls until something holds.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	poll := time.NewTicker(time.Millisecond)
	defer poll.Stop()
	for late := time.After(60 * time.Second); !holds(); {
		select {
		case <-poll.C:
		case <-late:
			t.Fatal(what + " did not come")
		}
	}
}

// A refusal is told with its code, and a panic of the asker as a fault.
func TestWatchRefusals(t *testing.T) {
	l, w := watched(t, journal.NewMemory())
	for _, do := range []func(*world.State, world.Time) loop.Step{
		func(*world.State, world.Time) loop.Step { return loop.Step{} },
		func(*world.State, world.Time) loop.Step {
			return loop.Step{Refusal: &world.Refusal{Code: world.CodeDark, Text: "It is dark."}}
		},
		func(*world.State, world.Time) loop.Step { panic(errors.New("a defect")) },
	} {
		if _, err := l.Do(t.Context(), do); err != nil {
			t.Fatal(err)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	var got []world.Code
	for _, a := range w.answered {
		got = append(got, a.Code)
	}
	if want := []world.Code{"", world.CodeDark, world.CodeFault}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
