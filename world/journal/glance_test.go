package journal_test

import (
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

func TestPeek(t *testing.T) {
	s := world.New(0)
	for i, in := range append(worldtest.Genesis(), world.Input{
		Via: world.Via{Kind: world.ViaHost}, Action: world.Create{Name: "Anna", Account: "a-ann", Role: world.RolePlayer},
	}) {
		rec, refusal := s.Decide(world.Time(i)*1000, in)
		if refusal != nil {
			t.Fatal(refusal)
		}
		b, err := journal.Encode(rec)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		got, err := journal.Peek(b, func(text []byte) { texts = append(texts, string(text)) })
		if err != nil {
			t.Fatal(err)
		}
		kind := []string{"Start", "ApplyPack", "Create"}[i]
		if want := (journal.Glance{Seq: uint64(i) + 1, At: world.Time(i) * 1000, Kind: kind}); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
		for want, where := range map[string]int{"market": 1, "a-ann": 2, "pc-anna": 2, "Anna": 2, "Created": 2} {
			if slices.Contains(texts, want) != (where == i) {
				t.Errorf("%s: %q among the texts: %v", kind, want, where != i)
			}
		}
		if _, err := journal.Peek(b, nil); err != nil {
			t.Error(err)
		}
		for n := range min(len(b), 2000) {
			if g, err := journal.Peek(b[:n], nil); err == nil {
				t.Fatalf("%d of %d bytes were taken for record %d", n, len(b), g.Seq)
			}
		}
		if _, err := journal.Peek(append(slices.Clone(b), 0), nil); err == nil {
			t.Error("a record and a byte were taken for a record")
		}
	}
}

// FuzzPeek looks at anything, and holds it to what Decode makes of it.
func FuzzPeek(f *testing.F) {
	s := worldtest.Small()
	ann := worldtest.Join(s, 1, worldtest.Person{Name: "Anna", Account: "a-ann"})
	rec, refusal := s.Decide(2, worldtest.Typed(ann, world.Say{Text: "Has anybody seen my lamp?"}))
	if refusal != nil {
		f.Fatal(refusal)
	}
	b, err := journal.Encode(rec)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add([]byte{0xbb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, b []byte) {
		texts := 0
		g, peeked := journal.Peek(b, func(text []byte) { texts += len(text) })
		if texts > len(b) {
			t.Errorf("%d bytes of text in %d bytes", texts, len(b))
		}
		rec, err := journal.Decode(b)
		if err != nil {
			return
		}
		if peeked != nil || g.Seq != rec.Seq || g.At != rec.At {
			t.Errorf("a record %d at %d looks like %d at %d (%v)", rec.Seq, rec.At, g.Seq, g.At, peeked)
		}
	})
}

func BenchmarkPeek(b *testing.B) {
	s := worldtest.Small()
	ann := worldtest.Join(s, 1, worldtest.Person{Name: "Anna", Account: "a-ann"})
	rec, refusal := s.Decide(2, worldtest.Typed(ann, world.Say{Text: "Has anybody seen my lamp?"}))
	if refusal != nil {
		b.Fatal(refusal)
	}
	payload, err := journal.Encode(rec)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("peek", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = journal.Peek(payload, func([]byte) {})
		}
	})
	b.Run("decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = journal.Decode(payload)
		}
	})
}
