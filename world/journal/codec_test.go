package journal_test

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// TestWhoPerceived writes who perceived an event and reads it back, whatever their numbers.
func TestWhoPerceived(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		who := rapid.SliceOfDistinct(rapid.Uint32Range(1, math.MaxUint32), rapid.ID[uint32]).Draw(t, "who")
		slices.Sort(who)
		want := world.Notice{
			Seq: 7, Event: world.Said{Actor: "pc-ann", Text: "hello"}, Room: "quay",
			Captions: []world.Caption{{ID: "pc-ann", Kind: world.KindPerson, Name: "Ann"}},
			To:       []world.Group{{Sense: world.Saw | world.Heard, Who: who}},
		}
		b, err := journal.Encode(&world.Record{
			Seq: 7, Action: world.Say{Text: "hello"}, Notices: []world.Notice{want},
		})
		if err != nil {
			t.Fatal(err)
		}
		got, err := journal.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		n := got.Notices[0]
		if n.Room != want.Room || !slices.Equal(n.Captions, want.Captions) || !slices.Equal(n.To[0].Who, who) {
			t.Fatalf("got %+v, want %+v", n, want)
		}
	})
}

// TestPerceiversThatWereNeverWritten holds reading to numbers that go up by steps a writer would write.
func TestPerceiversThatWereNeverWritten(t *testing.T) {
	whole, err := journal.Encode(&world.Record{
		Seq: 7, Action: world.Say{}, Notices: []world.Notice{{
			Event: world.Said{}, To: []world.Group{{Sense: 1, Who: []uint32{0xabcdef, 0xabcdf0}}},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	steps := []byte{0xef, 0x9b, 0xaf, 0x05, 0x01}
	if !bytes.Contains(whole, steps) {
		t.Fatalf("the steps are not in %x", whole)
	}
	for name, bad := range map[string][]byte{
		"the same number twice":     {0xef, 0x9b, 0xaf, 0x05, 0x00},
		"a step that does not end":  {0xef, 0x9b, 0xaf, 0x05, 0x80},
		"a number out of range":     {0xff, 0xff, 0xff, 0xff, 0x1f},
		"a step longer than needed": {0xef, 0x9b, 0xaf, 0x85, 0x00},
	} {
		if got, err := journal.Decode(bytes.Replace(whole, steps, bad, 1)); err == nil {
			t.Errorf("%s was read as %+v", name, got.Notices[0].To)
		}
	}
}

// FuzzDecode: whatever bytes stand where a record should, reading them ends, and what was read can be written.
func FuzzDecode(f *testing.F) {
	for _, e := range world.EventKinds() {
		b, err := journal.Encode(&world.Record{Seq: 1, Action: world.Tick{}, Notices: []world.Notice{{
			Event: e, To: []world.Group{{Sense: 1, Who: []uint32{1, 300}}},
		}}})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := journal.Decode(b)
		if err != nil {
			return
		}
		if _, err := journal.Encode(r); err != nil {
			t.Errorf("a record that was read cannot be written: %v", err)
		}
	})
}
