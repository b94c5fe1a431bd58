package prose

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// quest speaks of quests.
func (v view) quest(e world.Event) Text {
	switch e := e.(type) {
	case world.QuestAccepted:
		if v.did() {
			text := tell(Quest, "You take on a quest: @.", v.title(e.Quest))
			if len(e.Lent) > 0 {
				text = append(text, line(Quest, "You are lent @, until it is done.", plain(v.things(e.Lent))))
			}
			return text
		}
	case world.QuestAdvanced:
		if v.did() {
			return v.advanced(e)
		}
	case world.QuestAbandoned:
		if v.did() {
			return append(tell(Quest, "You give up a quest: @.", v.title(e.Quest)), v.back(e.Back)...)
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
	bare := strings.TrimPrefix(Clean(e.What), "the ")
	text := tell(Quest, "@: that is @, @ of @.", v.title(e.Quest), plain("the "+bare), number(e.Done), number(e.Of))
	switch {
	case e.Reach != "":
		text = tell(Quest, "@: you have come to @, @ of @.", v.title(e.Quest), said(Plain, e.What), number(e.Done),
			number(e.Of))
	case e.Want > 1:
		text = tell(Quest, "@: one more @, @ of @.", v.title(e.Quest), plain(bare), number(e.Have), number(e.Want))
	}
	text = append(text, paragraphs(Plain, e.Next)...)
	if e.Done >= e.Of {
		text = append(text, L(Quest, "Nothing is missing now. Go back to where you were asked."))
	}
	return text
}

func (v view) questDone(e world.QuestDone) Text {
	text := paragraphs(Plain, e.Text)
	if e.Coins > 0 {
		text = append(text, line(Quest, "You have completed a quest: @. You are paid @.", v.title(e.Quest),
			plain(count(e.Coins, "coin"))))
	} else {
		text = append(text, line(Quest, "You have completed a quest: @.", v.title(e.Quest)))
	}
	if len(e.Given) > 0 {
		text = append(text, line(Quest, "You are given @.", plain(v.things(e.Given))))
	}
	if len(e.Laid) > 0 {
		text = append(text, line(Quest, "What your hands cannot hold lies at your feet: @.", plain(v.things(e.Laid))))
	}
	return append(text, v.back(e.Back)...)
}

// back says what had been lent and goes back.
func (v view) back(things []world.ItemID) Text {
	if len(things) == 0 {
		return nil
	}
	return tell(Quest, "What you were lent goes back: @.", plain(v.things(things)))
}

// things lists things with their articles; those alike are counted.
func (v view) things(ids []world.ItemID) string {
	var names []string
	many := map[string]int{}
	for _, id := range ids {
		name := Clean(v.some(id).Text)
		if many[name]++; many[name] == 1 {
			names = append(names, name)
		}
	}
	var parts [][]Span
	for _, name := range names {
		if n := many[name]; n > 1 {
			name += " (" + strconv.Itoa(n) + ")"
		}
		parts = append(parts, []Span{plain(name)})
	}
	return Line{Spans: List(parts...)}.String()
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
