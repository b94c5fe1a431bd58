package session_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/proposal"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// solo is the session of Ann, or of a guest, in a small world of one goroutine: intents are answered at once, and time
// stands still until a test says otherwise. It is its own screen, world and accounts.
type solo struct {
	session.Accounts // what is not written below is not called

	t       *testing.T
	guest   bool
	host    session.ProposalHost
	s       *session.Session
	state   *world.State
	machine *loop.Machine
	body    world.ActorID
	log     bytes.Buffer

	said  []string // without what was perceived
	card  *session.ProposalCard
	kept  []byte   // the settings of the account
	wrote []string // what the screen remembers, after each write
	now   time.Duration
	rings []*ring
	aside []func()                         // what takes long
	came  []string                         // what came of proposals, as a log would have it
	ends  func() (proposal.Proposal, bool) // what the model answers
	leave context.CancelFunc               // ends the connection
}

// ring is a timer.
type ring struct {
	at time.Duration
	f  func()
}

const annAccount = "a-ann"

// newSolo opens a session that is in play; fields of c that are set hold.
func newSolo(t *testing.T, c solo) *solo {
	t.Helper()
	c.t, c.state = t, worldtest.Small()
	c.machine = loop.NewMachine(c.state, loop.MachineOptions{})
	c.body = worldtest.Join(c.state, 0, worldtest.Person{Name: "Ann", Account: annAccount})
	ctx, leave := context.WithCancel(t.Context())
	c.leave = leave
	hub := session.NewHub(session.Config{
		World: &c, Table: verb.New(), Accounts: &c, Staged: account.NewStaged(journal.NewMemory()),
		Welcome: func() string { return "Smallport" }, Log: slog.New(slog.NewTextHandler(&c.log, nil)), GM: c.host,
		Now:   func() time.Time { return time.Unix(0, 0).Add(c.now) },
		Aside: func(slow func()) { c.aside = append(c.aside, slow) },
		After: func(d time.Duration, f func()) func() bool {
			r := &ring{c.now + d, f}
			c.rings = append(c.rings, r)
			return func() bool {
				n := len(c.rings)
				c.rings = slices.DeleteFunc(c.rings, func(other *ring) bool { return other == r })
				return len(c.rings) < n
			}
		},
	})
	o := session.Options{Account: account.Account{ID: annAccount, Name: "Ann"}, Proof: session.ProofKey}
	if c.guest {
		o = session.Options{Name: "guest"}
	}
	c.s = hub.New(ctx, &c, o)
	if c.pump(); c.s.AsksName() || c.s.Busy() || c.s.Ended() {
		t.Fatalf("not in play: %q", c.said)
	}
	return &c
}

// newGM brings Ann before the rat of the arena, in a fight by turns that has not come to blows.
func newGM(t *testing.T, host session.ProposalHost) *solo {
	t.Helper()
	var c *solo
	host.Outcome = func(a session.ProposalRequest, p proposal.Proposal, engine string) {
		c.came = append(c.came, fmt.Sprintf("%s %q %s ok=%v engine=%q", a.Body, a.Words, p.Mode, p.OK, engine))
	}
	c = newSolo(t, solo{host: host})
	for _, dir := range []world.Dir{world.North, world.North} {
		c.other(c.body, world.Move{Dir: dir})
	}
	return c
}

// Offer implements session.World.
func (c *solo) Offer(_ context.Context, in loop.Intent) error {
	c.machine.Offer(c.state.Now, in)
	batch, ok, err := c.machine.Cut(c.state.Now)
	if err != nil {
		return err
	}
	if ok {
		c.machine.Committed(batch.Number)
	}
	for _, out := range c.machine.Release() {
		out.Deliver()
	}
	return nil
}

// Do implements session.World.
func (*solo) Do(context.Context, func(*world.State, world.Time) loop.Step) (loop.Reply, error) {
	return loop.Reply{}, errors.New("nobody completes here")
}

// Settings implements session.Accounts.
func (c *solo) Settings(world.AccountID) ([]byte, error) { return c.kept, nil }

// KeepSettings implements session.Accounts.
func (c *solo) KeepSettings(id world.AccountID, raw []byte) ([]account.Put, error) {
	sheet, err := settings.Decode(raw)
	if err != nil || id != annAccount {
		return nil, fmt.Errorf("keep settings of %s: %w", id, err)
	}
	c.kept = raw
	c.wrote = append(c.wrote, sheet.Screen())
	return []account.Put{{Value: raw}}, nil
}

// Show implements session.Screen.
func (c *solo) Show(f session.Frame) {
	for _, p := range f.Parts {
		if p.Told == nil {
			c.said = append(c.said, p.Text.String())
		}
	}
	if f.Card != nil {
		c.card = f.Card
	}
}

// Secret implements session.Screen.
func (*solo) Secret(bool) {}

// Style implements session.Screen.
func (*solo) Style() prose.Style { return prose.Style{} }

// Wants implements session.Screen.
func (*solo) Wants() surroundings.Want { return surroundings.Nothing }

// End implements session.Screen.
func (*solo) End(string, string) {}

// Face implements session.Screen.
func (*solo) Face() settings.Face { return settings.Lines }

// Apply implements session.Screen.
func (*solo) Apply(*settings.Sheet) {}

// Now implements session.Screen.
func (*solo) Now(string) string { return "" }

// Settled implements session.Screen.
func (*solo) Settled() {}

// pump has the session show what came in, until nothing is left.
func (c *solo) pump() {
	for c.s.Pump(); ; c.s.Pump() {
		select {
		case <-c.s.Wake():
		default:
			return
		}
	}
}

// other lets something else happen that the session hears of.
func (c *solo) other(who world.ActorID, act world.Action) {
	c.t.Helper()
	in := worldtest.Typed(who, act)
	if err := c.Offer(c.t.Context(), loop.Intent{
		Do: func(*world.State, world.Time) loop.Step { return loop.Step{Input: &in} },
		Reply: func(r loop.Reply) {
			if r.Refusal != nil {
				c.t.Fatal(r.Refusal.Text)
			}
		},
	}); err != nil {
		c.t.Fatal(err)
	}
	c.pump()
}

// passes lets time pass, and timers ring.
func (c *solo) passes(d time.Duration) {
	c.now += d
	for i := 0; i < len(c.rings); {
		if r := c.rings[i]; r.at <= c.now {
			c.rings = slices.Delete(c.rings, i, i+1)
			r.f()
			continue
		}
		i++
	}
	c.pump()
}

// types is a typed line, of which gm is the only verb. It returns what was said.
func (c *solo) types(line string) string {
	c.said = nil
	if !c.s.AnswerProposal(line) {
		if words, ok := strings.CutPrefix(line, "gm"); ok {
			c.s.AskProposal(words)
		} else if line == "debug ai" {
			c.s.DebugProposal()
		}
	}
	c.pump()
	return strings.Join(c.said, "\n")
}

// answers has the model that was asked first answer.
func (c *solo) answers() string {
	c.t.Helper()
	if len(c.aside) == 0 {
		c.t.Fatal("no model was asked")
	}
	f := c.aside[0]
	c.aside, c.said = c.aside[1:], nil
	f()
	c.pump()
	return strings.Join(c.said, "\n")
}
