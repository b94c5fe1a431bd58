package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
)

const (
	readBytes   = 2 << 10 // one read of a bot
	pendingMost = 64      // commands of one bot without an answer; further ones are lost without being sent
	strollSteps = 3       // random ways gone at first in a world that is no Town
	nudgeAfter  = 2 * time.Second
)

// stage is how far a bot is in its life.
type stage int

const (
	atDoor stage = iota
	entering
	walking
	playing
	ended
)

// wire carries lines to a server, and tells the bot what comes back.
type wire interface {
	// listen reads until the connection ends.
	listen(heard func()) error
	// send sends a line, which has no end. It blocks only when the server has not read for long.
	send(line []byte)
	close()
}

// bot is one player at a keyboard. Its own goroutine reads; commands are sent by that or by the pacer, under mu.
type bot struct {
	run    *run
	group  *group
	id     int
	wire   wire
	began  time.Time
	chance bots.Chance
	breath bots.Breath

	mu      sync.Mutex
	stage   stage
	name    string
	marker  string    // in the answer to the last line of the way in
	asked   time.Time // when that line was sent last
	exits   []string
	away    bool  // moved out of its own room, and goes back next
	last    int64 // microseconds in its last token
	held    bool  // has a stone, as far as it knows
	played  bool  // has reached its place
	pending []pending
	line    []byte
}

// pending is a command without an answer yet.
type pending struct {
	kind  *bots.Kind
	token string
	at    time.Time // when it was meant to be sent
	tally *tally    // of the phase in which that was; nil: none
}

func newBot(r *run, g *group, id int) *bot {
	// An id is not negative.
	return &bot{run: r, group: g, id: id, chance: *bots.NewChance(r.c.Seed, uint64(id))}
}

// live implements player.
func (b *bot) live(ctx context.Context, entered func()) error {
	b.mu.Lock()
	b.began = time.Now()
	b.mu.Unlock()
	w, err := b.connect(ctx)
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, w.close)
	defer stop()
	defer w.close()
	isIn := false
	err = w.listen(func() {
		if !isIn && b.stage > entering {
			isIn = true
			entered()
		}
	})
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stage == playing {
		b.group.ready.Add(-1)
	}
	err = fmt.Errorf("%s: %w", [...]string{"at the door", "entering", "on the way", "in play", "at the end"}[b.stage], err)
	b.giveUp()
	return err
}

// connect opens the wire.
func (b *bot) connect(ctx context.Context) (wire, error) {
	if b.group.door == DoorTelnet {
		return b.telnet(ctx)
	}
	return b.ssh(ctx)
}

// wired tells the bot what it speaks through; an echo server and SSH need no name first.
func (b *bot) wired(w wire) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wire = w
	if b.run.c.Echo || b.group.door != DoorTelnet {
		b.stage = entering
	}
	if b.run.c.Echo {
		b.write("guest")
	}
}

// telnetWire is a telnet connection.
type telnetWire struct {
	b      *bot
	conn   net.Conn
	stream bots.Stream
}

func (b *bot) telnet(ctx context.Context) (wire, error) {
	conn, err := bots.Dial(ctx, b.run.c.At.Telnet, b.id)
	if err != nil {
		return nil, err
	}
	if err := conn.SetDeadline(time.Now().Add(loginMax)); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	if !b.run.c.Echo {
		_, _ = io.WriteString(conn, bots.Hello) // what is wrong with it, the next read tells
	}
	w := &telnetWire{b: b, conn: conn}
	w.stream = bots.Stream{Line: b.heard, Prompt: b.prompted}
	b.wired(w)
	return w, nil
}

func (w *telnetWire) listen(heard func()) error {
	buf := make([]byte, readBytes)
	for {
		n, err := w.conn.Read(buf)
		w.b.group.bytesIn(n)
		w.b.mu.Lock()
		if answer := w.stream.Feed(buf[:n]); len(answer) > 0 {
			_, _ = w.conn.Write(answer) // what is wrong with it, the next read tells
		}
		heard()
		w.b.mu.Unlock()
		if err != nil {
			return err
		}
	}
}

func (w *telnetWire) send(line []byte) {
	line = append(line, '\r', '\n')
	w.b.group.bytesOut(len(line))
	_, _ = w.conn.Write(line) // what is wrong with it, the next read tells
}

func (w *telnetWire) close() { _ = w.conn.Close() }

// prompted takes a prompt; b.mu is held.
func (b *bot) prompted(p []byte) {
	switch {
	case b.stage == atDoor && bytes.HasSuffix(p, []byte("guest: ")):
		b.stage = entering
		b.write("guest")
	case b.stage == entering && begins(p, "["):
		b.walk()
	}
}

// walk sends all that takes the bot to its place: what it is called, the ways, and at last a word that nobody knows.
// The answer to that one says that it is there, and nobody else hears of it.
func (b *bot) walk() {
	b.group.login.Add(time.Since(b.began))
	b.stage = walking
	b.write("score")
	if rooms := b.run.c.Town.Rooms; rooms > 0 {
		for _, way := range b.run.c.Town.Path(b.run.room(b.id)) {
			b.write(way)
		}
	} else {
		for range strollSteps {
			b.write([]string{"north", "east", "south", "west"}[b.chance.Below(4)])
		}
	}
	b.marker = bots.Token(b.id, 0)
	b.ask()
}

// ask sends the word that nobody knows.
func (b *bot) ask() {
	b.asked = time.Now()
	b.write(b.marker)
}

// nudge asks again when the answer was not seen, which a screen may have scrolled away; a bot that is on its way for
// too long gives up.
func (b *bot) nudge() {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch now := time.Now(); {
	case b.stage >= playing || b.wire == nil:
	case now.Sub(b.began) > loginMax:
		b.wire.close()
	case b.stage == walking && now.Sub(b.asked) > nudgeAfter:
		b.ask()
	}
}

// unknownWord begins the answer to a word that nobody knows.
const unknownWord = "Nobody here knows how to "

// heard takes a line; b.mu is held.
func (b *bot) heard(line []byte) {
	if b.run.c.Town.Rooms == 0 {
		if ways, ok := bytes.CutPrefix(line, []byte("Exits: ")); ok {
			b.exits = exitsIn(string(ways))
		}
	}
	switch {
	case b.stage == playing:
		b.matched(line)
	case b.run.c.Echo && b.stage == entering:
		b.group.login.Add(time.Since(b.began))
		b.play()
	case b.stage == walking && has(line, " of level "):
		b.name, _, _ = strings.Cut(string(line), ",")
	case b.stage == walking && begins(line, unknownWord) && has(line, b.marker):
		b.play()
	}
}

// exitsIn reads "North, East (oak door, closed), Up." as the ways that can be typed and lead somewhere.
func exitsIn(list string) []string {
	var out []string
	for list != "" {
		way, rest, _ := strings.Cut(list, ", ")
		if name, aside, isBarred := strings.Cut(list, " ("); isBarred && len(name) < len(way) {
			_, rest, _ = strings.Cut(aside, "), ")
			list = rest
			continue
		}
		if way = strings.TrimSuffix(way, "."); way != "none" {
			out = append(out, strings.ToLower(way))
		}
		list = rest
	}
	return out
}

func (b *bot) play() {
	b.stage, b.played = playing, true
	if w, ok := b.wire.(*telnetWire); ok {
		_ = w.conn.SetDeadline(time.Time{}) // what is wrong with it, the next read tells
	}
	b.run.arrived(b.group, b.id, b.name)
}

// matched holds a line against the oldest command without an answer.
func (b *bot) matched(line []byte) {
	if begins(line, unknownWord) {
		return // to the second asking for the way in
	}
	if len(b.pending) > 0 {
		if p := b.pending[0]; b.run.c.Echo && !spokenTo(line) || !b.run.c.Echo && p.kind.Answers(line, p.token) {
			b.answered(p)
			return
		}
	}
	t := b.group.now.Load()
	words, isSpeech := bots.Spoken(line)
	switch {
	case t == nil && b.run.rounds == nil:
	case isSpeech:
		if t != nil {
			t.heard.Add(1)
		}
		b.delivered(words, t)
	case t != nil && bots.Perceived(line):
		t.heard.Add(1)
	}
}

// spokenTo reports whether an echo server fanned a line out to its listeners.
func spokenTo(line []byte) bool {
	_, ok := bots.Spoken(line)
	return ok
}

// delivered takes what another one said.
func (b *bot) delivered(words []byte, t *tally) {
	id, micros, ok := bots.ReadToken(words)
	if !ok {
		return
	}
	if t != nil {
		t.delivery.Add(time.Since(b.run.began) - time.Duration(micros)*time.Microsecond)
	}
	if b.run.rounds != nil && id == 0 {
		b.run.rounds.delivered(micros)
	}
}

// answered takes the answer to the oldest command.
func (b *bot) answered(p pending) {
	b.pending = append(b.pending[:0], b.pending[1:]...)
	b.group.answered(p)
	switch {
	case b.run.rounds != nil:
	case b.run.c.Loop == Closed && b.run.sending.Load():
		b.send(time.Now())
	}
}

// command implements player.
func (b *bot) command(due time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.group.now.Load()
	switch {
	case b.stage == playing && len(b.pending) < pendingMost:
		b.send(due)
		if t != nil && b.run.c.Loop == Open {
			t.lag.Add(time.Since(due))
		}
	case b.played: // whoever was cut off goes on wanting
		t.lose()
	}
}

// send sends the next command, which was meant to be sent at that moment; b.mu is held.
func (b *bot) send(due time.Time) {
	deck := b.run.deck
	if b.group.door == DoorScreen {
		deck = b.run.shown
	}
	kind := b.breath.Draw(deck, &b.chance, time.Now())
	b.last = max(b.last+1, due.Sub(b.run.began).Microseconds())
	w := bots.Want{Token: bots.Token(b.id, b.last), Held: b.held}
	switch kind.Name {
	case "item":
		b.held = !b.held
	case "tell":
		w.Friend = b.run.friend(b.id)
	case "move":
		w.Dir = b.way()
	}
	b.line = kind.Typed(b.line[:0], w)
	b.pending = append(b.pending, pending{kind: kind, token: w.Token, at: due, tally: b.group.now.Load()})
	b.wire.send(b.line)
}

// way returns a way to go: in a town out of the own room and back in, elsewhere any that was seen last.
func (b *bot) way() string {
	if room := b.run.room(b.id); b.run.c.Town.Rooms > 0 {
		if room == 0 {
			return "look"
		}
		b.away = !b.away
		if b.away {
			return bots.WayOut
		}
		return bots.WayIn(room)
	}
	if len(b.exits) == 0 {
		return "look"
	}
	return b.exits[b.chance.Below(len(b.exits))]
}

// write sends a line that is no command of the mix.
func (b *bot) write(line string) { b.wire.send([]byte(line)) }

// waiting implements player.
func (b *bot) waiting() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.pending)
}

// end implements player.
func (b *bot) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.giveUp()
}

// giveUp counts what is still without an answer as lost; b.mu is held.
func (b *bot) giveUp() {
	b.stage = ended
	for _, p := range b.pending {
		p.tally.lose()
		b.run.noted(fmt.Errorf("%w: %s, at the door %s", errNoAnswer, p.kind.Name, b.group.door))
	}
	b.pending = nil
}

// errNoAnswer says that a command was never answered, as far as the bot could tell.
var errNoAnswer = errors.New("no answer to a command")

// errNoTerminal says that a server did not give what a full screen needs.
var errNoTerminal = errors.New("the server gives no terminal")

func begins(line []byte, with string) bool { return bytes.HasPrefix(line, []byte(with)) }

func has(line []byte, token string) bool { return bytes.Contains(line, []byte(token)) }
