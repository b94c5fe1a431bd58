package tablegame

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// The names of the calls.
const (
	ViewState = "view_game_state"
	GetTurn   = "get_turn"
	MakeMove  = "make_move"
	Taunt     = "taunt_player"
	Restart   = "restart_game"
	History   = "get_game_history"
)

// Spec describes a call to a client.
type Spec struct {
	Name, Title, Description string
	InputSchema              json.RawMessage
	Reads                    bool // changes nothing
}

// noArguments is the schema of the calls that take none.
const noArguments = `{"type":"object","properties":{},"required":[]}`

// Calls returns the six calls in their order. Names, descriptions and schemas are fixed, to the letter.
func Calls() []Spec {
	return []Spec{{
		Name: ViewState, Title: "View the Board", Reads: true, InputSchema: json.RawMessage(noArguments),
		Description: "View the current tic-tac-toe game state including board, players, turn, and status",
	}, {
		Name: GetTurn, Title: "Whose Turn It Is", Reads: true, InputSchema: json.RawMessage(noArguments),
		Description: "Get whose turn it is (X or O, human or AI)",
	}, {
		Name: MakeMove, Title: "Make a Move",
		Description: "Make a move on the tic-tac-toe board",
		InputSchema: json.RawMessage(`{"type":"object","properties":{` +
			`"row":{"type":"number","description":"Row index (0-2, top to bottom)","minimum":0,"maximum":2},` +
			`"col":{"type":"number","description":"Column index (0-2, left to right)","minimum":0,"maximum":2}},` +
			`"required":["row","col"]}`),
	}, {
		Name: Taunt, Title: "Taunt Your Opponent",
		Description: "Send a taunt or trash-talk message to the human player (displayed in UI)",
		InputSchema: json.RawMessage(`{"type":"object","properties":{` +
			`"message":{"type":"string","description":"The taunt message to display"}},"required":["message"]}`),
	}, {
		Name: Restart, Title: "Start Over", InputSchema: json.RawMessage(noArguments),
		Description: "Restart the game with a new board and random player assignment",
	}, {
		Name: History, Title: "Moves So Far", Reads: true, InputSchema: json.RawMessage(noArguments),
		Description: "Get the history of all moves made in the current game",
	}}
}

// Call is one call with its arguments.
type Call struct {
	Name     string
	Row, Col int    // of make_move
	Message  string // of taunt_player
}

// isCall reports whether a name is a call's.
func isCall(name string) bool {
	switch name {
	case ViewState, GetTurn, MakeMove, Taunt, Restart, History:
		return true
	}
	return false
}

// Read reads a call from its arguments, a JSON object or nothing. An unknown argument is passed over, as the schemas
// allow. The refusal says what is wrong with them.
func Read(name string, args json.RawMessage) (Call, *world.Refusal) {
	c := Call{Name: name}
	fields := map[string]json.RawMessage{}
	if text := strings.TrimSpace(string(args)); text != "" && text != "null" {
		if err := json.Unmarshal(args, &fields); err != nil {
			return c, badArguments("the arguments must be a JSON object")
		}
	}
	var errs []error
	switch name {
	case MakeMove:
		c.Row, errs = wholeNumber(fields, "row", errs)
		c.Col, errs = wholeNumber(fields, "col", errs)
	case Taunt:
		raw, there := fields["message"]
		var text *string
		switch err := json.Unmarshal(raw, &text); {
		case !there:
			errs = append(errs, errors.New("message is missing"))
		case err != nil || text == nil:
			errs = append(errs, errors.New("message must be a text"))
		case strings.TrimSpace(world.Clean(*text)) == "":
			errs = append(errs, errors.New("message is empty"))
		default:
			c.Message = world.Clean(*text)
		}
	}
	if len(errs) == 0 {
		return c, nil
	}
	parts := make([]string, len(errs))
	for i, err := range errs {
		parts[i] = err.Error()
	}
	return c, badArguments(strings.Join(parts, "; "))
}

func badArguments(text string) *world.Refusal {
	return &world.Refusal{Code: codeArguments, Text: text}
}

// wholeNumber reads a whole number; 1.0 and 1e0 are whole too. One that no board has is kept as one outside.
func wholeNumber(fields map[string]json.RawMessage, name string, errs []error) (int, []error) {
	raw, there := fields[name]
	if !there {
		return 0, append(errs, fmt.Errorf("%s is missing", name))
	}
	var n *float64
	if err := json.Unmarshal(raw, &n); err != nil || n == nil || *n != math.Trunc(*n) {
		return 0, append(errs, fmt.Errorf("%s must be a whole number from 0 to 2", name))
	}
	const outside = 1000
	return int(min(max(*n, -outside), outside)), errs
}
