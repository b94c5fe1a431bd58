package server

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestEditBetweenParts: what is edited from inside while a large pack comes in parts is not overwritten by a part that
// was made before: the parts are made anew, and the edit stays.
func TestEditBetweenParts(t *testing.T) {
	p := worldtest.SmallPack()
	err := begun(t, t.TempDir(), p, func(d *Daemon) {
		does := func(in world.Input) *world.Record {
			t.Helper()
			r, err := d.Loop.Do(t.Context(), func(*world.State, world.Time) loop.Step {
				return loop.Step{Name: loop.NameHost, Input: &in}
			})
			if err != nil || r.Refusal != nil {
				t.Fatal(err, r.Refusal)
			}
			return r.Records[0]
		}
		made, _ := does(world.Input{
			Via:    world.Via{Kind: world.ViaHost},
			Action: world.Create{Account: "a-bonnie", Name: "Bonnie", Role: world.RoleBuilder},
		}).Notices[0].Event.(world.Created)
		does(worldtest.Typed(made.Actor, world.Enter{}))
		mine := p.Rooms[0]
		mine.Desc = "Edited from inside."
		p.Rooms[0].Desc, p.Hash = "Edited in the file.", "small-2"
		var part world.ApplyPack
		var edits int
		if _, err := d.Loop.Do(t.Context(), func(s *world.State, _ world.Time) loop.Step {
			part, edits = s.Parts(&p, 1)[0], s.LastChange()
			return loop.Step{}
		}); err != nil || part.Of < 1 {
			t.Fatal(err, part.Of)
		}
		does(worldtest.Typed(made.Actor, world.EditContent{Set: world.Entries{Rooms: []world.RoomSpec{mine}}}))
		if r, isStale, err := d.hostPart(t.Context(), part, edits); !isStale || err != nil {
			t.Errorf("the part was applied: %v, %v", r.Refusal, err)
		}
		if err := d.Apply(t.Context(), &p); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Loop.Do(t.Context(), func(s *world.State, _ world.Time) loop.Step {
			if got := s.Rooms[mine.ID].Desc; got != mine.Desc || s.Edits[world.EntryKey("room", string(mine.ID))] == nil {
				t.Errorf("the room says %q; edited: %v", got, s.Edits)
			}
			if err := s.Check(); err != nil {
				t.Error(err)
			}
			return loop.Step{}
		}); err != nil {
			t.Fatal(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
