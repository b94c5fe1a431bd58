package prose

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Aloud puts an event into words for somebody who listens: as [Of] does, with a cue before it where an ear must tell
// kinds of events apart. What one does oneself needs none; one has just typed it.
func Aloud(n *world.Notice, sense world.Sense) Text {
	if said, ok := n.Event.(world.Said); ok && sense&world.Did == 0 {
		if line, short := (view{n: n, sense: sense}).voice(said); short {
			return Text{line}
		}
	}
	text := Of(n, sense)
	cue := world.TraitsOf(n.Event).Cue.For(sense)
	if cue == "" || len(text) == 0 || text[0].Drawn {
		return text
	}
	out := append(Text(nil), text...)
	out[0] = Line{
		Spans:  append([]Span{{Text: cue + ": ", Role: text[0].lead()}}, text[0].Spans...),
		Indent: text[0].Indent,
	}
	return out
}

// voice is what somebody says as a play has it: the name, then the words. Whoever is called as a cue is told the long
// way, so that nobody's name makes words pass for another kind of thing.
func (v view) voice(e world.Said) (Line, bool) {
	name := Capital(v.who(e.Actor).Text)
	for _, kind := range world.EventKinds() {
		c := world.TraitsOf(kind).Cue
		for _, cue := range []string{c.Mine, c.Others, c.For(world.Did)} {
			if strings.EqualFold(cue, name) {
				return Line{}, false
			}
		}
	}
	return Line{Spans: []Span{{Text: name, Role: Person}, plain(": "), quoted(Speech, e.Text)}}, true
}

// lead is the role of a line's first words.
func (l Line) lead() Role {
	if len(l.Spans) == 0 {
		return Plain
	}
	return l.Spans[0].Role
}
