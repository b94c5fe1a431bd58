package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// PEOPLE V6: that a wizard reads what was told in confidence is in the record, and nobody is told of it. Whoever has no
// mind cannot be read, and nobody but a wizard reads.
func TestWhoReadsAMindIsInTheRecord(t *testing.T) {
	c := newMinded(t)
	c.emits(merla, world.ReadMind{Mind: keeper, What: world.ReadWhy}, "MindRead")
	got := eventOf[world.MindRead](t, c.last)
	if want := (world.MindRead{Actor: merla, Mind: keeper, What: world.ReadWhy}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for _, who := range []world.ActorID{anna, merla, keeper} {
		if heard := c.heardBy(who, c.last); len(heard) > 0 {
			t.Errorf("%s is told %v", who, heard)
		}
	}
	c.refused(anna, world.ReadMind{Mind: keeper, What: world.ReadWhy}, world.CodeNotAllowed)
	c.refused(merla, world.ReadMind{Mind: anna, What: world.ReadInspect}, world.CodeUnknown)
	c.refused(merla, world.ReadMind{Mind: "npc-nobody", What: world.ReadInspect}, world.CodeUnknown)
	c.refused(merla, world.ReadMind{Mind: keeper, What: "aloud"}, world.CodeBadValue)
}
