package loop

import (
	"time"

	"github.com/mudlark-mud/mudlark/world"
)

// Names of steps that are no verb's.
const (
	NameTick     = "tick"     // timers that fired
	NameEnter    = "enter"    // a body comes into the world
	NameLeave    = "leave"    // whoever was at its other end goes
	NameSignIn   = "sign_in"  // accounts and characters are looked up, made and proven
	NameView     = "view"     // a screen or an agent's resource is read anew
	NameComplete = "complete" // a line is completed
	NameHost     = "host"     // the daemon itself
)

// Names lists the names of steps that are no verb's; with those of the verbs they are all there are.
func Names() []string {
	return []string{NameTick, NameEnter, NameLeave, NameSignIn, NameView, NameComplete, NameHost}
}

// Commit tells how one commit went: of a batch's records and puts, or of a cut, which goes beside them.
type Commit struct {
	Seq     uint64 // the last of the records, or the record that the cut reaches
	Records int
	Events  int // in those records
	Bytes   int
	Took    time.Duration // encoding included
	Cut     int           // rows of a cut, 0 without one
}

// Answered tells how one intent went. Its parts follow each other: Wait, Decide, Hold.
type Answered struct {
	By     *By           // nil when nobody said who asked
	Name   string        // the verb's name, or another word of a fixed list; "" when nothing was understood
	Seq    uint64        // the sequence that the answer saw
	Code   world.Code    // why it was refused, "" when it was not
	Wait   time.Duration // from the offer to the writer
	Decide time.Duration // on the writer
	Hold   time.Duration // until its batch was durable and its answer's turn had come
}

// Took is the time from the offer to the release of the answer.
func (a Answered) Took() time.Duration { return a.Wait + a.Decide + a.Hold }

// Depth is how much waits in a loop at one moment.
type Depth struct {
	Intake     int           // intents that wait for the writer
	IntakeMost int           // then whoever offers waits
	Held       int           // notices and replies that wait for their batch
	Releases   int           // slices of releases that wait for the releaser
	Committing time.Duration // for how long the commit under way has been, 0 without one
}

// Depth returns how much waits. It may be called from any goroutine and waits for nobody.
func (l *Loop) Depth() Depth {
	d := Depth{
		Intake: len(l.intake), IntakeMost: cap(l.intake), Held: int(l.held.Load()), Releases: len(l.releases),
	}
	if since := l.committing.Load(); since != 0 {
		d.Committing = max(0, l.elapsed()-time.Duration(since))
	}
	return d
}

// elapsed is the time since the loop was made.
func (l *Loop) elapsed() time.Duration { return time.Since(l.began) }

// take lets the machine decide an intent.
func (l *Loop) take(in Intent) {
	taken := l.elapsed()
	a := l.machine.offer(l.at(taken), in)
	if l.answered != nil {
		a.arrived, a.taken, a.decided = in.arrived, taken, l.elapsed()
	}
}

// due lets timers fire that are due.
func (l *Loop) due() {
	taken := l.elapsed()
	l.machine.Due(l.at(taken))
	if l.answered != nil {
		l.answered(Answered{Name: NameTick, Seq: l.machine.State().Seq, Decide: l.elapsed() - taken})
	}
}

// deliver hands out what is durable.
func (l *Loop) deliver(outs []Out) {
	for i := range outs {
		if a := outs[i].reply; a != nil && l.answered != nil {
			l.answered(a.told(l.elapsed()))
		}
		outs[i].Deliver()
	}
}

// told says how the intent went.
func (a *answer) told(now time.Duration) Answered {
	out := Answered{
		By: a.by, Name: a.name, Seq: a.Seq,
		Wait: a.taken - a.arrived, Decide: a.decided - a.taken, Hold: now - a.decided,
	}
	if a.Refusal != nil {
		out.Code = a.Refusal.Code
	}
	return out
}

// startCommit notes that a commit is under way, for Depth, and returns when it began.
func (l *Loop) startCommit() time.Time {
	now := time.Now()
	l.committing.Store(int64(max(1, now.Sub(l.began))))
	return now
}
