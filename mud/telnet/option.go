package telnet

import "github.com/mudlark-mud/mudlark/mud/telnet/wire"

// side is who performs an option: we (WILL, answered by DO) or the client (DO, answered by WILL).
type side uint8

const (
	ours side = iota
	theirs
)

// request and refusal are the commands of a side.
func (s side) request() byte {
	if s == ours {
		return cmdWILL
	}
	return cmdDO
}

func (s side) refusal() byte {
	if s == ours {
		return cmdWONT
	}
	return cmdDONT
}

// option is one entry of the table. Nil functions do nothing.
type option struct {
	code  byte
	name  string
	side  side
	step  int  // 1 is offered at accept, 2 after the first answer, 0 never by itself
	agree bool // whether the client may ask for it first
	// subMax bounds the payload of a subnegotiation in bytes; 0 ignores all of them.
	subMax int
	up     func(*Machine)         // agreed: only now may a subnegotiation be sent
	down   func(*Machine)         // refused or ended
	sub    func(*Machine, []byte) // a complete payload; it is only valid during the call
	detail func(*Machine) string  // what there is to say of it while it is on
}

// The entries of the table that the machine itself asks for.
const (
	entryTermType = iota
	entryNAWS
	entryEOR
	entryGMCP
	entryMSSP
	entryEnviron
	entryCharset
	entryMCCP2
	entryCharsetTheirs
	entryEcho
	optionCount
)

// optionTable lists what this server speaks in the order in which it is offered. Two steps, because 39, 42 and 86 are
// printable: a client that knows no telnet would show them before the banner. 70 is too, but who collects MSSP may
// answer nothing else.
func optionTable() [optionCount]option {
	return [optionCount]option{
		entryTermType: {code: optTermType, name: "TTYPE", side: theirs, step: 1, agree: true, subMax: SubMaxBytes,
			up: (*Machine).askTermType, down: (*Machine).endTermType, sub: (*Machine).takeTermType,
			detail: (*Machine).tellTerminal},
		entryNAWS: {code: optNAWS, name: "NAWS", side: theirs, step: 1, agree: true, subMax: 4,
			sub: (*Machine).takeSize, detail: (*Machine).tellSize},
		entryEOR: {code: optEOR, name: "EOR", side: ours, step: 1, agree: true},
		entryGMCP: {code: optGMCP, name: "GMCP", side: ours, step: 1, agree: true,
			subMax: GMCPPackageMaxBytes + 1 + GMCPMaxBytes,
			up:     (*Machine).gmcpChanged, down: (*Machine).gmcpChanged, sub: (*Machine).takeGMCP},
		entryMSSP: {code: optMSSP, name: "MSSP", side: ours, step: 1, agree: true, up: (*Machine).askStatus},
		entryEnviron: {code: optEnviron, name: "NEW-ENVIRON", side: theirs, step: 2, agree: true, subMax: SubMaxBytes,
			up: (*Machine).askEnviron, sub: (*Machine).takeEnviron, detail: (*Machine).tellEnviron},
		entryCharset: {code: optCharset, name: "CHARSET", side: ours, step: 2, agree: true, subMax: SubMaxBytes,
			up: (*Machine).askCharset, down: (*Machine).endCharset, sub: (*Machine).takeCharset,
			detail: (*Machine).tellCharset},
		// The last: what it compresses should be worth it.
		entryMCCP2: {code: optMCCP2, name: "MCCP2", side: ours, step: 2, agree: true,
			up: (*Machine).beginCompression, down: (*Machine).endCompression, detail: (*Machine).tellCompression},
		// A client that offers CHARSET itself wants to send the REQUEST.
		entryCharsetTheirs: {code: optCharset, name: "CHARSET of the client", side: theirs, agree: true,
			subMax: SubMaxBytes, sub: (*Machine).takeCharset},
		entryEcho: {code: optEcho, name: "ECHO", side: ours, down: (*Machine).shown}, // on only while a secret is typed
	}
}

// withheld reports whether an option is not to be had on this connection.
func (m *Machine) withheld(i int) bool {
	switch i {
	case entryMSSP:
		return !m.hasStatus
	case entryMCCP2:
		return m.noCompression
	}
	return false
}

// find is the index of an option on one side, or -1.
func find(code byte, s side) int {
	for i, o := range optionTable() {
		if o.code == code && o.side == s {
			return i
		}
	}
	return -1
}

// offer asks for every option of a step that is not yet on or asked for.
func (m *Machine) offer(step int) {
	for i, o := range optionTable() {
		if o.step == step && !m.withheld(i) {
			m.turnOn(i)
		}
	}
}

// turnOn asks for an option.
func (m *Machine) turnOn(i int) {
	if m.options[i].Ask() {
		o := optionTable()[i]
		m.say(o.side.request(), o.code)
	}
}

// turnOff ends an option; that is final when sent.
func (m *Machine) turnOff(i int) {
	m.options[i].Deny()
	o := optionTable()[i]
	m.say(o.side.refusal(), o.code)
}

// say queues a negotiation.
func (m *Machine) say(cmd, code byte) { m.out.Plain = append(m.out.Plain, cmdIAC, cmd, code) }

// negotiate takes one WILL, WONT, DO or DONT.
func (m *Machine) negotiate(cmd, code byte) {
	if !m.mayDrawAnswer() {
		return
	}
	who := ours
	if cmd == cmdWILL || cmd == cmdWONT {
		who = theirs
	}
	agreement := cmd == cmdWILL || cmd == cmdDO
	i := find(code, who)
	switch {
	case i >= 0 && agreement:
		m.move(i, m.options[i].Agreed(optionTable()[i].agree && !m.withheld(i)))
	case i >= 0:
		m.move(i, m.options[i].Denied())
	case agreement:
		m.say(who.refusal(), code)
	}
}

// move does what an answer or request called for. An option ends before that is said: the end of compression must be
// the last that is compressed.
func (m *Machine) move(i int, to wire.OptionMove) {
	o := optionTable()[i]
	switch to {
	case wire.MoveNothing:
	case wire.MoveRefuse:
		m.say(o.side.refusal(), o.code)
	case wire.MoveBegin:
		m.run(o.up)
	case wire.MoveAccept:
		m.say(o.side.request(), o.code)
		m.run(o.up)
	case wire.MoveRefused:
		m.run(o.down)
	case wire.MoveEnd:
		m.run(o.down)
		m.say(o.side.refusal(), o.code)
	}
}

func (m *Machine) run(f func(*Machine)) {
	if f != nil {
		f(m)
	}
}

// on reports whether an option of the table is agreed.
func (m *Machine) on(i int) bool { return m.options[i].On() }

// subEntry is the table's entry that takes a subnegotiation now, or -1: none may come before the option is agreed.
func (m *Machine) subEntry(code byte) int {
	for i, o := range optionTable() {
		if o.code == code && m.on(i) && o.sub != nil {
			return i
		}
	}
	return -1
}

// mayDrawAnswer counts a command against the negotiation limit and closes the machine when it is exceeded.
func (m *Machine) mayDrawAnswer() bool {
	now := m.now()
	if now.Sub(m.windowStart) >= NegotiationWindow {
		m.windowStart, m.windowCount = now, 0
	}
	m.windowCount++
	if m.windowCount > NegotiationMax {
		m.close(ReasonNegotiation)
		return false
	}
	return true
}
