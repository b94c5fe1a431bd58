package verb_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// PLAYERS A3: the town stands up for everybody whom somebody has to talk to, buy from or take a quest from.
func TestNobodyOfTheTownCanBeKilled(t *testing.T) {
	s := newLowtide(t)
	for _, one := range []struct{ room, who string }{
		{"drowned-lantern", "barkeep"}, {"drowned-lantern", "hedda"}, {"landgate", "sergeant"},
	} {
		s.teleport(s.bob, world.RoomID(one.room))
		got := s.line(s.bob, "kill "+one.who)
		if got.refusal == nil || got.refusal.Code != world.CodeSafe {
			t.Errorf("kill %s: %+v, want the refusal %q", one.who, got.refusal, world.CodeSafe)
		}
	}
	for id, m := range world.Ordered(s.state.MobSpecs) {
		if m.Mind != nil && !m.Guarded {
			t.Errorf("%s has a mind and can be killed", id)
		}
	}
}

// teleport brings somebody into a room, as a wizard would.
func (s *stage) teleport(who world.ActorID, room world.RoomID) {
	s.t.Helper()
	if s.state.Actors["pc-merla"] == nil {
		s.host(world.Create{Name: "merla", Account: "acct-merla", Role: world.RoleWizard})
		s.act("pc-merla", world.Enter{})
	}
	if s.state.Actors[who].Room == room {
		return
	}
	s.act("pc-merla", world.Haul{Body: who, To: room})
}
