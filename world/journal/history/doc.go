// Package history answers what a person asks of the log about one item, person or place: what happened to it, who held
// it in turn, which entities had that name, and what would bring it back.
//
// Its one idea: the answer is read from records, which name the entities that they concern, and never from the present
// state. So it can be given of entities that are gone. It is bounded: a page of sentences, the newest last, and where
// to go on.
//
// Reading is slow and must not happen on the world's writer. Everything here is safe for many goroutines.
package history

import (
	"context"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
)

// Book is what is read; a *chronicle.Book is one.
type Book interface {
	First() uint64
	Last() uint64
	At(ctx context.Context, seq uint64, progress archive.Progress) (*world.State, error)
	Records(ctx context.Context, from, to uint64, fn func(journal.Record) error) error
	Touching(ctx context.Context, keys []world.Key, from, to uint64, fn func(*world.Record) error) error
	TouchingBack(ctx context.Context, keys []world.Key, from, to uint64, fn func(*world.Record) error) error
	When(ctx context.Context, seq uint64) (time.Time, error)
	SeqAt(ctx context.Context, wall time.Time) (uint64, error)
}
