package mcp_test

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

// BenchmarkCall measures a tool call that does nothing, through the guard and mcp-go, without a socket.
func BenchmarkCall(b *testing.B) {
	h := open(b, func(o *mcp.Options) { o.CheckResults, o.Guard.Log = false, nil })
	session := h.begin(annToken)
	old := ask{session: session, body: `{"jsonrpc":"2.0",` +
		`"id":1,"method":"tools/call","params":{"name":"noop","arguments":{}}}`}
	fresh := modern("1", "tools/call", "noop", `"name":"noop","arguments":{}`)
	for name, a := range map[string]ask{"legacy": old, "modern": fresh} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest(http.MethodPost, h.url, strings.NewReader(a.body))
				maps.Copy(r.Header, a.header)
				r.Header.Set("Authorization", "Bearer "+annToken)
				r.Header.Set("Content-Type", "application/json")
				if a.session != "" {
					r.Header.Set("Mcp-Session-Id", a.session)
				}
				if a.version != "" {
					r.Header.Set("MCP-Protocol-Version", a.version)
				}
				w := httptest.NewRecorder()
				h.Handler().ServeHTTP(w, r)
				if w.Code != http.StatusOK {
					b.Fatalf("status %d: %s", w.Code, w.Body)
				}
			}
		})
	}
}

// BenchmarkGuard measures the guard alone.
func BenchmarkGuard(b *testing.B) {
	g, err := guard.NewGuard(guard.Config{
		Principals: newTokens(), Key: guard.SealKey([]byte("k")), RequestsPerSecond: 1e9, RequestsBurst: 1e9,
	})
	if err != nil {
		b.Fatal(err)
	}
	handler := g.Before(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{}}`)
	}))
	a := modern("1", "tools/call", "noop", `"name":"noop","arguments":{}`)
	b.ReportAllocs()
	for b.Loop() {
		r := httptest.NewRequest(http.MethodPost, "http://localhost/mcp", strings.NewReader(a.body))
		r.Header.Set("Authorization", "Bearer "+annToken)
		r.Header.Set("MCP-Protocol-Version", a.version)
		handler.ServeHTTP(httptest.NewRecorder(), r)
	}
}
