package account

import "strings"

// Names of accounts. Only ASCII, because two names that look alike to people must not be two accounts.
const (
	nameLettersMin = 3
	nameLettersMax = 20 // of accounts that older releases made, which may have digits too
	newLettersMax  = 16 // as of a character's name
)

// Name is an account name that passed the rules.
type Name struct {
	Shown  string // as typed
	Folded string // lower case; unique
}

// fold gives the form in which names are compared: lower case, without surrounding blanks.
func fold(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// ParseName checks a name for a new account, which its first character bears too: 3 to 16 ASCII letters, and not a word
// that means something else in the game. Whose names are taken in the world, the world knows. Errors: *Refusal of code
// bad_name or reserved_name.
func ParseName(name string) (Name, error) {
	n := Name{Shown: strings.TrimSpace(name), Folded: fold(name)}
	notLetter := func(r rune) bool { return r < 'a' || r > 'z' }
	if !wellFormed(n.Folded) || len(n.Folded) > newLettersMax || strings.ContainsFunc(n.Folded, notLetter) {
		return Name{}, refuse(CodeBadName, "A name is %d to %d letters, a to z only.", nameLettersMin, newLettersMax)
	}
	if reserved(n.Folded) {
		return Name{}, refuse(CodeReservedName, "That name means something else here. Please choose another.")
	}
	return n, nil
}

// wellFormed reports whether an account may have that name, be it a new one or not.
func wellFormed(folded string) bool {
	if len(folded) < nameLettersMin || len(folded) > nameLettersMax || folded[0] < 'a' || folded[0] > 'z' {
		return false
	}
	for i := range len(folded) {
		if c := folded[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// reserved reports words that would be taken for a part of the game, its staff or a pronoun.
func reserved(folded string) bool {
	switch folded {
	case "guest", "wizard", "wiz", "admin", "administrator", "root", "system", "server", "console", "operator",
		"builder", "moderator", "staff", "mudlark", "daemon", "nobody", "anonymous", "anybody", "somebody", "someone",
		"everyone", "everybody", "you", "your", "yourself", "me", "myself", "self", "him", "her", "them", "all", "here",
		"there", "new", "create", "connect", "login", "logout", "quit", "exit", "help", "who", "plain", "password",
		"account", "north", "south", "east", "west", "down", "the", "and", "unknown", "none", "null", "npc", "agent",
		"yes", "reader", "screenreader":
		return true
	}
	return strings.HasPrefix(folded, "guest")
}
