package journal_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// played loads a state and records behind it, as a journal does.
type played struct {
	cut     *journal.Cut
	records []journal.Record
}

func (p played) Load(row func(string, []byte) error, tail func(journal.Record) error) (journal.LoadInfo, error) {
	for _, r := range p.cut.Rows {
		if err := row(r.Key, r.Value); err != nil {
			return journal.LoadInfo{}, err
		}
	}
	for _, r := range p.records {
		if err := tail(r); err != nil {
			return journal.LoadInfo{}, err
		}
	}
	return journal.LoadInfo{}, nil
}

// crowded is a world of some hundreds, and what they said since: more rows and records than are decoded at a time.
func crowded(t *testing.T) (*world.State, played) {
	t.Helper()
	const people, words = 600, 2_000
	s := worldtest.Small()
	var who []world.ActorID
	for i := range people {
		who = append(who, worldtest.Join(s, s.Now, worldtest.Person{
			Name: fmt.Sprintf("Z%c%c", 'a'+i/26, 'a'+i%26), Account: world.AccountID(fmt.Sprintf("a-%d", i)),
		}))
		if _, r := s.Decide(s.Now, worldtest.Typed(who[i], world.Depart{})); r != nil {
			t.Fatal(r.Text)
		}
	}
	cut, err := journal.CutOf(s, s.Keys())
	if err != nil {
		t.Fatal(err)
	}
	p := played{cut: cut}
	for i := range words {
		deed := world.Action(world.Enter{})
		if i/people%2 == 1 {
			deed = world.Depart{}
		}
		rec, r := s.Decide(s.Now+1, worldtest.Typed(who[i%people], deed))
		if r != nil {
			t.Fatal(r.Text)
		}
		b, err := journal.Encode(rec)
		if err != nil {
			t.Fatal(err)
		}
		p.records = append(p.records, journal.Record{Seq: rec.Seq, Bytes: b})
	}
	return s, p
}

// TestRecoverInOrder: rows and records are decoded side by side and taken in their order; of several that cannot be
// read the first is named.
func TestRecoverInOrder(t *testing.T) {
	want, p := crowded(t)
	got, _, err := journal.Recover(p)
	if err != nil {
		t.Fatal(err)
	}
	a, errA := journal.Digest(want)
	b, errB := journal.Digest(got)
	if errA != nil || errB != nil || a != b {
		t.Errorf("got a world of digest %x, want %x; %v, %v", b, a, errA, errB)
	}
	seq := p.records[700].Seq
	for _, i := range []int{1_800, 701, 700} {
		p.records[i].Bytes = []byte("x")
	}
	_, _, err = journal.Recover(p)
	if broken, ok := errors.AsType[*journal.RecordError](err); !ok || broken.Seq != seq {
		t.Errorf("got %v, want that record %d cannot be read", err, seq)
	}
	for _, i := range []int{600, 301, 300} {
		p.cut.Rows[i].Value = []byte("x")
	}
	if _, _, err = journal.Recover(p); err == nil || !strings.Contains(err.Error(), p.cut.Rows[300].Key+":") {
		t.Errorf("got %v, want that row %s cannot be read", err, p.cut.Rows[300].Key)
	}
}
