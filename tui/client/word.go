package client

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// wordsMost is how many words of the text are remembered for completion, wordMax the longest, in bytes.
	wordsMost, wordMax = 2000, 64
	// offersMost is how many candidates a completion has.
	offersMost = 20
	// wordLeast is the shortest word that is worth completing, in letters.
	wordLeast = 3
)

// words are those that were read lately.
type words struct {
	at  map[string]uint64 // when each was read last
	now uint64
}

// learn remembers the words of a line.
func (w *words) learn(line string) {
	if w.at == nil {
		w.at = map[string]uint64{}
	}
	for _, word := range strings.FieldsFunc(line, outside) {
		word = strings.Trim(word, "'-")
		if utf8.RuneCountInString(word) < wordLeast || len(word) > wordMax {
			continue
		}
		w.now++
		w.at[word] = w.now
	}
	if len(w.at) > 2*wordsMost {
		for word, when := range w.at {
			if when+wordsMost < w.now {
				delete(w.at, word)
			}
		}
	}
}

func outside(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-'
}

// offer returns remembered words that begin with a prefix, whatever its capitals, the newest first.
func (w *words) offer(prefix string) []string {
	var out []string
	for word := range w.at {
		if hasFold(word, prefix) {
			out = append(out, word)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return int(w.at[b]) - int(w.at[a]) })
	return out
}

// hasFold reports whether s begins with a prefix and goes on, whatever the capitals.
func hasFold(s, prefix string) bool {
	return len(s) > len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// Complete implements tui.Link: the last word, from what is here and what was read lately, unless the server knows.
func (f *Client) Complete(line string) []string {
	if out, ok := f.completed(line); ok && len(out) > 0 {
		return out
	}
	at := strings.LastIndexByte(line, ' ') + 1
	head, prefix := line[:at], line[at:]
	if prefix == "" {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	offer := func(word string) {
		if line := head + word; len(out) < offersMost && !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	for _, name := range f.around() {
		for _, word := range strings.FieldsFunc(name, outside) {
			if hasFold(word, prefix) && utf8.RuneCountInString(word) >= wordLeast {
				offer(strings.ToLower(word))
			}
		}
	}
	for _, word := range f.words.offer(prefix) {
		offer(word)
	}
	return out
}

// around names what is here: people, things, what one carries, and the ways out. The lock is held.
func (f *Client) around() []string {
	out := f.state.People()
	for _, list := range [][]string{names(f.state.Here()), names(f.state.Carried())} {
		out = append(out, list...)
	}
	for _, e := range f.state.Room.Exits {
		out = append(out, e.Dir)
	}
	return out
}
