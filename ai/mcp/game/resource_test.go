package game_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
)

// S2-16, S2-42: the list of resources has the document's three, word for word, each application/json.
func TestResourceList(t *testing.T) {
	eras(t, func(t *testing.T, h *house, version string) {
		ann := h.dial("ann", version)
		list, err := ann.ListResources(t.Context(), mcpgo.ListResourcesRequest{})
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(list.Resources)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			`"uri":"game://player/state","name":"Player State","description":"Current player status including location, ` +
				`inventory, and stats","mimeType":"application/json"`,
			`"uri":"game://world/map","name":"World Map","description":"Available rooms and their connections",` +
				`"mimeType":"application/json"`,
			`"uri":"game://room/current","name":"Current Room","description":"Detailed information about the current ` +
				`room","mimeType":"application/json"`,
			`"uri":"game://log/recent"`, `"uri":"game://help/agents"`,
		} {
			if !strings.Contains(string(raw), want) {
				t.Errorf("the list lacks %s:\n%s", want, raw)
			}
		}
	})
}

// The log tells what the body was told last and moves no cursor.
func TestRecentLog(t *testing.T) {
	h := open(t)
	ann, bob := h.dial("ann", modern), h.dial("bob", modern)
	ann.ok("look", nil)
	bob.ok("look", nil)
	said := bob.ok("say", args{"text": "hello"})
	log, err := ann.resource(game.LogURI)
	if err != nil || !strings.Contains(log, `"kind":"said"`) || !strings.Contains(log, `"text":"hello"`) {
		t.Errorf("the log: %v %s", err, log)
	}
	if got := ann.ok("events", nil).words(); !strings.Contains(got, "hello") {
		t.Errorf("the log has moved the cursor: %q behind %d", got, said.Cursor)
	}
	h.restart()
	ann = h.dial("ann", modern)
	if log, err = ann.resource(game.LogURI); err != nil || !strings.Contains(log, `"text":"hello"`) {
		t.Errorf("the log after a restart: %v %s", err, log)
	}
	page, err := ann.resource(game.AgentsURI)
	for _, want := range []string{"actions", "cursor", "mudlark/key"} {
		if err != nil || !strings.Contains(page, want) {
			t.Errorf("help for agents lacks %q: %v %q", want, err, page)
		}
	}
}

// Completion offers the topics of the manual that the role may read, and the values of prompts' arguments.
func TestCompletion(t *testing.T) {
	eras(t, func(t *testing.T, h *house, version string) {
		ann := h.dial("ann", version)
		values := func(ref any, name, begins string) []string {
			r := mcpgo.CompleteRequest{}
			r.Params.Ref, r.Params.Argument = ref, mcpgo.CompleteArgument{Name: name, Value: begins}
			out, err := ann.Complete(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			return out.Completion.Values
		}
		help := mcpgo.ResourceReference{Type: "ref/resource", URI: "game://help/{topic}"}
		if got := values(help, "topic", "newb"); !slices.Equal(got, []string{"newbie"}) {
			t.Errorf("topics that begin with newb: %q", got)
		}
		if got := values(help, "topic", "goto"); len(got) != 0 {
			t.Errorf("a wizard's verb is offered: %q", got)
		}
		if got := values(help, "topic", ""); !slices.Contains(got, "index") || !slices.Contains(got, "look") {
			t.Errorf("all topics: %q", got)
		}
		prompt := mcpgo.PromptReference{Type: "ref/prompt", Name: "game_help"}
		if got := values(prompt, "topic", "c"); !slices.Equal(got, []string{"combat"}) {
			t.Errorf("topics of game_help: %q", got)
		}
	})
}
