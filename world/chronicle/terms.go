package chronicle

import (
	"bytes"
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/mention"
	"github.com/mudlark-mud/mudlark/world/segment"
)

// The index of a segment is made of terms: every text in a record that could be an id. That is more than the ids (a
// word that somebody said alone is among them), so whoever looks something up decodes what he finds and holds it to
// package mention. In return nothing needs to be decoded to make the index, which is done while people play.

// About says what a segment keeps beside a record.
func About(r journal.Record) (segment.About, error) {
	var a segment.About
	seen, err := journal.Peek(r.Bytes, func(text []byte) {
		if t := mention.TermIn(text); t != nil {
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
	if bytes.Contains(r.Bytes, []byte(mention.StartTerm)) {
		a.Wall, a.Start, err = started(r)
	}
	return a, err
}

// peek looks at a record and holds it to its place.
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
