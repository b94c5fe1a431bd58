package bots

import (
	"context"
	"net"
	"runtime"
	"strings"
)

// Dial connects to a server. On this machine, if it is Linux, each bot comes from an address of its own, as players do:
// so no port runs out (an address has about 28,000), and what a server allows to one address is not what is measured.
// Ids are from 0 to 16 million.
func Dial(ctx context.Context, addr string, id int) (net.Conn, error) {
	var d net.Dialer
	if host, _, err := net.SplitHostPort(addr); err == nil && runtime.GOOS == "linux" {
		if ip := net.ParseIP(host); ip != nil && ip.To4() != nil && ip.IsLoopback() {
			d.LocalAddr = &net.TCPAddr{IP: net.IPv4(127, byte(1+id>>16), byte(id>>8), byte(id))}
		}
	}
	return d.DialContext(ctx, "tcp", addr)
}

// Hello is what a bot that waits for go-aheads sends when it has dialled: that it will not tell its terminal (RFC
// 1091). So the server knows from the start that this is telnet, and marks its first question too. A bot that only
// answered what the server asks might be late with that on a busy machine, and wait for ever for a mark.
const Hello = "\xff\xfc\x18"

// DoorAnswer answers a question that is asked at the door, for somebody who wants in under a name, with an account made
// for it if there is none. It is false for a question that it does not know.
func DoorAnswer(question, name, password string) (answer string, ok bool) {
	for _, known := range []struct{ asked, answer string }{
		{"or guest:", name}, {"yes or no", "yes"}, {"Choose a password", password}, {"same again", password},
		{"Password:", password},
	} {
		if strings.Contains(question, known.asked) {
			return known.answer, true
		}
	}
	return "", false
}
