// Package recall answers what a person asks of the record about one thing, person or place: what happened to it, each
// hand it went through, what of that name there was, and what would bring it back.
//
// Its one idea: the answer is read from records, which name what they speak of, and never from what is now. So it can
// be given of whoever and whatever is no more. It is bounded: a page of sentences, the newest last, and where to go on.
//
// Reading takes its time and must not be done on the world's writer. Everything here is safe for many goroutines.
package recall

import (
	"context"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/chronicle"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// Book is what is read; a *chronicle.Book is one.
type Book interface {
	First() uint64
	Last() uint64
	At(ctx context.Context, seq uint64, progress chronicle.Progress) (*world.State, error)
	Records(ctx context.Context, from, to uint64, fn func(journal.Record) error) error
	Touching(ctx context.Context, keys []world.Key, from, to uint64, fn func(*world.Record) error) error
	TouchingBack(ctx context.Context, keys []world.Key, from, to uint64, fn func(*world.Record) error) error
	When(ctx context.Context, seq uint64) (time.Time, error)
	SeqAt(ctx context.Context, wall time.Time) (uint64, error)
}
