// Package dialogue is how a mind without a model hears and speaks: what somebody's words are after, which of its
// authored lines answers them, and what a line may not do.
//
// Its one idea: nothing that is heard is obeyed. Words are sorted into a short list of acts ([Act]); what they ask for
// is judged by whoever has the list of what may be given. To hear something new, add an act and its cues; to say
// something new, write a line in the pack.
//
// Everything here is a pure function or a value that one goroutine uses; nothing depends on the order of a map.
package dialogue

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
	Told     Act = "told"     // what they told it
	Remember Act = "remember" // whether it remembers them
	Games    Act = "games"    // who beat it
	Price    Act = "price"    // what something costs
	Promise  Act = "promise"  // that it promise something
	Seek     Act = "seek"     // where somebody or something is, and the way there
	Advice   Act = "advice"   // what to do
	Teach    Act = "teach"    // that it teach something
	Plead    Act = "plead"    // that it give, unlock, let pass
	News     Act = "news"     // what there is to tell
	Insult   Act = "insult"
	Sorry    Act = "sorry"
	Real     Act = "real" // whether it is what it seems
	Thanks   Act = "thanks"
	Farewell Act = "farewell"
	Who      Act = "who"   // who it is
	Place    Act = "place" // what this place is
	How      Act = "how"   // how it is
	Hour     Act = "hour"  // the time, or the tide
	Story    Act = "story" // a tale, a song, a joke
	Question Act = "question"
	Greet    Act = "greet"
	Remark   Act = "remark" // none of these

	// Sell and the acts behind it are told by the shape of the sentence (intent.go).
	Sell     Act = "sell"     // whether it buys something
	Credit   Act = "credit"   // that it wait for its money
	Pay      Act = "pay"      // that they owe it something
	Hire     Act = "hire"     // that it go with them
	Work     Act = "work"     // what there is to do for it
	Turns    Act = "turns"    // when the sea is low, or high
	Visitors Act = "visitors" // who was here lately
	More     Act = "more"     // what else there is to say of it
	Self     Act = "self"     // what it is like and does
	Enter    Act = "enter"    // whether they may come in
	Missing  Act = "missing"  // that they look for somebody of theirs
	Woe      Act = "woe"      // what befell them
	Boast    Act = "boast"    // what they did
	Flatter  Act = "flatter"
	Vow      Act = "vow"     // they promise something
	Deal     Act = "deal"    // they take what was named last
	Bring    Act = "bring"   // they have something for it
	Decline  Act = "decline" // they do not want what was named last
)

// cue is how an act is told: any of its phrases, in whole words.
type cue struct {
	act     Act
	phrases []string
}

// cues are in the order of the acts.
var cues = []cue{ //nolint:gochecknoglobals // immutable: never written
	{Repeat, []string{
		"repeat after me", "say after me", "repeat this", "repeat that", "say exactly", "say the words", "echo",
		"pass this on", "pass it on", "tell everyone", "tell everybody", "spread the word", "repeat the following",
	}},
	{Told, []string{
		"what did i tell you", "what did i say", "what have i told you", "what i told you", "what i said",
		"what did i whisper", "did i tell you",
	}},
	{Remember, []string{
		"remember me", "do you remember", "remember us", "know me", "know who i am", "who am i", "have we met",
		"we met", "last time", "recognise me", "recognize me", "forgotten me", "what do you know of me",
		"what do you know about me", "what is my name", "what s my name", "know my name",
	}},
	{Games, []string{
		"who beat you", "who has beaten you", "who won", "who lost", "did you win", "did you lose", "did i beat you",
		"did i win", "beaten you", "ever lost", "ever won", "ever been beaten", "anyone beat you", "anybody beat you",
		"won the last game", "how many games", "the score",
	}},
	{Price, []string{
		"how much", "price", "cost", "costs", "charge", "asking for", "for sale", "what do you sell", "buy", "sell me",
		"afford", "wares", "do you sell", "do you recommend", "would you recommend", "what have you got", "what do you have",
		"what s good here", "what is good here", "do you have anything", "have you anything", "have you got anything",
	}},
	{Promise, []string{"promise", "swear", "give me your word", "your word on"}},
	{Seek, wheres},
	{Advice, []string{
		"what should i do", "what do i do", "what can i do", "what shall i do", "i m new", "i am new", "help me",
		"any advice", "advice", "where do i start", "where should i start", "where do i begin", "where should i begin",
		"can you help", "i m lost", "i am lost", "what now", "what is there to do", "idea what to do", "know what to do",
		"what would you", "which would you",
		"get stronger", "become stronger", "get better", "level up", "show me around", "show me round", "show us around",
		"show us round",
	}},
	{Teach, []string{"teach", "learn", "show me how", "how do i", "how do you", "how does one", "how to"}},
	{Plead, []string{
		"give", "hand over", "hand me", "hand it", "lend", "let me have", "can i have", "may i have", "could i have",
		"i need", "i want", "i would like a", "i d like a", "i would like some", "i d like some", "i ll have", "i will have",
		"one pie", "one beer", "unlock", "open the", "open it", "let me in", "let me through", "let us in", "let me pass",
		"deliver", "transfer", "bring me", "fetch me", "spare a", "free of charge", "for free", "entitled",
	}},
	{News, []string{
		"news", "gossip", "rumour", "rumours", "rumor", "rumors", "heard anything", "what s new", "any word",
		"what happened", "going on", "any talk", "anything interesting", "anything new", "anything exciting",
		"anything happen",
	}},
	{Insult, []string{
		"fool", "idiot", "stupid", "coward", "ugly", "liar", "cheat", "scum", "pig", "thief", "moron", "hate you",
		"shut up", "fat", "useless", "worthless", "dog", "rat", "smell", "stink",
	}},
	{Sorry, []string{"sorry", "forgive me", "apologise", "apologize", "my apologies", "i apologise", "pardon me"}},
	{Real, []string{
		"are you real", "are you a bot", "are you an npc", "are you a robot", "are you a machine", "are you human",
		"are you a computer", "are you an ai", "are you a person", "are you alive", "a language model", "chatgpt",
	}},
	{Thanks, []string{"thank", "thanks", "thank you", "cheers", "much obliged", "grateful", "kind of you"}},
	{Farewell, []string{
		"bye", "goodbye", "good bye", "farewell", "good night", "goodnight", "see you", "so long", "until tomorrow",
		"i must go", "i m off", "take care",
	}},
	{Who, []string{
		"who are you", "who re you", "your job", "your trade", "your name", "your first name",
		"your full name", "your last name", "your real name", "what are you called", "who might you be",
		"who is this",
		"introduce yourself", "what do you do", "who s there", "about yourself",
	}},
	{Place, []string{
		"what is this place", "what s this place", "where am i", "where are we", "what place is this",
		"about this place", "what is here", "what s here",
	}},
	{How, []string{
		"how are you", "how re you", "how do you do", "how goes it", "how s business", "how is business", "are you well",
		"how have you been", "how are things", "how is life", "how s life", "how s it going", "how is it going",
		"how are we", "you all right", "are you all right", "are you ok", "how do you feel", "what s up", "what is up",
	}},
	{Hour, []string{
		"what time", "what hour", "tell me the time", "have you the time", "what s the tide", "what is the tide",
		"how is the tide", "how s the tide",
		"is the tide in", "is the tide out", "is it low water", "is it high water", "how late",
	}},
	{Story, []string{
		"a joke", "a story", "a tale", "sing", "a song", "a poem", "your story", "tell me something", "entertain",
	}},
	{Question, nil},
	{Greet, []string{
		"hello", "hi", "hey", "hullo", "greetings", "good morning", "good day", "good evening", "good afternoon",
		"evening", "morning", "well met", "ahoy", "hail",
	}},
}

// wheres ask where something is, and then say what.
var wheres = []string{ //nolint:gochecknoglobals // immutable: never written
	"where is", "where s", "where are the", "where can i find", "where do i find", "where would i find", "where lives",
	"how do i get to", "how do i get back to", "how can i get to", "how do i find", "how do i reach", "way to",
	"way back to", "which way is", "which way to", "directions to", "have you seen", "looking for", "seen anything of",
	"i get to", "where might i find", "how far is", "where does",
}

// dwelling are words for what somebody does where they are: "where does Nan live".
var dwelling = []string{ //nolint:gochecknoglobals // immutable: never written
	"live", "lives", "work", "works", "sleep", "sleeps", "stay", "stays", "dwell", "lead", "leads", "sit", "sits", "stand",
	"hide", "keep",
}

// Heard is what somebody's words come to.
type Heard struct {
	Text  string   // cleaned, and cut to HeardBytesMax
	Act   Act      // what they are after, above all
	Words []string // in lower case
	Stems []string // of those that carry meaning, each once, in their order

	Called string // a name by which somebody is called at the beginning or the end: "Hob, a pie", "a pie, Hob"
	Offer  int    // coins that they name; 0: none
	Topic  string // of a question about oneself: the word under which the answers to it stand
	States bool   // it is said of the speaker, and asks for nothing: it is kept
	Asking bool   // it is a question
}

// Hear listens to what somebody says.
func Hear(text string) Heard {
	if len(text) > HeardBytesMax {
		text = strings.ToValidUTF8(text[:HeardBytesMax], "")
	}
	h := Heard{Text: text, Act: Remark, Words: withoutWell(spelt(Split(text)))}
	h.Stems = stems(h.Words)
	h.Called = called(text)
	asks := isAsking(text, h.Words)
	h.Asking = asks
	if h.intend(asks); h.Act != Remark || h.States {
		return h
	}
	for _, c := range cues {
		switch {
		case c.act == Greet:
			if h.greets(c.phrases) {
				h.Act = Greet
				return h
			}
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
		case c.act == Plead && !h.pleads(c.phrases), c.act == Who && !h.asksWho(c.phrases):
		case slices.ContainsFunc(c.phrases, func(p string) bool { return Has(h.Words, p) }):
			h.Act = c.act
			return h
		}
	}
	return h
}

// withoutWell are words without "well" where that says how something is done: who slept well has not slept in one.
func withoutWell(list []string) []string {
	var out []string
	for i, w := range list {
		if w != "well" || i == 0 || !hasAny(list[i-1:i], "sleep", "slept", "do", "did", "does", "done", "doing", "go", "goes",
			"going", "went", "feel", "feeling", "know", "work", "works", "pay", "pays", "paid", "eat", "speak", "see", "hear",
			"fight", "swim", "play", "mean", "him", "her", "them", "it", "very", "so", "as", "quite", "not", "all") {
			out = append(out, w)
		}
	}
	return out
}

// pleads reports whether words ask for something. Who asks whether they need it, or what they want, does not.
func (h *Heard) pleads(phrases []string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool {
		at := Where(h.Words, p)
		isWhether := at > 0 && strings.HasPrefix(p, "i ") && slices.Contains(auxiliaries, h.Words[at-1])
		return at >= 0 && !isWhether
	})
}

// asksWho reports whether words ask who somebody is. Who asks whom they guard, or how they like their trade, does not.
func (h *Heard) asksWho(phrases []string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool {
		at := Where(h.Words, p)
		if at < 0 {
			return false
		}
		rest := h.Words[at+len(Split(p)):]
		isDoing := strings.HasSuffix(p, "are you") && len(rest) > 0 && strings.HasSuffix(rest[0], "ing")
		isNamed := !strings.HasPrefix(p, "your ") || at == 0 ||
			hasAny(h.Words[at-1:at], "is", "s", "was", "me", "and", "state", "give")
		return !isDoing && isNamed
	})
}

// IsSocial reports whether words are what one says to a house and to nobody in it: whoever suits answers them.
func (h Heard) IsSocial() bool {
	switch h.Act {
	case Greet, Farewell, Thanks, Who, Place, How, Hour, Advice, News, Story, Seek:
		return true
	case Work, Turns, Visitors, Enter, Missing:
		return true
	case Repeat, Told, Remember, Games, Price, Promise, Teach, Plead, Insult, Sorry, Real, Question, Remark, Sell, Credit,
		Pay, Hire, More, Self, Woe, Boast, Flatter, Vow, Deal, Bring, Decline:
	}
	return false
}

// IsForAll reports whether words are put to everybody: "good evening, all", "does anybody know".
func (h Heard) IsForAll() bool {
	n := len(h.Words)
	if n == 0 || h.Act == Remark || h.Act == Repeat {
		return false
	}
	ends := slices.Contains([]string{"all", "everyone", "everybody", "folks", "friends", "people"}, h.Words[n-1])
	return ends || Has(h.Words, "anyone") || Has(h.Words, "anybody") || Has(h.Words, "you all")
}

// asking is what stands in questions and says nothing of what they are about, and fillers is what stands in any
// sentence.
var (
	asking = append([]string{ //nolint:gochecknoglobals // immutable: never written
		"know", "tell", "think", "say", "mean", "see", "seen", "get", "got", "go", "going", "come", "want", "need", "like",
		"thing", "things", "anything", "something", "someone", "somebody", "anyone", "anybody", "hear", "heard", "ask", "one",
		"much", "many", "often", "let", "make", "time", "good", "best", "better", "find", "meet", "met", "teach", "learn",
		"show", "explain", "happen", "happened", "happens", "call", "called", "another", "else", "way", "would", "could",
		"should", "people", "folk", "folks", "person",
	}, fillers...)
	fillers = []string{ //nolint:gochecknoglobals // immutable: never written
		"please", "now", "today", "tonight", "here", "around", "back", "ever", "really", "just", "exactly", "still", "yes",
		"no", "sir", "madam", "dear", "hello", "hi", "hey", "s", "m", "re", "ll", "ve",
	}
)

// Topic returns the stems of what a question is about, without those that stand in any question.
func Topic(list []string) []string {
	return stems(slices.DeleteFunc(slices.Clone(list), func(w string) bool { return slices.Contains(asking, w) }))
}

// Sought returns the stems of what words ask the place of: what follows "where is", or the way to.
func (h Heard) Sought() []string {
	best := -1
	for _, p := range wheres {
		if at := Where(h.Words, p); at >= 0 {
			best = max(best, at+len(Split(p)))
		}
	}
	if best < 0 {
		return nil
	}
	words := h.Words[best:]
	for len(words) > 1 && slices.Contains(dwelling, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return Topic(words)
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
			if next == "know" || next == "about" { // "what do you know about the rat" calls nobody one
				break
			}
			if slices.Contains(names, next) {
				return true
			}
		}
	}
	return Has(heard, "hate you") || Has(heard, "shut up")
}

// isAsking reports whether a sentence is a question. "What a long evening" is none.
func isAsking(text string, list []string) bool {
	if strings.Contains(text, "?") || Has(list, "tell me") || Has(list, "do you know") {
		return true
	}
	if lead, rest, ok := strings.Cut(text, ","); ok && len(spelt(Split(lead))) <= 2 { //nolint:mnd // whoever is called so
		list = spelt(Split(rest))
	}
	for len(list) > 1 && hasAny(list[:1], "hi", "hey", "hello", "so", "well", "oh", "and", "but", "ok", "okay", "then") {
		list = list[1:]
	}
	if len(list) > 1 && list[0] == "what" && (list[1] == "a" || list[1] == "an") {
		return false
	}
	return len(list) > 0 && (slices.Contains(interrogatives, list[0]) || slices.Contains(auxiliaries, list[0]) ||
		list[0] == "take")
}

// Split returns the words of a text in lower case.
func Split(text string) []string { return strings.FieldsFunc(strings.ToLower(text), isBetween) }

// isBetween reports whether a rune stands between words.
func isBetween(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// Has reports whether words have a phrase in them, whole and in order. An empty phrase is in none.
func Has(heard []string, phrase string) bool { return Where(heard, phrase) >= 0 }

// Where returns at which word a phrase begins, or -1. It makes no list of the phrase's words: all that is heard is held
// against hundreds of phrases, and few of those have even their first word in it.
func Where(heard []string, phrase string) int {
	phrase = strings.ToLower(phrase)
	first := strings.TrimLeftFunc(phrase, isBetween)
	if end := strings.IndexFunc(first, isBetween); end >= 0 {
		first = first[:end]
	}
	for i, w := range heard {
		if w == first && begins(heard[i:], phrase) {
			return i
		}
	}
	return -1
}

// begins reports whether words begin with a phrase in lower case.
func begins(words []string, phrase string) bool { return countBegun(words, phrase) > 0 }

// countBegun returns how many words a phrase in lower case has that words begin with; 0 when they do not.
func countBegun(words []string, phrase string) int {
	n := 0
	for w := range strings.FieldsFuncSeq(phrase, isBetween) {
		if n == len(words) || words[n] != w {
			return 0
		}
		n++
	}
	return n
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
