package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// ranked gives a scene a founder, Merla, and one of each rank below.
func ranked(t *testing.T) *scene {
	t.Helper()
	c := newScene(t)
	c.host(world.Anoint{Body: merla, Founds: true})
	for name, role := range map[string]world.Role{
		"Hedda": world.RoleHead, "Wanda": world.RoleWizard, "Wilma": world.RoleWizard, "Bertha": world.RoleBuilder,
	} {
		id := worldtest.Join(c.s, c.now, worldtest.Person{Name: name, Account: world.AccountID("a-" + strings.ToLower(name))})
		if got, code := c.host(world.SetField{Actor: id, Field: "role", Value: int(role)}); got != "FieldSet" {
			t.Fatalf("%s: got %q %q", name, got, code)
		}
	}
	return c
}

const (
	hedda  = world.ActorID("pc-hedda")
	wanda  = world.ActorID("pc-wanda")
	wilma  = world.ActorID("pc-wilma")
	bertha = world.ActorID("pc-bertha")
)

func role(who world.ActorID, to world.Role) world.SetField {
	return world.SetField{Actor: who, Field: "role", Value: int(to)}
}

// TestWhoGivesWhichRank: wizards are made and unmade by a head, heads by the founder, and no wizard demotes another
// (OWNERS, section 2).
func TestWhoGivesWhichRank(t *testing.T) {
	c := ranked(t)
	for _, tt := range []struct {
		name string
		by   world.ActorID
		act  world.SetField
		want world.Code
	}{
		{"a wizard makes a wizard", wanda, role(anna, world.RoleWizard), world.CodeNotAllowed},
		{"a wizard demotes a wizard", wanda, role(wilma, world.RolePlayer), world.CodeNotAllowed},
		{"a wizard demotes a head", wanda, role(hedda, world.RolePlayer), world.CodeNotAllowed},
		{"a wizard makes a builder", wanda, role(anna, world.RoleBuilder), ""},
		{"a builder makes a builder", bertha, role(benno, world.RoleBuilder), world.CodeNotAllowed},
		{"a wizard unmakes a builder", wanda, role(anna, world.RolePlayer), ""},
		{"a head makes a wizard", hedda, role(anna, world.RoleWizard), ""},
		{"a head unmakes a wizard", hedda, role(anna, world.RolePlayer), ""},
		{"a head makes a head", hedda, role(wanda, world.RoleHead), world.CodeNotAllowed},
		{"a head demotes the founder", hedda, role(merla, world.RolePlayer), world.CodeNotAllowed},
		{"the founder makes a head", merla, role(wanda, world.RoleHead), ""},
		{"a head demotes a head", hedda, role(wanda, world.RoleWizard), world.CodeNotAllowed},
		{"the founder demotes a head", merla, role(wanda, world.RoleWizard), ""},
		{"anybody of themselves", hedda, role(hedda, world.RoleWizard), world.CodeKeyboard},
		{"an account's character becomes a guest", merla, role(wanda, world.RoleGuest), world.CodeCannot},
	} {
		t.Run(tt.name, func(*testing.T) {
			if tt.want != "" {
				c.refused(tt.by, tt.act, tt.want)
				return
			}
			c.emits(tt.by, tt.act, "FieldSet")
		})
	}
	if got, code := c.host(role(hedda, world.RolePlayer)); got != "FieldSet" {
		t.Errorf("the operator demotes a head: got %q %q", got, code)
	}
}

// TestSingleCommands: a builder may do what was allowed to them and nothing else; from a wizard one command can be
// taken; both end with the rank (OWNERS, section 2).
func TestSingleCommands(t *testing.T) {
	c := ranked(t)
	there := world.Haul{Body: bertha, To: worldtest.Arena}
	c.refused(bertha, there, world.CodeNotAllowed)
	c.refused(wanda, world.Allow{Who: bertha, Commands: []string{"goto"}}, world.CodeNotAllowed)
	c.emits(hedda, world.Allow{Who: bertha, Commands: []string{"goto", "force"}}, "CommandsSet")
	c.emits(bertha, there, "Moved")
	c.refused(bertha, world.Haul{Body: anna, To: worldtest.Arena}, world.CodeNotAllowed)
	c.refused(bertha, world.Conjure{Item: "cap"}, world.CodeNotAllowed)
	force := world.Via{Kind: world.ViaForce, By: bertha}
	if got, code := c.at(world.Input{Actor: anna, Via: force, Action: world.Say{Text: "I must."}}); got != "Said" {
		t.Errorf("who may force does not: %q", code)
	}
	byAgent := world.Via{Kind: world.ViaGrant, Grant: "g-bertha"}
	c.does(bertha, world.MintGrant{Grant: "g-bertha", Label: "x"})
	back := world.Haul{Body: bertha, To: worldtest.Quay}
	if _, code := c.at(world.Input{Actor: bertha, Via: byAgent, Action: back}); code != world.CodeNotAllowed {
		t.Errorf("a builder's agent goes where it likes: %q", code)
	}
	c.refused(hedda, world.Allow{Who: bertha, Commands: []string{"goto"}}, world.CodeAlready)
	c.emits(hedda, world.Allow{Who: bertha, Commands: []string{"goto"}, Taken: true}, "CommandsSet")
	c.refused(bertha, back, world.CodeNotAllowed)
	c.refused(hedda, world.Allow{Who: bertha, Commands: []string{"load"}, Taken: true}, world.CodeAlready)

	c.emits(hedda, world.Allow{Who: wanda, Commands: []string{"load"}, Taken: true}, "CommandsSet")
	c.refused(wanda, world.Conjure{Item: "cap"}, world.CodeNotAllowed)
	c.does(wilma, world.Conjure{Item: "cap"})
	c.emits(hedda, world.Allow{Who: wanda, Commands: []string{"load"}}, "CommandsSet")
	c.does(wanda, world.Conjure{Item: "cap"})

	c.does(hedda, world.Allow{Who: wanda, Commands: []string{"load", "slay"}, Taken: true})
	c.emits(hedda, role(wanda, world.RoleBuilder), "FieldSet CommandsSet")
	c.emits(hedda, role(bertha, world.RoleWizard), "FieldSet CommandsSet")
	if w, b := c.s.Actors[wanda], c.s.Actors[bertha]; len(w.Denied)+len(b.Allowed) > 0 {
		t.Errorf("left are %v and %v", w.Denied, b.Allowed)
	}
}

// TestWhoseCommandsAreNeverSet: nobody's own, no head's, no player's; and only what can be a command.
func TestWhoseCommandsAreNeverSet(t *testing.T) {
	c := ranked(t)
	allow := func(who world.ActorID, words ...string) world.Allow { return world.Allow{Who: who, Commands: words} }
	c.refused(hedda, allow(hedda, "goto"), world.CodeKeyboard)
	c.refused(hedda, world.Allow{Who: merla, Commands: []string{"goto"}, Taken: true}, world.CodeNotAllowed)
	c.refused(hedda, allow(anna, "goto"), world.CodeCannot)
	c.refused(hedda, allow(gast, "goto"), world.CodeUnknown)
	c.refused(hedda, allow(bertha), world.CodeBadValue)
	c.refused(hedda, allow(bertha, "go to"), world.CodeBadValue)
	var many []string
	for i := range world.CommandsMost {
		many = append(many, "c"+string(rune('a'+i/26))+string(rune('a'+i%26)))
	}
	c.emits(hedda, allow(bertha, many...), "CommandsSet")
	c.refused(hedda, allow(bertha, "goto"), world.CodeFull)
	c.host(world.Anoint{Body: bertha, Founds: true})
	if a := c.s.Actors[bertha]; len(a.Allowed) > 0 || a.Rank() != world.RoleHead {
		t.Errorf("a founder, of the rank %s, is allowed %v", a.Rank(), a.Allowed)
	}
}

// TestEveryWizardsDeedHasACommand: whatever only wizards may can be taken from one of them, and is then refused.
func TestEveryWizardsDeedHasACommand(t *testing.T) {
	c := ranked(t)
	taken := strings.Fields("goto summon teleport load zreset purge set rank echo gecho send wiznet restore peace slay " +
		"rename redescribe kick notes reports rewind lore npc agents shutdown reboot doors mute unmute freeze unfreeze ban " +
		"unban motd news jail unjail snoop undelete switch unaffect")
	c.does(hedda, world.Allow{Who: wanda, Commands: taken, Taken: true})
	for _, kind := range world.ActionKinds() {
		name := strings.TrimPrefix(fmt.Sprintf("%T", kind), "world.")
		switch act := kind.(type) {
		case world.Impose:
			act.Kind = world.SanctionMute
			kind = act
		case world.UsePower:
			continue // they go by the names of the powers
		default:
		}
		_, wilmas := c.s.Decide(c.now, world.Input{
			Actor: bertha, Via: world.Via{Kind: world.ViaKeyboard}, Action: kind,
		})
		if wilmas == nil || wilmas.Code != world.CodeNotAllowed || slices.Contains([]string{"Allow"}, name) {
			continue // not a wizards' deed
		}
		in := world.Input{Actor: hedda, Via: world.Via{Kind: world.ViaKeyboard}, Action: kind}
		if r := c.s.Refuses(c.now, in); r != nil && r.Code == world.CodeNotAllowed {
			continue // the daemon's
		}
		in.Actor = wanda
		if r := c.s.Refuses(c.now, in); r == nil || r.Code != world.CodeNotAllowed {
			t.Errorf("%s is done by whom it was taken from: %v", name, r)
		}
	}
}
