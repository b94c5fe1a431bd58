package prose

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// trade speaks of buying, selling and haggling.
func (v view) trade(e world.Event) Text {
	switch e := e.(type) {
	case world.Bought:
		coins := plain(count(e.Coins, "coin"))
		switch {
		case v.did() && e.Guest:
			return tell(Gain, "You buy @ from @ for @, yours for as long as you stay.", v.the(e.Item), v.who(e.From), coins)
		case v.did():
			return tell(Gain, "You buy @ from @ for @.", v.the(e.Item), v.who(e.From), coins)
		case v.mine():
			return tell(Plain, "@ buys @ from you for @.", v.who(e.Actor), v.some(e.Item), coins)
		case v.sees():
			return tell(Plain, "@ buys @ from @.", v.who(e.Actor), v.some(e.Item), v.who(e.From))
		}
		return tell(Plain, "You hear coins change hands.")
	case world.Sold:
		coins := plain(count(e.Coins, "coin"))
		switch {
		case v.did():
			return tell(Gain, "You sell @ to @ for @.", v.the(e.Item), v.who(e.To), coins)
		case v.mine():
			return tell(Plain, "@ sells you @ for @.", v.who(e.Actor), v.some(e.Item), coins)
		case v.sees():
			return tell(Plain, "@ sells @ to @.", v.who(e.Actor), v.some(e.Item), v.who(e.To))
		}
		return tell(Plain, "You hear coins change hands.")
	case world.Haggled:
		return v.haggled(e)
	case world.Quoted:
		return v.quoted(e)
	default:
		return nil
	}
}

// ware is a kind of thing as one names it over a counter: "an eel pie"; with the, "the eel pie".
func ware(a, name string) Span {
	return Span{Text: indefinite(world.Caption{A: Clean(a), Name: Clean(name)}), Role: Thing}
}

func theWare(a, name string) Span {
	return Span{Text: definite(world.Caption{A: Clean(a), Name: Clean(name)}), Role: Thing}
}

func (v view) haggled(e world.Haggled) Text {
	coins, what := plain(count(e.Coins, "coin")), ware(e.A, e.Name)
	if !e.Sell {
		what = theWare(e.A, e.Name)
	}
	switch {
	case v.did() && e.Sell:
		return tell(Plain, "You offer @ @ for @.", v.who(e.To), coins, what)
	case v.did():
		return tell(Plain, "You ask @ for @ for @.", v.who(e.To), coins, what)
	case v.mine() && e.Sell:
		return tell(Plain, "@ offers you @ for @.", v.who(e.Actor), coins, what)
	case v.mine():
		return tell(Plain, "@ asks you for @ for @.", v.who(e.Actor), coins, ware(e.A, e.Name))
	case v.sees() && e.Sell:
		return tell(Plain, "@ offers @ @ for @.", v.who(e.Actor), v.who(e.To), coins, what)
	case v.sees():
		return tell(Plain, "@ asks @ for @ for @.", v.who(e.Actor), v.who(e.To), coins, ware(e.A, e.Name))
	}
	return tell(Plain, "Someone is haggling.")
}

// quoted speaks of a price. To the one it is named to it says what to type.
func (v view) quoted(e world.Quoted) Text {
	coins, what := plain(count(e.Coins, "coin")), theWare(e.A, e.Name)
	verb := "sell"
	if e.Sell {
		verb = "buy"
	}
	switch {
	case v.did():
		return tell(Plain, "You name @ @ for @.", v.who(e.To), coins, what)
	case v.mine():
		text := tell(Plain, v.namesPrice(e), v.who(e.Actor), coins, what)
		text[0].Spans = append(text[0].Spans, plain(" Type "),
			Span{Text: verb + " " + Clean(e.Name), Role: Command}, plain(" to take it."))
		return text
	case v.sees() && e.Agreed:
		return tell(Plain, "@ and @ agree on @ for @.", v.who(e.Actor), v.who(e.To), coins, what)
	case v.sees():
		return tell(Plain, "@ names @ @ for @.", v.who(e.Actor), v.who(e.To), coins, what)
	}
	return tell(Plain, "Someone names a price.")
}

// namesPrice is the pattern in which somebody hears a price that is named to them.
func (v view) namesPrice(e world.Quoted) string {
	switch {
	case e.Agreed && e.Sell:
		return "@ agrees: @ for @."
	case e.Agreed:
		return "@ agrees to pay @ for @."
	case e.Firm:
		return "@ stays at @ for @."
	case e.Sell:
		return "@ asks @ for @."
	}
	return "@ would pay @ for @."
}

// teach speaks of lessons and promises.
func (v view) teach(e world.Event) Text {
	switch e := e.(type) {
	case world.Taught:
		return v.taught(e)
	case world.Promised:
		what := quoted(Speech, e.Text)
		switch {
		case v.did():
			return tell(Plain, "You promise @: @", v.who(e.To), what)
		case v.mine():
			return tell(Gain, "@ promises you: @", v.who(e.Actor), what)
		case v.sees():
			return tell(Plain, "@ promises @: @", v.who(e.Actor), v.who(e.To), what)
		}
		return tell(Plain, "Someone makes a promise.")
	case world.PromiseKept:
		switch {
		case v.did():
			return tell(Plain, "You have kept your promise to @.", v.name(e.To, Person))
		case v.mine():
			return tell(Gain, "@ has kept a promise.", v.name(e.Actor, Person))
		}
	default:
	}
	return nil
}

func (v view) taught(e world.Taught) Text {
	name := said(Title, e.Name)
	switch {
	case v.mine():
		pattern := "@ teaches you: @."
		parts := []Span{v.name(e.Actor, Person), name}
		if e.Coins > 0 {
			pattern = "@ takes @, and teaches you: @."
			parts = []Span{parts[0], plain(count(e.Coins, "coin")), name}
		}
		text := append(tell(Gain, pattern, parts...), paragraphs(Plain, e.Text)...)
		if e.Room != "" {
			text = append(text, line(Plain, "You know of @ now.", Span{Text: v.place(e.Room), Role: Title}))
		}
		return text
	case v.did():
		return tell(Plain, "You teach @: @.", v.who(e.To), name)
	case v.sees():
		return tell(Plain, "@ takes @ aside and explains something at length.", v.who(e.Actor), v.who(e.To))
	}
	return tell(Plain, "Someone explains something at length, in a low voice.")
}

// place is what a room is called in a sentence.
func (v view) place(id world.RoomID) string {
	for _, c := range v.n.Captions {
		if c.Kind == world.KindRoom && c.ID == string(id) {
			return world.PlaceName(Clean(c.Name))
		}
	}
	return Clean(string(id))
}

// Wares lists what is sold, bought and taught somewhere.
func Wares(r world.WaresReport, style Style) Text {
	var text Text
	for i := range r.Counters {
		c := &r.Counters[i]
		who := Capital(definiteName(c.Name))
		if c.Shut != "" {
			text = append(text, line(Plain, Clean(c.Shut)))
		}
		if len(c.Sells) > 0 {
			text = append(text, wares(Span{Text: who, Role: Person}, " sells:", c.Sells, style)...)
		}
		if len(c.Buys) > 0 {
			text = append(text, wares(Span{Text: who, Role: Person}, " buys:", c.Buys, style)...)
		}
		if len(c.Kinds) > 0 && c.Shut == "" {
			text = append(text, line(Plain, "@ buys things of these kinds: @.", Span{Text: who, Role: Person},
				plain(Clean(strings.Join(c.Kinds, ", ")))))
		}
		if len(c.Teaches) > 0 {
			text = append(text, lessons(Span{Text: who, Role: Person}, c.Teaches, style)...)
		}
	}
	return append(text, line(Plain, "Purse: @.", plain(count(r.Coins, "coin"))))
}

// definiteName says of somebody with an indefinite article that they are the one.
func definiteName(name string) string { return known(Span{Text: Clean(name)}).Text }

func wares(who Span, does string, list []world.Ware, style Style) Text {
	text := Text{join([]Span{who, plain(does)})}
	if style.ScreenReader {
		phrases := []Span{who, plain(does + " ")}
		for i, w := range list {
			if i > 0 {
				phrases = append(phrases, plain(", "))
			}
			phrases = append(phrases, Span{Text: Clean(w.Name), Role: Thing},
				plain(" "+strconv.Itoa(w.Price)+note(w.List, w.Left)))
		}
		return Text{join(append(phrases, plain(".")))}
	}
	for _, w := range list {
		text = append(text, entry(Span{Text: Clean(w.Name), Role: Thing}, w.Price, note(w.List, w.Left), style))
	}
	return text
}

func lessons(who Span, list []world.Lesson, style Style) Text {
	text := Text{join([]Span{who, plain(" teaches:")})}
	for _, l := range list {
		aside := ""
		switch {
		case l.Known:
			aside = " (you know that)"
		case l.Early:
			aside = " (wants " + Clean(l.Craft) + " from " + strconv.Itoa(l.From) + ")"
		case l.Past:
			aside = " (you are past that)"
		}
		text = append(text, entry(Span{Text: Clean(l.Name), Role: Title}, l.Price, aside, style))
	}
	return text
}

// note says that a price is for the one who asks alone.
func note(list, left int) string {
	if list == 0 {
		return ""
	}
	const perMinute = 60
	return " (for you, for " + count((left+perMinute-1)/perMinute, "minute") + "; else " + strconv.Itoa(list) + ")"
}

// wareColumn is where the prices stand.
const wareColumn = 28

// entry is one line of a list with prices.
func entry(what Span, price int, aside string, style Style) Line {
	cost := "free"
	if price > 0 {
		cost = count(price, "coin")
	}
	if style.ScreenReader {
		return join([]Span{what, plain(", " + cost + aside + ".")})
	}
	gap := max(wareColumn-len([]rune(what.Text)), 2)
	l := join([]Span{plain(strings.Repeat(" ", itemIndent)), what, plain(strings.Repeat(" ", gap) + cost + aside)})
	l.Indent = 2 * itemIndent
	return l
}

// Owed lists what somebody was promised and has not got.
func Owed(list []world.PromiseLine) Text {
	text := Text{L(Title, "Promised to you")}
	for _, p := range list {
		text = append(text, line(Plain, "@ said: @", Span{Text: Clean(p.By), Role: Person}, quoted(Speech, p.Text)))
	}
	return text
}

// Worth says what those who trade somewhere would pay for a thing.
func Worth(r world.ValueReport, _ Style) Text {
	thing := Span{Text: definiteName(r.Thing.Name), Role: Thing}
	if len(r.Bids) == 0 {
		return Text{line(Plain, "Nobody here buys @.", thing)}
	}
	text := make(Text, 0, len(r.Bids))
	for _, b := range r.Bids {
		who := Span{Text: definiteName(b.Name), Role: Person}
		text = append(text, line(Plain, "@ would pay @ for @@.", who, plain(count(b.Price, "coin")), thing,
			plain(note(b.List, b.Left))))
	}
	return text
}

// trading tells of what passed over a counter, with what only the two of them know.
func (h teller) trading(e world.Event) Line {
	switch e := e.(type) {
	case world.Bought:
		return h.told("@ buys @ from @ for @", h.whom(e.Actor), h.the(e.Item), h.whom(e.From), plain(count(e.Coins, "coin")))
	case world.Sold:
		return h.told("@ sells @ to @ for @", h.whom(e.Actor), h.the(e.Item), h.whom(e.To), plain(count(e.Coins, "coin")))
	case world.Haggled:
		pattern := "@ asks @ for @ for @"
		if e.Sell {
			pattern = "@ offers @ @ for @"
		}
		return h.told(pattern, h.whom(e.Actor), h.whom(e.To), plain(count(e.Coins, "coin")), ware(e.A, e.Name))
	case world.Quoted:
		pattern := "@ would pay @ @ for @"
		if e.Sell {
			pattern = "@ asks @ for @ for @"
		}
		return h.told(pattern, h.whom(e.Actor), h.whom(e.To), plain(count(e.Coins, "coin")), ware(e.A, e.Name))
	case world.Taught:
		if e.Coins == 0 {
			return h.told("@ teaches @ @", h.whom(e.Actor), h.whom(e.To), said(Title, e.Name))
		}
		return h.told("@ teaches @ @ for @", h.whom(e.Actor), h.whom(e.To), said(Title, e.Name),
			plain(count(e.Coins, "coin")))
	case world.Promised:
		return h.told("@ promises @: @", h.whom(e.Actor), h.whom(e.To), quoted(Speech, e.Text))
	case world.PromiseKept:
		return h.told("@ keeps a promise to @: @", h.whom(e.Actor), h.whom(e.To), quoted(Speech, e.Text))
	default:
		return Line{}
	}
}
