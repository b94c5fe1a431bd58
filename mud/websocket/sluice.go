package websocket

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// sluice is the connection below a WebSocket. It paces the bytes that come, and bounds those that come behind a close.
type sluice struct {
	net.Conn

	bytes  *bucket
	slowed func()

	closing atomic.Bool
	left    int // bytes that may still be read once it closes; the reader's
	once    sync.Once
	done    chan struct{} // closed when nothing is paced any more
}

// Read implements io.Reader.
func (s *sluice) Read(p []byte) (int, error) {
	if s.closing.Load() {
		if s.left <= 0 {
			return 0, io.EOF
		}
		p = p[:min(len(p), s.left)]
	}
	n, err := s.Conn.Read(p)
	if s.closing.Load() {
		s.left -= n
		return n, err //nolint:wrapcheck // as a connection says it
	}
	s.wait(s.bytes.take(n, time.Now()))
	return n, err //nolint:wrapcheck // as a connection says it
}

// wait waits for a turn, but not longer than the connection lasts.
func (s *sluice) wait(d time.Duration) {
	if d <= 0 {
		return
	}
	s.slowed()
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-s.done:
	}
}

// finish lets the last words be exchanged in bounded time and bytes.
func (s *sluice) finish() {
	s.once.Do(func() {
		_ = s.SetDeadline(time.Now().Add(CloseMax)) // a connection that is gone has none
		s.closing.Store(true)
		close(s.done)
	})
}

// Close implements io.Closer.
func (s *sluice) Close() error {
	s.finish()
	return s.Conn.Close() //nolint:wrapcheck // as a connection says it
}

// hijacking hands a sluice to whoever takes the connection over from the HTTP server.
type hijacking struct {
	http.ResponseWriter

	slowed func()
	sluice *sluice // once it was taken over
}

// Hijack implements http.Hijacker.
func (h *hijacking) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	nc, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, fmt.Errorf("take the connection over: %w", err)
	}
	h.sluice = &sluice{
		Conn: nc, bytes: newBucket(BytesPerSecond, BytesBurst), slowed: h.slowed, left: CloseBytesMax,
		done: make(chan struct{}),
	}
	return h.sluice, rw, nil
}
