package segment

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// posting is the list of records that concern one entity, as differences.
type posting struct {
	last  uint64
	count uint64
	diffs []byte
}

// postings is the index while it grows.
type postings struct {
	of     map[world.Key]*posting
	anchor uint64 // the sequence before the segment's first
	bytes  int    // about what it takes in memory
}

const (
	indexMemoryMost  = 64 << 20
	postingBytesIdle = 160 // what an entry costs beside its bytes, about
)

// add notes that record seq concerns an entity. Sequences come in order.
func (p *postings) add(k world.Key, seq uint64) {
	one := p.of[k]
	if one == nil {
		one = &posting{last: p.anchor}
		p.of[k] = one
		p.bytes += postingBytesIdle + len(k.ID)
	}
	if one.last == seq {
		return
	}
	before := cap(one.diffs)
	one.diffs = binary.AppendUvarint(one.diffs, seq-one.last)
	one.last = seq
	one.count++
	p.bytes += cap(one.diffs) - before
}

// heavy reports whether the index has become as large as one may be.
func (p *postings) heavy() bool { return p.bytes > indexMemoryMost }

// writeIndex writes the index in the order of its keys.
func (w *Writer) writeIndex() error {
	keys := make(map[string]world.Key, len(w.index.of))
	for k := range w.index.of {
		keys[k.String()] = k
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if len(key) > keyBytesMost {
			return fmt.Errorf("key %q %w: it is too long", key, ErrOrder)
		}
		one := w.index.of[keys[key]]
		if w.open.Count == 0 {
			w.open = block{Kind: kindIndex, Key: key}
		}
		w.raw = appendSized(w.raw, []byte(key))
		w.raw = binary.AppendUvarint(w.raw, one.count)
		w.raw = appendSized(w.raw, one.diffs)
		w.open.Count++
		w.s.Keys++
		if len(w.raw) >= indexBytesTarget {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
	return w.flush()
}
