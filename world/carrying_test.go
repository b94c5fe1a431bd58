package world_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// carriedWays are all ways to be heard elsewhere, as used to reach Benno: what each is barred by is in [carriedBars].
func carriedWays() map[string]world.Action {
	return map[string]world.Action{
		"shout":   world.Shout{Text: "hello"},
		"tell":    world.Tell{To: benno, Text: "hello"},
		"channel": world.Chat{Channel: quays, Text: "hello"},
		"group":   world.PartyTell{Text: "hello"},
		"wiznet":  world.WizTalk{Text: "hello"},
		"letter":  world.SendLetter{To: benno, Text: "hello"},
		"note":    world.PinNote{Title: "Hello", Text: "hello"},
	}
}

// carriedBars are what keeps a speaker from it, or a hearer from hearing it, and the ways that each lets pass.
func carriedBars() map[string]struct {
	set    func(c *scene, who world.ActorID)
	passes string
} {
	type bar = struct {
		set    func(c *scene, who world.ActorID)
		passes string
	}
	silent := func(c *scene, room world.RoomID) {
		r := *c.s.Rooms[room]
		r.Silent = true
		c.does(merla, edit(r))
	}
	sanction := func(kind world.SanctionKind) bar {
		return bar{set: func(c *scene, who world.ActorID) {
			if _, code := c.host(world.Impose{Kind: kind, Who: who, Reason: "a test"}); code != "" {
				c.Fatal(code)
			}
		}}
	}
	return map[string]bar{
		"nothing":  {func(*scene, world.ActorID) {}, "shout tell channel group wiznet letter note"},
		"a mute":   sanction(world.SanctionMute),
		"a freeze": sanction(world.SanctionFreeze),
		"a jail":   sanction(world.SanctionJail),
		"no breath": {func(c *scene, who world.ActorID) {
			c.does(merla, world.Say{Text: "Wait."})
			c.s.Actors[who].Breath = c.now + world.BreathAheadMax
		}, "wiznet"},
		"silence where it is spoken": {func(c *scene, who world.ActorID) {
			silent(c, c.s.Actors[who].Room)
		}, "wiznet letter note"},
		"silence where it would be heard": {func(c *scene, _ world.ActorID) {
			silent(c, c.s.Actors[benno].Room)
		}, "wiznet letter note"},
		"being ignored": {func(c *scene, who world.ActorID) {
			if who != merla { // nobody can ignore a wizard
				c.does(benno, world.Ignore{Who: who})
			}
		}, "wiznet note"},
	}
}

// Every way to be heard elsewhere meets every bar; none has a gap but those that are written down.
func TestEveryWayMeetsEveryBar(t *testing.T) {
	covered := map[reflect.Type]bool{}
	for way, a := range carriedWays() {
		covered[reflect.TypeOf(a)] = true
		for name, bar := range carriedBars() {
			t.Run(way+" and "+name, func(t *testing.T) {
				c := newScene(t)
				speaker := anna
				if way == "wiznet" {
					speaker = merla
					if _, code := c.host(world.Anoint{Body: benno}); code != "" {
						t.Fatal(code)
					}
				}
				c.together(speaker, benno)
				c.goes(benno, worldtest.Market)
				c.now += 60 * world.Minute
				if way == "note" {
					r := *c.s.Rooms[c.s.Actors[speaker].Room]
					r.Board = &world.BoardSpec{Name: "the mast"}
					c.does(merla, edit(r))
				}
				bar.set(c, speaker)
				rec, r := c.s.Decide(c.now, worldtest.Typed(speaker, a))
				isHeard := r == nil
				if isHeard && way != "note" { // which is read by whoever comes
					_, isHeard = rec.Notices[0].SenseOf(c.s.Actors[benno].Num)
				}
				if want := strings.Contains(bar.passes, way); isHeard != want {
					t.Errorf("it is heard: %v, want %v (%v)", isHeard, want, r)
				}
			})
		}
	}
	for _, a := range world.ActionKinds() {
		if is := reflect.TypeOf(a); world.IsCarried(a) != covered[is] {
			t.Errorf("%s is carried: %v, and walked here: %v", is.Name(), world.IsCarried(a), covered[is])
		}
	}
}

// Whoever plays a creature still hears what is carried to them: all talk but what is said in the room where their own
// body stands, or shouted around it.
func TestTalkFollowsWhoPlaysACreature(t *testing.T) {
	for _, e := range world.EventKinds() {
		is := world.TraitsOf(e)
		near := is.Speech.To == world.ToRoom || is.Speech.Channel == world.ChannelShout
		if is.Speech.To != 0 && is.Follows == near {
			t.Errorf("%T: follows %v", e, is.Follows)
		}
	}
}
