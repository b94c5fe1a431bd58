package mcp_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// What is refused before anybody is asked who they are, and who they are (DOOR D20).
func TestDoor(t *testing.T) {
	h := open(t, func(o *mcp.Options) {
		o.Guard.Hosts = []string{"mud.example.org"}
		o.Guard.Origins = []string{"https://play.example.org"}
	})
	session := h.begin(annToken)
	good := ask{token: annToken, session: session, body: ping}
	cases := []doorCase{
		{"nothing wrong", func(*ask) {}, 200},
		{"evil origin", func(a *ask) { a.header = http.Header{"Origin": {"https://evil.example"}} }, 403},
		{"null origin", func(a *ask) { a.header = http.Header{"Origin": {"null"}} }, 403},
		{"origin that begins like ours", func(a *ask) {
			a.header = http.Header{"Origin": {"https://play.example.org.evil.example"}}
		}, 403},
		{"origin that looks local", func(a *ask) {
			a.header = http.Header{"Origin": {"http://localhost.evil.example"}}
		}, 403},
		{"origin with a user", func(a *ask) {
			a.header = http.Header{"Origin": {"http://localhost@evil.example"}}
		}, 403},
		{"two origins", func(a *ask) {
			a.header = http.Header{"Origin": {"https://play.example.org", "https://evil.example"}}
		}, 403},
		{"our origin", func(a *ask) { a.header = http.Header{"Origin": {"https://play.example.org"}} }, 200},
		{"local origin", func(a *ask) { a.header = http.Header{"Origin": {"http://localhost:6274"}} }, 200},
		{"evil host", func(a *ask) { a.header = http.Header{"Host": {"evil.example"}} }, 403},
		{"a host that looks local", func(a *ask) { a.header = http.Header{"Host": {"127.0.0.1:5397.evil.example"}} }, 403},
		{"our host", func(a *ask) { a.header = http.Header{"Host": {"MUD.example.org:443"}} }, 200},
	}
	checkDoor(t, h, good, cases)
	checkDoor(t, h, good, []doorCase{
		{"another path", func(a *ask) { a.url = h.url + "/x" }, 404},
		{"another method", func(a *ask) { a.method = http.MethodPut }, 405},
		{"a token in the URL", func(a *ask) { a.url = h.url + "?access_token=" + annToken }, 400},
		{"a token in the URL, shouted", func(a *ask) { a.url = h.url + "?Token=" + annToken }, 400},
		{"a token in the URL, by itself", func(a *ask) { a.url = h.url + "?mlk_aaaa" }, 400},
		{"a token in the URL, in disguise", func(a *ask) { a.url = h.url + "?mlk%5Faaaa" }, 400},
		{"a token in the URL, under another name", func(a *ask) { a.url = h.url + "?v=MLK%5faaaa" }, 400},
		{"a slash behind", func(a *ask) { a.url = h.url + "/" }, 200},
		{"an innocent query", func(a *ask) { a.url = h.url + "?v=1" }, 200},
		{"no token", func(a *ask) { a.token = "" }, 401},
		{"wrong token", func(a *ask) { a.token = "guess" }, 401},
		{"token with a space", func(a *ask) { a.token = annToken + " " + annToken }, 401},
		{"long token", func(a *ask) { a.token = strings.Repeat("a", guard.TokenCharsMax+1) }, 401},
		{"two tokens", func(a *ask) {
			a.token, a.header = "", http.Header{"Authorization": {"Bearer " + annToken, "Bearer " + bobToken}}
		}, 401},
		{"another scheme", func(a *ask) {
			a.token, a.header = "", http.Header{"Authorization": {"Basic " + annToken}}
		}, 401},
		{"a declared giant", func(a *ask) { a.body = `"` + strings.Repeat("x", guard.BodyBytesMax) + `"` }, 413},
		{"no session", func(a *ask) { a.session = "" }, 400},
		{"a long introduction", func(a *ask) {
			a.body = strings.Replace(initialize, `"t"`, `"`+strings.Repeat("t", guard.InitializeBytesMax)+`"`, 1)
		}, 413},
	})
	refused := h.Stats().Refused
	for why, want := range map[string]uint64{
		"origin": 6, "host": 2, "path": 1, "method": 1, "url_token": 5, "bearer": 6, "body": 2, "session": 1,
	} {
		if got := refused[why]; got != want {
			t.Errorf("counted for %s: got %d, want %d", why, got, want)
		}
	}
}

type doorCase struct {
	name   string
	change func(*ask)
	want   int
}

func checkDoor(t *testing.T, h *house, good ask, cases []doorCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			a := good
			c.change(&a)
			response := h.send(a)
			body, _ := io.ReadAll(response.Body)
			_ = response.Body.Close()
			if response.StatusCode != c.want {
				t.Fatalf("status %d, want %d: %s", response.StatusCode, c.want, body)
			}
			if c.want == 401 && response.Header.Get("WWW-Authenticate") != "Bearer" {
				t.Errorf("WWW-Authenticate %q, want it plain", response.Header.Get("WWW-Authenticate"))
			}
			if c.want >= 400 && !bytes.HasPrefix(body, []byte(`{"jsonrpc":"2.0","id":null,"error":`)) {
				t.Errorf("body %s is no JSON-RPC error", body)
			}
		})
	}
}

// The giant is sent in chunks, so nothing declares its size.
func TestGiantBody(t *testing.T) {
	h := open(t)
	for _, token := range []string{annToken, "guess"} {
		giant := io.MultiReader(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"`),
			io.LimitReader(endless{}, 64<<20), strings.NewReader(`"}`))
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.url, io.NopCloser(giant))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/json")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		response, err := http.DefaultClient.Do(r)
		runtime.ReadMemStats(&after)
		if err == nil {
			_ = response.Body.Close()
			if response.StatusCode != 413 && response.StatusCode != 401 {
				t.Errorf("status %d", response.StatusCode)
			}
		}
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 16<<20 {
			t.Errorf("%s: allocated %d bytes for a body that was refused", token, grown)
		}
	}
	h.begin(annToken) // it still serves
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// S4-20: the first rung of the ladder of errors.
func TestStrictMessages(t *testing.T) {
	h := open(t)
	session := h.begin(annToken)
	cases := map[string]struct {
		body string
		code int
	}{
		"duplicate keys":              {`{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}`, -32700},
		"keys that differ in case":    {`{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/list"}`, -32700},
		"a key spelled oddly":         {`{"jsonrpc":"2.0","id":1,"METHOD":"ping"}`, -32700},
		"a key with a foreign letter": {`{"jsonrpc":"2.0","id":1,"method":"ping","param\u017f":{}}`, -32700},
		"_META":                       {`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_META":{}}}`, -32700},
		"a hundred deep": {`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":` + strings.Repeat("[", 100) +
			strings.Repeat("]", 100) + `}}`, -32700},
		"a long number": {`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"n":1` +
			strings.Repeat("0", 40) + `}}`, -32700},
		"invalid UTF-8": {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\xffng\"}", -32700},
		"half a pair":   {`{"jsonrpc":"2.0","id":1,"method":"\ud800"}`, -32700},
		"trailing data": {ping + ping, -32700},
		"no JSON":       {`look`, -32700},
		"nothing":       {``, -32700},
		"no batch":      {`[]`, -32600},
		"an odd id":     {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, -32600},
		"a null id":     {`{"jsonrpc":"2.0","id":null,"method":"ping"}`, -32600},
		"a long id":     {`{"jsonrpc":"2.0","id":"` + strings.Repeat("a", 300) + `","method":"ping"}`, -32600},
		"odd params":    {`{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}`, -32600},
		"an odd method": {`{"jsonrpc":"2.0","id":1,"method":5}`, -32600},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			status, body := h.get(ask{token: annToken, session: session, body: c.body})
			if want := fmt.Sprintf(`"error":{"code":%d,`, c.code); status != 400 || !strings.Contains(body, want) {
				t.Errorf("got %d %s, want %s", status, body, want)
			}
		})
	}
	if got, want := h.Stats().Refused["message"], uint64(len(cases)); got != want {
		t.Errorf("counted: got %d, want %d", got, want)
	}
}

// A session is of use only to whom it was given, on every method.
func TestForeignSessions(t *testing.T) {
	h := open(t)
	ann := h.begin(annToken)
	stream := h.listenLegacy(annToken, ann)
	raw, err := base64.RawURLEncoding.DecodeString(ann)
	if err != nil {
		t.Fatal(err)
	}
	raw[len(raw)-1] ^= 1
	for name, id := range map[string]string{
		"ann's":     ann,
		"guessed":   "mcp-session-5f9b1c1e-7a35-4d0c-9f8e-1b2c3d4e5f60",
		"empty":     "",
		"tampered":  base64.RawURLEncoding.EncodeToString(raw),
		"not ascii": "sess\u00e9",
	} {
		for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete} {
			t.Run(name+" "+method, func(t *testing.T) {
				token := bobToken
				if name != "ann's" {
					token = annToken
				}
				status, body := h.get(ask{method: method, token: token, session: id, body: ping})
				if want := map[bool]int{true: 400, false: 404}[id == ""]; status != want {
					t.Errorf("status %d, want %d: %s", status, want, body)
				}
			})
		}
	}
	h.Notify("grant-ann", roomURI) // not subscribed: nothing comes, and nothing breaks
	if status, _ := h.get(ask{token: annToken, session: ann, body: ping}); status != 200 {
		t.Errorf("ann's session no longer works: %d", status)
	}
	if status, _ := h.get(ask{method: http.MethodDelete, token: annToken, session: ann}); status != 200 {
		t.Errorf("ann cannot end her session: %d", status)
	}
	stream.ends(t)
	if status, _ := h.get(ask{token: annToken, session: ann, body: ping}); status != 404 {
		t.Errorf("an ended session answers %d", status)
	}
}

// A session outlives a restart when the key does, and only then; one that was ended does not come back.
func TestSessionsOutliveARestart(t *testing.T) {
	first := open(t)
	session := first.begin(annToken)
	first.stop()
	second := open(t)
	if status, body := second.get(ask{token: annToken, session: session, body: ping}); status != 200 {
		t.Errorf("after the restart: %d %s", status, body)
	}
	if status, _ := second.get(ask{token: bobToken, session: session, body: ping}); status != 404 {
		t.Errorf("bob took ann's session after the restart: %d", status)
	}
	stream := second.listenLegacy(annToken, session)
	for _, list := range []string{"tools", "prompts", "resources"} { // they may be others since
		stream.expect(t, "notifications/"+list+"/list_changed")
	}
	_, _ = second.get(ask{token: annToken, session: session,
		body: `{"jsonrpc":"2.0","id":3,"method":"resources/subscribe","params":{"uri":"` + roomURI + `"}}`})
	second.Notify("grant-ann", roomURI)
	stream.expect(t, "notifications/resources/updated")
	_, _ = second.get(ask{method: http.MethodDelete, token: annToken, session: session})
	if status, _ := second.get(ask{token: annToken, session: session, body: ping}); status != 404 {
		t.Errorf("ended session came back: %d", status)
	}
	other := open(t, func(o *mcp.Options) { o.Guard.Key = guard.SealKey([]byte("another secret")) })
	if status, _ := other.get(ask{token: annToken, session: session, body: ping}); status != 404 {
		t.Errorf("under another key: %d", status)
	}
}

// Nobody cancels another's call, neither in the modern era nor across eras.
func TestForeignCancel(t *testing.T) {
	h := open(t)
	wait := modern(`"w1"`, "tools/call", "wait", `"name":"wait"`)
	wait.token = annToken
	done := make(chan string, 1)
	go func() {
		_, body := h.get(wait)
		done <- body
	}()
	<-h.world.waits
	for _, token := range []string{bobToken, annToken} {
		cancel := modern("0", "notifications/cancelled", "", `"requestId":"w1"`)
		cancel.body = strings.Replace(cancel.body, `"id":0,`, "", 1)
		cancel.token = token
		if status, body := h.get(cancel); status != http.StatusAccepted {
			t.Errorf("cancel: %d %s", status, body)
		}
	}
	session := h.begin(bobToken)
	_, _ = h.get(ask{token: bobToken, session: session,
		body: `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"w1"}}`})
	close(h.world.gate)
	if body := <-done; !strings.Contains(body, "Time passes.") {
		t.Errorf("the call was cancelled by another: %s", body)
	}
	if err := <-h.world.ended; err != nil {
		t.Errorf("the handler saw %v", err)
	}
}

// 2026-07-28 cancels a call by closing its connection.
func TestCancelByClosing(t *testing.T) {
	h := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	wait := modern("1", "tools/call", "wait", `"name":"wait"`)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, strings.NewReader(wait.body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = wait.header
	r.Header.Set("Authorization", "Bearer "+annToken)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(mcpgo.HeaderProtocolVersion, latest)
	go func() {
		if response, err := http.DefaultClient.Do(r); err == nil {
			_ = response.Body.Close()
		}
	}()
	<-h.world.waits
	cancel()
	if err := <-h.world.ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the handler saw %v", err)
	}
	until(t, "the place is free again", func() bool { return h.Stats().Running == 0 })
}

func TestRateLimit(t *testing.T) {
	h := open(t, func(o *mcp.Options) { o.Guard.RequestsPerSecond, o.Guard.RequestsBurst = 0.5, 3 })
	session := h.begin(annToken)
	for range 2 {
		if status, _ := h.get(ask{token: annToken, session: session, body: ping}); status != 200 {
			t.Fatalf("within the burst: %d", status)
		}
	}
	response := h.send(ask{token: annToken, session: session, body: ping})
	_ = response.Body.Close()
	if response.StatusCode != 429 || response.Header.Get("Retry-After") != "2" {
		t.Errorf("status %d, Retry-After %q", response.StatusCode, response.Header.Get("Retry-After"))
	}
	h.begin(bobToken) // another's bucket is full
	if got := h.Stats().Refused["rate"]; got != 1 {
		t.Errorf("counted %d refusals", got)
	}
}

func TestCallsInProgress(t *testing.T) {
	h := open(t)
	var all sync.WaitGroup
	for i := range guard.CallsPerPrincipalMax {
		all.Go(func() {
			a := modern(fmt.Sprint(i), "tools/call", "wait", `"name":"wait"`)
			a.token = annToken
			if status, _ := h.get(a); status != 200 {
				t.Errorf("call %d: %d", i, status)
			}
		})
	}
	for range guard.CallsPerPrincipalMax {
		<-h.world.waits
	}
	a := modern("99", "tools/call", "look", `"name":"look"`)
	a.token = annToken
	if status, _ := h.get(a); status != 429 {
		t.Errorf("one too many: %d", status)
	}
	if got := h.Stats().Refused["running"]; got != 1 {
		t.Errorf("counted: got %d, want 1", got)
	}
	a.token = bobToken
	if status, _ := h.get(a); status != 200 {
		t.Errorf("another's call: %d", status)
	}
	close(h.world.gate)
	all.Wait()
}

// Sessions that nobody ends cost nothing that grows.
func TestSessionsStayBounded(t *testing.T) {
	h := open(t, func(o *mcp.Options) { o.Guard.Log = nil })
	for range 100 {
		h.begin(annToken)
	}
	before, goroutines := heap(), runtime.NumGoroutine()
	const more = 2000
	for range more {
		h.begin(annToken)
	}
	if got := h.Stats().Sessions; got > guard.SessionsPerPrincipalMax {
		t.Errorf("%d sessions, want at most %d", got, guard.SessionsPerPrincipalMax)
	}
	grown := heap() - before
	t.Logf("%d bytes a session, %d goroutines more", grown/more, runtime.NumGoroutine()-goroutines)
	if grown/more > 200 {
		t.Errorf("each session left %d bytes behind", grown/more)
	}
	until(t, "the goroutines are gone", func() bool { return runtime.NumGoroutine() <= goroutines+10 })
	last := h.begin(annToken)
	if status, _ := h.get(ask{token: annToken, session: last, body: ping}); status != 200 {
		t.Errorf("the newest session: %d", status)
	}
}

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// stream is an open notification stream, read line by line.
type stream struct {
	lines chan string
	close func()
}

func (h *house) stream(a ask) *stream {
	h.t.Helper()
	ctx, cancel := context.WithCancel(h.t.Context())
	h.t.Cleanup(cancel)
	a.ctx = ctx
	response := h.send(a)
	h.t.Cleanup(func() { _ = response.Body.Close() })
	if response.StatusCode != 200 {
		text, _ := io.ReadAll(response.Body)
		h.t.Fatalf("stream: %d %s", response.StatusCode, text)
	}
	s := &stream{lines: make(chan string, 1024), close: cancel}
	go func() {
		defer close(s.lines)
		for scan := bufio.NewScanner(response.Body); scan.Scan(); {
			if scan.Text() != "" && scan.Text() != "event: message" {
				s.lines <- scan.Text()
			}
		}
	}()
	return s
}

func (h *house) listenLegacy(token, session string) *stream {
	h.t.Helper()
	return h.stream(ask{method: http.MethodGet, token: token, session: session})
}

func (h *house) listenModern(token string, uris ...string) *stream {
	h.t.Helper()
	a := modern(`"sub"`, "subscriptions/listen", "",
		`"notifications":{"toolsListChanged":true,"resourceSubscriptions":["`+strings.Join(uris, `","`)+`"]}`)
	a.token = token
	s := h.stream(a)
	s.expect(h.t, "subscriptions/acknowledged")
	return s
}

// expect takes the next line and wants it to hold text.
func (s *stream) expect(t testing.TB, text string) {
	t.Helper()
	select {
	case line, ok := <-s.lines:
		if !ok || !strings.Contains(line, text) {
			t.Fatalf("got %q, want %q", line, text)
		}
	case <-time.After(60 * time.Second):
		t.Fatalf("%q never came", text)
	}
}

// ends wants the stream to be closed. It takes milliseconds; the bound is for machines that have other things to do.
func (s *stream) ends(t testing.TB) {
	t.Helper()
	timeout := time.After(10 * time.Second)
	for {
		select {
		case _, ok := <-s.lines:
			if !ok {
				return
			}
		case <-timeout:
			t.Fatal("the stream is still open after ten seconds")
		}
	}
}
