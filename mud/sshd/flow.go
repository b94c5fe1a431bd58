package sshd

import "time"

// flow keeps a client to its pace. People type little and paste now and then; what comes faster for long is a program
// that makes us decode, exchange keys and answer requests for nothing.
type flow struct {
	perSecond, burst int

	spent int // bytes that are not made up for by time yet
	at    time.Time
}

// take counts bytes that came and says how long to wait before the next are read.
func (f *flow) take(n int, now time.Time) time.Duration {
	if past := now.Sub(f.at); past > 0 {
		made := int(min(past, time.Hour).Seconds() * float64(f.perSecond))
		if made > 0 {
			f.spent, f.at = max(0, f.spent-made), now
		}
	}
	if f.spent += n; f.spent <= f.burst {
		return 0
	}
	return time.Duration(f.spent-f.burst) * time.Second / time.Duration(f.perSecond)
}

// Read implements net.Conn for the library's one reading goroutine.
func (p *peer) Read(b []byte) (int, error) {
	n, err := p.Conn.Read(b)
	if wait := p.flow.take(n, time.Now()); wait > 0 {
		p.hurried.Do(func() { p.server.counts.add(ReasonPace) })
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-p.ctx.Done():
		}
	}
	return n, err
}

// openingMax is how many sessions of one connection may be on their way in or out. A client that reads no answers would
// otherwise gather goroutines that try to refuse it.
const openingMax = 16

func (p *peer) beginOpening() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.opening++
	return p.opening <= openingMax
}

func (p *peer) endOpening() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.opening--
}
