package storm

import (
	"context"
	"encoding/json"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
)

// request is one tool call on its way through the agents' door.
type request struct {
	l     *life
	agent *Agent
	call  *Call
	ctx   context.Context //nolint:containedctx // of the connection: it ends when the agent hangs up
	quit  context.CancelFunc
}

// mayCall reports whether an agent makes a call.
func (s *storm) mayCall(a *Agent) bool {
	return s.life != nil && s.life.open && s.calls[a] == nil && a.MayCall(s.stage)
}

// call lets an agent make its next call.
func (s *storm) call(a *Agent) {
	r := &request{l: s.life, agent: a, call: a.Next(s.stage)}
	r.ctx, r.quit = context.WithCancel(s.life.ctx)
	s.requests[a] = r
	s.calls[a] = s.life.spawn("a call of agent "+itoa(a.N), func() {
		defer delete(s.calls, a)
		defer r.quit()
		r.serve()
	})
}

// hangUp closes an agent's connection under its call.
func (s *storm) hangUp(a *Agent) {
	a.HangUp(s.stage)
	s.requests[a].quit()
}

// serve is the agents' door: it finds out whom the token speaks for and calls the tool.
func (r *request) serve() {
	l, a, c := r.l, r.agent, r.call
	s := l.s
	t, err := l.accounts.Present(account.NewSecret(c.Token), s.wall())
	if err != nil {
		if l.failed == nil && a.Who.Token() == c.Token {
			s.notes.Fail("a token that %s was shown opens nothing: %v", a.Who.Name, err)
		}
		a.Call = nil
		return
	}
	if c.Served == 0 {
		c.Served = s.clock
	}
	if s.clock-c.Served > game.KeyAge {
		a.Call = nil // the key is forgotten by now: whoever needs to know looks first
		return
	}
	ctx := r.ctx
	if c.Key != "" {
		key := c.Key
		if s.plant.Key != nil {
			key = s.plant.Key(key)
		}
		ctx = mcp.WithRetryKey(ctx, key)
	}
	who := mcp.Principal{ID: string(t.Grant), Actor: t.Character, Role: world.RolePlayer, Grant: t.Grant}
	result := l.tools[c.Tool](ctx, who, json.RawMessage(c.Args))
	switch {
	case c.IsLost || l.over:
	case result.Fault != nil:
		a.Call = nil
		if l.failed == nil && !l.done {
			s.notes.Fail("agent %d is told that the server failed: %s", a.N, result.Fault.Text)
		}
	default:
		r.answer(result)
	}
}

// answer lets the agent read its result.
func (r *request) answer(result mcp.Result) {
	s := r.l.s
	told, ok := r.agent.Answered(s.stage, result)
	if !ok {
		return
	}
	for _, e := range told.Events {
		if e.Seq > r.l.disk.Durable && !s.plant.Blind {
			s.notes.Fail("agent %d is told event %d.%d, and the disk has only %d records", told.Agent, e.Seq, e.N,
				r.l.disk.Durable)
		}
	}
	s.ledger.Expect(told)
}
