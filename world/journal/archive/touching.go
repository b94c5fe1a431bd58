package archive

import (
	"bytes"
	"context"
	"slices"
	"sort"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
)

// scanRecordsMost is how many records of the journal's file are looked at before what was found is handed out.
const scanRecordsMost = 10_000

// Touching gives, in order, the records from..to that concern at least one of the entities under keys; what concerns
// whom, [mention.In] says. In segments their index says which those are, so that no other block is read; the records
// that are not sealed yet are all looked at. Bounds and errors are those of Records.
func (b *Book) Touching(
	ctx context.Context, keys []world.Key, from, to uint64, fn func(*world.Record) error,
) error {
	in, err := b.clamp(from, to)
	if err != nil {
		return err
	}
	w := newWanted(keys)
	for next := in.from; next <= in.to; {
		part, err := b.touching(ctx, w, b.part(next, in))
		if err != nil {
			return err
		}
		if part.moved {
			continue
		}
		if err := part.each(ctx, w, fn); err != nil {
			return err
		}
		next = part.to + 1
	}
	return nil
}

// TouchingBack is Touching, newest first: what a person who asks for the last few wants. End it with an error of your
// own.
func (b *Book) TouchingBack(
	ctx context.Context, keys []world.Key, from, to uint64, fn func(*world.Record) error,
) error {
	in, err := b.clamp(from, to)
	if err != nil {
		return err
	}
	w := newWanted(keys)
	for next := in.to; next >= in.from && next > 0; {
		part, err := b.touching(ctx, w, b.partBack(next, in))
		if err != nil {
			return err
		}
		if part.moved {
			continue
		}
		slices.Reverse(part.seqs)
		if err := part.each(ctx, w, fn); err != nil {
			return err
		}
		next = part.from - 1
	}
	return nil
}

// clamp is what Records does with its bounds.
func (b *Book) clamp(from, to uint64) (span, error) {
	first, last := b.reach()
	if from == 0 {
		from = first
	}
	if from < first {
		return span{}, b.outside(from)
	}
	return span{from, min(to, last)}, nil
}

// part is one segment's share of a reading, or some of the records that are not sealed.
type part struct {
	span
	book   *Book
	sealed *Segment // nil for those that are not

	seqs  []uint64                 // which of them concern the wanted; in a segment, which of them may
	found map[uint64]*world.Record // those of them that are not sealed
	moved bool                     // they were sealed while they were read: look for them anew
}

// part is the part that begins at a sequence.
func (b *Book) part(next uint64, in span) *part {
	if s, ok := b.find(next); ok {
		return &part{book: b, sealed: &s, span: span{next, min(in.to, s.Info.Last)}}
	}
	return &part{book: b, span: span{next, min(in.to, next+scanRecordsMost-1)}}
}

// partBack is the part that ends at a sequence.
func (b *Book) partBack(next uint64, in span) *part {
	if s, ok := b.find(next); ok {
		return &part{book: b, sealed: &s, span: span{max(in.from, s.Info.First), next}}
	}
	from := in.from
	if b.tail != nil {
		from = max(from, b.tail.Anchor().Seq+1)
	}
	if next >= scanRecordsMost {
		from = max(from, next-scanRecordsMost+1)
	}
	return &part{book: b, span: span{min(from, next), next}}
}

// touching finds out which records of a part concern the wanted.
func (b *Book) touching(ctx context.Context, w *wanted, p *part) (*part, error) {
	if p.sealed != nil {
		return p, b.with(*p.sealed, func(r *segment.Reader) error {
			seqs, err := r.Holding(ctx, w.terms)
			i := sort.Search(len(seqs), func(i int) bool { return seqs[i] >= p.from })
			j := sort.Search(len(seqs), func(i int) bool { return seqs[i] > p.to })
			p.seqs = seqs[i:j]
			return err
		})
	}
	p.found = map[uint64]*world.Record{}
	next, err := b.unsealed(ctx, p.from, p.to, func(r journal.Record) error {
		rec, err := w.in(r)
		if rec != nil {
			p.seqs = append(p.seqs, r.Seq)
			p.found[r.Seq] = rec
		}
		return err
	})
	p.moved = next <= p.to
	return p, err
}

// each hands out the records of a part that concern the wanted, in the order of their list.
func (p *part) each(ctx context.Context, w *wanted, fn func(*world.Record) error) error {
	if p.sealed == nil {
		for _, seq := range p.seqs {
			if err := fn(p.found[seq]); err != nil {
				return err
			}
		}
		return nil
	}
	if len(p.seqs) == 0 {
		return nil
	}
	return p.book.with(*p.sealed, func(r *segment.Reader) error {
		return r.Pick(ctx, p.seqs, func(raw journal.Record) error {
			rec, err := w.in(raw)
			if rec == nil || err != nil {
				return err
			}
			return fn(rec)
		})
	})
}

// wanted is whom a reading is about.
type wanted struct {
	set   map[world.Key]bool
	terms []string // of which one is in every record that concerns them
	raw   [][]byte // the same
}

func newWanted(keys []world.Key) *wanted {
	w := &wanted{set: map[world.Key]bool{}}
	for _, k := range keys {
		w.set[k] = true
		w.terms, w.raw = append(w.terms, Term(k)), append(w.raw, []byte(Term(k)))
	}
	return w
}

// in returns the record if it concerns the wanted, else nil.
func (w *wanted) in(r journal.Record) (*world.Record, error) {
	// Decoding costs a hundred times as much as looking for the ids, and most records name none of them.
	if !slices.ContainsFunc(w.raw, func(n []byte) bool { return bytes.Contains(r.Bytes, n) }) {
		return nil, nil
	}
	rec, err := decode(r)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(Mentioned(rec), func(k world.Key) bool { return w.set[k] }) {
		return nil, nil
	}
	return rec, nil
}
