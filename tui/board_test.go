package tui_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// game is a table with a game under way, seen by whoever plays crosses.
func game() *view.View {
	taken := func(mark string) view.Square { return view.Square{Text: mark, Role: prose.Thing} }
	free := func(at string) view.Square { return view.Square{Send: "place " + at} }
	return &view.View{
		Name: "Seren", HP: 20, MaxHP: 20, Room: "The Drowned Lantern", Exits: []view.Exit{{Dir: "north"}},
		People: view.Entries{List: []view.Entry{{Text: "the barkeep", Role: prose.Person}}},
		Board: &view.Board{
			Title: "Noughts and crosses", Columns: []string{"a", "b", "c"}, Rows: []string{"1", "2", "3"},
			Squares: [][]view.Square{
				{taken("X"), free("b1"), free("c1")},
				{free("a2"), taken("O"), free("c2")},
				{free("a3"), free("b3"), free("c3")},
			},
			Note: []cell.Line{cell.L(prose.Plain, "You play X. It is your turn.")},
			Keys: []view.BoardKey{{Key: 't', Word: "taunts", Send: "taunt "}, {Key: 's', Word: "stands up", Send: "stand"}},
		},
		Panels: []view.Panel{
			{Title: "Trash Talk", Log: true, Text: []cell.Line{cell.L(prose.Speech, "Hob: \"Is that a plan?\"")}},
			{Title: "Event Log", Log: true, Text: []cell.Line{
				cell.L(prose.Plain, "1. X a1, terminal"), cell.L(prose.Plain, "2. O b2, npc"),
			}},
		},
	}
}

// S4-17, S4-18: the board with its panels stands beside the text, in a window of the ordinary size too.
func TestBoardInView(t *testing.T) {
	for _, size := range [][2]int{{60, 24}, {80, 24}, {120, 40}, {200, 50}} {
		play(t, tui.Config{}, func(s *stage) {
			s.tell(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			s.hear(tui.Message{View: game()})
			for _, want := range []string{
				"Noughts and crosses", "a   b   c", "1  X │   │", "  ───┼───┼───", "2    │ O │",
				"Trash Talk", "Event Log", "2. O b2, npc", "F3 plays on the board",
			} {
				s.sees(want)
			}
			fits(t, s.screen.View().Content, size[0], size[1])
		})
	}
}

func TestBoardKeys(t *testing.T) {
	play(t, tui.Config{ASCII: true}, func(s *stage) {
		s.hear(tui.Message{View: game()})
		s.press("say hel")
		s.tell(tea.KeyPressMsg{Code: tea.KeyF3})
		s.sees("1 [X]|   |")
		s.press("enter")
		s.sees("That square is taken.")
		s.sent()
		s.press("right", "right", "down", "down", "down", "left")
		s.sees("3    |[ ]|")
		s.press("enter")
		s.sent("place b3")
		s.types("> say hel", 9) // what was being typed is still there
		s.press("s")
		s.sent("place b3", "stand")
		s.press("esc", "lo")
		s.types("> say hello", 11)
		s.lacks("[ ]")
	})
}

// A taunt wants words, so its key begins the line.
func TestBoardKeyThatBeginsALine(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		s.hear(tui.Message{View: game()})
		s.press("ctrl+g", "t", "too easy")
		s.types("> taunt too easy", 16)
		s.sent()
	})
}

// Any other key goes to the line, and a board that is gone gives the keys back.
func TestBoardGivesKeysBack(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		s.press("ctrl+g")
		s.sees("There is no board here to play on.")
		s.hear(tui.Message{View: game()})
		s.press("ctrl+g", "look")
		s.types("> look", 6)
		s.press("ctrl+g")
		v := game()
		v.Board = nil
		s.hear(tui.Message{View: v})
		s.press("up", "enter")
		s.lacks("Noughts and crosses")
		s.press("x")
		s.types("> x", 3)
	})
}

// A long log loses its oldest lines before the board loses any.
func TestBoardStaysWhole(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		v := game()
		for range 40 {
			v.Panels[1].Text = append(v.Panels[1].Text, cell.L(prose.Plain, "a move long ago"))
		}
		v.Panels[1].Text = append(v.Panels[1].Text, cell.L(prose.Plain, "the newest move"))
		s.hear(tui.Message{View: v})
		s.sees("3    │   │")
		s.sees("the newest move")
		s.sees("before these")
		if n := strings.Count(strings.Join(s.plain(), "\n"), "a move long ago"); n >= 40 {
			t.Errorf("the log shows all of %d lines in 24 rows", n)
		}
	})
}

// What stands on a board is data: no control byte reaches the terminal, and no board is larger than it may be.
func TestHostileBoard(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		v := game()
		v.Board.Title, v.Board.Columns[0] = "\x1b]0;owned\a", "\x1b[2J"
		v.Board.Squares[0][0] = view.Square{Text: "\x1b[2J", Role: 200, Send: "place\nquit"}
		v.Board.Keys = append(v.Board.Keys, view.BoardKey{Key: '\x1b', Word: "\a", Send: "\r"})
		for range 100 {
			v.Board.Squares = append(v.Board.Squares, make([]view.Square, 100))
		}
		s.hear(tui.Message{View: v})
		s.press("ctrl+g", "enter")
		for _, line := range s.link.lines {
			if strings.ContainsAny(line, "\n\r\x1b\a") {
				t.Errorf("got %q sent, want no control byte", line)
			}
		}
		content := s.screen.View().Content
		if strings.Contains(stripped(content), "\x1b") || strings.Contains(content, "\a") {
			t.Errorf("control bytes on the screen: %q", content)
		}
		fits(t, content, 80, 24)
	})
}
