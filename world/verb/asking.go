package verb

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Lines of people who know no list of verbs and write as they speak: what is meant is carried out where one verb does
// it, and else they are told where it is answered.

// courtesies are words that change nothing behind a verb which takes none: quit now, who is online, score please.
//
//nolint:gochecknoglobals // immutable: a fixed table of the language, only read
var courtesies = strings.Fields("now please then the game is are online here else playing around in my me world again")

// courteous reports whether a line's rest says nothing.
func courteous(rest string) bool {
	for w := range strings.FieldsSeq(lower(rest)) {
		if !slices.Contains(courtesies, strings.Trim(w, ".!?,")) {
			return false
		}
	}
	return true
}

// plainly returns the line that a line of plain words means, or the same.
func plainly(word, rest string) (verb, more string) {
	switch word {
	case "please", "pls":
		if first, more, _ := strings.Cut(rest, " "); first != "" {
			return first, strings.TrimSpace(more)
		}
	case "hi": // no beginning of hit
		return "hello", rest
	case "turn", "switch":
		if on, thing := switched(rest); thing != "" {
			return on, thing
		}
	case "log", "sign":
		if w := lower(rest); w == "out" || w == "off" {
			return "quit", ""
		}
	case "offer", "haggle", "bargain":
		return word, offered(rest)
	case "equip":
		if rest != "" {
			return "wear", rest
		}
	case "sit":
		if w := lower(rest); w == "down" || w == "here" {
			return word, ""
		}
	}
	return word, rest
}

// offered puts the words of an offer that names the person first, or before the thing, into the order in which they are
// read: perrin 4 for trowel, 4 to perrin for trowel.
func offered(rest string) string {
	head, thing, isFor := strings.Cut(rest, " for ")
	words := strings.Fields(head)
	n := len(words)
	for n > 1 && (words[n-1] == "coins" || words[n-1] == "coin") {
		n--
	}
	isNumber := func(w string) bool { return strings.Trim(w, "0123456789") == "" }
	switch {
	case !isFor || n < 2 || strings.Contains(thing, " to "):
		return rest
	case isNumber(words[n-1]): // whoever it is comes first
		if words[0] == "to" || words[0] == "my" {
			words, n = words[1:], n-1
		}
		if n > 1 {
			return words[n-1] + " for " + thing + " to " + strings.Join(words[:n-1], " ")
		}
	case isNumber(words[0]) && slices.Contains(words, "to"):
		at := slices.Index(words, "to")
		if at < len(words)-1 {
			return words[0] + " for " + thing + " to " + strings.Join(words[at+1:], " ")
		}
	}
	return rest
}

// switched reads "on the lamp" and "the lamp on": the word for it and the thing, or "".
func switched(rest string) (verb, thing string) {
	for _, way := range [][2]string{{"on", "light"}, {"off", "extinguish"}} {
		if thing, is := strings.CutPrefix(lower(rest), way[0]+" "); is {
			return way[1], thing
		}
		if thing, is := strings.CutSuffix(lower(rest), " "+way[0]); is {
			return way[1], thing
		}
	}
	return "", ""
}

// questioned is what somebody is told who asks a question where a verb is wanted; "" for what is none.
func questioned(word, rest string) string {
	switch word {
	case "what", "how", "where", "why", "when", "which", "can", "could", "do", "does", "should", "am", "is", "i'm", "im",
		"i", "want", "need":
	default:
		return ""
	}
	words := strings.FieldsFunc(lower(rest), func(r rune) bool { return (r < 'a' || r > 'z') && r != '\'' })
	has := func(of ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(of, w) })
	}
	switch {
	case has("money", "coin", "coins", "gold", "cash", "rich", "work", "job", "jobs", "earn", "paid"):
		return "Coins come of quests that pay, and of what you find and sell: quests tells of the ones, list of who buys. " +
			"help trading has the rest."
	case has("quest", "quests", "task", "tasks"):
		return "What is offered here and what you are on, quests lists; accept takes one on. help quests has the rest."
	case word == "where" || has("where"):
		return ""
	case has("quit", "leave", "exit", "stop", "logout"):
		return "To leave the world, type quit. Everything is kept."
	}
	return "Lines begin with what is to be done. What makes sense here, commands lists; whoever is new reads help " +
		"newbie. To ask the people here, say it, or ask one of them by name."
}

// Answers reports whether a word means something where commands are read: a verb, or what is answered with advice. It
// makes no good name.
func (t *Table) Answers(word string) bool {
	low := strings.ToLower(word)
	return t.Known(low) || meant(low, world.RoleGuest) != "" || questioned(low, "") != ""
}
