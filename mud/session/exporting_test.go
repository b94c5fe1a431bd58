package session_test

import (
	"context"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// TestExportMe: whoever gives the password reads a link, and nobody else does.
func TestExportMe(t *testing.T) {
	var of []account.Account
	h := newHouseWith(t, func(c *session.Config) {
		c.Export = func(a account.Account) (string, error) {
			of = append(of, a)
			return "https://mud.example.org/export/secret", nil
		}
	})
	acct := h.register("ben")
	ben := h.come(session.Options{Account: acct})
	ben.sees("Quay")
	ben.types("export me", "wrong password")
	if len(of) > 0 {
		t.Fatal("a link was made without the password")
	}
	ben.types("export me", walk)
	ben.sees("https://mud.example.org/export/secret")
	if len(of) != 1 || of[0].ID != acct.ID {
		t.Errorf("it is of %v, want %v", of, acct)
	}
	guest := h.come(session.Options{})
	guest.types("guest", "export me")
	guest.sees("A guest has no account")
}

// TestExportWithoutAWebDoor is asked of the wizards, by a report.
func TestExportWithoutAWebDoor(t *testing.T) {
	asked := make(chan verb.Asked, 1)
	h := newHouseWith(t, func(c *session.Config) {
		c.Host = func(_ context.Context, q verb.Asked) (any, error) {
			asked <- q
			return verb.ReceiptReport{Report: 1, Receipt: "r"}, nil
		}
	})
	ben := h.come(session.Options{Account: h.register("ben")})
	ben.sees("Quay")
	ben.types("export me")
	ben.sees("The wizards are told that you want it")
	if q := <-asked; q.Ask.Kind != verb.AskReport || !strings.Contains(q.Ask.Args[0], "export-player") {
		t.Errorf("asked was %+v", q)
	}
}
