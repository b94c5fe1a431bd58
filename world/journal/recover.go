package journal

import (
	"cmp"
	"fmt"
	"reflect"
	"runtime/debug"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/script"
)

// Loader is what Recover needs of a journal; *Journal and *Memory are loaders.
type Loader interface {
	Load(row func(key string, value []byte) error, tail func(Record) error) (LoadInfo, error)
}

// Recover makes the state of the current cut and the records behind it, as every start does, and checks it. A state in
// which things are out of place is returned as it is, with LoadInfo.Astray, if world.Start puts all of it right, which
// whoever asked has to decide before anything else.
func Recover(j Loader) (*world.State, LoadInfo, error) {
	s, info, err := load(j)
	if err != nil {
		return nil, info, err
	}
	wrong := s.Check()
	if wrong == nil {
		return s, info, nil
	}
	if !mended(s) { // which changed it, so that it is loaded once more
		return nil, info, fmt.Errorf("the world that was loaded cannot be: %w; %s", wrong, recordAdvice)
	}
	s, info, err = load(j)
	info.Astray = wrong
	return s, info, err
}

// mended tries whether all that is out of place in a state can be put right.
func mended(s *world.State) (ok bool) {
	defer func() {
		if recover() != nil { // what is out of place may be worse than anybody thought of
			ok = false
		}
	}()
	rec, _ := s.Decide(s.Now, world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Start{}})
	return rec != nil && s.Check() == nil
}

// load makes the state of the current cut and the records behind it.
func load(j Loader) (*world.State, LoadInfo, error) {
	s := script.NewWorld(0)
	rows := &ahead[Row, world.Entity]{decode: decodeRow, take: s.PutRow}
	var broken error // of the first record that could not be folded
	records := &ahead[Record, *world.Record]{decode: known, take: func(r *world.Record) {
		if broken == nil {
			broken = folded(s, r)
		}
	}}
	indexed := false
	index := func() error { // folding needs it
		if indexed {
			return nil
		}
		indexed = true
		err := rows.settle()
		s.Reindex()
		return err
	}
	info, err := j.Load(
		func(key string, value []byte) error { return rows.give(Row{Key: key, Value: value}) },
		func(r Record) error {
			if err := index(); err != nil {
				return err
			}
			return records.give(r)
		})
	for _, settle := range []func() error{index, records.settle} { // whatever it was, nothing runs on
		if settled := settle(); err == nil {
			err = settled
		}
	}
	if broken != nil { // what else there is came later
		err = broken
	}
	if err != nil {
		return nil, info, fmt.Errorf("load the world: %w", err)
	}
	return s, info, nil
}

// A RecordError says that a record cannot be taken up, though it is what was written. The file is untouched.
type RecordError struct {
	Seq   uint64
	Kind  string // of its action, where that can be read
	Err   error
	Stack []byte // where folding it met a defect; nil where it could not be read
}

const recordAdvice = "nothing was changed; if another release ran on this folder before, run that one again, " +
	"or else restore the latest backup into another data folder, keep this one, and report what this says"

// Error says which record it is and what to do.
func (e *RecordError) Error() string {
	what := "read"
	if e.Stack != nil {
		what = "folded"
	}
	return fmt.Sprintf("record %d (%s) cannot be %s: %v; %s", e.Seq, cmp.Or(e.Kind, "of no known kind"), what, e.Err,
		recordAdvice)
}

// Unwrap returns what is wrong with it.
func (e *RecordError) Unwrap() error { return e.Err }

// known decodes a record, and says which one it could not.
func known(r Record) (*world.Record, error) {
	rec, err := Decode(r.Bytes)
	if err == nil {
		return rec, nil
	}
	seen, _ := Peek(r.Bytes, nil) // of damage nothing is seen
	return nil, &RecordError{Seq: r.Seq, Kind: seen.Kind, Err: err}
}

// folded folds a record, and says which one met a defect.
func folded(s *world.State, r *world.Record) (err error) {
	defer func() {
		if p := recover(); p != nil {
			kind := reflect.TypeOf(r.Action).Name()
			err = &RecordError{Seq: r.Seq, Kind: kind, Err: fmt.Errorf("it met a defect: %v", p), Stack: debug.Stack()}
		}
	}()
	s.Fold(r)
	return nil
}
