package world_test

import (
	"fmt"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// A letter waits for who is away, is read and thrown away by whom it is for, and its words are no part of the state.
func TestALetterWaits(t *testing.T) {
	c := newScene(t)
	c.does(benno, world.Depart{})
	c.emits(anna, world.SendLetter{To: benno, Text: "The boat leaves at noon."}, "LetterSent")
	box := c.s.Actors[benno].Letters
	if len(box) != 1 || box[0].N != 1 || box[0].Name != "Anna" || box[0].Seq != c.s.Seq || box[0].Read {
		t.Fatalf("his box: %+v", box)
	}
	if got := c.heardBy(merla, c.last); len(got) != 0 {
		t.Errorf("a bystander is told %v", got)
	}
	quiet, n := world.BlankPrivate(c.last)
	if e, ok := quiet.Notices[0].Event.(world.LetterSent); !ok || n != 2 || e.Text != world.Blanked {
		t.Errorf("%d texts are taken out of its record: %+v", n, quiet.Notices[0].Event)
	}
	c.does(benno, world.Enter{})
	c.refused(benno, world.ReadLetter{N: 2}, world.CodeUnknown)
	c.emits(benno, world.ReadLetter{N: 1}, "LetterRead")
	c.emits(benno, world.ReadLetter{N: 1}, "")
	c.emits(anna, world.SendLetter{To: benno, Text: "And comes back."}, "LetterSent")
	if _, told := c.heardBy(benno, c.last)["LetterSent"]; !told {
		t.Error("he is in the world, and is not told")
	}
	if n := c.s.Actors[benno].UnreadLetters(); n != 1 {
		t.Errorf("he has %d to read", n)
	}
	c.emits(benno, world.DropLetter{N: 1}, "LetterDropped")
	c.refused(benno, world.DropLetter{N: 1}, world.CodeUnknown)
	if c.s.Actors[benno].LetterNumbered(2) == nil {
		t.Error("the second has another number now")
	}
}

// Guests write none and get none, nobody writes to themselves, and a box has room for fifty, ten of them by one.
func TestABoxHasRoomForSoMany(t *testing.T) {
	c := newScene(t)
	c.refused(gast, world.SendLetter{To: anna, Text: "hello"}, world.CodeNotAllowed)
	c.refused(anna, world.SendLetter{To: gast, Text: "hello"}, world.CodeCannot)
	c.refused(anna, world.SendLetter{To: anna, Text: "hello"}, world.CodeCannot)
	c.refused(anna, world.SendLetter{To: bess, Text: "hello"}, world.CodeUnknown)
	c.refused(anna, world.SendLetter{To: benno, Text: " "}, world.CodeMissing)
	for range 10 {
		c.does(anna, world.SendLetter{To: benno, Text: "hello"})
	}
	c.refused(anna, world.SendLetter{To: benno, Text: "hello"}, world.CodeFull)
	for i := range 8 {
		id := worldtest.Join(c.s, c.now, worldtest.Person{
			Name: "Writer" + string(rune('a'+i)), Account: world.AccountID(fmt.Sprintf("a-%d", i)),
		})
		for range 5 {
			c.does(id, world.SendLetter{To: benno, Text: "hello"})
		}
	}
	c.refused(merla, world.SendLetter{To: benno, Text: "hello"}, world.CodeFull)
}

// With its writer erased, a letter is gone from every box.
func TestLettersGoWithTheirWriter(t *testing.T) {
	c := newScene(t)
	c.started(0)
	c.does(anna, world.Enter{})
	c.does(merla, world.Enter{})
	c.does(anna, world.SendLetter{To: benno, Text: "hello"})
	c.does(merla, world.SendLetter{To: benno, Text: "hello"})
	c.does(anna, world.DeleteCharacter{Who: anna, Whole: true})
	if n := len(c.s.Actors[benno].Letters); n != 2 {
		t.Errorf("he has %d letters while she is kept", n)
	}
	c.refused(merla, world.SendLetter{To: anna, Text: "hello"}, world.CodeUnknown)
	c.started(31 * day)
	c.wait(31 * day)
	if c.s.Actors[anna] != nil {
		t.Fatal("she is not erased")
	}
	if box := c.s.Actors[benno].Letters; len(box) != 1 || box[0].Name != "Merla" {
		t.Errorf("he has %+v", box)
	}
}
