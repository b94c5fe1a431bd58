package telnet

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"
)

// Serve reads the client on the caller's goroutine until either side ends, and calls take for each event, one at a
// time and in order: Ready comes first, the last is Closed. While take does not return the client is not read either;
// it should return soon after Done is closed. It must not call Serve or Wait.
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
		if r, ok := e.(Resized); ok {
			resized = r
			continue
		}
		if resized != nil {
			c.take(resized)
			resized = nil
		}
		if _, ok := e.(Line); ok && !c.pace() {
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
	switch e := e.(type) {
	case Closed:
		c.fail(e.Reason, nil)
		return n, nil, false
	case Line:
		c.heardLine = c.traffic
	case Ready, Interrupt, Resized, Terminal: // only the owner's business
	}
	return n, e, n < len(p) || len(c.machine.pending) > 0
}

// pace holds a line back that comes too fast, and with it everything behind it.
func (c *Conn) pace() bool {
	d := c.lines.take(c.heardLine) // which only the reader writes
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
	if c.dead || len(c.machine.out) == 0 {
		return
	}
	if len(c.machine.out)+c.inFlight > QueueMaxBytes {
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
	out := c.machine.out
	n, err := c.now(out)
	switch {
	case err != nil:
		c.fail(ReasonWrite, fmt.Errorf("write to client: %w", err))
	case n < len(out):
		c.machine.out = out[n:]
		return false
	case cap(out) <= keepOutBytes:
		c.machine.out = out[:0]
	default:
		c.machine.out = nil
	}
	return true
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
	if cap(p) <= keepOutBytes {
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
