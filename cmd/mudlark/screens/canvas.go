package screens

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// logLinesMost is how many lines of a table's logs a screen is handed.
const logLinesMost = 40

// canvas draws a table for the screen: the board itself, what was said across it, and what was played and from where
// (S4-17, S4-32).
func canvas(b *world.BoardReport, you world.ActorID) (*view.Board, []view.Panel) {
	board := &view.Board{Title: prose.Capital(b.Name), Note: cell.Text(boardNote(b))}
	mayMove := b.Status == world.MatchPlaying && b.Mine != "" && b.Turn == b.Mine
	for row := range b.Rows {
		var squares []view.Square
		for col := range b.Cols {
			at := world.Spot{Row: row, Col: col}
			q := view.Square{Text: b.Cells[row*b.Cols+col], Role: prose.Thing}
			if q.Text == b.Mine {
				q.Role = prose.Title
			}
			if mayMove && q.Text == "" {
				q.Send = "place " + at.String()
			}
			squares = append(squares, q)
		}
		board.Squares = append(board.Squares, squares)
		board.Rows = append(board.Rows, fmt.Sprint(row+1))
	}
	for col := range b.Cols {
		board.Columns = append(board.Columns, strings.TrimRight(world.Spot{Col: col}.String(), "0123456789"))
	}
	sits := slices.ContainsFunc(b.Seats, func(seat world.BoardSeat) bool { return seat.Actor == you })
	if sits {
		board.Keys = append(board.Keys, view.BoardKey{Key: 't', Word: "taunts", Send: "taunt "})
	}
	if sits && b.Status != world.MatchWaiting {
		board.Keys = append(board.Keys, view.BoardKey{Key: 'r', Word: "plays again", Send: "rematch"})
	}
	board.Keys = append(board.Keys, view.BoardKey{Key: 's', Word: "stands up", Send: "stand"})
	return board, boardPanels(b)
}

// boardNote says who plays, and what is next.
func boardNote(b *world.BoardReport) prose.Text {
	var out prose.Text
	for _, seat := range b.Seats {
		side := seat.Side
		if side == "" {
			side = "-"
		}
		out = append(out, prose.Line{Indent: 2, Spans: []prose.Span{
			{Text: side + " "}, {Text: seat.Name, Role: prose.Person}, {Text: kindNote(seat.Kind), Role: prose.Hint},
		}})
	}
	switch b.Status {
	case world.MatchWaiting:
		return append(out, prose.L(prose.Hint, "Waiting for somebody to sit down."))
	case world.MatchDrawn:
		return append(out, prose.L(prose.Plain, "A draw."))
	case world.MatchWon:
		switch {
		case b.Winner == b.Mine:
			return append(out, prose.L(prose.Gain, "You have won."))
		case b.Mine != "":
			return append(out, prose.L(prose.Loss, "You have lost."))
		}
		return append(out, prose.L(prose.Plain, b.Winner+" has won."))
	case world.MatchPlaying:
	}
	if b.Turn == b.Mine {
		return append(out, prose.L(prose.Title, "It is your turn: "+b.Turn+"."))
	}
	return append(out, prose.L(prose.Plain, "It is "+b.Turn+"'s turn."))
}

// kindNote tells an agent from a person.
func kindNote(kind string) string {
	if kind == "agent" {
		return ", an agent"
	}
	return ""
}

func boardPanels(b *world.BoardReport) []view.Panel {
	talk, log := view.Panel{Title: "Trash Talk", Log: true}, view.Panel{Title: "Event Log", Log: true}
	for _, t := range b.Taunts {
		talk.Text = append(talk.Text, cell.Line{Indent: 2, Spans: []cell.Span{
			{Text: t.By, Role: prose.Person}, {Text: ": "}, {Text: t.Text, Role: prose.Speech},
		}})
	}
	for i, m := range b.Moves {
		at := world.Spot{Row: m.Row, Col: m.Col}
		log.Text = append(log.Text, cell.Line{Indent: 2, Spans: []cell.Span{
			{Text: fmt.Sprintf("%d. %s %s", i+1, m.Side, at)}, {Text: ", " + string(m.Source), Role: prose.Hint},
		}})
	}
	for _, t := range b.Taunts {
		log.Text = append(log.Text, cell.L(prose.Hint, "taunt by "+t.By+", "+string(t.Source)))
	}
	if b.Status == world.MatchWon {
		log.Text = append(log.Text, cell.L(prose.Plain, b.Winner+" wins"))
	}
	if b.Status == world.MatchDrawn {
		log.Text = append(log.Text, cell.L(prose.Plain, "a draw"))
	}
	talk.Text = talk.Text[max(len(talk.Text)-logLinesMost, 0):]
	log.Text = log.Text[max(len(log.Text)-logLinesMost, 0):]
	return []view.Panel{talk, log}
}
