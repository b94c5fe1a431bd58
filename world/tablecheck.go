package world

import "slices"

// tables looks for what must never be at a table.
func (c *checker) tables() {
	for id, b := range all(c, c.s.Boards) {
		if b.ID != id || len(b.Seats) > seatsPerTable || len(b.Watchers) > WatchersMost {
			c.bad("table %s is filed as %s, with %d seats and %d who watch", id, b.ID, len(b.Seats), len(b.Watchers))
		}
		for i := range b.Seats {
			c.seat(b, &b.Seats[i])
		}
		for _, who := range b.Watchers {
			c.near(b, who)
		}
		if b.Match != nil {
			c.match(b)
		} else if b.House && len(b.Seats) > 0 {
			c.bad("no game lies on the table %s of the house", id)
		}
	}
}

// seat holds a seat to its table: somebody sits there who is in the room, or it is a chair of the house.
func (c *checker) seat(b *Board, seat *Seat) {
	switch {
	case b.House && (seat.Actor != "" || seat.Chair == ""), !b.House && (seat.Actor == "" || seat.Chair != ""):
		c.bad("%q sits on the chair %q of the table %s", seat.Actor, seat.Chair, b.ID)
	case len(b.Seats) == seatsPerTable && b.Seats[0].Actor == b.Seats[1].Actor && b.Seats[0].Chair == b.Seats[1].Chair:
		c.bad("%q sits twice at the table %s", seat.Actor, b.ID)
	case !b.House:
		c.near(b, seat.Actor)
	}
	if b.running() && b.playing(seat.Side) != seat {
		c.bad("%q plays no side of its own at the table %s", seat.Actor, b.ID)
	}
}

// near holds somebody at a table to its room.
func (c *checker) near(b *Board, who ActorID) {
	a := c.s.Actors[who]
	if a == nil || a.Presence == Away || a.Room != b.Room || c.s.Index.Seated[who] != b.ID {
		c.bad("%s is at the table %s and not near it", who, b.ID)
	}
}

// match plays a game again: what lies on the table is what its moves make.
func (c *checker) match(b *Board) {
	m, g := b.Match, rulesOf(b.Game)
	empty := m.Status == MatchPlaying && len(b.Seats) != seatsPerTable
	if g == nil || m.N != b.Games || len(m.Taunts) > TauntsKept || empty {
		c.bad("the game %d of the table %s cannot be: %d were begun, %d sit there", m.N, b.ID, b.Games, len(b.Seats))
		return
	}
	p := g.open()
	for _, mv := range m.Moves {
		at := Spot{Row: mv.Row, Col: mv.Col}
		if mv.Side != p.Turn || !slices.Contains(g.legal(p), at) {
			c.bad("the game on the table %s has a move that cannot be: %s on %s", b.ID, mv.Side, at)
			return
		}
		p = g.place(p, at)
	}
	out, want := g.outcome(p), MatchPlaying
	switch {
	case out.over && out.winner != "":
		want = MatchWon
	case out.over:
		want = MatchDrawn
	case m.Forfeit:
		want, out.winner = MatchWon, m.Winner
	}
	if want != MatchPlaying {
		p.Turn = ""
	}
	if !slices.Equal(p.Cells, m.Cells) || m.Turn != p.Turn || m.Status != want || m.Winner != out.winner {
		c.bad("the game on the table %s is %s for %q, %q to move: %v; its moves make %s for %q, %q to move: %v",
			b.ID, m.Status, m.Winner, m.Turn, m.Cells, want, out.winner, p.Turn, p.Cells)
	}
}
