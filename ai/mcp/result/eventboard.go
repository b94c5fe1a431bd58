package result

import (
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// boardData tells what happened at a table; ok when the event is one of a table. Squares have their name as it is
// typed, and row and column from 0.
func boardData(t *loop.Told) (data map[string]any, ok bool) {
	knows := t.Sense&(world.Saw|world.Did|world.Mine) != 0
	switch e := t.Event.(type) {
	case world.SeatTaken:
		data = table(t, e.Board)
	case world.SeatLeft:
		data = table(t, e.Board)
		data["why"] = e.Why
	case world.WatchBegan:
		data = table(t, e.Board)
	case world.WatchEnded:
		data = table(t, e.Board)
	case world.RematchAsked:
		data = table(t, e.Board)
	case world.GameBegan:
		data = game(t, e.Board, e.N)
		data["cells"], data["turn"] = e.Cells, e.FirstSide
		data[e.FirstSide] = player(t, e.First, e.FirstChair)
		data[e.SecondSide] = player(t, e.Second, e.SecondChair)
	case world.MovePlayed:
		data = game(t, e.Board, e.N)
		data["side"], data["square"] = e.Side, world.Spot{Row: e.Row, Col: e.Col}.String()
		data["row"], data["col"], data["source"] = e.Row, e.Col, e.Source
		data["cells"], data["turn"] = e.Cells, e.Next
	case world.GameEnded:
		data = game(t, e.Board, e.N)
		data["how"], data["winner"] = e.How, e.Winner
	case world.Taunted:
		data = table(t, e.Board)
		data["text"], data["side"], data["source"] = world.Clean(e.Text), e.Side, e.Source
		knows = true // whoever hears it has the words
		if t.Sense&(world.Saw|world.Did|world.Mine) == 0 {
			data = map[string]any{"text": world.Clean(e.Text)}
		}
	default:
		return nil, false
	}
	if !knows {
		return nil, true
	}
	return data, true
}

func table(t *loop.Told, id world.BoardID) map[string]any {
	return map[string]any{"board": id, "board_name": called(t, string(id))}
}

func game(t *loop.Told, id world.BoardID, n int) map[string]any {
	data := table(t, id)
	data["game_id"] = string(id) + "-" + strconv.Itoa(n)
	return data
}

// player is who plays a side: what they are called, or the chair of a table of the house.
func player(t *loop.Told, who world.ActorID, chair world.Chair) string {
	if who == "" {
		return string(chair)
	}
	return called(t, string(who))
}
