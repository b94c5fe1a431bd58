package prose

import (
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
)

// making speaks of things that are made of other things.
func (v view) making(e world.Event) Text {
	switch e := e.(type) {
	case world.MakeBegan:
		name := plain(Clean(e.Name))
		switch {
		case v.did():
			text := tell(Plain, "You set to work on the @. It takes @.", name, plain(count(e.For, "second")))
			if e.Spoils > 0 {
				text = append(text, line(Warning, "Of a hundred such, @ would be spoilt, and what goes into them with them.",
					number(e.Spoils)))
			}
			return text
		case v.sees():
			return tell(Plain, "@ sets to work on something.", v.who(e.Actor))
		}
		return tell(Plain, "You hear somebody at work.")
	case world.MakeStopped:
		if !v.did() {
			return nil
		}
		text := tell(Plain, "You leave off work on the @. Nothing of it is used up.", plain(Clean(e.Name)))
		if e.Why != "" {
			text = append(Text{L(Warning, Clean(e.Why))}, text...)
		}
		return text
	case world.Crafted:
		return v.crafted(e)
	case world.Gathered:
		switch {
		case v.did() && e.Left == 0:
			return tell(Gain, "You gather @. It was the last for now.", v.some(e.Item))
		case v.did():
			return tell(Gain, "You gather @.", v.some(e.Item))
		case v.sees():
			return tell(Plain, "@ gathers @.", v.who(e.Actor), v.some(e.Item))
		}
		return nil
	case world.CoinsBanked:
		return v.banking("You leave @ in the bank. @ of yours there now.", e.Coins, e.Total)
	case world.CoinsDrawn:
		return v.banking("You take @ out of the bank. @ of yours there now.", e.Coins, e.Total)
	default:
		return nil
	}
}

// banking tells somebody of coins that went into the bank or out of it.
func (v view) banking(text string, coins, total int) Text {
	if !v.did() {
		return nil
	}
	left := "There are " + count(total, "coin")
	switch total {
	case 0:
		left = "There is nothing"
	case 1:
		left = "There is " + count(total, "coin")
	}
	return tell(Gain, text, plain(count(coins, "coin")), plain(left))
}

func (v view) crafted(e world.Crafted) Text {
	name := plain(Clean(e.Name))
	switch {
	case !v.did() && !v.sees():
		return tell(Plain, "You hear somebody finish a piece of work.")
	case len(e.Items) == 0 && v.did():
		return tell(Loss, "It goes wrong under your hands. The @ is spoilt, and @ with it.", name,
			plain(count(e.Used, "thing")))
	case len(e.Items) == 0:
		return tell(Plain, "@ spoils a piece of work, and says so.", v.who(e.Actor))
	case !v.did():
		return tell(Plain, "@ makes @.", v.who(e.Actor), v.some(e.Items[0]))
	}
	var text Text
	switch n := len(e.Items); {
	case n > 1:
		text = tell(Gain, "You make @, @ of them.", v.some(e.Items[0]), number(n))
	default:
		text = tell(Gain, "You make @.", v.some(e.Items[0]))
	}
	if e.Fine {
		text = append(text, L(Gain, "It has come out finer than it need."))
	}
	if e.Text != "" {
		text = append(text, paragraphs(Plain, e.Text)...)
	}
	return text
}

// ofMaking tells of things that were made.
func (h teller) ofMaking(e world.Event) Line {
	switch e := e.(type) {
	case world.MakeBegan:
		return h.told("@ sets to work on the @", h.whom(e.Actor), plain(Clean(e.Name)))
	case world.MakeStopped:
		return h.bare("@ leaves off work on the @", h.whom(e.Actor), plain(Clean(e.Name)))
	case world.Crafted:
		if len(e.Items) == 0 {
			return h.told("@ spoils the @", h.whom(e.Actor), plain(Clean(e.Name)))
		}
		return h.told("@ makes @: @", h.whom(e.Actor), h.the(e.Items[0]), plain(count(len(e.Items), "thing")))
	case world.Gathered:
		return h.told("@ gathers @", h.whom(e.Actor), h.the(e.Item))
	case world.CoinsBanked:
		return h.bare("@ leaves @ in the bank, of @", h.whom(e.Actor), plain(count(e.Coins, "coin")), number(e.Total))
	case world.CoinsDrawn:
		return h.bare("@ takes @ out of the bank, of which @ stay", h.whom(e.Actor), plain(count(e.Coins, "coin")),
			number(e.Total))
	default:
		return Line{}
	}
}

// Recipes lists what can be made, with what it takes and what lacks.
func Recipes(r world.RecipesReport) Text {
	if len(r.Recipes) == 0 {
		if r.Known == 0 {
			return Text{L(Plain, "Nobody in this world makes anything.")}
		}
		return Text{L(Plain, "Nothing is made here. Type recipes all to see what is made where.")}
	}
	var text Text
	for i := range r.Recipes {
		text = append(text, recipe(&r.Recipes[i])...)
	}
	return append(text, L(Plain, "Type make and a name to make it where it is made."))
}

func recipe(r *world.RecipeLine) Text {
	title := Clean(r.Name)
	if r.Makes > 1 {
		title += ", " + strconv.Itoa(r.Makes) + " of them"
	}
	l := line(Plain, "@:", Span{Text: Capital(title), Role: Title})
	if r.Station != "" {
		at := " at a " + Clean(r.Station)
		if r.Place != "" {
			at += ", as in " + Clean(r.Place)
		}
		l.Spans = append(l.Spans, plain(at+"."))
	}
	parts := make([]string, len(r.Parts))
	for i, p := range r.Parts {
		parts[i] = Clean(p.Name)
		if p.Kept {
			parts[i] += ", which is kept"
		}
		if p.Have > 0 && p.Have < p.Need {
			parts[i] += " (you have " + strconv.Itoa(p.Have) + ")"
		}
	}
	l.Spans = append(l.Spans, plain(" Of "+joined(parts)+"."))
	if r.Craft != "" {
		craft := " " + Clean(r.Craft)
		if r.From > 0 {
			craft += " from " + strconv.Itoa(r.From)
		}
		l.Spans = append(l.Spans, plain(craft+"."))
	}
	if r.Seconds > 0 {
		l.Spans = append(l.Spans, plain(" It takes "+count(r.Seconds, "second")+"."))
	}
	if r.Spoils > 0 {
		l.Spans = append(l.Spans, plain(" Of a hundred you would spoil "+strconv.Itoa(r.Spoils)+"."))
	}
	if r.Fine > 0 {
		l.Spans = append(l.Spans, plain(" Of a hundred "+strconv.Itoa(r.Fine)+" come out finer."))
	}
	if !r.Here {
		return Text{l}
	}
	below := Line{Indent: 2, Spans: []Span{plain("  " + Clean(r.Lacks))}}
	if r.Ready {
		below = Line{Indent: 2, Spans: []Span{{Text: "  You have all that it takes.", Role: Gain}}}
	}
	return Text{l, below}
}

// Gathers lists what can be gathered where somebody stands.
func Gathers(r world.GathersReport) Text {
	if len(r.Things) == 0 {
		return Text{L(Plain, "There is nothing to be gathered here.")}
	}
	var text Text
	for i := range r.Things {
		g := &r.Things[i]
		l := line(Plain, "@: ", Span{Text: Capital(Clean(g.Name)), Role: Title})
		if g.Ready {
			l.Spans = append(l.Spans, plain(strconv.Itoa(g.Left)+" to be had."))
		} else {
			l.Spans = append(l.Spans, plain(Clean(g.Lacks)))
		}
		text = append(text, l)
	}
	return append(text, L(Plain, "Type gather and a name."))
}

// Balance says what somebody has in the bank.
func Balance(r world.BalanceReport) Text {
	text := Text{L(Plain, "In the bank you have "+count(r.Bank, "coin")+", and in your purse "+count(r.Purse, "coin")+".")}
	if !r.Here {
		text = append(text, L(Plain, "There is no bank here to leave some in, or to fetch some."))
	}
	return text
}
