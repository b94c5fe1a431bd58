package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
)

const (
	letters        = 26
	nameLetters    = 3
	signupPassword = "bots sleep well 7" // of every account that a run makes
	tokenStart     = "mlk_"
	signupsMost    = 4 // at a time: each costs the server a password hash
)

// agentName is the name of an agent's character.
func agentName(id int) string {
	name := []byte("Load")
	for range nameLetters {
		name = append(name, byte('a'+id%letters))
		id /= letters
	}
	return string(name)
}

// signup is one visit over telnet that makes an account and a character, or enters an old one, takes the character to
// its place and brings a token home.
type signup struct {
	id          int
	name, label string
	path        []string

	conn   net.Conn
	inside bool
	token  string
	last   string // what the server said last, for an error
}

// run visits and returns the token.
func (s *signup) run(ctx context.Context, addr string) (string, error) {
	conn, err := bots.Dial(ctx, addr, s.id)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close() }()
	if err := conn.SetDeadline(time.Now().Add(loginMax)); err != nil {
		return "", err
	}
	s.conn = conn
	_, _ = io.WriteString(conn, bots.Hello) // what is wrong with it, the next read tells
	stream := bots.Stream{Line: s.line, Prompt: s.prompt}
	buf := make([]byte, readBytes)
	for {
		n, err := conn.Read(buf)
		if answer := stream.Feed(buf[:n]); len(answer) > 0 {
			_, _ = conn.Write(answer) // what is wrong with it, the next read tells
		}
		switch {
		case err == nil:
		case s.token != "" && errors.Is(err, io.EOF):
			return s.token, nil
		default:
			return "", fmt.Errorf("sign %s up, after %q: %w", s.name, s.last, err)
		}
	}
}

func (s *signup) write(lines ...string) {
	_, _ = io.WriteString(s.conn, strings.Join(lines, "\r\n")+"\r\n") // what is wrong with it, the next read tells
}

func (s *signup) line(b []byte) {
	if s.last = string(b); strings.HasPrefix(s.last, tokenStart) {
		s.token = s.last
		s.write("quit")
	}
}

func (s *signup) prompt(p []byte) {
	switch answer, ok := bots.DoorAnswer(string(p), s.name, signupPassword); {
	case begins(p, "["):
		if !s.inside {
			s.inside = true
			s.write(append(append([]string(nil), s.path...), "token new "+s.label)...)
		}
	case ok:
		s.write(answer)
	default:
		s.last = string(p)
		_ = s.conn.Close() // the next read tells
	}
}
