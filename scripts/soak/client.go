package soak

import (
	"bytes"
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
	botStem   = "Bot" // bots are Botaa, Botab and so on; nobody else's name begins so
	letters   = 26
	botsMost  = letters * letters
	password  = "tide and time 7" // of every bot's account
	enterMax  = 60 * time.Second  // from dialling to being in the world
	answerMax = 30 * time.Second  // for one answer
	readBytes = 16 << 10
)

func botName(i int) string {
	return botStem + string(rune('a'+i/letters%letters)) + string(rune('a'+i%letters))
}

// newName is somebody's who comes once, in one life.
func newName(life, i int) string {
	name := []byte("New")
	for n := life*newcomers + i; len(name) < len("Newaaaa"); n /= letters {
		name = append(name, byte('a'+n%letters))
	}
	return string(name)
}

// client is one bot in one life of the daemon.
type client struct {
	Witness
	id      int // its address; below bots it is also which of them it is
	life    int
	rng     *bots.Chance
	place   Place
	rumours *rumours
	bots    int
	gap     time.Duration // between two commands, as long as nobody rushes

	conn   net.Conn
	stream bots.Stream
	buf    [readBytes]byte

	puzzle  string    // what it was told last at the door
	inside  bool      // past the door
	looked  bool      // it knows where it is and what it carries
	listing bool      // the lines that come are what it carries
	mark    string    // ends the answer that is awaited
	renew   time.Time // when the connection's deadline is to be moved
	sent    int
}

// enter connects, signs in, making the account if there is none, and looks where it is and what it carries.
func (c *client) enter(ctx context.Context, addr string) error {
	conn, err := bots.Dial(ctx, addr, c.id+1) // from an address of its own: sign-ins from one address are slowed down
	if err != nil {
		return err
	}
	c.conn = conn
	c.stream = bots.Stream{Line: c.line, Prompt: c.prompt}
	if err := conn.SetDeadline(time.Now().Add(enterMax)); err != nil {
		return err
	}
	_, _ = io.WriteString(conn, bots.Hello) // what is wrong with it, a read tells
	if err := c.until(func() bool { return c.inside }); err != nil {
		return fmt.Errorf("%s at the door (after %q): %w", c.Name, c.puzzle, err)
	}
	c.listing = true
	c.send("inventory")
	err = c.answer()
	c.listing = false
	if err == nil && c.Room == "" {
		err = errors.New("it was not told where it is")
	}
	if err != nil {
		return fmt.Errorf("%s, entering: %w", c.Name, err)
	}
	c.looked = true
	return nil
}

// prompt answers the questions at the door.
func (c *client) prompt(p []byte) {
	switch answer, ok := bots.DoorAnswer(string(p), c.Name, password); {
	case bytes.HasPrefix(p, []byte("[")):
		c.inside = true
	case ok:
		c.write(answer)
	case bytes.Contains(p, []byte("your character be called")):
		c.write(c.Name)
	default:
		c.puzzle = string(p) // it cannot answer
		_ = c.conn.Close()   // the next read tells
	}
}

// line takes one line in.
func (c *client) line(b []byte) {
	line := string(b)
	if !c.inside {
		c.puzzle = line
	}
	switch d, ok := Read(c.Name, line); {
	case ok:
		c.hear(d)
	case c.mark != "" && strings.Contains(line, c.mark):
		c.mark = ""
	case strings.HasPrefix(line, cellWord) && c.Open != nil && c.Open.Did == Walked:
		c.hear(Deed{Who: c.Name, Did: Walked, What: line})
	case strings.HasPrefix(line, cellWord) && c.Room == "":
		c.Room = line
		c.rumours.heard(Deed{Who: c.Name, Did: Walked, What: line}, line)
	case c.listing && strings.Contains(line, "relic "):
		c.Held[word(strings.TrimSuffix(line, "."))] = true
	}
}

func (c *client) hear(d Deed) {
	c.took(d)
	if d.Who == c.Name {
		c.rumours.heard(d, c.Room)
	}
}

func (c *client) write(line string) {
	_, _ = c.conn.Write([]byte(line + "\r\n")) // what is wrong with it, a read tells
}

// until reads until something is so.
func (c *client) until(so func() bool) error {
	for !so() {
		n, err := c.conn.Read(c.buf[:])
		if answer := c.stream.Feed(c.buf[:n]); len(answer) > 0 {
			_, _ = c.conn.Write(answer) // what is wrong with it, a read tells
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// send sends a command, and behind it a word that nobody knows: when the server says so, the answer is complete.
func (c *client) send(command string) {
	c.sent++
	c.mark = fmt.Sprintf("zq%dx%d", c.id, c.sent)
	_, _ = c.conn.Write([]byte(command + "\r\n" + c.mark + "\r\n")) // what is wrong with it, a read tells
}

// answer reads until the answer to the last command is complete.
func (c *client) answer() error { return c.until(func() bool { return c.mark == "" }) }

// play acts until the connection ends, and returns how many commands were answered and why it ended. It keeps its pace
// until told to rush. What was told meanwhile it reads when it is its turn again, so that many can play on one core.
func (c *client) play(rush, killed <-chan struct{}) (answered int, err error) {
	next := time.Now().Add(time.Duration(c.rng.Below(int(c.gap))))
	timer := time.NewTimer(time.Until(next))
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-rush:
		case <-killed:
		}
		now := time.Now()
		if now.After(c.renew) {
			c.renew = now.Add(answerMax)
			if err := c.conn.SetDeadline(now.Add(2 * answerMax)); err != nil {
				return answered, err
			}
		}
		if c.Open != nil {
			if err := c.answer(); err != nil {
				return answered, err
			}
			c.Open = nil
			answered++
		}
		select {
		case <-killed:
			return answered, c.until(func() bool { return false })
		default:
		}
		next = next.Add(c.gap)
		timer.Reset(max(0, time.Until(next)))
		command, d := c.choose()
		c.Open = &d
		c.send(command)
	}
}
