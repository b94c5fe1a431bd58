package telnet

import (
	"bytes"

	"github.com/mudlark-mud/mudlark/mud/telnet/message"
	"github.com/mudlark-mud/mudlark/mud/telnet/subneg"
)

// gmcpChanged notes whether messages beside the text are agreed on.
func (m *Machine) gmcpChanged() {
	caps := m.caps
	caps.GMCP = m.on(entryGMCP)
	m.learn(caps)
}

// takeGMCP takes one message of the client.
func (m *Machine) takeGMCP(payload []byte) {
	name, data, verdict := message.Parse(payload)
	switch verdict {
	case message.Fine:
	case message.Unnamed:
		m.drop(LimitGMCPPackage)
		return
	case message.Long:
		m.drop(LimitGMCPBytes)
		return
	case message.Deep:
		m.drop(LimitGMCPDepth)
		return
	}
	if client, version, ok := message.Hello(name, data); ok {
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
		m.out.Plain = subneg.Append(m.out.Plain, optGMCP, message)
	}
}
