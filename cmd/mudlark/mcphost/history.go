package mcphost

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// KeyBytes is the length of a kept key.
const KeyBytes = 32

// KeptKey reads a secret of the data folder, or makes it.
func KeptKey(path string) ([]byte, error) {
	b, err := os.ReadFile(path)
	if err == nil && len(b) == KeyBytes {
		return b, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	b = make([]byte, KeyBytes)
	if _, err := rand.Read(b); err != nil {
		return nil, fmt.Errorf("read randomness: %w", err)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		return nil, fmt.Errorf("keep the session key: %w", err)
	}
	return b, nil
}

// history reads from the record what a body was told, be it sealed or not.
type history struct {
	book *archive.Book

	mu    sync.Mutex
	heard map[uint64]audience // of records that somebody looked at, by their sequences
}

// audience is when a record was made, and the numbers of who perceived anything of it, in order. Every mind that wakes
// looks through the newest records, and so does every agent that comes back: most of which are not for them.
type audience struct {
	at  world.Time
	who []uint32
}

// audiencesMost is how many records' audiences are kept: of a few bytes each, unless many heard.
const audiencesMost = 4096

// audience tells who perceived a record.
func (h *history) audience(r journal.Record) (audience, error) {
	h.mu.Lock()
	a, ok := h.heard[r.Seq]
	h.mu.Unlock()
	if ok {
		return a, nil
	}
	seen, err := journal.Peek(r.Bytes, nil)
	if err != nil {
		return audience{}, err
	}
	who, err := journal.Perceivers(r.Bytes)
	if err != nil {
		return audience{}, err
	}
	a = audience{seen.At, who}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.heard == nil || len(h.heard) >= audiencesMost {
		h.heard = map[uint64]audience{}
	}
	h.heard[r.Seq] = a
	return a, nil
}

const historyRecordsMost = 20_000 // records looked at by one call

// Since implements game.History.
func (h *history) Since(ctx context.Context, s game.Span) ([]*loop.Told, uint64, error) {
	after := s.After
	if first := h.book.First(); first > 0 {
		after = max(after, first-1) // what was dropped cannot be told
	}
	next := s.After
	var out []*loop.Told
	errEnough := errors.New("enough")
	err := h.book.Records(ctx, after+1, after+historyRecordsMost, func(r journal.Record) error {
		if len(out) >= s.Limit {
			return errEnough
		}
		heard, err := h.audience(r)
		if err != nil {
			return err
		}
		next = r.Seq
		if _, told := slices.BinarySearch(heard.who, s.Body); heard.at < s.From || !told {
			return nil
		}
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return err
		}
		for i := range rec.Notices {
			if sense, ok := rec.Notices[i].SenseOf(s.Body); ok {
				out = append(out, &loop.Told{Notice: &rec.Notices[i], Actor: rec.Actor, Via: rec.Via, Sense: sense})
			}
		}
		return nil
	})
	switch {
	case err == nil, errors.Is(err, errEnough):
	case errors.Is(err, journal.ErrStopped):
		return nil, s.After, fmt.Errorf("read what was told: %w: %w", loop.ErrStopped, err)
	default:
		return nil, s.After, fmt.Errorf("read what was told: %w", err)
	}
	return out, next, nil
}
