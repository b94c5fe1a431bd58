package segment

import (
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// Clock is a reading of the wall clock: at a daemon's start, world time At was wall clock Wall. It holds until the
// next.
type Clock struct {
	_    struct{}   `cbor:",toarray"`
	Seq  uint64     // the record that says it; in the first of a segment, the sequence before its first record
	At   world.Time // world time then
	Wall int64      // Unix milliseconds then
}

// Time returns the wall clock at a world time by this reading.
func (c Clock) Time(at world.Time) time.Time {
	return time.UnixMilli(c.Wall).Add(time.Duration(at-c.At) * time.Millisecond)
}

// Info is what a segment says of itself.
type Info struct {
	First, Last uint64       // the records in it, both included; Last is First-1 when there are none
	Anchor      journal.Head // before the first record
	Head        journal.Head // behind the last
	From, To    world.Time   // of the first and the last record
	Clocks      []Clock      // in force before the first record, and then each that a record brought
	Build       string       // the release that sealed it
	Note        []byte       // what its writer added, of no meaning here; nil when nothing

	Rows, RowBytes uint64 // of the state before First
	RecordBytes    uint64 // payloads before compression
	Blanked        uint64 // records whose payload was blanked since they were written
	Terms          uint64 // in the index
	Bytes          int64  // the file
}

// Began returns the wall clock at the first record.
func (i *Info) Began() time.Time { return i.Clock(i.First).Time(i.From) }

// Ended returns the wall clock at the last record.
func (i *Info) Ended() time.Time { return i.Clock(i.Last).Time(i.To) }

// Clock returns the reading of the wall clock in force when record seq was decided.
func (i *Info) Clock(seq uint64) Clock {
	found := Clock{}
	for _, c := range i.Clocks {
		if c.Seq > seq {
			break
		}
		found = c
	}
	return found
}

// Records returns how many there are.
func (i *Info) Records() uint64 { return i.Last + 1 - i.First }

// summary is how Info and the list of blocks stand in the file. Its fields have numbers, so that one whose zero means
// what older files meant can be added; Clock and block cannot grow.
type summary struct {
	First       uint64      `cbor:"1,keyasint"`
	Last        uint64      `cbor:"2,keyasint"`
	Anchor      journal.Sum `cbor:"3,keyasint"`
	Head        journal.Sum `cbor:"4,keyasint"`
	From        world.Time  `cbor:"5,keyasint,omitempty"`
	To          world.Time  `cbor:"6,keyasint,omitempty"`
	Clocks      []Clock     `cbor:"7,keyasint"`
	Build       string      `cbor:"8,keyasint,omitempty"`
	Note        []byte      `cbor:"9,keyasint,omitempty"`
	Rows        uint64      `cbor:"10,keyasint,omitempty"`
	RowBytes    uint64      `cbor:"11,keyasint,omitempty"`
	RecordBytes uint64      `cbor:"12,keyasint,omitempty"`
	Blanked     uint64      `cbor:"13,keyasint,omitempty"`
	Terms       uint64      `cbor:"14,keyasint,omitempty"`
	Blocks      []block     `cbor:"15,keyasint"`
}

// block is one entry of the list of blocks.
type block struct {
	_           struct{} `cbor:",toarray"`
	Kind        kind
	Offset      uint64
	Raw, Stored uint32
	Count       uint32     // rows, records or terms in it
	First       uint64     // the first record's sequence
	At          world.Time // the first record's time
	Key         string     // the first row's or index entry's key
}

func (s *summary) info(size int64) Info {
	return Info{
		First: s.First, Last: s.Last, From: s.From, To: s.To, Clocks: s.Clocks, Build: s.Build, Note: s.Note,
		Anchor: journal.Head{Seq: s.First - 1, Sum: s.Anchor}, Head: journal.Head{Seq: s.Last, Sum: s.Head},
		Rows: s.Rows, RowBytes: s.RowBytes, RecordBytes: s.RecordBytes, Blanked: s.Blanked, Terms: s.Terms, Bytes: size,
	}
}
