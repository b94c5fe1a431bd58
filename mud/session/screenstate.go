package session

import (
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
)

// ScreenStateRest is how long nothing is written again; what came meanwhile is written then.
const ScreenStateRest = 3 * time.Second

// screenStateDesk is the session.
type screenStateDesk interface {
	// Account is whose shelf it is; "" for a guest, who has none.
	Account() world.AccountID
	// Write makes account rows on the writer and has them written. Nobody waits for it.
	Write(rows func() ([]account.Put, error))
	// After calls f on the session's goroutine after a time.
	After(d time.Duration, f func())
}

// settingsAccounts is where it is kept.
type settingsAccounts interface {
	Settings(id world.AccountID) ([]byte, error)
	KeepSettings(id world.AccountID, raw []byte) ([]account.Put, error)
}

// ScreenState is what waits to be written. The zero value is ready.
type ScreenState struct {
	newest  string
	written string
	rests   bool
}

// Put puts something down in the place of what waits, and writes it when it is time. What is not Keepable is dropped.
func (s *ScreenState) Put(d screenStateDesk, accounts settingsAccounts, state string) {
	if d.Account() == "" || !settings.Keepable(state) {
		return
	}
	if s.newest = state; !s.rests {
		s.rest(d, accounts)
	}
}

// rest writes what waits and comes again after a while, until nothing waits.
func (s *ScreenState) rest(d screenStateDesk, accounts settingsAccounts) {
	if s.rests = s.Write(d, accounts); s.rests {
		d.After(ScreenStateRest, func() { s.rest(d, accounts) })
	}
}

// Write writes what waits now, as at the end of a session. It reports whether anything did.
func (s *ScreenState) Write(d screenStateDesk, accounts settingsAccounts) bool {
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
