package world_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// A world as large as any: what one action or one start costs in it must not be what the whole of it costs.
const (
	bigRooms   = 50_000
	bigZone    = 1_000 // rooms of a zone
	bigTidal   = 100   // of so many rooms one is tidal
	bigPeople  = 1_000 // in the world
	bigVisited = 9_000 // characters who have left
)

// big makes the world, with people on a shore: half of them in a room that the sea takes.
func big(tb testing.TB) *world.State {
	tb.Helper()
	p := bigPack(bigRooms)
	for i := range p.Rooms {
		p.Rooms[i].Zone = fmt.Sprintf("zone-%d", i/bigZone)
		if i%bigTidal == 1 {
			p.Rooms[i].Tidal = &world.TidalSpec{Open: []world.Tide{world.TideLow, world.TideEbb}, Swept: p.Start, Hurt: 1}
		}
	}
	s := world.New(1)
	for _, part := range s.Parts(&p, world.PartBytes) {
		if _, r := s.Decide(s.Now, host(part)); r != nil {
			tb.Fatal(r.Text)
		}
	}
	for i := range bigPeople + bigVisited {
		who := worldtest.Join(s, s.Now, worldtest.Person{
			Name: fmt.Sprintf("Z%c%c%c", 'a'+i/676, 'a'+i/26%26, 'a'+i%26), Account: world.AccountID(fmt.Sprintf("a-%d", i)),
		})
		then := world.Action(world.Depart{})
		switch {
		case i >= bigVisited && i%2 == 0:
			continue
		case i >= bigVisited:
			then = world.Move{Dir: world.East}
		}
		if _, r := s.Decide(s.Now, worldtest.Typed(who, then)); r != nil {
			tb.Fatal(r.Text)
		}
	}
	return s
}

// BenchmarkBig is what is long in a large world. longest-ms is the longest of the decisions.
func BenchmarkBig(b *testing.B) {
	s := big(b)
	rows, err := journal.CutOf(s, s.Keys())
	if err != nil {
		b.Fatal(err)
	}
	s.Dirty = map[world.Key]struct{}{}
	who := s.Index.Awake[0]
	builder := worldtest.Join(s, s.Now, worldtest.Person{Name: "Bilder", Account: "a-builder", Role: world.RoleBuilder})
	for _, bb := range []struct {
		name string
		do   func(i int) (world.Time, world.Input)
	}{
		{"say", func(int) (world.Time, world.Input) { return 0, worldtest.Typed(who, world.Say{Text: "Ho."}) }},
		{"shout", func(int) (world.Time, world.Input) { return 0, worldtest.Typed(who, world.Shout{Text: "Ho."}) }},
		{"tide", func(int) (world.Time, world.Input) { return s.Now.NextTide() - s.Now, worldtest.Timed() }},
		{"start", func(i int) (world.Time, world.Input) { return 0, host(world.Start{Build: "b", Wall: int64(i)}) }},
		{"edit", func(i int) (world.Time, world.Input) {
			r := *s.Rooms[s.Actors[who].Room]
			r.Desc = fmt.Sprintf("It was changed %d times.", i)
			return 0, world.Input{Actor: builder, Via: world.Via{Kind: world.ViaKeyboard}, Action: edit(r)}
		}},
		{"withdrawal", func(i int) (world.Time, world.Input) {
			if i%2 == 0 {
				return 0, worldtest.Typed(builder, edit(world.ItemSpec{ID: "mug", Name: "mug", Desc: "Tin."}))
			}
			return 0, worldtest.Typed(builder, withdraw("item", "mug"))
		}},
		{"thousand leave", func(int) (world.Time, world.Input) { return 10 * world.Minute, worldtest.Timed() }},
	} {
		b.Run(bb.name, func(b *testing.B) {
			var longest time.Duration
			for i := 0; b.Loop(); i++ {
				wait, in := bb.do(i)
				began := time.Now()
				if _, r := s.Decide(s.Now+wait, in); r != nil {
					b.Fatal(r.Text)
				}
				longest = max(longest, time.Since(began))
			}
			b.ReportMetric(float64(longest.Microseconds())/1e3, "longest-ms")
		})
	}
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			if err := s.Check(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("recover", func(b *testing.B) {
		m := journal.NewMemory()
		rec, _ := world.New(1).Decide(0, host(world.Start{Build: "b"}))
		bytes, err := journal.Encode(rec)
		if err != nil {
			b.Fatal(err)
		}
		rows.Seq = 1
		if err := m.Commit(journal.Batch{Records: []journal.Record{{Seq: 1, Bytes: bytes}}, Cut: rows}); err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := journal.Recover(m); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(rows.Rows)), "rows")
	})
}
