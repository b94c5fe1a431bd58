package journal_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// TestScrub looks for words in the file that were blanked, replaced or removed.
func TestScrub(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Options{NoSync: true})
	secret := []byte("what nobody should read any more")
	kept := []byte("what everybody may read")
	in := func(words []byte) bool {
		t.Helper()
		file, err := os.ReadFile(filepath.Join(dir, journal.FileName))
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Contains(file, words)
	}
	put := func(value []byte) []journal.Put { return []journal.Put{{Bucket: "b", Key: []byte("k"), Value: value}} }
	for seq := uint64(1); seq <= 100; seq++ { // each commit writes the page with the secret anew
		r := records(seq, seq)
		if seq == 40 {
			r[0].Bytes = secret
		}
		b := journal.Batch{Records: r, Puts: put(secret)}
		if seq%40 == 0 {
			b.Cut = &journal.Cut{Seq: seq, Rows: []journal.Row{{Key: "k", Value: secret}}}
		}
		mustCommit(t, j, b)
	}
	cut := &journal.Cut{Seq: 100, Rows: []journal.Row{{Key: "k", Value: kept}}}
	mustCommit(t, j, journal.Batch{Puts: put(kept), Cut: cut})
	if err := errors.Join(j.Blank(40, kept), j.Merge(t.Context())); err != nil {
		t.Fatal(err)
	}
	if !in(secret) {
		t.Error("there is nothing to scrub")
	}
	if err := j.Scrub(t.Context()); err != nil {
		t.Fatal(err)
	}
	if in(secret) || !in(kept) {
		t.Errorf("the secret is there: %v; the rest is there: %v", in(secret), in(kept))
	}
	mustCommit(t, j, journal.Batch{Records: records(101, 101)})
	mustClose(t, j)
	if err := journal.Probe(filepath.Join(dir, journal.FileName)); err != nil {
		t.Error(err)
	}
}

// TestScrubWaitsForReaders leaves alone what a copy still reads.
func TestScrubWaitsForReaders(t *testing.T) {
	j := open(t, t.TempDir(), journal.Options{NoSync: true})
	mustCommit(t, j, journal.Batch{Records: benchRecords(1, 10_000)})
	w := newStuck(10_000)
	copied := make(chan error, 1)
	go func() {
		_, err := j.Snapshot(w, nil)
		copied <- err
	}()
	<-w.met
	mustCommit(t, j, journal.Batch{Records: benchRecords(10_001, 100)})
	ctx, cancel := context.WithCancel(t.Context())
	scrubbed := make(chan error, 1)
	go func() { scrubbed <- j.Scrub(ctx) }()
	mustCommit(t, j, journal.Batch{Records: benchRecords(10_101, 100)})
	cancel()
	if err := <-scrubbed; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was called off", err)
	}
	close(w.let)
	if err := <-copied; err != nil {
		t.Error(err)
	}
	if err := j.Scrub(t.Context()); err != nil {
		t.Error(err)
	}
}
