package prose

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// talk speaks of speech and gestures.
func (v view) talk(e world.Event) Text {
	switch e := e.(type) {
	case world.Said:
		if v.did() {
			return tell(Plain, "You say: @", quoted(Speech, e.Text))
		}
		return tell(Plain, "@ says: @", v.who(e.Actor), quoted(Speech, e.Text))
	case world.Shouted:
		switch {
		case v.did():
			return tell(Plain, "You shout: @", quoted(Speech, e.Text))
		case v.has(world.Far):
			return tell(Plain, "@ shouts from somewhere near: @", v.name(e.Actor, Person), quoted(Speech, e.Text))
		}
		return tell(Plain, "@ shouts: @", v.who(e.Actor), quoted(Speech, e.Text))
	case world.Told:
		if v.did() {
			text := tell(Private, "You tell @: @", v.name(e.To, Person), quoted(Private, e.Text))
			return v.absent(text, e.To, e.Away)
		}
		return tell(Private, "@ tells you: @", v.name(e.Actor, Person), quoted(Private, e.Text))
	case world.Whispered:
		switch {
		case v.did():
			return tell(Private, "You whisper to @: @", v.who(e.To), quoted(Private, e.Text))
		case v.mine():
			return tell(Private, "@ whispers to you: @", v.who(e.Actor), quoted(Private, e.Text))
		}
		return nil
	case world.Hushed:
		if !v.sees() {
			return nil
		}
		return tell(Plain, "@ whispers something to @.", v.who(e.Actor), v.who(e.To))
	case world.Emoted:
		return v.emoted(e)
	case world.Gestured:
		return v.gestured(e)
	case world.Chatted:
		return v.chatted(e)
	case world.ChannelSwitched:
		if e.Off {
			return tell(Plain, "You hear @ no more.", plain(e.Name))
		}
		return tell(Plain, "You hear @ again.", plain(e.Name))
	default:
		return nil
	}
}

// chatted speaks of what goes over a channel, with who it was known by name: one need not see them.
func (v view) chatted(e world.Chatted) Text {
	who := v.name(e.Actor, Person)
	switch {
	case e.Acts:
		words := Clean(e.Text)
		gap := " "
		if strings.HasPrefix(words, "'") || strings.HasPrefix(words, ",") {
			gap = ""
		}
		return tell(Emote, "On @: @@@", plain(e.Name), who, plain(gap), Span{Text: stopped(words), Role: Emote})
	case v.did():
		return tell(Plain, "You @: @", plain(infinitive(e.Says)), quoted(Speech, e.Text))
	}
	return tell(Plain, "@ @: @", who, plain(e.Says), quoted(Speech, e.Text))
}

// infinitive makes of a phrase that begins with a verb in the third person what "you" do: "calls over the Row" becomes
// "call over the Row".
func infinitive(phrase string) string {
	verb, rest, more := strings.Cut(phrase, " ")
	short := func(end, in string) bool {
		stem, ok := strings.CutSuffix(verb, end)
		if ok {
			verb = stem + in
		}
		return ok
	}
	switch {
	case short("ies", "y"), short("sses", "ss"), short("shes", "sh"), short("ches", "ch"), short("xes", "x"),
		short("s", ""):
	}
	if !more {
		return verb
	}
	return verb + " " + rest
}

// quoted is what somebody said, between quotation marks.
func quoted(role Role, words string) Span {
	return Span{Text: `"` + Unquoted(Clean(words)) + `"`, Role: role}
}

// doubles are the marks that a reader may take for the end of a quotation: all double ones, and what looks like them.
const doubles = "\"\u02ba\u02dd\u02ee\u02f5\u02f6\u05f4\u00ab\u00bb\u201c\u201d\u201e\u201f\u2033\u2034\u2036\u2037" +
	"\u2057\u275d\u275e\u2760\u276e\u276f\u2e42\u3003\u300a\u300b\u300e\u300f\u301d\u301e\u301f\uff02" +
	"\U0001f676\U0001f677\U0001f678"

// Unquoted writes the quotation marks in somebody's words as single ones, so that nobody ends a quotation of theirs
// before its end and goes on in the world's own voice. What stands for one in data is as it was said.
func Unquoted(words string) string {
	if !strings.ContainsAny(words, doubles) && !strings.Contains(words, "''") {
		return words
	}
	var b strings.Builder
	last := rune(0)
	for _, r := range words {
		if strings.ContainsRune(doubles, r) {
			r = '\''
		}
		if r != '\'' || last != '\'' { // two of them look like a double one
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// Acted says of an emote whose words it is made of, and where they begin and end. On a screen it reads as a sentence of
// the world's; who reads nothing but text could not tell it from one.
func Acted(n *world.Notice, sense world.Sense) Text {
	v := view{n: n, sense: sense}
	if c, isChat := n.Event.(world.Chatted); isChat && c.Acts {
		if v.did() {
			return tell(Emote, "You emote on @: @", plain(c.Name), quoted(Emote, c.Text))
		}
		return tell(Emote, "@ emotes on @: @", v.name(c.Actor, Person), plain(c.Name), quoted(Emote, c.Text))
	}
	e, ok := n.Event.(world.Emoted)
	switch {
	case !ok || !v.sees() && !v.did():
		return nil
	case v.did():
		return tell(Emote, "You emote: @", quoted(Emote, e.Text))
	}
	return tell(Emote, "@ emotes: @", v.who(e.Actor), quoted(Emote, e.Text))
}

func (v view) emoted(e world.Emoted) Text {
	if !v.sees() {
		return nil
	}
	words := Clean(e.Text)
	gap := " "
	if strings.HasPrefix(words, "'") || strings.HasPrefix(words, ",") {
		gap = "" // "'s hat blows off" belongs to the name
	}
	return tell(Emote, "@@@", v.who(e.Actor), plain(gap), Span{Text: stopped(words), Role: Emote})
}

// stopped ends a sentence that has no end.
func stopped(s string) string {
	if s == "" {
		return s
	}
	if strings.ContainsRune(".!?\"')", rune(s[len(s)-1])) || strings.HasSuffix(s, "…") {
		return s
	}
	return s + "."
}

func (v view) gestured(e world.Gestured) Text {
	words := e.Others
	switch {
	case v.did():
		words = e.Self
	case !v.sees():
		return nil // nobody bows in the dark
	case v.mine():
		words = e.Target
	}
	var spans []Span
	for words != "" {
		i := strings.IndexByte(words, '{')
		if i < 0 {
			break
		}
		switch {
		case strings.HasPrefix(words[i:], "{actor}"):
			spans = append(spans, said(Emote, words[:i]), v.who(e.Actor))
			words = words[i+len("{actor}"):]
		case strings.HasPrefix(words[i:], "{target}"):
			spans = append(spans, said(Emote, words[:i]), v.who(e.To))
			words = words[i+len("{target}"):]
		default:
			spans = append(spans, said(Emote, words[:i+1]))
			words = words[i+1:]
		}
	}
	spans = append(spans, said(Emote, words))
	return Text{line(Emote, strings.Repeat(string(hole), len(spans)), spans...)}
}

// speaking tells of words. What was meant for few is not quoted.
func (h teller) speaking(e world.Event) Line {
	switch e := e.(type) {
	case world.Said:
		return h.words("says", e.Actor, e.Text)
	case world.Shouted:
		return h.words("shouts", e.Actor, e.Text)
	case world.Told:
		return h.told("@ tells @ something", h.whom(e.Actor), h.whom(e.To))
	case world.Whispered:
		return h.told("@ whispers to @", h.whom(e.Actor), h.whom(e.To))
	case world.Emoted:
		return h.words("acts out", e.Actor, e.Text)
	case world.Chatted:
		if e.Acts {
			return h.words("acts out on "+e.Name, e.Actor, e.Text)
		}
		return h.words(e.Says, e.Actor, e.Text)
	case world.ChannelSwitched:
		if e.Off {
			return h.told("@ switches @ off", h.whom(e.Actor), plain(e.Name))
		}
		return h.told("@ switches @ on", h.whom(e.Actor), plain(e.Name))
	case world.Gestured:
		if e.To != "" {
			return h.told("@ makes the gesture @ at @", h.whom(e.Actor), said(Emote, string(e.Social)), h.whom(e.To))
		}
		return h.told("@ makes the gesture @", h.whom(e.Actor), said(Emote, string(e.Social)))
	default:
		return Line{}
	}
}

// words tells of words that everybody heard.
func (h teller) words(verb string, who world.ActorID, text string) Line {
	return line(Plain, "@ @@: @", h.whom(who), plain(verb), h.here(), quoted(Speech, text))
}
