package agentapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/world"
)

// agent is one agent of a foreign world.
type agent struct {
	key
	made  persona
	given int // bytes of its initial long-term memories

	// Under the service's mutex.
	working string // what it has in mind
	day     int64  // when it was used last
	recent  uint64 // and among all calls
	waiting int    // calls that wait for it
	stop    func() // ends the asking of models that is under way; nil: none is

	seat chan struct{} // full while somebody deals with it; what follows belongs to that one

	self  *npc.Mind // nil: it sleeps
	clock world.Time
}

// persona is what an agent is made with.
type persona struct {
	Traits  []string `json:"traits"`
	Working string   `json:"initial_working_memory"`
	Given   []string `json:"initial_long_term_memories"`
	// Agreed is the host of a model to which its world's players have agreed that their words go; "": to none.
	Agreed string `json:"players_agreed_to,omitempty"`
}

// record is an agent as it is kept.
type record struct {
	Owner string  `json:"owner"`
	ID    string  `json:"id"`
	Made  persona `json:"made"`
	Day   int64   `json:"day"` // when it was used last, in days since 1970
}

func newAgent(k key, made persona, day int64) *agent {
	a := &agent{key: k, made: made, working: made.Working, day: day, seat: make(chan struct{}, 1)}
	for _, text := range made.Given {
		a.given += len(text)
	}
	return a
}

// revive reads an agent as it was kept.
func revive(text json.RawMessage) (*agent, error) {
	var r record
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("read an agent: %w", err)
	}
	if r.Owner == "" || r.ID == "" {
		return nil, errors.New("read an agent: it is nobody's")
	}
	return newAgent(key{r.Owner, r.ID}, r.Made, r.Day), nil
}

// put keeps what an agent is. The mutex is held, here and where it ends, so that what is kept follows what is.
func (s *Service) put(a *agent) {
	text, err := json.Marshal(record{Owner: a.owner, ID: a.id, Made: a.made, Day: a.day})
	if err != nil {
		s.Log.Error("a foreign world's agent could not be written down", slog.Any("err", err))
		return
	}
	s.Keeper.SetAgent(a.mind(), text)
}

func (s *Service) today() int64 { return s.Now().Unix() / int64((24 * time.Hour).Seconds()) }

// create makes an agent. Where all places are taken, those go first whose owners are gone. Whoever may not make it any
// more once it has its place, because their token ended meanwhile, has made none.
func (s *Service) create(ctx context.Context, k key, made persona) *Fault {
	if fault := s.may(ctx, k.owner); fault != nil {
		return fault
	}
	a := newAgent(k, made, s.today())
	fault := s.place(a)
	if fault != nil && fault.Code == AgentLimit && len(s.Sweep(ctx)) > 0 {
		fault = s.place(a)
	}
	if fault != nil {
		return fault
	}
	if fault = s.may(ctx, k.owner); fault != nil {
		s.endThose(func(other *agent) bool { return other == a })
	}
	_ = s.kept(ctx) // it has told the log
	return fault
}

// place gives an agent a place, if there is one, and writes it down. Where all are taken, the one that was unused for
// longest, and for [IdleFor], loses its own.
func (s *Service) place(a *agent) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.owner(a.owner)
	own, all := s.given(a.owner)
	switch {
	case s.agents[a.key] != nil:
		return Failed(AgentExists, "You have an agent of that id; remove it first, or go on with it.")
	case o.agents >= AgentsPerPrincipalMost:
		return Failed(AgentLimit, "You have %d agents, which is as many as you may; remove one first.", o.agents)
	case a.given > 0 && own+a.given > GivenPerPrincipalMost:
		return Failed(AgentLimit, "The initial memories of your agents have %d bytes together, and may have %d; give this "+
			"one fewer, or remove an agent.", own, GivenPerPrincipalMost)
	case a.given > 0 && all+a.given > GivenOfAllMost:
		return Failed(AgentLimit, "This server holds as many initial memories as it takes; give this agent fewer, or try "+
			"again later.")
	case len(s.agents) >= AgentsMost:
		idle := s.idle()
		if a.day-idle.day < int64(IdleFor/(24*time.Hour)) {
			return Failed(AgentLimit, "This server has %d agents, which is as many as it takes; try again later.", AgentsMost)
		}
		s.Log.Info("an agent that nobody used made room for another", slog.String("agent", idle.mind()))
		s.end(idle)
	}
	s.uses++
	a.recent = s.uses
	s.agents[a.key] = a
	o.agents++
	s.put(a)
	return nil
}

// given is how many bytes of initial memories the agents of a principal have, and all agents. The mutex is held.
func (s *Service) given(owner string) (own, all int) {
	for k, a := range s.agents { // sums; the order does not matter
		all += a.given
		if k.owner == owner {
			own += a.given
		}
	}
	return own, all
}

// idle is the agent that was unused for longest. The mutex is held, and there is one.
func (s *Service) idle() (idle *agent) {
	for _, a := range s.agents { // the choice is by day and name; the order does not matter
		if idle == nil || a.day < idle.day || a.day == idle.day && a.mind() < idle.mind() {
			idle = a
		}
	}
	return idle
}

// end takes an agent out of its place, if it has one still, and forgets all that was its own. What it thinks about is
// broken off, and nothing of it is kept. The mutex is held.
func (s *Service) end(a *agent) {
	if s.agents[a.key] != a {
		return
	}
	delete(s.agents, a.key)
	s.owner(a.owner).agents--
	if a.stop != nil {
		a.stop()
	}
	s.Keeper.Apply(store.Batch{Mind: a.mind(), End: true})
	s.Keeper.SetAgent(a.mind(), nil)
}

// remove ends an agent: what it thinks about is broken off and finished first.
func (s *Service) remove(ctx context.Context, k key) *Fault {
	a, fault := s.find(k)
	if fault != nil {
		return fault
	}
	s.mu.Lock()
	if a.stop != nil {
		a.stop()
	}
	s.mu.Unlock()
	if fault := s.sit(ctx, a); fault != nil {
		return fault
	}
	defer a.rise()
	s.endThose(func(other *agent) bool { return other == a })
	a.self = nil
	_ = s.kept(ctx) // it has told the log
	return nil
}

// Sweep ends every agent whose owner is gone for good, as Config.Gone says, and returns those owners in order. Whoever
// set the service up calls it at the start, when somebody may have gone, and now and then.
func (s *Service) Sweep(ctx context.Context) []string {
	s.mu.Lock()
	if !s.isOpen || s.Gone == nil {
		s.mu.Unlock()
		return nil
	}
	var owners []string
	for id, o := range world.Ordered(s.owners) {
		if o.agents > 0 {
			owners = append(owners, id)
		}
	}
	s.mu.Unlock()
	if len(owners) == 0 {
		return nil
	}
	gone, err := s.Gone(ctx, owners)
	if err != nil {
		s.Log.Warn("nobody could say which owners of agents are gone", slog.Any("err", err))
		return nil
	}
	if n := s.endThose(func(a *agent) bool { return slices.Contains(gone, a.owner) }); n > 0 {
		s.Log.Info("agents whose owners are gone were removed", slog.Int("agents", n), slog.Int("owners", len(gone)))
		_ = s.kept(ctx) // it has told the log
	}
	return gone
}

// endThose ends some agents, and returns how many.
func (s *Service) endThose(are func(*agent) bool) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, a := range s.agents { // each is judged by itself; the order does not matter
		if are(a) {
			s.end(a)
			n++
		}
	}
	return n
}

// sit waits until nobody else deals with an agent.
func (s *Service) sit(ctx context.Context, a *agent) *Fault {
	s.mu.Lock()
	isFull := a.waiting >= WaitingMost
	if !isFull {
		a.waiting++
	}
	s.mu.Unlock()
	if isFull {
		return Failed(Busy, "%d calls wait for this agent already; try again.", WaitingMost)
	}
	defer func() {
		s.mu.Lock()
		a.waiting--
		s.mu.Unlock()
	}()
	select {
	case a.seat <- struct{}{}:
	case <-ctx.Done():
		return Failed(Busy, "The agent was busy for too long; try again.")
	}
	s.mu.Lock()
	isGone := s.agents[a.key] != a
	s.mu.Unlock()
	if isGone {
		a.rise()
		return missing()
	}
	return nil
}

func (a *agent) rise() { <-a.seat }

// wake makes the agent's mind out of what is kept, if it sleeps. Memories that cannot be read are none.
func (s *Service) wake(ctx context.Context, a *agent) {
	if a.self != nil {
		return
	}
	own := memory.New(memory.Config{})
	var rows []memory.Row
	err := s.kept(ctx) // what it remembered before it slept, and the end of whoever had its id before, may be on the way
	if err == nil {
		rows, err = s.Keeper.Rows(a.mind())
	}
	if err != nil {
		s.Log.Warn("what an agent remembers cannot be read", slog.String("agent", a.mind()), slog.Any("err", err))
	}
	own.Load(rows)
	for _, r := range rows {
		a.clock = max(a.clock, r.At, r.Again, r.Used)
	}
	a.self = npc.New(npc.Config{
		ID: a.id, Name: a.id, Spec: world.MindSpec{Traits: slices.Clone(a.made.Traits)}, Memory: own,
		Working: a.made.Working, Given: a.made.Given, Stages: s.Stages, Lost: err != nil,
	})
}

// settle lets minds sleep while more are awake than there is room for, those first that were used least lately. Whoever
// thinks stays awake.
func (s *Service) settle() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.agents) <= AwakeMost {
		return
	}
	all := make([]*agent, 0, len(s.agents))
	for _, a := range s.agents { // sorted below
		all = append(all, a)
	}
	slices.SortFunc(all, func(a, b *agent) int { return int(int64(b.recent) - int64(a.recent)) })
	for _, a := range all[AwakeMost:] {
		select {
		case a.seat <- struct{}{}:
			a.self = nil
			a.rise()
		default:
		}
	}
}
