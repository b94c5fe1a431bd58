package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// S0-79: a wizard writes down what is so, and nobody else does; what cannot be a fact is refused with a helpful word.
func TestLoreIsWrittenByWizards(t *testing.T) {
	c := newMinded(t)
	bell := world.WriteLore{Lore: "bell", Text: "It rings  by itself.", About: []string{"Rope", "rope"}}
	c.refused(anna, bell, world.CodeNotAllowed)
	c.emits(merla, bell, "LoreWritten")
	f := c.s.Lore["bell"]
	if f == nil || f.Text != "It rings by itself." || !slices.Equal(f.About, []string{"rope"}) || f.Rev != c.s.Seq {
		t.Fatalf("got %+v", f)
	}
	for _, tt := range []struct {
		what string
		do   world.Action
		want world.Code
	}{
		{"twice", bell, world.CodeTaken},
		{"the same again", world.WriteLore{Lore: "bell", Text: f.Text, About: f.About, Edit: true}, world.CodeAlready},
		{"nothing", world.WriteLore{Lore: "rope"}, world.CodeMissing},
		{"too much", world.WriteLore{Lore: "rope", Text: strings.Repeat("x", world.LoreTextBytesMax+1)}, world.CodeBadValue},
		{"under no id", world.WriteLore{Lore: "The Rope", Text: "It is wet."}, world.CodeBadValue},
		{"a change of nothing", world.WriteLore{Lore: "rope", Text: "It is wet.", Edit: true}, world.CodeUnknown},
		{"of a beast", world.WriteLore{Lore: "rope", Text: "x", Known: []world.ProtoID{"rat"}}, world.CodeUnknown},
		{"about nothing", world.WriteLore{Lore: "rope", Text: "x", About: []string{" "}}, world.CodeBadValue},
		{"dropping nothing", world.DropLore{Lore: "rope"}, world.CodeUnknown},
	} {
		if _, got := c.at(worldtest.Typed(merla, tt.do)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.what, got, tt.want)
		}
	}
	rec := c.does(merla, world.WriteLore{Lore: "bell", Text: "Somebody rings it.", Edit: true})
	if e, ok := rec.Notices[0].Event.(world.LoreWritten); !ok || e.Was != "It rings by itself." || e.Facts != 1 {
		t.Errorf("a change: %+v", rec.Notices[0].Event)
	}
	c.emits(merla, world.DropLore{Lore: "bell"}, "LoreDropped")
	if len(c.s.Lore) != 0 {
		t.Errorf("left: %v", c.s.Lore)
	}
}

// S0-79: there are 200 facts and no more.
func TestLoreIsFull(t *testing.T) {
	c := newMinded(t)
	for i := range world.LoreMost {
		c.does(merla, world.WriteLore{Lore: world.LoreID(fmt.Sprintf("fact-%d", i)), Text: "It is so."})
	}
	c.refused(merla, world.WriteLore{Lore: "one-more", Text: "It is so."}, world.CodeFull)
	c.does(merla, world.WriteLore{Lore: "fact-7", Text: "It is otherwise.", Edit: true})
	c.does(merla, world.DropLore{Lore: "fact-7"})
	c.does(merla, world.WriteLore{Lore: "one-more", Text: "It is so."})
	if err := c.s.Check(); err != nil {
		t.Error(err)
	}
}

// A fact is told to those with minds who know it, wherever they are, and to nobody who stands by; who no longer knows
// it is told that.
func TestLoreIsToldToThoseWhoKnowIt(t *testing.T) {
	c := newMinded(t)
	heard := func(rec *world.Record, n int) map[world.ActorID]world.Sense {
		out := map[world.ActorID]world.Sense{}
		for id, a := range c.s.Actors {
			if sense, ok := rec.Notices[n].SenseOf(a.Num); ok {
				out[id] = sense
			}
		}
		return out
	}
	knows := func(id world.ActorID) bool { return c.s.KnowsLore(c.s.Actors[id], c.s.Lore["bell"]) }
	rec := c.does(merla, world.WriteLore{Lore: "bell", Text: "It rings."})
	all := heard(rec, 0)
	if all[keeper]&world.Far == 0 || all[watchman]&world.Far == 0 || all[merla]&world.Did == 0 {
		t.Errorf("told to %v", all)
	}
	for id := range all {
		if a := c.s.Actors[id]; id != merla && c.s.Minded(a) == nil {
			t.Errorf("told to %s", id)
		}
	}
	if !knows(keeper) || !knows(watchman) || !knows(anna) || !c.s.KnowsLore(nil, c.s.Lore["bell"]) {
		t.Error("not everybody knows it")
	}
	rec = c.does(merla, world.WriteLore{Lore: "bell", Text: "It rings.", Known: []world.ProtoID{"keeper"}, Edit: true})
	if gone := heard(rec, 0); gone[watchman] == 0 || gone[keeper] == 0 {
		t.Errorf("that it is otherwise is told to %v", gone)
	}
	if now := heard(rec, 1); len(now) != 2 || now[keeper] == 0 || now[merla] == 0 {
		t.Errorf("how it is now is told to %v", now)
	}
	if !knows(keeper) || knows(watchman) || knows(anna) || c.s.KnowsLore(nil, c.s.Lore["bell"]) {
		t.Error("others know it than the keeper")
	}
}
