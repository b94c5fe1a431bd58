package peers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
)

const (
	enterMax  = 60 * time.Second
	answerMax = 15 * time.Second
	readBytes = 16 << 10
	saidMost  = 16 << 10 // of what a server said, kept for an error
)

// player is one person at a keyboard.
type player struct {
	ctx    context.Context //nolint:containedctx // of the round, which is all of a player's life
	d      *Description
	who    Person
	conn   net.Conn
	stream bots.Stream
	lines  strings.Builder // whole lines since it spoke last
	tokens int
}

// enter connects and answers the questions at the door until the person is in play.
func enter(ctx context.Context, s *server, who Person) (*player, error) {
	conn, err := s.dial(ctx)
	if err != nil {
		return nil, err
	}
	d := s.d
	p := &player{ctx: ctx, d: d, who: who, conn: conn}
	p.stream = bots.Stream{
		Line:   func(line []byte) { p.lines.Write(line); p.lines.WriteByte('\n') },
		Prompt: func(prompt []byte) { p.lines.Write(prompt); p.lines.WriteByte('\n') },
	}
	until := time.Now().Add(enterMax)
	for {
		var answer string
		err := p.until(until, func(said string) bool {
			answer = p.question(said)
			return answer != "" || d.Inside.MatchString(said)
		})
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%s at the door: %w", who.Name, err), conn.Close())
		}
		if answer == "" {
			break
		}
		p.say(answer)
	}
	for _, command := range who.Enters {
		if _, err := p.ask(command); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return p, nil
}

// question finds the last question in what was said, and the answer to it; an answer that is nothing is an empty line.
func (p *player) question(said string) string {
	at, answer := -1, ""
	for _, a := range p.d.Door {
		if i := strings.LastIndex(said, a.See); i > at {
			at, answer = i, p.fill(a.Say)+"\r\n"
		}
	}
	return answer
}

func (p *player) fill(text string, more ...string) string {
	return filled(filled(text, more...), "name", p.who.Name, "password", p.who.Password)
}

// say sends lines and forgets what was said before.
func (p *player) say(text string) {
	_ = wait(p.ctx, time.Duration(p.d.Gap)) // whoever ends it ends the reading as well
	p.lines.Reset()
	_ = p.stream.Feed([]byte("\n")) // the prompt that is answered now belongs to what was said before
	p.lines.Reset()
	_, _ = p.conn.Write([]byte(text)) // what is wrong with it, a read tells
}

// until reads until what was said is so, at most until a time.
func (p *player) until(end time.Time, so func(said string) bool) error {
	if err := p.conn.SetReadDeadline(end); err != nil {
		return err
	}
	buf := make([]byte, readBytes)
	for !so(p.said()) {
		n, err := p.conn.Read(buf)
		if answer := p.stream.Feed(buf[:n]); len(answer) > 0 {
			_, _ = p.conn.Write(answer) // what is wrong with it, a read tells
		}
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			return fmt.Errorf("no such answer in time; the server said:\n%s", p.last())
		case err != nil && !so(p.said()):
			return fmt.Errorf("the connection ended: %w; the server said:\n%s", err, p.last())
		}
	}
	return nil
}

func (p *player) said() string { return p.lines.String() + string(p.stream.Pending()) }

func (p *player) last() string {
	said := p.said()
	return said[max(0, len(said)-saidMost):]
}

// ask sends a command and returns the whole answer in one line: what was said until a word that only we know came back.
func (p *player) ask(command string, more ...string) (string, error) {
	p.tokens++
	token := "zq" + p.who.Name[:1] + strconv.Itoa(p.tokens) + "x"
	marked, err := regexp.Compile(filled(p.d.Words.Marked, "token", token))
	if err != nil {
		return "", fmt.Errorf("words.marked: %w", err)
	}
	command = p.fill(command, more...)
	p.say(command + "\r\n")
	if err := wait(p.ctx, time.Duration(p.d.Gap)); err != nil {
		return "", err
	}
	_, _ = io.WriteString(p.conn, filled(p.d.Words.Mark, "token", token)+"\r\n") // what is wrong with it, a read tells
	if err := p.until(time.Now().Add(answerMax), marked.MatchString); err != nil {
		return "", fmt.Errorf("%s said %q: %w", p.who.Name, command, err)
	}
	said := p.said()
	return strings.Join(strings.Fields(said[:marked.FindStringIndex(said)[0]]), " "), nil
}

// do sends a command whose answer must be so.
func (p *player) do(want Pattern, command string, more ...string) error {
	answer, err := p.ask(command, more...)
	if err == nil && !want.MatchString(answer) {
		err = fmt.Errorf("%s said %q, and the answer has no %q in it: %s", p.who.Name, p.fill(command, more...),
			want.String(), answer)
	}
	return err
}
