package remote_test

import (
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/ai/runner/remote"
)

const body = "npc-mara"

// realm is a world at the other end of the wire, with all that may go wrong there.
type realm struct {
	t    *testing.T
	addr string

	mu      sync.Mutex
	server  *http.Server
	told    []string // by number, from 1
	cursor  int      // of the token
	done    []string // deeds
	keys    map[string]bool
	quits   int
	drivers map[string]bool
	polls   int
	denied  bool
	barred  string
	deaf    bool // deeds are done, and their answers lost
	unheard bool // so is what events tells a mind
	denials int  // so many requests are denied by mistake
	token   string
	news    chan struct{}
	people  []map[string]any // that the body sees
	agreed  map[string]any   // what is answered about any of them
	asked   []string         // about whom that was, and how
}

func newRealm(t *testing.T) *realm {
	t.Helper()
	r := &realm{t: t, addr: "127.0.0.1:0", keys: map[string]bool{}, drivers: map[string]bool{}, news: make(chan struct{}),
		token: "mlk_a"}
	r.up()
	t.Cleanup(r.down)
	return r
}

func (r *realm) up() {
	r.t.Helper()
	l, err := net.Listen("tcp", r.addr)
	if err != nil {
		r.t.Fatal(err)
	}
	r.addr = l.Addr().String()
	game := server.NewMCPServer("realm", "1")
	for name, answer := range map[string]server.ToolHandlerFunc{
		"events": r.events, "say": r.say, "command": r.command, "agreed": r.whether,
	} {
		game.AddTool(mcp.NewTool(name), answer)
	}
	wire := server.NewStreamableHTTPServer(game)
	answers := func(w http.ResponseWriter, q *http.Request) {
		r.mu.Lock()
		denied := r.denied || q.Header.Get("Authorization") != "Bearer "+r.token
		if r.denials > 0 {
			r.denials--
			denied = true
		}
		r.drivers[q.Header.Get("Mudlark-Driver")] = true
		r.mu.Unlock()
		if denied {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		wire.ServeHTTP(w, q)
	}
	s := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(answers)}
	r.mu.Lock()
	r.server = s
	r.mu.Unlock()
	go func() { _ = s.Serve(l) }()
}

// down ends it as a kill would: whoever waits for an answer gets none.
func (r *realm) down() {
	r.mu.Lock()
	defer r.mu.Unlock()
	_ = r.server.Close()
}

// tells lets the body perceive something.
func (r *realm) tells(texts ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.told = append(r.told, texts...)
	close(r.news)
	r.news = make(chan struct{})
}

type view struct {
	You      map[string]any   `json:"you"`
	Entities []map[string]any `json:"entities"`
	Events   []play.Event     `json:"events"`
	Cursor   int              `json:"cursor"`
	More     bool             `json:"more,omitempty"`
	Missed   *int             `json:"missed_after,omitempty"`
	Error    *play.Failure    `json:"error,omitempty"`
}

// page makes a view of what was told behind a number. The mutex is held.
func (r *realm) page(after, limit int) view {
	v := view{You: map[string]any{"id": body}, Entities: r.people, Events: []play.Event{}, Cursor: max(after, len(r.told))}
	if after >= len(r.told) {
		v.Cursor = len(r.told)
		return v
	}
	for i := after; i < len(r.told); i++ {
		if len(v.Events) == limit {
			v.More, v.Cursor = true, i
			break
		}
		v.Events = append(v.Events, play.Event{Seq: uint64(i + 1), Text: r.told[i]})
	}
	return v
}

func answer(v view) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultStructured(v, "so it is"), nil
}

func (r *realm) events(ctx context.Context, q mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	after, isNamed := q.GetArguments()["after"].(float64)
	limit := q.GetInt("limit", 50)
	for wait := time.After(time.Duration(q.GetInt("wait_ms", 0)) * time.Millisecond); ; {
		r.mu.Lock()
		r.polls++
		if r.barred != "" {
			defer r.mu.Unlock()
			return answer(view{Error: &play.Failure{Code: "driven_by_another", Text: r.barred}})
		}
		from := r.cursor
		if isNamed {
			from = int(after)
		}
		v, news := r.page(from, limit), r.news
		if from > len(r.told) {
			v.Error = &play.Failure{Code: "unknown_cursor", Text: "belongs to no record here"}
		}
		if len(v.Events) == 0 && !isNamed || len(v.Events) > 0 || isNamed && from > len(r.told) {
			if !isNamed {
				r.cursor = v.Cursor
			}
			isUnheard := r.unheard && limit > 1
			r.unheard = r.unheard && !isUnheard
			r.mu.Unlock()
			if isUnheard {
				r.down()
				r.up()
				panic(http.ErrAbortHandler)
			}
			return answer(v)
		}
		r.mu.Unlock()
		select {
		case <-news:
		case <-wait:
			return answer(v)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (r *realm) say(_ context.Context, q mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	key, _ := q.Params.Meta.AdditionalFields["mudlark/key"].(string)
	r.mu.Lock()
	isAgain := r.keys[key]
	if key == "" || !isAgain {
		r.keys[key] = true
		r.done = append(r.done, q.GetString("text", ""))
		r.told = append(r.told, "You say: "+q.GetString("text", ""))
	}
	v := r.page(max(r.cursor, len(r.told)-2), 2) // the newest, and what was left out is to be asked for
	if isAgain {                                 // what came of it is told again
		v = r.page(len(r.told)-1, 1)
	}
	if missed := r.cursor; missed < len(r.told)-2 {
		v.Missed = &missed
	}
	r.cursor = len(r.told)
	isDeaf := r.deaf
	r.deaf = false
	r.mu.Unlock()
	if isDeaf {
		r.down()
		r.up()
		panic(http.ErrAbortHandler)
	}
	return answer(v)
}

// whether answers the tool agreed.
func (r *realm) whether(_ context.Context, q mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	how := "aloud"
	if q.GetBool("quiet", false) {
		how = "quietly"
	}
	r.asked = append(r.asked, q.GetString("player", "")+" to "+q.GetString("host", "")+" "+how)
	return mcp.NewToolResultStructured(r.agreed, "so it is"), nil
}

func (r *realm) command(_ context.Context, q mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if q.GetString("line", "") == "quit" {
		r.quits++
	}
	return answer(r.page(len(r.told), 1))
}

// guest is a door into a realm.
type guest struct {
	*remote.Client

	t       *testing.T
	woken   chan bool
	rewound chan uint64
	leave   func()
}

func (r *realm) guest(file string) *guest {
	r.t.Helper()
	g := &guest{t: r.t, woken: make(chan bool, 100), rewound: make(chan uint64, 100)}
	var err error
	g.Client, err = remote.New(remote.Config{
		URL: "http://" + r.addr + "/mcp", Driver: "me", Rewound: func(seq uint64) { g.rewound <- seq },
	})
	if err != nil {
		r.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(r.t.Context())
	over := make(chan struct{})
	go func() {
		defer close(over)
		g.Run(ctx, tokens(r.t, file))
	}()
	g.leave = sync.OnceFunc(func() { cancel(); <-over })
	r.t.Cleanup(g.leave)
	return g
}

func tokens(t *testing.T, text string) []remote.Token {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := remote.ReadTokens(path)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (g *guest) until(want remote.Status) {
	g.t.Helper()
	until(g.t, "a body is "+string(want), func() bool { return g.Statuses()[want] == 1 })
}

func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	poll := time.NewTicker(2 * time.Millisecond)
	defer poll.Stop()
	for deadline := time.Now().Add(time.Minute); !is(); <-poll.C {
		if time.Now().After(deadline) {
			t.Fatalf("it never came about that %s", what)
		}
	}
}

func (g *guest) open() runner.Hands {
	g.t.Helper()
	g.until(remote.Driving)
	h, err := g.Open(g.t.Context(), body, func(now bool) {
		select {
		case g.woken <- now:
		default:
		}
	})
	if err != nil {
		g.t.Fatal(err)
	}
	g.tells(h, nil)
	return h
}

// tells calls events, and returns what was told.
func (g *guest) tells(h runner.Hands, args play.Args) []string {
	g.t.Helper()
	v, err := h.Call(g.t.Context(), "events", args)
	if err != nil {
		g.t.Fatal(err)
	}
	return texts(v)
}

func texts(v *play.View) []string {
	out := []string{}
	for _, e := range v.Events {
		out = append(out, e.Text)
	}
	return out
}

const mara = body + " mlk_a\n"

// A mind is woken when its body was told something, and asks for it once; nobody asks while nothing happens.
func TestWokenByWhatIsTold(t *testing.T) {
	r := newRealm(t)
	g := r.guest(mara)
	h := g.open()
	r.mu.Lock()
	idle := r.polls
	r.mu.Unlock()
	r.tells("Ann says hello.")
	<-g.woken
	if got := g.tells(h, nil); !slices.Equal(got, []string{"Ann says hello."}) {
		t.Errorf("told %q", got)
	}
	if got := g.tells(h, nil); len(got) != 0 {
		t.Errorf("told again: %q", got)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := r.polls - idle; n > 8 {
		t.Errorf("asked %d times for one event", n)
	}
	if len(r.drivers) != 1 || !r.drivers["me"] {
		t.Errorf("it was driven by %v", r.drivers)
	}
}

// What happened while the server was away is taken in once, page by page, though the server has forgotten how far it
// had told.
func TestNothingIsMissed(t *testing.T) {
	r := newRealm(t)
	g := r.guest(mara)
	h := g.open()
	r.tells("one")
	if got := g.tells(h, nil); !slices.Equal(got, []string{"one"}) {
		t.Fatalf("told %q", got)
	}
	r.down()
	g.until(remote.Seeking)
	var want []string
	for i := range 250 {
		want = append(want, strings.Repeat("x", i+1))
	}
	r.mu.Lock()
	r.told, r.cursor = append(r.told, want...), 0
	r.mu.Unlock()
	for len(g.woken) > 0 {
		<-g.woken
	}
	r.up()
	<-g.woken
	if got := g.tells(h, nil); !slices.Equal(got, want) {
		t.Errorf("told %d things, want %d", len(got), len(want))
	}
	r.tells("a", "b", "c", "d")
	v, err := h.Call(t.Context(), "say", play.Args{"text": "hm"})
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(v); !slices.Equal(got, []string{"a", "b", "c", "d", "You say: hm"}) {
		t.Errorf("with a deed it was told %q", got)
	}
	if got := g.tells(h, play.Args{"after": uint64(254)}); !slices.Equal(got, []string{"d", "You say: hm"}) {
		t.Errorf("behind a record it was told %q", got)
	}
}

// What stood in an answer that was lost is told all the same, though the server thinks that it was.
func TestALostAnswerLosesNothing(t *testing.T) {
	r := newRealm(t)
	g := r.guest(mara)
	r.tells("zero")
	h := g.open()
	r.tells("one", "two")
	r.mu.Lock()
	r.unheard = true
	r.mu.Unlock()
	if got := g.tells(h, nil); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("told %q", got)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.unheard {
		t.Error("no answer was lost")
	}
}

// A deed whose answer is lost with the server is done once, and its answer comes when the server is back, with what
// happened before it.
func TestDeedsAreDoneOnce(t *testing.T) {
	r := newRealm(t)
	g := r.guest(mara)
	r.tells("The wind turns.")
	h := g.open()
	r.tells("Ann coughs.")
	r.mu.Lock()
	r.deaf = true
	r.mu.Unlock()
	v, err := h.Call(t.Context(), "say", play.Args{"text": "Pie?"})
	if err != nil {
		t.Fatal(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Equal(r.done, []string{"Pie?"}) || !slices.Equal(texts(v), []string{"Ann coughs.", "You say: Pie?"}) {
		t.Errorf("done: %q, told %q", r.done, texts(v))
	}
}

// A token that is no longer taken ends that body, and a new one takes it up.
func TestRevoked(t *testing.T) {
	r := newRealm(t)
	g := r.guest(mara + "npc-hob mlk_b\n")
	until(t, "one drives and one is refused", func() bool {
		s := g.Statuses()
		return s[remote.Driving] == 1 && s[remote.Revoked] == 1
	})
	if got, _ := g.Census(t.Context()); !slices.Equal(got, []string{body}) {
		t.Errorf("driven: %q", got)
	}
	r.mu.Lock()
	r.denied = true
	r.mu.Unlock()
	r.tells("The wind turns.")
	until(t, "both are refused", func() bool { return g.Statuses()[remote.Revoked] == 2 })
	if _, err := g.Open(t.Context(), body, func(bool) {}); err == nil {
		t.Error("a body whose token is no good was opened")
	}
	r.mu.Lock()
	r.denied = false
	r.mu.Unlock()
	g.Hold(nil)
	g.Hold(tokens(t, mara))
	g.until(remote.Driving)
}

// Whoever finds another driver waits, and a token that is another body's drives nobody.
func TestBarred(t *testing.T) {
	r := newRealm(t)
	r.mu.Lock()
	r.barred = "Another program drives this body already."
	r.mu.Unlock()
	g := r.guest(mara)
	g.until(remote.Barred)
	other := r.guest("npc-hob mlk_a\n")
	other.until(remote.Barred)
	r.mu.Lock()
	r.barred = ""
	r.mu.Unlock()
	g.until(remote.Driving)
	if n := other.Statuses()[remote.Driving]; n != 0 {
		t.Error("a body was driven with the token of another")
	}
}

// Whoever leaves says so, that the body's own mind has it back.
func TestGoodbye(t *testing.T) {
	r := newRealm(t)
	g := r.guest(mara)
	g.open()
	g.leave()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.quits != 1 {
		t.Errorf("said goodbye %d times", r.quits)
	}
}

// A world that knows less than a mind has seen was restored to an earlier moment.
func TestRewound(t *testing.T) {
	r := newRealm(t)
	r.tells("one", "two", "three")
	g := r.guest(mara)
	h := g.open()
	if _, err := h.Call(t.Context(), "events", play.Args{"after": uint64(7)}); err == nil {
		t.Error("nothing is wrong with a record that never was")
	}
	if got := <-g.rewound; got != 3 {
		t.Errorf("back to %d, want 3", got)
	}
}
