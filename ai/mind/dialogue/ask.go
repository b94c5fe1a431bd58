package dialogue

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"

	"github.com/mudlark-mud/mudlark/ai/memory/search"
	"github.com/mudlark-mud/mudlark/world"
)

// What a question wants to hear is told by how it begins, and what a line can tell by the words that stand in it: so a
// line answers what was asked, and not only something of which a word was said.

// AskKind is what a question wants to hear.
type AskKind string

// The kinds of questions.
const (
	AskOpen    AskKind = ""        // whatever is known: "tell me of the bell"; also of what is no question
	AskWhether AskKind = "whether" // whether something is so
	AskDeed    AskKind = "deed"    // that whoever is asked do something
	AskWho     AskKind = "who"
	AskWhen    AskKind = "when"
	AskMany    AskKind = "many"    // how many, how much, how often
	AskMeasure AskKind = "measure" // how deep, how far, how long
)

// Ask is a question taken apart. The zero value asks for nothing, and every line will do.
type Ask struct {
	Kind     AskKind
	Of       []string // stems of what it is about, without those that stand in any question
	Verbs    []string // those of them that are verbs: "stole" says less of what is asked about than "the key"
	Needs    string   // the one of them without which nothing is answered: "is the pie hot"; "" for none
	OfHearer bool     // it is about whoever is asked, and not about what they know
}

// Words that open a question, and those behind which one is put in other words: "do you know who".
var (
	interrogatives = []string{ //nolint:gochecknoglobals // immutable: never written
		"who", "whose", "whom", "what", "where", "when", "why", "how", "which",
	}
	auxiliaries = []string{ //nolint:gochecknoglobals // immutable: never written
		"is", "are", "was", "were", "do", "does", "did", "have", "has", "had", "can", "could", "will", "would", "should",
		"may", "shall",
	}
	knowing = []string{ //nolint:gochecknoglobals // immutable: never written
		"know", "tell", "think", "say", "hear", "heard", "see", "seen", "show", "mean", "help", "explain",
	}
)

// Asks takes a question apart.
func (h Heard) Asks() Ask {
	list := opened(h.Words, h.Called)
	a := Ask{Of: Topic(list), Verbs: verbs(list), OfHearer: isOfHearer(list)}
	at := slices.IndexFunc(list, func(w string) bool { return slices.Contains(interrogatives, w) })
	switch {
	case at >= 0 && (at <= 1 && !slices.Contains(auxiliaries, list[0]) || hasAny(list[:at], knowing...)):
		a.Kind = kindOf(list[at:])
	case len(list) < 2 || !slices.Contains(auxiliaries, list[0]): //nolint:mnd // whether what
	case list[1] == "you" && hasAny(list[:1], "can", "could", "will", "would"):
		a.Kind = AskDeed
	default:
		a.Kind = AskWhether
		if hasAny(list[:1], "is", "are", "was", "were") && list[1] != "there" {
			if a.OfHearer { // "are you any good": what is asked is often such a word
				a.Of = stems(unfilled(list))
			}
			if len(a.Of) > 0 {
				a.Needs = a.Of[len(a.Of)-1]
			}
		}
	}
	if a.Kind == AskMeasure {
		a.Needs = strings.Join(stems(list[at+1:at+2]), "")
	}
	return a
}

// unfilled are words without those that stand in any sentence.
func unfilled(list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(w string) bool { return slices.Contains(fillers, w) })
}

// verbs are the stems of the words of a question that stand where only a verb does: "who stole it", "how do I open it",
// "where are they kept".
func verbs(list []string) []string {
	list = unfilled(list)
	var out []string
	for i := 1; i < len(list); i++ {
		isBehind := hasAny(list[i-1:i], "who", "what", "i", "you", "we", "they", "he", "she", "it", "to")
		isLast := i+1 == len(list) && hasAny(list[:1], "where", "when", "why", "how") && !english.IsStopWord(list[i-1])
		if isBehind || isLast && slices.Contains(auxiliaries, list[1]) {
			out = append(out, stems(list[i:i+1])...)
		}
	}
	return out
}

// kindOf is what words want to hear that begin with how they ask.
func kindOf(list []string) AskKind {
	next := ""
	if len(list) > 1 {
		next = list[1]
	}
	switch list[0] {
	case "who", "whose", "whom":
		return AskWho
	case "when":
		return AskWhen
	case "what":
		if next == "time" || next == "day" || next == "hour" {
			return AskWhen
		}
	case "how":
		switch {
		case next == "many" || next == "much" || next == "often":
			return AskMany
		case next != "" && !english.IsStopWord(next) && !slices.Contains(auxiliaries, next) && next != "come":
			return AskMeasure
		}
	}
	return AskOpen
}

// isOfHearer reports whether words are about whoever hears them.
func isOfHearer(list []string) bool {
	if hasAny(list, "your", "yours", "yourself") {
		return true
	}
	for i, w := range list[:max(0, len(list)-1)] {
		rest := list[i+2:]
		if slices.Contains(auxiliaries, w) && list[i+1] == "you" && (len(rest) == 0 || !slices.Contains(knowing, rest[0])) {
			return true
		}
	}
	isAsked := len(list) > 2 && slices.Contains(interrogatives, list[0]) //nolint:mnd // who taught you
	list = unfilled(list)
	for i := 2; isAsked && i < len(list); i++ {
		isDoing := i+1 < len(list) && !english.IsStopWord(list[i+1]) && !slices.Contains(knowing, list[i+1])
		if list[i] == "you" && (isDoing || i == 2 && !slices.Contains(auxiliaries, list[1])) { //nolint:mnd // likewise
			return true
		}
	}
	return false
}

// tells is what a line can tell beside what it is about: by its words, or because it is about the word that asks.
type tells struct{ person, number, time bool }

// Words by which a line tells of persons, numbers and times.
var (
	personal = []string{ //nolint:gochecknoglobals // immutable: never written
		"i", "me", "my", "mine", "we", "us", "our", "he", "him", "his", "she", "her", "hers", "who", "somebody", "nobody",
		"everybody", "someone", "anyone", "everyone", "folk", "people", "man", "woman",
	}
	numeral = append([]string{ //nolint:gochecknoglobals // immutable: never written
		"twice", "both", "none", "dozen", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred",
		"thousand", "many",
	}, numbers[2:]...)
	temporal = []string{ //nolint:gochecknoglobals // immutable: never written
		"when", "morning", "noon", "afternoon", "evening", "night", "midnight", "dusk", "dawn", "hour", "hours", "day",
		"days", "week", "weeks", "month", "months", "year", "years", "minute", "minutes", "today", "tomorrow", "yesterday",
		"now", "never", "always", "till", "until", "before", "after", "since", "ago", "stroke", "strokes", "ebb", "flow",
		"tide", "tides",
	}
)

// toldBy is what a line can tell, where folk live who are called by such words: a word with a capital is a person's
// where it is one of theirs, and else a place's, a cry's, or that of a sentence.
func toldBy(l world.LineSpec, folk []string) tells {
	list := append(Split(l.Text), Split(plainWords(l.About))...)
	out := tells{person: hasAny(list, personal...), number: hasAny(list, numeral...), time: hasAny(list, temporal...)}
	out.number = out.number || Has(list, "only one") || Has(list, "the one")
	for w := range strings.FieldsSeq(l.Text) {
		r, _ := utf8.DecodeRuneInString(w)
		out.person = out.person || unicode.IsUpper(r) && hasAny(Split(w), folk...)
		out.number = out.number || unicode.IsDigit(r)
	}
	return out
}

// How much of what a question is about a line has to have, in thousandths.
const (
	coverLeast  = 500
	coverNarrow = 600 // where it asks for one thing: who, when, how many
)

// suits reports whether a line can be the answer to a question.
func (b *Book) suits(l *line, a Ask) bool {
	least, isMeant := coverLeast, slices.Contains(l.About, string(a.Kind))
	switch {
	case a.Kind == AskMeasure && l.tells.number: // which is how deep it is
		a.Of = slices.DeleteFunc(slices.Clone(a.Of), func(s string) bool { return s == a.Needs })
	case a.Needs != "" && !b.has(l, a.Needs), a.Kind == AskDeed && l.isOfLife():
		return false
	case a.Kind == AskWho && !l.tells.person, a.Kind == AskMany && !l.tells.number, a.Kind == AskWhen && !l.tells.time:
		return false
	case !isMeant && (a.Kind == AskWho || a.Kind == AskMany || a.Kind == AskWhen || a.Kind == AskWhether && a.Needs != ""):
		least = coverNarrow
	}
	all, has := 0, 0
	for _, s := range a.Of {
		rare := search.Rarity(b.answers, max(b.stand[s], 1))
		switch {
		case b.has(l, s):
			has += rare
		case slices.Contains(a.Verbs, s):
			rare /= 2
		}
		all += rare
	}
	return has*1000 >= least*all
}

// lives are what somebody's life is asked about, see [selves]. A line under nothing else says what they are and were,
// and answers nobody who asks what they could do: "can you marry people".
var lives = []string{"age", "born", "married", "family", "living"} //nolint:gochecknoglobals // immutable: never written

// isOfLife reports whether all that a line is about is the life of who says it.
func (l *line) isOfLife() bool {
	return len(l.About) > 0 && !slices.ContainsFunc(l.About, func(of string) bool { return !slices.Contains(lives, of) })
}

// has reports whether a stem stands in a line. For one that stands in none, another word for the same will do, and one
// that begins with it: who guards, a guardian.
func (b *Book) has(l *line, stem string) bool {
	const long = 5
	return slices.Contains(l.words, stem) || b.stand[stem] == 0 && slices.ContainsFunc(l.words, func(w string) bool {
		return search.AreKin(stem, w) || len(stem) >= long && strings.HasPrefix(w, stem)
	})
}
