package memory

import (
	"hash/fnv"
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
	shingles []uint32 // sorted, each once
	sharp    []string // figures and denials: with others it is another thing that is said
	words    []string // all words that mean something
}

func sketchOf(text string) sketch {
	words := folded(text)
	var s sketch
	runes := []rune(strings.Join(words, " "))
	for i := 0; i == 0 || i+shingleRunes <= len(runes); i++ {
		h := fnv.New32a()
		_, _ = h.Write([]byte(string(runes[i:min(i+shingleRunes, len(runes))]))) // it never fails
		s.shingles = append(s.shingles, h.Sum32())
	}
	slices.Sort(s.shingles)
	s.shingles = slices.Compact(s.shingles)
	for _, w := range words {
		if isSharp(w) {
			s.sharp = append(s.sharp, w)
		}
		if !english.IsStopWord(w) {
			s.words = append(s.words, english.Stem(w, false))
		}
	}
	slices.Sort(s.words)
	s.words = slices.Compact(s.words)
	return s
}

// isLike reports whether two texts say nearly the same. Of facts every word counts: a brass ring is no silver ring.
func (s sketch) isLike(t sketch, isFact bool) bool {
	if !slices.Equal(s.sharp, t.sharp) || isFact && !slices.Equal(s.words, t.words) {
		return false
	}
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
	return 2*both >= len(s.shingles)+len(t.shingles)-both
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

// immutable: a replacer only reads.
var undisguise = strings.NewReplacer(
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
