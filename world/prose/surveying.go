package prose

import "github.com/mudlark-mud/mudlark/world"

// Condition says how one is, a sentence a line, in numbers and in words.
func Condition(r world.ConditionReport) Text {
	hp := number(r.HP)
	if r.HP*4 <= r.HPMax {
		hp.Role = Loss
	}
	text := Text{line(Plain, "You have @ of @ hit points: you are @.", hp, number(r.HPMax), said(Plain, r.Health))}
	if r.Fighting != "" {
		foe := known(said(Foe, r.Fighting))
		text = append(text, line(Warning, "You are fighting @.", foe))
		text = append(text, line(Plain, "@ is @.", foe, said(Plain, r.FoeHealth)))
	}
	if r.Follows != "" {
		text = append(text, line(Plain, "You are following @.", known(said(Person, r.Follows))))
	}
	switch {
	case r.Seat == "":
	case r.Watches:
		text = append(text, line(Plain, "You are looking on at @.", Span{Text: "the " + Clean(r.Seat), Role: Thing}))
	default:
		text = append(text, line(Plain, "You are sitting at @.", Span{Text: "the " + Clean(r.Seat), Role: Thing}))
	}
	if r.Blind {
		text = append(text, L(Warning, "It is too dark to see here."))
	}
	return text
}

// Survey tells all that is to be known of here and now, one thing a line: where one is and how, whether it is safe,
// what hour it is, the ways out, then things and people.
func Survey(r world.SurveyReport, style Style) Text {
	text := Text{line(Plain, "You are at @.", Span{Text: Clean(r.Room.Name), Role: Title})}
	if r.Room.Dark {
		text, r.You.Blind = Text{L(Plain, "You are in the dark.")}, false
	}
	text = append(text, Condition(r.You)...)
	if r.Safe {
		text = append(text, L(Plain, "Nobody can attack you here."))
	}
	now := line(Plain, "It is @.", plain(Hour(r.Hour)))
	if words := Clean(r.TideWords); words != "" {
		now = line(Plain, "It is @, and @.", plain(Hour(r.Hour)), plain(words))
	}
	text = append(text, now)
	text = append(text, Exits(r.Room.Exits)...)
	text = append(text, sights(r.Room.Things, style)...)
	text = append(text, sights(r.Room.People, style)...)
	return append(text, crowd(r.Room)...)
}
