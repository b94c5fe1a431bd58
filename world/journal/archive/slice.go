package archive

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
)

// SliceOptions say what a slice shall hold.
type SliceOptions struct {
	From, To uint64 // records, both included
	// Full leaves everything as it is; else private words are blanked, and accounts and the labels of tokens get other
	// names. Either way the chain can be followed.
	Full bool
	// Note is kept with the slice, such as what crashed behind it.
	Note []byte
	// Build is the release that cuts it.
	Build string
	// Progress is told of records.
	Progress Progress
}

// Slice says what a slice holds.
type Slice struct {
	From     uint64    `json:"from"`
	To       uint64    `json:"to"`
	Records  uint64    `json:"records"`
	Began    time.Time `json:"began"`
	Ended    time.Time `json:"ended"`
	People   int       `json:"people"`  // who acted in it
	Blanked  uint64    `json:"blanked"` // records whose private words were taken out
	Texts    int       `json:"texts"`   // texts that were
	Accounts int       `json:"accounts"`
	Bytes    int64     `json:"bytes"`
	Anchor   string    `json:"anchor"`
	Head     string    `json:"head"`
}

// CutSlice writes a piece of the record as a segment of its own: the state before From, and the records from there to
// To.
func CutSlice(ctx context.Context, b *Book, w io.Writer, o SliceOptions) (*Slice, error) {
	switch {
	case o.From == 0 || o.From > o.To:
		return nil, fmt.Errorf("a slice from record %d to %d is none", o.From, o.To)
	case o.From < b.First():
		return nil, outside(b, o.From)
	case o.To > b.Last():
		return nil, outside(b, o.To)
	case o.To-o.From >= segment.RecordsMost:
		return nil, fmt.Errorf("a slice holds at most %d records, and those from %d to %d are more", segment.RecordsMost,
			o.From, o.To)
	}
	anchor, err := b.HeadAt(ctx, o.From-1)
	if err != nil {
		return nil, err
	}
	base, err := b.At(ctx, o.From-1, o.Progress)
	if err != nil {
		return nil, err
	}
	c := &cutter{o: o, people: map[world.ActorID]bool{}, state: base}
	c.out, err = segment.NewWriter(w, segment.Header{
		Anchor: anchor, Clock: segment.Clock{At: base.WallAt, Wall: base.Wall}, Build: o.Build, Note: o.Note,
	})
	if err != nil {
		return nil, fmt.Errorf("begin a slice: %w", err)
	}
	if err := c.rows(); err != nil {
		return nil, err
	}
	if err := b.Records(ctx, o.From, o.To, c.record); err != nil {
		return nil, err
	}
	info, err := c.out.Close()
	if err != nil {
		return nil, fmt.Errorf("end a slice: %w", err)
	}
	c.done.From, c.done.To, c.done.Records = info.First, info.Last, info.Records()
	c.done.Began, c.done.Ended = info.Began(), info.Ended()
	c.done.People, c.done.Accounts, c.done.Bytes = len(c.people), c.mask.Accounts(), info.Bytes
	c.done.Anchor, c.done.Head = info.Anchor.String(), info.Head.String()
	return &c.done, nil
}

func outside(b *Book, seq uint64) error {
	return &RangeError{Seq: seq, First: b.First(), Last: b.Last()}
}

// cutter cuts one slice.
type cutter struct {
	o      SliceOptions
	out    *segment.Writer
	state  *world.State
	mask   world.Disguise
	people map[world.ActorID]bool
	done   Slice
}

// rows writes the state before the first record.
func (c *cutter) rows() error {
	if !c.o.Full {
		c.mask.State(c.state)
	}
	for _, k := range c.state.Keys() {
		value, err := journal.EncodeRow(c.state.Row(k))
		if err != nil {
			return fmt.Errorf("row %s: %w", k, err)
		}
		if err := c.out.Row(k.String(), value); err != nil {
			return fmt.Errorf("write the state before record %d: %w", c.o.From, err)
		}
	}
	c.state = nil
	return nil
}

// record writes one record, without what is no business of whoever reads the slice.
func (c *cutter) record(r journal.Record) error {
	rec, err := journal.Decode(r.Bytes)
	if err != nil {
		return fmt.Errorf("record %d: %w", r.Seq, err)
	}
	if rec.Actor != "" {
		c.people[rec.Actor] = true
	}
	if !c.o.Full {
		if r, err = c.disguised(r, rec); err != nil {
			return err
		}
	}
	about, err := about(r)
	if err == nil {
		err = c.out.Record(r, about)
	}
	if err != nil {
		return fmt.Errorf("write record %d: %w", r.Seq, err)
	}
	if n := r.Seq - c.o.From + 1; c.o.Progress != nil && (n%progressEvery == 0 || r.Seq == c.o.To) {
		c.o.Progress(n, c.o.To-c.o.From+1)
	}
	return nil
}

func (c *cutter) disguised(r journal.Record, rec *world.Record) (journal.Record, error) {
	quiet, texts := world.BlankPrivate(rec)
	if texts > 0 {
		c.done.Blanked++
		c.done.Texts += texts
	}
	masked, names := c.mask.Record(quiet)
	if texts+names == 0 {
		return r, nil
	}
	bytes, err := journal.Encode(masked)
	if err != nil {
		return r, fmt.Errorf("record %d: %w", r.Seq, err)
	}
	if r.Was == nil {
		was := sha256.Sum256(r.Bytes)
		r.Was = &was
	}
	r.Bytes = bytes
	return r, nil
}
