package world

import (
	"slices"
	"unicode/utf8"
)

// Tables to play at. A table is content, what lies on it is state: two seats, and a game between those who sit there,
// by the rules of a [turnGame]. Seats and watching are in seating.go, creatures that play in opponent.go, what people
// are shown in boardreport.go. At a table of the house nobody sits: its two chairs are moved through [ViaTable].

// Limits of tables.
const (
	TauntRunesMax = 200 // of one taunt
	TauntsKept    = 20  // on a table, the newest
	WatchersMost  = 30  // of one table
	seatsPerTable = 2
	tauntWait     = 3 * Second // between two taunts from one seat
)

// Board is a table as it is now.
type Board struct {
	TableSpec

	Games    int       `json:"games,omitempty"` // how many were begun here
	Seats    []Seat    `json:"seats,omitempty"` // in the order of sitting down; at a table of the house, its chairs
	Watchers []ActorID `json:"watchers,omitempty"`
	Match    *Match    `json:"match,omitempty"` // what lies on the table; nil: nothing
}

// Seat is one side of a table.
type Seat struct {
	Actor ActorID `json:"actor,omitempty"` // who sits there
	Chair Chair   `json:"chair,omitempty"` // of the house
	Side  string  `json:"side,omitempty"`  // what it plays, once a game began
	Again bool    `json:"again,omitempty"` // would begin anew
	Spoke Time    `json:"spoke,omitempty"` // when it taunted last; 0: never
}

// Chair names a side of a table of the house.
type Chair string

// The chairs.
const (
	ChairHuman Chair = "human"
	ChairAI    Chair = "ai"
)

// Source says by which kind of hand a move or a taunt came.
type Source string

// The sources.
const (
	SourceTerminal Source = "terminal" // somebody typed it, or pressed a button
	SourceMCP      Source = "mcp"      // an agent called it
	SourceNPC      Source = "npc"      // a creature of the world did it
)

// MatchStatus says how a game stands.
type MatchStatus string

// The ways in which a game stands. A table without a game is waiting.
const (
	MatchWaiting MatchStatus = "waiting"
	MatchPlaying MatchStatus = "playing"
	MatchWon     MatchStatus = "won"
	MatchDrawn   MatchStatus = "drawn"
)

// Match is one game on a table, running or over.
type Match struct {
	Position

	N       int          `json:"n"` // which of the table's games it is
	Status  MatchStatus  `json:"status"`
	Winner  string       `json:"winner,omitempty"`
	Forfeit bool         `json:"forfeit,omitempty"` // won because the other side left
	Line    []Spot       `json:"line,omitempty"`    // what won it
	Moves   []BoardMove  `json:"moves,omitempty"`
	Taunts  []BoardTaunt `json:"taunts,omitempty"`
}

// BoardMove is a move that was made. Squares count from 0.
type BoardMove struct {
	Side   string `json:"side"`
	Row    int    `json:"row"`
	Col    int    `json:"col"`
	Source Source `json:"source"`
}

// BoardTaunt is what was said across the table.
type BoardTaunt struct {
	By     string `json:"by"`
	Side   string `json:"side,omitempty"`
	Text   string `json:"text"`
	Source Source `json:"source"`
}

// Tally is what somebody has to show for their games, those that were called off apart.
type Tally struct {
	Played int `json:"played,omitempty"`
	Won    int `json:"won,omitempty"`
	Drawn  int `json:"drawn,omitempty"`
}

// PlaceMark puts one's mark on a square of the board where one sits. Squares count from 0.
type PlaceMark struct {
	Row int `json:"row"`
	Col int `json:"col"`
}

// TauntAt says something across the table.
type TauntAt struct {
	Text string `json:"text" words:"all"`
}

// Rematch begins anew: a game that is over at once, a running one when the other side is a creature or wants it too.
type Rematch struct{}

// HousePlay moves a chair of a table of the house. Squares count from 0.
type HousePlay struct {
	Board BoardID `json:"board"`
	Seat  Chair   `json:"seat"`
	Row   int     `json:"row"`
	Col   int     `json:"col"`
}

// HouseTaunt says something from a chair of a table of the house.
type HouseTaunt struct {
	Board BoardID `json:"board"`
	Seat  Chair   `json:"seat"`
	Text  string  `json:"text" words:"all"`
}

// HouseDeal begins a new game at a table of the house.
type HouseDeal struct {
	Board BoardID `json:"board"`
}

// GameBegan says that a game begins on a table. First moves first; with Chairs it is between those of the house.
type GameBegan struct {
	Board       BoardID  `json:"board"`
	N           int      `json:"n"`
	Game        string   `json:"game" words:"fixed"`
	First       ActorID  `json:"first,omitempty"`
	Second      ActorID  `json:"second,omitempty"`
	FirstChair  Chair    `json:"first_chair,omitempty"`
	SecondChair Chair    `json:"second_chair,omitempty"`
	FirstSide   string   `json:"first_side" words:"fixed"`
	SecondSide  string   `json:"second_side" words:"fixed"`
	Rows        int      `json:"rows"`
	Cols        int      `json:"cols"`
	Cells       []string `json:"cells" words:"fixed"`
}

// MovePlayed says that a side moved, how the board looks then, and which side moves next ("" when the game is over).
type MovePlayed struct {
	Board  BoardID  `json:"board"`
	N      int      `json:"n"`
	Actor  ActorID  `json:"actor,omitempty"`
	Other  ActorID  `json:"other,omitempty"` // who sits across
	Chair  Chair    `json:"chair,omitempty"`
	Side   string   `json:"side" words:"fixed"`
	Row    int      `json:"row"`
	Col    int      `json:"col"`
	Source Source   `json:"source"`
	Rows   int      `json:"rows"`
	Cols   int      `json:"cols"`
	Cells  []string `json:"cells" words:"fixed"`
	Next   string   `json:"next,omitempty" words:"fixed"`
}

// GameEnding says how a game ended.
type GameEnding string

// The endings of games.
const (
	EndWon     GameEnding = "won"
	EndDrawn   GameEnding = "drawn"
	EndForfeit GameEnding = "forfeit" // won, because the other got up
	EndOff     GameEnding = "off"     // called off: nobody won it
)

// GameEnded says that a game is over. Actor and Chair won it, Other lost it; of one that nobody won they are the two
// who played.
type GameEnded struct {
	Board  BoardID    `json:"board"`
	N      int        `json:"n"`
	How    GameEnding `json:"how"`
	Winner string     `json:"winner,omitempty" words:"fixed"` // the side
	Actor  ActorID    `json:"actor,omitempty"`
	Other  ActorID    `json:"other,omitempty"`
	Chair  Chair      `json:"chair,omitempty"`
	Line   []Spot     `json:"line,omitempty"`
}

// Taunted says that somebody said something across a table. By is what the speaker was called then. The words are
// state for as long as their game lies on the table.
type Taunted struct {
	Board  BoardID `json:"board"`
	Actor  ActorID `json:"actor,omitempty"`
	Other  ActorID `json:"other,omitempty"`
	Chair  Chair   `json:"chair,omitempty"`
	Side   string  `json:"side,omitempty" words:"fixed"`
	By     string  `json:"by" words:"fixed"`
	Text   string  `json:"text" words:"fixed"`
	Source Source  `json:"source"`
	At     Time    `json:"at"`
}

// RematchAsked says that somebody would begin anew, which the other side has to want too.
type RematchAsked struct {
	Actor ActorID `json:"actor"`
	Other ActorID `json:"other,omitempty"`
	Board BoardID `json:"board"`
}

// BoardCleared says that nothing lies on a table any more.
type BoardCleared struct {
	Board BoardID `json:"board"`
}

// tabled marks the actions that a table of the house takes from those who have no body.
type tabled interface{ tabled() }

func (PlaceMark) needs() Role  { return RoleGuest }
func (TauntAt) needs() Role    { return RoleGuest }
func (Rematch) needs() Role    { return RoleGuest }
func (HousePlay) needs() Role  { return RoleHost }
func (HouseTaunt) needs() Role { return RoleHost }
func (HouseDeal) needs() Role  { return RoleHost }

func (PlaceMark) deed() deed  { return deed{verbs: []string{"place", "play"}} }
func (TauntAt) deed() deed    { return deed{verbs: []string{"taunt"}} }
func (Rematch) deed() deed    { return deed{verbs: []string{"rematch"}} }
func (HousePlay) deed() deed  { return deed{} }
func (HouseTaunt) deed() deed { return deed{} }
func (HouseDeal) deed() deed  { return deed{} }
func (HousePlay) bodiless()   {}
func (HouseTaunt) bodiless()  {}
func (HouseDeal) bodiless()   {}
func (HousePlay) tabled()     {}
func (HouseTaunt) tabled()    {}
func (HouseDeal) tabled()     {}

func (a PlaceMark) decide(t *Turn) *Refusal {
	b, seat := t.seated()
	if seat == nil {
		return refuse(CodeGameNotFound, "You are not sitting at a game. Sit down at a table first.")
	}
	if r := t.seeing(); r != nil {
		return r
	}
	return t.moveTo(b, seat, Spot(a))
}

func (a HousePlay) decide(t *Turn) *Refusal {
	b, seat, r := t.houseSeat(a.Board, a.Seat)
	if r != nil {
		return r
	}
	return t.moveTo(b, seat, Spot{Row: a.Row, Col: a.Col})
}

// moveTo makes a move, or says why it cannot be made: what was asked for is looked at first, then the game, then the
// rules.
func (t *Turn) moveTo(b *Board, seat *Seat, at Spot) *Refusal {
	m, g := b.Match, rulesOf(b.Game)
	switch {
	case m == nil || g == nil:
		return refuse(CodeGameNotFound, "No game has begun here yet: nobody sits across from you.")
	case !m.holds(at):
		return refuse(CodeOutOfBounds, "That square is not on the board. It goes from a1 to "+
			Spot{Row: m.Rows - 1, Col: m.Cols - 1}.String()+".")
	case m.Status != MatchPlaying:
		return refuse(CodeGameOver, "This game is over. Rematch begins another.")
	case m.Turn != seat.Side:
		return refuse(CodeNotYourTurn, "It is not your turn: the other side is thinking.")
	case m.at(at) != "":
		return refuse(CodeCellOccupied, "That square is taken: there is "+markWord(m.at(at))+" on "+at.String()+".")
	case !slices.Contains(g.legal(m.Position), at):
		return refuse(CodeCannot, "The rules of "+g.title()+" do not allow that move.")
	}
	t.play(b, seat, at)
	return nil
}

// play makes a legal move, and ends the game if it does.
func (t *Turn) play(b *Board, seat *Seat, at Spot) {
	g := rulesOf(b.Game)
	next := g.place(b.Match.Position, at)
	out := g.outcome(next)
	e := MovePlayed{
		Board: b.ID, N: b.Match.N, Actor: seat.Actor, Other: b.across(seat).Actor, Chair: seat.Chair, Side: seat.Side,
		Row: at.Row, Col: at.Col, Source: t.source(seat), Rows: next.Rows, Cols: next.Cols, Cells: next.Cells,
		Next: next.Turn,
	}
	if out.over {
		e.Next = ""
	}
	t.emit(e)
	switch {
	case out.over && out.winner != "":
		t.endGame(b, EndWon, b.playing(out.winner), out.line)
	case out.over:
		t.endGame(b, EndDrawn, nil, nil)
	}
	t.keepTime(b)
}

// source says by which kind of hand the present action comes.
func (t *Turn) source(seat *Seat) Source {
	switch t.in.Via.Kind {
	case ViaGrant:
		return SourceMCP
	case ViaTable:
		if seat.Chair == ChairAI {
			return SourceMCP
		}
		return SourceTerminal
	case ViaTimer, ViaMind, ViaScript, ViaHost:
		return SourceNPC
	case ViaKeyboard, ViaForce:
	}
	return SourceTerminal
}

// endGame ends a running game; won is the seat that won it, nil for none.
func (t *Turn) endGame(b *Board, how GameEnding, won *Seat, line []Spot) {
	e := GameEnded{Board: b.ID, N: b.Match.N, How: how, Line: line}
	if won == nil {
		won = &b.Seats[0]
	} else {
		e.Winner, e.Chair = won.Side, won.Chair
	}
	e.Actor, e.Other = won.Actor, b.across(won).Actor
	t.emit(e)
}

// deal begins a game between those who sit there; the dice say who is which side.
func (t *Turn) deal(b *Board) {
	i := t.roll("sides", string(b.ID), seatsPerTable) - 1
	t.dealTo(b, b.Seats[i], b.Seats[1-i])
}

// dealTo begins a game in which the first of two moves first.
func (t *Turn) dealTo(b *Board, first, second Seat) {
	g := rulesOf(b.Game)
	p, sides := g.open(), g.sides()
	t.emit(GameBegan{
		Board: b.ID, N: b.Games + 1, Game: b.Game, First: first.Actor, Second: second.Actor, FirstChair: first.Chair,
		SecondChair: second.Chair, FirstSide: sides[0], SecondSide: sides[1], Rows: p.Rows, Cols: p.Cols, Cells: p.Cells,
	})
	t.keepTime(b)
}

func (a HouseDeal) decide(t *Turn) *Refusal {
	b, _, r := t.houseSeat(a.Board, ChairAI)
	if r == nil {
		t.deal(b)
	}
	return r
}

// openHouse begins the first game at a table of the house. The chair of the machine moves first, so that whoever
// tries the table by its door finds a game in which there is something to do.
func (t *Turn) openHouse(b *Board) {
	if b.House && b.Match == nil && rulesOf(b.Game) != nil {
		t.dealTo(b, Seat{Chair: ChairAI}, Seat{Chair: ChairHuman})
	}
}

// houseSeat finds a chair of a table of the house, for whoever comes by its door.
func (t *Turn) houseSeat(id BoardID, chair Chair) (*Board, *Seat, *Refusal) {
	if t.in.Via.Kind != ViaTable {
		return nil, nil, refuse(CodeNotAllowed, "The tables of the house have a door of their own.")
	}
	if b := t.s.Boards[id]; b != nil && b.House && b.Match != nil {
		for i := range b.Seats {
			if b.Seats[i].Chair == chair {
				return b, &b.Seats[i], nil
			}
		}
		return nil, nil, refuse(CodeBadValue, "The chairs of that table are human and ai.")
	}
	return nil, nil, refuse(CodeGameNotFound, "There is no such table of the house, or no game on it.")
}

func (a TauntAt) decide(t *Turn) *Refusal {
	b, seat := t.seated()
	switch {
	case seat == nil:
		return refuse(CodeGameNotFound, "You are not sitting at a game. Sit down at a table first.")
	case len(b.Seats) < seatsPerTable:
		return refuse(CodeGameNotFound, "There is nobody across the table to taunt.")
	}
	return t.tauntFrom(b, seat, a.Text)
}

func (a HouseTaunt) decide(t *Turn) *Refusal {
	b, seat, r := t.houseSeat(a.Board, a.Seat)
	if r != nil {
		return r
	}
	return t.tauntFrom(b, seat, a.Text)
}

func (t *Turn) tauntFrom(b *Board, seat *Seat, text string) *Refusal {
	text = Clean(text)
	switch {
	case text == "":
		return refuse(CodeMissing, "You draw breath, and find that you have nothing cutting to say.")
	case utf8.RuneCountInString(text) > TauntRunesMax:
		return refuse(CodeBadValue, "That is too long to throw across a table: 200 characters are enough.")
	case seat.Spoke != 0 && t.now-seat.Spoke < tauntWait:
		return refuse(CodeTooSoon, "Let the last one sink in first. Three seconds between taunts is the custom.")
	}
	t.taunt(b, seat, text)
	return nil
}

func (t *Turn) taunt(b *Board, seat *Seat, text string) {
	t.emit(Taunted{
		Board: b.ID, Actor: seat.Actor, Other: b.across(seat).Actor, Chair: seat.Chair, Side: seat.Side,
		By: t.s.seatName(seat), Text: text, Source: t.source(seat), At: t.sometime(),
	})
}

func (Rematch) decide(t *Turn) *Refusal {
	b, seat := t.seated()
	if seat == nil {
		return refuse(CodeGameNotFound, "You are not sitting at a game. Sit down at a table first.")
	}
	other := t.s.Actors[b.across(seat).Actor]
	switch {
	case other == nil && t.s.partner(b) == nil:
		return refuse(CodeGameNotFound, "There is nobody across the table to play with.")
	case other == nil:
		t.emit(RematchAsked{Actor: t.me.ID, Board: b.ID})
		t.invite(b)
	case b.Match.Status != MatchPlaying:
		t.deal(b)
	case len(b.Match.Moves) == 0:
		return refuse(CodeAlready, "This game has only just begun.")
	case !other.Player() || b.across(seat).Again:
		t.endGame(b, EndOff, nil, nil)
		t.deal(b)
	case seat.Again:
		return refuse(CodeAlready, "You have asked already. "+other.Name+" has to want it too.")
	default:
		t.emit(RematchAsked{Actor: t.me.ID, Other: other.ID, Board: b.ID})
	}
	return nil
}

// board returns a table for changing.
func (s *State) board(id BoardID) *Board {
	s.touch(kindBoard, string(id))
	return s.Boards[id]
}

// across returns the other seat, an empty one when nobody sits there.
func (b *Board) across(seat *Seat) *Seat {
	for i := range b.Seats {
		if o := &b.Seats[i]; o.Actor != seat.Actor || o.Chair != seat.Chair {
			return o
		}
	}
	return &Seat{}
}

// playing returns the seat that plays a side, nil for none.
func (b *Board) playing(side string) *Seat {
	for i := range b.Seats {
		if side != "" && b.Seats[i].Side == side {
			return &b.Seats[i]
		}
	}
	return nil
}

// running reports whether a game is being played.
func (b *Board) running() bool { return b.Match != nil && b.Match.Status == MatchPlaying }
