package main

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/record"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// moment is the world as it was right after a record.
type moment struct {
	seq    uint64
	digest [sha256.Size]byte
}

// moment notes how the world is now.
func (h *tavern) moment() moment {
	h.t.Helper()
	var m moment
	var err error
	h.see(func(s *world.State, _ world.Time) {
		m.seq = s.Seq
		m.digest, err = journal.Digest(s)
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return m
}

// refolds makes the world of a folder anew from its record alone, without what minds remember and what models said,
// and holds it against how it once was while everybody lived in it; and has everything decided again, of which at least
// so much was wanted by minds. S0-04: the same record has the same world, and what minds, clocks and dice came to is in
// it.
func refolds(t *testing.T, dir string, byMinds int, once ...moment) {
	t.Helper()
	if err := os.Remove(filepath.Join(dir, store.FileName)); err != nil {
		t.Fatal(err)
	}
	e := &command.Env{Ctx: t.Context(), Stdout: t.Output(), Stderr: t.Output()}
	b, err := record.OpenRecordWith(e, dir, record.RecordAlone, command.QuietFlag{Quiet: true})
	if err != nil {
		t.Fatal(err)
	}
	s, wanted, met := world.New(0), 0, 0
	err = b.Book.Records(e.Ctx, 0, b.Book.Last(), func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return err
		}
		s.Fold(rec)
		if rec.Via.Kind == world.ViaMind {
			wanted++
		}
		for _, m := range once {
			if m.seq != rec.Seq {
				continue
			}
			got, err := journal.Digest(s)
			if err != nil {
				return err
			}
			met++
			if got != m.digest {
				t.Errorf("after record %d the world made of the record is %x, and it was %x", m.seq, got, m.digest)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if wanted < byMinds || met != len(once) {
		t.Errorf("minds wanted %d of it, want at least %d; %d moments of %d were met", wanted, byMinds, met, len(once))
	}
	v, err := (&record.VerifyCmd{Data: dir, QuietFlag: command.QuietFlag{Quiet: true}}).Verify(e)
	if err != nil {
		t.Fatal(err)
	}
	if !v.Holds() || v.Again != s.Seq {
		t.Errorf("decided again: %+v, want all of %d as it was", v.Verdict, s.Seq)
	}
}
