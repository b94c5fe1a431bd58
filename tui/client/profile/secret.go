package profile

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/zalando/go-keyring"
)

const (
	// service is what the keyring calls what is ours.
	service = "mudlark"
	// keyringWait is how long the keyring may take: a person may have to unlock it.
	keyringWait = 30 * time.Second
)

// Why a password is neither kept nor known: there is no other place for it.
var (
	// ErrNoKeyring says that this machine has no keyring, or none that answers.
	ErrNoKeyring = errors.New("this machine has no keyring that answers")
	// ErrLocked says that nobody unlocked the keyring.
	ErrLocked = errors.New("the keyring of this machine stayed locked")
)

// Secret names a password in the keyring: whose, and where.
type Secret struct {
	Account string
	At      string // the address, so that no other MUD is ever told it
}

func (s Secret) key() string { return s.Account + "@" + s.At }

// Reveal returns the password; false means that the keyring has none. The error is ErrLocked or an
// ErrNoKeyring.
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
		return plain(err)
	case <-time.After(keyringWait):
		return ErrNoKeyring
	}
}

// plain says in a person's words what the keyring says in its own.
func plain(err error) error {
	switch {
	case err == nil, errors.Is(err, keyring.ErrNotFound):
		return err
	case strings.HasPrefix(err.Error(), "failed to unlock"): // the library has no name for it
		return ErrLocked
	case errors.Is(err, exec.ErrNotFound): // which names a program that nobody has to know
		return ErrNoKeyring
	}
	return fmt.Errorf("%w: %w", ErrNoKeyring, err)
}
