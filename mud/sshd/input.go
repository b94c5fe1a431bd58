package sshd

import (
	"context"
	"io"
	"sync"
	"time"
)

// contextReader is a reader whose wait can be given up without losing what comes later.
type contextReader interface {
	ReadContext(ctx context.Context, p []byte) (int, error)
}

// input reads a channel in a goroutine of its own, so that whoever waits for input can stop waiting.
type input struct {
	chunks  chan []byte
	stall   time.Duration // after which what nobody takes is given up, and flooded is called; 0: never
	flooded func()
	stopped chan struct{}
	once    sync.Once
	rest    []byte
	err     error // why chunks was closed; read after it was
}

func newInput(r io.Reader, stall time.Duration, flooded func()) *input {
	in := &input{
		chunks: make(chan []byte), stall: stall, flooded: flooded, stopped: make(chan struct{}), err: io.EOF,
	}
	go in.pump(r) // ends with the channel, or once stopped
	return in
}

func (in *input) pump(r io.Reader) {
	defer close(in.chunks)
	for {
		buf := make([]byte, readBytes)
		n, err := r.Read(buf)
		if n > 0 && !in.hand(buf[:n]) {
			return
		}
		if err != nil {
			in.err = err
			return
		}
	}
}

// hand gives a chunk to whoever reads, and reports whether to go on. What is not taken must not gather behind it.
func (in *input) hand(chunk []byte) bool {
	var late <-chan time.Time
	if in.stall > 0 {
		timer := time.NewTimer(in.stall)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case in.chunks <- chunk:
		return true
	case <-in.stopped:
	case <-late:
		in.err = ReasonInputFlood
		in.flooded()
	}
	return false
}

// stop lets go of the reading goroutine. Nobody reads any more.
func (in *input) stop() { in.once.Do(func() { close(in.stopped) }) }

// Read implements io.Reader.
func (in *input) Read(p []byte) (int, error) { return in.ReadContext(context.Background(), p) }

// ReadContext is Read, given up when ctx ends.
func (in *input) ReadContext(ctx context.Context, p []byte) (int, error) {
	if len(in.rest) == 0 {
		select {
		case chunk, ok := <-in.chunks:
			if !ok {
				return 0, in.err
			}
			in.rest = chunk
		case <-ctx.Done():
			return 0, context.Cause(ctx)
		}
	}
	n := copy(p, in.rest)
	in.rest = in.rest[n:]
	return n, nil
}

// taken gives what was read and not yet asked for; whoever reads the chunks themselves begins with it.
func (in *input) taken() []byte {
	rest := in.rest
	in.rest = nil
	return rest
}

// reader gives the session's input as something whose wait can be given up, and what lets go of it. A session of the
// server has such an input already; one made by hand gets a goroutine that reads until its In ends.
func (s *Session) reader() (*input, func()) {
	if in, ok := s.In.(*input); ok {
		return in, func() {}
	}
	in := newInput(s.In, 0, nil)
	return in, in.stop
}
