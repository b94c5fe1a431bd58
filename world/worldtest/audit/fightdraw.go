package audit

import "github.com/mudlark-mud/mudlark/world"

// DrawFight draws the arguments of an action in an encounter, mostly such as make sense where somebody stands; nil when
// the kind is none of an encounter.
func DrawFight(
	s *world.State, who world.ActorID, kind world.Action, roll func(int) int, near func(world.ActorID) world.ActorID,
) world.Action {
	switch kind.(type) {
	case world.OpenEncounter:
		if roll(2) == 0 {
			return world.OpenEncounter{}
		}
		return world.OpenEncounter{Target: near(who)}
	case world.JoinEncounter:
		if roll(2) == 0 {
			return world.JoinEncounter{}
		}
		return world.JoinEncounter{With: near(who)}
	case world.RollInitiative, world.EndTurn:
		return kind
	case world.March:
		return march(s, who, roll)
	default: // of no encounter
		return nil
	}
}

func march(s *world.State, who world.ActorID, roll func(int) int) world.Action {
	e := s.EncounterOf(who)
	if e == nil {
		return world.March{Path: []world.Cell{{X: roll(3), Y: roll(3)}}}
	}
	f := e.Fighter(who)
	at, path := f.At, []world.Cell(nil)
	if roll(3) == 0 { // by rule, so that it comes to blows
		if act := e.Tactic(who); act.Kind == world.ActMove {
			return world.March{Path: act.Path}
		}
	}
	for range 1 + roll(7) {
		switch roll(9) {
		case 0, 1:
			at.X++
		case 2, 3:
			at.X--
		case 4, 5:
			at.Y++
		case 6, 7:
			at.Y--
		default:
			at.X, at.Y = at.X+1, at.Y+1
		}
		path = append(path, at)
	}
	return world.March{Path: path}
}
