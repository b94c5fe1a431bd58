package remote

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	mrand "math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
)

// Limits of a line.
const (
	waitMost      = 25 * time.Second // for the world to tell something; the server waits no longer
	callMost      = waitMost + 20*time.Second
	againLeast    = 200 * time.Millisecond // after a first failure; each further one doubles it
	againMost     = 15 * time.Second
	turnMost      = 5 * time.Second // for the mind to take in what woke it; then the line listens again
	goodbyeMost   = 2 * time.Second
	denialsMost   = 3           // in a row, of a token: a server that just stops, or is at its limits, may be wrong
	deniedAgain   = time.Second // after the first of them; after the second twice as long
	saidMost      = 300         // bytes of what a server said that are written into a log
	pageEvents    = 100
	eventsMost    = 1000    // that a mind is given at once
	newestOfWorld = 1 << 53 // a cursor behind everything: the answer has the newest, and moves no cursor
)

// Status is how a line stands.
type Status string

// The stands of a line. Only in Driving does a mind live in the body.
const (
	Seeking Status = "seeking" // the server cannot be reached
	Driving Status = "driving"
	Barred  Status = "barred" // the server takes the token, but the body cannot be driven now
	Revoked Status = "revoked"
)

// connection is the way to one body.
type connection struct {
	door *Client
	Token

	log     *slog.Logger
	end     context.CancelFunc
	dialing sync.Mutex // one dials, the others wait
	calls   calls

	mu      sync.Mutex
	session *play.Session
	stand   Status
	why     string // what the server said of it last
	wake    func(now bool)
	taken   chan struct{}   // closed when the mind has asked what happened
	seen    uint64          // all up to this record was given to the mind
	told    uint64          // all up to this record was told to the line itself, and no other answer tells it again
	cursor  uint64          // as far as the world has told, as the mind has asked
	people  map[string]bool // ids of those whom the mind saw last
}

// calls are those of a mind that are under way. When the line has ended there are none, and none begin: what a mind
// still did after its leave would bring it back into the body.
type calls struct {
	ctx context.Context //nolint:containedctx // of all of them
	cut context.CancelFunc

	sync.RWMutex
	over bool // guarded by the mutex
}

// end waits for calls under way, but not for long, and lets no others begin.
func (c *calls) end() {
	late := time.AfterFunc(goodbyeMost, c.cut)
	defer late.Stop()
	c.Lock()
	defer c.Unlock()
	c.over = true
	c.cut()
}

// ends lets the mind go that lives at the end of a line which is no more.
func (c *connection) ends() {
	c.calls.end()
	c.mu.Lock()
	wake := c.wake
	c.mu.Unlock()
	if wake != nil {
		wake(true)
	}
}

// run keeps the line up until ctx ends or its token is no longer taken.
func (c *connection) run(ctx context.Context) {
	defer c.ends()
	denials := 0
	for try := 0; ; try++ {
		err := c.listen(ctx, func() { try, denials = 0, 0 })
		denied, away := (*deniedError)(nil), (*awayError)(nil)
		var wait time.Duration
		switch {
		case ctx.Err() != nil:
			c.goodbye(ctx)
			return
		case errors.As(err, &denied) && denials < denialsMost-1:
			denials++
			wait = time.Duration(denials) * deniedAgain
			c.stands(Barred, err.Error())
		case errors.As(err, &denied):
			c.log.Error("the token of a body is no longer good; its own mind in the world takes over",
				slog.String("err", denied.Error()))
			c.stands(Revoked, "")
			return
		case errors.As(err, &away):
			wait = away.after
			c.stands(Seeking, err.Error())
		default:
			c.stands(Barred, err.Error())
			wait = againMost / 2
		}
		if !pause(ctx, max(wait, again(try))) {
			c.goodbye(ctx)
			return
		}
	}
}

// again is how long to wait after so many failures in a row: twice as long each time, and by chance up to half of that
// less, so that many lines do not come back together.
func again(try int) time.Duration {
	wait := againMost
	if try < 16 {
		wait = min(againLeast<<try, againMost)
	}
	return wait/2 + mrand.N(wait/2) //nolint:gosec // G404: it only spreads attempts, and nobody gains by guessing it
}

// pause waits, and reports false when ctx ended first.
func pause(ctx context.Context, wait time.Duration) bool {
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// listen goes to the body and wakes its mind whenever the world has told it something. up is called when the body is
// reached.
func (c *connection) listen(ctx context.Context, up func()) error {
	v, err := c.look(ctx, play.Args{"after": uint64(newestOfWorld)})
	if err != nil {
		return err
	}
	if v.You.ID != c.Body {
		return fmt.Errorf("the token in the line of %s is one for %s", c.Body, v.You.ID)
	}
	c.mu.Lock()
	after := v.Cursor
	isOlder := c.seen > v.Cursor
	if c.cursor > 0 && !isOlder {
		after = c.cursor // what happened while we were away
	}
	c.mu.Unlock()
	if isOlder {
		c.door.rewound(v.Cursor)
		return &awayError{err: errors.New("the world was restored to an earlier moment")}
	}
	c.stands(Driving, "")
	up()
	for {
		v, err := c.look(ctx, play.Args{"after": after, "wait_ms": waitMost.Milliseconds(), "limit": 1})
		if err != nil {
			return err
		}
		c.heard(v.Cursor)
		if len(v.Events) == 0 && !v.More {
			if after = max(after, v.Cursor); v.Error != nil {
				after = v.Cursor // the world was restored since; the mind learns of it when it asks
			}
			continue
		}
		if after, err = c.rouse(ctx, v.Cursor); err != nil {
			return err
		}
	}
}

// heard notes how far the line itself was told.
func (c *connection) heard(upTo uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.told = max(c.told, upTo)
}

// rouse wakes the mind and waits until it has taken in what happened; it returns from where to listen again.
func (c *connection) rouse(ctx context.Context, upTo uint64) (after uint64, err error) {
	c.mu.Lock()
	if c.seen >= upTo { // it was told with what it did
		defer c.mu.Unlock()
		wake := c.wake
		if wake != nil {
			wake(true)
		}
		return max(upTo, c.cursor), nil
	}
	wake, taken := c.wake, make(chan struct{})
	c.taken = taken
	c.mu.Unlock()
	if wake != nil {
		wake(true)
	}
	t := time.NewTimer(turnMost)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case <-t.C: // it thinks, or waits its turn; what comes meanwhile wakes it once more
	case <-taken:
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return max(upTo, c.cursor), nil
}

// look asks what happened. That the body cannot be driven is an error.
func (c *connection) look(ctx context.Context, args play.Args) (*play.View, error) {
	ctx, cancel := context.WithTimeout(ctx, callMost)
	defer cancel()
	s, err := c.dial(ctx)
	if err != nil {
		return nil, err
	}
	v, err := s.Call(ctx, eventsTool, args)
	switch {
	case err != nil:
		return nil, brokenOff(err)
	case v.Error != nil && v.Error.Code == play.CodeUnknownCursor:
		return v, nil // it has the newest cursor, and no events
	case v.Error != nil && v.Error.Code == codeStopped:
		return nil, &awayError{err: errors.New(v.Error.Text)}
	case v.Error != nil:
		return nil, errors.New(clip(v.Error.Text))
	}
	return v, nil
}

// clip shortens what a server said.
func clip(text string) string {
	if len(text) <= saidMost {
		return text
	}
	return strings.ToValidUTF8(text[:saidMost], "") + "..."
}

const (
	eventsTool  = "events"
	codeStopped = "world_stopped"
)

// brokenOff makes of an answer that never came whole one that says that the server is away.
func brokenOff(err error) error {
	away, denied := (*awayError)(nil), (*deniedError)(nil)
	switch {
	case errors.As(err, &away), errors.As(err, &denied):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, context.DeadlineExceeded):
		return &awayError{err: err}
	case len(err.Error()) > saidMost:
		return errors.New(clip(err.Error()))
	}
	return err
}

// dial returns the session, made at need.
func (c *connection) dial(ctx context.Context) (*play.Session, error) {
	c.dialing.Lock()
	defer c.dialing.Unlock()
	c.mu.Lock()
	s := c.session
	c.mu.Unlock()
	if s != nil {
		return s, nil
	}
	s, err := play.Dial(ctx, play.Config{
		URL: c.door.cfg.URL, Token: c.secret, Name: "mudlark agents",
		Wire: wire{RoundTripper: c.door.transport, body: c.Body, driver: c.door.cfg.Driver},
	})
	if err != nil {
		return nil, brokenOff(err)
	}
	c.mu.Lock()
	c.session = s
	c.mu.Unlock()
	return s, nil
}

// stands notes how the line stands, and tells who wants to know when that is new.
func (c *connection) stands(s Status, why string) {
	c.mu.Lock()
	was, wasWhy := c.stand, c.why
	c.stand, c.why = s, why
	c.mu.Unlock()
	if was == s && (wasWhy == why || s == Seeking && wasWhy != "") { // a line begins seeking, without a why
		return
	}
	switch s {
	case Driving:
		c.log.Info("a mind drives its body")
	case Seeking:
		c.log.Warn("the world cannot be reached; it is tried again", slog.String("err", why))
	case Barred:
		c.log.Warn("a body cannot be driven now; it is tried again", slog.String("err", why))
	case Revoked:
	}
	if was != s {
		c.door.changed()
	}
}

// goodbye lets the body go, so that its own mind in the world has it back at once.
func (c *connection) goodbye(ctx context.Context) {
	c.calls.end()
	c.mu.Lock()
	s, isDriving := c.session, c.stand == Driving
	c.mu.Unlock()
	if s == nil {
		return
	}
	if isDriving {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbyeMost)
		defer cancel()
		if _, err := s.Command(ctx, "quit"); err != nil {
			c.log.Debug("could not say goodbye", slog.Any("err", err))
		}
	}
	_ = s.Close() // nothing is held open
}

// newKey names a deed.
func newKey() string { return rand.Text() }
