package world

import (
	"math/bits"
	"slices"
)

// noughts is noughts and crosses: whoever has three in a row first wins. Crosses begin.
type noughts struct{}

const (
	noughtsEdge = 3
	noughtsAll  = 1<<(noughtsEdge*noughtsEdge) - 1
	cross       = "X"
	nought      = "O"
)

// noughtsLines are the rows, columns and diagonals, a bit for each square, row by row from the lowest bit.
//
//nolint:gochecknoglobals // immutable: never written
var noughtsLines = [...]uint16{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

func (noughts) name() string     { return "noughts" }
func (noughts) title() string    { return "noughts and crosses" }
func (noughts) sides() [2]string { return [2]string{cross, nought} }

func (noughts) open() Position {
	return Position{
		Rows: noughtsEdge, Cols: noughtsEdge, Cells: make([]string, noughtsEdge*noughtsEdge), Turn: cross,
	}
}

func (n noughts) legal(p Position) []Spot {
	if n.outcome(p).over {
		return nil
	}
	var out []Spot
	for i, c := range p.Cells {
		if c == "" {
			out = append(out, noughtsSpot(i))
		}
	}
	return out
}

func (noughts) place(p Position, at Spot) Position {
	p.Cells = slices.Clone(p.Cells)
	p.Cells[at.Row*p.Cols+at.Col] = p.Turn
	p.Turn = noughtsOther(p.Turn)
	return p
}

func (noughts) outcome(p Position) outcome {
	for _, side := range (noughts{}).sides() {
		has := noughtsBits(p, side)
		for _, l := range noughtsLines {
			if has&l == l {
				return outcome{over: true, winner: side, line: noughtsSpots(l)}
			}
		}
	}
	return outcome{over: !slices.Contains(p.Cells, "")}
}

// best looks through the whole game: it is small.
func (n noughts) best(p Position) []Spot {
	mine, theirs := noughtsBits(p, p.Turn), noughtsBits(p, noughtsOther(p.Turn))
	top, out := -noughtsWin, []Spot(nil)
	for _, at := range n.legal(p) {
		b := uint16(1) << (at.Row*noughtsEdge + at.Col)
		worth := -noughtsWorth(theirs, mine|b, -noughtsWin, noughtsWin)
		if worth > top {
			top, out = worth, nil
		}
		if worth == top {
			out = append(out, at)
		}
	}
	return out
}

// noughtsWin is more than any position is worth: a win is worth the more the sooner it comes.
const noughtsWin = 100

// noughtsWorth is what a position is worth to the side that is to move, which has the squares mine: above zero it wins,
// and below it loses, if nobody slips. What is worth no more than low or no less than high need not be known exactly.
func noughtsWorth(mine, theirs uint16, low, high int) int {
	free := noughtsAll &^ (mine | theirs)
	for _, l := range noughtsLines {
		if theirs&l == l {
			return -1 - bits.OnesCount16(free)
		}
	}
	if free == 0 {
		return 0
	}
	for rest := free; rest != 0 && low < high; rest &= rest - 1 {
		low = max(low, -noughtsWorth(theirs, mine|rest&-rest, -high, -low))
	}
	return low
}

func noughtsOther(side string) string {
	if side == cross {
		return nought
	}
	return cross
}

func noughtsBits(p Position, side string) uint16 {
	var out uint16
	for i, c := range p.Cells {
		if c == side {
			out |= 1 << i
		}
	}
	return out
}

func noughtsSpot(i int) Spot { return Spot{Row: i / noughtsEdge, Col: i % noughtsEdge} }

func noughtsSpots(set uint16) []Spot {
	var out []Spot
	for ; set != 0; set &= set - 1 {
		out = append(out, noughtsSpot(bits.TrailingZeros16(set)))
	}
	return out
}
