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
		if got, err := journal.Perceivers(b); err != nil || !slices.Equal(got, who) {
			t.Fatalf("perceivers: got %v, %v, want %v", got, err, who)
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

// TestEncode holds the writing of records to what the codec writes: formats do not change for speed.
func TestEncode(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, r *world.Record) {
		got, err := journal.Encode(r)
		if err != nil {
			t.Fatalf("%v", err)
		}
		if want, err := journal.EncodeByCodec(r); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("got %x, %v, want %x", got, err, want)
		}
	}
	for _, e := range world.EventKinds() {
		for _, a := range world.ActionKinds() {
			check(t, &world.Record{Seq: 1, Rules: 1, Action: a, Notices: []world.Notice{{Event: e}, {Event: e}}})
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		word := func(label string) string { return rapid.StringN(0, 300, 300).Draw(t, label) }
		n := world.Notice{
			Event: world.Said{Actor: world.ActorID(word("actor")), Text: word("text")}, Room: world.RoomID(word("room")),
		}
		for range rapid.IntRange(0, 3).Draw(t, "captions") {
			n.Captions = append(n.Captions, world.Caption{
				ID: word("id"), Kind: world.Kind(word("sort")), A: word("article"), Name: word("name"),
			})
		}
		for range rapid.IntRange(0, 3).Draw(t, "groups") {
			who := rapid.SliceOfNDistinct(rapid.Uint32(), 0, 300, rapid.ID[uint32]).Draw(t, "who")
			slices.Sort(who)
			n.To = append(n.To, world.Group{Sense: world.Sense(rapid.Byte().Draw(t, "sense")), Who: who})
		}
		check(t, &world.Record{
			Seq: rapid.Uint64().Draw(t, "seq"), At: world.Time(rapid.Int64().Draw(t, "at")),
			Rules: rapid.Int().Draw(t, "rules"), Actor: world.ActorID(word("who")),
			Via: world.Via{
				Kind: world.ViaKind(word("kind")), By: world.ActorID(word("by")), Grant: world.GrantID(word("grant")),
				Told: rapid.Bool().Draw(t, "told"),
			},
			Action: world.Say{Text: word("said")}, Notices: []world.Notice{n},
		})
	})
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
		got, err := journal.Encode(r)
		if err != nil {
			t.Errorf("a record that was read cannot be written: %v", err)
		}
		if want, err := journal.EncodeByCodec(r); err != nil || !bytes.Equal(got, want) {
			t.Errorf("got %x, %v, want %x as the codec writes it", got, err, want)
		}
	})
}
