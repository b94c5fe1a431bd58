package tui_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/lineedit"
)

func TestEditing(t *testing.T) {
	cases := []struct {
		name string
		keys []string
		want string
		cell int
	}{
		{"typing", []string{"say hello"}, "> say hello", 11},
		{"left and insert", []string{"helo", "left", "l"}, "> hello", 6},
		{"ctrl+a and ctrl+e", []string{"ook", "ctrl+a", "l", "ctrl+e", "!"}, "> look!", 7},
		{"Home and End", []string{"ook", "home", "l", "end", "!"}, "> look!", 7},
		{"ctrl+w takes a word", []string{"get the lamp ", "ctrl+w"}, "> get the", 10},
		{"ctrl+u takes all before", []string{"get lamp", "left", "left", "ctrl+u"}, "> mp", 2},
		{"alt+k takes all after", []string{"get lamp", "left", "left", "alt+k"}, "> get la", 8},
		{"ctrl+y puts it back", []string{"get lamp", "ctrl+w", "ctrl+y", "ctrl+y"}, "> get lamplamp", 14},
		{"ctrl+d deletes forward on a line with words", []string{"xlook", "ctrl+a", "ctrl+d"}, "> look", 2},
		{"words", []string{"get the lamp", "alt+b", "alt+b", "x"}, "> get xthe lamp", 7},
		{"word forward", []string{"get the lamp", "ctrl+a", "alt+f", "x"}, "> getx the lamp", 6},
		{"at the borders nothing breaks", []string{"left", "backspace", "delete", "ctrl+w", "right", "a", "right"}, "> a", 3},
		{"an accent joins its letter", []string{"e", "\u0301", "left", "x"}, "> xe\u0301", 3},
		{"ctrl+c clears", []string{"nonsense", "ctrl+c"}, ">", 2},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			play(t, tui.Config{}, func(s *stage) {
				s.press(c.keys...)
				s.types(c.want, c.cell)
				s.sent()
			})
		})
	}
	t.Run("a long line scrolls with the cursor", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.tell(tea.WindowSizeMsg{Width: 20, Height: 14})
			s.press(strings.Repeat("0123456789", 5), "Z")
			if !strings.HasSuffix(s.inputRow(), "Z") {
				t.Errorf("end of line not in sight: %q", s.inputRow())
			}
			s.press("ctrl+a")
			s.types("> 012345678901234567", 2)
		})
	})
	t.Run("a line has an end", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.tell(tea.PasteMsg{Content: strings.Repeat("x", lineedit.LineMaxBytes)})
			s.press("y")
			s.sees("The line is full.")
			s.press("enter")
			if got := len(s.link.lines[0]); got != lineedit.LineMaxBytes {
				t.Errorf("sent %d bytes, want %d", got, lineedit.LineMaxBytes)
			}
		})
	})
	t.Run("a paste sends nothing", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.tell(tea.PasteMsg{Content: "drop all\r\n"})
			s.types("> drop all", 10)
			s.sent()
		})
	})
}

func TestLinesAreSentInOrder(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		var msgs []tea.Msg
		var want []string
		for i := range 50 {
			want = append(want, fmt.Sprint(i))
			msgs = append(append(msgs, key(want[i])...), key("enter")...)
		}
		s.tell(msgs...)
		s.sent(want...)
	})
}

func TestHistory(t *testing.T) {
	typed := func(s *stage, lines ...string) {
		for _, l := range lines {
			s.press(l, "enter")
		}
	}
	cases := []struct {
		name  string
		lines []string
		keys  []string
		want  string
	}{
		{"newest first", []string{"look", "north"}, []string{"up"}, "> north"},
		{"on to the oldest and no further", []string{"look", "north"}, []string{"up", "up", "up"}, "> look"},
		{"down again", []string{"look", "north"}, []string{"up", "up", "down"}, "> north"},
		{"the typed line comes back", []string{"look"}, []string{"l", "up", "down"}, "> l"},
		{"only what begins as typed", []string{"say hello", "look", "say bye"}, []string{"say", "up", "up"}, "> say hello"},
		{"no duplicates", []string{"look", "north", "look"}, []string{"up", "up", "up"}, "> north"},
		{"editing ends the walk", []string{"say a", "look"}, []string{"up", "up", "ctrl+u", "up"}, "> look"},
		{"blank lines are not kept", []string{"look", "", " "}, []string{"up"}, "> look"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			play(t, tui.Config{NoColor: true}, func(s *stage) {
				typed(s, c.lines...)
				s.press(c.keys...)
				if got := s.inputRow(); got != c.want {
					t.Errorf("got %q, want %q", got, c.want)
				}
			})
		})
	}
	t.Run("bounded", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			for i := range 600 {
				typed(s, fmt.Sprint("say ", i))
			}
			if got := len(s.screen.Remembered()); got != 500 {
				t.Errorf("kept %d lines, want 500", got)
			}
		})
	})
}

func TestSecret(t *testing.T) {
	const secret = "hunter2 correct horse"
	play(t, tui.Config{}, func(s *stage) {
		s.press("seren", "enter")
		s.hear(tui.Message{Prompt: "Password: ", Echo: tui.EchoHide})
		s.press(secret, "tab", "left", "alt+b", "ctrl+e")
		if got, want := s.inputRow(), "Password: "+strings.Repeat("*", len(secret)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		s.press("ctrl+w", secret, "up", "down")
		seen := s.screen.View().Content
		s.press("enter")
		seen += s.screen.View().Content
		s.hear(tui.Message{Prompt: "> ", Echo: tui.EchoShow})
		s.press("ctrl+y", "up", "up")
		seen += s.screen.View().Content
		for _, word := range append(strings.Fields(secret), secret) {
			if strings.Contains(seen, word) {
				t.Errorf("%q was shown", word)
			}
			if strings.Contains(strings.Join(s.screen.Remembered(), "\n"), word) {
				t.Errorf("%q is in the history", word)
			}
		}
		if len(s.link.asked) > 0 {
			t.Errorf("completion was asked about %q", s.link.asked)
		}
		s.sent("seren", secret)
	})
	t.Run("unsent, it is forgotten rather than shown", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.hear(tui.Message{Prompt: "Password: ", Echo: tui.EchoHide})
			s.press(secret)
			s.hear(tui.Message{Prompt: "> ", Echo: tui.EchoShow, End: ""})
			s.types(">", 2)
		})
	})
	t.Run("a late answer of completion does not unmask", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.link.candidates = []string{"look", "lock"}
			s.press("lo")
			s.screen.Update(tea.KeyPressMsg{Code: tea.KeyTab})
			s.hear(tui.Message{Prompt: "Password: ", Echo: tui.EchoHide})
			s.types("Password: **", 12)
		})
	})
}

func TestCompletion(t *testing.T) {
	world := []string{"get lamp", "get lantern", "get ladder", "give lamp to maren", "look"}
	cases := []struct {
		name string
		keys []string
		want string
		see  string
	}{
		{"one candidate is taken", []string{"lo", "tab"}, "> look", ""},
		{"what all have in common comes first", []string{"get", "tab"}, "> get la", "lamp  lantern  ladder"},
		{"then one after the other", []string{"get", "tab", "tab", "tab"}, "> get lantern", "lamp  [lantern]  ladder"},
		{"around the end", []string{"get", "tab", "tab", "tab", "tab", "tab"}, "> get lamp", "[lamp]"},
		{"and backwards", []string{"get", "tab", "shift+tab"}, "> get ladder", "[ladder]"},
		{"esc takes it back", []string{"get", "tab", "tab", "esc"}, "> get", "Tab completes"},
		{"typing goes on from it", []string{"get", "tab", "tab", "x"}, "> get lampx", "Tab completes"},
		{"nothing fits", []string{"zzz", "tab"}, "> zzz", "Nothing to complete that with."},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			play(t, tui.Config{}, func(s *stage) {
				s.link.candidates = world
				s.press(c.keys...)
				if got := s.inputRow(); got != c.want {
					t.Errorf("got %q, want %q", got, c.want)
				}
				s.sees(c.see)
			})
		})
	}
	t.Run("an answer to an older line is dropped", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.link.candidates = world
			s.press("lo")
			_, cmd := s.screen.Update(tea.KeyPressMsg{Code: tea.KeyTab})
			s.press("x")
			s.run(cmd)
			s.settle()
			s.types("> lox", 5)
		})
	})
	t.Run("many candidates stay in one row, the chosen one in sight", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			for i := range 200 {
				s.link.candidates = append(s.link.candidates, fmt.Sprintf("get thing%03d", i))
			}
			s.press("get", "tab")
			for range 40 {
				s.press("tab")
			}
			s.sees("[thing039]")
			fits(t, s.screen.View().Content, 80, 24)
		})
	})
}

func TestLeaving(t *testing.T) {
	t.Run("asks once, goes the second time", func(t *testing.T) {
		for _, k := range []string{"ctrl+c", "ctrl+d"} {
			play(t, tui.Config{}, func(s *stage) {
				s.press(k)
				s.sent("quit")
				s.sees("Press ctrl+c again to leave at once.")
				if s.over {
					t.Fatal("left without asking")
				}
				s.press(k)
				if !s.over {
					t.Error("did not leave")
				}
			})
		}
	})
	t.Run("another key between starts anew", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.press("ctrl+c", "y", "backspace", "ctrl+c")
			s.sent("quit", "quit")
			if s.over {
				t.Error("left")
			}
		})
	})
	t.Run("a password prompt is not answered with quit", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.hear(tui.Message{Prompt: "Password: ", Echo: tui.EchoHide})
			s.press("ctrl+c")
			s.sent()
			s.press("ctrl+c")
			if !s.over {
				t.Error("did not leave")
			}
		})
	})
}

// A link that takes nothing does not make the screen collect for ever.
func TestSlowLink(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		s.link.mu.Lock()
		for i := range 200 {
			for _, m := range append(key(fmt.Sprint(i)), key("enter")...) {
				s.take(m)
			}
		}
		s.sees("The world has not taken your last lines yet.")
		s.link.mu.Unlock()
		s.settle()
		if got := len(s.link.lines); got > 70 {
			t.Errorf("%d lines were queued", got)
		}
	})
}
