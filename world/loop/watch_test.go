package loop_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// stallable is a journal whose commits wait while it is stalled.
type stallable struct {
	*journal.Memory
	mu    sync.Mutex
	stall chan struct{} // while not nil, commits wait until it is closed
}

// Commit implements loop.Journal.
func (d *stallable) Commit(b journal.Batch) error {
	d.mu.Lock()
	stall := d.stall
	d.mu.Unlock()
	if stall != nil {
		<-stall
	}
	return d.Memory.Commit(b)
}

// A watcher learns who asked for what and how long each part took, and what each commit held.
func TestWatch(t *testing.T) {
	disk := &stallable{Memory: journal.NewMemory()}
	var mu sync.Mutex
	var answered []loop.Answered
	var commits []loop.Commit
	l := loop.New(loop.NewMachine(world.New(0), loop.MachineOptions{}), disk, loop.Options{
		Answered: func(a loop.Answered) {
			mu.Lock()
			defer mu.Unlock()
			answered = append(answered, a)
		},
		Observe: func(c loop.Commit) {
			mu.Lock()
			defer mu.Unlock()
			commits = append(commits, c)
		},
	})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- l.Run(ctx) }()
	defer func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	genesis := worldtest.Genesis()
	for _, in := range genesis {
		r, err := l.Do(ctx, func(*world.State, world.Time) loop.Step { return loop.Step{Input: &in} })
		if err != nil || r.Refusal != nil {
			t.Fatal(err, r.Refusal)
		}
	}
	mu.Lock()
	made := len(commits)
	last := commits[made-1]
	answered = nil
	mu.Unlock()
	if last.Seq != uint64(len(genesis)) || last.Records == 0 || last.Events == 0 || last.Bytes == 0 || last.Took <= 0 {
		t.Errorf("the last of %d commits: got %+v, want sequence %d and all it held", made, last, len(genesis))
	}

	// A commit that stalls holds the answer, and Depth says for how long.
	stall := make(chan struct{})
	disk.mu.Lock()
	disk.stall = stall
	disk.mu.Unlock()
	by := &loop.By{Door: "test", Session: "test-1"}
	reply := make(chan loop.Reply, 1)
	err := l.Offer(ctx, loop.Intent{Do: func(*world.State, world.Time) loop.Step {
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
	mu.Lock()
	defer mu.Unlock()
	if len(answered) != 1 {
		t.Fatalf("got %d answers, want 1", len(answered))
	}
	a := answered[0]
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
	for late := time.After(10 * time.Second); !holds(); {
		select {
		case <-poll.C:
		case <-late:
			t.Fatal(what + " did not come")
		}
	}
}

// A refusal is told with its code, and a panic of the asker as a fault.
func TestWatchRefusals(t *testing.T) {
	var mu sync.Mutex
	var got []world.Code
	l := loop.New(loop.NewMachine(world.New(0), loop.MachineOptions{}), journal.NewMemory(), loop.Options{
		Answered: func(a loop.Answered) {
			mu.Lock()
			defer mu.Unlock()
			got = append(got, a.Code)
		},
	})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- l.Run(ctx) }()
	for _, do := range []func(*world.State, world.Time) loop.Step{
		func(*world.State, world.Time) loop.Step { return loop.Step{} },
		func(*world.State, world.Time) loop.Step {
			return loop.Step{Refusal: &world.Refusal{Code: world.CodeDark, Text: "It is dark."}}
		},
		func(*world.State, world.Time) loop.Step { panic(errors.New("a defect")) },
	} {
		if _, err := l.Do(ctx, do); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	want := []world.Code{"", world.CodeDark, world.CodeFault}
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("got %q, want %q", got, want)
	}
}
