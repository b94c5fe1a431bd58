package dialogue

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory/search"
	"github.com/mudlark-mud/mudlark/world"
)

// RecentKept is how many of its last lines a mind does not say again; a line within a line counts as one.
const RecentKept = 9

// perThousand makes thousandths of what a search counts in.
const perThousand = search.Whole / 1000

// Worth of a line that could answer, in thousandths.
const (
	AboutWorth  = 1000 // for each topic word that was said
	moodWorth   = 300  // for fitting the mood
	whenWorth   = 400  // for being under a condition that holds: less than a topic, more than a mood
	answerLeast = 170  // below it nothing was asked that the line is about
)

// Query is what a line is picked for.
type Query struct {
	On    string            // of world.LineTimes
	Heard []string          // stems of what was said
	Query string            // and the words, for lines that answer
	Mood  []string          // moods that fit, the best first
	Slots map[string]string // what {name} and the others stand for
	Seed  string            // tells equally good ones apart

	Ask  Ask                    // what a line has to answer; the zero value: anything
	Skip func(text string) bool // lines that are not wanted, nor others about the same; nil: none

	Unsaid []int // places of lines that are not said to them now: they are as if they were not there
}

// Book is what a mind can say, and what it said last.
type Book struct {
	lines   []line
	answer  *search.Index[int] // the lines that answer to single words, by their number; nil before [Book.study]
	stand   map[string]int     // in how many of those a stem stands
	answers int                // how many those are
	recent  []uint64           // hashes of what was said last, the newest last
	heard   []uint64           // and of plain lines that others said

	names     []string       // the words of its own names
	folk      []string       // the names of all who live there
	asked     map[string]int // in how many of the questions that lines answer a stem stands
	questions int            // how many those are
	says      map[string]int // in how many of the lines that answer questions a stem stands
	told      int            // how many those are
	unsaid    []int          // see [Book.Unsaid]
}

type line struct {
	world.LineSpec

	about     []string // stems
	words     []string // stems of all of its words, of a line that answers or says who somebody is
	tells     tells    // likewise
	questions []question
	meant     []string // of a line that answers questions, what carries the meaning of those
	spoken    []string // and of its text
	hash      uint64
}

// Cast is who is called how where lines are said. Names are of one word or several, and their case does not matter.
type Cast struct {
	Own  []string // of who says the lines
	Folk []string // of all who live there
}

// NameWords are the words by which somebody is called, in lower case: of a name of two words that are one, the last. A
// tide-clerk is called clerk, and who asks her about the tide does not call her.
func NameWords(names ...string) (out []string) {
	for name := range strings.FieldsSeq(strings.ToLower(strings.Join(names, " "))) {
		out = append(out, Split(name[strings.LastIndexByte(name, '-')+1:])...)
	}
	return out
}

// NewBook makes a book of authored lines. What its answers are about is found out when something is asked first: most
// of those who wake when a world starts are asked nothing for a long time.
func NewBook(list []world.LineSpec, c Cast) *Book {
	b := &Book{names: NameWords(c.Own...), folk: c.Folk}
	for _, l := range list {
		b.lines = append(b.lines, line{LineSpec: l, about: Stems(plainWords(l.About)), hash: Hash(l.Text)})
	}
	return b
}

// study finds out, once, what the lines answer.
func (b *Book) study() {
	if b.answer != nil {
		return
	}
	b.answer = &search.Index[int]{}
	b.stand, b.asked, b.says = map[string]int{}, map[string]int{}, map[string]int{}
	folk := strings.Fields(strings.ToLower(strings.Join(b.folk, " "))) // a tide-clerk is one, a tide is not
	for i := range b.lines {
		l := &b.lines[i]
		if l.On != "answer" && l.On != string(Who) {
			continue
		}
		text := plainWords(l.About) + " " + l.Text
		l.words, l.tells = Stems(text), toldBy(l.LineSpec, folk)
		if l.On == "answer" {
			b.asks(l)
		}
		if l.On == "answer" && len(l.about) > 0 {
			b.answer.Add(i, text)
			b.answers++
			for _, s := range l.words {
				b.stand[s]++
			}
		}
	}
}

// Has reports whether there is an authored line for an occasion.
func (b *Book) Has(on string) bool {
	for i := range b.lines {
		if b.lines[i].On == on && !slices.Contains(b.unsaid, i) {
			return true
		}
	}
	return false
}

// Unsaid notes which lines, by their places, [Book.Has] and [Book.Knows] do not count until it is called again.
func (b *Book) Unsaid(places []int) { b.unsaid = places }

// Knows reports whether a line that answers is about one of some stems.
func (b *Book) Knows(stems []string) bool {
	for i := range b.lines {
		l := &b.lines[i]
		if l.On == "answer" && !slices.Contains(b.unsaid, i) &&
			slices.ContainsFunc(l.about, func(s string) bool { return slices.Contains(stems, s) }) {
			return true
		}
	}
	return false
}

// Pick returns what to say, and how well it fits in thousandths. It is empty when there is nothing to say that was not
// said lately, and, for an answer, when no line is about what was asked: whoever asks again is told again.
func (b *Book) Pick(w Query) (text string, worth int) {
	type option struct {
		line  *line
		worth int
		tie   uint64
	}
	var found []option
	if w.On == "answer" || w.On == string(Who) || len(w.Ask.Of) > 0 {
		b.study()
	}
	close, skipped := b.closeness(w), b.skipped(w)
	for i := range b.lines {
		l := &b.lines[i]
		if l.On != w.On || l.On != "answer" && slices.Contains(b.recent, l.hash) || !filled(l.Text, w.Slots) ||
			skipped[strings.Join(l.About, " ")] || slices.Contains(w.Unsaid, i) {
			continue
		}
		worth := close[i]
		for _, s := range l.about {
			if slices.Contains(w.Heard, s) {
				worth += AboutWorth
			}
		}
		if l.On == "answer" && worth < answerLeast || l.On != "answer" && len(l.about) > 0 && worth < AboutWorth ||
			!b.suits(l, w.Ask) {
			continue
		}
		worth += moodOf(l.Mood, w.Mood)
		if l.When != nil {
			worth += whenWorth
		}
		if worth < 0 {
			continue
		}
		found = append(found, option{l, worth, Hash(w.Seed, l.Text)})
	}
	if len(found) == 0 {
		return "", 0
	}
	slices.SortFunc(found, func(a, b option) int {
		return cmp.Or(cmp.Compare(b.worth, a.worth), cmp.Compare(a.tie, b.tie), strings.Compare(a.line.Text, b.line.Text))
	})
	return fill(found[0].line.Text, w.Slots), found[0].worth
}

// skipped are what the lines are about that are not wanted.
func (b *Book) skipped(w Query) map[string]bool {
	out := map[string]bool{}
	if w.Skip == nil {
		return out
	}
	for i := range b.lines {
		if l := &b.lines[i]; l.On == w.On && len(l.About) > 0 && w.Skip(fill(l.Text, w.Slots)) {
			out[strings.Join(l.About, " ")] = true
		}
	}
	return out
}

// closeness says, of the lines that answer, how near their words are to what was asked.
func (b *Book) closeness(w Query) map[int]int {
	if w.On != "answer" || w.Query == "" {
		return nil
	}
	const most = 8
	out := map[int]int{}
	for _, h := range b.answer.Find(search.Query[int]{Text: w.Query, Most: most}) {
		out[h.ID] = h.Score / perThousand
	}
	return out
}

// moodOf is what a line's mood is worth: a mood that is not the mind's own puts the line behind all others.
func moodOf(mood string, now []string) int {
	if mood == "" {
		return 0
	}
	if at := slices.Index(now, mood); at >= 0 {
		return moodWorth - at
	}
	return -moodWorth
}

// Stock returns one of the plain lines that everybody has for an occasion: one that was not said lately, nor heard from
// somebody else, and otherwise the one that was said the longest ago. Who refuses again and again says so.
func (b *Book) Stock(w Query) string {
	times := []string{w.On}
	if w.On == "refuse" {
		times = append(times, "already")
	}
	for _, on := range times {
		var fit []string
		for _, l := range stock(on) {
			if h := Hash(l); !slices.Contains(b.recent, h) && !slices.Contains(b.heard, h) && filled(l, w.Slots) {
				fit = append(fit, l)
			}
		}
		if len(fit) > 0 {
			return fill(fit[int(Hash(w.Seed, w.On)%uint64(len(fit)))], w.Slots)
		}
	}
	text, oldest := "", len(b.recent)
	for _, l := range slices.Concat(b.own(w), stock(w.On)) {
		if at := lastIndex(b.recent, Hash(l)); filled(l, w.Slots) && at < oldest {
			text, oldest = l, at
		}
	}
	return fill(text, w.Slots)
}

// Own returns one of its own lines for an occasion, whether it was said lately or not: the one that was said the
// longest ago; "" when it has none.
func (b *Book) Own(w Query) string {
	text, oldest := "", len(b.recent)
	for _, l := range b.own(w) {
		if at := lastIndex(b.recent, Hash(l)); filled(l, w.Slots) && at < oldest {
			text, oldest = l, at
		}
	}
	return fill(text, w.Slots)
}

// Voice returns what is said when all lines of its own were said lately: one of those into which something else is
// filled each time, unless it was said just now, and else a plain one that everybody has.
func (b *Book) Voice(w Query) string {
	const justNow = 3 // lines
	text, oldest := "", len(b.recent)-justNow
	for _, l := range b.own(w) {
		isOther := slices.ContainsFunc([]string{"{what}", "{price}", "{other}"}, func(slot string) bool {
			return strings.Contains(l, slot)
		})
		if at := lastIndex(b.recent, Hash(l)); isOther && filled(l, w.Slots) && at < oldest {
			text, oldest = l, at
		}
	}
	if text != "" {
		return fill(text, w.Slots)
	}
	return b.Stock(w)
}

// own are its own lines for an occasion that are about nothing else.
func (b *Book) own(w Query) (out []string) {
	for i := range b.lines {
		l := &b.lines[i]
		if l.On == w.On && len(l.about) == 0 && l.On != "answer" && !slices.Contains(w.Unsaid, i) {
			out = append(out, l.Text)
		}
	}
	return out
}

func lastIndex(list []uint64, h uint64) int {
	for i, other := range slices.Backward(list) {
		if other == h {
			return i
		}
	}
	return -1
}

// heardKept is how many of other people's lines are not said after them.
const heardKept = 12

// Heard notes what somebody else said: two people do not answer in the same plain words.
func (b *Book) Heard(text string) {
	for _, list := range common {
		if slices.Contains(list, text) { // one list at the most, so that their order does not matter
			b.heard = append(b.heard, Hash(text))
		}
	}
	b.heard = b.heard[max(0, len(b.heard)-heardKept):]
}

// Said notes that something was said, of one line or two, so that it is not said again soon. What a line's slots stood
// for makes it no other line.
func (b *Book) Said(text string, slots map[string]string) {
	said, f := []uint64{}, filling{slots: slots}
	for i := range b.lines {
		if f.isIn(text, b.lines[i].Text) {
			said = append(said, b.lines[i].hash)
		}
	}
	for on := range world.Ordered(common) {
		for _, l := range stock(on) {
			if f.isIn(text, l) {
				said = append(said, Hash(l))
			}
		}
	}
	if len(said) == 0 {
		said = append(said, Hash(text))
	}
	b.recent = append(b.recent, said...)
	if len(b.recent) > RecentKept {
		b.recent = b.recent[len(b.recent)-RecentKept:]
	}
}

// isIn reports whether a line is what was said, or its first or last part.
func (f *filling) isIn(said, line string) bool {
	if !filled(line, f.slots) {
		return false
	}
	line = f.fill(line)
	return said == line || strings.HasPrefix(said, line+" ") || strings.HasSuffix(said, " "+line)
}

// WasSaid reports whether something was said lately, word for word.
func (b *Book) WasSaid(text string) bool { return slices.Contains(b.recent, Hash(text)) }

// slotNames are what may stand in braces.
//
//nolint:gochecknoglobals // immutable: never written
var slotNames = []string{"name", "thing", "price", "other", "what", "part", "night"}

// filled reports whether there is something for every slot of a line.
func filled(text string, slots map[string]string) bool {
	if !strings.Contains(text, "{") {
		return true
	}
	for _, name := range slotNames {
		if strings.Contains(text, "{"+name+"}") && slots[name] == "" {
			return false
		}
	}
	return true
}

func fill(text string, slots map[string]string) string {
	f := filling{slots: slots}
	return f.fill(text)
}

// filling puts the same things into the slots of many lines.
type filling struct {
	slots map[string]string
	with  *strings.Replacer // of the slots; nil before the first line that has one
}

func (f *filling) fill(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	if f.with == nil {
		f.with = replacer(f.slots)
	}
	return Capital(stops.Replace(f.with.Replace(text)))
}

func replacer(slots map[string]string) *strings.Replacer {
	var list []string
	for _, name := range slotNames {
		for _, end := range []string{". ", "! ", "? ", ""} { // where a sentence begins, with a capital
			value := slots[name]
			if end != "" {
				value = Capital(value)
			}
			list = append(list, end+"{"+name+"}", end+value)
		}
	}
	for _, a := range []string{"A", "a"} { // a pearl, an eel
		if thing := slots["thing"]; thing != "" && strings.ContainsRune("aeiou", rune(thing[0])) {
			list = append(list, a+" {thing}", a+"n "+thing)
		}
	}
	return strings.NewReplacer(list...)
}

// stops takes away the full stop behind a sentence that ended with one of its own.
//
//nolint:gochecknoglobals // immutable: never written
var stops = strings.NewReplacer("...", "...", "..", ".", "!.", "!", "?.", "?", `.".`, `."`, `!".`, `!"`, `?".`, `?"`)

// First is the first sentence of a text.
func First(text string) string {
	for i, r := range text {
		if rest := text[i+1:]; strings.ContainsRune(".!?", r) && strings.HasPrefix(rest, " ") && i > 0 {
			return text[:i+1]
		}
	}
	return text
}

// Capital makes a sentence begin with a capital letter.
func Capital(text string) string {
	if text != "" && text[0] >= 'a' && text[0] <= 'z' {
		return string(text[0]-'a'+'A') + text[1:]
	}
	return text
}
