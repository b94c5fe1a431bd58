package server

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// A world whose state does not hold, as earlier releases could leave one behind a pack, starts all the same: what is
// out of place lies on the floor, the log says so once, and the next start finds nothing amiss (OWNERS D1).
func TestThingsOutOfPlace(t *testing.T) {
	dir := t.TempDir()
	p := worldtest.SmallPack()
	if err := begun(t, dir, p, nil); err != nil {
		t.Fatal(err)
	}
	misplace(t, dir, []world.Event{
		world.ItemMade{Item: "chest-900", Proto: "chest", Place: world.Place{Room: "market"}},
		world.ItemMade{Item: "bag-901", Proto: "pouch", Place: world.Place{Item: "chest-900"}},
		world.ItemMade{Item: "pearl-902", Proto: "pearl", Place: world.Place{Item: "bag-901"}},
		world.ItemMade{Item: "pearl-903", Proto: "pearl", Place: world.Place{Room: "nowhere"}},
	})
	for _, wants := range []bool{true, false} {
		var log bytes.Buffer
		d, err := OpenDaemon(dir, slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- d.Loop.Run(ctx) }()
		if err := d.Begin(ctx, nil); err != nil {
			t.Error(err)
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		s := d.Machine.State()
		if err := s.Check(); err != nil {
			t.Error(err)
		}
		if got := s.Items["pearl-902"].At; got != (world.Place{Room: "market"}) {
			t.Errorf("the pearl of the bag lies in %+v, want on the floor of the market", got)
		}
		if got := s.Items["pearl-903"].At; got != (world.Place{Room: p.Start}) {
			t.Errorf("the pearl of no place lies in %+v, want at the start", got)
		}
		if got := strings.Count(log.String(), "were out of place"); (got == 1) != wants {
			t.Errorf("the log says %d times that things were out of place:\n%s", got, &log)
		}
		if err := d.Journal.Close(); err != nil {
			t.Error(err)
		}
	}
}

// misplace writes a record of events that no rule would let happen.
func misplace(t *testing.T, dir string, events []world.Event) {
	t.Helper()
	j, err := journal.Open(dir, journal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := journal.Recover(j)
	if err != nil {
		t.Fatal(err)
	}
	rec, refusal := s.Decide(s.Now, world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Start{Build: "test"}})
	if refusal != nil {
		t.Fatal(refusal)
	}
	for _, e := range events {
		rec.Notices = append(rec.Notices, world.Notice{Event: e})
	}
	b, err := journal.Encode(rec)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Commit(journal.Batch{Records: []journal.Record{{Seq: rec.Seq, Bytes: b}}}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}
