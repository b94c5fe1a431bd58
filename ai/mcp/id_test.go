package mcp_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

// An id comes back byte for byte as it was sent, whatever it is: with results, with errors, in streams and with methods
// that need no session, in both eras (DOOR D11).
func TestIDsComeBackAsSent(t *testing.T) {
	h := open(t, func(o *mcp.Options) { o.Game, o.CheckResults = parrot{newCottage()}, false })
	session := h.begin(annToken)
	rooms := open(t, func(o *mcp.Options) { o.Game = parlour{newCottage()} })
	for _, id := range []string{
		"5", `"5"`, "0", "-7", "1763876432123456789", "1763876432123456788", "-1763876432123456789", "9007199254740993",
		"1.50", "1e2", `""`, `"a-b"`, `"1763876432123456789"`, `"\u0061\n<&>"`, `"é 鳥"`, `"` + strings.Repeat("x", 200) + `"`,
	} {
		for name, params := range map[string]string{
			"a result": `"name":"echo","arguments":{"text":"x"}`,
			"a stream": `"name":"echo","arguments":{"text":"x","loud":true}`,
			"an error": `"name":"demand"`, "an error of mcp-go's": `"name":"nothing"`,
		} {
			old := ask{body: `{"jsonrpc":"2.0","method":"tools/call","params":{` + params + `},"id" : ` + id + ` }`,
				session: session}
			tool, _, _ := strings.Cut(strings.TrimPrefix(params, `"name":"`), `"`)
			for era, a := range map[string]ask{"legacy": old, "modern": modern(id, "tools/call", tool, params)} {
				a.token = annToken
				if _, body := h.get(a); !strings.Contains(body, `{"jsonrpc":"2.0","id":`+id+`,"`) {
					t.Errorf("%s, %s: %s came back as %s", era, name, id, body)
				}
			}
		}
		// The name may be written in other ways, and stand in other places too.
		odd := `{"params":{"name":"noop","id":1,"a":["\"id\":",{"id":2}]}, "jsonrpc":"2.0","\u0069d":` + id +
			`,"method":"tools/call"}`
		_, body := h.get(ask{token: annToken, session: session, body: odd})
		if !strings.Contains(body, `"id":`+id+`,"result`) {
			t.Errorf("written oddly: %s came back as %s", id, body)
		}
		_, body = rooms.get(ask{token: annToken, body: `{"jsonrpc":"2.0","id":` + id + `,"method":"mark"}`})
		if !strings.Contains(body, `"id":`+id+`,"result"`) {
			t.Errorf("without a session: %s came back as %s", id, body)
		}
	}
}

// Each notification of a modern stream names the stream by the id that its client gave it.
func TestStreamsAreTaggedWithTheirOwnID(t *testing.T) {
	h := open(t)
	const id = "1763876432123456789"
	a := modern(id, "subscriptions/listen", "", `"notifications":{"resourceSubscriptions":["`+roomURI+`"]}`)
	a.token = annToken
	s := h.stream(a)
	const tag = `"io.modelcontextprotocol/subscriptionId":` + id
	s.expect(t, tag)
	h.Notify("grant-ann", roomURI)
	s.expect(t, tag)
}

// Of two calls whose ids are nearly alike, a client of a session cancels the one that it means.
func TestCancelMeansOneCall(t *testing.T) {
	for name, ids := range map[string][2]string{
		"two long numbers":        {"1763876432123456789", "1763876432123456788"},
		"a number and its digits": {"5", `"5"`},
		"digits and their number": {`"5"`, "5"},
		"two ways to write one":   {`"a"`, `"b"`},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t)
			session := h.begin(annToken)
			var done [2]chan string
			for i, id := range ids {
				done[i] = make(chan string, 1)
				go func() {
					_, body := h.get(ask{token: annToken, session: session,
						body: `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"wait"}}`})
					done[i] <- body
				}()
				<-h.world.waits
			}
			means := strings.Replace(ids[0], "a", `\u0061`, 1)
			status, body := h.get(ask{token: annToken, session: session,
				body: `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + means + `}}`})
			if status != http.StatusAccepted {
				t.Fatalf("cancel: %d %s", status, body)
			}
			left := 1
			select {
			case <-done[0]:
			case body := <-done[1]:
				t.Errorf("the other call was cancelled: %s", body)
				left = 0
			}
			close(h.world.gate)
			if body := <-done[left]; left == 1 && !strings.Contains(body, "Time passes.") {
				t.Errorf("the other call came to %s", body)
			}
		})
	}
}

// What is not there is said to be so once, in words that say where to look.
func TestNotFoundIsSaidOnce(t *testing.T) {
	h := open(t)
	session := h.begin(annToken)
	for kind, method := range map[string]string{"tool": "tools/call", "prompt": "prompts/get"} {
		want := `"code":-32602,"message":"` + kind + ` \"x\" not found; ` + kind + `s/list names those that there are"`
		_, body := h.get(ask{token: annToken, session: session,
			body: `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{"name":"x"}}`})
		if !strings.Contains(body, want) {
			t.Errorf("got %s, want %s", body, want)
		}
	}
}

// FuzzIDs: whatever message is let through, mcp-go has it with another id and otherwise unchanged, and what it answers
// goes out under the id that came.
func FuzzIDs(f *testing.F) {
	for _, seed := range []string{
		ping, `{"method":"x","id":"a"}`, `{ "\u0069d" : -1.5e3 ,"method":"x","params":{"id":[{"id":"id"}]}}`,
		`{"a":"id","b":["id","\"id\":1"],"id":"\\\"","method":"x"}`, `{"method":"x"}`, `{"id":5,"result":{}}`,
	} {
		f.Add([]byte(seed))
	}
	g, err := guard.NewGuard(guard.Config{
		Principals: newTokens(), Key: guard.SealKey([]byte("k")), RequestsPerSecond: 1e9, RequestsBurst: 1e9,
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		var came []byte
		handler := g.Before(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var message struct{ ID json.RawMessage }
			came, _ = io.ReadAll(r.Body)
			if json.Unmarshal(came, &message) == nil {
				_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":`+string(message.ID)+`,"result":{}}`)
			}
		}))
		r := httptest.NewRequest(http.MethodPost, "http://localhost/mcp", bytes.NewReader(sent))
		r.Header.Set("Authorization", "Bearer "+annToken)
		r.Header.Set("MCP-Protocol-Version", latest)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		var before, after map[string]any
		var message struct {
			ID     json.RawMessage
			Method string
		}
		if came == nil || json.Unmarshal(sent, &message) != nil || message.Method == "prompts/get" {
			return // it was not let through, or its arguments become texts
		}
		if err := errors.Join(json.Unmarshal(sent, &before), json.Unmarshal(came, &after)); err != nil {
			t.Fatal(err)
		}
		if message.Method != "" && len(message.ID) > 0 {
			if want := `{"jsonrpc":"2.0","id":` + string(message.ID) + `,"result":{}}`; w.Body.String() != want {
				t.Errorf("%s: answered %s", sent, w.Body)
			}
			if _, isText := after["id"].(string); !isText {
				t.Errorf("%s: came as %s", sent, came)
			}
			delete(before, "id")
			delete(after, "id")
		}
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("%s: came as %s", sent, came)
		}
	})
}
