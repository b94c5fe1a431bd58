package panes_test

import (
	"fmt"
	"testing"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// A long log loses its oldest lines, any other panel its last ones; each keeps its share, and says what is missing.
func TestLongPanels(t *testing.T) {
	v := evening()
	long := func(title string, isLog bool) view.Panel {
		p := view.Panel{Title: title, Log: isLog}
		for i := range 60 {
			p.Text = append(p.Text, cell.L(prose.Plain, fmt.Sprintf("%s %d.", title, i)))
		}
		return p
	}
	v.Panels = []view.Panel{{Title: "Empty"}, long("Moves", true), {Title: "Void", Log: true}, long("Rules", false)}
	s := stage(120, 37, plainLook(), false)
	s.See(v.Clean())
	sees(t, s, 37, "Moves 59.", true)
	sees(t, s, 37, "Moves 0.", false)
	sees(t, s, 37, "before these", true)
	sees(t, s, 37, "Rules 0.", true)
	sees(t, s, 37, "Rules 59.", false)
	sees(t, s, 37, "more", true)
	sees(t, s, 37, "Empty", false)
	sees(t, s, 37, "Void", false)
	v.Panels = []view.Panel{{Title: "Empty"}}
	s.See(v.Clean())
	if s.Shown(panes.Log) {
		t.Error("a panel with nothing in it shows")
	}
}

// A board in a column too narrow for it says so, and one that is hidden by a small window is not lost.
func TestBoardNeedsRoom(t *testing.T) {
	v := game(evening())
	for y := range v.Board.Squares {
		for range 9 {
			v.Board.Squares[y] = append(v.Board.Squares[y], view.Square{Send: "place z9"})
		}
	}
	s := stage(60, 17, plainLook(), false)
	s.See(v.Clean())
	sees(t, s, 17, "The board needs a wider", true)
	s.Resize(300, 50)
	sees(t, s, 50, "The board needs a wider", false)
	s.Resize(40, 10)
	if s.Shown(panes.Board) {
		t.Error("a board in a window of 40 cells")
	}
	s.Resize(300, 50)
	sees(t, s, 50, "┼───┼", true)
}
