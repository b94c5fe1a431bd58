package telnet

import (
	"iter"
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// Options configure a Machine. The zero value is ready.
type Options struct {
	// Now is the clock of the negotiation limit; nil means time.Now.
	Now func() time.Time
	// Encrypted says that what is sent is, as by TLS. Compression is not offered then, because the lengths of what is
	// compressed tell an eavesdropper of its words.
	Encrypted bool
	// Status offers MSSP: when the client agrees, StatusAsked says so once, and SendStatus answers.
	Status bool
	// Dropped is told, by its name, of each limit that something of the client was dropped for; nil means nobody is.
	Dropped func(limit string)
}

// Machine is the server's side of one telnet connection as a pure state machine: bytes in, events and bytes out. It
// starts no goroutine and touches no socket; its memory is bounded by the limits of this package, save for output,
// which grows until Out takes it. It is not safe for concurrent use.
type Machine struct {
	now     func() time.Time
	dropped func(string)
	out     Outbox
	pending []Event

	// Parsing. The state survives reads: nothing here knows where a packet ended.
	state parseState
	cmd   byte // the WILL, WONT, DO or DONT whose option is still to come
	cr    bool // a CR ended the line; its LF or NUL is to be swallowed
	line  wire.LineBuffer
	sub   wire.Collector

	options     [optionCount]wire.OptionState
	windowStart time.Time
	windowCount int
	facts       wire.ClientFacts
	talk        wire.CharsetTalk
	chosen      Charset // by SetCharset
	use         Charset // what is in use
	caps        Capabilities

	hasStatus     bool
	statusAsked   bool
	noCompression bool

	ready    bool
	over     bool // closed: everything further is dropped
	secret   bool
	atPrompt bool   // the cursor stands behind a prompt
	prompt   string // the last prompt
}

// lineCutNotice tells the typist what became of a line longer than LineMaxBytes.
const lineCutNotice = "[That line was too long: only its first 4096 bytes were kept.]\n"

type parseState uint8

const (
	stateData parseState = iota
	stateCommand
	stateOption
	stateSub
)

// New makes a machine for a client of which nothing is known, and queues the first offers.
func New(o Options) *Machine {
	if o.Now == nil {
		o.Now = time.Now
	}
	m := &Machine{
		now: o.Now, dropped: o.Dropped, caps: unknownClient(), chosen: CharsetAgreed, hasStatus: o.Status,
		noCompression: o.Encrypted,
	}
	m.caps.Encrypted = o.Encrypted
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
			m.pending = slices.Delete(m.pending, 0, 1) // and with it what it held, which may be a secret
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

// Out takes the bytes that must be sent, leaving none. The slice is the caller's. A [Conn] takes them piece by piece
// instead, because the beginning of compression needs a write of its own.
func (m *Machine) Out() []byte {
	var out []byte
	for {
		w, ok := m.out.Next(nil)
		if !ok {
			return out
		}
		if out == nil {
			out = w.P
			continue
		}
		out = append(out, w.P...)
	}
}

// Capabilities is what is known about the client now.
func (m *Machine) Capabilities() Capabilities { return m.caps }

// step takes at least one byte.
func (m *Machine) step(p []byte) int {
	switch m.state {
	case stateData:
		if n := plainPrefix(p); n > 0 {
			m.cr = false
			m.line.Add(p[:n])
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
		m.eraseRune()
	case keyEraseWord:
		m.line.EraseWord()
	case keyKillLine:
		m.line.Reset()
	}
}

// endLine turns what was typed into an event.
func (m *Machine) endLine() {
	l := Line{Text: wire.CleanLine(m.use.Decode(m.line.Bytes())), Secret: m.secret, Cut: m.line.Cut()}
	m.line.Reset()
	if !m.secret {
		m.atPrompt = false // the client's own echo of Enter has moved the cursor
	}
	if l.Cut {
		m.Text(lineCutNotice)
	}
	m.emit(l)
}

// eraseRune takes back the last character typed.
func (m *Machine) eraseRune() {
	if m.use == CharsetLatin1 {
		m.line.EraseByte()
		return
	}
	m.line.EraseRune()
}

// command takes the byte behind an IAC.
func (m *Machine) command(b byte) {
	m.state = stateData
	switch b {
	case cmdWILL, cmdWONT, cmdDO, cmdDONT:
		m.cmd, m.state = b, stateOption
		return
	case cmdSB:
		m.state = stateSub
		m.sub.Open()
		return
	case cmdIAC: // data byte 255, which never occurs in UTF-8
		m.cr = false
		if m.use == CharsetLatin1 {
			m.line.Add([]byte{cmdIAC})
		}
		return
	case cmdIP:
		if m.mayDrawAnswer() {
			m.line.Reset()
			m.emit(Interrupt{})
		}
	case cmdAYT:
		if m.mayDrawAnswer() {
			m.aside("[Yes]\n")
		}
	case cmdEC:
		m.eraseRune()
	case cmdEL:
		m.line.Reset()
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
	if m.facts.Settled() && m.talk.Done() {
		m.becomeReady()
	}
}

// close ends the machine for a broken limit.
func (m *Machine) close(r Reason) {
	if m.over {
		return
	}
	m.over = true
	m.line.Reset()
	m.sub = wire.Collector{}
	m.pending = append(m.pending, Closed{Reason: r})
}

// subnegotiate takes one byte behind IAC SB.
func (m *Machine) subnegotiate(b byte) {
	switch m.sub.Take(b, m.subMost) {
	case wire.CollectorMore:
		if m.sub.Total() > SubEndlessBytes {
			m.close(ReasonSubnegotiation)
		}
	case wire.CollectorDone:
		m.state = stateData
		m.endSub()
		m.spoken()
	case wire.CollectorLost: // b is a command of its own
		m.endSub()
		m.command(b)
	}
}

// subMost is how much of the payload of an option's subnegotiation is kept.
func (m *Machine) subMost(code byte) int {
	if i := m.subEntry(code); i >= 0 {
		return optionTable()[i].subMax
	}
	return 0
}

// endSub hands a whole payload to its option.
func (m *Machine) endSub() {
	defer m.sub.Release()
	code, ok := m.sub.Option()
	i := m.subEntry(code)
	if !ok || i < 0 || m.over {
		return
	}
	p, whole := m.sub.Payload()
	switch {
	case !whole && i == entryGMCP:
		m.drop(LimitGMCPBytes)
	case !whole:
		m.drop(LimitSubBytes)
	case len(p) > 0:
		optionTable()[i].sub(m, p)
	}
}

// drop tells of a limit that something was dropped for.
func (m *Machine) drop(limit string) {
	if m.dropped != nil {
		m.dropped(limit)
	}
}
