package mcp_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

func (h *house) subscribe(token, session, uri string) {
	h.t.Helper()
	_, body := h.get(ask{token: token, session: session,
		body: `{"jsonrpc":"2.0","id":5,"method":"resources/subscribe","params":{"uri":"` + uri + `"}}`})
	if strings.Contains(body, "error") {
		h.t.Fatalf("subscribe: %s", body)
	}
}

// S2-10, S2-15, S2-18: hints reach whom they concern, once, in both eras.
func TestNotify(t *testing.T) {
	h := open(t)
	ann, bob := h.begin(annToken), h.begin(bobToken)
	h.subscribe(annToken, ann, roomURI)
	h.subscribe(bobToken, bob, roomURI)
	old, new, bobs := h.listenLegacy(annToken, ann), h.listenModern(annToken, roomURI), h.listenLegacy(bobToken, bob)
	for range 50 {
		h.Notify("grant-ann", roomURI)
		h.Notify("grant-ann", "game://player/state")
	}
	old.expect(t, `"method":"notifications/resources/updated","params":{"uri":"game://room/current"}`)
	new.expect(t, `"io.modelcontextprotocol/subscriptionId":"sub"`)
	h.ListChanged("grant-ann", mcp.Lists{Tools: true, Prompts: true})
	old.expect(t, "notifications/tools/list_changed") // so the fifty were one
	old.expect(t, "notifications/prompts/list_changed")
	h.Notify("grant-ann", roomURI)
	new.expect(t, "notifications/resources/updated") // no list_changed in between
	old.expect(t, "notifications/resources/updated")
	h.Notify("grant-bob", roomURI)
	bobs.expect(t, "notifications/resources/updated") // nothing of ann's came before
}

// shelf keeps subscriptions beyond a restart.
type shelf struct {
	mu   sync.Mutex
	rows map[string][]string // by principal and session
}

func (s *shelf) Kept(principal, session string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rows[principal+" "+session]
}

func (s *shelf) Keep(_ context.Context, principal, session string, uris []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rows == nil {
		s.rows = map[string][]string{}
	}
	maps.DeleteFunc(s.rows, func(name string, _ []string) bool { return strings.HasPrefix(name, principal+" "+session) })
	if len(uris) > 0 {
		s.rows[principal+" "+session] = uris
	}
	return nil
}

func (s *shelf) len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.rows)
}

// What a session watches outlives a restart as the session does: it is told at once, for all may be different now, and
// goes on to be told. What it watches no longer does not; and nothing is kept of a session that is over (DOOR D12).
func TestSubscriptionsOutliveARestart(t *testing.T) {
	kept := &shelf{}
	keeping := func(o *mcp.Options) { o.Subscriptions = kept }
	first := open(t, keeping)
	session, other := first.begin(annToken), first.begin(annToken)
	first.subscribe(annToken, session, roomURI)
	first.subscribe(annToken, session, "game://help/doors") // nothing happens to it
	first.subscribe(annToken, other, roomURI)
	_, _ = first.get(ask{token: annToken, session: other,
		body: `{"jsonrpc":"2.0","id":5,"method":"resources/unsubscribe","params":{"uri":"` + roomURI + `"}}`})
	first.listenLegacy(annToken, session)
	first.stop()
	for name := range kept.rows {
		if strings.Contains(name, session) {
			t.Errorf("what is kept names the session itself: %s", name)
		}
	}

	second := open(t, keeping)
	mine, others := second.listenLegacy(annToken, session), second.listenLegacy(annToken, other)
	mine.expect(t, `"notifications/resources/updated","params":{"uri":"`+roomURI+`"}`)
	for _, s := range []*stream{mine, others} {
		for _, list := range []string{"tools", "prompts", "resources"} {
			s.expect(t, "notifications/"+list+"/list_changed")
		}
	}
	second.Notify("grant-ann", roomURI)
	mine.expect(t, "notifications/resources/updated")
	second.ListChanged("grant-ann", mcp.Lists{Tools: true})
	others.expect(t, "notifications/tools/list_changed") // and nothing before it
	if n := kept.len(); n != 1 {
		t.Errorf("subscriptions of %d sessions are kept", n)
	}
	_, _ = second.get(ask{method: http.MethodDelete, token: annToken, session: session})
	until(t, "nothing is kept of an ended session", func() bool { return kept.len() == 0 })

	last := second.begin(annToken)
	second.subscribe(annToken, last, roomURI)
	second.Revoked("grant-ann")
	until(t, "nothing is kept for whoever was revoked", func() bool { return kept.len() == 0 })
}

// Whoever has lost a stream and opens another at once is told on the new one, also in a session from before a restart.
func TestReconnectedStreamIsToldOn(t *testing.T) {
	kept := &shelf{}
	keeping := func(o *mcp.Options) { o.Subscriptions = kept }
	first := open(t, keeping)
	session := first.begin(annToken)
	first.subscribe(annToken, session, roomURI)
	first.stop()
	second := open(t, keeping)
	s := second.listenLegacy(annToken, session)
	s.expect(t, "notifications/resources/updated")
	for _, list := range []string{"tools", "prompts", "resources"} {
		s.expect(t, "notifications/"+list+"/list_changed")
	}
	for range 20 {
		old := s
		s = second.listenLegacy(annToken, session)
		old.ends(t)
		second.Notify("grant-ann", roomURI)
		s.expect(t, "notifications/resources/updated")
	}
}

func TestUnsubscribe(t *testing.T) {
	h := open(t)
	session := h.begin(annToken)
	h.subscribe(annToken, session, roomURI)
	h.subscribe(annToken, session, "game://help/doors")
	s := h.listenLegacy(annToken, session)
	_, _ = h.get(ask{token: annToken, session: session,
		body: `{"jsonrpc":"2.0","id":5,"method":"resources/unsubscribe","params":{"uri":"` + roomURI + `"}}`})
	h.Notify("grant-ann", roomURI)
	h.Notify("grant-ann", "game://help/doors")
	s.expect(t, "game://help/doors")
}

// A hint waits for the stream, and does not turn up stale in the answer to a later call.
func TestHintsWaitForAStream(t *testing.T) {
	h := open(t)
	session := h.begin(annToken)
	h.subscribe(annToken, session, roomURI)
	h.Notify("grant-ann", roomURI)
	h.ListChanged("grant-ann", mcp.Lists{Tools: true})
	<-time.After(3 * mcp.NotifyDelay) // give it the chance to go wrong
	if _, body := h.get(ask{token: annToken, session: session, body: ping}); strings.Contains(body, "notifications/") {
		t.Errorf("a hint came with an answer: %s", body)
	}
	s := h.listenLegacy(annToken, session)
	s.expect(t, "notifications/resources/updated")
	s.expect(t, "notifications/tools/list_changed")
}

// subscribeLegacy subscribes as clients of the protocols before 2026-07-28 do.
func subscribeLegacy(ctx context.Context, c *client.Client, uri string) error {
	request := mcpgo.SubscribeRequest{}
	request.Params.URI = uri
	return c.Subscribe(ctx, request) //nolint:staticcheck // SA1019: deprecated for new clients; we still serve the old
}

// listening makes a client of the protocols before 2026-07-28 hold the stream open on which its hints come.
func listening() transport.StreamableHTTPCOption {
	return transport.WithContinuousListening() //nolint:staticcheck // SA1019: deprecated for new clients; we serve the old
}

// mcp-go's own clients get hints in both eras.
func TestNotifyOwnClients(t *testing.T) {
	h := open(t)
	old := h.dial(annToken, legacy, listening())
	fresh := h.dial(annToken, latest)
	got := make(chan string, 16)
	old.OnNotification(func(n mcpgo.JSONRPCNotification) { got <- "old " + n.Method })
	fresh.OnNotification(func(n mcpgo.JSONRPCNotification) { got <- "new " + n.Method })
	if err := subscribeLegacy(t.Context(), old, roomURI); err != nil {
		t.Fatal(err)
	}
	stop, err := fresh.ListenAsync(t.Context(), mcpgo.SubscriptionFilter{ResourceSubscriptions: []string{roomURI}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if first := <-got; first != "new notifications/subscriptions/acknowledged" {
		t.Errorf("first came %s", first)
	}
	until(t, "both streams", func() bool { return h.Stats().Streams == 2 })
	h.Notify("grant-ann", roomURI)
	seen := map[string]bool{<-got: true, <-got: true}
	if !seen["old notifications/resources/updated"] || !seen["new notifications/resources/updated"] {
		t.Errorf("got %v", seen)
	}
}

// While calls are made back to back, no hint is lost.
func TestNoHintLostUnderCalls(t *testing.T) {
	h := open(t)
	session := h.begin(annToken)
	h.subscribe(annToken, session, roomURI)
	s := h.listenLegacy(annToken, session)
	for range 30 {
		h.Notify("grant-ann", roomURI)
		for isThere := false; !isThere; {
			_, body := h.get(ask{token: annToken, session: session,
				body: `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"noop"}}`})
			isThere = strings.Contains(body, "notifications/resources/updated") // it may come with an answer
			select {
			case line := <-s.lines:
				isThere = strings.Contains(line, "notifications/resources/updated")
			default:
			}
		}
	}
}

// S2-21: who is revoked hears and does nothing more, within a second.
func TestRevocation(t *testing.T) {
	h := open(t)
	session := h.begin(annToken)
	old, new := h.listenLegacy(annToken, session), h.listenModern(annToken, roomURI)
	bobs := h.listenModern(bobToken, roomURI)
	wait := modern("1", "tools/call", "wait", `"name":"wait"`)
	wait.token = annToken
	done := make(chan string, 1)
	go func() {
		status, body := h.get(wait)
		done <- fmt.Sprint(status, " ", body)
	}()
	<-h.world.waits
	h.tokens.revoke(annToken)
	h.Revoked("grant-ann")
	old.ends(t)
	new.ends(t)
	if err := <-h.world.ended; err == nil {
		t.Error("the call in progress went on")
	}
	if body := <-done; !strings.HasPrefix(body, "401 ") || !strings.Contains(body, "the token was withdrawn") {
		t.Errorf("the revoked was answered %s", body)
	}
	if status, _ := h.get(ask{token: annToken, session: session, body: ping}); status != 401 {
		t.Errorf("afterwards: %d", status)
	}
	h.Notify("grant-bob", roomURI)
	bobs.expect(t, "notifications/resources/updated")
	until(t, "only bob is left", func() bool {
		s := h.Stats()
		return s.Sessions == 0 && s.Streams == 1 && s.Running == 0
	})
}

// A token that dies without anybody calling Revoked ends its streams at the next heartbeat; until then they show
// signs of life.
func TestHeartbeat(t *testing.T) {
	h := open(t, func(o *mcp.Options) { o.Guard.HeartbeatEvery = 30 * time.Millisecond })
	session := h.begin(annToken)
	old, new := h.listenLegacy(annToken, session), h.listenModern(annToken, roomURI)
	new.expect(t, ":")
	new.expect(t, ":")
	for line := range old.lines {
		if strings.Contains(line, `"method":"ping"`) {
			break
		}
	}
	h.tokens.revoke(annToken)
	old.ends(t)
	new.ends(t)
}

func TestStreamsPerPrincipal(t *testing.T) {
	h := open(t)
	session := h.begin(annToken)
	first := h.listenLegacy(annToken, session)
	h.listenLegacy(annToken, session) // the client has reconnected
	first.ends(t)
	for range guard.StreamsPerPrincipalMax - 1 {
		h.listenModern(annToken, roomURI)
	}
	a := modern(`"more"`, "subscriptions/listen", "", `"notifications":{"toolsListChanged":true}`)
	a.token = annToken
	if status, _ := h.get(a); status != 429 {
		t.Errorf("one too many: %d", status)
	}
	if status, _ := h.get(ask{method: http.MethodGet, token: annToken, session: h.begin(annToken)}); status != 429 {
		t.Errorf("one too many, legacy: %d", status)
	}
	h.listenModern(bobToken, roomURI)
}

// An idle session goes, one with an open stream stays.
func TestIdleSessions(t *testing.T) {
	h := open(t, func(o *mcp.Options) {
		o.SessionIdleMax, o.Guard.HeartbeatEvery = 1500*time.Millisecond, 200*time.Millisecond
	})
	idle, open := h.begin(annToken), h.begin(bobToken)
	h.subscribe(bobToken, open, roomURI)
	s := h.listenLegacy(bobToken, open)
	until(t, "the idle session is swept", func() bool { return h.Stats().Sessions == 1 })
	if status, _ := h.get(ask{token: annToken, session: idle, body: ping}); status != 404 {
		t.Errorf("the idle session answers %d", status)
	}
	h.Notify("grant-bob", roomURI)
	for line := range s.lines {
		if strings.Contains(line, "resources/updated") {
			break
		}
	}
}

// Open streams do not hold up a server that is told to stop.
func TestShutdownIsPrompt(t *testing.T) {
	h := open(t)
	session := h.begin(annToken)
	old, new := h.listenLegacy(annToken, session), h.listenModern(annToken, roomURI)
	started := time.Now()
	h.stop()
	if took := time.Since(started); took >= mcp.DrainMax {
		t.Errorf("took %v, as if the streams had been waited for", took)
	}
	old.ends(t)
	new.ends(t)
}

// A call in progress may finish; one that will not is cut off.
func TestShutdownDrains(t *testing.T) {
	h := open(t)
	wait := modern("1", "tools/call", "wait", `"name":"wait"`)
	wait.token = annToken
	done := make(chan string, 1)
	go func() {
		_, body := h.get(wait)
		done <- body
	}()
	<-h.world.waits
	stopped := make(chan struct{})
	go func() { defer close(stopped); h.stop() }()
	until(t, "it refuses new calls", func() bool { return h.Stats().Streams == 0 })
	close(h.world.gate)
	if body := <-done; !strings.Contains(body, "Time passes") {
		t.Errorf("the call was cut off: %s", body)
	}
	<-stopped
}
