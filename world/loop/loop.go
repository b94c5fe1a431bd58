package loop

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// Journal is what the loop needs of the record on disk.
type Journal interface {
	// Commit makes a batch durable, whole or not at all. After an error nothing more is committed.
	Commit(b journal.Batch) error
}

// ErrStopped answers intents that come after the world stopped.
var ErrStopped = errors.New("the world has stopped")

const (
	intakeMost  = 4096 // intents waiting for the writer; then whoever offers waits
	drainMost   = 512  // intents decided before the writer looks at what was committed
	releaseMost = 64   // slices of releases on their way
)

// Loop runs a machine: one writer, one committer, one releaser.
type Loop struct {
	machine *Machine
	journal Journal
	base    world.Time // world time when the loop was made
	began   time.Time
	pace    int // world time for each time of the machine's

	observe  func(Commit)
	answered func(Answered)
	hold     Hold

	intake   chan Intent
	releases chan []Out
	done     chan struct{}

	held       atomic.Int64 // for Depth
	committing atomic.Int64 // when the commit under way began, since began; 0: there is none
}

// Options of a loop. The zero value is fine.
type Options struct {
	// Base is the world time at which the loop begins; earlier than the state's time counts as the state's.
	Base world.Time
	// Pace is how much of the world's time goes by in a time of the machine's: 60 makes a minute of each second. Zero
	// counts as 1, which is right for a world that people live in; others are for trying things out.
	Pace int
	// Observe is told of each commit, from the committer; of a cut once it is current, from the cutter beside it.
	Observe func(Commit)
	// Answered is told of each intent when its answer leaves, from the releaser, and of timers that fired, from the
	// writer. It must not block.
	Answered func(Answered)
	// Hold is told where deliveries begin and end; nil: nobody is.
	Hold Hold
}

// Hold lets those who are told several things at once wait for all of them before they act. Between Cork and Uncork,
// which the releaser calls in turn, sinks are told and intents answered.
type Hold interface {
	Cork()
	Uncork()
}

// unheld is the Hold of those who do not care.
type unheld struct{}

func (unheld) Cork()   {}
func (unheld) Uncork() {}

// New makes a loop. Nothing happens until Run.
func New(m *Machine, j Journal, o Options) *Loop {
	if o.Hold == nil {
		o.Hold = unheld{}
	}
	return &Loop{
		machine: m, journal: j, base: max(o.Base, m.State().Now), began: time.Now(), pace: max(1, o.Pace),
		observe: o.Observe, answered: o.Answered, hold: o.Hold,
		intake: make(chan Intent, intakeMost), releases: make(chan []Out, releaseMost), done: make(chan struct{}),
	}
}

// now is the world time: the base and what the monotonic clock counted since.
func (l *Loop) now() world.Time { return l.at(l.elapsed()) }

func (l *Loop) at(elapsed time.Duration) world.Time {
	return l.base + world.Time(elapsed.Milliseconds()*int64(l.pace))
}

// Offer hands an intent to the writer. It waits while the intake is full, and returns an error when the context ends
// first or the world has stopped; then the intent was not and will not be done.
func (l *Loop) Offer(ctx context.Context, in Intent) error {
	select {
	case <-l.done:
		return ErrStopped
	default:
	}
	if l.answered != nil {
		in.arrived = l.elapsed()
	}
	select {
	case l.intake <- in: // nearly always there is room
	default:
		select {
		case l.intake <- in:
		case <-l.done:
			return ErrStopped
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	select {
	case <-l.done:
		l.refuseRest() // it may have come in behind the last look at the intake
	default:
	}
	return nil
}

// Do offers an intent and waits for its reply. When the context ends first the intent may still be done.
func (l *Loop) Do(ctx context.Context, do func(*world.State, world.Time) Step) (Reply, error) {
	answer := make(chan Reply, 1)
	if err := l.Offer(ctx, Intent{Do: do, Reply: func(r Reply) { answer <- r }}); err != nil {
		return Reply{}, err
	}
	select {
	case r := <-answer:
		return r, r.Err
	case <-ctx.Done():
		return Reply{}, ctx.Err()
	case <-l.done:
		select {
		case r := <-answer:
			return r, r.Err
		default:
			return Reply{}, ErrStopped
		}
	}
}

// Run decides, commits and tells until the context ends; then what was taken in is committed and told, and it returns
// nil. When a commit fails it returns that error: nothing of the failed batch was told.
func (l *Loop) Run(ctx context.Context) error {
	batches := make(chan Batch, 1)
	commits := make(chan uint64, 1)
	failed := make(chan error, 1)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		defer close(commits)
		if err := l.commit(batches, commits); err != nil {
			failed <- err
		}
	}()
	go func() {
		defer wg.Done()
		for outs := range l.releases {
			l.hold.Cork()
			l.deliver(outs)
			l.hold.Uncork()
		}
	}()
	err := l.write(ctx, batches, commits, failed)
	close(batches)
	for range commits { // the committer ends once it has written what it was given
	}
	if err == nil && len(failed) > 0 {
		err = <-failed // the last cut
	}
	if err != nil {
		stopped := fmt.Errorf("%w: %w", ErrStopped, err)
		for _, o := range l.machine.Abandon() {
			o.Fail(stopped)
		}
	}
	close(l.releases)
	wg.Wait()
	close(l.done)
	l.refuseRest()
	return err
}

// Done is closed when the world has stopped.
func (l *Loop) Done() <-chan struct{} { return l.done }

// refuseRest answers intents that came too late.
func (l *Loop) refuseRest() {
	for {
		select {
		case in := <-l.intake:
			if in.Reply != nil {
				in.Reply(Reply{Err: ErrStopped})
			}
		default:
			return
		}
	}
}

// commit makes batches durable one after the other, and cuts beside them. It ends when batches is closed and the last
// cut is written, or with the first error of either.
func (l *Loop) commit(batches <-chan Batch, commits chan<- uint64) error {
	cuts := make(chan *journal.Cut)
	cutterEnds := make(chan struct{})
	var cutErr error
	go func() {
		defer close(cutterEnds)
		cutErr = l.cut(cuts)
	}()
	err := l.commitEach(batches, commits, cuts, cutterEnds)
	close(cuts)
	<-cutterEnds
	if err == nil {
		err = cutErr
	}
	return err
}

// commitEach commits until batches is closed, a commit fails, or the cutter gives up.
func (l *Loop) commitEach(
	batches <-chan Batch, commits chan<- uint64, cuts chan<- *journal.Cut, cutterEnds <-chan struct{},
) error {
	for {
		var b Batch
		var ok bool
		select {
		case b, ok = <-batches:
		case <-cutterEnds:
		}
		if !ok {
			return nil
		}
		if err := l.commitOne(b); err != nil {
			return err
		}
		commits <- b.Number // nobody waits for a cut
		if b.Cut == nil {
			continue
		}
		select {
		case cuts <- b.Cut:
		case <-cutterEnds:
		}
	}
}

// commitOne makes a batch's records and puts durable.
func (l *Loop) commitOne(b Batch) error {
	began := l.startCommit()
	defer l.committing.Store(0)
	jb, err := b.Encode()
	if err != nil {
		return err
	}
	note := Commit{Records: len(jb.Records)}
	for _, r := range jb.Records {
		note.Bytes += len(r.Bytes)
	}
	for _, r := range b.Records {
		note.Events += len(r.Notices)
		note.Seq = r.Seq
	}
	if err := l.journal.Commit(jb); err != nil {
		return fmt.Errorf("commit %d records: %w", len(b.Records), err)
	}
	if l.observe != nil && len(b.Records)+len(b.Puts) > 0 {
		note.Took = time.Since(began)
		l.observe(note)
	}
	return nil
}

// write is the writer: it alone touches the machine.
func (l *Loop) write(
	ctx context.Context, batches chan<- Batch, commits <-chan uint64, failed <-chan error,
) error {
	m := l.machine
	flying := false
	var filling fill
	alarm := time.NewTimer(time.Hour)
	defer alarm.Stop()
	stop := ctx.Done()
	for {
		if due, ok := m.NextTimer(); ok && due <= l.now() && !m.Full() {
			l.due()
		}
		wait := time.Duration(0)
		if !flying && stop != nil && !m.Full() {
			wait = filling.wait(l.elapsed)
		}
		if !flying && wait == 0 {
			b, ok, err := m.Cut(l.now())
			if err != nil {
				return err
			}
			if ok {
				batches <- b
				flying = true
				filling.sent(len(b.Records))
			}
		}
		if outs := m.Release(); outs != nil {
			l.releases <- outs
		}
		l.held.Store(int64(m.Waiting()))
		if stop == nil && !flying && !m.Pending() {
			return nil
		}
		intake := l.intake
		if m.Full() || stop == nil {
			intake = nil
		}
		l.arm(alarm, wait)
		select {
		case in := <-intake:
			l.take(in)
			l.drain(intake)
		case number, ok := <-commits:
			if !ok {
				return <-failed
			}
			m.Committed(number)
			flying = false
			filling.landed(l.elapsed())
		case <-alarm.C:
		case <-stop:
			stop = nil
		}
	}
}

// drain takes what waits without blocking, so that a batch carries many.
func (l *Loop) drain(intake <-chan Intent) {
	for range drainMost {
		if l.machine.Full() {
			return
		}
		select {
		case in := <-intake:
			l.take(in)
		default:
			return
		}
	}
}

// arm sets the alarm for the next timer of the world, or for the end of the time that a batch fills, 0 if none does.
func (l *Loop) arm(alarm *time.Timer, filling time.Duration) {
	wait := time.Hour
	if due, ok := l.machine.NextTimer(); ok && !l.machine.Full() {
		wait = max(0, time.Duration(due-l.now())*time.Millisecond/time.Duration(l.pace))
	}
	if filling > 0 {
		wait = min(wait, filling)
	}
	alarm.Reset(wait)
}
