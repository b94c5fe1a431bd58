package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"

	"github.com/alecthomas/kong"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/reach"
	"github.com/mudlark-mud/mudlark/ai/propose"
	"github.com/mudlark-mud/mudlark/ai/propose/bridge"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world/gm"
)

// bridgeFlags say where programs that are no client have plain words read.
type bridgeFlags struct {
	Bridge    bridgeAddr `placeholder:"ADDRESS" help:"Read plain words for local programs, tokenless: POST /api/propose."`
	BridgeDay int        `default:"1000" help:"Questions a day that POST /api/propose puts to a model."`
}

// bridgeDefault is where the bridge listens when no address is said.
const bridgeDefault = "127.0.0.1:3002"

// bridgeAddr is where the bridge listens; "" is nowhere. The flag alone is [bridgeDefault].
type bridgeAddr string

// IsBool lets the flag stand alone.
func (*bridgeAddr) IsBool() bool { return true }

// Decode implements kong.MapperValue.
func (a *bridgeAddr) Decode(c *kong.DecodeContext) error {
	*a = bridgeDefault
	if t := c.Scan.Peek(); t.Type == kong.FlagValueToken {
		text, isText := c.Scan.Pop().Value.(string)
		if !isText {
			return errors.New("an address is meant, as in " + bridgeDefault)
		}
		*a = bridgeAddr(text)
	}
	return nil
}

// check refuses an address that others could reach: nobody is asked for a token there.
func (c *bridgeFlags) check() error {
	if c.BridgeDay < 1 {
		return command.Misuse(fmt.Errorf("--bridge-day=%d: at least one question is meant; without a model none is asked",
			c.BridgeDay))
	}
	if c.Bridge == "" {
		return nil
	}
	tcp, err := net.ResolveTCPAddr("tcp", string(c.Bridge))
	if err != nil {
		return command.Misuse(
			fmt.Errorf("--bridge=%s: a host and a port are meant, as in %s: %w", c.Bridge, bridgeDefault, err),
		)
	}
	if !tcp.IP.IsLoopback() {
		return command.Misuse(
			fmt.Errorf("--bridge=%s: others could reach it, and nobody is asked for a token there; give it an "+
				"address of this machine alone, as in %s, and let others come to %s at the HTTP door with a token",
				c.Bridge, bridgeDefault, bridge.Path),
		)
	}
	return nil
}

// noted reads words and writes down what came of it, if an operator wants that.
type noted struct{ *proposing }

// Propose implements bridge.Proposer.
func (n noted) Propose(ctx context.Context, q propose.Question) gm.Proposal {
	p := n.proposing.Propose(ctx, q)
	n.note(propose.Entry{Who: q.Principal, Words: q.Words, Proposal: p})
	return p
}

// newBridge makes what answers those who have plain words read without a body in the world.
func (c *bridgeFlags) newBridge(e *command.Env, d *daemon, words *proposing) *bridge.Bridge {
	key := strings.TrimSpace(e.Getenv("OPENAI_API_KEY"))
	return bridge.New(bridge.Config{
		Proposer: noted{words}, DayMost: c.BridgeDay, Log: d.log,
		Hide: func(text string) string {
			if key != "" {
				text = strings.ReplaceAll(text, key, "***")
			}
			return propose.Redact(text)
		},
	})
}

// beforeBridge answers, at the agents' door, those with a token who have plain words read; all else goes on. They spend
// what their character may spend.
func (d *daemon) beforeBridge(hosts []string, helm *agentDoor, next http.Handler) http.Handler {
	find := func(ctx context.Context, bearer string) (string, bool) {
		p, ok := whileOpen{helm}.Find(ctx, bearer)
		return string(p.Actor), ok && p.Actor != ""
	}
	return d.bridge.Before(hosts, find, next)
}

// bridgeConnectionsMost is how many connections the bridge keeps at a time.
const bridgeConnectionsMost = 64

// openBridge opens the door without tokens, if it is wanted.
func (c *serveCmd) openBridge(ctx context.Context, e *command.Env, d *daemon, doors *sync.WaitGroup) error {
	if c.Bridge == "" {
		return nil
	}
	proxies, err := reach.ReadProxies(c.TrustProxy)
	if err != nil {
		return command.Misuse(fmt.Errorf("--trust-proxy: %w", err))
	}
	ln, err := (&net.ListenConfig{}).Listen(ctx, "tcp", string(c.Bridge))
	if err != nil {
		return fmt.Errorf("listen for those who have words read: %w", err)
	}
	var protocols http.Protocols
	protocols.SetHTTP1(true) // HTTP/2 would multiply what a connection may ask for at once
	web := &http.Server{
		Protocols: &protocols, Handler: d.bridge.Local(proxies), ReadHeaderTimeout: mcp.HeaderReadMax,
		ReadTimeout: mcp.HeaderReadMax + bridge.BodyReadMax, IdleTimeout: mcp.ConnectionIdleMax,
		MaxHeaderBytes: mcp.HeaderBytesMax, ErrorLog: slog.NewLogLogger(d.log.Handler(), slog.LevelWarn),
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	context.AfterFunc(ctx, func() { _ = web.Close() }) // nobody waits there for more than words
	doors.Go(func() {
		gated := newGatedListener(ln, d.keeper.gate("bridge", bridgeConnectionsMost, nil))
		if err := web.Serve(gated); err != nil && !errors.Is(err, http.ErrServerClosed) {
			d.log.Error("the bridge ended", slog.Any("err", err))
		}
	})
	e.Println("bridge ", "http://"+ln.Addr().String()+bridge.Path, "(without a token, for programs of this machine)")
	return nil
}
