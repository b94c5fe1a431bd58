package journal

import (
	"bytes"
	"container/heap"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"go.etcd.io/bbolt"
)

const (
	runsMax         = 64      // runs before they are merged: each costs a load one more cursor
	overlayFactor   = 2       // how many times the base's weight the runs above it may have
	openMergeBytes  = 4 << 20 // rows a commit when nobody is waiting yet
	liveMergeBytes  = cutChunkBytes
	dropRowsMax     = 1_000   // rows of merged runs deleted in one commit
	loadBatchBytes  = 4 << 20 // rows read in one transaction while loading
	tombstoneRowLen = 1 + sumBytes
)

// MergeDue reports whether the runs have become many or heavy enough for Merge to be worth its while.
func (j *Journal) MergeDue() bool {
	runs := j.shown.Load().runs
	if len(runs) < 2 {
		return false
	}
	var overlay uint64
	for _, r := range runs[1:] {
		overlay += r.bytes
	}
	return len(runs) > runsMax || overlay > overlayFactor*runs[0].bytes
}

// Merge writes all runs as one and drops them. It takes as long as writing the whole state and may run in a goroutine
// of its own: its chunks of 64 KiB go along with the batches committed meanwhile. A crash at any point, or the end of
// ctx, leaves the runs as they were, or merged. Other errors are final, as those of Commit.
func (j *Journal) Merge(ctx context.Context) error {
	return j.merge(ctx, liveMergeBytes)
}

func (j *Journal) merge(ctx context.Context, chunkBytes int) error {
	j.mergeMu.Lock()
	defer j.mergeMu.Unlock()
	runs, err := j.currentRuns()
	if err != nil || len(runs) < 2 {
		return err
	}
	newest := runs[len(runs)-1]
	w := j.newWriter(newest.seq)
	w.r.order = newest.order
	for after, more := []byte(nil), true; more; {
		if err := ctx.Err(); err != nil {
			return errors.Join(fmt.Errorf("merge runs: %w", err), j.dropRuns([]uint64{w.r.bucket}))
		}
		var entries []entry
		err := j.view(func(tx *bbolt.Tx) (err error) {
			entries, more, err = mergedRows(tx, runs, after, chunkBytes)
			return err
		})
		if err != nil {
			return fmt.Errorf("merge runs: %w", err)
		}
		if len(entries) > 0 {
			after = entries[len(entries)-1].key
		}
		entries = slices.DeleteFunc(entries, entry.gone) // nothing lies below, so there is nothing left to hide
		for _, e := range entries {
			w.r.bytes += uint64(len(e.key) + len(e.stored) - tombstoneRowLen)
		}
		if len(entries) == 0 {
			continue
		}
		if err := w.write(entries); err != nil {
			return err
		}
	}
	if err := j.swap(runs, w.r); err != nil {
		return err
	}
	j.o.Log.Info("merged runs", slog.Int("runs", len(runs)), slog.Uint64("rows", w.r.rows))
	merged := make([]uint64, 0, len(runs))
	for _, r := range runs {
		merged = append(merged, r.bucket)
	}
	return j.dropRuns(merged)
}

// swap lists merged in place of runs, the oldest ones.
func (j *Journal) swap(runs []run, merged run) error {
	return j.soon(&ride{
		step: StepSwap,
		fn: func(tx *bbolt.Tx) error {
			for _, r := range runs {
				if err := tx.Bucket(cutsBucket()).Delete(seqKey(r.order)); err != nil {
					return err
				}
			}
			return merged.put(tx)
		},
		then: func() { j.runs = append([]run{merged}, j.runs[len(runs):]...) },
	})
}

func (j *Journal) currentRuns() ([]run, error) {
	now := j.shown.Load()
	return slices.Clone(now.runs), now.failed
}

func (e entry) gone() bool { return len(e.stored) == tombstoneRowLen && e.stored[0] == rowGone }

// front is where one run stands in a merge.
type front struct {
	key, stored []byte
	age         int // index of its run; the higher, the newer
	cursor      *bbolt.Cursor
}

// fronts is a heap: least key first, and of equal keys the newest run's.
type fronts []front

func (h fronts) Len() int { return len(h) }

func (h fronts) Less(a, b int) bool {
	if c := bytes.Compare(h[a].key, h[b].key); c != 0 {
		return c < 0
	}
	return h[a].age > h[b].age
}

func (h fronts) Swap(a, b int) { h[a], h[b] = h[b], h[a] }

// Push is for container/heap.
func (h *fronts) Push(x any) {
	one, ok := x.(front)
	if !ok {
		panic(fmt.Sprintf("journal: a %T among fronts", x))
	}
	*h = append(*h, one)
}

// Pop is for container/heap.
func (h *fronts) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// mergedRows returns the rows behind after, newest run's first choice, tombstones included, until they exceed
// limitBytes; more says that there are further ones. The entries are copies. Their sums are right.
func mergedRows(tx *bbolt.Tx, runs []run, after []byte, limitBytes int) (entries []entry, more bool, err error) {
	h := make(fronts, 0, len(runs))
	for age, r := range runs {
		bucket := tx.Bucket(rowsBucket()).Bucket(seqKey(r.bucket))
		if bucket == nil && r.rows > 0 {
			return nil, false, fmt.Errorf("%w: run %d has no rows", errRun, r.order)
		}
		if bucket == nil {
			continue
		}
		at := front{age: age, cursor: bucket.Cursor()}
		at.key, at.stored = at.cursor.Seek(after)
		if after != nil && bytes.Equal(at.key, after) {
			at.key, at.stored = at.cursor.Next()
		}
		if at.key != nil {
			h = append(h, at)
		}
	}
	heap.Init(&h)
	size := 0
	for h.Len() > 0 {
		if size > limitBytes {
			return entries, true, nil
		}
		e := entry{key: bytes.Clone(h[0].key), stored: bytes.Clone(h[0].stored)}
		if err := checkRow(e.key, e.stored); err != nil {
			return nil, false, fmt.Errorf("row %s: %w", e.key, err)
		}
		entries = append(entries, e)
		size += len(e.key) + len(e.stored)
		h.skip(e.key)
	}
	return entries, false, nil
}

// skip moves every run that stands at key to its next row.
func (h *fronts) skip(key []byte) {
	for h.Len() > 0 && bytes.Equal((*h)[0].key, key) {
		top := &(*h)[0]
		top.key, top.stored = top.cursor.Next()
		if top.key == nil {
			heap.Pop(h)
			continue
		}
		heap.Fix(h, 0)
	}
}
