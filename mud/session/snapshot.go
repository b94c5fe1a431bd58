package session

import (
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// snapshot is what the writer reads for a session after each command.
type snapshot struct {
	facts  settings.Facts // for the prompt
	answer any            // what the verb reports, or nil
	view   *surroundings.View
	body   bool       // there is one
	role   world.Role // of whoever comes in; read at that time only
	unread int        // answers to reports that wait for them; read at that time only
	posts  posts      // what everybody reads who comes in; read at that time only
	again  bool       // the view is the last one, but for what time changed
}

// snapshot reads on the writer what a command answers with.
func (s *Session) snapshot(c verb.Ctx, answer any) snapshot {
	snap := s.readFacts(c, answer)
	if want := surroundings.Want(s.view.wants.Load()); want >= surroundings.Sight {
		views, surveyor := s.viewing(c.State)
		snap.view = views.Of(c.State, c.Actor, c.Now)
		if want >= surroundings.Survey {
			surveyor.Fill(snap.view, c.State, c.Actor, c.Now)
		}
	}
	return snap
}

// readFacts is snapshot without a view.
func (s *Session) readFacts(c verb.Ctx, answer any) snapshot {
	facts := settings.Read(settings.Needs(s.prompt.needs.Load()), c.State, c.Actor, c.Now)
	return snapshot{answer: answer, body: true, facts: facts}
}

// read makes the report of a reply. After a command that only says something the last view serves again, as time has
// changed it; what others did meanwhile is seen when the view is read anew.
func (c *command) read(ctx verb.Ctx, answer any) any {
	if c.onlyTalks {
		if again := surroundings.Again(c.lastView, ctx.State, ctx.Actor, ctx.Now); again != nil {
			snap := c.s.readFacts(ctx, answer)
			snap.view, snap.again = again, true
			return snap
		}
	}
	return c.s.snapshot(ctx, answer)
}
