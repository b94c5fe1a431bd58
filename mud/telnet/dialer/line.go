package dialer

import "github.com/mudlark-mud/mudlark/mud/telnet/wire"

// endLine tells a line. The end of a line that stands there as a prompt only moves on from it.
func (m *machine) endLine() {
	text, cut := m.sieve.Text(), m.sieve.Cut()
	m.sieve.Next()
	m.heed()
	known := m.told && text == m.prompt || m.behind && text == ""
	m.told, m.behind, m.prompt = false, false, ""
	if known {
		return
	}
	m.emit(Line{Text: text})
	if cut {
		m.note(noteLongLine)
	}
}

// mark takes GA or EOR: what stands on the line is a prompt.
func (m *machine) mark() {
	m.sieve.Flush()
	m.heed()
	if !m.sieve.shown {
		return
	}
	text := m.sieve.Text()
	m.sieve.Next()
	known := m.told && text == m.prompt
	m.told, m.behind, m.prompt = false, true, ""
	if !known {
		m.emit(Prompt{Text: text})
	}
}

// waits reports whether silence would make a prompt of what stands on the line.
func (m *machine) waits() bool { return m.sieve.shown && !(m.told && m.sieve.Is(m.prompt)) }

// silence tells that the server has said nothing for a while.
func (m *machine) silence() {
	if !m.waits() {
		return
	}
	m.told, m.prompt = true, m.sieve.Text()
	m.heed()
	m.emit(Prompt{Text: m.prompt})
}

// answered says that something was typed: what comes now stands on a line of its own.
func (m *machine) answered() {
	if m.told && m.sieve.Is(m.prompt) {
		m.sieve.Next()
	}
	m.told, m.behind, m.prompt = false, false, ""
}

// rest tells what stands on the line when nothing more will come.
func (m *machine) rest() {
	m.sieve.Flush()
	if m.sieve.shown {
		m.endLine()
	}
}

// heed notes what the text says of its charset. A server that was asked for none and never sends UTF-8 but Latin-1 is
// answered in kind.
func (m *machine) heed() {
	came, only := m.sieve.Latin1()
	if !came {
		return
	}
	m.note(noteLatin1)
	if _, agreed := m.talk.Agreed(); agreed {
		return
	}
	m.charset = wire.UTF8
	if only {
		m.charset = wire.Latin1
	}
}
