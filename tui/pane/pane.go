// Package pane is what stands around the text: a map, who is here, what was said, a board.
//
// Its one idea is that a pane is state with a drawing: a [Pane] is shown a view and says whether its drawing changed; a
// [Set] holds them all, settles where each stands ([Plan]), draws anew only those that changed, and hands keys and
// clicks to one of them, which answers with an [Act]. A set does no I/O: pages that panes lack are collected in
// [Set.Asks]. It belongs to one goroutine. Whatever comes in was cleaned by package view.
//
// To add a pane, write its type and name it in [New] and in habits.
package pane

import (
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
)

// The names of the panes. They are kept with how a screen is arranged, so they do not change.
const (
	Board   = "board"
	Log     = "log"
	Map     = "map"
	Vitals  = "vitals"
	Room    = "room"
	Effects = "effects"
	Quests  = "quests"
	Gear    = "gear"
	Chat    = "chat"
	Who     = view.PageWho
	Help    = view.PageHelp
	Sheet   = view.PageSheet
)

// Canvas is what a pane is drawn on.
type Canvas struct {
	cell.Pen
	Theme   *cell.Theme
	Height  int
	Focused bool // the keys are the pane's
}

// Act is what a key or a click asks of the screen. The zero Act asks for nothing.
type Act struct {
	Send    string // a line to send as if it were typed
	Put     string // a line to begin with on the input line
	Notice  string // a word to the person
	Release bool   // the keys go back to the input line
}

// Pane is one of the things around the text.
type Pane interface {
	// Name is the pane's constant name.
	Name() string
	// Title stands above it.
	Title() string
	// See shows it the view, which is never nil, and reports whether that changes the drawing.
	See(v *view.View) bool
	// Wants says how many rows it needs at least to be of use, and how many show everything; 0 and 0 if there is
	// nothing to show.
	Wants(c Canvas) (least, best int)
	// Draw returns at most the canvas's height of rows, none wider than its pen.
	Draw(c Canvas) []string
	// Key takes a key while the pane has the keys, and reports whether it was for the pane.
	Key(key string) (Act, bool)
	// Click takes a click on a cell of what was drawn last.
	Click(x, y int) Act
	// Keys says in a few words what keys do.
	Keys() string
}

// habit is how a pane is placed where nobody wished otherwise.
type habit struct {
	auto  bool // it shows by itself where there is room and something to show
	left  bool // its column, where there are two
	broad bool // it needs rows longer than a narrow column has
	below bool // it would rather stand under the text
	tall  bool // it takes rows that nobody else wants
}

// habits are how the panes are placed.
func habits(name string) habit {
	switch name {
	case Board, Log:
		return habit{auto: true, left: true}
	case Map:
		return habit{auto: true, left: true, tall: true}
	case Effects, Quests:
		return habit{auto: true, left: true}
	case Room, Gear:
		return habit{auto: true}
	case Chat:
		return habit{auto: true, broad: true, below: true, tall: true}
	case Who, Help, Sheet:
		return habit{broad: true, tall: true}
	}
	return habit{left: true}
}
