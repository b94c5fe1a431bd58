package tablegame

import (
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Outcome is what came of a call: how the table looks then, or why it came to nothing.
type Outcome struct {
	Call  Call
	Board world.BoardReport
	Seq   uint64 // of the last record that Board shows
	Asked bool   // a new game was asked for, which the other side has to want too
	Err   error  // a *world.Refusal, or why the world did not answer
}

// askedText answers a caller whose opponent is a person: nobody ends another's game alone.
const askedText = "You ask for a new game. It begins when your opponent asks for one too, or sits down."

// fault returns why the call came to nothing, and false if it did not.
func (o Outcome) fault() (Fault, bool) {
	if o.Err == nil {
		return Fault{}, false
	}
	return FaultOf(o.Err), true
}

// State shows the game to whoever made the call.
func (o Outcome) State() State { return stateOf(o.Board, aiSide(o.Board)) }

// turn is whose turn it is.
type turn struct {
	Turn    string `json:"currentTurn"`
	IsHuman bool   `json:"isHumanTurn"`
	IsAI    bool   `json:"isAiTurn"`
}

// done is the result of a call that changed something.
type done struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
	Game    *State `json:"gameState,omitempty"`
}

// history is the moves so far.
type history struct {
	Moves  []Move `json:"moves"`
	Status string `json:"status"`
}

// failed is the keys of a call that came to nothing.
type failed struct {
	Success bool   `json:"success"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Keys is the outcome as an object: the result of a bare method, and the structure of a tool's result.
func (o Outcome) Keys() any {
	if f, isFault := o.fault(); isFault {
		return failed{Code: f.Code, Message: f.Text}
	}
	s := o.State()
	switch o.Call.Name {
	case GetTurn:
		isOn := s.Status == statusInProgress
		return turn{Turn: s.Turn, IsHuman: isOn && s.Turn == s.Human, IsAI: isOn && s.Turn == s.AI}
	case MakeMove:
		return done{Success: true, Message: "Move made successfully", Game: &s}
	case Taunt:
		return done{Success: true, Message: "Taunt sent successfully"}
	case Restart:
		if o.Asked {
			return done{Message: askedText, Game: &s}
		}
		return done{Success: true, Message: "Game restarted", Game: &s}
	case History:
		return history{Moves: s.Moves, Status: s.Status}
	}
	return s
}

// Bare is the outcome as a bare method answers it: plain, or an error in the calls' own format.
func (o Outcome) Bare() any {
	f, isError := o.fault()
	if !isError {
		return o.Keys()
	}
	return map[string]any{
		"content": []map[string]string{{"type": "text", "text": o.Text()}}, "isError": true,
		"success": false, "code": f.Code, "message": f.Text,
	}
}

// Text is the outcome in words, the first content of a tool's result.
func (o Outcome) Text() string {
	if f, isFault := o.fault(); isFault {
		return "Error: " + f.Text
	}
	s := o.State()
	switch o.Call.Name {
	case GetTurn:
		return s.turnText()
	case MakeMove:
		out := fmt.Sprintf("Move successful!\nPlaced %s at position (%d, %d)\n\nBoard:\n%s\n\nStatus: %s",
			s.AI, o.Call.Row, o.Call.Col, s.draw("  "), s.statusText())
		if s.Status == statusInProgress {
			out += "\nNext turn: " + s.named(s.Turn)
		}
		return out
	case Taunt:
		return "Taunt sent to player: '" + o.Call.Message + "'"
	case Restart:
		if o.Asked {
			return askedText
		}
		return fmt.Sprintf("Game restarted!\n\nNew game started.\nHuman player: %s\nAI player: %s\nFirst turn: %s\n\n"+
			"Board:\n%s", s.Human, s.AI, s.named(s.Turn), s.draw(" "))
	case History:
		return s.historyText()
	}
	out := fmt.Sprintf("Board:\n%s\n\nStatus: %s\n", s.draw(" "), s.statusText())
	if s.Status == statusInProgress {
		out += "Current turn: " + s.named(s.Turn) + "\n"
	}
	return out + "Human player: " + s.Human + "\nAI player: " + s.AI
}

// named is a side with who plays it.
func (s State) named(side string) string {
	if side == s.AI {
		return side + " (AI)"
	}
	return side + " (Human)"
}

func (s State) turnText() string {
	switch {
	case s.Status != statusInProgress:
		return "The game is over.\nResult: " + s.statusText()
	case s.Turn == s.AI:
		return "Current turn: " + s.named(s.Turn) + "\nIt's your turn to move!"
	}
	return "Current turn: " + s.named(s.Turn) + "\nWaiting for the human player to move."
}

func (s State) statusText() string {
	switch side, isWon := strings.CutPrefix(s.Status, statusWon); {
	case isWon:
		return side + " wins!"
	case s.Status == statusDraw:
		return "It's a draw!"
	}
	return "In Progress"
}

func (s State) historyText() string {
	var b strings.Builder
	b.WriteString("Game History:\n")
	if len(s.Moves) == 0 {
		b.WriteString("No moves yet.\n")
	}
	for i, m := range s.Moves {
		fmt.Fprintf(&b, "%d. %s moved to (%d, %d)\n", i+1, m.Player, m.Row, m.Col)
	}
	if s.Status == statusInProgress {
		b.WriteString("\nStatus: In Progress")
	} else {
		b.WriteString("\nResult: " + s.statusText())
	}
	return b.String()
}

// draw draws the board. How far rows stand from the margin is fixed for each call.
func (s State) draw(margin string) string {
	rows := make([]string, len(s.Board))
	for i, row := range s.Board {
		cells := make([]string, len(row))
		for j, mark := range row {
			if cells[j] = string(mark); mark == "" {
				cells[j] = " "
			}
		}
		rows[i] = margin + strings.Join(cells, " | ")
	}
	return strings.Join(rows, "\n -----------\n")
}
