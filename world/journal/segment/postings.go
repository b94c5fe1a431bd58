package segment

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// posting is the list of records that hold one term, as differences.
type posting struct {
	last  uint64
	count uint64
	diffs []byte
}

// postings is the index while it grows.
type postings struct {
	of     map[string]*posting
	anchor uint64 // the sequence before the segment's first
	bytes  int    // about what it takes in memory
}

const (
	indexMemoryMost  = 64 << 20
	postingBytesIdle = 160 // what an entry costs beside its bytes, about
)

// add notes that record seq holds a term. Sequences come in order.
func (p *postings) add(term []byte, seq uint64) {
	one := p.of[string(term)]
	if one == nil {
		one = &posting{last: p.anchor}
		p.of[string(term)] = one
		p.bytes += postingBytesIdle + len(term)
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

// writeIndex writes the index in the order of its terms.
func (w *Writer) writeIndex() error {
	for _, term := range slices.Sorted(maps.Keys(w.index.of)) {
		if len(term) > keyBytesMost {
			return fmt.Errorf("term %q %w: it is too long", term, ErrOrder)
		}
		one := w.index.of[term]
		if w.open.Count == 0 {
			w.open = block{Kind: kindIndex, Key: term}
		}
		w.raw = appendSized(w.raw, []byte(term))
		w.raw = binary.AppendUvarint(w.raw, one.count)
		w.raw = appendSized(w.raw, one.diffs)
		w.open.Count++
		w.s.Terms++
		if len(w.raw) >= indexBytesTarget {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
	return w.flush()
}
