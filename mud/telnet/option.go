package telnet

// side is who performs an option: we (WILL, answered by DO) or the client (DO, answered by WILL).
type side uint8

const (
	ours side = iota
	theirs
)

// option is one entry of the table. Nil functions do nothing.
type option struct {
	code  byte
	side  side
	step  int  // 1 is offered at accept, 2 after the first answer, 0 never by itself
	agree bool // whether the client may ask for it first
	// subMax bounds the payload of a subnegotiation in bytes; 0 ignores all of them.
	subMax int
	up     func(*Machine)         // agreed: only now may a subnegotiation be sent
	down   func(*Machine)         // refused or ended
	sub    func(*Machine, []byte) // a complete payload; it is only valid during the call
}

const (
	optionCount = 6
	entryEOR    = 2 // is asked for with each prompt
)

// optionTable lists what this server speaks in the order in which it is offered. Two steps, because 39, 42 and 86 are
// printable: a client that knows no telnet would show them before the banner.
func optionTable() [optionCount]option {
	return [optionCount]option{
		{code: optTermType, side: theirs, step: 1, agree: true, subMax: SubMaxBytes,
			up: (*Machine).askTermType, down: (*Machine).endTermType, sub: (*Machine).takeTermType},
		{code: optNAWS, side: theirs, step: 1, agree: true, subMax: 4, sub: (*Machine).takeSize},
		entryEOR: {code: optEOR, side: ours, step: 1, agree: true},
		{code: optCharset, side: ours, step: 2, agree: true, subMax: SubMaxBytes,
			up: (*Machine).askCharset, down: (*Machine).endCharset, sub: (*Machine).takeCharset},
		// A client that offers CHARSET itself wants to send the REQUEST.
		{code: optCharset, side: theirs, agree: true, subMax: SubMaxBytes, sub: (*Machine).takeCharset},
		{code: optEcho, side: ours}, // on only while a secret is typed
	}
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

// optionState is RFC 1143's state of one option, with one deviation: our own WONT or DONT is final when sent. TinTin++
// never acknowledges WONT ECHO, so a strict machine would wait for ever in WANTNO, queue the next WILL ECHO and show
// the second password of a session in clear.
//
// Being final at once makes answers ambiguous when requests follow each other quickly: after WILL, WONT, WILL a DONT
// may answer the second or refuse the third. So instead of the queue bit the state remembers which answers are due, the
// oldest in bit 0 (1: an agreement, 0: a denial), and is settled by the answer to the last request.
type optionState struct {
	on      bool // agreed
	wanted  bool // asked for by us, not yet agreed
	due     uint8
	dueSize uint8
}

// expect remembers that an answer is due.
func (s *optionState) expect(agreement uint8) {
	if s.dueSize == pendingAnswers { // a client that never answers: forget the oldest
		s.due >>= 1
		s.dueSize--
	}
	s.due |= agreement << s.dueSize
	s.dueSize++
}

// answered takes the oldest due answer that fits off the list. A denial answers any request; an agreement cannot answer
// a denial of ours, so denials before it will never be acknowledged. It reports whether an answer was due, and whether
// it was the last.
func (s *optionState) answered(agreement bool) (due, last bool) {
	for s.dueSize > 0 && !due {
		due = !agreement || s.due&1 == 1
		s.due >>= 1
		s.dueSize--
	}
	return due, s.dueSize == 0
}

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

// offer asks for every option of a step that is not yet on or asked for.
func (m *Machine) offer(step int) {
	for i, o := range optionTable() {
		if o.step == step {
			m.turnOn(i)
		}
	}
}

// turnOn asks for an option.
func (m *Machine) turnOn(i int) {
	s := &m.options[i]
	if s.on || s.wanted {
		return
	}
	o := optionTable()[i]
	s.wanted = true
	s.expect(1)
	m.out = append(m.out, cmdIAC, o.side.request(), o.code)
}

// turnOff ends an option; that is final when sent.
func (m *Machine) turnOff(i int) {
	s := &m.options[i]
	o := optionTable()[i]
	*s = optionState{due: s.due, dueSize: s.dueSize}
	s.expect(0)
	m.out = append(m.out, cmdIAC, o.side.refusal(), o.code)
}

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
		m.agreed(i)
	case i >= 0:
		m.denied(i)
	case agreement:
		m.out = append(m.out, cmdIAC, who.refusal(), code)
	}
}

// agreed takes a WILL or DO for an option of the table.
func (m *Machine) agreed(i int) {
	s, o := &m.options[i], optionTable()[i]
	due, last := s.answered(true)
	switch {
	case s.on:
	case s.wanted && due && !last: // an answer to an earlier request; the one to the last is still to come
	case s.wanted:
		m.comeOn(i)
	case o.agree && !due:
		m.out = append(m.out, cmdIAC, o.side.request(), o.code)
		m.comeOn(i)
	default: // also the late answer that crossed our own denial: one more denial, which cannot loop
		m.out = append(m.out, cmdIAC, o.side.refusal(), o.code)
	}
}

// denied takes a WONT or DONT for an option of the table.
func (m *Machine) denied(i int) {
	s, o := &m.options[i], optionTable()[i]
	due, last := s.answered(false)
	switch {
	case due && !last:
	case s.wanted:
		s.wanted = false
		m.goOff(o)
	case s.on:
		s.on = false
		m.out = append(m.out, cmdIAC, o.side.refusal(), o.code)
		m.goOff(o)
	}
}

func (m *Machine) comeOn(i int) {
	m.options[i].on, m.options[i].wanted = true, false
	if up := optionTable()[i].up; up != nil {
		up(m)
	}
}

func (m *Machine) goOff(o option) {
	if o.down != nil {
		o.down(m)
	}
}

// subEntry is the table's entry that takes a subnegotiation now, or -1: none may come before the option is agreed.
func (m *Machine) subEntry(code byte) int {
	for i, o := range optionTable() {
		if o.code == code && m.options[i].on && o.sub != nil {
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
