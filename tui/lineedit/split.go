package lineedit

import (
	"slices"
	"strings"
	"unicode"
)

// stackSign stands between lines that were typed as one; wholeSign before it makes it an ordinary character, and at the
// beginning of a line makes the line go as it is.
const (
	stackSign = ';'
	wholeSign = '\\'
)

// Split takes a line apart where lines were stacked in it: "get lamp;n" is two. "\;" is an ordinary semicolon. Speech
// is never cut: a line that begins with a word for talking, with a quote, or with the sign of a pose (: or ;) is one.
// Parts without words are left out; a line without any is itself. At most one more than LinesMax is returned.
func Split(line string) []string {
	return splitWhere(line, func(rest string) bool { return isSpeech(rest, nil) })
}

// splitWhere takes a line apart up to where whole says that the rest is one.
func splitWhere(line string, whole func(rest string) bool) []string {
	if !strings.ContainsRune(line, stackSign) || whole(line) {
		return []string{line}
	}
	var parts []string
	var part strings.Builder
	end := func() {
		if s := strings.TrimSpace(part.String()); s != "" {
			parts = append(parts, s)
		}
		part.Reset()
	}
	for i := 0; i < len(line) && len(parts) <= LinesMax; i++ {
		switch {
		case line[i] == wholeSign && i+1 < len(line) && line[i+1] == stackSign:
			part.WriteByte(stackSign)
			i++
		case line[i] == stackSign:
			end()
			if rest := strings.TrimLeft(line[i+1:], " ;"); whole(rest) { // what is said after something was done
				part.WriteString(rest)
				i = len(line)
			}
		default:
			part.WriteByte(line[i])
		}
	}
	if len(parts) <= LinesMax {
		end()
	}
	if len(parts) == 0 {
		return []string{line}
	}
	return parts
}

// IsPlain reports whether words may begin a line, or be one of several: what a server calls its ways and channels must
// not become another line, or a command of the client's own, when it is put where one types.
func IsPlain(words string) bool {
	for i, r := range words {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && (i == 0 || !strings.ContainsRune(" -_'", r)) {
			return false
		}
	}
	return words != ""
}

// speechLeast is from how many letters on the beginning of a word for talking counts as the word.
const speechLeast = 3

// isSpeech reports whether a line is something that is said, acted out or written down, of which every character
// counts.
func isSpeech(line string, talks func(word string) bool) bool {
	line = strings.TrimLeft(line, " ")
	if line == "" {
		return false
	}
	if strings.IndexByte("'\":;`", line[0]) >= 0 {
		return true
	}
	word, rest, _ := strings.Cut(line, " ")
	if rest == "" || strings.IndexByte(word, stackSign) >= 0 {
		return false
	}
	word = strings.ToLower(word)
	if slices.Contains(shortSpeech(), word) || talks != nil && talks(word) {
		return true
	}
	return len(word) >= speechLeast && slices.ContainsFunc(speech(), func(s string) bool {
		return strings.HasPrefix(s, word)
	})
}

// speech lists the words after which MUDs take the rest of a line as it is; the beginning of one will do.
func speech() []string {
	return []string{
		"say", "sayto", "tell", "whisper", "shout", "yell", "ask", "reply", "retell", "answer", "emote", "pose", "semote",
		"think", "page", "chat", "gossip", "auction", "newbie", "gtell", "gsay", "clan", "ctell", "guild", "ooc",
		"osay", "music", "grats", "wiznet", "immtalk", "echo", "recho", "gecho", "title", "describe",
		"description", "report", "bug", "typo", "idea", "note", "write", "mail", "post", "taunt", "announce",
		"broadcast", "channel", "force", "alias", "trigger",
	}
}

// shortSpeech lists what counts as it stands only: usual abbreviations that are shorter than a beginning that counts,
// and a channel that begins like another verb, quest.
func shortSpeech() []string { return []string{"sa", "te", "gt", "me", "em", "r", ".", "question"} }
