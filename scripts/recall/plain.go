package main

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
)

// The usual constants of BM25.
const (
	saturation   = 1.2
	lengthWeight = 0.75
)

// words takes a text apart and leaves nothing out.
func words(text string) []string {
	isApart := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return strings.FieldsFunc(strings.ToLower(text), isApart)
}

// stems takes a text apart into the stems of the words that mean something.
func stems(text string) []string {
	var out []string
	for _, w := range words(text) {
		if !english.IsStopWord(w) {
			out = append(out, english.Stem(w, false))
		}
	}
	return out
}

// plainIndex is BM25 as it stands in the books.
func plainIndex(t talk, split func(string) []string) func(string, int) []int {
	counts, with, total := make([]map[string]int, len(t.turns)), map[string]int{}, 0
	lengths := make([]int, len(t.turns))
	for i, u := range t.turns {
		counts[i] = map[string]int{}
		for _, w := range split(u.text) {
			counts[i][w]++
			lengths[i]++
		}
		for w := range counts[i] { // each to its own count
			with[w]++
		}
		total += lengths[i]
	}
	n, average := float64(len(t.turns)), float64(total)/float64(len(t.turns))
	return func(question string, most int) []int {
		asked := slices.Compact(slices.Sorted(slices.Values(split(question))))
		scores := make([]float64, len(t.turns))
		var found []int
		for i := range t.turns {
			for _, w := range asked {
				if c := float64(counts[i][w]); c > 0 {
					rare := math.Log(1 + (n-float64(with[w])+0.5)/(float64(with[w])+0.5))
					long := 1 - lengthWeight + lengthWeight*float64(lengths[i])/average
					scores[i] += rare * c * (saturation + 1) / (c + saturation*long)
				}
			}
			if scores[i] > 0 {
				found = append(found, i)
			}
		}
		slices.SortStableFunc(found, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
		return found[:min(most, len(found))]
	}
}
