package telnet

import "github.com/mudlark-mud/mudlark/mud/telnet/wire"

// Charset is how text is encoded on its way out, and what is typed on its way in.
type Charset = wire.Charset

// The charsets.
const (
	CharsetUTF8   = wire.UTF8
	CharsetASCII  = wire.ASCII
	CharsetLatin1 = wire.Latin1
	CharsetAgreed = wire.AgreedCharset
)

// SetCharset overrides what was negotiated, for a player who knows better than the client; CharsetAgreed goes back to
// it. It draws no event.
func (m *Machine) SetCharset(c Charset) {
	m.chosen = c
	m.caps = m.encoded(m.caps)
}

// charset is the charset in use.
func (m *Machine) charset() Charset {
	if m.chosen != CharsetAgreed {
		return m.chosen
	}
	c, _ := m.named()
	return c
}

// named is the charset that the client itself has named, in the talk or else as a variable; ok is false while it has
// named none that is known, and then it is UTF-8.
func (m *Machine) named() (c Charset, ok bool) {
	if c, ok = m.talk.Agreed(); ok {
		return c, true
	}
	return wire.CharsetNamed(m.facts.Known().Charset)
}

// encoded is caps with the charset in use.
func (m *Machine) encoded(caps Capabilities) Capabilities {
	m.use = m.charset()
	caps.Charset = m.use.String()
	return caps
}

func (m *Machine) askCharset() { m.sayCharset(m.talk.Ask()) }

func (m *Machine) sayCharset(payload []byte) {
	if payload != nil {
		m.out.Plain = wire.AppendSubnegotiation(m.out.Plain, optCharset, payload)
	}
}

// endCharset settles the charset; it also serves a client that refuses the option.
func (m *Machine) endCharset() {
	m.talk.End()
	m.settle()
}

func (m *Machine) takeCharset(payload []byte) {
	if wire.AsksCharset(payload) && !m.mayDrawAnswer() {
		return
	}
	m.sayCharset(m.talk.Take(payload))
	m.learnFacts()
	m.settle()
}

// tellCharset is for the curious.
func (m *Machine) tellCharset() string { return m.caps.Charset }
