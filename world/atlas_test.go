package world_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// placed returns a state of these rooms and nothing else.
func placed(rooms ...world.RoomSpec) *world.State {
	s := world.New(0)
	for i := range rooms {
		s.Rooms[rooms[i].ID] = &rooms[i]
	}
	s.Reindex()
	return s
}

// room makes a room; exits are directions and ids by turns.
func room(id world.RoomID, exits ...string) world.RoomSpec {
	r := world.RoomSpec{ID: id, Zone: "z", Name: string(id)}
	for i := 0; i < len(exits); i += 2 {
		r.Exits = append(r.Exits, world.ExitSpec{Dir: world.Dir(exits[i]), To: world.RoomID(exits[i+1])})
	}
	return r
}

func at(r world.RoomSpec, x, y, z int) world.RoomSpec {
	r.At = []int{x, y, z}
	return r
}

func in(zone string, r world.RoomSpec) world.RoomSpec {
	r.Zone = zone
	return r
}

// spots says where rooms stand: "a 0 1 0 z".
func spots(s *world.State) []string {
	var out []string
	for id := range world.Ordered(s.Rooms) {
		c := s.Survey(id, 0).At
		out = append(out, fmt.Sprintf("%s %d %d %d %s", id, c.X, c.Y, c.Z, c.Plane))
	}
	return out
}

type layout struct {
	rooms []world.RoomSpec
	want  []string
}

func layouts() map[string]layout {
	out := map[string]layout{
		"a step in each direction": {
			[]world.RoomSpec{
				room("a", "north", "n", "east", "e", "south", "s", "west", "w", "up", "u", "down", "d"),
				room("n", "south", "a"), room("e", "west", "a"), room("s", "north", "a"), room("w", "east", "a"),
				room("u", "down", "a"), room("d", "up", "a"),
			},
			[]string{"a 0 0 0 z", "d 0 0 -1 z", "e 1 0 0 z", "n 0 1 0 z", "s 0 -1 0 z", "u 0 0 1 z", "w -1 0 0 z"},
		},
		"a loop that closes": {
			[]world.RoomSpec{
				room("a", "north", "b", "east", "d"), room("b", "south", "a", "east", "c"),
				room("c", "west", "b", "south", "d"), room("d", "north", "c", "west", "a"),
			},
			[]string{"a 0 0 0 z", "b 0 1 0 z", "c 1 1 0 z", "d 1 0 0 z"},
		},
		"a loop that does not close: three rooms north of each other": {
			[]world.RoomSpec{
				room("a", "north", "b", "south", "c"), room("b", "north", "c", "south", "a"),
				room("c", "north", "a", "south", "b"),
			},
			[]string{"a 0 0 0 z", "b 0 1 0 z", "c 0 -1 0 z"},
		},
		"two rooms for one place: the nearer has it": {
			[]world.RoomSpec{
				room("a", "north", "b", "east", "d"), room("b", "south", "a", "east", "c"), room("c", "west", "b"),
				room("d", "west", "a", "north", "e"), room("e", "south", "d", "east", "f"), room("f", "west", "e"),
			},
			[]string{"a 0 0 0 z", "b 0 1 0 z", "c 1 1 0 z", "d 1 0 0 z", "e 0 0 0 z:2", "f 1 0 0 z:2"},
		},
		"a way that comes back elsewhere bends": {
			[]world.RoomSpec{room("a", "north", "b"), room("b", "east", "a")},
			[]string{"a 0 0 0 z", "b 0 0 0 z:2"},
		},
		"a fall is a step when nothing else leads there": {
			[]world.RoomSpec{room("a", "down", "pit"), room("pit", "east", "den"), room("den", "west", "pit")},
			[]string{"a 0 0 0 z", "den 1 0 -1 z", "pit 0 0 -1 z"},
		},
		"of two falls into one room one is a step": {
			[]world.RoomSpec{
				room("a", "down", "pit", "east", "b"), room("b", "west", "a", "down", "pit"), room("pit"),
			},
			[]string{"a 0 0 0 z", "b 1 0 0 z", "pit 0 0 -1 z"},
		},
		"of two falls into one room one is a step from there, too": {
			[]world.RoomSpec{room("pit"), room("x", "down", "pit"), room("y", "down", "pit")},
			[]string{"pit 0 0 0 z", "x 0 0 1 z", "y 0 0 0 z:2"},
		},
		"what a walk reaches both ways comes before a fall": {
			[]world.RoomSpec{
				room("a", "east", "hole", "north", "b"), room("b", "south", "a", "east", "c"),
				room("c", "west", "b", "south", "d"), room("d", "north", "c"), room("hole"),
			},
			[]string{"a 0 0 0 z", "b 0 1 0 z", "c 1 1 0 z", "d 1 0 0 z", "hole 0 0 0 z:2"},
		},
	}
	maps.Copy(out, oddLayouts())
	return out
}

func oddLayouts() map[string]layout {
	return map[string]layout{
		"in and out have no direction": {
			[]world.RoomSpec{room("hut", "out", "road"), room("road", "in", "hut", "east", "end"), room("end", "west", "road")},
			[]string{"end 0 0 0 z", "hut 0 0 0 z:2", "road -1 0 0 z"},
		},
		"rooms without a zone are of the one called world": {
			[]world.RoomSpec{in("", room("a", "north", "b")), in("world", room("b", "south", "a"))},
			[]string{"a 0 0 0 world", "b 0 1 0 world"},
		},
		"each zone has a plane": {
			[]world.RoomSpec{room("a", "north", "b"), in("y", room("b", "south", "a")), in("", room("c"))},
			[]string{"a 0 0 0 z", "b 0 0 0 y", "c 0 0 0 world"},
		},
		"the author's place wins": {
			[]world.RoomSpec{
				at(room("a", "north", "b"), 5, 5, 5), at(room("b", "south", "a", "east", "c"), 9, 9, 9), room("c", "west", "b"),
			},
			[]string{"a 5 5 5 z", "b 9 9 9 z", "c 10 9 9 z"},
		},
		"two given one place: the second is led there by no exit": {
			[]world.RoomSpec{at(room("a"), 1, 1, 1), at(room("b"), 1, 1, 1)},
			[]string{"a 1 1 1 z", "b 0 0 0 z:2"},
		},
		"ways to oneself and to nowhere are none": {
			[]world.RoomSpec{room("a", "north", "a", "south", "gone", "east", "b"), room("b", "west", "a")},
			[]string{"a 0 0 0 z", "b 1 0 0 z"},
		},
	}
}

func TestRoomsAreLaidOutByTheirExits(t *testing.T) {
	for name, c := range layouts() {
		t.Run(name, func(t *testing.T) {
			if got := spots(placed(c.rooms...)); !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// stepOf is what a step in a direction does.
func stepOf(d world.Dir) (x, y, z int) {
	switch d {
	case world.North:
		return 0, 1, 0
	case world.South:
		return 0, -1, 0
	case world.East:
		return 1, 0, 0
	case world.West:
		return -1, 0, 0
	case world.Up:
		return 0, 0, 1
	case world.Down:
		return 0, 0, -1
	default:
		return 0, 0, 0
	}
}

// TestAnyExitsAreLaidOut holds the layout of arbitrary exits to its promises: everybody has a place, nobody shares one,
// and it is the same each time.
func TestAnyExitsAreLaidOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "rooms")
		id := func(i int) world.RoomID { return world.RoomID(fmt.Sprintf("r%d", i)) }
		rooms := make([]world.RoomSpec, n)
		for i := range rooms {
			rooms[i] = room(id(i))
			if rapid.IntRange(0, 9).Draw(t, "fixed") == 0 {
				rooms[i] = at(rooms[i], rapid.IntRange(-2, 2).Draw(t, "x"), rapid.IntRange(-2, 2).Draw(t, "y"), 0)
			}
		}
		for range rapid.IntRange(0, 3*n).Draw(t, "ways") {
			a, b := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
			d := rapid.SampledFrom(world.Dirs()).Draw(t, "dir")
			add := func(r *world.RoomSpec, d world.Dir, to world.RoomID) {
				if !slices.ContainsFunc(r.Exits, func(e world.ExitSpec) bool { return e.Dir == d }) {
					r.Exits = append(r.Exits, world.ExitSpec{Dir: d, To: to})
				}
			}
			add(&rooms[a], d, id(b))
			if rapid.IntRange(0, 3).Draw(t, "back") > 0 {
				add(&rooms[b], d.Opposite(), id(a))
			}
		}
		s := placed(rooms...)
		taken := map[world.Coord]world.RoomID{}
		main := 0
		for _, r := range rooms {
			c := *s.Survey(r.ID, 0).At
			if other, ok := taken[c]; ok {
				t.Fatalf("%s and %s both stand at %+v", r.ID, other, c)
			}
			taken[c] = r.ID
			if c.Plane == "z" {
				main++
			}
		}
		if main == 0 {
			t.Fatal("nobody stands on the zone's own plane")
		}
		slices.Reverse(rooms)
		if again := spots(placed(rooms...)); !slices.Equal(again, spots(s)) {
			t.Fatalf("laid out as %q, and then as %q", spots(s), again)
		}
	})
}

// TestAGridComesOutAsItWas lays out rooms that do stand on a grid, of whose ways some are missing: what hangs together
// must come out as it was, whatever the order in which it is found.
func TestAGridComesOutAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type cell [3]int
		cells := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) cell {
			return cell{rapid.IntRange(0, 4).Draw(t, "x"), rapid.IntRange(0, 4).Draw(t, "y"), rapid.IntRange(0, 1).Draw(t, "z")}
		}), 1, 40, rapid.ID[cell]).Draw(t, "cells")
		byCell := map[cell]int{}
		rooms := make([]world.RoomSpec, len(cells))
		for i, c := range cells {
			byCell[c] = i
			rooms[i] = room(world.RoomID(fmt.Sprintf("r%02d", i)))
		}
		for i, c := range cells {
			for _, d := range []world.Dir{world.North, world.East, world.Up} {
				x, y, z := stepOf(d)
				j, ok := byCell[cell{c[0] + x, c[1] + y, c[2] + z}]
				if !ok || rapid.IntRange(0, 3).Draw(t, "wall") == 0 {
					continue
				}
				rooms[i].Exits = append(rooms[i].Exits, world.ExitSpec{Dir: d, To: rooms[j].ID})
				rooms[j].Exits = append(rooms[j].Exits, world.ExitSpec{Dir: d.Opposite(), To: rooms[i].ID})
			}
		}
		s := placed(rooms...)
		for i, r := range rooms {
			from := *s.Survey(r.ID, 0).At
			for _, e := range r.Exits {
				to := *s.Survey(e.To, 0).At
				x, y, z := stepOf(e.Dir)
				if want := (world.Coord{X: from.X + x, Y: from.Y + y, Z: from.Z + z, Plane: from.Plane}); to != want {
					t.Fatalf("%s of %s (%v): got %+v, want %+v", e.Dir, r.ID, cells[i], to, want)
				}
			}
		}
	})
}

// TestABuilderMovesRooms applies a pack anew: where exits changed the places do too.
func TestABuilderMovesRooms(t *testing.T) {
	s := worldtest.Small()
	quay, market := *s.Survey(worldtest.Quay, 0).At, *s.Survey(worldtest.Market, 0).At
	if market.Y != quay.Y+1 || market.Plane != quay.Plane {
		t.Fatalf("before: quay at %+v, market at %+v", quay, market)
	}
	p := worldtest.SmallPack()
	p.Hash = "another"
	turn := map[world.Dir]world.Dir{world.North: world.East, world.South: world.West}
	for i, r := range p.Rooms {
		for _, e := range r.Exits {
			if e.To == worldtest.Market && r.ID == worldtest.Quay || e.To == worldtest.Quay && r.ID == worldtest.Market {
				p.Rooms[i].Exits = slices.Clone(p.Rooms[i].Exits)
				p.Rooms[i].Exits = slices.DeleteFunc(p.Rooms[i].Exits, func(x world.ExitSpec) bool { return x.Dir == turn[e.Dir] })
				j := slices.IndexFunc(p.Rooms[i].Exits, func(x world.ExitSpec) bool { return x.To == e.To })
				p.Rooms[i].Exits[j].Dir = turn[e.Dir]
			}
		}
	}
	if _, r := s.Decide(s.Now, host(world.ApplyPack{Pack: p})); r != nil {
		t.Fatal(r.Text)
	}
	quay, market = *s.Survey(worldtest.Quay, 0).At, *s.Survey(worldtest.Market, 0).At
	if market.X != quay.X+1 || market.Y != quay.Y {
		t.Errorf("after: quay at %+v, market at %+v", quay, market)
	}
}

// TestAnotherStartMovesRooms applies a pack of which nothing but the start has changed: the rooms stand where they
// would stand after a restart.
func TestAnotherStartMovesRooms(t *testing.T) {
	s := worldtest.Small()
	before := spots(s)
	p := worldtest.SmallPack()
	p.Hash, p.Start = "another", worldtest.Market
	if _, r := s.Decide(s.Now, host(world.ApplyPack{Pack: p})); r != nil {
		t.Fatal(r.Text)
	}
	after := spots(s)
	if slices.Equal(after, before) {
		t.Errorf("as before: %q", after)
	}
	s.Reindex()
	if want := spots(s); !slices.Equal(after, want) {
		t.Errorf("got  %q\nwant %q", after, want)
	}
}

// TestRoomNumbers plants ids whose own numbers clash: cell-0dce0064, cell-644afd5d and cell-d72b636b have the same,
// and the next is that of cell-f72b7ece.
func TestRoomNumbers(t *testing.T) {
	const first, third, second, next = "cell-0dce0064", "cell-644afd5d", "cell-d72b636b", "cell-f72b7ece"
	const own = 837_489_154
	for name, c := range map[string]struct {
		ids  []world.RoomID
		want []int32
	}{
		"FNV-1a of the id, without its highest bit":  {[]world.RoomID{"a", "foobar"}, []int32{0x640c292c, 0x3f9cf968}},
		"each of those who would clash, alone":       {[]world.RoomID{second}, []int32{own}},
		"the least id keeps it":                      {[]world.RoomID{second, first}, []int32{own + 1, own}},
		"no two are moved to one":                    {[]world.RoomID{second, first, third}, []int32{own + 2, own, own + 1}},
		"who has the next by right is not displaced": {[]world.RoomID{second, first, next}, []int32{own + 2, own, own + 1}},
	} {
		t.Run(name, func(t *testing.T) {
			var rooms []world.RoomSpec
			for _, id := range c.ids {
				rooms = append(rooms, room(id))
			}
			s := placed(rooms...)
			for i, id := range c.ids {
				if got := s.Survey(id, 0).Number; got != c.want[i] {
					t.Errorf("%s: got %#x, want %#x", id, got, c.want[i])
				}
			}
		})
	}
	if got := placed().Survey("gone", 0).Number; got != 0 {
		t.Errorf("a room that is not there has the number %d", got)
	}
}

// BenchmarkAtlas lays out a large world of one zone, which is the worst of cases, and looks around in it.
func BenchmarkAtlas(b *testing.B) {
	const side = 224
	rooms := make([]world.RoomSpec, 0, side*side)
	id := func(x, y int) string { return fmt.Sprintf("room-%d-%d", x, y) }
	for x := range side {
		for y := range side {
			var exits []string
			for _, d := range []world.Dir{world.North, world.South, world.East, world.West} {
				dx, dy, _ := stepOf(d)
				if x+dx >= 0 && x+dx < side && y+dy >= 0 && y+dy < side {
					exits = append(exits, string(d), id(x+dx, y+dy))
				}
			}
			rooms = append(rooms, room(world.RoomID(id(x, y)), exits...))
		}
	}
	s := placed(rooms...)
	b.Run("layout", func(b *testing.B) {
		for b.Loop() {
			s.Atlas = nil
			s.Survey("room-0-0", 0)
		}
	})
	b.Run("look", func(b *testing.B) {
		s.Survey("room-0-0", 0)
		b.ReportAllocs()
		for b.Loop() {
			s.Survey("room-100-100", 0)
		}
	})
}
