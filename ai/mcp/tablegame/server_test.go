package tablegame_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/tablegame"
)

// circumstance is how a request comes.
type circumstance struct {
	name, peer, host string
	header           [2]string
	isLocal          bool // it is a program's of this machine
	isForeign        bool // the gate refuses it
}

func circumstances() []circumstance {
	const here, away = "127.0.0.1:5000", "192.0.2.1:5000"
	out := []circumstance{
		{name: "here", peer: here, host: "localhost:7397", isLocal: true},
		{name: "here by address", peer: here, host: "127.0.0.1:7397", isLocal: true},
		{name: "here over IPv6", peer: "[::1]:5000", host: "[::1]:7397", isLocal: true},
		{name: "a local page", peer: here, host: "localhost", header: [2]string{"Origin", "http://localhost:3000"},
			isLocal: true},
		{name: "a foreign page", peer: here, host: "localhost", header: [2]string{"Origin", "https://evil.example"},
			isForeign: true},
		{name: "a page that hides its name", peer: here, host: "localhost", header: [2]string{"Origin", "null"},
			isForeign: true},
		{name: "a name that was made to point here", peer: here, host: "evil.example", isForeign: true},
		{name: "the public name from here", peer: here, host: "play.example.org"},
		{name: "away", peer: away, host: "play.example.org"},
		{name: "away, calling it localhost", peer: away, host: "localhost"},
	}
	for _, name := range []string{
		"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "Via", "X-Real-IP", "CF-Connecting-IP",
		"True-Client-IP", "x-forwarded-anything",
	} {
		out = append(out, circumstance{
			name: name, peer: here, host: "localhost", header: [2]string{name, "127.0.0.1"},
		})
	}
	return out
}

// The rule about the open table: every mode, path and method in every circumstance. Without a token nothing but the
// table's own calls is served, and those only where the rule allows it.
func TestRule(t *testing.T) {
	paths := []struct{ path, open string }{
		{"/mcp", ""}, {"/health", "GET"}, {"/api/game", "GET"}, {"/api/game/new", "POST"}, {"/api/game/move", "POST"},
		{"/api/game/taunt", "POST"}, {"/api/game?token=mlk_x", ""}, {"/mcp?access_token=mlk_x", ""},
		{"/.well-known/oauth-protected-resource", ""}, {"/.well-known/oauth-protected-resource/mcp", ""},
		{"/.well-known/oauth-authorization-server", ""}, {"/.well-known/openid-configuration", ""},
		{"/metrics", ""}, {"/readyz", ""}, {"/healthz", ""}, {"/debug/pprof/", ""}, {"/", ""}, {"/api", ""},
		{"/api/game/", ""}, {"/API/game", ""}, {"//api/game", ""},
	}
	asked := 0
	for _, mode := range []tablegame.Mode{tablegame.Off, tablegame.Auto, tablegame.On} {
		for _, local := range []bool{true, false} {
			n := newSnug(t, func(c *tablegame.Config) { c.Mode, c.Local = mode, local })
			for _, c := range circumstances() {
				isOpen := !c.isForeign && (mode == tablegame.On || mode == tablegame.Auto && local && c.isLocal)
				for _, p := range paths {
					for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} {
						want := []int{wantClosed(isOpen, c, method, p.path, p.open)}
						if isOpen && method == p.open { // what it is asked may still make no sense
							want = []int{http.StatusOK, http.StatusBadRequest}
						}
						asked++
						if got := judge(n, c, asked, method, p.path); !slices.Contains(want, got) {
							t.Errorf("%s local=%v %s: %s %s: %d, want %v", mode, local, c.name, method, p.path, got, want)
						}
					}
				}
			}
		}
	}
}

// wantClosed is the status of what is not served.
func wantClosed(isOpen bool, c circumstance, method, path, served string) int {
	isEndpoint := strings.HasPrefix(path, "/mcp")
	switch {
	case c.isForeign:
		return http.StatusForbidden
	case served == "" && !isEndpoint && !strings.Contains(path, "?"):
		return http.StatusNotFound
	case isEndpoint && method != "GET" && method != "POST" && method != "DELETE":
		return http.StatusMethodNotAllowed
	case strings.Contains(path, "?"): // a token in the URL
		return http.StatusBadRequest
	case !isOpen || isEndpoint && method != "POST":
		return http.StatusUnauthorized
	case isEndpoint: // without a message
		return http.StatusBadRequest
	}
	return http.StatusMethodNotAllowed
}

// judge asks something. Each asks from an address of its own, as far as there are any, so that no rate is met.
func judge(n *snug, c circumstance, asked int, method, path string) int {
	n.t.Helper()
	r := httptest.NewRequest(method, "http://localhost/", nil)
	u, err := r.URL.Parse("http://localhost" + path)
	if err != nil {
		n.t.Fatal(err)
	}
	own := fmt.Sprintf("127.%d.%d.1", asked/250%250, asked%250)
	r.URL, r.Host, r.RemoteAddr = u, c.host, strings.Replace(c.peer, "127.0.0.1", own, 1)
	if c.header[0] != "" {
		r.Header.Set(c.header[0], c.header[1])
	}
	w := httptest.NewRecorder()
	n.handler.ServeHTTP(w, r)
	if w.Code == http.StatusUnauthorized && w.Header().Get("WWW-Authenticate") != "Bearer" {
		n.t.Errorf("%s %s: WWW-Authenticate = %q, want Bearer alone", method, path, w.Header().Get("WWW-Authenticate"))
	}
	return w.Code
}

// timed notes the deadline of writes, as a connection would.
type timed struct {
	*httptest.ResponseRecorder

	until time.Time
	wrote func()
}

func (w *timed) SetWriteDeadline(at time.Time) error {
	w.until = at
	return nil
}

func (w *timed) Write(p []byte) (int, error) {
	defer w.wrote()
	return w.ResponseRecorder.Write(p)
}

// Whoever comes next on a connection does not inherit the time that a write before had.
func TestNoDeadlineIsLeft(t *testing.T) {
	n := newSnug(t, nil)
	for _, path := range []string{"/api/events", "/api/game"} {
		ctx, gone := context.WithCancel(t.Context())
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, "http://localhost"+path, nil)
		r.RemoteAddr = "127.0.0.1:5000"
		w := &timed{ResponseRecorder: httptest.NewRecorder()}
		w.wrote = func() {
			if w.until.IsZero() {
				t.Errorf("%s: a write without an end", path)
			}
			gone()
		}
		n.handler.ServeHTTP(w, r)
		if w.Code != http.StatusOK || w.Body.Len() == 0 {
			t.Errorf("%s: %d %q", path, w.Code, w.Body)
		}
		if !w.until.IsZero() {
			t.Errorf("%s: the connection keeps the deadline %v", path, w.until)
		}
		gone()
	}
}
