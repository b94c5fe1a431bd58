package game_test

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/tablegame"
	"github.com/mudlark-mud/mudlark/world/pack"
)

// tokens is about how many tokens a text has.
func tokensIn(bytes int) int { return bytes / 4 }

// What twenty turns and the list of tools may have, in tokens.
const (
	textTokensMost      = 2600
	structureTokensMost = 6500
	toolsTokensMost     = 2000
	turnsOfPlay         = 20
)

// newLowtide is a house in the starter world, at the hour when a character wakes.
func newLowtide(t testing.TB, tune ...func(*game.Config)) *house {
	t.Helper()
	p, _, err := pack.Check(os.DirFS("../../../data"), "lowtide")
	if err != nil {
		t.Fatal(err)
	}
	return openWorld(t, *p, 0, tune...)
}

// DOOR 5: twenty turns of play cost a model no more than they say: walking, looking, taking, talking, a quest.
func TestTwentyTurnsAreShort(t *testing.T) {
	h := newLowtide(t)
	ann := h.dial("ann", modern)
	turns := []struct {
		tool string
		args args
	}{
		{"look", nil},
		{"move", args{"direction": "north"}},
		{"pick_up", args{"item": "all"}},
		{"command", args{"line": "wear lamp"}},
		{"move", args{"direction": "east"}},
		{"say", args{"text": "Good morning. Has anybody work for me?"}},
		{"command", args{"line": "ask barkeep about work"}},
		{"examine", args{"target": "barkeep"}},
		{"events", nil},
		{"move", args{"direction": "west"}},
		{"move", args{"direction": "north"}},
		{"look", nil},
		{"move", args{"direction": "west"}},
		{"quests", nil},
		{"accept", nil},
		{"command", args{"line": "ask clerk about pins"}},
		{"move", args{"direction": "east"}},
		{"inventory", nil},
		{"command", args{"line": "drop lamp"}},
		{"status", nil},
	}
	if len(turns) != turnsOfPlay {
		t.Fatalf("%d turns", len(turns))
	}
	text, structure := 0, 0
	for _, turn := range turns {
		out := ann.plain(turn.tool, turn.args)
		if out.IsError {
			t.Errorf("%s %v: %s", turn.tool, turn.args, out.Texts[0])
		}
		n := len(strings.Join(out.Texts, "\n"))
		text, structure = text+n, structure+len(out.Raw)
		t.Logf("%s %v: text %d, structure %d\n%s\n%s", turn.tool, turn.args, n, len(out.Raw),
			strings.Join(out.Texts, "\n"), out.Raw)
	}
	t.Logf("twenty turns: text %d tokens, structure %d", tokensIn(text), tokensIn(structure))
	if got := tokensIn(text); got > textTokensMost {
		t.Errorf("text has %d tokens, want %d", got, textTokensMost)
	}
	if got := tokensIn(structure); got > structureTokensMost {
		t.Errorf("structure has %d tokens, want %d", got, structureTokensMost)
	}
}

// DOOR 5: the list of tools, as a model sees it: name, description and arguments.
func TestToolsAreShort(t *testing.T) {
	list, err := newLowtide(t, func(c *game.Config) {
		c.More = append(tablegame.Tools(c.Table), game.DeclareTool(c.Table))
	}).dial("ann", modern).ListTools(context.Background(), mcpgo.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, tool := range list.Tools {
		raw, err := json.Marshal(tool)
		if err != nil {
			t.Fatal(err)
		}
		var seen struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			InputSchema json.RawMessage `json:"inputSchema"`
		}
		if err := json.Unmarshal(raw, &seen); err != nil {
			t.Fatal(err)
		}
		if raw, err = json.Marshal(seen); err != nil {
			t.Fatal(err)
		}
		t.Logf("%d %s", len(raw), raw)
		n += len(raw)
	}
	t.Logf("%d tools: %d tokens", len(list.Tools), tokensIn(n))
	if got := tokensIn(n); got > toolsTokensMost {
		t.Errorf("the tools have %d tokens, want %d", got, toolsTokensMost)
	}
}

// DOOR 5: a result leaves out what is as it was in the one before; a look, a client that begins, and whoever asks for
// all of it, are told everything.
func TestWhatIsAsItWasIsLeftOut(t *testing.T) {
	h := open(t)
	ann := h.dial("ann", modern)
	has := func(out outcome, keys ...string) {
		t.Helper()
		var all map[string]json.RawMessage
		if err := json.Unmarshal([]byte(out.Raw), &all); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"exits", "entities", "you", "actions"} {
			if got, want := all[key] != nil, slices.Contains(keys, key); got != want {
				t.Errorf("%s is there: %v, want %v: %s", key, got, want, out.Raw)
			}
		}
		isListed := strings.Contains(out.Texts[1], "You can: ")
		if isListed != slices.Contains(keys, "actions") {
			t.Errorf("the text lists what can be done: %v: %q", isListed, out.Texts[1])
		}
	}
	has(ann.plain("look", nil), "exits", "entities", "you", "actions")
	has(ann.plain("status", nil))
	has(ann.plain("say", args{"text": "Hm."}))
	has(ann.plain("look", nil), "exits", "entities", "you", "actions")
	has(ann.plain("move", args{"direction": "north"}), "exits", "entities", "you", "actions")
	has(ann.plain("events", nil))
	taken := ann.plain("pick_up", args{"item": "rusty key"})
	has(taken, "entities", "you", "actions")
	if !strings.Contains(taken.Raw, `"you":{"carrying":[{"id":`) || strings.Contains(taken.Raw, `"hp":`) {
		t.Errorf("you has what has not changed: %s", taken.Raw)
	}
	if out := ann.plain("command", args{"line": "xyzzy"}); out.Error == nil || out.Error.Code == "" {
		t.Errorf("a refusal lacks its code: %s", out.Raw)
	}
	ann.tools()
	has(ann.plain("status", nil), "exits", "entities", "you", "actions")
	has(ann.ok("status", nil), "exits", "entities", "you", "actions")
	has(h.dial("ann", legacy).plain("status", nil), "exits", "entities", "you", "actions")
}
