package output

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/mudlark-mud/mudlark/ai/prompt"
)

// What a model was shown is not for anybody's ears: the instructions, the frame around the data, and what the builders
// wrote down about the speaker. It is looked for as it was rendered, with all names in place, so that no sentence is
// cut where a field stands in it.

// What of a prompt gives it away. The widths were measured on the authored lines of the starter world: no line of
// anybody has six words in a row with the prompt of anybody, unless it is that speaker's own line.
const (
	shownWords   = 6  // a run of the instructions, or of the frame around data
	dataWords    = 10 // a run of the data themselves: of what is remembered of somebody much may be said to them
	rareWords    = 4  // a run in which every word means something
	shownLetters = 18 // of such runs
	rareLetters  = 24
	skippedWords = 5  // a run of every second word
	mixedLetters = 16 // of a run of words whose letters stand in no order
)

// Shown is what a model was shown before it spoke.
type Shown struct {
	Prompt []string // the instructions and the question, as they were put
	Data   []string // what stood in it that is no wording of a prompt, such as memories; shorter runs of it may be said
	Own    []string // what the speaker is meant to say: authored lines, what everybody knows, what was said already
}

// frame is the mark of a block of data, however it is written, or a place of a template.
var frame = regexp.MustCompile(`[<‹＜]\s*[/⁄∕]?\s*data\b|\bdata\s+name\s*=|\{\s*\{\s*[a-z]+\s*\}\s*\}`)

// frameNeedles are the beginnings of blocks of data, without their signs.
//
//nolint:gochecknoglobals // immutable: made from the program's own templates
var frameNeedles = sync.OnceValue(func() *needles {
	n := makeNeedles()
	for _, t := range prompt.ListTemplates() {
		for _, f := range t.Fields {
			if f.Kind == prompt.Data || f.Kind == prompt.JSON {
				n.add("data name " + f.Name)
			}
		}
	}
	return n
})

// shownNeedles are the runs of words of what a model was shown.
func shownNeedles(s Shown) *needles {
	n := makeNeedles()
	n.public.add(exempt(s.Own))
	for _, text := range s.Prompt {
		n.showData(strings.Fields(wordsOf(text)))
	}
	n.public.add(exempt(s.Data))
	for _, text := range s.Prompt {
		n.show(strings.Fields(wordsOf(text)))
	}
	return n
}

// exemption is what may be said: long texts in which thousands of runs of words are looked for, few of which are there.
type exemption struct {
	texts []string
	grams [1 << 10]uint64 // which needleMin bytes in a row may stand in them; whatever is not marked does not
}

func (e *exemption) add(text string) {
	e.texts = append(e.texts, text)
	for i := 0; i+needleMin <= len(text); i++ {
		at := gram(text[i:])
		e.grams[at/64] |= 1 << (at % 64)
	}
}

func (e *exemption) has(needle string) bool {
	for i := 0; i+needleMin <= len(needle); i++ {
		if at := gram(needle[i:]); e.grams[at/64]&(1<<(at%64)) == 0 {
			return false
		}
	}
	return slices.ContainsFunc(e.texts, func(text string) bool { return strings.Contains(text, needle) })
}

// gram is where the first needleMin bytes of a text are marked.
func gram(s string) uint {
	h := uint32(2166136261) // FNV-1a
	for i := range needleMin {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return uint(h^h>>16) & 0xffff
}

// exempt joins texts that may be said. Each line is one by itself: two that stand beside each other only in a prompt
// are said by nobody.
func exempt(texts []string) string {
	var out []string
	for _, text := range texts {
		for line := range strings.Lines(text) {
			out = append(out, compact(strings.ReplaceAll(wordsOf(line), " ", "")))
		}
	}
	return strings.Join(out, " ")
}

// show adds the runs of a text of which nothing may be said.
func (n *needles) show(words []string) {
	n.runs(words, measure{words: shownWords, content: 2, letters: shownLetters})
	n.runs(words, measure{words: rareWords, content: rareWords, letters: rareLetters})
	for from := range 2 {
		list := everySecond(words, from)
		for i := 0; i+skippedWords <= len(list); i++ {
			if c := compact(strings.Join(list[i:i+skippedWords], "")); len(c) >= shownLetters {
				put(n.skipped, c)
			}
		}
	}
	n.mix(words)
}

// showData adds the runs of a text of which a little may be said.
func (n *needles) showData(words []string) {
	n.runs(words, measure{words: dataWords, content: 3, letters: shownLetters})
}

// mix adds runs of words whose letters stand in no order.
func (n *needles) mix(words []string) {
	for i := 0; i+shownWords <= len(words); i++ {
		run := words[i : i+shownWords]
		mixed := mixedWords(run)
		if len(mixed) >= mixedLetters && !n.public.has(compact(strings.Join(run, ""))) {
			put(n.mixed, mixed)
		}
	}
}

// everySecond takes every second word.
func everySecond(words []string, from int) []string {
	var out []string
	for i := from; i < len(words); i += 2 {
		out = append(out, words[i])
	}
	return out
}

// mixedWords are words with the letters of each in the order of the alphabet, and without those that secret languages
// of children put in; so a word written backwards, or with its beginning at its end, is the same word.
func mixedWords(words []string) string {
	var b strings.Builder
	for _, w := range words {
		runes := []rune(strings.Map(func(r rune) rune {
			if r == 'w' || r == 'y' || r == 'h' {
				return -1
			}
			return leet(r)
		}, w))
		slices.Sort(runes)
		b.WriteString(string(runes))
	}
	return b.String()
}

// unpigged are words without the ending that pig latin gives each of them; nil when few have it.
func unpigged(words []string) []string {
	const ending = "ay"
	out := make([]string, len(words))
	with := 0
	for i, w := range words {
		out[i] = strings.TrimSuffix(w, ending)
		if out[i] != w {
			with++
		}
	}
	if with*2 < len(words) {
		return nil
	}
	return out
}

// showsPrompt reports whether a reading of a speech holds what its model was shown.
func showsPrompt(reading string, n *needles, sure, many []string) bool {
	if frame.MatchString(letters(reading)) || frameNeedles().inSure(sure) {
		return true
	}
	if n == nil {
		return false
	}
	words := strings.Fields(wordsOf(reading))
	isSkipped := func(form string) bool { return find(n.skipped, form) }
	if n.inSure(sure) || n.inMany(many) || find(n.mixed, mixedWords(words)) || slices.ContainsFunc(sure, isSkipped) {
		return true
	}
	for from := range 2 {
		if find(n.long, compact(strings.Join(everySecond(words, from), ""))) {
			return true
		}
	}
	plain := unpigged(words)
	return plain != nil && find(n.mixed, mixedWords(plain))
}
