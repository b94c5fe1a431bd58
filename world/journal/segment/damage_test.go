package segment_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"maps"
	"runtime"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world/journal/segment"
)

// harmless opens a file that may be anything, reads all of it, and reports whether nothing was found wrong. What was
// handed out must be true, whatever came behind it.
func harmless(t testing.TB, file []byte, truth content) bool {
	t.Helper()
	r, err := segment.NewReader(bytes.NewReader(file), int64(len(file)), "x.seg")
	if err != nil {
		known(t, err)
		return false
	}
	defer r.Close()
	got, err := readAll(r)
	known(t, err)
	whole := err == nil
	if len(got.entries) > len(truth.entries) || len(got.rows) > len(truth.rows) {
		t.Fatalf("%d records and %d rows came out of a file that never had so many", len(got.entries), len(got.rows))
	}
	for i, e := range got.entries {
		if want := truth.entries[i]; e.rec.Seq != want.rec.Seq || !bytes.Equal(e.rec.Bytes, want.rec.Bytes) ||
			(e.rec.Was == nil) != (want.rec.Was == nil) {
			t.Fatalf("record %d came out as %d %q", want.rec.Seq, e.rec.Seq, e.rec.Bytes)
		}
	}
	for i, r := range got.rows {
		if want := truth.rows[i]; r.key != want.key || !bytes.Equal(r.value, want.value) {
			t.Fatalf("row %s came out as %s %q", want.key, r.key, r.value)
		}
	}
	seqs, err := r.Holding(context.Background(), []string{"pc-ann"})
	known(t, err)
	for _, seq := range seqs {
		if seq != 42 && seq != 43 {
			t.Fatalf("the index names %d", seq)
		}
	}
	checked := r.Check(context.Background(), nil)
	known(t, checked)
	return whole && err == nil && checked == nil
}

// known asks that a reading fails with one of the two errors that say what to do.
func known(t testing.TB, err error) {
	t.Helper()
	var damaged *segment.DamagedError
	var format *segment.FormatError
	if err != nil && !errors.As(err, &damaged) && !errors.As(err, &format) {
		t.Fatalf("a damaged file gives %T: %v", err, err)
	}
	if err != nil && !strings.Contains(err.Error(), "x.seg") {
		t.Fatalf("an error without the file's name: %v", err)
	}
}

func TestEveryByteCounts(t *testing.T) {
	truth := few()
	file, _ := write(t, truth)
	if !harmless(t, file, truth) {
		t.Fatal("the whole file is not")
	}
	for i := range file {
		for _, flip := range []byte{1, 0x80, 0xff} {
			file[i] ^= flip
			if harmless(t, file, truth) {
				t.Errorf("byte %d was changed and nobody saw it", i)
			}
			file[i] ^= flip
		}
	}
	for n := range file {
		if harmless(t, file[:n], truth) {
			t.Errorf("the first %d bytes of %d count as whole", n, len(file))
		}
	}
	if harmless(t, append(bytes.Clone(file), 0), truth) {
		t.Error("a byte too many counts as whole")
	}
}

func TestFormats(t *testing.T) {
	file, _ := write(t, few())
	for found, want := range map[uint32]string{
		segment.Format + 1: "was sealed by a newer mudlark (format 2, this one reads 1): run that newer mudlark",
		0:                  "was sealed by an older mudlark (format 0, this one reads 1): put it aside",
	} {
		binary.BigEndian.PutUint32(file[16:], found)
		_, err := segment.NewReader(bytes.NewReader(file), int64(len(file)), "x.seg")
		var format *segment.FormatError
		if !errors.As(err, &format) || !strings.Contains(err.Error(), want) {
			t.Errorf("format %d: got %v, want ...%s...", found, err, want)
		}
	}
}

// forgery is a file whose checksums are all right and whose content cannot be.
type forgery struct {
	want   string // what is wrong with it
	kinds  string
	blocks [][]byte
	change func(*segment.ForgedSummary)
}

func sized(parts ...string) []byte {
	var b []byte
	for _, p := range parts {
		b = append(binary.AppendUvarint(b, uint64(len(p))), p...)
	}
	return b
}

func forgedBlocks() map[string]forgery {
	record := append([]byte{0, 0}, sized("hi")...)
	posting := append(append(sized("pc-ann"), 1), sized("\x01")...)
	huge := binary.AppendUvarint(nil, 1<<62)
	return map[string]forgery{
		"a record that ends early":         {"ends in the middle", "R", [][]byte{{0, 0, 9, 'x'}}, nil},
		"a record of no kind":              {"of no kind", "R", [][]byte{{0, 2, 0}}, nil},
		"a blanked record without its sum": {"ends in the middle", "R", [][]byte{{0, 1, 5, 5}}, nil},
		"a record of 2^62 bytes": {"an entry of", "R",
			[][]byte{append([]byte{0, 0}, huge...)},
			nil},
		"a time beyond all": {"the time of record 1 cannot be", "R",
			[][]byte{append(binary.AppendUvarint(nil, 1<<63), 0, 0)},
			nil},
		"bytes behind a record": {"longer than what is in it", "R",
			[][]byte{append(record, 0)},
			nil},
		"a number without end": {"ends in the middle", "R",
			[][]byte{bytes.Repeat([]byte{0xff}, 12)},
			nil},
		"records behind the index": {"block 1 is not where", "iR",
			[][]byte{posting, record},
			nil},
		"rows behind records": {"block 1 is not where", "Rr",
			[][]byte{record, sized("a", "b")},
			nil},
		"a block of no kind":    {"block 0 is not where", "?", [][]byte{record}, nil},
		"a row that ends early": {"ends in the middle", "r", [][]byte{sized("key")}, nil},
		"a row too many": {"longer than what", "r",
			[][]byte{sized("a", "b", "c", "d")},
			nil},
		"rows out of order": {"not in order", "rr",
			[][]byte{sized("b", ""), sized("a", "")},
			nil},
		"a posting of 2^62 records": {"ends in the middle", "Ri",
			[][]byte{record, append(append(sized("pc-ann"), huge...), 0)},
			nil},
		"a posting of no records": {"a record that is not there", "Ri",
			[][]byte{record, append(append(sized("pc-ann"), 1), sized("\x00")...)},
			nil},
		"a posting of a record too far": {"a record that is not there", "Ri",
			[][]byte{record, append(append(sized("pc-ann"), 1), sized("\x02")...)},
			nil},
		"a posting that ends early": {"ends in the middle", "Ri",
			[][]byte{record, append(append(sized("pc-ann"), 2), sized("\x01\x81")...)},
			nil},
		"a key of 2^62 bytes": {"an entry of", "Ri", [][]byte{record, huge}, nil},
	}
}

func forgedSummaries() map[string]forgery {
	record := append([]byte{0, 0}, sized("hi")...)
	return map[string]forgery{
		"sequence 0": {"are no row", "R",
			[][]byte{record},
			func(f *segment.ForgedSummary) { f.Reach(0, 0) }},
		"all sequences": {"are no row", "R",
			[][]byte{record},
			func(f *segment.ForgedSummary) { f.Reach(1, ^uint64(0)) }},
		"a row of sequences backwards": {"are no row", "R",
			[][]byte{record},
			func(f *segment.ForgedSummary) { f.Reach(9, 1) }},
		"more rows than blocks": {"not what its summary says", "R",
			[][]byte{record},
			func(f *segment.ForgedSummary) { f.Sums(7, 0, 1) }},
		"no clock": {"readings of the clock", "R",
			[][]byte{record},
			func(f *segment.ForgedSummary) { f.Sums(0, 0, 0) }},
		"too many clocks": {"readings of the clock", "R",
			[][]byte{record},
			func(f *segment.ForgedSummary) { f.Sums(0, 0, 10_001) }},
		"2^32 records in a block": {"block 0 is not where", "R",
			[][]byte{record},
			func(f *segment.ForgedSummary) { f.Claim(0, 1<<32-1, 4, 13) }},
		"2^32 rows in a block": {"ends in the middle", "r",
			[][]byte{sized("a", "")},
			func(f *segment.ForgedSummary) { f.Claim(0, 1<<32-1, 3, 12) }},
		"2^32 bytes in a block": {"block 0 is not where", "R",
			[][]byte{record},
			func(f *segment.ForgedSummary) { f.Claim(0, 1, 1<<32-1, 13) }},
		"2^32 bytes in the file": {"block 0 is longer", "R",
			[][]byte{record},
			func(f *segment.ForgedSummary) { f.Claim(0, 1, 4, 1<<32-1) }},
		"a block smaller than its content": {"does not match its checksum", "R",
			[][]byte{bytes.Repeat(record, 9)},
			func(f *segment.ForgedSummary) { f.Claim(0, 1, 1, 0) }},
	}
}

func TestForged(t *testing.T) {
	all := forgedBlocks()
	maps.Copy(all, forgedSummaries())
	for name, forged := range all {
		t.Run(name, func(t *testing.T) {
			file := segment.Forge(forged.kinds, forged.blocks, forged.change)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if err := survive(t, file); err == nil || !strings.Contains(err.Error(), forged.want) {
				t.Errorf("got %v, want ...%s...", err, forged.want)
			}
			runtime.ReadMemStats(&after)
			if took := after.TotalAlloc - before.TotalAlloc; took > 96<<20 {
				t.Errorf("reading it took %d MiB", took>>20)
			}
		})
	}
}

// survive reads all of a file that may be anything and returns what is wrong with it, the chain last.
func survive(t testing.TB, file []byte) error {
	t.Helper()
	r, err := segment.NewReader(bytes.NewReader(file), int64(len(file)), "x.seg")
	known(t, err)
	if err != nil {
		return err
	}
	defer r.Close()
	_, holding := r.Holding(context.Background(), []string{"a", "pc-ann"})
	known(t, holding)
	checked := r.Check(context.Background(), nil)
	known(t, checked)
	_, err = readAll(r)
	known(t, err)
	return errors.Join(holding, checked, err)
}

// FuzzReader reads files that are damaged in any way.
func FuzzReader(f *testing.F) {
	truth := few()
	file, _ := write(f, truth)
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Add([]byte{})
	f.Add(segment.Forge("rRi", [][]byte{{1, 'a', 0}, {0, 0, 0}, {1, 'a', 1, 1, 1}}, nil))
	f.Fuzz(func(t *testing.T, damaged []byte) {
		if r, err := segment.NewReader(bytes.NewReader(damaged), int64(len(damaged)), "x.seg"); err == nil {
			if r.Info().First != 42 {
				return // another whole file, and not this one damaged
			}
		}
		if harmless(t, damaged, truth) && !bytes.Equal(damaged, file) {
			t.Error("a damaged file counts as whole")
		}
	})
}

// FuzzForged reads files whose checksums are right around any blocks: it may refuse them, and do no more.
func FuzzForged(f *testing.F) {
	f.Add("rRi", []byte{1, 'a', 0}, []byte{0, 0, 0}, []byte{1, 'a', 1, 1, 1})
	f.Add("RiR", []byte{0, 1, 0}, []byte{0}, []byte{})
	f.Fuzz(func(t *testing.T, kinds string, one, two, three []byte) {
		if len(kinds) != 3 {
			return
		}
		file := segment.Forge(kinds, [][]byte{one, two, three}, nil)
		_ = survive(t, file)
	})
}
