package playclient

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net"
	"strings"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/account"
)

const (
	soloKey  = "account"  // the name and the password of the only account, beside what else is remembered
	Stranger = "Wanderer" // who one is where the system's name of oneself is no name of a character
	// soloQuestion begins what a world asks whoever comes in.
	soloQuestion = "Your name"
	soloBytes    = 16 // of randomness in the password
)

// Solo is a world that runs inside this process for one player.
type Solo struct {
	// Dial connects to the world's only telnet listener; the address is ignored.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Close stops the world. When it returns, all is on the disk.
	Close func() error
}

// StartSolo starts a world in a folder, with one account whose only character is called as the account.
type StartSolo func(e *command.Env, dir, name, password string) (Solo, error)

func newPassword() string {
	b := make([]byte, soloBytes)
	_, _ = rand.Read(b) // it never fails
	return hex.EncodeToString(b)
}

// soloCharacter is who one is: the system's name of the person, if a character may be called so.
func soloCharacter(getenv func(string) string) string {
	user := strings.ToLower(command.OrDefault(getenv("USER"), getenv("USERNAME")))
	if _, err := account.ParseName(user); err != nil || user == "root" {
		return Stranger
	}
	return strings.ToUpper(user[:1]) + user[1:]
}
