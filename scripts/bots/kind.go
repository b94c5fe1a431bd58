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
	// typed appends the command line to b, without its end.
	typed func(b []byte, w want) []byte
	// answers reports whether a line is the answer, or the part of it that only it has.
	answers func(line []byte, token string) bool
}

// want is what a command may be about.
type want struct {
	token  string // letters and digits that no other command of the run has
	friend string // the name of another bot
	even   bool   // every second command of this kind
	dir    string // a way that leads out of the room
}

// Kinds returns the kinds of commands. Saying is heard by the whole room, telling by one other bot; an item is got and
// dropped in turn; moving goes there and back. All but looking are journaled.
func Kinds() []Kind {
	return []Kind{
		{"say", func(b []byte, w want) []byte { return append(append(b, "say "...), w.token...) },
			func(line []byte, token string) bool { return begins(line, "You say") && has(line, token) }},
		{"tell", func(b []byte, w want) []byte { return fmt.Appendf(b, "tell %s %s", w.friend, w.token) },
			func(line []byte, token string) bool {
				return begins(line, "You tell") && has(line, token) || refused(line)
			}},
		{"look", func(b []byte, _ want) []byte { return append(b, "look"...) },
			func(line []byte, _ string) bool { return begins(line, "Exits: ") }},
		{"item", func(b []byte, w want) []byte {
			if w.even {
				return append(b, "drop "+Stone...)
			}
			return append(b, "get "+Stone...)
		}, func(line []byte, _ string) bool {
			return begins(line, "You pick up ") || begins(line, "You put down ") || refused(line)
		}},
		{"move", func(b []byte, w want) []byte { return append(b, w.dir...) },
			func(line []byte, _ string) bool { return begins(line, "Exits: ") || refused(line) }},
	}
}

func begins(line []byte, with string) bool { return bytes.HasPrefix(line, []byte(with)) }

func has(line []byte, token string) bool { return bytes.Contains(line, []byte(token)) }

// refused knows the refusals of these commands. They are answers too: a server that says no has done its work.
func refused(line []byte) bool {
	return begins(line, "You see no ") || begins(line, "You do not ") || begins(line, "You cannot ") ||
		begins(line, "You have no ") || begins(line, "You carry no ") || begins(line, "Cannot move ") ||
		begins(line, "There is no") ||
		begins(line, "Nobody ") || begins(line, "They are not ")
}

// perceived reports whether a line is something that another one did. It knows what bots do.
func perceived(line []byte) bool {
	for _, sign := range []string{
		" says: ", " tells you: ", " leaves ", " goes ", " arrives", " picks up ", " puts down ",
	} {
		if has(line, sign) {
			return true
		}
	}
	return false
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

// deck lays the kinds of a mix out, each as often as it weighs, to be drawn from.
func (m Mix) deck() []Kind {
	var out []Kind
	for _, k := range Kinds() {
		for range m[k.Name] {
			out = append(out, k)
		}
	}
	return out
}
