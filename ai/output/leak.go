package output

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/ai/prompt"
)

// What of a guarded text gives it away. Letters are counted in its compact form, where those that repeat are one.
const (
	needleMin     = 5 // letters of a needle at all
	longNeedle    = 9 // letters from which it is looked for in unlikely forms too
	digitsMin     = 4 // of a number
	secretWords   = 4 // a run of a secret, with contentOfSecret words that mean something
	privateWords  = 6 // a run of another's words
	denseWords    = 4 // a shorter one, of which nearly every word means something
	tellSecret    = 3 // a run of words that mean something, whatever lies between them: "I" for "she" hides nothing
	tellPrivate   = 4
	wordingWords  = 7  // a run of a prompt
	secretLetters = 14 // of such runs
	priveLetters  = 18
	denseLetters  = 17
	passwordPart  = 6  // letters of a part of what looks like a password
	bareLetters   = 10 // of a needle without its vowels
)

// stops are words that say nothing by themselves.
var stops = func() map[string]bool { //nolint:gochecknoglobals // immutable: read only
	out := map[string]bool{}
	for w := range strings.FieldsSeq(`a about after all am an and any are as at be been before but by can come could did
		do does down for from get go had has have he her here him his how i if in into is it its just know let like me
		more my no not now of off on one only or our out over said say see she so some than that the their them then
		there they this to too up upon us very was we well went were what when where which who will with would you your
		yes im ill ive its thats dont youre theres`) {
		out[w] = true
	}
	return out
}()

// quoted is a phrase that a text sets off as words to be said.
var quoted = regexp.MustCompile("[\"“”«»„`]([^\"“”«»„`]{3,80})[\"“”«»„`]")

// needles are what is looked for.
type needles struct {
	short   map[string][]string // by their first needleMin bytes
	long    map[string][]string
	bare    map[string][]string // without vowels
	telling map[string][]string // without the words that say nothing by themselves
	mixed   map[string][]string // with the letters of each word in no order
	skipped map[string][]string // without every second word
	digits  []string
	public  exemption // compact texts that may be said

	publicTelling exemption // and what of them means something
}

// measure says how much of a text gives it away: runs of so many words, so many of which mean something, with so many
// letters; and all of it when so many of its words mean something, or it is one word and that suffices.
type measure struct {
	words, content, letters, whole int

	oneWord bool
}

func makeNeedles() *needles {
	return &needles{
		short: map[string][]string{}, long: map[string][]string{}, bare: map[string][]string{},
		telling: map[string][]string{}, mixed: map[string][]string{},
		skipped: map[string][]string{},
	}
}

func newNeedles(g Guard) *needles {
	n := makeNeedles()
	var public, telling []string
	for _, p := range g.Public {
		public = append(public, compact(letters(p)))
		telling = append(telling, compact(strings.Join(meaning(strings.Fields(wordsOf(p))), " ")))
	}
	n.public.add(strings.Join(public, " "))
	n.publicTelling.add(strings.Join(telling, " "))
	for _, s := range newest(g.Secrets) {
		words := strings.Fields(wordsOf(s))
		n.guard(s, words, measure{words: secretWords, content: 2, letters: secretLetters, whole: 2, oneWord: true})
		n.tell(words, tellSecret, secretLetters)
	}
	for _, s := range newest(g.Private) {
		words := strings.Fields(wordsOf(s))
		n.guard(s, words, measure{words: privateWords, content: 3, letters: priveLetters, whole: 3})
		n.runs(words, measure{words: denseWords, content: 3, letters: denseLetters})
		n.tell(words, tellPrivate, priveLetters)
	}
	return n
}

// wordingNeedles are the runs of prompts.
//
//nolint:gochecknoglobals // immutable: made from the program's own templates
var wordingNeedles = sync.OnceValue(func() *needles {
	n := makeNeedles()
	for _, s := range prompt.Wording() {
		n.runs(strings.Fields(wordsOf(s)), measure{words: wordingWords, content: 2, letters: priveLetters})
	}
	return n
})

func newest(list []string) []string { return list[max(0, len(list)-guardTextsMax):] }

// guard adds what gives a text away: all of it, runs of its words, phrases it quotes, and what looks like a password.
func (n *needles) guard(text string, words []string, m measure) {
	if len(meaning(words)) >= m.whole || m.oneWord && len(words) == 1 {
		n.add(text)
	}
	n.runs(words, m)
	for _, q := range quoted.FindAllStringSubmatch(text, -1) {
		n.add(q[1])
	}
	for token := range strings.FieldsSeq(text) {
		token = strings.TrimFunc(token, func(r rune) bool { return !isLetterOrDigit(r) })
		if strings.IndexFunc(token, unicode.IsLetter) < 0 {
			if d := digits(token); len(d) >= digitsMin {
				n.digits = append(n.digits, d)
			}
		} else if isPassword(token) {
			n.add(token)
			for _, part := range strings.FieldsFunc(token, func(r rune) bool { return !unicode.IsLetter(r) }) {
				if utf8.RuneCountInString(part) >= passwordPart {
					n.add(part)
				}
			}
		}
	}
}

// isTelling reports whether a word means something by itself.
func isTelling(w string) bool { return utf8.RuneCountInString(w) >= 3 && !stops[w] }

// meaning returns the words that mean something by themselves.
func meaning(words []string) []string {
	out := make([]string, 0, len(words))
	for _, w := range words {
		if isTelling(w) {
			out = append(out, w)
		}
	}
	return out
}

// tell adds the runs of so many words that mean something.
func (n *needles) tell(words []string, run, letters int) {
	list := meaning(words)
	for i := 0; i+run <= len(list); i++ {
		c := compact(strings.Join(list[i:i+run], " "))
		if len(c) >= letters && !n.publicTelling.has(c) {
			put(n.telling, c)
		}
	}
}

// isPassword reports whether a word looks like nothing that is said by chance: capitals or digits in its midst.
func isPassword(token string) bool {
	var lower, upper, digit, sign int
	for i, r := range token {
		switch {
		case unicode.IsDigit(r):
			digit++
		case unicode.IsUpper(r) && i > 0:
			upper++
		case unicode.IsLower(r):
			lower++
		case r == '-' || r == '_':
			sign++
		}
	}
	return digit > 0 && lower+upper > 1 || upper >= 3 || upper > 0 && lower > 0 && sign == 0
}

// runs adds the runs of words that give a text away.
func (n *needles) runs(words []string, m measure) {
	for i := 0; i+m.words <= len(words); i++ {
		content := 0
		for _, w := range words[i : i+m.words] {
			if isTelling(w) {
				content++
			}
		}
		if content < m.content {
			continue
		}
		if c := compact(strings.Join(words[i:i+m.words], " ")); len(c) >= m.letters {
			n.keep(c)
		}
	}
}

// add adds a needle.
func (n *needles) add(text string) { n.keep(compact(letters(text))) }

// keep adds a needle in its compact form, unless it is too short to mean anything or may be said.
func (n *needles) keep(c string) {
	if len(c) < needleMin || n.public.has(c) {
		return
	}
	put(n.short, c)
	if len(c) >= longNeedle {
		put(n.long, c)
	}
	if b := squeezed(consonants(c)); len(b) >= bareLetters {
		put(n.bare, b)
	}
}

func put(to map[string][]string, needle string) {
	first := needle[:needleMin]
	if !slices.Contains(to[first], needle) {
		to[first] = append(to[first], needle)
	}
}

// leaks reports whether something guarded stands in a text, in whatever form, or is completed by it.
func (f *Filter) leaks(text string) bool {
	for _, reading := range readings(text) {
		sure, many := forms(reading)
		if showsPrompt(reading, f.shown, sure, many) {
			return true
		}
		telling := compact(strings.Join(meaning(strings.Fields(wordsOf(reading))), " "))
		for _, n := range f.guarded {
			if n.inSure(sure) || n.inMany(many) || find(n.telling, telling) || n.hasNumber(reading) {
				return true
			}
		}
	}
	if len(f.guard.Before) == 0 {
		return false
	}
	// What was told in pieces counts as told once this piece is there.
	joined := strings.Join(append(slices.Clone(f.guard.Before), text), " ")
	sure, _ := forms(joined)
	return slices.ContainsFunc(f.guarded, func(n *needles) bool { return n.inSure(sure) || n.hasNumber(joined) })
}

func (n *needles) inSure(sure []string) bool {
	for _, form := range sure {
		if find(n.short, form) {
			return true
		}
	}
	return find(n.bare, squeezed(consonants(sure[0])))
}

func (n *needles) inMany(many []string) bool {
	return slices.ContainsFunc(many, func(form string) bool { return find(n.long, form) })
}

func (n *needles) hasNumber(text string) bool {
	if len(n.digits) == 0 {
		return false
	}
	d := digits(text)
	return slices.ContainsFunc(n.digits, func(number string) bool { return strings.Contains(d, number) })
}

// find reports whether one of the needles stands in a form.
func find(list map[string][]string, form string) bool {
	for i := 0; i+needleMin <= len(form); i++ {
		for _, needle := range list[form[i:i+needleMin]] {
			if strings.HasPrefix(form[i:], needle) {
				return true
			}
		}
	}
	return false
}

// squeezed makes letters that repeat one.
func squeezed(s string) string {
	var b strings.Builder
	var last rune
	for _, r := range s {
		if r != last {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}
