package guard

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	bootBytes    = 8
	nonceBytes   = 16
	sessionBytes = bootBytes + nonceBytes + sha256.Size
	// keyBytesMin is the least that makes guessing an id's seal hopeless.
	keyBytesMin = 32
	// goneMax is how many ended sessions of earlier runs are remembered for one principal. Ids of this run need no
	// memory.
	goneMax = 32
	// sweepEvery is the least time between two sweeps of principals that no longer ask.
	sweepEvery = time.Minute
)

var (
	errStopping    = errors.New("the server is stopping")
	errTooStreams  = errors.New("too many open streams")
	errTooManyRuns = errors.New("too many requests in progress")
)

// ledger keeps, for each principal, its sessions, its open streams, its calls in progress and its token bucket.
//
// A session id is sealed: HMAC of random bytes and the principal's id, so it means nothing in another's hands and
// cannot be made up. Ids of this run must also be listed; ids of earlier runs are taken up again when they are seen,
// so a restart of the server does not end an agent's session.
type ledger struct {
	key   []byte
	boot  [bootBytes]byte
	rate  rate.Limit
	burst int
	now   func() time.Time

	calls   context.Context // ends when calls must end
	streams context.Context // ends when streams must end
	endAll  context.CancelFunc
	endS    context.CancelFunc

	mu     sync.Mutex
	people map[string]*person
	owners map[string]*person // by session id
	swept  time.Time
}

// person is one principal as the ledger sees it. All fields are guarded by the ledger's mutex.
type person struct {
	id       string
	ctx      context.Context // ends when the principal is revoked
	revoke   context.CancelFunc
	bucket   *rate.Limiter
	seen     time.Time
	sessions map[string]*session
	streams  map[*stream]struct{}
	running  int
	gone     []string
}

type session struct {
	seen     time.Time
	stream   *stream
	revision string // of the protocol that was agreed on; "" for one of an earlier run
}

type stream struct {
	session string // empty for a modern listen stream
	cancel  context.CancelFunc
	gone    chan struct{} // closed when it has ended
}

func newLedger(key []byte, perSecond float64, burst int) (*ledger, error) {
	if len(key) < keyBytesMin {
		return nil, fmt.Errorf("the session key holds %d bytes, at least %d are needed", len(key), keyBytesMin)
	}
	l := &ledger{
		key: slices.Clone(key), rate: rate.Limit(perSecond), burst: burst, now: time.Now,
		people: make(map[string]*person), owners: make(map[string]*person),
	}
	_, _ = rand.Read(l.boot[:]) // never fails since Go 1.24
	l.calls, l.endAll = context.WithCancel(context.Background())
	l.streams, l.endS = context.WithCancel(l.calls)
	return l, nil
}

// person returns the record of a principal, and makes it at the first request. The mutex is held.
func (l *ledger) person(id string) *person {
	now := l.now()
	p := l.people[id]
	if p == nil {
		p = &person{
			id: id, bucket: rate.NewLimiter(l.rate, l.burst),
			sessions: make(map[string]*session), streams: make(map[*stream]struct{}),
		}
		p.ctx, p.revoke = context.WithCancel(l.calls)
		l.people[id] = p
	}
	p.seen = now
	return p
}

// sweep forgets principals that have nothing here and have not asked for a while, and returns the sessions that have
// been idle too long. The mutex is held.
func (l *ledger) sweep(now time.Time) (ended []string) {
	if now.Sub(l.swept) < sweepEvery {
		return nil
	}
	l.swept = now
	for id, p := range l.people {
		for name, s := range p.sessions {
			if s.stream == nil && now.Sub(s.seen) > SessionIdleMax {
				l.drop(p, name)
				ended = append(ended, name)
			}
		}
		if len(p.sessions) == 0 && len(p.streams) == 0 && p.running == 0 && now.Sub(p.seen) > SessionIdleMax {
			p.revoke()
			delete(l.people, id)
		}
	}
	return ended
}

// take draws one request from the principal's bucket. When it is empty take returns how long to wait. The ids it
// returns are sessions that were idle too long.
func (l *ledger) take(principal string) (wait time.Duration, ended []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	ended = l.sweep(now)
	r := l.person(principal).bucket.ReserveN(now, 1)
	if wait = r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
	}
	return wait, ended
}

// begin counts a call and returns its context, which ends with the request, the principal's rights or the server. The
// caller must call done.
func (l *ledger) begin(ctx context.Context, principal string) (run context.Context, done func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.calls.Err() != nil || l.streams.Err() != nil {
		return nil, nil, errStopping
	}
	p := l.person(principal)
	if p.running >= CallsPerPrincipalMax {
		return nil, nil, errTooManyRuns
	}
	p.running++
	run, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(p.ctx, cancel)
	return run, func() {
		stop()
		cancel()
		l.mu.Lock()
		defer l.mu.Unlock()
		p.running--
	}, nil
}

// open counts a stream and returns its context. A second stream for one session takes the place of the first: the
// client has reconnected and the old connection is dead without knowing it. It begins when the first has ended, for
// mcp-go would give both one session, and end it with the first.
func (l *ledger) open(ctx context.Context, principal, id string) (run context.Context, done func(), err error) {
	run, done, before, err := l.enter(ctx, principal, id)
	if before == nil {
		return run, done, err
	}
	wait := time.NewTimer(writeMax)
	defer wait.Stop()
	select {
	case <-before.gone:
	case <-wait.C: // it hangs in a write, and will not for longer
	case <-ctx.Done():
	}
	return run, done, err
}

// enter is open without waiting for the stream that ends for the new one.
func (l *ledger) enter(
	ctx context.Context, principal, id string,
) (run context.Context, done func(), before *stream, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.streams.Err() != nil {
		return nil, nil, nil, errStopping
	}
	p := l.person(principal)
	owner := p.sessions[id]
	if owner != nil && owner.stream != nil {
		before = owner.stream
		before.cancel()
		delete(p.streams, before)
	}
	if len(p.streams) >= StreamsPerPrincipalMax {
		return nil, nil, nil, errTooStreams
	}
	run, cancel := context.WithCancel(ctx)
	s := &stream{session: id, cancel: cancel, gone: make(chan struct{})}
	p.streams[s] = struct{}{}
	if owner != nil {
		owner.stream = s
	}
	stopRevoked := context.AfterFunc(p.ctx, cancel)
	stopServer := context.AfterFunc(l.streams, cancel)
	return run, func() {
		stopRevoked()
		stopServer()
		cancel()
		l.close(p, s)
		close(s.gone)
	}, before, nil
}

func (l *ledger) close(p *person, s *stream) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(p.streams, s)
	if owner := p.sessions[s.session]; owner != nil && owner.stream == s {
		owner.stream = nil
		owner.seen = l.now()
	}
	p.seen = l.now()
}

// issue makes a session for the principal that speaks a revision of the protocol. The ids it returns besides are
// sessions that had to go for it.
func (l *ledger) issue(principal, revision string) (id string, evicted []string) {
	var raw [sessionBytes]byte
	copy(raw[:], l.boot[:])
	_, _ = rand.Read(raw[bootBytes : bootBytes+nonceBytes]) // never fails since Go 1.24
	l.seal(raw[:bootBytes+nonceBytes], principal, raw[:bootBytes+nonceBytes])
	id = base64.RawURLEncoding.EncodeToString(raw[:])
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.person(principal)
	evicted = l.list(p, id)
	p.sessions[id].revision = revision
	return id, evicted
}

// revision is which one a session agreed on; "" when that was before the server began.
func (l *ledger) revision(id string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := l.owners[id]; p != nil && p.sessions[id] != nil {
		return p.sessions[id].revision
	}
	return ""
}

// seal appends the seal of payload to out.
func (l *ledger) seal(payload []byte, principal string, out []byte) []byte {
	mac := hmac.New(sha256.New, l.key)
	mac.Write([]byte("mudlark session\x00"))
	mac.Write(payload)
	mac.Write([]byte(principal))
	return mac.Sum(out)
}

// list enters a session and returns those that had to go. The mutex is held.
func (l *ledger) list(p *person, id string) []string {
	var evicted []string
	for len(p.sessions) >= SessionsPerPrincipalMax {
		oldest := ""
		for other, s := range p.sessions {
			if s.stream == nil && (oldest == "" || s.seen.Before(p.sessions[oldest].seen)) {
				oldest = other
			}
		}
		if oldest == "" {
			break // cannot be: fewer streams than sessions are allowed
		}
		l.drop(p, oldest)
		evicted = append(evicted, oldest)
	}
	p.sessions[id] = &session{seen: l.now()}
	l.owners[id] = p
	return evicted
}

// owns reports whether id is a live session of the principal, and notes that it is used.
func (l *ledger) owns(principal, id string) (ok bool, evicted []string) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(id)
	if err != nil || len(raw) != sessionBytes {
		return false, nil
	}
	payload := raw[:bootBytes+nonceBytes]
	if !hmac.Equal(l.seal(payload, principal, nil), raw[bootBytes+nonceBytes:]) {
		return false, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.person(principal)
	if s := p.sessions[id]; s != nil {
		s.seen = l.now()
		return true, nil
	}
	if [bootBytes]byte(raw) == l.boot || slices.Contains(p.gone, id) {
		return false, nil
	}
	return true, l.list(p, id)
}

// listed reports whether id is a live session of anybody.
func (l *ledger) listed(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.owners[id] != nil
}

// forget ends a session and its stream, and reports whether there was one.
func (l *ledger) forget(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.owners[id]
	if p != nil {
		l.drop(p, id)
	}
	return p != nil
}

// drop is forget with the mutex held.
func (l *ledger) drop(p *person, id string) {
	if s := p.sessions[id]; s != nil && s.stream != nil {
		s.stream.cancel()
	}
	delete(p.sessions, id)
	delete(l.owners, id)
	if p.gone = append(p.gone, id); len(p.gone) > goneMax {
		p.gone = slices.Delete(p.gone, 0, len(p.gone)-goneMax)
	}
}

// expel ends all that a principal has here and returns the sessions it had.
func (l *ledger) expel(principal string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.people[principal]
	if p == nil {
		return nil
	}
	p.revoke()
	ended := make([]string, 0, len(p.sessions))
	for id := range p.sessions {
		ended = append(ended, id)
		delete(l.owners, id)
	}
	clear(p.sessions)
	delete(l.people, principal)
	return ended
}

// census counts what is open.
func (l *ledger) census() (principals, sessions, streams, running int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.people {
		sessions += len(p.sessions)
		streams += len(p.streams)
		running += p.running
	}
	return len(l.people), sessions, streams, running
}
