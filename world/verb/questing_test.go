package verb_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Who names a quest that is not for them, or not for them now, is told why; and one that is done is among those that
// can be taken elsewhere once it may be done again.
func TestAQuestThatIsNotOfferedSaysWhy(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	p := stagePack()
	p.Quests[0].Again = 60
	p.Quests = append(p.Quests, world.QuestSpec{
		ID: "then", Name: "And Then", Room: "hall", Offer: "Will you?", Active: "Go.", Done: "Well.",
		After: []world.QuestID{"errand"}, Needs: []world.NeedSpec{{Reach: "yard"}},
	})
	p.Hash = "with-more-quests"
	s.host(world.ApplyPack{Pack: p})
	want := func(line, part string) {
		t.Helper()
		if a := s.line(s.bob, line); a.refusal == nil || !strings.Contains(a.refusal.Text, part) {
			t.Errorf("%s: got %+v, want %q", line, a.refusal, part)
		}
	}
	want("accept then", "done something else first: A Small Errand")
	want("accept nonsense", "no such quest")
	s.must(s.bob, "accept errand")
	want("accept errand", "on that quest already")
	s.must(s.bob, "complete")
	want("accept errand", "need not be done again for 60 seconds")
	elsewhere := func() bool {
		r, _ := s.line(s.bob, "quests").report.(verb.QuestReport)
		return slices.Contains(r.Else, verb.QuestElsewhere{Name: "A Small Errand", Room: s.state.Rooms["hall"].Name})
	}
	s.haul("yard")
	if elsewhere() {
		t.Error("it is elsewhere before its time")
	}
	s.now += 61 * world.Second
	if !elsewhere() {
		t.Error("that it may be done again is not told")
	}
}

// What was found for a quest and is not carried any more is said to be gone, and nobody is sent to hand it in; what was
// lent and is astray is named, with how to get it; and one that is done says when it may be had again now.
func TestQuestsSayWhatLacksInTheEnd(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	p := stagePack()
	p.Items = append(p.Items, world.ItemSpec{ID: "letter", Name: "letter", Desc: "Sealed."})
	p.Spawns = append(p.Spawns, world.SpawnSpec{ID: "s-letter", Item: "letter", Room: "hall"})
	p.Quests[0].Again = 60
	p.Quests = append(p.Quests, world.QuestSpec{
		ID: "post", Name: "Post", Room: "hall", Offer: "Will you?", Active: "Go.", Done: "Well.",
		Needs: []world.NeedSpec{{Find: "letter"}},
	}, world.QuestSpec{
		ID: "loan", Name: "Loan", Room: "hall", Offer: "Will you?", Active: "Go.", Done: "Well.",
		Needs: []world.NeedSpec{{Give: "letter", To: "rat"}}, Lends: []world.QuestThing{{Item: "letter"}},
	})
	p.Hash = "with-letters"
	s.host(world.ApplyPack{Pack: p})
	words := func() string { return s.words("quests") }
	want := func(part string, is bool) {
		t.Helper()
		if got := words(); strings.Contains(got, part) != is {
			t.Errorf("quests says %q, want %q: %v", got, part, is)
		}
	}
	s.must(s.bob, "accept post")
	s.must(s.bob, "get letter")
	want("All is done. Go back to", true)
	s.must(s.bob, "drop letter")
	want("All is done. Go back to", false)
	want("you have it no more", true)
	s.must(s.bob, "abandon post")

	s.must(s.bob, "accept loan")
	want("not in your hands", false)
	s.must(s.bob, "drop letter")
	want("not in your hands: the letter", true)
	s.must(s.bob, "abandon loan")

	s.must(s.bob, "accept errand")
	s.must(s.bob, "complete errand")
	s.haul("yard")
	want("it may be done again now", false)
	s.now += 61 * world.Second
	want("it may be done again now", true)
}

// A tell to somebody of the town who stands there says how one speaks to them.
func TestATellToACreatureSaysHowToSpeakToIt(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	for name, hint := range map[string]bool{"rat": true, "nobody-at-all": false} {
		a := s.line(s.bob, "tell "+name+" hello")
		if a.refusal == nil || strings.Contains(a.refusal.Text, "say, whisper or ask") != hint {
			t.Errorf("tell %s: %+v, want a hint: %v", name, a.refusal, hint)
		}
	}
}
