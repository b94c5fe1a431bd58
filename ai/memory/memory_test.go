package memory_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/world"
)

func texts(found []memory.Found) []string {
	var out []string
	for _, f := range found {
		out = append(out, f.Row.Text)
	}
	return out
}

// people, things and deeds of which rows are drawn.
var (
	people = []string{"pc-ann", "pc-bob", "pc-cyd", "pc-dee"}
	things = []string{"ring", "lantern", "eel", "silver coin", "brass key", "boat", "secret", "oyster", "letter", "vow"}
)

// rowOf draws a row of any kind, of any people, in confidence or not.
func rowOf(t *rapid.T, at world.Time) memory.Row {
	r := memory.Row{
		At: at, Seq: uint64(at),
		Kind: rapid.SampledFrom([]memory.Kind{
			memory.Event, memory.Claim, memory.Gossip, memory.Lore, memory.Promise, memory.Given,
		}).Draw(t, "kind"),
		Deed:       rapid.SampledFrom([]string{"told", "theft", "item_given", "died", "blow_landed"}).Draw(t, "deed"),
		By:         rapid.SampledFrom(people).Draw(t, "by"),
		Mine:       rapid.Bool().Draw(t, "mine"),
		Source:     rapid.SampledFrom(append([]string{""}, people...)).Draw(t, "source"),
		Only:       rapid.SampledFrom(append([]string{"", "", ""}, people...)).Draw(t, "only"),
		Importance: rapid.IntRange(-1, 12).Draw(t, "importance"),
	}
	r.Name = strings.ToUpper(r.By[3:4]) + r.By[4:]
	r.Who = []string{r.By}
	r.Text = fmt.Sprintf("%s %s the %s of %s", r.Name,
		rapid.SampledFrom([]string{"hid", "gave", "showed", "sold", "broke"}).Draw(t, "verb"),
		rapid.SampledFrom(things).Draw(t, "thing"), rapid.SampledFrom(people).Draw(t, "whose"))
	return r
}

// What was told in confidence is recalled for the teller, and for everybody else the memory answers to the last
// thousandth as if it had never been told.
func TestConfidencesAreNobodyElses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole, without := memory.New(memory.Config{}), memory.New(memory.Config{})
		listener := rapid.SampledFrom(append([]string{""}, people...)).Draw(t, "listener")
		var now world.Time
		for range rapid.IntRange(1, 60).Draw(t, "rows") {
			now += world.Time(rapid.IntRange(0, 3).Draw(t, "hours")) * world.GameHour
			r := rowOf(t, now)
			whole.Remember(r)
			if r.Only == "" || r.Only == listener {
				without.Remember(r)
			}
			if rapid.IntRange(0, 9).Draw(t, "reflect") == 0 {
				whole.Reflect(now)
				without.Reflect(now)
			}
		}
		q := memory.Query{
			Words: []string{rapid.SampledFrom(append([]string{""}, things...)).Draw(t, "words")}, For: listener, At: now,
			About: rapid.SliceOfN(rapid.SampledFrom(people), 0, 2).Draw(t, "about"),
		}
		got, want := whole.Recall(q), without.Recall(q)
		for _, f := range got {
			if f.Row.Only != "" && f.Row.Only != listener {
				t.Fatalf("for %q: got what %s told alone: %s", listener, f.Row.Only, f.Row.Text)
			}
		}
		if !slices.EqualFunc(got, want, func(a, b memory.Found) bool {
			return a.Row.Text == b.Row.Text && a.Score == b.Score && a.Row.Count == b.Row.Count && a.Why == b.Why
		}) {
			t.Fatalf("for %q: got %v, want what there is without confidences: %v", listener, got, want)
		}
	})
}

// A memory stays within its limits, and the same calls make the same memory.
func TestRemember(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(4, 30).Draw(t, "most")
		a, b := memory.New(memory.Config{Most: most}), memory.New(memory.Config{Most: most})
		kept := map[uint64]memory.Row{}
		note := func(changes []memory.Change) {
			for _, c := range changes {
				if c.Put != nil {
					kept[c.Put.ID] = *c.Put
				} else {
					delete(kept, c.Drop)
				}
			}
		}
		var now world.Time
		for range rapid.IntRange(1, 80).Draw(t, "rows") {
			now += world.GameHour
			r := rowOf(t, now)
			row, changes := a.Remember(r)
			note(changes)
			b.Remember(r)
			checkRow(t, r, row)
			if rapid.Bool().Draw(t, "recall") {
				q := memory.Query{Words: []string{r.Text}, For: r.Only, At: now}
				if got, want := a.Recall(q), b.Recall(q); !slices.Equal(texts(got), texts(want)) {
					t.Fatalf("got %v, then %v", got, want)
				}
			}
			if rapid.IntRange(0, 5).Draw(t, "reflect") == 0 {
				a.Reflect(now)
				b.Reflect(now)
			}
			note(a.Changes())
			b.Changes()
			if got := len(a.Rows()); got > most {
				t.Fatalf("got %d rows, want at most %d", got, most)
			}
		}
		same(t, a.Rows(), b.Rows())
		rows := slices.SortedFunc(func(yield func(memory.Row) bool) {
			for _, r := range kept {
				if !yield(r) {
					return
				}
			}
		}, func(x, y memory.Row) int { return int(x.ID) - int(y.ID) })
		same(t, rows, a.Rows())
		loaded := memory.New(memory.Config{Most: most})
		loaded.Load(rows)
		same(t, loaded.Rows(), a.Rows())
	})
}

// checkRow compares a row as it was kept with what was given: S0-78 and the law of evidence.
func checkRow(t *rapid.T, given, kept memory.Row) {
	needs := given.Kind == memory.Claim || given.Kind == memory.Gossip
	switch {
	case needs && given.Source == "" && kept.ID != 0:
		t.Fatalf("words without a speaker were kept: %v", kept)
	case kept.ID == 0 && (!needs || given.Source != ""):
		t.Fatalf("was not kept: %v", given)
	case kept.ID == 0:
		return
	}
	if kept.Kind == memory.Event && kept.Source != "" {
		t.Fatalf("somebody's words became an event: %v", kept)
	}
	if kept.Source != given.Source || kept.Only != given.Only {
		t.Fatalf("got source %q only %q, want %q %q", kept.Source, kept.Only, given.Source, given.Only)
	}
	if kept.Importance < 0 || kept.Importance > memory.ImportanceMost {
		t.Fatalf("got importance %d", kept.Importance)
	}
}

func same(t *rapid.T, got, want []memory.Row) {
	if fmt.Sprintf("%v", got) != fmt.Sprintf("%v", want) {
		t.Fatalf("got %v\nwant %v", got, want)
	}
}
