package prose_test

import "github.com/mudlark-mud/mudlark/world"

// encounters are fights by turns: each event as it befalls one, as one does it, and as others see and hear it.
func encounters(add adder) {
	all := []world.Sense{self, targetH, unseen, present, dark}
	others := []world.Sense{self, present, dark}
	opened := world.EncounterOpened{Actor: "pc-ann", Target: "crab-7", Name: "the slip", Clock: 30}
	add(opened, all...)
	opened.Foes = []world.ActorID{"crab-7", "crab-8", "barkeep", "crab-9"}
	add(opened, self, present)
	add(world.FighterJoined{Actor: "pc-ann", Fighter: world.Fighter{At: world.Cell{X: 4, Y: 7}}, Opening: true}, others...)
	add(world.FighterJoined{Actor: "pc-ben", Fighter: world.Fighter{At: world.Cell{X: 4, Y: 8}}}, others...)
	add(world.FighterJoined{Actor: "crab-7", Fighter: world.Fighter{At: world.Cell{X: 4, Y: 8}}, Roll: 9}, others...)
	add(world.FighterLeft{Actor: "pc-ann", Fled: true, Roll: 9}, others...)
	add(world.FighterLeft{Actor: "crab-7"}, others...)
	add(world.FighterHeld{Actor: "pc-ann", Roll: 2}, others...)
	rolled := world.InitiativeRolled{
		Actor: "pc-ben", Order: []world.ActorID{"pc-ann", "crab-7", "pc-ben"}, Thrown: []int{17, 12, 3},
		Totals: []int{18, 12, 4},
	}
	add(rolled, self, targetH, present, dark)
	rolled.Actor = "pc-ann"
	add(rolled, self|world.Mine)
	from := world.Cell{X: 4, Y: 7}
	east := []world.Cell{{X: 5, Y: 7}, {X: 6, Y: 7}, {X: 7, Y: 7}}
	add(world.MoveApplied{Actor: "pc-ann", From: from, Path: east, Left: 3}, others...)
	add(world.MoveApplied{Actor: "crab-7", From: from, Path: east[:1]}, others...)
	add(world.MoveApplied{Actor: "pc-ann", From: from, Path: append(east[:2:2], world.Cell{X: 6, Y: 6})}, self, present)
	add(world.MoveApplied{Actor: "crab-7", From: from, Path: []world.Cell{
		{X: 4, Y: 6}, {X: 5, Y: 6}, {X: 6, Y: 6}, {X: 6, Y: 7},
	}}, self, present)
	add(world.AttackResolved{Actor: "pc-ann", Target: "crab-7", Roll: 14, Total: 16, AC: 12, Hit: true, Harm: 7, HP: 2,
		Verb: "hit", With: "hook-4"}, all...)
	add(world.AttackResolved{
		Actor: "crab-7", Target: "pc-ann", Roll: 9, Total: 9, AC: 12, Cover: 2, Verb: "pinch",
	}, all...)
	add(world.AttackResolved{Actor: "crab-7", Target: "pc-ann", Roll: 4, Total: 6, AC: 10, Verb: "pinch"}, targetH)
	add(world.TurnEnded{Actor: "pc-ann", Next: "pc-ben", Round: 1}, self, targetH, unseen, present, dark)
	add(world.TurnEnded{Actor: "pc-ann", Next: "pc-ben", Round: 3, Late: true}, self, targetH, present, dark)
	add(world.TurnEnded{Actor: "pc-ann", Next: "gull-1", Round: 3}, self, self&^world.Saw, present, dark)
	add(world.Stunned{Actor: "pc-ben", By: "barkeep", HP: 1}, all...)
	// PLAYERS C33: a side that has fled is not nobody; it may be the side of whoever reads this.
	for _, how := range []world.Outcome{
		world.OutcomeWon, world.OutcomeFled, world.OutcomeSettled, world.OutcomeDrawn, world.OutcomeOff,
	} {
		add(world.EncounterEnded{How: how}, present, dark)
	}
	add(world.EncounterEnded{How: world.OutcomeSettled, Text: "The crabs go back to the water."}, present)
}

// skirmishes are the same, as the record tells them.
func skirmishes() (out []world.Event) {
	encounters(func(e world.Event, _ ...world.Sense) { out = append(out, e) })
	return append(out, world.FighterChanged{Fighter: world.Fighter{ID: "pc-ann", HP: 12}},
		world.TurnTimed{Actor: "pc-ann"}, world.EncounterEnded{How: world.OutcomeWon, Won: world.SideA},
		world.EncounterEnded{How: world.OutcomeFled, Won: world.SideB})
}
