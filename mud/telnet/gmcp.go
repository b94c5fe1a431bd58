package telnet

import (
	"bytes"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// gmcpChanged notes whether messages beside the text are agreed on.
func (m *Machine) gmcpChanged() {
	caps := m.caps
	caps.GMCP = m.on(entryGMCP)
	m.learn(caps)
}

// takeGMCP takes one message of the client.
func (m *Machine) takeGMCP(payload []byte) {
	name, data, verdict := wire.ParseGMCP(payload)
	switch verdict {
	case wire.GMCPFine:
	case wire.GMCPUnnamed:
		m.drop(LimitGMCPPackage)
		return
	case wire.GMCPLong:
		m.drop(LimitGMCPBytes)
		return
	case wire.GMCPDeep:
		m.drop(LimitGMCPDepth)
		return
	}
	if client, version, ok := wire.ParseHello(name, data); ok {
		m.facts.Hello(client, version)
		m.learnFacts()
	}
	// No greeting follows from it: the program speaks at once, and its terminal is known a little later.
	m.pending = append(m.pending, GMCP{Package: name, Data: bytes.Clone(data)})
}

// sendGMCP queues messages if the client has agreed to them.
func (m *Machine) sendGMCP(messages [][]byte) {
	if !m.on(entryGMCP) {
		return
	}
	for _, message := range messages {
		m.out.Plain = wire.AppendSubnegotiation(m.out.Plain, optGMCP, message)
	}
}
