package mcphost

import (
	"context"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
)

// addressGate keeps agents out that come from a banned address, and ends what they have under way when the ban comes.
// It asks the world again once something was decided about people.
type addressGate struct {
	d *server.Daemon

	mu    sync.Mutex
	known uint64 // how many decisions about people the bans are from; 0: they were never asked for
	bans  []addressBan
	calls map[*http.Request]addressCall
}

// addressBan is a ban of an address, until the wall clock is there; 0: without an end.
type addressBan struct {
	net   netip.Prefix
	until int64
	word  string
}

// addressCall is a request under way.
type addressCall struct {
	from netip.Prefix
	end  context.CancelFunc
}

func newAddressGate(d *server.Daemon) *addressGate {
	return &addressGate{d: d, calls: map[*http.Request]addressCall{}}
}

// renew asks the world for its bans if something was decided since, and ends what they keep out.
func (g *addressGate) renew(ctx context.Context) {
	now := g.d.Decisions() + 1
	g.mu.Lock()
	isKnown := g.known == now
	g.mu.Unlock()
	if isKnown {
		return
	}
	var bans []addressBan
	err := g.d.See(ctx, func(s *world.State, at world.Time) {
		for _, x := range world.Ordered(s.Sanctions) {
			net, err := netip.ParsePrefix(x.Net)
			if err == nil && !x.Strangers && s.Stands(x, at) {
				bans = append(bans, addressBan{net, x.Until, x.Word()})
			}
		}
	})
	if err != nil {
		return // the world stops
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.known, g.bans = now, bans
	for _, c := range g.calls { // each is judged by itself; the order does not matter
		if g.barred(c.from) != "" {
			c.end()
		}
	}
}

// barred says why nobody comes in from an address; "" when they may. The mutex is held.
func (g *addressGate) barred(from netip.Prefix) string {
	for _, b := range g.bans {
		if b.net.Contains(from.Addr()) && (b.until == 0 || time.Now().UnixMilli() < b.until) {
			return b.word
		}
	}
	return ""
}

// begin judges a request, and keeps it until done is called if it may pass.
func (g *addressGate) begin(r *http.Request) (passed *http.Request, done func(), why string) {
	g.renew(r.Context())
	source := account.SourceOf(account.TextAddr(r.RemoteAddr))
	from, ok := source.Net()
	if !ok {
		return r, func() {}, ""
	}
	ctx, cancel := context.WithCancel(context.WithValue(r.Context(), sourceKey{}, source))
	passed = r.WithContext(ctx)
	g.mu.Lock()
	defer g.mu.Unlock()
	if why = g.barred(from); why != "" {
		cancel()
		return nil, nil, why
	}
	g.calls[passed] = addressCall{from, cancel}
	return passed, func() {
		cancel()
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.calls, passed)
	}, ""
}

type sourceKey struct{}

// sourceOf is where the request that ctx belongs to comes from; otherwise, when it belongs to none.
func sourceOf(ctx context.Context, otherwise account.Source) account.Source {
	if from, ok := ctx.Value(sourceKey{}).(account.Source); ok {
		return from
	}
	return otherwise
}
