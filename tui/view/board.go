package view

import (
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Board is a grid that an activity is played on. Everything on it can be learnt from the text and done by typing.
type Board struct {
	Title   string     // what is played
	Squares [][]Square // rows, the top one first, at most [boardSideMax] each way
	Columns []string   // what a column is called, at most two cells each; likewise Rows
	Rows    []string
	Note    []cell.Line // under the squares: who plays, whose turn it is
	Keys    []BoardKey  // what else can be done at it
}

// boardSideMax is how many squares a board has each way, at most.
const boardSideMax = 12

// Square is one place of a board.
type Square struct {
	Text string     // what stands there, one cell; "" for nothing
	Role prose.Role // how that looks
	Send string     // the line that chooses it; "" while it cannot be chosen
}

// BoardKey is a key that does something at a board while it has the keys.
type BoardKey struct {
	Key  rune   // a small letter
	Word string // what it does, in a word or two
	Send string // the line that does it; one that ends in a blank is put before the person to be completed
}

const (
	boardKeysMax  = 8
	boardNoteRows = 8
)

func (b *Board) clean() *Board {
	if b == nil || len(b.Squares) == 0 {
		return nil
	}
	c := &Board{Title: cell.Clean(b.Title), Columns: labels(b.Columns), Rows: labels(b.Rows)}
	wide := min(len(b.Squares[0]), boardSideMax)
	for _, row := range b.Squares[:min(len(b.Squares), boardSideMax)] {
		var squares []Square
		for _, q := range row[:min(len(row), wide)] {
			if q.Role >= prose.Roles {
				q.Role = prose.Plain
			}
			squares = append(squares, Square{Text: cell.Clean(q.Text), Role: q.Role, Send: cell.Clean(q.Send)})
		}
		c.Squares = append(c.Squares, squares)
	}
	for _, line := range b.Note[:min(len(b.Note), boardNoteRows)] {
		c.Note = append(c.Note, cell.CleanLine(line))
	}
	for _, k := range b.Keys[:min(len(b.Keys), boardKeysMax)] {
		if k.Key >= 'a' && k.Key <= 'z' {
			c.Keys = append(c.Keys, BoardKey{Key: k.Key, Word: cell.Clean(k.Word), Send: cell.Clean(k.Send)})
		}
	}
	return c
}

func labels(list []string) []string {
	var out []string
	for _, l := range list[:min(len(list), boardSideMax)] {
		out = append(out, cell.Clean(l))
	}
	return out
}
