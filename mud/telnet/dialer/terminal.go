package dialer

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// name is the program's.
func (m *machine) name() string {
	if name := printable(m.c.Name); name != "" {
		return name
	}
	return nameDefault
}

// printable is what may be told of a name.
func printable(name string) string {
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, name))
	return name[:min(len(name), wire.TerminalNameMaxBytes)]
}

// termType is what is said of the terminal: no more than how many colours it shows.
func (m *machine) termType() string {
	switch m.c.Depth {
	case Depth16:
	case Depth256:
		return "XTERM-256COLOR"
	case DepthTrue:
		return "XTERM-TRUECOLOR"
	case DepthNone:
		return "DUMB"
	}
	return "XTERM"
}

// mtts are the bits of the Mud Terminal Type Standard.
func (m *machine) mtts() string {
	bits := wire.MTTSUTF8 | wire.MTTSMNES | wire.MTTSTLS
	switch m.c.Depth {
	case Depth16:
		bits |= wire.MTTSANSI
	case Depth256:
		bits |= wire.MTTSANSI | wire.MTTSColours256
	case DepthTrue:
		bits |= wire.MTTSANSI | wire.MTTSColours256 | wire.MTTSTrueColour
	case DepthNone:
	}
	if m.c.Reader {
		bits |= wire.MTTSScreenReader
	}
	return strconv.Itoa(bits)
}

func (m *machine) beginTermType() { m.types = 0 }

// askedTermType answers with the next name of the cycle of MTTS: the program, the terminal, what it can, and that once
// more, which says that it was the last (RFC 1091). Then it begins again.
func (m *machine) askedTermType(payload []byte) {
	if len(payload) != 1 || payload[0] != subSend || !m.mayDrawAnswer() {
		return
	}
	mtts := "MTTS " + m.mtts()
	cycle := [...]string{strings.ToUpper(m.name()), m.termType(), mtts, mtts}
	m.send(optTermType, []byte{subIs}, []byte(cycle[m.types%len(cycle)]))
	m.types++
}

// sendSize tells the size of the window.
func (m *machine) sendSize() {
	p := binary.BigEndian.AppendUint16(nil, sixteen(m.c.Width, columnsDefault))
	m.send(optNAWS, binary.BigEndian.AppendUint16(p, sixteen(m.c.Height, rowsDefault)))
}

func sixteen(n, usual int) uint16 {
	if n <= 0 {
		n = usual
	}
	return uint16(min(n, math.MaxUint16))
}

// resize notes another size, and tells it if the server wants to know.
func (m *machine) resize(width, height int) {
	if m.c.Width == width && m.c.Height == height {
		return
	}
	m.c.Width, m.c.Height = width, height
	if m.on(entryNAWS) {
		m.sendSize()
	}
}

// askedEnviron answers with those of the variables of MNES that were asked for, all if none is named. It never tells
// anything of the user or the environment.
func (m *machine) askedEnviron(payload []byte) {
	if len(payload) == 0 || payload[0] != subSend || !m.mayDrawAnswer() {
		return
	}
	all := strings.Trim(string(payload[1:]), "\x00\x03") == "" // no name, or only the kinds
	told := []struct {
		name, value string
		asked       bool
	}{
		{"CLIENT_NAME", strings.ToUpper(m.name()), all}, {"CLIENT_VERSION", printable(m.c.Version), all},
		{"TERMINAL_TYPE", m.termType(), all}, {"CHARSET", m.charset.String(), all}, {"MTTS", m.mtts(), all},
	}
	wire.EnvironVariables(payload[1:], func(name, _ string) {
		for i := range told {
			told[i].asked = told[i].asked || told[i].name == name
		}
	})
	answer := []byte{subIs}
	for _, v := range told {
		if v.asked {
			answer = append(append(append(answer, environVar), v.name...), environValue)
			answer = append(answer, v.value...)
		}
	}
	m.send(optEnviron, answer)
}

// askedCharset lets the talk choose a charset of those that the server lists.
func (m *machine) askedCharset(payload []byte) {
	if len(payload) == 0 || !wire.AsksCharset(payload) || !m.mayDrawAnswer() {
		return
	}
	if answer := m.talk.Take(payload); answer != nil {
		m.send(optCharset, answer)
	}
	if c, ok := m.talk.Agreed(); ok && c != m.charset {
		m.charset = c
		m.sieve.SetCharset(c)
	}
}
