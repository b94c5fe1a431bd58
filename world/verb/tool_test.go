package verb_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

func TestToolsOfAPlayer(t *testing.T) {
	var b strings.Builder
	for _, tool := range verb.New().Tools(world.RolePlayer) {
		fmt.Fprintf(&b, "%s | %s | %s | effect %d | contextual %t\n    %s\n",
			tool.Name, tool.Title, tool.Description, tool.Effect, tool.Shown != nil, tool.Schema)
	}
	golden(t, "tools.txt", b.String())
}

func TestSchemasAreStrictAndValid(t *testing.T) {
	for _, tool := range verb.New().Tools(world.RoleWizard) {
		t.Run(tool.Name, func(t *testing.T) {
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(tool.Schema))
			if err != nil {
				t.Fatal(err)
			}
			c := jsonschema.NewCompiler()
			c.DefaultDraft(jsonschema.Draft2020)
			if err := c.AddResource("mem:tool", doc); err != nil {
				t.Fatal(err)
			}
			schema, err := c.Compile("mem:tool")
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(map[string]any{"no_such_argument": "x"}); err == nil {
				t.Error("an unknown argument is valid")
			}
			if tool.Title == "" || tool.Description == "" {
				t.Error("it has no title or description")
			}
			var parsed struct {
				Properties map[string]struct {
					Type, Description string
					MaxLength         *int
					Enum              []string
				}
				Required             []string
				AdditionalProperties *bool
			}
			if err := json.Unmarshal(tool.Schema, &parsed); err != nil {
				t.Fatal(err)
			}
			if parsed.AdditionalProperties == nil || *parsed.AdditionalProperties || parsed.Required == nil {
				t.Errorf("not strict: %s", tool.Schema)
			}
			for name, p := range parsed.Properties {
				if p.Description == "" || p.Type == "string" && p.MaxLength == nil && p.Enum == nil {
					t.Errorf("%s is not described or not bounded", name)
				}
			}
		})
	}
}

func TestToolsComeInTheSameOrder(t *testing.T) {
	first := names(verb.New().Tools(world.RoleWizard))
	for range 5 {
		if got := names(verb.New().Tools(world.RoleWizard)); !slices.Equal(got, first) {
			t.Fatalf("got %v, want %v", got, first)
		}
	}
	if p := names(verb.New().Tools(world.RolePlayer)); !slices.Equal(p, first) {
		t.Errorf("a wizard has tools that a player has not: %v", first)
	}
	if n := len(verb.New().Tools(0)); n != 0 {
		t.Errorf("nobody has %d tools", n)
	}
}

func names(tools []verb.ToolInfo) []string {
	var out []string
	for _, t := range tools {
		out = append(out, t.Name)
	}
	return out
}

func TestCall(t *testing.T) {
	for _, tt := range []struct{ name, tool, args, want string }{
		{"a name", "pick_up", `{"item":"brass key"}`, `Take{"items":["brass-1"]}`},
		{"a name with underscores", "pick_up", `{"item":"brass_key"}`, `Take{"items":["brass-1"]}`},
		{"an id", "pick_up", `{"item":"brass-1"}`, `Take{"items":["brass-1"]}`},
		{"all", "pick_up", `{"item":"all.key"}`, `Take{"items":["brass-1","iron-1"]}`},
		{"an optional argument", "pick_up",
			`{"item":"pearl","from":"heap"}`,
			`Take{"items":["pearl-1"],"from":"heap-1"}`},
		{"an optional argument left empty", "pick_up", `{"item":"lamp","from":""}`, `Take{"items":["lamp-3"]}`},
		{"two arguments", "give", `{"to":"pc-ann","item":"note"}`, `Give{"items":["note-1"],"to":"pc-ann"}`},
		{"a direction", "move", `{"direction":"north"}`, `Move{"dir":"north"}`},
		{"a line break in words", "say", `{"text":"one\ntwo"}`, `Say{"text":"one two"}`},
		{"no arguments as null", "look", `null`, "look_around reports"},
		{"no arguments at all", "look", ``, "look_around reports"},
		{"a chest that is locked", "open_chest", `{}`, `WorkLid{"item":"chest-1","work":"unlock"}`},
		{"whoever is hostile", "battle", `{}`, `OpenEncounter{}`},
		{"an enemy that is named", "battle", `{"person":"rat"}`, `OpenEncounter{"target":"npc-rat"}`},
		{"an unknown direction", "move", `{"direction":"sideways"}`, "bad_value: The directions"},
		{"a missing argument", "give", `{"item":"note"}`, "missing: Give it to whom?"},
		{"an empty argument", "say", `{"text":" "}`, "missing: Say what?"},
		{"an unknown argument", "say",
			`{"words":"hi"}`,
			"bad_value: Bad arguments for say: there is no argument words. It takes: text."},
		{"an unknown argument with a wicked name", "say",
			`{"\u001b[2J":"hi"}`,
			"bad_value: Bad arguments for say: there is no argument [2J."},
		{"a boolean", "say",
			`{"text":true}`,
			"bad_value: Bad arguments for say: text must be a string. It takes: text."},
		{"a list", "pick_up", `{"item":["lamp"]}`, "bad_value: Bad arguments for pick_up: item must be a string."},
		{"a null", "pick_up", `{"item":null}`, "bad_value"},
		{"no object", "say", `["hi"]`, "bad_value: Bad arguments for say: the arguments must be one JSON object."},
		{"two objects", "say",
			`{"text":"a"}{"text":"b"}`,
			"bad_value: Bad arguments for say: the arguments must be one"},
		{"broken JSON", "say", `{"text":`, "bad_value"},
		{"too many bytes", "say",
			`{"text":"` + strings.Repeat("x", world.SpeechBytesMax+1) + `"}`,
			"bad_value: Bad arguments for say: text is too long."},
		{"a verb that is only typed", "quit", `{}`, "unknown: There is no tool called quit."},
		{"a typed name of a tool", "get", `{"item":"lamp"}`, "unknown: There is no tool called get."},
		{"a wizard's verb", "goto", `{"place":"yard"}`, "unknown: There is no tool called goto."},
		{"a wicked name", "\x1b[2J", `{}`, "unknown: There is no tool called [2J."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newStage(t, world.RoleWizard)
			c := s.ctx(s.bob)
			c.Via = world.Via{Kind: world.ViaGrant, Grant: "g"}
			call := s.table.Call(c, tt.tool, json.RawMessage(tt.args))
			if got := told(call); !strings.HasPrefix(got, tt.want) {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if call.Input != nil && call.Input.Via != c.Via {
				t.Errorf("it goes by %+v", call.Input.Via)
			}
		})
	}
}

func TestOpenChest(t *testing.T) {
	t.Run("unlocks it with the key and shows what is in it", func(t *testing.T) {
		s := newStage(t, world.RoleGuest)
		got := s.carry(s.bob, s.table.Call(s.ctx(s.bob), "open_chest", nil))
		if thing, ok := got.report.(world.ThingReport); !ok || !thing.Open || len(got.records) != 2 {
			t.Errorf("got %+v, %v", got.report, got.refusal)
		}
	})
	t.Run("is refused without the key and changes nothing", func(t *testing.T) {
		s := newStage(t, world.RoleGuest)
		got := s.carry(s.ann, s.table.Call(s.ctx(s.ann), "open_chest", nil))
		if got.refusal == nil || got.refusal.Code != world.CodeNoKey || len(got.records) != 0 {
			t.Errorf("got %v and %d records", got.refusal, len(got.records))
		}
	})
	t.Run("does not exist where there is no chest", func(t *testing.T) {
		s := newStage(t, world.RoleGuest)
		s.must(s.bob, "north")
		for _, tool := range s.table.Tools(world.RoleGuest) {
			if tool.Name == "open_chest" && tool.Shown(s.ctx(s.bob)) {
				t.Error("it is shown")
			}
		}
	})
}

// A report that is asked for later than it was bound tells of the later moment: of what happened, or of the hour.
func TestReportOfItsMoment(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	look := func() func(verb.Ctx) any {
		call := s.table.Call(s.ctx(s.bob), "look", nil)
		if call.Report == nil {
			t.Fatalf("look has no report: %v", call.Refusal)
		}
		return call.Report
	}
	place := func(report any) world.RoomID { r, _ := report.(world.RoomReport); return r.ID }
	if got := place(look()(s.ctx(s.bob))); got != "hall" {
		t.Errorf("at once: %q, want the hall", got)
	}
	report := look()
	s.must(s.bob, "north")
	if got := place(report(s.ctx(s.bob))); got != "yard" {
		t.Errorf("after a step: %q, want the yard", got)
	}
	s.must(s.bob, "south")
	report = look()
	for s.now.Daylight() {
		s.now += world.GameHour
	}
	if got, ok := report(s.ctx(s.bob)).(world.RoomReport); !ok || !got.Dark {
		t.Errorf("after nightfall: dark %v, want true", got.Dark)
	}
}
