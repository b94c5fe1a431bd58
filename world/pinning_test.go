package world_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

// boarded is a scene with boards in it.
func boarded(t *testing.T) *scene {
	t.Helper()
	c := newScene(t)
	p := worldtest.SmallPack()
	smallport.Boards(&p)
	if _, code := c.host(world.ApplyPack{Pack: p}); code != "" {
		t.Fatal(code)
	}
	return c
}

// A note hangs where it was pinned, is new to who has not read it, and its words are no part of the state.
func TestANoteHangs(t *testing.T) {
	c := boarded(t)
	c.emits(anna, world.PinNote{Title: "Lost", Text: "One left boot."}, "NotePinned")
	if got := c.heardBy(benno, c.last); len(got) != 1 {
		t.Errorf("who stands by is told %v", got)
	}
	bare, n := world.BlankWords(c.last)
	if e, ok := bare.Notices[0].Event.(world.NotePinned); !ok || n != 4 || e.Title != world.Blanked || e.Text != e.Title {
		t.Errorf("%d texts are taken out of its record: %+v", n, bare.Notices[0].Event)
	}
	sight := func(who world.ActorID) world.BoardSight {
		if b := c.s.LookAround(who, c.now).Board; b != nil {
			return *b
		}
		return world.BoardSight{}
	}
	if got, want := sight(benno), (world.BoardSight{Name: "the mast", Notes: 1, Unread: 1}); got != want {
		t.Errorf("he sees %+v, want %+v", got, want)
	}
	if got := sight(anna); got.Unread != 0 {
		t.Errorf("her own note is new to her: %+v", got)
	}
	if got := c.s.UnreadBoards(c.s.Actors[benno]); len(got) != 0 {
		t.Errorf("he is told of boards that he never read: %v", got)
	}
	c.refused(benno, world.ReadPin{N: 2}, world.CodeUnknown)
	c.emits(benno, world.ReadPin{}, "")
	c.emits(benno, world.ReadPin{N: 1}, "PinRead")
	c.emits(benno, world.ReadPin{N: 1}, "")
	c.does(benno, world.PinNote{Text: "Mine is a right one.", Re: 1})
	c.does(anna, world.ReadPin{N: 2})
	c.does(benno, world.PinNote{Title: "Found", Text: "A boot."})
	if got := c.s.UnreadBoards(c.s.Actors[anna]); len(got) != 1 || got[0].Unread != 1 {
		t.Errorf("she is told of %v", got)
	}
	c.refused(benno, world.Unpin{N: 1}, world.CodeNotAllowed)
	c.emits(merla, world.Unpin{N: 1}, "PinRemoved")
	c.does(anna, world.Ignore{Who: benno})
	if got := sight(anna); got.Notes != 0 {
		t.Errorf("she sees notes of whom she ignores: %+v", got)
	}
	c.refused(anna, world.ReadPin{N: 3}, world.CodeUnknown)
}

// A board takes what it has room for, from those for whom it is, and says otherwise why not.
func TestABoardIsNotForEverything(t *testing.T) {
	c := boarded(t)
	for _, r := range []struct {
		what string
		who  world.ActorID
		do   world.Action
		code world.Code
	}{
		{"a guest", gast, world.PinNote{Title: "x", Text: "x"}, world.CodeNotAllowed},
		{"no title", anna, world.PinNote{Text: "x"}, world.CodeMissing},
		{"no words", anna, world.PinNote{Title: "x", Text: " "}, world.CodeMissing},
		{"a long title", anna, world.PinNote{Title: strings.Repeat("x", 61), Text: "x"}, world.CodeBadValue},
		{"long words", anna, world.PinNote{Title: "x", Text: strings.Repeat("x", 3000)}, world.CodeBadValue},
		{"a token", anna, world.PinNote{Title: "mlk_" + strings.Repeat("a", 52), Text: "x"}, world.CodeBadValue},
		{"an answer to nothing", anna, world.PinNote{Text: "x", Re: 7}, world.CodeUnknown},
		{"nothing to take down", anna, world.Unpin{N: 7}, world.CodeUnknown},
	} {
		t.Run(r.what, func(*testing.T) { c.refused(r.who, r.do, r.code) })
	}
	for i := range 4 {
		c.does(anna, world.PinNote{Title: "Note", Text: strings.Repeat("x", i+1)})
	}
	if b := c.s.Pinboards[worldtest.Quay]; len(b.Pins) != 3 || b.Pins[0].N != 2 || b.Last != 4 {
		t.Errorf("on the full board hangs %+v", b)
	}
	c.goes(anna, worldtest.Market)
	c.refused(anna, world.PinNote{Title: "x", Text: "x"}, world.CodeNotAllowed)
	c.emits(anna, world.ReadPin{}, "")
	c.goes(anna, smallport.Arena)
	c.refused(anna, world.ReadPin{}, world.CodeNotAllowed)
	c.goes(merla, smallport.Arena)
	c.emits(merla, world.PinNote{Title: "For us", Text: "Mind the crab."}, "NotePinned")
	if got := c.heardBy(anna, c.last); len(got) != 0 {
		t.Errorf("who may not read it is told %v", got)
	}
	c.goes(anna, smallport.Store)
	c.refused(anna, world.ReadPin{}, world.CodeNotHere)
}

// With its writer a note is hidden, and erased; and so is the writer from the lists of others.
func TestNotesGoWithTheirWriter(t *testing.T) {
	c := boarded(t)
	c.started(0)
	for _, who := range []world.ActorID{anna, benno, merla} {
		c.does(who, world.Enter{})
	}
	c.does(anna, world.PinNote{Title: "Lost", Text: "One left boot."})
	c.does(benno, world.Befriend{Who: anna})
	c.does(merla, world.Ignore{Who: anna})
	c.does(anna, world.DeleteCharacter{Who: anna, Whole: true})
	if got := c.s.PinsFor(c.s.Actors[benno], worldtest.Quay); len(got) != 0 {
		t.Errorf("her notes are shown: %v", got)
	}
	c.started(31 * day)
	c.wait(31 * day)
	if c.s.Actors[anna] != nil {
		t.Fatal("she is not erased")
	}
	if b := c.s.Pinboards[worldtest.Quay]; len(b.Pins) != 0 {
		t.Errorf("her notes hang still: %+v", b)
	}
	if f, i := c.s.Actors[benno].Friends, c.s.Actors[merla].Ignores; len(f)+len(i) != 0 {
		t.Errorf("she stands on lists: %v, %v", f, i)
	}
}

// Whoever wants to be forgotten takes all their notes down, and has no friends any more.
func TestOneTakesDownAllOfOnesNotes(t *testing.T) {
	c := boarded(t)
	c.does(anna, world.PinNote{Title: "One", Text: "x"})
	c.does(anna, world.PinNote{Title: "Two", Text: "x"})
	c.does(anna, world.Befriend{Who: benno})
	c.does(anna, world.Befriend{Who: merla})
	c.does(anna, world.Befriend{Off: true})
	c.does(anna, world.Unpin{All: true})
	if n, f := len(c.s.Pinboards[worldtest.Quay].Pins), len(c.s.Actors[anna].Friends); n+f != 0 {
		t.Errorf("%d notes and %d friends are left", n, f)
	}
}

// A full board makes room at the cost of whoever has most notes there: one account clears away one note of others'.
func TestAFullBoardIsNotCleared(t *testing.T) {
	c := boarded(t)
	for i := range c.s.Rooms[c.s.Actors[anna].Room].Board.Room() {
		id := worldtest.Join(c.s, c.now, worldtest.Person{
			Name: "Pin" + string(rune('a'+i/26)) + string(rune('a'+i%26)), Account: world.AccountID(fmt.Sprintf("a-pin-%d", i)),
		})
		c.emits(id, world.PinNote{Title: "Lost", Text: "A boot."}, "NotePinned")
	}
	c.emits(anna, world.PinNote{Title: "Me", Text: "First."}, "PinRemoved NotePinned")
	c.emits(anna, world.PinNote{Title: "Me", Text: "Second."}, "PinRemoved NotePinned")
	c.emits(anna, world.PinNote{Title: "Me", Text: "Third."}, "PinRemoved NotePinned")
	mine := 0
	for _, board := range c.s.Pinboards {
		for _, p := range board.Pins {
			if p.Name == "Anna" {
				mine++
			}
		}
	}
	if mine != 1 {
		t.Errorf("%d notes of hers hang, and cost as many of others", mine)
	}
}
