package prose

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// lore tells the wizard who wrote a fact down how it stands now, and those who know it that they do.
func (v view) lore(e world.Event) Text {
	switch e := e.(type) {
	case world.LoreWritten:
		if !v.did() {
			return tell(System, "You know this now: @", said(System, e.Text))
		}
		return v.written(e)
	case world.LoreDropped:
		switch {
		case !v.did():
			return tell(System, "This holds no more: @", said(System, e.Was))
		case e.Again:
			return nil // how it stands now is told
		}
		return tell(System, "The fact @ holds no more. It said: @", plain(string(e.Lore)), quoted(System, e.Was))
	default:
		return nil
	}
}

func (v view) written(e world.LoreWritten) Text {
	id := plain(string(e.Lore))
	var out Text
	switch {
	case e.Was == "":
		out = tell(System, "The fact @ holds from now on: @", id, quoted(System, e.Text))
	case e.Was == e.Text:
		out = tell(System, "The fact @ still says: @", id, quoted(System, e.Text))
	default:
		out = Text{
			line(System, "The fact @ said: @", id, quoted(System, e.Was)),
			line(System, "It says now: @", quoted(System, e.Text)),
		}
	}
	out = append(out, line(System, "@ @", plain(askedBy(e.About)), plain(knowers(e.Known))))
	if e.Facts >= world.LoreWarn {
		out = append(out, line(System, "There are @ of at most @. Drop what nobody asks about.",
			plain(count(e.Facts, "fact")), number(world.LoreMost)))
	}
	return out
}

// askedBy says which words ask for a fact beside its own.
func askedBy(about []string) string {
	if len(about) == 0 {
		return "Its own words ask for it."
	}
	return "Its own words ask for it, and " + strings.Join(about, ", ") + "."
}

// knowers says who knows a fact.
func knowers(known []world.ProtoID) string {
	switch len(known) {
	case 0:
		return "Everybody knows it."
	case 1:
		return "Only " + string(known[0]) + " knows it."
	}
	names := make([]string, len(known))
	for i, id := range known {
		names[i] = string(id)
	}
	last := len(names) - 1
	return "Only " + strings.Join(names[:last], ", ") + " and " + names[last] + " know it."
}

// ofLore tells, in the third person, what was written down.
func (h teller) ofLore(e world.Event) Line {
	switch e := e.(type) {
	case world.LoreWritten:
		if e.Was != "" {
			return line(Plain, "@ changes the fact @: @", h.whom(e.Actor), plain(string(e.Lore)),
				quoted(Plain, e.Text))
		}
		return line(Plain, "@ writes down the fact @: @", h.whom(e.Actor), plain(string(e.Lore)),
			quoted(Plain, e.Text))
	case world.LoreDropped:
		if e.Again {
			return Line{} // the change says so
		}
		return line(Plain, "@ strikes out the fact @, which said @", h.whom(e.Actor), plain(string(e.Lore)),
			quoted(Plain, e.Was))
	default: // of another topic, see History
		return Line{}
	}
}
