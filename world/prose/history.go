package prose

import (
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
)

// teller tells of one notice in the third person.
type teller struct{ view }

// told fills a pattern and ends the sentence with where it happened.
func (h teller) told(pattern string, parts ...Span) Line {
	return line(Plain, pattern+"@.", append(parts, h.here())...)
}

// bare fills a pattern and does not say where.
func (h teller) bare(pattern string, parts ...Span) Line { return line(Plain, pattern+".", parts...) }

// here is where it happened: " at the Ropewalk", or nothing.
func (h teller) here() Span {
	if h.n.Room == "" {
		return Span{}
	}
	return plain(" at " + h.placeName(h.n.Room))
}

func (h teller) placeName(id world.RoomID) string {
	for _, c := range h.n.Captions {
		if c.Kind == world.KindRoom && c.ID == string(id) {
			return world.PlaceName(Clean(c.Name))
		}
	}
	return Clean(string(id))
}

func (h teller) place(id world.RoomID) Span { return Span{Text: h.placeName(id), Role: Title} }

// whom is somebody who is always known here: "Ann", "the barkeep"; "the host" for nobody.
func (h teller) whom(id world.ActorID) Span {
	if id == "" {
		return Span{Text: "the host", Role: System}
	}
	return h.name(id, Person)
}

// by says who did it, if anybody did.
func (h teller) by(id world.ActorID) Span {
	if id == "" {
		return Span{}
	}
	return Span{Text: " by " + h.whom(id).Text}
}

func (h teller) mark(seq uint64) Span { return plain("#" + strconv.FormatUint(seq, 10)) }

// Marked is how a record is named to people: "#48211".
func Marked(seq uint64) string { return "#" + strconv.FormatUint(seq, 10) }
