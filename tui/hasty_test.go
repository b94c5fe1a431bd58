package tui_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Terminals send alt and a letter as Esc and that letter: of who types on at once after Esc no letter is lost.
func TestEscapeAndALetter(t *testing.T) {
	cases := []struct {
		name string
		keys []string
		want string // the input row
	}{
		{"reading back", []string{"pgup", "alt+n", "orth"}, "> north"},
		{"the palette", []string{"ctrl+k", "alt+n", "orth"}, "> north"},
		{"a search", []string{"ctrl+r", "x", "alt+w", "est"}, "> west"},
		{"choosing lines", []string{"alt+c", "alt+s", "outh"}, "> south"},
		{"words being found", []string{"ctrl+f", "line", "alt+e", "ast"}, "> east"},
		{"found", []string{"ctrl+f", "line", "enter", "alt+n", "orth"}, "> north"},
		{"a key of the line", []string{"get lamp", "alt+b", "x"}, "> get xlamp"},
		{"a key of the screen", []string{"x", "alt+r", "y"}, "> xy"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			play(t, tui.Config{}, func(s *stage) {
				s.hear(evening())
				s.fill(0, 100)
				s.press(c.keys...)
				if got := s.inputRow(); got != c.want {
					t.Errorf("got %q, want %q", got, c.want)
				}
			})
		})
	}
	play(t, tui.Config{}, func(s *stage) {
		s.tell(tea.KeyPressMsg{Code: 'n', Mod: tea.ModAlt | tea.ModShift})
		s.types("> N", 3)
	})
}

// A macro on alt and a letter is the person's own; Esc is for what is open all the same.
func TestEscapeBesideMacros(t *testing.T) {
	play(t, tui.Config{Expand: keyer{}}, func(s *stage) {
		s.press("alt+n", "alt+z")
		s.sent("on alt+n", "again")
		s.types(">", 2)
		s.press("ctrl+k", "alt+n")
		s.types("> n", 3)
	})
}

// ctrl+d deletes to the end of the line, held down, and does not leave the world with its last letter.
func TestDeletingDoesNotLeave(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		s.fill(0, 100)
		s.press("abc", "ctrl+a", "ctrl+d", "ctrl+d", "ctrl+d", "ctrl+d", "ctrl+d")
		s.sent()
		s.press("x", "backspace", "pgup", "ctrl+d", "ctrl+d") // Many a pager turns half a page by it.
		s.sent()
		s.press("end", "ctrl+d")
		s.sent("quit")
	})
}

// Who was asked for and then does something else with the mouse has not asked to leave twice.
func TestAClickIsNoLeaving(t *testing.T) {
	play(t, tui.Config{Mouse: true}, func(s *stage) {
		s.press("ctrl+c")
		s.tell(tea.MouseClickMsg{X: 1, Y: 1, Button: tea.MouseLeft})
		s.press("ctrl+c")
		if s.over {
			t.Error("the second ctrl+c left at once")
		}
	})
}

// An answer that comes late leaves what has been opened meanwhile alone.
func TestLateCompletion(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		s.link.candidates = []string{"get lamp", "get ladder"}
		s.press("g")
		for _, m := range append(key("tab"), key("ctrl+f")...) {
			s.take(m)
		}
		s.settle()
		s.sees("Find:")
		s.sees("Esc leaves")
		s.press("esc")
		s.types("> g", 3)
	})
}

// What was chosen may be gone by the time it is copied.
func TestChosenIsGone(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		s.say(prose.Plain, "the first")
		s.press("alt+c")
		s.fill(0, 6000)
		s.sees("line 1000") // the oldest that is kept
		s.press("enter")
		s.sees("Copied 1 line,")
	})
}
