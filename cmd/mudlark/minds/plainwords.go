package minds

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/proposer"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// noted reads words and writes down what came of it, if an operator wants that.
type noted struct{ words *proposing }

// Propose implements proposer.Source.
func (n noted) Propose(ctx context.Context, q proposer.Question) proposal.Proposal {
	p := n.words.proposer.Propose(ctx, q)
	n.words.note(proposer.Entry{Who: q.Principal, Words: q.Words, Proposal: p})
	return p
}

// NewBridge makes what answers those who have plain words read without a body in the world.
func NewBridge(e *command.Env, d *server.Daemon, words *proposing, dayMost int) *proposer.Handler {
	key := strings.TrimSpace(e.Getenv("OPENAI_API_KEY"))
	return proposer.NewHandler(proposer.HandlerConfig{
		Proposer: noted{words}, DayMost: dayMost, Met: d.Meter.LimitMet, Log: d.Log,
		Hide: func(text string) string {
			if key != "" {
				text = strings.ReplaceAll(text, key, "***")
			}
			return proposer.Redact(text)
		},
	})
}

// BeforeBridge answers, at the agents' door, those with a token who have plain words read; all else goes on. They spend
// what their character may spend.
func BeforeBridge(b *proposer.Handler, hosts []string, who guard.Principals, next http.Handler) http.Handler {
	find := func(ctx context.Context, bearer string) (string, bool) {
		p, ok := who.Find(ctx, bearer)
		return string(p.Actor), ok && p.Actor != ""
	}
	return b.Before(hosts, find, next)
}

// bridgeConnectionsMost is how many connections the bridge keeps at a time.
const bridgeConnectionsMost = 64

// OpenBridge opens the door without tokens at an address.
func OpenBridge(
	ctx context.Context, e *command.Env, d *server.Daemon, b *proposer.Handler, addr string, proxies []netip.Prefix,
	doors *sync.WaitGroup,
) error {
	ln, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("listen for those who have words read: %w", err)
	}
	var protocols http.Protocols
	protocols.SetHTTP1(true) // HTTP/2 would multiply what a connection may ask for at once
	web := &http.Server{
		Protocols: &protocols, Handler: b.Local(proxies), ReadHeaderTimeout: mcp.HeaderReadMax,
		ReadTimeout: mcp.HeaderReadMax + proposer.BodyReadMax, IdleTimeout: mcp.ConnectionIdleMax,
		MaxHeaderBytes: mcp.HeaderBytesMax, ErrorLog: slog.NewLogLogger(d.Log.Handler(), slog.LevelWarn),
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	context.AfterFunc(ctx, func() { _ = web.Close() }) // nobody waits there for more than words
	doors.Go(func() {
		gated := server.NewGatedListener(ln, d.Keeper.Gate("bridge", bridgeConnectionsMost, nil))
		if err := web.Serve(gated); err != nil && !errors.Is(err, http.ErrServerClosed) {
			d.Log.Error("the bridge ended", slog.Any("err", err))
		}
	})
	e.Println("bridge ", "http://"+ln.Addr().String()+proposer.Path, "(without a token, for programs of this machine)")
	return nil
}
