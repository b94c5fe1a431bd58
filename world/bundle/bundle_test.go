package bundle_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/bundle"
)

// brawl fights a fight by rule and returns what was told of it.
func brawl(t testing.TB) []world.Event {
	t.Helper()
	o := world.EncounterOpened{
		Encounter: "battle-7", Room: "cave", Name: "the cave", Seed: 11, Ground: world.GroundOf(&world.RoomSpec{ID: "cave"}),
	}
	events, k := []world.Event{o}, world.NewSkirmish(o)
	do := func(a world.Act) {
		out, r := k.Do(a)
		if r != nil {
			t.Fatalf("%+v: %s", a, r.Text)
		}
		for _, e := range out {
			events = append(events, e)
		}
	}
	for i, id := range []world.ActorID{"ann", "rat", "ben"} {
		do(world.Act{Kind: world.ActJoin, Fighter: &world.Fighter{
			ID: id, Name: string(id), Side: []world.Side{world.SideA, world.SideB, world.SideA}[i], HP: 12, HPMax: 12, AC: 11,
			Speed: 6, Reach: 1, Damage: world.Dice{N: 1, S: 6}, Verb: "hit",
		}})
	}
	do(world.Act{Kind: world.ActInitiative})
	for k.Mode == world.ModeCombat {
		do(k.Tactic(k.Active))
	}
	return events
}

// S3-26: what was fought is fought again, and one changed roll is named.
func TestReplay(t *testing.T) {
	b, err := bundle.Of(brawl(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Steps) < 10 {
		t.Fatalf("%d steps", len(b.Steps))
	}
	raw, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	again, err := bundle.Read(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Verify(); err != nil {
		t.Fatal(err)
	}
	for n := range again.Steps {
		for i := range again.Steps[n].ExpectedEvents {
			e := &again.Steps[n].ExpectedEvents[i]
			if e.Type != "ATTACK_RESOLVED" {
				continue
			}
			was := e.Data
			e.Data = json.RawMessage(strings.Replace(string(was), `"roll":`, `"roll":9`, 1))
			var d *bundle.Difference
			if err := again.Verify(); !errors.As(err, &d) || d.Step != n+1 {
				t.Errorf("one changed roll in step %d: %v", n+1, err)
			}
			e.Data = was
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, text := range []string{
		``, `{}`, `[]`, `{"meta":{"format":"other"}}`, `{"meta":{"format":"mudlark-encounter-1"}} {}`,
		`{"meta":{"format":"mudlark-encounter-1"},"x":1}`,
	} {
		if _, err := bundle.Read(strings.NewReader(text)); err == nil {
			t.Errorf("%s was read", text)
		}
	}
}
