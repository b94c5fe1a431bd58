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
