package storm

import (
	"context"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// conn is one telnet connection: the network with what is under way on it, and the server's end as telnet.Conn and
// the telnet door of the daemon are, around a real machine and a real session.
type conn struct {
	s      *storm
	l      *life
	id     int
	visit  *Visit          // the client's end
	ctx    context.Context //nolint:containedctx // of the connection, as its session wants it
	cancel context.CancelFunc

	kernel []byte // arrived, not yet read by the server
	down   []byte // written by the server, not yet read by the client
	hung   bool   // the client closes: the end of its input follows what it sent
	broken bool   // the network broke: nothing arrives any more, in either direction
	eof    bool   // the server closed: the end follows what it wrote

	machine    *telnet.Machine
	readerDone bool
	greeted    bool   // by the timer
	out        []byte // queued by the server, not yet written
	closing    bool   // nothing more is queued; what is, is still written
	dead       bool   // the server's socket is closed
	reason     telnet.Reason
	reader     *task

	// The seat: whose turn it is with the session, the reader's with what was typed or a worker's with what was told.
	held    bool
	over    bool
	session *session.Session
	screen  checkedScreen
	secret  bool
	lazy    int // the step before which no worker has time for it

	wants   surroundings.Want // its screen draws the state beside the text, as one over SSH does
	dropped bool              // what was queued was dropped
}

// readMost is how many bytes the server reads at once.
const readMost = 1 << 10

// accept is what the server's door does with a new connection.
func (l *life) accept(p *Person) {
	s := l.s
	s.connections++
	v := s.stage.Dial(p, s.connections)
	c := &conn{s: s, l: l, id: v.ID, visit: v, machine: telnet.New(telnet.Options{Now: s.wall})}
	c.wants = [...]surroundings.Want{
		surroundings.Sight, surroundings.Survey, surroundings.Nothing, surroundings.Nothing,
	}[s.chance.Below(4)]
	c.ctx, c.cancel = context.WithCancel(l.ctx)
	client := session.LineClient{Width: telnet.WidthDefault, Depth: prose.Colours16}
	c.screen = checkedScreen{session.NewLineScreen(c, client), c}
	l.conns, l.visits = append(l.conns, c), append(l.visits, v)
	c.flush()
	c.reader = l.spawn("the reader of connection "+itoa(c.id), c.serve)
	c.reader.mayGo = c.mayRead
}

// arrive brings bytes of the client to the server's machine.
func (c *conn) arrive(most int) {
	n := min(most, len(c.visit.Out))
	if n > 0 && c.visit.Out[n-1] != '\n' {
		c.s.notes.Saw(SplitLines)
	}
	c.kernel = append(c.kernel, c.visit.Out[:n]...)
	c.visit.Out = append(c.visit.Out[:0], c.visit.Out[n:]...)
}

// reach brings bytes of the server to the client, and behind the last its end.
func (c *conn) reach(most int) {
	n := min(most, len(c.down))
	c.visit.Read(c.down[:n])
	c.down = append(c.down[:0], c.down[n:]...)
	c.visit.Gone = c.visit.Gone || c.eof && len(c.down) == 0
}

// serve is the connection's own goroutine, which reads what is typed.
func (c *conn) serve() {
	defer c.cancel()
	defer c.close(telnet.ReasonGone)
	for {
		c.s.wait(c.mayRead)
		if c.dead || c.inputEnded() {
			break
		}
		n := min(readMost, c.s.some(len(c.kernel)), len(c.kernel))
		p := append([]byte(nil), c.kernel[:n]...)
		c.kernel = append(c.kernel[:0], c.kernel[n:]...)
		c.feed(p)
	}
	c.readerDone = true
	reason := telnet.ReasonGone
	switch {
	case c.closing:
		reason = c.reason
	case c.broken:
		reason = telnet.ReasonRead
	}
	c.take(telnet.Closed{Reason: reason})
	c.turn(func() {
		if c.session != nil {
			c.session.Closed("client_closed")
		}
	})
}

// mayRead reports whether the reader has something to do.
func (c *conn) mayRead() bool { return len(c.kernel) > 0 || c.inputEnded() || c.dead }

func (c *conn) inputEnded() bool {
	return c.broken || c.hung && len(c.visit.Out) == 0 && len(c.kernel) == 0
}

// feed takes one read and tells the seat what it means.
func (c *conn) feed(p []byte) {
	var resized telnet.Event
	for !c.closing {
		n, e := c.machine.Next(p)
		p = p[n:]
		c.flush()
		if closed, ok := e.(telnet.Closed); ok {
			c.fail(closed.Reason)
			return
		}
		if r, ok := e.(telnet.Resized); ok {
			resized = r
			continue
		}
		if resized != nil {
			c.take(resized)
			resized = nil
		}
		if e == nil {
			return
		}
		c.take(e)
	}
}

// turn does something with the session when nobody else does.
func (c *conn) turn(f func()) {
	c.s.wait(func() bool { return !c.held })
	c.held = true
	defer func() { c.held = false }()
	f()
}

// take takes what the client did, when the session is not busy with what it did before.
func (c *conn) take(e telnet.Event) {
	c.s.wait(func() bool { return !c.held && (c.session == nil || !c.session.Busy() || c.over) })
	c.turn(func() {
		if !c.over {
			c.handle(e)
		}
	})
}

func (c *conn) handle(e telnet.Event) {
	switch e := e.(type) {
	case telnet.Ready:
		c.learn(e.Capabilities)
		c.session = c.l.hub.New(c.ctx, c.screen, session.Options{
			Door: doorName(c.id), From: account.Source("192.0.2." + itoa(c.visit.Who.N)), Woken: c.woken,
		})
	case telnet.Terminal:
		c.learn(e.Capabilities)
	case telnet.Resized:
		c.screen.Resize(e.Width)
	case telnet.Line:
		c.session.Line(e.Text)
	case telnet.Interrupt, telnet.GMCP: // the storm's people have no panels
	case telnet.Closed:
		if c.session != nil {
			c.session.Closed(string(e.Reason))
		}
	}
}

func (c *conn) learn(caps telnet.Capabilities) {
	c.screen.Learn(session.LineClient{Width: caps.Width, Depth: prose.Depth(caps.Colour), Reader: caps.ScreenReader})
}

// woken lets a worker of the crew show what the session was told, when one has time.
func (c *conn) woken() {
	t := c.l.spawn("a worker for connection "+itoa(c.id), func() {
		c.turn(func() {
			c.session.Pump()
			c.over = c.over || c.session.Ended()
		})
	})
	t.mayGo = func() bool { return c.session != nil && !c.held && (c.lazy <= c.s.notes.Step || c.s.stage.Calm) }
}

// shut ends the session because the door closes.
func (c *conn) shut() {
	c.turn(func() {
		if c.session != nil {
			c.session.Kick(ClosingWord, session.ReasonShutdown)
			c.session.Pump()
		}
		c.over = true
		c.close(session.ReasonShutdown)
	})
}

// greet is the timer of the greeting.
func (c *conn) greet() {
	c.greeted = true
	c.machine.Expire()
	c.l.spawn("the greeting of connection "+itoa(c.id), func() { c.feed(nil) })
}

// do runs f on the machine and queues what comes of it.
func (c *conn) do(f func(*telnet.Machine)) {
	if !c.closing {
		f(c.machine)
		c.flush()
	}
}

// flush queues what the machine has to say; a client that leaves too much unread is cut off.
func (c *conn) flush() {
	if c.dead {
		return
	}
	c.out = append(c.out, c.machine.Out()...)
	if len(c.out) > c.s.queueMost() {
		c.s.notes.Saw(SlowReaders)
		c.fail(telnet.ReasonSlowReader)
	}
}

// queueMost is how many bytes may wait for a client. In the calm it is the real limit: a room fits into that.
func (s *storm) queueMost() int {
	if s.stage.Calm {
		return telnet.QueueMaxBytes
	}
	return s.mood.queueMost
}

// fail closes at once and drops what is queued.
func (c *conn) fail(r telnet.Reason) {
	c.dropped = true
	if !c.closing {
		c.closing, c.reason = true, r
	}
	c.die()
}

// close ends the connection once what is queued has been written.
func (c *conn) close(r telnet.Reason) {
	if !c.closing {
		c.closing, c.reason = true, r
	}
	if len(c.out) == 0 || c.broken || c.hung {
		c.die()
	}
}

// die closes the server's socket.
func (c *conn) die() {
	c.dropped = c.dropped || len(c.out) > 0
	c.dead, c.eof, c.out = true, true, nil
}

// mayWrite reports whether the writer has something to do.
func (c *conn) mayWrite() bool {
	return len(c.out) > 0 && (c.broken || c.hung || len(c.down) < c.s.mood.windowMost)
}

// write moves queued bytes into the network, as many as there is room for.
func (c *conn) write(most int) {
	if c.broken || c.hung {
		c.fail(telnet.ReasonWrite)
		return
	}
	n := min(most, len(c.out), c.s.mood.windowMost-len(c.down))
	c.down = append(c.down, c.out[:n]...)
	c.out = append(c.out[:0], c.out[n:]...)
	if c.closing && len(c.out) == 0 {
		c.die()
	}
}

// isOver reports whether neither end has any use for the connection.
func (c *conn) isOver() bool { return c.visit.Gone && c.reader.over }

// Send implements session.LineConn.
func (c *conn) Send(o session.LineOutput) {
	c.do(func(m *telnet.Machine) { m.Send(telnet.Output{Paragraphs: o.Paragraphs, Prompt: o.Prompt}) })
}

// Secret implements session.LineConn.
func (c *conn) Secret(on bool) {
	if on == c.secret {
		return
	}
	c.secret = on
	if on {
		c.do((*telnet.Machine).BeginSecret)
		return
	}
	c.do((*telnet.Machine).EndSecret)
}

// Charset implements session.LineConn.
func (c *conn) Charset(name string) {
	if name == "ascii" {
		c.do(func(m *telnet.Machine) { m.SetCharset(telnet.CharsetASCII) })
	}
}

// Settled implements session.LineConn.
func (c *conn) Settled() {}

// Close implements session.LineConn.
func (c *conn) Close(reason string) { c.close(telnet.Reason(reason)) }

// checkedScreen is a screen of lines that wants everything it shows to be on the disk.
type checkedScreen struct {
	*session.LineScreen

	c *conn
}

// Wants implements session.Screen.
func (s checkedScreen) Wants() surroundings.Want { return s.c.wants }

// Show implements session.Screen.
func (s checkedScreen) Show(f session.Frame) {
	for _, p := range f.Parts {
		if p.Told != nil && p.Told.Seq > s.c.l.disk.Durable && !s.c.s.plant.Blind {
			s.c.s.notes.Fail("connection %d is shown notice %d.%d, and the disk has only %d records", s.c.id, p.Told.Seq,
				p.Told.N, s.c.l.disk.Durable)
		}
	}
	s.LineScreen.Show(f)
}
