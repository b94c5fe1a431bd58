package mcp_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

// speaking opens a session of a revision.
func (h *house) speaking(revision string) (session string) {
	h.t.Helper()
	response := h.send(ask{token: annToken, body: strings.Replace(initialize, "2025-03-26", revision, 1)})
	_ = response.Body.Close()
	return response.Header.Get("Mcp-Session-Id")
}

// A session of revision 2025-03-26 may send a list of messages, as that revision says; no other may (DOOR D14).
func TestBatches(t *testing.T) {
	h := open(t)
	session := h.speaking("2025-03-26")
	const told = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	const look = `{"jsonrpc":"2.0","id":1763876432123456789,"method":"tools/call","params":{"name":"look"}}`
	const in = `{"jsonrpc":"2.0","id":"in","method":"tools/call","params":{"name":"move","arguments":{"direction":"in"}}}`
	for _, c := range []struct {
		name   string
		ask    ask
		status int
		want   []string // each answer in its order
	}{
		{"one", ask{body: `[` + ping + `]`}, 200, []string{`"id":1,"result":{}`}},
		{"in their order", ask{body: ` [` + in + `, ` + told + `,` + look + `]`}, 200,
			[]string{`"id":"in","result":`, `"id":1763876432123456789,"result":`}},
		{"the last sees what the first did", ask{body: `[` + in + `,` + look + `]`}, 200,
			[]string{`You go in`, `in the hall`}},
		{"what nobody answers", ask{body: `[` + told + `,{"jsonrpc":"2.0","id":4,"result":{}}]`}, 202, nil},
		{"a message that is none", ask{body: `[5,` + ping + `]`}, 200,
			[]string{`"id":null,"error":{"code":-32600`, `"id":1,`}},
		{"an odd id", ask{body: `[{"jsonrpc":"2.0","id":{},"method":"ping"}]`}, 200,
			[]string{`"id":null,"error":{"code":-32600`}},
		{"an error", ask{body: `[{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"demand"}}]`}, 200,
			[]string{`"id":9,"error":{"code":-32021`}},
		{"initialize", ask{body: `[` + initialize + `]`}, 200, []string{`"id":0,"error":{"code":-32000`}},
		{"a modern message", ask{body: `[` + modern("7", "tools/call", "look", `"name":"look"`).body + `]`}, 200,
			[]string{`"id":7,"error":{"code":-32000`}},
		{"none", ask{body: `[]`}, 400, nil},
		{"as many as may be", ask{body: `[` + strings.Repeat(told+",", guard.BatchMessagesMax-1) + ping + `]`}, 200,
			[]string{`"id":1`}},
		{"one too many", ask{body: `[` + strings.Repeat(told+",", guard.BatchMessagesMax) + ping + `]`}, 400, nil},
		{"a key twice", ask{body: `[{"id":1,"id":2}]`}, 400, nil},
		{"another's session", ask{token: bobToken, body: `[` + ping + `]`}, 404, nil},
		{"a session of another revision", ask{session: h.speaking("2025-06-18"), body: `[` + ping + `]`}, 400, nil},
		{"a session without batches, with the header", ask{session: h.speaking("2024-11-05"), body: `[` + ping + `]`,
			version: "2025-03-26"}, 400, nil},
		{"the revision without sessions", ask{version: latest, body: `[` + ping + `]`}, 400, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := c.ask
			if a.token == "" {
				a.token = annToken
			}
			if a.session == "" {
				a.session = session
			}
			status, body := h.get(a)
			var answers []json.RawMessage
			if status == http.StatusOK {
				if err := json.Unmarshal([]byte(body), &answers); err != nil {
					t.Fatalf("%v in %s", err, body)
				}
			}
			if status != c.status || len(answers) != len(c.want) {
				t.Fatalf("got %d %s, want %d and %d answers", status, body, c.status, len(c.want))
			}
			for i, want := range c.want {
				if !strings.Contains(string(answers[i]), want) {
					t.Errorf("answer %d is %s, want %s", i, answers[i], want)
				}
			}
		})
	}
}

// Whoever sends many calls at once is not let through more often than whoever sends them one by one.
func TestBatchesAreCounted(t *testing.T) {
	h := open(t, func(o *mcp.Options) { o.Guard.RequestsPerSecond, o.Guard.RequestsBurst = 0.001, 4 })
	session := h.begin(annToken)
	status, body := h.get(ask{token: annToken, session: session, body: `[` + strings.Repeat(ping+",", 4) + ping + `]`})
	if got := strings.Count(body, `"result":{}`); status != http.StatusOK || got != 3 {
		t.Errorf("%d of five calls were answered: %d %s", got, status, body)
	}
	if got := strings.Count(body, `"id":1,"error":{"code":-32000,"message":"too many requests`); got != 2 {
		t.Errorf("%d of five calls were refused: %s", got, body)
	}
	if got := h.Stats().Refused["rate"]; got != 2 {
		t.Errorf("counted %d refusals", got)
	}
}

// After a restart the server knows no session's revision, and takes the client's word for it, or its silence.
func TestBatchesAfterARestart(t *testing.T) {
	first := open(t)
	session := first.begin(annToken)
	first.stop()
	second := open(t)
	for version, want := range map[string]int{"2025-06-18": 400, "2025-03-26": 200, "": 200} {
		status, body := second.get(ask{token: annToken, session: session, version: version, body: `[` + ping + `]`})
		if status != want {
			t.Errorf("with the header %q: %d %s", version, status, body)
		}
	}
}

// A hint that mcp-go sends along with the answer to a call of a batch is not lost.
func TestHintsComeWithABatch(t *testing.T) {
	h := open(t, func(o *mcp.Options) { o.Game = parrot{newCottage()} })
	const loud = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":` +
		`{"text":"x","loud":true}}}`
	_, body := h.get(ask{token: annToken, session: h.begin(annToken), body: `[` + loud + `,` + ping + `]`})
	got := messages(t, body)
	if len(got) != 2 || !strings.Contains(body, `"method":"notifications/said"`) {
		t.Fatalf("got %s", body)
	}
	if answers, ok := got[1].([]any); !ok || len(answers) != 2 {
		t.Errorf("the last message is %v, want two answers", got[1])
	}
}
