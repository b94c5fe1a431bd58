package telnet

import (
	"strings"

	"github.com/mudlark-mud/mudlark/mud/telnet/subneg"
)

// Charset is how text is encoded on its way out, and what is typed on its way in.
type Charset uint8

const (
	// CharsetUTF8 is the default.
	CharsetUTF8 Charset = iota
	// CharsetASCII transliterates: "é" becomes "e", a typographic quote a plain one, what has no likeness "?".
	CharsetASCII
	// CharsetLatin1 is ISO-8859-1; what it does not have is transliterated.
	CharsetLatin1
	// CharsetAgreed is what the client asked for, UTF-8 if it asked for nothing.
	CharsetAgreed
)

// Names of charsets, RFC 2978.
const (
	nameUTF8   = "UTF-8"
	nameASCII  = "US-ASCII"
	nameLatin1 = "ISO-8859-1"
)

// charsetTalk is where the negotiation of RFC 2066 stands.
type charsetTalk struct {
	asked    int  // how many of charsetOffers were made
	awaited  bool // the last of them is unanswered
	done     bool
	answered string // what the client agreed to
	utf8     bool   // it was UTF-8

	agreed Charset // by the option, or by MNES
	use    Charset // in use, which SetCharset may have chosen
	forced bool
}

// charsetOffers are asked for one after the other: TinTin++ answers each charset of a list apart. Mudlet splits on the
// first byte, so a separator must be there.
func charsetOffers() []string { return []string{";" + nameUTF8, ";" + nameLatin1, ";" + nameASCII} }

// SetCharset overrides what was negotiated, for a player who knows better than the client. It draws no event.
func (m *Machine) SetCharset(c Charset) {
	if m.charset.forced = c != CharsetAgreed; !m.charset.forced {
		c = m.charset.agreed
	}
	m.caps = m.encodedIn(c)
}

// encodedIn is what is known, with another charset in use.
func (m *Machine) encodedIn(c Charset) Capabilities {
	m.charset.use = c
	caps := m.caps
	caps.ASCII = c == CharsetASCII
	switch c {
	case CharsetASCII:
		caps.Charset = nameASCII
	case CharsetLatin1:
		caps.Charset = nameLatin1
	case CharsetUTF8, CharsetAgreed:
		caps.Charset = nameUTF8
	}
	return caps
}

// use takes the name of a charset that the client agreed to. One that is not known changes nothing.
func (m *Machine) use(name string) {
	c, ok := charsetNamed(name)
	if !ok {
		return
	}
	m.charset.agreed, m.charset.utf8 = c, c == CharsetUTF8
	if !m.charset.forced {
		m.learn(m.encodedIn(c))
	}
	m.learnFacts()
}

func charsetNamed(name string) (c Charset, ok bool) {
	switch strings.ToUpper(strings.TrimSpace(name)) {
	case nameUTF8, "UTF8":
		return CharsetUTF8, true
	case nameASCII, "ASCII", "ANSI_X3.4-1968":
		return CharsetASCII, true
	case nameLatin1, "ISO_8859-1", "ISO8859-1", "LATIN1", "ISO-1":
		return CharsetLatin1, true
	}
	return 0, false
}

// askCharset asks for the next charset.
func (m *Machine) askCharset() {
	offers := charsetOffers()
	if m.charset.asked == len(offers) {
		m.endCharset()
		return
	}
	m.charset.awaited = true
	m.out.plain = subneg.Append(m.out.plain, optCharset, []byte{charsetRequest}, []byte(offers[m.charset.asked]))
	m.charset.asked++
}

// endCharset settles the charset; it also serves a client that refuses the option.
func (m *Machine) endCharset() {
	m.charset.awaited, m.charset.done = false, true
	m.settle()
}

func (m *Machine) takeCharset(payload []byte) {
	rest := string(payload[1:])
	switch payload[0] {
	case charsetAccepted:
		if m.charset.awaited {
			m.charset.answered = rest
			m.use(rest)
			m.endCharset()
		}
	case charsetRejected:
		if m.charset.awaited {
			m.askCharset()
		}
	case charsetRequest:
		if m.mayDrawAnswer() {
			m.answerCharset(rest)
		}
	case charsetTableIs: // we keep no tables
		if m.mayDrawAnswer() {
			m.out.plain = subneg.Append(m.out.plain, optCharset, []byte{charsetTableRejected})
		}
	}
}

// answerCharset takes a client's own REQUEST: UTF-8 if it is on the list, else the first that is known, else nothing.
// While our own is unanswered the RFC has the server refuse and the client answer.
func (m *Machine) answerCharset(list string) {
	if after, ok := strings.CutPrefix(list, charsetTablePrefix); ok && after != "" {
		list = after[1:] // the version byte of the translation tables
	}
	chosen := ""
	if list != "" && !m.charset.awaited {
		for name := range strings.SplitSeq(list[1:], list[:1]) {
			c, ok := charsetNamed(name)
			if ok && (chosen == "" || c == CharsetUTF8) {
				chosen = name
			}
			if ok && c == CharsetUTF8 {
				break
			}
		}
	}
	if chosen == "" {
		m.out.plain = subneg.Append(m.out.plain, optCharset, []byte{charsetRejected})
		return
	}
	m.out.plain = subneg.Append(m.out.plain, optCharset, []byte{charsetAccepted}, []byte(chosen))
	m.charset.answered = chosen
	m.use(chosen)
}

// tellCharset is for the curious.
func (m *Machine) tellCharset() string { return m.caps.Charset }
