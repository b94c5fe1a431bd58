package journal

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/mudlark-mud/mudlark/world"
)

// Loader is what Recover needs of a journal; *Journal and *Memory are loaders.
type Loader interface {
	Load(row func(key string, value []byte) error, tail func(Record) error) (LoadInfo, error)
}

// Recover makes the state of the current cut and the records behind it, as every start does, and checks it.
func Recover(j Loader) (*world.State, LoadInfo, error) {
	s := world.New(0)
	indexed := false
	info, err := j.Load(
		func(key string, value []byte) error { return LoadRow(s, key, value) },
		func(r Record) error {
			if !indexed {
				s.Reindex() // folding needs it
				indexed = true
			}
			rec, err := Decode(r.Bytes)
			if err != nil {
				return err
			}
			s.Fold(rec)
			return nil
		})
	if err != nil {
		return nil, info, fmt.Errorf("load the world: %w", err)
	}
	if !indexed {
		s.Reindex()
	}
	if err := s.Check(); err != nil {
		return nil, info, fmt.Errorf("the world that was loaded cannot be: %w", err)
	}
	return s, info, nil
}

// Verdict is what Verify found to be so.
type Verdict struct {
	Records int // folded
	Again   int // of them decided again, because they were decided by the present rules
	Seq     uint64
	Digest  [sha256.Size]byte
	Took    time.Duration
}

// String says it in a sentence.
func (v Verdict) String() string {
	return fmt.Sprintf("%d records folded, %d of them decided again with the same events; the world is what its journal "+
		"says (sequence %d, digest %x, %s)", v.Records, v.Again, v.Seq, v.Digest[:8], v.Took.Round(time.Millisecond))
}

// Verify folds the whole journal and decides it again, and says in words what differs first. loaded, if not
// nil, is the state that the current cut and the records after it make; it must be the same.
func Verify(j *Journal, loaded *world.State) (Verdict, error) {
	began := time.Now()
	folded, decided := world.New(0), world.New(0)
	again, records := 0, 0
	err := j.Records(1, j.Last(), func(r Record) error {
		rec, err := Decode(r.Bytes)
		if err != nil {
			return err
		}
		records++
		folded.Fold(rec)
		if rec.Rules != world.Rules {
			decided.Fold(rec)
			return nil
		}
		again++
		return decideAgain(decided, rec, r.Bytes)
	})
	if err != nil {
		return Verdict{}, err
	}
	if err := errors.Join(folded.Check(), decided.Check()); err != nil {
		return Verdict{}, fmt.Errorf("the folded world cannot be: %w", err)
	}
	states := []*world.State{folded, decided}
	if loaded != nil {
		states = append(states, loaded)
	}
	var first [sha256.Size]byte
	for i, s := range states {
		sum, err := Digest(s)
		if err != nil {
			return Verdict{}, err
		}
		if i == 0 {
			first = sum
		} else if sum != first {
			return Verdict{}, fmt.Errorf("the folded world and the %s one differ at sequence %d",
				[]string{"", "decided", "loaded"}[i], s.Seq)
		}
	}
	return Verdict{
		Records: records, Again: again, Seq: folded.Seq, Digest: first, Took: time.Since(began),
	}, nil
}

// decideAgain decides a record's action and compares every byte of what comes of it.
func decideAgain(s *world.State, rec *world.Record, want []byte) error {
	got, r := s.Decide(rec.At, world.Input{Actor: rec.Actor, Via: rec.Via, Action: rec.Action})
	switch {
	case r != nil:
		return fmt.Errorf("record %d: %T was done, and is refused now: %s", rec.Seq, rec.Action, r.Text)
	case got == nil:
		return fmt.Errorf("record %d: %T had events, and has none now", rec.Seq, rec.Action)
	}
	b, err := Encode(got)
	if err != nil {
		return err
	}
	if string(b) == string(want) {
		return nil
	}
	if have, now := len(rec.Notices), len(got.Notices); have != now {
		return fmt.Errorf("record %d: %T has %d events, and %d now", rec.Seq, rec.Action, have, now)
	}
	for i := range rec.Notices {
		if a, b := fmt.Sprintf("%+v", rec.Notices[i]), fmt.Sprintf("%+v", got.Notices[i]); a != b {
			return fmt.Errorf("record %d, event %d of %T: the journal has %s, and now it is %s", rec.Seq, i, rec.Action, a, b)
		}
	}
	return fmt.Errorf("record %d: %T is encoded otherwise now", rec.Seq, rec.Action)
}
