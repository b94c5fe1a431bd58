package game

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Run gives up idle seats and sends hints until ctx ends; then nobody waits for events any longer. It is called once.
func (g *Game) Run(ctx context.Context, hints Hints) {
	defer close(g.stopping)
	sweep := time.NewTicker(min(sweepEvery, max(g.idleMax/4, time.Millisecond)))
	defer sweep.Stop()
	delay := time.NewTimer(flushDelay)
	defer delay.Stop()
	keep := time.NewTicker(keepEvery)
	defer keep.Stop()
	isDue := true
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), hostWait)
			g.keep(last)
			cancel()
			return
		case <-keep.C:
			g.keep(ctx)
		case <-g.kick:
			if !isDue { // an endless stream of changes must not put it off for ever
				delay.Reset(flushDelay)
			}
			isDue = true
		case <-delay.C:
			isDue = false
			g.flush(ctx, hints)
		case <-sweep.C:
			g.sweep(ctx, hints)
		}
	}
}

// sweep gives up the seats of principals that have not called for long and hold no stream open, and forgets answers
// that nobody can ask for again.
func (g *Game) sweep(ctx context.Context, hints Hints) {
	now := g.clock()
	g.mu.Lock()
	var idle []*seat
	for _, st := range g.seats { // each is judged by itself; the order does not matter
		st.keys.Prune(now) // a seat stays when its agent has gone; its answers are large
		st.mu.Lock()
		isIdle := st.seated && !st.who.Mind && !st.last.After(now.Add(-IdleLimit(st.who, g.idleMax)))
		st.mu.Unlock()
		if isIdle {
			idle = append(idle, st)
		}
	}
	g.mu.Unlock()
	for _, st := range idle {
		if hints.Audience(st.who.ID).Streams > 0 {
			st.used()
			continue
		}
		if _, err := g.world.Do(ctx, g.leave(st, now.Add(-IdleLimit(st.who, g.idleMax)))); err != nil {
			return // the world stops; at its next start everybody is link-dead anyway
		}
		g.log.LogAttrs(ctx, slog.LevelInfo, "agent left its body", slog.String("actor", string(st.who.Actor)))
	}
}

// Revoked gives up a principal's seat at once, because its grant was withdrawn. Call it besides [mcp.Server.Revoked].
func (g *Game) Revoked(principal string) {
	g.mu.Lock()
	st := g.seats[principal]
	delete(g.seats, principal)
	g.mu.Unlock()
	if st == nil {
		return
	}
	g.drivers.Drop(st.who)
	st.approvals.End()
	st.mu.Lock()
	st.gone = true
	close(st.news) // nobody waits here any longer
	st.news = make(chan struct{})
	st.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), hostWait)
	defer cancel()
	leave := g.leave(st, time.Time{})
	err := g.world.Offer(ctx, loop.Intent{Do: func(s *world.State, now world.Time) loop.Step {
		step := leave(s, now)
		if !st.who.Mind {
			step.Puts = g.cursors.Keep([]Mark{{Grant: st.who.Grant}}).Puts
		}
		return step
	}})
	if err != nil && !errors.Is(err, loop.ErrStopped) { // whoever was in the world is link-dead when it begins again
		g.log.LogAttrs(ctx, slog.LevelWarn, "could not leave the body of a withdrawn grant",
			slog.String("actor", string(st.who.Actor)), slog.Any("err", err))
	}
}

// flush sends the hints that are due.
func (g *Game) flush(ctx context.Context, hints Hints) {
	g.mu.Lock()
	dirty := g.dirty
	g.dirty = map[*seat]struct{}{}
	g.mu.Unlock()
	var legacy []*seat
	for st := range dirty { // each client is told by itself; the order does not matter
		st.mu.Lock()
		due, isListed := st.due, st.listed
		st.due = 0
		st.mu.Unlock()
		for _, uri := range due.URIs() {
			hints.Notify(st.who.ID, uri)
		}
		if isListed && hints.Audience(st.who.ID).Legacy > 0 {
			legacy = append(legacy, st)
		}
	}
	for len(legacy) > 0 {
		n := min(len(legacy), checkMost)
		if !g.compare(ctx, legacy[:n], hints) {
			return
		}
		legacy = legacy[n:]
	}
}

// compare tells those clients whose lists would be others now (S2-10, S2-15). It reports false when the world stops.
func (g *Game) compare(ctx context.Context, seats []*seat, hints Hints) bool {
	reply, err := g.world.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameView, Report: func(s *world.State, now world.Time) any {
			out := make([]uint64, len(seats))
			for i, st := range seats {
				if c, r := st.context(s, now); r == nil {
					out[i] = g.sighted(c)
				}
			}
			return out
		}}
	})
	if err != nil {
		return false
	}
	sights, _ := reply.Report.([]uint64)
	for i, sight := range sights {
		st := seats[i]
		st.mu.Lock()
		changed := st.sight ^ sight
		st.sight = sight
		st.mu.Unlock()
		if changed != 0 {
			hints.ListChanged(st.who.ID, g.lists(changed))
		}
	}
	return true
}

// sighted returns which contextual entries make sense now, as bits in their order. It runs on the writer.
func (g *Game) sighted(c verb.Ctx) uint64 {
	var out uint64
	for i, s := range g.shown {
		if s.Fits(c) {
			out |= 1 << i
		}
	}
	return out
}

// lists says in which lists the entries of some bits stand.
func (g *Game) lists(bits uint64) mcp.Lists {
	var out mcp.Lists
	for i, s := range g.shown {
		if bits&(1<<i) == 0 {
			continue
		}
		switch s.Entry.Kind {
		case mcp.KindTool:
			out.Tools = true
		case mcp.KindPrompt:
			out.Prompts = true
		case mcp.KindResource:
			out.Resources = true
		}
	}
	return out
}

// Fitting says which contextual entries make sense where the principal's body is, and remembers that the client
// was shown them.
func (g *Game) Fitting(ctx context.Context, p mcp.Principal) (func(mcp.Entry) bool, error) {
	v, err := g.see(ctx, p, func(c verb.Ctx) any { return g.sighted(c) })
	if err != nil {
		return nil, err
	}
	sight, _ := v.(uint64)
	st := g.seat(p)
	st.mu.Lock()
	if !st.listed { // later, what it was told by hints counts: this list may be one of three
		st.sight, st.listed = sight, true
	}
	st.mu.Unlock()
	return func(e mcp.Entry) bool {
		for i, s := range g.shown {
			if s.Entry == e {
				return sight&(1<<i) != 0
			}
		}
		return true
	}, nil
}

// leave returns the intent that gives a seat up, unless the seat was used later than before; a zero before means at any
// rate. The body stands link-dead if nobody else keeps it in the world.
func (g *Game) leave(st *seat, before time.Time) func(*world.State, world.Time) loop.Step {
	return func(s *world.State, _ world.Time) loop.Step {
		if !st.stand(before) {
			return loop.Step{}
		}
		id := st.who.Actor
		step := loop.Step{By: st.by, Name: loop.NameLeave, Detach: []loop.Attachment{{Actor: id, Sink: st}}}
		if st.who.Mind {
			return step // the body goes on without it
		}
		if g.presence.AgentGone(id) {
			step.Input = &world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Sever{Body: st.who.Actor}}
		} else if a := s.Actors[id]; a != nil && a.Agent == st.who.Grant && g.presence.AtDesk([]world.ActorID{id}) {
			// The player who stays is no agent.
			step.Input = &world.Input{Actor: id, Via: world.Via{Kind: world.ViaHost}, Action: world.Enter{}}
		}
		return step
	}
}
