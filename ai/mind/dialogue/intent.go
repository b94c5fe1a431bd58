package dialogue

import (
	"slices"
	"strconv"
	"strings"
)

// What a sentence is after is told by its shape before single words count: who speaks of themselves asks for nothing,
// whatever words stand there, and a greeting is one only where it greets.

// intents are told by phrases, each before all that follow it. A phrase that begins with ^ opens the sentence; one of
// an intent that is asked counts in a question only, and one that is told nowhere but in what is no question.
var intents = []struct { //nolint:gochecknoglobals // immutable: never written
	act     Act
	mood    mood
	phrases []string
}{
	{Sorry, told, []string{
		"^sorry", "^i m sorry", "^i am sorry", "^i m so sorry", "^i am so sorry", "^forgive me", "^i apologise",
		"^i apologize", "^my apologies", "^i am very sorry", "^i m very sorry",
	}},
	{More, either, []string{
		"^what else", "^and what else", "^anything else", "^anything more", "^go on", "^tell me more", "^say more",
		"^more", "^is that all", "^and then", "^what more", "^what then", "^what happened then", "^and", "^why", "^how so",
		"^how come", "^what do you mean", "^how do you mean", "^what does that mean",
	}},
	{Sell, either, []string{
		"sell my", "sell you", "sell this", "sell these", "sell the", "sell a", "sell an", "sell some", "sell it", "to sell",
		"buy my", "buy this", "buy these", "do you buy", "you buy from", "you give me for", "you pay for", "you pay me",
		"you offer for", "will you buy", "would you buy", "who buys", "is my", "what is it worth", "what s it worth", "worth",
		"interested in my", "do you want it", "you want to buy", "like to buy it",
	}},
	{Pay, either, []string{
		"want to pay", "pay for", "pay you", "like to pay", "settle my", "do i owe", "i owe", "my debt", "my bill",
	}},
	{Credit, either, []string{
		"credit", "on the slate", "on tick", "pay later", "little money", "no money", "no coins", "no coin",
		"not enough money",
		"any money", "cannot pay", "can t pay", "can t afford", "cannot afford", "i m poor", "i am poor", "pay tomorrow",
		"pay when", "i m broke", "i am broke", "is it free", "is this free", "are they free", "are these free",
	}},
	{Work, either, []string{
		"have work", "any work", "got work", "some work", "looking for work", "need work", "work for you", "a job",
		"any jobs",
		"jobs", "need help", "need any help", "need a hand", "can i help", "may i help", "help you", "an errand", "errands",
		"can i join", "may i join", "do you pay", "the reward", "a quest", "any quests", "quests", "something to do",
		"do for you", "earn", "make money", "make some money",
	}},
	{Hire, either, []string{
		"hire you", "for hire", "hire a", "hire somebody", "hire someone", "you for hire", "come with me", "come along",
		"go with me", "join me", "accompany me", "travel with me", "go with you", "work for me", "fight for me",
		"fight beside me", "be my guard", "guard me", "protect me", "come with you", "with me", "with us",
	}},
	{Turns, asked, []string{"tide", "low", "high", "ebb", "flow", "sea", "turn"}},
	{Visitors, asked, []string{
		"who has been", "who s been", "who was here", "who was in", "who came in", "who else has been", "who came by",
		"any visitors", "been in lately", "been here lately", "who comes here", "seen anybody", "seen anyone",
		"anybody been in", "anyone been in",
	}},
	{Enter, either, []string{
		"may i come in", "can i come in", "could i come in", "may we come in", "can we come in", "may i enter", "can i enter",
		"may i go in", "can i go in", "may i pass", "can i pass", "can i come inside", "may i come inside",
		"can i go through", "may i go through", "like to pass", "want to pass", "like to come in", "want to come in",
		"like to go through",
		"want to go through", "may i sit", "can i sit", "may i stay", "can i stay", "may i rest", "can i rest", "may i wait",
		"can i wait", "may i look", "can i look",
	}},
	{Missing, either, []string{
		"looking for my", "look for my", "searching for my", "seen my", "lost my way to my", "find my", "where is my",
		"where s my",
	}},
	{Self, asked, nil},
	{Deal, told, []string{
		"^deal", "^done", "^agreed", "i ll take it", "i will take it", "^it s a deal", "^sold", "i ll buy it",
		"i will buy it",
	}},
	{Bring, told, []string{
		"^here is", "^here s", "^here are", "^i brought", "^i have brought", "^i ve brought", "^i bring", "^this is for you",
		"^these are for you", "^i have something for you", "^i ve something for you", "^i have your", "^i ve got your",
		"^i got your", "^i found your", "^i have found your",
	}},
	{Vow, told, []string{"^i accept", "^i will do it", "^i ll do it", "^i ll help", "^i will help", "^i ll find"}},
	{Flatter, either, []string{
		"i love you", "i like you", "love you", "marry me", "kiss me", "you are beautiful", "you re beautiful",
		"you are kind", "you re kind", "you are nice", "you re nice", "you are wonderful", "you are clever", "i admire you",
	}},
}

// mood is in which sentences an intent counts.
type mood int

const (
	either mood = iota
	asked       // in questions
	told        // in what is none
)

// selves are what somebody is asked of themselves, and under which word their answers to it stand.
var selves = []struct { //nolint:gochecknoglobals // immutable: never written
	topic   string
	phrases []string
}{
	{"age", []string{"how old are you", "your age", "how old re you", "are you old"}},
	{"married", []string{
		"are you married", "got a husband", "got a wife", "have a husband", "have a wife", "your husband", "your wife",
		"a family", "your family", "your children", "any children", "have children", "are you single",
	}},
	{"family", []string{
		"your brother", "your sister", "your mother", "your father", "your parents", "your friends", "your son",
		"your daughter", "have a son", "have a daughter", "have a brother", "have a sister", "got a brother", "got a sister",
	}},
	{"living", []string{"do you live", "your house", "your home", "is your house"}},
	{"asleep", []string{"do you sleep", "do you ever sleep", "your bed"}},
	{"occupied", []string{
		"are you doing", "re you doing", "you up to", "doing tonight", "are you fishing for", "are you making", "do all day",
		"spend your day", "spend your days", "spend the day",
	}},
	{"drink", []string{
		"are you drinking", "do you drink", "buy you a", "you eat", "your supper", "your dinner", "are you eating",
	}},
	{"born", []string{"you from", "you come from", "were you born", "your homeland"}},
	{"weather", []string{"the weather", "this weather", "rain today", "rain tomorrow", "going to rain"}},
	{"safe", []string{
		"is it safe", "it dangerous", "is this place safe", "are the flats safe", "dangerous here", "safe here",
	}},
	{"fear", []string{"you afraid", "you fear", "scares you", "you scared", "frightens you"}},
	{"wish", []string{"what do you want", "you wish for", "your dream", "do you dream"}},
	{"leg", []string{"your leg"}},
	{"honest", []string{"are you honest", "you an honest", "trust you", "you lying", "tell the truth"}},
}

// intend tells what a sentence is after by its shape, if that can be told.
func (h *Heard) intend(asks bool) {
	list := opened(h.Words, h.Called)
	h.Offer = offered(list)
	if isOrder := slices.ContainsFunc(cues[0].phrases, func(p string) bool { return Has(list, p) }); isOrder {
		return // what shall be said after somebody
	}
	if !asks && h.declines() {
		h.Act = Decline
		return
	}
	if asks && seeksAdvice(list) {
		h.Act = Advice
		return
	}
	for _, in := range intents {
		if in.mood == asked && !asks || in.mood == told && asks {
			continue
		}
		if in.act == Self {
			if h.ofSelf(list) {
				return
			}
			continue
		}
		if slices.ContainsFunc(in.phrases, func(p string) bool { return opens(list, p) }) && h.fits(in.act, list) {
			h.Act, h.States = in.act, isFirst(list) && !asks
			return
		}
	}
	if asks || !isFirst(list) {
		h.befell(list, asks)
		return
	}
	switch {
	case h.befell(list, asks):
	case (begins(list, "i promise") || begins(list, "i swear")) && !Has(list, "me"):
		h.Act, h.States = Vow, true
	case isTelling(list):
		h.States = true
	}
}

// seeksAdvice reports whether somebody asks whom to see or where to go, and says nothing of what for: "who should I
// talk to first".
func seeksAdvice(list []string) bool {
	const subject = 2
	if len(list) <= subject || !slices.Contains(interrogatives, list[0]) ||
		!hasAny(list[1:subject], "should", "shall", "must") || !hasAny(list[subject:subject+1], "i", "we") {
		return false
	}
	return len(Topic(slices.DeleteFunc(slices.Clone(list[subject+1:]), func(w string) bool {
		return hasAny([]string{w}, "talk", "speak", "visit", "try", "begin", "start", "look", "first", "next")
	}))) == 0
}

// fits holds an intent to what its words alone do not tell.
func (h *Heard) fits(a Act, list []string) bool {
	switch {
	case a == More && begins(list, "go on"):
		return len(list) <= 6
	case a == More && hasAny(list[:1], "why", "how") && !hasAny(list, "mean"):
		return len(list) <= 2 || len(list) == 3 && hasAny(list[1:2], "is", "s", "was") && hasAny(list[2:], "that", "this")
	case a == More:
		return len(list) <= 4 && (len(list) == 1 || list[0] != "and" || Has(list, "else") || Has(list, "then"))
	case a == Sell && Has(list, "is my"):
		return Has(list, "worth")
	case a == Pay, a == Credit: // who has no money and asks how to come by some asks for no credit
		return h.Offer == 0 && (a == Pay || !hasAny(list, "earn", "work", "job", "jobs"))
	case a == Deal:
		return len(list) <= 5
	case a == Turns:
		isNext := h.Asks().Kind == AskWhen || hasAny(list, "next", "until", "till")
		return isNext && !hasAny(list, "did", "was", "were")
	case a == Work:
		return !Has(list, "with me")
	case a == Hire && !Has(list, "hired"):
		return !Has(list, "with me") && !Has(list, "with us") || hasAny(list, "go", "going", "come", "coming", "went",
			"travel", "climb", "walk")
	case a == Hire:
		return false
	case a == Bring:
		isHere := hasAny(list[:1], "here", "this", "these") && !hasAny(list, "where", "what", "how")
		return isHere || isFirst(list) && hasAny(list, "you", "your")
	default:
		return true
	}
}

// opens reports whether a phrase stands among words, and one with ^ at their beginning.
func opens(list []string, phrase string) bool {
	if phrase[0] == '^' {
		return begins(list, phrase[1:])
	}
	return Has(list, phrase)
}

// opened are the words of a sentence without what only leads into it: a name that somebody is called by, "well", "and".
func opened(list []string, name string) []string {
	lead := append([]string{"well", "oh", "ah", "so", "but", "please", "ok", "okay", "yes", "no", "now", "listen", "look",
		"help"},
		Split(name)...)
	for len(list) > 1 && slices.Contains(lead, list[0]) {
		list = list[1:]
	}
	return list
}

// isFirst reports whether words are said of the speaker.
func isFirst(list []string) bool {
	return len(list) > 1 && slices.Contains([]string{"i", "we", "my", "our"}, list[0])
}

// isTelling reports whether somebody says what they want to do or who they are, and asks for nothing.
func isTelling(list []string) bool {
	const beyond = 3
	for _, p := range []string{"i want to", "i need to", "i would like to", "i d like to", "i wish to"} {
		if n := countBegun(list, p); n > 0 && len(list) > n {
			return slices.Contains([]string{"report", "tell", "say", "thank", "complain", "find", "help", "confess", "be"},
				list[n])
		}
	}
	isNaming, isLooking := begins(list, "my name is"), begins(list, "i am looking for")
	return len(list) > beyond && (isNaming || isLooking && Has(list, "my"))
}

// ofSelf tells what somebody is asked of themselves.
func (h *Heard) ofSelf(list []string) bool {
	for _, s := range selves {
		if slices.ContainsFunc(s.phrases, func(p string) bool { return Has(list, p) }) {
			h.Act, h.Topic = Self, s.topic
			return true
		}
	}
	return false
}

// befell tells what somebody says that befell them, or that they did.
func (h *Heard) befell(list []string, asks bool) bool {
	if asks || len(list) < 2 { //nolint:mnd // somebody, and what became of them
		return false
	}
	ours := []string{"i", "me", "my", "we", "us"}
	of := slices.ContainsFunc(list, func(w string) bool { return slices.Contains(ours, w) })
	has := func(of []string) bool { return hasAny(list, of...) }
	switch {
	case !of || has([]string{"promise", "promised", "if", "will", "ll", "sister", "brother"}) && !has([]string{"died"}):
		return false
	case has([]string{"died", "drowned", "swept", "robbed", "wounded", "bitten", "bleeding"}),
		Has(list, "killed me"), Has(list, "bit me"), Has(list, "cheated me"), Has(list, "stole my"),
		Has(list, "hit me"), Has(list, "struck me"), Has(list, "caught me"), Has(list, "took me"),
		Has(list, "i lost"), Has(list, "i fell"), Has(list, "i am hurt"), Has(list, "i m hurt"):
		h.Act, h.States = Woe, true
		return true
	case !isFirst(list):
		return false
	}
	did := list[1]
	if (did == "have" || did == "ve" || did == "just") && len(list) > 2 { //nolint:mnd // I have found
		did = list[2]
	}
	if slices.Contains([]string{
		"found", "won", "killed", "beat", "relieved", "defeated", "dug", "slew", "caught", "freed", "laid", "finished",
		"completed", "opened", "solved", "survived", "reached", "escaped", "rang", "brought",
	}, did) {
		h.Act, h.States = Boast, true
		return true
	}
	return false
}

// hasAny reports whether one of some words is among others.
func hasAny(list []string, of ...string) bool {
	return slices.ContainsFunc(list, func(w string) bool { return slices.Contains(of, w) })
}

// declines reports whether words want none of what was named: they say no, or later, and name nothing else.
func (h *Heard) declines() bool {
	list := h.Words
	if name := Split(h.Called); len(name) > 0 && len(list) > len(name) && slices.Equal(list[:len(name)], name) {
		list = list[len(name):]
	}
	isNo := len(list) > 1 && hasAny(list[:1], "no", "not", "never", "maybe", "perhaps") || begins(list, "another time")
	isNone := begins(list, "i don t want") || begins(list, "i do not want") || begins(list, "i ll pass")
	return (isNo || isNone) && len(Topic(slices.DeleteFunc(slices.Clone(list), func(w string) bool {
		return hasAny([]string{w}, "thanks", "thank", "mind", "later", "pass", "maybe", "perhaps", "another", "never",
			"tomorrow")
	}))) == 0
}

// IsOwn reports whether words are said of the speaker, or of something of theirs.
func (h Heard) IsOwn() bool {
	list := opened(h.Words, h.Called)
	return isFirst(list) || hasAny(list, "my", "our")
}

// IsTrouble reports whether words say that something is wrong with the speaker, or with something of theirs: they
// cannot do something, something is being done to them, or what they or it are like is nothing that anybody would be.
func (h Heard) IsTrouble() bool {
	list := opened(h.Words, h.Called)
	if h.Act != Remark || h.Asking {
		return false
	}
	return isDoneTo(list) || h.IsOwn() && (isUnable(list) || isAilment(list))
}

// isUnable reports whether somebody says that they or something of theirs cannot do something: "I cannot see", "my lamp
// won't burn".
func isUnable(list []string) bool {
	for i, w := range list {
		isSplit := i+1 < len(list) && list[i+1] == "t" // can't
		isApart := i+1 < len(list) && list[i+1] == "not"
		if w == "cannot" || hasAny([]string{w}, "can", "could") && (isSplit || isApart) ||
			hasAny([]string{w}, "won", "doesn") && isSplit && list[0] != "i" {
			return !hasAny(list, "wait", "complain", "stand", "believe")
		}
	}
	return begins(list, "i have no") && !Has(list, "i have no idea")
}

// isDoneTo reports whether somebody or something is said to be at the speaker: "somebody is following me".
func isDoneTo(list []string) bool {
	const subject = 5 // words within which whoever does it stands
	at := slices.IndexFunc(list, func(w string) bool {
		return hasAny([]string{w}, "somebody", "someone", "something", "they", "he", "she", "it")
	})
	if at < 0 || at >= subject || at+3 >= len(list) || !hasAny(list[at+1:at+2], "is", "s", "are", "was", "keeps") {
		return false
	}
	doing := list[at+2]
	return strings.HasSuffix(doing, "ing") && hasAny(list[at+3:], "me", "my", "us") &&
		!hasAny(list[at+2:at+3], "helping", "teaching", "giving", "telling", "showing", "paying", "letting")
}

// isAilment reports whether somebody says what they or something of theirs are like, and it is nothing good: by how a
// word that stands there is made, as freezing and soaked are, and else by the word.
func isAilment(list []string) bool {
	if hasAny(list, "torn", "leaks", "stuck", "lost", "hurts", "aches", "broke", "dropped", "hurt", "bleeds", "stinks") ||
		Has(list, "afraid of") || Has(list, "so afraid") || Has(list, "went out") || Has(list, "fell off") {
		return true
	}
	at := slices.IndexFunc(list, func(w string) bool {
		return hasAny([]string{w}, "am", "m", "is", "are", "feel", "feels")
	})
	if at < 1 || at > 3 || at+1 >= len(list) {
		return false
	}
	rest := slices.DeleteFunc(slices.Clone(list[at+1:]), func(w string) bool {
		return hasAny([]string{w}, "so", "very", "too", "all", "quite", "really", "still", "a", "bit", "little", "getting")
	})
	if len(rest) == 0 {
		return false
	}
	is, isLast := rest[0], len(rest) == 1
	switch {
	case hasAny(rest[:1], "cold", "wet", "hungry", "thirsty", "tired", "ill", "sick", "sore", "sad", "lonely", "poor",
		"alone", "numb", "miserable", "unwell", "dizzy", "blind", "homesick"):
		return true
	case hasAny(rest[:1], "looking", "going", "coming", "staying", "trying", "thinking", "called", "named", "asking",
		"interested", "pleased", "married", "delighted", "relieved", "armed", "finished", "amazed", "tied"):
		return false
	case strings.HasSuffix(is, "ing"):
		return isLast && len(is) > len("king") // freezing, and not fishing for crabs
	}
	return strings.HasSuffix(is, "ed") || strings.HasSuffix(is, "en") && len(is) > len("then")
}

// greets reports whether words greet: at their beginning, and with nothing behind that is said of something else.
func (h *Heard) greets(phrases []string) bool {
	list := opened(h.Words, h.Called)
	for _, p := range phrases {
		n := len(Split(p))
		bare := p == "evening" || p == "morning"
		if begins(list, p) && (!bare || len(list) <= n+2) {
			return true
		}
		if at := Where(list, p); at > 0 && at <= 2 && !bare && at+n == len(list) { // "Hob hello", "and good morning"
			return true
		}
	}
	return false
}

// offered returns how many coins are named as an offer, 0 when none are.
func offered(list []string) int {
	if Has(list, "how much") || Has(list, "how many") {
		return 0
	}
	for i, w := range list {
		n, err := strconv.Atoi(w)
		if err != nil {
			n = slices.Index(numbers[:], w)
		}
		if n < 1 {
			continue
		}
		if i+1 < len(list) && slices.Contains([]string{"coin", "coins", "pence", "penny", "pennies", "enough", "then"},
			list[i+1]) || i+2 < len(list) && list[i+1] == "for" || i+1 == len(list) && (i == 0 || isBid(list[:i])) {
			return n
		}
	}
	return 0
}

// isBid reports whether words lead up to a number as an offer does.
func isBid(list []string) bool {
	return slices.ContainsFunc([]string{"i ll give", "i give", "i offer", "i ll pay", "make it", "how about", "what about",
		"you take", "say"}, func(p string) bool { return Has(list, p) })
}
