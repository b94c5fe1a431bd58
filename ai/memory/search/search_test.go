package search_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/ai/memory/search"
)

func find(x *search.Index[string], query string, most int) []search.Hit[string] {
	return x.Find(search.Query[string]{Text: query, Most: most})
}

// shelf is a handful of texts that share words.
func shelf() *search.Index[string] {
	x := &search.Index[string]{}
	x.Add("well", "A weathered note describes an ancient treasure: three magical keys and a guardian at the dry well.")
	x.Add("bell", "The tide-clerk rings the bell at every turn of the tide: one for the ebb, two for low water.")
	x.Add("crab", "Crabs live west of the causeway. Big ones; you want a rake in your hands.")
	x.Add("pie", "Eel pie, with an egg for show. The barkeep of the tavern bakes it.")
	x.Add("key", "A rusty key lies in the dark hallway.")
	return x
}

// S0-33: what is asked for is found by its words, their inflections, and in spite of slips.
func TestFind(t *testing.T) {
	for _, c := range []struct{ query, want string }{
		{"guardian", "well"},
		{"who guards the treasures", "well"},
		{"ringing bells", "bell"},
		{"crab", "crab"},
		{"causway", "crab"},
		{"rusted key", "key"},
		{"what does the landlord's tavern bake", "pie"},
	} {
		got := find(shelf(), c.query, 3)
		if len(got) == 0 || got[0].ID != c.want {
			t.Errorf("%q: got %v, want %s first", c.query, got, c.want)
		}
	}
}

func TestFindNothing(t *testing.T) {
	for _, query := range []string{"", "   ", "the of and", "xyzzy", "\x00\xff", strings.Repeat("'", 2000)} {
		if got := find(shelf(), query, 5); len(got) > 0 {
			t.Errorf("%q: got %v, want nothing", query, got)
		}
	}
	if got := find(&search.Index[string]{}, "key", 5); len(got) > 0 {
		t.Errorf("an empty index: got %v, want nothing", got)
	}
}

// What may not be seen is not found, however well it fits, and does not count against the limit.
func TestFindOnlyWhatIsSeen(t *testing.T) {
	got := shelf().Find(search.Query[string]{
		Text: "key treasure", Most: 1, Seen: func(id string) bool { return id != "well" },
	})
	if len(got) != 1 || got[0].ID != "key" {
		t.Errorf("got %v, want the key alone", got)
	}
}

// The same texts and query give the same answer, in the order of score and id, whatever they are.
func TestFindIsSteady(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.StringMatching(`[a-e '-]{0,40}`), 0, 12).Draw(t, "texts")
		query, most := rapid.String().Draw(t, "query"), rapid.IntRange(-1, 20).Draw(t, "most")
		find := func() []search.Hit[string] {
			x := &search.Index[string]{}
			for i, text := range texts {
				x.Add(string(rune('a'+i)), text)
			}
			return find(x, query, most)
		}
		first, second := find(), find()
		if !slices.Equal(first, second) {
			t.Fatalf("got %v, then %v", first, second)
		}
		if len(first) > max(most, 0) {
			t.Fatalf("got %d hits, want at most %d", len(first), most)
		}
		for i, h := range first {
			if h.Score <= 0 || i > 0 && first[i-1].Score < h.Score {
				t.Fatalf("got scores out of order or not above 0: %v", first)
			}
		}
	})
}

// An index that was added to and taken from answers as one that has only ever had what is left.
func TestChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, texts, order := &search.Index[int]{}, map[int]string{}, []int{}
		word := rapid.SampledFrom([]string{"bell", "eel", "tide", "ring", "inn", "tavern"})
		for range rapid.IntRange(0, 400).Draw(t, "changes") {
			id := rapid.IntRange(0, 40).Draw(t, "id")
			order = slices.DeleteFunc(order, func(o int) bool { return o == id })
			if rapid.IntRange(0, 2).Draw(t, "remove") == 0 {
				x.Remove(id)
				delete(texts, id)
				continue
			}
			text := strings.Join(rapid.SliceOfN(word, 1, 4).Draw(t, "text"), " ")
			x.Add(id, text)
			texts[id], order = text, append(order, id)
		}
		fresh := &search.Index[int]{}
		for _, id := range order {
			fresh.Add(id, texts[id])
		}
		q := search.Query[int]{
			Text: word.Draw(t, "query"), Most: 100, Next: func(a, b int) bool { return (a+b)%2 == 0 },
			Seen: func(id int) bool { return id%5 != 0 },
		}
		if got, want := x.Find(q), fresh.Find(q); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// What may not be seen does not count: neither its words, nor how rare they are, nor its place.
func TestUnseenIsAsIfItWereNot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole, part := &search.Index[int]{}, &search.Index[int]{}
		word := rapid.SampledFrom([]string{"bell", "eel", "tide", "ring", "inn", "tavern"})
		hidden := map[int]bool{}
		for id := range rapid.IntRange(0, 40).Draw(t, "texts") {
			text := strings.Join(rapid.SliceOfN(word, 1, 4).Draw(t, "text"), " ")
			whole.Add(id, text)
			if hidden[id] = rapid.Bool().Draw(t, "hidden"); !hidden[id] {
				part.Add(id, text)
			}
		}
		q := search.Query[int]{Text: word.Draw(t, "query"), Most: 100, Next: func(int, int) bool { return true }}
		want := part.Find(q)
		q.Seen = func(id int) bool { return !hidden[id] }
		if got := whole.Find(q); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// The dead do not pile up.
func TestSweep(t *testing.T) {
	x := &search.Index[int]{}
	for i := range 100_000 {
		x.Add(i%50, "the tide turns again and again")
	}
	if allocs := testing.AllocsPerRun(1, func() { x.Find(search.Query[int]{Text: "tide", Most: 5}) }); allocs > 100 {
		t.Errorf("got %v allocations", allocs)
	}
	if got := search.Places(x); got > 200 {
		t.Errorf("got %d places for 50 texts", got)
	}
}

// Who asks for one word is shown those that mean much the same, and after those that have it.
func TestThesaurus(t *testing.T) {
	x := &search.Index[string]{}
	x.Add("pub", "There is a dog in the pub.")
	x.Add("inn", "There is a cat in the inn.")
	x.Add("none", "There is a rat in the chapel.")
	got := find(x, "which inn", 5)
	if len(got) != 2 || got[0].ID != "inn" || got[1].ID != "pub" {
		t.Errorf("got %v, want the inn and then the pub", got)
	}
	for _, pair := range [][2]string{
		{"get", "She grabbed it."}, {"coins", "He had a penny."}, {"barkeep", "The landlady smiled."},
		{"who stole it", "It was the thief."}, {"won", "She has beaten him."}, {"given", "He hands it over."},
	} {
		x := &search.Index[string]{}
		x.Add("it", pair[1])
		x.Add("other", "Nothing of the kind.")
		if got := find(x, pair[0], 1); len(got) != 1 || got[0].ID != "it" {
			t.Errorf("%q: got %v, want %q", pair[0], got, pair[1])
		}
	}
}

// What stands between two texts that go on with each other is found by what those say.
func TestNeighbors(t *testing.T) {
	x := &search.Index[int]{}
	for i, text := range []string{"Who rang the chapel bell?", "Old Tom.", "Fine weather.", "Any eels?"} {
		x.Add(i, text)
	}
	q := search.Query[int]{Text: "chapel bell", Most: 5}
	if got := x.Find(q); len(got) != 1 {
		t.Fatalf("alone: got %v", got)
	}
	q.Next = func(a, b int) bool { return a == 0 && b == 1 }
	got := x.Find(q)
	if len(got) != 2 || got[1].ID != 1 || got[1].Score != got[0].Score*3/10 {
		t.Errorf("got %v, want the answer behind the question, with three tenths", got)
	}
}

func BenchmarkFind(b *testing.B) {
	x := &search.Index[int]{}
	words := strings.Fields("tide bell key crab lantern guardian well mud causeway rake pie eel rope net oyster chapel")
	for i := range 5000 {
		var text []string
		for j := range 30 {
			text = append(text, words[(i*7+j*j*3)%len(words)])
		}
		x.Add(i, strings.Join(text, " "))
	}
	for b.Loop() {
		x.Find(search.Query[int]{Text: "the guardian of the well", Most: 8})
	}
}
