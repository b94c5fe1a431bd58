package mcphost

import (
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/tablegame"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session/agents"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Principals finds whom a token speaks for. What the database says of a token is remembered for a moment, because it is
// not asked while a commit is on its way; what the world says of a grant is read anew by [agentDoor.watch], for all of
// them at once.
type Principals struct {
	d     *server.Daemon
	verbs *verb.Table
	lent  func(world.GrantID) bool // whether a grant is a bridge's; nil: none is

	mu     sync.Mutex
	known  map[[sha256.Size]byte]found
	grants map[world.GrantID]*granted
}

type found struct {
	who   guard.Principal
	ok    bool
	until time.Time

	denied bool // it is no token, as far as the database says
}

// granted is what is known of a grant that was used since the start.
type granted struct {
	actor world.ActorID
	facts
	stale bool // the world has to be asked again before they count
	calls uint64
	first time.Time
	last  time.Time
	from  account.Source // of the last request
}

// facts is what the world says of a grant.
type facts struct {
	stands bool
	role   world.GrantRole
	tools  []string // that its owner's list allows; none: all
	minded bool     // its body is a creature with a mind
}

const (
	foundFor    = time.Second
	foundMost   = 10_000
	grantsMost  = 10_000          // remembered; then those not used for longest go
	factsFor    = time.Hour       // a grant unused for so long is asked for anew when it is used again
	factsTimeup = 5 * time.Second // to learn of a grant that is used for the first time
)

// NewPrincipals finds principals among a daemon's accounts and grants.
func NewPrincipals(d *server.Daemon, verbs *verb.Table) *Principals {
	return &Principals{
		d: d, verbs: verbs, known: map[[sha256.Size]byte]found{}, grants: map[world.GrantID]*granted{},
	}
}

// Lends has tokens that a lender has lent be known as such. It is called before the first is used.
func (p *Principals) Lends(by *TokenLender) { p.lent = by.Lent }

// Find implements guard.Principals.
func (p *Principals) Find(ctx context.Context, bearer string) (guard.Principal, bool) {
	sum, now := sha256.Sum256([]byte(bearer)), time.Now()
	p.mu.Lock()
	f, hit := p.known[sum]
	p.mu.Unlock()
	if !hit || !now.Before(f.until) {
		f = p.present(ctx, bearer, f, now)
		p.mu.Lock()
		if len(p.known) >= foundMost {
			clear(p.known)
		}
		p.known[sum] = f
		p.mu.Unlock()
	}
	if !f.ok {
		if f.denied {
			judged(ctx, isDenied)
		}
		return guard.Principal{}, false
	}
	g, ok := p.use(ctx, f.who, now)
	if ok {
		judged(ctx, verdict(g.stands))
	}
	f.who.Kind, f.who.Tools, f.who.Minded = g.role, g.tools, g.minded
	return f.who, ok && g.stands
}

// present asks the database for a token; was is what it said before.
func (p *Principals) present(ctx context.Context, bearer string, was found, now time.Time) found {
	f := found{until: now.Add(foundFor)}
	t, err := p.d.Accounts.Present(account.NewSecret(bearer), now)
	switch {
	case errors.Is(err, journal.ErrStopped):
		f.who, f.ok = was.who, was.ok // no token is wrong because the world has stopped
	case err == nil:
		// No grant reaches beyond a player's role, so a wizard's agent is a player too.
		f.ok = true
		f.who = guard.Principal{ID: string(t.Grant), Actor: t.Character, Role: world.RolePlayer, Grant: t.Grant}
		f.who.Lent = p.lent != nil && p.lent(t.Grant)
		if !t.Expires.IsZero() && t.Expires.Before(f.until) {
			f.until = t.Expires
		}
		p.used(ctx, t.Grant, now)
	default:
		_, f.denied = errors.AsType[*account.Refusal](err)
	}
	return f
}

// use counts a request under a grant and returns what the world says of it.
func (p *Principals) use(ctx context.Context, who guard.Principal, now time.Time) (facts, bool) {
	p.mu.Lock()
	g := p.grants[who.Grant]
	if g != nil {
		g.calls++
		g.last, g.from = now, sourceOf(ctx, g.from)
	}
	if g != nil && !g.stale {
		out := g.facts
		p.mu.Unlock()
		return out, true
	}
	p.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, factsTimeup)
	defer cancel()
	known, err := p.ask(ctx, map[world.GrantID]world.ActorID{who.Grant: who.Actor})
	if err != nil {
		return facts{}, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.grants) >= grantsMost {
		p.trim(now.Add(-factsFor))
	}
	if g = p.grants[who.Grant]; g == nil {
		g = &granted{actor: who.Actor, calls: 1, first: now, last: now, from: sourceOf(ctx, "")}
		p.grants[who.Grant] = g
	}
	g.facts, g.stale = known[who.Grant], false
	return g.facts, true
}

// trim forgets the grants that were not used since. The mutex is held.
func (p *Principals) trim(since time.Time) {
	for id, g := range p.grants { // each is judged by itself; the order does not matter
		if g.last.Before(since) {
			delete(p.grants, id)
		}
	}
}

// ask asks the world about some grants.
func (p *Principals) ask(
	ctx context.Context, who map[world.GrantID]world.ActorID,
) (map[world.GrantID]facts, error) {
	r, err := p.d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Report: func(s *world.State, now world.Time) any {
			out := map[world.GrantID]facts{}
			for id, actor := range who { // each is asked for by itself; the order does not matter
				refusal := s.GrantStands(id, actor, now)
				f := facts{
					stands: refusal == nil || refusal.Code == world.CodeAgentsOff,
					minded: s.Minded(s.Actors[actor]) != nil,
				}
				if g := s.Grants[id]; g != nil {
					f.role, f.tools = g.Role, p.tools(g)
				}
				out[id] = f
			}
			return out
		}}
	})
	out, _ := r.Report.(map[world.GrantID]facts)
	return out, err
}

// renew asks the world about all grants that were used lately, and returns those that stood and stand no more, and
// those that reach another way than before.
func (p *Principals) renew(ctx context.Context) (ended, changed []world.GrantID) {
	who := map[world.GrantID]world.ActorID{}
	p.mu.Lock()
	for id, g := range p.grants { // what is asked is a set; the order does not matter
		if g.stands && time.Since(g.last) < factsFor {
			who[id] = g.actor
		}
	}
	p.mu.Unlock()
	if len(who) == 0 {
		return nil, nil
	}
	known, err := p.ask(ctx, who)
	if err != nil {
		return nil, nil // the world stops
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, f := range known { // each is judged by itself; the order does not matter
		g := p.grants[id]
		if g == nil {
			continue
		}
		switch {
		case !f.stands:
			ended = append(ended, id)
		case !slices.Equal(f.tools, g.tools), f.minded != g.minded:
			changed = append(changed, id)
		}
		g.facts = f
	}
	return ended, changed
}

// used remembers, to the hour, that a token was used; nobody waits for it.
func (p *Principals) used(ctx context.Context, grant world.GrantID, now time.Time) {
	puts, err := p.d.Accounts.TokenUsed(grant, now)
	if err != nil || len(puts) == 0 {
		return
	}
	in := loop.Intent{Do: func(*world.State, world.Time) loop.Step { return loop.Step{Puts: server.JournalPuts(puts)} }}
	if err := p.d.Loop.Offer(ctx, in); err != nil {
		p.d.Log.Warn("could not remember the use of a token", slog.Any("err", err))
	}
}

// forget asks anew for every token, after one was revoked, and for a grant when it is used again.
func (p *Principals) forget(grant world.GrantID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.known)
	delete(p.grants, grant)
}

// doubt asks the world about a grant before it is used again.
func (p *Principals) doubt(grant world.GrantID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if g := p.grants[grant]; g != nil {
		g.stale = true
	}
}

// seen lists the grants that were used since the start, in the order of their ids.
func (p *Principals) seen() []agents.Seen {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := make([]agents.Seen, 0, len(p.grants))
	for id, g := range p.grants {
		out = append(out, agents.Seen{
			Grant: id, Actor: g.actor, From: g.from, Calls: g.calls, First: g.first, Last: g.last,
		})
	}
	slices.SortFunc(out, func(a, b agents.Seen) int {
		if a.Grant < b.Grant {
			return -1
		}
		return 1
	})
	return out
}

// tools returns the tools that a grant's list leaves; nil for all.
func (p *Principals) tools(g *world.Grant) []string {
	if g.Open() {
		return nil
	}
	out := append(p.verbs.ToolsFor(g.Verbs), tablegame.CallsFor(g.Verbs)...)
	if len(out) == 0 {
		return []string{""} // its verbs have no tools of their own: command is left
	}
	return out
}
