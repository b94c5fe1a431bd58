package main

import (
	"io"
	"net"
	"sync"
	"time"
)

// wires is a listener whose callers are in the same bubble.
type wires struct {
	calls  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

// Accept implements net.Listener.
func (w *wires) Accept() (net.Conn, error) {
	select {
	case c := <-w.calls:
		return c, nil
	case <-w.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (w *wires) Close() error {
	w.once.Do(func() { close(w.closed) })
	return nil
}

// Addr implements net.Listener.
func (*wires) Addr() net.Addr { return wireAddr }

// wireAddr is where both ends of a wire are. immutable.
var wireAddr = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 2222}

// looseWire is one end of a connection that takes what is written without waiting for a reader, as sockets do and
// net.Pipe does not: the two sides of an SSH connection speak first both of them.
type looseWire struct{ in, out *tube }

func newWire() (near, far *looseWire) {
	a, b := newTube(), newTube()
	return &looseWire{a, b}, &looseWire{b, a}
}

// Read implements net.Conn.
func (w *looseWire) Read(p []byte) (int, error) { return w.in.read(p) }

// Write implements net.Conn.
func (w *looseWire) Write(p []byte) (int, error) { return w.out.write(p) }

// Close implements net.Conn.
func (w *looseWire) Close() error {
	w.in.close()
	w.out.close()
	return nil
}

// LocalAddr implements net.Conn.
func (*looseWire) LocalAddr() net.Addr { return wireAddr }

// RemoteAddr implements net.Conn.
func (*looseWire) RemoteAddr() net.Addr { return wireAddr }

// SetDeadline implements net.Conn. The test's own end is the deadline.
func (*looseWire) SetDeadline(time.Time) error { return nil }

// SetReadDeadline implements net.Conn.
func (*looseWire) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline implements net.Conn.
func (*looseWire) SetWriteDeadline(time.Time) error { return nil }

// tube is one direction of a wire.
type tube struct {
	mu     sync.Mutex
	some   *sync.Cond
	bytes  []byte
	closed bool
}

func newTube() *tube {
	t := &tube{}
	t.some = sync.NewCond(&t.mu)
	return t
}

func (t *tube) read(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.bytes) == 0 {
		if t.closed {
			return 0, io.EOF
		}
		t.some.Wait()
	}
	n := copy(p, t.bytes)
	t.bytes = t.bytes[n:]
	return n, nil
}

func (t *tube) write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return 0, net.ErrClosed
	}
	t.bytes = append(t.bytes, p...)
	t.some.Broadcast()
	return len(p), nil
}

func (t *tube) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	t.some.Broadcast()
}
