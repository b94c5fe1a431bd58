package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"

	"github.com/mudlark-mud/mudlark/ai/keep"
	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/ai/usage"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// mindFlags say how the people of the world think.
type mindFlags struct {
	Minds    bool   `default:"true" negatable:"" help:"Let the people of the world think."`
	AIStages string `name:"ai-stages" default:"usual" enum:"usual,all" help:"Which steps a model makes."`

	budgetFlags `embed:""`
}

// minds are the minds of the people of the world, and all that they need.
type minds struct {
	d      *daemon
	keep   *keep.Keep
	house  *runner.Runner
	brain  *runner.Minds
	broker *model.Broker
	abroad *model.Broker // for the agents of foreign worlds
	usage  *usage.Tracker
	yes    *consents
	dial   func(ctx context.Context, network, address string) (net.Conn, error) // to models elsewhere; nil: the network's
}

// openMinds lets the people of the world think. They come in by the agents' door, from within.
func (c *serveCmd) openMinds(
	ctx context.Context,
	e *command.Env,
	d *daemon,
	hub *session.Hub,
	verbs *verb.Table,
	inner *innerDoor,
	doors *sync.WaitGroup,
) error {
	if !c.Minds {
		return d.openForgetting(ctx, hub, doors)
	}
	k, err := d.openKeep(ctx)
	if err != nil {
		d.mindless(e, err)
		return d.openForgetting(ctx, hub, doors)
	}
	m := &minds{
		d: d, keep: k, yes: newConsents(d, hub), dial: c.dial,
		brain: &runner.Minds{Keep: k, Build: command.Version, Log: d.log},
	}
	if m.brain.Stages = npc.Usual(); c.AIStages == "all" {
		m.brain.Stages = npc.All()
	}
	if m.usage, err = usage.New(usage.Config{Now: d.now}); err == nil {
		m.broker = c.broker(e, m)
		m.abroad = m.newBroker(c.foreign(model.FromEnv(e.Getenv)), d.abroad.agents.Agreed)
		m.house, err = runner.New(runner.Config{
			Census: d.minded, Connector: inner, Brain: judged{m.brain, m.usage, d.log}, Table: verbs, Log: d.log,
			Model: &runner.Asker{Broker: m.broker, Named: d.named},
		})
	}
	if err != nil {
		return errors.Join(fmt.Errorf("let the people of the world think: %w", err), k.Close())
	}
	d.minds.Store(m)
	doors.Go(func() {
		if err := m.house.Run(ctx); err != nil && ctx.Err() == nil {
			d.log.Error("the people of the world no longer think", slog.Any("err", err))
		}
		d.abroad.agents.Close()
		if err := k.Close(); err != nil {
			d.log.Error("could not close what the people of the world remember", slog.Any("err", err))
		}
	})
	if err := d.openForgetting(ctx, hub, doors); err != nil {
		return err
	}
	return c.openAbroad(ctx, e, m, inner.server, doors)
}

// openForgetting begins to have those forgotten who ask for it, and those who asked before the last stop.
func (d *daemon) openForgetting(ctx context.Context, hub *session.Hub, doors *sync.WaitGroup) error {
	f := d.clerk.forgets
	f.say = hub.WordTo
	if err := f.read(); err != nil {
		return err
	}
	doors.Go(func() { f.run(ctx) })
	return nil
}

// check refuses what cannot be had without minds.
func (c *mindFlags) check(abroad string) error {
	if !c.Minds && abroad != "" {
		return command.Misuse(
			errors.New("--minds-listen opens a door to minds, and --no-minds says that there are none; leave " +
				"one of the two out"),
		)
	}
	return nil
}

// recallOnly drops what minds remember of records that the world does not have: it was restored to an earlier moment.
func (d *daemon) recallOnly(ctx context.Context, k *keep.Keep) error {
	newest, err := k.Seq()
	if err != nil {
		return fmt.Errorf("read what the people of the world remember: %w", err)
	}
	r, err := d.loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Report: func(s *world.State, _ world.Time) any { return s.Seq }}
	})
	if err != nil {
		return fmt.Errorf("ask how far the world has come: %w", err)
	}
	seq, _ := r.Report.(uint64)
	if newest <= seq {
		return nil
	}
	d.log.Warn("the people of the world forget what has not happened", slog.Uint64("from", seq), slog.Uint64("to", newest))
	if err := k.Rewind(ctx, seq); err != nil {
		return fmt.Errorf("forget what has not happened: %w", err)
	}
	return nil
}

// broker makes the way to a model, and says how it stands when one is named.
func (c *serveCmd) broker(e *command.Env, m *minds) *model.Broker {
	config := c.own(model.FromEnv(e.Getenv))
	b := m.newBroker(config, m.yes.agreed)
	if config.Large == "" && config.Small == "" {
		return b
	}
	if err := b.On(); err != nil {
		e.Println("minds  ", "without a model:", err.Error())
		return b
	}
	s := b.State()
	m.yes.hub.Model.Move(s.Host)
	e.Println("minds  ", "with", s.Large, "at", s.Host)
	return b
}

// innerDoor is where creatures' own minds come in: the agents' door, from within.
type innerDoor struct {
	game   *game.Game
	server *mcp.Server

	mu   sync.Mutex
	open map[string]*innerHands
}

var _ runner.Connector = (*innerDoor)(nil)

func newInnerDoor(g *game.Game, server *mcp.Server) *innerDoor {
	return &innerDoor{game: g, server: server, open: map[string]*innerHands{}}
}

// innerHands are the hands of one body.
type innerHands struct {
	who     mcp.Principal
	session *play.Session
}

// mindOf is who asks when a creature's own mind does.
func mindOf(body string) mcp.Principal {
	return mcp.Principal{
		ID: "mind:" + body, Actor: world.ActorID(body), Role: world.RolePlayer, Kind: world.GrantNPC, Mind: true,
	}
}

// Open implements runner.Connector.
func (m *innerDoor) Open(ctx context.Context, body string, wake func(now bool)) (runner.Hands, error) {
	who := mindOf(body)
	session, err := play.Within(guard.WithPrincipal(ctx, who), m.server.MCP(), "mind")
	if err != nil {
		return nil, fmt.Errorf("let the mind of %s in: %w", body, err)
	}
	h := &innerHands{who: who, session: session}
	m.game.Wake(who, wake)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.open[body] = h
	return h, nil
}

// Close implements runner.Connector.
func (m *innerDoor) Close(body string) {
	m.mu.Lock()
	h := m.open[body]
	delete(m.open, body)
	m.mu.Unlock()
	if h == nil {
		return
	}
	m.game.Revoked(h.who.ID)
	_ = h.session.Close() // nothing is held open within a program
}

// Call implements runner.Hands.
func (h *innerHands) Call(ctx context.Context, tool string, args play.Args) (*play.View, error) {
	return h.session.Call(guard.WithPrincipal(ctx, h.who), tool, args) //nolint:wrapcheck // it names the tool
}

// minded lists the creatures that have a mind to be woken: who only keeps a shop has none.
func (d *daemon) minded(ctx context.Context) ([]string, error) {
	r, err := d.loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Report: func(s *world.State, _ world.Time) any {
			var out []string
			thinks := func(_ world.ActorID, a *world.Actor) bool { return s.Minded(a).Attends() }
			for _, id := range world.Picked(s.Actors, thinks) {
				out = append(out, string(id))
			}
			return out
		}}
	})
	if err != nil {
		return nil, fmt.Errorf("ask who has a mind: %w", err)
	}
	out, _ := r.Report.([]string)
	return out, nil
}

// answered is told of each answer of the world's. With a tick creatures may be born, and those have minds.
func (d *daemon) answered(a loop.Answered) {
	d.meter.Answered(a)
	if a.Name != loop.NameTick {
		return
	}
	if m := d.minds.Load(); m != nil {
		m.house.Stir()
	}
}
