package archive

import (
	"bytes"
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/segment"
)

// The index of a segment is made of terms: every text in a record that may be an id. Some terms are no ids (a word that
// somebody said alone is one), so a search decodes the records that it finds and compares what Mentioned says of them.
// In return the index is made without decoding anything, while people play.

// about returns what a segment keeps beside a record.
func about(r journal.Record) (segment.About, error) {
	var a segment.About
	seen, err := journal.Peek(r.Bytes, func(text []byte) {
		if t := TermIn(text); t != nil {
			a.Terms = append(a.Terms, t)
		}
	})
	if err == nil && seen.Seq != r.Seq {
		err = fmt.Errorf("it calls itself %d", seen.Seq)
	}
	if err != nil {
		return segment.About{}, fmt.Errorf("record %d: %w", r.Seq, err)
	}
	a.At = seen.At
	if bytes.Contains(r.Bytes, []byte(startTerm)) {
		a.Wall, a.Start, err = started(r)
	}
	return a, err
}

// peek reads the head of a record and checks its sequence.
func peek(r journal.Record) (journal.Glance, error) {
	seen, err := journal.Peek(r.Bytes, nil)
	if err == nil && seen.Seq != r.Seq {
		err = fmt.Errorf("it calls itself %d", seen.Seq)
	}
	if err != nil {
		return journal.Glance{}, fmt.Errorf("record %d: %w", r.Seq, err)
	}
	return seen, nil
}

// started returns the wall clock at a daemon's start, and whether the record is one.
func started(r journal.Record) (wall int64, ok bool, err error) {
	rec, err := decode(r)
	if err != nil {
		return 0, false, err
	}
	for i := range rec.Notices {
		if e, is := rec.Notices[i].Event.(world.Started); is {
			wall, ok = e.Wall, true
		}
	}
	return wall, ok, nil
}
