package journal_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// TestSnapshotWhileCommitsGoOn copies the file again and again while everything is written to it. Each copy opens, is
// whole, and ends at a head that the record had between the copy's beginning and its end.
func TestSnapshotWhileCommitsGoOn(t *testing.T) {
	j := open(t, t.TempDir(), journal.Options{NoSync: true})
	mustCommit(t, j, journal.Batch{Records: records(1, 500), Cut: bigCut(500, "old")})
	b := runBeside(
		func() error {
			last := j.Last()
			put := journal.Put{Bucket: "last", Key: []byte("seq"), Value: content(last + 5)}
			return j.Commit(journal.Batch{Records: records(last+1, last+5), Puts: []journal.Put{put}})
		},
		func() error { return j.Commit(journal.Batch{Cut: killCut(j.Last())}) },
		func() error { return j.DropThrough(t.Context(), max(j.CutSeq(), 300)-300) },
		func() error { return j.Merge(t.Context()) },
	)
	for range 6 {
		var copied bytes.Buffer
		var steps, done, total int64
		before := j.Last()
		head, err := j.Snapshot(&copied, func(d, t int64) {
			if d < done || d > t {
				steps = -1 << 30
			}
			steps, done, total = steps+1, d, t
		})
		if err != nil {
			t.Fatal(err)
		}
		if after := j.Last(); head.Seq < before || head.Seq > after {
			t.Errorf("got a copy up to record %d; the record went from %d to %d meanwhile", head.Seq, before, after)
		}
		if steps < 3 || done != total || total != int64(copied.Len()) {
			t.Errorf("progress: %d steps to %d of %d, and %d bytes came", steps, done, total, copied.Len())
		}
		checkCopy(t, copied.Bytes(), head)
	}
	if err := b.stop(); err != nil {
		t.Error(err)
	}
}

// checkCopy opens a copy of the file as a start does.
func checkCopy(t *testing.T, file []byte, head journal.Head) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, journal.FileName), file, 0o600); err != nil {
		t.Fatal(err)
	}
	probed := false
	j := open(t, dir, journal.Options{NoSync: true, ProbeChild: func(path string) error {
		probed = true
		return journal.Probe(path)
	}})
	if !probed {
		t.Error("the copy was not looked through")
	}
	if got := j.Head(); got != head || got != chainOf(head.Seq)[head.Seq] {
		t.Errorf("the copy's head: got %v, want %v", got, head)
	}
	load(t, j)
	v, err := j.Get("last", []byte("seq"))
	if err != nil || v != nil && !bytes.Equal(v, content(head.Seq)) {
		t.Errorf("the put beside record %d: got %x, %v", head.Seq, v, err)
	}
	mustCommit(t, j, journal.Batch{Records: records(head.Seq+1, head.Seq+1)})
	mustClose(t, j)
}

// stuck is a writer that takes some bytes and then no more, until it is let go.
type stuck struct {
	takes int
	met   chan struct{}
	let   chan struct{}
}

func newStuck(takes int) *stuck {
	return &stuck{takes: takes, met: make(chan struct{}), let: make(chan struct{})}
}

func (w *stuck) Write(p []byte) (int, error) {
	if w.takes -= len(p); w.takes < 0 {
		close(w.met)
		<-w.let
		w.takes = 1 << 40
	}
	return len(p), nil
}

// TestSnapshotToAStuckWriter bounds what a copy that makes no headway costs: commits wait for nothing, and the file
// grows by what was agreed and one step of its own growth at most.
func TestSnapshotToAStuckWriter(t *testing.T) {
	const growth, step = 24 << 20, 16 << 20
	j := open(t, t.TempDir(), journal.Options{NoSync: true, SnapshotGrowth: growth})
	mustCommit(t, j, journal.Batch{Records: benchRecords(1, 10_000), Cut: bigCut(1, "old")})
	began := j.Stats().FileBytes
	w := newStuck(10_000)
	done := make(chan error, 1)
	go func() {
		_, err := j.Snapshot(w, nil)
		done <- err
	}()
	<-w.met
	var longest time.Duration
	for range 400 {
		begun := time.Now()
		put := journal.Put{Bucket: "b", Key: []byte("k"), Value: make([]byte, 300_000)}
		mustCommit(t, j, journal.Batch{Records: benchRecords(j.Last()+1, 10), Puts: []journal.Put{put}})
		longest = max(longest, time.Since(begun))
	}
	t.Logf("file grew from %d to %d; the longest commit took %v", began, j.Stats().FileBytes, longest)
	if got, most := j.Stats().FileBytes, began+growth+step; got > most {
		t.Errorf("the file grew from %d to %d bytes, at most %d were allowed", began, got, most)
	}
	close(w.let)
	if err := <-done; !errors.Is(err, journal.ErrCopyTooSlow) {
		t.Errorf("got %v, want ErrCopyTooSlow", err)
	}
	var copied bytes.Buffer
	head, err := j.Snapshot(&copied, nil)
	if err != nil || head != j.Head() {
		t.Errorf("the next copy: got %v, %v", head, err)
	}
}

// flushed is a writer that counts what it has not flushed.
type flushed struct {
	held, most, flushes int
	err                 error
}

func (w *flushed) Write(p []byte) (int, error) {
	w.held += len(p)
	w.most = max(w.most, w.held)
	return len(p), nil
}

func (w *flushed) Sync() error {
	w.held = 0
	w.flushes++
	return w.err
}

func TestSnapshotFlushesAFile(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	j := open(t, t.TempDir(), journal.Options{NoSync: true})
	for range 10 {
		mustCommit(t, j, journal.Batch{Puts: []journal.Put{{Bucket: "b", Key: []byte("k"), Value: make([]byte, 8<<20)}}})
	}
	w := &flushed{}
	if _, err := j.Snapshot(w, nil); err != nil {
		t.Fatal(err)
	}
	if w.held != 0 || w.most > 6<<20 || w.flushes < 2 {
		t.Errorf("%d flushes, at most %d bytes before one, %d at the end", w.flushes, w.most, w.held)
	}
	if _, err := j.Snapshot(&flushed{err: errInjected}, nil); !errors.Is(err, errInjected) {
		t.Errorf("got %v, want what the flush said", err)
	}
}

func TestCloseBesideASnapshot(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Options{NoSync: true})
	mustCommit(t, j, journal.Batch{Records: benchRecords(1, 10_000)})
	w := newStuck(10_000)
	done := make(chan error, 1)
	go func() {
		_, err := j.Snapshot(w, nil)
		done <- err
	}()
	<-w.met
	mustClose(t, j)
	close(w.let)
	if err := <-done; !errors.Is(err, journal.ErrClosed) {
		t.Errorf("got %v, want ErrClosed", err)
	}
	if _, err := j.Snapshot(&bytes.Buffer{}, nil); !errors.Is(err, journal.ErrClosed) {
		t.Errorf("afterwards: got %v, want ErrClosed", err)
	}
}

type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, errInjected }

func TestSnapshotToAFailingWriter(t *testing.T) {
	j := open(t, t.TempDir(), journal.Options{NoSync: true})
	mustCommit(t, j, journal.Batch{Records: records(1, 9)})
	if _, err := j.Snapshot(fullWriter{}, nil); !errors.Is(err, errInjected) {
		t.Errorf("got %v, want the writer's error", err)
	}
	mustCommit(t, j, journal.Batch{Records: records(10, 10)})
}
