package tap

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

const tailInErr = 1200 // how much of the text an error quotes, in bytes

// Record is what was said over one connection.
type Record struct {
	mu       sync.Mutex
	commands []Command
	sent     []byte // the client's words, without commands
	shown    []byte // the server's, without commands and uncompressed
	wire     int    // bytes that the server sent
	faults   []string
	ended    bool
	news     chan struct{} // closed and renewed whenever something is added

	client, server parser
	inflate        *stream // what follows the marker of MCCP2
	inflated       sync.WaitGroup
}

func newRecord() *Record {
	r := &Record{news: make(chan struct{})}
	r.client = parser{
		data:    func(c byte) { r.sent = append(r.sent, c) },
		command: func(c Command) bool { c.FromClient = true; r.note(c); return false },
	}
	r.server = parser{
		data: func(c byte) { r.shown = append(r.shown, c) },
		command: func(c Command) bool {
			r.note(c)
			return c.Verb == sb && c.Option == MCCP2 && r.inflate == nil
		},
	}
	return r
}

func (r *Record) note(c Command) {
	if fault := r.wrong(c); fault != "" {
		r.faults = append(r.faults, fault)
	}
	r.commands = append(r.commands, c)
}

// tell wakes whoever waits. mu is held.
func (r *Record) tell() {
	close(r.news)
	r.news = make(chan struct{})
}

func (r *Record) fromClient(b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.client.feed(b)
	r.tell()
}

func (r *Record) fromServer(b []byte) {
	r.mu.Lock()
	r.wire += len(b)
	if r.inflate == nil {
		n := r.server.feed(b)
		if b = b[n:]; r.isCompressed() {
			r.begin()
		}
		r.tell()
	}
	to := r.inflate
	r.mu.Unlock()
	if to != nil && len(b) > 0 {
		to.give(b)
	}
}

// isCompressed reports whether the last thing the server said is that it compresses from now on. mu is held.
func (r *Record) isCompressed() bool {
	return slices.ContainsFunc(r.commands, func(c Command) bool {
		return !c.FromClient && c.Verb == sb && c.Option == MCCP2
	})
}

// begin inflates what follows. mu is held.
func (r *Record) begin() {
	in := &stream{in: make(chan []byte), wants: make(chan struct{})}
	r.inflate = in
	r.inflated.Go(func() {
		z, err := zlib.NewReader(in)
		for buf := make([]byte, chunkBytes); err == nil; {
			var n int
			n, err = z.Read(buf)
			r.mu.Lock()
			r.server.feed(buf[:n])
			r.tell()
			r.mu.Unlock()
		}
		r.mu.Lock()
		if err != io.EOF { //nolint:errorlint // zlib ends a whole stream with the bare value, and a torn one with another
			r.faults = append(r.faults, fmt.Sprintf("what was compressed is damaged: %v", err))
		}
		r.mu.Unlock()
		_, _ = io.Copy(io.Discard, in) // what follows the stream's end is for nobody
	})
}

// stream hands bytes to who reads them, and says when they have been used: a reader that has written down what a
// chunk holds asks for the next.
type stream struct {
	in    chan []byte
	wants chan struct{} // after each chunk, when all of it has been read and more is asked for
	rest  []byte
	began bool
}

// give returns when b has been read and what it holds has been written down.
func (s *stream) give(b []byte) {
	s.in <- b
	<-s.wants
}

// Read is for one goroutine.
func (s *stream) Read(p []byte) (int, error) {
	if len(s.rest) == 0 {
		if s.began {
			s.wants <- struct{}{}
		}
		var isOpen bool
		if s.rest, isOpen = <-s.in; !isOpen {
			s.began = false // nobody waits any more
			return 0, io.EOF
		}
		s.began = true
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

func (r *Record) serverEnded() {
	r.mu.Lock()
	to := r.inflate
	r.mu.Unlock()
	if to != nil {
		close(to.in)
		r.inflated.Wait()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended = true
	r.tell()
}

// Commands is what both sides negotiated, in order.
func (r *Record) Commands() []Command {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.commands)
}

// Sent is what the client sent, without commands.
func (r *Record) Sent() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return bytes.Clone(r.sent)
}

// Shown is what the server sent: without commands, uncompressed, with its colours.
func (r *Record) Shown() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return bytes.Clone(r.shown)
}

// Wire is how many bytes the server sent, as they were on the wire.
func (r *Record) Wire() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.wire
}

// Await waits until the server has shown a text behind the first from bytes of what it showed, colours not counted and
// runs of white space being one space.
func (r *Record) Await(ctx context.Context, from int, text string) error {
	for {
		r.mu.Lock()
		now, news, ended := Plain(r.shown[min(from, len(r.shown)):]), r.news, r.ended
		r.mu.Unlock()
		switch {
		case strings.Contains(Words(now), text):
			return nil
		case ended:
			return fmt.Errorf("the server hung up before it said %q; last it said: %s", text, tail(now))
		}
		select {
		case <-news:
		case <-ctx.Done():
			return fmt.Errorf("the server never said %q; last it said: %s", text, tail(now))
		}
	}
}

// AwaitCommand waits until a side has sent a command that fits, behind the first from commands.
func (r *Record) AwaitCommand(ctx context.Context, from int, fits func(Command) bool) error {
	for {
		r.mu.Lock()
		all, news, ended := r.commands[min(from, len(r.commands)):], r.news, r.ended
		found := slices.ContainsFunc(all, fits)
		r.mu.Unlock()
		switch {
		case found:
			return nil
		case ended:
			return fmt.Errorf("the connection ended before what was awaited; of %v", all)
		}
		select {
		case <-news:
		case <-ctx.Done():
			return fmt.Errorf("what was awaited was not among %v", all)
		}
	}
}

// AwaitEnd waits until the server has hung up.
func (r *Record) AwaitEnd(ctx context.Context) error {
	for {
		r.mu.Lock()
		news, ended := r.news, r.ended
		r.mu.Unlock()
		if ended {
			return nil
		}
		select {
		case <-news:
		case <-ctx.Done():
			return fmt.Errorf("the server never hung up: %w", ctx.Err())
		}
	}
}

func tail(s string) string { return s[max(0, len(s)-tailInErr):] }

// Words makes every run of white space one space.
func Words(s string) string { return strings.Join(strings.Fields(s), " ") }

// Plain takes colours out of a text, and CR out of its line ends.
func Plain(b []byte) string {
	var out strings.Builder
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] == '\r':
		case b[i] == esc && i+1 < len(b) && b[i+1] == '[':
			for i += 2; i < len(b) && (b[i] < '@' || b[i] > '~'); i++ {
			}
		default:
			out.WriteByte(b[i])
		}
	}
	return out.String()
}
