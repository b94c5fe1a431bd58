package minds

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/usage"
	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Flags say how the people of the world think.
type Flags struct {
	Minds    bool   `default:"true" negatable:"" help:"Let the people of the world think."`
	AIStages string `name:"ai-stages" default:"usual" enum:"usual,all" help:"Which steps a model makes."`

	OpenConfidences bool `name:"open-confidences" help:"Let wizards read what players told the world's people alone."`

	Budget BudgetFlags `embed:""`
}

// Minds are the minds of the people of the world, and all that they need.
type Minds struct {
	d      *server.Daemon
	Keep   *store.Store
	house  *runner.Runner
	brain  *runner.Minds
	broker *model.Broker
	abroad *model.Broker // for the agents of foreign worlds
	usage  *usage.Tracker
	Yes    *Consents
	isOpen bool                                                                 // wizards read what was said in confidence
	dial   func(ctx context.Context, network, address string) (net.Conn, error) // to models elsewhere; nil: the network's
}

// Options are what the people of the world have to think with.
type Options struct {
	Flags  *Flags
	Inner  runner.Connector // the agents' door, from within
	Server *mcp.Server
	// Listen is where game engines come in without a token; empty: nowhere.
	Listen string
	// Dial reaches models elsewhere; nil: over the network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Open lets the people of the world think. They come in by the agents' door, from within.
func (v *Service) Open(
	ctx context.Context, e *command.Env, hub *session.Hub, verbs *verb.Table, o Options, doors *sync.WaitGroup,
) error {
	d, c := v.d, o.Flags
	if !c.Minds {
		return v.openForgetting(ctx, hub, doors)
	}
	k, err := v.openKeep(ctx)
	if err != nil {
		v.mindless(e, err)
		return v.openForgetting(ctx, hub, doors)
	}
	m := &Minds{
		d: d, Keep: k, Yes: NewConsents(d, hub), dial: o.Dial, isOpen: c.OpenConfidences,
		brain: &runner.Minds{Keep: k, Build: command.Version, Log: d.Log},
	}
	if m.brain.Stages = npc.Usual(); c.AIStages == "all" {
		m.brain.Stages = npc.All()
	}
	if m.usage, err = usage.New(usage.Config{Now: d.Now}); err == nil {
		m.broker = c.broker(e, m)
		m.Yes.where = m.broker.Where
		m.abroad = m.newBroker(c.Budget.foreign(model.FromEnv(e.Getenv)), v.Abroad.Agents.Agreed)
		m.house, err = runner.New(runner.Config{
			Census: v.minded, Connector: o.Inner, Brain: judged{m.brain, m.usage, d.Log}, Table: verbs, Log: d.Log,
			Model: &runner.Asker{Broker: m.broker, Named: d.Named}, Consent: m.Yes,
		})
	}
	if err != nil {
		return errors.Join(fmt.Errorf("let the people of the world think: %w", err), k.Close())
	}
	v.Current.Store(m)
	doors.Go(func() {
		if err := m.house.Run(ctx); err != nil && ctx.Err() == nil {
			d.Log.Error("the people of the world no longer think", slog.Any("err", err))
		}
		v.Abroad.Agents.Close()
		if err := k.Close(); err != nil {
			d.Log.Error("could not close what the people of the world remember", slog.Any("err", err))
		}
	})
	if err := v.openForgetting(ctx, hub, doors); err != nil {
		return err
	}
	return v.openAbroad(ctx, e, m, o.Server, o.Listen, doors)
}

// Check refuses what cannot be had without minds, and budgets that make no sense.
func (c *Flags) Check(abroad string) error {
	if !c.Minds && abroad != "" {
		return command.Misuse(
			errors.New("--minds-listen opens a door to minds, and --no-minds says that there are none; leave " +
				"one of the two out"),
		)
	}
	return c.Budget.Check()
}

// broker makes the way to a model, and says how it stands when one is named.
func (c *Flags) broker(e *command.Env, m *Minds) *model.Broker {
	config := c.Budget.own(model.FromEnv(e.Getenv))
	b := m.newBroker(config, m.Yes.Agreed)
	if config.Large == "" && config.Small == "" {
		return b
	}
	if err := b.On(); err != nil {
		e.Println("minds  ", "without a model:", err.Error())
		return b
	}
	s := b.State()
	m.Yes.hub.Model.Move(s.Host)
	e.Println("minds  ", "with", s.Large, "at", s.Host)
	return b
}
