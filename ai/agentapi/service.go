package agentapi

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/ai/store"
)

// Keeper is where agents and what they remember lie; *[store.Store] is it.
type Keeper interface {
	SetAgent(id string, text json.RawMessage)
	Agents(visit func(id string, text json.RawMessage)) error
	Rows(mind string) ([]memory.Row, error)
	Working(mind string) (memory.Working, error)
	Apply(b store.Batch)
	Flush(ctx context.Context) error
}

// Model answers what minds ask of models. It returns by the deadline of ctx, and a failure is an answer too.
type Model interface {
	Answer(ctx context.Context, body string, ask mind.Ask) mind.Reply
}

// Config is how a [Service] is set up. Keeper is needed.
type Config struct {
	Keeper Keeper
	Model  Model  // nil: there is none, and every agent decides for itself
	Host   string // where the model is; "" when there is none
	Stages npc.Stages
	// Gone tells which of some owners will never call again, so that their agents can go; nil: all may come back.
	Gone func(ctx context.Context, owners []string) ([]string, error)
	// May says whether an owner may make agents and have them think now, or why not; nil: all may.
	May func(ctx context.Context, owner string) *Fault
	// Met is told when a limit of use is met that has a name; nil: nobody is. It must not block.
	Met func(limit string)
	Log *slog.Logger
	Now func() time.Time // the day's clock: for rates, and for who was unused for long; nil: the machine's
}

// Service holds the agents of foreign worlds. The zero value, and a nil one, answer that they are not available until
// [Service.Open] is called.
type Service struct {
	Config

	mu     sync.Mutex
	isOpen bool
	agents map[key]*agent
	owners map[string]*owner
	uses   uint64 // calls so far, which is the order in which agents were used
	calls  sync.WaitGroup
}

// key names an agent: by whose it is, and what that one calls it.
type key struct{ owner, id string }

// mind is the agent's name where minds are kept. No principal's id has a colon.
func (k key) mind() string { return "agent:" + k.owner + ":" + k.id }

// owner is a principal who makes agents.
type owner struct {
	agents int
	calls  *rate.Limiter
	asks   *rate.Limiter
}

// Open takes up the agents that were kept, and begins to answer.
func (s *Service) Open(c Config) error {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Met == nil {
		c.Met = func(string) {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Config, s.agents, s.owners = c, map[key]*agent{}, map[string]*owner{}
	err := c.Keeper.Agents(func(id string, text json.RawMessage) {
		a, err := revive(text)
		if err != nil || a.mind() != id {
			s.Log.Warn("a foreign world's agent cannot be read and is left out", slog.String("agent", id), slog.Any("err", err))
			return
		}
		s.agents[a.key] = a
		s.owner(a.owner).agents++
	})
	if err != nil {
		return fmt.Errorf("read the agents of foreign worlds: %w", err)
	}
	for k, a := range s.agents { // each is read by itself; the order does not matter
		w, err := c.Keeper.Working(k.mind())
		if err != nil {
			s.Log.Warn("what an agent had in mind cannot be read", slog.String("agent", k.mind()), slog.Any("err", err))
		}
		if text := w.Text(); text != "" {
			a.working = text
		}
	}
	s.isOpen = true
	return nil
}

// ownersMost is how many principals are remembered before those without agents are forgotten, with their rates.
const ownersMost = 1024

// owner returns a principal's place, made at need. The mutex is held.
func (s *Service) owner(id string) *owner {
	o := s.owners[id]
	if o == nil {
		if len(s.owners) >= ownersMost {
			for other, o := range s.owners { // each is judged by itself; the order does not matter
				if o.agents == 0 {
					delete(s.owners, other)
				}
			}
		}
		o = &owner{
			calls: rate.NewLimiter(CallsPerSecond, CallsBurst),
			asks:  rate.NewLimiter(rate.Every(time.Hour/AsksPerHour), AsksBurst),
		}
		s.owners[id] = o
	}
	return o
}

// Close answers no further call, breaks off the asking of models, and returns when every call has ended. What was
// handed to the keeper is the keeper's.
func (s *Service) Close() {
	s.mu.Lock()
	s.isOpen = false
	for _, a := range s.agents { // each is asked by itself; the order does not matter
		if a.stop != nil {
			a.stop()
		}
	}
	s.mu.Unlock()
	s.calls.Wait()
}

// admit counts a call of a principal, and refuses one too many. What it lets in ends with s.calls.Done.
func (s *Service) admit(who string) *Fault {
	if s == nil {
		return Failed(Unavailable, "The server is not ready; try again.")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !s.isOpen:
		return Failed(Unavailable, "The server is not ready; try again.")
	case who == "":
		return missing()
	case !s.owner(who).calls.AllowN(s.Now(), 1):
		s.Met(LimitCalls)
		return Failed(RateLimited, "Too many calls: %d a second are answered.", CallsPerSecond)
	}
	s.calls.Add(1)
	return nil
}

// may says whether an owner may make agents and have them think now.
func (s *Service) may(ctx context.Context, owner string) *Fault {
	if s.May == nil {
		return nil
	}
	return s.May(ctx, owner)
}

// find returns an agent of a principal.
func (s *Service) find(k key) (*agent, *Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.agents[k]
	if a == nil {
		return nil, missing()
	}
	s.uses++
	a.recent = s.uses
	return a, nil
}

// Agreed reports whether what an agent, by its name where minds are kept, is told may go to a host: whether whoever
// made it has said that the players of their world agreed to that very one. It is asked about hosts that are not on
// this machine.
func (s *Service) Agreed(mind, host string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, a := range s.agents { // there is one of each name at most
		if k.mind() == mind {
			return a.made.Agreed != "" && strings.EqualFold(a.made.Agreed, host)
		}
	}
	return false
}

// mayAsk counts a model call of a principal, and reports whether it may be made.
func (s *Service) mayAsk(who string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.owner(who).asks.AllowN(s.Now(), 1)
}

// kept waits until what was handed over is on the disk, for a bounded time.
func (s *Service) kept(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, keptWait)
	defer cancel()
	err := s.Keeper.Flush(ctx)
	if err != nil {
		s.Log.Warn("what was said of a foreign world's agent is not on the disk yet", slog.Any("err", err))
	}
	return err
}
