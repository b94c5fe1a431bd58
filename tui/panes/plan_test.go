package panes_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/panes"
)

// covers fails unless the areas of a plan cover the whole once.
func covers(t *rapid.T, plan panes.Plan, width, height int) {
	t.Helper()
	taken := make([]bool, width*height)
	area := 0
	all := append([]panes.Rect{plan.Text}, plan.Rules...)
	for _, p := range plan.Panes {
		all = append(all, p.Rect)
	}
	for _, r := range all {
		if r.X < 0 || r.Y < 0 || r.Width < 1 || r.Height < 1 || r.X+r.Width > width || r.Y+r.Height > height {
			t.Fatalf("%dx%d: area %v sticks out: %+v", width, height, r, plan)
		}
		for y := r.Y; y < r.Y+r.Height; y++ {
			for x := r.X; x < r.X+r.Width; x++ {
				if taken[y*width+x] {
					t.Fatalf("%dx%d: cell %d,%d is taken twice: %+v", width, height, x, y, plan)
				}
				taken[y*width+x] = true
			}
		}
		area += r.Width * r.Height
	}
	if area != width*height {
		t.Fatalf("%dx%d: areas cover %d cells: %+v", width, height, area, plan)
	}
	if plan.Measure < 1 || plan.Measure > min(plan.Text.Width, panes.TextMax) {
		t.Fatalf("%dx%d: rows of text of %d cells in %+v", width, height, plan.Measure, plan.Text)
	}
}

// Whatever is wished, at whatever size: every cell is somebody's and nobody's twice, what is drawn is as large as its
// place, and what is remembered brings the same plan back.
func TestPlanCoversTheScreenOnce(t *testing.T) {
	keys := strings.Fields("up down left right enter esc tab shift+tab + - = = [ ] { } \\ delete pgup pgdown home end / " +
		"x backspace < > c r space")
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 500).Draw(t, "width"), rapid.IntRange(1, 200).Draw(t, "height")
		s := stage(width, height, plainLook(), false)
		names := s.Names()
		v := evening()
		if rapid.Bool().Draw(t, "plays") {
			v = game(v)
		}
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 8).Draw(t, "step") {
			case 0:
				s.See(v)
			case 1:
				s.Toggle(rapid.SampledFrom(names).Draw(t, "pane"))
			case 2:
				s.Focus(rapid.SampledFrom(names).Draw(t, "pane"))
			case 3, 4:
				s.Key(rapid.SampledFrom(keys).Draw(t, "key"))
			case 5:
				s.ToggleAll()
			case 6:
				width, height = rapid.IntRange(1, 500).Draw(t, "width"), rapid.IntRange(1, 200).Draw(t, "height")
				s.Resize(width, height)
			case 7:
				s.Click(rapid.IntRange(0, width).Draw(t, "x"), rapid.IntRange(0, height).Draw(t, "y"))
			case 8:
				s.Turn(*helpPage())
				s.Hear(talk()[1].Clean())
			}
			covers(t, s.Plan(), width, height)
			for row := range strings.SplitSeq(strings.TrimSuffix(composed(s, height), "\n"), "\n") {
				if got := ansi.WcWidth.StringWidth(row); got != width {
					t.Fatalf("%dx%d: a row of %d cells: %q", width, height, got, row)
				}
			}
		}
		again := stage(width, height, plainLook(), false)
		again.Restore(s.Remember())
		if got, want := again.Remember(), s.Remember(); got != want {
			t.Fatalf("remembered: got %s, want %s", got, want)
		}
	})
}

// A pane that stood over the text and now stands beside it is drawn for where it stands.
func TestPaneChangesItsPlace(t *testing.T) {
	s := stage(49, 10, plainLook(), false)
	s.See(evening())
	s.Toggle(panes.Board)
	composed(s, 10)
	s.Resize(500, 30)
	whole(t, composed(s, 30), 500)
}

// shown are the names of the panes that have a place.
func shown(s *panes.Set) string {
	var out []string
	for _, p := range s.Plan().Panes {
		out = append(out, p.Name)
	}
	return strings.Join(out, " ")
}

func TestWhatShows(t *testing.T) {
	cases := []struct {
		name          string
		width, height int
		plays         bool
		toggles       []string
		want          string
	}{
		{"a small window has text alone", 60, 17, false, nil, ""},
		{"an ordinary one too", 80, 21, false, nil, ""},
		{"one column", 120, 37, false, nil, "map room effects quests gear"},
		{"two columns", 200, 47, false, nil, "map effects quests room gear chat"},
		{"a board shows at any width it can", 60, 17, true, nil, "board log"},
		{"not below that", 59, 17, true, nil, ""},
		{"one pane that was asked for, over the text", 60, 17, false, []string{panes.Map}, "map"},
		{"or beside it", 80, 21, false, []string{panes.Gear}, "gear"},
		{"the later of two", 80, 21, false, []string{panes.Gear, panes.Room}, "room"},
		{"hidden again", 80, 21, false, []string{panes.Gear, panes.Gear}, ""},
		{"the first comes back", 80, 21, false, []string{panes.Gear, panes.Room, panes.Room}, "gear"},
		{"one hidden of many", 120, 37, false, []string{panes.Map}, "room effects quests gear"},
		{"one more of many", 120, 37, false, []string{panes.Vitals}, "map vitals room effects quests gear"},
		{"a broad one is over the text", 120, 37, false, []string{panes.Help}, "map room effects quests gear help"},
		{"talk is under the text", 120, 37, false, []string{panes.Chat}, "map room effects quests gear chat"},
		{"a page gives way to talk", 120, 36, false, []string{panes.Sheet, panes.Chat},
			"map room effects quests gear sheet chat"},
		{"talk to a page", 120, 36, false, []string{panes.Chat, panes.Sheet}, "map room effects quests gear sheet chat"},
		{"of both the later", 120, 24, false, []string{panes.Sheet, panes.Chat}, "map room effects quests gear chat"},
		{"whichever it is", 120, 24, false, []string{panes.Chat, panes.Sheet}, "map room effects quests gear sheet"},
		{"no room at all", 20, 5, false, []string{panes.Map}, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := stage(c.width, c.height, plainLook(), false)
			if v := evening(); c.plays {
				s.See(game(v))
			} else {
				s.See(v)
			}
			for _, said := range talk() {
				s.Hear(said.Clean())
			}
			for _, name := range c.toggles {
				s.Toggle(name)
			}
			if got := shown(s); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			again := stage(c.width, c.height, plainLook(), false)
			again.Restore(s.Remember())
			if v := evening(); c.plays {
				again.See(game(v))
			} else {
				again.See(v)
			}
			for _, said := range talk() {
				again.Hear(said.Clean())
			}
			if got := shown(again); got != c.want {
				t.Errorf("as remembered by %s: got %q, want %q", s.Remember(), got, c.want)
			}
		})
	}
}

// All panes go and come back, those that were asked for and those that were hidden one by one as they were.
func TestToggleAll(t *testing.T) {
	s := stage(120, 37, plainLook(), false)
	s.See(evening())
	s.Toggle(panes.Vitals)
	s.Toggle(panes.Quests)
	s.Focus(panes.Vitals)
	s.Key("=")
	before := "map vitals room effects gear"
	for _, want := range []string{"", before, "", before} {
		if notice := s.ToggleAll(); notice != "" {
			t.Error(notice)
		}
		if got := shown(s); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	s.ToggleAll()
	s.Toggle(panes.Map)
	if got, want := shown(s), panes.Map; got != want {
		t.Errorf("one of none: got %q, want %q", got, want)
	}
	s.Resize(80, 21)
	s.ToggleAll()
	s.Restore("{}")
	s.ToggleAll()
	if got, want := shown(s), panes.Room; got != want {
		t.Errorf("in a small window: got %q, want %q", got, want)
	}
	s.Resize(20, 6)
	if s.ToggleAll(); shown(s) != "" {
		t.Errorf("in a tiny window: got %q", shown(s))
	}
}

// A session is told before play how wide the text will be in it, as far as that can be known.
func TestMeasureIsThatOfPlay(t *testing.T) {
	for _, c := range []struct {
		width, height int
		state         string
	}{
		{60, 17, "{}"}, {80, 21, "{}"}, {80, 21, `{"asked":["gear"]}`}, {100, 30, "{}"}, {120, 37, "{}"}, {179, 47, "{}"},
		{180, 47, "{}"}, {200, 47, "{}"}, {120, 37, `{"bare":true}`}, {120, 37, `{"wide":9}`}, {150, 2, "{}"},
		{120, 37, `{"asked":["sheet"],"hidden":["map"]}`},
	} {
		s := stage(c.width, c.height, plainLook(), false)
		s.Restore(c.state)
		if got, want := s.Plan().Measure, min(c.width, panes.TextMax); got != want || len(s.Plan().Panes) > 0 {
			t.Errorf("%+v: before play: rows of %d cells, want %d: %+v", c, got, want, s.Plan())
		}
		told := s.Measure()
		s.See(evening())
		if got := s.Plan().Measure; told != got || s.Measure() != got {
			t.Errorf("%+v: told %d before play and %d in it, where the text has %d", c, told, s.Measure(), got)
		}
	}
}

// Nothing shows before play, and a word says so.
func TestBeforePlay(t *testing.T) {
	s := stage(200, 47, plainLook(), false)
	if got, want := s.Toggle(panes.Map), "There is nothing to show beside the text yet."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := shown(s); got != "" {
		t.Errorf("got %q, want nothing", got)
	}
	s.Restore(`{"asked":["who"]}`)
	s.See(evening())
	if !s.Shown(panes.Who) {
		t.Errorf("what was asked for last time is missing: %s", shown(s))
	}
}

func TestRestoreTakesAnything(t *testing.T) {
	for _, state := range []string{
		"", "null", "[]", "{", `{"order":7}`, `{"order":["who","nobody","who"],"extra":{"map":1e9,"x":3}}`,
		`{"wide":-99999999,"asked":["map","map","\u001b[2J"],"moved":[null]}`, strings.Repeat(`{"asked":`, 10_000),
	} {
		s := stage(120, 37, plainLook(), false)
		s.Restore(state)
		s.See(evening())
		whole(t, composed(s, 37), 120)
		if len(s.Remember()) > 1024 {
			t.Errorf("%.40q made a memory of %d bytes", state, len(s.Remember()))
		}
	}
	s := stage(120, 37, plainLook(), false)
	if got, want := s.Remember(), "{}"; got != want {
		t.Errorf("nobody wished anything: got %s, want %s", got, want)
	}
}

// A view that changes one pane has only that one drawn.
func TestOnlyWhatChangedIsDrawn(t *testing.T) {
	s := stage(200, 47, plainLook(), false)
	s.See(evening())
	s.Frame()
	same := testing.AllocsPerRun(20, func() { s.See(evening()); s.Frame() })
	clean := testing.AllocsPerRun(20, func() { evening() })
	n := 0
	changed := testing.AllocsPerRun(20, func() {
		v := evening()
		v.Effects = append(v.Effects[:0:0], v.Effects...)
		n++
		v.Effects[0].Note = strings.Repeat("!", n%7)
		s.See(v)
		s.Frame()
	})
	s.Dress(cell.NewTheme(plainLook()), cell.Pen{Signs: cell.NewSigns(false)})
	all := testing.AllocsPerRun(20, func() {
		s.Dress(cell.NewTheme(plainLook()), cell.Pen{Signs: cell.NewSigns(false)})
		s.See(evening())
		s.Frame()
	})
	if same-clean > 10 { // charts that are not the same one are compared by reflection
		t.Errorf("an equal view: got %.0f allocations beside its own %.0f, want next to none", same-clean, clean)
	}
	if (changed-clean)*2 > all-clean {
		t.Errorf("one pane changed: got %.0f allocations, want less than half of the %.0f for all", changed-clean, all-clean)
	}
}
