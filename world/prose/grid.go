package prose

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Grid is the ground of a fight by turns as somebody sees it, and who stands where.
type Grid struct {
	Encounter world.EncounterID  `json:"encounter"`
	Name      string             `json:"name"`
	Width     int                `json:"width"`
	Height    int                `json:"height"`
	Terrain   []world.Feature    `json:"terrain,omitempty"`
	Mode      world.SkirmishMode `json:"mode"`
	Round     int                `json:"round,omitempty"`
	Turn      string             `json:"turn,omitempty"`    // whose turn it is: "Ann", "the rat"
	Yours     bool               `json:"yours,omitempty"`   // the turn is the viewer's
	Left      int                `json:"left,omitempty"`    // steps that the viewer could go now
	Struck    bool               `json:"struck,omitempty"`  // the viewer has struck this turn
	Seconds   int                `json:"seconds,omitempty"` // until the turn ends by itself
	Folk      []GridFolk         `json:"folk"`              // the nearest to the viewer first
	Reach     []world.Cell       `json:"reach,omitempty"`   // where the viewer could go now
	Dark      bool               `json:"dark,omitempty"`    // nothing but the viewer can be made out
}

// GridFolk is somebody on a grid.
type GridFolk struct {
	ID      world.ActorID `json:"id"`
	Sign    string        `json:"sign"` // one character: a capital for those of the viewer's side
	Name    string        `json:"name"` // "Ann", "the rat 2"
	Side    world.Side    `json:"side"`
	Ours    bool          `json:"ours,omitempty"` // of the viewer's side; for one who only watches, of those who opened it
	You     bool          `json:"you,omitempty"`
	At      world.Cell    `json:"at"`
	HP      int           `json:"hp"`
	HPMax   int           `json:"hpMax"`
	Cover   int           `json:"cover,omitempty"` // what the cell adds to their armour
	InReach bool          `json:"inReach,omitempty"`
}

// GridText draws a grid, or tells it in words to a screen reader.
func GridText(g Grid, style Style) Text {
	text := Text{L(Plain, "In "+Clean(g.Name)+":")}
	for y := range g.Height {
		var row strings.Builder
		for x := range g.Width {
			row.WriteString(" " + g.sign(world.Cell{X: x, Y: y}))
		}
		text = append(text, drawn(pad2(y)+row.String()))
	}
	return text
}

func pad2(n int) string {
	s := strconv.Itoa(n)
	return strings.Repeat(" ", max(0, 2-len(s))) + s
}

func (g Grid) sign(c world.Cell) string {
	for _, f := range g.Folk {
		if f.At == c {
			return f.Sign
		}
	}
	for _, f := range g.Terrain {
		switch {
		case f.X != c.X || f.Y != c.Y:
		case f.Blocks:
			return "#"
		default:
			return "+"
		}
	}
	return "."
}
