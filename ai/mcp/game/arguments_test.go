package game_test

import (
	"encoding/json"
	"strings"
	"testing"
)

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

// Two commands in one line would be one command with words that nobody meant.
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
