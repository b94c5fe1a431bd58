package prose

import (
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
)

// craft speaks of crafts, and of the verbs that they open.
func (v view) craft(e world.Event) Text {
	switch e := e.(type) {
	case world.Practised:
		return v.practised(e)
	case world.Probed:
		return v.probed(e)
	case world.Unearthed:
		if v.did() {
			return tell(Gain, "You dig, and bring up @. It lies at your feet.", v.some(e.Item))
		}
		if v.sees() {
			return tell(Plain, "@ digs, and brings up @.", v.who(e.Actor), v.some(e.Item))
		}
		return tell(Plain, "Somebody digs.")
	case world.WadeBegan:
		if v.did() {
			return tell(Warning, "The flow has you by the thighs, and pulls. It will let you stand for half a minute, "+
				"not longer.")
		}
	case world.Harked:
		return v.harked(e)
	default:
	}
	return nil
}

func (v view) practised(e world.Practised) Text {
	if !v.did() || e.Rise == 0 {
		return nil
	}
	text := tell(Gain, "You grow surer in @ (@).", plain(Clean(e.Name)), number(e.Value))
	if e.Value == e.Rise { // the first of it
		text = tell(Gain, "You grow surer in @ (@). Type crafts to hear what that is good for.", plain(Clean(e.Name)),
			number(e.Value))
	}
	for _, k := range e.Knacks {
		text = append(text, line(Gain, "You have the knack now to @. Type help @ to hear what that is.",
			plain(string(k)), plain(string(k))))
	}
	return text
}

func (v view) probed(e world.Probed) Text {
	switch {
	case !v.did() && v.sees():
		return tell(Plain, "@ probes here and there, and listens to what comes of it.", v.who(e.Actor))
	case !v.did():
		return nil
	}
	text := Text{}
	switch {
	case e.Buried > 1:
		text = tell(Plain, "You probe here and there. Something is buried here, and more than one thing. Type search to dig.")
	case e.Buried == 1:
		text = tell(Plain, "You probe here and there. Something is buried here. Type search to dig.")
	}
	switch {
	case e.Ways > 0 && e.Buried == 0:
		return tell(Plain, "You probe here and there. A way leads out of here that does not show itself.")
	case e.Ways > 0:
		return append(text, L(Plain, "And a way leads out of here that does not show itself."))
	case e.Buried == 0:
		return tell(Plain, "You probe here and there. There is nothing here that does not show itself.")
	}
	return text
}

func (v view) harked(e world.Harked) Text {
	if !v.did() {
		return nil
	}
	var text Text
	if e.Text != "" {
		text = paragraphs(Plain, e.Text)
	}
	if e.Of != "" {
		text = append(text, line(Plain, "It belongs to @, and has not forgotten it.", v.who(e.Of)))
	}
	return text
}

// ofCrafts tells of crafts, and of the verbs that they open.
func (h teller) ofCrafts(e world.Event) Line {
	switch e := e.(type) {
	case world.Practised:
		if e.Rise == 0 {
			return h.bare("@ practises @", h.whom(e.Actor), plain(Clean(e.Name)))
		}
		return h.bare("@ grows surer in @, to @", h.whom(e.Actor), plain(Clean(e.Name)), number(e.Value))
	case world.Probed:
		return h.told("@ probes for what is buried: @", h.whom(e.Actor), plain(count(e.Buried, "thing")))
	case world.Unearthed:
		return h.told("@ digs up @", h.whom(e.Actor), h.the(e.Item))
	case world.WadeBegan:
		return h.told("@ stands in the flow", h.whom(e.Actor))
	case world.Harked:
		return h.bare("@ harks to @", h.whom(e.Actor), h.the(e.Item))
	default:
		return Line{}
	}
}

// Crafts lists the crafts of the world with how sure somebody is of each, what each opens and who teaches it.
func Crafts(r world.CraftsReport) Text {
	if len(r.Crafts) == 0 {
		return Text{L(Plain, "There are no crafts here to grow in.")}
	}
	var text Text
	for i := range r.Crafts {
		c := &r.Crafts[i]
		l := line(Plain, "@: @. @", Span{Text: Clean(c.Name), Role: Title}, number(c.Value), plain(Clean(c.About)))
		if c.Teacher != "" {
			l.Spans = append(l.Spans, plain(" "+Capital(Clean(c.Teacher))+" teaches it."))
		}
		text = append(text, l)
		if words := knacks(c.Knacks); words != "" {
			text = append(text, Line{Indent: 2, Spans: []Span{plain("  " + words)}})
		}
	}
	return append(text, L(Plain, "Together: "+strconv.Itoa(r.Total)+" of "+strconv.Itoa(r.Most)+
		". Crafts grow by doing, here a little and there a little, and by lessons."))
}

// knacks says which verbs a craft opens, and which it has opened.
func knacks(list []world.KnackLine) string {
	var have, come []string
	for _, k := range list {
		if k.Open {
			have = append(have, string(k.Knack))
		} else {
			come = append(come, string(k.Knack)+" at "+strconv.Itoa(k.At))
		}
	}
	switch {
	case len(have) > 0 && len(come) > 0:
		return "You have the knack to " + joined(have) + "; to come: " + joined(come) + "."
	case len(have) > 0:
		return "You have the knack to " + joined(have) + "."
	case len(come) > 0:
		return "To come: " + joined(come) + "."
	}
	return ""
}

// craftsLine is what somebody is sure of, in a line.
func craftsLine(list []world.CraftValue) string {
	all := make([]string, len(list))
	for i, c := range list {
		all[i] = Clean(c.Name) + " " + strconv.Itoa(c.Value)
	}
	return "Crafts: " + joined(all) + "."
}

// Sieved says what is buried here.
func Sieved(r world.Sieved) Text {
	if len(r.Things) == 0 {
		return Text{L(Plain, "You let it run through your fingers. There is nothing in it but itself.")}
	}
	return Text{enumerated("You let it run through your fingers, and know what is under them: ", r.Things)}
}

// Listened says how long until the water comes.
func Listened(r world.Listened) Text {
	text := Text{L(Plain, "You stand still and listen to the water. It turns in "+minutes(r.Seconds)+".")}
	switch {
	case !r.Here:
	case r.Covers > 0:
		text = append(text, L(Warning, "It will stand where you stand in "+minutes(r.Covers)+"."))
	case r.Bares > 0:
		text = append(text, L(Warning, "It will be gone from here in "+minutes(r.Bares)+"."))
	}
	return text
}

// minutes says a length of time as one hears it.
func minutes(seconds int) string {
	if seconds < minuteSeconds {
		return "less than a minute"
	}
	return "about " + count((seconds+minuteSeconds/2)/minuteSeconds, "minute")
}
