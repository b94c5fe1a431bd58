package mcp_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

const legacy, latest = mcpgo.ProtocolVersion20251125, mcpgo.ProtocolVersion20260728

// eras runs a test with mcp-go's own client in each way there is to connect.
func eras(t *testing.T, play func(t *testing.T, h *house, c *client.Client, isModern bool)) {
	for _, version := range []string{mcpgo.ProtocolVersion20250326, legacy, latest} {
		t.Run("http "+version, func(t *testing.T) {
			h := open(t)
			play(t, h, h.dial(annToken, version), version == latest)
		})
	}
	t.Run("in process", func(t *testing.T) {
		h := open(t)
		c, err := client.NewInProcessClient(h.MCP())
		if err != nil {
			t.Fatal(err)
		}
		ann, _ := h.tokens.Find(t.Context(), annToken)
		h.greet(guard.WithPrincipal(t.Context(), ann), c, "")
		play(t, h, c, true)
	})
}

// annContext carries ann for clients in this process; over HTTP the token says it.
func (h *house) annContext() context.Context {
	ann, _ := h.tokens.Find(h.t.Context(), annToken)
	return guard.WithPrincipal(h.t.Context(), ann)
}

func toolNames(ctx context.Context, t *testing.T, c *client.Client) []string {
	t.Helper()
	list, err := c.ListTools(ctx, mcpgo.ListToolsRequest{})
	if err != nil {
		t.Fatalf("list tools: %v", err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// S2-01, S2-19, S2-29, S2-35..41
func TestPlayInEveryEra(t *testing.T) {
	eras(t, func(t *testing.T, h *house, c *client.Client, isModern bool) {
		ctx := h.annContext()
		capabilities := c.GetServerCapabilities()
		if r := capabilities.Resources; r == nil || !r.Subscribe || !r.ListChanged ||
			!capabilities.Tools.ListChanged || !capabilities.Prompts.ListChanged {
			t.Errorf("capabilities: %+v", capabilities)
		}
		result, err := c.CallTool(ctx, call("look", nil))
		if err != nil || textOf(result) != "You are in the porch, pc-ann." {
			t.Fatalf("look: %v %+v", err, result)
		}
		if room := result.StructuredContent.(map[string]any)["room"]; room != "porch" {
			t.Errorf("structured room: %v", room)
		}
		names := toolNames(ctx, t, c)
		if !slices.Contains(names, "pick_up") || slices.Contains(names, "burn") {
			t.Errorf("tools at the porch: %v", names)
		}
		if _, err := c.CallTool(ctx, call("burn", nil)); err == nil || !strings.Contains(err.Error(), "not found") {
			t.Errorf("burn: %v, want not found", err)
		}
		if _, err := c.CallTool(ctx, call("move", map[string]any{"direction": "in"})); err != nil {
			t.Fatalf("move: %v", err)
		}
		// What does not fit is hidden from legacy lists and can be called all the same.
		if got := slices.Contains(toolNames(ctx, t, c), "pick_up"); got != isModern {
			t.Errorf("pick_up shown in the hall: %v, modern %v", got, isModern)
		}
		result, err = c.CallTool(ctx, call("pick_up", nil))
		if err != nil || !result.IsError || textOf(result) != "There is no key here." {
			t.Errorf("pick_up in the hall: %v %+v", err, result)
		}
		// S2-30: arguments that do not fit the schema are a tool error that the model can read (SEP-1303).
		result, err = c.CallTool(ctx, call("move", map[string]any{"direction": "up"}))
		if err != nil || !result.IsError {
			t.Errorf("move up: %v %+v", err, result)
		}
		const want = `Error: move cannot be called so: "direction" is one of in, out. It takes: direction.`
		if got := textOf(result); got != want {
			t.Errorf("move up: got %q, want %q", got, want)
		}
		if _, err := c.CallTool(ctx, call("trip", nil)); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("trip: %v, want an error that tells nothing of us", err)
		}
		read := mcpgo.ReadResourceRequest{}
		read.Params.URI = roomURI
		contents, err := c.ReadResource(ctx, read)
		if err != nil || contents.Contents[0].(mcpgo.TextResourceContents).Text != `{"room":"hall"}` {
			t.Errorf("room: %v %+v", err, contents)
		}
		for _, uri := range []string{"game://admin", "game://nowhere", "game://help/none"} {
			read.Params.URI = uri
			if _, err := c.ReadResource(ctx, read); err == nil {
				t.Errorf("%s could be read", uri)
			}
		}
	})
}

// S2-11, S2-14: prompts check their arguments, and complete them.
func TestPrompts(t *testing.T) {
	eras(t, func(t *testing.T, h *house, c *client.Client, isModern bool) {
		ctx := h.annContext()
		get := mcpgo.GetPromptRequest{}
		get.Params.Name = "game_help"
		for _, args := range []map[string]string{nil, {"topic": "cooking"}, {"topic": "combat", "spell": "x"}} {
			get.Params.Arguments = args
			if _, err := c.GetPrompt(ctx, get); err == nil {
				t.Errorf("game_help took %v", args)
			}
		}
		get.Params.Arguments = map[string]string{"topic": "combat"}
		if result, err := c.GetPrompt(ctx, get); err != nil || len(result.Messages) != 1 {
			t.Errorf("game_help: %v %+v", err, result)
		}
		complete := mcpgo.CompleteRequest{}
		complete.Params.Ref = mcpgo.PromptReference{Type: "ref/prompt", Name: "game_help"}
		complete.Params.Argument = mcpgo.CompleteArgument{Name: "topic", Value: "na"}
		if result, err := c.Complete(ctx, complete); err != nil ||
			!slices.Equal(result.Completion.Values, []string{"navigation"}) {
			t.Errorf("complete: %v %+v", err, result)
		}
		list, err := c.ListPrompts(ctx, mcpgo.ListPromptsRequest{})
		if err != nil || len(list.Prompts) != 3 {
			t.Errorf("prompts at the porch: %v %+v", err, list)
		}
	})
}

// S2-11: a legacy client may send include_inventory as a boolean, as the document's own example does.
func TestBooleanPromptArgument(t *testing.T) {
	h := open(t)
	session := h.begin(annToken)
	_, body := h.get(ask{token: annToken, session: session, body: `{"jsonrpc":"2.0","id":2,"method":"prompts/get",` +
		`"params":{"name":"room_description","arguments":{"include_inventory":true}}}`})
	if !strings.Contains(body, "Inventory: nothing") {
		t.Errorf("got %s", body)
	}
	a := modern("2", "prompts/get", "room_description",
		`"name":"room_description","arguments":{"include_inventory":true}`)
	a.token = annToken
	if _, body = h.get(a); !strings.Contains(body, "Inventory: nothing") {
		t.Errorf("modern: got %s", body)
	}
}

// A handler's own code and data reach the client, with the status that the era wants (S2-31).
func TestErrorCodes(t *testing.T) {
	h := open(t)
	session := h.begin(annToken)
	cases := []struct {
		name, method, target, params, want string
		legacyCode, modernCode             float64
		modernStatus                       int
	}{
		{"a handler's code", "tools/call", "demand", `"name":"demand"`, "need", -32021, -32021, 400},
		{"a panic", "tools/call", "trip", `"name":"trip"`, "correlation", -32603, -32603, 200},
		{"no such resource", "resources/read", "game://no", `"uri":"game://no"`, `"uri":"game://no"`,
			-32002, -32602, 400},
		{"no such page", "resources/read", "game://help/x", `"uri":"game://help/x"`,
			`"uri":"game://help/x"`, -32002, -32602, 400},
		{"a wizard's resource", "resources/read", "game://admin", `"uri":"game://admin"`,
			`"uri":"game://admin"`, -32002, -32602, 400},
		{"our own failure", "resources/read", "game://help/fail", `"uri":"game://help/fail"`,
			"correlation", -32603, -32603, 200},
		{"a wrong argument", "prompts/get", "game_help", `"name":"game_help"`, "topic", -32602, -32602, 400},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			status, body := h.get(ask{token: annToken, session: session,
				body: `{"jsonrpc":"2.0","id":7,"method":"` + c.method + `","params":{` + c.params + `}}`})
			checkError(t, body, c.legacyCode, c.want)
			if status != http.StatusOK {
				t.Errorf("legacy status %d", status)
			}
			a := modern("7", c.method, c.target, c.params)
			a.token = annToken
			status, body = h.get(a)
			checkError(t, body, c.modernCode, c.want)
			if status != c.modernStatus {
				t.Errorf("modern status %d, want %d: %s", status, c.modernStatus, body)
			}
		})
	}
	if text := h.log.String(); !strings.Contains(text, "tripped over") || !strings.Contains(text, "correlation=") {
		t.Errorf("the log does not tell of the panic")
	}
}

func checkError(t *testing.T, body string, code float64, want string) {
	t.Helper()
	var answer struct {
		ID    float64
		Error struct{ Code float64 }
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil || answer.Error.Code != code || answer.ID != 7 ||
		!strings.Contains(body, want) || strings.Contains(body, "secret") {
		t.Errorf("got %s, want code %v and %q", body, code, want)
	}
}

// S0-103
func TestCorrelation(t *testing.T) {
	h := open(t)
	session := h.begin(annToken)
	response := h.send(ask{token: annToken, session: session, header: http.Header{"X-Correlation-Id": {"my-1"}},
		body: `{"jsonrpc":"2.0","id":2,"method":"ping"}`})
	pong, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if got := response.Header.Get("X-Correlation-Id"); got != "my-1" {
		t.Errorf("header %q", got)
	}
	if !strings.Contains(string(pong), `"result":{}`) || err != nil {
		t.Errorf("ping is answered %s, %v; want an empty result", pong, err)
	}
	for _, method := range []string{
		`"tools/list"`, `"tools/call","params":{"name":"look"}`, `"prompts/list"`, `"resources/list"`,
		`"prompts/get","params":{"name":"room_description"}`, `"resources/read","params":{"uri":"` + roomURI + `"}`,
	} {
		_, body := h.get(ask{token: annToken, session: session, header: http.Header{"X-Correlation-Id": {"my-2"}},
			body: `{"jsonrpc":"2.0","id":2,"method":` + method + `}`})
		if !strings.Contains(body, `"_meta":{"correlationId":"my-2"}`) {
			t.Errorf("%s: %s", method, body)
		}
	}
	until(t, "the log line", func() bool { return strings.Contains(h.log.String(), "correlation=my-2") })
	for _, secret := range []string{annToken, session} {
		if strings.Contains(h.log.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

// Without a principal there is nothing, not even in this process.
func TestNobodySeesNothing(t *testing.T) {
	h := open(t)
	c, err := client.NewInProcessClient(h.MCP())
	if err != nil {
		t.Fatal(err)
	}
	h.greet(t.Context(), c, "")
	if names := toolNames(t.Context(), t, c); len(names) != 0 {
		t.Errorf("tools for nobody: %v", names)
	}
	if _, err := c.CallTool(t.Context(), call("look", nil)); err == nil {
		t.Error("nobody could look")
	}
	read := mcpgo.ReadResourceRequest{}
	read.Params.URI = roomURI
	if _, err := c.ReadResource(t.Context(), read); err == nil {
		t.Error("nobody could read")
	}
}

type brokenGame struct {
	*cottage
	spoil func(*mcp.Catalogue)
}

func (g brokenGame) Catalogue() mcp.Catalogue {
	c := g.cottage.Catalogue()
	g.spoil(&c)
	return c
}

func TestCatalogueFaults(t *testing.T) {
	cases := map[string]func(*mcp.Catalogue){
		"a name with a space":     func(c *mcp.Catalogue) { c.Tools[0].Name = "look around" },
		"a name twice":            func(c *mcp.Catalogue) { c.Tools[0].Name = "move" },
		"no description":          func(c *mcp.Catalogue) { c.Prompts[0].Description = "" },
		"no handler":              func(c *mcp.Catalogue) { c.Resources[0].Handler = nil },
		"a schema that is a list": func(c *mcp.Catalogue) { c.Tools[0].InputSchema = json.RawMessage(`[]`) },
		"a schema that is broken": func(c *mcp.Catalogue) {
			c.Tools[0].InputSchema = json.RawMessage(`{"type":"object","properties":{"a":{"type":"sting"}}}`)
		},
		"a schema from a file": func(c *mcp.Catalogue) {
			c.Tools[0].InputSchema = json.RawMessage(`{"type":"object","$ref":"file:///etc/passwd"}`)
		},
		"no schema":        func(c *mcp.Catalogue) { c.Tools[0].InputSchema = nil },
		"a broken address": func(c *mcp.Catalogue) { c.Resources[1].URI = "game://help/{topic" },
	}
	for name, spoil := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := mcp.New(mcp.Options{Game: brokenGame{newCottage(), spoil}, Guard: guard.Config{
				Principals: newTokens(), Key: guard.SealKey([]byte("k"))}})
			if err == nil {
				t.Error("was taken")
			}
		})
	}
	short := guard.Config{Principals: newTokens(), Key: []byte("short")}
	if _, err := mcp.New(mcp.Options{Game: newCottage(), Guard: short}); err == nil {
		t.Error("a short key was taken")
	}
}
