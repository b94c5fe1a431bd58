package result_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

func TestMatters(t *testing.T) {
	person := world.Caption{ID: "pc-bob", Kind: world.KindPerson, Name: "Bob"}
	creature := world.Caption{ID: "npc-rat", Kind: world.KindCreature, Name: "rat"}
	for _, tt := range []struct {
		what  string
		event world.Event
		sense world.Sense
		want  bool
	}{
		{"a tell", world.Told{Actor: "pc-bob", To: "pc-ann", Text: "hi"}, world.Mine, true},
		{"a blow at me", world.BlowLanded{Actor: "npc-rat", Target: "pc-ann"}, world.Mine | world.Saw, true},
		{"a blow among others", world.BlowLanded{Actor: "npc-rat", Target: "pc-bob"}, world.Saw, false},
		{"words that name me", world.Said{Actor: "pc-bob", Text: "Well, ANN: come!"}, world.Heard, true},
		{"words that do not", world.Said{Actor: "pc-bob", Text: "Annual fees."}, world.Heard, false},
		{"an emote", world.Emoted{Actor: "pc-bob", Text: "yawns."}, world.Saw, false},
		{"somebody comes", world.Moved{Actor: "pc-bob", From: "a", To: "b"}, world.Saw, true},
		{"a creature comes", world.Moved{Actor: "npc-rat", From: "a", To: "b"}, world.Saw, false},
		{"somebody wakes", world.Entered{Actor: "pc-bob"}, world.Saw, true},
		{"a fight", world.FightBegan{Actor: "pc-bob", Target: "npc-rat"}, world.Saw, true},
		{"a thing is taken", world.ItemTaken{Actor: "pc-bob", Item: "i"}, world.Saw, false},
		{"my quest", world.QuestAdvanced{Actor: "pc-ann"}, world.Did, true},
		{"the bell", world.TideWarned{}, world.Heard | world.Far, true},
		{"the sea", world.TideTurned{}, world.Heard | world.Far, false},
	} {
		n := &world.Notice{Event: tt.event, Captions: []world.Caption{person, creature}}
		if got := result.IsUrgent(&loop.Told{Notice: n, Sense: tt.sense}, "Ann"); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.what, got, tt.want)
		}
	}
}
