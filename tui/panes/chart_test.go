package panes_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/lineedit"
	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/tui/view"
)

// room makes a room of "north:quay east:+store up:": a plus sign before the id is a closed door.
func room(id string, x, y, z int, exits string) view.ChartRoom {
	r := view.ChartRoom{ID: id, Name: "The " + id, X: x, Y: y, Z: z}
	for e := range strings.FieldsSeq(exits) {
		dir, to, _ := strings.Cut(e, ":")
		id, hasDoor := strings.CutPrefix(to, "+")
		r.Exits = append(r.Exits, view.ChartExit{Dir: dir, To: id, Door: hasDoor})
	}
	return r
}

// drawn draws what lies around here, in ASCII, without empty rows and what all rows have of blanks.
func drawn(t *testing.T, rooms []view.ChartRoom, eye panes.ChartFocus) (rows, legend []string) {
	t.Helper()
	c := panes.NewChart(&view.Chart{Here: "a", Rooms: rooms})
	if here, ok := c.Here(); ok && eye == (panes.ChartFocus{}) {
		eye = here
	}
	theme := cell.NewTheme(cell.Look{Profile: colorprofile.NoTTY})
	all, legend := c.Draw(eye, theme, cell.Pen{Width: 31, Signs: cell.NewSigns(true)}, 13)
	least := 31
	for i, r := range all {
		all[i] = strings.TrimRight(ansi.Strip(r), " ")
		if all[i] != "" {
			least = min(least, len(all[i])-len(strings.TrimLeft(all[i], " ")))
		}
	}
	for _, r := range all {
		if r != "" {
			rows = append(rows, r[least:])
		}
	}
	return rows, legend
}

func TestDraw(t *testing.T) {
	cases := []struct {
		name   string
		rooms  []view.ChartRoom
		want   []string
		legend []string
	}{
		{"alone", []view.ChartRoom{room("a", 5, 5, 0, "")}, []string{"[@]"}, []string{"@ you"}},
		{"neighbours", []view.ChartRoom{
			room("a", 0, 0, 0, "n:b e:c"), room("b", 0, 1, 0, "south:a"), room("c", 1, 0, 0, "west:a"),
		}, []string{"[ ]", " |", "[@]-[ ]"}, []string{"@ you"}},
		{"nobody has walked there", []view.ChartRoom{room("a", 0, 0, 0, "n: e: ne:")},
			[]string{" ? ?", "[@]?"}, []string{"@ you", "? not walked"}},
		{"up and down", []view.ChartRoom{room("a", 0, 0, 0, "up: down:x"), room("x", 0, 0, -1, "up:a")},
			[]string{"u@d"}, []string{"@ you", "u up", "d down"}},
		{"a door", []view.ChartRoom{room("a", 0, 0, 0, "e:+b"), room("b", 1, 0, 0, "w:a")},
			[]string{"[@]+[ ]"}, []string{"@ you", "+ door"}},
		{"one way", []view.ChartRoom{room("a", 0, 0, 0, "e:b"), room("b", 1, 0, 0, "s:c"), room("c", 1, -1, 0, "")},
			[]string{"[@]>[ ]", "     v", "    [ ]"}, []string{"@ you", ">v one way"}},
		{"the way back may not have been walked", []view.ChartRoom{
			room("a", 0, 0, 0, "e:b"), room("b", 1, 0, 0, "w:"),
		}, []string{"[@]-[ ]"}, []string{"@ you"}},
		{"it leads elsewhere", []view.ChartRoom{room("a", 0, 0, 0, "e:b"), room("b", 5, 5, 0, "w:a")},
			[]string{"[@]~"}, []string{"@ you", "~ elsewhere"}},
		{"a long way", []view.ChartRoom{
			room("a", 0, 0, 0, "e:b s:c"), room("b", 3, 0, 0, "w:a"), room("c", 0, -2, 0, "n:a"),
		}, []string{"[@]---------[ ]", " |", " |", " |", "[ ]"}, []string{"@ you"}},
		{"not through a room", []view.ChartRoom{
			room("a", 0, 0, 0, "e:b"), room("b", 2, 0, 0, "w:a"), room("x", 1, 0, 0, ""),
		}, []string{"[@]~[ ]~[ ]"}, []string{"@ you", "~ elsewhere"}},
		{"slanting ways cross", []view.ChartRoom{
			room("a", 0, 0, 0, "ne:b"), room("b", 1, 1, 0, "southwest:a"),
			room("c", 1, 0, 0, "nw:d"), room("d", 0, 1, 0, "se:c"),
		}, []string{"[ ] [ ]", "   X", "[@] [ ]"}, []string{"@ you"}},
		{"further than the chart knows", []view.ChartRoom{room("a", 0, 0, 0, "w:far")},
			[]string{"-[@]"}, []string{"@ you"}},
		{"two rooms in one place", []view.ChartRoom{
			{ID: "x", Note: "a shop"}, room("a", 0, 0, 0, ""), room("y", 0, 0, 0, ""),
		}, []string{"[@]"}, []string{"@ you"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, legend := drawn(t, c.rooms, panes.ChartFocus{})
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.legend, legend); diff != "" {
				t.Errorf("legend (-want +got):\n%s", diff)
			}
		})
	}
}

// One looks at another level, at a room that is noted.
func TestDrawElsewhere(t *testing.T) {
	up := room("b", 1, 0, 2, "down:")
	up.Note = "a shop"
	rooms := []view.ChartRoom{room("a", 0, 0, 0, ""), up, room("c", 0, 0, 2, "e:b")}
	got, legend := drawn(t, rooms, panes.ChartFocus{X: 0, Z: 2, Pointing: true})
	if diff := cmp.Diff([]string{"{ }>[*d"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if want := []string{"d down", "* noted", "> one way"}; !slices.Equal(legend, want) {
		t.Errorf("legend: got %q, want %q", legend, want)
	}
}

func TestPath(t *testing.T) {
	c := panes.NewChart(&view.Chart{Here: "a", Rooms: []view.ChartRoom{
		room("a", 0, 0, 0, "n:b"), room("b", 0, 1, 0, "n:c e:e"), room("c", 0, 2, 0, "east:d"),
		room("d", 1, 2, 0, "s:e in:f"), room("e", 1, 1, 0, "northeast:g u:h"), room("f", 9, 9, 9, ""),
		room("g", 2, 2, 0, ""), room("h", 1, 1, 1, ""), room("lost", 7, 7, 0, "n:a"),
	}})
	cases := []struct {
		to, want string
		ok       bool
		steps    []string
	}{
		{"a", "", true, nil},
		{"c", ".2n", true, []string{"n", "n"}},
		{"e", ".n1e", true, []string{"n", "e"}},
		{"g", ".n1e1ne", true, []string{"n", "e", "ne"}},
		{"h", ".n1e1u", true, []string{"n", "e", "u"}},
		{"f", "n;n;east;in", true, nil},
		{"lost", "", false, nil},
		{"nowhere", "", false, nil},
	}
	for _, q := range cases {
		got, ok := c.Path(q.to)
		if got != q.want || ok != q.ok {
			t.Errorf("to %s: got %q, %v, want %q, %v", q.to, got, ok, q.want, q.ok)
		}
		if q.steps != nil {
			if steps, ok := lineedit.Walk(got); !ok || !slices.Equal(steps, q.steps) {
				t.Errorf("%q walks %v, %v, want %v", got, steps, ok, q.steps)
			}
		}
	}
}

// A way with a name that would be more than a step when it is typed is not walked.
func TestPathIsStepsAlone(t *testing.T) {
	for dir, want := range map[string]string{
		"climb rope": "climb rope", "out-of-door": "out-of-door", "n": ".n", "x;quit": "", "#import x": "", ".9n": "",
		"'hello": "", "": "", `\x`: "", "-": "",
	} {
		here := view.ChartRoom{ID: "a", Exits: []view.ChartExit{{Dir: dir, To: "b"}}}
		c := panes.NewChart(&view.Chart{Here: "a", Rooms: []view.ChartRoom{here, room("b", 0, 1, 0, "")}})
		if got, ok := c.Path("b"); got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v, want %q", dir, got, ok, want)
		}
	}
}

// Whatever a chart holds: what is drawn fits, is drawn the same twice, and a room is found where it was drawn.
func TestAnyChart(t *testing.T) {
	dirs := []string{"n", "e", "s", "w", "u", "d", "ne", "nw", "se", "sw", "in", "north", "portal", ""}
	rapid.Check(t, func(t *rapid.T) {
		ids := []string{"a", "b", "c", "d", "e", "f", "g", ""}
		near := rapid.IntRange(-4, 4)
		of := &view.Chart{Here: "a"}
		for range rapid.IntRange(1, 12).Draw(t, "rooms") {
			r := view.ChartRoom{ID: rapid.SampledFrom(ids).Draw(t, "id"), X: near.Draw(t, "x"), Y: near.Draw(t, "y"),
				Z: rapid.IntRange(0, 1).Draw(t, "z"), Note: rapid.SampledFrom([]string{"", "a shop"}).Draw(t, "note")}
			for range rapid.IntRange(0, 5).Draw(t, "exits") {
				r.Exits = append(r.Exits, view.ChartExit{Dir: rapid.SampledFrom(dirs).Draw(t, "dir"),
					To: rapid.SampledFrom(ids).Draw(t, "to"), Door: rapid.Bool().Draw(t, "door")})
			}
			of.Rooms = append(of.Rooms, r)
		}
		c := panes.NewChart(of)
		eye := c.Within(panes.ChartFocus{X: near.Draw(t, "look x"), Y: near.Draw(t, "look y")})
		eye.Pointing = rapid.Bool().Draw(t, "points")
		theme := cell.NewTheme(cell.Look{Profile: colorprofile.TrueColor})
		width, height := rapid.IntRange(1, 60).Draw(t, "width"), rapid.IntRange(1, 30).Draw(t, "height")
		p := cell.Pen{Width: width, Signs: cell.NewSigns(rapid.Bool().Draw(t, "ascii"))}
		rows, _ := c.Draw(eye, theme, p, height)
		again, _ := panes.NewChart(of).Draw(eye, theme, p, height)
		if len(rows) != height || !slices.Equal(rows, again) {
			t.Fatalf("got %d rows, want %d, twice the same", len(rows), height)
		}
		for y, r := range rows {
			if got := ansi.WcWidth.StringWidth(r); got > width {
				t.Fatalf("row of %d cells, want at most %d: %q", got, width, r)
			}
			for x, sign := range []rune(ansi.Strip(r)) {
				found := c.RoomAt(eye, width, height, x, y) != nil
				isRoom, isWay := strings.ContainsRune("[]{}@*ud", sign), strings.ContainsRune("?+~|-/\\X", sign)
				if isRoom && !found || isWay && found {
					t.Fatalf("%q at %d,%d: found a room: %v\n%s", sign, x, y, found, strings.Join(rows, "\n"))
				}
			}
		}
		for _, id := range ids {
			if line, ok := c.Path(id); ok && len(line) > 200 {
				t.Fatalf("a way of %d bytes", len(line))
			}
		}
	})
}
