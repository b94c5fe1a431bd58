package prose

import "github.com/mudlark-mud/mudlark/world"

// thing speaks of things that change place or are no more.
func (v view) thing(e world.Event) Text {
	if !v.sees() && !v.mine() {
		return nil
	}
	switch e := e.(type) {
	case world.ItemTaken:
		return v.taken(e)
	case world.CoinsTaken:
		if v.did() {
			return tell(Gain, "You pocket @: @.", v.the(e.Item), plain(count(e.Coins, "coin")))
		}
		return tell(Plain, "@ pockets @.", v.who(e.Actor), v.the(e.Item))
	case world.ItemDropped:
		if v.did() {
			return tell(Plain, "You put down @.", v.the(e.Item))
		}
		return tell(Plain, "@ puts down @.", v.who(e.Actor), v.some(e.Item))
	case world.ItemPut:
		if v.did() {
			return tell(Plain, "You put @ into @.", v.the(e.Item), v.the(e.Into))
		}
		return tell(Plain, "@ puts @ into @.", v.who(e.Actor), v.some(e.Item), v.the(e.Into))
	case world.ItemGiven:
		switch {
		case v.did():
			return tell(Plain, "You give @ to @.", v.the(e.Item), v.who(e.To))
		case v.mine():
			return tell(Gain, "@ gives you @.", v.who(e.Actor), v.some(e.Item))
		}
		return tell(Plain, "@ gives @ to @.", v.who(e.Actor), v.some(e.Item), v.who(e.To))
	case world.ItemGone:
		return v.gone(e)
	default:
		return nil
	}
}

func (v view) taken(e world.ItemTaken) Text {
	switch {
	case v.did() && e.From != "":
		return tell(Plain, "You take @ out of @.", v.the(e.Item), v.the(e.From))
	case v.did():
		return tell(Plain, "You pick up @.", v.the(e.Item))
	case e.From != "":
		return tell(Plain, "@ takes @ out of @.", v.who(e.Actor), v.some(e.Item), v.the(e.From))
	}
	return tell(Plain, "@ picks up @.", v.who(e.Actor), v.the(e.Item))
}

func (v view) gone(e world.ItemGone) Text {
	switch e.How {
	case world.GivenUp, world.Traded, world.TakenBack:
		return nil // handed over at the end of a quest, or sold, or gone with its owner, which is told
	case world.Purged:
		return tell(Plain, "@ goes out like a candle, and is no more.", v.the(e.Item))
	case world.Decayed:
	}
	return tell(Plain, "The mud takes back @.", v.the(e.Item))
}

// gear speaks of what is put on, wielded and put away.
func (v view) gear(e world.Event) Text {
	if !v.sees() {
		return nil
	}
	switch e := e.(type) {
	case world.ItemWorn:
		switch e.Slot {
		case world.SlotWield:
			return v.verb(e.Actor, "take @ in hand", v.mineOr(e.Item))
		case world.SlotHold:
			return v.verb(e.Actor, "hold @ ready", v.mineOr(e.Item))
		default:
			return v.verb(e.Actor, "put on @", v.mineOr(e.Item))
		}
	case world.ItemRemoved:
		switch e.Slot {
		case world.SlotWield:
			return v.verb(e.Actor, "lower @", v.the(e.Item))
		case world.SlotHold:
			return v.verb(e.Actor, "stow @", v.the(e.Item))
		default:
			return v.verb(e.Actor, "take off @", v.the(e.Item))
		}
	default:
		return nil
	}
}

// verb says that the viewer or somebody else does something: "You put on the coat.", "Ann puts on a coat."
func (v view) verb(actor world.ActorID, pattern string, parts ...Span) Text {
	if v.did() {
		return tell(Plain, "You "+pattern+".", parts...)
	}
	return tell(Plain, "@ "+third(pattern)+".", append([]Span{v.who(actor)}, parts...)...)
}
