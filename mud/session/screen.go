package session

import (
	"github.com/mudlark-mud/mudlark/mud/session/frame"
	"github.com/mudlark-mud/mudlark/mud/session/glance"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// What a screen is and is shown; see package frame.
type (
	Screen = frame.Screen
	Frame  = frame.Frame
	Part   = frame.Part
	View   = frame.View
)

// glimpse is what the writer reads for a session after each command.
type glimpse struct {
	facts  settings.Facts // for the prompt
	answer any            // what the verb reports, or nil
	view   *View
	body   bool // there is one
	again  bool // the view is the last one, but for what time changed
}

func (s *Session) glimpse(c verb.Ctx, answer any) glimpse {
	g := glimpse{
		answer: answer, body: true, facts: settings.Read(settings.Needs(s.needs.Load()), c.State, c.Actor, c.Now),
	}
	if want := glance.Want(s.draws.Load()); want >= glance.Sight {
		g.view = s.hub.eyes.Of(c.State, c.Actor, c.Now)
		if want >= glance.Survey {
			s.around.Fill(g.view, c.State, c.Actor, c.Now)
		}
	}
	return g
}

// look is glimpse for a reply's report. Who only said something sees what they saw before, as time has changed it; what
// others did meanwhile is seen when that is read anew.
func (t *turn) look(c verb.Ctx, answer any) any {
	if t.talks {
		if again := glance.Again(t.view, c.State, c.Actor, c.Now); again != nil {
			g := glimpse{
				answer: answer, body: true, view: again, again: true,
				facts: settings.Read(settings.Needs(t.s.needs.Load()), c.State, c.Actor, c.Now),
			}
			return g
		}
	}
	return t.s.glimpse(c, answer)
}
