package archive_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// keeper is a journal that a stage commits to.
type keeper interface {
	archive.Tail
	Commit(journal.Batch) error
}

// stage is a small world with its journal, and all that its Book must know.
type stage struct {
	t    testing.TB
	s    *world.State
	j    keeper
	now  world.Time
	wall time.Time // what the machine's clock says

	recs    []*world.Record
	raw     [][]byte
	digests map[uint64][sha256.Size]byte // of the state behind a record, as far as somebody asked
	walls   []time.Time                  // of each record
	clockAt world.Time                   // world time when the last start read the clock
	clock   time.Time
}

// begin is the wall clock at the world's beginning.
var begin = time.UnixMilli(1_700_000_000_000)

func newStage(t testing.TB, j keeper) *stage { return newStageAt(t, j, begin) }

func newStageAt(t testing.TB, j keeper, wall time.Time) *stage {
	t.Helper()
	st := &stage{t: t, s: world.New(0), j: j, wall: wall, digests: map[uint64][sha256.Size]byte{}}
	st.start()
	st.do(hosted(world.ApplyPack{Pack: worldtest.SmallPack()}))
	for _, name := range []string{"Anna", "Benno"} {
		st.do(hosted(world.Create{Account: "a-" + world.AccountID(name), Name: name, Role: world.RolePlayer}))
	}
	for _, who := range []world.ActorID{"pc-anna", "pc-benno"} {
		st.do(worldtest.Typed(who, world.Enter{}))
	}
	return st
}

// digest folds all records through one and returns the digest of what comes out.
func (st *stage) digest(seq uint64) [sha256.Size]byte {
	st.t.Helper()
	if d, ok := st.digests[seq]; ok {
		return d
	}
	s := world.New(0)
	for _, raw := range st.raw[:seq] {
		rec, err := journal.Decode(raw)
		if err != nil {
			st.t.Fatal(err)
		}
		s.Fold(rec)
	}
	d, err := journal.Digest(s)
	if err != nil {
		st.t.Fatal(err)
	}
	st.digests[seq] = d
	return d
}

// start is a daemon's start.
func (st *stage) start() {
	st.t.Helper()
	st.clock, st.clockAt = st.wall, st.now
	st.do(hosted(world.Start{Build: "test", Wall: st.wall.UnixMilli(), Seed: worldtest.Seed}))
}

// pass lets time pass, for the world and for the machine's clock.
func (st *stage) pass(d time.Duration) {
	st.now += world.Time(d.Milliseconds())
	st.wall = st.wall.Add(d)
}

// do decides something and commits what comes of it.
func (st *stage) do(in world.Input) {
	st.t.Helper()
	rec, _ := st.s.Decide(st.now, in)
	if rec == nil {
		return
	}
	b, err := journal.Encode(rec)
	if err == nil {
		err = st.j.Commit(journal.Batch{Records: []journal.Record{{Seq: rec.Seq, Bytes: b}}})
	}
	if err != nil {
		st.t.Fatal(err)
	}
	st.recs, st.raw = append(st.recs, rec), append(st.raw, b)
	st.walls = append(st.walls, st.clock.Add(time.Duration(rec.At-st.clockAt)*time.Millisecond))
}

// play has Anna and Benno do things, a second each, until so many more records are there.
func (st *stage) play(records int) {
	st.t.Helper()
	until := len(st.recs) + records
	for i := len(st.recs); len(st.recs) < until; i++ {
		st.pass(time.Second)
		who := []world.ActorID{"pc-anna", "pc-benno"}[i%2]
		if st.s.Actors[who].Presence != world.Here {
			st.do(worldtest.Typed(who, world.Enter{}))
		}
		switch a := st.s.Actors[who]; i % 7 {
		case 0:
			st.do(worldtest.Typed(who, world.Say{Text: fmt.Sprintf("This is the %dth thing that was said.", i)}))
		case 1:
			for _, exit := range st.s.Rooms[a.Room].Exits {
				st.do(worldtest.Typed(who, world.Move{Dir: exit.Dir}))
				break
			}
		case 2:
			st.do(worldtest.Typed(who, world.Take{Items: st.s.Index.Floor[a.Room]}))
		case 3:
			st.do(worldtest.Typed(who, world.Drop{Items: st.s.Index.Held[who]}))
		case 4:
			st.do(worldtest.Timed())
		default:
			st.do(worldtest.Typed(who, world.Emote{Text: "hums."}))
		}
	}
}

// cut writes a cut of the present state.
func (st *stage) cut() {
	st.t.Helper()
	cut, err := journal.CutOf(st.s, st.s.TakeDirty())
	if err == nil {
		err = st.j.Commit(journal.Batch{Cut: cut})
	}
	if err != nil {
		st.t.Fatal(err)
	}
}

// holds asks a Book all that it should know of the stage.
func (st *stage) holds(b *archive.Book) {
	st.t.Helper()
	ctx := context.Background()
	first, last := max(b.First(), 1), uint64(len(st.recs))
	if b.Last() != last {
		st.t.Fatalf("the record ends at %d, want %d", b.Last(), last)
	}
	head, next := b.Anchor(), first
	err := b.Records(ctx, 0, last+10, func(r journal.Record) (err error) {
		if r.Seq != next || !bytes.Equal(r.Bytes, st.raw[r.Seq-1]) {
			return fmt.Errorf("record %d came where %d was due, or with other bytes", r.Seq, next)
		}
		next++
		head, err = head.Next(r)
		return err
	})
	if err != nil || next != last+1 || head != b.Head() {
		st.t.Fatalf("records ended before %d of %d, at %s, want %s: %v", next, last, head, b.Head(), err)
	}
	for _, seq := range st.some(first, last) {
		st.holdsAt(b, seq)
	}
	for _, keys := range [][]world.Key{
		{archive.KeyOf(world.ActorID("pc-anna"))}, {archive.KeyOf(worldtest.Market)}, {archive.StartKey()},
		{archive.KeyOf(world.TimerID("tide:turn")), archive.KeyOf(world.ItemID("nothing"))}, nil,
	} {
		st.holdsTouching(b, keys)
	}
}

// some are a few sequences, with those around the ends.
func (st *stage) some(first, last uint64) []uint64 {
	out := []uint64{first, first + 1, last}
	for seq := first; seq <= last; seq += 1 + (last-first)/4 {
		out = append(out, seq)
	}
	return out
}

func (st *stage) holdsAt(b *archive.Book, seq uint64) {
	st.t.Helper()
	ctx := context.Background()
	if seq > uint64(len(st.recs)) {
		return
	}
	for _, at := range []uint64{seq, seq - 1} {
		s, err := b.At(ctx, at, nil)
		if err != nil {
			st.t.Fatalf("the state at %d: %v", at, err)
		}
		if got, err := journal.Digest(s); err != nil || got != st.digest(at) || s.Check() != nil {
			st.t.Fatalf("the state at %d is another (%v, %v)", at, err, s.Check())
		}
	}
	if got, err := b.When(ctx, seq); err != nil || !got.Equal(st.walls[seq-1]) {
		st.t.Fatalf("record %d was at %s, want %s (%v)", seq, got, st.walls[seq-1], err)
	}
	for _, off := range []time.Duration{-time.Millisecond, 0, time.Millisecond, time.Second / 2} {
		wall := st.walls[seq-1].Add(off)
		want := st.seqAt(wall, b.First())
		got, err := b.SeqAt(ctx, wall)
		if got != want || (err == nil) != (want > 0) {
			st.t.Fatalf("at %s the newest record was %d, want %d (%v)", wall, got, want, err)
		}
	}
	base, err := b.Base(ctx, seq)
	if err != nil || base.Seq >= seq {
		st.t.Fatalf("the base of %d is at %d: %v", seq, base.Seq, err)
	}
	if got, err := journal.Digest(base); err != nil || got != st.digest(base.Seq) {
		st.t.Fatalf("the base of %d is another: %v", seq, err)
	}
	head := journal.Head{}
	for i, raw := range st.raw[:seq] {
		if head, err = head.Next(journal.Record{Seq: uint64(i) + 1, Bytes: raw}); err != nil {
			st.t.Fatal(err)
		}
	}
	if got, err := b.HeadAt(ctx, seq); err != nil || got != head {
		st.t.Fatalf("the head at %d is %s, want %s (%v)", seq, got, head, err)
	}
}

// seqAt finds the newest record that is not after a wall clock, by looking at all of them.
func (st *stage) seqAt(wall time.Time, first uint64) uint64 {
	for i := len(st.walls); i >= int(first) && i > 0; i-- {
		if !st.walls[i-1].After(wall) {
			return uint64(i)
		}
	}
	return 0
}

func (st *stage) holdsTouching(b *archive.Book, keys []world.Key) {
	st.t.Helper()
	ctx := context.Background()
	first, last := b.First(), b.Last()
	for _, in := range [][2]uint64{{0, last}, {first, last - 1}, {first + (last-first)/3, first + (last-first)/2}} {
		var want, got, back []uint64
		for _, rec := range st.recs[max(in[0], first)-1 : in[1]] {
			for _, k := range archive.Mentioned(rec) {
				if slices.Contains(keys, k) {
					want = append(want, rec.Seq)
					break
				}
			}
		}
		err := b.Touching(ctx, keys, in[0], in[1], func(r *world.Record) error {
			got = append(got, r.Seq)
			return nil
		})
		backErr := b.TouchingBack(ctx, keys, in[0], in[1], func(r *world.Record) error {
			back = append([]uint64{r.Seq}, back...)
			return nil
		})
		if fmt.Sprint(got) != fmt.Sprint(want) || fmt.Sprint(back) != fmt.Sprint(want) || err != nil || backErr != nil {
			st.t.Fatalf("touching %v in %v:\ngot  %v\nback %v\nwant %v\n%v %v", keys, in, got, back, want, err, backErr)
		}
	}
}

// open opens a journal in a folder, quick and not durable.
func open(t testing.TB, dir string, o journal.Options) *journal.Journal {
	t.Helper()
	o.NoSync, o.InitialMmap = true, 64<<20
	j, err := journal.Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func book(t testing.TB, dir string, j archive.Tail, o archive.Options) *archive.Book {
	t.Helper()
	if o.SegmentBytes == 0 {
		o.SegmentBytes = 4 << 10
	}
	o.NoSync = true
	b, err := archive.Open(dir, j, o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sealAll seals what is due and returns how many segments it made.
func sealAll(t testing.TB, b *archive.Book) (n int) {
	t.Helper()
	for {
		sealed, err := b.Seal(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if !sealed {
			return n
		}
		n++
	}
}

// files are the names in a data folder's segments that match a pattern.
func files(t testing.TB, dir, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "segments", pattern))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func hosted(a world.Action) world.Input {
	return world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a}
}
