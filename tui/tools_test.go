package tui_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/lineedit"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// verbs are what a small session knows.
func verbs() []tui.Verb {
	return []tui.Verb{
		{Name: "look", Usage: "look [<target>]", Brief: "Look around, or at something.", Group: "Looking"},
		{Name: "get", Usage: "get <thing> [from <container>]", Brief: "Pick something up.", Group: "Things"},
		{Name: "give", Usage: "give <thing> to <person>", Brief: "Hand something over.", Group: "Things"},
		{Name: "sing", Usage: "sing <words>", Brief: "Sing to everybody in the room.", Group: "Talking"},
		{Name: "who", Usage: "who", Brief: "List who is in the world.", Group: "You"},
	}
}

// What has the keys beside the line, as it looks in a window of the ordinary size.
func TestToolLooks(t *testing.T) {
	cases := []struct {
		name string
		do   func(s *stage)
	}{
		{"palette", func(s *stage) { s.press("say hel", "ctrl+k", "th") }},
		{"palette-arguments", func(s *stage) {
			s.link.candidates = []string{"give lamp to maren", "give lantern to maren"}
			s.press("ctrl+k", "giv", "tab")
		}},
		{"recall", func(s *stage) { s.press("get the lamp", "enter", "look", "enter", "ctrl+r", "lam") }},
		{"ghost", func(s *stage) { s.press("get the lamp", "enter", "get t") }},
		{"lines", func(s *stage) { s.press("get lamp", "alt+enter", "light lamp", "alt+enter", "u") }},
		{"paste", func(s *stage) { s.tell(tea.PasteMsg{Content: "one\n\ttwo \x1b[2J\nthree\n4\n5\n6\n7"}) }},
		{"split", func(s *stage) {
			s.fill(0, 60)
			s.press("pgup", "pgup")
			s.fill(60, 63)
		}},
		{"find", func(s *stage) {
			s.fill(0, 60)
			s.press("ctrl+f", "LINE 003", "enter", "up")
		}},
		{"copy", func(s *stage) { s.press("alt+c", "up", "shift+up", "shift+up") }},
		{"keys", func(s *stage) { s.press("f1") }},
	}
	for _, l := range []struct {
		name    string
		profile colorprofile.Profile
	}{{"dark", colorprofile.TrueColor}, {"nocolour", colorprofile.ASCII}} {
		for _, c := range cases {
			t.Run(c.name+"-"+l.name, func(t *testing.T) {
				play(t, tui.Config{}, func(s *stage) {
					s.tell(dark(), colours(l.profile))
					m := evening()
					m.Said, m.Verbs = nil, verbs()
					s.hear(m)
					c.do(s)
					content := s.screen.View().Content
					golden(t, "tool-"+c.name+"-"+l.name, strings.ReplaceAll(content, "\x1b", "␛")+"\n")
					fits(t, content, 80, 24)
				})
			})
		}
	}
}

// Whatever has the keys, Esc gives them back, and the line that was being typed still stands; so does output.
func TestEscLeavesAllAsItWas(t *testing.T) {
	for _, keys := range [][]string{
		{"ctrl+k", "gi"}, {"ctrl+k", "give", "tab", "la", "esc"}, {"ctrl+r", "look"}, {"ctrl+f", "lamp"},
		{"ctrl+f", "lamp", "enter", "up", "down"}, {"alt+c", "up", "shift+up"}, {"f4"}, {"alt+r", "alt+r", "down"},
		{"f6", "tab"},
	} {
		t.Run(strings.Join(keys, " "), func(t *testing.T) {
			play(t, tui.Config{NoColor: true}, func(s *stage) {
				m := evening()
				m.Verbs = verbs()
				s.hear(m)
				s.press("look", "enter", "say hello to", "left", "left")
				s.press(keys...)
				s.say(prose.Plain, "Somebody arrives.")
				s.press("esc", "esc", "esc")
				s.say(prose.Plain, "Somebody leaves.")
				s.types("> say hello to", 12)
				s.sees("Somebody leaves.")
				s.sent("look")
			})
		})
	}
}

func TestPaletteSends(t *testing.T) {
	cases := []struct {
		name string
		keys []string
		want []string
		see  string
	}{
		{"a verb alone", []string{"who", "enter"}, []string{"who"}, "> who"},
		{"a verb that may have more", []string{"loo", "enter"}, []string{"look"}, "> look"},
		{"a verb that needs more", []string{"give", "enter"}, nil, "give <thing> to <person>"},
		{"what is offered", []string{"give", "tab", "enter"}, []string{"give lamp to maren"}, "> give lamp to maren"},
		{"what is chosen", []string{"give", "tab", "down", "enter"}, []string{"give lantern to maren"}, "> give lantern"},
		{"what is typed", []string{"get ", "it", "enter"}, []string{"get it"}, "> get it"},
		{"too little", []string{"give", "tab", "x", "enter"}, nil, "More is needed: give <thing> to <person>"},
		{"nothing fits", []string{"qqq", "enter"}, nil, "Nothing fits that."},
		{"by what it does", []string{"hand something", "tab"}, nil, "give <thing> to <person>"},
		{"the screen's own", []string{"keys", "enter"}, nil, "opens a box to find any command"},
		{"a pane", []string{"pane gear", "enter"}, nil, "You carry"},
		{"an alias", []string{"#alias", "tab", "gg get all", "enter"}, nil, "gg is now short for: get all"},
		{"rubbed out", []string{"get", "tab", "backspace", "backspace", "backspace", "backspace", "who", "enter"},
			[]string{"who"}, "> who"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			play(t, tui.Config{NoColor: true}, func(s *stage) {
				m := evening()
				m.Verbs = verbs()
				s.hear(m)
				s.link.candidates = []string{"give lamp to maren", "give lantern to maren", "get lamp"}
				s.press("draft", "ctrl+k")
				s.press(c.keys...)
				s.sent(c.want...)
				s.sees(c.see)
				s.press("esc")
				s.types("> draft", 7)
			})
		})
	}
}

// The palette works in the smallest window that is promised, and in any that is smaller it breaks nothing.
func TestPaletteFits(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {20, 6}, {5, 3}, {1, 1}, {200, 50}} {
		play(t, tui.Config{NoColor: true}, func(s *stage) {
			s.tell(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			m := evening()
			m.Verbs = verbs()
			s.hear(m)
			s.press("ctrl+k", "g", "down", "tab")
			fits(t, s.screen.View().Content, size[0], size[1])
			if size[0] >= 60 {
				s.sees("Hand something over.")
			}
		})
	}
}

func TestExpansion(t *testing.T) {
	cases := []struct {
		name  string
		lines []string
		want  []string
		see   string
	}{
		{"stacked", []string{"n;get lamp"}, []string{"n", "get lamp"}, "> n;get lamp\n"},
		{"a walk", []string{"2n1e"}, []string{"n", "n", "e"}, "> 2n1e  (n; n; e)"},
		{"speech", []string{"say no; wait"}, []string{"say no; wait"}, "> say no; wait"},
		{"a verb of the session's for speech", []string{"sing la; la"}, []string{"sing la; la"}, "> sing la; la"},
		{"a channel of this world", []string{"row low; high; dry"}, []string{"row low; high; dry"}, "> row low; high; dry"},
		{"a verb that a channel is named like", []string{"get all;look"}, []string{"get all", "look"}, "> get all;look"},
		{"an alias", []string{"#alias gg get all;look", "gg"}, []string{"get all", "look"}, "> gg  (get all; look)"},
		{"as it is", []string{`\2n`}, []string{"2n"}, `> \2n  (2n)`},
		{"too much", []string{strings.Repeat("n;", 60)}, strings.Fields(strings.Repeat("n ", 50)), "was left out."},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			play(t, tui.Config{}, func(s *stage) {
				s.hear(tui.Message{Verbs: verbs(), View: &view.View{Channels: []string{"get", "row"}}})
				for _, l := range c.lines {
					s.tell(tea.PasteMsg{Content: l})
					s.press("enter")
				}
				s.sent(c.want...)
				s.sees(c.see)
			})
		})
	}
}

// TestWordsAreSentAsTheyAre: where the session asks for words, as the editor of long texts does, nothing else is made
// of a line.
func TestWordsAreSentAsTheyAre(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		yes, no := true, false
		s.hear(tui.Message{Verbs: verbs(), Prompt: "2] ", Words: &yes})
		s.press("  Cold; and a barrel.", "enter", ".s", "enter")
		s.hear(tui.Message{Prompt: "> ", Words: &no})
		s.press("n;2e", "enter")
		s.sent("  Cold; and a barrel.", ".s", "n", "e", "e")
		s.sees("2] .s\n")
	})
}

// expander is a client's own way with typed lines.
type expander struct{}

func (expander) Expand(line string) (lines, say []string) {
	return []string{line + "!", "again"}, []string{"So be it."}
}

func TestExpander(t *testing.T) {
	var told []string
	cfg := tui.Config{
		Expand: expander{}, History: []string{"look", "\x1b[2Jget"}, Typed: func(line string) { told = append(told, line) },
	}
	play(t, cfg, func(s *stage) {
		s.press("#alias a;b", "enter")
		s.sent("#alias a;b!", "again")
		s.sees("So be it.")
		s.hear(tui.Message{Echo: tui.EchoHide})
		s.press("hunter;2n", "enter")
		s.hear(tui.Message{Echo: tui.EchoShow})
		s.sent("#alias a;b!", "again", "hunter;2n") // A secret is never expanded,
		if got := strings.Join(told, "|"); got != "#alias a;b" {
			t.Errorf("told of %q, want the first line alone", got) // and nobody is told of it.
		}
		s.press("up", "up", "up")
		s.types("> look", 6)
	})
}

func TestSeveralLines(t *testing.T) {
	play(t, tui.Config{NoColor: true}, func(s *stage) {
		s.press("get lamp", "alt+enter", "n;e", "alt+enter", "look", "up", "x", "up", "ctrl+e", "alt+b", "y")
		s.sees("> get ylamp")
		s.sees("  n;ex")
		s.press("enter")
		s.sent("get ylamp", "n", "ex", "look")
		s.types(">", 2)
		for range 9 {
			s.press("a", "alt+enter")
		}
		fits(t, s.screen.View().Content, 80, 24)
		if got := s.screen.View().Cursor.Y; got != 22 {
			t.Errorf("the cursor is in row %d, want 22, under four more rows", got)
		}
		s.press("ctrl+c")
		s.types(">", 2)
		s.link.candidates = []string{"get lamp", "get lantern"}
		s.press("look", "alt+enter", "get", "alt+enter", "n", "up", "tab", "tab", "tab")
		if got := s.inputRow(); got != "  get lantern" {
			t.Errorf("completed the row to %q", got)
		}
		s.press("esc", "enter")
		s.sent("get ylamp", "n", "ex", "look", "look", "get", "n")
		for _, size := range s.link.sizes {
			if size != s.link.sizes[0] {
				t.Errorf("the session was told of sizes %v", s.link.sizes)
			}
		}
	})
}

func TestGhost(t *testing.T) {
	cases := []struct {
		name string
		cfg  tui.Config
		keys []string
		want string
		cell int
	}{
		{"is shown behind the cursor", tui.Config{}, []string{"get"}, "> get the lamp", 5},
		{"Right takes it", tui.Config{}, []string{"get", "right"}, "> get the lamp", 14},
		{"End takes it", tui.Config{}, []string{"get", "end"}, "> get the lamp", 14},
		{"not from within the line", tui.Config{}, []string{"get", "left"}, "> get", 4},
		{"not without colours", tui.Config{NoColor: true}, []string{"get", "right"}, "> get", 5},
		{"not without a letter", tui.Config{}, nil, ">", 2},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			play(t, c.cfg, func(s *stage) {
				s.press("get the lamp", "enter", "look", "enter")
				s.press(c.keys...)
				s.types(c.want, c.cell)
			})
		})
	}
}

func TestSearchOfHistory(t *testing.T) {
	lines := []string{"get the lamp", "look", "give LAMP to maren", "north"}
	cases := []struct {
		name string
		keys []string
		want string
		sent []string
	}{
		{"the newest", []string{"ctrl+r", "lamp"}, "> give LAMP to maren", nil},
		{"an older one", []string{"ctrl+r", "lamp", "ctrl+r"}, "> get the lamp", nil},
		{"and back", []string{"ctrl+r", "lamp", "ctrl+r", "ctrl+s"}, "> give LAMP to maren", nil},
		{"no older one", []string{"ctrl+r", "lamp", "ctrl+r", "ctrl+r"}, "> get the lamp", nil},
		{"fewer letters", []string{"ctrl+r", "lampx", "backspace"}, "> give LAMP to maren", nil},
		{"Enter sends", []string{"ctrl+r", "the", "enter"}, ">", []string{"get the lamp"}},
		{"Enter on nothing sends nothing", []string{"ctrl+r", "zzz", "enter"}, "> draft", nil},
		{"Tab edits", []string{"ctrl+r", "the", "tab", "!"}, "> get the lamp!", nil},
		{"an arrow edits", []string{"ctrl+r", "the", "left", "!"}, "> get the lam!p", nil},
		{"Esc leaves", []string{"ctrl+r", "the", "esc"}, "> draft", nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			play(t, tui.Config{NoColor: true, History: lines}, func(s *stage) {
				s.press("draft")
				s.press(c.keys...)
				if got := s.inputRow(); got != c.want {
					t.Errorf("got %q, want %q", got, c.want)
				}
				s.sent(c.sent...)
			})
		})
	}
}

func TestPasteGuard(t *testing.T) {
	const pasted = "drop all\r\nquit\r\n"
	cases := []struct {
		name  string
		paste string
		keys  []string
		want  string
		sent  []string
	}{
		{"nothing goes out by itself", pasted, nil, "", nil},
		{"other keys do nothing", pasted, []string{"x", "tab"}, "", nil},
		{"Enter sends it as it is", "a;b\n2n\n", []string{"enter"}, "> draft", []string{"a;b", "2n"}},
		{"Esc drops it", pasted, []string{"esc"}, "> draft", nil},
		{"e edits it", pasted, []string{"e", "!"}, "  quit!", nil},
		{"then Enter sends all", pasted, []string{"e", "enter"}, ">", []string{"draftdrop all", "quit"}},
		{"an empty line in it", "a\n\nb", []string{"enter"}, "> draft", []string{"a", "", "b"}},
		{"controls go", "a\x1b[2J\nb\x07", []string{"enter"}, "> draft", []string{"a[2J", "b"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			play(t, tui.Config{NoColor: true}, func(s *stage) {
				s.press("draft")
				s.tell(tea.PasteMsg{Content: c.paste})
				s.press(c.keys...)
				s.sent(c.sent...)
				if c.want != "" && s.inputRow() != c.want {
					t.Errorf("got %q, want %q", s.inputRow(), c.want)
				}
			})
		})
	}
	t.Run("a long one is cut, and that is said", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.tell(tea.PasteMsg{Content: strings.Repeat("x\n", 1000)})
			s.press("enter")
			s.sees("was left out.")
			if got := len(s.link.lines); got != lineedit.LinesMax {
				t.Errorf("sent %d lines, want %d", got, lineedit.LinesMax)
			}
		})
	})
	t.Run("a secret takes no part in it", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.tell(tea.PasteMsg{Content: pasted})
			s.hear(tui.Message{Prompt: "Password: ", Echo: tui.EchoHide})
			s.press("enter") // Meant for the paste, which is gone; it must not be the answer either way.
			s.sent("")
			s.tell(tea.PasteMsg{Content: "correct\nhorse"})
			s.press("enter")
			s.sent("", "correct horse")
		})
	})
}

func TestFinding(t *testing.T) {
	play(t, tui.Config{NoColor: true}, func(s *stage) {
		s.fill(0, 200)
		s.press("draft", "ctrl+f", "LINE 01", "ctrl+f")
		s.sees("[[line 01]]98")
		s.press("enter")
		s.sees("2 of 100")
		s.press("up", "up")
		s.sees("4 of 100")
		s.sees("[[line 01]]96")
		s.press("down")
		s.sees("3 of 100")
		for range 20 {
			s.press("up")
		}
		s.fill(200, 210)
		s.sees("10 new --")
		s.press("n") // Any other key is for the line again.
		s.types("> draftn", 8)
		s.lacks("[line")
		s.press("ctrl+c", "pgup", "/", "zzz", "enter")
		s.sees("Found nowhere")
		s.press("esc", "ctrl+f", "up")
		s.lacks("Found nowhere") // Nothing was looked for.
		s.press("esc", "ctrl+end", "/")
		s.types("> /", 3) // A line may begin with it.
	})
}

func TestSplit(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		s.fill(0, 200)
		first := s.plain()
		s.press("pgup")
		rows := s.plain()
		s.sees("line 0199") // The lowest third follows,
		if want := first[0]; !strings.Contains(strings.Join(rows[:14], "\n"), want) {
			t.Errorf("turning a page misses rows: %q is not in the upper part\n%s", want, strings.Join(rows, "\n"))
		}
		top := rows[0]
		s.fill(200, 230)
		s.sees("line 0229") // goes on,
		if got := s.plain()[0]; got != top {
			t.Errorf("the upper part moved: got %q, want %q", got, top)
		}
		s.tell(tea.WindowSizeMsg{Width: 80, Height: 17})
		s.lacks("line 0229") // and a low window has no room for it.
	})
}

func TestCopying(t *testing.T) {
	copied := func(s *stage, keys ...string) (text string) {
		for _, k := range keys {
			for _, m := range key(k) {
				_, cmd := s.screen.Update(m)
				for _, msg := range messages(cmd) {
					if fmt.Sprintf("%T", msg) == "tea.setClipboardMsg" {
						text = fmt.Sprint(msg)
					}
				}
			}
		}
		return text
	}
	play(t, tui.Config{}, func(s *stage) {
		s.say(prose.Plain, strings.Repeat("long ", 40))
		s.fill(0, 5)
		s.press("draft")
		got := copied(s, "alt+c", "up", "shift+up", "shift+up", "enter")
		if want := "line 0001\nline 0002\nline 0003\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		s.sees("Copied 3 lines, if your terminal allows it.")
		s.types("> draft", 7)
		want := strings.TrimSpace(strings.Repeat("long ", 40)) + "\n"
		if got := copied(s, "alt+c", "up", "up", "up", "up", "up", "enter"); got != want {
			t.Errorf("got %q, want a whole line, unwrapped", got)
		}
		for range 100 {
			s.say(prose.Plain, strings.Repeat("x", 1000))
		}
		keys := []string{"alt+c"}
		for range 99 {
			keys = append(keys, "shift+up")
		}
		if got := copied(s, append(keys, "enter")...); len(got) > tui.CopyMaxBytes || len(got) < tui.CopyMaxBytes-1001 {
			t.Errorf("copied %d bytes, want up to %d", len(got), tui.CopyMaxBytes)
		}
		s.sees("64 KiB is the most at once")
	})
}

// messages runs a command, and those in it, and returns what they say.
func messages(cmd tea.Cmd) []tea.Msg {
	if cmd == nil {
		return nil
	}
	msg := cmd()
	batch, ok := msg.(tea.BatchMsg)
	if !ok {
		return []tea.Msg{msg}
	}
	var all []tea.Msg
	for _, c := range batch {
		all = append(all, messages(c)...)
	}
	return all
}

func TestKeep(t *testing.T) {
	var kept string
	play(t, tui.Config{}, func(s *stage) {
		s.hear(evening())
		s.press("#alias gg get <all>;look", "enter", "alt+r", "ctrl+k", "theme redgreen", "enter")
		if len(s.link.kept) != 3 {
			t.Fatalf("kept %q, want three states", s.link.kept)
		}
		if kept = s.link.kept[2]; len(kept) > tui.KeepMaxBytes {
			t.Errorf("kept %d bytes, want at most %d", len(kept), tui.KeepMaxBytes)
		}
	})
	play(t, tui.Config{}, func(s *stage) {
		s.hear(tui.Message{Keep: kept}, evening())
		s.sees("Here ─")
		s.press("gg", "enter")
		s.sent("get <all>", "look")
		if len(s.link.kept) > 0 {
			t.Errorf("what was restored was kept again: %q", s.link.kept)
		}
		for _, bad := range []string{"{", "[]", `{"panes":7}`, `{"aliases":{"x":1}}`, strings.Repeat("x", 9000), "\x00"} {
			s.hear(tui.Message{Keep: bad})
		}
		s.press("look", "enter")
		s.sent("get <all>", "look", "look")
	})
}

// Where the session says which theme is worn, it is asked for another, so that both agree.
func TestGovernedOptions(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		on := true
		s.hear(tui.Message{Theme: prose.Themes()[0], Mouse: &on})
		s.press("ctrl+k", "theme plain", "enter") // Before play nothing is said for it: it would be taken for a name.
		s.sent()
		s.hear(evening())
		if s.screen.View().MouseMode == tea.MouseModeNone {
			t.Error("the mouse is not used")
		}
		s.press("ctrl+k", "theme redgreen", "enter", "ctrl+k", "mouse", "enter")
		s.sent("options theme redgreen", "options mouse off")
		if len(s.link.kept) > 0 {
			t.Errorf("kept %q", s.link.kept)
		}
	})
}

// A client's theme is the person's, whatever the session is told to begin with.
func TestOwnOptions(t *testing.T) {
	const own, chosen = "38;2;255;141;132", "38;2;201;106;0" // of a loss
	play(t, tui.Config{Expand: expander{}, Mouse: true}, func(s *stage) {
		s.hear(tui.Message{Theme: prose.Themes()[0], Text: prose.Text{prose.L(prose.Loss, "It hurts.")}})
		s.press("ctrl+k", "theme redgreen", "enter", "ctrl+k", "mouse", "enter")
		s.sent()
		if got := s.link.kept[len(s.link.kept)-1]; got != `{"theme":"redgreen","mouse":false,"panes":{}}` {
			t.Errorf("kept %s", got)
		}
	})
	play(t, tui.Config{Expand: expander{}, Mouse: true}, func(s *stage) {
		s.hear(tui.Message{Keep: `{"theme":"redgreen","mouse":false}`}, tui.Message{
			Theme: prose.Themes()[0], Text: prose.Text{prose.L(prose.Loss, "It hurts.")},
		})
		if v := s.screen.View(); v.MouseMode != tea.MouseModeNone || !strings.Contains(v.Content, chosen) ||
			strings.Contains(v.Content, own) {
			t.Errorf("mouse mode %v, content %q", v.MouseMode, v.Content)
		}
	})
}

func TestMouse(t *testing.T) {
	click := func(s *stage, word string) {
		s.t.Helper()
		for y, row := range s.plain() {
			if x := strings.LastIndex(row, word); x >= 0 {
				s.tell(tea.MouseClickMsg{X: len([]rune(row[:x])) + 1, Y: y, Button: tea.MouseLeft})
				return
			}
		}
		s.t.Fatalf("no %q to click:\n%s", word, strings.Join(s.plain(), "\n"))
	}
	play(t, tui.Config{Mouse: true, ASCII: true}, func(s *stage) {
		s.tell(tea.WindowSizeMsg{Width: 120, Height: 40})
		s.hear(evening())
		s.hear(tui.Message{Verbs: verbs()})
		s.press("ctrl+k", "gi")
		click(s, "give <thing>")
		s.sees("Command: give")
		s.press("esc", "ctrl+k")
		s.tell(tea.MouseWheelMsg{X: 3, Y: 38, Button: tea.MouseWheelDown})
		s.sees("> get <thing>")
		click(s, "look [<target>]")
		s.sent("look")
		s.link.lines = nil
		click(s, "north to The")
		s.sent("north")
		click(s, "a wet-backed wrecker")
		if got := s.inputRow(); got == ">" {
			t.Error("a click on a foe put nothing on the line")
		}
		s.fill(0, 100)
		s.tell(tea.MouseWheelMsg{X: 3, Y: 3, Button: tea.MouseWheelUp})
		s.sees("more below")
		click(s, "more below")
		s.lacks("more below")
		s.hear(tui.Message{Prompt: "Password: ", Echo: tui.EchoHide})
		click(s, "north to The")
		s.sent("north") // not as a password
	})
	play(t, tui.Config{Mouse: true, ASCII: true}, func(s *stage) {
		s.hear(tui.Message{View: game()})
		click(s, "|   |")
		s.sent("place b1")
	})
	play(t, tui.Config{}, func(s *stage) { // It is left to the terminal where nobody asked for it.
		s.tell(tea.WindowSizeMsg{Width: 120, Height: 40})
		s.hear(evening())
		click(s, "north to The")
		s.sent()
	})
}

// Each page that a pane lacks is asked for once, and what comes is shown.
func TestPages(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		s.hear(evening())
		s.press("f9")
		s.sees("Asking...")
		if got := fmt.Sprint(s.link.pages); got != "[[who ]]" {
			t.Errorf("asked for %s, want who", got)
		}
		s.hear(tui.Message{Page: &tui.Page{Name: "who", Lines: []cell.Line{cell.L(prose.Person, "Tobin\x1b[2J")}}})
		s.sees("Tobin[2J")
		s.press("esc", "x")
		s.types("> x", 3)
		s.press("f10")
		if got := len(s.link.pages); got != 2 {
			t.Errorf("asked for %d pages, want 2", got)
		}
	})
}

// An output tab of the client's rules is a channel of its own.
func TestTabs(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		s.tell(tea.WindowSizeMsg{Width: 200, Height: 50})
		m := evening()
		m.Tab, m.Lines = "fights", []cell.Line{cell.L(prose.Foe, "A gull bites you.")}
		s.hear(m)
		s.sees("fights")
		if got := strings.Count(strings.Join(s.plain(), "\n"), "A gull bites you."); got != 2 {
			t.Errorf("shown %d times, want in the text and in the chat pane", got)
		}
	})
}
