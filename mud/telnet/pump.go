package telnet

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"golang.org/x/time/rate"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// Serve reads the client on the caller's goroutine until either side ends, and calls take for each event, one at a
// time and in order: Ready comes before all but GMCP, the last is Closed. While take does not return the client is not
// read either; it should return soon after Done is closed. It must not call Serve or Wait.
func (c *Conn) Serve(take func(Event)) {
	c.wg.Add(1)
	defer c.wg.Done()
	c.turn.Lock()
	c.take = take
	c.turn.Unlock()
	c.endRead(c.read())
}

// read feeds the machine until the client or this side ends, and says why it did.
func (c *Conn) read() (r Reason, err error) {
	defer func() {
		if p := recover(); p != nil {
			r, err = ReasonPanic, fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	c.feed(nil) // the greeting may be due already
	buf := make([]byte, readBytes)
	for err == nil {
		var n int
		n, err = c.nc.Read(buf)
		c.feed(buf[:n])
		c.hold(booked(c.bytes, time.Now(), n))
	}
	if errors.Is(err, io.EOF) {
		return ReasonGone, nil
	}
	return ReasonRead, fmt.Errorf("read from client: %w", err)
}

// endRead tells the last event. After the client's end of input this side may still write: the owner closes it.
func (c *Conn) endRead(r Reason, err error) {
	c.mu.Lock()
	c.readerDone = true
	if c.closing {
		r, err = c.reason, c.err
		if !c.writing {
			c.closeSocket()
		}
	}
	c.mu.Unlock()
	c.turn.Lock()
	defer c.turn.Unlock()
	c.take(Closed{Reason: r, Err: err})
	c.take = nil
}

// feed takes one read and tells its events. Of the sizes that come without anything between them only the last is told,
// so that a flood of them costs no more than any other bytes.
func (c *Conn) feed(p []byte) {
	c.turn.Lock()
	defer c.turn.Unlock()
	if c.take == nil { // nobody serves yet, or any more
		return
	}
	var resized Event
	for more := true; more; {
		var n int
		var e Event
		n, e, more = c.next(p)
		p = p[n:]
		if c.asked {
			c.asked = false
			c.tellStatus()
		}
		if r, ok := e.(Resized); ok {
			resized = r
			continue
		}
		if resized != nil {
			c.take(resized)
			resized = nil
		}
		if !c.pace(e) {
			return
		}
		if e != nil {
			c.take(e)
		}
	}
	if resized != nil {
		c.take(resized)
	}
}

// next runs the machine to its next event, sends what it answers, and reports whether there may be more. A connection
// that closes drops its input.
func (c *Conn) next(p []byte) (n int, e Event, more bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closing {
		return len(p), nil, false
	}
	c.traffic = time.Now()
	n, e = c.machine.Next(p)
	c.flush()
	c.asked = c.machine.StatusAsked()
	switch e := e.(type) {
	case Closed:
		c.fail(e.Reason, nil)
		return n, nil, false
	case Line:
		c.heard = c.traffic
	case GMCP:
		if wire.IsKeepAlive(e.Package) && c.idleMax > PreLoginIdleMax { // no stranger's program
			c.heard = c.traffic
		}
	case Ready, Interrupt, Resized, Terminal: // only the owner's business
	}
	return n, e, n < len(p) || len(c.machine.pending) > 0
}

// tellStatus answers a client that has agreed to MSSP.
func (c *Conn) tellStatus() {
	vars := c.status()
	c.do(func(m *Machine) { m.SendStatus(vars) })
}

// pace holds a line or message back that comes too fast, and with it everything behind it. It reports false when the
// connection has closed meanwhile.
func (c *Conn) pace(e Event) bool {
	var d time.Duration
	switch e.(type) {
	case Line:
		d = booked(c.lines, c.heard, 1) // which only the reader writes
	case GMCP:
		d = booked(c.messages, time.Now(), 1)
	default:
		return true
	}
	return c.hold(d)
}

// booked takes n tokens, no more than the burst, and returns how long they must wait.
func booked(l *rate.Limiter, now time.Time, n int) time.Duration {
	return l.ReserveN(now, n).DelayFrom(now)
}

// hold waits for so long, unless the connection closes first.
func (c *Conn) hold(d time.Duration) bool {
	if d <= 0 {
		return true
	}
	if c.slowed != nil {
		c.slowed()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-c.done:
		return false
	}
}

// flush sends what the machine has queued. mu is held.
func (c *Conn) flush() {
	if c.dead || c.machine.out.Empty() {
		return
	}
	if len(c.machine.out.Plain)+len(c.left.P)+c.inFlight > QueueMaxBytes {
		c.fail(ReasonSlowReader, nil)
		return
	}
	c.traffic = time.Now()
	if c.now == nil || c.writing || c.closing || !c.writeNow() {
		c.startWriter()
	}
}

// writeNow writes what is queued without waiting, and reports whether that was all. mu is held: nothing blocks, and
// whoever sends needs no other goroutine. Only what the socket does not take at once is left for the writer.
func (c *Conn) writeNow() bool {
	for {
		w, ok := c.nextPiece()
		if !ok {
			return true
		}
		n, err := c.now(w.P)
		switch {
		case err != nil:
			c.fail(ReasonWrite, fmt.Errorf("write to client: %w", err))
			return true
		case n < len(w.P):
			w.P = w.P[n:]
			c.left = w
			return false
		}
		c.sent(w)
		if w.Rest {
			c.left = OutPiece{Rest: true}
			return false
		}
	}
}

// startWriter runs the writer if it does not. mu is held. There is one at a time and none while nothing is to be
// written, which saves an idle connection a stack.
func (c *Conn) startWriter() {
	if !c.writing && !c.dead {
		c.writing = true
		c.wg.Go(c.write)
	}
}

// write writes all that is queued, everything at hand in one Write, until nothing is left.
func (c *Conn) write() {
	defer c.rescue()
	for {
		w, last := c.takeQueued()
		if w.P == nil && !w.Rest {
			if last {
				c.finish()
			}
			return
		}
		for left := w.P; len(left) > 0; {
			n, err := c.nc.Write(left[:min(len(left), writeMaxBytes)])
			left = left[n:]
			if !c.wrote(n, err) {
				return
			}
		}
		if w.Rest {
			<-time.After(RestMin)
		}
		c.keep(w)
	}
}

// takeQueued takes what belongs into the next write; with nothing left the writer ends, and last says that the
// connection does too.
func (c *Conn) takeQueued() (w OutPiece, last bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.dead {
		c.writing = false
		return OutPiece{}, false
	}
	w, c.left = c.left, OutPiece{}
	if w.P == nil && !w.Rest {
		w, _ = c.nextPiece()
	}
	if w.P == nil && c.closing && c.machine.out.Open() { // so that the client shows the last words
		w = OutPiece{P: c.machine.out.Finish(nil), Packed: true}
	}
	if w.P == nil && !w.Rest {
		c.writing = c.closing // finish is still to be done
		return OutPiece{}, c.writing
	}
	c.inFlight = len(w.P)
	return w, false
}

// nextPiece takes what belongs into the next write off the machine. mu is held.
func (c *Conn) nextPiece() (OutPiece, bool) {
	w, ok := c.machine.out.Next(c.spare)
	if w.Packed {
		c.spare = nil
	}
	return w, ok
}

// sent takes back the memory of what was written. mu is held.
func (c *Conn) sent(w OutPiece) {
	switch {
	case !w.Packed:
		c.machine.out.Reuse(w.P)
	case cap(w.P) <= keepOutBytes:
		c.spare = w.P[:0]
	}
}

func (c *Conn) wrote(n int, err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.inFlight -= n
	if err != nil {
		c.writing = false
		c.fail(ReasonWrite, fmt.Errorf("write to client: %w", err))
		return false
	}
	return true
}

// keep saves a small buffer for the next output.
func (c *Conn) keep(w OutPiece) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent(w)
}

// finish ends our side; the socket is closed when the client has ended its own, or after lingerMax.
func (c *Conn) finish() {
	half, ok := c.nc.(interface{ CloseWrite() error })
	ended := ok && half.CloseWrite() == nil
	c.mu.Lock()
	defer c.mu.Unlock()
	c.writing = false
	if !ended || c.readerDone {
		c.closeSocket()
	}
	if !c.dead {
		c.timer.Reset(lingerMax)
	}
}
