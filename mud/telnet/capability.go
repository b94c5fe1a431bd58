package telnet

import (
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// Capabilities is what a client has said of itself, or what is assumed while it has not. A player's stored settings
// come before all of it: clients guess (TinTin++ claims true colour whatever its terminal is).
type Capabilities struct {
	// Telnet says that the client has sent a telnet command; a bare socket never does.
	Telnet bool
	// Client is the program's name as it gave it ("TINTIN++", "MUDLET"), empty when unknown. Printable ASCII.
	Client string
	// Version is the program's version, empty when unknown. Printable ASCII.
	Version string
	// TerminalName is the terminal it runs on ("xterm-256color"), empty when unknown. Printable ASCII.
	TerminalName string
	// Colour is the depth to begin with.
	Colour wire.Colour
	// UTF8 says that the client takes UTF-8. Without it text still goes out in UTF-8, but do not draw boxes.
	UTF8 bool
	// Charset is the name of the charset of what is sent and typed: UTF-8, US-ASCII or ISO-8859-1.
	Charset string
	// GMCP says that messages beside the text are agreed on.
	GMCP bool
	// Compressed says that what is sent is compressed (MCCP2).
	Compressed bool
	// Encrypted says that the connection is, by what it runs over.
	Encrypted bool
	// MTTS are the client's own flags, as they came; 0 if none did.
	MTTS uint64
	// Address is where a proxy says that its client comes from: only one that is trusted may be believed.
	Address string
	// ScreenReader is bit 64 of MTTS: a person who listens.
	ScreenReader bool
	// Width and Height are the window in columns and rows, clamped; 80x24 until the client says.
	Width, Height int
}

func unknownClient() Capabilities {
	return Capabilities{
		Colour: wire.Colour16, Charset: CharsetUTF8.String(), Width: WidthDefault, Height: HeightDefault,
	}
}

// takeSize takes a window size, RFC 1073: two 16-bit numbers, 0 for unknown.
func (m *Machine) takeSize(payload []byte) {
	if len(payload) != 4 {
		return
	}
	caps := m.caps
	caps.Width = sizeRange{WidthMin, WidthMax, WidthDefault}.clamp(payload[0:2])
	caps.Height = sizeRange{HeightMin, HeightMax, HeightDefault}.clamp(payload[2:4])
	m.learn(caps)
}

type sizeRange struct{ low, high, unknown int }

func (r sizeRange) clamp(p []byte) int {
	n := int(p[0])<<8 | int(p[1])
	if n == 0 {
		return r.unknown
	}
	return min(max(n, r.low), r.high)
}

// tellSize is for the curious.
func (m *Machine) tellSize() string { return fmt.Sprintf("%d by %d", m.caps.Width, m.caps.Height) }

// askTermType asks for a terminal type: the first is the client's name, the second the terminal, the third "MTTS n".
func (m *Machine) askTermType() {
	if m.facts.Settled() { // it ended before and the client turned the option off and on
		return
	}
	m.out.Plain = wire.AppendSubnegotiation(m.out.Plain, optTermType, []byte{termTypeSend})
}

func (m *Machine) takeTermType(payload []byte) {
	if payload[0] != termTypeIs || m.facts.Settled() { // nobody asked
		return
	}
	if m.facts.Name(payload[1:]) {
		m.askTermType()
		return
	}
	m.learnFacts()
	m.settle()
}

// endTermType settles what the names say. It also serves a client that refuses the option.
func (m *Machine) endTermType() {
	if m.facts.Settle() {
		m.learnFacts()
		m.settle()
	}
}

// tellTerminal is for the curious.
func (m *Machine) tellTerminal() string {
	var parts []string
	for _, s := range []string{m.caps.Client, m.caps.Version, m.caps.TerminalName} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if m.caps.MTTS != 0 {
		parts = append(parts, fmt.Sprintf("MTTS %d", m.caps.MTTS))
	}
	return strings.Join(parts, ", ")
}

// askEnviron asks for the variables of MNES by name: some clients do not answer a question for all, and one takes more
// than 256 bytes badly.
func (m *Machine) askEnviron() {
	ask := []byte{environSend}
	for _, name := range wire.WantedVariables() {
		ask = append(append(ask, environVar), name...)
	}
	m.out.Plain = wire.AppendSubnegotiation(m.out.Plain, optEnviron, ask)
}

// takeEnviron takes an answer, or what has changed since.
func (m *Machine) takeEnviron(payload []byte) {
	if payload[0] != environIs && payload[0] != environInfo || !m.mayDrawAnswer() { // each may change what is shown
		return
	}
	wire.EnvironVariables(payload[1:], func(name, value string) {
		if !m.facts.Variable(name, value) {
			m.drop(LimitVariable)
		}
	})
	m.learnFacts()
}

// tellEnviron is for the curious.
func (m *Machine) tellEnviron() string { return m.facts.Known().Charset }

// learnFacts puts what follows from the client's own words in place.
func (m *Machine) learnFacts() {
	k, caps := m.facts.Known(), m.caps
	caps.Client, caps.Version, caps.TerminalName, caps.Address = k.Client, k.Version, k.Terminal, k.Address
	caps.Colour, caps.ScreenReader, caps.MTTS = k.Colour, k.ScreenReader, k.MTTS
	named, ok := m.named()
	caps.UTF8 = ok && named == CharsetUTF8 || !ok && k.UTF8
	m.learn(m.encoded(caps))
}
