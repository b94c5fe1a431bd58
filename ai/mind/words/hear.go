// Package words is how a mind without a model hears and speaks: what somebody's words are after, which of its authored
// lines answers them, and what a line may not do.
//
// Its one idea: nothing that is heard is obeyed. Words are sorted into a short list of acts ([Act]); what they ask for
// is judged by whoever has the list of what may be given. To hear something new, add an act and its cues; to say
// something new, write a line in the pack.
//
// Everything here is a pure function or a value that one goroutine uses; nothing depends on the order of a map.
package words

import (
	"hash/fnv"
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
)

// HeardBytesMax is how much of what somebody says is listened to.
const HeardBytesMax = 400

// Act is what words are after.
type Act string

// The acts, in the order in which they count when words could be several.
const (
	Repeat   Act = "repeat"   // it shall say something after somebody
	Remember Act = "remember" // whether it remembers them
	Price    Act = "price"    // what something costs
	Promise  Act = "promise"  // that it promise something
	Teach    Act = "teach"    // that it teach something
	Plead    Act = "plead"    // that it give, unlock, let pass
	News     Act = "news"     // what there is to tell
	Insult   Act = "insult"
	Thanks   Act = "thanks"
	Farewell Act = "farewell"
	Question Act = "question"
	Greet    Act = "greet"
	Remark   Act = "remark" // none of these
)

// cue is how an act is told: any of its phrases, in whole words.
type cue struct {
	act     Act
	phrases []string
}

// cues are in the order of the acts. immutable: never written.
var cues = []cue{
	{Repeat, []string{
		"repeat after me", "say after me", "repeat this", "repeat that", "say exactly", "say the words", "echo",
		"pass this on", "pass it on", "tell everyone", "tell everybody", "spread the word", "repeat the following",
	}},
	{Remember, []string{
		"remember me", "do you remember", "remember us", "know me", "know who i am", "who am i", "have we met",
		"we met", "last time", "recognise me", "recognize me", "forgotten me", "what did i tell you", "what did i say",
	}},
	{Price, []string{
		"how much", "price", "cost", "costs", "charge", "asking for", "for sale", "what do you sell", "buy", "sell me",
		"afford", "wares",
	}},
	{Promise, []string{"promise", "swear", "give me your word", "your word on"}},
	{Teach, []string{"teach", "learn", "show me how", "how do i", "how do you", "how does one", "how to"}},
	{Plead, []string{
		"give", "hand over", "hand me", "hand it", "lend", "let me have", "can i have", "may i have", "could i have",
		"i need", "i want", "unlock", "open the", "open it", "let me in", "let me through", "let us in", "let me pass",
		"deliver", "transfer", "bring me", "fetch me", "spare a", "free of charge", "for free", "entitled",
	}},
	{News, []string{
		"news", "gossip", "rumour", "rumours", "rumor", "rumors", "heard anything", "what s new", "any word",
		"what happened", "who was here", "who s been", "going on", "any talk",
	}},
	{Insult, []string{
		"fool", "idiot", "stupid", "coward", "ugly", "liar", "cheat", "scum", "pig", "thief", "moron", "hate you",
		"shut up", "fat", "useless", "worthless", "dog", "rat",
	}},
	{Thanks, []string{"thank", "thanks", "thank you", "cheers", "much obliged", "grateful", "kind of you"}},
	{Farewell, []string{
		"bye", "goodbye", "good bye", "farewell", "good night", "goodnight", "see you", "so long", "until tomorrow",
		"i must go", "i m off", "take care",
	}},
	{Question, nil},
	{Greet, []string{
		"hello", "hi", "hey", "hullo", "greetings", "good morning", "good day", "good evening", "good afternoon",
		"evening", "morning", "well met", "ahoy", "hail",
	}},
}

// Heard is what somebody's words come to.
type Heard struct {
	Text  string   // cleaned, and cut to HeardBytesMax
	Act   Act      // what they are after, above all
	Words []string // in lower case
	Stems []string // of those that carry meaning, each once, in their order

	Called string // a name by which somebody is called at the beginning or the end: "Hob, a pie", "a pie, Hob"
}

// Hear listens to what somebody says.
func Hear(text string) Heard {
	if len(text) > HeardBytesMax {
		text = strings.ToValidUTF8(text[:HeardBytesMax], "")
	}
	h := Heard{Text: text, Act: Remark, Words: Split(text)}
	h.Stems = stems(h.Words)
	h.Called = called(text)
	asks := strings.Contains(text, "?") || len(h.Words) > 0 && slices.Contains(askers(), h.Words[0]) ||
		Has(h.Words, "tell me") || Has(h.Words, "do you know")
	for _, c := range cues {
		switch {
		case c.act == Question:
			if asks {
				h.Act = Question
				return h
			}
		case c.act == Insult:
			if insults(h.Words, c.phrases) {
				h.Act = Insult
				return h
			}
		case slices.ContainsFunc(c.phrases, func(p string) bool { return Has(h.Words, p) }):
			h.Act = c.act
			return h
		}
	}
	return h
}

// called returns the name by which somebody is called: one word with a capital, before the first comma or behind the
// last, that is not what sentences begin or end with.
func called(text string) string {
	first, _, ok := strings.Cut(text, ",")
	if !ok {
		return ""
	}
	last := text[strings.LastIndexByte(text, ',')+1:]
	for _, part := range []string{first, last} {
		name := strings.Trim(part, " .!?\"'")
		list := Split(name)
		if len(list) != 1 || len(Stems(name)) == 0 || name[0] < 'A' || name[0] > 'Z' || slices.Contains([]string{
			"yes", "no", "well", "oh", "ah", "please", "thanks", "sorry", "hello", "hi", "hey", "okay", "listen", "look", "so",
			"still", "first", "also", "again", "today", "tonight", "tomorrow", "yesterday", "sir", "madam", "friend", "alas",
			"indeed", "sure", "right", "good", "fine", "wait", "come", "perhaps", "maybe", "evening", "morning", "greetings",
		}, list[0]) {
			continue
		}
		return name
	}
	return ""
}

// insults reports whether words call somebody a name: "you fool", "fool!", "you are a coward".
func insults(heard, names []string) bool {
	if len(heard) > 0 && len(heard) <= 2 && slices.Contains(names, heard[len(heard)-1]) {
		return true
	}
	for i, w := range heard {
		if w != "you" && w != "your" && w != "yer" {
			continue
		}
		for _, next := range heard[i+1 : min(len(heard), i+5)] {
			if slices.Contains(names, next) {
				return true
			}
		}
	}
	return Has(heard, "hate you") || Has(heard, "shut up")
}

func askers() []string {
	return []string{
		"who", "what", "where", "when", "why", "how", "which", "is", "are", "do", "does", "did", "can", "could", "will",
		"would", "was", "were", "whose",
	}
}

// Split returns the words of a text in lower case.
func Split(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// Has reports whether words have a phrase in them, whole and in order. An empty phrase is in none.
func Has(heard []string, phrase string) bool { return Where(heard, phrase) >= 0 }

// Where returns at which word a phrase begins, or -1.
func Where(heard []string, phrase string) int {
	want := Split(phrase)
	if len(want) == 0 {
		return -1
	}
	for i := 0; i+len(want) <= len(heard); i++ {
		if slices.Equal(heard[i:i+len(want)], want) {
			return i
		}
	}
	return -1
}

// Stems returns the stems of the words of a text that carry meaning, each once.
func Stems(text string) []string { return stems(Split(text)) }

func stems(list []string) []string {
	var out []string
	for _, w := range list {
		if english.IsStopWord(w) || len(w) < 2 {
			continue
		}
		if s := english.Stem(w, false); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// Hash makes one number of texts: the only chance that a mind has.
func Hash(parts ...string) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		_, _ = h.Write([]byte(p)) // a hash never fails
		_, _ = h.Write([]byte{0})
	}
	x := h.Sum64() // spread, because the last letters reach only the low bits
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	return x
}
