package archive_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// The size of a large world.
const (
	bigRooms  = 50_000
	bigPerson = 10_000
	bigRow    = 250 // rooms in a row; the rows lie beside each other
)

// bigPack is a grid of rooms with two things in each.
func bigPack() world.Pack {
	room := func(i int) world.RoomID { return world.RoomID(fmt.Sprintf("room-%d", i)) }
	p := world.Pack{ID: "big", Name: "Big", Start: room(0), Hash: "big"}
	for i := range 100 {
		p.Items = append(p.Items, world.ItemSpec{
			ID: world.ProtoID(fmt.Sprintf("thing-%d", i)), Name: fmt.Sprintf("thing no %d", i), Desc: "It is one of many.",
		})
	}
	for i := range bigRooms {
		r := world.RoomSpec{
			ID: room(i), Zone: "grid", Name: fmt.Sprintf("Crossing %d", i),
			Desc: "Two lanes cross here, and neither is sure of where it comes from. Somebody has chalked a number on a stone.",
		}
		if i%bigRow > 0 {
			r.Exits = append(r.Exits, world.ExitSpec{Dir: "west", To: room(i - 1)})
		}
		if i%bigRow < bigRow-1 {
			r.Exits = append(r.Exits, world.ExitSpec{Dir: "east", To: room(i + 1)})
		}
		p.Rooms = append(p.Rooms, r)
		p.Spawns = append(p.Spawns, world.SpawnSpec{
			ID: world.SpawnID(fmt.Sprintf("spawn-%d", i)), Item: p.Items[i%100].ID, Room: room(i), Max: 2,
		})
	}
	return p
}

// bigStage is a large world in a folder, with an evening of records behind it.
func bigStage(b *testing.B, dir string, records int) (*stage, *journal.Journal) {
	b.Helper()
	j, err := journal.Open(dir, journal.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = j.Close() })
	st := &stage{t: b, s: world.New(0), j: j, wall: begin}
	st.start()
	p := bigPack()
	for _, part := range st.s.Parts(&p, world.PartBytes) {
		st.do(hosted(part))
	}
	people := make([]world.ActorID, bigPerson)
	for i := range people {
		name := letters(i)
		st.do(hosted(world.Create{Account: world.AccountID("a-" + name), Name: name, Role: world.RolePlayer}))
		people[i] = st.s.PlayerNamed(name).ID
	}
	for i := range 200 {
		st.do(worldtest.Typed(people[i], world.Enter{}))
	}
	got, want := [3]int{len(st.s.Rooms), len(st.s.Items), len(st.s.Actors)}, [3]int{bigRooms, 2 * bigRooms, bigPerson}
	if got != want {
		b.Fatalf("a large world has %v rooms, things and people, want %v", got, want)
	}
	st.cut()
	for i := 0; len(st.recs) < records; i++ {
		st.pass(10 * time.Millisecond)
		who := people[i%200]
		switch i / 200 % 3 {
		case 0:
			st.do(worldtest.Typed(who, world.Move{Dir: []world.Dir{"east", "west"}[i/20_000%2]}))
		case 1:
			st.do(worldtest.Typed(who, world.Say{Text: "Has anybody seen where the water went?"}))
		default:
			st.do(worldtest.Typed(who, world.Emote{Text: "looks at the sky."}))
		}
	}
	st.cut()
	return st, j
}

// letters makes a name of a number.
func letters(n int) string {
	out := []byte("Q")
	for range 4 {
		out = append(out, byte('a'+n%26))
		n /= 26
	}
	return string(out)
}

// BenchmarkBigWorld seals the record of a world with 50,000 rooms, 100,000 things and 10,000 characters, and makes it
// as it was. bigRecords is how many records of play there are.
func BenchmarkBigWorld(b *testing.B) {
	const bigRecords = 60_000
	dir := b.TempDir()
	st, j := bigStage(b, dir, bigRecords)
	last := uint64(len(st.recs))
	st.s, st.recs, st.raw = nil, nil, nil
	runtime.GC()
	info, err := os.Stat(filepath.Join(dir, journal.FileName))
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d records, a journal of %d MiB", last, info.Size()>>20)
	ctx := context.Background()
	bk := book(b, dir, j, archive.Options{SegmentBytes: 1})
	once := func(name string, do func() error) {
		b.Run(name, func(b *testing.B) {
			peak := watchHeap(b)
			began := time.Now()
			if err := do(); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(time.Since(began).Milliseconds()), "ms")
			b.ReportMetric(float64(peak())/(1<<20), "heap-MiB")
			b.ReportMetric(0, "ns/op")
		})
	}
	once("recover", func() error { _, _, err := journal.Recover(j); return err })
	once("seal", func() error { return second(bk.Seal(ctx)) })
	if len(bk.Segments()) == 0 {
		b.Fatal("nothing was sealed")
	}
	b.Logf("the segment: %+v", sizes(bk))
	for name, seq := range map[string]uint64{"at/begin": 1, "at/middle": last / 2, "at/end": last} {
		once(name, func() error { return second(bk.At(ctx, seq, nil)) })
	}
	once("history", func() error {
		who := []world.Key{archive.KeyOf(world.ActorID("pc-qbaaa"))}
		return bk.Touching(ctx, who, 0, last, func(*world.Record) error { return nil })
	})
}

// sizes says how large the segments are.
func sizes(b *archive.Book) (out []string) {
	for _, s := range b.Segments() {
		out = append(out, fmt.Sprintf("%d records, %d KiB of them, %d KiB of state, %d terms, %d KiB in all",
			s.Info.Records(), s.Info.RecordBytes>>10, s.Info.RowBytes>>10, s.Info.Terms, s.Info.Bytes>>10))
	}
	return out
}

// watchHeap measures how much the heap grows until the returned function is called.
func watchHeap(b *testing.B) func() uint64 {
	b.Helper()
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	base, most := m.HeapAlloc, m.HeapAlloc
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
		}
	}()
	return func() uint64 {
		close(stop)
		<-stopped
		return most - base
	}
}

// BenchmarkCommitBesideSeal commits a record each millisecond with the disk's own flushes, and a cut now and then:
// alone, and while one seal follows the other. It is what players notice of sealing.
func BenchmarkCommitBesideSeal(b *testing.B) {
	for _, name := range []string{"alone", "sealing"} {
		b.Run(name, func(b *testing.B) {
			dir := b.TempDir()
			j, err := journal.Open(dir, journal.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer j.Close()
			st := newStage(b, j)
			bk, err := archive.Open(dir, j, archive.Options{SegmentBytes: 64 << 10})
			if err != nil {
				b.Fatal(err)
			}
			done := make(chan error, 1)
			ctx, stop := context.WithCancel(context.Background())
			go func() {
				var err error
				look := time.NewTicker(20 * time.Millisecond)
				defer look.Stop()
				for ; name == "sealing" && ctx.Err() == nil && err == nil; <-look.C {
					_, err = bk.Seal(ctx)
				}
				done <- err
			}()
			took := st.commits(4_000)
			stop()
			if err := <-done; err != nil && ctx.Err() == nil {
				b.Fatal(err)
			}
			slices.Sort(took)
			for _, p := range []int{50, 90, 99} {
				b.ReportMetric(float64(took[len(took)*p/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", p))
			}
			b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "max-ms")
			b.ReportMetric(float64(len(bk.Segments())), "seals")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// commits commits something that was said each millisecond, and says how long each commit took.
func (st *stage) commits(n int) (took []time.Duration) {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for i := range n {
		rec, _ := st.s.Decide(st.now, worldtest.Typed("pc-anna", world.Say{Text: "Has anybody seen where the water went?"}))
		b, err := journal.Encode(rec)
		if err != nil {
			st.t.Fatal(err)
		}
		<-tick.C
		began := time.Now()
		if err := st.j.Commit(journal.Batch{Records: []journal.Record{{Seq: rec.Seq, Bytes: b}}}); err != nil {
			st.t.Fatal(err)
		}
		took = append(took, time.Since(began))
		if i%200 == 0 {
			st.cut()
		}
	}
	return took
}
