// Package view is the state beside the text: what a screen's panes draw. It is data and nothing else: whoever has a
// session fills it in, and by way of [View.Clean] it becomes safe and bounded. Nothing in it may be changed afterwards.
package view

import (
	"slices"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Limits of a view; what is beyond them is dropped and, in a list, counted.
const (
	// entriesMax is how many entries of one list are kept.
	entriesMax = 100
	// panelsMax is how many extra panels are kept, panelMaxLines the paragraphs of each.
	panelsMax, panelMaxLines = 8, 100
	// gaugesMax is how many gauges are kept.
	gaugesMax = 12
	// vitalMax is the largest figure shown; it keeps the gauges' arithmetic far from overflow.
	vitalMax = 1_000_000_000
)

// View is the state beside the text: what the status bar and the panes show. Zero fields are not shown. Everything in
// it may also be learnt from the text, so nobody who cannot see the panes misses anything.
type View struct {
	Name      string  // who one plays
	HP, MaxHP int     // health in points; MaxHP 0 hides it
	Gauges    []Gauge // all points; a gauge of health is made of HP and MaxHP if it is not among them
	Level     int
	XP        int     // experience so far
	XPNext    int     // experience at which the next level begins; 0 if nobody knows
	Coins     int     // what one has; a negative number hides it
	Fighting  string  // whom one fights
	Room      string  // where one is; "" (before play) hides the panes
	Exits     []Exit  // ways out, in the order to show them
	Chart     *Chart  // places around one; nil for none. One that has not changed is best given again as it is.
	Time      string  // the hour, in words: "dusk"
	Tide      string  // the tide, in words: "rising"
	People    Entries // who else is here
	Things    Entries // what lies here
	Carrying  Entries // what one holds
	Using     Entries // what one wears and wields; the note of each is where
	Quests    []Quest
	Effects   []Effect
	Board     *Board   // what is played here; nil for nothing
	Arena     *Arena   // a fight by turns; nil for none
	Panels    []Panel  // whatever else the place offers: a grid, a log
	Channels  []string // words of this world's own behind which a line is said as it stands
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
	c.HP, c.MaxHP = figure(v.HP), figure(v.MaxHP)
	c.Level, c.XP, c.XPNext = figure(v.Level), figure(v.XP), figure(v.XPNext)
	c.Coins = min(v.Coins, vitalMax)
	c.Gauges = v.gauges()
	c.Exits = kept(v.Exits, entriesMax, Exit.clean)
	c.Chart = v.Chart.clean()
	c.People, c.Things = v.People.clean(), v.Things.clean()
	c.Carrying, c.Using = v.Carrying.clean(), v.Using.clean()
	c.Quests = kept(v.Quests, entriesMax, Quest.clean)
	c.Effects = kept(v.Effects, entriesMax, Effect.clean)
	c.Board = v.Board.clean()
	c.Arena = v.Arena.clean()
	c.Panels = kept(v.Panels, panelsMax, Panel.clean)
	c.Channels = kept(v.Channels, entriesMax, cell.Clean)
	return &c
}

// gauges returns all gauges, that of health first if only its points were told.
func (v *View) gauges() []Gauge {
	list := kept(v.Gauges, gaugesMax, Gauge.clean)
	if v.MaxHP > 0 && !slices.ContainsFunc(list, func(g Gauge) bool { return g.Name == Health }) {
		list = slices.Insert(list, 0, Gauge{Name: Health, Now: v.HP, Most: v.MaxHP, Low: v.HP*4 < v.MaxHP}.clean())
	}
	return list
}

func (p Panel) clean() Panel {
	return Panel{Title: cell.Clean(p.Title), Text: kept(p.Text, panelMaxLines, cell.CleanLine), Log: p.Log}
}

func (e Entries) clean() Entries {
	list := kept(e.List, entriesMax, Entry.clean)
	return Entries{List: list, More: figure(e.More) + len(e.List) - len(list)}
}

func (e Entry) clean() Entry {
	if e.Text, e.Note = cell.Clean(e.Text), cell.Clean(e.Note); e.Role >= prose.Roles {
		e.Role = prose.Plain
	}
	return e
}

// kept returns the first entries of a list, at most so many, each cleaned.
func kept[T any](list []T, most int, clean func(T) T) []T {
	out := make([]T, 0, min(len(list), most))
	for _, x := range list[:min(len(list), most)] {
		out = append(out, clean(x))
	}
	return out
}

// figure keeps a number within what is shown.
func figure(n int) int { return min(max(n, 0), vitalMax) }
