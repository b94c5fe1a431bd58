package prose

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// itemIndent is how far the lines of a list stand in, in cells; a wrapped one hangs by as much again.
const itemIndent = 2

// ThingText puts a thing seen closely into words.
func ThingText(r world.ThingReport, style Style) Text {
	text := paragraphs(Plain, r.Desc)
	if len(text) == 0 {
		text = Text{line(Plain, "You see nothing special about @.", Span{Text: Clean(r.Name), Role: Thing})}
	}
	if use := thingUse(r); use != "" {
		text = append(text, L(Plain, use))
	}
	if r.Drinks != nil {
		text = append(text, L(Plain, vessel(r.Drinks)))
	}
	if l := burning(r); l != "" {
		text = append(text, L(Plain, l))
	}
	if r.Left > 0 {
		what := "helping"
		if r.Drink {
			what = "draught"
		}
		text = append(text, line(Plain, "There is enough of it for @.", plain(count(r.Left, what))))
	}
	if r.Of != nil {
		text = append(text, line(Plain, "It belongs to @.", Span{Text: Clean(r.Of.Name), Role: Person}))
	}
	if r.Text != "" {
		text = append(text, L(Plain, "It reads:"))
		text = append(text, paragraphs(Speech, r.Text)...)
	}
	switch {
	case r.Vessel && !r.Open:
		text = append(text, L(Plain, "It is closed."))
	case r.Vessel && len(r.Holds) == 0:
		text = append(text, L(Plain, "It is empty."))
	case r.Vessel && style.ScreenReader:
		text = append(text, L(Plain, "It holds:"))
		text = append(text, listed(r.Holds, style, false)...)
	case r.Vessel:
		text = append(text, enumerated("It holds ", r.Holds))
	}
	if r.Board != nil {
		text = append(text, Board(*r.Board, style)...)
	}
	return text
}

// thingUse says what a thing is good for: where it is worn, and what that does.
func thingUse(r world.ThingReport) string {
	var uses []string
	switch r.Wear {
	case "":
	case world.SlotWield:
		uses = append(uses, "can be wielded")
	case world.SlotHold:
		uses = append(uses, "can be held")
	default:
		uses = append(uses, "can be worn "+r.Wear.On())
	}
	if r.Damage != "" {
		uses = append(uses, "strikes for "+r.Damage)
	}
	if r.Armour != 0 {
		uses = append(uses, "counts "+strconv.Itoa(r.Armour)+" as armour")
	}
	if r.Bonus != nil {
		uses = append(uses, changes(*r.Bonus, "")...)
	}
	for _, f := range r.Adds {
		verb, by := "adds ", f.Value
		if by < 0 {
			verb, by = "takes ", -by
		}
		way := map[bool]string{true: " to", false: " from"}[f.Value > 0]
		uses = append(uses, verb+strconv.Itoa(by)+way+" one's "+Clean(f.Name))
	}
	if r.Light {
		uses = append(uses, "gives light")
	}
	if r.Level > 0 {
		uses = append(uses, "takes "+count(r.Level, "level")+" to use")
	}
	if r.Reveal {
		uses = append(uses, "shows what hides")
	}
	for _, p := range r.Serves {
		uses = append(uses, map[world.Passage]string{
			world.PassBoat: "carries one over water", world.PassFlight: "lets one fly",
			world.PassAir: "lets one breathe anywhere",
		}[p])
	}
	if len(uses) == 0 {
		return ""
	}
	return "It " + joined(uses) + "."
}

// burning says how much light is in a thing that burns down; "" for any other.
func burning(r world.ThingReport) string {
	left := count((r.Burns+minuteSeconds-1)/minuteSeconds, "minute")
	switch {
	case r.Out:
		return "It has burnt down."
	case r.Burns == 0:
		return ""
	case r.Lit:
		return "It burns, for another " + left + "."
	}
	return "There is light in it for " + left + ", once somebody holds it ready."
}

// joined puts words one behind the other, with "and" before the last.
func joined(all []string) string {
	last := len(all) - 1
	if last == 0 {
		return all[0]
	}
	return strings.Join(all[:last], ", ") + " and " + all[last]
}

// bonusLine says what all that is somebody's does to their figures, and what of it does anything.
func bonusLine(from, changes []string) string {
	if len(from) != 1 || strings.HasPrefix(from[0], "your ") { // several of them, and crafts, add; what one wears adds
		for i, c := range changes {
			changes[i] = strings.Replace(strings.Replace(c, "adds ", "add ", 1), "takes ", "take ", 1)
		}
	}
	return Capital(joined(from)) + " " + joined(changes) + "."
}

// changes says what a bonus does to somebody's figures, each with a verb; of is "your " or nothing.
func changes(b world.Bonus, of string) []string {
	var out []string
	for _, c := range []struct {
		by   int
		what string
	}{{b.Skill, "skill"}, {b.Damage, "damage"}, {b.HP, "hit points"}, {b.Armour, "armour"}} {
		switch {
		case c.by > 0:
			out = append(out, "adds "+strconv.Itoa(c.by)+" to "+of+c.what)
		case c.by < 0:
			out = append(out, "takes "+strconv.Itoa(-c.by)+" from "+of+c.what)
		}
	}
	return out
}

// Bonus says what all that one wears does to one's figures; nil for nothing.
func Bonus(b world.Bonus) Text {
	all := changes(b, "your ")
	if len(all) == 0 {
		return nil
	}
	return Text{L(Plain, "With what is upon you, it "+joined(all)+".")}
}

// PersonText puts somebody seen closely into words: their looks, their health, what they wear and wield.
func PersonText(r world.PersonReport, style Style) Text {
	name := Span{Text: Clean(r.Name), Role: RoleOf(r.Ref)}
	text := paragraphs(Plain, r.Desc)
	if r.Health != "" {
		text = append(text, line(Plain, "@ is @.", known(name), said(Plain, r.Health)))
	}
	if r.State != "" {
		text = append(text, line(Plain, "@ is @.", known(name), said(Plain, r.State)))
	}
	if r.Agent != nil {
		text = append(text, line(Plain, "An AI agent acts for @, on behalf of the player of @.", known(name),
			Span{Text: Clean(r.Agent.Owner), Role: Person}))
		if r.Agent.Intent != "" {
			text = append(text, line(Plain, "It says what it is about: @", quoted(Plain, r.Agent.Intent)))
		}
	}
	text = append(text, HireText(known(name), r.Hire)...)
	if len(r.Uses) > 0 {
		text = append(text, line(Plain, "@ wears and wields:", known(name)))
		text = append(text, listed(r.Uses, style, true)...)
	}
	return text
}

// known is a name as it is used of somebody one looks at: "the crab" for "a crab".
func known(s Span) Span {
	for _, article := range []string{"a ", "an ", "some "} {
		if rest, ok := strings.CutPrefix(s.Text, article); ok {
			s.Text = "the " + rest
			return s
		}
	}
	return s
}

// DetailText puts a detail into words.
func DetailText(r world.DetailReport) Text {
	if text := paragraphs(Plain, r.Desc); len(text) > 0 {
		return text
	}
	return Text{L(Plain, "You see nothing special about that.")}
}

// Status puts what one knows of oneself into words.
func Status(r world.StatusReport) Text {
	name := Span{Text: Clean(r.Name), Role: Title}
	text := Text{
		line(Plain, "@, a @ of level @.", name, said(Plain, r.Role), number(r.Level)),
		line(Plain, "Health: @ of @.", health(r), number(r.HPMax)),
		line(Plain, "Experience: @. Level @ comes at @.", number(r.XP), number(r.Level+1), number(r.XPNext)),
		line(Plain, "Purse: @.", plain(count(r.Coins, "coin"))),
	}
	if r.Bank > 0 {
		text = append(text, line(Plain, "In the bank: @.", plain(count(r.Bank, "coin"))))
	}
	if all := changes(r.Bonus, "your "); len(all) > 0 {
		text = append(text, L(Plain, bonusLine(r.BonusFrom, all)))
	}
	if len(r.Crafts) > 0 {
		text = append(text, L(Plain, craftsLine(r.Crafts)))
	}
	if len(r.Figures) > 0 {
		text = append(text, L(Plain, figuresLine(r.Figures)))
	}
	text = append(text, Affects(r.Affects)...)
	if r.Fighting != "" {
		text = append(text, line(Warning, "You are fighting @.", known(said(Foe, r.Fighting))))
	}
	if r.ByTurns {
		text = append(text, L(Warning, "You stand in a fight by turns. Type grid to see how it goes."))
	}
	if r.Follows != "" {
		text = append(text, line(Plain, "You are following @.", known(said(Person, r.Follows))))
	}
	text = append(text, goesWith(r)...)
	if g := r.Games; g.Played > 0 {
		text = append(text, line(Plain, "At the tables: @ played, @ won, @ drawn.", plain(count(g.Played, "game")),
			number(g.Won), number(g.Drawn)))
	}
	now := line(Plain, "It is @.", plain(Hour(r.Hour)))
	if words := Clean(r.TideWords); words != "" {
		now = line(Plain, "It is @, and @.", plain(Hour(r.Hour)), plain(words))
	}
	return append(text, now)
}

// health marks hit points by how many are left: a quarter or less is a loss.
func health(r world.StatusReport) Span {
	s := number(r.HP)
	if r.HP*4 <= r.HPMax {
		s.Role = Loss
	}
	return s
}

// Inventory lists what one carries, a line each.
func Inventory(carrying []world.Ref, style Style) Text {
	if len(carrying) == 0 {
		return Text{L(Plain, "You carry nothing.")}
	}
	return append(Text{L(Plain, "You carry:")}, listed(carrying, style, true)...)
}

// InventorySentence is what one carries on one line, as the prompt `room_description` gives it (requirement S2-11):
// "Inventory: leather pouch, rusty key".
func InventorySentence(carrying []world.Ref) string {
	names := make([]string, 0, len(carrying))
	for _, t := range counted(carrying) {
		name := Clean(t.Bare)
		if t.n > 1 {
			name += " (" + strconv.Itoa(t.n) + ")"
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return "Inventory: nothing"
	}
	return "Inventory: " + strings.Join(names, ", ")
}

// Equipment lists what one wears and wields, a line each.
func Equipment(used []world.Ref, style Style) Text {
	if len(used) == 0 {
		return Text{L(Plain, "You wear nothing to speak of, and wield nothing at all.")}
	}
	return append(Text{L(Plain, "You wear and wield:")}, listed(used, style, true)...)
}

// RefusalText puts the world's no into words; nil is no words.
func RefusalText(r *world.Refusal) Text {
	if r == nil {
		return nil
	}
	return Text{L(Refusal, Clean(r.Text))}
}

// listed shows things a line each, those that look the same counted. States says whether to add how they are.
func listed(refs []world.Ref, style Style, states bool) Text {
	text := make(Text, 0, len(refs))
	for _, t := range counted(refs) {
		spans := []Span{{Text: Clean(t.Name), Role: Thing}}
		if state := Clean(t.State); states && state != "" {
			spans = append(spans, plain(", "+state))
		}
		l := Line{Indent: 2 * itemIndent}
		switch {
		case style.ScreenReader && t.n > 1:
			spans = append(spans, plain(", "+strconv.Itoa(t.n)+" of them"))
			l.Indent = 0
		case style.ScreenReader:
			l.Indent = 0
		case t.n > 1:
			spans = append(spans, plain(" ("+strconv.Itoa(t.n)+")"))
		}
		if !style.ScreenReader {
			spans = append([]Span{plain(strings.Repeat(" ", itemIndent))}, spans...)
		}
		l.Spans = join(spans).Spans
		text = append(text, l)
	}
	return text
}

// enumerated shows things in a sentence.
func enumerated(lead string, refs []world.Ref) Line {
	var phrases [][]Span
	for _, t := range counted(refs) {
		phrase := []Span{{Text: Clean(t.Name), Role: Thing}}
		if t.n > 1 {
			phrase = append(phrase, plain(" ("+strconv.Itoa(t.n)+")"))
		}
		phrases = append(phrases, phrase)
	}
	return join(append(append([]Span{plain(lead)}, List(phrases...)...), plain(".")))
}
