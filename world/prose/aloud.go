package prose

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mudlark-mud/mudlark/world"
)

// Manner is how somebody likes events told. The zero Manner leaves nothing out.
type Manner struct {
	NoDice  bool // what the dice of a fight by turns said
	NoHints bool // lines that say what one could type next, and nothing else
}

// Of is [Of] in a manner.
func (m Manner) Of(n *world.Notice, sense world.Sense) Text {
	return m.trimmed(view{n: n, sense: sense, bare: m.NoDice}.event())
}

// Aloud puts an event into words for somebody who listens: as [Of] does, with numbers said in words in place of signs,
// and with a cue before it where an ear must tell kinds of events apart and the words themselves do not say the kind.
// What one does oneself needs none; one has just typed it.
func (m Manner) Aloud(n *world.Notice, sense world.Sense) Text {
	v := view{n: n, sense: sense, ear: true, bare: m.NoDice}
	if l, ok := v.voice(); ok {
		return Text{l}
	}
	text := m.trimmed(v.event())
	cue := world.TraitsOf(n.Event).Cue.For(sense)
	if cue == "" || len(text) == 0 || text[0].Drawn || text[0].says(cue) {
		return text
	}
	out := slices.Clone(text)
	out[0] = Line{
		Spans:  append([]Span{{Text: cue + ": ", Role: text[0].lead()}}, text[0].Spans...),
		Indent: text[0].Indent,
	}
	return out
}

func (m Manner) trimmed(t Text) Text {
	if !m.NoHints {
		return t
	}
	return WithoutHints(t)
}

// WithoutHints leaves out the lines that say what one could type next, and nothing else.
func WithoutHints(t Text) Text {
	if !slices.ContainsFunc(t, Line.isHint) {
		return t
	}
	return slices.DeleteFunc(slices.Clone(t), Line.isHint)
}

// isHint reports whether a line says what one could type next, and nothing else.
func (l Line) isHint() bool {
	return !l.Drawn && l.lead() == Hint &&
		!slices.ContainsFunc(l.Spans, func(s Span) bool { return s.Role != Hint && s.Role != Command })
}

// voice is what somebody says as a play has it: the name, then the words. What is no plain speech has its cue before
// the name: `Tell from Ben: "Mind the bell."` Whoever is called as a cue is told the long way, so that nobody's name
// makes words pass for another kind of thing.
func (v view) voice() (Line, bool) {
	said := world.TraitsOf(v.n.Event).Speech
	if _, isChat := v.n.Event.(world.Chatted); isChat || v.did() || said.Channel == "" { // the text says on which channel
		return Line{}, false
	}
	if said.Channel == world.ChannelSay {
		name := Capital(v.who(said.Speaker).Text)
		if isCue(name) {
			return Line{}, false
		}
		return Line{Spans: []Span{{Text: name, Role: Person}, plain(": "), quoted(Speech, said.Words)}}, true
	}
	role, who := Private, v.who(said.Speaker)
	if world.TraitsOf(v.n.Event).Names&v.sense != 0 { // known by more than sight
		who = v.name(said.Speaker, Person)
	}
	if said.Channel == world.ChannelShout {
		role = Speech
	}
	where := Span{}
	if v.has(world.Far) && said.Channel == world.ChannelShout {
		where = plain(", somewhere near")
	}
	from := plain(world.TraitsOf(v.n.Event).Cue.For(v.sense) + " from ")
	return join([]Span{from, who, where, plain(": "), quoted(role, said.Words)}), true
}

// isCue reports whether a name is what some kind of event is told apart by.
func isCue(name string) bool {
	return slices.ContainsFunc(world.EventKinds(), func(kind world.Event) bool {
		c := world.TraitsOf(kind).Cue
		return slices.ContainsFunc([]string{c.Did, c.Mine, c.Others}, func(cue string) bool {
			return strings.EqualFold(cue, name)
		})
	})
}

// says reports whether the world's own words in a line have a word of a cue in them, in whatever form: then a cue
// before it would say it twice. Names, and words of somebody's own, count for nothing, or they could put off a cue.
func (l Line) says(cue string) bool {
	wanted := stems(cue)
	return slices.ContainsFunc(l.Spans, func(s Span) bool {
		switch s.Role {
		case Person, Foe, Speech, Private, Emote:
			return false
		default:
			return slices.ContainsFunc(stems(s.Text), func(w string) bool { return slices.Contains(wanted, w) })
		}
	})
}

// stems are the words of a text without what forms add to them, in lower case: "misses" and "missed" are "miss".
func stems(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	out := words[:0]
	for _, w := range words {
		if w != "you" && w != "are" && w != "over" { // which tell no kind from another
			out = append(out, stem(w))
		}
	}
	return out
}

// stem takes off a word whatever may be an ending of it, so that its forms are alike; the rest need be no word.
func stem(word string) string {
	const least = 3 // letters of a stem
	for _, end := range []string{"ing", "ed", "en", "er", "es", "s", "e"} {
		if short, ok := strings.CutSuffix(word, end); ok && len(short) >= least && !strings.HasSuffix(word, "ss") {
			return stem(short)
		}
	}
	return word
}

// lead is the role of a line's first words.
func (l Line) lead() Role {
	if len(l.Spans) == 0 {
		return Plain
	}
	return l.Spans[0].Role
}
