package world_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestDeletedAndUndeleted: a deleted character leaves with what it carries, its name is taken, its agents are shut out
// and nobody enters as it; a wizard brings it back as it was.
func TestDeletedAndUndeleted(t *testing.T) {
	for name, by := range map[string]world.ActorID{"by its owner": anna, "by a wizard": merla} {
		t.Run(name, func(t *testing.T) {
			c := newScene(t)
			stone := c.gets(anna, "stone")
			c.does(anna, world.MintGrant{Grant: "g-1", Label: "helper", For: world.Minute})
			c.emits(by, world.DeleteCharacter{Who: anna}, "GrantRevoked CharacterDeleted Departed")
			a := c.s.Actors[anna]
			if !a.IsDeleted() || a.Presence != world.Away || c.s.Items[stone].At.Actor != anna || len(c.s.Grants) > 0 {
				t.Fatalf("she is %+v, the stone is at %+v, %d grants", *a, c.s.Items[stone].At, len(c.s.Grants))
			}
			if playable, deleted := c.s.CharactersOf("a-anna"); len(playable) != 0 || len(deleted) != 1 {
				t.Errorf("playable %v, deleted %v", playable, deleted)
			}
			c.refused(anna, world.Enter{}, world.CodeAbsent)
			c.refused(anna, world.MintGrant{Grant: "g-2", Label: "x"}, world.CodeAbsent)
			c.refused(merla, world.DeleteCharacter{Who: anna}, world.CodeAlready)
			if r := c.s.NameFit("Anna"); r == nil || r.Code != world.CodeTaken {
				t.Errorf("her name is free: %v", r)
			}
			c.refused(benno, world.UndeleteCharacter{Who: anna}, world.CodeNotAllowed)
			c.refused(merla, world.UndeleteCharacter{Who: anna, To: benno}, world.CodeBadValue)
			c.emits(merla, world.UndeleteCharacter{Who: anna}, "CharacterUndeleted")
			c.does(anna, world.Enter{})
			c.wait(world.DeletedKept + day)
			if c.s.Actors[anna] == nil || c.s.Items[stone] == nil || c.s.Items[stone].At.Actor != anna {
				t.Error("she was erased after all, or what she carried was")
			}
			c.refused(merla, world.UndeleteCharacter{Who: anna}, world.CodeUnknown)
		})
	}
}

// TestDeletedCharactersAreErased when their time is over, with what they carry and what is inside that; the name is
// free then.
func TestDeletedCharactersAreErased(t *testing.T) {
	c := newTrade(t)
	pouch, stone := c.gets(anna, "pouch"), c.gets(anna, "stone")
	c.does(anna, world.Put{Items: one(stone), Into: pouch})
	c.does(anna, world.DeleteCharacter{Who: anna})
	c.wait(world.DeletedKept - day)
	if c.s.Actors[anna] == nil || c.s.Items[stone] == nil {
		t.Fatal("she was erased too soon")
	}
	c.wait(2 * day)
	if c.s.Actors[anna] != nil || c.s.Items[pouch] != nil || c.s.Items[stone] != nil {
		t.Errorf("of her is left: %+v, %+v, %+v", c.s.Actors[anna], c.s.Items[pouch], c.s.Items[stone])
	}
	if r := c.s.NameFit("Anna"); r != nil {
		t.Errorf("her name is taken: %v", r)
	}
	c.refused(merla, world.UndeleteCharacter{Who: anna}, world.CodeUnknown)
}

// TestErasureGoesByTheWallClock: days in which the server was off count, and a clock that was set back does not let
// anybody be erased too soon.
func TestErasureGoesByTheWallClock(t *testing.T) {
	c := newScene(t)
	c.started(40 * day) // so that the clock can be set back
	c.does(anna, world.DeleteCharacter{Who: anna})
	c.started(-day)
	c.wait(world.DeletedKept)
	if c.s.Actors[anna] == nil {
		t.Fatal("she was erased too soon, by a clock that was set back")
	}
	c.started(2 * day)
	c.wait(world.Minute)
	if c.s.Actors[anna] != nil {
		t.Error("she is still kept, though the days are over")
	}
}

// TestWhoMayDeleteWhom: owners their own, wizards players, founders wizards, and the operator everybody.
func TestWhoMayDeleteWhom(t *testing.T) {
	c := newScene(t)
	olga := worldtest.Join(c.s, c.now, worldtest.Person{Name: "Olga", Account: "a-olga", Role: world.RoleWizard})
	c.refused(benno, world.DeleteCharacter{Who: anna}, world.CodeNotAllowed)
	c.refused(merla, world.DeleteCharacter{Who: anna, Whole: true}, world.CodeNotAllowed)
	c.refused(merla, world.DeleteCharacter{Who: olga}, world.CodeNotAllowed)
	c.refused(merla, world.DeleteCharacter{Who: gast}, world.CodeCannot)
	c.refused(merla, world.DeleteCharacter{Who: bess}, world.CodeUnknown)
	c.host(world.Anoint{Body: merla, Founds: true})
	c.refused(olga, world.DeleteCharacter{Who: merla}, world.CodeNotAllowed)
	c.does(merla, world.DeleteCharacter{Who: olga})
	if _, code := c.host(world.DeleteCharacter{Who: merla}); code != "" {
		t.Errorf("the operator cannot: %s", code)
	}
	c.does(anna, world.MintGrant{Grant: "g-1", Label: "helper"})
	in := world.Input{
		Actor: anna, Via: world.Via{Kind: world.ViaGrant, Grant: "g-1"}, Action: world.DeleteCharacter{Who: anna},
	}
	if _, code := c.at(in); code != world.CodeKeyboard {
		t.Errorf("an agent: %q", code)
	}
}

// TestDeletedWithTheAccount: all characters go, whoever asked last, also one that was deleted before; they come back to
// another account alone, and the account gets no new one.
func TestDeletedWithTheAccount(t *testing.T) {
	c := newScene(t)
	c.host(world.Create{Account: "a-anna", Name: "Ada", Role: world.RoleWizard})
	c.host(world.Create{Account: "a-anna", Name: "Bea", Role: world.RolePlayer})
	c.host(world.Allow{Who: "pc-ada", Commands: []string{"load"}, Taken: true})
	c.does(anna, world.DeleteCharacter{Who: "pc-bea"})
	until := c.s.Actors["pc-bea"].Deleted.Until
	c.wait(day)
	c.emits(anna, world.DeleteCharacter{Who: anna, Whole: true},
		"CharacterDeleted CharacterDeleted CharacterDeleted Departed")
	if got := c.s.Actors["pc-bea"].Deleted; !got.Whole || got.Until != until {
		t.Errorf("who was deleted before is kept as %+v, want until %d", got, until)
	}
	if err := c.s.Check(); err != nil {
		t.Errorf("a wizard from whom a command was taken: %v", err)
	}
	_, code := c.host(world.Create{Account: "a-anna", Name: "Cleo", Role: world.RolePlayer})
	if code != world.CodeNotAllowed {
		t.Errorf("a new character of the account: %q", code)
	}
	c.refused(merla, world.UndeleteCharacter{Who: "pc-ada"}, world.CodeMissing)
	c.refused(merla, world.UndeleteCharacter{Who: "pc-ada", To: gast}, world.CodeUnknown)
	c.refused(merla, world.UndeleteCharacter{Who: "pc-ada", To: anna}, world.CodeUnknown)
	c.does(merla, world.UndeleteCharacter{Who: "pc-ada", To: benno})
	if ada := c.s.Actors["pc-ada"]; ada.Account != "a-benno" || ada.Role != world.RolePlayer || ada.IsDeleted() {
		t.Errorf("she came back as %+v", *ada)
	}
	if playable, _ := c.s.CharactersOf("a-benno"); len(playable) != 2 {
		t.Errorf("his are %v", playable)
	}
	c.wait(world.DeletedKept + day)
	if c.s.Actors[anna] != nil || c.s.Actors["pc-bea"] != nil || c.s.Actors["pc-ada"] == nil {
		t.Error("the wrong ones are left")
	}
}

// TestBannedCharactersAreNotErased: a ban is not run from by being deleted.
func TestBannedCharactersAreNotErased(t *testing.T) {
	c := newScene(t)
	c.does(merla, world.Impose{Kind: world.SanctionBan, Who: anna, Span: world.DeletedKept + 5*day})
	c.does(merla, world.DeleteCharacter{Who: anna})
	c.wait(world.DeletedKept + 2*day)
	if c.s.Actors[anna] == nil {
		t.Fatal("she was erased under a ban")
	}
	c.wait(5 * day)
	if c.s.Actors[anna] != nil {
		t.Error("she is still kept")
	}
}

// TestWhoIsToldOfADeletion: whoever decided it and whose it is, and nobody else; nobody deletes in a fight of their
// own.
func TestWhoIsToldOfADeletion(t *testing.T) {
	c := newScene(t)
	rec := c.does(merla, world.DeleteCharacter{Who: anna})
	for who, want := range map[world.ActorID]bool{anna: true, merla: true, benno: false, gast: false} {
		if _, told := c.heardBy(who, rec)["CharacterDeleted"]; told != want {
			t.Errorf("%s is told: %v, want %v", who, told, want)
		}
	}
	if word := c.s.Actors[anna].DeletedWord(); !strings.HasPrefix(word, "Anna is deleted, and is kept until ") {
		t.Errorf("got %q", word)
	}
	c.goes(benno, worldtest.Arena)
	c.does(benno, world.Attack{Target: c.mob("rat")})
	c.refused(benno, world.DeleteCharacter{Who: benno}, world.CodeFighting)
	c.does(merla, world.DeleteCharacter{Who: benno})
}
