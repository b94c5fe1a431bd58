package telnet

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"
)

// read feeds the machine until the client or this side ends.
func (c *Conn) read() {
	defer close(c.events)
	var err error
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
			c.endRead(ReasonPanic, err)
		}
	}()
	buf := make([]byte, readBytes)
	for err == nil {
		var n int
		n, err = c.nc.Read(buf)
		c.feed(buf[:n])
	}
	if errors.Is(err, io.EOF) {
		c.endRead(ReasonGone, nil)
		return
	}
	c.endRead(ReasonRead, fmt.Errorf("read from client: %w", err))
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
	c.deliver(Closed{Reason: r, Err: err})
}

// feed takes one read and delivers its events. Of the sizes that come without anything between them only the last is
// delivered, so that a flood of them costs no more than any other bytes.
func (c *Conn) feed(p []byte) {
	var resized Event
	for {
		n, e := c.next(p)
		p = p[n:]
		if r, ok := e.(Resized); ok {
			resized = r
			continue
		}
		if resized != nil {
			if !c.deliver(resized) {
				return
			}
			resized = nil
		}
		if e == nil {
			return
		}
		if _, ok := e.(Line); ok && !c.pace() {
			return
		}
		if !c.deliver(e) {
			return
		}
	}
}

// next runs the machine to its next event and sends what it answers. A connection that closes drops its input.
func (c *Conn) next(p []byte) (int, Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	total := 0
	for !c.closing {
		c.traffic = time.Now()
		n, e := c.machine.Next(p[total:])
		total += n
		c.flush()
		switch e := e.(type) {
		case Ready: // sent while mu is held, lest the timer's and the reader's events change places
			c.events <- e
			continue
		case Closed:
			c.fail(e.Reason, nil)
			return total, nil
		case Line:
			c.heardLine = c.traffic
		case Interrupt, Resized, Terminal: // only the owner's business
		}
		return total, e
	}
	return len(p), nil
}

// pace holds a line back that comes too fast, and with it everything behind it.
func (c *Conn) pace() bool {
	d := c.lines.take(time.Now())
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

// deliver hands an event to the owner, who may be slow, unless it has closed the connection.
func (c *Conn) deliver(e Event) bool {
	select {
	case c.events <- e:
		return true
	default:
	}
	select {
	case c.events <- e:
		return true
	case <-c.done:
		return false
	}
}

// flush sends what the machine has queued. mu is held.
func (c *Conn) flush() {
	if c.dead || len(c.machine.out) == 0 {
		return
	}
	if len(c.machine.out)+c.inFlight > QueueMaxBytes {
		c.fail(ReasonSlowReader, nil)
		return
	}
	c.traffic = time.Now()
	c.startWriter()
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
		p, last := c.takeQueued()
		if len(p) == 0 {
			if last {
				c.finish()
			}
			return
		}
		for rest := p; len(rest) > 0; {
			n, err := c.nc.Write(rest[:min(len(rest), writeMaxBytes)])
			rest = rest[n:]
			if !c.wrote(n, err) {
				return
			}
		}
		c.keep(p)
	}
}

// takeQueued takes the queue; with nothing in it the writer ends, and last says that the connection does too.
func (c *Conn) takeQueued() (p []byte, last bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.dead || len(c.machine.out) == 0 {
		c.writing = c.closing && !c.dead // finish is still to be done
		return nil, c.writing
	}
	p = c.machine.out
	c.machine.out, c.spare = c.spare, nil
	c.inFlight = len(p)
	return p, false
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
func (c *Conn) keep(p []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cap(p) <= keepBytes {
		c.spare = p[:0]
	}
}

// finish ends our side; the socket is closed when the client has ended its own, or after LingerMax.
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
		c.timer.Reset(LingerMax)
	}
}

// bucket paces lines. It keeps one time: when it will be full again.
type bucket struct {
	full     time.Time
	interval time.Duration // between two lines in the long run
	burst    time.Duration // what may be owed before a line waits
}

// newBucket makes a bucket for a pace; what the pace leaves open is LinesPerSecond and LineBurst.
func newBucket(p Pace) bucket {
	if p.LinesPerSecond <= 0 {
		p.LinesPerSecond = LinesPerSecond
	}
	if p.Burst <= 0 {
		p.Burst = LineBurst
	}
	interval := time.Second / time.Duration(min(p.LinesPerSecond, linesPerSecondMax))
	return bucket{interval: interval, burst: interval * time.Duration(min(p.Burst, lineBurstMax))}
}

// take books one line and returns how long it must wait.
func (b *bucket) take(now time.Time) time.Duration {
	if b.full.Before(now) {
		b.full = now
	}
	b.full = b.full.Add(b.interval)
	return max(0, b.full.Sub(now)-b.burst)
}
