package prose

import "github.com/mudlark-mud/mudlark/world"

// playing tells of tables.
func (h teller) playing(e world.Event) Line {
	switch e := e.(type) {
	case world.SeatTaken:
		return h.told("@ sits down at @", h.whom(e.Actor), h.at(e.Board))
	case world.SeatLeft:
		if e.Why != world.RoseWilling {
			return h.told("@ leaves @, because of this: @,", h.whom(e.Actor), h.at(e.Board), plain(string(e.Why)))
		}
		return h.told("@ gets up from @", h.whom(e.Actor), h.at(e.Board))
	case world.WatchBegan:
		return h.told("@ begins to watch @", h.whom(e.Actor), h.at(e.Board))
	case world.WatchEnded:
		return h.told("@ no longer watches @", h.whom(e.Actor), h.at(e.Board))
	case world.BoardCleared:
		return h.told("@ is cleared", h.at(e.Board))
	case world.RematchAsked:
		return h.told("@ asks for a new game at @", h.whom(e.Actor), h.at(e.Board))
	case world.Taunted:
		return h.told("@ taunts from @ (@): @,", h.sider(e.Actor, e.Chair), h.at(e.Board), plain(string(e.Source)),
			quoted(Speech, e.Text))
	default:
		return h.matching(e)
	}
}

// matching tells of games.
func (h teller) matching(e world.Event) Line {
	switch e := e.(type) {
	case world.GameBegan:
		return h.told("@ (@) and @ (@) begin game @ on @", h.sider(e.First, e.FirstChair), plain(Clean(e.FirstSide)),
			h.sider(e.Second, e.SecondChair), plain(Clean(e.SecondSide)), number(e.N), h.at(e.Board))
	case world.MovePlayed:
		return h.told("@ puts @ on @ of @ (@)", h.sider(e.Actor, e.Chair), plain(world.MarkWord(e.Side)),
			plain(world.Spot{Row: e.Row, Col: e.Col}.String()), h.at(e.Board), plain(string(e.Source)))
	case world.GameEnded:
		switch e.How {
		case world.EndWon:
			return h.told("@ wins game @ on @", h.sider(e.Actor, e.Chair), number(e.N), h.at(e.Board))
		case world.EndForfeit:
			return h.told("@ wins game @ on @, which @ forfeits,", h.sider(e.Actor, e.Chair), number(e.N), h.at(e.Board),
				h.whom(e.Other))
		case world.EndDrawn:
			return h.told("game @ on @ is drawn", number(e.N), h.at(e.Board))
		case world.EndOff:
		}
		return h.told("game @ on @ is called off", number(e.N), h.at(e.Board))
	default:
		return Line{}
	}
}

// sider is who plays a side: somebody, or a chair of the house.
func (h teller) sider(who world.ActorID, chair world.Chair) Span {
	if who == "" {
		return plain("the " + Clean(string(chair)) + " side")
	}
	return h.name(who, Person)
}
