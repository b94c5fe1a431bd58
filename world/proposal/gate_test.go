package proposal_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// move begins an answer.
const move = `{"type":"MOVE","entityId":"a","path":`

// S3-02, S3-10, S3-11, S3-12, S3-13, S3-21: the four actions that may be declared, as the document writes them.
func TestParse(t *testing.T) {
	for raw, want := range map[string]string{
		`{"type":"MOVE","entityId":"pc-seren","path":[{"x":3,"y":3},{"x":4,"y":3}]}`: "MOVE pc-seren 3,3 4,3",
		`{"type":"ATTACK","attackerId":"pc-seren","targetId":"npc-barkeep-01"}`:      "ATTACK pc-seren npc-barkeep-01",
		`{"type":"END_TURN","entityId":"pc-seren"}`:                                  "END_TURN pc-seren",
		`{"type":"END_TURN"}`:                           "END_TURN",
		" \r\n\t{ \"type\" : \"ROLL_INITIATIVE\" }\n\n": "ROLL_INITIATIVE",
		"{\"\\u0074ype\":\"END_TURN\"}":                 "END_TURN", // an escape of the same name
	} {
		p := proposal.Parse(raw)
		if got := short(p); got != want {
			t.Errorf("%s\n got %s\nwant %s", raw, got, want)
		}
		if p.Fenced || len(p.Stripped) > 0 || p.RawText != raw || p.Mode != proposal.Real {
			t.Errorf("%s: %+v", raw, p)
		}
	}
}

// S3-14: one fence, of JSON, around the whole answer and nothing beside it.
func TestParseFence(t *testing.T) {
	for _, raw := range []string{"```json\n{\"type\":\"END_TURN\"}\n```", "\n```json {\"type\":\"END_TURN\"}```\n"} {
		if p := proposal.Parse(raw); !p.OK || !p.Fenced {
			t.Errorf("%q: %+v", raw, p)
		}
	}
	for _, raw := range []string{
		"```\n{\"type\":\"END_TURN\"}\n```", "```json\n{\"type\":\"END_TURN\"}",
		"Here: ```json\n{\"type\":\"END_TURN\"}\n```",
		"```json\n{\"type\":\"END_TURN\"}\n```\nDone.", "```json\n```json\n{\"type\":\"END_TURN\"}\n```\n```",
		"```yaml\n{\"type\":\"END_TURN\"}\n```", "```JSON\n{\"type\":\"END_TURN\"}\n```", "```json\n```",
		"```json\n{\"type\":\"END_TURN\"}\n```\n```json\n{\"type\":\"END_TURN\"}\n```",
	} {
		if p := proposal.Parse(raw); p.OK || p.Reason == "" {
			t.Errorf("%q: %+v", raw, p)
		}
	}
}

// S3-14, S3-15: what is no strict JSON object is refused, and says why.
func TestParseRefuses(t *testing.T) {
	const unread = "The answer cannot be read: "
	deep := strings.Repeat("[", 7) + strings.Repeat("]", 7)
	for _, c := range []struct{ raw, want string }{
		{``, unread + `it is empty.`},
		{" \n", unread + `it is empty.`},
		{`attack the barkeep`, unread + "it is not one JSON value."},
		{`{"type":"END_TURN"`, unread + "it is not one JSON value."},
		{`{"type":"END_TURN"} ` + "x", unread + "it is not one JSON value."},
		{`{"type":"END_TURN"}{"type":"END_TURN"}`, unread + "it is not one JSON value."},
		{`{"type":"END_TURN",}`, unread + "it is not one JSON value."},
		{`{'type':'END_TURN'}`, unread + "it is not one JSON value."},
		{`{"type":"END_TURN"} // done`, unread + "it is not one JSON value."},
		{"\xef\xbb\xbf" + `{"type":"END_TURN"}`, unread + "it is not one JSON value."},
		{`{"type":"END_TURN","x":"` + "\xff" + `"}`, unread + `it is not valid UTF-8.`},
		{`{"type":"END_TURN","type":"ATTACK"}`, unread + `"type" occurs twice in one object.`},
		{`{"type":"END_TURN","a":1,"\u0061":2}`, unread + `"a" occurs twice in one object.`},
		{move + `[{"x":1,"y":1,"x":2}]}`, unread + `"x" occurs twice in one object.`},
		{`{"type":"END_TURN","x":` + deep + `}`, unread + `it nests deeper than 6 levels.`},
		{`{"type":"END_TURN","x":1234567890}`, unread + `a number is written longer than 9 characters.`},
		{
			`{"type":"END_TURN","x":"` + strings.Repeat("x", proposal.AnswerBytesMost) + `"}`,
			unread + `it is longer than 16384 bytes.`,
		},

		{`[{"type":"END_TURN"}]`, `The answer must be a JSON object, and it is a list.`},
		{`"END_TURN"`, `The answer must be a JSON object, and it is a text.`},
		{`1`, `The answer must be a JSON object, and it is a number.`},
		{`true`, `The answer must be a JSON object, and it is true or false.`},
		{`null`, `The answer must be a JSON object, and it is null.`},
	} {
		refuses(t, c.raw, c.want)
	}
}

// S3-16, S3-17, S3-19, S3-25: types that may not be declared, and shapes that are not theirs.
func TestParseShapes(t *testing.T) {
	for _, c := range []struct{ raw, want string }{
		{`{}`, `The answer lacks type.`},
		{`{"Type":"END_TURN"}`, `The answer lacks type.`},
		{`{"type":1}`, `type must be a text, and it is a number.`},
		{`{"type":null}`, `type must be a text, and it is null.`},
		{`{"type":["END_TURN"]}`, `type must be a text, and it is a list.`},

		{`{"type":"FLY"}`, `Disallowed action type: "FLY".`},
		{`{"type":"end_turn"}`, `Disallowed action type: "end_turn".`},
		{`{"type":"END_TURN "}`, `Disallowed action type: "END_TURN".`},
		{`{"type":""}`, `Disallowed action type: "".`},
		{`{"type":"JOIN"}`, `Disallowed action type: "JOIN".`}, // what only the world does
		{`{"type":"CHANGE","fighter":{"hp":99}}`, `Disallowed action type: "CHANGE".`},
		{`{"type":"LEAVE","entityId":"npc-barkeep-01"}`, `Disallowed action type: "LEAVE".`},
		{`{"type":"CLOCK","entityId":"npc-barkeep-01"}`, `Disallowed action type: "CLOCK".`},
		{`{"type":"SETTLE","side":"b"}`, `Disallowed action type: "SETTLE".`},
		{`{"type":"FLEE"}`, `Disallowed action type: "FLEE".`},
		{`{"type":"ROLL_DICE","value":20}`, `Disallowed action type: "ROLL_DICE".`},

		{`{"type":"MOVE"}`, `MOVE lacks entityId.`},
		{`{"type":"MOVE","entityId":"a"}`, `MOVE lacks path.`},
		{`{"type":"MOVE","entityID":"a","path":[{"x":1,"y":1}]}`, `MOVE lacks entityId.`},
		{`{"type":"MOVE","entityId":null,"path":[{"x":1,"y":1}]}`, `MOVE: entityId must be a text, and it is null.`},
		{`{"type":"MOVE","entityId":"","path":[{"x":1,"y":1}]}`, `MOVE: entityId must be an id, and "" is none.`},
		{
			`{"type":"MOVE","entityId":"The Barkeep","path":[{"x":1,"y":1}]}`,
			`MOVE: entityId must be an id, and "The Barkeep" is none.`,
		},
		{move + `{"x":1,"y":1}}`, `MOVE: path must be a list of cells, and it is an object.`},
		{move + `"4,5"}`, `MOVE: path must be a list of cells, and it is a text.`},
		{move + `[]}`, `MOVE: path must have one cell at least.`},
		{move + `[[1,2]]}`, `MOVE: path[0] must be an object with x and y, and it is a list.`},
		{move + `[{"x":1,"y":1},null]}`, `MOVE: path[1] must be an object with x and y, and it is null.`},
		{move + `[{"x":1}]}`, `MOVE: path[0] lacks y.`},
		{move + `[{"X":1,"y":1}]}`, `MOVE: path[0] lacks x.`},
		{`{"type":"ATTACK","targetId":"a"}`, `ATTACK lacks attackerId.`},
		{`{"type":"ATTACK","attackerId":"a"}`, `ATTACK lacks targetId.`},
		{`{"type":"ATTACK","attackerId":"a","targetId":7}`, `ATTACK: targetId must be a text, and it is a number.`},
		{`{"type":"END_TURN","entityId":null}`, `END_TURN: entityId must be a text, and it is null.`},

		{`{"type":"INVALID","reason":"No fly action available"}`, `AI declined: No fly action available`},
		{`{"type":"INVALID"}`, `AI declined: no reason given`},
		{`{"type":"INVALID","reason":42}`, `AI declined: no reason given`},
		{`{"type":"INVALID","reason":"a\u001b[2Jb\nc\u202ed\"e"}`, `AI declined: a[2Jb cd'e`},
		{
			`{"type":"INVALID","reason":"` + strings.Repeat("x", 300) + `"}`,
			`AI declined: ` + strings.Repeat("x", 200) + `…`,
		},
	} {
		refuses(t, c.raw, c.want)
	}
}

func refuses(t *testing.T, raw, want string) {
	t.Helper()
	if p := proposal.Parse(raw); p.OK || p.Action != nil || p.Reason != want {
		t.Errorf("%s\n got %q\nwant %q", clip(raw), p.Reason, want)
	}
}

func clip(s string) string { return s[:min(len(s), 120)] }

// S3-17: a cell is two whole numbers, written as such.
func TestParseCells(t *testing.T) {
	for _, v := range []string{"-1", "1.5", "1.0", "1e2", "1E0", "-0", "1000", `"3"`, "null", "true", "[]", "{}",
		"999999999"} {
		for _, cell := range []string{`{"x":` + v + `,"y":0}`, `{"x":0,"y":` + v + `}`} {
			p := proposal.Parse(move + `[{"x":0,"y":0},` + cell + `]}`)
			if p.OK || !strings.Contains(p.Reason, "path[1].") || !strings.Contains(p.Reason, "whole number from 0 to 999.") {
				t.Errorf("%s: %+v", cell, p)
			}
		}
	}
	for _, v := range []string{"NaN", "Infinity", "+1", "01", "0x1", ".5"} {
		if p := proposal.Parse(move + `[{"x":` + v + `,"y":0}]}`); p.OK {
			t.Errorf("%s: %+v", v, p)
		}
	}
	cells := func(n int) string {
		return move + `[` + strings.TrimSuffix(strings.Repeat(`{"x":1,"y":1},`, n), ",") + `]}`
	}
	if p := proposal.Parse(cells(100)); !p.OK {
		t.Error(p.Reason)
	}
	if p := proposal.Parse(cells(101)); p.Reason != "MOVE: path has 101 cells, and may have 100." {
		t.Error(p.Reason)
	}
}

// S3-18, R1: what an answer has too many is left out and named, also within a path; names are data.
func TestParseStrips(t *testing.T) {
	for _, c := range []struct {
		raw  string
		want []string
	}{
		{
			`{"reason":"fun","type":"ATTACK","attackerId":"a","damage":99,"targetId":"b","Type":"MOVE"}`,
			[]string{"reason", "damage", "Type"},
		},
		{`{"type":"ROLL_INITIATIVE","roll":20,"entityId":"a"}`, []string{"roll", "entityId"}},
		{`{"type":"END_TURN","rng":{"seed":7}}`, []string{"rng"}},
		{move + `[{"x":1,"y":1,"z":1},{"x":2,"y":1,"X":3}],"speed":60}`, []string{"speed", "path[0].z", "path[1].X"}},
		{`{"type":"END_TURN","a\u001b[2J\nb":1}`, []string{"a[2J b"}},
	} {
		p := proposal.Parse(c.raw)
		if !p.OK || !slices.Equal(p.Stripped, c.want) {
			t.Errorf("%s\n got %q %s\nwant %q", c.raw, p.Stripped, p.Reason, c.want)
		}
		kept, err := json.Marshal(p.Action)
		if err != nil {
			t.Fatal(err)
		}
		if again := proposal.Parse(string(kept)); !again.OK || len(again.Stripped) > 0 {
			t.Errorf("%s: what is kept is %s", c.raw, kept)
		}
	}
	var many strings.Builder
	for range 50 {
		many.WriteString(`,"x` + strings.Repeat("x", many.Len()%97) + string(rune('a'+many.Len()%23)) + `":1`)
	}
	if p := proposal.Parse(`{"type":"END_TURN"` + many.String() + `}`); p.OK && len(p.Stripped) > 20 {
		t.Errorf("%d names are reported", len(p.Stripped))
	}
}

// S3-03, S3-25: a proposal is carried out by the world alone, as an action of the body that asks for it.
func TestAction(t *testing.T) {
	for raw, want := range map[string]world.Action{
		`{"type":"MOVE","entityId":"ann","path":[{"x":1,"y":2}]}`: world.March{Path: []world.Cell{{X: 1, Y: 2}}},
		`{"type":"ATTACK","attackerId":"ann","targetId":"rat-2"}`: world.Attack{Target: "rat-2"},
		`{"type":"END_TURN","entityId":"ann"}`:                    world.EndTurn{},
		`{"type":"END_TURN"}`:                                     world.EndTurn{},
		`{"type":"ROLL_INITIATIVE"}`:                              world.RollInitiative{},
	} {
		d := proposal.Parse(raw).Action
		got, r := d.Action("ann")
		a, _ := json.Marshal(got)
		b, _ := json.Marshal(want)
		if r != nil || string(a) != string(b) {
			t.Errorf("%s: got %s %v, want %s", raw, a, r, b)
		}
		if d.EntityID == "" && d.AttackerID == "" {
			continue
		}
		if got, r := d.Action("ben"); got != nil || r == nil || r.Code != world.CodeNotYours {
			t.Errorf("%s by somebody else: %v %v", raw, got, r)
		}
	}
	got, r := (proposal.Declared{Type: world.ActSettle}).Action("ann")
	if got != nil || r == nil || !strings.Contains(r.Text, "Disallowed action type") {
		t.Errorf("%v %v", got, r)
	}
}

// FuzzParse holds that an answer never does more than propose: what passes is one of four actions that passes again
// with nothing to take off, and what does not has a reason that can be shown.
func FuzzParse(f *testing.F) {
	for _, raw := range []string{
		`{"type":"MOVE","entityId":"pc-seren","path":[{"x":3,"y":3},{"x":4,"y":3}]}`, `{"type":"END_TURN","x":[{}]}`,
		`{"type":"ATTACK","attackerId":"pc-seren","targetId":"npc-barkeep-01"}`, `{"type":"INVALID","reason":"no"}`,
		"```json\n{\"type\":\"ROLL_INITIATIVE\"}\n```", move + `[{"x":1,"y":1,"z":{"a":[1e9]}}]}`,
		`{"\u0074ype":"END_TURN","\ud800":1}`, `[]`, `{"type":"MOVE","type":"ATTACK"}`,
	} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		p := proposal.Parse(raw)
		if p.OK != (p.Action != nil) || p.OK == (p.Reason != "") || p.RawText != raw || len(p.Stripped) > 20 {
			t.Fatalf("%+v", p)
		}
		for _, shown := range append([]string{p.Reason}, p.Stripped...) {
			if len(shown) > 2000 || world.Clean(shown) != strings.TrimSpace(shown) {
				t.Fatalf("%q cannot be shown", shown)
			}
		}
		if !p.OK {
			return
		}
		kept, err := json.Marshal(p.Action)
		if err != nil {
			t.Fatal(err)
		}
		again := proposal.Parse(string(kept))
		if again.Fenced || len(again.Stripped) > 0 || short(again) != short(p) {
			t.Fatalf("%s comes to %s, and that to %s", raw, kept, short(again))
		}
		if _, r := p.Action.Action("pc-seren"); r != nil && r.Code != world.CodeNotYours {
			t.Fatalf("%s: %s", kept, r.Text)
		}
	})
}
