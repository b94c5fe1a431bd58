package audit

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
)

// TableWitness says what else is known when an event is taken in.
type TableWitness struct {
	Now    world.Time
	Stands func(world.ActorID) (world.RoomID, bool) // where somebody is, and whether they are in the world
	Object func(format string, args ...any)
}

// TableLedger is what the events told of all tables so far.
type TableLedger struct {
	boards map[world.BoardID]*board
	at     map[world.ActorID]world.BoardID // who sits or watches where
}

type board struct {
	spec    world.TableSpec
	seats   []world.ActorID
	watch   []world.ActorID
	games   int
	running bool
	cells   []string
	turn    string
	who     map[string]world.ActorID // by side, while a game lies there
	chair   map[string]world.Chair
	spoke   map[string]world.Time // by seat
}

// NewTableLedger returns the ledger of a world without tables.
func NewTableLedger() *TableLedger {
	return &TableLedger{boards: map[world.BoardID]*board{}, at: map[world.ActorID]world.BoardID{}}
}

// Where returns in which room an event happened, and whether it is one of a table.
func (l *TableLedger) Where(e world.Event) (world.RoomID, bool) {
	id, ok := boardOf(e)
	if b := l.boards[id]; b != nil {
		return b.spec.Room, ok
	}
	return "", ok
}

// boardOf returns the table that an event is about, and whether bystanders may perceive it.
func boardOf(e world.Event) (world.BoardID, bool) {
	switch e := e.(type) {
	case world.SeatTaken:
		return e.Board, true
	case world.SeatLeft:
		return e.Board, true
	case world.GameBegan:
		return e.Board, true
	case world.MovePlayed:
		return e.Board, true
	case world.GameEnded:
		return e.Board, true
	case world.Taunted:
		return e.Board, true
	case world.RematchAsked:
		return e.Board, true
	case world.BoardCleared:
		return e.Board, false
	case world.WatchBegan:
		return e.Board, false
	case world.WatchEnded:
		return e.Board, false
	default: // of no table
		return "", false
	}
}

// KnowsTable reports whether an event is one of a table.
func KnowsTable(e world.Event) bool {
	_, open := boardOf(e)
	switch e.(type) {
	case world.BoardCleared, world.WatchBegan, world.WatchEnded:
		return true
	default: // those that bystanders may perceive
		return open
	}
}

// Pack takes in how a pack changed the tables.
func (l *TableLedger) Pack(e world.PackApplied, w TableWitness) {
	for _, id := range e.TablesGone {
		if b := l.boards[id]; b != nil && len(b.seats)+len(b.watch) > 0 {
			w.Object("table %s was taken from under %v and %v", id, b.seats, b.watch)
		}
		delete(l.boards, id)
	}
	for _, spec := range e.Tables {
		b := l.boards[spec.ID]
		if b == nil {
			l.boards[spec.ID] = &board{spec: spec, spoke: map[string]world.Time{}}
			continue
		}
		moved := b.spec.Room != spec.Room || b.spec.Game != spec.Game || b.spec.House != spec.House
		if moved && (len(b.seats)+len(b.watch) > 0 || b.running) {
			w.Object("table %s was changed under %v and %v", spec.ID, b.seats, b.watch)
		}
		b.spec = spec
	}
}

// Apply takes an event of a table in.
func (l *TableLedger) Apply(e world.Event, w TableWitness) {
	id, _ := boardOf(e)
	b := l.boards[id]
	if b == nil {
		w.Object("%T at a table %q that is not there", e, id)
		return
	}
	switch e := e.(type) {
	case world.SeatTaken:
		l.come(b, e.Actor, w)
		if len(b.seats) > 1 || b.spec.House {
			w.Object("%s sat down at %s, where %v sit", e.Actor, id, b.seats)
		}
		b.seats = append(b.seats, e.Actor)
	case world.SeatLeft:
		b.seats = l.leave(b.seats, e.Actor, w)
		if b.running {
			w.Object("%s left a running game at %s", e.Actor, id)
		}
	case world.WatchBegan:
		l.come(b, e.Actor, w)
		b.watch = append(b.watch, e.Actor)
	case world.WatchEnded:
		b.watch = l.leave(b.watch, e.Actor, w)
	case world.BoardCleared:
		b.running, b.cells = false, nil
	case world.GameBegan:
		b.begin(e, w)
	case world.MovePlayed:
		b.move(e, w)
	case world.GameEnded:
		b.end(e, w)
	case world.Taunted:
		b.taunt(e, w)
	case world.RematchAsked:
		if !slices.Contains(b.seats, e.Actor) {
			w.Object("%s asked for a rematch and does not sit at %s", e.Actor, id)
		}
	default: // boardOf knows no others
	}
}

func (l *TableLedger) come(b *board, who world.ActorID, w TableWitness) {
	if room, in := w.Stands(who); room != b.spec.Room || !in {
		w.Object("%s came to the table %s and is in %s", who, b.spec.ID, room)
	}
	if l.at[who] != "" {
		w.Object("%s came to the table %s and was at %s", who, b.spec.ID, l.at[who])
	}
	l.at[who] = b.spec.ID
}

func (l *TableLedger) leave(list []world.ActorID, who world.ActorID, w TableWitness) []world.ActorID {
	i := slices.Index(list, who)
	if i < 0 {
		w.Object("%s left a table and was not there", who)
		return list
	}
	delete(l.at, who)
	return slices.Delete(list, i, i+1)
}

func (b *board) begin(e world.GameBegan, w TableWitness) {
	b.games++
	both := []world.ActorID{e.First, e.Second}
	fits := len(b.seats) == 2 && slices.Contains(b.seats, e.First) && slices.Contains(b.seats, e.Second) &&
		e.First != e.Second
	if b.spec.House {
		fits = e.First == "" && e.Second == "" && e.FirstChair != e.SecondChair && e.FirstChair != "" &&
			(b.games > 1 || e.FirstChair == world.ChairAI)
	}
	switch {
	case !fits:
		w.Object("a game began at %s between %v %s %s; there sit %v", e.Board, both, e.FirstChair, e.SecondChair, b.seats)
	case e.N != b.games || len(e.Cells) != 9 || strings.Join(e.Cells, "") != "" || e.FirstSide+e.SecondSide != "XO":
		w.Object("the game %d at %s, the %dth, began with %v", e.N, e.Board, b.games, e.Cells)
	}
	if b.running && !b.spec.House {
		w.Object("a game began at %s while one was on", e.Board)
	}
	b.running, b.cells, b.turn = true, e.Cells, "X"
	b.who = map[string]world.ActorID{"X": e.First, "O": e.Second}
	b.chair = map[string]world.Chair{"X": e.FirstChair, "O": e.SecondChair}
}

func (b *board) move(e world.MovePlayed, w TableWitness) {
	i := e.Row*3 + e.Col
	if !b.running || e.Side != b.turn || e.Row < 0 || e.Row > 2 || e.Col < 0 || e.Col > 2 || b.cells[i] != "" {
		w.Object("%s moved to %d,%d at %s; turn was %q, running %v, board %v", e.Side, e.Row, e.Col, e.Board, b.turn,
			b.running, b.cells)
		return
	}
	if b.who[e.Side] != e.Actor || b.chair[e.Side] != e.Chair {
		w.Object("%s of %s was moved by %q %q", e.Side, e.Board, e.Actor, e.Chair)
	}
	if room, in := w.Stands(e.Actor); e.Actor != "" && (room != b.spec.Room || !in) {
		w.Object("%s moved at %s from %s", e.Actor, e.Board, room)
	}
	next := slices.Clone(b.cells)
	next[i] = e.Side
	if !slices.Equal(next, e.Cells) {
		w.Object("after %s the board %s is %v, told was %v", e.Side, e.Board, next, e.Cells)
	}
	b.cells = next
	b.turn = map[string]string{"X": "O", "O": "X"}[e.Side]
	if over := three(next) != "" || !slices.Contains(next, ""); over != (e.Next == "") || !over && e.Next != b.turn {
		w.Object("after %v at %s %q is next", next, e.Board, e.Next)
	}
}

// three returns the side that has three in a row.
func three(c []string) string {
	for i := range 3 {
		switch {
		case c[3*i] != "" && c[3*i] == c[3*i+1] && c[3*i] == c[3*i+2]:
			return c[3*i]
		case c[i] != "" && c[i] == c[i+3] && c[i] == c[i+6]:
			return c[i]
		}
	}
	if c[4] != "" && (c[0] == c[4] && c[8] == c[4] || c[2] == c[4] && c[6] == c[4]) {
		return c[4]
	}
	return ""
}

func (b *board) end(e world.GameEnded, w TableWitness) {
	won, full := three(b.cells), !slices.Contains(b.cells, "")
	empty := strings.Join(b.cells, "") == ""
	var fits bool
	switch e.How {
	case world.EndWon:
		fits = won != "" && e.Winner == won && b.who[won] == e.Actor
	case world.EndDrawn:
		fits = won == "" && full && e.Winner == ""
	case world.EndForfeit:
		fits = won == "" && !full && !empty && b.who[e.Winner] == e.Actor
	case world.EndOff:
		fits = won == "" && !full && e.Winner == ""
	}
	if !fits || !b.running {
		w.Object("the game at %s ended %s for %q, running %v: %v", e.Board, e.How, e.Winner, b.running, b.cells)
	}
	b.running = false
}

func (b *board) taunt(e world.Taunted, w TableWitness) {
	seat := string(e.Actor) + "/" + string(e.Chair)
	if last, spoke := b.spoke[seat]; spoke && e.Actor != "" && w.Now-last < 3*world.Second {
		if sp, in := w.Stands(e.Actor); in && sp == b.spec.Room && strings.HasPrefix(string(e.Actor), world.PlayerPrefix) {
			w.Object("%s taunted again after %d ms", seat, w.Now-last)
		}
	}
	b.spoke[seat] = w.Now
	if utf8.RuneCountInString(e.Text) > 200 || e.Text != world.Clean(e.Text) || e.Text == "" {
		w.Object("%s taunted with %q", seat, e.Text)
	}
	if !b.spec.House && !slices.Contains(b.seats, e.Actor) {
		w.Object("%s taunted from the floor", seat)
	}
}

// Settle holds everybody at a table to being in its room, once a record is taken in.
func (l *TableLedger) Settle(w TableWitness) {
	for who, id := range l.at {
		b := l.boards[id]
		if room, in := w.Stands(who); b == nil || room != b.spec.Room || !in {
			w.Object("%s is at the table %s, and stands in %s (in the world: %v)", who, id, room, in)
		}
	}
}

// Compare objects to what of a state differs from what was told.
func (l *TableLedger) Compare(s *world.State, w TableWitness) {
	for id, b := range world.Ordered(s.Boards) {
		told := l.boards[id]
		if told == nil {
			w.Object("table %s was never told of", id)
			continue
		}
		var seats []world.ActorID
		for _, seat := range b.Seats {
			if seat.Actor != "" {
				seats = append(seats, seat.Actor)
			}
		}
		running := b.Match != nil && b.Match.Status == world.MatchPlaying
		same := running == told.running && (!running || slices.Equal(b.Match.Cells, told.cells) && b.Match.Turn == told.turn)
		if !slices.Equal(seats, told.seats) || !slices.Equal(b.Watchers, told.watch) || !same {
			w.Object("table %s is %+v; told was %+v", id, b, told)
		}
	}
	for id := range l.boards {
		if s.Boards[id] == nil {
			w.Object("table %s is lost", id)
		}
	}
}
