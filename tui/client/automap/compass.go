package automap

import "strings"

// wayMaxBytes is how long the word for a way out may be.
const wayMaxBytes = 40

// way is one direction. X grows to the east, Y to the north, Z upwards.
type way struct {
	short, long, back string
	x, y, z           int
}

func table() []way {
	return []way{
		{"n", "north", "s", 0, 1, 0}, {"e", "east", "w", 1, 0, 0},
		{"s", "south", "n", 0, -1, 0}, {"w", "west", "e", -1, 0, 0},
		{"ne", "northeast", "sw", 1, 1, 0}, {"se", "southeast", "nw", 1, -1, 0},
		{"sw", "southwest", "ne", -1, -1, 0}, {"nw", "northwest", "se", -1, 1, 0},
		{"u", "up", "d", 0, 0, 1}, {"d", "down", "u", 0, 0, -1}, {"in", "in", "out", 0, 0, 0}, {"out", "out", "in", 0, 0, 0},
	}
}

// ShortDirection returns the short name of a way, "n" for North; another word comes back in lower case and cut to a
// bound.
func ShortDirection(word string) string {
	word = strings.ToLower(strings.TrimSpace(word))
	if len(word) > wayMaxBytes {
		return ""
	}
	if w, ok := find(word); ok {
		return w.short
	}
	return word
}

// find returns the way that a word in lower case names.
func find(word string) (way, bool) {
	if strings.Contains(word, "-") { // north-east
		word = strings.ReplaceAll(word, "-", "")
	}
	for _, w := range table() {
		if word == w.short || word == w.long {
			return w, true
		}
	}
	return way{}, false
}

// isDirection reports whether a word is one of the ways that all MUDs share.
func isDirection(word string) bool {
	_, ok := find(strings.ToLower(word))
	return ok
}

// Opposite returns the opposite of a way, "" for one that has none.
func Opposite(word string) string {
	w, _ := find(word)
	return w.back
}

// DirectionStep returns which way on a map a way leads; false for one that leads off it.
func DirectionStep(word string) (x, y, z int, ok bool) {
	w, ok := find(word)
	return w.x, w.y, w.z, ok && w.x|w.y|w.z != 0
}

// TypedDirection returns the way that a typed line takes: a name of it, or a beginning of a long one.
func TypedDirection(line string) (string, bool) {
	line = strings.ToLower(strings.TrimSpace(line))
	for _, verb := range []string{"go ", "walk "} {
		line = strings.TrimPrefix(line, verb)
	}
	if w, ok := find(line); ok {
		return w.short, true
	}
	for _, w := range table()[:10] {
		if len(line) > 1 && strings.HasPrefix(w.long, line) {
			return w.short, true
		}
	}
	return "", false
}
