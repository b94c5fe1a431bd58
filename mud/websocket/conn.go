package websocket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// Reason says why no connection was made, or why one ended that did not just end. Its text is stable and fit for a
// metric's label.
type Reason string

// The reasons.
const (
	// ReasonProtocol: the client names only sub-protocols that are not spoken here.
	ReasonProtocol Reason = "unknown_subprotocol"
	// ReasonRefused: whoever admits clients did not.
	ReasonRefused Reason = "refused"
	// ReasonHandshake: the request was no handshake, or came from a page of another site.
	ReasonHandshake Reason = "bad_handshake"
	// ReasonMessage: a message of more than MessageBytesMax.
	ReasonMessage Reason = "message_too_big"
	// ReasonSlow: a message that took longer than MessageMax.
	ReasonSlow Reason = "slow_message"
	// ReasonSilent: no answer to a ping within PongMax.
	ReasonSilent Reason = "silent"
	// ReasonBroken: frames that contradict RFC 6455.
	ReasonBroken Reason = "broken_frame"
)

// Conn is a WebSocket that looks like a telnet connection.
type Conn struct {
	protocol Protocol
	ws       *websocket.Conn
	sluice   *sluice
	messages *bucket
	envoy    *envoy          // nil: the client speaks telnet itself
	ctx      context.Context //nolint:containedctx // of the connection: it ends when the connection closes
	cancel   context.CancelFunc
	ping     *time.Timer

	// The reader's own.
	message io.Reader // nil between messages
	kind    websocket.MessageType
	left    time.Duration // that the message may still take
	late    *time.Timer

	mu     sync.Mutex
	waits  time.Time // since when the reader waits for the client; zero while it is busy with what came
	reason Reason
	closed bool
}

// begin takes a WebSocket up.
func (c *Conn) begin(ws *websocket.Conn, s *sluice) {
	c.ws, c.sluice = ws, s
	ws.SetReadLimit(MessageBytesMax)
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.mu.Lock()
	c.ping = time.AfterFunc(PingEvery, c.ask)
	c.mu.Unlock()
	if c.protocol != Telnet {
		c.envoy = newEnvoy(c)
	}
}

// Protocol is what the client speaks.
func (c *Conn) Protocol() Protocol { return c.protocol }

// Reason says why the connection ended, as far as it is the WebSocket's own; "" otherwise.
func (c *Conn) Reason() Reason {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.reason
}

// blame keeps the first reason.
func (c *Conn) blame(r Reason) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reason == "" && !c.closed {
		c.reason = r
	}
}

// Read implements net.Conn: it returns bytes of a telnet stream.
func (c *Conn) Read(p []byte) (int, error) {
	if c.envoy != nil {
		return c.envoy.read(p)
	}
	n, _, err := c.next(p)
	return n, err
}

// next reads bytes of the client's message, or of its next one when this one is at its end. An empty read with end set
// says that a message is over.
func (c *Conn) next(p []byte) (n int, end bool, err error) {
	for {
		if c.message == nil {
			if err := c.begins(); err != nil {
				return 0, false, c.ended(err)
			}
			c.sluice.wait(c.messages.take(1, time.Now()))
		}
		n, err := c.goesOn(p)
		switch {
		case err == nil && n > 0:
			return n, false, nil
		case errors.Is(err, io.EOF):
			c.message = nil
			if n > 0 || c.envoy != nil {
				return n, true, nil
			}
		case err != nil:
			return n, false, c.ended(err)
		}
	}
}

// begins waits for the client's next message.
func (c *Conn) begins() (err error) {
	c.wait(time.Now())
	c.kind, c.message, err = c.ws.Reader(c.ctx)
	c.left = MessageMax
	return err //nolint:wrapcheck // ended says what it means
}

// goesOn reads more of the message. Only the time that is waited for the client counts against it: what came at once
// may be read as slowly as its reader likes.
func (c *Conn) goesOn(p []byte) (int, error) {
	began := time.Now()
	c.wait(began)
	if c.late == nil {
		c.late = time.AfterFunc(c.left, c.tooLate)
	} else {
		c.late.Reset(c.left)
	}
	n, err := c.message.Read(p)
	c.late.Stop()
	c.wait(time.Time{})
	c.left -= time.Since(began)
	return n, err //nolint:wrapcheck // ended says what it means
}

// wait notes since when the reader waits for the client.
func (c *Conn) wait(since time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waits = since
}

// tooLate ends a connection whose message does not come to its end.
func (c *Conn) tooLate() {
	c.blame(ReasonSlow)
	c.cancel()
}

// ended says why there is nothing more to read. A client that closes as it should ends the stream.
func (c *Conn) ended(err error) error {
	switch {
	case errors.Is(err, websocket.ErrMessageTooBig):
		c.blame(ReasonMessage)
	case websocket.CloseStatus(err) != -1, errors.Is(err, io.EOF), errors.Is(err, net.ErrClosed), c.ctx.Err() != nil:
		return io.EOF
	case isNetwork(err):
	default:
		c.blame(ReasonBroken)
	}
	return fmt.Errorf("read a message: %w", err)
}

func isNetwork(err error) bool {
	_, ok := errors.AsType[net.Error](err)
	return ok || errors.Is(err, io.ErrUnexpectedEOF)
}

// pinged counts a ping as a message; every one of them is answered.
func (c *Conn) pinged(context.Context, []byte) bool {
	c.sluice.wait(c.messages.take(1, time.Now()))
	return true
}

// ask asks whether the client is still there, from the timer's goroutine.
func (c *Conn) ask() {
	ctx, cancel := context.WithTimeout(c.ctx, PongMax)
	defer cancel()
	asked := time.Now()
	if err := c.ws.Ping(ctx); err != nil && c.heard(asked) {
		if c.ctx.Err() == nil {
			c.blame(ReasonSilent)
			c.cancel()
		}
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.ping.Reset(PingEvery)
	}
}

// heard reports whether an answer since then would have been: it may lie behind what the reader was busy with.
func (c *Conn) heard(since time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.waits.IsZero() && !c.waits.After(since)
}

// Write implements net.Conn: p is a piece of a telnet stream, and one message if the client speaks telnet.
func (c *Conn) Write(p []byte) (int, error) {
	if c.envoy != nil {
		return c.envoy.write(p)
	}
	if err := c.ws.Write(c.ctx, websocket.MessageBinary, p); err != nil {
		return 0, fmt.Errorf("write a message: %w", err)
	}
	return len(p), nil
}

// Close implements net.Conn. It tells the client, and waits for its answer for CloseMax and no further than
// CloseBytesMax.
func (c *Conn) Close() error {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return net.ErrClosed
	}
	c.closed = true
	c.ping.Stop()
	reason := c.reason
	c.mu.Unlock()
	c.sluice.finish()
	var err error
	switch reason {
	case ReasonMessage, ReasonSlow, ReasonSilent, ReasonBroken: // the library has said so, or nobody listens
		err = c.ws.CloseNow()
	default:
		err = c.ws.Close(websocket.StatusNormalClosure, "")
	}
	c.cancel()
	if c.envoy != nil {
		c.envoy.close()
	}
	if err != nil {
		return fmt.Errorf("close a WebSocket: %w", err)
	}
	return nil
}

// LocalAddr implements net.Conn.
func (c *Conn) LocalAddr() net.Addr { return c.sluice.LocalAddr() }

// RemoteAddr implements net.Conn; behind a proxy it is the proxy's.
func (c *Conn) RemoteAddr() net.Addr { return c.sluice.RemoteAddr() }

// SetDeadline implements net.Conn. Nothing here waits with deadlines, so there are none.
func (c *Conn) SetDeadline(time.Time) error { return errors.ErrUnsupported }

// SetReadDeadline implements net.Conn.
func (c *Conn) SetReadDeadline(time.Time) error { return errors.ErrUnsupported }

// SetWriteDeadline implements net.Conn.
func (c *Conn) SetWriteDeadline(time.Time) error { return errors.ErrUnsupported }
