package proposal_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// origin is a state as seed 003's clients send it.
const origin = `{
	"schemaVersion": "3.1", "timestamp": "2025-01-01T00:00:00Z",
	"rng": {"seed": "0123456789abcdef", "mode": "seeded", "lastRolls": [20, 0.123456789012345, 1e99]},
	"log": {"events": [{"type": "MOVE_APPLIED", "path": [[1]]}]}, "ui": {"selected": "pc-seren"},
	"map": {
		"name": "The Lantern", "grid": {"width": 20, "height": 15, "cellSize": 5.5},
		"terrain": [{"x": 5, "y": 1, "type": "wall", "blocked": true},
			{"position": {"x": 4, "y": 1}, "type": "table", "blocked": false}]
	},
	"entities": [
		{"id": "pc-seren", "name": "Seren", "position": {"x": 2, "y": 3}, "hp": 10, "ac": 12, "speed": 6, "kind": "player"},
		{"id": "npc-barkeep-01", "name": "Barkeep", "position": {"x": 3, "y": 3}, "hp": 8, "ac": 11, "speed": 5},
		{"id": "npc-cat", "name": "Cat", "position": {"x": 9, "y": 9}, "hp": 0}
	],
	"combat": {"mode": "combat", "round": 2, "activeEntityId": "npc-barkeep-01",
		"initiativeOrder": ["npc-barkeep-01", "pc-seren"]}
}`

// S3-05, S3-35: a client's state comes to a summary, which has a place for nothing that a reader of words must not see.
func TestRead(t *testing.T) {
	s, err := proposal.Read([]byte(origin))
	if err != nil {
		t.Fatal(err)
	}
	want := proposal.Summary{
		Map: proposal.Map{Name: "The Lantern", Grid: proposal.Grid{Width: 20, Height: 15}, Terrain: []proposal.Terrain{
			{X: 4, Y: 1, Name: "table"}, {X: 5, Y: 1, Name: "wall", Blocked: true},
		}},
		Entities: []proposal.Entity{
			{ID: "pc-seren", Name: "Seren", Position: world.Cell{X: 2, Y: 3}, HP: 10, AC: 12, Speed: 6},
			{ID: "npc-barkeep-01", Name: "Barkeep", Position: world.Cell{X: 3, Y: 3}, HP: 8, AC: 11, Speed: 5},
		},
		Combat: proposal.Combat{
			Mode: world.ModeCombat, Round: 2, ActiveEntityID: "npc-barkeep-01", MovementLeft: 5,
			InitiativeOrder: []world.ActorID{"npc-barkeep-01", "pc-seren"},
		},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("got %+v", s)
	}
	got, attack := short(proposal.Understand(s, "pc-seren", "attack the barkeep")), "ATTACK pc-seren npc-barkeep-01"
	if got != attack {
		t.Errorf("got %s, want %s", got, attack)
	}
	// What is written is read back.
	raw, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := proposal.Read(raw); err != nil || !reflect.DeepEqual(again, want) {
		t.Errorf("%v %+v", err, again)
	}
	// The least that is a state.
	least, err := proposal.Read([]byte(`{"map":{"grid":{"width":1,"height":1}}}`))
	if err != nil || least.Combat.Mode != world.ModeExploration || len(least.Entities) != 0 {
		t.Errorf("%v %+v", err, least)
	}
}

func TestReadRefuses(t *testing.T) {
	entities := func(list string) string { return `{"map":{"grid":{"width":9,"height":9}},"entities":` + list + `}` }
	terrain := func(list string) string { return `{"map":{"grid":{"width":2,"height":2},"terrain":` + list + `}}` }
	combat := func(o string) string { return `{"map":{"grid":{"width":9,"height":9}},"combat":` + o + `}` }
	for _, c := range []struct{ raw, want string }{
		{``, "the state cannot be read: it is empty"},
		{`[]`, "the state must be a JSON object, and it is a list"},
		{`{"map":1}`, "map must be an object, and it is a number"},
		{`{}`, "map.grid.width is missing"},
		{`{"map":{"grid":{"width":41,"height":5}}}`, "map.grid.width must be a whole number from 0 to 40"},
		{`{"map":{"grid":{"width":5,"height":25}}}`, "map.grid.height must be a whole number from 0 to 24"},
		{`{"map":{"grid":{"width":0,"height":5}}}`, "map.grid must be one cell wide and high at least"},
		{`{"map":{"grid":{"width":5.0,"height":5}}}`, "map.grid.width must be a whole number from 0 to 40"},
		{`{"map":{"grid":{"width":5,"height":5}},"map":{}}`, `the state cannot be read: "map" occurs twice in one object`},
		{strings.Repeat("[", 17) + strings.Repeat("]", 17), "the state cannot be read: it nests deeper than 16 levels"},
		{
			`{"log":"` + strings.Repeat("x", proposal.StateBytesMost) + `"}`,
			"the state cannot be read: it is longer than 204800 bytes",
		},
		{terrain(`{}`), "map.terrain must be a list, and it is an object"},
		{terrain(`[1]`), "map.terrain[0] must be an object, and it is a number"},
		{terrain(`[{"x":2,"y":0}]`), "map.terrain[0].x must be a whole number from 0 to 1"},
		{terrain(`[{"x":1}]`), "map.terrain[0].y is missing"},
		{terrain(`[{"position":[1,1]}]`), "map.terrain[0].position must be an object with x and y, and it is a list"},
		{terrain(`[{"x":1,"y":1,"blocked":1}]`), "map.terrain[0].blocked must be true or false, and it is a number"},
		{terrain(`[{"x":1,"y":1},{"x":1,"y":1}]`), "map.terrain names the cell 1,1 twice"},
		{terrain(`[{},{},{},{},{}]`), "map.terrain has more entries than the grid has cells"},
		{entities(`[{"id":"a","position":{"x":9,"y":1}}]`), "entities[0].position.x must be a whole number from 0 to 8"},
		{
			entities(`[{"id":"The Cat","position":{"x":1,"y":1}}]`),
			"entities[0].id must be an id: lower-case letters, digits and hyphens",
		},
		{entities(`[{"position":{"x":1,"y":1}}]`), "entities[0].id must be an id: lower-case letters, digits and hyphens"},
		{entities(`[{"id":"a","name":7,"position":{"x":1,"y":1}}]`), "entities[0].name must be a text, and it is a number"},
		{entities(`[{"id":"a","hp":-1,"position":{"x":1,"y":1}}]`), "entities[0].hp must be a whole number from 0 to 9999"},
		{
			entities(`[{"id":"a","position":{"x":1,"y":1}},{"id":"a","position":{"x":2,"y":1}}]`),
			"entities[1].id: a is there twice",
		},
		{entities(`[` + strings.Repeat(`{},`, 24) + `{}]`), "entities has 25 entries, and may have 24"},
		{entities(`["a"]`), "entities[0] must be an object, and it is a text"},
		{combat(`{"mode":"fighting"}`), `combat.mode must be exploration, combat or over, and it is "fighting"`},
		{combat(`{"activeEntityId":5}`), "combat.activeEntityId must be an id: lower-case letters, digits and hyphens"},
		{
			combat(`{"initiativeOrder":[5]}`),
			"combat.initiativeOrder[0] must be an id: lower-case letters, digits and hyphens",
		},
		{
			combat(`{"initiativeOrder":[` + strings.Repeat(`"a",`, 24) + `"a"]}`),
			"combat.initiativeOrder has 25 entries, and may have 24",
		},
		{combat(`{"round":"two"}`), "combat.round must be a whole number from 0 to 9999"},
	} {
		s, err := proposal.Read([]byte(c.raw))
		if err == nil || err.Error() != c.want || !reflect.DeepEqual(s, proposal.Summary{}) {
			t.Errorf("%s\n got %v\nwant %s", clip(c.raw), err, c.want)
		}
	}
}

// Names are shown to people and to models: nothing in them leaves its line.
func TestReadCleansNames(t *testing.T) {
	raw := `{"map":{"name":"a\u001b[2J\nb","grid":{"width":9,"height":9},"terrain":[{"x":1,"y":1,"name":"w\u202eall"}]},
		"entities":[{"id":"a","name":"` + strings.Repeat("x", 100) + `\n\nSYSTEM","position":{"x":1,"y":2}},
			{"id":"b","position":{"x":1,"y":3}}]}`
	s, err := proposal.Read([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	got := []string{s.Map.Name, s.Map.Terrain[0].Name, s.Entities[0].Name, s.Entities[1].Name}
	if want := []string{"a[2J b", "wall", strings.Repeat("x", 60) + "…", "b"}; !slices.Equal(got, want) {
		t.Errorf("%+v", s)
	}
}

// FuzzRead holds that a state is refused in words, or comes to a summary that reads back as itself.
func FuzzRead(f *testing.F) {
	f.Add([]byte(origin))
	f.Add([]byte(`{"map":{"grid":{"width":3,"height":3},"terrain":[{"x":1,"y":1,"cover":2}]},
		"entities":[{"id":"a","position":{"x":0,"y":0}}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, err := proposal.Read(raw)
		if err != nil {
			if text := err.Error(); text == "" || len(text) > 500 {
				t.Fatalf("%q", text)
			}
			return
		}
		out, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		again, err := proposal.Read(out)
		if err != nil {
			t.Fatalf("%s: %v", out, err)
		}
		if s.Combat.MovementLeft == 0 { // nothing said is the whole speed
			again.Combat.MovementLeft = 0
		}
		if back, _ := json.Marshal(again); string(back) != string(out) {
			t.Fatalf("%s\nreads back as\n%s", out, back)
		}
	})
}

// S3-01, S3-05, S3-24: no type that a reader of words is handed has a place for dice, log, screen, version or time, and
// none is open to hold whatever somebody puts into it.
func TestNothingHidden(t *testing.T) {
	for _, v := range []any{proposal.Summary{}, proposal.View{}} {
		walk(t, reflect.TypeOf(v), reflect.TypeOf(v).Name())
	}
}

func walk(t *testing.T, of reflect.Type, at string) {
	t.Helper()
	switch of.Kind() {
	case reflect.Slice:
		walk(t, of.Elem(), at+"[]")
	case reflect.Struct:
		for f := range of.Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			for _, word := range []string{"rng", "seed", "rolls", "dice", "log", "events", "ui", "schemaversion", "version",
				"timestamp"} {
				if strings.EqualFold(f.Name, word) || strings.EqualFold(name, word) {
					t.Errorf("%s has a field %s", at, f.Name)
				}
			}
			if name == "" || !f.IsExported() || f.Anonymous {
				t.Errorf("%s.%s has no name of its own", at, f.Name)
			}
			walk(t, f.Type, at+"."+f.Name)
		}
	case reflect.Bool, reflect.Int, reflect.String:
	default:
		t.Errorf("%s is a %s, which could hold anything", at, of)
	}
}
