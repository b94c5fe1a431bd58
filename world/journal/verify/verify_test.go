package verify_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
	"github.com/mudlark-mud/mudlark/world/journal/verify"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// evening is a small story, as a list of records.
func evening(t *testing.T) []*world.Record {
	t.Helper()
	s := world.New(0)
	now := world.Time(0)
	var out []*world.Record
	do := func(in world.Input) {
		t.Helper()
		now += world.Second
		rec, r := s.Decide(now, in)
		if r != nil || rec == nil {
			t.Fatalf("%T: %v", in.Action, r)
		}
		// By way of its bytes, so that nothing is shared with the state.
		b, err := journal.Encode(rec)
		if err != nil {
			t.Fatal(err)
		}
		rec, err = journal.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, rec)
	}
	for _, in := range worldtest.Genesis() {
		do(in)
	}
	for _, name := range []string{"Anna", "Benno", "Clara"} {
		do(world.Input{
			Via:    world.Via{Kind: world.ViaHost},
			Action: world.Create{Account: world.AccountID("a-" + strings.ToLower(name)), Name: name, Role: world.RolePlayer},
		})
		do(worldtest.Typed(world.ActorID("pc-"+strings.ToLower(name)), world.Enter{}))
	}
	do(worldtest.Typed("pc-anna", world.Take{Items: []world.ItemID{"brass-key-01"}}))
	do(worldtest.Typed("pc-anna", world.Give{Items: []world.ItemID{"brass-key-01"}, To: "pc-benno"}))
	do(worldtest.Typed("pc-benno", world.Tell{To: "pc-anna", Text: "meet me where the bell hangs"}))
	do(worldtest.Typed("pc-benno", world.Say{Text: "Good evening."}))
	do(worldtest.Typed("pc-benno", world.Move{Dir: world.North}))
	do(worldtest.Typed("pc-clara", world.Emote{Text: "waits."}))
	return out
}

// kept puts records into a journal.
func kept(t *testing.T, records []*world.Record) *journal.Memory {
	t.Helper()
	m := journal.NewMemory()
	for _, rec := range records {
		b, err := journal.Encode(rec)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Commit(journal.Batch{Records: []journal.Record{{Seq: rec.Seq, Bytes: b}}}); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// The places of some deeds in the evening, from 0.
const (
	theEnter = 3
	theGive  = 9
	theTell  = 10
	theSay   = 11
	theMove  = 12
)

func verified(t *testing.T, tail archive.Tail, o verify.Options) *verify.Verdict {
	t.Helper()
	b, err := archive.Open(t.TempDir(), tail, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := verify.Verify(context.Background(), b, tail, o)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestVerifyHolds(t *testing.T) {
	records := evening(t)
	m := kept(t, records)
	v := verified(t, m, verify.Options{Receipts: []journal.Head{m.Head(), {}}})
	if !v.Holds() {
		t.Fatal(v.First().About)
	}
	want := uint64(len(records))
	if v.Records != want || v.Again != want || v.From != 1 || v.To != want || v.Trusted || v.Head != m.Head().String() {
		t.Errorf("got %+v", v)
	}
	for _, check := range []string{
		verify.CheckChain, verify.CheckRecords, verify.CheckAgain, verify.CheckSound, verify.CheckLoaded,
		verify.CheckReceipt,
	} {
		if !slices.ContainsFunc(v.Findings, func(f verify.Finding) bool { return f.Check == check && f.Holds }) {
			t.Errorf("%s was not found to hold in %+v", check, v.Findings)
		}
	}
}

// plant is one difference in the evening.
type plant struct {
	name  string
	plant func(rs []*world.Record) []*world.Record
	check string
	want  string // what stands in the sentence, parts split by |
}

// plants are differences in what was decided, one of each kind.
func plants() []plant {
	give := func(rs []*world.Record) *world.ItemGiven {
		e := rs[theGive].Notices[0].Event.(world.ItemGiven)
		return &e
	}
	return []plant{
		{"another receiver", func(rs []*world.Record) []*world.Record {
			e := give(rs)
			e.To = "pc-clara"
			rs[theGive].Notices[0].Event = *e
			return rs
		}, verify.CheckAgain, `record 10 (Give by pc-anna (keyboard))|event 1 of 1, ItemGiven|field To|` +
			`the journal says "pc-clara"|decided again, it is "pc-benno"`},
		{"one event more", func(rs []*world.Record) []*world.Record {
			rs[theSay].Notices = append(rs[theSay].Notices, world.Notice{Event: world.Hushed{Actor: "pc-benno", To: "pc-anna"}})
			return rs
		}, verify.CheckAgain, `record 12|another number of events|the journal says 2 events|decided again, it is 1 event`},
		{"another event", func(rs []*world.Record) []*world.Record {
			rs[theSay].Notices[0].Event = world.Emoted{Actor: "pc-benno", Text: "Good evening."}
			return rs
		}, verify.CheckAgain, `record 12|gives another event|Emoted|Said`},
		{"refused now", func(rs []*world.Record) []*world.Record {
			rs[theMove].Action = world.Move{Dir: "sideways"}
			return rs
		}, verify.CheckAgain, `record 13|is refused when it is decided again|1 event|`},
		{"nothing comes of it now", func(rs []*world.Record) []*world.Record {
			rs[theSay].Action = world.Enter{}
			return rs
		}, verify.CheckAgain, `record 12|has none when it is decided again`},
		{"others perceived it", func(rs []*world.Record) []*world.Record {
			rs[theSay].Notices[0].To = rs[theSay].Notices[0].To[:1]
			return rs
		}, verify.CheckAgain, `record 12|lets others perceive it|event 1 of 1, Said|the journal says Anna, Clara, and|` +
			`it is Anna, Benno, Clara`},
		{"another name", func(rs []*world.Record) []*world.Record {
			rs[theGive].Notices[0].Captions[0].Name = "Mallory"
			return rs
		}, verify.CheckAgain, `record 10|calls something by another name|"Mallory"`},
		{"another place", func(rs []*world.Record) []*world.Record {
			rs[theSay].Notices[0].Room = "loft"
			return rs
		}, verify.CheckAgain, `record 12|makes it happen elsewhere|"loft"|"quay"`},
		{"private words", func(rs []*world.Record) []*world.Record {
			e := rs[theTell].Notices[0].Event.(world.Told)
			e.Text = "another word"
			rs[theTell].Notices[0].Event = e
			return rs
		}, verify.CheckAgain, `record 11|other words that were meant for few`},
		{"does not fold", func(rs []*world.Record) []*world.Record {
			e := give(rs)
			e.Item = "no-such-thing"
			rs[theGive].Notices[0].Event = *e
			return rs
		}, verify.CheckRecords, `record 10|does not fold into what the records before it made`},
		{"an impossible world", func(rs []*world.Record) []*world.Record {
			e := rs[theMove].Notices[0].Event.(world.Moved)
			e.To = "nowhere"
			rs[theMove].Notices[0].Event = e
			return rs
		}, verify.CheckSound, `record 14|the world that comes out cannot be`},
	}
}

// TestVerifyNamesTheFirstDifference plants one difference of each kind and reads the sentence that it gives.
func TestVerifyNamesTheFirstDifference(t *testing.T) {
	for _, c := range plants() {
		t.Run(c.name, func(t *testing.T) {
			v := verified(t, kept(t, c.plant(evening(t))), verify.Options{})
			i := slices.IndexFunc(v.Findings, func(f verify.Finding) bool { return f.Check == c.check })
			if i < 0 || v.Holds() || v.Findings[i].Holds || !v.Findings[i].Seen {
				t.Fatalf("got %+v, want %s to differ", v.Findings, c.check)
			}
			got := v.Findings[i].About
			for part := range strings.SplitSeq(c.want, "|") {
				if !strings.Contains(got, part) {
					t.Errorf("got %q, want it to say %q", got, part)
				}
			}
			if strings.Contains(got, "bell") || strings.Contains(got, "another word\"") {
				t.Errorf("got %q, which shows private words", got)
			}
			t.Log(got)
		})
	}
}

// sealed is the evening in three segments and a journal, in a folder.
func sealed(t *testing.T, records []*world.Record) (dir string, m *journal.Memory) {
	t.Helper()
	dir, m = t.TempDir(), journal.NewMemory()
	b, err := archive.Open(dir, m, archive.Options{SegmentBytes: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := world.New(0)
	for i, rec := range records {
		bytes, err := journal.Encode(rec)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Commit(journal.Batch{Records: []journal.Record{{Seq: rec.Seq, Bytes: bytes}}}); err != nil {
			t.Fatal(err)
		}
		s.Fold(rec)
		if i != theEnter && i != theGive && i != theTell {
			continue
		}
		cut, err := journal.CutOf(s, s.TakeDirty())
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Commit(journal.Batch{Cut: cut}); err != nil {
			t.Fatal(err)
		}
		for {
			made, err := b.Seal(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if !made {
				break
			}
		}
	}
	return dir, m
}

// TestVerifySegments verifies across segments, from the beginning and from one of them, whole and with a record that
// was blanked.
func TestVerifySegments(t *testing.T) {
	dir, m := sealed(t, evening(t))
	b, err := archive.Open(dir, m, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	whole, err := verify.Verify(ctx, b, m, verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(b.Segments()); !whole.Holds() || whole.Segments != n || n < 3 || whole.Records != 14 || whole.Again != 14 {
		t.Fatalf("got %+v of %d segments", whole, n)
	}
	var told uint64
	part, err := verify.Verify(ctx, b, m, verify.Options{From: 9, Progress: func(done, total uint64) {
		if told = done; total != 6 {
			t.Errorf("got %d of %d", done, total)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if !part.Holds() || part.From != 9 || part.Records != 6 || !part.Trusted || told != 6 {
		t.Errorf("got %+v, told of %d", part, told)
	}
	if _, err := verify.Verify(ctx, b, m, verify.Options{From: 99}); err == nil {
		t.Error("a verification from behind the end looked at something")
	}
}

// TestVerifyErased blanks a record that is sealed and one that is not: without a trace that is found, with one it holds
// under the heads that were given before.
func TestVerifyErased(t *testing.T) {
	dir, m := sealed(t, evening(t))
	b, err := archive.Open(dir, m, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, head := context.Background(), m.Head()
	for _, seq := range []uint64{theTell + 1, theSay + 1} { // one is sealed, one is not
		n, err := b.Blank(ctx, seq, seq, func(r journal.Record) ([]byte, error) {
			rec, err := journal.Decode(r.Bytes)
			if err != nil {
				return nil, err
			}
			silent, _ := world.BlankWords(rec)
			return journal.Encode(silent)
		})
		if n != 1 || err != nil {
			t.Fatalf("blank record %d: %d, %v", seq, n, err)
		}
	}
	blank, err := verify.Verify(ctx, b, m, verify.Options{Receipts: []journal.Head{m.Head()}})
	if err != nil {
		t.Fatal(err)
	}
	want := "record 11: its payload was replaced, and no record says that its words were erased, or why"
	if f := blank.First(); f == nil || f.About != want {
		t.Errorf("got %+v, want %q", blank.Findings, want)
	}
	s, err := b.At(ctx, b.Last(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, seq := range []uint64{theTell + 1, theSay + 1} {
		rec, r := s.Decide(s.Now, world.Input{
			Via: world.Via{Kind: world.ViaHost}, Action: world.Erase{Record: seq, Reason: "they asked"},
		})
		if r != nil {
			t.Fatal(r)
		}
		bytes, err := journal.Encode(rec)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Commit(journal.Batch{Records: []journal.Record{{Seq: rec.Seq, Bytes: bytes}}}); err != nil {
			t.Fatal(err)
		}
	}
	blank, err = verify.Verify(ctx, b, m, verify.Options{Receipts: []journal.Head{head}})
	if err != nil {
		t.Fatal(err)
	}
	if !blank.Holds() || blank.Blanked != 2 || blank.Again != 14 {
		t.Errorf("got %+v, want it to hold under the head from before", blank)
	}
}

// forged writes a segment anew with its content changed, as somebody with the program could.
func forged(
	t *testing.T, path string, row func(key string, value []byte) []byte, rec func(journal.Record) journal.Record,
) {
	t.Helper()
	r, err := segment.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	info, ctx := r.Info(), context.Background()
	var out bytes.Buffer
	w, err := segment.NewWriter(&out, segment.Header{Anchor: info.Anchor, Clock: info.Clocks[0], Build: info.Build})
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(
		r.Rows(ctx, func(key string, value []byte) error { return w.Row(key, row(key, value)) }),
		r.Records(ctx, 0, ^uint64(0), func(old journal.Record) error {
			return w.Record(rec(old), segment.About{At: info.From})
		}))
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Close()
	if err = errors.Join(err, r.Close(), os.WriteFile(path, out.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func sameRow(_ string, value []byte) []byte      { return value }
func sameRecord(r journal.Record) journal.Record { return r }
func path(dir string, seq uint64) string {
	return filepath.Join(dir, "segments", fmt.Sprintf("%020d.seg", seq))
}

// forgery is something that can be done to the files themselves.
type forgery struct {
	name  string
	plant func(t *testing.T, dir string)
	check string // "" when the book does not even open
	want  string
}

func forgeries() []forgery {
	return []forgery{
		{"another state before a segment", func(t *testing.T, dir string) {
			forged(t, path(dir, 11), func(key string, value []byte) []byte {
				if key != "actor/pc-anna" {
					return value
				}
				s := world.New(0)
				if err := journal.LoadRow(s, key, value); err != nil {
					t.Fatal(err)
				}
				s.Actors["pc-anna"].Coins = 1_000_000
				b, err := journal.EncodeRow(s.Actors["pc-anna"])
				if err != nil {
					t.Fatal(err)
				}
				return b
			}, sameRecord)
		}, verify.CheckBases, `record 10|another than the records before it make|actor/pc-anna, field Coins|` +
			`the records make it 0|1000000`},
		{"a flipped bit", func(t *testing.T, dir string) {
			b, err := os.ReadFile(path(dir, 11))
			if err != nil {
				t.Fatal(err)
			}
			b[len(b)/2] ^= 1
			if err := os.WriteFile(path(dir, 11), b, 0o600); err != nil {
				t.Fatal(err)
			}
		}, verify.CheckRecords, `00000000000000000011.seg`},
		{"another record, and a chain of its own", func(t *testing.T, dir string) {
			forged(t, path(dir, 10), sameRow, func(r journal.Record) journal.Record {
				r.Bytes = append([]byte{}, r.Bytes...)
				r.Bytes[len(r.Bytes)-1] ^= 1
				return r
			})
		}, "", `is of another record than the segment before it`},
		{"another record under the sum of the old one", func(t *testing.T, dir string) {
			forged(t, path(dir, 10), sameRow, func(r journal.Record) journal.Record { return misgiven(t, r) })
		}, verify.CheckBases, `record 10|item/brass-key-01, field At.Actor|the records make it "pc-clara"|` +
			`the segment has "pc-benno"`},
		{"a segment that is gone", func(t *testing.T, dir string) {
			if err := os.Remove(path(dir, 5)); err != nil {
				t.Fatal(err)
			}
		}, "", `records 5 to 5 are missing`},
	}
}

// misgiven is the deed of giving with another receiver, under the sum of the true one.
func misgiven(t *testing.T, r journal.Record) journal.Record {
	t.Helper()
	was := sha256.Sum256(r.Bytes)
	rec, err := journal.Decode(r.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	e := rec.Notices[0].Event.(world.ItemGiven)
	e.To = "pc-clara"
	rec.Notices[0].Event = e
	b, err := journal.Encode(rec)
	if err != nil {
		t.Fatal(err)
	}
	return journal.Record{Seq: r.Seq, Bytes: b, Was: &was}
}

// TestVerifyFindsForgedSegments plants what can be done to the files themselves.
func TestVerifyFindsForgedSegments(t *testing.T) {
	for _, c := range forgeries() {
		t.Run(c.name, func(t *testing.T) {
			dir, m := sealed(t, evening(t))
			c.plant(t, dir)
			b, err := archive.Open(dir, m, archive.Options{})
			got := ""
			switch {
			case c.check == "" && err != nil:
				got = err.Error()
			case err != nil:
				t.Fatal(err)
			default:
				v, err := verify.Verify(context.Background(), b, m, verify.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if f := v.First(); f == nil || f.Check != c.check {
					t.Fatalf("got %+v, want %s to differ first", v.Findings, c.check)
				}
				got = v.First().About
			}
			for part := range strings.SplitSeq(c.want, "|") {
				if !strings.Contains(got, part) {
					t.Errorf("got %q, want it to say %q", got, part)
				}
			}
			t.Log(got)
		})
	}
}

// lying is a journal whose file gives a record back other than it was written.
type lying struct{ *journal.Memory }

func (l lying) Records(from, to uint64, fn func(journal.Record) error) error {
	return l.Memory.Records(from, to, func(r journal.Record) error {
		if r.Seq == theSay+1 {
			rec, err := journal.Decode(r.Bytes)
			if err != nil {
				return err
			}
			rec.Notices[0].At++
			rec.Via.Kind = world.ViaForce
			if r.Bytes, err = journal.Encode(rec); err != nil {
				return err
			}
		}
		return fn(r)
	})
}

// TestVerifyFindsALyingJournal plants what the journal's file itself can get wrong.
func TestVerifyFindsALyingJournal(t *testing.T) {
	about := func(v *verify.Verdict, check string) string {
		for _, f := range v.Findings {
			if f.Check == check && f.Seen && !f.Holds {
				return f.About
			}
		}
		return ""
	}
	t.Run("chain", func(t *testing.T) {
		v := verified(t, lying{kept(t, evening(t))}, verify.Options{})
		want := "records 1 to 14 do not lead to the head of the journal's file, so at least one was changed"
		if got := about(v, verify.CheckChain); !strings.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
	t.Run("cut", func(t *testing.T) {
		records := evening(t)
		m, s := kept(t, records), world.New(0)
		for _, rec := range records {
			s.Fold(rec)
		}
		s.Actors["pc-anna"].Room = "loft"
		cut, err := journal.CutOf(s, s.TakeDirty())
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Commit(journal.Batch{Cut: cut}); err != nil {
			t.Fatal(err)
		}
		v := verified(t, m, verify.Options{})
		want := `the world that a start loads is another than its records make: actor/pc-anna, field Room: the records ` +
			`make it "quay", and a start loads "loft"`
		if got := about(v, verify.CheckLoaded); !strings.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
	t.Run("unreadable", func(t *testing.T) {
		m := kept(t, evening(t))
		if err := m.Commit(journal.Batch{Records: []journal.Record{{Seq: 15, Bytes: []byte("\xff")}}}); err != nil {
			t.Fatal(err)
		}
		v := verified(t, m, verify.Options{})
		if got := about(v, verify.CheckRecords); !strings.Contains(got, "record 15: it cannot be read: ") {
			t.Errorf("got %q", got)
		}
	})
	t.Run("receipts", func(t *testing.T) {
		m := kept(t, evening(t))
		other := m.Head()
		other.Sum[0]++
		v := verified(t, m, verify.Options{Receipts: []journal.Head{other}})
		if got := about(v, verify.CheckReceipt); !strings.Contains(got, "the journal was changed since it was given") ||
			!strings.Contains(got, other.String()) {
			t.Errorf("got %q", got)
		}
		v = verified(t, m, verify.Options{Receipts: []journal.Head{{Seq: 20}}})
		if got := about(v, verify.CheckReceipt); !strings.Contains(got, "ends at 14: what came behind is missing") {
			t.Errorf("got %q", got)
		}
	})
}
