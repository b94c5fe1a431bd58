package world_test

import (
	"reflect"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestFoldSeen folds what somebody does in one state and watches it from several rooms.
func TestFoldSeen(t *testing.T) {
	seen := func(room world.RoomID, a world.Action) map[string]world.Sense {
		s, past := worldtest.Small(), worldtest.Small()
		for _, x := range []*world.State{s, past} {
			worldtest.Join(x, 1, worldtest.Person{Name: "Anna", Account: "a"})
			worldtest.Join(x, 1, worldtest.Person{Name: "Benno", Account: "b"})
			worldtest.Join(x, 1, worldtest.Person{Name: "Clara", Account: "c"})
			if _, r := x.Decide(1, worldtest.Typed("pc-clara", world.Move{Dir: world.North})); r != nil {
				t.Fatal(r)
			}
		}
		rec, r := s.Decide(2, worldtest.Typed("pc-anna", a))
		if r != nil {
			t.Fatal(r)
		}
		got := map[string]world.Sense{}
		past.FoldSeen(rec, room, func(n *world.Notice, sense world.Sense) {
			got[reflect.TypeOf(n.Event).Name()] = sense
		})
		if err := worldtest.SameState(s, past); err != nil {
			t.Fatalf("%T: %v", a, err)
		}
		return got
	}
	for _, c := range []struct {
		name string
		room world.RoomID
		a    world.Action
		want map[string]world.Sense
	}{
		{"speech", "quay", world.Say{Text: "Ho."}, map[string]world.Sense{"Said": world.Saw | world.Heard}},
		{"speech elsewhere", "market", world.Say{Text: "Ho."}, map[string]world.Sense{}},
		{"a shout from afar", "market", world.Shout{Text: "Ho."}, map[string]world.Sense{"Shouted": world.Far | world.Heard}},
		{"a shout where nobody is", "loft", world.Shout{Text: "Ho."}, map[string]world.Sense{}},
		{
			"a departure", "quay", world.Move{Dir: world.North},
			map[string]world.Sense{"Moved": world.Left | world.Saw | world.Heard},
		},
		{"an arrival", "market", world.Move{Dir: world.North}, map[string]world.Sense{"Moved": world.Saw | world.Heard}},
		{"a whisper", "quay", world.Whisper{To: "pc-benno", Text: "psst"}, map[string]world.Sense{"Hushed": world.Saw}},
		{"a tell", "quay", world.Tell{To: "pc-benno", Text: "psst"}, map[string]world.Sense{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := seen(c.room, c.a); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}
