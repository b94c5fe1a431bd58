package compression_test

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
)

// Telnet as a player speaks it who wants nothing but MCCP2.
const (
	refusal = "\xff\xfe\x56"         // IAC DONT MCCP2
	consent = "\xff\xfd\x56"         // IAC DO MCCP2
	marker  = "\xff\xfa\x56\xff\xf0" // IAC SB MCCP2 IAC SE: what follows is compressed
)

const (
	playerReadBytes = 4 << 10
	piecesKept      = 2_000 // of one player
)

// player is a guest at a telnet client of our own.
type player struct {
	id     int
	packed bool // it agrees to compression
	keeps  bool // it keeps what it reads, piece by piece

	conn   net.Conn
	stream bots.Stream
	wire   atomic.Uint64 // bytes as they came
	plain  atomic.Uint64 // and as they were before they were compressed
	felt   *gauge.Histogram
	isIn   chan struct{}

	answered bool // at the door

	mu     sync.Mutex
	asked  time.Time // when what it waits for was sent
	token  string    // which it will hear again; empty: it waits for nothing
	pieces [][]byte
	isOpen bool // a compressed stream has begun
	err    error
}

// enter connects and reads until the connection ends; it returns once the player stands in the world.
func (p *player) enter(ctx context.Context, addr string, all *sync.WaitGroup) error {
	conn, err := bots.Dial(ctx, addr, p.id)
	if err != nil {
		return fmt.Errorf("enter: %w", err)
	}
	p.conn, p.isIn = conn, make(chan struct{})
	p.stream = bots.Stream{Line: p.heard, Prompt: p.answer}
	all.Go(func() {
		err := p.listen()
		p.mu.Lock()
		p.err = err
		p.mu.Unlock()
		_ = conn.Close()
	})
	select {
	case <-p.isIn:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("player %d waits to enter: %w: %w", p.id, ctx.Err(), p.failure())
	}
}

// listen reads telnet, compressed from the marker on.
func (p *player) listen() error {
	var from io.Reader = bufio.NewReaderSize(counted{p.conn, &p.wire}, playerReadBytes)
	tail := make([]byte, 0, len(marker))
	isOpen := false
	buf := make([]byte, playerReadBytes)
	for {
		most := len(buf)
		if p.packed && !isOpen {
			most = 1 // the byte behind the marker is no telnet any more
		}
		n, err := from.Read(buf[:most])
		p.take(buf[:n], isOpen)
		if err != nil {
			return err
		}
		if most > 1 {
			continue
		}
		tail = append(tail[max(0, len(tail)+1-len(marker)):], buf[:n]...)
		if string(tail) != marker {
			continue
		}
		if from, err = zlib.NewReader(from); err != nil {
			return fmt.Errorf("begin to decompress: %w", err)
		}
		isOpen = true
		p.mu.Lock()
		p.isOpen = true
		p.mu.Unlock()
	}
}

// take takes what came, without compression.
func (p *player) take(b []byte, isOpen bool) {
	p.plain.Add(uint64(len(b)))
	if p.keeps && isOpen && len(p.pieces) < piecesKept && len(b) > 0 {
		p.mu.Lock()
		p.pieces = append(p.pieces, bytes.Clone(b))
		p.mu.Unlock()
	}
	if answer := p.stream.Feed(b); len(answer) > 0 {
		if p.packed {
			answer = bytes.ReplaceAll(answer, []byte(refusal), []byte(consent))
		}
		_, _ = p.conn.Write(answer) // that it is closed is found by reading
	}
	p.answer(p.stream.Pending()) // the first question has no mark: the server has not heard yet that this is telnet
}

// answer answers the question at the door, once.
func (p *player) answer(question []byte) {
	if !p.answered && bytes.HasSuffix(question, []byte("or guest: ")) {
		p.answered = true
		p.send("guest")
	}
}

// heard looks for what the player waits for.
func (p *player) heard(line []byte) {
	if bytes.Contains(line, []byte("You are called ")) {
		select {
		case <-p.isIn:
		default:
			close(p.isIn)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.token != "" && bytes.Contains(line, []byte(p.token)) {
		p.felt.Add(time.Since(p.asked))
		p.token = ""
	}
}

// say says something and waits, elsewhere, to hear it.
func (p *player) say(word string) {
	p.mu.Lock()
	p.asked, p.token = time.Now(), word
	p.mu.Unlock()
	p.send("say " + word + ", or so they tell me at the Drowned Lantern.")
}

// send sends a line; that the connection is closed is found by reading.
func (p *player) send(line string) { _, _ = io.WriteString(p.conn, line+"\r\n") }

func (p *player) failure() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// play does what people do, a thing at each beat: they walk, look about, talk and count what they have.
func (p *player) play(ctx context.Context, beat time.Duration) {
	chance := bots.NewChance(1, uint64(p.id)) // an id is not negative
	late := time.NewTimer(time.Duration(chance.Below(int(beat))))
	defer late.Stop()
	for n := p.id; ; n++ { // not everybody does the same at the same time, however short the time is
		select {
		case <-ctx.Done():
			return
		case <-late.C:
			late.Reset(beat)
		}
		switch n % 4 {
		case 0:
			p.send([]string{"north", "south", "east", "west"}[chance.Below(4)])
		case 1:
			p.say(fmt.Sprintf("w%dn%d", p.id, n))
		case 2:
			p.send([]string{"look", "inventory", "exits", "map"}[chance.Below(4)])
		default:
			p.send("examine " + []string{"me", "here", "sign", "gull"}[chance.Below(4)])
		}
	}
}

// counted counts the bytes that are read.
type counted struct {
	r io.Reader
	n *atomic.Uint64
}

func (c counted) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n.Add(uint64(n))
	return n, err
}

// unpacked reports how many of the players have no compressed stream.
func unpacked(all []*player) int {
	n := 0
	for _, p := range all {
		p.mu.Lock()
		if !p.isOpen {
			n++
		}
		p.mu.Unlock()
	}
	return n
}

// bytesOf totals what players read: as it came, and as it was before it was compressed.
func bytesOf(all []*player) (wire, plain uint64) {
	for _, p := range all {
		wire, plain = wire+p.wire.Load(), plain+p.plain.Load()
	}
	return wire, plain
}

// table makes columns of rows of words.
func table(rows [][]string) string {
	var b strings.Builder
	for _, row := range rows {
		for i, word := range row {
			if i == 0 {
				fmt.Fprintf(&b, "%-18s", word)
			} else {
				fmt.Fprintf(&b, "%14s", word)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
