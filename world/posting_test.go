package world_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// TestNews: it is counted for each who has not read it, in the order of its numbers, which are never given again; who
// is in the world is told that there is some (OWNERS, section 2: motd, news).
func TestNews(t *testing.T) {
	c := newScene(t)
	unread := func(who world.ActorID) int { return c.s.Unread(c.s.Actors[who]) }
	c.emits(anna, world.ReadNews{}, "")
	c.refused(anna, world.PostNews{Text: "I am new."}, world.CodeNotAllowed)
	c.refused(merla, world.PostNews{}, world.CodeMissing)
	c.refused(merla, world.PostNews{Text: strings.Repeat("x", world.NewsBytesMost+1)}, world.CodeBadValue)
	rec := c.does(merla, world.PostNews{Text: "The bridge is open."})
	if _, told := c.heardBy(gast, rec)["NewsPosted"]; !told {
		t.Error("a guest in the world is not told that there is news")
	}
	c.does(merla, world.PostNews{Text: "The tower is not."})
	if got := unread(anna); got != 2 {
		t.Errorf("anna has %d to read, want 2", got)
	}
	c.emits(anna, world.ReadNews{}, "NewsRead")
	c.emits(merla, world.DropNews{N: 2}, "NewsDropped")
	c.refused(merla, world.DropNews{N: 2}, world.CodeUnknown)
	if unread(anna) != 0 || unread(benno) != 1 {
		t.Errorf("to read are %d and %d, want 0 and 1", unread(anna), unread(benno))
	}
	c.does(merla, world.PostNews{Text: "It is now."})
	if got := c.s.Bulletin.News[1].N; got != 3 || unread(anna) != 1 {
		t.Errorf("the next has the number %d, and anna %d to read; want 3 and 1", got, unread(anna))
	}
	c.host(world.Impose{Kind: world.SanctionFreeze, Who: anna})
	c.emits(anna, world.ReadNews{}, "NewsRead")
	for range world.NewsMost - 2 {
		c.does(merla, world.PostNews{Text: "And more."})
	}
	c.refused(merla, world.PostNews{Text: "Too much."}, world.CodeFull)
}

// TestMessageOfTheDay: one at a time, and none when it was taken away.
func TestMessageOfTheDay(t *testing.T) {
	c := newScene(t)
	c.refused(anna, world.SetMotd{Text: "Mine."}, world.CodeNotAllowed)
	c.refused(merla, world.SetMotd{}, world.CodeAlready)
	c.refused(merla, world.SetMotd{Text: strings.Repeat("x", world.MotdBytesMost+1)}, world.CodeBadValue)
	c.emits(merla, world.SetMotd{Text: "Mind \x1b[2Jthe tide."}, "MotdSet")
	if m := c.s.Bulletin.Motd; m == nil || m.By != "Merla" || strings.ContainsRune(m.Text, '\x1b') {
		t.Fatalf("got %+v", m)
	}
	c.refused(merla, world.SetMotd{Text: c.s.Bulletin.Motd.Text}, world.CodeAlready)
	if got, code := c.host(world.SetMotd{Text: "Closed at noon."}); got != "MotdSet" {
		t.Errorf("the operator: got %q %q", got, code)
	}
	c.emits(merla, world.SetMotd{}, "MotdSet")
	if c.s.Bulletin.Motd != nil {
		t.Error("it is still there")
	}
}
