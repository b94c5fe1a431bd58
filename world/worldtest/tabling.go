package worldtest

import "github.com/mudlark-mud/mudlark/world"

// housed draws what comes by the door of the house's tables.
func (g *Gamer) housed() world.Input {
	kind := pick(g, "housed", []world.Action{world.HousePlay{}, world.HousePlay{}, world.HouseTaunt{}, world.HouseDeal{}})
	return world.Input{Via: world.Via{Kind: world.ViaTable}, Action: g.fillTable("", kind)}
}

func (g *Gamer) fillTable(who world.ActorID, kind world.Action) world.Action {
	switch kind.(type) {
	case world.Sit:
		return world.Sit{Board: g.table(who)}
	case world.WatchBoard:
		return world.WatchBoard{Board: g.table(who)}
	case world.Stand, world.Rematch:
		return kind
	case world.PlaceMark:
		return world.PlaceMark(g.spot(g.s.FreeSpots(who)))
	case world.TauntAt:
		return world.TauntAt{Text: g.text()}
	case world.HousePlay:
		at := g.spot(nil)
		return world.HousePlay{Board: g.houseTable(), Seat: g.chair(), Row: at.Row, Col: at.Col}
	case world.HouseTaunt:
		return world.HouseTaunt{Board: g.houseTable(), Seat: g.chair(), Text: g.text()}
	case world.HouseDeal:
		return world.HouseDeal{Board: g.houseTable()}
	default: // of another topic, see Fill
	}
	return nil
}

// table draws a table where somebody stands, mostly.
func (g *Gamer) table(who world.ActorID) world.BoardID {
	if a := g.s.Actors[who]; a != nil && !g.oneIn(8) {
		return pick(g, "table", g.s.TablesIn(a.Room))
	}
	return pick(g, "any table", append(keys(g.s.Boards), "no-table"))
}

func (g *Gamer) houseTable() world.BoardID {
	return pick(g, "house table", []world.BoardID{"slate", "slate", "slate", "barrel", "no-table"})
}

func (g *Gamer) chair() world.Chair {
	return pick(g, "chair", []world.Chair{world.ChairAI, world.ChairHuman, world.ChairAI, world.ChairHuman, "couch"})
}

// spot draws a square: one of those that fit, mostly.
func (g *Gamer) spot(free []world.Spot) world.Spot {
	if len(free) > 0 && !g.oneIn(8) {
		return pick(g, "square", free)
	}
	return world.Spot{Row: g.index("row", 4), Col: g.index("column", 4)}
}
