package game_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// count returns how often a notification came.
func (n *hints) count(what string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	found := 0
	for _, s := range n.seen {
		if s == what {
			found++
		}
	}
	return found
}

// S2-10, S2-15, S2-39: only the session whose set changed is told, and only of the list that changed.
func TestOnlyWhoseSetChanged(t *testing.T) {
	h := open(t)
	ann, bob := h.dial("ann", legacy, listening()), h.dial("bob", legacy, listening())
	var anns, bobs hints
	anns.listen(ann)
	bobs.listen(bob)
	for _, a := range []*agent{ann, bob} {
		a.ok("look", nil)
		a.tools()
		a.prompts()
	}
	for _, who := range []string{"grant-ann", "grant-bob"} {
		until(t, "the stream", func() bool { return h.server.Audience(who).Streams > 0 })
	}
	const tools, prompts = "notifications/tools/list_changed ", "notifications/prompts/list_changed "
	ann.ok("accept", nil) // its tool goes; quest_prompt has something to say of a quest all the same
	until(t, "accept goes", func() bool { return anns.count(tools) == 1 })
	ann.ok("command", args{"line": "abandon"})
	until(t, "accept comes back", func() bool { return anns.count(tools) == 2 }) // whatever came with the first is here
	if anns.has(prompts) || anns.has("notifications/resources/list_changed ") {
		t.Errorf("told of lists that are the same: %q", anns.seen)
	}
	ann.ok("move", args{"direction": "north"}) // away from the quest: accept and quest_prompt go
	until(t, "quest_prompt goes", func() bool { return anns.count(tools) == 3 && anns.has(prompts) })
	before := anns.count(tools) + anns.count(prompts)
	ann.ok("pick_up", args{"item": "rusty key"}) // changes no list
	ann.ok("move", args{"direction": "east"})    // to the crab: battle and battle_prompt come
	until(t, "battle comes", func() bool { return anns.count(tools) == 4 && anns.count(prompts) == 2 })
	if got := anns.count(tools) + anns.count(prompts); got != before+2 {
		t.Errorf("%d hints of lists for two that changed", got-before)
	}
	if bobs.has(tools) || bobs.has(prompts) {
		t.Errorf("bob was told of ann's lists: %q", bobs.seen)
	}
}

// R16, S2-10: in the modern era the lists are the same wherever the body stands, and nobody is told of a change.
func TestModernCatalogueStandsStill(t *testing.T) {
	h := open(t)
	ann := h.dial("ann", modern)
	var notes hints
	notes.listen(ann)
	stop, err := ann.ListenAsync(t.Context(), mcpgo.SubscriptionFilter{
		ToolsListChanged: true, PromptsListChanged: true, ResourcesListChanged: true,
		ResourceSubscriptions: []string{game.RoomURI},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	lists := func() string {
		resources, err := ann.ListResources(t.Context(), mcpgo.ListResourcesRequest{})
		if err != nil {
			t.Fatal(err)
		}
		out := strings.Join(ann.tools(), " ") + " / " + strings.Join(ann.prompts(), " ")
		for _, r := range resources.Resources {
			out += " " + r.URI
		}
		return out
	}
	ann.ok("look", nil)
	before := lists()
	for _, dir := range []string{"north", "east", "north"} {
		ann.ok("move", args{"direction": dir})
		if got := lists(); got != before {
			t.Errorf("the lists vary:\n got %s\nwant %s", got, before)
		}
	}
	until(t, "the room's hint", func() bool { return notes.has("notifications/resources/updated " + game.RoomURI) })
	for _, method := range []string{"tools", "prompts", "resources"} {
		if notes.has("notifications/" + method + "/list_changed ") {
			t.Errorf("told that the list of %s changed", method)
		}
	}
}

// S2-18, S2-33: a burst of changes is few hints, to those who watch what changed, in both eras.
func TestHintsAreGathered(t *testing.T) {
	h := open(t)
	old, fresh := h.dial("ann", legacy, listening()), h.dial("bob", modern)
	var olds, news hints
	olds.listen(old)
	news.listen(fresh)
	old.ok("look", nil)
	fresh.ok("look", nil)
	until(t, "the stream", func() bool { return h.server.Audience("grant-ann").Streams > 0 })
	watched := []string{game.RoomURI, game.MapURI}
	for _, uri := range watched {
		if err := subscribeLegacy(t.Context(), old.Client, uri); err != nil {
			t.Fatal(err)
		}
	}
	stop, err := fresh.ListenAsync(t.Context(), mcpgo.SubscriptionFilter{ResourceSubscriptions: watched}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	until(t, "the listener", func() bool { return h.server.Audience("grant-bob").Streams > 0 })
	key := readState(h, func(s *world.State) world.ItemID {
		for id, it := range world.Ordered(s.Items) {
			if it.Proto == "rusty-key" {
				return id
			}
		}
		return ""
	})
	const deeds = 50
	keyboard := world.Via{Kind: world.ViaKeyboard}
	began := time.Now()
	h.must(world.Input{Actor: "pc-wiz", Via: keyboard, Action: world.Enter{}})
	for _, a := range []world.Action{
		world.Move{Dir: world.North}, world.Take{Items: []world.ItemID{key}}, world.Move{Dir: world.South},
	} {
		h.must(world.Input{Actor: "pc-wiz", Via: keyboard, Action: a})
	}
	for range deeds / 2 {
		for _, a := range []world.Action{
			world.Drop{Items: []world.ItemID{key}}, world.Take{Items: []world.ItemID{key}},
		} {
			h.must(world.Input{Actor: "pc-wiz", Via: keyboard, Action: a})
			<-time.After(mcp.NotifyDelay / 10) // each could be told by itself
		}
	}
	old.ok("move", args{"direction": "north"})
	fresh.ok("move", args{"direction": "north"})
	const hint, last = "notifications/resources/updated " + game.RoomURI, "notifications/resources/updated " + game.MapURI
	for era, notes := range map[string]*hints{"legacy": &olds, "modern": &news} {
		until(t, "the last hint", func() bool { return notes.has(hint) && notes.has(last) })
		got := notes.count(hint)
		if took := time.Since(began); got > int(took/mcp.NotifyDelay)+2 { // one as it begins, one as it ends
			t.Errorf("%s: %d hints of %d changes within %v", era, got, deeds, took)
		}
		if notes.has("notifications/resources/updated " + game.StateURI) {
			t.Errorf("%s: told of what it does not watch", era)
		}
	}
}

// post sends one message without a session, as written.
func (h *house) post(method, params string) string {
	h.t.Helper()
	body := `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + params + `"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},` +
		`"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"}}}}`
	r, err := http.NewRequestWithContext(h.t.Context(), http.MethodPost, h.url, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"Authorization": "Bearer ann", "MCP-Protocol-Version": modern, "Mcp-Method": method,
	} {
		r.Header.Set(name, value)
	}
	var named struct{ Name, URI string }
	if err := json.Unmarshal([]byte("{"+strings.TrimSuffix(params, ",")+"}"), &named); err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Mcp-Name", named.Name+named.URI)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	out, err := io.ReadAll(resp.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return string(out)
}

// S2-11, S2-30, S2-37: a prompt's arguments: the document's boolean, the same as text, and what is neither.
func TestPromptArguments(t *testing.T) {
	h := open(t)
	for given, want := range map[string]string{
		`true`: `Inventory: nothing`, `"true"`: `Inventory: nothing`, `false`: `Exits: North."`, `"maybe"`: `-32602`,
		`[1]`: `-32600`, `null`: `-32602`,
	} {
		got := h.post("prompts/get", `"name":"room_description","arguments":{"include_inventory":`+given+`},`)
		if !strings.Contains(got, want) {
			t.Errorf("include_inventory %s: got %s, want %s", given, got, want)
		}
	}
	for _, wrong := range []string{
		`"name":"room_description","arguments":{"colour":"red"},`, `"name":"game_help","arguments":{},`,
		`"name":"no_prompt","arguments":{},`,
	} {
		if got := h.post("prompts/get", wrong); !strings.Contains(got, "-32602") {
			t.Errorf("%s: got %s", wrong, got)
		}
	}
}

// S2-17, S2-30, S2-38: resources are read by their URIs, privately and never from a cache, and no other URI is.
func TestResourceURIs(t *testing.T) {
	h := open(t)
	for _, uri := range []string{
		game.StateURI, game.InventoryURI, game.RoomURI, game.MapURI, game.QuestsURI, game.LogURI, game.AgentsURI,
		"game://help/look",
	} {
		got := h.post("resources/read", `"uri":"`+uri+`",`)
		for _, want := range []string{
			`"uri":"` + uri + `"`, `"mimeType":"`, `"text":"`, `"cacheScope":"private"`, `"ttlMs":0`,
		} {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks %s: %s", uri, want, got)
			}
		}
	}
	for _, uri := range []string{
		"game://player/pc-bob", "game://help/", "game://help/%2e%2e", "file:///etc/passwd", "game://room/vault", "x",
	} {
		if got := h.post("resources/read", `"uri":"`+uri+`",`); !strings.Contains(got, `"error"`) ||
			strings.Contains(got, `"contents"`) {
			t.Errorf("%s: %s", uri, got)
		}
	}
}

// S2-24, S2-25: the server declares what it does and asks nothing of its client: no sampling, no roots, and annotations
// that are advice.
func TestServerAsksNothing(t *testing.T) {
	h := open(t)
	got := h.post("server/discover", "")
	for _, want := range []string{
		`"resources":{"subscribe":true,"listChanged":true}`, `"tools":{"listChanged":true}`,
		`"prompts":{"listChanged":true}`, "untrusted data",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("discover lacks %s: %s", want, got)
		}
	}
	for _, tool := range h.game.Catalogue().Tools {
		if tool.Hints.OpenWorld {
			t.Errorf("%s reaches beyond the game", tool.Name)
		}
	}
}

// S2-26, S2-41: what is a player's own is out of an agent's reach, whatever door it tries.
func TestSecurityControls(t *testing.T) {
	h := open(t, func(c *game.Config) {
		c.Report = func(_ context.Context, q verb.Asked) (any, error) {
			t.Errorf("an agent's question reached the host: %+v", q.Ask)
			return verb.ReceiptReport{}, nil
		}
	})
	ann := h.dial("ann", modern)
	for _, line := range []string{"token new x", "token revoke test", "password", "copilot on", "key list"} {
		if out := ann.call("command", args{"line": line}); !out.IsError {
			t.Errorf("%s: %q", line, out.Texts)
		}
	}
	if got := ann.tools(); slices.Contains(got, "token") || slices.Contains(got, "password") {
		t.Errorf("tools: %q", got)
	}
	grants := readState(h, func(s *world.State) int { return len(s.GrantsOf("pc-ann")) })
	if grants != 1 {
		t.Errorf("ann has %d grants", grants)
	}
}
