package lineedit

import "strings"

// LinesMax is how many lines may come of one that was typed; more are left out.
const LinesMax = 50

const (
	// walkSign before a walk makes it one, whether or not it has a number in it.
	walkSign = '.'
	// stepsMaxDigits is how many digits a number of steps has; a longer one is no walk.
	stepsMaxDigits = 3
)

// Walk takes a walk apart into its steps: 3n2e is n n n e e. A walk begins with a number, or with a dot (.nne3u), and
// is of nothing but numbers and directions: n, e, s, w, u, d and ne, nw, se, sw, of which the longer one is meant where
// both could be. False means that the text is something else. A longer walk than LinesMax goes on to one step beyond,
// so that whoever sends it can tell that it was cut.
func Walk(text string) (steps []string, ok bool) {
	text = strings.TrimSpace(text)
	dotted := strings.HasPrefix(text, string(walkSign))
	if dotted {
		text = text[1:]
	}
	if text == "" || !dotted && (text[0] < '0' || text[0] > '9') {
		return nil, false
	}
	for len(text) > 0 {
		count, digits := 0, 0
		for digits < len(text) && text[digits] >= '0' && text[digits] <= '9' {
			count = count*10 + int(text[digits]-'0')
			if digits++; digits > stepsMaxDigits {
				return nil, false
			}
		}
		if digits == 0 {
			count = 1
		}
		text = text[digits:]
		dir := direction(text)
		if dir == "" || count == 0 {
			return nil, false
		}
		text = text[len(dir):]
		for range min(count, LinesMax+1-len(steps)) {
			steps = append(steps, dir)
		}
	}
	return steps, true
}

// direction returns the direction that a text begins with, "" for none.
func direction(text string) string {
	for _, d := range []string{"ne", "nw", "se", "sw", "n", "e", "s", "w", "u", "d"} {
		if strings.HasPrefix(text, d) {
			return d
		}
	}
	return ""
}
