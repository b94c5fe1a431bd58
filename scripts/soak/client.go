package soak

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/scripts/bots"
)

const (
	botStem   = "Bot" // bots are Botaa, Botab and so on; nobody else's name begins so
	letters   = 26
	password  = "tide and time 7" // of every bot's account
	enterMax  = 60 * time.Second  // from dialling to being in the world
	answerMax = 30 * time.Second  // for one answer
	paceEvery = 100 * time.Millisecond
	readBytes = 4 << 10
)

func botName(i int) string {
	return botStem + string(rune('a'+i/letters%letters)) + string(rune('a'+i%letters))
}

// client is one bot in one life of the daemon.
type client struct {
	Witness
	id      int
	life    int
	rng     *bots.Chance
	rumours *rumours
	bots    int

	conn   net.Conn
	stream bots.Stream
	buf    [readBytes]byte

	puzzle  string // a question at the door that it cannot answer
	inside  bool   // past the door
	looked  bool   // it knows where it is and what it carries
	listing bool   // the lines that come are what it carries
	mark    string // ends the answer that is awaited
	sent    int
}

// rumours are where bots believe things to be, so that they do not only grasp at air. Nothing is judged by them.
type rumours struct {
	mu sync.Mutex
	at map[string]string
}

func (r *rumours) heard(d Deed, room string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch d.Did {
	case Dropped:
		r.at[d.What] = room
	case Put, Gave:
		r.at[d.What] = d.To
	case Took, TookOut:
		r.at[d.What] = d.Who
	case Said, Told, Walked:
	}
}

func (r *rumours) of(what string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at[what]
}

// enter connects, signs in, making the account if there is none, and looks where it is and what it carries.
func (c *client) enter(ctx context.Context, addr string) error {
	// An address for each bot: sign-ins from one address are slowed down.
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+c.id))}}
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	c.conn = conn
	c.stream = bots.Stream{Line: c.line, Prompt: c.prompt}
	if err := conn.SetDeadline(time.Now().Add(enterMax)); err != nil {
		return err
	}
	if err := c.until(func() bool { return c.inside }); err != nil {
		return fmt.Errorf("%s at the door (last asked what it did not know: %q): %w", c.Name, c.puzzle, err)
	}
	c.listing = true
	err = c.ask("inventory")
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
	default:
		c.puzzle = string(p)
		_ = c.conn.Close() // the next read tells
	}
}

// line takes one line in.
func (c *client) line(b []byte) {
	line := string(b)
	switch d, ok := Read(c.Name, line); {
	case ok:
		c.took(d)
		c.rumours.heard(d, c.Room)
	case c.mark != "" && strings.Contains(line, c.mark):
		c.mark = ""
	case strings.HasPrefix(line, "Cell ") && c.Open != nil && c.Open.Did == Walked:
		c.took(Deed{Who: c.Name, Did: Walked, What: line})
	case strings.HasPrefix(line, "Cell ") && c.Room == "":
		c.Room = line
	case c.listing && strings.Contains(line, "relic "):
		c.Held[word(strings.TrimSuffix(line, "."))] = true
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

// ask sends a command and waits until its answer is complete: behind it goes a word that nobody knows, and the server
// says so.
func (c *client) ask(command string) error {
	c.sent++
	c.mark = fmt.Sprintf("zq%dx%d", c.id, c.sent)
	_, _ = c.conn.Write([]byte(command + "\r\n" + c.mark + "\r\n")) // what is wrong with it, a read tells
	return c.until(func() bool { return c.mark == "" })
}

// play acts until the connection ends, and returns how many commands were answered and why it ended. It keeps its pace
// until rush says otherwise.
func (c *client) play(rush func() bool) (answered int, err error) {
	next := time.Now().Add(time.Duration(c.rng.Below(int(paceEvery))))
	for {
		if !rush() {
			if err := c.idle(next); err != nil {
				return answered, err
			}
		}
		next = time.Now().Add(paceEvery/2 + time.Duration(c.rng.Below(int(paceEvery))))
		if err := c.conn.SetDeadline(time.Now().Add(answerMax)); err != nil {
			return answered, err
		}
		command, d := c.choose()
		c.Open = &d
		if err := c.ask(command); err != nil {
			return answered, err
		}
		c.Open = nil
		answered++
	}
}

// idle reads what comes until a time.
func (c *client) idle(next time.Time) error {
	if err := c.conn.SetDeadline(next); err != nil {
		return err
	}
	err := c.until(func() bool { return false })
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return nil
	}
	return err
}

// choose picks the next command, and says what its effect would be.
func (c *client) choose() (string, Deed) {
	held := make([]string, 0, len(c.Held))
	for i := range relics {
		if r := relicName(i); c.Held[r] {
			held = append(held, r)
		}
	}
	friend := botName((c.id + 1 + c.rng.Below(c.bots-1)) % c.bots)
	d := Deed{Who: c.Name}
	switch n := c.rng.Below(100); {
	case n < 10:
		d.Did, d.What = Said, c.words()
		return "say " + d.What, d
	case n < 18:
		d.Did, d.What, d.To = Told, c.words(), friend
		return "tell " + friend + " " + d.What, d
	case n < 26:
		d.Did = Walked
		return []string{"north", "south"}[c.rng.Below(2)], d
	case n < 29:
		d.Did, d.What = Took, pebble
		return "get pebble", d
	case n < 32:
		d.Did, d.What = Dropped, pebble
		return "drop pebble", d
	case n < 60 || len(held) == 0:
		d.Did, d.What = Took, c.wanted()
		return "get " + d.What, d
	}
	d.What = held[c.rng.Below(len(held))]
	switch c.rng.Below(3) {
	case 0:
		d.Did = Dropped
		return "drop " + d.What, d
	case 1:
		d.Did, d.To = Put, "c"+strings.TrimPrefix(c.Room, "Cell ")
		return "put " + d.What + " in " + d.To, d
	default:
		d.Did, d.To = Gave, friend
		return "give " + d.What + " to " + friend, d
	}
}

// words are a speech that nobody makes but once.
func (c *client) words() string { return fmt.Sprintf("w%dx%dx%d", c.life, c.id, c.sent) }

// wanted is a relic that may be near. All bots want the same few, so that they get in each other's way.
func (c *client) wanted() string {
	const guesses = 12
	what := ""
	for range guesses {
		what = relicName(c.rng.Below(min(2*c.bots, relics)))
		at := c.rumours.of(what)
		if at == c.Room || at == "c"+strings.TrimPrefix(c.Room, "Cell ") {
			return what
		}
	}
	return what
}
