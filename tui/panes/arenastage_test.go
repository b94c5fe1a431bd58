package panes_test

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/tui/view"
)

// brawl is a fight in a tavern: the bar runs across it, Seren stands at 2,3, and it is her turn.
//
//	  0    5
//	0 ········
//	1 ·████·B·    the barkeep at 6,1
//	2 ········
//	3 ··@b····    Ben, a friend, at 3,3
//	4 ··R·▒···    a wharf rat at 2,4, within reach; an upturned table at 4,4
//	5 ·····R··    another wharf rat at 5,5
func brawl() *view.Arena {
	a := &view.Arena{
		Title: "The Drowned Lantern", Width: 8, Height: 6, You: "pc-seren", Fights: true, Round: 2, Active: "pc-seren",
		Left: 4, Until: noon().Add(24 * time.Second),
		Fighters: []view.Fighter{
			{ID: "pc-seren", Name: "Seren", At: view.Cell{X: 2, Y: 3}, HP: 12, HPMax: 20, AC: 12, Speed: 6},
			{
				ID: "npc-barkeep-01", Name: "the barkeep", Foe: true, At: view.Cell{X: 6, Y: 1}, HP: 9, HPMax: 18,
				AC: 11, Speed: 6,
			},
			{ID: "rat-1", Name: "a wharf rat", Foe: true, At: view.Cell{X: 2, Y: 4}, HP: 1, HPMax: 6, AC: 10, Speed: 6},
			{ID: "rat-2", Name: "a wharf rat", Foe: true, At: view.Cell{X: 5, Y: 5}, HP: 6, HPMax: 6, AC: 10, Speed: 6},
			{ID: "p7", Name: "Ben", At: view.Cell{X: 3, Y: 3}, HP: 20, HPMax: 20, AC: 10, Speed: 6},
		},
	}
	for x := 1; x <= 4; x++ {
		a.Features = append(a.Features, view.Feature{At: view.Cell{X: x, Y: 1}, Name: "the bar", Blocked: true})
	}
	a.Features = append(a.Features, view.Feature{At: view.Cell{X: 4, Y: 4}, Name: "an upturned table", Cover: 2})
	return a
}

// arenaStage is a pane that has the keys, on a canvas.
type arenaStage struct {
	t      *testing.T
	pane   *panes.ArenaPane
	canvas panes.Canvas
}

func set(t *testing.T, a *view.Arena, width, height int) *arenaStage {
	t.Helper()
	s := &arenaStage{t: t, pane: panes.NewArena(), canvas: panes.Canvas{
		Pen:   cell.Pen{Width: width, Signs: cell.NewSigns(false)},
		Theme: cell.NewTheme(cell.Look{Dark: true, Profile: colorprofile.NoTTY}), Height: height, Focused: true,
	}}
	s.pane.Tick(noon())
	s.see(a)
	return s
}

func (s *arenaStage) see(a *view.Arena) { s.pane.See((&view.View{Room: "here", Arena: a}).Clean()) }

// rows are what is drawn, without styles and blanks at the ends.
func (s *arenaStage) rows() []string {
	s.t.Helper()
	rows := s.pane.Draw(s.canvas)
	if len(rows) > s.canvas.Height {
		s.t.Errorf("%d rows on a canvas of %d", len(rows), s.canvas.Height)
	}
	out := make([]string, len(rows))
	for i, r := range rows {
		if n := ansi.StringWidth(r); n > s.canvas.Width {
			s.t.Errorf("row %d is %d cells wide, of %d: %q", i, n, s.canvas.Width, r)
		}
		out[i] = strings.TrimRight(ansi.Strip(r), " ")
	}
	return out
}

// press presses keys and returns all that they asked for.
func (s *arenaStage) press(keys ...string) (acts []panes.Act) {
	s.t.Helper()
	for _, k := range keys {
		act, ok := s.pane.Key(k)
		if !ok {
			s.t.Errorf("key %q is not the pane's", k)
		}
		if act != (panes.Act{}) {
			acts = append(acts, act)
		}
		s.rows()
	}
	return acts
}

// where returns where some words are drawn.
func (s *arenaStage) where(words string) (x, y int) {
	s.t.Helper()
	for y, r := range s.rows() {
		if before, _, ok := strings.Cut(r, words); ok {
			return ansi.StringWidth(before), y
		}
	}
	s.t.Fatalf("%q is not drawn:\n%s", words, strings.Join(s.rows(), "\n"))
	return 0, 0
}
