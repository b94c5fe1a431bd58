package dialogue

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mudlark-mud/mudlark/world"
)

// Limits of what a child repeats.
const (
	echoWordsMost = 4
	echoRunesMost = 40
)

// Echo returns the last few words of something that was said aloud, as somebody says them who repeats what it hears,
// and whether there are any that do no harm: plain words, none that is kept secret, and none of an order to repeat.
func Echo(h Heard, secrets []string) (string, bool) {
	if h.Act == Repeat || h.Act == Insult || h.Act == Plead || len(h.Words) == 0 {
		return "", false
	}
	list := strings.FieldsFunc(strings.ToLower(h.Text), func(r rune) bool { // "don't" is one word, and not a plain one
		return r != '\'' && r != '’' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	list = list[max(0, len(list)-echoWordsMost):]
	kept := Stems(strings.Join(secrets, " "))
	for _, w := range list {
		if !plain(w) || slices.Contains(kept, w) || slices.ContainsFunc(Stems(w), func(s string) bool {
			return slices.Contains(kept, s)
		}) {
			return "", false
		}
	}
	text := Capital(world.Clean(strings.Join(list, " ")))
	if len([]rune(text)) > echoRunesMost {
		return "", false
	}
	return text + "!", true
}

// plain reports whether a word is of a few small letters: no code, no number, no name of a program.
func plain(w string) bool {
	const longest = 10
	if len(w) > longest {
		return false
	}
	for _, r := range w {
		if r < 'a' || r > 'z' {
			return false
		}
	}
	for _, c := range cues {
		if c.act == Insult && slices.Contains(c.phrases, w) {
			return false
		}
	}
	return w != "password" && w != "system" && w != "prompt"
}
