package agentapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/mudlark-mud/mudlark/ai/agentapi"
	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/world"
)

// bareGame is a world in which there is nothing but one tool for players.
type bareGame struct{}

func (bareGame) Catalogue() mcp.Catalogue {
	return mcp.Catalogue{Tools: []mcp.Tool{{
		Name: "look", Description: "See where you are.", InputSchema: json.RawMessage(`{"type":"object"}`),
		Handler: func(context.Context, mcp.Principal, json.RawMessage) mcp.Result {
			return mcp.Result{Text: []string{"A cottage."}}
		},
	}}}
}

func (bareGame) Allows(p mcp.Principal, e mcp.Entry) bool {
	return game.EntryAllowed(p, e, map[string]bool{"look": true})
}

func (bareGame) Fitting(context.Context, mcp.Principal) (func(mcp.Entry) bool, error) {
	return func(mcp.Entry) bool { return true }, nil
}

// tokens are good until they are struck out.
type tokens struct {
	mu   sync.Mutex
	good map[string]mcp.Principal
}

func (t *tokens) Find(_ context.Context, bearer string) (mcp.Principal, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, ok := t.good[bearer]
	return p, ok
}

func (t *tokens) strike(token string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.good, token)
}

func mindsOf(id string) mcp.Principal {
	return mcp.Principal{
		ID: id, Actor: "pc-wiz", Role: world.RolePlayer, Grant: world.GrantID(id), Kind: world.GrantMinds,
	}
}

// house is a server with both doors.
type house struct {
	t      *testing.T
	tokens *tokens
	agents *agentapi.Service
	server *mcp.Server
	local  *httptest.Server
	far    *httptest.Server
	url    string // of the door without a token, as the seed's clients write it
}

func openHouse(t *testing.T) *house {
	t.Helper()
	k, err := store.Open(filepath.Join(t.TempDir(), store.FileName), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, agents: &agentapi.Service{}, tokens: &tokens{good: map[string]mcp.Principal{
		"ann": mindsOf("g-ann"), "bob": mindsOf("g-bob"),
		"player": {ID: "g-p", Actor: "pc-p", Role: world.RolePlayer, Grant: "g-p"},
		"npc":    {ID: "g-n", Actor: "pc-n", Role: world.RolePlayer, Grant: "g-n", Kind: world.GrantNPC},
		"story":  {ID: "g-s", Actor: "pc-s", Role: world.RolePlayer, Grant: "g-s", Kind: world.GrantNarrator},
	}}}
	h.server, err = mcp.New(mcp.Options{Game: agentapi.Beside(bareGame{}, h.agents), Guard: guard.Config{
		Principals: h.tokens, Key: bytes.Repeat([]byte("k"), 32),
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.agents.Open(agentapi.Config{Keeper: k}); err != nil {
		t.Fatal(err)
	}
	run, stop := context.WithCancel(context.Background())
	var doors sync.WaitGroup
	serve := func(d *agentapi.WebSocketServer) *httptest.Server {
		d.Agents, d.Protocol = h.agents, h.server.MCP()
		doors.Go(func() { d.Run(run) })
		return httptest.NewServer(d)
	}
	h.local = serve(&agentapi.WebSocketServer{Enter: agentapi.EnterLocal("here")})
	h.far = serve(&agentapi.WebSocketServer{Enter: agentapi.EnterBearer(guard.NewGate(nil, nil), h.tokens), Most: 2})
	h.url = strings.Replace(h.local.URL, "http://127.0.0.1", "ws://localhost", 1)
	t.Cleanup(func() {
		stop()
		doors.Wait()
		h.local.Close()
		h.far.Close()
		_ = k.Close()
	})
	return h
}

// dial connects as a client does that shows a token, or none.
func (h *house) dial(url, token string) *websocket.Conn {
	h.t.Helper()
	c, r, err := dial(h.t, url, token) //nolint:bodyclose // there is none
	if err != nil {
		h.t.Fatalf("%v (%v)", err, r)
	}
	return c
}

func dial(t *testing.T, url, token string, more ...string) (*websocket.Conn, *http.Response, error) {
	t.Helper()
	header := http.Header{}
	if token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i < len(more); i += 2 {
		header.Set(more[i], more[i+1])
	}
	options := &websocket.DialOptions{HTTPHeader: header}
	if host := header.Get("Host"); host != "" {
		options.Host = host
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	c, r, err := websocket.Dial(ctx, url, options)
	if err == nil {
		t.Cleanup(func() { _ = c.CloseNow() })
	}
	return c, r, err
}

// patience is how long a test waits for what should come at once.
const patience = 60 * time.Second

func send(t *testing.T, c *websocket.Conn, kind websocket.MessageType, text string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := c.Write(ctx, kind, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func hear(t *testing.T, c *websocket.Conn) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	kind, text, err := c.Read(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if kind != websocket.MessageText {
		t.Errorf("an answer is of kind %v", kind)
	}
	return string(text)
}

func ask(t *testing.T, c *websocket.Conn, text string) string {
	t.Helper()
	send(t, c, websocket.MessageText, text)
	return hear(t, c)
}

// S1-16: each message that the Godot client makes (JSON.print writes no spaces), the answer to it, and what the client
// takes out of it. Its WebSocket peer sends binary messages unless it is told otherwise.
func TestGodot(t *testing.T) {
	h := openHouse(t)
	c := h.dial(h.url, "")
	for _, step := range []struct{ asks, want string }{{
		`{"type":"tool","name":"create_agent","arguments":{"agent_id":"shopkeeper","config":{"traits":` +
			`["friendly","helpful"],"initial_working_memory":"I am a shopkeeper in this town","initial_long_term_memories":` +
			`["I've lived here for many years","I know most of the townspeople"]}}}`,
		`{"type":"tool_response","tool":"create_agent","result":{"status":"created","agent_id":"shopkeeper"}}`,
	}, {
		`{"type":"resource","uri":"agent://shopkeeper/info"}`,
		`{"type":"resource_response","content":"{\"status\":\"active\",\"traits\":[\"friendly\",\"helpful\"],` +
			`\"working_memory\":\"I am a shopkeeper in this town\"}"}`,
	}, {
		`{"type":"tool","name":"process_observation","arguments":{"agent_id":"shopkeeper","observation":` +
			`"A customer comes in.","available_actions":[{"name":"greet","description":"Greet the customer",` +
			`"parameters":{"text":"What to say"}}]}}`,
		``,
	}, {
		`{"type":"tool","name":"cleanup_agent","arguments":{"agent_id":"shopkeeper"}}`,
		`{"type":"tool_response","tool":"cleanup_agent","result":{"status":"removed","agent_id":"shopkeeper"}}`,
	}} {
		send(t, c, websocket.MessageBinary, step.asks)
		got := hear(t, c)
		if step.want != "" {
			if got != step.want {
				t.Errorf("got %s, want %s", got, step.want)
			}
			continue
		}
		var data struct {
			Type, Tool string
			Result     struct {
				Action     string
				Parameters map[string]string
			}
		}
		if err := json.Unmarshal([]byte(got), &data); err != nil {
			t.Fatal(err)
		}
		if data.Type != "tool_response" || data.Tool != "process_observation" || data.Result.Action != "greet" ||
			data.Result.Parameters["text"] == "" || len(data.Result.Parameters) != 1 {
			t.Errorf("got %s", got)
		}
	}
}

// pythonSays are the messages of the Python client, with json.dumps' spaces, and what it prints of the answers.
func pythonSays() [][2]string {
	return [][2]string{{
		`{"type": "tool", "name": "create_agent", "arguments": {"agent_id": "network-test", "config": {"traits": ` +
			`["curious", "brave"], "initial_working_memory": "I am exploring this world", "initial_long_term_memories": ` +
			`["I enjoy discovering new places", "I am skilled at solving puzzles"]}}}`,
		`{"type":"tool_response","tool":"create_agent","result":{"status":"created","agent_id":"network-test"}}`,
	}, {
		`{"type": "resource", "uri": "agent://network-test/info"}`,
		`{"type":"resource_response","content":"{\"status\":\"active\",\"traits\":[\"curious\",\"brave\"],` +
			`\"working_memory\":\"I am exploring this world\"}"}`,
	}, {
		`{"type": "tool", "name": "process_observation", "arguments": {"agent_id": "network-test", "observation": ` +
			`"You are in a dimly lit room. There's a door to the north and a chest in the corner.", "available_actions": ` +
			`[{"name": "examine_chest", "description": "Look more closely at the chest", "parameters": {}}, {"name": ` +
			`"open_door", "description": "Open the door and go north", "parameters": {}}]}}`,
		`{"type":"tool_response","tool":"process_observation","result":{"action":"open_door","parameters":{}}}`,
	}, {
		`{"type": "tool", "name": "cleanup_agent", "arguments": {"agent_id": "network-test"}}`,
		`{"type":"tool_response","tool":"cleanup_agent","result":{"status":"removed","agent_id":"network-test"}}`,
	}}
}

// S1-17: the messages of the Python client, all sent before the first answer is read: each has one answer, in order.
func TestPythonBytes(t *testing.T) {
	h := openHouse(t)
	c := h.dial(h.url, "")
	for _, m := range pythonSays() {
		send(t, c, websocket.MessageText, m[0])
	}
	for _, m := range pythonSays() {
		if got := hear(t, c); got != m[1] {
			t.Errorf("got %s, want %s", got, m[1])
		}
	}
}

// S1-17: the client itself, run by Python against the address that it has written into it. It needs Python 3 with the
// package websockets (Debian: python3-websockets), and is skipped where that is not.
func TestPythonClient(t *testing.T) {
	python := ""
	for _, one := range []string{"python3", "/usr/bin/python3"} { // Debian's has its packages, whatever stands before it
		if exec.CommandContext(t.Context(), one, "-c", "import websockets").Run() == nil {
			python = one
			break
		}
	}
	if python == "" {
		t.Skip("there is no Python 3 with the package websockets; scripts/setup installs it")
	}
	script, err := os.ReadFile("testdata/client.py")
	if err != nil {
		t.Fatal(err)
	}
	h := openHouse(t)
	const written = `"ws://localhost:8080"`
	if !bytes.Contains(script, []byte(written)) {
		t.Fatal("the script has another address")
	}
	path := filepath.Join(t.TempDir(), "client.py")
	if err := os.WriteFile(path, bytes.ReplaceAll(script, []byte(written), []byte(`"`+h.url+`"`)), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	out, err := exec.CommandContext(ctx, python, path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const want = `Created agent: {'type': 'tool_response', 'tool': 'create_agent', 'result': {'status': 'created', ` +
		`'agent_id': 'network-test'}}

Agent info: {'type': 'resource_response', 'content': '{"status":"active","traits":["curious","brave"],` +
		`"working_memory":"I am exploring this world"}'}

Chosen action: {'type': 'tool_response', 'tool': 'process_observation', 'result': {'action': 'open_door', ` +
		`'parameters': {}}}

Cleaned up agent: {'type': 'tool_response', 'tool': 'cleanup_agent', 'result': {'status': 'removed', ` +
		`'agent_id': 'network-test'}}
`
	if string(out) != want {
		t.Errorf("it printed\n%s\nand should print\n%s", out, want)
	}
}

// S1-18, S1-19, S1-24: what goes wrong is said in the one answer, and the connection goes on.
func TestFaultsInOrder(t *testing.T) {
	h := openHouse(t)
	c := h.dial(h.url, "")
	for _, step := range []struct{ asks, want string }{
		{`{"type":"tool","name":"cleanup_agent","arguments":{"agent_id":"nobody"}}`,
			`{"type":"tool_response","tool":"cleanup_agent","result":{"error":{"code":"AGENT_NOT_FOUND",` +
				`"message":"You have no agent of that id."}}}`},
		{`{"type":"resource","uri":"agent://npc-barkeep-01/info"}`,
			`{"type":"resource_response","content":"{\"error\":{\"code\":\"AGENT_NOT_FOUND\",` +
				`\"message\":\"You have no agent of that id.\"}}"}`},
		{`{"type":"tool","name":"look"}`, `"result":{"error":{"code":"UNKNOWN_TOOL"`},
		{`{"type":"resource","uri":"game://room/current"}`, `UNKNOWN_RESOURCE`},
		{`{"type":"tool","name":"process_observation","arguments":{"agent_id":"a","observation":"x"}}`,
			`{"type":"tool_response","tool":"process_observation","result":{"error":{"code":"AGENT_NOT_FOUND"`},
		{`{"type":"tool","name":"create_agent","arguments":7}`, `"result":{"error":{"code":"INVALID_ARGUMENT"`},
		{`{"type":"tool","name":"` + strings.Repeat(`\u0001`, 200) + `"}`, `{"type":"error","error":{"code":"BAD_FRAME"`},
		{`{"type":"tool","name":7}`, `{"type":"error","error":{"code":"BAD_FRAME"`},
		{`{"type":"song"}`, `{"type":"error","error":{"code":"BAD_FRAME"`},
		{`{}`, `{"type":"error","error":{"code":"BAD_FRAME"`},
		{``, `{"type":"error","error":{"code":"BAD_FRAME"`},
		{`hello`, `{"type":"error","error":{"code":"BAD_FRAME"`},
		{`[{"type":"tool"}]`, `{"type":"error","error":{"code":"BAD_FRAME"`},
		{`{"type":"tool","type":"resource"}`, `{"type":"error","error":{"code":"BAD_FRAME"`},
		{`{"type":"tool"`, `{"type":"error","error":{"code":"BAD_FRAME"`},
		{`{"type":"tool","name":"create_agent","arguments":{"agent_id":"late","config":{}}}`, `"status":"created"`},
	} {
		if got := ask(t, c, step.asks); !strings.Contains(got, step.want) {
			t.Errorf("%s: got %s, want %s", step.asks, got, step.want)
		}
	}
}

// S1-16: MCP itself, over the same connection.
func TestRPC(t *testing.T) {
	h := openHouse(t)
	c := h.dial(h.url, "")
	for _, step := range []struct{ asks, want string }{
		{`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
			`"clientInfo":{"name":"x","version":"1"}}}`, `"id":1,"result":{"protocolVersion":"2025-11-25"`},
		{`{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"create_agent","arguments":` +
			`{"agent_id":"rpc","config":{}}}}`, `{"status":"created","agent_id":"rpc"}`},
		{`{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"agent://rpc/info"}}`,
			`{\"status\":\"active\",\"traits\":[],\"working_memory\":\"\"}`},
		{`{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"agent://none/info"}}`, `"code":-32002`},
		{`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"cleanup_agent","arguments":` +
			`{"agent_id":"none"}}}`, `"isError":true`},
		{`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"look","arguments":{}}}`, `"error"`},
		{`{"jsonrpc":"2.0","id":7,"method":"ping"}`, `"id":7,"result":{}`},
		{`{"jsonrpc":"2.0","id":8,"method":"no/such"}`, `"code":-32601`},
	} {
		if got := ask(t, c, step.asks); !strings.Contains(got, step.want) {
			t.Errorf("%s: got %s, want %s", step.asks, got, step.want)
		}
	}
	// A notification has no answer: the next one is to what was asked behind it.
	send(t, c, websocket.MessageText, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	got := ask(t, c, `{"jsonrpc":"2.0","id":9,"method":"tools/list"}`)
	for _, name := range []string{"create_agent", "process_observation", "cleanup_agent"} {
		if !strings.Contains(got, `"name":"`+name+`"`) {
			t.Errorf("%s is not listed: %s", name, got)
		}
	}
	if !strings.Contains(got, `"id":9`) || strings.Contains(got, `"look"`) {
		t.Errorf("got %s", got)
	}
}

// S1-24: a connection that ends takes no agent with it, and what one principal has made no other finds.
func TestWhoseTheyAre(t *testing.T) {
	h := openHouse(t)
	const create = `{"type":"tool","name":"create_agent","arguments":{"agent_id":"a","config":{"traits":["brave"]}}}`
	const info = `{"type":"resource","uri":"agent://a/info"}`
	ann := h.dial(h.far.URL, "ann")
	if got := ask(t, ann, create); !strings.Contains(got, `"created"`) {
		t.Fatal(got)
	}
	if err := ann.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	if got := ask(t, h.dial(h.far.URL, "ann"), info); !strings.Contains(got, `brave`) {
		t.Errorf("after a lost connection: %s", got)
	}
	nobody := strings.ReplaceAll(info, "//a/", "//never/")
	bob := h.dial(h.far.URL, "bob")
	if got, want := ask(t, bob, info), ask(t, bob, nobody); got != want {
		t.Errorf("another's: %s, nobody's: %s", got, want)
	}
	if got := ask(t, h.dial(h.url, ""), info); !strings.Contains(got, "AGENT_NOT_FOUND") {
		t.Errorf("without a token: %s", got)
	}
	if got := ask(t, bob, create); !strings.Contains(got, `"created"`) {
		t.Errorf("the same id of another's: %s", got)
	}
}

// A door lets in whom it is for.
func TestWhoComesIn(t *testing.T) {
	h := openHouse(t)
	for _, c := range []struct {
		what, url, token string
		header           []string
		want             int
	}{
		{"a program", h.url, "", nil, 101},
		{"a page of this machine", h.url, "", []string{"Origin", "http://localhost:8060"}, 101},
		{"a page from elsewhere", h.url, "", []string{"Origin", "https://evil.example"}, 403},
		{"a page of nowhere", h.url, "", []string{"Origin", "null"}, 403},
		{"a name that was bent to this machine", h.url, "", []string{"Host", "evil.example:8080"}, 403},
		{"through a proxy", h.url, "", []string{"X-Forwarded-For", "203.0.113.7"}, 403},
		{"another path", h.url + "/ws", "", nil, 404},
		{"no token", h.far.URL, "", nil, 401},
		{"no such token", h.far.URL, "eve", nil, 401},
		{"a player's token", h.far.URL, "player", nil, 401},
		{"an npc's token", h.far.URL, "npc", nil, 401},
		{"a narrator's token", h.far.URL, "story", nil, 401},
		{"a token in the address", h.far.URL + "/?token=ann", "ann", nil, 400},
		{"another name", h.far.URL, "ann", []string{"Host", "evil.example"}, 403},
		{"one for minds", h.far.URL, "ann", nil, 101},
	} {
		t.Run(c.what, func(t *testing.T) {
			_, r, _ := dial(t, c.url, c.token, c.header...) //nolint:bodyclose // there is none to speak of
			if r == nil || r.StatusCode != c.want {
				t.Errorf("got %v, want %d", r, c.want)
			}
		})
	}
	r, err := http.Get(h.local.URL) //nolint:noctx // of this process
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	if r.StatusCode != http.StatusUpgradeRequired {
		t.Errorf("a plain request: %s", r.Status)
	}
}

// A token that is withdrawn serves no message more, and a principal has only so many connections.
func TestWithdrawn(t *testing.T) {
	h := openHouse(t)
	c, second := h.dial(h.far.URL, "ann"), h.dial(h.far.URL, "ann")
	//nolint:bodyclose // there is none
	if _, r, err := dial(t, h.far.URL, "ann"); err == nil || r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a third connection: %v", r)
	}
	h.tokens.strike("ann")
	send(t, c, websocket.MessageText, `{"type":"resource","uri":"agent://a/info"}`)
	_, text, err := c.Read(t.Context())
	if websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
		t.Errorf("got %s, %v", text, err)
	}
	_ = second.CloseNow()
}

// A message that is too large ends its connection, and nothing else.
func TestTooLarge(t *testing.T) {
	h := openHouse(t)
	c := h.dial(h.url, "")
	large := `{"type":"tool","name":"` + strings.Repeat("x", agentapi.MessageBytesMax) + `"}`
	_ = c.Write(t.Context(), websocket.MessageText, []byte(large)) // it may end before all is sent
	if _, _, err := c.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusMessageTooBig {
		t.Errorf("got %v", err)
	}
	if got := ask(t, h.dial(h.url, ""), `{}`); !strings.Contains(got, "BAD_FRAME") {
		t.Error(got)
	}
}

// FuzzAnswer: whatever a message is, it has one answer that is JSON, unless it is a notification; and no answer to a
// plain message is long.
func FuzzAnswer(f *testing.F) {
	for _, m := range pythonSays() {
		f.Add([]byte(m[0]))
	}
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	f.Add([]byte(`{"type":"tool","name":"process_observation","arguments":{"agent_id":"a","observation":"x",` +
		`"available_actions":[{"name":"go","parameters":{"n":{"type":"integer","minimum":1},"d":["n","s"],` +
		`"b":{"type":"boolean"}}}]}}`))
	agents := &agentapi.Service{}
	server, err := mcp.New(mcp.Options{Game: agentapi.Beside(bareGame{}, agents), Guard: guard.Config{
		Principals: &tokens{}, Key: bytes.Repeat([]byte("k"), 32),
	}})
	if err != nil {
		f.Fatal(err)
	}
	k, err := store.Open(filepath.Join(f.TempDir(), store.FileName), store.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = k.Close() })
	var looks atomic.Int64 // a second goes by between two, so that no rate is met and every message is read
	if err := agents.Open(agentapi.Config{Keeper: k, Now: func() time.Time {
		return time.Unix(looks.Add(1), 0)
	}}); err != nil {
		f.Fatal(err)
	}
	made := json.RawMessage(`{"agent_id":"a","config":{"traits":["brave"]}}`)
	if _, fault := agents.Call(f.Context(), "g-fuzz", agentapi.Create, made); fault != nil {
		f.Fatal(fault)
	}
	const plainMost = 64 << 10
	d := &agentapi.WebSocketServer{Agents: agents, Protocol: server.MCP()}
	f.Fuzz(func(t *testing.T, message []byte) {
		answer := d.Answer(t.Context(), mindsOf("g-fuzz"), message)
		if answer == nil {
			if !bytes.Contains(bytes.ToLower(message), []byte("jsonrpc")) {
				t.Errorf("no answer to %q", message)
			}
			return
		}
		if len(answer) > plainMost && !bytes.Contains(bytes.ToLower(message), []byte("jsonrpc")) {
			t.Errorf("%d bytes are answered by %d", len(message), len(answer))
		}
		if !json.Valid(answer) || bytes.Contains(answer, []byte("goroutine")) {
			t.Errorf("%q is answered by %q", message, answer)
		}
	})
}

// S0-03, S1-02, S1-15: of all roles of tokens, only that for minds is shown the tools and the resource, and may use
// them; it is shown nothing else. Only the resource reads, and it changes nothing.
func TestRoles(t *testing.T) {
	h := openHouse(t)
	for _, role := range world.GrantRoles() {
		t.Run(role.String(), func(t *testing.T) {
			id := "g-" + role.String()
			who := mcp.Principal{ID: id, Actor: "pc-wiz", Role: world.RolePlayer, Grant: world.GrantID(id), Kind: role}
			ctx := guard.WithPrincipal(t.Context(), who)
			rpc := func(method, params string) string {
				text, err := json.Marshal(h.server.MCP().HandleMessage(ctx, json.RawMessage(
					`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+params+`}`)))
				if err != nil {
					t.Fatal(err)
				}
				return string(text)
			}
			want := role == world.GrantMinds
			listed, templates := rpc("tools/list", `{}`), rpc("resources/templates/list", `{}`)
			for _, name := range []string{agentapi.Create, agentapi.Process, agentapi.Cleanup} {
				if got := strings.Contains(listed, `"name":"`+name+`"`); got != want {
					t.Errorf("%s is listed: %v", name, got)
				}
				called := rpc("tools/call", `{"name":"`+name+`","arguments":{}}`)
				if got := strings.Contains(called, `"INVALID_ARGUMENT"`); got != want {
					t.Errorf("%s is called: %s", name, called)
				}
			}
			if got := strings.Contains(templates, "agent://"); got != want {
				t.Errorf("the resource is listed: %v", got)
			}
			if want && (strings.Contains(listed, `"look"`) || strings.Contains(listed, `"readOnlyHint":true`)) {
				t.Errorf("listed: %s", listed)
			}
			rpc("tools/call", `{"name":"create_agent","arguments":{"agent_id":"a","config":{}}}`)
			read := rpc("resources/read", `{"uri":"agent://a/info"}`)
			if got := strings.Contains(read, `"mimeType":"application/json"`) && strings.Contains(read, "active"); got != want {
				t.Errorf("read: %s", read)
			}
			if again := rpc("resources/read", `{"uri":"agent://a/info"}`); again != read {
				t.Errorf("reading changes it: %s, then %s", read, again)
			}
		})
	}
	nobody := h.server.MCP().HandleMessage(t.Context(), json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	if text, err := json.Marshal(nobody); err != nil || bytes.Contains(text, []byte("create_agent")) {
		t.Errorf("nobody is shown %s, %v", text, err)
	}
}
