package world

import (
	"cmp"
	"slices"
)

// Sit takes a seat at a table here.
type Sit struct {
	Board BoardID `json:"board"`
}

// Stand gets up from a table, or stops watching one. Whoever gets up from a game that has begun forfeits it.
type Stand struct{}

// WatchBoard follows what happens at a table here closely, for as long as one stays in the room.
type WatchBoard struct {
	Board BoardID `json:"board"`
}

// SeatTaken says that somebody sat down at a table.
type SeatTaken struct {
	Actor ActorID `json:"actor"`
	Board BoardID `json:"board"`
	Alone bool    `json:"alone,omitempty"` // nobody sits across yet
}

// Rising says why somebody left a table.
type Rising string

// The reasons for leaving a table.
const (
	RoseWilling Rising = ""
	RoseWalked  Rising = "walked"  // they are elsewhere now
	RoseFight   Rising = "fight"   // they fight
	RoseEnded   Rising = "ended"   // they died, or left the world
	RoseLost    Rising = "lost"    // nobody was at the other end for too long
	RoseIdle    Rising = "idle"    // a creature that got tired of waiting
	RoseYielded Rising = "yielded" // a creature that makes room for a person
	RoseAlone   Rising = "alone"   // a creature with nobody to play with
	RoseCleared Rising = "cleared" // the table is taken away
)

// SeatLeft says that somebody got up from a table.
type SeatLeft struct {
	Actor ActorID `json:"actor"`
	Board BoardID `json:"board"`
	Why   Rising  `json:"why,omitempty"`
}

// WatchBegan says that somebody watches a table closely.
type WatchBegan struct {
	Actor ActorID `json:"actor"`
	Board BoardID `json:"board"`
}

// WatchEnded says that somebody no longer watches a table.
type WatchEnded struct {
	Actor ActorID `json:"actor"`
	Board BoardID `json:"board"`
	Why   Rising  `json:"why,omitempty"`
}

// lostWait is how long a link-dead body keeps its seat.
const lostWait = 60 * Second

func (Sit) needs() Role        { return RoleGuest }
func (Stand) needs() Role      { return RoleGuest }
func (WatchBoard) needs() Role { return RoleGuest }

func (Sit) deed() deed        { return deed{verbs: []string{"sit"}} }
func (Stand) deed() deed      { return deed{verbs: []string{"stand"}} }
func (WatchBoard) deed() deed { return deed{verbs: []string{"watch"}} }

// tableHere returns a table in the room of the actor, if it can be played at or watched now.
func (t *Turn) tableHere(id BoardID) (*Board, *Refusal) {
	b := t.s.Boards[id]
	if b == nil || b.Room != t.me.Room {
		return nil, refuse(CodeNotHere, "There is no such table here.")
	}
	if rulesOf(b.Game) == nil {
		return nil, refuse(CodeCannot, "Nobody remembers the rules of what was played there.")
	}
	if r := t.calm(); r != nil {
		return nil, r
	}
	return b, t.seeing()
}

func (a Sit) decide(t *Turn) *Refusal {
	b, r := t.tableHere(a.Board)
	if r = cmp.Or(t.visible(), r); r != nil {
		return r
	}
	mine, seat := t.seated()
	switch {
	case b.House:
		return refuse(CodeCannot, "Nobody sits at the "+b.Name+": it has no chairs. You can watch it.")
	case mine == b && seat != nil:
		return refuse(CodeAlready, "You are sitting there already.")
	case seat != nil:
		return refuse(CodeAlready, "You are sitting at the "+mine.Name+". Stand up first.")
	}
	yields := ActorID("")
	if len(b.Seats) == seatsPerTable {
		if yields = t.s.yielding(b); yields == "" {
			return refuse(CodeFull, "Both chairs are taken, and a game is on. You can watch it, and sit down afterwards.")
		}
	}
	t.unwatch(t.me.ID, RoseWilling)
	if yields != "" {
		t.rise(yields, RoseYielded)
	}
	t.takeSeat(b, t.me)
	return nil
}

// takeSeat seats somebody; a second one begins the game.
func (t *Turn) takeSeat(b *Board, a *Actor) {
	if len(b.Seats) == 0 && b.Match != nil {
		t.emit(BoardCleared{Board: b.ID})
	}
	t.emit(SeatTaken{Actor: a.ID, Board: b.ID, Alone: len(b.Seats) == 0})
	if len(b.Seats) == seatsPerTable {
		t.cancel(TimerJoin, string(b.ID))
		t.deal(b)
		return
	}
	t.invite(b)
}

func (Stand) decide(t *Turn) *Refusal {
	switch b, seat := t.seated(); {
	case seat != nil:
		t.rise(t.me.ID, RoseWilling)
	case b != nil:
		t.unwatch(t.me.ID, RoseWilling)
	default:
		return refuse(CodeAlready, "You are on your feet already.")
	}
	return nil
}

func (a WatchBoard) decide(t *Turn) *Refusal {
	b, r := t.tableHere(a.Board)
	if r != nil {
		return r
	}
	mine, seat := t.seated()
	switch {
	case seat != nil:
		return refuse(CodeAlready, "You have the best view there is: you are sitting at the "+mine.Name+".")
	case mine == b:
		return refuse(CodeAlready, "You are watching that already.")
	case len(b.Watchers) >= WatchersMost:
		return refuse(CodeFull, "There is such a crowd round the "+b.Name+" that you see nothing but backs.")
	}
	t.unwatch(t.me.ID, RoseWilling)
	t.emit(WatchBegan{Actor: t.me.ID, Board: b.ID})
	return nil
}

// seated returns the table at which the actor sits or which they watch, and their seat if they sit.
func (t *Turn) seated() (*Board, *Seat) { return t.s.seatOf(t.me.ID) }

// seatOf returns the table at which somebody sits or which they watch, and their seat if they sit.
func (s *State) seatOf(who ActorID) (*Board, *Seat) {
	b := s.Boards[s.Index.Seated[who]]
	if b == nil {
		return nil, nil
	}
	for i := range b.Seats {
		if b.Seats[i].Actor == who {
			return b, &b.Seats[i]
		}
	}
	return b, nil
}

// leaveTable takes somebody away from the table where they sit or which they watch, if there is one.
func (t *Turn) leaveTable(who ActorID, why Rising) {
	switch b, seat := t.s.seatOf(who); {
	case seat != nil:
		t.rise(who, why)
	case b != nil:
		t.unwatch(who, why)
	}
}

// rise gets somebody up from their seat. A game that had begun is lost by it, unless it was a creature that got up of
// its own accord; then nobody won.
func (t *Turn) rise(who ActorID, why Rising) {
	b, seat := t.s.seatOf(who)
	if b.running() {
		other := b.across(seat)
		switch {
		case len(b.Match.Moves) == 0, why == RoseIdle, why == RoseYielded, why == RoseCleared:
			t.endGame(b, EndOff, nil, nil)
		default:
			t.endGame(b, EndForfeit, other, nil)
		}
	}
	t.emit(SeatLeft{Actor: who, Board: b.ID, Why: why})
	t.cancel(TimerSeat, string(who))
	t.cancel(TimerMove, string(b.ID))
	t.cancel(TimerIdle, string(b.ID))
	t.cancel(TimerJoin, string(b.ID))
	if len(b.Seats) == 0 || why == RoseYielded || why == RoseCleared {
		return
	}
	left := t.s.Actors[b.Seats[0].Actor]
	switch {
	case !left.Player():
		t.rise(left.ID, RoseAlone)
	case why != RoseIdle:
		t.invite(b)
	}
}

// unwatch ends somebody's watching, if they watch.
func (t *Turn) unwatch(who ActorID, why Rising) {
	if b, seat := t.s.seatOf(who); b != nil && seat == nil {
		t.emit(WatchEnded{Actor: who, Board: b.ID, Why: why})
		t.cancel(TimerSeat, string(who))
	}
}

// lost frees the seat of somebody who has been link-dead for a while.
func (t *Turn) lost(who ActorID) {
	if a := t.s.Actors[who]; a != nil && a.Presence == Linkdead {
		t.leaveTable(who, RoseLost)
	}
}

// clearTables gets everybody up from the tables that a pack takes away, or makes into another table.
func (t *Turn) clearTables(e *PackApplied) {
	for i := range e.Tables {
		now := &e.Tables[i]
		if b := t.s.Boards[now.ID]; b != nil && (b.Room != now.Room || b.Game != now.Game || b.House != now.House) {
			t.clearTable(b)
		}
	}
	for _, id := range e.TablesGone {
		if b := t.s.Boards[id]; b != nil {
			t.clearTable(b)
		}
	}
}

func (t *Turn) clearTable(b *Board) {
	for _, seat := range slices.Clone(b.Seats) {
		if seat.Actor != "" {
			t.rise(seat.Actor, RoseCleared)
		}
	}
	for _, who := range slices.Clone(b.Watchers) {
		t.unwatch(who, RoseCleared)
	}
	if b.Match != nil {
		t.emit(BoardCleared{Board: b.ID})
	}
}

func (e SeatTaken) fold(s *State) {
	b := s.board(e.Board)
	b.Seats = append(b.Seats, Seat{Actor: e.Actor})
	s.Index.Seated[e.Actor] = e.Board
}

func (e SeatLeft) fold(s *State) {
	b := s.board(e.Board)
	b.Seats = slices.DeleteFunc(b.Seats, func(x Seat) bool { return x.Actor == e.Actor })
	delete(s.Index.Seated, e.Actor)
}

func (e WatchBegan) fold(s *State) {
	b := s.board(e.Board)
	b.Watchers = append(b.Watchers, e.Actor)
	s.Index.Seated[e.Actor] = e.Board
}

func (e WatchEnded) fold(s *State) {
	b := s.board(e.Board)
	b.Watchers = slices.DeleteFunc(b.Watchers, func(x ActorID) bool { return x == e.Actor })
	delete(s.Index.Seated, e.Actor)
}

func (e SeatTaken) scene(s *State) scene { return s.atTable(e.Board, e.Actor, "") }
func (e SeatLeft) scene(s *State) scene  { return s.atTable(e.Board, e.Actor, "") }

func (SeatTaken) traits() Traits {
	return Traits{Public: true, Weight: WeightHeavy, Cue: cue("Seat taken")}
}

func (SeatLeft) traits() Traits {
	return Traits{Public: true, Weight: WeightHeavy, Cue: cue("Seat left")}
}

// Watching is nobody else's news.
func (e WatchBegan) scene(*State) scene { return scene{actor: e.Actor, closed: true} }
func (e WatchEnded) scene(*State) scene { return scene{actor: e.Actor, closed: true} }

func (WatchBegan) traits() Traits { return Traits{} }
func (WatchEnded) traits() Traits { return Traits{} }
