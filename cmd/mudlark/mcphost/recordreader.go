package mcphost

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// past reads the record for agents that read. It is fact.Past.
type past struct {
	book *archive.Book
}

// pastRecordsMost is how far back agents read: one of them must not have a whole evening's record gone through.
const pastRecordsMost = 200_000

// Room implements fact.Past.
func (p past) Room(ctx context.Context, id world.RoomID, fn func(*world.Record) bool) error {
	return p.back(ctx, archive.KeyOf(id), fn)
}

// Actor implements fact.Past.
func (p past) Actor(ctx context.Context, id world.ActorID, fn func(*world.Record) bool) error {
	return p.back(ctx, archive.KeyOf(id), fn)
}

func (p past) back(ctx context.Context, key world.Key, fn func(*world.Record) bool) error {
	first, last := p.book.First(), p.book.Last()
	if first == 0 || last < first {
		return nil
	}
	if last-first >= pastRecordsMost {
		first = last - pastRecordsMost + 1
	}
	errEnough := errors.New("enough")
	err := p.book.TouchingBack(ctx, []world.Key{key}, first, last, func(rec *world.Record) error {
		if !fn(rec) {
			return errEnough
		}
		return nil
	})
	switch {
	case err == nil, errors.Is(err, errEnough):
		return nil
	case errors.Is(err, journal.ErrStopped):
		return fmt.Errorf("read what happened: %w: %w", loop.ErrStopped, err)
	}
	return fmt.Errorf("read what happened: %w", err)
}

// When implements fact.Past.
func (p past) When(ctx context.Context, seq uint64) (time.Time, error) {
	at, err := p.book.When(ctx, seq)
	if err != nil {
		return at, fmt.Errorf("find when record %d was: %w", seq, err)
	}
	return at, nil
}
