package journal_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// chainOf is the definition of the chain, told apart from the code that follows it: the heads behind records 0 to
// last, whose payloads are as content makes them.
func chainOf(last uint64) []journal.Head {
	heads := make([]journal.Head, 1, last+1)
	for seq := uint64(1); seq <= last; seq++ {
		payload := sha256.Sum256(content(seq))
		prev := heads[seq-1].Sum
		link := append(binary.BigEndian.AppendUint64(prev[:], seq), payload[:]...)
		heads = append(heads, journal.Head{Seq: seq, Sum: sha256.Sum256(link)})
	}
	return heads
}

// follow follows the chain through the records that are kept.
func follow(s store) (journal.Head, error) {
	h := s.Anchor()
	err := s.Records(0, s.Last(), func(r journal.Record) (err error) {
		h, err = h.Next(r)
		return err
	})
	return h, err
}

func TestHeadAsText(t *testing.T) {
	for _, h := range []journal.Head{{}, chainOf(3)[3], {Seq: 1<<64 - 1, Sum: journal.Sum{0xff, 31: 1}}} {
		text := h.String()
		for _, s := range []string{text, strings.ToUpper(text)} {
			if got, err := journal.ParseHead(s); err != nil || got != h {
				t.Errorf("ParseHead(%q): got %v, %v", s, got, err)
			}
		}
	}
	if got, want := (journal.Head{Seq: 7}).String(), "7:"+strings.Repeat("0", 64); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	zeros := strings.Repeat("0", 64)
	for _, s := range []string{
		"", ":", "7", "7:", ":" + zeros, "-1:" + zeros, "x:" + zeros, "7:" + zeros[1:], "7:0" + zeros, "7:" + zeros[1:] + "g",
		"7:" + zeros + "\n", " 7:" + zeros, "18446744073709551616:" + zeros, "7::" + zeros,
	} {
		if got, err := journal.ParseHead(s); err == nil || !strings.Contains(err.Error(), "head") {
			t.Errorf("ParseHead(%q): got %v, %v, want an error", s, got, err)
		}
	}
}

func TestNextFollowsOneRecord(t *testing.T) {
	want := chainOf(2)
	h, err := journal.Head{}.Next(journal.Record{Seq: 1, Bytes: content(1)})
	if err != nil || h != want[1] {
		t.Errorf("got %v, %v, want %v", h, err, want[1])
	}
	was := sha256.Sum256(content(2))
	if got, err := h.Next(journal.Record{Seq: 2, Bytes: []byte("blank"), Was: &was}); err != nil || got != want[2] {
		t.Errorf("blanked: got %v, %v, want %v", got, err, want[2])
	}
	for _, seq := range []uint64{0, 1, 3} {
		var gap *journal.SequenceError
		if _, err := h.Next(journal.Record{Seq: seq}); !errors.As(err, &gap) || gap.Want != 2 || gap.Got != seq {
			t.Errorf("record %d behind 1: got %v", seq, err)
		}
	}
}

func TestChainThroughItsLife(t *testing.T) {
	both(t, func(t *testing.T, s store, reopen func(store) store) {
		const last = 2_600
		want := chainOf(last)
		check := func(when string, anchor, head uint64) {
			t.Helper()
			if got := s.Anchor(); got != want[anchor] {
				t.Errorf("%s: anchor: got %v, want %v", when, got, want[anchor])
			}
			if got := s.Head(); got != want[head] {
				t.Errorf("%s: head: got %v, want %v", when, got, want[head])
			}
			if got, err := follow(s); err != nil || got != want[head] {
				t.Errorf("%s: the records lead to %v, %v, want %v", when, got, err, want[head])
			}
			first := anchor + 1
			if anchor == head {
				first = 0
			}
			if s.First() != first || s.Last() != head {
				t.Errorf("%s: got records %d to %d, want %d to %d", when, s.First(), s.Last(), first, head)
			}
		}
		check("new", 0, 0)
		mustCommit(t, s, journal.Batch{Records: records(1, 1)})
		check("one", 0, 1)
		mustCommit(t, s, journal.Batch{Records: records(2, last), Cut: &journal.Cut{Seq: 2_500}})
		check("many", 0, last)
		for _, seq := range []uint64{1, 1_700, 2_000, last} {
			if err := s.Blank(seq, []byte("blank")); err != nil {
				t.Fatal(err)
			}
		}
		check("blanked", 0, last)
		if err := s.Blank(2_000, []byte("blanker")); err != nil {
			t.Fatal(err)
		}
		check("blanked twice", 0, last)
		s = reopen(s)
		check("blanked and opened again", 0, last)
		for _, through := range []uint64{1, 0, 1, 1_900, 1_000, 2_500} {
			if err := s.DropThrough(t.Context(), through); err != nil {
				t.Fatal(err)
			}
		}
		check("dropped", 2_500, last)
		s = reopen(s)
		check("dropped and opened again", 2_500, last)
		mustCommit(t, s, journal.Batch{Cut: &journal.Cut{Seq: last}})
		if err := s.DropThrough(t.Context(), last); err != nil {
			t.Fatal(err)
		}
		check("all dropped", last, last)
		s = reopen(s)
		check("all dropped and opened again", last, last)
		want = chainOf(last + 1)
		mustCommit(t, s, journal.Batch{Records: records(last+1, last+1)})
		check("gone on", last, last+1)
	})
}

func TestBlankedRecord(t *testing.T) {
	both(t, func(t *testing.T, s store, reopen func(store) store) {
		mustCommit(t, s, journal.Batch{Records: records(1, 9), Cut: &journal.Cut{Seq: 4}})
		if err := s.DropThrough(t.Context(), 3); err != nil {
			t.Fatal(err)
		}
		text := []byte("blank")
		for _, seq := range []uint64{4, 7} {
			if err := s.Blank(seq, text); err != nil {
				t.Fatal(err)
			}
		}
		copy(text, "wrong") // the journal has its own
		mustCommit(t, s, journal.Batch{Records: []journal.Record{blanked(10)}})
		s = reopen(s)
		err := s.Records(0, 99, func(r journal.Record) error {
			if r.Seq != 4 && r.Seq != 7 && r.Seq != 10 {
				if r.Was != nil {
					t.Errorf("record %d counts as blanked", r.Seq)
				}
				return sameContent(r)
			}
			if string(r.Bytes) != "blank" || r.Was == nil || *r.Was != sha256.Sum256(content(r.Seq)) {
				t.Errorf("record %d: got %q, was %x", r.Seq, r.Bytes, r.Was)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		for seq, c := range map[uint64]struct {
			what  any
			bytes int
		}{
			0: {journal.ErrBatch, 0}, 11: {journal.ErrBatch, 0}, 5: {journal.ErrBatch, 17 << 20},
			1: {new(*journal.DroppedError), 0}, 3: {new(*journal.DroppedError), 0},
		} {
			err := s.Blank(seq, make([]byte, c.bytes))
			if want, ok := c.what.(error); ok && !errors.Is(err, want) || !ok && !errors.As(err, c.what) {
				t.Errorf("record %d, %d bytes: got %v", seq, c.bytes, err)
			}
		}
		mustCommit(t, s, journal.Batch{Records: records(11, 11)})
	})
}

// blanked is a record as records makes it, but for its payload.
func blanked(seq uint64) journal.Record {
	was := sha256.Sum256(content(seq))
	return journal.Record{Seq: seq, Bytes: []byte("blank"), Was: &was}
}

func TestDropIsRefusedBeyondTheCut(t *testing.T) {
	both(t, func(t *testing.T, s store, _ func(store) store) {
		if err := s.DropThrough(t.Context(), 0); err != nil {
			t.Errorf("nothing of nothing: %v", err)
		}
		mustCommit(t, s, journal.Batch{Records: records(1, 9), Cut: &journal.Cut{Seq: 4}})
		for _, seq := range []uint64{5, 9, 10} {
			if err := s.DropThrough(t.Context(), seq); !errors.Is(err, journal.ErrBatch) {
				t.Errorf("through %d: got %v, want ErrBatch", seq, err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := s.DropThrough(ctx, 4); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: got %v", err)
		}
		if got := s.First(); got != 1 {
			t.Errorf("got records from %d, want 1", got)
		}
		if err := s.DropThrough(t.Context(), 4); err != nil {
			t.Error(err)
		}
		if got := load(t, s); got.Info.Records != 5 {
			t.Errorf("got %+v", got.Info)
		}
	})
}

// TestAlteredRecord has somebody change records who makes the checksums right again. The file is refused, and the
// first record that is not the one that was written is named.
func TestAlteredRecord(t *testing.T) {
	for name, c := range alterations() {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			j := open(t, dir, journal.Options{NoSync: true})
			mustCommit(t, j, journal.Batch{Records: records(1, alteredLast), Cut: &journal.Cut{Seq: alteredFirst}})
			if err := errors.Join(j.Blank(700, []byte("blank")), j.DropThrough(t.Context(), alteredFirst-1)); err != nil {
				t.Fatal(err)
			}
			mustClose(t, j)
			path := filepath.Join(dir, journal.FileName)
			raw(t, path, c.do)
			c.wantProbed(t, path)
		})
	}
}

// alteredFirst and alteredLast are the records that are kept when somebody alters them.
const alteredFirst, alteredLast = 301, 900

// alteration is what somebody does to a closed file, and what must be said then; nothing if it cannot be known.
type alteration struct {
	do    func(*bbolt.Tx) error
	words string
}

func (a alteration) wantProbed(t *testing.T, path string) {
	t.Helper()
	err := journal.Probe(path)
	if a.words == "" {
		if err != nil {
			t.Error(err)
		}
		return
	}
	wantDamaged(t, err)
	if !strings.Contains(err.Error(), a.words) {
		t.Errorf("got %q, want it to say %q", err, a.words)
	}
}

func alterations() map[string]alteration {
	const first, last = alteredFirst, alteredLast
	put := func(seq uint64, stored []byte) func(*bbolt.Tx) error {
		key := binary.BigEndian.AppendUint64(nil, seq)
		return func(tx *bbolt.Tx) error { return tx.Bucket([]byte("records")).Put(key, sealed(key, stored)) }
	}
	// A stored record is a flag, eight bytes of the chain, then the payload; behind them the sum.
	alter := func(seq uint64, fn func(stored []byte) []byte) func(*bbolt.Tx) error {
		return func(tx *bbolt.Tx) error {
			v := tx.Bucket([]byte("records")).Get(binary.BigEndian.AppendUint64(nil, seq))
			return put(seq, fn(append([]byte{}, v[:len(v)-4]...)))(tx)
		}
	}
	end := func(key string, h journal.Head) func(*bbolt.Tx) error {
		v := append(binary.BigEndian.AppendUint64(nil, h.Seq), h.Sum[:]...)
		return func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte(key), sealed([]byte(key), v)) }
	}
	drop := func(seq uint64) func(*bbolt.Tx) error {
		return func(tx *bbolt.Tx) error {
			return tx.Bucket([]byte("records")).Delete(binary.BigEndian.AppendUint64(nil, seq))
		}
	}
	last1 := func(b []byte) []byte { b[len(b)-1] ^= 1; return b }
	heads := chainOf(last)
	changed := journal.Head{Seq: last, Sum: journal.Sum{1}}
	return map[string]alteration{
		"nothing":               {func(*bbolt.Tx) error { return nil }, ""},
		"the first":             {alter(first, last1), "record 301: the chain"},
		"one in between":        {alter(555, last1), "record 555: the chain"},
		"the last":              {alter(last, last1), "record 900: the chain"},
		"one byte more":         {alter(400, func(b []byte) []byte { return append(b, 0) }), "record 400: the chain"},
		"no payload":            {alter(400, func(b []byte) []byte { return b[:9] }), "record 400: the chain"},
		"its link":              {alter(400, func(b []byte) []byte { b[5] ^= 1; return b }), "record 400: the chain"},
		"a flag nobody knows":   {alter(400, func(b []byte) []byte { b[0] = 2; return b }), "record 400: a value"},
		"too short":             {alter(400, func(b []byte) []byte { return b[:8] }), "record 400: a value"},
		"blanked without a sum": {alter(600, func(b []byte) []byte { b[0] = 1; return b[:20] }), "record 600: a value"},
		"a blanked one's sum":   {alter(700, func(b []byte) []byte { b[9] ^= 1; return b }), "record 700: the chain"},
		"a blanked one's text":  {alter(700, last1), ""}, // that it was blanked is all that the chain knows of it
		"one missing":           {drop(500), "record 500 is missing"},
		"the first missing":     {drop(first), "the records are 302 to 900 where 301 to 900 were written"},
		"the last missing":      {drop(last), "the records are 301 to 899 where 301 to 900 were written"},
		"one too many":          {put(901, make([]byte, 20)), "the records are 301 to 901 where 301 to 900 were written"},
		"the head's sum":        {end("head", changed), "leads to " + heads[last].String()},
		"the head's sequence":   {end("head", heads[899]), "the records are 301 to 900 where 301 to 899 were written"},
		"the anchor's sum":      {end("anchor", journal.Head{Seq: 300}), "record 301: the chain"},
		"the anchor's sequence": {end("anchor", heads[299]), "the records are 301 to 900 where 300 to 900 were written"},
	}
}

// sealed is how a value is stored: with the CRC-32C of key and value behind it.
func sealed(key, value []byte) []byte {
	table := crc32.MakeTable(crc32.Castagnoli)
	return binary.BigEndian.AppendUint32(value, crc32.Update(crc32.Update(0, table, key), table, value))
}

// raw changes a closed file behind the journal's back.
func raw(t *testing.T, path string, do func(*bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoFreelistSync: true})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		if err := do(tx); err != nil {
			return err
		}
		// Whoever makes the sums right again makes the number of the commit right too.
		return tx.Bucket([]byte("meta")).Put([]byte("moment"), binary.BigEndian.AppendUint64(nil, uint64(tx.ID())))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestOpenLooksAtBothEnds has a file closed in peace, which is not looked through, lack its newest record.
func TestOpenLooksAtBothEnds(t *testing.T) {
	for _, seq := range []uint64{1, 9} {
		dir := t.TempDir()
		j := open(t, dir, journal.Options{NoSync: true})
		mustCommit(t, j, journal.Batch{Records: records(1, 9)})
		mustClose(t, j)
		raw(t, filepath.Join(dir, journal.FileName), func(tx *bbolt.Tx) error {
			return tx.Bucket([]byte("records")).Delete(binary.BigEndian.AppendUint64(nil, seq))
		})
		_, err := journal.Open(dir, journal.Options{NoSync: true})
		wantDamaged(t, err)
		if !strings.Contains(fmt.Sprint(err), "where 1 to 9 were written") {
			t.Errorf("got %v", err)
		}
	}
}

// TestLostWrites puts values of another time, each right by its own sum, where newer ones were written, as a disk does
// that lost a page. Whoever looks through the file sees that the whole is not as it was.
func TestLostWrites(t *testing.T) {
	bucket := func(tx *bbolt.Tx, name string) *bbolt.Bucket {
		if b := tx.Bucket([]byte(name)); b != nil {
			return b
		}
		return tx.Bucket([]byte("rows")).Bucket(binary.BigEndian.AppendUint64(nil, 2))
	}
	set := func(name, key string, value []byte) func(*bbolt.Tx) error {
		return func(tx *bbolt.Tx) error { return bucket(tx, name).Put([]byte(key), sealed([]byte(key), value)) }
	}
	drop := func(name, key string) func(*bbolt.Tx) error {
		return func(tx *bbolt.Tx) error { return bucket(tx, name).Delete([]byte(key)) }
	}
	dropRun := func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte("rows")).DeleteBucket(binary.BigEndian.AppendUint64(nil, 2))
	}
	for name, c := range map[string]alteration{
		"nothing":            {func(*bbolt.Tx) error { return nil }, ""},
		"an older row":       {set("second run", "a", []byte("\x01first")), "the rows of run 2 are not those that were"},
		"a row too few":      {drop("second run", "a"), "the rows of run 2"},
		"a row too many":     {set("second run", "z", []byte("\x00")), "the rows of run 2"},
		"no rows":            {dropRun, "run 2 has no rows"},
		"an older entry":     {set("put/accounts", "ann", []byte("first")), "the table accounts is not the one"},
		"an entry too few":   {drop("put/accounts", "bob"), "the table accounts"},
		"an entry too many":  {set("put/accounts", "eve", nil), "the table accounts"},
		"a table's own sum":  {set("meta", "table/accounts", make([]byte, 8)), "the table accounts"},
		"an older list":      {drop("cuts", "\x00\x00\x00\x00\x00\x00\x00\x02"), ""}, // the cut of before, whole
		"a commit of before": {nil, "are of number"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			j := open(t, dir, journal.Options{NoSync: true})
			for _, text := range []string{"first", "second"} {
				mustCommit(t, j, journal.Batch{
					Records: records(j.Last()+1, j.Last()+1),
					Puts: []journal.Put{
						{Bucket: "accounts", Key: []byte("ann"), Value: []byte(text)},
						{Bucket: "accounts", Key: []byte("bob"), Value: []byte(text)},
						{Bucket: "accounts", Key: []byte("gone"), Value: []byte(text)},
						{Bucket: "accounts", Key: []byte("gone")},
					},
					Cut: &journal.Cut{Seq: j.Last() + 1, Rows: []journal.Row{row("a", text), row("b", text), gone("c")}},
				})
			}
			mustClose(t, j)
			path := filepath.Join(dir, journal.FileName)
			if c.do != nil {
				raw(t, path, c.do)
			} else {
				raw(t, path, func(*bbolt.Tx) error { return nil })
				db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoFreelistSync: true})
				if err != nil {
					t.Fatal(err)
				}
				err = db.Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("other"), nil) })
				if err := errors.Join(err, db.Close()); err != nil {
					t.Fatal(err)
				}
			}
			c.wantProbed(t, path)
		})
	}
}
