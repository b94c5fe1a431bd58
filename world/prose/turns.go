package prose

import "github.com/mudlark-mud/mudlark/world"

// byTurns tells of fights by turns, in the third person.
func (h teller) byTurns(e world.Event) Line {
	switch e := e.(type) {
	case world.EncounterOpened:
		names := h.foes(e)
		return h.told("@ opens a fight by turns against @", h.whom(e.Actor), plain(Line{Spans: names}.String()))
	case world.FighterJoined:
		return h.told("@ takes a stand in a fight@, at @,", h.whom(e.Actor), side(e.Fighter.Side), square(e.Fighter.At))
	case world.FighterChanged:
		return h.told("@ has @ in a fight", h.whom(e.Fighter.ID), plain(count(e.Fighter.HP, "hit point")))
	case world.FighterLeft:
		if e.Fled {
			return h.told("@ gets away from a fight", h.whom(e.Actor))
		}
		return h.told("@ is out of a fight", h.whom(e.Actor))
	case world.FighterHeld:
		return h.told("@ tries to get away from a fight and cannot,", h.whom(e.Actor))
	case world.InitiativeRolled:
		first := Span{}
		if len(e.Order) > 0 {
			first = plain(", and " + h.whom(e.Order[0]).Text + " is first,")
		}
		return h.told("A fight comes to blows@", first)
	case world.MoveApplied:
		if len(e.Path) == 0 {
			return h.told("@ moves in a fight", h.whom(e.Actor))
		}
		return h.told("@ goes from @ to @ in a fight", h.whom(e.Actor), square(e.From), square(e.Path[len(e.Path)-1]))
	case world.AttackResolved:
		if !e.Hit {
			return h.told("@ misses @ (@ against @)", h.whom(e.Actor), h.whom(e.Target), number(e.Total), number(e.AC))
		}
		return h.told("@ @ @ for @ (@ against @) and leaves @,", h.whom(e.Actor), plain(third(verbOr(e.Verb))),
			h.whom(e.Target), number(e.Harm), number(e.Total), number(e.AC), plain(count(e.HP, "hit point")))
	case world.TurnEnded:
		if e.Late {
			return h.told("The turn of @ runs out, and @ is next,", h.whom(e.Actor), h.whom(e.Next))
		}
		return h.told("@ ends a turn, and @ is next,", h.whom(e.Actor), h.whom(e.Next))
	case world.Stunned:
		return h.told("@ is struck down@ and lives", h.whom(e.Actor), h.by(e.By))
	case world.EncounterEnded:
		return h.bare("A fight by turns@ is over: @", h.here(), plain(ending(e)))
	default:
		return Line{}
	}
}

// side names a side of a fight.
func side(s world.Side) Span {
	switch s {
	case world.SideA:
		return plain(" on the side of whoever opened it")
	case world.SideB:
		return plain(" on the other side")
	}
	return Span{}
}

// ending says how a fight ended.
func ending(e world.EncounterEnded) string {
	won := ", for whoever opened it"
	switch e.Won {
	case world.SideA:
	case world.SideB:
		won = ", for the other side"
	default:
		won = ""
	}
	switch e.How {
	case world.OutcomeWon:
		return "it is won" + won
	case world.OutcomeFled:
		return "one side got away" + won
	case world.OutcomeSettled:
		return "it was settled by wits" + won
	case world.OutcomeDrawn:
		return "nobody won it"
	case world.OutcomeOff:
	}
	return "it came to nothing"
}
