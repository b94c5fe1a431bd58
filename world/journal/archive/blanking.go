package archive

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
)

// Blank asks fn about each record from..to and puts the payload that it returns in the place of the old one; nil
// leaves a record as it is. The chain goes on over what was there. It returns how many payloads were replaced.
//
// A segment with such a record is written anew and takes the old one's place when it is whole and on the disk; fn is
// asked about its records twice and must answer alike. A crash leaves some segments done and others not: call it
// again. Readers who have the old file open read on in that. It waits for whoever holds the Book.
func (b *Book) Blank(
	ctx context.Context, from, to uint64, fn func(journal.Record) ([]byte, error),
) (count uint64, err error) {
	if b.tail == nil {
		return 0, errors.New("a record without its journal is only read")
	}
	if b.bare != nil {
		return 0, b.bare // what is sealed would keep its words
	}
	b.work.Lock()
	defer b.work.Unlock()
	in, err := b.clamp(from, to)
	if err != nil {
		return 0, err
	}
	for next := in.from; next <= in.to; {
		var n uint64
		if s, ok := b.find(next); ok {
			n, err = b.blankSealed(ctx, s, in, fn)
			next = s.Info.Last + 1
		} else {
			n, err = b.blankUnsealed(ctx, span{next, in.to}, fn)
			next = in.to + 1
		}
		count += n
		if err != nil {
			return count, fmt.Errorf("blank records: %w", err)
		}
	}
	return count, nil
}

func (b *Book) blankUnsealed(
	ctx context.Context, in span, fn func(journal.Record) ([]byte, error),
) (count uint64, err error) {
	err = b.Records(ctx, in.from, in.to, func(r journal.Record) error {
		payload, err := fn(r)
		if err != nil || payload == nil {
			return err
		}
		count++
		return b.tail.Blank(r.Seq, payload)
	})
	return count, err
}

// blankSealed writes a segment anew if a record of it is to be blanked.
func (b *Book) blankSealed(
	ctx context.Context, s Segment, in span, fn func(journal.Record) ([]byte, error),
) (count uint64, err error) {
	err = b.with(s, func(r *segment.Reader) error {
		return r.Records(ctx, in.from, in.to, func(rec journal.Record) error {
			payload, err := fn(rec)
			if payload != nil {
				return errEnough
			}
			return err
		})
	})
	if !errors.Is(err, errEnough) {
		return 0, err
	}
	records := func(w *segment.Writer) error {
		return b.with(s, func(r *segment.Reader) error {
			return r.Records(ctx, s.Info.First, s.Info.Last, func(rec journal.Record) error {
				if rec.Seq < in.from || rec.Seq > in.to {
					return add(w, rec)
				}
				payload, err := fn(rec)
				if err != nil {
					return err
				}
				if payload != nil {
					count++
					rec = blanked(rec, payload)
				}
				return add(w, rec)
			})
		})
	}
	fresh, err := b.write(s.Path, content{
		anchor: s.Info.Anchor, head: &s.Info.Head, build: s.Info.Build, rows: b.sameRows(ctx, s), records: records,
	})
	if err != nil {
		return 0, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.shelf {
		if b.shelf[i].Path == s.Path {
			b.shelf[i] = fresh
		}
	}
	return count, nil
}

// blanked returns a record with another payload, and the sum of the one it was written with.
func blanked(r journal.Record, payload []byte) journal.Record {
	if r.Was == nil {
		was := sha256.Sum256(r.Bytes)
		r.Was = &was
	}
	r.Bytes = payload
	return r
}
