package game_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/tablegame"
	"github.com/mudlark-mud/mudlark/world"
)

// eras runs a test in both eras of the protocol. S2-28: server and client are mcp-go.
func eras(t *testing.T, play func(t *testing.T, h *house, version string)) {
	for _, version := range []string{legacy, modern} {
		t.Run(version, func(t *testing.T) { play(t, open(t), version) })
	}
}

// S2-01, S2-03, S2-04, S2-05, S2-06, S2-11, S2-36, S2-40: the document's own examples, word for word.
func TestExamples(t *testing.T) {
	eras(t, func(t *testing.T, h *house, version string) {
		ann := h.dial("ann", version)
		if got, want := ann.ok("look", nil).Texts[0], entranceDesc+" Exits: North."; got != want {
			t.Errorf("look:\n got %q\nwant %q", got, want)
		}
		got, want := ann.ok("move", args{"direction": "north"}).Texts[0], hallwayDesc+" Exits: South, East."
		if got != want {
			t.Errorf("move:\n got %q\nwant %q", got, want)
		}
		wall := ann.call("move", args{"direction": "north"})
		want = "Error: Cannot move north - there is a wall blocking your path."
		if !wall.IsError || wall.Texts[0] != want {
			t.Errorf("wall: got %v %q, want %q", wall.IsError, wall.Texts, want)
		}
		if wall.Error == nil || wall.Error.Code != "no_exit" || wall.Room.ID != "hallway" {
			t.Errorf("wall: structure %+v", wall)
		}
		for _, item := range []string{"leather pouch", "rusty key"} {
			if out := ann.ok("pick_up", args{"item": item}); out.Texts[0] != "You pick up the "+item+"." {
				t.Errorf("pick up: %q", out.Texts)
			}
		}
		description, text, err := ann.prompt("room_description", map[string]string{"include_inventory": "true"})
		want = hallwayDesc + " Exits: South, East.\n\nInventory: leather pouch, rusty key"
		if err != nil || text != want ||
			description != "Detailed room description with current game state" {
			t.Errorf("room_description: %v %q\n got %q\nwant %q", err, description, text, want)
		}
		if _, text, err = ann.prompt("room_description", nil); err != nil || strings.Contains(text, "Inventory") {
			t.Errorf("room_description without inventory: %v %q", err, text)
		}
	})
}

// S2-02, S2-16, S2-17, S2-20, S2-44: the resources.
func TestResources(t *testing.T) {
	eras(t, func(t *testing.T, h *house, version string) {
		ann := h.dial("ann", version)
		ann.ok("move", args{"direction": "north"})
		ann.ok("pick_up", args{"item": "rusty key"})
		ann.ok("move", args{"direction": "south"})
		ann.ok("accept", nil)
		state, err := ann.resource(game.StateURI)
		const want = `{"player_id":"pc-ann","room":"entrance","inventory":["rusty_key"],"health":30,"hasQuest":true,` +
			`"monsterPresent":false,`
		if err != nil || !strings.HasPrefix(state, want) {
			t.Errorf("state: %v\n got %s\nwant %s…", err, state, want)
		}
		places, err := ann.resource(game.MapURI)
		if err != nil || !strings.Contains(places, `"hallway"`) || strings.Contains(places, "vault") ||
			strings.Contains(places, `"den"`) {
			t.Errorf("map shows more or less than was discovered: %v %s", err, places)
		}
		room, err := ann.resource(game.RoomURI)
		if err != nil || !strings.Contains(room, `"id":"entrance"`) || !strings.Contains(room, "Exits: North.") {
			t.Errorf("room: %v %s", err, room)
		}
		if bag, err := ann.resource(game.InventoryURI); err != nil || !strings.Contains(bag, "a rusty key") {
			t.Errorf("inventory: %v %s", err, bag)
		}
		if quests, err := ann.resource(game.QuestsURI); err != nil || !strings.Contains(quests, `"done":1,"of":2`) {
			t.Errorf("quests: %v %s", err, quests)
		}
		if page, err := ann.resource("game://help/newbie"); err != nil || !strings.Contains(page, "Look about.") {
			t.Errorf("help: %v %q", err, page)
		}
		if page, err := ann.resource("game://help/index"); err != nil || !strings.Contains(page, "newbie") {
			t.Errorf("help index: %v %q", err, page)
		}
		for _, uri := range []string{"game://help/goto", "game://help/nonsense", "game://player/bob"} {
			if text, err := ann.resource(uri); err == nil {
				t.Errorf("%s could be read: %s", uri, text)
			}
		}
	})
}

// DOOR 5: whoever takes a quest on is told with the same words what it asks for.
func TestAcceptTellsTheTask(t *testing.T) {
	out := open(t).dial("ann", modern).ok("accept", nil)
	if want := "You take on a quest: The treasure.\nThe treasure waits."; out.Texts[0] != want {
		t.Errorf("got %q, want %q", out.Texts[0], want)
	}
	if out.Result["text"] != "The treasure waits." {
		t.Errorf("the structure has %v", out.Result)
	}
}

// S2-07, S2-08, S2-09, S2-10, S2-13, S2-15: what makes no sense is not shown to legacy clients and answers helpfully.
func TestContextual(t *testing.T) {
	eras(t, func(t *testing.T, h *house, version string) {
		ann := h.dial("ann", version)
		isModern := version == modern
		if out := ann.call("battle", nil); out.IsError || out.Texts[0] != "No enemies here" {
			t.Errorf("battle in peace: %v %q", out.IsError, out.Texts)
		}
		if out := ann.call("open_chest", nil); !out.IsError || out.Texts[0] != "Error: There is no chest here." {
			t.Errorf("open_chest without one: %q", out.Texts)
		}
		for _, name := range []string{"battle", "open_chest"} {
			if got := slices.Contains(ann.tools(), name); got != isModern {
				t.Errorf("%s shown at the entrance: %v", name, got)
			}
		}
		if got := ann.prompts(); slices.Contains(got, "battle_prompt") != isModern ||
			!slices.Contains(got, "quest_prompt") {
			t.Errorf("prompts at the entrance: %v", got)
		}
		if _, text, err := ann.prompt("battle_prompt", nil); err != nil || text != "No enemies here" {
			t.Errorf("battle_prompt in peace: %v %q", err, text)
		}
		ann.ok("move", args{"direction": "north"})
		ann.ok("pick_up", args{"item": "rusty key"})
		ann.ok("move", args{"direction": "east"})
		if got := ann.tools(); !slices.Contains(got, "battle") {
			t.Errorf("no battle beside the crab: %v", got)
		}
		if got := ann.prompts(); !slices.Contains(got, "battle_prompt") ||
			slices.Contains(got, "quest_prompt") != isModern {
			t.Errorf("prompts in the den: %v", got)
		}
		_, text, err := ann.prompt("battle_prompt", nil)
		if err != nil || !strings.Contains(text, "shore crab") || !strings.Contains(text, "nothing but your fists") ||
			!strings.Contains(text, "30 of 30") {
			t.Errorf("battle_prompt: %v %q", err, text)
		}
		ann.ok("move", args{"direction": "north"})
		if got := ann.tools(); !slices.Contains(got, "open_chest") || slices.Contains(got, "battle") != isModern {
			t.Errorf("tools in the vault, beside a creature that harms nobody: %v", got)
		}
		if out := ann.ok("open_chest", nil); !strings.Contains(strings.Join(out.Texts, "\n"), "sword") {
			t.Errorf("open_chest: %q", out.Texts)
		}
		ann.ok("pick_up", args{"item": "sword", "from": "chest"})
		ann.ok("wear", args{"item": "sword"})
		ann.ok("move", args{"direction": "south"})
		if out := ann.ok("battle", nil); !strings.Contains(out.Texts[0], "crab") {
			t.Errorf("battle: %q", out.Texts)
		}
		if _, text, err = ann.prompt("battle_prompt", nil); err != nil || !strings.Contains(text, "sword") ||
			!strings.Contains(text, "flee") {
			t.Errorf("battle_prompt with a sword in a fight: %v %q", err, text)
		}
	})
}

// S2-12, S2-43: the three texts of quest_prompt.
func TestQuestPrompt(t *testing.T) {
	h := open(t)
	ann := h.dial("ann", legacy)
	ann.ok("look", nil)
	description, text, err := ann.prompt("quest_prompt", nil)
	if err != nil || text != questOffer || description != "Current quest information and opportunities" {
		t.Errorf("offered: %v %q %q", err, description, text)
	}
	if !slices.Contains(ann.tools(), "accept") || slices.Contains(ann.tools(), "complete") {
		t.Errorf("tools while it is offered: %v", ann.tools())
	}
	ann.ok("accept", nil)
	if _, text, err = ann.prompt("quest_prompt", nil); err != nil ||
		text != "The treasure waits.\nProgress: 0 of 2. Still wanted: rusty key, the shore crab." {
		t.Errorf("active: %v %q", err, text)
	}
	ann.ok("command", args{"line": "abandon"})
	ann.ok("move", args{"direction": "north"})
	if slices.Contains(ann.prompts(), "quest_prompt") {
		t.Error("quest_prompt is shown where there is no quest")
	}
}

// S2-14: help is made from the verbs' own, and checks its arguments.
func TestGameHelp(t *testing.T) {
	h := open(t)
	ann := h.dial("ann", modern)
	for topic, want := range map[string]string{"combat": "flee", "navigation": "move", "inventory": "drop"} {
		_, basic, err := ann.prompt("game_help", map[string]string{"topic": topic})
		if err != nil || !strings.Contains(basic, want+": ") || strings.Contains(basic, "Usage") {
			t.Errorf("%s: %v %q", topic, err, basic)
		}
		_, advanced, err := ann.prompt("game_help", map[string]string{"topic": topic, "detail_level": "advanced"})
		if err != nil || !strings.Contains(advanced, "Usage: ") || len(advanced) <= len(basic) {
			t.Errorf("%s, advanced: %v %q", topic, err, advanced)
		}
	}
	for _, wrong := range []map[string]string{nil, {"topic": "cooking"}, {"topic": "combat", "detail_level": "wild"}} {
		if _, _, err := ann.prompt("game_help", wrong); err == nil {
			t.Errorf("game_help took %v", wrong)
		}
	}
}

// S2-03, S2-04, S2-35, S2-42: the list of tools, as the document shows two of them.
func TestToolList(t *testing.T) {
	h := open(t)
	ann := h.dial("ann", modern)
	list, err := ann.ListTools(t.Context(), mcpgo.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Tools) > game.ToolsMax {
		t.Errorf("%d tools, at most %d", len(list.Tools), game.ToolsMax)
	}
	byName := map[string]string{}
	for _, tool := range list.Tools {
		a := tool.Annotations
		if a.ReadOnlyHint == nil || a.DestructiveHint == nil || a.IdempotentHint == nil || a.OpenWorldHint == nil ||
			*a.OpenWorldHint || *a.IdempotentHint != *a.ReadOnlyHint || *a.ReadOnlyHint && *a.DestructiveHint {
			t.Errorf("%s: hints %+v", tool.Name, a)
		}
		if a.Title == "" || tool.Description == "" {
			t.Errorf("%s has no title or no description", tool.Name)
		}
		if tool.Name == "battle" && !*a.DestructiveHint { // S2-07
			t.Error("battle claims to destroy nothing")
		}
		raw, err := json.Marshal(tool)
		if err != nil {
			t.Fatal(err)
		}
		byName[tool.Name] = string(raw)
		for name, property := range tool.InputSchema.Properties {
			p, _ := property.(map[string]any)
			if p["type"] == nil || p["description"] == nil {
				t.Errorf("%s says too little of its argument %s: %v", tool.Name, name, property)
			}
		}
		if !strings.Contains(byName[tool.Name], `"additionalProperties":false`) {
			t.Errorf("%s is not strict: %s", tool.Name, raw)
		}
	}
	for name, parts := range map[string][]string{
		"look": {`"description":"Examine your current surroundings"`, `"title":"Look Around"`, `"readOnlyHint":true`,
			`"openWorldHint":false`, `"inputSchema":{"additionalProperties":false,"properties":{},"required":[],`},
		"move": {`"description":"Move to a different room"`, `"title":"Move"`, `"enum":["north","south","east","west",`,
			`"description":"Direction to move"`, `"readOnlyHint":false`, `"destructiveHint":false`,
			`"idempotentHint":false`},
		"pick_up": {`"description":"Name of the item to pick up"`, `"required":["item"]`, `"destructiveHint":false`},
		"battle":  {`"destructiveHint":true`},
	} {
		for _, part := range parts {
			if !strings.Contains(byName[name], part) {
				t.Errorf("%s lacks %s: %s", name, part, byName[name])
			}
		}
	}
}

// S2-42: a player's token sees these tools and no more, and their list is short enough to be read by a model.
func TestCatalogue(t *testing.T) {
	const bytesMost, readMost = 25_000, 12_500 // of all of it, and without the schemas of results, as models read it
	h := open(t, func(c *game.Config) {
		c.More = append(tablegame.Tools(c.Table), game.DeclareTool(c.Table))
		c.Read = []mcp.Tool{{
			Name: "get-location", Description: "Read.", InputSchema: json.RawMessage(`{"type":"object"}`),
			Handler: func(context.Context, mcp.Principal, json.RawMessage) mcp.Result { return mcp.Result{} },
		}}
	})
	ann := h.dial("ann", modern)
	list, err := ann.ListTools(t.Context(), mcpgo.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	got := ann.tools()
	want := []string{
		"accept", "battle", "command", "complete", "declare", "drop", "events", "examine", "get_game_history",
		"get_turn", "give", "help", "inventory", "look", "make_move", "move", "open", "open_chest", "pick_up", "quests",
		"restart_game", "say", "status", "taunt_player", "tell", "view_game_state", "wear",
	}
	if slices.Sort(got); !slices.Equal(got, want) || len(got) > game.ToolsMax {
		t.Errorf("got %d tools: %q", len(got), got)
	}
	raw, err := json.Marshal(list)
	if err != nil || len(raw) > bytesMost {
		t.Errorf("the list takes %d bytes: %v", len(raw), err)
	}
	for i := range list.Tools {
		list.Tools[i].OutputSchema, list.Tools[i].RawOutputSchema = mcpgo.ToolOutputSchema{}, nil
	}
	if raw, err = json.Marshal(list); err != nil || len(raw) > readMost {
		t.Errorf("what a model reads of it takes %d bytes: %v", len(raw), err)
	}
}

// What a client was told of already is named and not described again; a look describes it.
func TestResultsAreShort(t *testing.T) {
	h := open(t)
	ann := h.dial("ann", modern)
	ann.ok("move", args{"direction": "north"})
	look, status := ann.ok("look", nil), ann.ok("status", nil)
	if !strings.Contains(look.Raw, hallwayDesc) || strings.Contains(status.Raw, hallwayDesc) ||
		len(status.Raw) >= len(look.Raw) || len(status.Entities) != 2 {
		t.Errorf("look:\n%s\nstatus:\n%s", look.Raw, status.Raw)
	}
	h.must(world.Input{
		Actor: "pc-ann", Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Move{Dir: world.South},
	})
	if out := ann.ok("status", nil); !strings.Contains(out.Raw, entranceDesc) {
		t.Errorf("elsewhere, it is not described: %s", out.Raw)
	}
}

// S2-30: what does not fit a schema never reaches the world.
func TestStrictArguments(t *testing.T) {
	h := open(t)
	ann := h.dial("ann", modern)
	for name, wrong := range map[string]args{
		"look": {"at": "torch"}, "move": {"direction": "sideways"}, "pick_up": {}, "command": {"line": ""},
		"events": {"wait_ms": 60000}, "say": {"text": strings.Repeat("x", 5000)},
	} {
		if out := ann.call(name, wrong); !out.IsError {
			t.Errorf("%s took %v", name, wrong)
		}
	}
	out := ann.ok("say", args{"text": "a\x1b[31mred\u202e\r\nb"})
	if strings.ContainsAny(out.Raw+strings.Join(out.Texts, ""), "\x1b\u202e\r") {
		t.Errorf("control characters got through: %q", out.Raw)
	}
	body := readState(h, func(s *world.State) uint32 { return s.Actors["pc-ann"].Num })
	told, _, err := archive{h.journal}.Since(t.Context(), game.Span{Body: body, Limit: game.EventsLimitMax})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, n := range told {
		if e, ok := n.Event.(world.Said); ok {
			said = append(said, e.Text)
		}
	}
	if want := []string{"a[31mred b"}; !slices.Equal(said, want) {
		t.Errorf("the record has %q as what was said, want %q", said, want)
	}
}

// Allowing is by role and grant, never by where somebody stands.
func TestAllows(t *testing.T) {
	h := open(t)
	tool := func(name string) mcp.Entry { return mcp.Entry{Kind: mcp.KindTool, Name: name} }
	wiz, _ := h.tokens.Find(t.Context(), "wiz")
	nobody := wiz
	nobody.Role = 0
	if !h.game.Allows(wiz, tool("look")) || h.game.Allows(wiz, tool("goto")) || h.game.Allows(nobody, tool("look")) {
		t.Error("the roles are not kept apart")
	}
}
