package panes_test

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// anyView draws a view of which nobody can tell what is in it.
func anyView(t *rapid.T) *view.View {
	word := rapid.SampledFrom([]string{
		"", "gull", "潮が満ちると酒場", "cafe\u0301", "👨\u200d👩\u200d👧\u200d👦", "🇳🇴🇸🇪", "1️⃣", "\x1b[2J\a", "a  b ", "\u202eright",
		strings.Repeat("long", 40), "help me", "\xff", "the ", strings.Repeat("e\u0301", 30),
	})
	number := rapid.SampledFrom([]int{0, 1, 7, -3, 1 << 40})
	role := rapid.SampledFrom([]prose.Role{prose.Plain, prose.Foe, prose.Command, 200})
	few := func() int { return rapid.IntRange(0, 4).Draw(t, "how many") }
	text := func() string { return word.Draw(t, "word") }
	line := func() cell.Line {
		return cell.Line{Indent: number.Draw(t, "indent"), Spans: []cell.Span{
			{Text: text(), Role: role.Draw(t, "role")}, {Text: text(), Ink: cell.InkBold},
		}}
	}
	v := &view.View{
		Name: text(), Room: "x" + text(), Fighting: text(), HP: number.Draw(t, "hp"), MaxHP: number.Draw(t, "most"),
		Level: number.Draw(t, "level"), Coins: number.Draw(t, "coins"), Time: text(), Tide: text(),
	}
	for _, list := range []*view.Entries{&v.People, &v.Things, &v.Carrying, &v.Using} {
		for range few() {
			list.List = append(list.List, view.Entry{
				Text: text(), Role: role.Draw(t, "role"), Count: number.Draw(t, "count"), Note: text(),
			})
		}
	}
	for range few() {
		v.Gauges = append(v.Gauges, view.Gauge{Name: text(), Word: text(), Now: number.Draw(t, "now"), Most: few()})
		v.Exits = append(v.Exits, view.Exit{Dir: text(), Name: text()})
		v.Quests = append(v.Quests, view.Quest{Name: text(), Note: text(), Of: few()})
		v.Effects = append(v.Effects, view.Effect{Name: text(), Until: noon().Add(time.Duration(number.Draw(t, "until")))})
		v.Panels = append(v.Panels, view.Panel{Title: text(), Text: []cell.Line{line(), line()}, Log: few() > 2})
	}
	if few() > 1 {
		v.Board = &view.Board{
			Title: text(), Columns: []string{text(), text()}, Rows: []string{text()}, Note: []cell.Line{line()},
			Squares: [][]view.Square{{{Text: text()}, {Send: text()}}, {{}}, {}},
			Keys:    []view.BoardKey{{Key: 'k', Word: text(), Send: text()}},
		}
	}
	if few() > 1 {
		v.Chart = &view.Chart{Here: text(), Plane: text()}
		for range few() {
			v.Chart.Rooms = append(v.Chart.Rooms, view.ChartRoom{
				ID: text(), Name: text(), X: few(), Y: number.Draw(t, "y"), Note: text(),
				Exits: []view.ChartExit{{Dir: rapid.SampledFrom([]string{"n", "up", ""}).Draw(t, "dir"), To: text()}},
			})
		}
	}
	return v
}

// Whatever a session tells and whoever presses what: every row is exactly as wide as its place, as the renderer
// measures it, and no control character is in it.
func TestHostileViews(t *testing.T) {
	keys := strings.Fields("up down left right enter tab pgup pgdown home end / k < > c")
	rapid.Check(t, func(t *rapid.T) {
		method := rapid.SampledFrom([]ansi.Method{ansi.WcWidth, ansi.GraphemeWidth}).Draw(t, "method")
		width, height := rapid.IntRange(1, 260).Draw(t, "width"), rapid.IntRange(1, 60).Draw(t, "height")
		s := panes.NewSet()
		theme := cell.NewTheme(cell.Look{Profile: colorprofile.TrueColor})
		s.Dress(theme, cell.Pen{Ruler: cell.Ruler{Method: method}, Signs: cell.NewSigns(rapid.Bool().Draw(t, "ascii"))})
		s.Resize(width, height)
		s.Tick(noon())
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			v := anyView(t)
			s.See(v.Clean())
			for _, p := range v.Panels {
				s.Hear(view.Saying{Channel: p.Title, Talker: v.Name, Line: p.Text[0]}.Clean())
				for _, name := range []string{view.PageWho, view.PageHelp, view.PageSheet} {
					s.Turn(*(&view.Page{Name: name, Topic: p.Title, Lines: p.Text}).Clean())
				}
			}
			s.Focus(rapid.SampledFrom(s.Names()).Draw(t, "pane"))
			for range 3 {
				act, _ := s.Key(rapid.SampledFrom(keys).Draw(t, "key"))
				if strings.ContainsAny(act.Send+act.Put+act.Notice, "\x1b\a\r\n") {
					t.Fatalf("control characters in %+v", act)
				}
			}
			bar := panes.Bar(v.Clean(), "mudlark", theme, cell.Pen{
				Ruler: cell.Ruler{Method: method}, Width: width, Signs: cell.NewSigns(false),
			}, 2)
			rows := append(strings.Split(strings.TrimSuffix(composed(s, height), "\n"), "\n"), bar...)
			for _, row := range rows {
				if got := method.StringWidth(row); got != width {
					t.Fatalf("%dx%d: a row of %d cells: %q", width, height, got, row)
				}
				if i := strings.IndexFunc(ansi.Strip(row), func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }); i >= 0 {
					t.Fatalf("a control character in %q", row)
				}
			}
		}
	})
}
