package tablegame_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/tablegame"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// inn is a world of two rooms with a table in each, and agents of Ann, Bob, Cid and Dot.
type inn struct {
	t     *testing.T
	loop  *loop.Loop
	tools map[string]mcp.Tool
}

// empty is a hub without keyboards.
type empty struct{}

func (empty) AtKeyboard(world.ActorID) bool { return false }
func (empty) AgentCame(world.ActorID)       {}
func (empty) AgentGone(world.ActorID) bool  { return true }
func (empty) AtDesk([]world.ActorID) bool   { return false }
func (empty) Watched(world.GrantID) bool    { return false }
func (empty) Did(world.GrantID, string, string) {
}

func newInn(t *testing.T) *inn {
	t.Helper()
	n := &inn{t: t, tools: map[string]mcp.Tool{}}
	n.loop = loop.New(loop.NewMachine(world.New(7), loop.MachineOptions{}), journal.NewMemory(), loop.Options{})
	ctx, stop := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := n.loop.Run(ctx); err != nil {
			t.Errorf("loop: %v", err)
		}
	})
	t.Cleanup(func() { stop(); wg.Wait() })
	host := world.Via{Kind: world.ViaHost}
	n.do(world.Input{Via: host, Action: world.Start{Build: "test", Seed: 7}})
	n.do(world.Input{Via: host, Action: world.ApplyPack{Pack: world.Pack{
		ID: "inn", Name: "Inn", Start: "bar", Hash: "1",
		Rooms: []world.RoomSpec{
			{ID: "bar", Zone: "inn", Name: "Bar", Desc: "Smoke.", Exits: []world.ExitSpec{{Dir: world.North, To: "loft"}}},
			{ID: "loft", Zone: "inn", Name: "Loft", Desc: "Dust.", Exits: []world.ExitSpec{{Dir: world.South, To: "bar"}}},
		},
		Tables: []world.TableSpec{
			{ID: "oak", Name: "oak table", Room: "bar", Game: "noughts"},
			{ID: "elm", Name: "elm table", Room: "loft", Game: "noughts"},
		},
		Help: []world.HelpSpec{{ID: "newbie", Text: "Look about."}},
	}}})
	for _, name := range []string{"Ann", "Bob", "Cid", "Dot"} {
		id := world.ActorID("pc-" + strings.ToLower(name))
		n.do(world.Input{Via: host, Action: world.Create{Account: world.AccountID("a-" + string(id)), Name: name,
			Role: world.RolePlayer}})
		keyboard := world.Via{Kind: world.ViaKeyboard}
		n.do(world.Input{Actor: id, Via: keyboard, Action: world.Enter{}})
		n.do(world.Input{Actor: id, Via: keyboard, Action: world.MintGrant{
			Grant: world.GrantID("g-" + string(id)), Label: "x",
		}})
		n.do(world.Input{Actor: id, Via: keyboard, Action: world.Depart{}})
	}
	verbs := verb.New()
	g, err := game.New(game.Config{
		World: n.loop, Table: verbs, Presence: empty{}, Log: slog.New(slog.DiscardHandler), More: tablegame.Tools(verbs),
	})
	if err != nil {
		t.Fatal(err)
	}
	catalogue := g.Catalogue()
	if err := catalogue.Check(); err != nil {
		t.Fatal(err)
	}
	for _, tool := range catalogue.Tools {
		n.tools[tool.Name] = tool
	}
	return n
}

func (n *inn) do(in world.Input) {
	n.t.Helper()
	r, err := n.loop.Do(context.Background(), func(*world.State, world.Time) loop.Step { return loop.Step{Input: &in} })
	if err != nil || r.Refusal != nil {
		n.t.Fatalf("%T: %v %v", in.Action, err, r.Refusal)
	}
}

// call calls a tool for an agent and returns the first text and the structure.
func (n *inn) call(name, tool, args string) (text, keys string) {
	n.t.Helper()
	id := "pc-" + strings.ToLower(name)
	p := mcp.Principal{
		ID: "g-" + id, Actor: world.ActorID(id), Grant: world.GrantID("g-" + id), Role: world.RolePlayer,
	}
	out := n.tools[tool].Handler(context.Background(), p, json.RawMessage(args))
	if out.Fault != nil || len(out.Text) == 0 {
		n.t.Fatalf("%s: %v", tool, out.Fault)
	}
	b, err := json.Marshal(out.Structured)
	if err != nil {
		n.t.Fatal(err)
	}
	if isError := strings.HasPrefix(out.Text[0], "Error: "); isError != out.IsError {
		n.t.Errorf("%s answers %q with isError %v", tool, out.Text[0], out.IsError)
	}
	return out.Text[0], string(b)
}

// type types a line for an agent.
func (n *inn) line(name, line string) {
	n.t.Helper()
	if text, _ := n.call(name, "command", `{"line":"`+line+`"}`); strings.HasPrefix(text, "Error") {
		n.t.Fatalf("%s types %s: %s", name, line, text)
	}
}

// Two games at two tables: each token acts at the table of its own body, on its own side, which is the AI's for it.
// S4-05, S4-06, S4-07, S4-09, S4-11, S4-12, S4-21, S4-22, S4-30, R6, R15.
func TestTokensPlay(t *testing.T) {
	n := newInn(t)
	for _, c := range tablegame.Calls() {
		if !n.tools[c.Name].Bare {
			t.Errorf("%s is no method that can be called without a session", c.Name)
		}
	}
	if text, _ := n.call("Ann", tablegame.ViewState, `{}`); !strings.HasPrefix(text, "Error: GameNotFound: ") {
		t.Errorf("before a game: %q, want GameNotFound", text)
	}
	n.line("Ann", "sit oak")
	n.line("Bob", "sit oak")
	for _, name := range []string{"Cid", "Dot"} {
		n.line(name, "north")
		n.line(name, "sit elm")
	}
	text, _ := n.call("Ann", tablegame.GetTurn, `{}`)
	first, second := "Ann", "Bob"
	if strings.HasSuffix(text, "Waiting for the human player to move.") {
		first, second = second, first
	} else if !strings.HasSuffix(text, "(AI)\nIt's your turn to move!") {
		t.Fatalf("get_turn = %q", text)
	}
	for _, c := range []struct{ who, tool, args, text string }{
		{second, tablegame.MakeMove, `{"row":0,"col":0}`, "Error: NotYourTurn: "},
		{first, tablegame.MakeMove, `{"row":3,"col":0}`, "Error: OutOfBounds: "},
		{first, tablegame.MakeMove, `{"row":1}`, "Error: InvalidArguments: "},
		{first, tablegame.MakeMove, `{"row":1,"col":1}`, "Move successful!\nPlaced X at position (1, 1)\n\nBoard:\n    |"},
		{second, tablegame.MakeMove, `{"row":1,"col":1}`, "Error: Cell already occupied"},
		{second, tablegame.MakeMove, `{"row":0,"col":0}`, "Move successful!\nPlaced O at position (0, 0)\n"},
		{first, tablegame.Taunt, `{"message":"Nice try!"}`, "Taunt sent to player: 'Nice try!'"},
		{first, tablegame.Restart, `{}`, "You ask for a new game."},
		{second, tablegame.History, `{}`, "Game History:\n1. X moved to (1, 1)\n2. O moved to (0, 0)\n\nStatus: In Progress"},
		{"Cid", tablegame.History, `{}`, "Game History:\nNo moves yet.\n"},
		{second, tablegame.Restart, `{}`, "Game restarted!\n\nNew game started.\nHuman player: "},
		{second, tablegame.History, `{}`, "Game History:\nNo moves yet.\n"},
	} {
		if text, keys := n.call(c.who, c.tool, c.args); !strings.HasPrefix(text, c.text) {
			t.Errorf("%s %s %s = %q %s, want %q", c.who, c.tool, c.args, text, keys, c.text)
		}
	}
	_, keys := n.call("Ann", tablegame.ViewState, `{}`)
	var both struct {
		AI, Human string
		Table     string
		Board     [][]any
		Actions   []any
		Cursor    *uint64
		Events    []any
	}
	if err := json.Unmarshal([]byte(keys), &both); err != nil {
		t.Fatal(err)
	}
	isBeside := both.Cursor != nil && both.Actions != nil && both.Events != nil
	if both.Table != "oak table" || len(both.Board) != 3 || !isBeside {
		t.Errorf("the game's keys do not stand beside those of every result: %s", keys)
	}
}

// An owner's list of verbs reaches the calls that go with them, and no others (S0-03).
func TestCallsFor(t *testing.T) {
	for _, c := range []struct {
		verbs []string
		want  []string
	}{
		{nil, nil},
		{[]string{"say", "sit"}, nil},
		{[]string{"place"}, []string{tablegame.MakeMove}},
		{[]string{"look", "rematch", "taunt"}, []string{
			tablegame.ViewState, tablegame.GetTurn, tablegame.Taunt, tablegame.Restart, tablegame.History,
		}},
	} {
		if got := tablegame.CallsFor(c.verbs); !slices.Equal(got, c.want) {
			t.Errorf("%v: got %v, want %v", c.verbs, got, c.want)
		}
	}
}
