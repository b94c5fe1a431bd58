package tablegame_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp/tablegame"
	"github.com/mudlark-mud/mudlark/world"
)

// board is a table of the house on which marks stand, written row by row: "XO.|X..|..." and so on.
func board(marks, turn, ai string) world.BoardReport {
	b := world.BoardReport{
		ID: "slate", GameID: "slate-1", Name: "slate", House: true, Rows: 3, Cols: 3, Turn: turn,
		Status: world.MatchPlaying, Seats: []world.BoardSeat{
			{Side: ai, Name: "AI", Kind: "ai"}, {Side: other(ai), Name: "Human", Kind: "human"},
		},
	}
	for _, mark := range strings.ReplaceAll(marks, "|", "") {
		if mark == '.' {
			mark = ' '
		}
		b.Cells = append(b.Cells, strings.TrimSpace(string(mark)))
	}
	return b
}

func other(side string) string {
	if side == "X" {
		return "O"
	}
	return "X"
}

func won(b world.BoardReport, side string) world.BoardReport {
	b.Status, b.Winner, b.Turn = world.MatchWon, side, ""
	return b
}

func moves(b world.BoardReport, list ...world.BoardMove) world.BoardReport {
	b.Moves = list
	return b
}

// The words of each call, to the letter. S4-07, S4-09, S4-13, S4-14, S4-15, S4-16.
func TestTexts(t *testing.T) {
	five := []world.BoardMove{
		{Side: "X", Row: 0, Col: 0}, {Side: "O", Row: 1, Col: 1}, {Side: "X", Row: 0, Col: 1},
		{Side: "O", Row: 2, Col: 2}, {Side: "X", Row: 0, Col: 2},
	}
	drawn := board("XOX|XOO|OXX", "", "O")
	drawn.Status = world.MatchDrawn
	for _, c := range []struct {
		name string
		o    tablegame.Outcome
		want string
	}{
		{"whose turn, mine", tablegame.Outcome{
			Call: tablegame.Call{Name: tablegame.GetTurn}, Board: board("X..|...|...", "O", "O"),
		},
			"Current turn: O (AI)\nIt's your turn to move!"},
		{"whose turn, theirs", tablegame.Outcome{
			Call: tablegame.Call{Name: tablegame.GetTurn}, Board: board("...|...|...", "X", "O"),
		},
			"Current turn: X (Human)\nWaiting for the human player to move."},
		{"whose turn, nobody's", tablegame.Outcome{
			Call: tablegame.Call{Name: tablegame.GetTurn}, Board: won(board("XXX|OO.|...", "", "O"), "X"),
		}, "The game is over.\nResult: X wins!"},
		{"a move", tablegame.Outcome{
			Call: tablegame.Call{Name: tablegame.MakeMove, Row: 1, Col: 1}, Board: board("XO.|XOO|...", "X", "O"),
		}, "Move successful!\nPlaced O at position (1, 1)\n\nBoard:\n  X | O |  \n -----------\n  X | O | O\n" +
			" -----------\n    |   |  \n\nStatus: In Progress\nNext turn: X (Human)"},
		{"a move that wins", tablegame.Outcome{
			Call: tablegame.Call{Name: tablegame.MakeMove, Row: 2, Col: 2}, Board: won(board("X.X|OOO|..X", "", "O"), "O"),
		}, "Move successful!\nPlaced O at position (2, 2)\n\nBoard:\n  X |   | X\n -----------\n  O | O | O\n" +
			" -----------\n    |   | X\n\nStatus: O wins!"},
		{"a taunt", tablegame.Outcome{
			Call:  tablegame.Call{Name: tablegame.Taunt, Message: "Is that the best you can do? My grandmother plays better!"},
			Board: board("...|...|...", "X", "O"),
		}, "Taunt sent to player: 'Is that the best you can do? My grandmother plays better!'"},
		{"a new game", tablegame.Outcome{
			Call: tablegame.Call{Name: tablegame.Restart}, Board: board("...|...|...", "X", "O"),
		},
			"Game restarted!\n\nNew game started.\nHuman player: X\nAI player: O\nFirst turn: X (Human)\n\n" +
				"Board:\n   |   |  \n -----------\n   |   |  \n -----------\n   |   |  "},
		{"the moves of a game that was won", tablegame.Outcome{
			Call: tablegame.Call{Name: tablegame.History}, Board: moves(won(board("XXX|.O.|..O", "", "O"), "X"), five...),
		}, "Game History:\n1. X moved to (0, 0)\n2. O moved to (1, 1)\n3. X moved to (0, 1)\n" +
			"4. O moved to (2, 2)\n5. X moved to (0, 2)\n\nResult: X wins!"},
		{"the moves of a game that was drawn", tablegame.Outcome{
			Call: tablegame.Call{Name: tablegame.History}, Board: moves(drawn, five[0]),
		}, "Game History:\n1. X moved to (0, 0)\n\nResult: It's a draw!"},
		{"no moves", tablegame.Outcome{Call: tablegame.Call{Name: tablegame.History}, Board: board("...|...|...", "X", "O")},
			"Game History:\nNo moves yet.\n\nStatus: In Progress"},
		{"the board", tablegame.Outcome{
			Call: tablegame.Call{Name: tablegame.ViewState}, Board: board("X..|.O.|...", "X", "O"),
		},
			"Board:\n X |   |  \n -----------\n   | O |  \n -----------\n   |   |  \n\nStatus: In Progress\n" +
				"Current turn: X (Human)\nHuman player: X\nAI player: O"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.o.Text(); got != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// S4-06: the state's keys and values, to the letter, with where moves and taunts came from (S4-32).
func TestState(t *testing.T) {
	b := moves(board("XO.|X.O|...", "X", "O"), world.BoardMove{Side: "X", Source: world.SourceTerminal},
		world.BoardMove{Side: "O", Col: 1, Source: world.SourceMCP})
	b.Taunts = []world.BoardTaunt{{By: "AI", Side: "O", Text: "Too easy!\x1b[2J", Source: world.SourceMCP}}
	got := encoded(t, tablegame.Outcome{Call: tablegame.Call{Name: tablegame.ViewState}, Board: b}.Keys())
	want := `{"id":"slate-1","board":[[{"Occupied":"X"},{"Occupied":"O"},"Empty"],` +
		`[{"Occupied":"X"},"Empty",{"Occupied":"O"}],["Empty","Empty","Empty"]],"currentTurn":"X",` +
		`"humanPlayer":"X","aiPlayer":"O","status":"InProgress","moveHistory":[` +
		`{"player":"X","row":0,"col":0,"source":"terminal"},{"player":"O","row":0,"col":1,"source":"mcp"}],` +
		`"taunts":[{"message":"Too easy![2J","player":"O","by":"table-guest","source":"mcp"}],"table":"slate"}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for status, b := range map[string]world.BoardReport{
		"Won_X": won(board("XXX|OO.|...", "", "O"), "X"), "Won_O": won(board("OOO|XX.|X..", "", "O"), "O"),
	} {
		if got := (tablegame.Outcome{Board: b}).State().Status; got != status {
			t.Errorf("status = %q, want %q", got, status)
		}
	}
}

// S4-07, S4-10: what the other calls answer as objects.
func TestKeys(t *testing.T) {
	b := board("...|.O.|...", "X", "O")
	for name, want := range map[string]string{
		tablegame.GetTurn: `{"currentTurn":"X","isHumanTurn":true,"isAiTurn":false}`,
		tablegame.MakeMove: `{"success":true,"message":"Move made successfully","gameState":{"id":"slate-1",` +
			`"board":[["Empty","Empty","Empty"],["Empty",{"Occupied":"O"},"Empty"],["Empty","Empty","Empty"]],` +
			`"currentTurn":"X","humanPlayer":"X","aiPlayer":"O","status":"InProgress","moveHistory":[],"taunts":[],` +
			`"table":"slate"}}`,
		tablegame.Taunt:   `{"success":true,"message":"Taunt sent successfully"}`,
		tablegame.History: `{"moves":[],"status":"InProgress"}`,
	} {
		if got := encoded(t, tablegame.Outcome{Call: tablegame.Call{Name: name}, Board: b}.Keys()); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, want)
		}
	}
	over := tablegame.Outcome{
		Call:  tablegame.Call{Name: tablegame.GetTurn},
		Board: won(board("XXX|OO.|...", "", "O"), "X"),
	}
	if got, want := encoded(t, over.Keys()), `{"currentTurn":"X","isHumanTurn":false,"isAiTurn":false}`; got != want {
		t.Errorf("when it is over: got %s, want %s", got, want)
	}
}

// S4-11, S4-20, S4-21, S4-22: each error by its name, in the text and as a code, in the one format that errors have.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		err        error
		code, text string
	}{
		{&world.Refusal{Code: world.CodeCellOccupied}, "CellOccupied", "Error: Cell already occupied"},
		{&world.Refusal{Code: world.CodeOutOfBounds}, "OutOfBounds", "Error: OutOfBounds: row and col must be 0, 1 or 2"},
		{&world.Refusal{Code: world.CodeNotYourTurn}, "NotYourTurn",
			"Error: NotYourTurn: the other side moves; get_turn says when it is your turn"},
		{&world.Refusal{Code: world.CodeGameNotFound, Text: "No table."}, "GameNotFound", "Error: GameNotFound: No table."},
		{&world.Refusal{Code: world.CodeGameOver}, "GameOver",
			"Error: GameOver: the game is finished; restart_game begins another"},
		{&world.Refusal{Code: "sleepy", Text: "You are asleep."}, "Refused", "Error: You are asleep."},
		{errors.New("disk full at /var/lib"), "Unavailable",
			"Error: Unavailable: the world did not answer; look at the board before you try again"},
	} {
		t.Run(c.code, func(t *testing.T) {
			o := tablegame.Outcome{Call: tablegame.Call{Name: tablegame.MakeMove}, Err: c.err}
			if got := o.Text(); got != c.text {
				t.Errorf("text = %q, want %q", got, c.text)
			}
			want := `{"success":false,"code":"` + c.code + `","message":"` + strings.TrimPrefix(c.text, "Error: ") + `"}`
			if got := encoded(t, o.Keys()); got != want {
				t.Errorf("as a tool's structure: %s, want %s", got, want)
			}
			var bare struct {
				Content []struct{ Type, Text string }
				IsError bool
				Success *bool
				Code    string
			}
			if err := json.Unmarshal([]byte(encoded(t, o.Bare())), &bare); err != nil {
				t.Fatal(err)
			}
			if len(bare.Content) != 1 || bare.Content[0].Text != c.text || bare.Content[0].Type != "text" || !bare.IsError {
				t.Errorf("as a bare method: %+v", bare)
			}
			if bare.Success == nil || *bare.Success || bare.Code != c.code {
				t.Errorf("as a bare method: %+v, want the code %s", bare, c.code)
			}
		})
	}
}

// S4-08, R7: row and col are whole numbers and both are needed.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, args string
		want       tablegame.Call
		isGood     bool
	}{
		{tablegame.MakeMove, `{"row":1,"col":2}`, tablegame.Call{Name: tablegame.MakeMove, Row: 1, Col: 2}, true},
		{
			tablegame.MakeMove, `{"row":1.0,"col":2e0,"comment":"x"}`,
			tablegame.Call{Name: tablegame.MakeMove, Row: 1, Col: 2}, true,
		},
		{tablegame.MakeMove, `{"row":5,"col":-5}`, tablegame.Call{Name: tablegame.MakeMove, Row: 5, Col: -5}, true},
		{tablegame.MakeMove, `{"row":1e30,"col":0}`, tablegame.Call{Name: tablegame.MakeMove, Row: 1000}, true},
		{tablegame.MakeMove, `{"row":1.5,"col":0}`, tablegame.Call{}, false},
		{tablegame.MakeMove, `{"row":"1","col":0}`, tablegame.Call{}, false},
		{tablegame.MakeMove, `{"row":null,"col":0}`, tablegame.Call{}, false},
		{tablegame.MakeMove, `{"row":true,"col":0}`, tablegame.Call{}, false},
		{tablegame.MakeMove, `{"row":1}`, tablegame.Call{}, false},
		{tablegame.MakeMove, ``, tablegame.Call{}, false},
		{tablegame.MakeMove, `[1,2]`, tablegame.Call{}, false},
		{tablegame.Taunt, `{"message":"Ha\u0007!"}`, tablegame.Call{Name: tablegame.Taunt, Message: "Ha!"}, true},
		{tablegame.Taunt, `{"message":"  "}`, tablegame.Call{}, false},
		{tablegame.Taunt, `{"message":7}`, tablegame.Call{}, false},
		{tablegame.Taunt, `{"message":null}`, tablegame.Call{}, false},
		{tablegame.Taunt, `{}`, tablegame.Call{}, false},
		{tablegame.ViewState, ``, tablegame.Call{Name: tablegame.ViewState}, true},
		{tablegame.ViewState, `null`, tablegame.Call{Name: tablegame.ViewState}, true},
		{tablegame.GetTurn, `{"anything":1}`, tablegame.Call{Name: tablegame.GetTurn}, true},
	} {
		t.Run(c.name+c.args, func(t *testing.T) {
			got, no := tablegame.Read(c.name, json.RawMessage(c.args))
			if (no == nil) != c.isGood || c.isGood && got != c.want {
				t.Errorf("got %+v %v, want %+v", got, no, c.want)
			}
			if no != nil {
				f := tablegame.FaultOf(no)
				if f.Code != tablegame.CodeInvalidArguments || !strings.HasPrefix(f.Text, "InvalidArguments: ") {
					t.Errorf("it is refused as %+v", f)
				}
			}
		})
	}
}

// S4-04: names, descriptions and schemas are fixed, to the letter.
func TestCalls(t *testing.T) {
	want := []string{
		`view_game_state|View the current tic-tac-toe game state including board, players, turn, and status|` +
			`{"type":"object","properties":{},"required":[]}`,
		`get_turn|Get whose turn it is (X or O, human or AI)|{"type":"object","properties":{},"required":[]}`,
		`make_move|Make a move on the tic-tac-toe board|{"type":"object","properties":{"row":{"type":"number",` +
			`"description":"Row index (0-2, top to bottom)","minimum":0,"maximum":2},"col":{"type":"number",` +
			`"description":"Column index (0-2, left to right)","minimum":0,"maximum":2}},"required":["row","col"]}`,
		`taunt_player|Send a taunt or trash-talk message to the human player (displayed in UI)|{"type":"object",` +
			`"properties":{"message":{"type":"string","description":"The taunt message to display"}},` +
			`"required":["message"]}`,
		`restart_game|Restart the game with a new board and random player assignment|` +
			`{"type":"object","properties":{},"required":[]}`,
		`get_game_history|Get the history of all moves made in the current game|` +
			`{"type":"object","properties":{},"required":[]}`,
	}
	for i, c := range tablegame.Calls() {
		if got := c.Name + "|" + c.Description + "|" + string(c.InputSchema); got != want[i] {
			t.Errorf("got  %s\nwant %s", got, want[i])
		}
	}
}
