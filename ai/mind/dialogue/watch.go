package dialogue

import (
	"slices"
	"strings"
)

// How much of somebody's words gives away that they are theirs: a run of so many, or all of them where there are
// fewer, of which so many carry meaning.
const (
	quoteWords   = 4
	quoteLeast   = 2
	quoteMeaning = 2
)

// Watch knows words that must not be shown to whom they are not for, wherever they stand. The zero value knows none.
type Watch struct {
	runs  map[string]bool
	stems map[string]string // of the words in them; "" of one that carries no meaning
}

// Add watches over a text.
func (w *Watch) Add(text string) {
	list := Split(text)
	for i := 0; i+quoteLeast <= len(list) && (i == 0 || i+quoteWords <= len(list)); i++ {
		run := list[i:min(i+quoteWords, len(list))]
		if w.meanings(run) >= quoteMeaning {
			if w.runs == nil {
				w.runs = map[string]bool{}
			}
			w.runs[strings.Join(run, " ")] = true
		}
	}
}

// Spare no longer watches over what another one does.
func (w *Watch) Spare(own *Watch) {
	for run := range own.runs { // each by itself
		delete(w.runs, run)
	}
}

// meanings is how many stems that carry meaning are in a run. Thousands of texts have few words: each is stemmed once.
func (w *Watch) meanings(run []string) int {
	if w.stems == nil {
		w.stems = map[string]string{}
	}
	var found [quoteWords]string
	n := 0
	for _, word := range run {
		stem, known := w.stems[word]
		if !known {
			stem = strings.Join(Stems(word), "")
			w.stems[word] = stem
		}
		if stem != "" && !slices.Contains(found[:n], stem) {
			found[n] = stem
			n++
		}
	}
	return n
}

// Sees reports whether some of what it watches over stands in a text.
func (w *Watch) Sees(text string) bool {
	if len(w.runs) == 0 {
		return false
	}
	list := Split(text)
	for i := range list {
		for n := quoteLeast; n <= quoteWords && i+n <= len(list); n++ {
			if w.runs[strings.Join(list[i:i+n], " ")] {
				return true
			}
		}
	}
	return false
}
