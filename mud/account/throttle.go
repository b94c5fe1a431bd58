package account

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// The back-off after failed sign-ins. The first few cost nothing, since people mistype; then each failure doubles the
// wait. An address waits long, because another address is not the owner's business; a name waits a minute at most,
// because the wait also meets its owner.
const (
	FailuresFree   = 5                // failures that cost nothing
	WaitSourceMax  = 15 * time.Minute // for an address
	WaitAccountMax = time.Minute      // for a name
	waitFirst      = time.Second
	forgetAfter    = time.Hour           // without a failure, all is forgotten
	trustFor       = 30 * 24 * time.Hour // how long an address that signed in is trusted for that name

	// clockSlack is how far apart callers may be that read the clock and come here in another order. A clock that goes
	// back further than that was set.
	clockSlack = 10 * time.Second

	// DefaultThrottleRows bounds each of the throttle's four maps to twice as many entries of about 150 bytes.
	DefaultThrottleRows = 16 * 1024
)

// Throttle slows down guessing by failed sign-ins per source and per account name. It keeps nobody out for good:
// waits are bounded, and an attempt refused for the wait does not lengthen it. A wait begins with failures that
// happened: an attempt under way holds up others only in that as many are let in at a time as may fail before the next
// wait, and the others stand in line until it is known what came of those. So many at once are let in one behind the
// other, and gain nothing over one after another.
//
// A name that signed in from a source during the last 30 days is trusted there. What others failed does not hold it up,
// neither strangers elsewhere with that name nor anybody there with other names: it waits for what failed with that
// name from that source, by the rule of sources. It lives in memory; a restart forgives.
type Throttle struct {
	mu       sync.Mutex
	latest   time.Time // the youngest moment that was handed in
	sources  recent[Source, failures]
	accounts recent[string, failures] // by whoever is not trusted
	pairs    recent[pair, failures]
	trusted  recent[pair, time.Time] // last success
	flows    map[gate]*flow          // where somebody is under way
}

// pair is a name seen from a source.
type pair struct {
	source  Source
	account string
}

type failures struct {
	count int
	last  time.Time
	until time.Time // no attempt before
}

// NewThrottle returns a throttle that remembers at least rows sources and as many names; 0 means DefaultThrottleRows.
func NewThrottle(rows int) *Throttle {
	if rows <= 0 {
		rows = DefaultThrottleRows
	}
	return &Throttle{
		sources:  recent[Source, failures]{rowsMax: rows},
		accounts: recent[string, failures]{rowsMax: rows},
		pairs:    recent[pair, failures]{rowsMax: rows},
		trusted:  recent[pair, time.Time]{rowsMax: rows},
		flows:    map[gate]*flow{},
	}
}

// Ticket is one attempt under way. Tell it what came of the attempt, once; what is told later does not count.
type Ticket struct {
	throttle *Throttle
	who      pair
	trusted  bool
	gates    []gate
	turn     chan error // what came of standing in line
	isOver   bool
}

// Begin opens an attempt on an account name from a source. It stands in line while as many others are under way as may
// fail before the next wait. Errors: *Refusal of code throttled with the wait, or of code under_way when the line is
// full; the context's.
func (t *Throttle) Begin(ctx context.Context, from Source, account string, now time.Time) (*Ticket, error) {
	k := &Ticket{throttle: t, who: pair{from, fold(account)}, turn: make(chan error, 1)}
	standsInLine, err := t.arrive(k, now)
	if err != nil || !standsInLine {
		return k, err
	}
	select {
	case err := <-k.turn:
		return k, err
	case <-ctx.Done():
		t.giveUp(k)
		return k, fmt.Errorf("wait to sign in: %w", ctx.Err())
	}
}

// arrive lets an attempt in, or has it stand in line.
func (t *Throttle) arrive(k *Ticket, now time.Time) (standsInLine bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer func() { k.isOver = err != nil }()
	if behind := t.latest.Sub(now); behind <= 0 || behind > clockSlack {
		t.latest = now
	}
	if since, ok := t.trusted.peek(k.who); ok && t.latest.Sub(since) < trustFor {
		k.trusted = true
	}
	k.gates = k.gatesOf()
	if err := t.barred(k); err != nil {
		return false, err
	}
	if t.hasRoom(k) {
		t.enter(k)
		return false, nil
	}
	return true, t.standInLine(k)
}

// barred is why an attempt may not be made now, whoever else is under way.
func (t *Throttle) barred(k *Ticket) error {
	for _, g := range k.gates {
		f := t.failuresOf(g)
		if f == nil {
			continue
		}
		f.forget(t.latest)
		if wait := f.until.Sub(t.latest); wait > 0 {
			return throttled(g.where(), wait)
		}
	}
	return nil
}

// failuresOf is what failed at a gate; nil where failures do not count.
func (t *Throttle) failuresOf(g gate) *failures {
	switch g.kind {
	case gateStrangers:
		return t.sources.at(g.who.source)
	case gateName:
		return t.accounts.at(g.who.account)
	case gatePair:
		return t.pairs.at(g.who)
	case gateSource:
	}
	return nil
}

// Passed says that the attempt succeeded. The name starts afresh and the source is trusted for it; the source's own
// failures stay, and those of the name from there, or an attacker would clear them by signing in to an account of his
// own between guesses, or by guessing after the owner came.
func (k *Ticket) Passed(now time.Time) {
	k.over(now, func(t *Throttle) {
		*t.accounts.at(k.who.account) = failures{}
		*t.trusted.at(k.who) = t.latest
	})
}

// Failed says that the password was wrong.
func (k *Ticket) Failed(now time.Time) {
	k.over(now, func(t *Throttle) {
		t.sources.at(k.who.source).fail(t.latest, WaitSourceMax)
		t.pairs.at(k.who).fail(t.latest, WaitSourceMax)
		if !k.trusted {
			t.accounts.at(k.who.account).fail(t.latest, WaitAccountMax)
		}
	})
}

// Cancelled says that the attempt came to no answer: it taught nobody anything and does not count.
func (k *Ticket) Cancelled() { k.over(time.Time{}, func(*Throttle) {}) }

// over counts what came of the attempt, and lets in those whose turn it is by then.
func (k *Ticket) over(now time.Time, count func(*Throttle)) {
	t := k.throttle
	t.mu.Lock()
	defer t.mu.Unlock()
	if k.isOver {
		return
	}
	k.isOver = true
	if now.After(t.latest) {
		t.latest = now
	}
	count(t)
	t.leave(k)
}

func throttled(where string, wait time.Duration) *Refusal {
	return &Refusal{
		Code: CodeThrottled, Wait: wait,
		Text: fmt.Sprintf("Too many wrong passwords %s. Please try again %s.", where, untilText(wait)),
	}
}

// forget lets failures of long ago go, and those of a time that has not come yet: a clock that was set back would make
// the wait as long as it was wrong.
func (f *failures) forget(now time.Time) {
	if f.count > 0 && (now.Sub(f.last) >= forgetAfter || now.Before(f.last)) {
		*f = failures{}
	}
}

// room is how many attempts may be under way at a time: as many as may fail before the next wait begins.
func (f *failures) room() int { return max(1, FailuresFree+1-f.count) }

func (f *failures) fail(now time.Time, waitMax time.Duration) {
	f.forget(now)
	f.count++
	f.last = now
	if over := f.count - FailuresFree; over > 0 {
		wait := waitMax
		if doublings := over - 1; doublings < 20 { // 2^20 seconds is past any maximum
			wait = min(waitMax, waitFirst<<doublings)
		}
		f.until = now.Add(wait)
	}
}

// Rows tells how many entries the throttle holds, for gauges.
func (t *Throttle) Rows() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sources.len() + t.accounts.len() + t.pairs.len() + t.trusted.len()
}
