package agentapi

import (
	"context"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/world"
)

// tick is how far an agent's clock goes on with each observation: the same observations find the same memories,
// however long somebody took to send them.
const tick = world.Minute

// decide tells an agent what it observes, and returns the action that it chose.
func (s *Service) decide(ctx context.Context, k key, observation string, offers []offer) (Chosen, *Fault) {
	a, fault := s.find(k)
	if fault != nil {
		return Chosen{}, fault
	}
	if fault := s.sit(ctx, a); fault != nil {
		return Chosen{}, fault
	}
	defer a.rise()
	if a.self == nil {
		s.wake(ctx, a)
		defer s.settle()
	}
	a.clock += tick
	choice, changes := s.think(ctx, a, observation, offers)
	s.took(a, changes)
	return chosen(choice, offers), nil
}

// think has an agent's mind choose. A mind that panics is woken anew the next time, and what it would have done is
// decided without it.
func (s *Service) think(
	ctx context.Context, a *agent, observation string, offers []offer,
) (choice *mind.Choice, changes []memory.Change) {
	defer func() {
		if met := recover(); met != nil {
			s.Log.Error("a foreign world's agent panicked", slog.String("agent", a.mind()), slog.Any("panic", met),
				slog.String("stack", string(debug.Stack())))
			a.self, choice = nil, nil
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, ThinkMost)
	defer cancel()
	s.mu.Lock()
	a.stop = cancel
	if !s.isOpen {
		cancel()
	}
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		a.stop = nil
		s.mu.Unlock()
	}()
	look := &mind.Look{Text: observation, Actions: actions(offers), Model: s.Model != nil, Open: true}
	out := a.self.Step(mind.Input{At: a.clock, Look: look})
	changes = append(changes, out.Put...)
	for asked := 0; len(out.Asks) > 0; {
		for _, ask := range out.Asks {
			asked++
			reply := s.answer(ctx, a, ask, asked)
			out = a.self.Step(mind.Input{At: a.clock, Reply: &reply})
			changes = append(changes, out.Put...)
		}
	}
	if choice = out.Choice; choice != nil {
		done := a.self.Step(mind.Input{At: a.clock, Done: &mind.Done{Text: "You chose " + choice.Action + "."}})
		changes = append(changes, done.Put...)
	}
	s.traced(a, out.Trace)
	return choice, changes
}

// answer asks a model, within the bounds of this agent's owner.
func (s *Service) answer(ctx context.Context, a *agent, ask mind.Ask, asked int) mind.Reply {
	switch {
	case s.Model == nil:
		return mind.Reply{ID: ask.ID, Failed: "off"}
	case ctx.Err() != nil:
		return mind.Reply{ID: ask.ID, Failed: "timeout"}
	case asked > AsksMost:
		return mind.Reply{ID: ask.ID, Failed: "budget"}
	case !s.mayAsk(a.owner):
		s.Met(LimitAsks)
		return mind.Reply{ID: ask.ID, Failed: "budget"}
	}
	ask.Player, ask.Others = "", []string{a.mind()} // its world's players said all of it, and may have agreed: Agreed
	return s.Model.Answer(ctx, a.mind(), ask)
}

// traced logs how a choice was made: which steps by what, and what went wrong. Nothing that was observed or is
// remembered stands there.
func (s *Service) traced(a *agent, t *mind.Trace) {
	if t == nil {
		return
	}
	steps := make([]string, 0, len(t.Stages))
	for _, stage := range t.Stages {
		steps = append(steps, stage.Name+":"+stage.By)
	}
	s.Log.Debug("a foreign world's agent chose", slog.String("agent", a.mind()), slog.Any("steps", steps),
		slog.Int("found", len(t.Found)), slog.Int("added", len(t.Added)), slog.Any("flags", t.Flags))
}

// took keeps what an agent has in mind and remembers after an observation, unless it has lost its place meanwhile.
func (s *Service) took(a *agent, changes []memory.Change) {
	batch := store.Batch{Mind: a.mind(), Rows: changes}
	text := ""
	if a.self != nil {
		text = a.self.Working()
		w := memory.Parse(text)
		batch.Working = &w
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.agents[a.key] != a {
		return
	}
	if text != "" {
		a.working = text
	}
	s.Keeper.Apply(batch)
	if today := s.today(); today != a.day {
		a.day = today
		s.put(a)
	}
}

// actions is what a mind is offered.
func actions(offers []offer) []mind.Action {
	out := make([]mind.Action, 0, len(offers))
	for _, o := range offers {
		a := mind.Action{Name: o.name, Description: o.description}
		for _, p := range o.parameters {
			a.Params = append(a.Params, p.Param)
		}
		out = append(out, a)
	}
	return out
}

// Chosen answers process_observation: one of the offered actions, with exactly the parameters that it declares.
type Chosen struct {
	Action     string         `json:"action"`
	Parameters map[string]any `json:"parameters"`
}

// chosen is a choice in the words of whoever offered it. What is none of the offers, and no choice at all, becomes the
// least that can be done.
func chosen(c *mind.Choice, offers []offer) Chosen {
	i := -1
	if c != nil {
		i = slices.IndexFunc(offers, func(o offer) bool { return o.name == c.Action })
	}
	values := map[string]string{}
	if i >= 0 {
		values = c.Params
	} else {
		i = least(offers)
	}
	out := Chosen{Action: offers[i].name, Parameters: map[string]any{}}
	for _, p := range offers[i].parameters {
		out.Parameters[p.Name] = p.value(values[p.Name])
	}
	return out
}

// least is the action that does least: one that waits, else one that only looks, else the first.
func least(offers []offer) int {
	for _, list := range []string{"wait nothing none idle pass rest stay", "look watch listen observe examine inspect"} {
		for i, o := range offers {
			said := strings.FieldsFunc(strings.ToLower(o.name), func(r rune) bool { return r < 'a' || r > 'z' })
			if slices.ContainsFunc(strings.Fields(list), func(w string) bool { return slices.Contains(said, w) }) {
				return i
			}
		}
	}
	return 0
}
