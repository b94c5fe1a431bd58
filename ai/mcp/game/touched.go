package game

import (
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// ResourceSet is a set of the resources that an event may have changed.
type ResourceSet uint8

const (
	viewState ResourceSet = 1 << iota
	viewInventory
	viewRoom
	viewMap
	viewQuests
	viewLog
	viewBattle
)

// Touched says which resources look different after a notice. To say too much costs a reading, to say too little
// leaves a client with a stale picture.
func Touched(t *loop.Told) ResourceSet {
	return viewLog | touched(t)
}

func touched(t *loop.Told) ResourceSet {
	isMine := t.Sense&(world.Did|world.Mine) != 0
	switch t.Event.(type) {
	case world.Said, world.Shouted, world.Told, world.Whispered, world.Hushed, world.Emoted, world.Gestured:
		return 0
	case world.Haggled, world.Quoted, world.Promised:
		return 0
	case world.Taught:
		return viewState | viewMap
	case world.Moved:
		if isMine {
			return viewState | viewRoom | viewMap | viewQuests | viewBattle
		}
		return viewState | viewRoom // who comes may be a monster
	case world.CharacterRestored:
		return viewState | viewInventory | viewMap | viewQuests
	case world.QuestAccepted, world.QuestAdvanced, world.QuestAbandoned, world.QuestDone:
		return viewState | viewInventory | viewQuests
	case world.ItemTaken, world.ItemDropped, world.ItemPut, world.ItemGiven, world.ItemWorn, world.ItemRemoved,
		world.CoinsTaken, world.ItemGone, world.ItemRestored, world.Bought, world.Sold:
		if !isMine {
			return viewRoom
		}
		return viewState | viewInventory | viewRoom
	case world.EncounterOpened, world.FighterJoined, world.FighterLeft, world.InitiativeRolled, world.EncounterEnded,
		world.AttackResolved, world.Stunned:
		return viewState | viewRoom | viewBattle
	case world.MoveApplied, world.TurnEnded, world.FighterHeld:
		return viewBattle
	default:
		return viewState | viewRoom
	}
}
