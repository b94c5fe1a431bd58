package tablegame_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp/tablegame"
	"github.com/mudlark-mud/mudlark/world"
)

// A whole game: the AI by bare methods and tools, the human over REST, and a reader of the stream who is told each
// change. S4-05, S4-06, S4-10, S4-16, S4-17, S4-25, S4-31, S4-32.
func TestGame(t *testing.T) {
	n := newSnug(t, nil)
	events := n.events()
	if got := next(t, events); !strings.HasPrefix(got, `data: {"id":"slate-1"`) {
		t.Fatalf("a stream begins with %q, want the game as it is", got)
	}
	human := func(row, col int) {
		t.Helper()
		status, body := n.ask(http.MethodPost, "/api/game/move", fmt.Sprintf(`{"row":%d,"col":%d}`, row, col))
		want := fmt.Sprintf(`"row":%d,"col":%d,"source":"terminal"}`, row, col)
		if status != http.StatusOK || !strings.Contains(body, want) {
			t.Fatalf("the human's move: %d %s", status, body)
		}
		if got := next(t, events); !strings.Contains(got, want) {
			t.Fatalf("the stream told %s, want the human's move", got)
		}
	}
	agent := func(row, col int) string {
		t.Helper()
		out := n.call(tablegame.MakeMove, fmt.Sprintf(`{"row":%d,"col":%d}`, row, col))
		if want := `{"success":true,"message":"Move made successfully","gameState":{`; !strings.HasPrefix(out, want) {
			t.Fatalf("the agent's move: %s", out)
		}
		if got := next(t, events); !strings.Contains(got, fmt.Sprintf(`"row":%d,"col":%d,"source":"mcp"}`, row, col)) {
			t.Fatalf("the stream told %s, want the agent's move", got)
		}
		return out
	}
	agent(1, 1)
	human(0, 0)
	agent(0, 1)
	human(0, 2)
	if got := n.call(tablegame.GetTurn, `{}`); got != `{"currentTurn":"X","isHumanTurn":false,"isAiTurn":true}` {
		t.Errorf("get_turn = %s", got)
	}
	if got := agent(2, 1); !strings.Contains(got, `"status":"Won_X"`) ||
		!strings.Contains(got, `"winningLine":[[0,1],[1,1],[2,1]]`) {
		t.Errorf("after the last move: %s", got)
	}
	if got := n.call(tablegame.History, `{}`); strings.Count(got, `"player"`) != 5 || !strings.Contains(got, `"Won_X"`) {
		t.Errorf("get_game_history = %s", got)
	}
	if status, body := n.ask(http.MethodPost, "/api/game/move", `{"row":2,"col":2}`); status != http.StatusBadRequest ||
		!strings.Contains(body, `"code":"GameOver"`) {
		t.Errorf("a move after the end: %d %s", status, body)
	}
	status, body := n.ask(http.MethodPost, "/api/game/new", "")
	if status != http.StatusOK || !strings.Contains(body, `{"id":"slate-2"`) {
		t.Errorf("a new game: %d %s", status, body)
	}
	if got := next(t, events); !strings.Contains(got, `"id":"slate-2"`) {
		t.Errorf("the stream told %s, want a new game", got)
	}
	n.close()
	if got := next(t, events); got != "" {
		t.Errorf("a closed door still tells %q", got)
	}
}

// S4-13: a new game has a fresh board and sides by dice; over some games the AI is now X and now O.
func TestRestart(t *testing.T) {
	n := newSnug(t, nil)
	seen := map[string]bool{}
	for range 20 {
		var out struct {
			Success bool
			State   tablegame.State `json:"gameState"`
		}
		// Cells write themselves and are not read back.
		text := strings.ReplaceAll(n.call(tablegame.Restart, `{}`), `"Empty"`, `""`)
		if err := json.Unmarshal([]byte(text), &out); err != nil || !out.Success || len(out.State.Moves) != 0 {
			t.Fatalf("restart_game = %s %v", text, err)
		}
		seen[out.State.AI] = true
	}
	if !seen["X"] || !seen["O"] {
		t.Errorf("the AI was only ever %v", seen)
	}
}

// S4-20: each rung of the ladder of errors: what is no JSON, no message, no tool, no argument, no turn and no move.
func TestLadder(t *testing.T) {
	n := newSnug(t, nil)
	post := func(body string) (int, string) { return n.ask(http.MethodPost, "/mcp", body) }
	tool := func(name, args string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, name, args)
	}
	n.call(tablegame.MakeMove, `{"row":1,"col":1}`)
	for _, c := range []struct {
		name, body string
		status     int
		want       string
	}{
		{"no JSON", `{"jsonrpc":"2.0",`, 400, `"code":-32700`},
		{"two readings", `{"jsonrpc":"2.0","id":1,"method":"get_turn","method":"make_move"}`, 400, `"code":-32700`},
		{"nothing", ``, 400, `"code":-32600`},
		{"a batch", `[]`, 400, `"code":-32600`},
		{"no method", `{"jsonrpc":"2.0","id":1}`, 400, `"code":-32600`},
		{"no id", `{"jsonrpc":"2.0","method":"restart_game"}`, 400, `"code":-32600`},
		{"a long id", `{"jsonrpc":"2.0","id":"` + strings.Repeat("x", 300) + `","method":"get_turn"}`, 400, `"code":-32600`},
		{"no such method", `{"jsonrpc":"2.0","id":1,"method":"dance"}`, 401, `"code":-32601`},
		{"a method that needs a token", `{"jsonrpc":"2.0","id":1,"method":"resources/list"}`, 401, `"code":-32601`},
		{"no such tool", tool("dance", `{}`), 401, `{"jsonrpc":"2.0","id":7,"error":{"code":-32602`},
		{"a tool that needs a token", tool("look", `{}`), 401, `"code":-32602`},
		{"no tool", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{}}`, 200, `"code":-32602`},
		{"arguments missing", tool("make_move", `{"row":1}`), 200, `"code":"InvalidArguments"`},
		{"a fraction", tool("make_move", `{"row":1.5,"col":0}`), 200, `Error: InvalidArguments: row must be a whole number`},
		{"outside", tool("make_move", `{"row":5,"col":5}`), 200, `Error: OutOfBounds`},
		{"not my turn", tool("make_move", `{"row":0,"col":0}`), 200, `Error: NotYourTurn`},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, body := post(c.body)
			if status != c.status || !strings.Contains(body, c.want) {
				t.Errorf("got %d %s, want %d with %s", status, body, c.status, c.want)
			}
		})
	}
	if status, body := n.ask(http.MethodPost, "/api/game/move", `{"row":0,"col":0}`); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	// S4-11, S4-22: to the letter.
	_, body := post(tool("make_move", `{"row":1,"col":1}`))
	want := `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"Error: Cell already occupied"}],` +
		`"isError":true,"structuredContent":{"success":false,"code":"CellOccupied","message":"Cell already occupied"}}}`
	if body != want {
		t.Errorf("got  %s\nwant %s", body, want)
	}
}

// A caller without a token may send several messages in a list, as the revision has it that answers a client which
// names none. Each is answered by itself, in its place.
func TestListOfMessages(t *testing.T) {
	n := newSnug(t, nil)
	status, body := n.ask(http.MethodPost, "/mcp", `[{"jsonrpc":"2.0","id":"a","method":"tools/list"},`+
		`{"jsonrpc":"2.0","method":"notifications/initialized"},`+
		`{"jsonrpc":"2.0","id":1763876432123456789,"method":"get_turn"},{"jsonrpc":"2.0","id":3,"method":"dance"},7]`)
	var answers []struct {
		ID     json.RawMessage
		Result json.RawMessage
		Error  struct{ Code int }
	}
	if err := json.Unmarshal([]byte(body), &answers); err != nil || status != http.StatusOK {
		t.Fatalf("%d %v %s", status, err, body)
	}
	want := []struct {
		id   string
		code int
	}{{`"a"`, 0}, {`1763876432123456789`, 0}, {`3`, -32601}, {`null`, -32600}}
	if len(answers) != len(want) {
		t.Fatalf("%d answers: %s", len(answers), body)
	}
	for i, w := range want {
		if a := answers[i]; string(a.ID) != w.id || a.Error.Code != w.code || (len(a.Result) > 0) != (w.code == 0) {
			t.Errorf("answer %d: %s %d, want %s %d", i, a.ID, a.Error.Code, w.id, w.code)
		}
	}
	for text, status := range map[string]int{
		`[{"jsonrpc":"2.0","method":"notifications/initialized"}]`:                       http.StatusAccepted,
		`[` + strings.Repeat(`{"jsonrpc":"2.0","id":1,"method":"get_turn"},`, 16) + `7]`: http.StatusBadRequest,
	} {
		if got, body := n.ask(http.MethodPost, "/mcp", text); got != status {
			t.Errorf("%.80s: %d %s, want %d", text, got, body, status)
		}
	}
}

// S4-03, S4-04, S4-29: the handshake without anything that the calls' own documents do not send.
func TestHandshake(t *testing.T) {
	n := newSnug(t, nil)
	initialize := func(params string) string {
		_, body := n.ask(http.MethodPost, "/mcp", `{"jsonrpc":"2.0","method":"initialize","params":`+params+`,"id":1}`)
		return body
	}
	for params, want := range map[string]string{
		`{}`:                               `"protocolVersion":"2025-03-26"`,
		`{"protocolVersion":"2025-06-18"}`: `"protocolVersion":"2025-06-18"`,
		`{"protocolVersion":"2026-07-28"}`: `"protocolVersion":"2025-03-26"`, // it has no handshake
		`{"protocolVersion":7}`:            `"protocolVersion":"2025-03-26"`,
	} {
		if got := initialize(params); !strings.Contains(got, want) || !strings.Contains(got, `"capabilities":{"tools":{}}`) {
			t.Errorf("initialize %s = %s, want %s", params, got, want)
		}
	}
	second := `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	if status, body := n.ask(http.MethodPost, "/mcp", second); status != http.StatusAccepted {
		t.Errorf("the second half of the handshake: %d %s", status, body)
	}
	_, body := n.ask(http.MethodPost, "/mcp", `{"jsonrpc":"2.0","method":"tools/list","params":{},"id":2}`)
	var list struct {
		Result struct{ Tools []struct{ Name string } }
	}
	if err := json.Unmarshal([]byte(body), &list); err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for _, tool := range list.Result.Tools {
		got = append(got, tool.Name)
	}
	want := []string{"view_game_state", "get_turn", "make_move", "taunt_player", "restart_game", "get_game_history"}
	if !slices.Equal(got, want) {
		t.Errorf("tools = %v, want %v", got, want)
	}
}

// S4-12: taunts are judged before they are written where others read them, and then rated.
func TestTaunts(t *testing.T) {
	n := newSnug(t, nil)
	for _, text := range []string{
		"blast you", "BLAST", "b1a5t it", "bbllaasstt", "b l a s t", "b.l.a.s.t", "blasts", "bl@st!",
		"see https://evil.example", "WWW.evil.example",
	} {
		if got := n.call(tablegame.Taunt, encodedJSON(t, text)); !strings.Contains(got, `"code":"Moderated"`) {
			t.Errorf("%q: %s, want it refused", text, got)
		}
	}
	honest := encodedJSON(t, "A blasted heath, and so is your game!\u001b[2J")
	if got := n.call(tablegame.Taunt, honest); !strings.Contains(got, `"success":true`) {
		t.Errorf("an honest taunt: %s", got)
	}
	if got := n.call(tablegame.Taunt, encodedJSON(t, "And another!")); !strings.Contains(got, `"code":"TooFast"`) {
		t.Errorf("a second taunt at once: %s, want it refused", got)
	}
	if status, body := n.ask(http.MethodPost, "/api/game/taunt", `{"message":"Ha!"}`); status != http.StatusOK {
		t.Errorf("the other chair's taunt: %d %s", status, body)
	}
	status, body := n.ask(http.MethodGet, "/api/game", "")
	want := `"taunts":[{"message":"A blasted heath, and so is your game![2J","player":"X","by":"table-guest",` +
		`"source":"mcp"},{"message":"Ha!","player":"O","by":"table-guest","source":"terminal"}]`
	if status != http.StatusOK || !strings.Contains(body, want) {
		t.Errorf("got %s, want %s", body, want)
	}
}

func encodedJSON(t *testing.T, message string) string {
	t.Helper()
	b, err := json.Marshal(map[string]string{"message": message})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// What callers without a token may take: a body's size, requests a second, and streams, each by address and in all.
func TestBounds(t *testing.T) {
	n := newSnug(t, nil)
	large := `{"jsonrpc":"2.0","id":1,"method":"get_turn","params":{"x":"` + strings.Repeat(
		"x",
		tablegame.BodyBytesMax,
	) + `"}}`
	for _, path := range []string{"/mcp", "/api/game/move"} {
		if status, _ := n.ask(http.MethodPost, path, large); status != http.StatusRequestEntityTooLarge {
			t.Errorf("a large body to %s: %d, want 413", path, status)
		}
	}
	for range tablegame.StreamsPerAddressMax {
		next(t, n.events())
	}
	if status, body := n.ask(http.MethodGet, "/api/events", ""); status != http.StatusTooManyRequests {
		t.Errorf("one stream more: %d %s, want 429", status, body)
	}
	from := func(peer string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "http://localhost/api/game", nil)
		r.RemoteAddr = peer
		w := httptest.NewRecorder()
		n.handler.ServeHTTP(w, r)
		return w
	}
	last := from("127.0.0.9:1")
	for range tablegame.RequestsBurst + 10 {
		last = from("127.0.0.9:1")
	}
	if last.Code != http.StatusTooManyRequests || last.Header().Get("Retry-After") == "" {
		t.Errorf("after a burst: %d with Retry-After %q, want 429", last.Code, last.Header().Get("Retry-After"))
	}
	if w := from("127.0.0.10:1"); w.Code != http.StatusOK {
		t.Errorf("another address meanwhile: %d, want 200", w.Code)
	}
	_, refused := n.door.Stats()
	for _, why := range []string{"open_body", "open_streams", "open_rate"} {
		if refused[why] == 0 {
			t.Errorf("nobody was counted as refused for %s: %v", why, refused)
		}
	}
	refusals := 0
	for i := range tablegame.AllBurst + 100 {
		if from(fmt.Sprintf("127.1.%d.1:1", i%250)).Code == http.StatusTooManyRequests {
			refusals++
		}
	}
	if refusals == 0 {
		t.Error("many addresses together are bounded by nothing")
	}
}

// A world without a table of the house says so.
func TestNoTable(t *testing.T) {
	n := newSnug(t, func(c *tablegame.Config) { c.World = bare{c.World} })
	if got := n.call(tablegame.ViewState, `{}`); !strings.Contains(got, `"code":"GameNotFound"`) {
		t.Errorf("view_game_state = %s, want GameNotFound", got)
	}
	if status, _ := n.ask(http.MethodGet, "/api/game", ""); status != http.StatusNotFound {
		t.Errorf("/api/game: %d, want 404", status)
	}
	if status, body := n.ask(http.MethodGet, "/health", ""); status != http.StatusOK || body != "OK" {
		t.Errorf("/health: %d %s, want 200 OK", status, body)
	}
}

// OWNERS D3: who reads slowly goes on with the newest state of the game, and the reader beside it is told everything;
// all streams go when the door is shut.
func TestStreamsEnd(t *testing.T) {
	n := newSnug(t, nil)
	events := n.events()
	next(t, events)
	waiting := n.door.Behind()
	const deals = 100
	last := ""
	for range deals {
		n.do(world.Via{Kind: world.ViaTable}, world.HouseDeal{Board: "slate"})
		if last = next(t, events); !strings.Contains(last, `"id":"slate-`) {
			t.Fatalf("the reader beside it is told %q, want a new game", last)
		}
	}
	if got := waiting(); len(got) != 1 || "data: "+got[0] != last {
		t.Errorf("for who is %d states behind waits %q, want the newest alone, %q", deals, got, last)
	}
	n.door.HangUp()
	if got := next(t, events); got != "" {
		t.Errorf("after the door was shut a stream tells %s", got)
	}
}
