package server_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/verb"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// spoken is a daemon with a record of an hour ago and since, in which Merla said so many things, one each ten seconds.
func spoken(t *testing.T, said int) *server.Daemon {
	t.Helper()
	s, j, now := world.New(0), journal.NewMemory(), world.Time(0)
	decide := func(in world.Input) {
		t.Helper()
		rec, r := s.Decide(now, in)
		if r != nil || rec == nil {
			t.Fatalf("%T came to nothing: %v", in.Action, r)
		}
		b, err := journal.Encode(rec)
		if err == nil {
			err = j.Commit(journal.Batch{Records: []journal.Record{{Seq: rec.Seq, Bytes: b}}})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	host := world.Via{Kind: world.ViaHost}
	began := time.Now().Add(-time.Hour)
	decide(world.Input{Via: host, Action: world.Start{Build: "test", Wall: began.UnixMilli(), Seed: 7}})
	decide(world.Input{Via: host, Action: world.ApplyPack{Pack: worldtest.SmallPack()}})
	decide(world.Input{Via: host, Action: world.Create{Account: "m", Name: "Merla", Role: world.RoleWizard}})
	decide(worldtest.Typed("pc-merla", world.Enter{}))
	decide(worldtest.Typed("pc-merla", world.MintGrant{Grant: "g-1", Label: "scout", Ask: world.AskAll}))
	decide(world.Input{Actor: "pc-merla", Via: world.Via{Kind: world.ViaGrant, Grant: "g-1"}, Action: world.AskOwner{
		Print: strings.Repeat("0", 32), What: "tell Merla", Words: "the owl flies at nine",
	}})
	decide(world.Input{Via: host, Action: world.Create{Account: "b", Name: "Benno", Role: world.RolePlayer}})
	decide(worldtest.Typed("pc-benno", world.Enter{}))
	decide(worldtest.Typed("pc-merla", world.PartyInvite{Who: "pc-benno"}))
	decide(worldtest.Typed("pc-benno", world.PartyJoin{}))
	decide(worldtest.Typed("pc-benno", world.PartyTell{Text: "no owl flies"}))
	decide(worldtest.Typed("pc-benno", world.Report{Text: "an owl"}))
	for i := range said {
		now += 10 * world.Second
		decide(worldtest.Typed("pc-merla", world.Say{Text: "line " + strconv.Itoa(i+1) + " is said"}))
	}
	book, err := archive.Open(t.TempDir(), j, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &server.Daemon{Book: book}
}

// OWNERS section 2: an audit tells the wall clock beside world time, keeps to a time and to words, and says where what
// does not fit goes on, until all was told once.
func TestAudit(t *testing.T) {
	const said, page = 250, 100
	d := spoken(t, said)
	read := func(q verb.Audit) verb.RecordReport {
		t.Helper()
		r, err := d.Audit(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, q := range []verb.Audit{{Who: "pc-merla"}, {All: true}} {
		told, before := map[uint64]bool{}, []uint64{}
		for pages := 0; ; pages++ {
			r := read(q)
			for _, l := range r.Lines {
				if told[l.Seq] || l.Time == "" || !strings.Contains(l.Text, "at world time ") {
					t.Fatalf("%+v is told of %d: %+v", q, l.Seq, l)
				}
				told[l.Seq] = true
			}
			if len(r.Lines) < page {
				break
			}
			before = append(before, r.Lines[0].Seq)
			if note := fmt.Sprintf("before #%d", r.Lines[0].Seq); len(r.Notes) != 1 || !strings.Contains(r.Notes[0], note) {
				t.Fatalf("page %d says %q, want %q in it", pages, r.Notes, note)
			}
			q.Before = r.Lines[0].Seq
		}
		if len(told) < said || len(before) != said/page {
			t.Errorf("%+v: %d deeds on %d pages", q, len(told), len(before)+1)
		}
	}
	last := read(verb.Audit{Who: "pc-merla", Since: "-1800s"})
	if n := len(last.Lines); n < 69 || n > 71 || !strings.Contains(last.Lines[n-1].Text, "line 250 ") {
		t.Errorf("in the last half hour there are %d deeds, want 70", n)
	}
	since, err := d.Book.When(t.Context(), last.Lines[60].Seq)
	if err != nil {
		t.Fatal(err)
	}
	at := read(verb.Audit{Who: "pc-merla", Since: since.Format(time.DateTime)})
	if len(at.Lines) == 0 || at.Lines[0].Seq != last.Lines[60].Seq {
		t.Errorf("since the second of a deed that deed is not told: %+v", at)
	}
	if r := read(verb.Audit{All: true, Words: []string{"say", "line 7 "}}); len(r.Lines) != 1 ||
		!strings.HasPrefix(r.Lines[0].Text, "pc-merla at world time 1m10s (keyboard): Say {Text:line 7 is said}") {
		t.Errorf("by words: %+v", r)
	}
	if r := read(verb.Audit{All: true, Words: []string{"owl"}}); len(r.Lines) != 0 { // that an agent would tell
		t.Errorf("private words are found: %+v", r)
	}
	if r := read(verb.Audit{All: true, Words: []string{"askowner"}}); len(r.Lines) != 1 ||
		!strings.HasSuffix(r.Lines[0].Text, ": AskOwner {to tell Merla}") {
		t.Errorf("what an agent asked for: %+v", r)
	}
	if r := read(verb.Audit{}); len(r.Lines) != 0 || len(r.Notes) != 1 {
		t.Errorf("what was decided about people: %+v", r)
	}
	if _, err := d.Audit(t.Context(), verb.Audit{All: true, Since: "teatime"}); err == nil {
		t.Error("any word is a time")
	}
}
