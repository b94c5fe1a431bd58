package remote

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Limits of a file of tokens.
const (
	TokensMost         = 1000 // connections of bodies; a runner runs no more minds
	tokensBytesMost    = 1 << 20
	tokenBytesMost     = 512 // the server takes no longer one either
	bodyBytesMost      = 128
	othersMay          = 0o077 // the bits of a mode by which others than the owner may do something
	wordsOfALine       = 2
	commentBegins      = "#"
	tokensFileIsPublic = "%s can be read or written by others (its mode is %04o), and whoever has a token can be the " +
		"mind of its body. Make it yours alone: chmod 600 %[1]s"
)

// Token lets a mind drive one body.
type Token struct {
	Body   string
	secret string
}

// String names the body and not the token.
func (t Token) String() string { return t.Body }

// GoString is String; %#v must not tell either.
func (t Token) GoString() string { return t.Body }

// ReadTokens reads a file with a line for each body: its id and its token. What follows a # is a comment. A file that
// others may read or write is refused.
func ReadTokens(path string) ([]Token, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the tokens: %w", err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the tokens: %w", err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("read the tokens: %s is no file", path)
	case info.Mode().Perm()&othersMay != 0:
		return nil, fmt.Errorf(tokensFileIsPublic, path, info.Mode().Perm())
	}
	text, err := io.ReadAll(io.LimitReader(f, tokensBytesMost+1))
	if err != nil {
		return nil, fmt.Errorf("read the tokens: %w", err)
	}
	out, line, err := parseTokens(text)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", path, line, err)
	}
	return out, nil
}

// parseTokens reads the lines; line is the one that err is about.
func parseTokens(text []byte) (out []Token, line int, err error) {
	if len(text) > tokensBytesMost {
		return nil, 0, errors.New("so much cannot be tokens")
	}
	bodies, secrets := map[string]int{}, map[string]int{}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		line++
		said, _, _ := strings.Cut(lines.Text(), commentBegins)
		words := strings.Fields(said)
		if len(words) == 0 {
			continue
		}
		if len(words) != wordsOfALine {
			return nil, line, errors.New("a line is a body and its token, as npc list and npc token show them")
		}
		t := Token{words[0], words[1]}
		switch {
		case len(t.Body) > bodyBytesMost || len(t.secret) > tokenBytesMost:
			return nil, line, errors.New("that is too long for a body or a token")
		case bodies[t.Body] > 0:
			return nil, line, fmt.Errorf("%s has a token already, in line %d", t.Body, bodies[t.Body])
		case secrets[t.secret] > 0:
			return nil, line, fmt.Errorf("that token stands in line %d already; each body has its own", secrets[t.secret])
		case len(out) == TokensMost:
			return nil, line, fmt.Errorf("more than %d bodies are too many for one process", TokensMost)
		}
		bodies[t.Body], secrets[t.secret] = line, line
		out = append(out, t)
	}
	return out, line, nil
}
