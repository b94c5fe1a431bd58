package prose

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

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
	case world.ItemDropped:
		return h.told("@ puts down @", h.whom(e.Actor), h.the(e.Item))
	case world.ItemPut:
		return h.told("@ puts @ into @", h.whom(e.Actor), h.the(e.Item), h.the(e.Into))
	case world.ItemGiven:
		return h.told("@ gives @ to @", h.whom(e.Actor), h.the(e.Item), h.whom(e.To))
	case world.ItemWorn:
		return h.gear(e.Actor, e.Item, e.Slot, [3]string{"@ takes @ in hand", "@ holds @ ready", "@ puts on @"})
	case world.ItemRemoved:
		return h.gear(e.Actor, e.Item, e.Slot, [3]string{"@ lowers @", "@ stows @", "@ takes off @"})
	case world.CorpseLeft:
		if len(e.Holds) == 0 {
			return h.told("@ is left with nothing", h.the(e.Item))
		}
		return h.told("@ is left with @", h.the(e.Item), h.things(e.Holds))
	case world.ItemRestored:
		return h.told("@ brings back @ as it was at @@@", h.whom(e.By), h.the(e.Item), h.mark(e.As),
			h.into(e.Place, e.By), reason(e.Reason))
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

// reason is a reason in brackets, for a sentence that goes on.
func reason(words string) Span {
	if words = Clean(words); words == "" {
		return Span{}
	}
	return plain(" (" + strings.TrimSuffix(words, ".") + ")")
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

// speaking tells of words. What was meant for few is not quoted.
func (h teller) speaking(e world.Event) Line {
	words := func(verb string, who world.ActorID, text string) Line {
		return line(Plain, "@ @@: @", h.whom(who), plain(verb), h.here(), quoted(Speech, text))
	}
	switch e := e.(type) {
	case world.Said:
		return words("says", e.Actor, e.Text)
	case world.Shouted:
		return words("shouts", e.Actor, e.Text)
	case world.Told:
		return h.told("@ tells @ something", h.whom(e.Actor), h.whom(e.To))
	case world.Whispered:
		return h.told("@ whispers to @", h.whom(e.Actor), h.whom(e.To))
	case world.Emoted:
		return words("acts out", e.Actor, e.Text)
	case world.Gestured:
		if e.To != "" {
			return h.told("@ makes the gesture @ at @", h.whom(e.Actor), said(Emote, string(e.Social)), h.whom(e.To))
		}
		return h.told("@ makes the gesture @", h.whom(e.Actor), said(Emote, string(e.Social)))
	case world.Echoed:
		return words("puts words into the air", e.Actor, e.Text)
	default:
		return Line{}
	}
}

// fighting tells of blows, deaths and wounds.
func (h teller) fighting(e world.Event) Line {
	switch e := e.(type) {
	case world.FightBegan:
		if e.Answer {
			return h.told("@ fights back against @", h.whom(e.Actor), h.whom(e.Target))
		}
		return h.told("@ attacks @", h.whom(e.Actor), h.whom(e.Target))
	case world.BlowLanded:
		with := Span{}
		if e.With != "" {
			with = plain(" with " + h.the(e.With).Text)
		}
		return h.told("@ @ @@ for @ and leaves @,", h.whom(e.Actor), plain(third(Clean(e.Verb))), h.whom(e.Target), with,
			number(e.Harm), plain(count(e.HP, "hit point")))
	case world.BlowMissed:
		return h.told("@ misses @", h.whom(e.Actor), h.whom(e.Target))
	case world.FightEnded:
		return h.told("@ fights no more", h.whom(e.Actor))
	case world.FleeFailed:
		return h.told("@ finds no way out of a fight", h.whom(e.Actor))
	case world.Died:
		return h.told("@ is killed@", h.whom(e.Actor), h.by(e.By))
	case world.Healed:
		if e.By != "" {
			return h.told("@ restores @ to @", h.whom(e.By), h.whom(e.Actor), plain(count(e.HP, "hit point")))
		}
		return h.told("@ has @", h.whom(e.Actor), plain(count(e.HP, "hit point")))
	case world.Learned:
		if e.Up {
			return h.told("@ gains @ experience and reaches level @", h.whom(e.Actor), number(e.XP), number(e.Level))
		}
		return h.told("@ gains @ experience", h.whom(e.Actor), number(e.XP))
	case world.SeaHurt:
		return h.told("The sea hurts @ for @ and leaves @", h.whom(e.Actor), number(e.Harm),
			plain(count(e.HP, "hit point")))
	default:
		return Line{}
	}
}
