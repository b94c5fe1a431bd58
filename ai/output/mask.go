package output

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MasksMax is how many names one call can hide; more are all "a stranger", and do not come back.
const MasksMax = 32

const stranger = "a stranger"

// pseudonyms are what players are called before a model: short, easy to tell apart, and names that this kind of world
// could have.
const pseudonyms = `Aldren Bryony Cassel Dorrin Elspeth Fenwick Garrow Hesper Ismay Jorund Kestra Lorcan Maelis Nerrin
	Orsolya Perrin Quillon Rosamer Sorrel Tavish Ulrika Verity Wystan Xanthe Yorick Zephrine Ambrel Brannoch Corvane
	Delphin Evander Fiorel Gwendal Halcyon Idonea Jessamy Kerenza Lysander Morwenna Nimue Osric Petronel`

// What may say who somebody is, besides their name.
var personal = regexp.MustCompile(`(?i)[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+` + // mail
	`|\b(?:https?|ftp|wss?)://\S+|\bwww\.\S+` +
	`|\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-f]{1,4}:){4,7}[0-9a-f]{1,4}\b` + // addresses of machines
	`|\b(?:sk|pk|mk|ghp|xox[bp])[-_][a-z0-9_-]{12,}` + // keys
	`|\+?\d(?:[ ./-]?\d){8,}`) // telephones, cards

const redacted = "(something private)"

// Masks hide the names of players from a model and put them back into what it answers. The zero value hides none; one
// value belongs to one call, and gives one person the same pseudonym throughout.
type Masks struct {
	names []string // longest first
	as    map[string]string
	back  map[string]string
}

// NewMasks hides names. Of the pseudonyms those are used, in order, that no name and no text of the call contains, so
// that what is put back was meant.
func NewMasks(names []string, in ...string) *Masks {
	m := &Masks{as: map[string]string{}, back: map[string]string{}}
	taken := strings.ToLower(strings.Join(append(slices.Clone(names), in...), "\n"))
	free := slices.DeleteFunc(strings.Fields(pseudonyms), func(p string) bool {
		return strings.Contains(taken, strings.ToLower(p))
	})
	for _, name := range names {
		if utf8.RuneCountInString(name) < 2 || m.as[strings.ToLower(name)] != "" {
			continue
		}
		as := stranger
		if n := len(m.back); n < min(len(free), MasksMax) {
			as = free[n]
			m.back[strings.ToLower(as)] = name
		}
		m.as[strings.ToLower(name)] = as
		m.names = append(m.names, name)
	}
	slices.SortStableFunc(m.names, func(a, b string) int { return len(b) - len(a) })
	return m
}

// Hide replaces names by pseudonyms, in any case of letters, and takes out what else may say who a player is:
// addresses, keys, long numbers.
func (m *Masks) Hide(text string) string {
	text = personal.ReplaceAllString(text, redacted)
	return m.replace(text, m.names, func(name string) string { return m.as[name] })
}

// Show puts the names back into what a model answered.
func (m *Masks) Show(text string) string {
	names := make([]string, 0, len(m.back))
	for p := range m.back { // put in order below
		names = append(names, p)
	}
	slices.Sort(names)
	return m.replace(text, names, func(p string) string { return m.back[p] })
}

// replace replaces whole words, the first name that fits at a place.
func (m *Masks) replace(text string, names []string, with func(lower string) string) string {
	if len(names) == 0 {
		return text
	}
	var b strings.Builder
	last := ' '
	for at := 0; at < len(text); {
		found := ""
		if !isLetterOrDigit(last) {
			for _, name := range names {
				if hasWord(text[at:], name) {
					found = name
					break
				}
			}
		}
		if found != "" {
			b.WriteString(with(strings.ToLower(found)))
			at += len(found)
			last = 'x'
			continue
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		b.WriteString(text[at : at+size])
		last = r
		at += size
	}
	return b.String()
}

// hasWord reports whether a text begins with a name, whatever the case of letters, and the name ends there.
func hasWord(text, name string) bool {
	if len(text) < len(name) || !strings.EqualFold(text[:len(name)], name) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text[len(name):])
	return len(text) == len(name) || !unicode.IsLetter(r) && !unicode.IsDigit(r)
}
