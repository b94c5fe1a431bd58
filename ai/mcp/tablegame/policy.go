package tablegame

import (
	"bufio"
	"strings"
	"unicode"

	"github.com/mudlark-mud/mudlark/world"
)

// Policy is which words strangers may not put on the table. The zero one lets everything pass but addresses.
type Policy struct {
	words map[string]bool
}

// ReadPolicy reads a policy: a word on each line, in small letters; lines that begin with # say something about it.
func ReadPolicy(text string) Policy {
	p := Policy{words: map[string]bool{}}
	for s := bufio.NewScanner(strings.NewReader(text)); s.Scan(); {
		if word := strings.TrimSpace(s.Text()); word != "" && !strings.HasPrefix(word, "#") {
			p.words[plain(word)] = true
		}
	}
	return p
}

// moderatedText answers what the policy refuses. It does not say which word it was.
const moderatedText = "that is not said at this table; taunt the play, not the player"

// judge refuses a text that holds one of the words, however its letters are dressed up, or that sends its readers
// elsewhere.
func (p Policy) judge(text string) *world.Refusal {
	low := strings.ToLower(text)
	no := &world.Refusal{Code: codeModeration, Text: moderatedText}
	if strings.Contains(low, "://") || strings.Contains(low, "www.") {
		return no
	}
	single := "" // letters that stand alone, one after the other: w o r d
	for part := range strings.FieldsFuncSeq(low, isGap) {
		word := plain(strings.Trim(part, "!"))
		if p.words[word] || p.words[strings.TrimSuffix(word, "s")] {
			return no
		}
		if len([]rune(part)) > 1 {
			single = ""
			continue
		}
		single += part
		for i := range single {
			if p.words[plain(single[i:])] {
				return no
			}
		}
	}
	return nil
}

func isGap(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("@$!", r)
}

// plain undresses a word: digits and signs that look like letters become those, and a letter that is repeated stands
// once.
func plain(word string) string {
	var b strings.Builder
	last := rune(0)
	for _, r := range strings.ToLower(word) {
		switch r {
		case '0':
			r = 'o'
		case '1', '!', '|', 'l': // they look alike, so they are one
			r = 'i'
		case '3':
			r = 'e'
		case '4', '@':
			r = 'a'
		case '5', '$':
			r = 's'
		case '7':
			r = 't'
		}
		if r != last && unicode.IsLetter(r) {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}
