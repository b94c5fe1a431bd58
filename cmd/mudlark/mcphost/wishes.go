package mcphost

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// Wishes to be forgotten lie in a table of the database, each under its number, for minds that live elsewhere and may
// be away just now.
const (
	wishBucket = "forgotten"
	wishesMost = 10_000 // people; then the oldest wish goes, and whoever was away for so many never hears of it
	namesMost  = 16     // of one person; then the oldest goes
)

// Wishes knows what players wish of minds that live elsewhere. It is game.PrivacyBook.
type Wishes struct {
	D        *server.Daemon
	consents Consents

	mu  sync.Mutex
	all []game.Forgotten // oldest first
}

var _ game.PrivacyBook = (*Wishes)(nil)

// Consents knows whose words may go to a host, and since when. To be asked since when asks nobody.
type Consents interface {
	Agreed(player, host string) bool
	Since(ctx context.Context, player, host string) (world.Time, bool)
}

// OpenWishes reads what was wished.
func OpenWishes(d *server.Daemon, c Consents) (*Wishes, error) {
	w := &Wishes{D: d, consents: c}
	err := d.Journal.Scan(wishBucket, nil, func(_, value []byte) error {
		var one game.Forgotten
		if err := json.Unmarshal(value, &one); err != nil {
			d.Log.Warn("a wish to be forgotten cannot be read and is passed over", slog.Any("err", err))
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

// Agreed implements game.PrivacyBook.
func (w *Wishes) Agreed(player world.ActorID, host string) bool {
	return w.consents.Agreed(string(player), host)
}

// Since implements game.PrivacyBook.
func (w *Wishes) Since(ctx context.Context, player world.ActorID, host string) (world.Time, bool) {
	return w.consents.Since(ctx, string(player), host)
}

// Forgotten implements game.PrivacyBook.
func (w *Wishes) Forgotten(after uint64, most int) (people []game.Forgotten, newest uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	i, _ := slices.BinarySearchFunc(w.all, after+1, func(f game.Forgotten, n uint64) int {
		return int(min(max(int64(f.N)-int64(n), -1), 1))
	})
	people = slices.Clone(w.all[i:min(i+most, len(w.all))])
	if n := len(w.all); n > 0 {
		newest = w.all[n-1].N
	}
	return people, newest
}

// Forgets writes down that somebody wishes to be forgotten, for minds that live elsewhere. What they wished before is
// in it. Wishes are numbered by the clock, so that none has the number of one that a restored world no longer knows.
func (w *Wishes) Forgets(ctx context.Context, person world.ActorID, names []string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	one := game.Forgotten{N: uint64(max(1, w.D.Now().UnixMilli())), Person: person}
	if n := len(w.all); n > 0 {
		one.N = max(one.N, w.all[n-1].N+1)
	}
	var puts []journal.Put
	var kept []game.Forgotten
	for i, other := range w.all {
		switch {
		case other.Person == person:
			one.Names = append(one.Names, other.Names...)
		case len(w.all)-i < wishesMost:
			kept = append(kept, other)
			continue
		}
		puts = append(puts, journal.Put{Bucket: wishBucket, Key: wishKey(other.N)})
	}
	for _, name := range names {
		if !slices.Contains(one.Names, name) {
			one.Names = append(one.Names, name)
		}
	}
	one.Names = one.Names[max(0, len(one.Names)-namesMost):]
	value, err := json.Marshal(one)
	if err != nil {
		return fmt.Errorf("write a wish: %w", err)
	}
	puts = append(puts, journal.Put{Bucket: wishBucket, Key: wishKey(one.N), Value: value})
	if _, err := w.D.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Puts: puts}
	}); err != nil {
		return fmt.Errorf("keep who wishes to be forgotten: %w", err)
	}
	w.all = append(kept, one)
	return nil
}

func wishKey(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }
