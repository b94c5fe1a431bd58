package prose

import "github.com/mudlark-mud/mudlark/world"

// Aloud puts an event into words for somebody who listens: as [Of] does, with a cue before it where an ear must tell
// kinds of events apart. What one does oneself needs none; one has just typed it.
func Aloud(n *world.Notice, sense world.Sense) Text {
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

// lead is the role of a line's first words.
func (l Line) lead() Role {
	if len(l.Spans) == 0 {
		return Plain
	}
	return l.Spans[0].Role
}
