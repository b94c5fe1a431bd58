package proof_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/chronicle"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/proof"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// evening is a small story, as a list of records.
func evening(t *testing.T) []*world.Record {
	t.Helper()
	s := world.New(0)
	now := world.Time(0)
	var out []*world.Record
	do := func(in world.Input) {
		t.Helper()
		now += world.Second
		rec, r := s.Decide(now, in)
		if r != nil || rec == nil {
			t.Fatalf("%T: %v", in.Action, r)
		}
		// By way of its bytes, so that nothing is shared with the state.
		b, err := journal.Encode(rec)
		if err != nil {
			t.Fatal(err)
		}
		rec, err = journal.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, rec)
	}
	for _, in := range worldtest.Genesis() {
		do(in)
	}
	for _, name := range []string{"Anna", "Benno", "Clara"} {
		do(world.Input{
			Via:    world.Via{Kind: world.ViaHost},
			Action: world.Create{Account: world.AccountID("a-" + strings.ToLower(name)), Name: name, Role: world.RolePlayer},
		})
		do(worldtest.Typed(world.ActorID("pc-"+strings.ToLower(name)), world.Enter{}))
	}
	do(worldtest.Typed("pc-anna", world.Take{Items: []world.ItemID{"brass-key-01"}}))
	do(worldtest.Typed("pc-anna", world.Give{Items: []world.ItemID{"brass-key-01"}, To: "pc-benno"}))
	do(worldtest.Typed("pc-benno", world.Tell{To: "pc-anna", Text: "meet me where the bell hangs"}))
	do(worldtest.Typed("pc-benno", world.Say{Text: "Good evening."}))
	do(worldtest.Typed("pc-benno", world.Move{Dir: world.North}))
	do(worldtest.Typed("pc-clara", world.Emote{Text: "waits."}))
	return out
}

// kept puts records into a journal.
func kept(t *testing.T, records []*world.Record) *journal.Memory {
	t.Helper()
	m := journal.NewMemory()
	for _, rec := range records {
		b, err := journal.Encode(rec)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Commit(journal.Batch{Records: []journal.Record{{Seq: rec.Seq, Bytes: b}}}); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// The places of some deeds in the evening, from 0.
const (
	theEnter = 3
	theGive  = 9
	theTell  = 10
	theSay   = 11
	theMove  = 12
)

func verify(t *testing.T, tail chronicle.Tail, o proof.Options) *proof.Verdict {
	t.Helper()
	b, err := chronicle.Open(t.TempDir(), tail, chronicle.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := proof.Verify(context.Background(), b, tail, o)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestVerifyHolds(t *testing.T) {
	records := evening(t)
	m := kept(t, records)
	v := verify(t, m, proof.Options{Receipts: []journal.Head{m.Head(), {}}})
	if !v.Holds() {
		t.Fatal(v.First().About)
	}
	want := uint64(len(records))
	if v.Records != want || v.Again != want || v.From != 1 || v.To != want || v.Trusted || v.Head != m.Head().String() {
		t.Errorf("got %+v", v)
	}
	for _, check := range []string{
		proof.CheckChain, proof.CheckRecords, proof.CheckAgain, proof.CheckSound, proof.CheckLoaded,
		proof.CheckReceipt,
	} {
		if !slices.ContainsFunc(v.Findings, func(f proof.Finding) bool { return f.Check == check && f.Holds }) {
			t.Errorf("%s was not found to hold in %+v", check, v.Findings)
		}
	}
}

// TestVerifyNamesTheFirstDifference plants one difference of each kind and reads the sentence that it gives.
func TestVerifyNamesTheFirstDifference(t *testing.T) {
	give := func(rs []*world.Record) *world.ItemGiven {
		e := rs[theGive].Notices[0].Event.(world.ItemGiven)
		return &e
	}
	for _, c := range []struct {
		name  string
		plant func(rs []*world.Record) []*world.Record
		check string
		want  string // what stands in the sentence, parts split by |
	}{
		{"another receiver", func(rs []*world.Record) []*world.Record {
			e := give(rs)
			e.To = "pc-clara"
			rs[theGive].Notices[0].Event = *e
			return rs
		}, proof.CheckAgain, `record 10 (Give by pc-anna (keyboard))|event 1 of 1, ItemGiven|field To|` +
			`the journal says "pc-clara"|decided again, it is "pc-benno"`},
		{"one event more", func(rs []*world.Record) []*world.Record {
			rs[theSay].Notices = append(rs[theSay].Notices, world.Notice{Event: world.Hushed{Actor: "pc-benno", To: "pc-anna"}})
			return rs
		}, proof.CheckAgain, `record 12|another number of events|the journal says 2 events|decided again, it is 1 event`},
		{"another event", func(rs []*world.Record) []*world.Record {
			rs[theSay].Notices[0].Event = world.Emoted{Actor: "pc-benno", Text: "Good evening."}
			return rs
		}, proof.CheckAgain, `record 12|gives another event|Emoted|Said`},
		{"refused now", func(rs []*world.Record) []*world.Record {
			rs[theMove].Action = world.Move{Dir: "sideways"}
			return rs
		}, proof.CheckAgain, `record 13|is refused when it is decided again|1 event|`},
		{"nothing comes of it now", func(rs []*world.Record) []*world.Record {
			rs[theSay].Action = world.Enter{}
			return rs
		}, proof.CheckAgain, `record 12|has none when it is decided again`},
		{"others perceived it", func(rs []*world.Record) []*world.Record {
			rs[theSay].Notices[0].To = rs[theSay].Notices[0].To[:1]
			return rs
		}, proof.CheckAgain, `record 12|lets others perceive it|event 1 of 1, Said`},
		{"another name", func(rs []*world.Record) []*world.Record {
			rs[theGive].Notices[0].Captions[0].Name = "Mallory"
			return rs
		}, proof.CheckAgain, `record 10|calls something by another name|"Mallory"`},
		{"another place", func(rs []*world.Record) []*world.Record {
			rs[theSay].Notices[0].Room = "loft"
			return rs
		}, proof.CheckAgain, `record 12|makes it happen elsewhere|"loft"|"quay"`},
		{"private words", func(rs []*world.Record) []*world.Record {
			rs[theTell].Notices[0].Event = world.Told{Actor: "pc-benno", To: "pc-anna", Text: "another word"}
			return rs
		}, proof.CheckAgain, `record 11|other words that were meant for few`},
		{"does not fold", func(rs []*world.Record) []*world.Record {
			e := give(rs)
			e.Item = "no-such-thing"
			rs[theGive].Notices[0].Event = *e
			return rs
		}, proof.CheckRecords, `record 10|does not fold into what the records before it made`},
		{"an impossible world", func(rs []*world.Record) []*world.Record {
			e := rs[theMove].Notices[0].Event.(world.Moved)
			e.To = "nowhere"
			rs[theMove].Notices[0].Event = e
			return rs
		}, proof.CheckSound, `record 14|the world that comes out cannot be`},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := verify(t, kept(t, c.plant(evening(t))), proof.Options{})
			i := slices.IndexFunc(v.Findings, func(f proof.Finding) bool { return f.Check == c.check })
			if i < 0 || v.Holds() || v.Findings[i].Holds || !v.Findings[i].Seen {
				t.Fatalf("got %+v, want %s to differ", v.Findings, c.check)
			}
			got := v.Findings[i].About
			for part := range strings.SplitSeq(c.want, "|") {
				if !strings.Contains(got, part) {
					t.Errorf("got %q, want it to say %q", got, part)
				}
			}
			if strings.Contains(got, "bell") || strings.Contains(got, "another word\"") {
				t.Errorf("got %q, which shows private words", got)
			}
			t.Log(got)
		})
	}
}
