package search

import (
	_ "embed"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/kljensen/snowball/english"
)

// Runs of letters within a word, its ends marked, of these lengths.
const (
	gramLeast = 3
	gramMost  = 4
)

// kinWeight is what a word counts that means much the same as one of the query, in thousandths.
const kinWeight = 400

// terms takes a text apart: the stems of its words, and the runs of letters within them.
func terms(text string, most int) (stems []string, grams []uint32) {
	text = strings.ToLower(text[:min(len(text), most)])
	words := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\''
	})
	for _, word := range words {
		word = strings.Trim(strings.TrimSuffix(word, "'s"), "'")
		if word == "" || english.IsStopWord(word) {
			continue
		}
		stems = append(stems, english.Stem(word, false))
		letters := []rune("^" + word + "$")
		for size := gramLeast; size <= gramMost; size++ {
			for i := 0; i+size <= len(letters); i++ {
				grams = append(grams, gram(letters[i:i+size]))
			}
		}
	}
	return stems, grams
}

// gram is a run of at most four letters as one number: the letters themselves where they are ASCII.
func gram(letters []rune) uint32 {
	const letterBits, ascii = 8, 0x80
	var out uint32
	for _, r := range letters {
		if r >= ascii {
			return key(string(letters))
		}
		out = out<<letterBits | uint32(r)
	}
	return out
}

// key is a term as a number.
func key(term string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(term)) // it never fails
	return h.Sum32()
}

func keys(terms []string) []uint32 {
	out := make([]uint32, len(terms))
	for i, t := range terms {
		out[i] = key(t)
	}
	return out
}

// plain weighs every term the same, each once.
func plain(terms []uint32) []weighed {
	var out []weighed
	slices.Sort(terms)
	for _, t := range slices.Compact(terms) {
		out = append(out, weighed{t, thousand, true})
	}
	return out
}

// widened adds to the words of a query those that mean much the same.
func widened(stems []string) []weighed {
	out := plain(keys(stems))
	has := map[uint32]bool{}
	for _, w := range out {
		has[w.term] = true
	}
	for _, stem := range stems {
		for _, kin := range thesaurus()[stem] {
			if !has[kin] {
				has[kin] = true
				out = append(out, weighed{kin, kinWeight, false})
			}
		}
	}
	return out
}

// AreKin reports whether two stems mean much the same.
func AreKin(a, b string) bool {
	kin := thesaurus()[a]
	return len(kin) > 0 && slices.Contains(kin, key(b))
}

//go:embed thesaurus.txt
var thesaurusText string

// thesaurus holds for a stem the keys of its kin: the words that stand with it in a line of the list.
var thesaurus = sync.OnceValue(func() map[string][]uint32 { //nolint:gochecknoglobals // immutable: made once
	out := map[string][]uint32{}
	for line := range strings.Lines(thesaurusText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		stems, _ := terms(line, len(line))
		for _, a := range stems {
			for _, b := range stems {
				if a != b && !slices.Contains(out[a], key(b)) {
					out[a] = append(out[a], key(b))
				}
			}
		}
	}
	return out
})
