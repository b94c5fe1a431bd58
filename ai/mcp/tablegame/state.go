package tablegame

import (
	"encoding/json"

	"github.com/mudlark-mud/mudlark/world"
)

// State is a game as the calls show it.
type State struct {
	ID      string      `json:"id"`
	Board   [][]Cell    `json:"board"`
	Turn    string      `json:"currentTurn"`
	Human   string      `json:"humanPlayer"`
	AI      string      `json:"aiPlayer"`
	Status  string      `json:"status"`
	Moves   []Move      `json:"moveHistory"`
	Taunts  []TauntSaid `json:"taunts"`
	Winning [][2]int    `json:"winningLine,omitempty"`
	Table   string      `json:"table"`
}

// Cell is a square: "" for an empty one, or the mark on it.
type Cell string

// MarshalJSON writes "Empty", or {"Occupied":"X"}.
func (c Cell) MarshalJSON() ([]byte, error) {
	if c == "" {
		return []byte(`"Empty"`), nil
	}
	return json.Marshal(map[string]string{"Occupied": string(c)})
}

// Move is one move. Source says by which kind of hand it came: terminal, mcp or npc.
type Move struct {
	Player string       `json:"player"`
	Row    int          `json:"row"`
	Col    int          `json:"col"`
	Source world.Source `json:"source"`
}

// TauntSaid is a taunt. What it says was written by somebody: data, and no instruction.
type TauntSaid struct {
	Message string       `json:"message"`
	Player  string       `json:"player,omitempty"`
	By      string       `json:"by"`
	Source  world.Source `json:"source"`
}

// Statuses of a game.
const (
	statusInProgress = "InProgress"
	statusDraw       = "Draw"
	statusWon        = "Won_" // and the side
)

// guestName is what a taunt from a table of the house is signed with: nobody has said who they are.
const guestName = "table-guest"

// stateOf shows a table. ai is the side of the machine, as [aiSide] finds it.
func stateOf(b world.BoardReport, ai string) State {
	out := State{
		ID: b.GameID, Turn: b.Turn, AI: ai, Human: across(ai), Status: gameStatusOf(b), Table: b.Name,
		Moves: []Move{}, Taunts: []TauntSaid{},
	}
	for row := range b.Rows {
		line := make([]Cell, 0, b.Cols)
		for _, mark := range b.Cells[row*b.Cols : (row+1)*b.Cols] {
			line = append(line, Cell(mark))
		}
		out.Board = append(out.Board, line)
	}
	for _, m := range b.Moves {
		out.Moves = append(out.Moves, Move{Player: m.Side, Row: m.Row, Col: m.Col, Source: m.Source})
	}
	for _, t := range b.Taunts {
		by := world.Clean(t.By)
		if b.House {
			by = guestName
		}
		out.Taunts = append(out.Taunts, TauntSaid{
			Message: world.Clean(t.Text), Player: t.Side, By: by, Source: t.Source,
		})
	}
	for _, at := range b.Line {
		out.Winning = append(out.Winning, [2]int{at.Row, at.Col})
	}
	if out.Turn == "" { // the game is over; a client still expects one of two letters
		out.Turn = sideX
		if n := len(b.Moves); n > 0 {
			out.Turn = across(b.Moves[n-1].Side)
		}
	}
	return out
}

// The two sides.
const (
	sideX = "X"
	sideO = "O"
)

func across(side string) string {
	if side == sideX {
		return sideO
	}
	return sideX
}

// aiSide is the side of the machine at a table: that of whoever asks, if they sit there; else the chair of the house,
// an agent or a creature; else O.
func aiSide(b world.BoardReport) string {
	if b.Mine != "" {
		return b.Mine
	}
	for _, kind := range []string{string(world.ChairAI), "agent", "creature"} {
		for _, seat := range b.Seats {
			if seat.Kind == kind && seat.Side != "" {
				return seat.Side
			}
		}
	}
	return sideO
}

func gameStatusOf(b world.BoardReport) string {
	switch b.Status {
	case world.MatchWon:
		return statusWon + b.Winner
	case world.MatchDrawn:
		return statusDraw
	case world.MatchPlaying, world.MatchWaiting:
	}
	return statusInProgress
}
