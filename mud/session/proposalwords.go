package session

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// DescribeAction says in a sentence what would be done. Where says how somebody is called in the middle of one: "Ann",
// "the barkeep".
func DescribeAction(s proposal.Summary, d proposal.Declared, where func(world.ActorID) string) string {
	who := d.EntityID
	if d.Type == world.ActAttack {
		who = d.AttackerID
	}
	by := where(who)
	switch d.Type {
	case world.ActMove:
		return prose.Capital(by + " goes " + pathWords(s, d))
	case world.ActAttack:
		return prose.Capital(by + " attacks " + where(d.TargetID) + ".")
	case world.ActEndTurn:
		return prose.Capital(by + " ends the turn.")
	case world.ActInitiative:
		return "Everybody rolls for initiative, and it comes to blows."
	default:
		return "Nothing that anybody could do."
	}
}

// pathWords tells of a path in legs: "3 steps east, to 5,3.", "1 step north and 2 steps east, to 4,2."
func pathWords(s proposal.Summary, d proposal.Declared) string {
	if len(d.Path) == 0 {
		return "nowhere."
	}
	to := d.Path[len(d.Path)-1]
	end := "to " + strconv.Itoa(to.X) + "," + strconv.Itoa(to.Y) + "."
	i := slices.IndexFunc(s.Entities, func(e proposal.Entity) bool { return e.ID == d.EntityID })
	if i < 0 {
		return end
	}
	var legs []string
	at, dir, n := s.Entities[i].Position, "", 0
	leg := func() {
		switch {
		case n == 1:
			legs = append(legs, "1 step "+dir)
		case n > 1:
			legs = append(legs, strconv.Itoa(n)+" steps "+dir)
		}
	}
	for _, c := range d.Path {
		next := directionOf(at, c)
		if next == "" {
			return end // no way that anybody could go: the world will say so
		}
		if next != dir {
			leg()
			dir, n = next, 0
		}
		at, n = c, n+1
	}
	leg()
	if len(legs) > pathLegsMost {
		return strconv.Itoa(len(d.Path)) + " steps, " + end
	}
	return joinWords(legs) + ", " + end
}

// pathLegsMost is how many turns of a way are told.
const pathLegsMost = 4

// directionOf says in which direction a cell lies from its neighbour; "" if it is none.
func directionOf(from, to world.Cell) string {
	switch (world.Cell{X: to.X - from.X, Y: to.Y - from.Y}) {
	case world.Cell{Y: -1}:
		return "north"
	case world.Cell{X: 1}:
		return "east"
	case world.Cell{Y: 1}:
		return "south"
	case world.Cell{X: -1}:
		return "west"
	}
	return ""
}

func joinWords(of []string) string {
	if len(of) < 2 {
		return strings.Join(of, "")
	}
	return strings.Join(of[:len(of)-1], ", ") + " and " + of[len(of)-1]
}

// engineOutcome names what came of an action as seed 003 names events (S3-47): these kinds have a name there, and no
// others.
func engineOutcome(records []*world.Record) string {
	for _, r := range records {
		for i := range r.Notices {
			switch r.Notices[i].Event.(type) {
			case world.AttackResolved:
				return "ATTACK_RESOLVED"
			case world.MoveApplied:
				return "MOVE_APPLIED"
			case world.InitiativeRolled:
				return "INITIATIVE_ROLLED"
			case world.TurnEnded:
				return "TURN_ENDED"
			case world.EncounterEnded:
				return "ENCOUNTER_ENDED"
			default:
			}
		}
	}
	return "ACTION_APPLIED"
}
