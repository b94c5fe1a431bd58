package world

import (
	"slices"
	"strings"
)

// BoardReport is a table as it is shown. Its lists are bounded: two seats, the moves of one game, [TauntsKept] taunts.
// Squares count from 0.
type BoardReport struct {
	ID       BoardID      `json:"id"`
	Game     string       `json:"game"`
	GameID   string       `json:"game_id,omitempty"` // of this game; none while nothing lies on the table
	Name     string       `json:"name"`
	Room     RoomID       `json:"room"`
	House    bool         `json:"house,omitempty"`
	Rows     int          `json:"rows"`
	Cols     int          `json:"cols"`
	Cells    []string     `json:"cells"` // row by row: "", or the mark that stands there
	Turn     string       `json:"turn,omitempty"`
	Winner   string       `json:"winner,omitempty"`
	Forfeit  bool         `json:"forfeit,omitempty"` // won because the other side left
	Line     []Spot       `json:"line,omitempty"`    // what won it
	Status   MatchStatus  `json:"status"`
	Seats    []BoardSeat  `json:"seats"`
	Mine     string       `json:"mine,omitempty"` // the side of whoever asks
	Moves    []BoardMove  `json:"moves"`
	Taunts   []BoardTaunt `json:"taunts"`
	Watching int          `json:"watching"`
}

// BoardSeat is one who sits at a table. Kind is person, guest, agent or creature, at a table of the house human or ai.
type BoardSeat struct {
	Side  string  `json:"side,omitempty"`
	Actor ActorID `json:"actor,omitempty"`
	Name  string  `json:"name"`
	Kind  string  `json:"kind"`
	Again bool    `json:"again,omitempty"` // would begin anew
}

// BoardNear returns the table that is somebody's business: where they sit, else what they watch, else the one of
// their room that is not the house's.
func (s *State) BoardNear(who ActorID) (BoardReport, bool) {
	a := s.Actors[who]
	if a == nil || a.Presence == Away {
		return BoardReport{}, false
	}
	if b, _ := s.seatOf(who); b != nil {
		return s.Board(b.ID, who)
	}
	for _, id := range s.Index.Tables[a.Room] {
		if !s.Boards[id].House {
			return s.Board(id, who)
		}
	}
	return BoardReport{}, false
}

// AtTable reports whether somebody sits at a table, or watches one.
func (s *State) AtTable(who ActorID) bool {
	b, _ := s.seatOf(who)
	return b != nil
}

// HouseBoard returns the table of the house that strangers play at: the one that the pack says, else the first.
func (s *State) HouseBoard() (BoardReport, bool) {
	house := Picked(s.Boards, func(_ BoardID, b *Board) bool { return b.House })
	if len(house) == 0 {
		return BoardReport{}, false
	}
	id := house[0]
	for _, other := range house {
		if s.Boards[other].Default {
			id = other
			break
		}
	}
	return s.Board(id, "")
}

// Board reports a table as somebody sees it; "" is nobody in particular.
func (s *State) Board(id BoardID, who ActorID) (BoardReport, bool) {
	b := s.Boards[id]
	if b == nil {
		return BoardReport{}, false
	}
	out := BoardReport{
		ID: id, Game: b.Game, Name: b.Name, Room: b.Room, House: b.House, Status: MatchWaiting, Watching: len(b.Watchers),
		Seats: []BoardSeat{}, Moves: []BoardMove{}, Taunts: []BoardTaunt{}, Cells: []string{},
	}
	if g := rulesOf(b.Game); g != nil {
		p := g.open()
		out.Rows, out.Cols, out.Cells = p.Rows, p.Cols, p.Cells
	}
	if m := b.Match; m != nil {
		out.GameID = numbered(string(id), uint64(m.N))
		out.Rows, out.Cols, out.Cells = m.Rows, m.Cols, slices.Clone(m.Cells)
		out.Turn, out.Winner, out.Status, out.Forfeit, out.Line = m.Turn, m.Winner, m.Status, m.Forfeit, slices.Clone(m.Line)
		out.Moves, out.Taunts = append(out.Moves, m.Moves...), append(out.Taunts, s.tauntsFor(who, m)...)
	}
	for i := range b.Seats {
		seat := &b.Seats[i]
		out.Seats = append(out.Seats, BoardSeat{
			Side: seat.Side, Actor: seat.Actor, Name: s.seatName(seat), Kind: s.seatKind(seat), Again: seat.Again,
		})
		if who != "" && seat.Actor == who {
			out.Mine = seat.Side
		}
	}
	return out, true
}

// seatName is what whoever sits there is called.
func (s *State) seatName(seat *Seat) string {
	switch a := s.Actors[seat.Actor]; {
	case a != nil:
		return s.ActorRef(a).Name
	case seat.Chair == ChairAI:
		return "AI"
	case seat.Chair == ChairHuman:
		return "Human"
	}
	return "nobody"
}

func (s *State) seatKind(seat *Seat) string {
	switch a := s.Actors[seat.Actor]; {
	case a == nil:
		return string(seat.Chair)
	case !a.Player():
		return "creature"
	case a.Agent != "":
		return "agent"
	case a.Guest():
		return "guest"
	}
	return "person"
}

// words lists the words by which a table can be named, lower case.
func (b *Board) words() []string {
	return append(append(strings.Fields(strings.ToLower(b.Name)), strings.ToLower(b.Name)), b.Keys...)
}

// TableWords lists the words by which a table can be named, lower case.
func (s *State) TableWords(id BoardID) []string {
	b := s.Boards[id]
	if sp := s.ItemSpecs[b.Thing]; sp != nil {
		return append(append(b.words(), strings.Fields(strings.ToLower(sp.Name))...), sp.Keys...)
	}
	return b.words()
}

// TableOf returns the table that a thing is, nil when it is none.
func (s *State) TableOf(it *Item, who ActorID) *BoardReport {
	for _, id := range s.Index.Tables[it.At.Room] {
		if s.Boards[id].Thing == it.Proto {
			r, _ := s.Board(id, who)
			return &r
		}
	}
	return nil
}

// TablesIn lists the tables of a room, in the order of their ids.
func (s *State) TablesIn(room RoomID) []BoardID { return s.Index.Tables[room] }

// Seated returns the table at which somebody sits or which they watch, and whether they sit; "" for none.
func (s *State) Seated(who ActorID) (BoardID, bool) {
	b, seat := s.seatOf(who)
	if b == nil {
		return "", false
	}
	return b.ID, seat != nil
}

// FreeSpots lists where somebody could put their mark now: none unless it is their turn.
func (s *State) FreeSpots(who ActorID) []Spot {
	b, seat := s.seatOf(who)
	if seat == nil || !b.running() || b.Match.Turn != seat.Side {
		return nil
	}
	return rulesOf(b.Game).legal(b.Match.Position)
}

// CanSit reports whether somebody who stands there could sit down at a table.
func (s *State) CanSit(id BoardID) bool {
	b := s.Boards[id]
	return b != nil && !b.House && rulesOf(b.Game) != nil && (len(b.Seats) < seatsPerTable || s.yielding(b) != "")
}

// CanRematch reports whether asking for a new game would do something.
func (s *State) CanRematch(who ActorID) bool {
	b, seat := s.seatOf(who)
	switch {
	case seat == nil:
		return false
	case len(b.Seats) < seatsPerTable:
		return s.partner(b) != nil && s.Timers[timerID(TimerJoin, string(b.ID))] == nil
	case !b.running():
		return true
	}
	return len(b.Match.Moves) > 0 && !seat.Again
}

// GameTitle is what people call a game: "noughts and crosses".
func GameTitle(name string) string {
	if g := rulesOf(name); g != nil {
		return g.title()
	}
	return name
}

// MarkWord is what a mark is called: "a cross".
func MarkWord(side string) string { return markWord(side) }

func markWord(side string) string {
	switch side {
	case cross:
		return "a cross"
	case nought:
		return "a nought"
	}
	return side
}
