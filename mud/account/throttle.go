package account

import (
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

	// DefaultThrottleRows bounds each of the throttle's three maps to twice as many entries of about 150 bytes.
	DefaultThrottleRows = 16 * 1024
)

// Throttle slows down guessing by failed sign-ins per source and per account name. It keeps nobody out for good:
// waits are bounded, an attempt refused for the wait does not lengthen it, and the owner coming from an address that
// signed in during the last 30 days is not held up by what strangers did to the name. It lives in memory; a restart
// forgives.
type Throttle struct {
	mu       sync.Mutex
	sources  recent[Source, failures]
	accounts recent[string, failures]
	trusted  recent[pair, time.Time] // last success
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
		trusted:  recent[pair, time.Time]{rowsMax: rows},
	}
}

// Ticket is one attempt under way. It counts as failed until Passed or Cancelled says otherwise, so that many
// attempts at once gain nothing over one after another.
type Ticket struct {
	throttle *Throttle
	who      pair
	trusted  bool
}

// Begin opens an attempt on an account name from a source. Errors: *Refusal of code throttled with the wait.
func (t *Throttle) Begin(from Source, account string, now time.Time) (Ticket, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	ticket := Ticket{throttle: t, who: pair{from, fold(account)}}
	if since, ok := t.trusted.peek(ticket.who); ok && now.Sub(since) < trustFor {
		ticket.trusted = true
	}
	source := t.sources.at(from)
	source.forget(now)
	if wait := source.until.Sub(now); wait > 0 {
		return Ticket{}, throttled("from where you are", wait)
	}
	if !ticket.trusted {
		name := t.accounts.at(ticket.who.account)
		name.forget(now)
		if wait := name.until.Sub(now); wait > 0 {
			return Ticket{}, throttled("for that name", wait)
		}
		name.fail(now, WaitAccountMax)
	}
	source.fail(now, WaitSourceMax)
	return ticket, nil
}

// Passed says that the attempt succeeded. The name starts afresh and the source is trusted for it; the source's own
// failures stay, or an attacker would clear them by signing in to an account of his own between guesses.
func (k Ticket) Passed(now time.Time) {
	if k.throttle == nil {
		return
	}
	t := k.throttle
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sources.at(k.who.source).undo()
	*t.accounts.at(k.who.account) = failures{}
	*t.trusted.at(k.who) = now
}

// Cancelled says that the attempt came to no answer: it taught nobody anything and does not count.
func (k Ticket) Cancelled() {
	if k.throttle == nil {
		return
	}
	t := k.throttle
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sources.at(k.who.source).undo()
	if !k.trusted {
		t.accounts.at(k.who.account).undo()
	}
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

func (f *failures) fail(now time.Time, waitMax time.Duration) {
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

// undo takes one failure back. The attempt was let in, so nothing was barred when it began.
func (f *failures) undo() {
	f.count = max(0, f.count-1)
	f.until = time.Time{}
}

// recent is a map that forgets: when the young half is full it becomes the old half and the old half goes. What is
// looked up moves to the young half, so an entry outlives at least rowsMax others, every step costs the same, and
// memory is bounded whoever fills it.
type recent[K comparable, V any] struct {
	young, old map[K]*V
	rowsMax    int
}

// at gives the entry for k, made when absent. It stays valid until the lock is let go.
func (r *recent[K, V]) at(k K) *V {
	if v := r.young[k]; v != nil {
		return v
	}
	v := r.old[k]
	if v == nil {
		v = new(V)
	}
	delete(r.old, k)
	if len(r.young) >= r.rowsMax || r.young == nil {
		r.young, r.old = make(map[K]*V), r.young
	}
	r.young[k] = v
	return v
}

// peek looks without making an entry.
func (r *recent[K, V]) peek(k K) (V, bool) {
	v := r.young[k]
	if v == nil {
		v = r.old[k]
	}
	if v == nil {
		var none V
		return none, false
	}
	return *v, true
}

func (r *recent[K, V]) len() int { return len(r.young) + len(r.old) }

// Rows tells how many entries the throttle holds, for gauges.
func (t *Throttle) Rows() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sources.len() + t.accounts.len() + t.trusted.len()
}
