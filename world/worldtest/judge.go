package worldtest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/script"
)

// Judge decides inputs in a world and holds it to its four promises. Make one with [NewJudge], let it decide with
// [Judge.Do], and end with [Judge.Close]: only the two together judge everything.
type Judge struct {
	// State is the live world.
	State *world.State
	// Decide is [world.State.Decide], unless a test breaks it to see the judge notice.
	Decide func(s *world.State, now world.Time, in world.Input) (*world.Record, *world.Refusal)
	// DigestEvery is how often a whole digest is taken: after every so many inputs; 0 means only by Close, which
	// catches the same faults and cannot say when they happened.
	DigestEvery int
	// CutEvery is after how many records the dirty entities are cut; 0 means never.
	CutEvery int

	auditor *Auditor
	shadow  *world.State      // folded from the bytes of records alone
	rows    map[string][]byte // the cut, as a disk would have it
	cutSeq  uint64
	log     [][]byte // every record
	inputs  int
}

// NewJudge returns a judge over a world in which nothing has happened yet.
func NewJudge() *Judge {
	j := &Judge{
		State: script.NewWorld(0), Decide: (*world.State).Decide, auditor: NewAuditor(), shadow: world.New(0),
		rows: map[string][]byte{},
	}
	return j
}

// Records returns how many records there are.
func (j *Judge) Records() int { return len(j.log) }

// Do decides an input and returns what came of it, and an error when a promise was broken.
func (j *Judge) Do(now world.Time, in world.Input) (*world.Record, *world.Refusal, error) {
	j.inputs++
	seq, at, dirty := j.State.Seq, j.State.Now, len(j.State.Dirty)
	rec, refusal := j.Decide(j.State, now, in)
	if err := j.State.Check(); err != nil {
		return rec, refusal, fmt.Errorf("%T broke the state: %w", in.Action, err)
	}
	if rec == nil {
		if j.State.Seq != seq || j.State.Now != at || len(j.State.Dirty) != dirty {
			return nil, refusal, fmt.Errorf("%T came to nothing (%s) and yet changed the state", in.Action, nothing(refusal))
		}
		return nil, refusal, j.sample()
	}
	if refusal != nil {
		return rec, refusal, fmt.Errorf("%T was refused (%s) and yet recorded", in.Action, refusal.Code)
	}
	if err := j.record(rec); err != nil {
		return rec, nil, err
	}
	return rec, nil, j.sample()
}

// record folds a record into the shadow by way of its bytes, shows it to the auditor, and cuts when it is time.
func (j *Judge) record(rec *world.Record) error {
	b, err := journal.Encode(rec)
	if err != nil {
		return fmt.Errorf("encode record %d: %w", rec.Seq, err)
	}
	again, err := journal.Decode(b)
	if err != nil {
		return fmt.Errorf("a record that cannot be read back: %w", err)
	}
	j.log = append(j.log, b)
	if err := j.fold(again); err != nil {
		return err
	}
	if err := j.auditor.Record(again); err != nil {
		return fmt.Errorf("record %d, %T: %w", rec.Seq, rec.Action, err)
	}
	if j.CutEvery > 0 && len(j.log)%j.CutEvery == 0 {
		return j.cut()
	}
	return nil
}

// fold folds into the shadow, for which a state that was spoilt may be too much.
func (j *Judge) fold(rec *world.Record) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("record %d does not fold into what the records before it made: %v", rec.Seq, p)
		}
	}()
	j.shadow.Fold(rec)
	return nil
}

func (j *Judge) cut() error {
	cut, err := journal.CutOf(j.State, j.State.TakeDirty())
	if err != nil {
		return fmt.Errorf("cut: %w", err)
	}
	j.cutSeq = cut.Seq
	for _, r := range cut.Rows {
		if r.Value == nil {
			delete(j.rows, r.Key)
			continue
		}
		j.rows[r.Key] = r.Value
	}
	return nil
}

func (j *Judge) sample() error {
	if j.DigestEvery == 0 || j.inputs%j.DigestEvery != 0 {
		return nil
	}
	return SameState(j.State, j.shadow)
}

// Close judges what is judged at the end: the live state equals the one folded from the records and the one loaded
// from the cut and the tail; the auditor agrees with it; and every recorded action, decided again, makes the same
// bytes.
func (j *Judge) Close() error {
	if err := SameState(j.State, j.shadow); err != nil {
		return fmt.Errorf("the records alone do not make this state: %w", err)
	}
	loaded, err := j.load()
	if err != nil {
		return err
	}
	if err := SameState(j.State, loaded); err != nil {
		return fmt.Errorf("cut and tail do not make this state: %w", err)
	}
	if err := loaded.Check(); err != nil {
		return fmt.Errorf("the loaded state is broken: %w", err)
	}
	if err := j.auditor.Compare(j.State); err != nil {
		return fmt.Errorf("the auditor disagrees: %w", err)
	}
	return j.again()
}

// Crash goes on with the world that a start would load, as after a crash between two inputs; the live one must be the
// same.
func (j *Judge) Crash() error {
	loaded, err := j.load()
	if err != nil {
		return err
	}
	if err := SameState(j.State, loaded); err != nil {
		return fmt.Errorf("after a crash it is not this state: %w", err)
	}
	j.State = loaded
	return nil
}

// load makes a state out of the cut and the records after it.
func (j *Judge) load() (*world.State, error) {
	s := script.NewWorld(0)
	for key, value := range world.Ordered(j.rows) {
		if err := journal.LoadRow(s, key, value); err != nil {
			return nil, err
		}
	}
	s.Reindex()
	for _, b := range j.log[j.cutSeq:] {
		rec, err := journal.Decode(b)
		if err != nil {
			return nil, err
		}
		s.Fold(rec)
	}
	return s, nil
}

// again decides every recorded action once more, from nothing.
func (j *Judge) again() error {
	s := script.NewWorld(0)
	for _, want := range j.log {
		rec, err := journal.Decode(want)
		if err != nil {
			return err
		}
		err = Again(rec, want, func(at world.Time, in world.Input) (*world.Record, *world.Refusal) {
			return j.Decide(s, at, in)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Again decides a recorded action once more and wants the record to come out that is encoded in want.
func Again(
	rec *world.Record, want []byte, decide func(world.Time, world.Input) (*world.Record, *world.Refusal),
) error {
	again, refusal := decide(rec.At, world.Input{Actor: rec.Actor, Via: rec.Via, Action: rec.Action})
	if again == nil {
		return fmt.Errorf("record %d, %T, decided again, comes to nothing (%s)", rec.Seq, rec.Action, nothing(refusal))
	}
	got, err := journal.Encode(again)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return fmt.Errorf("record %d, %T, decided again, differs", rec.Seq, rec.Action)
	}
	return nil
}

// SameState returns nil when two states are equal, else an error that names the first entities that differ.
func SameState(a, b *world.State) error {
	const most = 5
	keys := a.Keys()
	if other := b.Keys(); !slices.Equal(keys, other) {
		keys = append(keys, other...)
		slices.SortFunc(keys, func(x, y world.Key) int { return strings.Compare(x.String(), y.String()) })
		keys = slices.Compact(keys)
	}
	var differ []string
	for _, k := range keys {
		one, err := journal.EncodeRow(a.Row(k))
		if err != nil {
			return err
		}
		two, err := journal.EncodeRow(b.Row(k))
		if err != nil {
			return err
		}
		if !bytes.Equal(one, two) && len(differ) < most {
			differ = append(differ, fmt.Sprintf("%s: %+v and %+v", k, a.Row(k), b.Row(k)))
		}
	}
	if len(differ) > 0 {
		return fmt.Errorf("the states differ: %q", differ)
	}
	return nil
}

// nothing says why an action left no record. Most often it was not even refused, and a nil refusal is no error to wrap.
func nothing(r *world.Refusal) string {
	if r == nil {
		return "and was not refused"
	}
	return "refused: " + string(r.Code)
}
