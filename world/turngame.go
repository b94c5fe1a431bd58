package world

import "strconv"

// turnGame is the rules of a game that two play in turns on squares. It holds no state: all that matters of a game is
// in its [Position]. A further game is a file with one of these, in the manner of noughts.go, and a line in turnGames.
type turnGame interface {
	name() string                       // what a table of a pack calls it: "noughts"
	title() string                      // what people call it
	sides() [2]string                   // the marks, that of whoever begins first
	open() Position                     // the position before the first move
	legal(p Position) []Spot            // where one may move, in a fixed order; none when the game is over
	place(p Position, at Spot) Position // the position after a legal move; p stays as it is
	outcome(p Position) outcome         // whether it is over, and for whom
	best(p Position) []Spot             // every legal move than which none is better, in a fixed order
}

// Position is all that matters of a turn game that is being played.
type Position struct {
	Rows  int      `json:"rows"`
	Cols  int      `json:"cols"`
	Cells []string `json:"cells"` // row by row, "" for a free one
	Turn  string   `json:"turn"`  // the side that moves next
}

// Spot is a square of a board, counted from 0: rows from the top, columns from the left.
type Spot struct {
	Row int `json:"row"`
	Col int `json:"col"`
}

// String names a square as players do: a letter for its column and a number for its row, b2.
func (p Spot) String() string {
	if p.Col < 0 || p.Col >= lettersMost {
		return "?"
	}
	return string(rune('a'+p.Col)) + strconv.Itoa(p.Row+1)
}

// lettersMost is how many columns have a letter.
const lettersMost = 26

// outcome is how a game stands. A game that is over without a winner is drawn.
type outcome struct {
	over   bool
	winner string
	line   []Spot // what won it
}

// turnGames lists the games that are known, in the order in which they are named.
var turnGames = []turnGame{noughts{}} //nolint:gochecknoglobals // immutable: never written

// Games lists the names of the games that a table can be for.
func Games() []string {
	var out []string
	for _, g := range turnGames {
		out = append(out, g.name())
	}
	return out
}

// rulesOf returns the rules of a game, nil when nobody knows them.
func rulesOf(name string) turnGame {
	for _, g := range turnGames {
		if g.name() == name {
			return g
		}
	}
	return nil
}

// holds reports whether a square is on the board.
func (p Position) holds(at Spot) bool {
	return at.Row >= 0 && at.Row < p.Rows && at.Col >= 0 && at.Col < p.Cols
}

// at returns what stands on a square of the board.
func (p Position) at(at Spot) string { return p.Cells[at.Row*p.Cols+at.Col] }
