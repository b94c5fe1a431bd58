package agents

import (
	"sync"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Watches knows who watches which agent. The zero value watches none.
type Watches struct {
	mu sync.Mutex
	by map[world.GrantID]map[*Watch]struct{}
}

// Watch is one owner looking over an agent's shoulder. It is a sink of the body's, so that it is told what the body
// perceives.
type Watch struct {
	Grant world.GrantID
	Body  world.ActorID
	Label string
	Own   bool              // the owner sits at the same body, and perceives by themselves
	Show  func(prose.Text)  // must not block
	Ended func(word string) // the agent is no more; must not block
}

// Tell implements loop.Sink: what the body perceives is shown behind the agent's label.
func (w *Watch) Tell(t *loop.Told) {
	if w.Own {
		return
	}
	if text := prose.Of(t.Notice, t.Sense); len(text) > 0 {
		w.Show(w.marked(text))
	}
}

// marked puts the label before each line.
func (w *Watch) marked(text prose.Text) prose.Text {
	out := make(prose.Text, 0, len(text))
	for _, l := range text {
		mark := prose.Span{Text: "[" + world.Clean(w.Label) + "] ", Role: prose.System}
		l.Spans = append([]prose.Span{mark}, l.Spans...)
		out = append(out, l)
	}
	return out
}

// Add begins a watch.
func (s *Watches) Add(w *Watch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.by == nil {
		s.by = map[world.GrantID]map[*Watch]struct{}{}
	}
	if s.by[w.Grant] == nil {
		s.by[w.Grant] = map[*Watch]struct{}{}
	}
	s.by[w.Grant][w] = struct{}{}
}

// Drop ends a watch.
func (s *Watches) Drop(w *Watch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if delete(s.by[w.Grant], w); len(s.by[w.Grant]) == 0 {
		delete(s.by, w.Grant)
	}
}

// Watched reports whether anybody watches an agent. It may be called from any goroutine.
func (s *Watches) Watched(grant world.GrantID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.by[grant]) > 0
}

// Did shows to whoever watches an agent what it asks for, or what it was refused; "" for none. It may be called from
// any goroutine; of a refusal, once what it rests on is durable.
func (s *Watches) Did(grant world.GrantID, asked, refused string) {
	var text prose.Text
	if asked != "" {
		text = append(text, prose.L(prose.Command, "> "+world.Clean(asked)))
	}
	if refused != "" {
		text = append(text, prose.L(prose.Refusal, world.Clean(refused)))
	}
	for _, w := range s.of(grant) {
		w.Show(w.marked(text))
	}
}

// Revoked ends the watches of an agent that is no more.
func (s *Watches) Revoked(grant world.GrantID) {
	for _, w := range s.of(grant) {
		s.Drop(w)
		w.Ended("There is nothing more to watch of " + world.Clean(w.Label) + ": its token is gone.")
	}
}

func (s *Watches) of(grant world.GrantID) []*Watch {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []*Watch
	for w := range s.by[grant] { // each is shown to by itself; the order does not matter
		out = append(out, w)
	}
	return out
}
