package output

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"

	"github.com/mudlark-mud/mudlark/world"
)

// Limits of a speech.
const (
	SpeechCharsMax = 400      // longer ones end with the last sentence that fits
	SpeechReadMax  = 4_000    // characters of an answer that are read at all; of what is longer the rest is gone
	speechBytesMax = 1_000    // so that what was cut by characters fits into the world's own limit in bytes
	answerBytesMax = 64 << 10 // before anything is done with it
	sentenceMin    = 80       // a speech is not cut to less than this just to end with a sentence
	guardTextsMax  = 512      // secrets, and private words, that one speech is compared with; the newest count
)

// Verdict says what became of a speech. The words are those of telemetry.
type Verdict string

// The verdicts.
const (
	Clean   Verdict = ""        // it is said as it came
	Mended  Verdict = "mended"  // it is said, without what must not stand in it
	Empty   Verdict = "empty"   // nothing is left to say
	Leak    Verdict = "leak"    // it holds a secret, another's private words, or the wording of a prompt
	Persona Verdict = "persona" // it speaks of machines, models, prompts, or of this being a game
	Blocked Verdict = "blocked" // it holds words that nobody may say here
	SayDo   Verdict = "saydo"   // it claims a deed or a promise that was not made
)

// IsSaid reports whether the speech may be said.
func (v Verdict) IsSaid() bool { return v == Clean || v == Mended }

// Guard is what a speech is held against. The zero value guards only against what nobody may say.
type Guard struct {
	Names   []string // of the speaker, to take a leading "Mara:" off
	Secrets []string // what the speaker knows and never says
	Private []string // what others than the one spoken to said in confidence
	Public  []string // what may be said though it shares words with those
	Before  []string // what the speaker said lately to the same person, oldest first: a secret told in pieces is told
	Did     []string // the actions that were done just now, and succeeded, and with what: give eel pie, promise, teach
	Chars   int      // how long it may be; 0 means SpeechCharsMax
	Shown   Shown    // what the model was shown that wrote it
}

// Speech is [Filter.Speech] of a filter that is needed once.
func Speech(text string, g Guard) (string, Verdict) { return NewFilter(g).Speech(text) }

// Filter holds speeches against one guard. To find out what is looked for takes longer than to look, so that one is
// made for as many speeches as there are. It may be used concurrently.
type Filter struct {
	guard   Guard
	guarded []*needles
	shown   *needles // nil when the model was shown nothing
}

// NewFilter makes a filter of a guard, whose lists must stay as they are.
func NewFilter(g Guard) *Filter {
	f := &Filter{guard: g, guarded: []*needles{wordingNeedles()}}
	if len(g.Secrets)+len(g.Private) > 0 {
		f.guarded = append(f.guarded, newNeedles(g))
	}
	if len(g.Shown.Prompt) > 0 {
		f.shown = shownNeedles(g.Shown)
	}
	return f
}

// Speech makes what a model wants said fit to be said, or refuses it: then the text is empty.
func (f *Filter) Speech(text string) (string, Verdict) {
	g := f.guard
	raw := read(text)
	said := mend(raw, g.Names)
	words := wordsOf(raw)
	switch {
	case f.leaks(raw):
		return "", Leak
	case strings.IndexFunc(said, isLetterOrDigit) < 0:
		return "", Empty
	case matches(personaLexicon(), words) || isMachine(raw):
		return "", Persona
	case matches(blockedLexicon(), words):
		return "", Blocked
	case claims(wordsOf(said), g.Did):
		return "", SayDo
	}
	most := g.Chars
	if most <= 0 || most > SpeechCharsMax {
		most = SpeechCharsMax
	}
	said = sentence(said, most)
	if said == strings.TrimSpace(text) {
		return said, Clean
	}
	return said, Mended
}

// read takes as much of an answer as is read at all, without escape sequences, a reasoning model's thoughts and code
// fences.
func read(text string) string {
	text = ansi.Strip(strings.ToValidUTF8(text[:min(len(text), answerBytesMax)], ""))
	text, _ = bare(text)
	return firstRunes(text, SpeechReadMax)
}

// mend takes off what a speech must not hold: control and invisible characters, line breaks, marks of layout, stage
// directions, the speaker's own name and quotation marks around the whole.
func mend(text string, names []string) string {
	text = strings.Map(lineToBlank, norm.NFC.String(text))
	text = strings.Map(seen, text)
	text = world.Clean(directions(text))
	for _, name := range names {
		if len(text) > len(name) && strings.EqualFold(text[:len(name)], name) {
			if rest := strings.TrimLeft(text[len(name):], " "); strings.HasPrefix(rest, ":") {
				text = strings.TrimSpace(rest[1:])
			}
		}
	}
	for _, q := range []string{`""`, "“”", "«»", "„“"} {
		runes := []rune(q)
		inner, ok := strings.CutPrefix(text, string(runes[0]))
		if !ok {
			continue
		}
		if inner, ok = strings.CutSuffix(inner, string(runes[1])); ok && !strings.ContainsAny(inner, q) {
			text = strings.TrimSpace(inner)
		}
	}
	return Within(text)
}

// nested are quotation marks as they stand within what is itself set between double ones.
//
//nolint:gochecknoglobals // immutable: a Replacer has no state
var nested = strings.NewReplacer(`"`, "'", "“", "‘", "”", "’", "„", "‚", "«", "‹", "»", "›")

// Within makes the quotation marks of something that is to be said single ones: whoever is told of it sees it between
// double ones.
func Within(text string) string { return nested.Replace(text) }

// seen drops what is invisible, or means something to a terminal or a client rather than to a reader.
func seen(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case world.IsUnseen(r):
		return -1
	}
	return r
}

// directions takes out stage directions, which models write in asterisks, brackets or parentheses, and marks of layout.
func directions(text string) string {
	for _, pair := range []string{"**", "__", "``"} {
		text = strings.ReplaceAll(text, pair, "")
	}
	text = without(text, '*', '*')
	text = without(text, '[', ']')
	text = without(text, '(', ')')
	return strings.NewReplacer("*", "", "`", "", "[", "", "]", "").Replace(text)
}

// without takes out what stands between two marks, the marks included. An opening mark that is not closed stays.
func without(text string, from, to rune) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, string(from))
		if !ok {
			break
		}
		_, after, ok := strings.Cut(rest, string(to))
		if !ok {
			break
		}
		b.WriteString(before)
		text = after
	}
	b.WriteString(text)
	return b.String()
}

// sentence cuts a speech to so many characters, after a sentence where that leaves enough, else between words.
func sentence(text string, most int) string {
	if utf8.RuneCountInString(text) <= most && len(text) <= speechBytesMax {
		return text
	}
	text = cut(text, most-1)
	if len(text) > speechBytesMax-utf8.UTFMax {
		text = strings.ToValidUTF8(text[:speechBytesMax-utf8.UTFMax], "")
	}
	end := 0
	for i, r := range text {
		if r == '.' || r == '!' || r == '?' || r == '…' {
			after := i + utf8.RuneLen(r)
			for _, q := range []string{`"`, "”", "’", "'", "»"} {
				if strings.HasPrefix(text[after:], q) {
					after += len(q)
				}
			}
			if after == len(text) || text[after] == ' ' {
				end = after
			}
		}
	}
	if end >= min(sentenceMin, most/2) {
		return text[:end]
	}
	if i := strings.LastIndexByte(text, ' '); i > 0 {
		text = text[:i]
	}
	return strings.TrimRight(text, " ,;:-–—") + "…"
}

// cut leaves at most so many characters.
func cut(s string, most int) string { return strings.TrimSpace(firstRunes(s, most)) }

func firstRunes(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for i := range s {
		if most == 0 {
			return s[:i]
		}
		most--
	}
	return s
}
