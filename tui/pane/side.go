package pane

import (
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/pane/kind"
	"github.com/mudlark-mud/mudlark/tui/view"
)

// Finger is where one points on a board.
type Finger = kind.Finger

// Side draws the side panel's rows.
func Side(v *view.View, f Finger, t *cell.Theme, p cell.Pen, height int) []string {
	return kind.Side(v, f, t, p, height)
}

// BoardHint says what the keys do while the board has them.
func BoardHint(b *view.Board) string { return kind.BoardHint(b) }
