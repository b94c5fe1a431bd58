package segment

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"io"

	"github.com/klauspost/compress/zstd"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// Header is what a Writer is told before the first row.
type Header struct {
	Anchor journal.Head // before the first record
	Clock  Clock        // the reading of the wall clock in force before it; its Seq does not matter
	Build  string       // the release that seals
	Note   []byte       // something more to keep, at most NoteBytesMost
}

// About is what the file keeps beside a record, so that it can be found without being decoded.
type About struct {
	At    world.Time
	Terms [][]byte // by which it shall be found; they are copied
	Start bool     // it is a daemon's start
	Wall  int64    // the wall clock then
}

// A Writer writes one segment from front to back: rows, then records, then Close. After an error it is of no use.
type Writer struct {
	to     io.Writer
	sum    hash.Hash
	offset uint64
	enc    *zstd.Encoder

	s       summary
	head    journal.Head
	lastKey string
	index   postings
	err     error

	open   block  // being filled
	raw    []byte // what is in it
	stored []byte // reused
	at     world.Time
	closed bool
}

// NewWriter begins a segment. What it writes goes to w in large pieces; flushing and closing are the caller's.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	if len(h.Note) > NoteBytesMost {
		return nil, fmt.Errorf("a note %w: it has %d bytes", ErrOrder, len(h.Note))
	}
	enc, err := newEncoder()
	if err != nil {
		return nil, fmt.Errorf("make an encoder: %w", err)
	}
	h.Clock.Seq = h.Anchor.Seq
	sw := &Writer{
		to: w, sum: sha256.New(), enc: enc, head: h.Anchor,
		index: postings{of: map[string]*posting{}, anchor: h.Anchor.Seq},
	}
	sw.s = summary{
		First: h.Anchor.Seq + 1, Last: h.Anchor.Seq, Anchor: h.Anchor.Sum, Build: h.Build, Note: h.Note,
		Clocks: []Clock{h.Clock},
		Blocks: []block{},
	}
	head := binary.BigEndian.AppendUint32([]byte(magic), Format)
	if err := sw.write(head); err != nil {
		return nil, err
	}
	return sw, nil
}

// Row adds one entity of the state before the first record. Keys come in order, and all rows before any record.
func (w *Writer) Row(key string, value []byte) error {
	switch {
	case w.err != nil:
		return w.err
	case w.s.Last >= w.s.First || w.closed:
		return w.fail(fmt.Errorf("row %q %w: records were written already", key, ErrOrder))
	case key <= w.lastKey || len(key) > keyBytesMost:
		return w.fail(fmt.Errorf("row %q %w: the last one was %q", key, ErrOrder, w.lastKey))
	case len(value) > entryBytesMost:
		return w.fail(fmt.Errorf("row %q %w: it has %d bytes", key, ErrOrder, len(value)))
	}
	if w.open.Count == 0 {
		w.open = block{Kind: kindRows, Key: key}
	}
	w.raw = appendSized(w.raw, []byte(key))
	w.raw = appendSized(w.raw, value)
	w.open.Count++
	w.lastKey = key
	w.s.Rows++
	w.s.RowBytes += uint64(len(key) + len(value))
	if len(w.raw) < blockBytesTarget {
		return nil
	}
	return w.fail(w.flush())
}

// Record adds the next record.
func (w *Writer) Record(r journal.Record, a About) error {
	if w.err != nil {
		return w.err
	}
	head, err := w.head.Next(r)
	switch {
	case err != nil:
		return w.fail(err)
	case w.closed || len(r.Bytes) > entryBytesMost || w.s.Last+1-w.s.First >= RecordsMost:
		return w.fail(fmt.Errorf("record %d %w: the segment is full or the record too long", r.Seq, ErrOrder))
	case w.s.Last >= w.s.First && a.At < w.s.To:
		return w.fail(fmt.Errorf("record %d %w: its time is before that of the last", r.Seq, ErrOrder))
	}
	if w.open.Kind != kindRecords {
		if err := w.flush(); err != nil {
			return w.fail(err)
		}
	}
	if w.open.Count == 0 {
		w.open = block{Kind: kindRecords, First: r.Seq, At: a.At}
		w.at = a.At
	}
	w.add(r, a.At)
	if w.s.Last < w.s.First {
		w.s.From = a.At
	}
	w.head, w.s.Last, w.s.To = head, r.Seq, a.At
	if a.Start {
		w.s.Clocks = append(w.s.Clocks, Clock{Seq: r.Seq, At: a.At, Wall: a.Wall})
	}
	for _, term := range a.Terms {
		w.index.add(term, r.Seq)
	}
	if len(w.raw) < blockBytesTarget && w.open.Count < blockRecordsMost {
		return nil
	}
	return w.fail(w.flush())
}

// add puts a record into the open block.
func (w *Writer) add(r journal.Record, at world.Time) {
	w.raw = binary.AppendUvarint(w.raw, uint64(at-w.at)) // times never go back
	w.at = at
	if r.Was != nil {
		w.raw = append(w.raw, recordBlanked)
		w.raw = append(w.raw, r.Was[:]...)
		w.s.Blanked++
	} else {
		w.raw = append(w.raw, recordWhole)
	}
	w.raw = appendSized(w.raw, r.Bytes)
	w.open.Count++
	w.s.RecordBytes += uint64(len(r.Bytes))
}

// Of a record in a block, the flag says whether the sum of what was there stands before the payload.
const (
	recordWhole   = 0
	recordBlanked = 1
)

// Clock sets the reading of the wall clock in force before the first record, where it is found among the rows.
func (w *Writer) Clock(c Clock) {
	c.Seq = w.s.First - 1
	w.s.Clocks[0] = c
}

// Full reports whether the segment should be closed, because it is near one of its limits whatever its bytes are.
func (w *Writer) Full() bool {
	return w.s.Last+1-w.s.First >= RecordsMost || len(w.s.Clocks) >= ClocksMost || w.index.heavy()
}

// RecordBytes returns how many bytes of payloads were written so far.
func (w *Writer) RecordBytes() uint64 { return w.s.RecordBytes }

// Close writes the index, the summary and the footer, and returns what the segment says of itself.
func (w *Writer) Close() (Info, error) {
	if w.err != nil {
		return Info{}, w.err
	}
	if w.closed {
		return Info{}, fmt.Errorf("a second close %w", ErrOrder)
	}
	w.closed = true
	if err := w.finish(); err != nil {
		return Info{}, w.fail(err)
	}
	return w.s.info(int64(w.offset)), w.enc.Close()
}

func (w *Writer) finish() error {
	if err := w.flush(); err != nil {
		return err
	}
	if err := w.writeIndex(); err != nil {
		return err
	}
	w.s.Head = w.head.Sum
	raw, err := modes.enc.Marshal(&w.s)
	if err != nil {
		return fmt.Errorf("encode the summary: %w", err)
	}
	if len(raw) > summaryBytesMost {
		return fmt.Errorf("the summary %w: it has %d bytes", ErrOrder, len(raw))
	}
	at := w.offset
	stored, err := w.frame(kindSummary, 0, raw)
	if err != nil {
		return err
	}
	return w.writeFooter(footer{at: at, raw: uint32(len(raw)), stored: stored})
}

// flush writes the open block, if anything is in it.
func (w *Writer) flush() error {
	if w.open.Count == 0 {
		return nil
	}
	if len(w.s.Blocks) >= blocksMost {
		return fmt.Errorf("a block %w: there are %d", ErrOrder, blocksMost)
	}
	b := w.open
	b.Offset, b.Raw = w.offset, uint32(len(w.raw))
	var err error
	if b.Stored, err = w.frame(b.Kind, uint64(len(w.s.Blocks)), w.raw); err != nil {
		return err
	}
	w.s.Blocks = append(w.s.Blocks, b)
	w.open, w.raw = block{}, w.raw[:0]
	return nil
}

// frame writes one compressed block behind its head and returns its stored size.
func (w *Writer) frame(k kind, number uint64, raw []byte) (uint32, error) {
	w.stored = w.enc.EncodeAll(raw, w.stored[:0])
	f := frame{kind: k, number: number, raw: uint32(len(raw)), stored: uint32(len(w.stored))}
	if err := w.write(f.appendTo(make([]byte, 0, frameBytes), w.stored)); err != nil {
		return 0, err
	}
	return f.stored, w.write(w.stored)
}

func (w *Writer) write(b []byte) error {
	n, err := w.to.Write(b)
	w.offset += uint64(n)
	if err != nil {
		return fmt.Errorf("write a segment: %w", err)
	}
	w.sum.Write(b)
	return nil
}

// fail remembers the first error.
func (w *Writer) fail(err error) error {
	if w.err == nil {
		w.err = err
	}
	return err
}

func appendSized(b, part []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(part))), part...)
}
