package chronicle

import (
	"context"
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// Touching gives, in order, the records from..to that concern at least one of the entities under keys: that changed it
// or that name it. In segments their index says which those are, so that no other block is read; the records that are
// not sealed yet are all looked at. Bounds and errors are those of Records.
func (b *Book) Touching(
	ctx context.Context, keys []world.Key, from, to uint64, fn func(*world.Record) error,
) error {
	wanted := map[world.Key]bool{}
	for _, k := range keys {
		wanted[k] = true
	}
	return b.Records(ctx, from, to, func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return fmt.Errorf("record %d: %w", r.Seq, err)
		}
		for _, k := range Named(rec) {
			if wanted[k] {
				return fn(rec)
			}
		}
		return nil
	})
}

// TouchingBack is Touching, newest first: what a person who asks for the last few wants. End it with an error of your
// own.
func (b *Book) TouchingBack(
	ctx context.Context, keys []world.Key, from, to uint64, fn func(*world.Record) error,
) error {
	var found []*world.Record
	err := b.Touching(ctx, keys, from, to, func(r *world.Record) error {
		found = append(found, r)
		return nil
	})
	if err != nil {
		return err
	}
	for i := len(found) - 1; i >= 0; i-- {
		if err := fn(found[i]); err != nil {
			return err
		}
	}
	return nil
}
