package loop_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// slow is a journal whose commits take a while, as an fsync does.
type slow struct {
	*journal.Memory
	takes time.Duration
}

func (s slow) Commit(b journal.Batch) error {
	if s.takes > 0 {
		<-time.After(s.takes)
	}
	return s.Memory.Commit(b)
}

// running is a loop that runs in a world where so many people stand on the quay.
type running struct {
	l      *loop.Loop
	m      *loop.Machine
	j      *journal.Memory
	people []world.ActorID
	stop   context.CancelFunc
	ended  chan error
}

// run starts a loop over a world of which everything so far is durable.
func run(tb testing.TB, people int, takes time.Duration) *running {
	tb.Helper()
	r := &running{j: journal.NewMemory(), ended: make(chan error, 1)}
	r.m = loop.NewMachine(world.New(0), loop.MachineOptions{})
	offer := func(in world.Input) {
		r.m.Offer(1, loop.Intent{Do: func(*world.State, world.Time) loop.Step { return loop.Step{Input: &in} }})
	}
	for _, in := range worldtest.Genesis() {
		offer(in)
	}
	for i := range people {
		name := "Z" + string(rune('a'+i/676)) + string(rune('a'+i/26%26)) + string(rune('a'+i%26))
		offer(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Create{Name: name, Role: world.RoleGuest}})
		r.people = append(r.people, world.ActorID("pc-"+strings.ToLower(name)))
		offer(worldtest.Typed(r.people[i], world.Enter{}))
	}
	b, _, err := r.m.Cut(1)
	if err == nil {
		err = commit(r.j, b)
	}
	if err != nil {
		tb.Fatal(err)
	}
	r.m.Committed(b.Number)
	r.m.Release()
	r.l = loop.New(r.m, slow{r.j, takes}, loop.Options{})
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	go func() { r.ended <- r.l.Run(ctx) }()
	return r
}

// end stops the loop and returns what Run returned.
func (r *running) end() error {
	r.stop()
	return <-r.ended
}

func types(who world.ActorID, a world.Action) func(*world.State, world.Time) loop.Step {
	in := worldtest.Typed(who, a)
	return func(*world.State, world.Time) loop.Step { return loop.Step{Input: &in} }
}

// said lists what the journal holds of what was said.
func said(tb testing.TB, j *journal.Memory) []string {
	tb.Helper()
	var out []string
	err := j.Reopen().Records(1, 1<<60, func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return err
		}
		for _, n := range rec.Notices {
			if e, ok := n.Event.(world.Said); ok {
				out = append(out, e.Text)
			}
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

// hearer keeps what it is told, in order; Tell comes from the releaser alone.
type hearer struct {
	j     *journal.Memory
	texts []string
	early atomic.Int64
}

func (h *hearer) Tell(t *loop.Told) {
	if t.Seq > h.j.Last() {
		h.early.Add(1)
	}
	if e, ok := t.Event.(world.Said); ok {
		h.texts = append(h.texts, e.Text)
	}
}

// Many clients talk at once while commits take their time: everybody hears everything, in one order, once it is
// durable, and far fewer commits are made than deeds.
func TestManyClients(t *testing.T) {
	const clients, lines = 100, 20
	synctest.Test(t, func(t *testing.T) {
		r := run(t, clients, 3*time.Millisecond)
		ears := make([]*hearer, clients)
		for i, who := range r.people {
			ears[i] = &hearer{j: r.j}
			_, err := r.l.Do(t.Context(), func(*world.State, world.Time) loop.Step {
				return loop.Step{Attach: []loop.Attachment{{Actor: who, Sink: ears[i]}}}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		var wg sync.WaitGroup
		for i, who := range r.people {
			wg.Go(func() {
				for n := range lines {
					reply, err := r.l.Do(t.Context(), types(who, world.Say{Text: fmt.Sprintf("%d-%d", i, n)}))
					if err != nil || reply.Seq == 0 || reply.Seq > r.j.Last() {
						t.Errorf("reply %+v, %v, when %d are durable", reply, err, r.j.Last())
					}
				}
			})
		}
		wg.Wait()
		commits := r.j.Stats().Commits
		if err := r.end(); err != nil {
			t.Fatal(err)
		}
		want := said(t, r.j)
		if len(want) != clients*lines {
			t.Errorf("%d lines are in the journal, want %d", len(want), clients*lines)
		}
		for i, ear := range ears {
			if !slices.Equal(ear.texts, want) || ear.early.Load() > 0 {
				t.Errorf("client %d heard %d of %d lines, or in another order; %d early",
					i, len(ear.texts), len(want), ear.early.Load())
			}
		}
		if commits > clients*lines/10 {
			t.Errorf("%d commits were made for %d deeds", commits, clients*lines)
		}
	})
}

// A stop drains: what was answered is durable, what was not taken in is not done, and nobody waits for ever.
func TestStopDrains(t *testing.T) {
	for _, after := range []time.Duration{0, time.Millisecond, 4 * time.Millisecond, 50 * time.Millisecond} {
		t.Run(after.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := run(t, 50, 3*time.Millisecond)
				var mu sync.Mutex
				var answered []string
				var wg sync.WaitGroup
				for i, who := range r.people {
					wg.Go(func() {
						for n := 0; ; n++ {
							text := fmt.Sprintf("%d-%d", i, n)
							_, err := r.l.Do(t.Context(), types(who, world.Say{Text: text}))
							if errors.Is(err, loop.ErrStopped) {
								return
							}
							mu.Lock()
							answered = append(answered, text)
							mu.Unlock()
						}
					})
				}
				<-time.After(after)
				if err := r.end(); err != nil {
					t.Error(err)
				}
				wg.Wait()
				got := said(t, r.j)
				slices.Sort(got)
				slices.Sort(answered)
				if !slices.Equal(got, answered) {
					t.Errorf("%d lines are durable and %d were answered", len(got), len(answered))
				}
				if err := r.l.Offer(t.Context(), loop.Intent{}); !errors.Is(err, loop.ErrStopped) {
					t.Errorf("an offer to a stopped loop got %v", err)
				}
			})
		})
	}
}

// Whoever hands in an intent while the loop stops is either turned away or answered.
func TestOfferWhileStopping(t *testing.T) {
	const rounds, offers = 1000, 40
	for range rounds {
		r := run(t, 1, 0)
		var waiting sync.WaitGroup
		var taken, answered atomic.Int64
		var offering sync.WaitGroup
		for range offers {
			offering.Go(func() {
				waiting.Add(1)
				err := r.l.Offer(t.Context(), loop.Intent{
					Do:    func(*world.State, world.Time) loop.Step { return loop.Step{} },
					Reply: func(loop.Reply) { answered.Add(1); waiting.Done() },
				})
				if err != nil {
					waiting.Done()
					return
				}
				taken.Add(1)
			})
		}
		if err := r.end(); err != nil {
			t.Fatal(err)
		}
		offering.Wait()
		waiting.Wait() // or the test ends at its time limit
		if taken.Load() != answered.Load() {
			t.Fatalf("%d were taken and %d answered", taken.Load(), answered.Load())
		}
	}
}

// When the disk fails the world stops: nothing of the failed batch is told, and all who wait learn of it.
func TestDiskFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := run(t, 20, time.Millisecond)
		ear := &hearer{j: r.j}
		if _, err := r.l.Do(t.Context(), func(*world.State, world.Time) loop.Step {
			return loop.Step{Attach: []loop.Attachment{{Actor: r.people[0], Sink: ear}}}
		}); err != nil {
			t.Fatal(err)
		}
		last := r.j.Last()
		r.j.Inject(func(journal.Step) error { return errDisk })
		var wg sync.WaitGroup
		for _, who := range r.people {
			wg.Go(func() {
				if _, err := r.l.Do(t.Context(), types(who, world.Say{Text: "x"})); err == nil {
					t.Error("a deed was answered though the disk failed")
				}
			})
		}
		wg.Wait()
		if err := <-r.ended; !errors.Is(err, errDisk) {
			t.Errorf("Run returned %v, want the disk's error", err)
		}
		<-r.l.Done()
		if len(ear.texts) != 0 || r.j.Crash().Last() != last {
			t.Errorf("%v were heard, %d records are durable, want none and %d", ear.texts, r.j.Last(), last)
		}
	})
}

// Timers fire without anybody asking, and what they do is told as everything else is.
func TestTimersFire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := run(t, 1, 0)
		ring := &bell{rung: make(chan struct{}, 1)}
		if _, err := r.l.Do(t.Context(), func(*world.State, world.Time) loop.Step {
			return loop.Step{Attach: []loop.Attachment{{Actor: r.people[0], Sink: ring}}}
		}); err != nil {
			t.Fatal(err)
		}
		if _, err := r.l.Do(t.Context(), types(r.people[0], world.Move{Dir: world.North})); err != nil {
			t.Fatal(err) // the market is outdoors: there one hears the bell
		}
		select {
		case <-ring.rung:
		case <-time.After(time.Hour):
			t.Error("the tide did not turn within an hour")
		}
		if err := r.end(); err != nil {
			t.Error(err)
		}
	})
}

type bell struct{ rung chan struct{} }

func (b *bell) Tell(t *loop.Told) {
	if _, ok := t.Event.(world.TideTurned); ok {
		select {
		case b.rung <- struct{}{}:
		default:
		}
	}
}

// Whoever shares a notice shares its rendering for a profile.
// holder writes down where deliveries begin and end. The releaser alone uses it.
type holder struct{ notes []string }

func (h *holder) Cork()   { h.notes = append(h.notes, "cork") }
func (h *holder) Uncork() { h.notes = append(h.notes, "uncork") }

func TestHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &holder{}
		m := loop.NewMachine(world.New(0), loop.MachineOptions{})
		l := loop.New(m, slow{journal.NewMemory(), time.Millisecond}, loop.Options{Hold: h})
		reply := func(loop.Reply) { h.notes = append(h.notes, "told") }
		start := worldtest.Genesis()[0]
		for _, in := range []*world.Input{&start, nil, nil} { // the two wait for the batch of the first
			do := func(*world.State, world.Time) loop.Step { return loop.Step{Input: in} }
			if err := l.Offer(t.Context(), loop.Intent{Do: do, Reply: reply}); err != nil {
				t.Fatal(err)
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- l.Run(ctx) }()
		synctest.Wait()
		<-time.After(time.Second)
		stop()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Join(h.notes, " "), "cork told told told uncork"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestRenderOnce(t *testing.T) {
	told := &loop.Told{}
	n := 0
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			if got := told.Render(i%2, func() any { n++; return i % 2 }); got != i%2 {
				t.Errorf("profile %d got %v", i%2, got)
			}
		})
	}
	wg.Wait()
	if n != 2 {
		t.Errorf("two profiles took %d renderings", n)
	}
}

// A world may be told to hurry: its clock and its timers go as much faster, and nothing else does.
func TestPace(t *testing.T) {
	for _, pace := range []int{0, 1, 60} {
		synctest.Test(t, func(t *testing.T) {
			j := journal.NewMemory()
			m := loop.NewMachine(world.New(0), loop.MachineOptions{})
			l := loop.New(m, j, loop.Options{Pace: pace})
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- l.Run(ctx) }()
			now := func() (at world.Time) {
				if _, err := l.Do(ctx, func(_ *world.State, now world.Time) loop.Step {
					at = now
					return loop.Step{}
				}); err != nil {
					t.Fatal(err)
				}
				return at
			}
			began := now()
			<-time.After(2 * time.Second)
			if got, want := now()-began, 2*world.Second*world.Time(max(1, pace)); got != want {
				t.Errorf("pace %d: got %d, want %d", pace, got, want)
			}
			stop()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}
