package prose_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// arena is a ground with somebody's turn on it.
func arena(width, height, folk int) prose.Grid {
	g := prose.Grid{
		Name: "the slip", Width: width, Height: height, Mode: world.ModeCombat, Round: 2, Yours: true, Fights: true, Left: 6,
		Seconds: 12, Reach: []world.Cell{{X: 1, Y: 0}, {X: 0, Y: 1}},
		Terrain: []world.Feature{{X: 2, Y: 1, Name: "the bar", Blocks: true}, {X: 1, Y: 2, Name: "a low wall", Cover: 2},
			{X: 2, Y: 2, Name: "a fallen piece of pillar", Cover: 3}, {X: 2, Y: 2, Name: "the turning-stone", Cover: 1}},
	}
	for i := range folk {
		f := prose.GridFolk{Sign: "r", Name: fmt.Sprintf("rat %d", i), At: world.Cell{X: 3, Y: 1}, HP: 9, HPMax: 9}
		if i == 0 {
			f = prose.GridFolk{Sign: "A", Name: "Ann", Ours: true, You: true, HP: 30, HPMax: 30}
		}
		g.Folk = append(g.Folk, f)
	}
	return g
}

// A grid fits the screen whatever its size and however many fight, and is told in words to whoever listens.
func TestGrid(t *testing.T) {
	for _, width := range []int{0, 24, 60, 80, 200} {
		for _, size := range [][3]int{{3, 3, 2}, {8, 5, 5}, {20, 15, 6}, {40, 24, 24}, {20, 3, 24}} {
			g := arena(size[0], size[1], size[2])
			text := prose.GridText(g, prose.Style{Width: width})
			rows := 0
			for _, l := range text {
				if l.Drawn {
					rows++
					if n := len([]rune(l.String())); n > max(width, 80) && n > 3+size[0] {
						t.Errorf("%v at %d: a row of %d cells: %q", size, width, n, l.String())
					}
				}
			}
			if !strings.Contains(text.String(), "turning-stone") {
				t.Errorf("%v at %d: what gives cover is cut off: %s", size, width, text)
			}
			if rows < size[1]+1 || !strings.Contains(text.String(), "Ann, you, 30/30, at 0,0") {
				t.Errorf("%v at %d: %d rows, %s", size, width, rows, text)
			}
		}
	}
	heard := prose.ReaderText(prose.GridText(arena(8, 5, 2), prose.Style{ScreenReader: true}))
	for _, want := range []string{
		"The slip, round 2. It is your turn: 6 steps and a blow. 12 seconds left.", "You could step east and south.",
		"Rat 1 is at 3,1, three steps east and one south, behind the bar. Nine of nine hit points.",
		"In the way: the bar at 2,1, two steps east and one south.",
		"Cover: a low wall at 1,2, two steps south and one east; ", "To come nearer, type move to rat 1",
	} {
		if !strings.Contains(heard, want) {
			t.Errorf("%q is not told in:\n%s", want, heard)
		}
	}
}
