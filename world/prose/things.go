package prose

import (
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
)

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
	case world.CoinsGiven, world.CoinsLaid:
		return v.coins(e)
	case world.ThingsLeft:
		return v.remains(e)
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
	case world.Consumed:
		return v.consumed(e)
	case world.ItemGone:
		return v.gone(e)
	default:
		return nil
	}
}

// remains says what of several things stayed as it was; things alike are counted.
func (v view) remains(e world.ThingsLeft) Text {
	var names []string
	many := map[string]int{}
	for _, id := range e.Items {
		name := v.the(id).Text
		if many[name]++; many[name] == 1 {
			names = append(names, name)
		}
	}
	var parts [][]Span
	for i, name := range names {
		if i == thingsNamedMost && i+1 < len(names) {
			parts = append(parts, []Span{plain("more besides")})
			break
		}
		if many[name] > 1 {
			name += " (" + strconv.Itoa(many[name]) + ")"
		}
		parts = append(parts, []Span{plain(name)})
	}
	return Text{line(Refusal, "@ You leave @.", plain(e.Why), plain(Line{Spans: List(parts...)}.String()))}
}

// coins speaks of what leaves a purse. Bystanders do not count it.
func (v view) coins(e world.Event) Text {
	switch e := e.(type) {
	case world.CoinsGiven:
		switch sum := plain(count(e.Coins, "coin")); {
		case v.did():
			return tell(Plain, "You give @ to @.", sum, v.who(e.To))
		case v.mine():
			return tell(Gain, "@ gives you @.", v.who(e.Actor), sum)
		}
		return tell(Plain, "@ gives some coins to @.", v.who(e.Actor), v.who(e.To))
	case world.CoinsLaid:
		switch sum := plain(count(e.Coins, "coin")); {
		case v.did() && e.Place.Item != "":
			return tell(Plain, "You put @ into @.", sum, v.the(e.Place.Item))
		case v.did():
			return tell(Plain, "You put down @.", sum)
		case e.Place.Item != "":
			return tell(Plain, "@ puts some coins into @.", v.who(e.Actor), v.the(e.Place.Item))
		}
		return tell(Plain, "@ puts down some coins.", v.who(e.Actor))
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

// consumed tells whoever ate what it was like, and the others that they did.
func (v view) consumed(e world.Consumed) Text {
	pattern := "eat @"
	if e.Drunk {
		pattern = "drink @"
	}
	if v.did() && e.Text != "" {
		return paragraphs(Plain, e.Text)
	}
	return v.verb(e.Actor, pattern, v.the(e.Item))
}

func (v view) gone(e world.ItemGone) Text {
	switch e.How {
	case world.GivenUp, world.Traded, world.TakenBack, world.Worked:
		return nil // handed over at the end of a quest, sold, gone with its owner, or in something new: which is told
	case world.Purged:
		return tell(Plain, "@ goes out like a candle, and is no more.", v.the(e.Item))
	case world.Ebbed:
		return tell(Plain, "You look again, and @ is gone.", v.the(e.Item))
	case world.Decayed:
	}
	return v.own(Plain, world.TextDecay, slotted{"{item}", v.the(e.Item)})
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

// handling tells of things: how they came to be, through which hands they went, how they ended.
func (h teller) handling(e world.Event) Line {
	switch e := e.(type) {
	case world.ItemMade:
		if e.By != "" {
			return h.told("@ conjures @@", h.whom(e.By), h.some(e.Item), h.into(e.Place, e.By))
		}
		return h.told("@ comes to be@@", h.some(e.Item), rule(e.Spawn), h.into(e.Place, ""))
	case world.ItemMoved:
		return h.told("@ is left@", h.the(e.Item), h.into(e.Place, ""))
	case world.ItemGone:
		switch e.How {
		case world.Purged:
			return h.told("@ purges @", h.whom(e.By), h.the(e.Item))
		case world.GivenUp:
			return h.told("@ gives up @ for the reward of a quest", h.whom(e.By), h.the(e.Item))
		case world.Traded:
			return h.told("@ puts @ away for good", h.whom(e.By), h.the(e.Item))
		case world.TakenBack:
			return h.told("@ goes with whom it belonged to", h.the(e.Item))
		case world.Worked:
			return h.told("@ uses up @", h.whom(e.By), h.the(e.Item))
		case world.Ebbed:
			return h.told("@ goes, for its time is over", h.the(e.Item))
		case world.Decayed:
		}
		return h.told("@ falls to nothing", h.the(e.Item))
	case world.ItemTaken:
		if e.From != "" {
			return h.told("@ takes @ out of @", h.whom(e.Actor), h.the(e.Item), h.the(e.From))
		}
		return h.told("@ picks up @", h.whom(e.Actor), h.the(e.Item))
	case world.CoinsTaken:
		return h.told("@ pockets @, @,", h.whom(e.Actor), h.the(e.Item), plain(count(e.Coins, "coin")))
	case world.ThingsLeft:
		return h.told("@ leaves @", h.whom(e.Actor), h.things(e.Items))
	case world.CoinsGiven:
		return h.told("@ gives @ to @", h.whom(e.Actor), plain(count(e.Coins, "coin")), h.whom(e.To))
	case world.CoinsLaid:
		return h.told("@ lays down @@", h.whom(e.Actor), plain(count(e.Coins, "coin")), h.into(e.Place, e.Actor))
	case world.ItemDropped:
		return h.told("@ puts down @", h.whom(e.Actor), h.the(e.Item))
	case world.ItemPut:
		return h.told("@ puts @ into @", h.whom(e.Actor), h.the(e.Item), h.the(e.Into))
	case world.ItemGiven:
		return h.told("@ gives @ to @", h.whom(e.Actor), h.the(e.Item), h.whom(e.To))
	case world.Consumed:
		if e.Drunk {
			return h.told("@ drinks @", h.whom(e.Actor), h.the(e.Item))
		}
		return h.told("@ eats @", h.whom(e.Actor), h.the(e.Item))
	case world.ItemWorn:
		return h.gear(e.Actor, e.Item, e.Slot, [3]string{"@ takes @ in hand", "@ holds @ ready", "@ puts on @"})
	case world.ItemRemoved:
		return h.gear(e.Actor, e.Item, e.Slot, [3]string{"@ lowers @", "@ stows @", "@ takes off @"})
	case world.CorpseLeft:
		if len(e.Holds) == 0 {
			return h.told("@ is left with nothing", h.the(e.Item))
		}
		return h.told("@ is left with @", h.the(e.Item), h.things(e.Holds))
	default:
		return Line{}
	}
}

// gear tells of what is wielded, held or worn, in one of three ways.
func (h teller) gear(who world.ActorID, item world.ItemID, slot world.Slot, ways [3]string) Line {
	way := ways[2]
	switch slot { //nolint:exhaustive // the others are worn
	case world.SlotWield:
		way = ways[0]
	case world.SlotHold:
		way = ways[1]
	}
	return h.told(way, h.whom(who), h.the(item))
}

// into says whose hands a thing came into, unless they are those of whoever did it, or what it came to lie in; the room
// itself is said by here.
func (h teller) into(at world.Place, by world.ActorID) Span {
	switch {
	case at.Actor != "" && at.Actor != by:
		return Span{Text: " in the hands of " + h.whom(at.Actor).Text}
	case at.Item != "":
		return Span{Text: " inside " + h.the(at.Item).Text}
	}
	return Span{}
}

// thingsNamedMost is how many things one sentence names.
const thingsNamedMost = 6

// things lists things: "the lamp, the cap and 3 more".
func (h teller) things(ids []world.ItemID) Span {
	var names [][]Span
	for i, id := range ids {
		if i == thingsNamedMost {
			names = append(names, []Span{plain(count(len(ids)-i, "more thing"))})
			break
		}
		names = append(names, []Span{plain(h.the(id).Text)})
	}
	return plain(Line{Spans: List(names...)}.String())
}
