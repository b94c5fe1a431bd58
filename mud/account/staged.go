package account

import (
	"bytes"
	"maps"
	"slices"
	"sync"
)

// Staged shows rows as they will be once everything handed to the committer is durable. Without it two sign-ups for one
// name, a millisecond apart, would both find the name free. Stage puts when they are submitted; call Settled with the
// same puts once they are durable (or have failed). It may be used from any goroutine.
type Staged struct {
	base Rows

	mu      sync.RWMutex
	pending map[rowKey]pendingRow
}

type rowKey struct{ bucket, key string }

type pendingRow struct {
	value []byte // nil: deleted
	puts  int    // how many staged puts of this row have not settled
}

// NewStaged lays a view over durable rows.
func NewStaged(base Rows) *Staged {
	return &Staged{base: base, pending: map[rowKey]pendingRow{}}
}

// Stage shows puts from now on. Stage them in the order in which they are committed.
func (s *Staged) Stage(puts []Put) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range puts {
		k := rowKey{p.Bucket, string(p.Key)}
		s.pending[k] = pendingRow{value: bytes.Clone(p.Value), puts: s.pending[k].puts + 1}
	}
}

// Settled forgets staged puts: what they said is in the rows below by now. A row staged twice is shown until both
// settled.
func (s *Staged) Settled(puts []Put) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range puts {
		k := rowKey{p.Bucket, string(p.Key)}
		row, ok := s.pending[k]
		if row.puts--; !ok || row.puts <= 0 {
			delete(s.pending, k)
			continue
		}
		s.pending[k] = row
	}
}

// Get implements Rows.
func (s *Staged) Get(bucket string, key []byte) ([]byte, error) {
	s.mu.RLock()
	row, ok := s.pending[rowKey{bucket, string(key)}]
	s.mu.RUnlock()
	if ok {
		return row.value, nil
	}
	return s.base.Get(bucket, key)
}

// Scan implements Rows. It gathers the rows below first, so keep prefixes narrow.
func (s *Staged) Scan(bucket string, prefix []byte, fn func(k, v []byte) error) error {
	rows := map[string][]byte{}
	// The pending rows are read first: a put that settles meanwhile is then seen twice rather than not at all.
	s.mu.RLock()
	pending := map[string][]byte{}
	for k, row := range s.pending {
		if k.bucket == bucket && bytes.HasPrefix([]byte(k.key), prefix) {
			pending[k.key] = row.value
		}
	}
	s.mu.RUnlock()
	err := s.base.Scan(bucket, prefix, func(k, v []byte) error {
		rows[string(k)] = bytes.Clone(v)
		return nil
	})
	if err != nil {
		return err
	}
	maps.Copy(rows, pending)
	for _, k := range slices.Sorted(maps.Keys(rows)) {
		if rows[k] == nil {
			continue
		}
		if err := fn([]byte(k), rows[k]); err != nil {
			return err
		}
	}
	return nil
}
