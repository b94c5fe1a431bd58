package telnet

import "fmt"

// beginCompression begins with what is queued next. A client that ended it once gets it no more: it could not read it.
func (m *Machine) beginCompression() {
	m.out.Begin()
	m.noCompression = true
	caps := m.caps
	caps.Compressed = true
	m.learn(caps)
}

func (m *Machine) endCompression() {
	if !m.caps.Compressed {
		return
	}
	m.out.End()
	caps := m.caps
	caps.Compressed = false
	m.learn(caps)
}

func (m *Machine) tellCompression() string {
	plain, packed := m.out.Bytes()
	return fmt.Sprintf("%s sent as %s", kilobytes(plain), kilobytes(packed))
}

func kilobytes(n uint64) string { return fmt.Sprintf("%.1f KB", float64(n)/1000) }
