package dialogue

import (
	"iter"
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"

	"github.com/mudlark-mud/mudlark/ai/memory/search"
	"github.com/mudlark-mud/mudlark/world"
)

// A line can say which questions it answers ([world.IsQuestion]), as somebody would ask them. Who asks much the same is
// answered by it, whatever act single words of theirs would be taken for: two questions are the same where they ask in
// the same way, of the same one, and share the most of the words that carry their meaning, each weighed by how rare it
// is among all questions of a book.

// How much alike two questions have to be, in thousandths, to have the same answer.
const (
	AskedNearly = 720 // when nothing else answers
	AskedLeast  = 760 // before anything else does
	AskedSurely = 950 // where the words are after something by themselves, as "how much is it" is after a price
)

// What is left of what two questions share that are not quite alike, in thousandths.
const (
	otherWay   = 900 // whether he fishes, and what he fishes for
	openWay    = 750 // about the fish, and what he fishes for: something else may be meant
	otherCan   = 700 // whether he can marry people, and whether he is married
	otherWhose = 600 // my boat, and yours
	kinWord    = 700 // a boat, and a ship
	allOfIt    = 800 // who rents the rooms upstairs, and who has the rooms: all of what is known is asked, and more
	wholeShare = 1000
	sameWords  = 1 // that much more where they are the same word for word
)

// question is what a sentence asks, taken apart so that two can be held against each other.
type question struct {
	way   string // how it asks: who, where, whether ...; tell for whatever is known, opinion for what is thought of it
	yours bool   // of whoever is asked, or of something of theirs
	mine  bool   // of the speaker, or of something of theirs
	can   bool   // what whoever is asked could do, and not what they do or are
	words []string
	text  string // all of it, but for what it begins with and asks nothing by
}

// leads are what a question begins with that asks nothing by itself, and the way in which it then asks; "" for the one
// that follows. The longest come first.
var leads = []struct{ phrase, way string }{ //nolint:gochecknoglobals // immutable: never written
	{"what can you tell me about", "tell"}, {"what can you tell me of", "tell"}, {"can you tell me about", "tell"},
	{"what do you know about", "tell"}, {"what do you know of", "tell"}, {"what is your opinion of", "opinion"},
	{"what do you think about", "opinion"}, {"what do you think of", "opinion"}, {"what do you make of", "opinion"},
	{"how do you feel about", "opinion"}, {"have you heard about", "tell"}, {"have you heard of", "tell"},
	{"do you know anything about", "tell"}, {"do you know about", "tell"}, {"do you get on with", "opinion"},
	{"how do you get on with", "opinion"}, {"do you ever think about", "tell"}, {"do you trust", "opinion"},
	{"do you know if", "whether"}, {"do you like", "opinion"}, {"tell me about", "tell"}, {"tell me of", "tell"},
	{"tell us about", "tell"}, {"tell me more about", "tell"}, {"what about", "tell"}, {"how about", "tell"},
	{"i would like to know", ""}, {"i d like to know", ""}, {"i want to know", ""}, {"could you tell me", ""},
	{"can you tell me", ""}, {"would you tell me", ""}, {"do you happen to know", ""}, {"do you think", "whether"},
	{"would you say", "whether"}, {"do you know", ""}, {"may i ask", ""}, {"can i ask", ""}, {"tell me", ""},
	{"i wonder", ""}, {"excuse me", ""}, {"is it true that", "whether"}, {"and", ""}, {"but", ""},
}

// turned are how a question can begin that is one in other words, with those. The longest come first.
var turned = []struct{ phrase, as string }{ //nolint:gochecknoglobals // immutable: never written
	{"don t you ever get", "are you"}, {"do you ever get", "are you"}, {"don t you get", "are you"},
	{"don t you feel", "are you"}, {"do you get", "are you"}, {"do you ever feel", "are you"}, {"do you feel", "are you"},
	{"don t", "do"}, {"doesn t", "does"}, {"didn t", "did"}, {"isn t", "is"}, {"aren t", "are"}, {"wasn t", "was"},
	{"weren t", "were"}, {"haven t", "have"}, {"hasn t", "has"}, {"won t", "will"}, {"wouldn t", "would"},
	{"can t", "can"}, {"couldn t", "could"},
}

// ways are how words ask that are not one interrogative.
var ways = []struct { //nolint:gochecknoglobals // immutable: never written
	phrase, way string
	drops       int // words that say nothing beside it
}{
	{"how come", "why", 2}, {"what for", "why", 2}, {"what time", "when", 2}, {"what year", "when", 2},
	{"what hour", "when", 2}, {"what day", "when", 2}, {"how many times", "often", 3}, {"how often", "often", 2},
	{"how many", "many", 2}, {"how much", "many", 2}, {"whose", "who", 1}, {"whom", "who", 1}, {"who", "who", 1},
	{"where", "where", 1},
	{"when", "when", 1}, {"why", "why", 1}, {"which", "what", 1}, {"what", "what", 1}, {"tell", "tell", 1},
}

// empty are words that stand in a question and say nothing of what it is about.
var empty = append([]string{ //nolint:gochecknoglobals // immutable: never written
	"t", "d", "us", "may", "might", "shall", "must", "would", "could", "kind", "sort", "usually", "actually", "currently",
	"always", "normally", "sometimes", "exactly", "quite", "anything", "something", "anybody", "somebody", "anyone",
	"someone", "much", "got", "town", "mr", "mister", "mrs", "lot", "bit",
}, fillers...)

// taken takes a sentence apart, without the names that stand at its beginning or its end.
func taken(list []string, names ...string) question {
	var q question
	list = turn(trimmed(list, names))
	for isLed := true; isLed; {
		isLed = false
		for _, l := range leads {
			if n := countBegun(list, l.phrase); n > 0 && len(list) > n {
				q.way, list, isLed = l.way, list[n:], true
				if l.way == "" && hasAny(list[:1], "about", "of") {
					q.way, list = "tell", list[1:]
				}
				break
			}
		}
		isLed = isLed && q.way == ""
		list = turn(trimmed(list, names))
	}
	q.text = strings.Join(list, " ")
	if n := len(list); n > 0 && list[n-1] == "like" { // what it is like
		list = list[:n-1]
	}
	if q.way == "" || q.way == "tell" && hasAny(list[:min(1, len(list))], interrogatives...) {
		q.way, list = wayOf(list)
	}
	q.can = begins(list, "can you") || begins(list, "could you")
	q.yours = hasAny(list, "you", "your", "yours", "yourself")
	q.mine = hasAny(list, "me", "us", "my", "our", "mine", "ours")
	q.words = meaning(list)
	return q
}

// meaning are the stems of the words that carry a sentence's meaning, in their plain forms, each once.
func meaning(list []string) (out []string) {
	for i, w := range list {
		isEmpty := english.IsStopWord(w) && w != "doing" && w != "before" || slices.Contains(empty, w)
		isSplit := i+1 < len(list) && list[i+1] == "t" // won't
		if isEmpty || isSplit || len(w) < 2 {
			continue
		}
		if s := english.Stem(base(w), false); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// turn is a question in the words of the one that it is otherwise. Who gets lonely is lonely; who gets on with somebody
// is not, nor who gets many visitors.
func turn(list []string) []string {
	const most = 3 // words behind what somebody gets or feels
	for _, t := range turned {
		n := countBegun(list, t.phrase)
		if n == 0 || len(list) <= n {
			continue
		}
		isGetting := strings.HasSuffix(t.phrase, "get") || strings.HasSuffix(t.phrase, "feel")
		if isGetting && (len(list) > n+most || english.IsStopWord(list[n]) || hasAny(list[n:n+1], "along", "many")) {
			continue
		}
		return append(Split(t.as), list[n:]...)
	}
	return list
}

// trimmed are words without names and what only leads into a sentence, at their beginning and their end.
func trimmed(list, names []string) []string {
	is := func(w string) bool { return slices.Contains(names, w) }
	for len(list) > 1 && is(list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	for {
		list = opened(list, "")
		if len(list) < 2 || !is(list[0]) {
			return list
		}
		list = list[1:]
	}
}

// wayOf is how words ask, and the words without that.
func wayOf(list []string) (way string, rest []string) {
	const near = 3 // words within which the one stands that asks: "for how long"
	if hasAny(list[:min(1, len(list))], auxiliaries...) {
		return "whether", list
	}
	for at := range min(near, len(list)) {
		for _, w := range ways {
			if begins(list[at:], w.phrase) {
				return w.way, slices.Concat(list[:at], list[at+w.drops:])
			}
		}
		if list[at] == "how" {
			way = "how"
			if kindOf(list[at:]) == AskMeasure {
				way = "measure"
			}
			return way, slices.Concat(list[:at], list[at+1:])
		}
	}
	return "tell", list
}

// suitsWay is what is left, in thousandths, of what two questions share that ask in two ways; 0: nothing.
func suitsWay(a, b string) int {
	both := []string{a, b}
	switch {
	case a == b:
		return wholeShare
	case hasAny(both, "tell"):
		return openWay
	case hasAny(both, "opinion"):
		return 0
	case hasAny(both, "whether") && !hasAny(both, "why"), hasAny(both, "what") && hasAny(both, "how"),
		hasAny(both, "many") && hasAny(both, "measure", "often"):
		return otherWay
	}
	return 0
}

// sameness is how much alike two questions are, in thousandths.
func (b *Book) sameness(asked, known *question) int {
	if asked.way == known.way && asked.text == known.text {
		return wholeShare + sameWords
	}
	left := suitsWay(asked.way, known.way)
	if asked.yours != known.yours && asked.way != "opinion" && known.way != "opinion" {
		left = left * otherWhose / wholeShare
	}
	if asked.mine != known.mine {
		left = left * otherWhose / wholeShare
	}
	if asked.can != known.can {
		left = left * otherCan / wholeShare
	}
	if len(asked.words) == 0 || len(known.words) == 0 {
		return 0
	}
	all, shared := 0, 0
	for _, w := range asked.words {
		rare := b.rarity(w)
		all += rare
		if slices.Contains(known.words, w) {
			shared += 2 * rare
		} else if at := slices.IndexFunc(known.words, func(k string) bool { return search.AreKin(w, k) }); at >= 0 {
			shared += (rare + b.rarity(known.words[at])) * kinWord / wholeShare
		}
	}
	isAllOfIt := len(known.words) > 1 && asked.way == known.way
	for _, w := range known.words {
		all += b.rarity(w)
		isAllOfIt = isAllOfIt && slices.Contains(asked.words, w)
	}
	share := min(shared, all) * wholeShare / all
	if isAllOfIt && 5*shared >= 3*all { // what else is asked is little beside it
		share = max(share, allOfIt)
	}
	return share * left / wholeShare
}

// rarity is what a word counts by how few of the book's questions it stands in.
func (b *Book) rarity(word string) int { return search.Rarity(max(b.questions, 1), b.asked[word]) }

// asks notes the questions that a line answers.
func (b *Book) asks(l *line) {
	for _, entry := range l.About {
		if world.IsQuestion(entry) {
			q := taken(Split(entry), b.names...)
			l.questions = append(l.questions, q)
			b.questions++
			for _, w := range q.words {
				b.asked[w]++
			}
		}
	}
	if len(l.questions) > 0 {
		l.meant, l.spoken = meaning(Split(strings.Join(l.About, " "))), meaning(Split(l.Text))
		b.told++
		for s := range unique(l.meant, l.spoken) {
			b.says[s]++
		}
	}
}

// unique walks the words of several lists, each once.
func unique(lists ...[]string) iter.Seq[string] {
	list := slices.Concat(lists...)
	slices.Sort(list)
	return slices.Values(slices.Compact(list))
}

// How much of what a question is about the words of a line have to have that answers other questions, in thousandths.
const (
	nearLeast  = 700
	spokenWord = 850 // a word of its answer, and of none of the questions to it
)

// Near returns the line that knows the most of what was asked, where none answers it as a whole: by the words of the
// questions that it answers and by its own, each weighed by how rare it is. It is "" where too little of it is known,
// where the question is of the speaker, and where one word is all that it is about and asks for one thing of that.
func (b *Book) Near(h Heard, w Query) (text string) {
	b.study()
	q, best := taken(opened(h.Words, h.Called), b.names...), nearLeast-1
	kind := h.Asks().Kind
	q.words = slices.DeleteFunc(q.words, func(s string) bool {
		return slices.Contains(meaning(b.names), s) || kind == AskMeasure && s == "long" || s == "like"
	})
	if q.mine || len(q.words) == 0 || len(q.words) == 1 && q.way != "tell" {
		return ""
	}
	for i := range b.lines {
		l := &b.lines[i]
		isMute := kind == AskWho && !l.tells.person || kind == AskMany && !l.tells.number ||
			kind == AskWhen && !l.tells.time
		isOthers := q.yours && !slices.ContainsFunc(l.questions, func(k question) bool { return k.yours })
		if isMute || isOthers || len(l.questions) == 0 || l.On != "answer" || !filled(l.Text, w.Slots) ||
			moodOf(l.Mood, w.Mood) < 0 || slices.Contains(w.Unsaid, i) {
			continue
		}
		all, has := 0, 0
		for _, s := range q.words {
			rare := search.Rarity(max(b.told, 1), b.says[s])
			all += rare
			switch {
			case slices.Contains(l.meant, s):
				has += rare
			case slices.Contains(l.spoken, s):
				has += rare * spokenWord / wholeShare
			}
		}
		if all > 0 && has*wholeShare/all > best {
			text, best = fill(l.Text, w.Slots), has*wholeShare/all
		}
	}
	return text
}

// Asked returns the line that answers what was asked as a whole, and how much alike the question is that it answers, in
// thousandths; "" and 0 when that is less than [AskedNearly].
func (b *Book) Asked(h Heard, w Query) (text string, same int) {
	b.study()
	q := taken(opened(h.Words, h.Called), b.names...)
	mood := 0
	for i := range b.lines {
		l := &b.lines[i]
		if l.On != "answer" || len(l.questions) == 0 || !filled(l.Text, w.Slots) || slices.Contains(w.Unsaid, i) {
			continue
		}
		fits := moodOf(l.Mood, w.Mood)
		if l.When != nil {
			fits += whenWorth
		}
		for j := range l.questions {
			if s := b.sameness(&q, &l.questions[j]); s >= AskedNearly && (s > same || s == same && fits > mood) {
				text, same, mood = fill(l.Text, w.Slots), s, fits
			}
		}
	}
	return text, same
}

// plainWords are the entries of what a line is about that are no questions.
func plainWords(about []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(about), world.IsQuestion), " ")
}
