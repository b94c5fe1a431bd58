package telnet

import "github.com/mudlark-mud/mudlark/mud/telnet/wire"

// Variable is one variable of MSSP, by which crawlers learn of a server. Of several values the default is the last.
type Variable = wire.MSSPVariable

// askStatus notes that the client wants to know the server's status, which only the owner knows.
func (m *Machine) askStatus() { m.statusAsked = true }

// StatusAsked reports, once, that the client has agreed to MSSP and waits for SendStatus.
func (m *Machine) StatusAsked() bool {
	asked := m.statusAsked
	m.statusAsked = false
	return asked
}

// SendPlainStatus queues the server's status as plain text, for a crawler that speaks no telnet and typed MSSP-REQUEST
// where a name is wanted. The source is the page on MSSP of tintin.mudhalla.net.
func (m *Machine) SendPlainStatus(vars []Variable) {
	if len(vars) > 0 {
		m.out.Plain = append(m.out.Plain, wire.FormatPlainMSSP(vars)...)
	}
}

// SendStatus queues the server's status if the client has agreed to MSSP.
func (m *Machine) SendStatus(vars []Variable) {
	if m.on(entryMSSP) && len(vars) > 0 {
		m.out.Plain = wire.AppendSubnegotiation(m.out.Plain, optMSSP, wire.FormatMSSP(vars))
	}
}
