// Package hands says whose deed an event is: who did what bystanders may perceive, and what concerns its doer alone. It
// is written from the house rules, not from the code, and is for tests. A new kind of event that somebody is told of
// gets a line in one of the two.
package hands

import "github.com/mudlark-mud/mudlark/world"

// Doer returns who did what bystanders may perceive.
func Doer(e world.Event) (world.ActorID, bool) {
	switch e := e.(type) {
	case world.Severed:
		return e.Actor, true
	case world.ItemTaken:
		return e.Actor, true
	case world.CoinsTaken:
		return e.Actor, true
	case world.ItemDropped:
		return e.Actor, true
	case world.ItemPut:
		return e.Actor, true
	case world.ItemGiven:
		return e.Actor, true
	case world.ItemWorn:
		return e.Actor, true
	case world.ItemRemoved:
		return e.Actor, true
	case world.Said:
		return e.Actor, true
	case world.Emoted:
		return e.Actor, true
	case world.Gestured:
		return e.Actor, true
	case world.FightBegan:
		return e.Actor, true
	case world.BlowLanded:
		return e.Actor, true
	case world.BlowMissed:
		return e.Actor, true
	case world.FleeFailed:
		return e.Actor, true
	case world.Died:
		return e.Actor, true
	case world.QuestDone:
		return e.Actor, true
	case world.Echoed:
		return e.Actor, true
	default: // nobody's deed, or nobody may see it; a new event that is told to anybody is objected to until it is here
		return "", false
	}
}

// Own returns whom alone an event concerns.
func Own(e world.Event) (world.ActorID, bool) {
	switch e := e.(type) {
	case world.QuestAccepted:
		return e.Actor, true
	case world.QuestAdvanced:
		return e.Actor, true
	case world.QuestAbandoned:
		return e.Actor, true
	case world.Learned:
		return e.Actor, true
	case world.SeaHurt:
		return e.Actor, true
	case world.FieldSet:
		return e.Actor, true
	case world.WatchBegan:
		return e.Actor, true
	case world.WatchEnded:
		return e.Actor, true
	default:
		return "", false
	}
}
