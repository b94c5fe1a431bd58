package game

import (
	"context"
	"log/slog"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// Cursors keeps how far the client of each grant was told, so that nothing is passed over when the server was gone
// meanwhile. What it has may be behind; then something is told twice.
type Cursors interface {
	// Cursor returns what is kept for a grant, and whether anything is. It must be quick.
	Cursor(grant world.GrantID) (seq uint64, ok bool)
	// Keep returns a step that keeps cursors with the next commit. It is called on the world's writer.
	Keep(marks []Mark) loop.Step
}

// Mark is the cursor of a grant; a Seq of 0 forgets it.
type Mark struct {
	Grant world.GrantID
	Seq   uint64
}

// forgetful keeps no cursors.
type forgetful struct{}

func (forgetful) Cursor(world.GrantID) (uint64, bool) { return 0, false }
func (forgetful) Keep([]Mark) loop.Step               { return loop.Step{} }

// birth is the mark with which a grant begins that was never used before: without it, what comes between its first call
// and the first keeping would be passed over after a crash.
func (s *seat) birth(st *world.State) []Mark {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cursor != 0 {
		return nil
	}
	s.kept = st.Seq
	return []Mark{{s.who.Grant, st.Seq}}
}

// unkept returns the mark of a cursor that has moved since it was kept last, and counts it as kept.
func (s *seat) unkept() (Mark, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone || s.cursor == s.kept || s.who.Mind { // what a mind has taken in is kept with what it made of it
		return Mark{}, false
	}
	s.kept = s.cursor
	return Mark{s.who.Grant, s.cursor}, true
}

// keep has the cursors kept that have moved.
func (g *Game) keep(ctx context.Context) {
	g.mu.Lock()
	var marks []Mark
	for _, st := range g.seats { // the order does not matter: each has an entry of its own
		if m, ok := st.unkept(); ok {
			marks = append(marks, m)
		}
	}
	g.mu.Unlock()
	if len(marks) == 0 {
		return
	}
	_, err := g.world.Do(ctx, func(*world.State, world.Time) loop.Step { return g.cursors.Keep(marks) })
	if err != nil {
		g.log.LogAttrs(ctx, slog.LevelDebug, "cursors were not kept; some events will be told again", slog.Any("err", err))
	}
}
