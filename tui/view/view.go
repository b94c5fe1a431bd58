// Package view is the state beside the text: what a screen's panes draw. It is data and nothing else: whoever has a
// session fills it in, and by way of [View.Clean] it becomes safe and bounded. Nothing in it may be changed afterwards.
package view

import (
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Limits of a view; what is beyond them is dropped and, in a list, counted.
const (
	// entriesMax is how many entries of one list are kept.
	entriesMax = 100
	// panelsMax is how many extra panels are kept, panelMaxLines the paragraphs of each.
	panelsMax, panelMaxLines = 8, 100
	// vitalMax is the largest figure shown; it keeps the gauges' arithmetic far from overflow.
	vitalMax = 1_000_000_000
)

// View is the state beside the text: the status bar and the side panel. Zero fields are not shown. Everything in it
// may also be learnt from the text, so nobody who cannot see the panel misses anything.
type View struct {
	Name      string   // who one plays
	HP, MaxHP int      // health in points; MaxHP 0 hides it
	Fighting  string   // whom one fights
	Room      string   // where one is; "" (before play) hides the side panel
	Exits     []string // ways out, in the order to show them
	Time      string   // the hour, in words: "dusk"
	Tide      string   // the tide, in words: "rising"
	People    Entries  // who else is here
	Things    Entries  // what lies here
	Carrying  Entries  // what one holds
	Board     *Board   // what is played here; nil for nothing
	Panels    []Panel  // whatever else the place offers: a grid, a log
}

// Entries is a list and how many more there are that it does not name.
type Entries struct {
	List []Entry
	More int
}

// Entry is one line of a list. An entry with role prose.Foe is also marked by a sign, never by colour alone.
type Entry struct {
	Text  string
	Role  prose.Role
	Count int    // shown from 2 on
	Note  string // a word or two after the name: "asleep", "an NPC"
}

// Panel is a titled piece of text in the side panel. Its lines are wrapped like any other, so a drawing keeps its
// shape as long as it is narrower than the panel.
type Panel struct {
	Title string
	Text  []cell.Line
	Log   bool // where there is little room, its last lines matter most
}

// Clean makes a copy of the view that is safe to draw and bounded.
func (v *View) Clean() *View {
	c := *v
	c.Name, c.Fighting, c.Room = cell.Clean(v.Name), cell.Clean(v.Fighting), cell.Clean(v.Room)
	c.Time, c.Tide = cell.Clean(v.Time), cell.Clean(v.Tide)
	c.MaxHP = min(max(v.MaxHP, 0), vitalMax)
	c.HP = min(max(v.HP, 0), vitalMax)
	c.Exits = make([]string, 0, min(len(v.Exits), entriesMax))
	for _, e := range v.Exits[:min(len(v.Exits), entriesMax)] {
		c.Exits = append(c.Exits, cell.Clean(e))
	}
	c.People, c.Things, c.Carrying = v.People.clean(), v.Things.clean(), v.Carrying.clean()
	c.Board = v.Board.clean()
	c.Panels = make([]Panel, 0, min(len(v.Panels), panelsMax))
	for _, p := range v.Panels[:min(len(v.Panels), panelsMax)] {
		text := make([]cell.Line, 0, min(len(p.Text), panelMaxLines))
		for _, l := range p.Text[:min(len(p.Text), panelMaxLines)] {
			text = append(text, cell.CleanLine(l))
		}
		c.Panels = append(c.Panels, Panel{Title: cell.Clean(p.Title), Text: text, Log: p.Log})
	}
	return &c
}

func (e Entries) clean() Entries {
	kept := min(len(e.List), entriesMax)
	c := Entries{List: make([]Entry, 0, kept), More: min(max(e.More, 0), vitalMax) + len(e.List) - kept}
	for _, x := range e.List[:kept] {
		if x.Text, x.Note = cell.Clean(x.Text), cell.Clean(x.Note); x.Role >= prose.Roles {
			x.Role = prose.Plain
		}
		c.List = append(c.List, x)
	}
	return c
}
