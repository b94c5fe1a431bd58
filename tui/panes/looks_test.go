package panes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/panes"
)

// What stands around the text at each size, as it comes.
func TestAround(t *testing.T) {
	for _, size := range [][2]int{{120, 37}, {200, 47}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			s := stage(size[0], size[1], plainLook(), false)
			s.See(evening())
			for _, said := range talk() {
				s.Hear(said.Clean())
			}
			got := composed(s, size[1])
			whole(t, got, size[0])
			golden(t, fmt.Sprintf("around-%dx%d", size[0], size[1]), got)
		})
	}
}

// Each pane with the keys, at three sizes of the window; colours at one of them.
func TestPanes(t *testing.T) {
	looks := []struct {
		name  string
		look  cell.Look
		ascii bool
		sizes [][2]int
	}{
		{"plain", plainLook(), false, [][2]int{{60, 17}, {80, 21}, {200, 47}}},
		{"ascii", plainLook(), true, [][2]int{{80, 21}}},
		{"dark", cell.Look{Dark: true, Profile: colorprofile.TrueColor}, false, [][2]int{{80, 21}}},
		{"light", cell.Look{Profile: colorprofile.TrueColor}, false, [][2]int{{80, 21}}},
		{"none", cell.Look{Dark: true, Profile: colorprofile.ASCII}, false, [][2]int{{80, 21}}},
	}
	for _, name := range panes.NewSet().Names() {
		for _, l := range looks {
			for _, size := range l.sizes {
				id := fmt.Sprintf("%s-%dx%d-%s", name, size[0], size[1], l.name)
				t.Run(id, func(t *testing.T) {
					s := stage(size[0], size[1], l.look, l.ascii)
					s.See(game(evening()))
					for _, said := range talk() {
						s.Hear(said.Clean())
					}
					s.ToggleAll()
					if notice := s.Focus(name); notice != "" {
						t.Fatal(notice)
					}
					s.Turn(*helpPage())
					s.Key("down")
					got := composed(s, size[1])
					whole(t, got, size[0])
					golden(t, id, strings.ReplaceAll(got, "\x1b", "␛"))
				})
			}
		}
	}
}
