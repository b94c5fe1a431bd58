package telnet

import (
	"iter"
	"time"
)

// Options configure a Machine. The zero value is ready.
type Options struct {
	// Now is the clock of the negotiation limit; nil means time.Now.
	Now func() time.Time
}

// Machine is the server's side of one telnet connection as a pure state machine: bytes in, events and bytes out. It
// starts no goroutine and touches no socket; its memory is bounded by the limits of this package, save for output,
// which grows until Out takes it. It is not safe for concurrent use.
type Machine struct {
	now     func() time.Time
	out     []byte
	pending []Event

	// Parsing. The state survives reads: nothing here knows where a packet ended.
	state parseState
	cmd   byte // the WILL, WONT, DO or DONT whose option is still to come
	cr    bool // a CR ended the line; its LF or NUL is to be swallowed
	line  lineBuffer
	sub   subBuffer

	options     [optionCount]optionState
	windowStart time.Time
	windowCount int
	term        termCycle
	charset     charsetTalk
	caps        Capabilities

	ready    bool
	over     bool // closed: everything further is dropped
	secret   bool
	atPrompt bool // the cursor stands behind a prompt
}

type parseState uint8

const (
	stateData parseState = iota
	stateCommand
	stateOption
	stateSubOption
	stateSub
	stateSubCommand
)

// New makes a machine for a client of which nothing is known, and queues the first offers.
func New(o Options) *Machine {
	if o.Now == nil {
		o.Now = time.Now
	}
	m := &Machine{now: o.Now, caps: unknownClient()}
	m.offer(1)
	return m
}

// Feed takes bytes as they were read and yields what they mean, in order. Leaving the loop early drops the rest of p.
// Between two events Out may be taken and text may be sent. After Closed nothing more is yielded.
func (m *Machine) Feed(p []byte) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for {
			n, e := m.Next(p)
			if e == nil || !yield(e) {
				return
			}
			p = p[n:]
		}
	}
}

// Next takes bytes up to the first event and returns how many it took, with the event; nil when p is used up.
func (m *Machine) Next(p []byte) (int, Event) {
	for n := 0; ; {
		if len(m.pending) > 0 {
			e := m.pending[0]
			m.pending = append(m.pending[:0], m.pending[1:]...)
			return n, e
		}
		if m.over || n == len(p) {
			return len(p), nil
		}
		n += m.step(p[n:])
	}
}

// Expire says that the greeting has waited long enough ([GreetingMax]): Ready follows from the next Feed or Next, even
// of nothing.
func (m *Machine) Expire() { m.becomeReady() }

// Out takes the bytes that must be sent, leaving none. The slice is the caller's.
func (m *Machine) Out() []byte {
	out := m.out
	m.out = nil
	return out
}

// Capabilities is what is known about the client now.
func (m *Machine) Capabilities() Capabilities { return m.caps }

// step takes at least one byte.
func (m *Machine) step(p []byte) int {
	switch m.state {
	case stateData:
		if n := plainPrefix(p); n > 0 {
			m.cr = false
			m.line.add(p[:n])
			return n
		}
		m.data(p[0])
	case stateCommand:
		m.command(p[0])
	case stateOption:
		m.state = stateData
		m.negotiate(m.cmd, p[0])
		m.spoken()
	default:
		m.subnegotiate(p[0])
	}
	return 1
}

// plainPrefix is how many bytes of p only go into the line.
func plainPrefix(p []byte) int {
	for i, b := range p {
		switch b {
		case 0, '\n', '\r', keyBackspace, keyKillLine, keyEraseWord, keyDelete, cmdIAC:
			return i
		}
	}
	return len(p)
}

// data takes one byte that is not plain. CR LF, CR NUL, CR and LF each end one line; a CR ends it at once, because the
// LF may be long in coming, and what belongs to it is swallowed when it comes.
func (m *Machine) data(b byte) {
	if b == cmdIAC {
		m.state = stateCommand // may stand between CR and LF
		return
	}
	after := m.cr
	m.cr = b == '\r'
	switch b {
	case '\r':
		m.endLine()
	case '\n':
		if !after {
			m.endLine()
		}
	case keyBackspace, keyDelete:
		m.line.eraseRune()
	case keyEraseWord:
		m.line.eraseWord()
	case keyKillLine:
		m.line.reset()
	}
}

// endLine turns what was typed into an event.
func (m *Machine) endLine() {
	l := Line{Text: clean(m.line.buf), Secret: m.secret, Cut: m.line.cut}
	m.line.reset()
	if !m.secret {
		m.atPrompt = false // the client's own echo of Enter has moved the cursor
	}
	if l.Cut {
		m.Text(lineCutNotice)
	}
	m.emit(l)
}

// command takes the byte behind an IAC.
func (m *Machine) command(b byte) {
	m.state = stateData
	switch b {
	case cmdWILL, cmdWONT, cmdDO, cmdDONT:
		m.cmd, m.state = b, stateOption
		return
	case cmdSB:
		m.state = stateSubOption
		return
	case cmdIAC: // data byte 255, which never occurs in UTF-8
		m.cr = false
		return
	case cmdIP:
		if m.mayDrawAnswer() {
			m.line.reset()
			m.emit(Interrupt{})
		}
	case cmdAYT:
		if m.mayDrawAnswer() {
			m.Text("[Yes]\n")
		}
	case cmdEC:
		m.line.eraseRune()
	case cmdEL:
		m.line.reset()
	}
	m.spoken()
}

// spoken notes that the client speaks telnet; the first time that draws the second offers.
func (m *Machine) spoken() {
	if m.caps.Telnet || m.over {
		return
	}
	m.caps.Telnet = true
	m.offer(2)
}

// emit queues an event. Whoever types or interrupts need not wait for a greeting any longer.
func (m *Machine) emit(e Event) {
	m.becomeReady()
	m.pending = append(m.pending, e)
}

func (m *Machine) becomeReady() {
	if m.ready || m.over {
		return
	}
	m.ready = true
	m.pending = append(m.pending, Ready{m.caps})
}

// learn puts better knowledge in place and tells it, once the client was greeted.
func (m *Machine) learn(caps Capabilities) {
	old := m.caps
	m.caps = caps
	if m.over || !m.ready || caps == old {
		return
	}
	if caps.Width != old.Width || caps.Height != old.Height {
		m.emit(Resized{Width: caps.Width, Height: caps.Height})
		old.Width, old.Height = caps.Width, caps.Height
	}
	if caps != old {
		m.emit(Terminal{caps})
	}
}

// settle greets as soon as both the terminal and the charset are known.
func (m *Machine) settle() {
	if m.term.done && m.charset.done {
		m.becomeReady()
	}
}

// close ends the machine for a broken limit.
func (m *Machine) close(r Reason) {
	if m.over {
		return
	}
	m.over = true
	m.line.reset()
	m.sub = subBuffer{}
	m.pending = append(m.pending, Closed{Reason: r})
}

// subBuffer collects one subnegotiation.
type subBuffer struct {
	buf     []byte
	entry   int // in the option table, -1 where the payload is dropped
	coded   bool
	tooLong bool
	total   int // bytes seen, kept or not
}

// subnegotiate takes one byte behind IAC SB.
func (m *Machine) subnegotiate(b byte) {
	switch {
	case m.state == stateSubOption:
		m.sub = subBuffer{buf: m.sub.buf[:0], entry: -1}
		if b == cmdIAC { // IAC SB IAC SE names no option; IAC SB IAC IAC names option 255
			m.state = stateSubCommand
			return
		}
		m.state = stateSub
		m.openSub(b)
	case m.state == stateSub && b == cmdIAC:
		m.state = stateSubCommand
	case m.state == stateSub: // a lone SE among them is data
		m.subByte(b)
	case b == cmdIAC:
		m.state = stateSub
		if !m.sub.coded {
			m.openSub(b)
			return
		}
		m.subByte(b)
	case b == cmdSE:
		m.state = stateData
		m.endSub()
		m.spoken()
	default: // the SE was lost: b is a command of its own
		m.endSub()
		m.state = stateCommand
		m.command(b)
	}
}

func (m *Machine) openSub(code byte) {
	m.sub.coded = true
	m.sub.entry = m.subEntry(code)
}

func (m *Machine) subByte(b byte) {
	m.sub.total++
	switch {
	case m.sub.total > SubEndlessBytes:
		m.close(ReasonSubnegotiation)
	case m.sub.entry < 0 || m.sub.tooLong:
	case len(m.sub.buf) == optionTable()[m.sub.entry].subMax:
		m.sub.tooLong = true
	default:
		m.sub.buf = append(m.sub.buf, b)
	}
}

// endSub hands a whole payload to its option. One that was too long is dropped, not cut: half a message is no message.
func (m *Machine) endSub() {
	if m.sub.entry >= 0 && !m.sub.tooLong && len(m.sub.buf) > 0 {
		optionTable()[m.sub.entry].sub(m, m.sub.buf)
	}
	if cap(m.sub.buf) > keepBytes {
		m.sub.buf = nil
	}
}
