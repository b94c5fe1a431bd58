package session

import (
	"errors"
	"strings"

	"github.com/mudlark-mud/mudlark/mud/account"
)

// Credentials are a name and a password that a client brings by itself.
type Credentials struct {
	Account   string
	Character string // which of the account's; "" asks if there are several
	Password  account.Secret
	// Answered is told what came of it, with a word for the person; nil means nobody.
	Answered func(passed bool, word string)
}

// answer says what came of them; broken is the word for what is our own fault.
func (c Credentials) answer(err error, broken string) {
	if c.Answered == nil {
		return
	}
	if err == nil {
		c.Answered(true, "")
		return
	}
	word := broken
	if r, ok := errors.AsType[*account.Refusal](err); ok {
		word = r.Text
	}
	c.Answered(false, word)
}

// wantedCharacter is which of several characters was wanted; -1 for none.
func wantedCharacter(wanted string, names []string) int {
	for i, n := range names {
		if wanted != "" && strings.EqualFold(wanted, n) {
			return i
		}
	}
	return -1
}
