package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/world"
)

// cottage is a world of two rooms and one key, enough for every path through this package.
type cottage struct {
	mu     sync.Mutex
	inHall map[string]bool // by principal; otherwise in the porch
	keyOf  string          // the principal that holds the key; on the porch's floor when empty
	gate   chan struct{}   // what the tool "wait" waits for
	waits  chan struct{}   // told when a wait has begun
	ended  chan error      // told why a wait ended
}

func newCottage() *cottage {
	return &cottage{
		inHall: make(map[string]bool), gate: make(chan struct{}),
		waits: make(chan struct{}, 64), ended: make(chan error, 64),
	}
}

const noArgs = `{"type":"object","properties":{},"additionalProperties":false}`

func (w *cottage) Catalogue() mcp.Catalogue {
	read := mcp.Hints{ReadOnly: true}
	return mcp.Catalogue{
		Tools: []mcp.Tool{
			{Name: "look", Title: "Look Around", Description: "See where you are.", Hints: read, Handler: w.look,
				InputSchema: json.RawMessage(noArgs), OutputSchema: json.RawMessage(
					`{"type":"object","properties":{"room":{"type":"string"}},"required":["room"]}`)},
			{Name: "noop", Description: "Nothing happens.", InputSchema: json.RawMessage(noArgs), Hints: read,
				Handler: func(context.Context, mcp.Principal, json.RawMessage) mcp.Result {
					return mcp.Result{Text: []string{"Nothing happens."}, Structured: map[string]any{"room": "porch"}}
				}},
			{Name: "move", Description: "Go through a door.", Handler: w.move, InputSchema: json.RawMessage(
				`{"type":"object","properties":{"direction":{"enum":["in","out"]}},"required":["direction"],` +
					`"additionalProperties":false}`)},
			{Name: "pick_up", Description: "Take the key.", InputSchema: json.RawMessage(noArgs),
				Contextual: true, Handler: w.take},
			{Name: "wait", Description: "Wait for something.", InputSchema: json.RawMessage(noArgs), Handler: w.wait},
			{Name: "burn", Description: "Wizards only.", InputSchema: json.RawMessage(noArgs),
				Hints: mcp.Hints{Destructive: true}, Handler: w.look},
			{Name: "trip", Description: "Panics.", InputSchema: json.RawMessage(noArgs),
				Handler: func(context.Context, mcp.Principal, json.RawMessage) mcp.Result {
					panic("tripped over /secret")
				}},
			{Name: "demand", Description: "Fails with a code of its own.", InputSchema: json.RawMessage(noArgs),
				Handler: func(context.Context, mcp.Principal, json.RawMessage) mcp.Result {
					return mcp.Result{Fault: &guard.Fault{
						Code: -32021, Text: "needs elicitation", Data: map[string]any{"need": "x"},
					}}
				}},
		},
		Prompts: []mcp.Prompt{
			{Name: "room_description", Description: "The room in words.", Handler: w.describe,
				Arguments: []mcp.Argument{{Name: "include_inventory", Description: "Add what you carry."}}},
			{Name: "game_help", Description: "Help.", Arguments: []mcp.Argument{
				{Name: "topic", Description: "What about.", Required: true,
					Values: []string{"combat", "navigation", "inventory"}}},
				Handler: func(_ context.Context, _ mcp.Principal, args map[string]string) (mcp.Script, error) {
					return mcp.Script{Messages: []mcp.Message{{Text: "help on " + args["topic"]}}}, nil
				}},
			{Name: "key_prompt", Description: "About the key.", Contextual: true,
				Handler: func(context.Context, mcp.Principal, map[string]string) (mcp.Script, error) {
					return mcp.Script{Messages: []mcp.Message{{Text: "There is a key."}}}, nil
				}},
		},
		Resources: []mcp.Resource{
			{URI: roomURI, Name: "Current Room", Description: "Where you are.", Handler: w.room},
			{URI: "game://help/{topic}", Name: "Help", Description: "A page of help.", MIMEType: "text/plain",
				Handler: func(_ context.Context, _ mcp.Principal, uri string) (string, error) {
					switch uri {
					case "game://help/fail":
						return "", errors.New("disk /var/secret is gone")
					case "game://help/doors":
						return "Doors open.", nil
					}
					return "", mcp.Missing(uri)
				}},
			{URI: "game://admin", Name: "Admin", Description: "Wizards only.", Handler: w.room},
		},
	}
}

const roomURI = "game://room/current"

func (w *cottage) Allows(p mcp.Principal, e mcp.Entry) bool {
	return p.Role == world.RoleWizard || e.Name != "burn" && e.Name != "game://admin"
}

func (w *cottage) Fitting(_ context.Context, p mcp.Principal) (func(mcp.Entry) bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	isHere := w.keyOf == "" && !w.inHall[p.ID]
	return func(mcp.Entry) bool { return isHere }, nil
}

func (w *cottage) place(p mcp.Principal) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.inHall[p.ID] {
		return "hall"
	}
	return "porch"
}

func (w *cottage) look(_ context.Context, p mcp.Principal, _ json.RawMessage) mcp.Result {
	return mcp.Result{
		Text:       []string{"You are in the " + w.place(p) + ", " + string(p.Actor) + "."},
		Structured: map[string]any{"room": w.place(p)},
	}
}

func (w *cottage) move(_ context.Context, p mcp.Principal, args json.RawMessage) mcp.Result {
	var a struct{ Direction string }
	if err := json.Unmarshal(args, &a); err != nil {
		return mcp.Result{IsError: true, Text: []string{err.Error()}}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inHall[p.ID] = a.Direction == "in"
	return mcp.Result{Text: []string{"You go " + a.Direction + "."}}
}

func (w *cottage) take(_ context.Context, p mcp.Principal, _ json.RawMessage) mcp.Result {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.keyOf != "" || w.inHall[p.ID] {
		return mcp.Result{IsError: true, Text: []string{"There is no key here."}}
	}
	w.keyOf = p.ID
	return mcp.Result{Text: []string{"You take the key."}}
}

func (w *cottage) wait(ctx context.Context, _ mcp.Principal, _ json.RawMessage) mcp.Result {
	w.waits <- struct{}{}
	select {
	case <-w.gate:
	case <-ctx.Done():
	}
	w.ended <- ctx.Err()
	return mcp.Result{Text: []string{"Time passes."}}
}

func (w *cottage) describe(_ context.Context, p mcp.Principal, args map[string]string) (mcp.Script, error) {
	text := "You are in the " + w.place(p) + "."
	if args["include_inventory"] == "true" {
		text += "\n\nInventory: nothing"
	}
	return mcp.Script{Description: "the room", Messages: []mcp.Message{{Text: text}}}, nil
}

func (w *cottage) room(_ context.Context, p mcp.Principal, _ string) (string, error) {
	return fmt.Sprintf(`{"room":%q}`, w.place(p)), nil
}

// tokens is a set of tokens that can be revoked.
type tokens struct {
	mu   sync.Mutex
	good map[string]mcp.Principal
}

func newTokens() *tokens {
	return &tokens{good: map[string]mcp.Principal{
		annToken: {ID: "grant-ann", Actor: "pc-ann", Role: world.RolePlayer},
		bobToken: {ID: "grant-bob", Actor: "pc-bob", Role: world.RolePlayer},
		wizToken: {ID: "grant-wiz", Actor: "pc-wiz", Role: world.RoleWizard},
	}}
}

const annToken, bobToken, wizToken = "ann-token", "bob-token", "wiz-token"

func (t *tokens) Find(_ context.Context, bearer string) (mcp.Principal, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, ok := t.good[bearer]
	return p, ok
}

func (t *tokens) revoke(bearer string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.good, bearer)
}

// house is a running server with its world.
type house struct {
	*mcp.Server
	t      testing.TB
	world  *cottage
	tokens *tokens
	url    string
	stop   func() // ends Serve and waits for it
	log    *lockedBuffer
}

type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// freely lets a test ask as often as it likes.
func freely(o *mcp.Options) { o.Guard.RequestsPerSecond, o.Guard.RequestsBurst = 1e6, 1e6 }

func open(t testing.TB, tune ...func(*mcp.Options)) *house {
	t.Helper()
	h := &house{t: t, world: newCottage(), tokens: newTokens(), log: &lockedBuffer{}}
	o := mcp.Options{Game: h.world, CheckResults: true, Guard: guard.Config{
		Principals: h.tokens, Key: guard.SealKey([]byte("a secret of this test")),
		Log: slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}}
	freely(&o)
	for _, f := range tune {
		f(&o)
	}
	var err error
	if h.Server, err = mcp.New(o); err != nil {
		t.Fatalf("new server: %v", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("listen: %v", err)
	}
	h.url = "http://" + l.Addr().String() + "/mcp"
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- h.Serve(ctx, l) }()
	h.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	t.Cleanup(h.stop)
	return h
}

// until polls, because what it waits for happens on another goroutine.
func until(t testing.TB, what string, isTrue func() bool) {
	t.Helper()
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); {
		if isTrue() {
			return
		}
		<-time.After(2 * time.Millisecond)
	}
	t.Fatalf("never happened: %s", what)
}

// ask is one raw HTTP request.
type ask struct {
	method, token, session, body, version string
	header                                http.Header
	url                                   string
	ctx                                   context.Context
	raw                                   io.Reader
}

// modern wraps a request's method and params for 2026-07-28.
func modern(id, method, name, params string) ask {
	if params != "" {
		params = "," + params
	}
	a := ask{
		version: mcpgo.ProtocolVersion20260728, header: http.Header{mcpgo.HeaderMethod: {method}},
		body: fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":{"_meta":{`+
			`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},`+
			`"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"}}%s}}`, id, method, params),
	}
	if name != "" {
		a.header.Set(mcpgo.HeaderName, name)
	}
	return a
}

func (h *house) send(a ask) *http.Response {
	h.t.Helper()
	if a.method == "" {
		a.method = http.MethodPost
	}
	if a.url == "" {
		a.url = h.url
	}
	if a.ctx == nil {
		a.ctx = context.Background()
	}
	if a.raw == nil {
		a.raw = strings.NewReader(a.body)
	}
	r, err := http.NewRequestWithContext(a.ctx, a.method, a.url, a.raw)
	if err != nil {
		h.t.Fatalf("request: %v", err)
	}
	maps.Copy(r.Header, a.header)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if a.token != "" {
		r.Header.Set("Authorization", "Bearer "+a.token)
	}
	if a.session != "" {
		r.Header.Set("Mcp-Session-Id", a.session)
	}
	if a.version != "" {
		r.Header.Set(mcpgo.HeaderProtocolVersion, a.version)
	}
	if host := r.Header.Get("Host"); host != "" {
		r.Host = host
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatalf("%s: %v", a.method, err)
	}
	return response
}

// get sends a request and returns its status and body.
func (h *house) get(a ask) (status int, body string) {
	h.t.Helper()
	response := h.send(a)
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		h.t.Fatalf("read answer: %v", err)
	}
	return response.StatusCode, string(text)
}

const initialize = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26",` +
	`"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

// begin opens a legacy session.
func (h *house) begin(token string) (session string) {
	h.t.Helper()
	response := h.send(ask{token: token, body: initialize})
	defer func() { _ = response.Body.Close() }()
	session = response.Header.Get("Mcp-Session-Id")
	if response.StatusCode != http.StatusOK || session == "" {
		h.t.Fatalf("initialize: status %d, session %q", response.StatusCode, session)
	}
	return session
}

// dial connects mcp-go's own client over HTTP; an empty version takes the newest.
func (h *house) dial(token, version string, options ...transport.StreamableHTTPCOption) *client.Client {
	h.t.Helper()
	options = append(options, transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + token}))
	tr, err := transport.NewStreamableHTTP(h.url, options...)
	if err != nil {
		h.t.Fatalf("transport: %v", err)
	}
	var own []client.ClientOption
	if version != "" {
		own = append(own, client.WithProtocolVersion(version))
	}
	c := client.NewClient(tr, own...)
	return h.greet(context.Background(), c, version)
}

func (h *house) greet(ctx context.Context, c *client.Client, version string) *client.Client {
	h.t.Helper()
	if err := c.Start(ctx); err != nil {
		h.t.Fatalf("start: %v", err)
	}
	h.t.Cleanup(func() { _ = c.Close() })
	request := mcpgo.InitializeRequest{}
	request.Params.ClientInfo = mcpgo.Implementation{Name: "test", Version: "1"}
	request.Params.ProtocolVersion = version
	if version == "" {
		request.Params.ProtocolVersion = mcpgo.LATEST_PROTOCOL_VERSION
	}
	result, err := c.Initialize(ctx, request)
	if err != nil {
		h.t.Fatalf("initialize: %v", err)
	}
	if version != "" && result.ProtocolVersion != version {
		h.t.Fatalf("negotiated %s, want %s", result.ProtocolVersion, version)
	}
	return c
}

func call(name string, args map[string]any) mcpgo.CallToolRequest {
	r := mcpgo.CallToolRequest{}
	r.Params.Name = name
	r.Params.Arguments = args
	return r
}

func textOf(r *mcpgo.CallToolResult) string {
	var out []string
	for _, c := range r.Content {
		if text, ok := c.(mcpgo.TextContent); ok {
			out = append(out, text.Text)
		}
	}
	return strings.Join(out, "\n")
}
