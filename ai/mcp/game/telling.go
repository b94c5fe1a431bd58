package game

import (
	"context"
	"slices"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
)

const (
	// tellingsMost is how many clients of one token are remembered: those with a session, and all others together.
	tellingsMost = guard.SessionsPerPrincipalMax + 1
	// RepeatAfter is how many results of a token's clients without a session may leave out what was told before, until one
	// tells everything again. Nobody knows how many such clients there are, or when one of them began anew.
	RepeatAfter = 10
)

// telling is what a client was told last. Clients with a session are remembered each by itself; those without share one
// telling under their token.
type telling struct {
	client string // its session, "" for those without
	known  result.Memory
	room   world.RoomID // that was described last; "" in the dark
	cursor uint64       // of the last result
	brief  int          // results since the last that told everything
}

// telling returns what the client that calls was told, the zero one if it was told nothing yet. The mutex is held.
func (s *seat) telling(ctx context.Context) *telling {
	client := mcp.Session(ctx)
	at := slices.IndexFunc(s.tellings, func(t *telling) bool { return t.client == client })
	t := &telling{client: client}
	switch {
	case at >= 0:
		t = s.tellings[at]
		s.tellings = slices.Delete(s.tellings, at, at+1)
	case len(s.tellings) >= tellingsMost:
		s.tellings = slices.Delete(s.tellings, 0, 1) // nobody was told anything for as long
	}
	s.tellings = append(s.tellings, t)
	return t
}

// measure decides how much of how things stand a client is told: the room is described to whoever comes there, and
// everything is told again to whoever may have missed it.
func (s *seat) measure(ctx context.Context, a *response) {
	if a.room.ID == "" {
		return // nothing was seen
	}
	_, isLook := a.report.(world.RoomReport)
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.telling(ctx)
	a.repeats = t.client == "" && t.brief >= RepeatAfter || a.after != nil && *a.after != t.cursor
	a.full = t.arrives(a.room) || isLook || a.repeats
}

// arrives reports whether a room is another than the client was told of last.
func (t *telling) arrives(room world.RoomReport) bool {
	was := t.room
	if t.room = room.ID; room.Dark {
		t.room = ""
	}
	return was != t.room || t.room == ""
}

// tellAs returns a result as it is told to the client that calls, all of it if it shall be.
func (s *seat) tellAs(ctx context.Context, r *result.Result, all bool) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.telling(ctx)
	structure, err := t.known.Brief(r, all)
	t.cursor = r.Cursor
	if t.brief++; all {
		t.brief = 0
	}
	if ctx.Err() != nil { // nobody hears it
		*t = telling{client: t.client}
	}
	return structure, err //nolint:wrapcheck // it says what it was about
}

// Greeted notes that a client of a principal's begins: its next result leaves nothing out.
func (g *Game) Greeted(ctx context.Context, p mcp.Principal) {
	st := g.seat(p)
	st.mu.Lock()
	defer st.mu.Unlock()
	t := st.telling(ctx)
	*t = telling{client: t.client}
}
