package ops

import (
	"slices"
	"strings"
	"sync"
)

// otherWord is the label of everything that is on no list.
const otherWord = "other"

const (
	// WordsMost is how many different reasons or codes one metric tells apart; the rest counts as "other".
	WordsMost     = 64
	wordCharsMost = 40
)

// words counts things by a door and a word of the program, such as a reason or a code. Words that are too many or look
// like no word of ours count as "other", so that the number of series is bounded whoever made the words.
type words struct {
	mu    sync.Mutex
	doors map[string]bool // the doors there are; only "" where doors are not told apart
	known map[string]bool // the words met so far
	most  int             // of them
	count map[at]uint64
}

// at is where something is counted.
type at struct{ door, word string }

// newWords tells doors and words apart.
func newWords(doors ...string) *words {
	w := &words{
		doors: map[string]bool{}, known: map[string]bool{otherWord: true}, most: WordsMost + 1, count: map[at]uint64{},
	}
	for _, d := range doors {
		w.doors[d] = true
	}
	return w
}

// newList tells the words of a list apart, at no door.
func newList(list []string) *words {
	w := newWords("")
	for _, word := range list {
		w.known[word] = true
	}
	w.most = len(w.known)
	return w
}

// add counts one.
func (w *words) add(door, word string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.count[w.place(door, word)]++
}

// place bounds door and word. The mutex is held.
func (w *words) place(door, word string) at {
	if !w.doors[door] {
		door = otherWord
	}
	if !w.known[word] {
		if len(w.known) >= w.most || !isWord(word) {
			return at{door, otherWord}
		}
		w.known[strings.Clone(word)] = true
	}
	return at{door, word}
}

// each calls f for each count, in order.
func (w *words) each(f func(a at, n uint64)) {
	w.mu.Lock()
	list := make([]at, 0, len(w.count))
	for a := range w.count { // put in order below
		list = append(list, a)
	}
	counts := make([]uint64, len(list))
	slices.SortFunc(list, at.compare)
	for i, a := range list {
		counts[i] = w.count[a]
	}
	w.mu.Unlock()
	for i, a := range list {
		f(a, counts[i])
	}
}

// sum adds up what was counted for a word at all doors.
func (w *words) sum(word string) uint64 {
	var n uint64
	w.each(func(a at, count uint64) {
		if a.word == word {
			n += count
		}
	})
	return n
}

func (a at) compare(b at) int {
	if c := strings.Compare(a.door, b.door); c != 0 {
		return c
	}
	return strings.Compare(a.word, b.word)
}

// bounded returns a copy of counts by word, whose words are few and look like ours.
func bounded(counts map[string]uint64) map[string]uint64 {
	out := make(map[string]uint64, len(counts))
	words := make([]string, 0, len(counts))
	for word := range counts { // put in order below
		words = append(words, word)
	}
	slices.Sort(words)
	for _, word := range words {
		n := counts[word]
		if len(out) >= WordsMost || !isWord(word) {
			word = otherWord
		}
		out[word] += n
	}
	return out
}

// isWord reports whether something looks like a word of the program: a few lower-case letters, digits and underscores.
func isWord(s string) bool {
	odd := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' }
	return s != "" && len(s) <= wordCharsMost && !strings.ContainsFunc(s, odd)
}
