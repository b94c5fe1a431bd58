package world

// What the events of a game make of its table. Like every fold they hold no rule: the events carry how it stands.

func (e GameBegan) fold(s *State) {
	b := s.board(e.Board)
	b.Games = e.N
	if e.FirstChair != "" && len(b.Seats) == 0 {
		b.Seats = []Seat{{Chair: e.FirstChair}, {Chair: e.SecondChair}}
	}
	for i := range b.Seats {
		seat := &b.Seats[i]
		seat.Side, seat.Again = e.SecondSide, false
		if seat.Actor == e.First && seat.Chair == e.FirstChair {
			seat.Side = e.FirstSide
		}
	}
	b.Match = &Match{
		N: e.N, Status: MatchPlaying,
		Position: Position{Rows: e.Rows, Cols: e.Cols, Cells: e.Cells, Turn: e.FirstSide},
	}
}

func (e MovePlayed) fold(s *State) {
	m := s.board(e.Board).Match
	m.Cells, m.Turn = e.Cells, e.Next
	m.Moves = append(m.Moves, BoardMove{Side: e.Side, Row: e.Row, Col: e.Col, Source: e.Source})
}

func (e GameEnded) fold(s *State) {
	b := s.board(e.Board)
	for i := range b.Seats {
		b.Seats[i].Again = false
	}
	b.Match.Turn, b.Match.Winner, b.Match.Line = "", e.Winner, e.Line
	switch e.How {
	case EndWon, EndForfeit:
		b.Match.Status, b.Match.Forfeit = MatchWon, e.How == EndForfeit
	case EndDrawn:
		b.Match.Status = MatchDrawn
	case EndOff:
		b.Match = nil
		return
	}
	for i, id := range [...]ActorID{e.Actor, e.Other} {
		if a := s.Actors[id]; a == nil || !a.Player() {
			continue
		}
		tally := &s.actor(id).Games
		tally.Played++
		switch {
		case e.How == EndDrawn:
			tally.Drawn++
		case i == 0:
			tally.Won++
		}
	}
}

func (e Taunted) fold(s *State) {
	b := s.board(e.Board)
	for i := range b.Seats {
		if b.Seats[i].Actor == e.Actor && b.Seats[i].Chair == e.Chair {
			b.Seats[i].Spoke = e.At
		}
	}
	if m := b.Match; m != nil {
		m.Taunts = append(m.Taunts, BoardTaunt{By: e.By, Side: e.Side, Text: e.Text, Source: e.Source})
		m.Taunts = m.Taunts[max(0, len(m.Taunts)-TauntsKept):]
	}
}

func (e RematchAsked) fold(s *State) {
	b := s.board(e.Board)
	for i := range b.Seats {
		if b.Seats[i].Actor == e.Actor {
			b.Seats[i].Again = true
		}
	}
}

func (e BoardCleared) fold(s *State) { s.board(e.Board).Match = nil }

func (e GameBegan) scene(s *State) scene  { return s.atTable(e.Board, e.First, e.Second) }
func (e MovePlayed) scene(s *State) scene { return s.atTable(e.Board, e.Actor, e.Other) }
func (e GameEnded) scene(s *State) scene  { return s.atTable(e.Board, e.Actor, e.Other) }

func (e RematchAsked) scene(s *State) scene {
	sc := s.atTable(e.Board, e.Actor, e.Other)
	sc.voice = e.Actor
	return sc
}

func (e Taunted) scene(s *State) scene {
	sc := s.atTable(e.Board, e.Actor, e.Other)
	sc.sound = e.Chair == "" // chalk makes no sound to speak of
	sc.voice = e.Actor
	return sc
}

func (GameBegan) traits() Traits {
	return Traits{Public: true, Weight: WeightHeavy, Names: Mine, Cue: cue("Game")}
}

func (MovePlayed) traits() Traits {
	return Traits{Public: true, Weight: WeightHeavy, Names: Mine, Cue: cue("Move")}
}

func (GameEnded) traits() Traits {
	return Traits{Public: true, Weight: WeightHeavy, Names: Mine, Cue: befalls("Game over")}
}

func (RematchAsked) traits() Traits {
	return Traits{Weight: WeightHeavy, Names: Mine, Cue: cue("Rematch")}
}

func (Taunted) traits() Traits { return Traits{Public: true, Cue: cue("Taunt")} }

// Nobody is told: what clears a table is.
func (e BoardCleared) scene(s *State) scene { return scene{room: s.Boards[e.Board].Room} }

func (BoardCleared) traits() Traits { return Traits{} }

// atTable is the scene of what can be seen at a table: whoever watches it sees it closely.
func (s *State) atTable(id BoardID, actor, target ActorID) scene {
	b := s.Boards[id]
	return scene{actor: actor, target: target, room: b.Room, sight: true, close: b.Watchers}
}
