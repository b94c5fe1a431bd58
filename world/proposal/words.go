package proposal

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Limits of what somebody types.
const (
	wordsRunesMost = 200
	wordsMost      = 30
	numberMost     = 999
)

// words are what was typed, in lower case, without commas, brackets and the stop at the end. Nothing is left when there
// are signs among them that no command has: a question, a quotation, another program's text.
func words(text string) []string {
	text = strings.ToLower(strings.TrimSpace(world.Clean(text)))
	text = strings.TrimRight(text, ".! ")
	if len([]rune(text)) > wordsRunesMost || strings.ContainsAny(text, "?\"“”„«»`{}[]<>;:\\|@#$%^&*_~!/+") {
		return nil
	}
	text = strings.NewReplacer(",", " ", "(", " ", ")", " ", "=", " ", "’", "'", "–", "-").Replace(text)
	out := strings.Fields(text)
	if len(out) > wordsMost {
		return nil
	}
	return out
}

// stem returns the word that a verb is listed under: attacks and attacking are attack.
func stem(word string, list ...string) string {
	for _, v := range list {
		if word == v || word == v+"s" || word == v+"es" || word == v+"ing" ||
			word == v+v[len(v)-1:]+"ing" || word == strings.TrimSuffix(v, "e")+"ing" {
			return v
		}
	}
	return ""
}

// Verbs of each kind.
func attackVerb(word string) bool {
	return stem(word, "attack", "hit", "strike", "stab", "slash", "fight", "kill", "punch", "kick", "smash", "bash",
		"whack",
		"swing", "lunge", "bite", "claw", "swipe", "smite", "thump", "clobber", "jab", "slay", "club") != ""
}

func chargeVerb(word string) bool { return stem(word, "charge", "rush", "engage", "tackle") != "" }

func approachVerb(word string) bool { return stem(word, "approach", "chase", "pursue", "follow") != "" }

func moveVerb(word string) bool {
	return stem(word, "move", "go", "walk", "run", "step", "head", "dash", "march", "advance", "sneak", "hurry", "creep",
		"crawl", "slip", "race", "sprint", "proceed", "shift", "travel", "stride", "get", "come") != ""
}

// number reads a number in digits or words.
func number(word string) (int, bool) {
	if i := slices.Index(numberWords[:], word); i >= 0 {
		return i, true
	}
	v := 0
	for _, c := range []byte(word) {
		if c < '0' || c > '9' {
			return 0, false
		}
		if v = v*10 + int(c-'0'); v > numberMost {
			return 0, false
		}
	}
	return v, word != ""
}

// numberWords are the numbers in words, each at its place.
var numberWords = [...]string{ //nolint:gochecknoglobals // immutable: never written to
	"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
	"fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
}

// ordinalWords are the ordinals in words; the first counts 1.
var ordinalWords = [...]string{ //nolint:gochecknoglobals // immutable: never written to
	"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
}

// ordinal reads first, 2nd and the like.
func ordinal(word string) (int, bool) {
	if i := slices.Index(ordinalWords[:], word); i >= 0 {
		return i + 1, true
	}
	for _, end := range []string{"st", "nd", "rd", "th"} {
		if digits, ok := strings.CutSuffix(word, end); ok && digits != "" && digits[0] >= '1' && digits[0] <= '9' {
			return number(digits)
		}
	}
	return 0, false
}

// cardinal reads a direction of the ground: north is up, east is right. The relative ones are for [speaker.relative].
func cardinal(word string) (world.Cell, bool) {
	switch strings.TrimSuffix(strings.TrimSuffix(word, "s"), "ward") {
	case "north", "n", "up":
		return world.Cell{Y: -1}, true
	case "east", "e", "right":
		return world.Cell{X: 1}, true
	case "south", "down":
		return world.Cell{Y: 1}, true
	case "west", "w", "left":
		return world.Cell{X: -1}, true
	}
	return world.Cell{Y: 1}, word == "s"
}

// diagonal reports whether a word asks for a step across a corner.
func diagonal(word string) bool {
	word = strings.TrimSuffix(strings.ReplaceAll(word, "-", ""), "ward")
	return slices.Contains([]string{
		"northeast", "northwest", "southeast", "southwest", "ne", "nw", "se", "sw", "diagonal", "diagonally",
		"upleft", "upright", "downleft", "downright",
	}, word)
}

func unit(word string) bool {
	return slices.Contains([]string{
		"step", "steps", "space", "spaces", "square", "squares", "cell", "cells", "tile", "tiles", "pace", "paces", "field",
		"fields",
	}, word)
}

// joint reports whether a word joins two things to do, or puts a condition on one: it is no part of a name.
func joint(word string) bool {
	return slices.Contains([]string{
		"and", "then", "but", "or", "if", "when", "unless", "until", "while", "before", "after", "because", "so", "not",
		"never",
		"don't", "dont", "instead", "except", "without", "who", "which", "while", "as", "than", "to", "from", "no",
	}, word)
}

// cut takes phrases off the front of words, as often as there are any.
func cut(w []string, phrases ...string) []string {
	for again := true; again; {
		again = false
		for _, p := range phrases {
			if rest, ok := after(w, p); ok && len(rest) > 0 {
				w, again = rest, true
			}
		}
	}
	return w
}

// after returns what follows a phrase at the front of words.
func after(w []string, phrase string) ([]string, bool) {
	p := strings.Fields(phrase)
	if len(w) < len(p) || !slices.Equal(w[:len(p)], p) {
		return w, false
	}
	return w[len(p):], true
}

// behind returns what follows the first of several phrases that is at the front of words.
func behind(w []string, phrases ...string) ([]string, bool) {
	for _, p := range phrases {
		if rest, ok := after(w, p); ok {
			return rest, true
		}
	}
	return w, false
}

// before returns what stands in front of the first of several phrases that is at the end of words.
func before(w []string, phrases ...string) ([]string, bool) {
	for _, p := range phrases {
		if n := len(w) - len(strings.Fields(p)); n >= 0 && strings.Join(w[n:], " ") == p {
			return w[:n], true
		}
	}
	return w, false
}

// is reports whether words are one of several phrases.
func is(w []string, phrases ...string) bool {
	return slices.Contains(phrases, strings.Join(w, " "))
}

// plain takes off what people say around a command.
func plain(w []string) []string {
	w = cut(w, "please", "now", "ok", "okay", "well", "just", "quickly", "quick", "carefully", "slowly", "quietly",
		"i will", "i'll", "i would like to", "i'd like to", "i want to", "i wish to", "i am going to", "i'm going to",
		"i am", "i'm",
		"i", "let me", "let's", "try to", "go ahead and", "then")
	for len(w) > 1 && slices.Contains([]string{
		"please", "now", "quickly", "carefully", "slowly", "quietly", "immediately",
	}, w[len(w)-1]) {
		w = w[:len(w)-1]
	}
	return w
}
