package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"github.com/mudlark-mud/mudlark/ai/mcp/wish"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// Wishes to be forgotten lie in a table of the database, each under its number, for minds that live elsewhere and may
// be away just now.
const (
	wishBucket = "forgotten"
	wishesMost = 10_000 // then the oldest goes: a mind that was away for so many has to begin anew
)

// wishes knows what players wish of minds that live elsewhere. It is wish.Book.
type wishes struct {
	d *daemon

	mu  sync.Mutex
	all []wish.Forgotten // oldest first
}

var _ wish.Book = (*wishes)(nil)

// openWishes reads what was wished.
func openWishes(d *daemon) (*wishes, error) {
	w := &wishes{d: d}
	err := d.journal.Scan(wishBucket, nil, func(_, value []byte) error {
		var one wish.Forgotten
		if err := json.Unmarshal(value, &one); err != nil {
			d.log.Warn("a wish to be forgotten cannot be read and is passed over", slog.Any("err", err))
			return nil
		}
		w.all = append(w.all, one)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read who wished to be forgotten: %w", err)
	}
	return w, nil
}

// Agreed implements wish.Book.
func (w *wishes) Agreed(player world.ActorID, host string) bool {
	m := w.d.minds.Load()
	return m != nil && m.yes.agreed(string(player), host)
}

// Forgotten implements wish.Book.
func (w *wishes) Forgotten(after uint64, most int) (people []wish.Forgotten, newest uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	i, _ := slices.BinarySearchFunc(w.all, after+1, func(f wish.Forgotten, n uint64) int {
		return int(min(max(int64(f.N)-int64(n), -1), 1))
	})
	people = slices.Clone(w.all[i:min(i+most, len(w.all))])
	if n := len(w.all); n > 0 {
		newest = w.all[n-1].N
	}
	return people, newest
}

// forgets writes down that somebody wishes to be forgotten, for minds that live elsewhere.
func (w *wishes) forgets(ctx context.Context, person world.ActorID, names []string) error {
	if w == nil { // no agents' door was opened, so nobody elsewhere hears of anything
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	one := wish.Forgotten{N: 1, Person: person, Names: slices.Clone(names)}
	if n := len(w.all); n > 0 {
		one.N = w.all[n-1].N + 1
	}
	value, err := json.Marshal(one)
	if err != nil {
		return fmt.Errorf("write a wish: %w", err)
	}
	puts := []journal.Put{{Bucket: wishBucket, Key: wishKey(one.N), Value: value}}
	kept := w.all
	if len(kept) >= wishesMost {
		puts = append(puts, journal.Put{Bucket: wishBucket, Key: wishKey(kept[0].N)})
		kept = kept[1:]
	}
	if _, err := w.d.loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Puts: puts}
	}); err != nil {
		return fmt.Errorf("keep who wishes to be forgotten: %w", err)
	}
	w.all = append(kept, one)
	return nil
}

func wishKey(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }
