package screens

import (
	"context"
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/mud/gmcp"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/loop"
)

const (
	missedRecordsMost = 20_000 // records looked at for one who comes back
	missedRecordsEach = 1_000  // of them at a time
	missedReadersMost = 2      // who look at once; others wait
)

// missedReader reads from the record what somebody's character was told while they were away.
type missedReader struct {
	book    *archive.Book
	readers chan struct{}
}

func newMissedReader(book *archive.Book) *missedReader {
	return &missedReader{book: book, readers: make(chan struct{}, missedReadersMost)}
}

// away is what a character may have been told meanwhile: it alone, since it was made, behind a sequence and up to when
// it came back.
type away struct {
	body      uint32
	born      world.Time
	after, to uint64
}

// told returns the newest of what the character was told, the oldest of it first, and whether there was more.
func (l *missedReader) told(ctx context.Context, w away) (told []*loop.Told, more bool, err error) {
	if w.after >= w.to {
		return nil, false, nil
	}
	select {
	case l.readers <- struct{}{}:
		defer func() { <-l.readers }()
	case <-ctx.Done():
		return nil, false, ctx.Err()
	}
	first := w.after + 1
	if from := max(l.book.First(), 1); first < from {
		first, more = from, true
	}
	if w.to >= missedRecordsMost && first <= w.to-missedRecordsMost {
		first, more = w.to-missedRecordsMost+1, true
	}
	for to := w.to; to >= first && to > 0; to -= min(missedRecordsEach, to) {
		from := first
		if to-first >= missedRecordsEach {
			from = to - missedRecordsEach + 1
		}
		part, err := l.part(ctx, w, from, to)
		if err != nil {
			return nil, false, err
		}
		told = slices.Concat(part, told)
		if n := len(told) - gmcp.MissedLinesMost; n > 0 {
			return told[n:], true, nil
		}
	}
	return told, more, nil
}

func (l *missedReader) part(ctx context.Context, w away, from, to uint64) (told []*loop.Told, err error) {
	err = l.book.Records(ctx, from, to, func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return err
		}
		if rec.At < w.born {
			return nil
		}
		for i := range rec.Notices {
			sense, ok := rec.Notices[i].SenseOf(w.body)
			if _, back := rec.Notices[i].Event.(world.Rejoined); back && sense&world.Did != 0 {
				continue // that they came back is no news to them
			}
			if ok {
				told = append(told, &loop.Told{Notice: &rec.Notices[i], Actor: rec.Actor, Via: rec.Via, Sense: sense})
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read what was missed: %w", err)
	}
	return told, nil
}
