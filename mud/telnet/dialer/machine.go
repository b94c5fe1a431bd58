package dialer

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// machine is the client's side of one connection as a state machine: bytes in, events and bytes out. It starts no
// goroutine and touches no socket, and its memory is bounded by Limits, save for out, which its owner bounds.
type machine struct {
	c       Config
	out     []byte // to be sent
	pending []Event
	noted   notes
	over    bool
	end     Closed // while over
	ended   bool   // end was told

	state parseState
	cmd   byte // the WILL, WONT, DO or DONT whose option is still to come
	sub   wire.Collector
	sieve *Sieve

	zip    *inflater // while the server compresses
	text   []byte    // inflated, and not yet taken
	room   []byte    // for text
	full   bool      // there may be more where text came from
	broken error     // what is wrong behind text

	options     [optionCount]wire.OptionState
	refused     [2][256]bool // what is unknown and was refused, by side
	windowStart time.Time
	windowCount int

	types    int // how many terminal types were told
	talk     wire.CharsetTalk
	charset  wire.Charset
	facts    Facts
	pinged   time.Time // when Core.Ping was sent and is not yet answered
	portTold bool      // the player knows of a port with TLS

	wantsLogin bool // Login must be called, and credentials with what it gives
	loggedIn   bool // it was

	told   bool   // the line stands before the player as a prompt
	prompt string // as it was told
	behind bool   // the last that came was a prompt and its mark
}

type parseState uint8

const (
	stateData parseState = iota
	stateCommand
	stateOption
	stateSub
)

func newMachine(c Config) *machine {
	c.Limits = c.Limits.filled()
	return &machine{c: c, sieve: NewSieve(SieveOptions{LineMaxBytes: c.Limits.LineBytes, Tabs: c.preview})}
}

// next takes bytes up to the first event and returns how many it took, with the event; nil when p is used up.
func (m *machine) next(p []byte) (n int, e Event) {
	for {
		if len(m.pending) > 0 {
			e = m.pending[0]
			m.pending = slices.Delete(m.pending, 0, 1)
			return n, e
		}
		switch {
		case m.wantsLogin: // what comes next may depend on it
			return n, nil
		case m.over && !m.ended:
			m.ended = true
			return n, m.end
		case m.over:
			return len(p), nil
		case len(m.text) > 0:
			m.text = m.text[m.step(m.text):]
		case m.broken != nil:
			m.close(ReasonCompression, m.broken)
		case n == len(p) && !m.full:
			return n, nil
		case m.zip != nil:
			n += m.inflate(p[n:])
		default:
			n += m.step(p[n:])
		}
	}
}

// inflate decompresses some of p into text. Where the stream ends, the rest of p is plain.
func (m *machine) inflate(p []byte) int {
	if m.room == nil {
		m.room = make([]byte, inflateBytes)
	}
	wrote, took, err := m.zip.Take(m.room, p)
	m.text, m.full = m.room[:wrote], wrote == len(m.room)
	if err != nil {
		m.zip, m.full = nil, false
		m.facts.Compressed = false
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			m.broken = err
		}
	}
	return took
}

// drain has the next step take what was inflated and not yet flushed, when nothing more will come.
func (m *machine) drain() {
	if m.zip != nil {
		m.zip.End()
		m.full = true
	}
}

// stop frees what the machine holds.
func (m *machine) stop() {
	if m.zip != nil {
		m.zip.Stop()
	}
}

// step takes at least one byte, or ends a line.
func (m *machine) step(p []byte) int {
	switch m.state {
	case stateData:
		if p[0] == cmdIAC {
			m.state = stateCommand
			return 1
		}
		return m.data(p)
	case stateCommand:
		m.command(p[0])
	case stateOption:
		m.state = stateData
		m.negotiate(m.cmd, p[0])
	case stateSub:
		m.subnegotiate(p[0])
	}
	return 1
}

// data takes text up to the end of a line or the next command.
func (m *machine) data(p []byte) int {
	if i := bytes.IndexByte(p, cmdIAC); i >= 0 {
		p = p[:i]
	}
	n, ended := m.sieve.Take(p)
	if ended {
		m.endLine()
	}
	return n
}

// command takes the byte behind an IAC.
func (m *machine) command(b byte) {
	m.state = stateData
	switch b {
	case cmdWILL, cmdWONT, cmdDO, cmdDONT:
		m.cmd, m.state = b, stateOption
	case cmdSB:
		m.state = stateSub
		m.sub.Open()
	case cmdIAC: // a byte of text
		if _, ended := m.sieve.Take([]byte{b}); ended {
			m.endLine()
			m.sieve.Take([]byte{b})
		}
	case cmdGA, cmdEOR:
		m.mark()
	}
}

// subnegotiate takes one byte behind IAC SB.
func (m *machine) subnegotiate(b byte) {
	switch m.sub.Take(b, m.subMost) {
	case wire.CollectorMore:
		if m.sub.Total() > SubEndlessBytes {
			m.close(ReasonSubnegotiation, nil)
		}
	case wire.CollectorDone:
		m.state = stateData
		m.endSub()
	case wire.CollectorLost: // b is a command of its own
		m.endSub()
		m.command(b)
	}
}

// endSub hands a whole payload to its option.
func (m *machine) endSub() {
	defer m.sub.Release()
	code, ok := m.sub.Option()
	i := m.subEntry(code)
	if !ok || i < 0 || m.over {
		return
	}
	p, whole := m.sub.Payload()
	if !whole {
		m.note(noteLongMessage)
		return
	}
	optionTable()[i].sub(m, p)
}

// emit queues an event.
func (m *machine) emit(e Event) { m.pending = append(m.pending, e) }

// close ends the machine.
func (m *machine) close(r Reason, err error) {
	if m.over {
		return
	}
	m.over, m.end = true, Closed{Reason: r, Err: err}
}
