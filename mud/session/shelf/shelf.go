// Package shelf keeps with an account what a screen remembers of itself: how it is arranged, its aliases. Its one idea
// is that this changes often and matters little: it is written at once, and after that at most once in [Rest], always
// the newest, and nobody waits for it. It is no part of the world and in no record of it.
//
// A [Shelf] belongs to its session's goroutine. What a screen says is data: it is judged by [settings.Keepable], never
// read.
package shelf

import (
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
)

// Rest is how long nothing is written again; what came meanwhile is written then.
const Rest = 3 * time.Second

// Desk is the session.
type Desk interface {
	// Account is whose shelf it is; "" for a guest, who has none.
	Account() world.AccountID
	// Write makes account rows on the writer and has them written. Nobody waits for it.
	Write(rows func() ([]account.Put, error))
	// After calls f on the session's goroutine after a time.
	After(d time.Duration, f func())
}

// Accounts is where it is kept.
type Accounts interface {
	Settings(id world.AccountID) ([]byte, error)
	KeepSettings(id world.AccountID, raw []byte) ([]account.Put, error)
}

// Shelf is what waits to be written. The zero Shelf is ready.
type Shelf struct {
	newest  string
	written string
	rests   bool
}

// Put puts something down in the place of what waits, and writes it when it is time. What is not Keepable is dropped.
func (s *Shelf) Put(d Desk, accounts Accounts, state string) {
	if d.Account() == "" || !settings.Keepable(state) {
		return
	}
	if s.newest = state; !s.rests {
		s.rest(d, accounts)
	}
}

// rest writes what waits and comes again after a while, until nothing waits.
func (s *Shelf) rest(d Desk, accounts Accounts) {
	if s.rests = s.Write(d, accounts); s.rests {
		d.After(Rest, func() { s.rest(d, accounts) })
	}
}

// Write writes what waits now, as at the end of a session. It reports whether anything did.
func (s *Shelf) Write(d Desk, accounts Accounts) bool {
	if s.newest == s.written {
		return false
	}
	id, state := d.Account(), s.newest
	s.written = state
	d.Write(func() ([]account.Put, error) {
		raw, err := accounts.Settings(id)
		if err == nil {
			raw, err = settings.Remember(raw, state)
		}
		if err != nil {
			return nil, err
		}
		return accounts.KeepSettings(id, raw)
	})
	return true
}
