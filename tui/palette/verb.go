package palette

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
)

// Limits of what a session tells of its verbs; what is beyond them is left out.
const (
	verbsMax      = 500
	verbNameMax   = 40 // bytes, likewise
	verbWordsMax  = 200
	screensGroup  = "Screen"
	optionalSigns = "[("
)

// Verb is something that can be typed, as the session tells of it.
type Verb struct {
	Name  string // "give"
	Usage string // "give <thing> to <person>"
	Brief string // "Hand something over."
	Group string // "Things"
}

// Clean makes a copy of some verbs that is safe to draw and bounded, without those that have no name.
func Clean(verbs []Verb) []Verb {
	short := func(s string, limit int) string { return strings.TrimSpace(cell.Clean(cell.Head(s, limit))) }
	out := make([]Verb, 0, min(len(verbs), verbsMax))
	for _, v := range verbs[:min(len(verbs), verbsMax)] {
		v = Verb{
			Name: short(v.Name, verbNameMax), Usage: short(v.Usage, verbWordsMax), Brief: short(v.Brief, verbWordsMax),
			Group: short(v.Group, verbNameMax),
		}
		if v.Usage == "" {
			v.Usage = v.Name
		}
		if v.Name != "" {
			out = append(out, v)
		}
	}
	return out
}

// args returns what comes behind the verb's name in its usage.
func (v Verb) args() []string {
	return strings.Fields(strings.TrimPrefix(v.Usage, v.Name))
}

// needs is how many words a line of this verb has at least, behind the verb.
func (v Verb) needs() int {
	for i, a := range v.args() {
		if strings.IndexByte(optionalSigns, a[0]) >= 0 {
			return i
		}
	}
	return len(v.args())
}

// lacks returns how many words a line of this verb lacks behind the verb, and the first of them as the usage has it. A
// thing's name may be of several words: what comes behind it is known by the word between ("to", or "into" for "in").
func (v Verb) lacks(line string) (words int, next string) {
	rest := strings.Fields(strings.TrimPrefix(line, v.Name))
	for _, a := range v.args()[:v.needs()] {
		at := 0
		if a[0] != '<' {
			at = slices.IndexFunc(rest, func(w string) bool { return strings.HasPrefix(w, a) })
		}
		if at >= 0 && at < len(rest) {
			rest = rest[at+1:]
			continue
		}
		if rest = nil; words == 0 {
			next = a
		}
		words++
	}
	return words, next
}

// Talks reports whether the rest of a line of this verb is words that count as they are.
func (v Verb) Talks() bool {
	return strings.HasSuffix(strings.TrimRight(v.Usage, "]"), "<words>")
}

// Command is something that the screen does by itself.
type Command struct {
	Name  string // "find", what Answer.Command says
	Key   string // "ctrl+f"; "" for none
	Brief string // "Find words in what was told."
}

// entry is a row of the palette: a verb, or a command of the screen.
type entry struct {
	Verb
	command, key string
}
