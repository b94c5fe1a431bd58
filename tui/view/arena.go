package view

import (
	"time"

	"github.com/mudlark-mud/mudlark/tui/cell"
)

// Limits of an arena.
const (
	arenaSideMax, arenaFightersMax = 64, 64
	askedMaxBytes                  = 300
	debugRowsMax                   = 12
)

// Arena is the ground of a fight by turns, and who stands on it. Everything on it can be learnt from the text and done
// by typing.
type Arena struct {
	Title         string // what the ground is called
	Width, Height int    // in cells; at most 64 each way
	Features      []Feature
	Fighters      []Fighter // in the order of their turns, as far as that is known
	You           string    // the id of one's own among them; "" for who looks on
	Fights        bool      // it has come to blows, and they take turns
	Round         int
	Active        string    // the id of whose turn it is
	Left          int       // steps that whoever is on turn has left
	Struck        bool      // they have struck this turn
	Until         time.Time // when the turn ends by itself, or it comes to blows; the zero time if nobody knows
	Asked         string    // a proposal that waits for a yes or a no; "" for none
	Reads         bool      // one's words are being read
	Debug         []string  // what was made of the last words, in lines; for who wants to see it
}

// Cell is a square of an arena: X counts to the east and Y to the south, from 0.
type Cell struct{ X, Y int }

// Feature is what stands on a cell: it is in the way, or gives cover.
type Feature struct {
	At      Cell
	Name    string
	Blocked bool
	Cover   int
}

// Fighter is somebody who stands on an arena.
type Fighter struct {
	ID, Name  string
	Foe       bool // of the other side; for who looks on, of the side that was attacked
	At        Cell
	HP, HPMax int
	AC, Speed int
}

// clean returns an arena that is safe to draw and bounded: what stands nowhere on it is left out.
func (a *Arena) clean() *Arena {
	if a == nil || a.Width <= 0 || a.Height <= 0 {
		return nil
	}
	c := *a
	c.Width, c.Height = min(a.Width, arenaSideMax), min(a.Height, arenaSideMax)
	c.Title, c.You, c.Active = name(a.Title), name(a.You), name(a.Active)
	c.Round, c.Left = figure(a.Round), figure(a.Left)
	c.Features, c.Fighters, c.Debug = nil, nil, nil
	for _, f := range a.Features {
		if c.Holds(f.At) && len(c.Features) < arenaSideMax*arenaSideMax {
			c.Features = append(c.Features, Feature{f.At, name(f.Name), f.Blocked, figure(f.Cover)})
		}
	}
	for _, f := range a.Fighters {
		if c.Holds(f.At) && len(c.Fighters) < arenaFightersMax {
			c.Fighters = append(c.Fighters, Fighter{
				ID: name(f.ID), Name: name(f.Name), Foe: f.Foe, At: f.At, HP: figure(f.HP), HPMax: figure(f.HPMax),
				AC: figure(f.AC), Speed: figure(f.Speed),
			})
		}
	}
	c.Asked = cell.Clean(cell.Head(a.Asked, askedMaxBytes))
	for _, row := range a.Debug[:min(len(a.Debug), debugRowsMax)] {
		c.Debug = append(c.Debug, cell.Clean(cell.Head(row, askedMaxBytes)))
	}
	return &c
}

// Holds reports whether a cell is on the ground.
func (a *Arena) Holds(c Cell) bool { return c.X >= 0 && c.Y >= 0 && c.X < a.Width && c.Y < a.Height }

// Fighter returns somebody by their id, nil for nobody.
func (a *Arena) Fighter(id string) *Fighter {
	for i := range a.Fighters {
		if f := &a.Fighters[i]; f.ID == id && id != "" {
			return f
		}
	}
	return nil
}

// On returns who stands on a cell, nil for nobody.
func (a *Arena) On(c Cell) *Fighter {
	for i := range a.Fighters {
		if f := &a.Fighters[i]; f.At == c {
			return f
		}
	}
	return nil
}
