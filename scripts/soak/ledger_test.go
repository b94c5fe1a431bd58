package soak_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/scripts/soak"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// history is the records of a small world, and of so many arrivals, the last of whom has a name.
func history(t *testing.T, arrivals int, last string) []journal.Record {
	t.Helper()
	s := world.New(0)
	var records []journal.Record
	decide := func(in world.Input) {
		rec, refusal := s.Decide(0, in)
		if rec == nil || refusal != nil {
			t.Fatalf("%T: %v", in.Action, refusal)
		}
		b, err := journal.Encode(rec)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, journal.Record{Seq: rec.Seq, Bytes: b})
	}
	for _, in := range worldtest.Genesis() {
		decide(in)
	}
	for i := range arrivals {
		name := "Anna" + strings.Repeat("a", i)
		if i == arrivals-1 {
			name = last
		}
		decide(world.Input{
			Via:    world.Via{Kind: world.ViaHost},
			Action: world.Create{Account: world.AccountID("acc-" + strings.ToLower(name)), Name: name, Role: world.RolePlayer},
		})
	}
	return records
}

// keep writes a journal with these records into a new folder.
func keep(t *testing.T, records []journal.Record) string {
	t.Helper()
	dir := t.TempDir()
	j, err := journal.Open(dir, journal.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Commit(journal.Batch{Records: records}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestLedger reads one record, and then what may have become of it.
func TestLedger(t *testing.T) {
	const before = 3
	first := history(t, before, "Bert")
	longer := history(t, before+1, "Carl")
	for _, c := range []struct {
		name string
		then []journal.Record
		want string // in the error; "": it is well
	}{
		{"the same", first, ""},
		{"more", append(append([]journal.Record(nil), first...), journal.Record{
			Seq: uint64(len(first)) + 1, Bytes: again(t, first),
		}), ""},
		{"an old record that was changed", longer, "not what they were"},
		{"fewer", first[:len(first)-1], "are left"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := soak.NewLedger()
			scratch := filepath.Join(t.TempDir(), "copy")
			if _, err := l.Read(t.Context(), keep(t, first), scratch); err != nil {
				t.Fatal(err)
			}
			found, err := l.Read(t.Context(), keep(t, c.then), scratch)
			switch {
			case c.want != "":
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("got %v, want an error that says %q", err, c.want)
				}
			case err != nil:
				t.Error(err)
			case found.Head.Seq != uint64(len(c.then)):
				t.Errorf("got %d records, want %d", found.Head.Seq, len(c.then))
			}
		})
	}
}

// again is one more record that follows.
func again(t *testing.T, records []journal.Record) []byte {
	t.Helper()
	s := world.New(0)
	for _, r := range records {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		s.Fold(rec)
	}
	rec, refusal := s.Decide(0, world.Input{
		Via:    world.Via{Kind: world.ViaHost},
		Action: world.Create{Account: "acc-dora", Name: "Dora", Role: world.RolePlayer},
	})
	if refusal != nil {
		t.Fatal(refusal)
	}
	b, err := journal.Encode(rec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
