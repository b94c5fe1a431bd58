package session

import (
	"github.com/mudlark-mud/mudlark/mud/session/glance"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Screen shows a session to somebody. Its methods are called from the session's goroutine and must not block.
type Screen interface {
	// Show shows what was said since the last call: first the paragraphs, then the prompt.
	Show(f Frame)
	// Secret hides the next line as it is typed.
	Secret(on bool)
	// Style is how its owner likes reports.
	Style() prose.Style
	// Wants says how much of a View the screen draws.
	Wants() glance.Want
	// End shows a last word and closes the connection.
	End(word string, reason string)
	// Face says what kind of screen it is, always the same. It may be called from any goroutine.
	Face() settings.Face
	// Apply has things shown as they were chosen; what nobody chose follows the client. The sheet stays the session's.
	Apply(chosen *settings.Sheet)
	// Now says what a setting is at this moment that follows the client; "" when none does.
	Now(name string) string
	// Settled says that somebody signed in, so that limits for strangers no longer count.
	Settled()
}

// Frame is what a screen is given at a time. Its parts are the screen's until Show returns.
type Frame struct {
	Parts  []Part
	Prompt string
	View   *View
	Wrong  world.Dir // where somebody tried to go and no way leads; "" for nowhere
}

// Part is a piece of a frame: a text of this session alone, or something told that others may share.
type Part struct {
	Text  prose.Text
	Told  *loop.Told
	Stamp string       // the time, to be shown before it; "" for nothing
	Art   []prose.Text // drawings of one thing, the widest first: the first that fits is shown, or none
}

// Words returns the part as prose.
func (p Part) Words() prose.Text {
	if p.Told != nil {
		return prose.Of(p.Told.Notice, p.Told.Sense)
	}
	return p.Text
}

// View is the state beside the text, for screens that draw it and clients that are sent it.
type View = glance.View

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
