package verb_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// TestWizardsKit: what wizards do out of the common way is answered in plain words, with the id of whom it is about.
func TestWizardsKit(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	cid := s.join("cid", world.RolePlayer)
	says := func(line, want string) {
		t.Helper()
		if got := s.read(line); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %q, want %q...", line, got, want)
		}
	}
	s.must(s.ann, "north")
	says("teleport ann cellar", "Ann (pc-ann) is sent to The Cellar.")
	says("transfer ann", "Ann (pc-ann) is brought to The Hall.")
	s.must(s.ann, "north")
	says("summon all", "Everybody in the world is here.")
	says("summon all", "Everybody in the world is here.")
	says("set ann hp 3", "The health of Ann (pc-ann) is now 3")
	says("restore all", "Everybody in the world is whole again.")
	says("restore all", "Nobody in the world is hurt.")
	says("load lamp 3", "You make 3, the last of them a lamp (lamp-")
	says("load lamp 21", "One can make 1 to 20 at once.")
	says("force all to say hello", "2 do as you will.")
	says("force all to get brass key", "One does as you will. Others could not: ")
	says("force all to xyzzy", "Nobody here knows how to xyzzy.")
	s.act(cid, world.Depart{})
	says("set cid coins 5", "The purse of Cid (pc-cid) is now 5 coins; it was 0 coins.")
	says("restore cid", "Cid (pc-cid) is whole again.")
	says("teleport cid yard", "Cid (pc-cid) is away, and will wake at The Yard.")
	says("goto cid", "The Yard")
	says("summon cid", "They are there already.")
	says("goto here", "You are there already.")
	says("goto ann", "The Hall")
	says("rename cid peace", "That word is a command here.")
	says("rename cid Cyd", "Cid is called Cyd from now on (pc-cid).")
	s.act(cid, world.Enter{})
	says("tell cyd hello", "")
	says("tell cid hello", "There is no player called cid about.")
	says("redescribe cyd Tall, and wet.", "Cyd (pc-cid) looks so now: Tall, and wet.")
	says("redescribe cyd", "Cyd (pc-cid) looks like anybody.")
	says("slay cyd", "You see nobody called cyd here.")
	s.must(s.bob, "attack rat")
	s.must(s.bob, "peace")
	says("peace", "Nobody fights here.")
	says("purge", "Nothing is here any more but people, and what they carry.")
	says("purge", "There is nothing here to clear away.")
	says("founder", "Nobody is the founder of this world.")
	says("founder ann", "Who founded this world is for its operator to say: mudlark founder ann.")
}

// TestInvisIsOnNoList: who is invisible cannot be named by players, and is on their lists neither; wizards see it.
func TestInvisIsOnNoList(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	listed := func(who world.ActorID) bool {
		for _, p := range s.line(who, "who").report.(verb.WhoReport).People {
			if p.Name == "Bob" {
				return true
			}
		}
		return false
	}
	if !listed(s.ann) {
		t.Fatal("Bob is on no list")
	}
	s.must(s.bob, "invis")
	if listed(s.ann) || !listed(s.bob) {
		t.Errorf("Ann has him on her list: %v, he himself: %v", listed(s.ann), listed(s.bob))
	}
	for _, line := range []string{
		"tell bob hello", "examine bob", "follow bob", "give brass key to bob", "whisper bob hello",
	} {
		if got := s.line(s.ann, line); got.refusal == nil {
			t.Errorf("%s works", line)
		}
	}
	s.must(s.bob, "tell ann hello")
	s.must(s.ann, "reply hello", "say is anybody there?")
	s.must(s.bob, "visible")
	s.must(s.ann, "tell bob hello", "examine bob")
}

// TestWiznetIsTheWizardsSemicolon: for everybody else it is emote.
func TestWiznetIsTheWizardsSemicolon(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	for who, want := range map[world.ActorID]string{s.bob: "wiznet", s.ann: "emote"} {
		if call := s.table.Parse(s.ctx(who), ";waits"); call.Verb == nil || call.Verb.Name != want {
			t.Errorf("%s: got %s, want %s", who, told(call), want)
		}
	}
}

// TestStaffIsToldWhatNeedsMore: who has a role above a player's reads that a verb is there and needs a higher one; a
// player reads what they read of any word.
func TestStaffIsToldWhatNeedsMore(t *testing.T) {
	for role, want := range map[world.Role]string{
		world.RoleBuilder: "To purge is for those of the role wizard; yours is builder.",
		world.RolePlayer:  "Nobody here knows how to purge.",
	} {
		if got := newStage(t, role).read("purge lamp"); !strings.HasPrefix(got, want) {
			t.Errorf("a %s reads %q, want %q...", role, got, want)
		}
	}
}

// TestHolyLightReadsInTheDark: what needs light needs none for a wizard who has it.
func TestHolyLightReadsInTheDark(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	s.must(s.bob, "goto cellar")
	if got := s.line(s.bob, "read note"); got.refusal == nil {
		t.Error("he reads in the dark")
	}
	s.must(s.bob, "holylight", "read note", "holylight off")
	if got := s.line(s.bob, "read note"); got.refusal == nil || got.refusal.Code != world.CodeDark {
		t.Errorf("got %+v", got)
	}
}
