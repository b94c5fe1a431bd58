package mcphost

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
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
		seen, err := journal.Peek(r.Bytes, nil)
		if err != nil {
			return err
		}
		next = r.Seq
		if seen.At < s.From {
			return nil
		}
		rec, told, err := journal.DecodeFor(r.Bytes, s.Body)
		if err != nil || !told {
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
