package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"sync"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// openMCP opens the door for agents.
func (c *serveCmd) openMCP(
	ctx context.Context, e *command.Env, d *daemon, hub *session.Hub, verbs *verb.Table,
	telnet func(name string) *telnetDoor, doors *sync.WaitGroup,
) error {
	addr := c.open(c.HTTP)
	if addr == "" {
		return c.openWithin(ctx, e, d, hub, verbs, doors)
	}
	key, err := keptKey(d.path("session_key"))
	if err != nil {
		return err
	}
	g, err := d.agentsGame(verbs, hub)
	if err != nil {
		return err
	}
	helm := newAgentDoor(newPrincipals(d, verbs), hub, g)
	web, err := c.listenWeb(ctx, d, addr, func(ln net.Listener) net.Listener {
		return newGatedListener(ln, d.keeper.gate("mcp", c.Connections, nil))
	})
	if err != nil {
		return err
	}
	door, err := c.openTable(d, web)
	if err != nil {
		return errors.Join(err, web.Close())
	}
	helm.hangUp = door.HangUp
	pages := c.webSockets(telnet(doorWebSocket))
	front := func(h http.Handler) http.Handler {
		h = d.beforeBridge(c.Host, helm, door.Before(h))
		return web.front(pages.before(ctx, helm.before(d.abroad.before(c.Host, helm, h))))
	}
	locked := guard.Config{Principals: helm.principals, Key: guard.SealKey(key), Hosts: c.Host, Log: d.log}
	server, err := mcp.New(mcp.Options{
		Game: d.abroad.beside(g), Version: command.Version, Front: front, Guard: locked,
	})
	if err != nil {
		return errors.Join(fmt.Errorf("open the agents' door: %w", err), web.Close())
	}
	if err := helm.open(ctx, server); err != nil {
		return errors.Join(err, web.Close())
	}
	hub.OpenAgents(helm)
	d.withdrawn = helm.Ended
	d.keeper.keepAgents(func() ops.Agents {
		s := server.Stats()
		served, refused := door.Stats()
		maps.Copy(s.Refused, refused)
		proposed, refused := d.bridge.Stats()
		served += proposed
		maps.Copy(s.Refused, refused)
		return ops.Agents{
			Principals: s.Principals, Sessions: s.Sessions, Streams: s.Streams, Running: s.Running, Seated: g.Seated(),
			Served: s.Served + served, Refused: s.Refused,
		}
	})
	d.abroad.run(ctx, server, d.log, doors)
	doors.Go(func() { g.Run(ctx, server) })
	doors.Go(func() { helm.watch(ctx) })
	doors.Go(func() { door.Run(ctx) })
	doors.Go(func() { pages.wait(ctx) })
	doors.Go(func() {
		if err := server.Serve(ctx, web); err != nil {
			d.log.Error("agents' door ended", slog.Any("err", err))
		}
	})
	d.announce(e, web, door.Audience())
	return c.openMinds(ctx, e, d, hub, verbs, newInnerDoor(g, server), doors)
}

// openWithin makes the agents' door without a way to it from outside, for the minds of the world's own people.
func (c *serveCmd) openWithin(
	ctx context.Context, e *command.Env, d *daemon, hub *session.Hub, verbs *verb.Table, doors *sync.WaitGroup,
) error {
	g, err := d.agentsGame(verbs, hub)
	if err != nil {
		return err
	}
	key := make([]byte, keyBytes)
	_, _ = rand.Read(key) // it never fails
	server, err := mcp.New(mcp.Options{Game: d.abroad.beside(g), Version: command.Version, Guard: guard.Config{
		Principals: newPrincipals(d, verbs), Key: guard.SealKey(key), Log: d.log,
	}})
	if err != nil {
		return fmt.Errorf("open the door for minds: %w", err)
	}
	doors.Go(func() { g.Run(ctx, server) })
	doors.Go(func() { server.Run(ctx) })
	return c.openMinds(ctx, e, d, hub, verbs, newInnerDoor(g, server), doors)
}

// announce prints where agents and pages come in; audience are those who may sit at the open table.
func (d *daemon) announce(e *command.Env, web *webDoor, audience string) {
	d.agents = web.url("/mcp")
	e.Println("mcp    ", d.agents)
	e.Println("pages  ", web.webSocketURL())
	if audience != "" {
		e.Println("table  ", web.url("/api/game"), "(without a token, for "+audience+")")
	}
	if proof := web.proof(); proof != "" {
		d.proof = web.proof
		e.Println("tls    ", "sha256", proof)
	}
}

const keyBytes = 32

// keptKey reads a secret of the data folder, or makes it.
func keptKey(path string) ([]byte, error) {
	b, err := os.ReadFile(path)
	if err == nil && len(b) == keyBytes {
		return b, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	b = make([]byte, keyBytes)
	if _, err := rand.Read(b); err != nil {
		return nil, fmt.Errorf("read randomness: %w", err)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		return nil, fmt.Errorf("keep the session key: %w", err)
	}
	return b, nil
}

// history reads from the record what a body was told, be it sealed or not.
type pastEvents struct {
	book *archive.Book
}

const historyRecordsMost = 20_000 // records looked at by one call

// Since implements game.History.
func (h *pastEvents) Since(ctx context.Context, s game.Span) ([]*loop.Told, uint64, error) {
	after := s.After
	if first := h.book.First(); first > 0 {
		after = max(after, first-1) // what was dropped cannot be told
	}
	next := s.After
	var out []*loop.Told
	errEnough := errors.New("enough")
	err := h.book.Records(ctx, after+1, after+historyRecordsMost, func(r journal.Record) error {
		if len(out) >= s.Limit {
			return errEnough
		}
		seen, err := journal.Peek(r.Bytes, nil)
		if err != nil {
			return err
		}
		next = r.Seq
		if seen.At < s.From {
			return nil
		}
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return err
		}
		for i := range rec.Notices {
			if sense, ok := rec.Notices[i].SenseOf(s.Body); ok {
				out = append(out, &loop.Told{Notice: &rec.Notices[i], Actor: rec.Actor, Via: rec.Via, Sense: sense})
			}
		}
		return nil
	})
	switch {
	case err == nil, errors.Is(err, errEnough):
	case errors.Is(err, journal.ErrStopped):
		return nil, s.After, fmt.Errorf("read what was told: %w: %w", loop.ErrStopped, err)
	default:
		return nil, s.After, fmt.Errorf("read what was told: %w", err)
	}
	return out, next, nil
}
