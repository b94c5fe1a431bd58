package telnet

import (
	"strings"

	"github.com/mudlark-mud/mudlark/mud/telnet/subneg"
)

// Variable is one variable of MSSP, by which crawlers learn of a server. Of several values the default is the last.
type Variable struct {
	Name   string
	Values []string
}

// askStatus notes that the client wants to know the server's status, which only the owner knows.
func (m *Machine) askStatus() { m.statusAsked = true }

// StatusAsked reports, once, that the client has agreed to MSSP and waits for SendStatus.
func (m *Machine) StatusAsked() bool {
	asked := m.statusAsked
	m.statusAsked = false
	return asked
}

// SendStatus queues the server's status if the client has agreed to MSSP. What has no place in a name or value (the
// bytes 0, 1, 2 and 255) is left out.
func (m *Machine) SendStatus(vars []Variable) {
	if !m.on(entryMSSP) || len(vars) == 0 {
		return
	}
	var b strings.Builder
	for _, v := range vars {
		b.WriteByte(msspName)
		b.WriteString(msspText(v.Name))
		for _, value := range v.Values {
			b.WriteByte(msspValue)
			b.WriteString(msspText(value))
		}
	}
	m.out.Plain = subneg.Append(m.out.Plain, optMSSP, b.String())
}

func msspText(s string) string {
	return strings.Map(func(r rune) rune {
		if r <= rune(msspValue) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}
