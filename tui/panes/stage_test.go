package panes_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// noon is when the scenes play.
func noon() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) }

// evening is a view with something in every pane but the board.
func evening() *view.View {
	v := &view.View{
		Name: "Seren", HP: 12, MaxHP: 20, Level: 3, XP: 420, XPNext: 600, Coins: 14, Fighting: "a wet-backed wrecker",
		Gauges: []view.Gauge{{Name: "breath", Now: 3, Most: 10, Low: true}},
		Room:   "The Drowned Lantern", Time: "dusk", Tide: "rising", Chart: harbour(),
		Exits: []view.Exit{
			{Dir: "north", Name: "The Quay"}, {Dir: "east", Closed: true}, {Dir: "up", Name: "The Lamp Room"},
		},
		People: view.Entries{List: []view.Entry{
			{Text: "Maren the barkeep", Role: prose.Person, Note: "an NPC"},
			{Text: "Tobin", Role: prose.Person, Note: "asleep"},
			{Text: "a wet-backed wrecker", Role: prose.Foe},
			{Text: "gulls", Role: prose.Foe, Count: 3},
		}, More: 2},
		Things: view.Entries{List: []view.Entry{{Text: "a brass lamp", Role: prose.Thing}}},
		Carrying: view.Entries{List: []view.Entry{
			{Text: "a rusty key", Role: prose.Thing}, {Text: "a ship's biscuit", Count: 14, Role: prose.Thing},
		}},
		Using: view.Entries{List: []view.Entry{
			{Text: "an oilskin coat", Role: prose.Thing, Note: "worn on body"},
			{Text: "a boathook", Role: prose.Thing, Note: "wielded"},
		}},
		Quests: []view.Quest{
			{Name: "Three Keys", Note: "the second lies in the wreck", Done: 1, Of: 3}, {Name: "A Word with Maren"},
			{Name: "Gull Trouble", Done: 4, Of: 4},
		},
		Effects: []view.Effect{
			{Name: "lantern oil", Until: noon().Add(9*time.Minute + 10*time.Second)},
			{Name: "the bell's blessing", Note: "you are harder to hit", Until: noon().Add(41 * time.Second)},
			{Name: "wet"},
		},
	}
	return v.Clean()
}

// harbour is a chart with everything in it that a chart can have.
func harbour() *view.Chart {
	return &view.Chart{
		Here: "lantern", Plane: "Lowtide", More: 7,
		Rooms: []view.ChartRoom{
			{ID: "lantern", Name: "The Drowned Lantern", Exits: []view.ChartExit{
				{Dir: "north", To: "quay"}, {Dir: "east", To: "store", Door: true}, {Dir: "up", To: "lamp"},
			}},
			{ID: "quay", Name: "The Quay", Y: 1, Exits: []view.ChartExit{
				{Dir: "south", To: "lantern"}, {Dir: "west", To: "steps"}, {Dir: "north", To: ""},
				{Dir: "northeast", To: "mole"}, {Dir: "east", To: "far"},
			}},
			{ID: "store", Name: "The Store", X: 1, Note: "a shop", Exits: []view.ChartExit{
				{Dir: "west", To: "lantern", Door: true}, {Dir: "down", To: "cellar"}, {Dir: "east", To: "quay"},
			}},
			{ID: "steps", Name: "The Weedy Steps", X: -1, Y: 1, Exits: []view.ChartExit{
				{Dir: "east", To: "quay"}, {Dir: "south", To: "slip"}, {Dir: "down", To: ""},
			}},
			{ID: "slip", Name: "The Slip", X: -1, Exits: []view.ChartExit{{Dir: "west", To: ""}}},
			{ID: "mole", Name: "The Mole", X: 1, Y: 2, Exits: []view.ChartExit{{Dir: "sw", To: "quay"}, {Dir: "e"}}},
			{ID: "far", Name: "The Far Bank", X: 3, Y: 1, Exits: []view.ChartExit{{Dir: "west", To: "quay"}}},
			{ID: "lamp", Name: "The Lamp Room", Z: 1, Exits: []view.ChartExit{{Dir: "down", To: "lantern"}}},
			{ID: "cellar", Name: "The Cellar", X: 1, Z: -1, Exits: []view.ChartExit{{Dir: "up", To: "store"}}},
		},
	}
}

// game adds a board and its panels to a view.
func game(v *view.View) *view.View {
	taken := func(mark string) view.Square { return view.Square{Text: mark, Role: prose.Thing} }
	free := func(at string) view.Square { return view.Square{Send: "place " + at} }
	v.Board = &view.Board{
		Title: "Noughts and crosses", Columns: []string{"a", "b", "c"}, Rows: []string{"1", "2", "3"},
		Squares: [][]view.Square{
			{taken("X"), free("b1"), free("c1")}, {free("a2"), taken("O"), free("c2")}, {free("a3"), free("b3"), free("c3")},
		},
		Note: []cell.Line{cell.L(prose.Plain, "You play X. It is your turn.")},
		Keys: []view.BoardKey{{Key: 't', Word: "taunts", Send: "taunt "}, {Key: 's', Word: "stands up", Send: "stand"}},
	}
	v.Panels = []view.Panel{
		{Title: "Trash Talk", Log: true, Text: []cell.Line{cell.L(prose.Speech, "Hob: \"Is that a plan?\"")}},
		{Title: "Event Log", Log: true, Text: []cell.Line{cell.L(prose.Plain, "1. X a1"), cell.L(prose.Plain, "2. O b2")}},
	}
	return v.Clean()
}

// talk is what was said that evening.
func talk() []view.Saying {
	say := func(channel, talker, words string) view.Saying {
		return view.Saying{Channel: channel, Talker: talker, Line: cell.L(prose.Speech, words)}
	}
	return []view.Saying{
		say("say", "Maren", `Maren says, "If you hear the bell twice, do not wait to see what the water brings."`),
		say("tell", "Tobin", `Tobin tells you, "She counts them every night."`),
		say("gossip", "Ann", `Ann gossips, "潮が満ちる means the tide is coming in."`),
	}
}

// helpPage is an answer to help.
func helpPage() *view.Page {
	line := func(verb, words string) cell.Line {
		return cell.Line{Indent: 4, Spans: []cell.Span{{Text: verb, Role: prose.Command}, {Text: "  " + words}}}
	}
	return (&view.Page{Name: view.PageHelp, Lines: []cell.Line{
		cell.L(prose.Title, "Help"), cell.L(prose.Plain, "Type a command and press Enter."),
		line("help moving", "how to get about"), line("help talking", "how to be heard"),
		line("help fighting", "how not to die, and what happens when one does all the same"),
	}}).Clean()
}

// stage is a set of panes with its look.
func stage(width, height int, look cell.Look, ascii bool) *panes.Set {
	s := panes.NewSet()
	s.Dress(cell.NewTheme(look), cell.Pen{Signs: cell.NewSigns(ascii)})
	s.Tick(noon())
	s.Resize(width, height)
	return s
}

// plainLook has no styles but bold, underline and reverse.
func plainLook() cell.Look { return cell.Look{Dark: true, Profile: colorprofile.NoTTY} }

// composed is everything around the text, the text being dots.
func composed(s *panes.Set, height int) string {
	plan, frame := s.Plan(), s.Frame()
	var b strings.Builder
	for y := range height {
		if frame.Left != nil {
			b.WriteString(frame.Left[y])
		}
		switch {
		case y < len(frame.Above):
			b.WriteString(frame.Above[y])
		case y >= plan.Text.Y+plan.Text.Height:
			b.WriteString(frame.Below[y-plan.Text.Y-plan.Text.Height])
		default:
			b.WriteString(strings.Repeat(".", plan.Text.Width))
		}
		if frame.Right != nil {
			b.WriteString(frame.Right[y])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// whole fails unless every row of a composed screen is exactly so wide.
func whole(t *testing.T, screen string, width int) {
	t.Helper()
	for i, row := range strings.Split(strings.TrimSuffix(screen, "\n"), "\n") {
		if got := ansi.WcWidth.StringWidth(row); got != width {
			t.Errorf("row %d: got %d cells, want %d: %q", i, got, width, row)
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}
