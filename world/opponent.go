package world

import "slices"

// Creatures that play: they join whoever sits alone, play as well as there is to play but for a slip now and then, and
// get up when nobody moves. All of it is done by timers.
const (
	joinWait    = 2 * Second  // at least, before a creature joins somebody who sits alone
	ponderWait  = Second      // at least, before it moves
	waitSpread  = 2 * Second  // and at most so much longer
	waitStep    = Second / 10 // in steps of this
	idleWait    = 2 * Minute  // without a move, and a creature gets up
	percent     = 100
	tauntChance = 3 // one in so many moves it says something
)

// soon sets a timer some tenths of a second beyond a wait, as the dice say.
func (t *Turn) soon(wait Time, kind TimerKind, subject string) {
	t.after(wait+Time(t.roll("wait", subject, int(waitSpread/waitStep)))*waitStep, kind, subject)
}

// plays returns how a creature plays a game, nil when it does not.
func (s *State) plays(a *Actor, game string) *PlaysSpec {
	if m := s.mob(a); m != nil && m.Plays != nil && m.Plays.Game == game {
		return m.Plays
	}
	return nil
}

// partners lists the creatures near a table that would sit down at it.
func (s *State) partners(b *Board) []*Actor {
	var out []*Actor
	for _, id := range s.Index.Present[b.Room] {
		a := s.Actors[id]
		if s.plays(a, b.Game) != nil && !s.Fights(a) && s.Index.Seated[id] == "" {
			out = append(out, a)
		}
	}
	return out
}

// partner returns one of them, nil when there is none.
func (s *State) partner(b *Board) *Actor {
	if list := s.partners(b); len(list) > 0 {
		return list[0]
	}
	return nil
}

// invite lets a creature notice soon that somebody sits alone.
func (t *Turn) invite(b *Board) {
	if len(b.Seats) == 1 && t.s.partner(b) != nil {
		t.soon(joinWait, TimerJoin, string(b.ID))
	}
}

// join lets a creature sit down with whoever sits alone.
func (t *Turn) join(id BoardID) {
	b := t.s.Boards[id]
	if b == nil || len(b.Seats) != 1 || t.s.Actors[b.Seats[0].Actor].Presence != Here {
		return
	}
	if list := t.s.partners(b); len(list) > 0 {
		t.takeSeat(b, list[t.roll("partner", string(id), len(list))-1])
	}
}

// yielding returns the creature that would give its seat to a person: one that plays no game, or one whose opponent
// has not moved yet.
func (s *State) yielding(b *Board) ActorID {
	for i := range b.Seats {
		seat := &b.Seats[i]
		if a := s.Actors[seat.Actor]; a == nil || a.Player() {
			continue
		}
		moved := func(m BoardMove) bool { return m.Side != seat.Side }
		if !b.running() || !slices.ContainsFunc(b.Match.Moves, moved) {
			return seat.Actor
		}
	}
	return ""
}

// keepTime sets the timers of a table after something happened there: a creature whose turn it is thinks, and one that
// sits there waits only for so long.
func (t *Turn) keepTime(b *Board) {
	for i := range b.Seats {
		if a := t.s.Actors[b.Seats[i].Actor]; a == nil || a.Player() {
			continue
		}
		t.after(idleWait, TimerIdle, string(b.ID))
		if b.running() && b.Match.Turn == b.Seats[i].Side {
			t.soon(ponderWait, TimerMove, string(b.ID))
		}
	}
}

// ponder makes a creature's move.
func (t *Turn) ponder(id BoardID) {
	b := t.s.Boards[id]
	if b == nil || !b.running() {
		return
	}
	seat := b.playing(b.Match.Turn)
	if seat == nil {
		return
	}
	how := t.s.plays(t.s.Actors[seat.Actor], b.Game)
	if how == nil {
		return // a person's turn, or a creature that forgot the game
	}
	t.play(b, seat, t.choose(b, how))
	fresh := slices.DeleteFunc(slices.Clone(how.Taunts), func(text string) bool {
		return slices.ContainsFunc(b.Match.Taunts, func(said BoardTaunt) bool { return said.Text == text })
	}) // nobody jokes twice in one game
	if len(fresh) > 0 && t.roll("taunt", string(id), tauntChance) == 1 {
		t.taunt(b, seat, fresh[t.roll("taunt line", string(id), len(fresh))-1])
	}
}

// choose picks a move: one of the best, or by a slip one of the others.
func (t *Turn) choose(b *Board, how *PlaysSpec) Spot {
	g := rulesOf(b.Game)
	list := g.best(b.Match.Position)
	if t.roll("slip", string(b.ID), percent) <= how.Slip {
		worse := slices.DeleteFunc(g.legal(b.Match.Position), func(at Spot) bool { return slices.Contains(list, at) })
		if len(worse) > 0 {
			list = worse
		}
	}
	return list[t.roll("move", string(b.ID), len(list))-1]
}

// tire gets creatures up from a table where nobody has moved for long.
func (t *Turn) tire(id BoardID) {
	b := t.s.Boards[id]
	if b == nil {
		return
	}
	for _, seat := range slices.Clone(b.Seats) {
		if a := t.s.Actors[seat.Actor]; a != nil && !a.Player() {
			t.rise(seat.Actor, RoseIdle)
			return // a creature left alone got up by itself
		}
	}
}
