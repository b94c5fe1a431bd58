package dialer

import (
	"errors"
	"io"
	"os"
	"time"
)

// reads takes what the server sends, until it ends or nobody wants more.
func (c *Conn) reads() {
	defer close(c.events)
	defer close(c.read)
	defer c.last()
	defer c.rescue()
	buf := make([]byte, readBytes)
	for c.feed(nil) {
		c.arm()
		n, err := c.nc.Read(buf)
		if !c.feed(buf[:n]) {
			return
		}
		switch {
		case err == nil:
		case errors.Is(err, os.ErrDeadlineExceeded) && !c.ending():
			c.silence()
		default:
			c.end(err)
			return
		}
	}
}

// arm has the next read wait for as long as a line may stand unfinished, or for ever.
func (c *Conn) arm() {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closing || c.m.over: // it must not wait at all
	case c.m.waits():
		_ = c.nc.SetReadDeadline(time.Now().Add(c.wait))
	default:
		_ = c.nc.SetReadDeadline(time.Time{})
	}
}

// ending reports whether nothing more is wanted.
func (c *Conn) ending() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closing || c.m.over
}

// feed gives bytes to the machine and its events to whoever takes them. It reports false when there will be no more.
func (c *Conn) feed(p []byte) bool {
	for {
		n, e, login := c.next(p)
		p = p[n:]
		if login {
			account, password, ok := c.login()
			_ = c.do(func(m *machine) error {
				m.credentials(account, password, ok)
				return nil
			})
		}
		switch e := e.(type) {
		case nil:
			if !login {
				return true
			}
		case Closed:
			c.bury(e)
			return false
		default:
			if !c.tell(e) {
				return false
			}
		}
	}
}

// next is the machine's.
func (c *Conn) next(p []byte) (n int, e Event, login bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closing {
		return len(p), nil, false
	}
	n, e = c.m.next(p)
	login, c.m.wantsLogin = c.m.wantsLogin, false
	c.flush()
	return n, e, login
}

// tell waits until an event is taken; false when nobody wants it.
func (c *Conn) tell(e Event) bool {
	select {
	case c.events <- e:
		return true
	case <-c.done:
		return false
	}
}

// silence tells of what stands on the line.
func (c *Conn) silence() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.m.silence()
}

// end tells the rest when reading has failed.
func (c *Conn) end(err error) {
	reason := ReasonLost
	if errors.Is(err, io.EOF) { // by TLS too, where few servers say goodbye
		reason, err = ReasonGone, nil
	}
	c.drain()
	c.feed(nil)
	c.rest(reason, err)
	c.feed(nil)
}

// drain takes what the server compressed and had not flushed.
func (c *Conn) drain() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.m.drain()
}

// rest ends the machine with what stands on the line.
func (c *Conn) rest(r Reason, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.m.over {
		c.m.rest()
		c.m.close(r, err)
	}
}

// bury tells the end. Where Close was called, room is made for it: whoever waits for it must not wait in vain.
func (c *Conn) bury(e Closed) {
	c.buried = true
	select {
	case c.events <- e:
		return
	case <-c.done:
	}
	for {
		select {
		case c.events <- e:
			return
		default:
		}
		select {
		case <-c.events:
		default:
		}
	}
}

// last sees to it that the end is told, and that writing ends too.
func (c *Conn) last() {
	c.mu.Lock()
	_ = c.nc.SetWriteDeadline(time.Now().Add(CloseMax))
	c.m.close(ReasonLost, nil)
	c.m.stop()
	end := c.m.end
	c.mu.Unlock()
	if !c.buried {
		c.bury(end)
	}
}
