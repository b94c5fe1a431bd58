package mcp_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp"
)

// parlour is the cottage with a game in it, whose tool is a method too and judges its arguments itself.
type parlour struct{ *cottage }

const strictSchema = `{"type":"object","properties":{"row":{"type":"number","maximum":2}},"required":["row"]}`

func (p parlour) Catalogue() mcp.Catalogue {
	out := p.cottage.Catalogue()
	out.Tools = append(out.Tools, mcp.Tool{
		Name: "mark", Description: "Make a mark.", InputSchema: json.RawMessage(strictSchema), Free: true, Bare: true,
		Handler: func(_ context.Context, who mcp.Principal, args json.RawMessage) mcp.Result {
			return mcp.Result{
				Text: []string{"marked"}, Structured: map[string]any{"who": who.ID},
				Bare: map[string]any{"by": who.ID, "args": args},
			}
		},
	}, mcp.Tool{
		Name: "burn_it", Description: "Panics.", InputSchema: json.RawMessage(noArgs), Bare: true,
		Handler: func(context.Context, mcp.Principal, json.RawMessage) mcp.Result { panic("tripped over /secret") },
	})
	return out
}

func (p parlour) Allows(who mcp.Principal, e mcp.Entry) bool {
	return who.ID != "grant-bob" && p.cottage.Allows(who, e)
}

// S4-05, R4, R5: a tool that is Bare is a method too, under a token and without a session; nobody else's token, no
// token and no permission reach it.
func TestBareMethods(t *testing.T) {
	h := open(t, func(o *mcp.Options) { o.Game = parlour{newCottage()} })
	const mark = `{"jsonrpc":"2.0","id":4,"method":"mark","params":{"row":7}}`
	for _, c := range []struct {
		name   string
		ask    ask
		status int
		want   string
	}{
		{"no session", ask{token: annToken, body: mark}, 200,
			`{"jsonrpc":"2.0","id":4,"result":{"args":{"row":7},"by":"grant-ann"}}`},
		{"a session", ask{token: annToken, session: "made-up", body: mark}, 200, `"by":"grant-ann"`},
		{"no params", ask{token: annToken, body: `{"jsonrpc":"2.0","id":"a","method":"mark"}`}, 200,
			`"id":"a","result":{"args":{}`},
		{"no id", ask{token: annToken, body: `{"jsonrpc":"2.0","method":"mark"}`}, 400, `"code":-32600`},
		{"no token", ask{body: mark}, 401, `"code":-32000`},
		{"a wrong token", ask{token: "guess", body: mark}, 401, `"code":-32000`},
		{"no permission", ask{token: bobToken, body: mark}, 200, `"code":-32601`},
		{"a tool that is no method", ask{token: annToken, body: `{"jsonrpc":"2.0","id":1,"method":"look"}`}, 400, `Session`},
		{"a list", ask{token: annToken, body: `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}`}, 200,
			`{"jsonrpc":"2.0","id":2,"result":{`},
		{"a list in another's session", ask{
			token: annToken, session: h.begin(wizToken), body: `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
		}, 404, `session not found`},
		{"a panic", ask{token: annToken, body: `{"jsonrpc":"2.0","id":2,"method":"burn_it"}`}, 200, `"code":-32603`},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, body := h.get(c.ask)
			if status != c.status || !strings.Contains(body, c.want) || strings.Contains(body, "/secret") {
				t.Errorf("got %d %s, want %d with %s", status, body, c.status, c.want)
			}
		})
	}
}

// A Free tool is listed with its own schema, and its handler is reached by what does not fit it (S4-20: the error is in
// the game's own words), in a session and without one.
func TestFreeTools(t *testing.T) {
	h := open(t, func(o *mcp.Options) { o.Game = parlour{newCottage()} })
	session := h.begin(annToken)
	for _, s := range []string{session, ""} {
		_, body := h.get(ask{token: annToken, session: s, body: `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`})
		if !strings.Contains(body, `"inputSchema":`+strictSchema) {
			t.Errorf("with the session %q the list does not show the tool's own schema: %s", s, body)
		}
	}
	status, body := h.get(ask{token: annToken, session: session,
		body: `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"mark","arguments":{"row":7}}}`})
	if status != http.StatusOK || !strings.Contains(body, `marked`) {
		t.Errorf("a call that does not fit: %d %s, want the handler's answer", status, body)
	}
}
