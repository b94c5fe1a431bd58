package soak

import (
	"strings"
)

// Doing is what somebody did.
type Doing string

// The doings that bots are told of.
const (
	Took    Doing = "took"     // from the floor
	TookOut Doing = "took out" // of the box To
	Dropped Doing = "dropped"
	Put     Doing = "put"  // into the box To
	Gave    Doing = "gave" // to To
	Said    Doing = "said"
	Told    Doing = "told" // to To
	Walked  Doing = "walked"
)

// Deed is one effect: as somebody was told of it, or as the journal has it.
type Deed struct {
	Who string // a bot's name
	Did Doing
	// What is a thing's own word, a speech, or the name of the room that was walked to.
	What string
	To   string // a box's own word or a bot's name
}

// kept is about things and not about words.
func (d Deed) kept() bool { return d.Did != Said && d.Did != Told && d.Did != Walked }

// word is the last word of a thing's name, which no other thing has: "the relic r017" is r017.
func word(name string) string { return name[strings.LastIndexByte(name, ' ')+1:] }

// form is one sentence in which a deed is told: who, and what stands between the parts.
type form struct {
	did  Doing
	verb string // behind who, before what
	to   string // between what and To; "" without To
}

// ownForms are how a bot is told of its own deeds. The longer verbs stand before those they begin with.
func ownForms() []form {
	return []form{
		{Took, "pick up the ", ""}, {TookOut, "take the ", " out of the "}, {Dropped, "put down the ", ""},
		{Put, "put the ", " into the "}, {Gave, "give the ", " to "},
	}
}

// otherForms are how a bot sees the deeds of others.
func otherForms() []form {
	return []form{
		{Took, "picks up the ", ""}, {TookOut, "takes a ", " out of the "}, {Dropped, "puts down a ", ""},
		{Put, "puts a ", " into the "}, {Gave, "gives a ", " to "},
	}
}

// Read understands a line that a bot called me was told. Lines about anything else are not deeds.
func Read(me, line string) (Deed, bool) {
	who, rest, _ := strings.Cut(line, " ")
	switch {
	case who == "You":
		if to, words, ok := cutSpeech(rest, "tell "); ok {
			return Deed{Who: me, Did: Told, What: words, To: to}, true
		}
		if _, words, ok := cutSpeech(rest, "say"); ok {
			return Deed{Who: me, Did: Said, What: words}, true
		}
		return readForms(ownForms(), me, rest)
	case !strings.HasPrefix(who, botStem):
		return Deed{}, false
	}
	if _, words, ok := cutSpeech(rest, "tells you"); ok {
		return Deed{Who: who, Did: Told, What: words, To: me}, true
	}
	if _, words, ok := cutSpeech(rest, "says"); ok {
		return Deed{Who: who, Did: Said, What: words}, true
	}
	if what, ok := strings.CutPrefix(rest, "gives you a "); ok {
		return Deed{Who: who, Did: Gave, What: word(strings.TrimSuffix(what, ".")), To: me}, true
	}
	return readForms(otherForms(), who, rest)
}

func readForms(forms []form, who, rest string) (Deed, bool) {
	for _, f := range forms {
		what, ok := strings.CutPrefix(rest, f.verb)
		if !ok {
			continue
		}
		what = strings.TrimSuffix(what, ".")
		d := Deed{Who: who, Did: f.did, What: word(what)}
		if f.to == "" {
			return d, true
		}
		if thing, to, ok := strings.Cut(what, f.to); ok {
			d.What, d.To = word(thing), word(to)
			return d, true
		}
	}
	return Deed{}, false
}

// cutSpeech reads `VERB WHO: "WORDS"`.
func cutSpeech(rest, verb string) (to, words string, ok bool) {
	rest, ok = strings.CutPrefix(rest, verb)
	if !ok {
		return "", "", false
	}
	to, words, ok = strings.Cut(rest, `: "`)
	return to, strings.TrimSuffix(words, `"`), ok
}
