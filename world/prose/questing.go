package prose

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// quest speaks of quests.
func (v view) quest(e world.Event) Text {
	switch e := e.(type) {
	case world.QuestAccepted:
		if v.did() {
			return tell(Quest, "You take on a quest: @.", v.title(e.Quest))
		}
	case world.QuestAdvanced:
		if v.did() {
			return v.advanced(e)
		}
	case world.QuestAbandoned:
		if v.did() {
			return tell(Quest, "You give up a quest: @.", v.title(e.Quest))
		}
	case world.QuestDone:
		switch {
		case v.did():
			return v.questDone(e)
		case v.sees():
			return tell(Plain, "@ has completed a quest: @.", v.who(e.Actor), v.title(e.Quest))
		}
	default:
	}
	return nil
}

func (v view) advanced(e world.QuestAdvanced) Text {
	what := Clean(e.What)
	if !strings.HasPrefix(what, "the ") {
		what = "the " + what
	}
	text := tell(Quest, "@: that is @, @ of @.", v.title(e.Quest), plain(what), number(e.Done), number(e.Of))
	if e.Done >= e.Of {
		text = append(text, L(Quest, "Nothing is missing now. Go back to where you were asked."))
	}
	return text
}

func (v view) questDone(e world.QuestDone) Text {
	text := paragraphs(Plain, e.Text)
	if e.Coins > 0 {
		return append(text, line(Quest, "You have completed a quest: @. You are paid @.", v.title(e.Quest),
			plain(count(e.Coins, "coin"))))
	}
	return append(text, line(Quest, "You have completed a quest: @.", v.title(e.Quest)))
}

func (v view) title(id world.QuestID) Span { return Span{Text: v.as(string(id)).Name, Role: Title} }

// questing tells of quests.
func (h teller) questing(e world.Event) Line {
	quest := func(id world.QuestID) Span { return Span{Text: h.as(string(id)).Name, Role: Quest} }
	switch e := e.(type) {
	case world.QuestAccepted:
		return h.told("@ takes on the quest @", h.whom(e.Actor), quest(e.Quest))
	case world.QuestAdvanced:
		return h.told("@ comes on with the quest @: @, @ of @,", h.whom(e.Actor), quest(e.Quest), said(Plain, e.What),
			number(e.Done), number(e.Of))
	case world.QuestAbandoned:
		return h.told("@ gives up the quest @", h.whom(e.Actor), quest(e.Quest))
	case world.QuestDone:
		return h.told("@ completes the quest @ for @", h.whom(e.Actor), quest(e.Quest), plain(count(e.Coins, "coin")))
	default:
		return Line{}
	}
}
