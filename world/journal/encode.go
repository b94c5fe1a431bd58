package journal

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"

	"github.com/mudlark-mud/mudlark/world"
)

// The major types of CBOR that are written here (RFC 8949, 3.1).
const (
	majorUint  = 0 << 5
	majorNeg   = 1 << 5
	majorBytes = 2 << 5
	majorText  = 3 << 5
	majorArray = 4 << 5
	majorMap   = 5 << 5
	majorOther = 7 << 5

	simpleTrue = 21 // of majorOther
)

// Encode turns a world record into the bytes that are kept.
func Encode(r *world.Record) ([]byte, error) {
	var w encoder
	if err := w.record(r); err != nil {
		return nil, err
	}
	return w.Bytes(), nil
}

// EncodeAll is Encode for the records of a batch, in one piece of memory.
func EncodeAll(records []*world.Record) ([]Record, error) {
	var w encoder
	w.Grow(len(records) * recordBytesUsual)
	out, ends := make([]Record, len(records)), make([]int, len(records))
	for i, r := range records {
		if err := w.record(r); err != nil {
			return nil, fmt.Errorf("record %d: %w", r.Seq, err)
		}
		ends[i] = w.Len()
	}
	for i, from := 0, 0; i < len(records); i++ {
		out[i] = Record{Seq: records[i].Seq, Bytes: w.Bytes()[from:ends[i]:ends[i]]}
		from = ends[i]
	}
	return out, nil
}

// recordBytesUsual is what most records take.
const recordBytesUsual = 320

// encoder writes what wireRecord describes. What all records have it writes itself, byte for byte as the codec would:
// most of a record is that, and a general encoder took a fifth of what a command costs. Actions and events are the
// codec's.
type encoder struct{ bytes.Buffer }

// head writes the beginning of a value: its type and its number or length, in the shortest way.
func (w *encoder) head(major byte, n uint64) {
	const inByte, inTwo, inFour, inEight = 24, 25, 26, 27
	switch to := w.AvailableBuffer(); {
	case n < inByte:
		w.WriteByte(major | byte(n))
	case n < 1<<8:
		w.Write(append(to, major|inByte, byte(n)))
	case n < 1<<16:
		w.Write(binary.BigEndian.AppendUint16(append(to, major|inTwo), uint16(n)))
	case n < 1<<32:
		w.Write(binary.BigEndian.AppendUint32(append(to, major|inFour), uint32(n)))
	default:
		w.Write(binary.BigEndian.AppendUint64(append(to, major|inEight), n))
	}
}

func (w *encoder) int(n int64) {
	if n < 0 {
		w.head(majorNeg, ^uint64(n))
		return
	}
	w.head(majorUint, uint64(n))
}

func (w *encoder) text(s string) {
	w.head(majorText, uint64(len(s)))
	w.WriteString(s)
}

// field begins a field of a map; fields come in the order of their numbers.
func (w *encoder) field(number uint64) { w.head(majorUint, number) }

func (w *encoder) record(r *world.Record) error {
	fields := uint64(6)
	if r.At != 0 {
		fields++
	}
	if r.Actor != "" {
		fields++
	}
	w.head(majorMap, fields)
	w.field(1)
	w.head(majorUint, r.Seq)
	if r.At != 0 {
		w.field(2)
		w.int(int64(r.At))
	}
	w.field(3)
	w.int(int64(r.Rules))
	if r.Actor != "" {
		w.field(4)
		w.text(string(r.Actor))
	}
	w.field(5)
	w.via(r.Via)
	w.field(6)
	w.text(reflect.TypeOf(r.Action).Name())
	w.field(7)
	if err := codec.enc.MarshalToBuffer(r.Action, &w.Buffer); err != nil {
		return fmt.Errorf("encode action %T: %w", r.Action, err)
	}
	w.field(8)
	w.head(majorArray, uint64(len(r.Notices)))
	for i := range r.Notices {
		if err := w.notice(&r.Notices[i]); err != nil {
			return err
		}
	}
	return nil
}

func (w *encoder) notice(n *world.Notice) error {
	fields := uint64(2)
	for _, size := range []int{len(n.Room), len(n.Captions), len(n.To)} {
		if size > 0 {
			fields++
		}
	}
	w.head(majorMap, fields)
	w.field(1)
	w.text(reflect.TypeOf(n.Event).Name())
	w.field(2)
	if err := codec.enc.MarshalToBuffer(n.Event, &w.Buffer); err != nil {
		return fmt.Errorf("encode event %T: %w", n.Event, err)
	}
	if n.Room != "" {
		w.field(3)
		w.text(string(n.Room))
	}
	if len(n.Captions) > 0 {
		w.field(4)
		w.head(majorArray, uint64(len(n.Captions)))
		for _, c := range n.Captions {
			w.caption(c)
		}
	}
	if len(n.To) == 0 {
		return nil
	}
	w.field(5)
	w.head(majorArray, uint64(len(n.To)))
	for _, g := range n.To {
		w.group(g)
	}
	return nil
}

// entry writes a field that goes by a name. Such fields come in the order of their names' lengths, then of the names.
func (w *encoder) entry(name, value string) {
	w.text(name)
	w.text(value)
}

func (w *encoder) via(v world.Via) {
	fields := uint64(1)
	for _, s := range [...]string{string(v.By), string(v.Key), string(v.Sum), string(v.Grant)} {
		if s != "" {
			fields++
		}
	}
	if v.Told {
		fields++
	}
	w.head(majorMap, fields)
	if v.By != "" {
		w.entry("by", string(v.By))
	}
	if v.Key != "" {
		w.entry("key", string(v.Key))
	}
	if v.Sum != "" {
		w.entry("sum", string(v.Sum))
	}
	w.entry("kind", string(v.Kind))
	if v.Told {
		w.text("told")
		w.head(majorOther, simpleTrue)
	}
	if v.Grant != "" {
		w.entry("grant", string(v.Grant))
	}
}

func (w *encoder) caption(c world.Caption) {
	if c.A == "" {
		w.head(majorMap, 3)
	} else {
		w.head(majorMap, 4)
		w.entry("a", c.A)
	}
	w.entry("i", c.ID)
	w.entry("k", string(c.Kind))
	w.entry("n", c.Name)
}

// group writes a group with its numbers as the steps between them: see wireGroup.
func (w *encoder) group(g world.Group) {
	w.head(majorMap, 2)
	w.field(1)
	w.head(majorUint, uint64(g.Sense))
	w.field(2)
	size, last := 0, uint32(0)
	for _, num := range g.Who {
		size, last = size+varintLen(num-last), num
	}
	w.head(majorBytes, uint64(size))
	w.Grow(size)
	last = 0
	for _, num := range g.Who {
		w.Write(binary.AppendUvarint(w.AvailableBuffer(), uint64(num-last)))
		last = num
	}
}

func varintLen(n uint32) int {
	size := 1
	for ; n >= 1<<7; n >>= 7 {
		size++
	}
	return size
}
