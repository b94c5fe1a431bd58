package world_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

const walker world.ActorID = "pc-walker"

// explored puts somebody into a room of a state, who knows these rooms.
func explored(s *world.State, here world.RoomID, known ...world.RoomID) {
	a := &world.Actor{ID: walker, Num: 1, Name: "Walker", Presence: world.Here, Room: here, Known: map[world.RoomID]bool{}}
	for _, id := range known {
		a.Known[id] = true
	}
	s.Actors[walker] = a
	s.Reindex()
}

// hidden hides the last exit of a room.
func hidden(r world.RoomSpec) world.RoomSpec {
	r.Exits[len(r.Exits)-1].Hidden = true
	return r
}

func TestRoutes(t *testing.T) {
	s := placed(
		room("a", "north", "b", "east", "e"), room("b", "south", "a", "north", "c"), room("c", "south", "b", "north", "d"),
		room("d", "south", "c", "east", "house", "up", "roof"), room("e", "west", "a", "north", "d"),
		room("house", "out", "d"), room("roof", "down", "d"), hidden(room("cell", "out", "house")),
	)
	s.Rooms["house"].Exits = append(s.Rooms["house"].Exits, world.ExitSpec{Dir: world.Up, To: "cell", Door: "hatch"})
	s.Rooms["house"].Exits = append(s.Rooms["house"].Exits, world.ExitSpec{Dir: world.In, To: "bath", Door: "curtain"})
	s.Rooms["bath"] = &world.RoomSpec{ID: "bath", Name: "bath", Zone: "z", Tidal: &world.TidalSpec{Swept: "a"}}
	s.Doors["hatch"] = &world.Door{DoorSpec: world.DoorSpec{ID: "hatch", Name: "hatch"}, Shut: true}
	s.Doors["curtain"] = &world.Door{DoorSpec: world.DoorSpec{ID: "curtain", Name: "curtain"}}
	all := []world.RoomID{"a", "b", "c", "d", "house", "cell", "bath"}
	for name, c := range map[string]struct {
		known []world.RoomID
		to    world.RoomID
		walk  string
		steps int
		shut  []string
		none  bool
	}{
		"where one stands":                      {all, "a", "", 0, nil, false},
		"a run is counted":                      {all, "house", "3n e", 4, nil, false},
		"a shorter way, once it is known":       {append([]world.RoomID{"e"}, all...), "d", "e n", 2, nil, false},
		"a closed door is named":                {all, "cell", "3n e u", 5, []string{"hatch"}, false},
		"water is named, an open door is not":   {all, "bath", "3n e in", 5, []string{"bath"}, false},
		"no way through what one does not know": {[]world.RoomID{"a", "d"}, "d", "", 0, nil, true},
		"no word of what one does not know":     {[]world.RoomID{"a", "b", "c", "d"}, "roof", "", 0, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			explored(s, "a", c.known...)
			got := s.Route(walker, c.to, 0)
			var shut []string
			for _, w := range got.Shut {
				if w.Closed {
					shut = append(shut, w.Door)
				} else {
					shut = append(shut, w.Name)
				}
			}
			if got.Walk != c.walk || len(got.Steps) != c.steps || got.Known == c.none || !slices.Equal(shut, c.shut) {
				t.Errorf("got %+v, want %+v", got, c)
			}
			if c.to == "roof" && got.Name != "" {
				t.Errorf("the name of a place not seen yet: %+v", got)
			}
		})
	}
}

func TestAMapIsBoundedAndNearestFirst(t *testing.T) {
	const rooms, most = 1_000, 400
	list := make([]world.RoomSpec, rooms)
	known := make([]world.RoomID, rooms)
	id := func(i int) string { return fmt.Sprintf("r%03d", i) }
	for i := range list {
		var exits []string
		if i > 0 {
			exits = append(exits, "west", id(i-1))
		}
		if i < rooms-1 {
			exits = append(exits, "east", id(i+1))
		}
		known[i] = world.RoomID(id(i))
		list[i] = room(known[i], exits...)
	}
	s := placed(list...)
	explored(s, "r500", known...)
	got := s.Map(walker, 0)
	if len(got.Rooms) != most || got.More != rooms-most || !got.Rooms[0].Here || got.Rooms[0].ID != "r500" {
		t.Fatalf("%d rooms and %d more, the first %+v", len(got.Rooms), got.More, got.Rooms[0])
	}
	for i := 1; i < len(got.Rooms); i++ {
		if len(got.Rooms[i].Path) < len(got.Rooms[i-1].Path) {
			t.Fatalf("%s comes before %s", got.Rooms[i-1].ID, got.Rooms[i].ID)
		}
	}
	for _, text := range []prose.Text{prose.Map(got, prose.Style{}), prose.Map(got, prose.Style{ScreenReader: true})} {
		if lines := len(text); lines > 20 {
			t.Errorf("a map of %d lines", lines)
		}
	}
}

// TestAMapTellsNothingThatWasNotSeen lets somebody know a part of an arbitrary world: no map of any style, nor what a
// program gets, names another place, or a way that is hidden.
func TestAMapTellsNothingThatWasNotSeen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 25).Draw(t, "rooms")
		id := func(i int) world.RoomID { return world.RoomID(fmt.Sprintf("r%02d", i)) }
		rooms := make([]world.RoomSpec, n)
		for i := range rooms {
			rooms[i] = room(id(i))
			rooms[i].Name = fmt.Sprintf("Name%02d", i)
		}
		for range rapid.IntRange(0, 3*n).Draw(t, "ways") {
			a := rapid.IntRange(0, n-1).Draw(t, "from")
			d := rapid.SampledFrom(world.Dirs()).Draw(t, "dir")
			if !slices.ContainsFunc(rooms[a].Exits, func(e world.ExitSpec) bool { return e.Dir == d }) {
				rooms[a].Exits = append(rooms[a].Exits, world.ExitSpec{
					Dir: d, To: id(rapid.IntRange(0, n-1).Draw(t, "to")), Hidden: rapid.IntRange(0, 4).Draw(t, "hidden") == 0,
				})
			}
		}
		s := placed(rooms...)
		here := id(rapid.IntRange(0, n-1).Draw(t, "here"))
		known := map[world.RoomID]bool{here: true}
		for i := range n {
			if rapid.Bool().Draw(t, "known") {
				known[id(i)] = true
			}
		}
		var list []world.RoomID
		for id := range world.Ordered(known) {
			list = append(list, id)
		}
		explored(s, here, list...)
		report := s.Map(walker, 0)
		wire, err := json.Marshal(report)
		if err != nil {
			t.Fatal(err)
		}
		told := []string{string(wire)}
		for _, style := range []prose.Style{{}, {Width: 60}, {Boxes: true}, {Worded: true}, {ScreenReader: true}} {
			told = append(told, prose.Map(report, style).String())
		}
		for i, r := range rooms {
			for _, text := range told {
				if !known[r.ID] && (strings.Contains(text, r.Name) || strings.Contains(text, string(r.ID))) {
					t.Fatalf("%s was never seen, and is told of:\n%s", r.ID, text)
				}
			}
			if route := s.Route(walker, r.ID, 0); !known[r.ID] && (route.Known || route.Name != "") {
				t.Fatalf("a way to %s, which was never seen: %+v", r.ID, route)
			}
			for _, m := range report.Rooms {
				for _, e := range rooms[i].Exits {
					if _, shown := m.Exits[e.Dir]; m.ID == r.ID && e.Hidden && shown {
						t.Fatalf("%s of %s is hidden, and shown", e.Dir, r.ID)
					}
				}
			}
		}
		if len(report.Rooms) != len(known) || report.More != 0 {
			t.Fatalf("%d rooms and %d more of %d known", len(report.Rooms), report.More, len(known))
		}
	})
}
