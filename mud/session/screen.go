package session

import (
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
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
	Wants() surroundings.Want
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
	View   *surroundings.View
	Card   *ProposalCard // what gm was asked, when it changed; nil leaves what is drawn
	Wrong  world.Dir     // where somebody tried to go and no way leads; "" for nowhere
	Asks   bool          // the prompt asks for words: what is typed is no command, and a screen makes nothing else of it
}

// Part is a piece of a frame: a text of this session alone, or something told that others may share.
type Part struct {
	Text  prose.Text
	Told  *loop.Told
	Stamp string       // the time, to be shown before it; "" for nothing
	Art   []prose.Text // drawings of one thing, the widest first: the first that fits is shown, or none
}

// Words returns the part as prose.
func (p Part) Words() prose.Text { return p.In(prose.Manner{}) }

// In returns the part as prose, with what happened told in a manner.
func (p Part) In(m prose.Manner) prose.Text {
	if p.Told != nil {
		return m.Of(p.Told.Notice, p.Told.Sense)
	}
	return p.Text
}
