package palette

import "strings"

// What a match is worth, by where it is; a better kind beats a worse one whatever the rest.
const (
	worthName   = 10_000 // a match in the name, beside one in the brief or the group
	worthWhole  = 4000
	worthHead   = 3000
	worthWord   = 2000
	worthInside = 1000
	worthGaps   = 500
)

// score says how well what was typed fits an entry; false for not at all. Each typed word must fit: the name by its
// letters in their order, the brief and the group by the beginning of a word.
func (e entry) score(query string) (total int, ok bool) {
	for word := range strings.FieldsSeq(strings.ToLower(query)) {
		if n, fits := letters(word, strings.ToLower(e.Name)); fits {
			total += worthName + n
			continue
		}
		best := max(begins(word, e.Brief), begins(word, e.Group))
		if best == 0 {
			return 0, false
		}
		total += best
	}
	return total, true
}

// begins is what it is worth that a word of a text begins with what was typed, 0 if none does.
func begins(word, text string) int {
	for i, w := range strings.Fields(strings.ToLower(text)) {
		if strings.HasPrefix(strings.Trim(w, "\"'(,.:;"), word) {
			return max(worthInside-i, 1)
		}
	}
	return 0
}

// letters is what it is worth that the letters of word are in name in their order, the less the more stands between
// them and before them.
func letters(word, name string) (worth int, ok bool) {
	switch at := strings.Index(name, word); {
	case name == word:
		return worthWhole, true
	case at == 0:
		return worthHead - len(name), true
	case at > 0 && name[at-1] == ' ':
		return worthWord - at, true
	case at > 0:
		return worthInside - at, true
	}
	from, gaps := 0, 0
	for i, r := range word {
		at := strings.IndexRune(name[from:], r)
		if at < 0 || i == 0 && at > 0 && name[at-1] != ' ' { // of scattered letters the first must begin a word
			return 0, false
		}
		gaps += at
		from += at + len(string(r))
	}
	return worthGaps - gaps, true
}
