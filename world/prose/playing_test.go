package prose_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// began is the beginning of a game, of the house when nobody is named.
func began(first, second world.ActorID) world.GameBegan {
	e := world.GameBegan{
		Board: "carved-table", N: 3, Game: "noughts", First: first, Second: second, FirstSide: "X", SecondSide: "O",
		Rows: 3, Cols: 3, Cells: make([]string, 9),
	}
	if first == "" {
		e.Board, e.FirstChair, e.SecondChair = "slate", world.ChairAI, world.ChairHuman
	}
	return e
}

// moved is a move, at the slate when nobody is named.
func moved(who world.ActorID) world.MovePlayed {
	e := world.MovePlayed{
		Board: "carved-table", N: 3, Actor: who, Other: "seren", Side: "X", Row: 1, Col: 1, Source: world.SourceTerminal,
		Rows: 3, Cols: 3, Cells: []string{"O", "", "", "", "X", "", "", "", ""}, Next: "O",
	}
	if who == "" {
		e.Board, e.Other, e.Chair, e.Source = "slate", "", world.ChairAI, world.SourceMCP
	}
	return e
}

func games(add adder) {
	add(world.SeatTaken{Actor: "pc-ann", Board: "carved-table", Alone: true}, self, onlooker)
	add(world.SeatTaken{Actor: "seren", Board: "carved-table"}, onlooker)
	for _, why := range []world.Rising{
		world.RoseWilling, world.RoseWalked, world.RoseFight, world.RoseEnded, world.RoseLost, world.RoseIdle,
		world.RoseYielded, world.RoseAlone, world.RoseCleared,
	} {
		add(world.SeatLeft{Actor: "pc-ann", Board: "carved-table", Why: why}, self, onlooker)
	}
	add(world.WatchBegan{Actor: "pc-ann", Board: "slate"}, self)
	add(world.WatchEnded{Actor: "pc-ann", Board: "slate"}, self)
	add(began("pc-ann", "seren"), self, target, closely, onlooker)
	add(began("", ""), closely, onlooker)
	add(moved("pc-ann"), self, target, closely, onlooker)
	add(moved(""), closely, onlooker)
	line := []world.Spot{{}, {Row: 1, Col: 1}, {Row: 2, Col: 2}}
	for _, e := range []world.GameEnded{
		{How: world.EndWon, Winner: "X", Line: line}, {How: world.EndDrawn}, {How: world.EndForfeit, Winner: "X"},
		{How: world.EndOff},
	} {
		e.Board, e.Actor, e.Other = "carved-table", "pc-ann", "barkeep"
		add(e, self, target, onlooker)
	}
	add(world.GameEnded{Board: "slate", How: world.EndWon, Winner: "X", Line: line, Chair: world.ChairAI}, onlooker)
	add(world.GameEnded{Board: "slate", How: world.EndWon, Winner: "O", Line: line, Chair: world.ChairHuman}, onlooker)
	add(world.GameEnded{Board: "slate", How: world.EndDrawn}, onlooker)
	taunt := world.Taunted{Board: "carved-table", Actor: "seren", Other: "pc-ann", Text: "My grandmother plays better!"}
	add(taunt, self, target, onlooker, dark)
	taunt.Board, taunt.Actor, taunt.Other, taunt.Chair = "slate", "", "", world.ChairAI
	add(taunt, onlooker)
	taunt.Chair = world.ChairHuman
	add(taunt, onlooker)
	add(world.RematchAsked{Actor: "pc-ann", Other: "pc-ben", Board: "carved-table"}, self, target)
	add(world.RematchAsked{Actor: "pc-ann", Board: "carved-table"}, self)
}

// S4-15: the drawing is the one that programs know, with letters and numbers round it.
func TestDrawing(t *testing.T) {
	cells := []string{"X", "O", "", "X", "O", "O", "", "", ""}
	got := prose.Drawing(3, 3, cells).String()
	want := "   a   b   c\n1  X | O |\n  -----------\n2  X | O | O\n  -----------\n3    |   |"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if text := prose.ReaderText(prose.Drawing(3, 3, cells)); text != "" {
		t.Errorf("a screen reader is given %q", text)
	}
	if text := prose.Drawing(3, 3, nil); text != nil {
		t.Errorf("a board of no squares is drawn as %q", text)
	}
}

// A screen reader is told in words what stands where.
func TestBoardInWords(t *testing.T) {
	r := world.BoardReport{
		Name: "carved table", Game: "noughts", Status: world.MatchPlaying, Turn: "O", Mine: "O", Rows: 3, Cols: 3,
		Cells:  []string{"X", "", "", "", "O", "", "", "", "X"},
		Seats:  []world.BoardSeat{{Side: "X", Name: "Seren"}, {Side: "O", Name: "Ann"}},
		Taunts: []world.BoardTaunt{{By: "Seren", Text: "Hm."}},
	}
	got := prose.ReaderText(prose.Board(r, prose.Style{ScreenReader: true}))
	empty := r
	empty.Cells = make([]string, len(r.Cells))
	heard := prose.ReaderText(prose.Board(empty, prose.Style{ScreenReader: true}))
	if !strings.Contains(heard, "All 9 squares are free, from a1 to c3.") {
		t.Errorf("an empty board is read out square by square:\n%s", heard)
	}
	for _, want := range []string{"a1: cross, b1: free", "b2: nought", "Seren plays crosses.", "You play noughts.",
		"It is your turn.", `Seren: "Hm."`} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if drawn := prose.Board(r, prose.Style{}).String(); !strings.Contains(drawn, "\n2    | O |") {
		t.Errorf("no drawing in\n%s", drawn)
	}
}
