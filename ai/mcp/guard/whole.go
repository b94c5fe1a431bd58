package guard

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"sync"
)

// wholeBytesMax is the most of one answer that is gathered before it is sent.
const wholeBytesMax = 64 << 10

// Whole returns a listener on whose connections a whole answer leaves in one piece. net/http cuts it into pieces of
// 4 KiB, each with a call of the system, which costs more than gathering them. Connections under TLS are left as they
// are: it cuts records of its own.
func Whole(l net.Listener) net.Listener { return wholeListener{l} }

type wholeListener struct{ net.Listener }

// Accept implements [net.Listener].
func (l wholeListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err //nolint:wrapcheck // net/http asks it whether it is temporary
	}
	if _, isTLS := c.(*tls.Conn); isTLS {
		return c, nil
	}
	return &whole{Conn: c}, nil
}

type wholeKey struct{}

// WithConn tells those who answer requests of a connection about it. It is for [http.Server].ConnContext.
func WithConn(ctx context.Context, c net.Conn) context.Context {
	if w, ok := c.(*whole); ok {
		return context.WithValue(ctx, wholeKey{}, w)
	}
	return ctx
}

// wholeFrom returns the connection that a request came on, nil when it is no gathering one.
func wholeFrom(ctx context.Context) *whole {
	w, _ := ctx.Value(wholeKey{}).(*whole)
	return w
}

// gathered are buffers for answers on their way out; a connection has one only while it sends.
// immutable: it holds nothing that anybody reads
var gathered = sync.Pool{New: func() any { return new([]byte) }}

// whole is a connection that can hold back what is written until it is whole.
type whole struct {
	net.Conn

	mu  sync.Mutex
	buf *[]byte // nil while nothing is held back
}

// gather holds back what is written from now on, and returns a function that sends it.
func (w *whole) gather() (send func()) {
	if w == nil {
		return func() {}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.buf == nil {
		w.buf, _ = gathered.Get().(*[]byte)
	}
	return w.send
}

// send sends what was held back. A connection that does not take it is closed: what follows would be misunderstood.
func (w *whole) send() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.buf == nil {
		return
	}
	if err := w.flush(); err != nil {
		_ = w.Close() // net/http finds it so
	}
	gathered.Put(w.buf)
	w.buf = nil
}

// flush sends what is held back so far. The mutex is held.
func (w *whole) flush() error {
	if len(*w.buf) == 0 {
		return nil
	}
	_, err := w.Conn.Write(*w.buf)
	*w.buf = (*w.buf)[:0]
	if err != nil {
		return fmt.Errorf("send an answer: %w", err)
	}
	return nil
}

// Write implements [net.Conn].
func (w *whole) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.buf == nil {
		return w.Conn.Write(p) //nolint:wrapcheck // it is another connection's word
	}
	if len(*w.buf)+len(p) > wholeBytesMax {
		if err := w.flush(); err != nil {
			return 0, err
		}
		if len(p) > wholeBytesMax {
			return w.Conn.Write(p) //nolint:wrapcheck // it is another connection's word
		}
	}
	*w.buf = append(*w.buf, p...)
	return len(p), nil
}
