package view

import (
	"time"

	"github.com/mudlark-mud/mudlark/tui/cell"
)

// Health is the name of the gauge of health.
const Health = "health"

// Gauge is one kind of points: health, mana, moves.
type Gauge struct {
	Name string // what they are points of, in a small word
	Word string // how much there is, in a word or two; "" has the pane find one
	Now  int    // how many there are
	Most int    // how many there can be; 0 if nobody knows
	Low  bool   // they are few enough to be a worry
}

// Exit is a way out.
type Exit struct {
	Dir    string // the line that goes there: "north"
	Name   string // what lies beyond; "" if that is not known
	Closed bool   // there is a door, and it is closed
}

// Quest is something one is about.
type Quest struct {
	Name, Note string
	Done, Of   int // how much of it is done; Of 0 if that is not counted
}

// Effect is something that lasts for a while.
type Effect struct {
	Name, Note string
	Until      time.Time // when it ends; the zero time if nobody knows
}

func (g Gauge) clean() Gauge {
	g.Name, g.Word, g.Now, g.Most = cell.Clean(g.Name), cell.Clean(g.Word), figure(g.Now), figure(g.Most)
	return g
}

func (e Exit) clean() Exit {
	e.Dir, e.Name = cell.Clean(e.Dir), cell.Clean(e.Name)
	return e
}

func (q Quest) clean() Quest {
	q.Name, q.Note, q.Done, q.Of = cell.Clean(q.Name), cell.Clean(q.Note), figure(q.Done), figure(q.Of)
	return q
}

func (e Effect) clean() Effect {
	e.Name, e.Note = cell.Clean(e.Name), cell.Clean(e.Note)
	return e
}
