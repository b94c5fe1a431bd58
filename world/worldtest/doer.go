package worldtest

import "github.com/mudlark-mud/mudlark/world"

// doer returns who did what bystanders may perceive.
func doer(e world.Event) (world.ActorID, bool) {
	switch e := e.(type) {
	case world.Severed:
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
	case world.Outwitted:
		return e.Actor, true
	case world.Probed:
		return e.Actor, true
	case world.Unearthed:
		return e.Actor, true
	case world.Died:
		return e.Actor, true
	case world.Hired:
		return e.Actor, true
	case world.QuestDone:
		return e.Actor, true
	case world.Echoed:
		return e.Actor, true
	case world.Slain:
		return e.Actor, true
	default:
		return handler(e)
	}
}

// handler returns who did something with a thing before everybody.
func handler(e world.Event) (world.ActorID, bool) {
	switch e := e.(type) {
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
	case world.CoinsGiven:
		return e.Actor, true
	case world.CoinsLaid:
		return e.Actor, true
	case world.ItemWorn:
		return e.Actor, true
	case world.Kindled:
		return e.Actor, true
	case world.Doused:
		return e.Actor, true
	case world.Consumed:
		return e.Actor, true
	case world.Invoked:
		return e.Actor, true
	case world.Sipped:
		return e.Actor, true
	case world.Poured:
		return e.Actor, true
	case world.MakeBegan:
		return e.Actor, true
	case world.Gathered:
		return e.Actor, true
	case world.Crafted:
		return e.Actor, true
	case world.ItemRemoved:
		return e.Actor, true
	default: // nobody's deed, or nobody may see it; a new event that is told to anybody is objected to until it is here
		return "", false
	}
}

// ownDoer returns whom alone an event concerns.
func ownDoer(e world.Event) (world.ActorID, bool) {
	switch e := e.(type) {
	case world.QuestAccepted:
		return e.Actor, true
	case world.EffectBegan:
		return e.Actor, true
	case world.HeldBack:
		return e.Actor, true
	case world.FigureMoved:
		return e.Actor, true
	case world.Practised:
		return e.Actor, true
	case world.WadeBegan:
		return e.Actor, true
	case world.CoinsBanked:
		return e.Actor, true
	case world.CoinsDrawn:
		return e.Actor, true
	case world.MakeStopped:
		return e.Actor, true
	case world.Harked:
		return e.Actor, true
	case world.Loosed:
		return e.Actor, true
	case world.EffectEnded:
		return e.Actor, true
	case world.Refreshed:
		return e.Actor, true
	case world.QuestAdvanced:
		return e.Actor, true
	case world.IgnoreBegan:
		return e.Actor, true
	case world.IgnoreEnded:
		return e.Actor, !e.Lost
	case world.ChannelSwitched:
		return e.Actor, true
	case world.QuestAbandoned:
		return e.Actor, true
	case world.ThingsLeft:
		return e.Actor, true
	case world.WayFound:
		return e.Actor, true
	case world.Learned:
		return e.Actor, true
	case world.SeaHurt:
		return e.Actor, true
	case world.ScriptHurt:
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
