package tui_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// A theme that was chosen colours what is told, also what was told before, whatever the terminal's background becomes;
// the first theme is the screen's own.
func TestChosenTheme(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		s.tell(tea.WindowSizeMsg{Width: 80, Height: 24}, dark(), colours(colorprofile.TrueColor))
		s.hear(tui.Message{Text: prose.Text{prose.L(prose.Loss, "It hurts.")}})
		shows := func(what, sequence string, want bool) {
			t.Helper()
			if got := strings.Contains(s.screen.View().Content, sequence); got != want {
				t.Errorf("%s: %s is there: %v, want %v", what, sequence, got, want)
			}
		}
		const own, chosen = "38;2;255;141;132", "38;2;201;106;0" // of a loss
		shows("to begin with", own, true)
		s.hear(tui.Message{Theme: "redgreen"})
		shows("redgreen", chosen, true)
		shows("redgreen", own, false)
		s.tell(light())
		shows("on another background", chosen, true)
		s.tell(colours(colorprofile.ANSI))
		shows("with 16 colours", "\x1b[1;33m", true)
		s.tell(dark(), colours(colorprofile.TrueColor))
		s.hear(tui.Message{Theme: "mauve"})
		shows("a theme that nobody made", own, true)
		s.hear(tui.Message{Theme: prose.Themes()[0]})
		shows("the first theme", own, true)
	})
}
