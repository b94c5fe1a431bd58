package prose

import (
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
)

// Blow is a blow that landed or went wide, as somebody perceived it.
type Blow struct {
	Notice *world.Notice
	Sense  world.Sense
}

// clausesMost is how many pairs of fighters a round tells of.
const clausesMost = 6

// Round tells the blows of a round in one line: "Round: you hit the crab twice for 9; the crab hits you for 4, which
// leaves you 26." Blows of one against another are counted together, in the order of the first.
func Round(blows []Blow) Text {
	var exchanges []*exchange
	for _, b := range blows {
		e, ok := exchangeOf(b)
		if !ok {
			continue
		}
		known := false
		for _, x := range exchanges {
			if x.by == e.by && x.on == e.on {
				x.add(e)
				known = true
			}
		}
		if !known {
			exchanges = append(exchanges, &e)
		}
	}
	if len(exchanges) == 0 {
		return nil
	}
	l := Line{Spans: []Span{plain("Round: ")}}
	for i, x := range exchanges[:min(len(exchanges), clausesMost)] {
		if i > 0 {
			l.Spans = append(l.Spans, plain("; "))
		}
		l.Spans = append(l.Spans, x.words()...)
	}
	if len(exchanges) > clausesMost {
		l.Spans = append(l.Spans, plain("; and others fight"))
	}
	return Text{join(append(l.Spans, plain(".")))}
}

// exchange is what one did to another in a round.
type exchange struct {
	view
	by, on       world.ActorID
	hits, misses int
	harm, hp     int
}

func exchangeOf(b Blow) (exchange, bool) {
	x := exchange{view: view{n: b.Notice, sense: b.Sense}}
	if x.overheard() { // who strikes whom is not to be heard, nor what goes wide
		_, landed := b.Notice.Event.(world.BlowLanded)
		return x, landed
	}
	switch e := b.Notice.Event.(type) {
	case world.BlowLanded:
		x.by, x.on, x.hits, x.harm, x.hp = e.Actor, e.Target, 1, e.Harm, e.HP
	case world.BlowMissed:
		x.by, x.on, x.misses = e.Actor, e.Target, 1
	default:
		return x, false
	}
	return x, true
}

// overheard reports whether others fight where the viewer does not see them.
func (x *exchange) overheard() bool { return x.dark() && !x.mine() }

func (x *exchange) add(o exchange) {
	x.hits, x.misses, x.harm = x.hits+o.hits, x.misses+o.misses, x.harm+o.harm
	if o.hits > 0 {
		x.hp = o.hp
	}
}

// words tells an exchange without a capital or a full stop.
func (x *exchange) words() []Span {
	switch {
	case x.did():
		return x.told(plain("you"), x.whoAs(x.on, Foe), "hit", "miss")
	case x.mine():
		out := x.told(x.whoAs(x.by, Foe), plain("you"), "hits", "misses")
		if x.hits > 0 {
			out = append(out, Span{Text: ", which leaves you " + strconv.Itoa(max(x.hp, 0)), Role: Loss})
		}
		return out
	case x.overheard():
		return []Span{plain("blows fall in the dark")}
	}
	x.harm = 0 // nobody counts another's wounds
	return x.told(x.fighter(x.by), x.fighter(x.on), "hits", "misses")
}

func (x *exchange) told(by, on Span, hits, misses string) []Span {
	out := []Span{by}
	if x.hits > 0 {
		out = append(out, plain(" "+hits+" "), on, plain(often(x.hits)))
		if x.harm > 0 {
			out = append(out, plain(" for "+strconv.Itoa(x.harm)))
		}
		if x.misses > 0 {
			out = append(out, plain(" and "+misses+often(x.misses)))
		}
		return out
	}
	return append(out, plain(" "+misses+" "), on, plain(often(x.misses)))
}

// often counts from two on.
func often(n int) string {
	switch n {
	case 1:
		return ""
	case 2:
		return " twice"
	}
	return " " + numeral(n) + " times"
}
