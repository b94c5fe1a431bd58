package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

// parrot is the cottage with a tool that says again what it is told, in words and in its structure.
type parrot struct{ *cottage }

func (p parrot) Catalogue() mcp.Catalogue {
	c := p.cottage.Catalogue()
	c.Tools = append(c.Tools, mcp.Tool{
		Name: "echo", Description: "Says it again.", Handler: p.echo, OutputSchema: json.RawMessage(`{"type":"object"}`),
		InputSchema: json.RawMessage(
			`{"type":"object","properties":{"text":{"type":"string"},"loud":{"type":"boolean"},"fails":{"type":"boolean"}}}`),
	})
	return c
}

func (parrot) echo(ctx context.Context, _ mcp.Principal, raw json.RawMessage) mcp.Result {
	var args struct {
		Text        string
		Loud, Fails bool
	}
	if err := json.Unmarshal(raw, &args); err != nil {
		panic(err)
	}
	if args.Loud { // a notification before the answer makes a stream of it
		told := map[string]any{"uri": args.Text}
		if err := server.ServerFromContext(ctx).SendNotificationToClient(ctx, "notifications/said", told); err != nil {
			panic(err)
		}
		<-guard.Streaming(ctx) // mcp-go would lose one that came just before the answer
	}
	return mcp.Result{
		Text: []string{args.Text, "and again: " + args.Text}, Structured: map[string]string{"said": args.Text},
		IsError: args.Fails,
	}
}

// messages are the JSON messages of an answer, be it one or a stream of them.
func messages(t *testing.T, body string) (out []any) {
	t.Helper()
	if !strings.HasPrefix(body, "event: ") {
		body = "data: " + body
	}
	for line := range strings.Lines(body) {
		text, isData := strings.CutPrefix(line, "data: ")
		if !isData {
			continue
		}
		var message any
		if err := json.Unmarshal([]byte(text), &message); err != nil {
			t.Fatalf("%v in %q", err, text)
		}
		out = append(out, message)
	}
	return out
}

// What is spliced into an answer is what mcp-go would have written there, whatever anybody says to pass for the place
// where it belongs, as a message or as a stream, in both eras.
func TestSplicedAnswersAreEqual(t *testing.T) {
	with := open(t, func(o *mcp.Options) { o.Game, o.CheckResults = parrot{newCottage()}, false })
	without := open(t, func(o *mcp.Options) { o.Game = parrot{newCottage()} }) // mcp-go checks, so it has to see
	sessions := map[*house]string{with: with.begin(annToken), without: without.begin(annToken)}
	const place = `"content":[{"type":"text","text":"`
	said := []string{
		"", "plain", "two\nlines\tand \"quotes\" \\ / <b>&amp;</b>", "\u2028\u2029\x7f é 鳥 🐦 \ufffd",
		place + `ABCDEFGHIJKLMNOPQRSTUVWXYZ"}]`, `"}],"structuredContent":{"x":1},"y":[{"z":"`,
		strings.Repeat("long ", 4000),
	}
	for _, text := range said {
		id, err := json.Marshal(fmt.Sprintf("%.100s", text))
		if err != nil {
			t.Fatal(err)
		}
		for _, more := range []string{"", `,"loud":true`, `,"fails":true`} {
			raw, err := json.Marshal(text)
			if err != nil {
				t.Fatal(err)
			}
			params := fmt.Sprintf(`"name":"echo","arguments":{"text":%s%s}`, raw, more)
			old := ask{body: `{"jsonrpc":"2.0","id":` + string(id) + `,"method":"tools/call","params":{` + params + `}}`}
			for era, a := range map[string]ask{"legacy": old, "modern": modern(string(id), "tools/call", "echo", params)} {
				if a.header == nil {
					a.header = http.Header{}
				}
				a.token = annToken
				a.header.Set(guard.CorrelationHeader, "the-same")
				var got [2][]any
				for i, h := range []*house{with, without} {
					if era == "legacy" {
						a.session = sessions[h]
					}
					status, body := h.get(a)
					if status != http.StatusOK {
						t.Fatalf("%s %q: status %d %s", era, text, status, body)
					}
					got[i] = messages(t, body)
				}
				want := 1
				if strings.Contains(more, "loud") {
					want = 2
				}
				if diff := cmp.Diff(got[1], got[0]); diff != "" || len(got[0]) != want {
					t.Errorf("%s %.60q%s, %d messages, want %d:\n%s", era, text, more, len(got[0]), want, diff)
				}
			}
		}
	}
}

// The mark in whose place an answer is spliced never leaves the server, whatever becomes of the answer.
func TestMarkNeverLeaves(t *testing.T) {
	const place, members = `"content":[{"type":"text","text":"%s"}]`, `"content":["spliced"]`
	const event = "event: message\ndata: %s\n\n"
	result := `{"id":1,"result":{"a":1,` + place + `,"b":2}}`
	want := `{"id":1,"result":{"a":1,` + members + `,"b":2}}`
	for name, c := range map[string]struct {
		write, want string
		status      int
	}{
		"a result":               {result, want, http.StatusOK},
		"a result in a stream":   {fmt.Sprintf(event, result), fmt.Sprintf(event, want), http.StatusOK},
		"no result":              {`{"id":1,"result":{}}`, `{"id":1,"result":{}}`, http.StatusOK},
		"written otherwise":      {`{"id":1,"result":{"content":[{"text":"%s"}]}}`, "", http.StatusInternalServerError},
		"written twice":          {`{` + place + `,` + place + `}`, "", http.StatusInternalServerError},
		"otherwise, in a stream": {fmt.Sprintf(event, `{"id":"%s"}`), "", http.StatusOK},
	} {
		t.Run(name, func(t *testing.T) {
			g, err := guard.NewGuard(guard.Config{Principals: newTokens(), Key: guard.SealKey([]byte("k"))})
			if err != nil {
				t.Fatal(err)
			}
			mark := ""
			handler := g.Before(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var ok bool
				mark, ok, err = guard.Splice(r.Context(), func(b []byte) ([]byte, error) { return append(b, members...), nil })
				if err != nil || !ok {
					t.Errorf("splice: %v %v", ok, err)
				}
				if strings.HasPrefix(c.write, "event") {
					w.Header().Set("Content-Type", "text/event-stream")
				}
				_, _ = io.WriteString(w, strings.ReplaceAll(c.write, "%s", mark))
			}))
			a := modern("1", "tools/call", "noop", `"name":"noop"`)
			r := httptest.NewRequest(http.MethodPost, "http://localhost/mcp", strings.NewReader(a.body))
			r.Header.Set("Authorization", "Bearer "+annToken)
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			got := w.Body.String()
			if len(mark) < 20 || strings.Contains(got, mark) {
				t.Errorf("mark %q in %s", mark, got)
			}
			if w.Code != c.status || c.want != "" && got != c.want {
				t.Errorf("got %d %s, want %d %s", w.Code, got, c.status, c.want)
			}
			if n := w.Header().Get("Content-Length"); n != "" && n != fmt.Sprint(len(got)) {
				t.Errorf("length %s of %d bytes", n, len(got))
			}
			if c.want == "" && !strings.Contains(got, "the server failed on this request") {
				t.Errorf("got %s, want a word of failure", got)
			}
		})
	}
}
