package session_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
)

const walk = "a long walk" // the password that houses give everybody

// TestDeleteMe: the name and the password are asked for, and then account and characters are gone together, at every
// keyboard, with what the screen would remember.
func TestDeleteMe(t *testing.T) {
	h := newHouse(t)
	acct := h.register("ben")
	ben := h.come(session.Options{Account: acct})
	ben.sees("Quay")
	ben.types("characters new Berta", "delete me", "no")
	ben.sees("That is not the name. Nothing is deleted.")
	ben.types("delete me", "Ben", "wrong password")
	ben.sees("Nothing is deleted.\n")
	if got := ben.screen.noted(); !strings.Contains(got, "hide") {
		t.Errorf("the password is shown: %s", got)
	}
	ben.types("characters")
	ben.sees("Your characters: Ben, Berta.")

	berta := h.come(session.Options{Account: acct})
	berta.types("2")
	berta.sees("Quay")
	berta.KeepScreen("s1 panes")
	ben.types("delete me")
	ben.sees("and its characters: Ben, Berta. You cannot come back.")
	ben.types("ben")
	ben.Line(walk)
	ben.ends(session.ReasonDeleted, "Your account is deleted, and Ben with it.")
	berta.ends(session.ReasonDeleted, "Your account is deleted, and Berta with it.")
	if _, found, err := h.accounts.Find("ben"); found || err != nil {
		t.Errorf("the account is still there: %v, %v", found, err)
	}
	if raw, err := h.accounts.Settings(acct.ID); len(raw) > 0 || err != nil {
		t.Errorf("its settings are still there: %q, %v", raw, err)
	}
	for _, id := range []world.ActorID{"pc-ben", "pc-berta"} {
		if a := h.machine.State().Actors[id]; !a.Deleted.Whole {
			t.Errorf("%s is deleted as %+v", id, a.Deleted)
		}
	}
}

// TestADiskThatFailsDeletesNothing: the account does not go without its characters, nor they without it.
func TestADiskThatFailsDeletesNothing(t *testing.T) {
	h := newHouse(t)
	ben := h.come(session.Options{Account: h.register("ben")})
	ben.sees("Quay")
	ben.types("delete me", "ben")
	h.disk.mu.Lock()
	h.disk.fail = errDisk
	h.disk.mu.Unlock()
	ben.Line(walk)
	ben.ends(session.ReasonStopped, "The world has stopped.")
	if raw, err := h.disk.Get("accounts", []byte("ben")); len(raw) == 0 || err != nil {
		t.Errorf("the account is gone: %v", err)
	}
}

// TestDeleteOne: a character goes and the account stays, at another's keyboard too; tokens of the character go with it,
// and whoever comes in reads until when it is kept.
func TestDeleteOne(t *testing.T) {
	h := newHouse(t)
	acct := h.register("ben")
	ben := h.come(session.Options{Account: acct})
	ben.sees("Quay")
	ben.types("token new helper", "characters new Berta", "delete mia")
	ben.sees("Nobody of that name plays here.")
	h.register("mia")
	ben.types("delete mia")
	ben.sees("That is for its owner to delete.")
	ben.types("delete berta", "berta", walk)
	ben.sees("Berta is deleted, and is kept for 30 days.")
	ben.types("characters")
	ben.sees("Your characters: Ben, Berta (deleted).")
	ben.types("delete ben", "ben")
	ben.Line(walk)
	ben.ends(session.ReasonDeleted, "Ben is deleted, and is kept until ")
	if list, err := h.accounts.Tokens(acct.ID); len(list) > 0 || err != nil {
		t.Errorf("tokens are left: %v, %v", list, err)
	}
	again := h.come(session.Options{Account: acct})
	again.sees("Berta is deleted, and is kept until ")
	again.sees("Your account has no character yet.")
}

// TestAWizardDeletes without the player's password, and is not asked for any.
func TestAWizardDeletes(t *testing.T) {
	h := newHouse(t)
	wanda := h.wizard("wanda", "203.0.113.7")
	ben := h.come(session.Options{Account: h.register("ben")})
	ben.sees("Quay")
	wanda.types("delete ben", "ben")
	wanda.sees("Ben is deleted, and is kept for 30 days.")
	ben.ends(session.ReasonDeleted, "Ben is deleted, by decree of Wanda.")
	wanda.types("undelete ben")
	wanda.sees("Ben is a character again, and belongs to whom it did.")
}

// TestGuestsHaveNothingToDelete: they are told what becomes of them.
func TestGuestsHaveNothingToDelete(t *testing.T) {
	h := newHouse(t)
	guest := h.come(session.Options{})
	guest.types("guest", "delete me")
	guest.sees("A guest has no account, and is forgotten an hour after leaving.")
}
