package stdio_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/stdio"
	"github.com/mudlark-mud/mudlark/world"
)

const token, uri = "a-token", "game://room/current"

type oneToken struct{}

func (oneToken) Find(_ context.Context, bearer string) (mcp.Principal, bool) {
	return mcp.Principal{ID: "grant", Actor: "pc-ann", Role: world.RolePlayer, Lent: true}, bearer == token
}

// tiny is a game with three tools and a resource.
type tiny struct{ waiting chan error }

func (g tiny) Catalogue() mcp.Catalogue {
	schema := json.RawMessage(`{"type":"object"}`)
	return mcp.Catalogue{
		Tools: []mcp.Tool{
			{Name: "look", Description: "Look.", InputSchema: schema,
				Handler: func(context.Context, mcp.Principal, json.RawMessage) mcp.Result {
					return mcp.Result{Text: []string{"You are in\na room."}}
				}},
			{Name: "wait", Description: "Wait.", InputSchema: schema,
				Handler: func(ctx context.Context, _ mcp.Principal, _ json.RawMessage) mcp.Result {
					g.waiting <- nil
					<-ctx.Done()
					g.waiting <- ctx.Err()
					return mcp.Result{}
				}},
			{Name: "buy", Description: "Buy a hat.", InputSchema: schema, Handler: buy},
		},
		Resources: []mcp.Resource{{URI: uri, Name: "Room", Description: "The room.",
			Handler: func(context.Context, mcp.Principal, string) (string, error) { return `{}`, nil }}},
	}
}

// buy asks the owner, and then says what it was told of that.
func buy(_ context.Context, p mcp.Principal, _ json.RawMessage) mcp.Result {
	if !p.Asks {
		return mcp.Result{Text: []string{fmt.Sprintf("asked: %v", p.Asked)}}
	}
	type no struct {
		Code string `json:"code"`
		Text string `json:"text"`
		ID   int    `json:"id"`
	}
	return mcp.Result{IsError: true, Text: []string{"?"}, Structured: map[string]any{
		"error": no{Code: string(guard.AwaitingOwner), Text: "buy a hat", ID: 3},
	}}
}

func (tiny) Allows(mcp.Principal, mcp.Entry) bool { return true }
func (tiny) Fitting(context.Context, mcp.Principal) (func(mcp.Entry) bool, error) {
	return func(mcp.Entry) bool { return true }, nil
}

// daemon is a server that can be restarted on its port.
type daemon struct {
	*mcp.Server
	t    *testing.T
	game tiny
	addr string
	key  string
	stop func()
}

// ownAddress is a free loopback address that no other test is given while its listener is closed: on 127.0.0.1 the
// system hands a port that was freed a moment ago to whoever asks next. Where only 127.0.0.1 exists, it is that.
func ownAddress(t *testing.T) string {
	t.Helper()
	host := fmt.Sprintf("127.%d.%d.%d", 1+rand.IntN(254), rand.IntN(256), 1+rand.IntN(254))
	l, err := net.Listen("tcp", host+":0")
	if err != nil {
		return "127.0.0.1:0"
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

func start(t *testing.T) *daemon {
	d := &daemon{t: t, addr: ownAddress(t), key: "a secret", game: tiny{waiting: make(chan error, 16)}}
	d.up()
	t.Cleanup(func() { d.stop() })
	return d
}

func (d *daemon) up() {
	d.t.Helper()
	s, err := mcp.New(mcp.Options{Game: d.game, Guard: guard.Config{
		Principals: oneToken{}, Key: guard.SealKey([]byte(d.key)), RequestsPerSecond: 1e6, RequestsBurst: 1e6}})
	if err != nil {
		d.t.Fatal(err)
	}
	d.Server = s
	var l net.Listener
	until(d.t, "the port is free", func() bool { l, err = net.Listen("tcp", d.addr); return err == nil })
	d.addr = l.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(ctx, l) }()
	d.stop = sync.OnceFunc(func() { cancel(); <-done })
}

func until(t testing.TB, what string, isTrue func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); {
		if isTrue() {
			return
		}
		<-time.After(2 * time.Millisecond)
	}
	t.Fatalf("never happened: %s", what)
}

// pipes are a bridge's stdin and stdout.
type pipes struct {
	in   *io.PipeWriter
	out  *io.PipeReader
	log  *syncBuffer
	done chan error
}

type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

func run(t *testing.T, addr, bearer string, options ...func(*stdio.Config)) *pipes {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	p := &pipes{in: inW, out: outR, log: &syncBuffer{}, done: make(chan error, 1)}
	cfg := stdio.Config{
		Endpoint: stdio.Endpoint{URL: "http://" + addr + "/mcp", Token: bearer}, In: inR, Out: outW,
		Log: slog.New(slog.NewTextHandler(p.log, nil)),
	}
	for _, option := range options {
		option(&cfg)
	}
	go func() {
		p.done <- stdio.Run(t.Context(), cfg)
		_ = outW.Close()
	}()
	t.Cleanup(func() {
		_ = inW.Close()
		_ = outR.Close()
		if t.Failed() {
			t.Logf("the bridge's log:\n%s", p.log.String())
		}
	})
	return p
}

func dial(t *testing.T, p *pipes, version string) *client.Client {
	t.Helper()
	stdio := transport.NewIO(p.out, p.in, io.NopCloser(strings.NewReader("")))
	c := client.NewClient(stdio, client.WithProtocolVersion(version))
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	request := mcpgo.InitializeRequest{}
	request.Params.ProtocolVersion = version
	request.Params.ClientInfo = mcpgo.Implementation{Name: "t", Version: "1"}
	result, err := c.Initialize(t.Context(), request)
	if err != nil || result.ProtocolVersion != version {
		t.Fatalf("initialize: %v %+v", err, result)
	}
	return c
}

func look(ctx context.Context, c *client.Client) error {
	request := mcpgo.CallToolRequest{}
	request.Params.Name = "look"
	_, err := c.CallTool(ctx, request)
	return err
}

// S2-29, S4-01: mcp-go's own stdio client plays through the bridge in both eras.
func TestPlay(t *testing.T) {
	for _, version := range []string{
		mcpgo.ProtocolVersion20250326, mcpgo.ProtocolVersion20251125, mcpgo.ProtocolVersion20260728,
	} {
		t.Run(version, func(t *testing.T) {
			d := start(t)
			p := run(t, d.addr, token)
			c := dial(t, p, version)
			got := make(chan string, 16)
			c.OnNotification(func(n mcpgo.JSONRPCNotification) { got <- n.Method })
			if err := look(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			if version == mcpgo.ProtocolVersion20260728 {
				filter := mcpgo.SubscriptionFilter{ResourceSubscriptions: []string{uri}}
				stop, err := c.ListenAsync(t.Context(), filter, nil)
				if err != nil {
					t.Fatal(err)
				}
				defer stop()
				if first := <-got; first != "notifications/subscriptions/acknowledged" {
					t.Errorf("first came %s", first)
				}
			} else {
				if err := subscribeLegacy(t.Context(), c, uri); err != nil {
					t.Fatal(err)
				}
			}
			d.Notify("grant", uri)
			if n := <-got; n != "notifications/resources/updated" {
				t.Errorf("got %s", n)
			}
			_ = p.in.Close()
			if err := <-p.done; err != nil {
				t.Errorf("run: %v", err)
			}
			if s := d.Stats(); s.Sessions != 0 {
				t.Errorf("%d sessions left behind", s.Sessions)
			}
		})
	}
}

// subscribeLegacy subscribes as clients of the protocols before 2026-07-28 do.
func subscribeLegacy(ctx context.Context, c *client.Client, uri string) error {
	request := mcpgo.SubscribeRequest{}
	request.Params.URI = uri
	return c.Subscribe(ctx, request) //nolint:staticcheck // SA1019: deprecated for new clients; we still serve the old
}

// A restarted server with another key knows no session; the client does not notice.
func TestRestart(t *testing.T) {
	d := start(t)
	connections := &http.Transport{}
	p := run(t, d.addr, token, func(cfg *stdio.Config) { cfg.Client = &http.Client{Transport: connections} })
	c := dial(t, p, mcpgo.ProtocolVersion20251125)
	if err := look(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	d.stop()
	connections.CloseIdleConnections() // a call on one that has died unnoticed is answered "may or may not have happened"
	done := make(chan error, 1)
	go func() { done <- look(t.Context(), c) }()
	until(t, "the log says so", func() bool { return strings.Contains(p.log.String(), "no mudlark server answers") })
	d.key = "another secret"
	d.up()
	if err := <-done; err != nil {
		t.Errorf("across the restart: %v", err)
	}
	var again sync.WaitGroup
	for range 4 {
		again.Go(func() {
			if err := look(t.Context(), c); err != nil {
				t.Error(err)
			}
		})
	}
	again.Wait()
	until(t, "the stream is back", func() bool { return d.Stats().Streams == 1 })
	if n := d.Stats().Sessions; n != 1 {
		t.Errorf("%d sessions, want one", n)
	}
}

// A modern cancel closes the connection, which is how the server hears of it.
func TestCancel(t *testing.T) {
	d := start(t)
	for _, version := range []string{mcpgo.ProtocolVersion20251125, mcpgo.ProtocolVersion20260728} {
		c := dial(t, run(t, d.addr, token), version)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			request := mcpgo.CallToolRequest{}
			request.Params.Name = "wait"
			_, _ = c.CallTool(ctx, request)
		}()
		<-d.game.waiting
		cancel()
		if err := <-d.game.waiting; err == nil {
			t.Errorf("%s: the handler was not told", version)
		}
		if err := look(t.Context(), c); err != nil {
			t.Errorf("%s: %v", version, err)
		}
	}
}

// lines plays raw lines and returns what stdout said.
func lines(t *testing.T, addr, bearer string, in ...string) (out []string, log string) {
	t.Helper()
	p := run(t, addr, bearer)
	go func() {
		for _, line := range in {
			_, _ = io.WriteString(p.in, line+"\n")
		}
		_ = p.in.Close()
	}()
	for scan := bufio.NewScanner(p.out); scan.Scan(); {
		if !json.Valid(scan.Bytes()) {
			t.Errorf("stdout said %q", scan.Text())
		}
		out = append(out, scan.Text())
	}
	if err := <-p.done; err != nil {
		t.Errorf("run: %v", err)
	}
	return out, p.log.String()
}

func TestErrors(t *testing.T) {
	d := start(t)
	ask := `{"jsonrpc":"2.0","id":"q","method":"tools/list"}`
	cases := map[string]struct {
		token string
		line  string
		want  string
	}{
		"a wrong token":    {"guess", ask, `"id":"q","error":{"code":-32000,"message":"a valid bearer`},
		"no session":       {token, ask, `"id":"q","error":{"code":-32000,"message":"one Mcp-Session-Id`},
		"no JSON":          {token, `look`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700`},
		"duplicate keys":   {token, `{"id":"q","method":"ping","id":"q"}`, `"id":"q","error":{"code":-32700`},
		"a line too long":  {token, strings.Repeat("x", stdio.LineBytesMax+1), `"error":{"code":-32700`},
		"a notice refused": {token, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			out, _ := lines(t, d.addr, c.token, c.line)
			if got := strings.Join(out, "\n"); c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestNoServer(t *testing.T) {
	l, err := net.Listen("tcp", ownAddress(t))
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	out, log := lines(t, l.Addr().String(), token, `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	want := `"id":1,"error":{"code":-32000,"message":"no mudlark server answers at http://`
	if len(out) != 1 || !strings.Contains(out[0], want) {
		t.Errorf("got %q", out)
	}
	if strings.Count(log, "no mudlark server answers") != 1 || strings.Contains(log, token) {
		t.Errorf("log: %s", log)
	}
}

func TestBadConfig(t *testing.T) {
	for _, door := range []stdio.Endpoint{
		{URL: "mud.example.org", Token: "t"}, {URL: "file:///etc/passwd", Token: "t"}, {URL: "http://localhost/mcp"},
		{URL: "https://localhost/mcp", Token: "t", Proof: "beef"},
	} {
		if err := stdio.Run(t.Context(), stdio.Config{Endpoint: door}); err == nil {
			t.Errorf("%+v was taken", door)
		}
	}
}

// A server that came back elsewhere, and knows the token no longer, is found again; the client notices a delay.
func TestFind(t *testing.T) {
	d := start(t)
	var asked atomic.Int32
	var addr atomic.Value
	addr.Store(d.addr)
	connections := &http.Transport{}
	p := run(t, d.addr, "lapsed", func(cfg *stdio.Config) {
		cfg.Client = &http.Client{Transport: connections}
		cfg.Find = func(context.Context) (stdio.Endpoint, error) {
			asked.Add(1)
			return stdio.Endpoint{URL: fmt.Sprintf("http://%s/mcp", addr.Load()), Token: token}, nil
		}
	})
	c := dial(t, p, mcpgo.ProtocolVersion20251125)
	if err := look(t.Context(), c); err != nil || asked.Load() != 1 {
		t.Fatalf("%v, and the door was looked for %d times", err, asked.Load())
	}
	d.stop()
	connections.CloseIdleConnections()
	d.addr, d.key = ownAddress(t), "another secret"
	d.up()
	addr.Store(d.addr)
	until(t, "the game goes on", func() bool { return look(t.Context(), c) == nil })
	until(t, "the stream is back", func() bool { return d.Stats().Streams == 1 })
}

// S4-02: stdout carries JSON-RPC and nothing else, whatever comes in: every line is one message of protocol 2.0.
func TestStdoutIsJSONRPC(t *testing.T) {
	d := start(t)
	long := strings.Repeat("x", stdio.LineBytesMax+1)
	hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
		`"clientInfo":{"name":"t","version":"1"}}}`
	in := []string{
		hello, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "look", "", " \t ", "\x00\x01\x1b[31m", "\xff\xfe",
		"null", "17", `"look"`, "[]", "[" + hello + "]", "{}", `{"id":2}`, `{"method":7}`, `{"jsonrpc":"2.0","id":3}`,
		`{"jsonrpc":"2.0","id":{},"method":"ping"}`, `{"jsonrpc":"1.0","id":4,"method":"ping"}`, long,
		`{"id":"` + long + `"}`,
		strings.Repeat("[", 100_000), `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`,
		`{"jsonrpc":"2.0","method":"notifications/nothing"}`, `{"jsonrpc":"2.0","id":5,"method":"no\u000asuch"}`,
		`{"jsonrpc":"2.0","id":6,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":7,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":8`,
	}
	p := run(t, d.addr, token)
	go func() {
		_, _ = io.WriteString(p.in, strings.Join(in, "\n")) // the last line has no end
		_ = p.in.Close()
	}()
	all, err := io.ReadAll(p.out)
	if err != nil {
		t.Fatal(err)
	}
	if err := <-p.done; err != nil {
		t.Errorf("run: %v", err)
	}
	text, isWhole := strings.CutSuffix(string(all), "\n")
	if !isWhole {
		t.Error("the last line has no end")
	}
	answered := map[string]bool{}
	for line := range strings.SplitSeq(text, "\n") {
		var m struct {
			JSONRPC string
			ID      json.RawMessage
			Method  string
			Result  json.RawMessage
			Error   json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil || m.JSONRPC != "2.0" {
			t.Fatalf("stdout said %q: %v", line, err)
		}
		if m.Method == "" && (m.Result == nil) == (m.Error == nil) {
			t.Errorf("neither a result nor an error: %s", line)
		}
		answered[string(m.ID)] = answered[string(m.ID)] || m.Result != nil
	}
	for _, id := range []string{"1", "6", "7"} {
		if !answered[id] {
			t.Errorf("request %s has no result", id)
		}
	}
}

// A connection that lay idle and proves dead costs a call that only reads nothing; of any other the client is told.
func TestDeadConnection(t *testing.T) {
	var breaks atomic.Bool
	var taken atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct{ ID json.RawMessage }
		if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
			t.Error(err)
		}
		taken.Add(1)
		if breaks.CompareAndSwap(true, false) {
			c, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			_ = c.Close()
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{}}`, m.ID)
	}))
	defer s.Close()
	p := run(t, strings.TrimPrefix(s.URL, "http://"), token, func(cfg *stdio.Config) {
		cfg.Harmless = func(tool string) bool { return tool == "look" }
	})
	out := bufio.NewScanner(p.out)
	ask := func(id int, tool, want string) {
		t.Helper()
		_, err := fmt.Fprintf(p.in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q}}`+"\n", id, tool)
		if err != nil || !out.Scan() || !strings.Contains(out.Text(), want) {
			t.Fatalf("%s: got %q, want %q in it; %v", tool, out.Text(), want, err)
		}
	}
	ask(1, "look", `"result"`)
	breaks.Store(true)
	ask(2, "look", `"result"`)
	breaks.Store(true)
	ask(3, "move", "may or may not have happened")
	if n := taken.Load(); n != 4 {
		t.Errorf("the server took %d calls, want 4: one was sent twice", n)
	}
}
