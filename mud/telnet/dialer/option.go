package dialer

import (
	"time"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// side is who performs an option: we (asked by DO) or the server (it says WILL).
type side uint8

const (
	ours side = iota
	theirs
)

// agreement and refusal are what we say of an option.
func (s side) agreement() byte {
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
	code byte
	side side
	up   func(*machine)         // agreed
	down func(*machine)         // ended
	sub  func(*machine, []byte) // a complete payload, which may be empty; it is only valid during the call
}

const (
	entryTermType = iota
	entryNAWS
	entryEnviron
	entryCharsetOurs
	entrySGAOurs
	entryEcho
	entrySGA
	entryEOR
	entryCharset
	entryMSSP
	entryMCCP2
	entryGMCP
	optionCount
)

// optionTable lists what this client speaks. It asks for none of it: a server that speaks telnet offers, and one that
// does not would show the offers to its players.
func optionTable() [optionCount]option {
	return [optionCount]option{
		entryTermType: {code: optTermType, side: ours, up: (*machine).beginTermType, sub: (*machine).askedTermType},
		entryNAWS:     {code: optNAWS, side: ours, up: (*machine).sendSize},
		entryEnviron:  {code: optEnviron, side: ours, sub: (*machine).askedEnviron},
		// Either end may offer CHARSET; it is the server that asks.
		entryCharsetOurs: {code: optCharset, side: ours, sub: (*machine).askedCharset},
		entryCharset:     {code: optCharset, side: theirs, sub: (*machine).askedCharset},
		// Lines are sent as lines whatever is suppressed.
		entrySGAOurs: {code: optSGA, side: ours},
		entrySGA:     {code: optSGA, side: theirs},
		// A server that would echo wants what is typed not to be shown here.
		entryEcho:  {code: optEcho, side: theirs, up: (*machine).hide, down: (*machine).show},
		entryEOR:   {code: optEOR, side: theirs},
		entryMSSP:  {code: optMSSP, side: theirs, sub: (*machine).takeMSSP},
		entryMCCP2: {code: optMCCP2, side: theirs, sub: (*machine).beginCompression},
		entryGMCP:  {code: optGMCP, side: theirs, up: (*machine).greet, down: (*machine).endGMCP, sub: (*machine).takeGMCP},
	}
}

// may reports whether an option is wanted on this connection.
func (m *machine) may(i int) bool {
	if m.c.preview {
		return i == entryMSSP
	}
	return i != entryMCCP2 || !m.c.Uncompressed
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

// on reports whether an option is agreed.
func (m *machine) on(i int) bool { return m.options[i].On() }

// say queues a negotiation.
func (m *machine) say(cmd, code byte) { m.out = append(m.out, cmdIAC, cmd, code) }

// send queues a subnegotiation.
func (m *machine) send(code byte, parts ...[]byte) {
	m.out = wire.AppendSubnegotiation(m.out, code, parts...)
}

// negotiate takes one WILL, WONT, DO or DONT.
func (m *machine) negotiate(cmd, code byte) {
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
		m.move(i, m.options[i].Agreed(m.may(i)))
	case i >= 0:
		m.move(i, m.options[i].Denied())
	case cmd == cmdDO && code == optTimingMark: // each time: a server may wait for it
		m.say(cmdWILL, code)
	case agreement && !m.refused[who][code]:
		m.refused[who][code] = true
		m.say(who.refusal(), code)
	}
}

// move does what a request called for.
func (m *machine) move(i int, to wire.OptionMove) {
	o := optionTable()[i]
	switch to {
	case wire.MoveNothing, wire.MoveRefused, wire.MoveBegin: // nothing was asked for
	case wire.MoveRefuse:
		if !m.refused[o.side][o.code] {
			m.refused[o.side][o.code] = true
			m.say(o.side.refusal(), o.code)
		}
	case wire.MoveAccept:
		m.say(o.side.agreement(), o.code)
		if o.up != nil {
			o.up(m)
		}
	case wire.MoveEnd:
		m.say(o.side.refusal(), o.code)
		if o.down != nil {
			o.down(m)
		}
	}
}

// subEntry is the table's entry that takes a subnegotiation now, or -1: none may come before the option is agreed.
func (m *machine) subEntry(code byte) int {
	for i, o := range optionTable() {
		if o.code == code && m.on(i) && o.sub != nil {
			return i
		}
	}
	return -1
}

// subMost is how much of the payload of an option's subnegotiation is kept.
func (m *machine) subMost(code byte) int {
	switch i := m.subEntry(code); {
	case i < 0:
		return 0
	case i == entryGMCP:
		return m.c.Limits.GMCPBytes + gmcpNameBytes
	}
	return m.c.Limits.SubBytes
}

// mayDrawAnswer counts what may draw an answer, and ends the connection when it is too much.
func (m *machine) mayDrawAnswer() bool {
	now := time.Now()
	if now.Sub(m.windowStart) >= NegotiationWindow {
		m.windowStart, m.windowCount = now, 0
	}
	m.windowCount++
	if m.windowCount > m.c.Limits.Negotiations {
		m.close(ReasonNegotiation, nil)
		return false
	}
	return true
}

func (m *machine) hide() { m.hidden(true) }
func (m *machine) show() { m.hidden(false) }

func (m *machine) hidden(on bool) {
	m.facts.Hidden = on
	m.emit(Hidden{On: on})
}

// beginCompression is the marker of MCCP2: what stands behind it is compressed.
func (m *machine) beginCompression([]byte) {
	if m.zip != nil || len(m.text) > 0 { // within what is compressed it means nothing
		return
	}
	m.zip = newInflater(m.c.Limits.InflateRatio)
	m.facts.Compressed = true
	m.note(noteCompression)
}
