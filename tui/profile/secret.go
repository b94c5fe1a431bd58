package profile

import (
	"errors"
	"fmt"
	"time"

	"github.com/zalando/go-keyring"
)

const (
	// service is what the keyring calls what is ours.
	service = "mudlark"
	// keyringWait is how long the keyring may take: a person may have to unlock it.
	keyringWait = 30 * time.Second
)

// ErrNoKeyring says that this machine has no keyring, or none that answers.
var ErrNoKeyring = errors.New("this machine has no keyring that answers")

// Secret names a password in the keyring: whose, and where.
type Secret struct {
	Account string
	At      string // the address, so that no other MUD is ever told it
}

func (s Secret) key() string { return s.Account + "@" + s.At }

// Reveal returns the password; false means that the keyring has none. The error is ErrNoKeyring, or the keyring's.
func (s Secret) Reveal() (string, bool, error) {
	var password string
	err := within(func() (err error) {
		password, err = keyring.Get(service, s.key())
		return err
	})
	if errors.Is(err, keyring.ErrNotFound) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	return password, true, nil
}

// Store puts a password into the keyring.
func (s Secret) Store(password string) error {
	return within(func() error { return keyring.Set(service, s.key(), password) })
}

// Erase takes the password out of the keyring; that there is none is no error.
func (s Secret) Erase() error {
	err := within(func() error { return keyring.Delete(service, s.key()) })
	if errors.Is(err, keyring.ErrNotFound) {
		return nil
	}
	return err
}

// within asks the keyring, for a bounded time. One that never answers keeps its goroutine.
func within(ask func() error) error {
	done := make(chan error, 1)
	go func() { done <- ask() }()
	select {
	case err := <-done:
		if err != nil && !errors.Is(err, keyring.ErrNotFound) {
			return fmt.Errorf("%w: %w", ErrNoKeyring, err)
		}
		return err
	case <-time.After(keyringWait):
		return ErrNoKeyring
	}
}
