package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/chronicle"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// openMCP opens the door for agents.
func (c *serveCmd) openMCP(
	ctx context.Context, e *env, d *daemon, hub *session.Hub, verbs *verb.Table, doors *sync.WaitGroup,
) error {
	addr := c.open(c.HTTP)
	if addr == "" {
		return nil
	}
	key, err := keptKey(d.path("session_key"))
	if err != nil {
		return err
	}
	g, err := d.agentsGame(verbs, hub)
	if err != nil {
		return err
	}
	who := &principals{d: d, known: map[[sha256.Size]byte]found{}}
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
	front := func(next http.Handler) http.Handler { return web.front(door.Before(next)) }
	server, err := mcp.New(mcp.Options{Game: g, Version: version, Front: front, Guard: guard.Config{
		Principals: who, Key: guard.SealKey(key), Hosts: c.Host, Log: d.log,
	}})
	if err != nil {
		return errors.Join(fmt.Errorf("open the agents' door: %w", err), web.Close())
	}
	d.withdrawn = func(id world.GrantID) {
		who.forget()
		server.Revoked(string(id))
		g.Revoked(string(id))
	}
	hub.OnRevoked(d.withdrawn)
	d.keeper.keepAgents(func() ops.Agents {
		s := server.Stats()
		served, refused := door.Stats()
		maps.Copy(s.Refused, refused)
		return ops.Agents{
			Principals: s.Principals, Sessions: s.Sessions, Streams: s.Streams, Running: s.Running, Seated: g.Seated(),
			Served: s.Served + served, Refused: s.Refused,
		}
	})
	doors.Go(func() { g.Run(ctx, server) })
	doors.Go(func() { door.Run(ctx) })
	doors.Go(func() {
		if err := server.Serve(ctx, web); err != nil {
			d.log.Error("agents' door ended", slog.Any("err", err))
		}
	})
	d.agents = web.url("/mcp")
	e.println("mcp    ", d.agents)
	if proof := web.proof(); proof != "" {
		d.proof = web.proof
		e.println("tls    ", "sha256", proof)
	}
	return nil
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

// principals finds whom a token speaks for. What it found is remembered for a moment, because the database is not
// asked while a commit is on its way.
type principals struct {
	d *daemon

	mu    sync.Mutex
	known map[[sha256.Size]byte]found
}

type found struct {
	who   guard.Principal
	ok    bool
	until time.Time
}

const (
	foundFor  = time.Second
	foundMost = 10_000
)

// Find implements guard.Principals.
func (p *principals) Find(ctx context.Context, bearer string) (guard.Principal, bool) {
	sum, now := sha256.Sum256([]byte(bearer)), time.Now()
	p.mu.Lock()
	f, hit := p.known[sum]
	p.mu.Unlock()
	if hit && now.Before(f.until) {
		return f.who, f.ok
	}
	known := f
	f = found{until: now.Add(foundFor)}
	t, err := p.d.accounts.Present(account.NewSecret(bearer), now)
	switch {
	case hit && errors.Is(err, journal.ErrStopped):
		f.who, f.ok = known.who, known.ok // no token is wrong because the world has stopped
	case err == nil:
		// No grant reaches beyond a player's role, so a wizard's agent is a player too.
		f.ok = true
		f.who = guard.Principal{ID: string(t.Grant), Actor: t.Character, Role: world.RolePlayer, Grant: t.Grant}
		p.used(ctx, t.Grant, now)
	}
	p.mu.Lock()
	if len(p.known) >= foundMost {
		clear(p.known)
	}
	p.known[sum] = f
	p.mu.Unlock()
	return f.who, f.ok
}

// used remembers, to the hour, that a token was used; nobody waits for it.
func (p *principals) used(ctx context.Context, grant world.GrantID, now time.Time) {
	puts, err := p.d.accounts.TokenUsed(grant, now)
	if err != nil || len(puts) == 0 {
		return
	}
	in := loop.Intent{Do: func(*world.State, world.Time) loop.Step { return loop.Step{Puts: journalPuts(puts)} }}
	if err := p.d.loop.Offer(ctx, in); err != nil {
		p.d.log.Warn("could not remember the use of a token", slog.Any("err", err))
	}
}

// forget asks the database anew for every token, after one was revoked.
func (p *principals) forget() {
	p.mu.Lock()
	clear(p.known)
	p.mu.Unlock()
}

// history reads from the record what a body was told, be it sealed or not.
type history struct {
	book *chronicle.Book
}

const historyRecordsMost = 20_000 // records looked at by one call

// Since implements game.History.
func (h *history) Since(ctx context.Context, s game.Span) ([]*loop.Told, uint64, error) {
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
