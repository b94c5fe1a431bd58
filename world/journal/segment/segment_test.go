package segment_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
)

// row is one row of a state.
type row struct {
	key   string
	value []byte
}

// entry is one record and what the file keeps beside it.
type entry struct {
	rec   journal.Record
	about segment.About
}

// content is all that goes into a segment.
type content struct {
	header  segment.Header
	rows    []row
	entries []entry
}

func write(t testing.TB, c content) ([]byte, segment.Info) {
	t.Helper()
	var b bytes.Buffer
	w, err := segment.NewWriter(&b, c.header)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range c.rows {
		if err := w.Row(r.key, r.value); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range c.entries {
		if err := w.Record(e.rec, e.about); err != nil {
			t.Fatal(err)
		}
	}
	info, err := w.Close()
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), info
}

func open(t testing.TB, file []byte) *segment.Reader {
	t.Helper()
	r, err := segment.NewReader(bytes.NewReader(file), int64(len(file)), "x.seg")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// readAll reads everything there is, as content, and follows the chain.
func readAll(r *segment.Reader) (content, error) {
	ctx, info := context.Background(), r.Info()
	out := content{header: segment.Header{Anchor: info.Anchor, Build: info.Build}}
	err := r.Rows(ctx, func(key string, value []byte) error {
		out.rows = append(out.rows, row{key, value})
		return nil
	})
	if err != nil {
		return out, err
	}
	err = r.Records(ctx, 0, ^uint64(0), func(rec journal.Record) error {
		out.entries = append(out.entries, entry{rec: rec})
		return nil
	})
	return out, errors.Join(err, r.Follow(ctx))
}

func sum(n byte) (s journal.Sum) {
	for i := range s {
		s[i] = n
	}
	return s
}

// few is a small segment with something of everything in it.
func few() content {
	was := sum(9)
	terms := [][]byte{[]byte("pc-ann"), []byte("quay")}
	return content{
		header: segment.Header{
			Anchor: journal.Head{Seq: 41, Sum: sum(7)}, Build: "0.2.0", Clock: segment.Clock{At: 5, Wall: 1_700_000_000_000},
			Note: []byte("by hand"),
		},
		rows: []row{{"actor/pc-ann", []byte("ann")}, {"meta/meta", []byte{0, 1}}, {"room/quay", nil}},
		entries: []entry{
			{journal.Record{Seq: 42, Bytes: []byte("hello")}, segment.About{At: 10, Terms: terms}},
			{journal.Record{Seq: 43, Bytes: []byte("blank"), Was: &was}, segment.About{At: 10, Terms: terms[:1]}},
			{journal.Record{Seq: 44, Bytes: []byte{}}, segment.About{At: 5000, Start: true, Wall: 1_700_000_900_000}},
			{journal.Record{Seq: 45, Bytes: []byte("last")}, segment.About{At: 6000, Terms: terms[1:]}},
		},
	}
}

func TestInfo(t *testing.T) {
	c := few()
	file, wrote := write(t, c)
	r := open(t, file)
	info := r.Info()
	if diff := cmp.Diff(wrote, info); diff != "" {
		t.Errorf("the writer and the reader differ (-writer +reader):\n%s", diff)
	}
	head := c.header.Anchor
	for _, e := range c.entries {
		var err error
		if head, err = head.Next(e.rec); err != nil {
			t.Fatal(err)
		}
	}
	want := segment.Info{
		First: 42, Last: 45, Anchor: c.header.Anchor, Head: head, From: 10, To: 6000, Build: "0.2.0",
		Note:   []byte("by hand"),
		Clocks: []segment.Clock{{Seq: 41, At: 5, Wall: 1_700_000_000_000}, {Seq: 44, At: 5000, Wall: 1_700_000_900_000}},
		Rows:   3, RowBytes: 35, RecordBytes: 14, Blanked: 1, Terms: 2, Bytes: int64(len(file)),
	}
	if diff := cmp.Diff(want, info); diff != "" {
		t.Errorf("info (-want +got):\n%s", diff)
	}
	if got, want := info.Began(), time.UnixMilli(1_700_000_000_005); !got.Equal(want) {
		t.Errorf("began %s, want %s", got, want)
	}
	if got, want := info.Ended(), time.UnixMilli(1_700_000_901_000); !got.Equal(want) {
		t.Errorf("ended %s, want %s", got, want)
	}
	if got, want := info.Records(), uint64(4); got != want {
		t.Errorf("%d records, want %d", got, want)
	}
	if err := r.Check(context.Background(), nil); err != nil {
		t.Error(err)
	}
}

// TestBaseOnly holds a segment without a record to being one.
func TestBaseOnly(t *testing.T) {
	c := few()
	c.entries = nil
	file, info := write(t, c)
	if info.First != 42 || info.Last != 41 || info.Records() != 0 || info.Head != info.Anchor {
		t.Errorf("%+v", info)
	}
	got, err := readAll(open(t, file))
	if err != nil || len(got.rows) != 3 || len(got.entries) != 0 {
		t.Errorf("%d rows, %d records, %v", len(got.rows), len(got.entries), err)
	}
	if seqs, err := open(t, file).Holding(context.Background(), []string{"a"}); err != nil || seqs != nil {
		t.Errorf("%v, %v", seqs, err)
	}
}

func TestOrder(t *testing.T) {
	rec := func(seq uint64) journal.Record { return journal.Record{Seq: seq, Bytes: []byte("x")} }
	for name, do := range map[string]func(*segment.Writer) error{
		"a row out of order": func(w *segment.Writer) error { return errors.Join(w.Row("b/b", nil), w.Row("a/a", nil)) },
		"a row twice":        func(w *segment.Writer) error { return errors.Join(w.Row("b/b", nil), w.Row("b/b", nil)) },
		"a row without key":  func(w *segment.Writer) error { return w.Row("", nil) },
		"a row behind a record": func(w *segment.Writer) error {
			return errors.Join(w.Record(rec(1), segment.About{}), w.Row("a/a", nil))
		},
		"a row too long": func(w *segment.Writer) error { return w.Row("a/a", make([]byte, 16<<20+1)) },
		"a key too long": func(w *segment.Writer) error { return w.Row(strings.Repeat("a", 513), nil) },
		"a time that goes back": func(w *segment.Writer) error {
			return errors.Join(w.Record(rec(1), segment.About{At: 5}), w.Record(rec(2), segment.About{At: 4}))
		},
		"a record too long": func(w *segment.Writer) error {
			return w.Record(journal.Record{Seq: 1, Bytes: make([]byte, 16<<20+1)}, segment.About{})
		},
		"a term too long": func(w *segment.Writer) error {
			long := [][]byte{[]byte(strings.Repeat("a", 513))}
			err := w.Record(rec(1), segment.About{Terms: long})
			_, closed := w.Close()
			return errors.Join(err, closed)
		},
		"a second close": func(w *segment.Writer) error {
			_, one := w.Close()
			_, two := w.Close()
			return errors.Join(one, two)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w, err := segment.NewWriter(&bytes.Buffer{}, segment.Header{})
			if err != nil {
				t.Fatal(err)
			}
			if err := do(w); !errors.Is(err, segment.ErrOrder) {
				t.Errorf("%v", err)
			}
		})
	}
	t.Run("a note too long", func(t *testing.T) {
		_, err := segment.NewWriter(&bytes.Buffer{}, segment.Header{Note: make([]byte, segment.NoteBytesMost+1)})
		if !errors.Is(err, segment.ErrOrder) {
			t.Errorf("%v", err)
		}
	})
	t.Run("a record too early", func(t *testing.T) {
		w, err := segment.NewWriter(&bytes.Buffer{}, segment.Header{})
		if err != nil {
			t.Fatal(err)
		}
		var gap *journal.SequenceError
		if err := w.Record(rec(2), segment.About{}); !errors.As(err, &gap) {
			t.Errorf("%v", err)
		}
		if _, err := w.Close(); !errors.As(err, &gap) {
			t.Errorf("a writer that failed was closed with %v", err)
		}
	})
}

// draw makes content of any kind.
func draw(t *rapid.T) content {
	anchor := rapid.Uint64Range(0, 1<<40).Draw(t, "anchor")
	c := content{header: segment.Header{Anchor: journal.Head{Seq: anchor, Sum: sum(3)}, Build: "b"}}
	keys := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z]{1,8}/[a-z0-9-]{1,20}`), 0, 30,
		func(s string) string { return s }).Draw(t, "keys")
	slices.Sort(keys)
	size := rapid.SampledFrom([]int{0, 3, 200, 20_000}).Draw(t, "size")
	for _, k := range keys {
		c.rows = append(c.rows, row{k, bytes.Repeat([]byte(k), size/len(k))})
	}
	at := world.Time(rapid.Int64Range(0, 1<<40).Draw(t, "at"))
	names := []string{"a", "x-1", "x-2", "room"}
	n := rapid.SampledFrom([]int{0, 1, 5, 999, 1000, 1001, 2100}).Draw(t, "records")
	seed := rapid.Uint64().Draw(t, "seed")
	for i := range n {
		x := seed * uint64(i+1) * 0x9e3779b97f4a7c15 >> 7
		at += world.Time(x % 3 * (x % 1000))
		e := entry{
			rec:   journal.Record{Seq: anchor + uint64(i) + 1, Bytes: bytes.Repeat([]byte{byte(x)}, int(x%97)*max(size/100, 1))},
			about: segment.About{At: at},
		}
		if x%50 == 0 {
			was := sum(byte(x))
			e.rec.Was = &was
		}
		for j, k := range names {
			if x>>j%3 == 0 {
				e.about.Terms = append(e.about.Terms, []byte(k))
			}
		}
		if i == 0 || x%400 == 0 {
			e.about.Start, e.about.Wall = true, int64(x%1e12)
		}
		c.entries = append(c.entries, e)
	}
	return c
}

func TestRoundTrip(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		c := draw(t)
		var b bytes.Buffer
		file := must(t, &b, c)
		if again := must(t, &bytes.Buffer{}, c); !bytes.Equal(file, again) {
			t.Fatal("the same content made another file")
		}
		r, err := segment.NewReader(bytes.NewReader(file), int64(len(file)), "x.seg")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if err := r.Check(ctx, nil); err != nil {
			t.Fatal(err)
		}
		got, err := readAll(r)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, c, got)
		for _, terms := range [][]string{{"x-2"}, {"room", "a", "nobody", "a"}, {"zzz"}, {"0"}, {}} {
			seqs, err := r.Holding(ctx, terms)
			if err != nil {
				t.Fatal(err)
			}
			if want := holding(c, terms); !slices.Equal(seqs, want) {
				t.Fatalf("holding %v: got %v, want %v", terms, seqs, want)
			}
			slices.Reverse(seqs)
			if err := picked(ctx, r, c, seqs); err != nil {
				t.Fatal(err)
			}
		}
		latest(t, r, c)
		if n := len(c.entries); n > 0 {
			e := c.entries[rapid.IntRange(0, n-1).Draw(t, "one")]
			if at, err := r.TimeOf(e.rec.Seq); err != nil || at != e.about.At {
				t.Fatalf("record %d was at %d (%v), want %d", e.rec.Seq, at, err, e.about.At)
			}
		}
	})
}

func must(t *rapid.T, b *bytes.Buffer, c content) []byte {
	w, err := segment.NewWriter(b, c.header)
	for _, r := range c.rows {
		err = errors.Join(err, w.Row(r.key, r.value))
	}
	for _, e := range c.entries {
		err = errors.Join(err, w.Record(e.rec, e.about))
	}
	if _, closed := w.Close(); closed != nil || err != nil {
		t.Fatal(err, closed)
	}
	return b.Bytes()
}

func compare(t *rapid.T, want, got content) {
	if len(want.rows) != len(got.rows) || len(want.entries) != len(got.entries) {
		t.Fatalf("%d rows and %d records, want %d and %d",
			len(got.rows), len(got.entries), len(want.rows), len(want.entries))
	}
	for i := range want.rows {
		if got.rows[i].key != want.rows[i].key || !bytes.Equal(got.rows[i].value, want.rows[i].value) {
			t.Fatalf("row %d is %q, want %q", i, got.rows[i].key, want.rows[i].key)
		}
	}
	for i := range want.entries {
		g, w := got.entries[i], want.entries[i]
		if !same(w.rec, g.rec) {
			t.Fatalf("record %d is %d", w.rec.Seq, g.rec.Seq)
		}
	}
}

func same(a, b journal.Record) bool {
	was := a.Was == nil && b.Was == nil || a.Was != nil && b.Was != nil && *a.Was == *b.Was
	return a.Seq == b.Seq && bytes.Equal(a.Bytes, b.Bytes) && was
}

func holding(c content, terms []string) []uint64 {
	var out []uint64
	for _, e := range c.entries {
		if slices.ContainsFunc(e.about.Terms, func(term []byte) bool { return slices.Contains(terms, string(term)) }) {
			out = append(out, e.rec.Seq)
		}
	}
	return out
}

func picked(ctx context.Context, r *segment.Reader, c content, seqs []uint64) error {
	i := 0
	return r.Pick(ctx, seqs, func(rec journal.Record) error {
		want := c.entries[seqs[i]-c.entries[0].rec.Seq].rec
		i++
		if !same(want, rec) {
			return fmt.Errorf("picked %d, want %d", rec.Seq, want.Seq)
		}
		return nil
	})
}

// latest compares Latest with a search from the end.
func latest(t *rapid.T, r *segment.Reader, c content) {
	info := r.Info()
	at := world.Time(rapid.Int64Range(int64(info.From)-5, int64(info.To)+5).Draw(t, "latest at"))
	from := rapid.Uint64Range(max(info.First, 3)-3, info.Last+3).Draw(t, "from")
	to := rapid.Uint64Range(max(info.First, 3)-3, info.Last+3).Draw(t, "to")
	var want uint64
	for _, e := range slices.Backward(c.entries) {
		if e.about.At <= at && e.rec.Seq <= to && e.rec.Seq >= from {
			want = e.rec.Seq
			break
		}
	}
	got, err := r.Latest(at, from, to)
	if err != nil || got != want {
		t.Fatalf("latest at %d of %d..%d is %d (%v), want %d", at, from, to, got, err, want)
	}
}

func TestPickOutside(t *testing.T) {
	file, _ := write(t, few())
	r := open(t, file)
	for _, seq := range []uint64{0, 41, 46} {
		if err := r.Pick(context.Background(), []uint64{seq}, nil); err == nil {
			t.Errorf("record %d was picked", seq)
		}
		if _, err := r.TimeOf(seq); err == nil {
			t.Errorf("record %d has a time", seq)
		}
	}
}

func TestReadingEnds(t *testing.T) {
	file, _ := write(t, few())
	r := open(t, file)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	enough := errors.New("enough")
	records := func(ctx context.Context) error {
		return r.Records(ctx, 0, 99, func(journal.Record) error { return enough })
	}
	rows := func(ctx context.Context) error { return r.Rows(ctx, func(string, []byte) error { return enough }) }
	pick := func(ctx context.Context) error {
		return r.Pick(ctx, []uint64{42}, func(journal.Record) error { return enough })
	}
	for name, read := range map[string]func(context.Context) error{"records": records, "rows": rows, "pick": pick} {
		if err := read(context.Background()); !errors.Is(err, enough) {
			t.Errorf("%s: the callback's error came back as %v", name, err)
		}
		if err := read(ended); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: went on with an ended context: %v", name, err)
		}
	}
	if err := r.Check(ended, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("check went on with an ended context: %v", err)
	}
}

func TestOpenFile(t *testing.T) {
	dir := t.TempDir()
	file, _ := write(t, few())
	path := filepath.Join(dir, "00000000000000000042.seg")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := segment.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := readAll(r); err != nil {
		t.Errorf("a file that was removed while it was open: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := segment.Open(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	var damaged *segment.DamagedError
	if _, err := segment.Open(dir); !errors.As(err, &damaged) {
		t.Errorf("a folder: %v", err)
	}
}

var update = flag.Bool("update", false, "write the golden segment; only with a new format")

// TestGolden reads a segment that the first release wrote. It is never written anew: what it says is what every later
// release must read.
func TestGolden(t *testing.T) {
	c := few()
	path := filepath.Join("testdata", fmt.Sprintf("format-%d.seg", segment.Format))
	if *update {
		if _, err := os.Stat(path); err == nil {
			t.Fatalf("%s is there already", path)
		}
		file, _ := write(t, c)
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := segment.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	_, want := write(t, c)
	info := r.Info()
	info.Bytes, want.Bytes = 0, 0 // another version of the compressor may do better
	if diff := cmp.Diff(want, info); diff != "" {
		t.Errorf("info (-want +got):\n%s", diff)
	}
	got, err := readAll(r)
	if err != nil || r.Check(context.Background(), nil) != nil {
		t.Fatal(err, r.Check(context.Background(), nil))
	}
	for i, e := range c.entries {
		if i >= len(got.entries) || !same(e.rec, got.entries[i].rec) {
			t.Errorf("record %d is another", e.rec.Seq)
		}
	}
	seqs, err := r.Holding(context.Background(), []string{"quay"})
	if err != nil || !slices.Equal(seqs, []uint64{42, 45}) {
		t.Errorf("the quay is in %v (%v)", seqs, err)
	}
	if at, err := r.TimeOf(44); err != nil || at != 5000 {
		t.Errorf("record 44 was at %d (%v)", at, err)
	}
}
