package panes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// However one moves through a long list: the chosen entry is in sight and marked, Enter is about it, and what is not in
// sight is counted.
func TestChosenIsInSight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := stage(rapid.SampledFrom([]int{60, 80, 120, 200}).Draw(t, "width"), 24, plainLook(), false)
		v := &view.View{Room: "The Crowd"}
		count := rapid.IntRange(1, 60).Draw(t, "people")
		for i := range count {
			v.People.List = append(v.People.List, view.Entry{
				Text: fmt.Sprintf("sailor%02d", i), Note: strings.Repeat("far gone ", i%5), Role: prose.Person,
			})
		}
		s.See(v.Clean())
		s.ToggleAll()
		s.Focus(panes.Room)
		for range rapid.IntRange(0, 30).Draw(t, "keys") {
			s.Frame()
			s.Key(rapid.SampledFrom([]string{
				"up", "down", "pgup", "pgdown", "home", "end", "shift+up", "shift+down", "=",
			}).Draw(t, "key"))
		}
		screen := words(s, 24)
		marked := ""
		for row := range strings.SplitSeq(screen, "\n") {
			if _, name, ok := strings.Cut(row, "> sailor"); ok {
				if marked != "" {
					t.Fatalf("two are marked:\n%s", screen)
				}
				marked = "look sailor" + name[:2]
			}
		}
		if act, _ := s.Key("enter"); act.Put != marked {
			t.Fatalf("Enter begins %q, marked is %q:\n%s", act.Put, marked, screen)
		}
		seen := 0
		for i := range count {
			if strings.Contains(screen, fmt.Sprintf("sailor%02d", i)) {
				seen++
			}
		}
		if hidden := strings.Contains(screen, "more") || strings.Contains(screen, "before"); seen < count && !hidden {
			t.Fatalf("%d of %d in sight and no word of the others:\n%s", seen, count, screen)
		}
	})
}

// What the keys do is said for each pane, the fullest words first, and at last few enough for any window.
func TestHints(t *testing.T) {
	s := stage(200, 47, plainLook(), false)
	s.See(game(evening()))
	for _, name := range s.Names() {
		if notice := s.Focus(name); notice != "" {
			t.Fatal(notice)
		}
		hints := s.Hints()
		if len(hints) == 0 || !strings.Contains(hints[0], "Tab next pane") {
			t.Fatalf("%s: %q", name, hints)
		}
		if last := hints[len(hints)-1]; len(last) > 40 || !strings.Contains(last, "Esc types") {
			t.Errorf("%s: the shortest is %q", name, last)
		}
	}
	s.Focus(panes.Board)
	if got, want := s.Hints()[0], "t taunts   s stands up"; !strings.Contains(got, want) {
		t.Errorf("at the board: got %q, want %q in it", got, want)
	}
	if got, want := s.Hints(), "Arrows point   Enter plays   Esc types"; !slices.Contains(got, want) {
		t.Errorf("at the board in a small window: got %q, want %q among them", got, want)
	}
	s.Focus(panes.Help)
	s.Key("/")
	if got, want := s.Hints(), "Enter looks for it   Esc leaves it"; !slices.Equal(got, []string{want}) {
		t.Errorf("while one looks for something, and every key is typed: got %q, want %q", got, want)
	}
}

func TestBar(t *testing.T) {
	v := &view.View{
		Name: "Seren", Room: "The Quay", HP: 4, MaxHP: 20, Level: 2, Coins: 1, Tide: "rising", Time: "dusk",
		Exits: []view.Exit{{Dir: "north"}, {Dir: "east", Closed: true}},
		Gauges: []view.Gauge{
			{Name: "mana", Now: 30, Most: 40}, {Name: "breath", Now: 1, Low: true}, {Name: "a crab", Word: "hale"},
		},
	}
	cases := []struct {
		name  string
		v     *view.View
		width int
		rows  int
		want  []string
	}{
		{"before play", nil, 20, 2, []string{" mudlark", ""}},
		{"two rows", v, 90, 2, []string{
			" The Quay  exits north east (closed)" + strings.Repeat(" ", 36) + "tide rising  dusk",
			" Seren  near death 4/20  [##--------]  mana 30/40  ! breath 1  level 2, 1 coin",
		}},
		{"less room, fewer words", v, 40, 2, []string{
			" The Quay  exits north east (closed)", " Seren  near death 4/20  ! breath 1",
		}},
		{"one row", v, 60, 1, []string{" Seren  near death 4/20" + strings.Repeat(" ", 28) + "The Quay"}},
		{"hardly any", v, 12, 2, []string{" The Quay", " near deat…"}},
		{"in a trap", &view.View{Name: "Al", Room: "Pit"}, 40, 1, []string{
			" Al" + strings.Repeat(" ", 23) + "Pit  no exits",
		}},
		{"too narrow for words", v, 2, 2, []string{"", ""}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			clean := c.v
			if clean != nil {
				clean = clean.Clean()
			}
			p := cell.Pen{Width: c.width, Signs: cell.NewSigns(false)}
			var got []string
			for _, row := range panes.Bar(clean, "mudlark", cell.NewTheme(plainLook()), p, c.rows) {
				if w := ansi.WcWidth.StringWidth(row); w != c.width {
					t.Errorf("a row of %d cells, want %d: %q", w, c.width, row)
				}
				got = append(got, strings.TrimRight(ansi.Strip(row), " "))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
