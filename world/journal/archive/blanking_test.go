package archive_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
)

// silence blanks what was said.
func silence(r journal.Record) ([]byte, error) {
	rec, err := journal.Decode(r.Bytes)
	if err != nil {
		return nil, err
	}
	say, ok := rec.Action.(world.Say)
	if !ok || say.Text == "" {
		return nil, nil
	}
	say.Text = ""
	rec.Action = say
	for i := range rec.Notices {
		if said, ok := rec.Notices[i].Event.(world.Said); ok {
			said.Text = ""
			rec.Notices[i].Event = said
		}
	}
	return journal.Encode(rec)
}

func TestBlank(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Options{})
	st := newStage(t, j)
	st.play(200)
	st.cut()
	st.play(40)
	failing := false
	b := book(t, dir, j, archive.Options{Inject: func(s archive.Step) error {
		if failing && s == archive.StepFlushed {
			return errCrash
		}
		return nil
	}})
	sealAll(t, b)
	segments, head := b.Segments(), b.Head()
	spoken := uint64(0)
	for i, raw := range st.raw {
		payload, err := silence(journal.Record{Seq: uint64(i) + 1, Bytes: raw})
		if err != nil {
			t.Fatal(err)
		}
		if payload != nil {
			spoken++
		}
	}
	failing = true
	if n, err := b.Blank(context.Background(), 0, b.Last(), silence); !errors.Is(err, errCrash) || n != 0 {
		t.Errorf("%d were blanked before the crash: %v", n, err)
	}
	st.holds(b)
	failing = false
	n, err := b.Blank(context.Background(), segments[1].Info.First+1, segments[2].Info.First, silence)
	if err != nil || n == 0 || n >= spoken {
		t.Errorf("%d of %d were blanked in one segment (%v)", n, spoken, err)
	}
	more, err := b.Blank(context.Background(), 0, b.Last(), silence)
	if err != nil || n+more != spoken {
		t.Errorf("%d and %d were blanked, want %d (%v)", n, more, spoken, err)
	}
	if again, err := b.Blank(context.Background(), 0, b.Last(), silence); again != 0 || err != nil {
		t.Errorf("and %d once more (%v)", again, err)
	}
	st.silenced(b, spoken)
	if b.Head() != head {
		t.Errorf("the chain ends at %s, want %s", b.Head(), head)
	}
	st.silenced(book(t, dir, j, archive.Options{}), spoken)
}

// silenced asks that everything is there but what was said.
func (st *stage) silenced(b *archive.Book, spoken uint64) {
	st.t.Helper()
	head, blanked := b.Anchor(), uint64(0)
	err := b.Records(context.Background(), 0, b.Last(), func(r journal.Record) (err error) {
		was := st.raw[r.Seq-1]
		switch {
		case r.Was != nil && *r.Was != sha256.Sum256(was):
			st.t.Errorf("record %d: the sum is not that of what was there", r.Seq)
		case r.Was == nil && !bytes.Equal(r.Bytes, was):
			st.t.Errorf("record %d is another, and not blanked", r.Seq)
		}
		if r.Was != nil {
			blanked++
			st.raw[r.Seq-1] = r.Bytes
			defer func() { st.raw[r.Seq-1] = was }()
		}
		if bytes.Contains(r.Bytes, []byte("thing that was said")) {
			st.t.Errorf("record %d still says it", r.Seq)
		}
		head, err = head.Next(r)
		return err
	})
	if err != nil || head != b.Head() || blanked != spoken {
		st.t.Errorf("%d blanked records, want %d; the chain comes out at %s, want %s (%v)",
			blanked, spoken, head, b.Head(), err)
	}
	st.holdsTouching(b, []world.Key{archive.KeyOf(world.ActorID("pc-anna"))})
	sealed := uint64(0)
	for _, s := range b.Segments() {
		sealed += s.Info.Blanked
	}
	if sealed == 0 || sealed == spoken {
		st.t.Errorf("%d of %d blanked records are in segments", sealed, spoken)
	}
}

func TestBlankWithoutAJournal(t *testing.T) {
	dir := t.TempDir()
	sealed(t, dir)
	b := book(t, dir, nil, archive.Options{})
	if _, err := b.Blank(context.Background(), 0, 1, silence); err == nil {
		t.Error("segments alone were blanked")
	}
}
