package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// together makes a group of some, the first of whom leads.
func (c *scene) together(lead world.ActorID, others ...world.ActorID) {
	c.Helper()
	for _, id := range others {
		c.does(lead, world.PartyInvite{Who: id})
		c.does(id, world.PartyJoin{})
	}
}

// group returns who is in somebody's group, who leads first.
func (c *scene) group(who world.ActorID) []world.ActorID {
	if g := c.s.PartyOf(who); g != nil {
		return g.Members
	}
	return nil
}

func (c *scene) wantGroup(who world.ActorID, want ...world.ActorID) {
	c.Helper()
	if got := c.group(who); !slices.Equal(got, want) {
		c.Errorf("the group of %s is %v, want %v", who, got, want)
	}
}

// A group is asked into, led, left, and ends with its last two.
func TestPeopleGoAboutInGroups(t *testing.T) {
	c := newScene(t)
	c.refused(anna, world.PartyLeave{}, world.CodeCannot)
	c.refused(anna, world.PartyTell{Text: "hello"}, world.CodeCannot)
	c.refused(anna, world.PartyInvite{Who: anna}, world.CodeCannot)
	c.refused(anna, world.PartyInvite{Who: bess}, world.CodeCannot)
	c.refused(anna, world.PartyInvite{Who: "pc-nobody"}, world.CodeAbsent)
	c.refused(benno, world.PartyJoin{}, world.CodeMissing)
	c.emits(anna, world.PartyInvite{Who: benno}, "PartyInvited")
	c.refused(anna, world.PartyInvite{Who: benno}, world.CodeAlready)
	c.refused(benno, world.PartyJoin{By: gast}, world.CodeMissing)
	c.does(gast, world.PartyInvite{Who: benno})
	c.refused(benno, world.PartyJoin{}, world.CodeUnclear)
	c.emits(benno, world.PartyJoin{By: anna}, "PartyJoined")
	c.wantGroup(anna, anna, benno)
	c.refused(benno, world.PartyJoin{By: gast}, world.CodeAlready)
	c.refused(benno, world.PartyInvite{Who: gast}, world.CodeNotAllowed)
	c.refused(benno, world.PartyDrop{Who: anna}, world.CodeNotAllowed)
	c.refused(anna, world.PartyDrop{Who: gast}, world.CodeUnknown)
	c.refused(anna, world.PartyInvite{Who: benno}, world.CodeAlready)
	c.together(anna, gast)
	c.refused(merla, world.PartyInvite{Who: gast}, world.CodeCannot)
	c.emits(anna, world.PartyLead{Who: gast}, "PartyLed")
	c.wantGroup(benno, gast, anna, benno)
	c.emits(gast, world.PartyDrop{Who: anna}, "PartyLeft")
	if _, told := c.heardBy(benno, c.last)["PartyLeft"]; !told {
		t.Error("who stays is not told that somebody was sent away")
	}
	c.wantGroup(anna)
	c.emits(gast, world.PartyLeave{}, "PartyLeft")
	if c.wantGroup(benno); len(c.s.Parties) != 0 {
		t.Errorf("one alone is a group: %v", c.s.Parties)
	}
}

// An invitation ends by itself, with whoever gave it, and with whoever was asked.
func TestAnInvitationEnds(t *testing.T) {
	c := newScene(t)
	c.does(anna, world.PartyInvite{Who: benno})
	c.wait(11 * world.Minute)
	c.refused(benno, world.PartyJoin{}, world.CodeMissing)
	c.does(anna, world.PartyInvite{Who: benno})
	c.does(anna, world.Depart{})
	c.refused(benno, world.PartyJoin{By: anna}, world.CodeMissing)
	c.does(benno, world.Depart{})
	c.does(benno, world.Enter{})
	if n := len(c.s.Actors[benno].Invited); n != 0 {
		t.Errorf("%d invitations outlived a departure", n)
	}
}

// A group has six people at most, and one person eight invitations that wait.
func TestAGroupIsBounded(t *testing.T) {
	c := newScene(t)
	var crowd []world.ActorID
	for i := range world.InvitationsMost {
		p := worldtest.Person{Name: "Crowd" + string(rune('a'+i)), Account: world.AccountID(fmt.Sprint("a-", i))}
		crowd = append(crowd, worldtest.Join(c.s, c.now, p))
	}
	for _, id := range crowd {
		c.does(id, world.PartyInvite{Who: gast})
	}
	c.refused(anna, world.PartyInvite{Who: gast}, world.CodeFull)
	c.together(anna, crowd[:world.PartyMost-1]...)
	c.refused(anna, world.PartyInvite{Who: benno}, world.CodeFull)
}

// Who loses touch stays in the group; who leaves the world, or is banned, leaves it, and a start ends none.
func TestLeavingTheWorldLeavesTheGroup(t *testing.T) {
	c := newScene(t)
	c.together(anna, benno, gast)
	c.started(world.Second)
	c.wantGroup(benno, anna, benno, gast)
	for _, id := range []world.ActorID{anna, benno, gast, merla} {
		c.does(id, world.Enter{})
	}
	c.does(anna, world.Depart{})
	c.wantGroup(benno, benno, gast)
	c.does(merla, world.Impose{Kind: world.SanctionBan, Who: benno, Reason: "noise"})
	c.wantGroup(gast)
}

// What is told to a group reaches its people wherever they are and nobody else, and no one who ignores the speaker.
func TestAGroupHearsItsOwn(t *testing.T) {
	c := newScene(t)
	c.together(anna, benno, gast)
	c.goes(benno, worldtest.Market)
	rec := c.does(anna, world.PartyTell{Text: "hello"})
	for who, want := range map[world.ActorID]bool{anna: true, benno: true, gast: true, merla: false} {
		if _, heard := c.heardBy(who, rec)["PartyTold"]; heard != want {
			t.Errorf("%s heard it: %v, want %v", who, heard, want)
		}
	}
	c.does(gast, world.Ignore{Who: anna})
	if _, heard := c.heardBy(gast, c.does(anna, world.PartyTell{Text: "hello"}))["PartyTold"]; heard {
		t.Error("who ignores the speaker hears it")
	}
	c.refused(anna, world.PartyTell{Text: " "}, world.CodeMissing)
	c.does(merla, world.Impose{Kind: world.SanctionMute, Who: anna, Reason: "noise"})
	c.refused(anna, world.PartyTell{Text: "hello"}, world.CodeMuted)
	c.does(merla, world.Impose{Kind: world.SanctionJail, Who: benno, Reason: "noise"})
	c.refused(benno, world.PartyTell{Text: "hello"}, world.CodeJailed)
	for range 200 {
		if _, r := c.s.Decide(c.now, worldtest.Typed(gast, world.PartyTell{Text: "hello"})); r != nil {
			if r.Code != world.CodeOutOfBreath {
				t.Error(r)
			}
			return
		}
	}
	t.Error("a group is told things without end")
}

// beats has somebody kill a rat, and returns what each learned of it.
func (c *scene) beats(who world.ActorID) map[world.ActorID]world.Learned {
	c.Helper()
	c.strong(who, 500)
	made := eventOf[world.MobMade](c.T, c.does(merla, world.Conjure{Mob: "rat"}))
	c.does(who, world.Attack{Target: made.Actor})
	out := map[world.ActorID]world.Learned{}
	for range 200 {
		for _, rec := range c.wait(world.Second) {
			for _, n := range rec.Notices {
				if e, ok := n.Event.(world.Learned); ok {
					out[e.Actor] = e
				}
			}
		}
		if c.s.Actors[made.Actor] == nil {
			return out
		}
	}
	c.Fatal("the rat lives for ever")
	return nil
}

// What one of a group kills earns in equal parts for all of them who are there, and nothing for who is far away, lost
// to the world, or of no group.
func TestAGroupSharesWhatItEarns(t *testing.T) {
	c := newScene(t)
	for _, id := range []world.ActorID{anna, benno, gast, merla} {
		c.goes(id, worldtest.Market) // where there is no peace
	}
	whole := c.beats(anna)[anna].XP
	c.together(anna, benno, gast)
	got := c.beats(anna)
	for _, id := range []world.ActorID{anna, benno, gast} {
		if e := got[id]; e.XP != max(1, whole/3) || e.Of != 3 {
			t.Errorf("%s learned %d of %d, shared by %d", id, e.XP, whole, e.Of)
		}
	}
	if len(got) != 3 {
		t.Errorf("%d people learned of it", len(got))
	}
	c.goes(benno, worldtest.Quay)
	c.host(world.Sever{Body: gast})
	if got = c.beats(anna); len(got) != 1 || got[anna].XP != whole || got[anna].Of != 0 {
		t.Errorf("with nobody beside her: %+v", got)
	}
}

// Coins are split evenly with those of the group who are there; what is left stays, and none are made.
func TestCoinsAreSplit(t *testing.T) {
	c := newScene(t)
	c.does(merla, world.SetField{Actor: anna, Field: "coins", Value: 11})
	before := [...]int{c.s.Actors[benno].Coins, c.s.Actors[gast].Coins}
	c.refused(anna, world.SplitCoins{Coins: 11}, world.CodeCannot)
	c.together(anna, benno, gast)
	c.refused(anna, world.SplitCoins{Coins: 12}, world.CodePoor)
	c.refused(anna, world.SplitCoins{Coins: 2}, world.CodeBadValue)
	c.refused(gast, world.SplitCoins{Coins: 3}, world.CodeNotAllowed)
	c.emits(anna, world.SplitCoins{Coins: 11}, "CoinsGiven CoinsGiven")
	if a, b, g := c.s.Actors[anna].Coins, c.s.Actors[benno].Coins, c.s.Actors[gast].Coins; a != 5 ||
		b != before[0]+3 || g != before[1]+3 {
		t.Errorf("11 coins became %d, %d and %d", a, b, g)
	}
	c.goes(benno, worldtest.Market)
	c.host(world.Sever{Body: gast})
	c.refused(anna, world.SplitCoins{Coins: 5}, world.CodeNotHere)
}

// Words meant for a group can be taken out of the record, as those meant for one.
func TestWordsOfAGroupAreBlanked(t *testing.T) {
	c := newScene(t)
	c.together(anna, benno)
	rec, n := world.BlankPrivate(c.does(anna, world.PartyTell{Text: "the key is under the eel"}))
	if n != 2 || strings.Contains(fmt.Sprintf("%+v", rec), "eel") {
		t.Errorf("%d texts were taken out, and it reads %+v", n, rec)
	}
}
