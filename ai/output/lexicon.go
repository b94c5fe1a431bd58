package output

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed lexicon/persona.txt
var personaText string

//go:embed lexicon/blocked.txt
var blockedText string

//go:embed lexicon/deeds.txt
var deedsText string

//nolint:gochecknoglobals // immutable: made once from the files above
var (
	personaLexicon = sync.OnceValue(func() []*regexp.Regexp { return compile(lines(personaText)) })
	blockedLexicon = sync.OnceValue(func() []*regexp.Regexp { return compile(lines(rot13(blockedText))) })
	deedLexicon    = sync.OnceValue(func() []deed { return deeds(lines(deedsText)) })
)

// deed is a kind of thing that a speech may claim was done.
type deed struct {
	by      []string // the actions that do it
	phrases []*regexp.Regexp
}

// lines returns what a file says, without comments and empty lines.
func lines(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}

// compile makes phrases into patterns over the words of a speech, which have one blank around each.
func compile(phrases []string) []*regexp.Regexp {
	out := make([]*regexp.Regexp, len(phrases))
	for i, p := range phrases {
		out[i] = regexp.MustCompile(" (?:" + p + ") ")
	}
	return out
}

// deeds reads sections: "[give sell]" and the phrases that claim such a deed.
func deeds(list []string) []deed {
	var out []deed
	for _, line := range list {
		if by, ok := strings.CutPrefix(line, "["); ok {
			out = append(out, deed{by: strings.Fields(strings.TrimSuffix(by, "]"))})
			continue
		}
		last := &out[len(out)-1]
		last.phrases = append(last.phrases, compile([]string{line})...)
	}
	return out
}

// matches reports whether a phrase stands in the words of a speech, as they are or with leet undone.
func matches(phrases []*regexp.Regexp, words string) bool {
	plain := unleet(words)
	return slices.ContainsFunc(phrases, func(p *regexp.Regexp) bool {
		return p.MatchString(words) || plain != words && p.MatchString(plain)
	})
}

// isMachine reports whether a speech names what can only be machines, with whatever between its letters.
func isMachine(text string) bool {
	c := compact(letters(text))
	return slices.ContainsFunc([]string{"language model", "system prompt", "artificial intelligence", "chatgpt"},
		func(name string) bool { return strings.Contains(c, compact(name)) })
}

// claims reports whether a speech claims a deed that was not done, or was done with something else.
func claims(words string, did []string) bool {
	for _, d := range deedLexicon() {
		i := slices.IndexFunc(did, func(a string) bool {
			name, _, _ := strings.Cut(a, " ")
			return slices.Contains(d.by, name)
		})
		if i < 0 && matches(d.phrases, words) || i >= 0 && d.isOfOther(words, did[i]) {
			return true
		}
	}
	return false
}

// isOfOther reports whether a speech names a thing as what such a deed was done with, and it was not that. A deed of
// which only the name is known may have been done with anything.
func (d *deed) isOfOther(words, did string) bool {
	_, with, isKnown := strings.Cut(did, " ")
	if !isKnown {
		return false
	}
	of := strings.Fields(wordsOf(with))
	for _, p := range d.phrases {
		at := p.SubexpIndex("thing")
		if at < 0 {
			continue
		}
		for _, found := range p.FindAllStringSubmatch(words, -1) {
			if thing := strings.Fields(found[at]); !slices.Contains(of, thing[len(thing)-1]) {
				return true
			}
		}
	}
	return false
}

// rot13 turns a list of words that nobody should have to read by accident.
func rot13(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return 'a' + (r-'a'+13)%26
		case r >= 'A' && r <= 'Z':
			return 'A' + (r-'A'+13)%26
		}
		return r
	}, text)
}
