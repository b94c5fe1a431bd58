package soak_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/scripts/soak"
)

// plant is one fault to put into good evidence.
type plant struct {
	name  string
	plant func(e *soak.Evidence) bool // false when there is nothing to plant it in
	found func(soak.Count) int
}

func lost(c soak.Count) int       { return c.Lost }
func duplicated(c soak.Count) int { return c.Duplicated }
func astray(c soak.Count) int     { return c.Astray }

func plants() []plant { return append(plantsInTheJournal(), plantsInTheWorld()...) }

func plantsInTheJournal() []plant {
	return []plant{
		{"a record that is missing though its effect was told", func(e *soak.Evidence) bool {
			w := told(e)
			if w == nil {
				return false
			}
			d := w.Own[len(w.Own)-1]
			e.Deeds = slices.Delete(e.Deeds, lastOf(e, d), lastOf(e, d)+1)
			return true
		}, lost},
		{"a deed in the journal that nobody asked for", func(e *soak.Evidence) bool {
			w := e.Witnesses[0]
			e.Deeds = append(e.Deeds, soak.Deed{Who: w.Name, Did: soak.Dropped, What: "r9999"})
			return true
		}, duplicated},
		{"two deeds the wrong way round", func(e *soak.Evidence) bool {
			for _, w := range e.Witnesses {
				for i := 1; i < len(w.Own); i++ {
					if w.Own[i] != w.Own[i-1] && (i < 2 || w.Own[i] != w.Own[i-2]) {
						a, b := lastOf(e, w.Own[i-1]), lastOf(e, w.Own[i])
						e.Deeds[a], e.Deeds[b] = e.Deeds[b], e.Deeds[a]
						return true
					}
				}
			}
			return false
		}, lost},
		{"a deed that was seen and never done", func(e *soak.Evidence) bool {
			w := e.Witnesses[0]
			w.Seen = append(w.Seen, soak.Deed{Who: e.Witnesses[1].Name, Did: soak.Took, What: "r9998"})
			return true
		}, lost},
		{"a speech that was heard and is not in the journal", func(e *soak.Evidence) bool {
			e.Witnesses[0].Seen = append(e.Witnesses[0].Seen, soak.Deed{Who: e.Witnesses[1].Name, Did: soak.Said, What: "boo"})
			return true
		}, lost},
		{"a speech made twice", func(e *soak.Evidence) bool {
			for text := range e.Spoken {
				e.Spoken[text]++
				return true
			}
			return false
		}, duplicated},
	}
}

func plantsInTheWorld() []plant {
	return []plant{
		{"a relic that vanished out of somebody's hands", func(e *soak.Evidence) bool {
			return carried(e, func(_ *soak.Witness, what string) { delete(e.Places, what) })
		}, lost},
		{"a relic that vanished from a floor", func(e *soak.Evidence) bool {
			delete(e.Places, lastRelic(e)) // nobody wants the last ones
			return true
		}, lost},
		{"a relic that somebody put down without being told", func(e *soak.Evidence) bool {
			return carried(e, func(w *soak.Witness, what string) { e.Places[what] = e.Rooms[w.Name] })
		}, astray},
		{"a relic that came into somebody's hands by itself", func(e *soak.Evidence) bool {
			e.Places[lastRelic(e)] = e.Witnesses[0].Name
			return true
		}, astray},
		{"a relic that exists twice", func(e *soak.Evidence) bool {
			e.Twice = append(e.Twice, "r0000")
			return true
		}, duplicated},
		{"somebody who stands elsewhere", func(e *soak.Evidence) bool {
			for _, w := range e.Witnesses {
				if w.Open == nil || w.Open.Did != soak.Walked {
					e.Rooms[w.Name] = "Cell 99"
					return true
				}
			}
			return false
		}, astray},
	}
}

// told finds somebody who was told of a deed of theirs.
func told(e *soak.Evidence) *soak.Witness {
	for _, w := range e.Witnesses {
		if len(w.Own) > 0 {
			return w
		}
	}
	return nil
}

func lastOf(e *soak.Evidence, d soak.Deed) int {
	for i, has := range slices.Backward(e.Deeds) {
		if has == d {
			return i
		}
	}
	return -1
}

// lastRelic is one that nobody wants.
func lastRelic(e *soak.Evidence) string { return fmt.Sprintf("r%04d", e.Relics-1) }

// carried calls f with something that somebody carries and has no unanswered command about.
func carried(e *soak.Evidence, f func(w *soak.Witness, what string)) bool {
	for _, w := range e.Witnesses {
		for what := range w.Held {
			if e.Places[what] == w.Name && (w.Open == nil || w.Open.What != what) {
				f(w, what)
				return true
			}
		}
	}
	return false
}

// tamper plants one fault after the other in good evidence: each must be found, or the auditor is blind. It returns how
// many could be planted; a real evening may lack what some need.
func tamper(t *testing.T, e soak.Evidence) int {
	t.Helper()
	planted := 0
	for _, p := range plants() {
		t.Run("sees "+p.name, func(t *testing.T) {
			bad := copyOf(e)
			if !p.plant(&bad) {
				return
			}
			planted++
			count, words := soak.Audit(bad)
			if p.found(count) == 0 {
				t.Errorf("it was not found: %+v %q", count, words)
			}
		})
	}
	return planted
}

func copyOf(e soak.Evidence) soak.Evidence {
	witnesses := e.Witnesses
	e.Witnesses = nil
	for _, w := range witnesses {
		c := *w
		c.Held, c.Own, c.Seen = maps.Clone(w.Held), slices.Clone(w.Own), slices.Clone(w.Seen)
		e.Witnesses = append(e.Witnesses, &c)
	}
	e.Deeds, e.Twice = slices.Clone(e.Deeds), slices.Clone(e.Twice)
	e.Spoken, e.Places, e.Rooms = maps.Clone(e.Spoken), maps.Clone(e.Places), maps.Clone(e.Rooms)
	return e
}

// good is a small life in which all is well: Botaa takes and drops, says something that Botab hears, gives a thing to
// Botab who does not hear of it any more, and has a command open that happened.
func good() soak.Evidence {
	a := &soak.Witness{
		Name: "Botaa", Room: "Cell 1", Held: map[string]bool{"r0001": true}, Own: []soak.Deed{
			{Who: "Botaa", Did: soak.Took, What: "r0000"}, {Who: "Botaa", Did: soak.Dropped, What: "r0000"},
			{Who: "Botaa", Did: soak.Walked, What: "Cell 1"}, {Who: "Botaa", Did: soak.Said, What: "w1"},
			{Who: "Botaa", Did: soak.Took, What: "r0001"}, {Who: "Botaa", Did: soak.TookOut, What: "r0002", To: "c1"},
			{Who: "Botaa", Did: soak.Gave, What: "r0002", To: "Botab"},
		},
		Open: &soak.Deed{Who: "Botaa", Did: soak.Took, What: "r0003"},
	}
	b := &soak.Witness{
		Name: "Botab", Room: "Cell 1", Held: map[string]bool{},
		Seen: []soak.Deed{{Who: "Botaa", Did: soak.Said, What: "w1"}, {Who: "Botaa", Did: soak.Took, What: "r0001"}},
	}
	e := soak.Evidence{
		Witnesses: []*soak.Witness{a, b}, Spoken: map[string]int{"w1": 1}, Relics: 700, Places: map[string]string{},
		Rooms: map[string]string{"Botaa": "Cell 1", "Botab": "Cell 1"},
	}
	e.Deeds = append(slices.Clone(a.Own), soak.Deed{Who: "Botaa", Did: soak.TookOut, What: "r0003", To: "c1"})
	for i := range 700 {
		e.Places[fmt.Sprintf("r%04d", i)] = "Cell 0"
	}
	e.Places["r0001"], e.Places["r0002"], e.Places["r0003"] = "Botaa", "Botab", "Botaa"
	return e
}

func TestAudit(t *testing.T) {
	count, words := soak.Audit(good())
	want := soak.Count{Told: 9, Open: 1, Happened: 1}
	if count != want {
		t.Errorf("a good life: got %+v %q, want %+v", count, words, want)
	}
	if got, want := tamper(t, good()), len(plants()); got != want {
		t.Errorf("got %d faults planted, want all %d", got, want)
	}
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		line string
		want soak.Deed
	}{
		{`You pick up the relic r0017.`, soak.Deed{Who: "Botaa", Did: soak.Took, What: "r0017"}},
		{`You pick up the pebble.`, soak.Deed{Who: "Botaa", Did: soak.Took, What: "pebble"}},
		{`You take the relic r0017 out of the box c0.`, soak.Deed{Who: "Botaa", Did: soak.TookOut, What: "r0017", To: "c0"}},
		{`You put down the relic r0017.`, soak.Deed{Who: "Botaa", Did: soak.Dropped, What: "r0017"}},
		{`You put the relic r0017 into the box c0.`, soak.Deed{Who: "Botaa", Did: soak.Put, What: "r0017", To: "c0"}},
		{`You give the relic r0017 to Botab.`, soak.Deed{Who: "Botaa", Did: soak.Gave, What: "r0017", To: "Botab"}},
		{`You say: "w1x2"`, soak.Deed{Who: "Botaa", Did: soak.Said, What: "w1x2"}},
		{`You tell Botab: "w1x2"`, soak.Deed{Who: "Botaa", Did: soak.Told, What: "w1x2", To: "Botab"}},
		{`Botab tells you: "w1x2"`, soak.Deed{Who: "Botab", Did: soak.Told, What: "w1x2", To: "Botaa"}},
		{`Botab says: "w1x2"`, soak.Deed{Who: "Botab", Did: soak.Said, What: "w1x2"}},
		{`Botab picks up the relic r0017.`, soak.Deed{Who: "Botab", Did: soak.Took, What: "r0017"}},
		{`Botab puts down a relic r0017.`, soak.Deed{Who: "Botab", Did: soak.Dropped, What: "r0017"}},
		{`Botab takes a relic r0017 out of the box c0.`, soak.Deed{Who: "Botab", Did: soak.TookOut, What: "r0017", To: "c0"}},
		{`Botab puts a relic r0017 into the box c0.`, soak.Deed{Who: "Botab", Did: soak.Put, What: "r0017", To: "c0"}},
		{`Botab gives you a relic r0017.`, soak.Deed{Who: "Botab", Did: soak.Gave, What: "r0017", To: "Botaa"}},
		{`Botab gives a relic r0017 to Botac.`, soak.Deed{Who: "Botab", Did: soak.Gave, What: "r0017", To: "Botac"}},
		{`Botab arrives from the north.`, soak.Deed{}},
		{`You see no r0017 here.`, soak.Deed{}},
		{`Cell 3`, soak.Deed{}},
	} {
		t.Run(c.line, func(t *testing.T) {
			got, ok := soak.Read("Botaa", c.line)
			if got != c.want || ok != (c.want != soak.Deed{}) {
				t.Errorf("got %+v (a deed: %v), want %+v", got, ok, c.want)
			}
		})
	}
}
