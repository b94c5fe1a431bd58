package panes

import (
	"time"

	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// sameMoment is by how much the end of a turn may seem to move, because it is told a little late, and is the same.
const sameMoment = 2 * time.Second

// ArenaFacts is what one said to the reader of plain words, and what came of it.
type ArenaFacts struct {
	Text  string   // what it would be, while that waits for a yes or a no; "" for nothing
	Reads bool     // it is being read
	Debug []string // what was made of it, in lines, for who wants to see it
}

// ArenaWith adds to an arena what one said, in a copy; nil stays nil.
func ArenaWith(a *view.Arena, t ArenaFacts) *view.Arena {
	if a == nil {
		return nil
	}
	with := *a
	with.Reads, with.Debug = t.Reads, t.Debug
	if t.Text != "" {
		with.Asked = "That would be: " + t.Text
	}
	return &with
}

// fightersMost and featuresMost are how many of either are taken of what is told.
const fightersMost, featuresMost = 64, 64 * 64

// ArenaOf makes what the pane draws of what somebody sees of a fight; nil when there is nothing to draw any more. Until
// is when the turn ends by itself, the zero time if nobody knows. Before is what was made last, nil for nothing: the
// end of a turn that was told before stays as it was.
func ArenaOf(v *proposal.View, until time.Time, before *view.Arena) *view.Arena {
	if v == nil || v.Summary.Combat.Mode == world.ModeOver {
		return nil
	}
	s := &v.Summary
	out := &view.Arena{
		Title: s.Map.Name, Width: s.Map.Grid.Width, Height: s.Map.Grid.Height, You: string(v.You),
		Fights: s.Combat.Mode == world.ModeCombat, Round: s.Combat.Round, Active: string(s.Combat.ActiveEntityID),
		Left: s.Combat.MovementLeft, Struck: s.Combat.ActiveHasActed,
	}
	out.Until = until
	if before != nil && before.Active == out.Active && before.Round == out.Round && !until.IsZero() &&
		before.Until.Sub(until).Abs() <= sameMoment {
		out.Until = before.Until
	}
	for _, t := range s.Map.Terrain[:min(len(s.Map.Terrain), featuresMost)] {
		out.Features = append(out.Features, view.Feature{
			At: view.Cell{X: t.X, Y: t.Y}, Name: t.Name, Blocked: t.Blocked, Cover: t.Cover,
		})
	}
	mine, all := world.SideA, s.Entities[:min(len(s.Entities), fightersMost)]
	for _, e := range all {
		if e.ID == v.You && v.You != "" {
			mine = e.Side
		}
	}
	add := func(e proposal.Entity) {
		out.Fighters = append(out.Fighters, view.Fighter{
			ID: string(e.ID), Name: e.Name, Foe: e.Side != mine, At: view.Cell{X: e.Position.X, Y: e.Position.Y},
			HP: e.HP, HPMax: e.HPMax, AC: e.AC, Speed: e.Speed,
		})
	}
	for _, id := range s.Combat.InitiativeOrder[:min(len(s.Combat.InitiativeOrder), fightersMost)] {
		for _, e := range all {
			if e.ID == id && out.Fighter(string(id)) == nil {
				add(e)
			}
		}
	}
	for _, e := range all {
		if out.Fighter(string(e.ID)) == nil {
			add(e)
		}
	}
	return out
}
