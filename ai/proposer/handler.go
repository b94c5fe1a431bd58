package proposer

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// Path is where proposals are asked for.
const Path = "/api/propose"

// LocalPrincipal is who asks without a token, from this machine: whoever serves proposals here pays and has agreed.
// No character's id is like it.
const LocalPrincipal = "bridge"

// Source makes proposals; *[Proposer] is one.
type Source interface {
	Propose(ctx context.Context, q Question) proposal.Proposal
}

// HandlerConfig is how a [Handler] is set up. Proposer is needed.
type HandlerConfig struct {
	Proposer Source
	// Hide removes secrets from what an answer says in words; nil removes none.
	Hide func(string) string
	// DayMost is how many questions a day (UTC) go to a model, by both listeners together; beyond, and where it is zero,
	// the grammar answers.
	DayMost int
	// Met is told when a question goes to no model because of a limit that has a name; nil: nobody is.
	Met func(limit string)
	Log *slog.Logger
	Now func() time.Time // for the window and the day; nil: the machine's clock
}

// Handler answers those who ask for proposals. Make one with [NewHandler].
type Handler struct {
	cfg    HandlerConfig
	window *window
	served atomic.Uint64
	no     [reasonCount]atomic.Uint64

	mu   sync.Mutex
	date string // of today, in UTC
	used int    // questions that went to a model today
}

// NewHandler returns a handler.
func NewHandler(c HandlerConfig) *Handler {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Met == nil {
		c.Met = func(string) {}
	}
	return &Handler{cfg: c, window: newWindow()}
}

// reason names why somebody was refused, for counters.
type reason int

const (
	reasonPlace  reason = iota // a foreign page or host name
	reasonPath                 // no such path, or another method
	reasonBearer               // no token, or none that stands
	reasonRate                 // too many within the window
	reasonBusy                 // too many at once
	reasonBody                 // too large, or not what is asked for
	reasonSlow                 // the body did not come in time
	reasonFailed               // our own fault
	reasonCount
)

func (r reason) String() string {
	return [reasonCount]string{
		"bridge_place", "bridge_path", "bridge_bearer", "bridge_rate", "bridge_busy", "bridge_body", "bridge_slow",
		"bridge_failed",
	}[r]
}

// Stats returns how many requests were answered with a proposal or why there is none, and how many refused, by reason.
func (b *Handler) Stats() (served uint64, refused map[string]uint64) {
	refused = map[string]uint64{}
	for why := range reasonCount {
		refused[why.String()] = b.no[why].Load()
	}
	return b.served.Load(), refused
}

// Local returns the handler of a listener that only programs of this machine reach. It knows one path and asks for no
// token. What a proxy says of who asks is believed of these proxies alone.
func (b *Handler) Local(proxies []netip.Prefix) http.Handler {
	gate := guard.NewGate(nil, nil)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := exchange{Handler: b, w: w, r: r, gate: gate, began: b.cfg.Now(), isLone: true}
		v.serve()
	})
	if len(proxies) == 0 {
		return h
	}
	return guard.BehindProxies(proxies, h)
}

// Finder finds whom a token speaks for: the id of the character. It reports false for one that does not stand.
type Finder func(ctx context.Context, bearer string) (principal string, ok bool)

// Before returns a handler that answers at [Path] those with a token, under the names of hosts besides loopback ones,
// and hands all else to next.
func (b *Handler) Before(hosts []string, find Finder, next http.Handler) http.Handler {
	gate := guard.NewGate(hosts, nil)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != Path {
			next.ServeHTTP(w, r)
			return
		}
		v := exchange{Handler: b, w: w, r: r, gate: gate, began: b.cfg.Now(), find: find}
		v.serve()
	})
}

// spend takes one of the day's questions to a model, and reports whether there was one left.
func (b *Handler) spend() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if date := b.cfg.Now().UTC().Format(time.DateOnly); date != b.date {
		b.date, b.used = date, 0
	}
	if b.used >= b.cfg.DayMost {
		b.cfg.Met(LimitDay)
		return false
	}
	b.used++
	return true
}

// unspend gives one back: no model was asked.
func (b *Handler) unspend() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used = max(0, b.used-1)
}
