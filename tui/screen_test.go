package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// The same evening at every size and in every look. Colours are checked at one size, the words at all.
func TestLooks(t *testing.T) {
	looks := []struct {
		name       string
		background tea.Msg
		profile    colorprofile.Profile
	}{
		{"dark", dark(), colorprofile.TrueColor},
		{"light", light(), colorprofile.TrueColor},
		{"dark-16", dark(), colorprofile.ANSI},
		{"light-16", light(), colorprofile.ANSI},
		{"nocolour", dark(), colorprofile.ASCII},
	}
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}, {200, 50}} {
		for _, l := range looks {
			name := fmt.Sprintf("%dx%d-%s", size[0], size[1], l.name)
			t.Run(name, func(t *testing.T) {
				play(t, tui.Config{}, func(s *stage) {
					s.tell(l.background, colours(l.profile), tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					s.hear(evening())
					s.press("look at lamp", "enter", "say good eve")
					content := s.screen.View().Content
					golden(t, name, strings.ReplaceAll(content, "\x1b", "␛")+"\n")
					fits(t, content, size[0], size[1])
				})
			})
		}
	}
}

// fits fails unless the content is exactly high and at most wide enough.
func fits(t *testing.T, content string, width, height int) {
	t.Helper()
	rows := strings.Split(content, "\n")
	if len(rows) != height {
		t.Errorf("got %d rows, want %d", len(rows), height)
	}
	for i, r := range rows {
		if w := ansi.WcWidth.StringWidth(r); w > width {
			t.Errorf("row %d: got %d cells, want at most %d: %q", i, w, width, r)
		}
	}
}

func TestNoColourAnywhere(t *testing.T) {
	play(t, tui.Config{NoColor: true}, func(s *stage) {
		s.tell(tea.WindowSizeMsg{Width: 120, Height: 40}, dark(), colours(colorprofile.TrueColor))
		s.hear(evening())
		for _, seq := range strings.Split(s.screen.View().Content, "\x1b[")[1:] {
			seq, _, _ = strings.Cut(seq, "m")
			for n := range strings.SplitSeq(seq, ";") {
				if len(n) > 1 {
					t.Fatalf("colour sequence %q without colours", seq)
				}
			}
		}
		s.sees("! a wet-backed wrecker") // A foe is marked by more than a colour.
		s.sees("hurt 12/20")
	})
}

func TestEverySizeFits(t *testing.T) {
	for _, width := range []int{1, 2, 3, 7, 10, 20, 40, 59, 60, 79, 99, 100, 109, 110, 300} {
		for _, height := range []int{1, 2, 3, 4, 5, 9, 10, 13, 14, 30, 100} {
			play(t, tui.Config{}, func(s *stage) {
				s.tell(tea.WindowSizeMsg{Width: width, Height: height})
				s.hear(evening())
				s.press("f2", "look at the very long name of a lamp that stands upon the bar", "pgup", "home")
				v := s.screen.View()
				fits(t, v.Content, width, height)
				if v.Cursor == nil || v.Cursor.X < 0 || v.Cursor.X >= width || v.Cursor.Y < 0 || v.Cursor.Y >= height {
					t.Errorf("%dx%d: cursor %+v is outside", width, height, v.Cursor)
				}
			})
		}
	}
}

func TestLayoutCoversTheScreenOnce(t *testing.T) {
	for width := 1; width < 220; width += 3 {
		for height := 1; height < 60; height++ {
			area := 0
			for _, r := range tui.Layout(width, height) {
				if r[2] < 0 || r[3] < 0 || r[0]+r[2] > width || r[1]+r[3] > height {
					t.Fatalf("%dx%d: area %v sticks out", width, height, r)
				}
				area += r[2] * r[3]
			}
			if area != width*height {
				t.Fatalf("%dx%d: areas cover %d cells, want %d", width, height, area, width*height)
			}
		}
	}
}

func TestPanel(t *testing.T) {
	shown := func(s *stage) bool { return strings.Contains(strings.Join(s.plain(), "\n"), "Here ") }
	cases := []struct {
		name  string
		width int
		keys  []string
		want  bool
	}{
		{"wide shows it", 100, nil, true},
		{"narrow hides it", 99, nil, false},
		{"F2 shows it where there is room", 80, []string{"f2"}, true},
		{"twice hides it again", 80, []string{"f2", "f2"}, false},
		{"ctrl+b hides it", 120, []string{"ctrl+b"}, false},
		{"F2 shows it over the text where there is little", 59, []string{"f2"}, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			play(t, tui.Config{}, func(s *stage) {
				s.tell(tea.WindowSizeMsg{Width: c.width, Height: 30})
				s.hear(evening())
				s.press(c.keys...)
				if got := shown(s); got != c.want {
					t.Errorf("panel shown: got %v, want %v\n%s", got, c.want, strings.Join(s.plain(), "\n"))
				}
			})
		})
	}
	t.Run("a crowd is counted, not cut off", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.tell(tea.WindowSizeMsg{Width: 120, Height: 24})
			m := evening()
			for i := range 200 {
				m.View.People.List = append(m.View.People.List, view.Entry{Text: fmt.Sprintf("sailor %d", i)})
			}
			s.hear(m)
			s.sees("more")
			s.sees("Gear")
		})
	})
}

// fill tells numbered lines, the first one included and the last one not.
func (s *stage) fill(first, end int) {
	var text prose.Text
	for i := first; i < end; i++ {
		text = append(text, prose.L(prose.Plain, fmt.Sprintf("line %04d", i)))
	}
	s.hear(tui.Message{Text: text})
}

func TestReadingBack(t *testing.T) {
	t.Run("stands still while text arrives and says that there is more", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.fill(0, 200)
			s.sees("line 0199")
			s.lacks("-- more below")
			s.press("pgup")
			s.sees("-- more below --")
			first := s.plain()[0]
			s.fill(200, 260)
			s.sees("-- more below, 60 new --")
			if got := s.plain()[0]; got != first {
				t.Errorf("first row moved: got %q, want %q", got, first)
			}
			s.press("end")
			s.sees("line 0259")
			s.lacks("-- more below")
		})
	})
	t.Run("paging down reaches the end and follows again", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.fill(0, 200)
			s.press("home")
			s.sees("line 0000")
			for range 20 {
				s.press("pgdown")
			}
			s.lacks("-- more below")
			s.fill(200, 201)
			s.sees("line 0200")
		})
	})
	t.Run("up then down shows the same", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.fill(0, 200)
			s.press("pgup", "pgup")
			before := strings.Join(s.plain(), "\n")
			s.press("pgup", "pgdown")
			if got := strings.Join(s.plain(), "\n"); got != before {
				t.Errorf("got\n%s\nwant\n%s", got, before)
			}
		})
	})
}

func TestReadingBackEnds(t *testing.T) {
	t.Run("little text has nothing to read back", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.fill(0, 5)
			s.press("pgup", "home")
			s.lacks("-- more below")
			s.sees("line 0004")
		})
	})
	t.Run("survives that what was read is dropped", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.fill(0, 200)
			s.press("home")
			s.fill(200, 200+tui.ParagraphsMax)
			s.sees("line 0200")
			s.sees("-- more below")
		})
	})
	t.Run("sending a line returns to the newest", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.fill(0, 200)
			s.press("home", "look", "enter")
			s.sees("> look")
			s.lacks("-- more below")
		})
	})
	t.Run("the wheel is off unless asked for", func(t *testing.T) {
		for _, on := range []bool{false, true} {
			play(t, tui.Config{Mouse: on}, func(s *stage) {
				s.fill(0, 200)
				s.tell(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
				got := strings.Contains(strings.Join(s.plain(), "\n"), "-- more below")
				mode := s.screen.View().MouseMode != tea.MouseModeNone
				if got != on || mode != on {
					t.Errorf("wheel %v: scrolled %v, mouse reported %v", on, got, mode)
				}
			})
		}
	})
}

func TestResizeKeepsTheBottom(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		for i := range 100 {
			s.say(prose.Plain, fmt.Sprintf("%swords%d", strings.Repeat("words to be wrapped ", 9), i))
		}
		for _, size := range [][2]int{{60, 20}, {200, 50}, {20, 9}, {120, 40}, {80, 24}} {
			s.tell(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			s.sees("words99")
			fits(t, s.screen.View().Content, size[0], size[1])
		}
		if got, want := s.link.sizes[len(s.link.sizes)-1], [2]int{80, 21}; got != want {
			t.Errorf("last size told: got %v, want %v", got, want)
		}
	})
}

// Reading back at one width, the paragraph at the top stays in sight at another.
func TestResizeKeepsThePlace(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		for i := range 100 {
			s.say(prose.Plain, fmt.Sprintf("%d: %s", i, strings.Repeat("words to be wrapped ", 9)))
		}
		s.press("home", "pgdown", "pgdown", "pgdown")
		top, _, _ := strings.Cut(strings.TrimSpace(s.plain()[0]), ":")
		s.tell(tea.WindowSizeMsg{Width: 60, Height: 20}, tea.WindowSizeMsg{Width: 200, Height: 50})
		s.sees(top + ":")
	})
}

func TestFloodIsBounded(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		for i := range 20 {
			var batch []tui.Message
			for j := range 500 {
				batch = append(batch, tui.Message{Text: prose.Text{prose.L(prose.Plain, fmt.Sprintf("flood %d", i*500+j))}})
			}
			s.hear(batch...)
			if i == 14 {
				s.press("home")
			}
		}
		s.press("end")
		s.sees("flood 9999")
		paragraphs, _, drawn := s.screen.Kept()
		if paragraphs != tui.ParagraphsMax {
			t.Errorf("kept %d paragraphs, want %d", paragraphs, tui.ParagraphsMax)
		}
		if drawn > 30 {
			t.Errorf("%d paragraphs hold drawn rows, want only those in sight", drawn)
		}
		for range 5 {
			s.say(prose.Plain, strings.Repeat("x", 1<<20))
		}
		huge := strings.Repeat("y", 10<<10)
		for range 1000 {
			s.say(prose.Plain, huge)
		}
		if _, bytes, _ := s.screen.Kept(); bytes > tui.BytesMax {
			t.Errorf("kept %d bytes, want at most %d", bytes, tui.BytesMax)
		}
	})
}

// Nothing of what a session says may reach the terminal as anything but words.
func TestHostileTextIsHarmless(t *testing.T) {
	attacks := []string{
		"\x1b[2Jcleared", "\x1b]0;title\x07", "\x1b]52;c;aGk=\x1b\\", "\x9b2J", "\u009b31m", "\x1bP1;1|\x1b\\", "a\rb",
		"a\bb", "a\x7fb", "line\nbreak", "\u202eright to left", "\u2066isolate\u2069", "zero\u200bwidth", "\xff\xfe bad",
		"e" + strings.Repeat("\u0301", 10_000), "\u0301alone", "tab\there", "\x00nul", "\ufeffmark",
	}
	play(t, tui.Config{}, func(s *stage) {
		s.tell(tea.WindowSizeMsg{Width: 120, Height: 60})
		for _, a := range attacks {
			s.hear(tui.Message{
				Text:   prose.Text{{Indent: 1 << 40, Spans: []prose.Span{{Text: a, Role: 200}, {}, {Text: a}}}},
				Prompt: a + "> ",
				View: &view.View{
					Name: a, Room: a, Time: a, Tide: a, Fighting: a, HP: -1 << 62, MaxHP: 1 << 62,
					Exits:  []view.Exit{{Dir: a}, {Dir: a, Name: a}},
					People: view.Entries{List: []view.Entry{{Text: a, Role: 255, Note: a, Count: 1 << 60}}, More: -7},
					Panels: []view.Panel{{Title: a, Text: []cell.Line{cell.L(99, a)}}},
				},
			})
			s.link.candidates = []string{a, a + "x"}
			s.press("tab", "esc")
			s.tell(tea.PasteMsg{Content: a})
			v := s.screen.View()
			for _, r := range stripped(v.Content) {
				if r != '\n' && (r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r == 0x200b) {
					t.Fatalf("%q let %U through: %q", a, r, v.Content)
				}
			}
			fits(t, v.Content, 120, 60)
			if len(v.Content) > 100_000 {
				t.Errorf("%.20q made a frame of %d bytes", a, len(v.Content))
			}
			s.press("ctrl+u")
		}
		s.sees("]0;title") // Nothing said is swallowed.
	})
}

func TestWideAndCombining(t *testing.T) {
	play(t, tui.Config{}, func(s *stage) {
		s.tell(tea.WindowSizeMsg{Width: 20, Height: 14})
		s.say(prose.Plain, "潮が満ちると酒場の灯りが消える")
		s.say(prose.Plain, "cafe\u0301 na\u0308ive coöperate re\u0301sume\u0301")
		s.sees("潮が満ちると酒場の灯")
		s.sees("りが消える")
		s.sees("cafe\u0301 na\u0308ive")
		fits(t, s.screen.View().Content, 20, 14)
		s.press("漢字e", "\u0301x", "left", "left", "backspace")
		s.types("> 漢e\u0301x", 4)
	})
}

func TestEnd(t *testing.T) {
	t.Run("stays to be read", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.hear(tui.Message{End: "The sea takes you. Farewell."})
			s.sees("The sea takes you. Farewell.")
			s.sees("Press Enter to leave.")
			if got := s.screen.Farewell(); got != "The sea takes you. Farewell." {
				t.Errorf("farewell: got %q", got)
			}
			if s.over {
				t.Fatal("left by itself")
			}
			s.press("look", "enter")
			s.sent()
			if !s.over {
				t.Error("enter did not leave")
			}
		})
	})
	t.Run("leaves by itself when nobody reads it any more", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.hear(tui.Message{End: "Farewell."})
			<-time.After(59 * time.Second)
			s.settle()
			if s.over {
				t.Error("left too early")
			}
			<-time.After(2 * time.Second)
			s.settle()
			if !s.over {
				t.Error("still there")
			}
		})
	})
	t.Run("who asked to leave leaves", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			s.press("Quit", "enter")
			s.sent("Quit")
			s.hear(tui.Message{End: "Farewell."})
			if !s.over {
				t.Error("still there")
			}
		})
	})
	t.Run("a lost link ends it", func(t *testing.T) {
		play(t, tui.Config{}, func(s *stage) {
			close(s.link.messages)
			s.settle()
			s.sees("The connection is closed.")
			s.over = true // The channel is closed already.
		})
	})
}

// Whatever is typed, said, offered and resized: no panic, no frame larger than the screen, no control character, the
// cursor inside.
func FuzzScreen(f *testing.F) {
	f.Add([]byte("look\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11"), 80, 24)
	f.Add([]byte("\x10\x10\x10\x10\x03\x03\x16\x16\x04\x04\x11\x0f\x0f\x0fxyz\x00\x01\x01"), 61, 15)
	f.Add([]byte("look\x00\x1f\x15g\x01\x01\x08\x00\x15th\x00\x19\x07\x11\x00\x18lo\x00nN"), 80, 24)
	f.Add([]byte("\x1f\x1b!\x1c\x1d!!@\x1e\x09\x00}\x00}e\x1a\x1a\x1a\x1a\x1a\x1a\x17lo\x02"), 130, 40)
	names := []string{
		"enter", "tab", "esc", "pgup", "pgdown", "home", "end", "up", "down", "left", "right", "backspace", "ctrl+w",
		"ctrl+u", "ctrl+y", "f2", "shift+up", "shift+down", "alt+b", "alt+d", "ctrl+k", "shift+tab", "ctrl+r", "ctrl+f",
		"alt+c", "alt+enter", "f6", "f4", "alt+r", "ctrl+g", "ctrl+c",
	}
	f.Fuzz(func(t *testing.T, script []byte, width, height int) {
		width, height = 1+(width&0xff), 1+(height&0x3f)
		if len(script) > 200 {
			return
		}
		l := newLink()
		s := tui.New(l, tui.Config{Mouse: true})
		s.Update(tea.WindowSizeMsg{Width: width, Height: height})
		for i, c := range script {
			switch {
			case int(c) < len(names):
				l.candidates = []string{string(script[:i]), string(script), "get lamp", "get lantern"}
				_, cmd := s.Update(key(names[c])[0])
				if strings.HasSuffix(names[c], "tab") {
					for _, m := range messages(cmd) {
						s.Update(m)
					}
				}
			case c < ' ':
				s.Update(tui.Arrived(evening()))
			case c == '~':
				s.Update(tui.Arrived(tui.Message{Prompt: string(script), Echo: tui.EchoHide}))
			case c == '|':
				s.Update(tui.Arrived(tui.Message{Text: prose.Text{prose.L(prose.Role(c), string(script))}, Echo: tui.EchoShow}))
			case c == '^':
				width, height = 1+(width*7+int(c))%200, 1+(height*5+i)%60
				s.Update(tea.WindowSizeMsg{Width: width, Height: height})
			case c == '`':
				s.Update(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeSet})
			case c == '{':
				s.Update(tea.PasteMsg{Content: string(script)})
			case c == '}':
				s.Update(tea.PasteMsg{Content: string(script) + "\n" + string(script)})
			case c == '!':
				s.Update(tea.MouseClickMsg{X: i * 7 % width, Y: i * 3 % height, Button: tea.MouseLeft})
				s.Update(tea.MouseWheelMsg{X: i * 5 % width, Y: i % height, Button: tea.MouseWheelDown})
			case c == '@':
				s.Update(tui.Arrived(tui.Message{Verbs: verbs(), Keep: string(script[i:]), View: game()}))
			default:
				s.Update(tea.KeyPressMsg{Code: rune(c), Text: string(rune(c))})
			}
			v := s.View()
			fits(t, v.Content, width, height)
			if v.Cursor == nil || v.Cursor.X < 0 || v.Cursor.X >= width || v.Cursor.Y < 0 || v.Cursor.Y >= height {
				t.Fatalf("cursor %+v is outside of %dx%d", v.Cursor, width, height)
			}
			for _, r := range stripped(v.Content) {
				if r != '\n' && (r < ' ' || r >= 0x7f && r < 0xa0) {
					t.Fatalf("control character %U drawn", r)
				}
			}
		}
	})
}
