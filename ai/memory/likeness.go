package memory

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
	"golang.org/x/text/unicode/norm"
)

// Two texts are nearly the same when they share half of their runs of five letters, after folding. On 3,160 pairs of
// different lines the likest shared a fifth.
const shingleRunes = 5

// sketch is what of a text is compared.
type sketch struct {
	words    []string // folded
	shingles []uint32 // sorted, each once
}

func sketchOf(text string) sketch {
	s := sketch{words: folded(text)}
	runes := []rune(strings.Join(s.words, " "))
	for i := 0; i == 0 || i+shingleRunes <= len(runes); i++ {
		s.shingles = append(s.shingles, hashed(runes[i:min(i+shingleRunes, len(runes))]))
	}
	slices.Sort(s.shingles)
	s.shingles = slices.Compact(s.shingles)
	return s
}

// hashed is FNV-1a over letters.
func hashed(runes []rune) uint32 {
	const offset, prime = 2166136261, 16777619
	h := uint32(offset)
	for _, r := range runes {
		h = (h ^ uint32(r)) * prime
	}
	return h
}

// isLike reports whether two texts say nearly the same. Figures and denials make another thing of what is said; and of
// facts every word counts: a brass ring is no silver ring.
func (s sketch) isLike(t sketch, isFact bool) bool {
	both := 0
	for i, j := 0, 0; i < len(s.shingles) && j < len(t.shingles); {
		switch a, b := s.shingles[i], t.shingles[j]; {
		case a < b:
			i++
		case a > b:
			j++
		default:
			both, i, j = both+1, i+1, j+1
		}
	}
	return 2*both >= len(s.shingles)+len(t.shingles)-both && slices.Equal(s.sharp(), t.sharp()) &&
		(!isFact || slices.Equal(s.stems(), t.stems()))
}

// sharp returns the figures and denials of a text.
func (s sketch) sharp() (out []string) {
	for _, w := range s.words {
		if isSharp(w) {
			out = append(out, w)
		}
	}
	return out
}

// stems returns the stems of the words that mean something, sorted, each once.
func (s sketch) stems() (out []string) {
	for _, w := range s.words {
		if !english.IsStopWord(w) {
			out = append(out, english.Stem(w, false))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// folded takes a text apart into words without case, marks and disguise: gr4b is grab, but 4 is 4.
func folded(text string) []string {
	text = strings.ToLower(norm.NFKC.String(text))
	words := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(disguises, r) && r != '\''
	})
	for i, w := range words {
		w = strings.ReplaceAll(w, "'", "")
		if strings.ContainsFunc(w, unicode.IsLetter) {
			w = undisguise.Replace(strings.TrimRight(w, "!"))
		}
		words[i] = w
	}
	return slices.DeleteFunc(words, func(w string) bool { return !strings.ContainsFunc(w, isSign) })
}

// disguises stand for letters when they stand among letters.
const disguises = "@$!|"

var undisguise = strings.NewReplacer( //nolint:gochecknoglobals // immutable: a replacer only reads
	"0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b", "@", "a", "$", "s", "!", "i", "|", "l",
)

func isSign(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// isSharp reports whether a word turns what is said into something else.
func isSharp(w string) bool {
	switch w {
	case "not", "no", "never", "none", "nobody", "nothing", "nowhere", "neither", "nor", "without", "cannot":
		return true
	case "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "dozen",
		"hundred", "thousand", "once", "twice":
		return true
	}
	return strings.HasSuffix(w, "nt") && len(w) > 3 && isDenial(w) || !strings.ContainsFunc(w, unicode.IsLetter)
}

// isDenial reports whether a word is a verb with its not, the mark between them dropped.
func isDenial(w string) bool {
	switch strings.TrimSuffix(w, "nt") {
	case "do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "wo", "would", "ca", "could", "should",
		"must", "ai", "need":
		return true
	}
	return false
}
