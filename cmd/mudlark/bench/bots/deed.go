package bots

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Kind is one kind of command that bots send: how it is typed, and how its answer is known.
type Kind struct {
	Name string
	// Typed appends the command line to b, without its end.
	Typed func(b []byte, w Want) []byte
	// Answers reports whether a line is the answer, or the part of it that only it has.
	Answers func(line []byte, token string) bool
	// Shown is how a row of a screen with the answer's token begins; "": a screen does not tell such answers apart.
	Shown string
}

// Want is what a command may be about.
type Want struct {
	Token  string // letters and digits that no other command of the run has
	Friend string // the name of another bot
	Held   bool   // a stone was got, and not dropped since
	Dir    string // a way that leads out of the room
}

// Kinds returns the kinds of commands. Saying is heard by the whole room, telling by one other bot; an item is got and
// dropped in turn; moving goes there and back. All but looking are journaled.
func Kinds() []Kind {
	return []Kind{
		{Name: "say", Typed: func(b []byte, w Want) []byte { return append(append(b, "say "...), w.Token...) },
			Answers: func(line []byte, token string) bool { return begins(line, "You say") && has(line, token) },
			Shown:   "You say"},
		{Name: tellKind, Typed: func(b []byte, w Want) []byte { return fmt.Appendf(b, "tell %s %s", w.Friend, w.Token) },
			Answers: func(line []byte, token string) bool {
				return begins(line, "You tell") && has(line, token) || refused(line)
			}, Shown: "You tell"},
		{Name: "look", Typed: func(b []byte, _ Want) []byte { return append(b, "look"...) },
			Answers: func(line []byte, _ string) bool { return begins(line, "Exits: ") || refused(line) }},
		{Name: "item", Typed: func(b []byte, w Want) []byte {
			if w.Held {
				return append(b, "drop "+Stone...)
			}
			return append(b, "get "+Stone...)
		}, Answers: func(line []byte, _ string) bool {
			return begins(line, "You pick up ") || begins(line, "You put down ") || refused(line)
		}},
		{Name: "move", Typed: func(b []byte, w Want) []byte { return append(b, w.Dir...) },
			Answers: func(line []byte, _ string) bool { return begins(line, "Exits: ") || refused(line) }},
	}
}

func begins(line []byte, with string) bool { return bytes.HasPrefix(line, []byte(with)) }

func has(line []byte, token string) bool { return bytes.Contains(line, []byte(token)) }

// refused knows how the refusals of these commands begin. They are answers too: a server that says no has done its
// work.
func refused(line []byte) bool {
	for _, beginning := range []string{
		"You see no ", "You do not ", "You cannot ", "You have no ", "You carry no ", "Cannot move ", "There is no",
		"Nobody ", "You are out of breath", "They are not ", "It is too dark ", "Not in the middle ", "That is too ",
	} {
		if begins(line, beginning) {
			return true
		}
	}
	return false
}

// Spoken reports whether a line is what another one said or told, and where the words begin.
func Spoken(line []byte) (words []byte, ok bool) {
	for _, sign := range []string{" says: ", " tells you: "} {
		if at := bytes.Index(line, []byte(sign)); at >= 0 {
			return line[at+len(sign):], true
		}
	}
	return nil, false
}

// Perceived reports whether a line is something else that another one did. It knows what bots do.
func Perceived(line []byte) bool {
	for _, sign := range []string{" leaves ", " goes ", " arrives", " picks up ", " puts down "} {
		if has(line, sign) {
			return true
		}
	}
	return false
}

// A token names the bot that sends it and the moment at which it was meant to be sent: whoever reads it knows how long
// it has been under way. It ends with a letter that no digit is, so that none is the beginning of another.
const (
	tokenBegin = 'q'
	tokenMid   = 'x'
	tokenEnd   = 'z'
	tokenBase  = 32 // the digits end at v
)

// Token makes the token of a bot for a moment in microseconds.
func Token(id int, micros int64) string {
	b := make([]byte, 0, tokenBytesMax)
	b = append(b, tokenBegin)
	b = strconv.AppendInt(b, int64(id), tokenBase)
	b = append(b, tokenMid)
	b = strconv.AppendInt(b, micros, tokenBase)
	return string(append(b, tokenEnd))
}

// ReadToken finds the first token in what somebody said.
func ReadToken(words []byte) (id int, micros int64, ok bool) {
	at := bytes.IndexByte(words, tokenBegin)
	if at < 0 {
		return 0, 0, false
	}
	words = words[at+1:]
	mid, end := bytes.IndexByte(words, tokenMid), bytes.IndexByte(words, tokenEnd)
	if mid < 0 || end < mid {
		return 0, 0, false
	}
	who, err := strconv.ParseInt(string(words[:mid]), tokenBase, 32)
	if err != nil {
		return 0, 0, false
	}
	micros, err = strconv.ParseInt(string(words[mid+1:end]), tokenBase, 64)
	return int(who), micros, err == nil
}

// Mix says how often each kind is sent: a weight by name.
type Mix map[string]int

const weightMax = 1000

// ParseMix reads a mix such as "say=1,tell=3,look=2".
func ParseMix(text string) (Mix, error) {
	m := Mix{}
	for part := range strings.SplitSeq(text, ",") {
		name, weight, ok := strings.Cut(strings.TrimSpace(part), "=")
		n, err := strconv.Atoi(weight)
		if !ok || err != nil || n < 0 || n > weightMax {
			return nil, fmt.Errorf("mix %q: %q is not a name=weight", text, part)
		}
		if !slices.ContainsFunc(Kinds(), func(k Kind) bool { return k.Name == name }) {
			return nil, fmt.Errorf("mix %q: there is no kind %q; there are %s", text, name, kindNames())
		}
		m[name] = n
	}
	return m, nil
}

func kindNames() string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, k.Name)
	}
	return strings.Join(names, ", ")
}

// Deck lays the kinds of a mix out, each as often as it weighs, to be drawn from.
func (m Mix) Deck() []*Kind {
	var out []*Kind
	for _, k := range Kinds() {
		for range m[k.Name] {
			out = append(out, &k)
		}
	}
	return out
}
