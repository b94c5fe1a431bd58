package verb

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// ReadWalk reads a line that is a walk: 2s, 3n2e, or as the map writes it, "3n e 2d". A walk has a number in its first
// word, or several words that are all of directions; nil for any other line. One with more steps than
// [world.WalkStepsMost] is refused.
func ReadWalk(line string) ([]world.Dir, *world.Refusal) {
	var steps []world.Dir
	words := strings.Fields(lower(line))
	if len(line) > LineBytesMax || len(words) == 0 || len(words) == 1 && !isDigit(words[0][0]) {
		return nil, nil
	}
	for _, word := range words {
		some := wordSteps(word)
		if some == nil {
			return nil, nil
		}
		steps = append(steps, some...)
		if len(steps) > world.WalkStepsMost {
			return nil, refuse(world.CodeBadValue, "That is more than "+strconv.Itoa(world.WalkStepsMost)+
				" steps. Walk it in parts.")
		}
	}
	return steps, nil
}

// wordSteps reads one word of a walk: a direction, or numbers and letters such as 3n2e; nil for another word.
func wordSteps(word string) []world.Dir {
	if d := dirOf(word); d != "" {
		return []world.Dir{d}
	}
	var steps []world.Dir
	if !isDigit(word[0]) {
		return nil
	}
	for word != "" {
		n := strings.IndexFunc(word, func(r rune) bool { return r < '0' || r > '9' })
		if n < 0 {
			return nil
		}
		count, err := strconv.Atoi("0" + word[:n])
		d := dirOf(word[n : n+1])
		if len(word[n:]) > 1 && !isDigit(word[n+1]) && dirOf(word[n:]) != "" { // 2north
			d, word = dirOf(word[n:]), ""
		} else {
			word = word[n+1:]
		}
		if n == 0 {
			count = 1
		}
		if err != nil || d == "" || count == 0 {
			return nil
		}
		steps = append(steps, slices.Repeat([]world.Dir{d}, min(count, world.WalkStepsMost+1))...)
		if len(steps) > world.WalkStepsMost {
			break
		}
	}
	return steps
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }
