package bots

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	readBytes   = 2 << 10          // one read of a bot
	pendingMost = 8                // commands of one bot without an answer; further ones are skipped and counted
	loginMax    = 60 * time.Second // from dialling to being at one's place
	strollSteps = 3                // random ways gone at first in a world that is no Town
)

// The phases of a bot's life.
const (
	atDoor = iota
	entering
	naming
	walking
	playing
	ended
)

// bot is one player. Its own goroutine reads; commands are sent by that or by the pacer, under mu.
type bot struct {
	run    *run
	id     int
	conn   net.Conn
	stream Stream
	began  time.Time
	path   []string // ways still to go before play
	chance *Chance

	mu      sync.Mutex
	phase   int
	name    string
	exits   []string
	away    bool // moved out of its own room, and goes back next
	sent    int
	uses    map[string]int // how often each kind was sent
	pending []pending
	line    []byte
}

// pending is a command without an answer yet.
type pending struct {
	kind  Kind
	token string
	at    time.Time
	timed bool // sent while the run measured
}

// dial connects, from an address of its own kind when ports could run short: a loopback address has about 28,000.
func (b *bot) dial(ctx context.Context) error {
	var d net.Dialer
	if host, _, err := net.SplitHostPort(b.run.c.Addr); err == nil {
		if ip := net.ParseIP(host); ip != nil && ip.To4() != nil && ip.IsLoopback() {
			const botsPerAddress = 10_000
			d.LocalAddr = &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(1+b.id/botsPerAddress))}
		}
	}
	conn, err := d.DialContext(ctx, "tcp", b.run.c.Addr)
	if err != nil {
		return err
	}
	b.conn = conn
	return conn.SetDeadline(time.Now().Add(loginMax))
}

// live plays until the connection or the context ends. entered is called once, when the bot is past the door or failed.
func (b *bot) live(ctx context.Context, entered func()) error {
	once := sync.OnceFunc(entered)
	defer once()
	b.began = time.Now()
	if err := b.dial(ctx); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = b.conn.Close() })
	defer stop()
	defer func() { _ = b.conn.Close() }()
	b.stream = Stream{Line: b.heard, Prompt: b.prompted}
	if b.run.c.Echo {
		b.phase = entering
		b.write("guest")
	}
	buf := make([]byte, readBytes)
	for {
		n, err := b.conn.Read(buf)
		b.run.in.Add(uint64(n))
		b.mu.Lock()
		if answer := b.stream.Feed(buf[:n]); len(answer) > 0 {
			_, _ = b.conn.Write(answer) // what is wrong with it, the next read tells
		}
		phase := b.phase
		b.mu.Unlock()
		if phase > entering {
			once()
		}
		if err != nil {
			return fmt.Errorf("in phase %d: %w", phase, err)
		}
	}
}

// prompted takes a prompt; b.mu is held.
func (b *bot) prompted(p []byte) {
	switch {
	case b.phase == atDoor && bytes.HasSuffix(p, []byte("guest: ")):
		b.phase = entering
		b.write("guest")
	case b.phase == entering && begins(p, "["):
		b.run.login.Add(time.Since(b.began))
		b.phase = naming
		b.write("score")
	}
}

// heard takes a line; b.mu is held.
func (b *bot) heard(line []byte) {
	if ways, ok := bytes.CutPrefix(line, []byte("Exits: ")); ok {
		b.exits = exitsIn(string(ways))
	}
	switch {
	case b.phase == playing:
		b.matched(line)
	case b.run.c.Echo && b.phase == entering:
		b.run.login.Add(time.Since(b.began))
		b.play()
	case b.phase == naming && has(line, " of level "):
		b.name, _, _ = strings.Cut(string(line), ",")
		b.phase = walking
		b.step()
	case b.phase == walking && (begins(line, "Exits: ") || refused(line)):
		b.step()
	}
}

// exitsIn reads "North, East (closed)." as the ways that can be typed and lead somewhere.
func exitsIn(list string) []string {
	var out []string
	for way := range strings.SplitSeq(strings.TrimSuffix(list, "."), ", ") {
		if !strings.Contains(way, "(") {
			out = append(out, strings.ToLower(way))
		}
	}
	return out
}

// step goes one way further, or begins to play when there is none.
func (b *bot) step() {
	if len(b.path) == 0 {
		b.play()
		return
	}
	way := b.path[0]
	b.path = b.path[1:]
	if way == "" && len(b.exits) > 0 {
		way = b.exits[b.chance.Below(len(b.exits))]
	}
	b.write(way)
}

func (b *bot) play() {
	b.phase = playing
	b.exits = append([]string(nil), b.exits...)
	_ = b.conn.SetDeadline(time.Time{}) // what is wrong with it, the next read tells
	b.run.arrived(b)
}

// matched holds a line against the oldest command without an answer.
func (b *bot) matched(line []byte) {
	if len(b.pending) > 0 {
		p := b.pending[0]
		if b.run.c.Echo || p.kind.answers(line, p.token) {
			b.pending = append(b.pending[:0], b.pending[1:]...)
			b.run.answered(p)
			if b.run.c.PerSecond == 0 && b.run.sending.Load() {
				b.send()
			}
			return
		}
	}
	if !b.run.c.Echo && perceived(line) {
		b.run.perceived.Add(1)
	}
}

// command sends the next command of the mix, or skips it when too many wait for their answers.
func (b *bot) command() {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.phase != playing:
	case len(b.pending) >= pendingMost:
		b.run.skipped.Add(1)
	default:
		b.send()
	}
}

// send sends the next command; b.mu is held.
func (b *bot) send() {
	kind := b.run.deck[b.chance.Below(len(b.run.deck))]
	b.sent++
	w := want{token: "q" + strconv.Itoa(b.id) + "x" + strconv.Itoa(b.sent), even: b.uses[kind.Name]%2 == 1}
	b.uses[kind.Name]++
	switch kind.Name {
	case "tell":
		w.friend = b.run.friend(b.id)
	case "move":
		w.dir = b.way()
	}
	b.line = kind.typed(b.line[:0], w)
	b.line = append(b.line, '\r', '\n')
	b.pending = append(b.pending, pending{kind: kind, token: w.token, at: time.Now(), timed: b.run.measuring.Load()})
	b.run.out.Add(uint64(len(b.line)))
	_, _ = b.conn.Write(b.line) // what is wrong with it, the next read tells
}

// way returns a way to go: in a town out of the own room and back in, elsewhere any that was seen last.
func (b *bot) way() string {
	if room := b.run.room(b.id); b.run.c.Town.Rooms > 0 {
		if room == 0 {
			return "look"
		}
		b.away = !b.away
		if b.away {
			return wayOut
		}
		return branchDirs()[(room-1)%branches]
	}
	if len(b.exits) == 0 {
		return "look"
	}
	return b.exits[b.chance.Below(len(b.exits))]
}

// write sends a line that is no command of the mix.
func (b *bot) write(line string) {
	n, _ := b.conn.Write([]byte(line + "\r\n")) // what is wrong with it, the next read tells
	b.run.out.Add(uint64(n))
}

// end takes what is still without an answer.
func (b *bot) end() (unanswered int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.phase = ended
	for _, p := range b.pending {
		if p.timed {
			unanswered++
		}
	}
	return unanswered
}

// errNobody says that a run has nobody left to measure.
var errNobody = errors.New("no bot reached its place")
