package world_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// Who has somebody on their list is told when they come and go; of who does not show themselves, or ignores them,
// nobody is.
func TestFriendsAreToldOf(t *testing.T) {
	c := newScene(t)
	c.refused(anna, world.Befriend{Who: anna}, world.CodeCannot)
	c.refused(anna, world.Befriend{Who: gast}, world.CodeUnknown)
	c.refused(anna, world.Befriend{Who: bess}, world.CodeUnknown)
	c.refused(anna, world.Befriend{Who: benno, Off: true}, world.CodeUnknown)
	c.refused(gast, world.Befriend{Who: anna}, world.CodeNotAllowed)
	c.emits(anna, world.Befriend{Who: benno}, "FriendMade")
	c.refused(anna, world.Befriend{Who: benno}, world.CodeAlready)
	c.does(anna, world.Befriend{Who: merla})
	c.goes(anna, worldtest.Market)
	comesAndGoes := func(who world.ActorID) (told int) {
		for _, a := range []world.Action{world.Depart{}, world.Enter{}} {
			if _, isTold := c.heardBy(anna, c.does(who, a))["FriendSeen"]; isTold {
				told++
			}
		}
		return told
	}
	if n := comesAndGoes(benno); n != 2 {
		t.Errorf("she is told of %d of his coming and going", n)
	}
	if n := comesAndGoes(merla); n != 2 {
		t.Errorf("she is told of %d of the wizard's", n)
	}
	c.does(merla, world.UsePower{Power: world.PowerInvis, On: true})
	if n := comesAndGoes(merla); n != 0 {
		t.Errorf("she is told of %d of the wizard's, who is invisible", n)
	}
	c.does(benno, world.Ignore{Who: anna})
	if n := comesAndGoes(benno); n != 0 {
		t.Errorf("she is told of %d of his, who ignores her", n)
	}
	c.does(benno, world.Ignore{Who: anna, Off: true})
	c.emits(anna, world.Befriend{Who: benno, Off: true}, "FriendDropped")
	if n := comesAndGoes(benno); n != 0 {
		t.Errorf("she is told of %d of his, who is off her list", n)
	}
}

// What people say of themselves is short, theirs alone, and no business of who may not speak; who leaves the world is
// not away from the keyboard any more.
func TestPeopleIntroduceThemselves(t *testing.T) {
	c := newScene(t)
	title := world.Introduce{What: world.SelfTitle, Text: "keeper\x1b of the well"}
	c.emits(anna, title, "Introduced")
	if got := c.s.Actors[anna].Title; got != "keeper of the well" {
		t.Errorf("her title is %q", got)
	}
	c.refused(anna, title, world.CodeAlready)
	c.refused(anna, world.Introduce{What: world.SelfTitle, Text: strings.Repeat("x", 61)}, world.CodeBadValue)
	c.refused(anna, world.Introduce{What: "soul", Text: "x"}, world.CodeBadValue)
	c.refused(anna, world.Introduce{What: world.SelfAbout, Text: "mlk_" + strings.Repeat("a", 52)}, world.CodeBadValue)
	for _, rank := range []string{
		"the Wizard", "Head of all", "the wizard's cat", "one of the Gods", "W i z a r d", "W\u0456zard", "\U0001d416izard",
	} {
		c.refused(anna, world.Introduce{What: world.SelfTitle, Text: rank}, world.CodeBadValue)
	}
	c.refused(anna, world.Introduce{What: world.SelfTitle, Text: "the Benno"}, world.CodeTaken)
	for _, good := range []string{"of the long head", "Anna the Brave", "friend of Benno", "\u0445\u0440\u0430\u043d"} {
		c.emits(anna, world.Introduce{What: world.SelfTitle, Text: good}, "Introduced")
	}
	c.does(anna, world.Introduce{What: world.SelfAway, Text: "gone for tea"})
	told := eventOf[world.Told](t, c.does(benno, world.Tell{To: anna, Text: "hello"}))
	if told.Away != "gone for tea" {
		t.Errorf("he is told %q", told.Away)
	}
	c.does(merla, world.Impose{Kind: world.SanctionMute, Who: anna})
	c.refused(anna, world.Introduce{What: world.SelfAbout, Text: "x"}, world.CodeMuted)
	c.emits(anna, world.Introduce{What: world.SelfTitle}, "Introduced")
	c.does(anna, world.Depart{})
	if got := c.s.Actors[anna].Gone; got != "" {
		t.Errorf("she left, and is away: %q", got)
	}
}

// Whom one does not hear is no friend: neither is added to the other list while on the one.
func TestAFriendIsHeard(t *testing.T) {
	c := newScene(t)
	c.does(anna, world.Befriend{Who: benno})
	c.emits(anna, world.Ignore{Who: benno}, "IgnoreBegan FriendDropped")
	c.refused(anna, world.Befriend{Who: benno}, world.CodeCannot)
	c.does(anna, world.Ignore{Who: benno, Off: true})
	c.emits(anna, world.Befriend{Who: benno}, "FriendMade")
}
