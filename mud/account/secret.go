package account

import (
	"errors"
	"log/slog"
)

const redacted = "[secret]"

// Secret is a password, a token or a code on its way through memory. However it is printed, logged or marshalled it
// shows "[secret]"; only Reveal gives the text. The zero value is the empty secret.
type Secret struct {
	// A pointer, because fmt prints the content of unexported fields of a struct that holds this one without asking
	// String; of a pointer it prints the address.
	text *string
}

// NewSecret wraps a text.
func NewSecret(text string) Secret { return Secret{text: &text} }

// Reveal gives the text. Use it only to hash, to compare, or to show it once to its owner.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// String redacts.
func (s Secret) String() string { return redacted }

// GoString redacts, for %#v.
func (s Secret) GoString() string { return redacted }

// LogValue redacts, for log/slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText refuses: a secret that reaches an encoder is a mistake that must be seen.
func (s Secret) MarshalText() ([]byte, error) { return nil, errors.New("encode secret: refused") }
