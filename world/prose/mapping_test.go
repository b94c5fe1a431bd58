package prose_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// charted returns the map of somebody who stands in a room and knows these; ways are "a north b", and "a north b door"
// leads through a door of that name.
func charted(here world.RoomID, known string, ways ...string) world.MapReport {
	s := world.New(0)
	at := func(id string) *world.RoomSpec {
		r := s.Rooms[world.RoomID(id)]
		if r == nil {
			r = &world.RoomSpec{ID: world.RoomID(id), Zone: "z", Name: "Room " + id}
			s.Rooms[r.ID] = r
		}
		return r
	}
	at(string(here))
	for _, w := range ways {
		f := append(strings.Fields(w), "")
		at(f[2])
		at(f[0]).Exits = append(at(f[0]).Exits, world.ExitSpec{
			Dir: world.Dir(f[1]), To: world.RoomID(f[2]), Door: world.DoorID(f[3]),
		})
		if f[3] != "" {
			s.Doors[world.DoorID(f[3])] = &world.Door{
				DoorSpec: world.DoorSpec{ID: world.DoorID(f[3]), Name: f[3]}, Shut: f[3] == "shut",
			}
		}
	}
	me := &world.Actor{ID: "pc-ann", Num: 1, Name: "Ann", Presence: world.Here, Room: here, Known: map[world.RoomID]bool{}}
	for id := range strings.FieldsSeq(known) {
		me.Known[world.RoomID(id)] = true
	}
	s.Actors[me.ID] = me
	s.Reindex()
	return s.Map(me.ID, 0)
}

// both are ways there and back.
func both(ways ...string) []string {
	var out []string
	for _, w := range ways {
		f := append(strings.Fields(w), "")
		out = append(out, w, strings.Join([]string{f[2], string(world.Dir(f[1]).Opposite()), f[0], f[3]}, " "))
	}
	return out
}

type charting struct {
	report world.MapReport
	style  prose.Style
	want   string
}

func chartings() map[string]charting {
	out := map[string]charting{
		"alone": {charted("a", "a"), prose.Style{}, `
The map around Room a.
[ @ ]
@ you.`},
		"what stands on another plane is not drawn over this one": {
			charted("a", "a b", "a in b", "b out a"), prose.Style{}, `
The map around Room a.
[ @ ]
In: Room b.
@ you.
You know 1 more place. For the way to a place that you know, type map and its name.`,
		},
		"doors and levels": {
			charted("a", "a n s u", both("a north n shut", "a south s open", "n east x", "n up u", "a down y")...),
			prose.Style{}, `
The map around Room a.
[uA ]-?
  +
[ @d]
  '
[ B ]
A Room n; B Room s.
Down: somewhere you have not been.
@ you, u up, d down, ? not walked yet, + closed door, ' open door.
You know 1 more place. For the way to a place that you know, type map and its name.`,
		},
		"one way in each direction": {
			charted("a", "a n e s w", "a north n", "a east e", "s north a", "w east a"),
			prose.Style{Boxes: true}, `
The map around Room a.
        [ A ]
          ^
[ D ]──>[ @ ]──>[ B ]
          ^
        [ C ]
A Room n; B Room e; C Room s; D Room w.
@ you, > ^ one way.
For the way to a place that you know, type map and its name.`,
		},
		"one way in the other directions": {
			charted("a", "a n e s w", "a south s", "a west w", "n south a", "e west a"),
			prose.Style{}, `
The map around Room a.
        [ D ]
          v
[ B ]<--[ @ ]<--[ C ]
          v
        [ A ]
A Room s; B Room w; C Room e; D Room n.
@ you, < v one way.
For the way to a place that you know, type map and its name.`,
		},
		"in words": {
			charted("a", "a b c d e", append(both("a east b", "b east c", "c north d", "a up x", "c down y"), "e in a")...),
			prose.Style{Worded: true}, `
You are at Room a.
Not walked yet from here: up.
One step east: Room b.
Two steps east: Room c. Not walked yet from there: down.
Two steps east, one step north: Room d.
By no way that you know: Room e.
For the way to a place that you know, type map and its name.`,
		},
	}
	maps.Copy(out, crowdedChartings())
	return out
}

// crowdedChartings are of rooms whose ways want one place on the paper.
func crowdedChartings() map[string]charting {
	return map[string]charting{
		"a loop that does not close": {
			charted("a", "a b c d", append(both("a east b", "b north c", "c west d"), "d south b", "a north c")...),
			prose.Style{Boxes: true}, `
The map around Room a.
[ C ]───[ B ]
  ~       │
[ @ ]───[ A ]
A Room b; B Room c; C Room d.
@ you, ~ leads elsewhere.
For the way to a place that you know, type map and its name.`,
		},
		"where two ways are drawn in one place, the nearer room's is": {
			charted("a", "a b c d", append(both("a east b", "b north c", "c west d"), "d south a", "a north x")...),
			prose.Style{}, `
The map around Room a.
[ C ]---[ B ]
  ?       |
[ @ ]---[ A ]
A Room b; B Room c; C Room d.
@ you, ? not walked yet.
For the way to a place that you know, type map and its name.`,
		},
		"the legend explains what is in the picture": {
			charted("d", "a b c d", append(both("a east b", "b north c", "c west d"), "d south a", "a north x")...),
			prose.Style{}, `
The map around Room d.
[ @ ]---[ A ]
  |       |
[ B ]---[ C ]
A Room c; B Room a; C Room b.
@ you.
For the way to a place that you know, type map and its name.`,
		},
	}
}

func TestMapDrawing(t *testing.T) {
	t.Run("a way to a place too far off to be listed", func(t *testing.T) {
		r := charted("a", "a b", both("a east b")...)
		r.Rooms, r.More = r.Rooms[:1], 1
		const want = "The map around Room a.\n[ @ ]---\n@ you.\n" +
			"You know 1 more place. For the way to a place that you know, type map and its name."
		if got := prose.Map(r, prose.Style{}).String(); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
	for name, c := range chartings() {
		t.Run(name, func(t *testing.T) {
			if got, want := prose.Map(c.report, c.style).String(), strings.TrimPrefix(c.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestMapFitsTheScreen draws a field that is larger than any screen.
func TestMapFitsTheScreen(t *testing.T) {
	const side = 25
	var ways, known []string
	id := func(x, y int) string { return fmt.Sprintf("r%02d%02d", x, y) }
	for x := range side {
		for y := range side {
			known = append(known, id(x, y))
			if x+1 < side {
				ways = append(ways, id(x, y)+" east "+id(x+1, y))
			}
			if y+1 < side {
				ways = append(ways, id(x, y)+" north "+id(x, y+1))
			}
		}
	}
	r := charted("r1212", strings.Join(known, " "), both(ways...)...)
	for width, rooms := range map[int]int{0: 9, 1: 1, 20: 1, 40: 3, 60: 7, 80: 9, 200: 9} {
		widest, most, drawn := 0, 0, 0
		for _, l := range prose.Map(r, prose.Style{Width: width, Boxes: true}) {
			if l.Drawn {
				drawn++
				widest = max(widest, utf8.RuneCountInString(l.String()))
				most = max(most, strings.Count(l.String(), "["))
			}
		}
		if most != rooms || width >= 20 && widest > width || drawn > 15 {
			t.Errorf("width %d: %d rooms in %d cells, %d lines; want %d rooms", width, most, widest, drawn, rooms)
		}
	}
}

// TestMapForAReader has no drawing in it, in whichever way a screen reader gets it.
func TestMapForAReader(t *testing.T) {
	r := charted("a", "a b c", both("a east b", "b north c shut", "a west x")...)
	for name, text := range map[string]string{
		"told":       prose.Map(r, prose.Style{ScreenReader: true}).String(),
		"drawn":      prose.ReaderText(prose.Map(r, prose.Style{Boxes: true})),
		"told, read": prose.ReaderText(prose.Map(r, prose.Style{ScreenReader: true})),
	} {
		if strings.ContainsAny(text, "[]|─│") || strings.Contains(text, "--") {
			t.Errorf("%s:\n%s", name, text)
		}
		if !strings.Contains(text, "Room b") {
			t.Errorf("%s: no word of the next room:\n%s", name, text)
		}
	}
}

func TestRouteWords(t *testing.T) {
	for name, c := range map[string]struct {
		route world.RouteReport
		want  string
	}{
		"here":   {world.RouteReport{Name: "The Quay", Known: true}, "You are at The Quay."},
		"no way": {world.RouteReport{Name: "The Quay"}, "You know no way from here to The Quay."},
		"a way": {
			world.RouteReport{
				Name: "The Quay", Known: true, Walk: "7n e",
				Steps: []world.Dir{"north", "north", "north", "north", "north", "north", "north", "east"},
				Shut: []world.Way{{Door: "gate", Closed: true, Name: "A"}, {Name: "The Flats", Under: true},
					{Name: "The Punt", Under: true, Shut: "it sits on the mud"}},
			},
			"The way to The Quay: seven steps north, one step east.\nIn short: 7n e\nOn the way, the gate is closed.\n" +
				"On the way, The Flats lies under water until the tide is out.\n" +
				"On the way, you cannot get to The Punt now: it sits on the mud.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			heard := prose.ReaderText(prose.Route(c.route, prose.Style{ScreenReader: true}))
			if strings.Contains(heard, "In short") {
				t.Errorf("an ear is told letters: %q", heard)
			}
			if got := prose.Route(c.route, prose.Style{}).String(); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
