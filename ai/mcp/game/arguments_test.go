package game_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/world"
)

// Whoever gives its model the structure of a result, and whoever gives it the words, learns what is wrong with a call's
// arguments, whichever tool it called: the structure has an error with a code, and the words say the same (DOOR D7).
func TestEveryToolSaysWhatIsWrong(t *testing.T) {
	h := open(t, whole(t), func(c *game.Config) { c.More = append(c.More, game.DeclareTool(c.Table)) })
	h.letIn()
	judged := map[string]bool{}
	for _, role := range append(world.GrantRoles(), creature) {
		a := h.as(role)
		list, err := a.ListTools(t.Context(), mcpgo.ListToolsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Tools {
			var takes struct {
				Required             []string
				AdditionalProperties *bool
			}
			raw, err := json.Marshal(tool)
			var all struct{ InputSchema json.RawMessage }
			if err == nil {
				err = json.Unmarshal(raw, &all)
			}
			if err == nil {
				err = json.Unmarshal(all.InputSchema, &takes)
			}
			if err != nil {
				t.Fatal(err)
			}
			given := args{"no_such_argument": 1}
			if isOpen := takes.AdditionalProperties == nil; isOpen && len(takes.Required) == 0 {
				continue // nothing is wrong there
			}
			judged[tool.Name] = true
			out, err := a.try(tool.Name, given)
			if err != nil {
				t.Errorf("%s: %v", tool.Name, err)
				continue
			}
			var structure struct {
				Error *struct{ Code, Text string }
			}
			if err := json.Unmarshal([]byte(out.Raw), &structure); err != nil {
				t.Fatal(err)
			}
			if f := structure.Error; !out.IsError || f == nil || f.Code == "" || f.Text == "" {
				t.Errorf("%s as %s: %v %s", tool.Name, role, out.IsError, out.Raw)
			} else if text, err := json.Marshal(f.Text); err != nil || len(out.Texts) == 0 ||
				!strings.Contains(out.Texts[0], f.Text) && !strings.Contains(out.Texts[0], string(text)) {
				t.Errorf("%s as %s: %q in words, %q in the structure", tool.Name, role, out.Texts, f.Text)
			}
		}
	}
	known := classes()
	known["declare"] = "plays"
	for _, name := range []string{"view_game_state", "get_turn", "restart_game", "get_game_history"} {
		delete(known, name) // they pass over what they do not know
	}
	if want, got := slices.Sorted(maps.Keys(known)), slices.Sorted(maps.Keys(judged)); !slices.Equal(got, want) {
		t.Errorf("judged %q, want %q", got, want)
	}
}

// To JSON Schema 500.0 and 5e2 are integers (draft 2020-12, 4.2.3), so they are integers here.
func TestWholeNumbers(t *testing.T) {
	ann := open(t, declaring).dial("ann", modern)
	cursor := ann.ok("look", nil).Cursor
	for name, number := range map[string]string{"wait_ms": "1.0", "limit": "1e1", "after": "0.0"} {
		ann.ok("events", args{name: json.Number(number)})
	}
	if out := ann.ok("events", args{"after": json.Number("10e-1")}); out.Cursor < cursor {
		t.Errorf("after 1: cursor %d, want %d at least", out.Cursor, cursor)
	}
	path := []args{{"x": json.Number("2.0"), "y": json.Number("3e0")}}
	out := ann.call("declare", args{"type": "MOVE", "entityId": "pc-ann", "path": path})
	if !out.IsError || out.Error.Code != "combat_not_active" {
		t.Errorf("declare: %+v", out.Error)
	}
	for name, number := range map[string]string{
		"wait_ms": "2.5", "limit": "25e-1", "after": "1e30", "x": "2.5",
	} {
		tool, given := "events", args{name: json.Number(number)}
		if name == "x" {
			path[0]["x"] = json.Number(number)
			tool, given = "declare", args{"type": "MOVE", "entityId": "pc-ann", "path": path}
		}
		out, err := ann.try(tool, given)
		if err != nil {
			t.Errorf("%s %s: %v", name, number, err)
			continue
		}
		if !out.IsError || out.Error == nil || out.Error.Code != "bad_value" || !strings.Contains(out.Error.Text, name) {
			t.Errorf("%s %s: %v %+v", name, number, out.Texts, out.Error)
		}
	}
}

// Two commands in one line would be one command with words that nobody meant (DOOR D13).
func TestOneCommandACall(t *testing.T) {
	h := open(t)
	ann, bob := h.dial("ann", modern), h.dial("bob", modern)
	bob.ok("look", nil)
	for _, line := range []string{
		"say hi\nsay there", "say hi\r\nsay there", "say hi\rsay there", "say hi\u2028say there", "look\n\nnorth\n",
	} {
		out := ann.call("command", args{"line": line})
		if !out.IsError || out.Error.Code != "bad_value" || !strings.Contains(out.Error.Text, "one command a call") {
			t.Errorf("%q: %v", line, out.Texts)
		}
	}
	ann.ok("command", args{"line": "say alone\n"}) // what ends a line is no second command
	ann.ok("say", args{"text": "hi\nthere"})
	const want = "Ann says: \"alone\"\nAnn says: \"hi there\""
	if got := bob.ok("events", nil).words(); !strings.HasSuffix(got, want) || strings.Contains(got, "hisay") {
		t.Errorf("bob is told %q, want %q", got, want)
	}
}
