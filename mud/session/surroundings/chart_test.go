package surroundings_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestChartIsWhatMapTells: in random games, whoever is shown a chart sees the places and ways that the map of that
// moment has on their plane, wherever they went and whoever opened a door they stand at.
func TestChartIsWhatMapTells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		st := world.New(0)
		for _, in := range worldtest.Genesis() {
			_, _ = st.Decide(0, in)
		}
		anna := worldtest.Join(st, 1, worldtest.Person{Name: "Anna", Account: "a-1"})
		g := worldtest.NewGamer(t, st)
		now := world.Time(1)
		var s surroundings.Surveyor
		for range 40 {
			now += g.Wait()
			_, _ = st.Decide(now, g.Input())
			a := st.Actors[anna]
			if a == nil || a.Presence == world.Away {
				return
			}
			charted(t, &s, st, a, now)
		}
	})
}

func charted(t rapid.TB, s *surroundings.Surveyor, st *world.State, a *world.Actor, now world.Time) {
	v := (&surroundings.Cache{}).Of(st, a, now)
	s.Fill(v, st, a, now)
	chart := surroundings.ChartOf(v.Map, v.You.Room)
	want := st.Map(a.ID, now)
	here := want.Rooms[0]
	if here.At == nil {
		if chart != nil {
			t.Fatalf("a chart of nowhere: %+v", chart)
		}
		return
	}
	if chart.Here != string(a.Room) || chart.More+len(chart.Rooms) != want.More+len(want.Rooms) {
		t.Fatalf("the chart has %d rooms and %d more, the map %d and %d", len(chart.Rooms), chart.More, len(want.Rooms),
			want.More)
	}
	for _, r := range want.Rooms {
		i := slices.IndexFunc(chart.Rooms, func(c surroundings.ChartRoom) bool { return c.ID == string(r.ID) })
		if on := r.At != nil && r.At.Plane == here.At.Plane; (i >= 0) != on {
			t.Fatalf("%s on the chart: %t, want %t", r.ID, i >= 0, on)
		}
		if i < 0 {
			continue
		}
		c := chart.Rooms[i]
		if c.X != r.At.X || c.Y != r.At.Y || c.Z != r.At.Z || len(c.Exits) != len(r.Ways) {
			t.Fatalf("%+v is %+v on the map", c, r)
		}
		for j, w := range r.Ways {
			if e := c.Exits[j]; e.Dir != string(w.Dir) || e.To != string(w.To) || r.Here && e.Door != w.Closed {
				t.Fatalf("a way %+v is %+v on the map", e, w)
			}
		}
	}
}

// grid is a world of streets that cross, and somebody who knows so many rooms of it, by rows.
func grid(tb testing.TB, side, known int) (*world.State, *world.Actor) {
	tb.Helper()
	id := func(x, y int) world.RoomID { return world.RoomID(fmt.Sprintf("r-%03d-%03d", x, y)) }
	p := world.Pack{ID: "grid", Name: "Grid", Hash: "grid-1", Start: id(0, 0)}
	for y := range side {
		for x := range side {
			r := world.RoomSpec{ID: id(x, y), Name: fmt.Sprintf("Crossing %d %d", x, y), Desc: "Streets cross.", Zone: "grid"}
			for _, e := range []struct {
				dir    world.Dir
				dx, dy int
			}{{world.North, 0, 1}, {world.South, 0, -1}, {world.East, 1, 0}, {world.West, -1, 0}} {
				if nx, ny := x+e.dx, y+e.dy; nx >= 0 && ny >= 0 && nx < side && ny < side {
					r.Exits = append(r.Exits, world.ExitSpec{Dir: e.dir, To: id(nx, ny)})
				}
			}
			p.Rooms = append(p.Rooms, r)
		}
	}
	st := world.New(0)
	parts := []world.Action{world.Start{Build: "grid", Wall: 1, Seed: 1}}
	for _, part := range st.Parts(&p, world.PartBytes) {
		parts = append(parts, part)
	}
	for _, a := range parts {
		if _, r := st.Decide(0, world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a}); r != nil {
			tb.Fatal(r.Text)
		}
	}
	a := st.Actors[worldtest.Join(st, 1, worldtest.Person{Name: "Anna", Account: "a-1"})]
	for i := range known {
		a.Known[id(i%side, i/side)] = true
	}
	return st, a
}

// A hidden way stands on the chart as soon as it was walked, also between two places that were known before.
func TestChartShowsAHiddenWayOnceItWasWalked(t *testing.T) {
	st, a := grid(t, 2, 4)
	exits := st.Rooms[a.Room].Exits
	exits[0].Hidden = true
	var s surroundings.Surveyor
	charted(t, &s, st, a, 1)
	for _, dir := range []world.Dir{exits[0].Dir, world.South} {
		if _, r := st.Decide(1, worldtest.Typed(a.ID, world.Move{Dir: dir})); r != nil {
			t.Fatal(r.Text)
		}
		charted(t, &s, st, a, 1)
	}
	if len(a.Found) != 1 {
		t.Fatalf("found %v, want the one hidden way", a.Found)
	}
}

// TestSurveyorReadsSeldom: to go about where one knows the places reads nothing anew, and a chart of a large world
// follows whoever leaves the middle of it.
func TestSurveyorReadsSeldom(t *testing.T) {
	const side, known = 40, 1600
	st, a := grid(t, side, known)
	var s surroundings.Surveyor
	of := func() *world.MapReport {
		v := (&surroundings.Cache{}).Of(st, a, 1)
		s.Fill(v, st, a, 1)
		return v.Map
	}
	reads, last := 0, (*world.MapReport)(nil)
	for x := range side {
		a.Room = world.RoomID(fmt.Sprintf("r-%03d-000", x))
		m := of()
		if m != last {
			reads, last = reads+1, m
		}
		at := slices.IndexFunc(m.Rooms, func(r world.MapRoom) bool { return r.ID == a.Room })
		if at < 0 || len(m.Rooms) > 400 || m.More != known-len(m.Rooms) {
			t.Fatalf("at %s: place %d of %d, and %d more", a.Room, at, len(m.Rooms), m.More)
		}
	}
	if reads < 2 || reads > 6 {
		t.Errorf("read %d times on %d steps", reads, side)
	}
	delete(a.Known, "r-039-039")
	if of() == last {
		t.Error("something else is known, and the chart is the old one")
	}
}

// TestSurveyorGrows: whoever explores has each place added, with the ways that lead to it; at times all is read anew.
func TestSurveyorGrows(t *testing.T) {
	st, a := grid(t, 25, 1)
	var s surroundings.Surveyor
	for i := range 25 * 25 {
		x, y := i%25, i/25
		if y%2 == 1 {
			x = 24 - x
		}
		a.Room = world.RoomID(fmt.Sprintf("r-%03d-%03d", x, y))
		a.Known[a.Room] = true
		v := (&surroundings.Cache{}).Of(st, a, 1)
		s.Fill(v, st, a, 1)
		if n := len(v.Map.Rooms); n+v.Map.More != i+1 || n > 500 {
			t.Fatalf("of %d places %d are known, and %d more", i+1, n, v.Map.More)
		}
		if i%41 != 0 || i >= 400 {
			continue
		}
		m := st.Map(a.ID, 1)
		ways := func(rooms []world.MapRoom) map[world.RoomID]string {
			out := map[world.RoomID]string{}
			for _, r := range rooms {
				out[r.ID] = fmt.Sprint(r.Name, *r.At, r.Ways)
			}
			return out
		}
		if got, want := ways(v.Map.Rooms), ways(m.Rooms); !maps.Equal(got, want) {
			t.Fatalf("after %d steps: %d places, not all as the map has them", i, len(got))
		}
	}
}

// TestEffects: who was hurt is told when they will be well, and is well then and not before.
func TestEffects(t *testing.T) {
	st, a := grid(t, 2, 1)
	find := func(now world.Time, name string) (surroundings.Effect, bool) {
		v := (&surroundings.Cache{}).Of(st, a, now)
		var s surroundings.Surveyor
		s.Fill(v, st, a, now)
		i := slices.IndexFunc(v.Effects, func(e surroundings.Effect) bool { return e.Name == name })
		if i < 0 {
			return surroundings.Effect{}, false
		}
		return v.Effects[i], true
	}
	if e, ok := find(1, "Healing"); ok {
		t.Errorf("who is well heals: %+v", e)
	}
	a.HP, a.HPAt = a.HPMax-20, world.Minute
	e, ok := find(2*world.Minute, "Healing")
	if !ok || st.HPNow(a, e.Until) != a.HPMax || st.HPNow(a, e.Until-1) == a.HPMax {
		t.Errorf("heals %t until %d: %d of %d then", ok, e.Until, st.HPNow(a, e.Until), a.HPMax)
	}
	if _, ok := find(e.Until, "Healing"); ok {
		t.Error("who is well again heals")
	}
	a.Fighting = a.ID
	if _, ok := find(2*world.Minute, "Healing"); ok {
		t.Error("who fights heals")
	}
}

// BenchmarkSurvey is what a view with a chart costs the writer beside one without: where one goes about among 400 known
// places, for a step to a place that was not seen before, and when all are read anew.
func BenchmarkSurvey(b *testing.B) {
	st, a := grid(b, 20, 400)
	step := func(i int) { a.Room = world.RoomID(fmt.Sprintf("r-%03d-%03d", 9+i%2, 10)) }
	b.Run("sight", func(b *testing.B) {
		var c surroundings.Cache
		b.ReportAllocs()
		for i := range b.N {
			step(i)
			c.Of(st, a, 1)
		}
	})
	b.Run("known", func(b *testing.B) {
		var c surroundings.Cache
		var s surroundings.Surveyor
		b.ReportAllocs()
		for i := range b.N {
			step(i)
			s.Fill(c.Of(st, a, 1), st, a, 1)
		}
	})
	b.Run("explored", func(b *testing.B) {
		var c surroundings.Cache
		var s surroundings.Surveyor
		b.ReportAllocs()
		for i := range b.N {
			b.StopTimer()
			step(0)
			delete(a.Known, "r-010-010")
			s = surroundings.Surveyor{}
			s.Fill(c.Of(st, a, 1), st, a, 1)
			step(i | 1)
			a.Known[a.Room] = true
			b.StartTimer()
			s.Fill(c.Of(st, a, 1), st, a, 1)
		}
	})
	b.Run("anew", func(b *testing.B) {
		var c surroundings.Cache
		b.ReportAllocs()
		for i := range b.N {
			step(i)
			var s surroundings.Surveyor
			s.Fill(c.Of(st, a, 1), st, a, 1)
		}
	})
}

// TestSamePlane: two places of one chart are, and what nobody knows is on none.
func TestSamePlane(t *testing.T) {
	st, a := grid(t, 3, 3)
	m := st.Map(a.ID, 1)
	if !surroundings.SamePlane(&m, "r-000-000", "r-001-000") || surroundings.SamePlane(&m, "r-000-000", "r-002-002") ||
		surroundings.SamePlane(&m, "", "") || strings.Contains(fmt.Sprint(surroundings.ChartOf(&m, a.Room)), "2 2") {
		t.Errorf("%+v", m)
	}
}
