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
