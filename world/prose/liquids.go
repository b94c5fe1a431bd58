package prose

import (
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
)

// liquid speaks of what is drunk out of vessels and poured, and of figures.
func (v view) liquid(e world.Event) Text {
	switch e := e.(type) {
	case world.Sipped:
		return v.sipped(e)
	case world.Poured:
		return v.poured(e)
	case world.FigureMoved:
		return v.figure(e)
	default:
		return nil
	}
}

func (v view) sipped(e world.Sipped) Text {
	if v.did() {
		text := tell(Plain, "You drink some @ from @.", plain(Clean(e.Name)), v.the(e.Item))
		text = append(text, paragraphs(Plain, e.Text)...)
		if e.Left == 0 && !e.Endless {
			text = append(text, L(Plain, "That was the last of it."))
		}
		return text
	}
	if v.sees() {
		return tell(Plain, "@ drinks some @ from @.", v.who(e.Actor), plain(Clean(e.Name)), v.the(e.Item))
	}
	return tell(Plain, "Somebody drinks.")
}

func (v view) poured(e world.Poured) Text {
	who, does := plain("You"), "pour"
	if !v.did() {
		if !v.sees() {
			return tell(Plain, "Something is poured.")
		}
		who, does = v.who(e.Actor), "pours"
	}
	if e.Into == "" {
		return tell(Plain, "@ "+does+" the @ out of @, and it runs away.", who, plain(Clean(e.Name)), v.the(e.From))
	}
	return tell(Plain, "@ "+does+" @ from @ into @.", who, plain(Clean(e.Name)), v.the(e.From), v.the(e.Into))
}

// ofLiquids tells of what was drunk and poured, and of figures that moved.
func (h teller) ofLiquids(e world.Event) Line {
	switch e := e.(type) {
	case world.Sipped:
		return h.told("@ drinks @ from @", h.whom(e.Actor), plain(Clean(e.Name)), h.the(e.Item))
	case world.Poured:
		if e.Into == "" {
			return h.told("@ pours out @: @", h.whom(e.Actor), h.the(e.From), plain(Clean(e.Name)))
		}
		return h.told("@ pours @ from @ into @", h.whom(e.Actor), plain(Clean(e.Name)), h.the(e.From), h.the(e.Into))
	case world.FigureMoved:
		return h.bare("the @ of @ goes from @ to @", plain(Clean(e.Name)), h.whom(e.Actor), number(e.Was), number(e.Value))
	default:
		return Line{}
	}
}

// figure speaks of a figure that moved, to whoever it is of and only where that is another thing to be.
func (v view) figure(e world.FigureMoved) Text {
	switch {
	case !v.did():
		return nil
	case e.Chosen:
		return tell(Gain, "You have chosen what you are: @.", plain(Clean(e.Name)))
	case e.Word != "":
		return tell(Warning, "You count as @ now (@ @).", plain(Clean(e.Word)), plain(Clean(e.Name)), number(e.Value))
	case e.By != "":
		return tell(Plain, "Your @ is @ now.", plain(Clean(e.Name)), number(e.Value))
	}
	return nil
}

// figuresLine is what somebody's figures are, in a line.
func figuresLine(list []world.FigureValue) string {
	all := make([]string, len(list))
	for i, f := range list {
		all[i] = Clean(f.Name)
		if f.Choice == "" {
			all[i] += " " + strconv.Itoa(f.Value)
		}
		if f.Word != "" {
			all[i] += " (" + Clean(f.Word) + ")"
		}
	}
	return Capital(joined(all)) + "."
}

// Choices lists what somebody may choose to be.
func Choices(list []world.FigureValue) Text {
	if len(list) == 0 {
		return Text{L(Plain, "There is nothing left for you to choose.")}
	}
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = Clean(f.Name)
	}
	return Text{L(Plain, "You may choose, once: "+joined(names)+". Type become and one of them.")}
}

// vessel says what is in a vessel.
func vessel(r *world.VesselReport) string {
	what := "liquid"
	if r.Looks != "" {
		what = Clean(r.Looks) + " " + what
	}
	switch {
	case r.Liquid == "":
		return "There is nothing in it to drink."
	case r.Endless:
		return "There is always " + Clean(r.Liquid) + " to drink here."
	case r.Gulps >= r.Most:
		return "It is full of a " + what + "."
	case r.Gulps*2 >= r.Most: //nolint:mnd // half of it
		return "It is more than half full of a " + what + "."
	}
	return "There is a little of a " + what + " in it."
}
