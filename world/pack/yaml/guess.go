package yaml

import (
	"fmt"
	"strings"
)

const (
	listedMax      = 14     // a set of names this small is shown whole when nothing in it is near
	guessBytesMax  = 40     // longer words are not guessed at: the distance costs their product
	guessNamesMax  = 10_000 // nor among more names, or a hostile pack would cost seconds
	lettersPerSlip = 3      // one slip of the finger is forgiven for so many letters
	slipsMax       = 4
)

// Suggest says which of the names was probably meant, or, if none is near and they are few, which there are.
func Suggest(typed string, among []string) string {
	if best := nearest(typed, among); best != "" {
		return fmt.Sprintf("did you mean %q?", best)
	}
	if len(among) > 0 && len(among) <= listedMax {
		return "there are: " + strings.Join(among, ", ")
	}
	return ""
}

// nearest returns the name that typed begins, or else the one fewest slips away, or "" when none is near.
func nearest(typed string, among []string) string {
	typed = strings.ToLower(typed)
	if typed == "" || len(typed) > guessBytesMax {
		return ""
	}
	best, least := "", 1+min(max(1, len(typed)/lettersPerSlip), slipsMax)
	for _, name := range among[:min(len(among), guessNamesMax)] {
		n := least
		if strings.HasPrefix(name, typed) {
			n = 1
		} else if len(name) <= guessBytesMax && max(len(name)-len(typed), len(typed)-len(name)) < least {
			n = distance(typed, name)
		}
		if n < least {
			best, least = name, n
		}
	}
	return best
}

// distance counts the slips between two words: a letter too many, too few, another one, or two swapped
// (optimal string alignment).
func distance(a, b string) int {
	var rows [3][guessBytesMax + 1]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		now, last, before := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		now[0] = i
		for j := 1; j <= len(b); j++ {
			miss := 1
			if a[i-1] == b[j-1] {
				miss = 0
			}
			n := min(last[j]+1, now[j-1]+1, last[j-1]+miss)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				n = min(n, before[j-2]+1)
			}
			now[j] = n
		}
	}
	return rows[len(a)%3][len(b)]
}

const quoteRunesMax = 40 // of what somebody wrote, in a message

// Brief cuts what somebody wrote down to what fits into a message.
func Brief(s string) string {
	r := []rune(s)
	if len(r) > quoteRunesMax {
		return string(r[:quoteRunesMax]) + "..."
	}
	return s
}
