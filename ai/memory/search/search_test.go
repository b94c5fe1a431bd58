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

func BenchmarkFind(b *testing.B) {
	x := &search.Index[string]{}
	words := strings.Fields("tide bell key crab lantern guardian well mud causeway rake pie eel rope net oyster chapel")
	for i := range 5000 {
		var text []string
		for j := range 30 {
			text = append(text, words[(i*7+j*j*3)%len(words)])
		}
		x.Add(strings.Join(text[:2], "-"), strings.Join(text, " "))
	}
	for b.Loop() {
		find(x, "the guardian of the well", 8)
	}
}
