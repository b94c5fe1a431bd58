package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// OWNERS, section 2: a wizard's keyboard plays a creature; what it perceives is told, its own mind rests, and it ends
// with the creature, with the wizard's connection and with their going.
func TestSwitch(t *testing.T) {
	c := newScene(t)
	play := world.Switch{Who: bess}
	c.refused(anna, play, world.CodeNotAllowed)
	c.refused(merla, world.Switch{}, world.CodeAlready)
	c.refused(merla, world.Switch{Who: anna}, world.CodeCannot)
	c.refused(merla, world.Switch{Who: "npc-nobody"}, world.CodeUnknown)
	c.emits(merla, play, "Switched")
	c.refused(merla, play, world.CodeAlready)
	say := world.Input{Actor: bess, Via: world.Via{Kind: world.ViaMind}, Action: world.Say{Text: "I am myself."}}
	if r := c.s.Refuses(c.now, say); r == nil || r.Code != world.CodeDrivenByYou {
		t.Errorf("the mind of a creature that is played: %v", r)
	}
	say.Via = world.Via{Kind: world.ViaForce, By: merla}
	if r := c.s.Refuses(c.now, say); r != nil {
		t.Errorf("what its wizard has it do: %v", r)
	}
	c.emits(merla, world.Switch{}, "Switched")
	c.emits(merla, play, "Switched")
	c.host(world.Sever{Body: merla})
	if a, b := c.s.Actors[merla], c.s.Actors[bess]; a.Drives != "" || b.Driver != "" {
		t.Errorf("who lost the connection plays %q, played by %q", a.Drives, b.Driver)
	}
}

// A creature that was made to follow somebody follows nobody once nobody plays it.
func TestWhoIsPlayedNoMoreFollowsNobody(t *testing.T) {
	c := newScene(t)
	c.does(merla, world.Switch{Who: bess})
	c.goes(anna, c.s.Actors[bess].Room)
	follow := world.Input{
		Actor: bess, Via: world.Via{Kind: world.ViaForce, By: merla}, Action: world.Follow{Leader: anna},
	}
	if _, r := c.s.Decide(c.now, follow); r != nil {
		t.Fatal(r)
	}
	c.emits(merla, world.Switch{}, "Switched FollowEnded")
	if b := c.s.Actors[bess]; b.Following != "" {
		t.Errorf("follows %q", b.Following)
	}
}

// What an owner is asked names coins as what is handed over, and as a price only where something is bought for them.
func TestAnOwnerIsAskedInGoodEnglish(t *testing.T) {
	c := newScene(t)
	for want, a := range map[string]world.Action{
		"split 6 coins":              world.SplitCoins{Coins: 6},
		"give 6 coins to " + "Benno": world.GiveCoins{To: benno, Coins: 6},
	} {
		if got := world.InWords(c.s, a); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A creature that hides comes without a word to those who cannot see it, and is marked to whoever can; and what only
// may be fought is no foe.
func TestWhatHidesComesUnseen(t *testing.T) {
	c := newScene(t)
	beast := *c.s.MobSpecs["rat"]
	beast.Hides, beast.Aggressive = true, false
	c.does(merla, edit(beast))
	c.goes(anna, c.s.Actors[merla].Room)
	rec := c.does(merla, world.Conjure{Mob: "rat"})
	made := eventOf[world.MobMade](t, rec)
	for _, n := range rec.Notices {
		if _, sees := n.SenseOf(c.s.Actors[anna].Num); sees {
			t.Errorf("anna is told of %T", n.Event)
		}
	}
	ref := c.s.ActorRef(c.s.Actors[made.Actor])
	if ref.State != "hidden" || ref.Foe || !ref.Fightable {
		t.Errorf("to who sees it: %+v", ref)
	}
}

// Who is no wizard any more plays no creature, nor who may not use what it takes; and a creature that is played takes
// on no quest.
func TestSwitchEndsWithTheRank(t *testing.T) {
	for name, by := range map[string]world.Action{
		"another rank":    world.SetField{Actor: merla, Field: "role", Value: int(world.RolePlayer)},
		"switch is taken": world.Allow{Who: merla, Commands: []string{"switch"}, Taken: true},
		"force is taken":  world.Allow{Who: merla, Commands: []string{"force"}, Taken: true},
	} {
		t.Run(name, func(t *testing.T) {
			c := newScene(t)
			c.emits(merla, world.Switch{Who: bess}, "Switched")
			for id, q := range world.Ordered(c.s.Quests) {
				c.s.Actors[bess].Room = q.Room
				take := world.Input{
					Actor: bess, Via: world.Via{Kind: world.ViaForce, By: merla}, Action: world.AcceptQuest{Quest: id},
				}
				if r := c.s.Refuses(c.now, take); r == nil || r.Code != world.CodeCannot {
					t.Errorf("a creature takes on %s: %v", id, r)
				}
				break
			}
			if _, code := c.host(by); code != "" {
				t.Fatal(code)
			}
			if a, b := c.s.Actors[merla], c.s.Actors[bess]; a.Drives != "" || b.Driver != "" {
				t.Errorf("plays %q, played by %q", a.Drives, b.Driver)
			}
		})
	}
}
