package journal_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world/journal"
)

const benchRecordBytes = 256

// BenchmarkAppend commits batches of records of 256 bytes with fsync. records/s is what to compare with
// BenchmarkRawAppend, which is the least that a disk asks for.
func BenchmarkAppend(b *testing.B) {
	for _, size := range []int{1, 10, 100, 1_000} {
		b.Run(fmt.Sprintf("%d", size), func(b *testing.B) {
			j := open(b, b.TempDir(), journal.Options{})
			b.ReportAllocs()
			for b.Loop() {
				mustCommit(b, j, journal.Batch{Records: benchRecords(j.Last()+1, size)})
			}
			perSecond(b, size)
		})
	}
}

// BenchmarkRawAppend appends the same bytes to a plain file, one write and one fsync a batch.
func BenchmarkRawAppend(b *testing.B) {
	for _, size := range []int{1, 10, 100, 1_000} {
		b.Run(fmt.Sprintf("%d", size), func(b *testing.B) {
			f, err := os.Create(filepath.Join(b.TempDir(), "raw"))
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = f.Close() }()
			batch := make([]byte, size*benchRecordBytes)
			for b.Loop() {
				if _, err := f.Write(batch); err != nil {
					b.Fatal(err)
				}
				if err := f.Sync(); err != nil {
					b.Fatal(err)
				}
			}
			perSecond(b, size)
		})
	}
}

func perSecond(b *testing.B, size int) {
	b.ReportMetric(float64(b.N*size)/b.Elapsed().Seconds(), "records/s")
}

func benchRecords(from uint64, n int) []journal.Record {
	body := make([]byte, benchRecordBytes)
	rs := make([]journal.Record, 0, n)
	for i := range n {
		rs = append(rs, journal.Record{Seq: from + uint64(i), Bytes: body})
	}
	return rs
}

// BenchmarkCut writes a cut of 2,000 rows of 300 bytes, onto a base of 100,000.
func BenchmarkCut(b *testing.B) {
	j := open(b, b.TempDir(), journal.Options{})
	mustCommit(b, j, journal.Batch{Records: benchRecords(1, 1), Cut: benchCut(100_000, 1)})
	cut := benchCut(2_000, 50)
	b.ReportAllocs()
	for b.Loop() {
		mustCommit(b, j, journal.Batch{Cut: cut})
	}
	b.ReportMetric(float64(j.Stats().LongestCommit.Microseconds())/1e3, "longest-commit-ms")
}

func benchCut(rows, apart int) *journal.Cut {
	c := &journal.Cut{Seq: 1}
	for i := range rows {
		c.Rows = append(c.Rows, journal.Row{Key: fmt.Sprintf("item-%07d", i*apart), Value: make([]byte, 300)})
	}
	return c
}

// BenchmarkOpenAndLoad starts on a base of 100,000 rows, 32 cuts of 2,000 and 100,000 records behind the last.
func BenchmarkOpenAndLoad(b *testing.B) {
	dir := b.TempDir()
	j := open(b, dir, journal.Options{NoSync: true})
	mustCommit(b, j, journal.Batch{Records: benchRecords(1, 1), Cut: benchCut(100_000, 1)})
	for range 32 {
		mustCommit(b, j, journal.Batch{Cut: benchCut(2_000, 50)})
	}
	for range 100 {
		mustCommit(b, j, journal.Batch{Records: benchRecords(j.Last()+1, 1_000)})
	}
	b.ReportMetric(float64(j.Stats().FileBytes)/(1<<20), "file-MB")
	mustClose(b, j)
	b.ReportAllocs()
	for b.Loop() {
		j := open(b, dir, journal.Options{NoSync: true})
		_, err := j.Load(func(string, []byte) error { return nil }, func(journal.Record) error { return nil })
		if err != nil {
			b.Fatal(err)
		}
		mustClose(b, j)
	}
}

// BenchmarkMerge writes a base of 100,000 rows and 32 cuts as one run, in chunks of 64 KiB as beside a live world.
func BenchmarkMerge(b *testing.B) {
	j := open(b, b.TempDir(), journal.Options{})
	mustCommit(b, j, journal.Batch{Records: benchRecords(1, 1), Cut: benchCut(100_000, 1)})
	for b.Loop() {
		b.StopTimer()
		for range 32 {
			mustCommit(b, j, journal.Batch{Cut: benchCut(2_000, 50)})
		}
		b.StartTimer()
		if err := j.Merge(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkProbe looks through a file of 100,000 rows and 100,000 records in a process of its own.
func BenchmarkProbe(b *testing.B) {
	dir := b.TempDir()
	j := open(b, dir, journal.Options{NoSync: true})
	mustCommit(b, j, journal.Batch{Records: benchRecords(1, 1), Cut: benchCut(100_000, 1)})
	for range 100 {
		mustCommit(b, j, journal.Batch{Records: benchRecords(j.Last()+1, 1_000)})
	}
	mustClose(b, j)
	probe := probeChild(b)
	for b.Loop() {
		if err := probe(filepath.Join(dir, journal.FileName)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDrop drops 1,000 records of 256 bytes from many, which is one commit.
func BenchmarkDrop(b *testing.B) {
	j := open(b, b.TempDir(), journal.Options{})
	for b.Loop() {
		b.StopTimer()
		if next := j.Anchor().Seq + 1_000; next > j.CutSeq() {
			for range 100 {
				mustCommit(b, j, journal.Batch{Records: benchRecords(j.Last()+1, 1_000)})
			}
			mustCommit(b, j, journal.Batch{Cut: &journal.Cut{Seq: j.Last()}})
		}
		b.StartTimer()
		if err := j.DropThrough(b.Context(), j.Anchor().Seq+1_000); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSnapshot copies a file of about 40 MB into nothing.
func BenchmarkSnapshot(b *testing.B) {
	j := open(b, b.TempDir(), journal.Options{NoSync: true})
	for range 100 {
		mustCommit(b, j, journal.Batch{Records: benchRecords(j.Last()+1, 1_000)})
	}
	b.SetBytes(j.Stats().FileBytes)
	for b.Loop() {
		if _, err := j.Snapshot(io.Discard, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCommitBesideCuts commits batches of 20 records, alone and while cuts of 2,000 rows are written one behind
// the other: a batch should not notice them.
func BenchmarkCommitBesideCuts(b *testing.B) {
	for _, name := range []string{"alone", "cuts"} {
		b.Run(name, func(b *testing.B) {
			j := open(b, b.TempDir(), journal.Options{})
			mustCommit(b, j, journal.Batch{Records: benchRecords(1, 1), Cut: benchCut(50_000, 1)})
			cuts := runBeside()
			if name == "cuts" {
				cut := benchCut(2_000, 25)
				cuts = runBeside(func() error { return j.Commit(journal.Batch{Cut: cut}) })
			}
			var took []time.Duration
			for b.Loop() {
				begun := time.Now()
				mustCommit(b, j, journal.Batch{Records: benchRecords(j.Last()+1, 20)})
				took = append(took, time.Since(begun))
			}
			if err := cuts.stop(); err != nil {
				b.Fatal(err)
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-us")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-us")
		})
	}
}
