package panes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// words is everything around the text without styles.
func words(s *panes.Set, height int) string { return ansi.Strip(composed(s, height)) }

// sees fails unless some words are around the text, or are not.
func sees(t *testing.T, s *panes.Set, height int, want string, isThere bool) {
	t.Helper()
	if got := words(s, height); strings.Contains(got, want) != isThere {
		t.Errorf("%q is there: got %v, want %v:\n%s", want, !isThere, isThere, got)
	}
}

// What the keys of a pane do, pressed one after the other; the last one's act counts.
func TestKeys(t *testing.T) {
	cases := []struct {
		pane string
		keys string
		want panes.Act
		left bool // the keys are the line's afterwards
	}{
		{panes.Room, "enter", panes.Act{Put: "look wet-backed wrecker"}, false},
		{panes.Room, "down down enter", panes.Act{Put: "look Maren the barkeep"}, false},
		{panes.Room, "down down down down down enter", panes.Act{Send: "north"}, false},
		{panes.Room, "end pgdown down down down down down down down down space", panes.Act{Send: "up"}, false},
		{panes.Gear, "down down enter", panes.Act{Put: "look rusty key"}, false},
		{panes.Quests, "enter", panes.Act{Send: "quests"}, false},
		{panes.Chat, "enter", panes.Act{Put: "say "}, true},
		{panes.Chat, "right enter", panes.Act{Put: "say "}, true},
		{panes.Chat, "right right enter", panes.Act{Put: "tell Tobin "}, true},
		{panes.Chat, "left enter", panes.Act{Put: "gossip "}, true},
		{panes.Map, "enter", panes.Act{Notice: "That is where you are."}, false},
		{panes.Map, "right enter", panes.Act{Put: ".e"}, true},
		{panes.Map, "up left enter", panes.Act{Put: ".n1w"}, true},
		{panes.Map, "left enter", panes.Act{Put: ".n1w1s"}, true},
		{panes.Map, "< enter", panes.Act{Put: ".u"}, true},
		{panes.Map, "> enter", panes.Act{Put: ".e1d"}, true},
		{panes.Map, "down enter", panes.Act{Notice: "That is where you are."}, false},
		{panes.Map, "up up enter", panes.Act{Notice: "Nobody knows what is there."}, false},
		{panes.Map, "/ S T O r e enter enter", panes.Act{Put: ".e"}, true},
		{panes.Map, "/ s h o p enter / t h e enter enter", panes.Act{Put: ".n1w"}, true},
		{panes.Map, "/ m o o n enter", panes.Act{Notice: "No place on the map has that in its name."}, false},
		{panes.Map, "/ m o esc enter", panes.Act{Notice: "That is where you are."}, false},
		{panes.Map, "right right right c enter", panes.Act{Notice: "That is where you are."}, false},
		{panes.Board, "enter", panes.Act{Notice: "That square is taken."}, false},
		{panes.Board, "right enter", panes.Act{Send: "place b1"}, false},
		{panes.Board, "right right down down down left enter", panes.Act{Send: "place b3"}, false},
		{panes.Board, "s", panes.Act{Send: "stand"}, false},
		{panes.Board, "t", panes.Act{Put: "taunt "}, true},
		{panes.Vitals, "down up pgdown", panes.Act{}, false},
		{panes.Vitals, "esc", panes.Act{}, true},
		{panes.Help, "/ q enter", panes.Act{}, false},
	}
	for _, c := range cases {
		t.Run(c.pane+" "+c.keys, func(t *testing.T) {
			s := stage(200, 47, plainLook(), false)
			s.See(game(evening()))
			for _, said := range talk() {
				s.Hear(said.Clean())
			}
			if notice := s.Focus(c.pane); notice != "" {
				t.Fatal(notice)
			}
			s.Turn(*helpPage())
			var act panes.Act
			for key := range strings.FieldsSeq(c.keys) {
				s.Frame()
				var ok bool
				if act, ok = s.Key(key); !ok {
					t.Errorf("%s was not taken", key)
				}
			}
			if diff := cmp.Diff(c.want, act); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got := s.Focused() == ""; got != c.left {
				t.Errorf("the keys are the line's: got %v, want %v", got, c.left)
			}
		})
	}
}

// A key that is for no pane goes to the line, and so do those behind it.
func TestKeysGoBackToTheLine(t *testing.T) {
	s := stage(120, 37, plainLook(), false)
	s.See(evening())
	for _, name := range []string{panes.Room, panes.Map, panes.Gear, panes.Chat, panes.Vitals} {
		s.Focus(name)
		if s.Focused() != name || len(s.Hints()) == 0 {
			t.Errorf("%s does not take the keys", name)
		}
		if act, ok := s.Key("l"); ok || act != (panes.Act{}) || s.Focused() != "" || s.Hints() != nil {
			t.Errorf("%s keeps a letter: %+v %v", name, act, ok)
		}
	}
	if _, ok := s.Key("up"); ok {
		t.Error("no pane has the keys, yet one took one")
	}
}

// Tab goes around, and the line is one of the stops.
func TestCycle(t *testing.T) {
	s := stage(120, 37, plainLook(), false)
	s.See(evening())
	var got []string
	for range 7 {
		s.Cycle(1)
		got = append(got, s.Focused())
	}
	s.Cycle(-1)
	got = append(got, s.Focused())
	want := []string{panes.Map, panes.Room, panes.Effects, panes.Quests, panes.Gear, "", panes.Map, ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A pane that is gone gives the keys back.
func TestFocusOfWhatIsGone(t *testing.T) {
	s := stage(120, 37, plainLook(), false)
	s.See(game(evening()))
	s.Focus(panes.Board)
	s.See(evening())
	if got := s.Focused(); got != "" {
		t.Errorf("got %q, want the line", got)
	}
}

func TestHelpIsRead(t *testing.T) {
	s := stage(80, 21, plainLook(), false)
	s.See(evening())
	ask := func(want ...view.Page) {
		t.Helper()
		if diff := cmp.Diff(want, s.Asks()); diff != "" {
			t.Errorf("asked (-want +got):\n%s", diff)
		}
	}
	s.Focus(panes.Help)
	ask(view.Page{Name: panes.Help})
	ask()
	sees(t, s, 21, "Asking...", true)
	s.Turn(*helpPage())
	sees(t, s, 21, "> moving  how to get about", true)
	s.Key("down")
	s.Key("enter")
	ask(view.Page{Name: panes.Help, Topic: "talking"})
	s.Turn(view.Page{Name: panes.Help, Topic: "talking", Lines: []cell.Line{cell.L(prose.Plain, "Say it.")}})
	sees(t, s, 21, "[Help: talking]", true)
	for _, key := range []string{"/", "g", "e", "x", "backspace", "t", "space", "a", "ctrl+a", "enter"} {
		s.Key(key)
	}
	ask(view.Page{Name: panes.Help, Topic: "get a"})
	s.Turn(view.Page{Name: panes.Help, Topic: "get a"})
	sees(t, s, 21, "There is nothing on this page.", true)
	s.Key("backspace")
	ask(view.Page{Name: panes.Help, Topic: "talking"})
	s.Key("backspace")
	ask(view.Page{Name: panes.Help})
	if act, _ := s.Key("backspace"); act.Notice == "" {
		t.Error("there is nothing further back, and no word of it")
	}
	s.Turn(*helpPage())
	s.Frame()
	s.Key("/")
	sees(t, s, 21, "Look for: _", true)
	s.Key("esc")
	sees(t, s, 21, "Look for:", false)
	if s.Focused() != panes.Help {
		t.Error("leaving the search left the pane")
	}
}

// A page is read from its beginning, though what can be followed stands further down.
func TestHelpBeginsAtTheTop(t *testing.T) {
	s := stage(80, 21, plainLook(), false)
	s.See(evening())
	s.Focus(panes.Help)
	s.Frame()
	p := helpPage()
	p.Lines = append(slices.Repeat([]cell.Line{cell.L(prose.Plain, "Read this first.")}, 50), p.Lines...)
	s.Turn(*p)
	s.Asks()
	sees(t, s, 21, "Read this first.", true)
	s.Key("enter")
	sees(t, s, 21, "> moving", true)
	if got := s.Asks(); len(got) > 0 {
		t.Errorf("followed what nobody saw: %v", got)
	}
	s.Key("enter")
	if diff := cmp.Diff([]view.Page{{Name: panes.Help, Topic: "moving"}}, s.Asks()); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

// Words that stand on the page are gone to; those that do not are asked for.
func TestHelpFindsOnThePage(t *testing.T) {
	s := stage(80, 21, plainLook(), false)
	s.See(evening())
	s.Focus(panes.Help)
	p := view.Page{Name: panes.Help}
	for i := range 100 {
		p.Lines = append(p.Lines, cell.L(prose.Plain, fmt.Sprintf("Paragraph %d.", i)))
	}
	s.Turn(p)
	s.Frame()
	s.Asks()
	for key := range strings.SplitSeq("/|7|7|.|enter", "|") {
		s.Key(key)
	}
	sees(t, s, 21, "Paragraph 77.", true)
	if got := s.Asks(); len(got) > 0 {
		t.Errorf("asked for %v", got)
	}
}

// Who is there is asked for each time one looks; the sheet also when it is out of date and in sight; help once.
func TestPagesAreAskedFor(t *testing.T) {
	for _, c := range []struct {
		name string
		want []int // at first, looked at again, out of date by coins, by gear, hidden, still hidden, shown again
	}{
		{panes.Who, []int{1, 1, 0, 0, 0, 0, 1}}, {panes.Sheet, []int{1, 1, 1, 1, 1, 0, 1}},
		{panes.Help, []int{1, 0, 0, 0, 0, 0, 0}},
	} {
		s := stage(200, 47, plainLook(), false)
		v := *evening()
		s.See(&v)
		var got []int
		answer := func() {
			asked := s.Asks()
			for _, p := range asked {
				p.Lines = []cell.Line{cell.L(prose.Plain, "Here it is.")}
				s.Turn(p)
			}
			got = append(got, len(asked))
			s.Frame()
		}
		shows := func(coins, worn int) {
			next := v
			next.Coins, next.Using.List = next.Coins+coins, next.Using.List[:worn]
			s.See(&next)
			s.See(&next)
		}
		s.Focus(c.name)
		answer()
		s.Focus("")
		s.Focus(c.name)
		answer()
		shows(1, 2)
		answer()
		shows(1, 1)
		answer()
		s.Toggle(c.name)
		shows(2, 1)
		answer()
		shows(3, 1)
		answer()
		s.Toggle(c.name)
		answer()
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: asked %v times, want %v", c.name, got, c.want)
		}
	}
}

// A sheet that was asked for before there was anything to see is asked for again when there is.
func TestSheetAskedForBeforePlay(t *testing.T) {
	s := stage(200, 47, plainLook(), false)
	s.Restore(`{"asked":["sheet"]}`)
	s.Asks()
	s.Turn(view.Page{Name: panes.Sheet})
	s.See(evening())
	s.Frame()
	s.See(evening())
	if got := s.Asks(); len(got) != 1 {
		t.Errorf("asked for %v, want the sheet", got)
	}
}

// What a server calls its things and channels is put before the person as one line, and never as a command.
func TestNamesAreNoCommands(t *testing.T) {
	s := stage(200, 47, plainLook(), false)
	v := *evening()
	v.People = view.Entries{List: []view.Entry{{Text: "a sign; quit", Role: prose.Person}}}
	s.See(&v)
	s.Focus(panes.Room)
	s.Frame()
	if got, _ := s.Key("enter"); got.Put != `look sign\; quit` {
		t.Errorf("a thing: got %q", got.Put)
	}
	s.Hear(view.Saying{Channel: "#import x", Line: cell.L(prose.Speech, "Hello.")}.Clean())
	s.Focus(panes.Chat)
	s.Frame()
	s.Key("right")
	if got, ok := s.Key("enter"); got.Put != "" || !ok {
		t.Errorf("a channel: got %q, %v", got.Put, ok)
	}
}

func TestChatCountsWhatIsNew(t *testing.T) {
	s := stage(200, 47, plainLook(), false)
	s.See(evening())
	s.Toggle(panes.Chat) // shown
	s.Toggle(panes.Chat) // hidden
	for _, said := range talk() {
		s.Hear(said.Clean())
	}
	if got, want := s.Unread(), 3; got != want {
		t.Errorf("unread: got %d, want %d", got, want)
	}
	s.Focus(panes.Chat)
	s.Frame()
	if got, want := s.Unread(), 0; got != want {
		t.Errorf("all in sight: got %d unread, want %d", got, want)
	}
	s.Key("right") // say
	s.Frame()
	s.Hear(talk()[1].Clean())
	s.Hear(talk()[1].Clean())
	sees(t, s, 47, "[say] tell 2 ", true)
	if got, want := s.Unread(), 2; got != want {
		t.Errorf("on another tab: got %d unread, want %d", got, want)
	}
	s.Key("right")
	sees(t, s, 47, "[tell]", true)
	if got, want := s.Unread(), 0; got != want {
		t.Errorf("after a look: got %d unread, want %d", got, want)
	}
}

// One's own words are no news, and no answer goes to oneself.
func TestOwnTalk(t *testing.T) {
	s := stage(200, 47, plainLook(), false)
	s.See(evening())
	s.Hear(talk()[1].Clean())
	s.Hear(view.Saying{Channel: "tell", Talker: "Seren", Line: cell.L(prose.Private, "You tell Tobin: every night?")})
	if got, want := s.Unread(), 1; got != want {
		t.Errorf("unread: got %d, want %d", got, want)
	}
	s.Focus(panes.Chat)
	s.Key("right")
	if act, _ := s.Key("enter"); act.Put != "tell Tobin " {
		t.Errorf("an answer begins with %q", act.Put)
	}
}

// However much is said on however many channels: what is kept is bounded, and the newest is in sight.
func TestChatIsBounded(t *testing.T) {
	s := stage(200, 47, plainLook(), false)
	s.See(evening())
	s.Focus(panes.Chat)
	for i := range 2000 {
		s.Hear(view.Saying{Channel: fmt.Sprintf("channel%d", i%50), Line: cell.L(prose.Speech, fmt.Sprintf("words %d", i))})
	}
	sees(t, s, 47, "words 1999", true)
	for range 5 * 13 { // round and round: of 50 channels 12 have a tab
		s.Key("right")
		whole(t, composed(s, 47), 200)
	}
	s.Key("home")
	sees(t, s, 47, "words 1999", false)
	s.Hear(view.Saying{Line: cell.L(prose.Speech, "the newest")})
	sees(t, s, 47, "the newest", false)
	s.Key("end")
	s.Hear(view.Saying{Line: cell.L(prose.Speech, strings.Repeat("x", 16<<10))})
	if got := strings.Count(words(s, 47), "x"); got > 2<<10 {
		t.Errorf("one saying takes %d cells", got)
	}
	sees(t, s, 47, "[cut]", true)
	s.Hear(view.Saying{Line: cell.L(prose.Speech, "newer still")})
	sees(t, s, 47, "newer still", true)
}

// A key exists for every click, and both do the same.
func TestClicks(t *testing.T) {
	s := stage(200, 47, plainLook(), false)
	s.See(game(evening()))
	for _, said := range talk() {
		s.Hear(said.Clean())
	}
	click := func(word string, right int) (panes.Act, bool) {
		t.Helper()
		for y, row := range strings.Split(words(s, 47), "\n") {
			if before, _, ok := strings.Cut(row, word); ok {
				return s.Click(ansi.WcWidth.StringWidth(before)+right, y)
			}
		}
		t.Fatalf("%q is nowhere:\n%s", word, words(s, 47))
		return panes.Act{}, false
	}
	for _, c := range []struct {
		word  string
		right int
		want  panes.Act
		focus string
	}{
		{"north to", 0, panes.Act{Send: "north"}, ""},
		{"a brass lamp", 3, panes.Act{Put: "look brass lamp"}, ""},
		{"People", 0, panes.Act{}, panes.Room},
		{"u@]+[*d", 4, panes.Act{Put: ".e"}, panes.Room},
		{"1  X │", 7, panes.Act{Send: "place b1"}, panes.Room},
		{" tell ", 2, panes.Act{}, panes.Chat},
		{"Gear", 0, panes.Act{}, panes.Gear},
	} {
		act, ok := click(c.word, c.right)
		if !ok || act != c.want || s.Focused() != c.focus {
			t.Errorf("%q: got %+v, %v, focus %q; want %+v, focus %q", c.word, act, ok, s.Focused(), c.want, c.focus)
		}
	}
	sees(t, s, 47, "[tell]", true)
	if _, ok := s.Click(s.Plan().Text.X, 0); ok {
		t.Error("the text is no pane")
	}
	if s.Wheel(s.Plan().Text.X, 0, 3) || !s.Wheel(0, 2, 3) {
		t.Error("the wheel turns the pane under it and nothing else")
	}
}

// The time left is told in minutes, and only when it changes is anything drawn anew.
func TestEffectsRunDown(t *testing.T) {
	s := stage(120, 37, plainLook(), false)
	v := evening()
	v.Effects = []view.Effect{{Name: "oil", Until: noon().Add(2*time.Minute + 30*time.Second)}, {Name: "wet"}}
	s.See(v)
	now, told := noon(), []string{}
	for next := s.Tick(now); next > 0; next = s.Tick(now) {
		_, line, _ := strings.Cut(words(s, 37), "  oil ")
		line, _, _ = strings.Cut(line, "  ")
		told = append(told, line)
		now = now.Add(next)
	}
	want := []string{"3 min", "2 min", "60 s", "50 s", "40 s", "30 s", "20 s", "10 s"}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	sees(t, s, 37, "oil ending", true)
}

// A pane is as large as can be only as long as it has the keys.
func TestEnlarging(t *testing.T) {
	for _, leave := range []string{"=", "esc", "tab", "x", "delete"} {
		s := stage(80, 21, plainLook(), false)
		s.See(evening())
		s.Focus(panes.Help)
		before := s.Plan()
		s.Key("=")
		want := panes.Plan{
			Text: panes.Rect{Y: 17, Width: 80, Height: 4}, Measure: 80,
			Panes: []panes.Placed{{Name: panes.Help, Rect: panes.Rect{Width: 80, Height: 17}}},
		}
		if diff := cmp.Diff(want, s.Plan()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if s.Key(leave); leave == "delete" {
			before = panes.Plan{Text: panes.Rect{Width: 80, Height: 21}, Measure: 80}
		}
		if diff := cmp.Diff(before, s.Plan()); diff != "" {
			t.Errorf("after %s (-want +got):\n%s", leave, diff)
		}
	}
	s := stage(80, 21, plainLook(), false)
	s.See(evening())
	s.Focus(panes.Help)
	s.Key("=")
	if notice := s.Toggle(panes.Map); notice != "" || shown(s) != panes.Map {
		t.Errorf("another pane: got %q and %q", notice, shown(s))
	}
	s = stage(30, 8, plainLook(), false)
	s.See(evening())
	s.Key("=")
	if got := s.Plan().Text.Height; got != 8 {
		t.Errorf("no pane has the keys, yet the text has %d rows", got)
	}
}

// The size and the order of panes are the person's.
func TestArranging(t *testing.T) {
	s := stage(200, 47, plainLook(), false)
	s.See(evening())
	height := func(name string) int {
		for _, p := range s.Plan().Panes {
			if p.Name == name {
				return p.Height
			}
		}
		return 0
	}
	s.Focus(panes.Gear)
	text := s.Plan().Text.Width
	s.Key("{")
	if got, want := shown(s), "map effects quests gear room"; got != want {
		t.Errorf("gear before the room: got %q, want %q", got, want)
	}
	for range 3 {
		s.Key("]")
	}
	if got, want := s.Plan().Text.Width, text-6; got != want {
		t.Errorf("wider columns: got %d cells of text, want %d", got, want)
	}
	was := height(panes.Gear)
	s.Key("+")
	s.Key("+")
	if got, want := height(panes.Gear), was+2; got != want {
		t.Errorf("larger: got %d rows, want %d", got, want)
	}
	s.Key("-")
	if got, want := height(panes.Gear), was+1; got != want {
		t.Errorf("smaller: got %d rows, want %d", got, want)
	}
	s.Key("\\")
	if got, want := shown(s), "map gear effects quests room"; got != want {
		t.Errorf("gear on the left: got %q, want %q", got, want)
	}
	for _, p := range s.Plan().Panes {
		if p.Name == panes.Gear && p.X != 0 {
			t.Errorf("gear did not move to the left: %+v", p)
		}
	}
	s.Key("delete")
	if got, want := shown(s), "map effects quests room"; got != want {
		t.Errorf("gear hidden: got %q, want %q", got, want)
	}
	again := stage(200, 47, plainLook(), false)
	again.Restore(s.Remember())
	again.See(evening())
	if diff := cmp.Diff(s.Plan(), again.Plan()); diff != "" {
		t.Errorf("as remembered (-want +got):\n%s", diff)
	}
}
