package world_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

const quays world.ChannelID = "quays"

// hears reports whether somebody perceived the first thing that happened last.
func (c *scene) hears(who world.ActorID) bool {
	_, heard := c.last.Notices[0].SenseOf(c.s.Actors[who].Num)
	return heard
}

// What is said on a channel reaches every player wherever they are, guests too, and no creature; who has switched it
// off hears nothing of it and says nothing there, and whoever is ignored is not heard.
func TestAChannelIsHeardEverywhere(t *testing.T) {
	c := newScene(t)
	c.does(benno, world.Move{Dir: world.North})
	c.does(benno, world.Move{Dir: world.North}) // to the arena, which no shout reaches from the quay
	c.emits(anna, world.Chat{Channel: quays, Text: "hello"}, "Chatted")
	for _, who := range []world.ActorID{anna, benno, gast, merla} {
		if !c.hears(who) {
			t.Errorf("%s does not hear it", who)
		}
	}
	for _, g := range c.last.Notices[0].To {
		for _, num := range g.Who {
			if a := c.s.ActorByNum(num); !a.Player() {
				t.Errorf("%s hears it", a.Name)
			}
		}
	}
	c.emits(benno, world.SwitchChannel{Channel: quays, Off: true}, "ChannelSwitched")
	c.refused(benno, world.SwitchChannel{Channel: quays, Off: true}, world.CodeAlready)
	c.refused(benno, world.Chat{Channel: quays, Text: "hello"}, world.CodeCannot)
	c.does(gast, world.Chat{Channel: quays, Text: "waves", Acts: true})
	if c.hears(benno) || !c.hears(anna) {
		t.Error("who has it off hears it, or who has it on does not")
	}
	c.does(benno, world.SwitchChannel{Channel: quays})
	c.does(benno, world.Ignore{Who: gast})
	c.does(gast, world.Chat{Channel: quays, Text: "hello"})
	if c.hears(benno) || !c.hears(merla) {
		t.Error("who ignores the speaker hears them, or somebody else does not")
	}
	c.refused(anna, world.Chat{Channel: "deep", Text: "hello"}, world.CodeUnknown)
	c.refused(anna, world.Chat{Channel: quays, Text: " "}, world.CodeMissing)
}

// The muted, the frozen and the jailed are not heard on a channel, and a channel takes breath as a shout does.
func TestAChannelIsForWhoMaySpeak(t *testing.T) {
	for kind, code := range map[world.SanctionKind]world.Code{
		world.SanctionMute: world.CodeMuted, world.SanctionFreeze: world.CodeFrozen, world.SanctionJail: world.CodeJailed,
	} {
		c := newScene(t)
		c.does(merla, world.Impose{Kind: kind, Who: anna, Reason: "a test"})
		c.refused(anna, world.Chat{Channel: quays, Text: "hello"}, code)
	}
	c := newScene(t)
	passed := 0
	for ; passed < 100; passed++ {
		said := world.Chat{Channel: quays, Text: strings.Repeat("x", 250)}
		if _, r := c.s.Decide(c.now, worldtest.Typed(anna, said)); r != nil {
			break
		}
	}
	if passed != 30 {
		t.Errorf("%d pass at once, want 30 as of a shout", passed)
	}
}

// A channel and a gesture have no id in common, be they made together or one after the other.
func TestAChannelIsNoGesture(t *testing.T) {
	clash := func(u []world.Unsound) bool {
		return slices.ContainsFunc(u, func(u world.Unsound) bool { return strings.Contains(u.Text, "has that id") })
	}
	p := worldtest.SmallPack()
	p.Channels = append(p.Channels, world.ChannelSpec{ID: "bow", Name: "the bow", About: "No."})
	if !clash(p.Unsound()) {
		t.Error("a pack may have both")
	}
	for kind, entry := range map[string]any{
		"channel": world.ChannelSpec{ID: "bow", Name: "the bow", About: "No."},
		"social":  world.SocialSpec{ID: "quays", Alone: "You quay."},
	} {
		c := newScene(t)
		c.s.Actors[merla].Role = world.RoleHead
		id := map[string]string{"channel": "bow", "social": "quays"}[kind]
		var set world.Entries
		set.Put(kind, id, entry)
		if _, r := c.s.Decide(c.now, worldtest.Typed(merla, world.EditContent{Set: set})); r == nil ||
			!strings.Contains(r.Text, "has that id") {
			t.Errorf("an edit may make the %s: %v", kind, r)
		}
	}
}
