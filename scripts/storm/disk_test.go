package storm_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/scripts/storm"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// newDisk returns a disk over an empty journal.
func newDisk() *storm.Disk { return storm.NewDisk(journal.NewMemory(), (*journal.Memory).Commit) }

// batch is the record behind a sequence.
func batch(last uint64) journal.Batch {
	return journal.Batch{Records: []journal.Record{{Seq: last + 1, Bytes: []byte("record")}}}
}

// A crash leaves what was flushed. What was named and not flushed is there or not, as chance will have it; nobody may
// speak of it.
func TestCrash(t *testing.T) {
	for _, tt := range []struct {
		what         string
		steps        int
		unlucky      uint64
		lucky        uint64
		durable      uint64
		dead, reread uint64 // what is left when the disk dies at this stage: known at once, and at the next start
	}{
		{"begun", 0, 0, 0, 0, 0, 0}, {"written", 1, 0, 0, 0, 0, 0}, {"flushed", 2, 0, 0, 0, 0, 0},
		{"named", 3, 0, 1, 0, 0, 1}, {"done", 4, 1, 1, 1, 1, 1},
	} {
		t.Run(tt.what, func(t *testing.T) {
			for _, isLucky := range []bool{false, true} {
				d := begun(t, tt.steps)
				want := tt.unlucky
				if isLucky {
					want = tt.lucky
				}
				if d.Durable != tt.durable {
					t.Errorf("durable: got %d, want %d", d.Durable, tt.durable)
				}
				if left, _ := d.Crash(isLucky); left.Last() != want {
					t.Errorf("lucky %v: %d records are left, want %d", isLucky, left.Last(), want)
				}
			}
			d := begun(t, tt.steps)
			if d.Batch == nil {
				return // there is nothing to fail
			}
			if _, err := d.Die(d.Batch); err == nil {
				t.Error("a dead disk commits")
			}
			if got := d.Mem.Last(); got != tt.dead {
				t.Errorf("dead: the journal says %d, want %d", got, tt.dead)
			}
			if left, _ := d.Crash(false); left.Last() != tt.reread {
				t.Errorf("dead: %d records are left, want %d", left.Last(), tt.reread)
			}
		})
	}
}

// begun returns a disk with a batch that has gone so many steps.
func begun(t *testing.T, steps int) *storm.Disk {
	t.Helper()
	d := newDisk()
	d.Begin(batch(0))
	for range steps {
		if _, err := d.Step(d.Batch); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// One transaction holds the pen: a batch waits while a chunk of a cut is on its way, and goes between two chunks.
func TestOnePen(t *testing.T) {
	d := begun(t, 4)
	d.BeginCut(&journal.Cut{Seq: 1}, 1)
	if _, err := d.Step(d.Cut); err != nil {
		t.Fatal(err)
	}
	d.Begin(batch(1))
	if d.MayGo(d.Batch) || !d.MayGo(d.Cut) {
		t.Fatal("a batch goes while a chunk is being written")
	}
	for range 3 {
		if _, err := d.Step(d.Cut); err != nil {
			t.Fatal(err)
		}
	}
	if !d.MayGo(d.Batch) || d.Cut == nil {
		t.Fatal("no batch goes between two chunks")
	}
	if got := d.Mem.CutSeq(); got != 0 {
		t.Errorf("the cut is current at %d before its last chunk", got)
	}
}
