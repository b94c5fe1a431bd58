package panes

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
	Arena   = "arena"
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

// pane is one of the things around the text.
type pane interface {
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
