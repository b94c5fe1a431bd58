// Package keyboard is a person at a telnet client, as far as a check needs one: somebody who has an account, types
// lines, and remembers everything that was shown.
//
// Its one idea: what was shown is one long text in which runs of white space count as one space, so that what a line's
// width breaks is still found. [Person.Await] looks only behind what it found before, so that a second arrival is not
// taken for the first; [Person.Saw] looks through everything.
//
// A person may be used from one goroutine; a second one of its own reads.
package keyboard

import (
	"context"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
)

const (
	readBytes  = 16 << 10
	awaitMax   = 30 * time.Second // for what is awaited; generous, because machines that check are busy
	shownInErr = 1500             // how much of what was shown an error quotes, in bytes
)

// Person is somebody at a telnet client.
type Person struct {
	Name string

	conn   net.Conn
	stream bots.Stream
	inside chan struct{} // closed when the door is behind them
	isIn   bool
	marks  int

	mu    sync.Mutex
	shown strings.Builder
	news  chan struct{} // has a value after something was shown
	ended error
	read  int // up to where the text was awaited already
}

// Sit connects to addr as the id-th person of this check, who signs in, or makes an account if there is none of that
// name, and returns when they are in the world. The character bears the account's name.
func Sit(ctx context.Context, addr string, id int, name, password string) (*Person, error) {
	conn, err := bots.Dial(ctx, addr, id) // from an address of its own: sign-ins from one address are slowed down
	if err != nil {
		return nil, fmt.Errorf("%s sits down: %w", name, err)
	}
	p := &Person{Name: name, conn: conn, inside: make(chan struct{}), news: make(chan struct{}, 1)}
	p.stream = bots.Stream{Line: p.show, Prompt: func(b []byte) { p.asked(string(b), password) }}
	go p.listen()
	ctx, cancel := context.WithTimeout(ctx, awaitMax)
	defer cancel()
	for {
		select {
		case <-p.inside:
			return p, nil
		case <-ctx.Done():
			_ = conn.Close()
			return nil, fmt.Errorf("%s at the door: %w; last shown: %s", name, ctx.Err(), p.tail())
		case <-p.news:
			if err := p.over(); err != nil {
				return nil, fmt.Errorf("%s at the door: %w; last shown: %s", name, err, p.tail())
			}
		}
	}
}

// asked answers the questions at the door.
func (p *Person) asked(question, password string) {
	p.show([]byte(question))
	if p.isIn {
		return
	}
	answer, ok := bots.DoorAnswer(question, p.Name, password)
	switch {
	case strings.HasPrefix(question, "["):
		p.isIn = true
		close(p.inside)
	case ok:
		p.Type(answer)
	case strings.Contains(question, "your character be called"):
		p.Type(p.Name)
	default:
		_ = p.conn.Close() // the reader tells
	}
}

func (p *Person) show(b []byte) {
	p.mu.Lock()
	for word := range strings.FieldsSeq(string(b)) {
		p.shown.WriteString(word)
		p.shown.WriteByte(' ')
	}
	p.mu.Unlock()
	p.wake()
}

func (p *Person) wake() {
	select {
	case p.news <- struct{}{}:
	default:
	}
}

// listen reads until the connection ends.
func (p *Person) listen() {
	buf := make([]byte, readBytes)
	for {
		n, err := p.conn.Read(buf)
		if answer := p.stream.Feed(buf[:n]); len(answer) > 0 {
			_, _ = p.conn.Write(answer) // what is wrong with it, the next read tells
		}
		if err != nil {
			p.mu.Lock()
			p.ended = err
			p.mu.Unlock()
			p.wake()
			return
		}
	}
}

func (p *Person) over() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ended
}

// Type sends a line.
func (p *Person) Type(line string) {
	_, _ = p.conn.Write([]byte(line + "\r\n")) // what is wrong with it, a read tells
}

// Await waits until what was shown since the last find matches the pattern, and returns the match and its groups.
func (p *Person) Await(ctx context.Context, pattern string) ([]string, error) {
	want, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("%s awaits: %w", p.Name, err)
	}
	ctx, cancel := context.WithTimeout(ctx, awaitMax)
	defer cancel()
	for {
		if found := p.find(want); found != nil {
			return found, nil
		}
		if err := p.over(); err != nil {
			return nil, fmt.Errorf("%s was to see %q and lost the connection: %w; last shown: %s", p.Name, pattern, err,
				p.tail())
		}
		select {
		case <-p.news:
		case <-ctx.Done():
			return nil, fmt.Errorf("%s never saw %q; last shown: %s", p.Name, pattern, p.tail())
		}
	}
}

func (p *Person) find(want *regexp.Regexp) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := p.shown.String()
	at := want.FindStringSubmatchIndex(text[p.read:])
	if at == nil {
		return nil
	}
	found := want.FindStringSubmatch(text[p.read:])
	p.read += at[1]
	return found
}

// Do types a line and waits for what must come of it.
func (p *Person) Do(ctx context.Context, line, pattern string) ([]string, error) {
	p.mu.Lock()
	p.read = p.shown.Len()
	p.mu.Unlock()
	p.Type(line)
	return p.Await(ctx, pattern)
}

// Finish types a line, and waits until the server has answered it, whatever it says: behind the line goes a word that
// nobody knows, and the answer to that comes after.
func (p *Person) Finish(ctx context.Context, line string) error {
	p.marks++
	mark := fmt.Sprintf("zq%dx", p.marks)
	_, err := p.Do(ctx, line+"\r\n"+mark, mark)
	return err
}

// Saw reports whether anything that was ever shown matches the pattern.
func (p *Person) Saw(pattern *regexp.Regexp) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return pattern.MatchString(p.shown.String())
}

// tail returns the end of what was shown.
func (p *Person) tail() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := p.shown.String()
	return "... " + text[max(0, len(text)-shownInErr):]
}

// Mint makes a token with which an agent may act for the character.
func (p *Person) Mint(ctx context.Context, label string) (string, error) {
	found, err := p.Do(ctx, "token new "+label, `(mlk_[a-z0-9]{52})`)
	if err != nil {
		return "", err
	}
	return found[1], nil
}

// Leave quits the world and waits until the server has hung up.
func (p *Person) Leave(ctx context.Context) error {
	p.Type("quit")
	_, err := p.Await(ctx, "Goodbye")
	return errors.Join(err, p.conn.Close())
}
