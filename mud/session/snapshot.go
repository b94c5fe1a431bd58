package session

import (
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// snapshot is what the writer reads for a session after each command.
type snapshot struct {
	facts  settings.Facts // for the prompt
	answer any            // what the verb reports, or nil
	view   *surroundings.View
	body   bool // there is one
	again  bool // the view is the last one, but for what time changed
}

func (s *Session) snapshot(c verb.Ctx, answer any) snapshot {
	g := snapshot{
		answer: answer, body: true, facts: settings.Read(settings.Needs(s.needs.Load()), c.State, c.Actor, c.Now),
	}
	if want := surroundings.Want(s.draws.Load()); want >= surroundings.Sight {
		g.view = s.hub.eyes.Of(c.State, c.Actor, c.Now)
		if want >= surroundings.Survey {
			s.around.Fill(g.view, c.State, c.Actor, c.Now)
		}
	}
	return g
}

// look is glimpse for a reply's report. Who only said something sees what they saw before, as time has changed it; what
// others did meanwhile is seen when that is read anew.
func (t *turn) look(c verb.Ctx, answer any) any {
	if t.talks {
		if again := surroundings.Again(t.view, c.State, c.Actor, c.Now); again != nil {
			g := snapshot{
				answer: answer, body: true, view: again, again: true,
				facts: settings.Read(settings.Needs(t.s.needs.Load()), c.State, c.Actor, c.Now),
			}
			return g
		}
	}
	return t.s.snapshot(c, answer)
}
