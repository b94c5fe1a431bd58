package telnet

import "strings"

// Charset is how text is encoded on its way out.
type Charset uint8

const (
	// CharsetUTF8 is the default.
	CharsetUTF8 Charset = iota
	// CharsetASCII transliterates: "é" becomes "e", a typographic quote a plain one, what has no likeness "?".
	CharsetASCII
)

// charsetTalk is where the negotiation of RFC 2066 stands.
type charsetTalk struct {
	awaited bool // our REQUEST is unanswered
	done    bool
}

// SetCharset overrides what was negotiated, for a player who knows better than the client. It draws no event.
func (m *Machine) SetCharset(c Charset) { m.caps.ASCII = c == CharsetASCII }

func (m *Machine) askCharset() {
	m.charset.awaited = true
	m.out = appendSub(m.out, optCharset, append([]byte{charsetRequest}, charsetOffer...)...)
}

// endCharset settles the charset; it also serves a client that refuses the option.
func (m *Machine) endCharset() {
	m.charset = charsetTalk{done: true}
	m.settle()
}

func (m *Machine) takeCharset(payload []byte) {
	rest := string(payload[1:])
	switch payload[0] {
	case charsetAccepted:
		if m.charset.awaited {
			caps := m.caps
			caps.UTF8 = caps.UTF8 || isUTF8(rest)
			m.learn(caps)
			m.endCharset()
		}
	case charsetRejected:
		if m.charset.awaited {
			m.endCharset()
		}
	case charsetRequest:
		if m.mayDrawAnswer() {
			m.answerCharset(rest)
		}
	case charsetTableIs: // we keep no tables
		if m.mayDrawAnswer() {
			m.out = appendSub(m.out, optCharset, charsetTableRejected)
		}
	}
}

// answerCharset takes a client's own REQUEST: UTF-8 if it is on the list, else ASCII, else nothing. While our own is
// unanswered the RFC has the server refuse and the client answer.
func (m *Machine) answerCharset(list string) {
	if after, ok := strings.CutPrefix(list, charsetTablePrefix); ok && after != "" {
		list = after[1:] // the version byte of the translation tables
	}
	if m.charset.awaited || list == "" {
		m.out = appendSub(m.out, optCharset, charsetRejected)
		return
	}
	ascii := ""
	for name := range strings.SplitSeq(list[1:], list[:1]) {
		if isUTF8(name) {
			m.acceptCharset(name, CharsetUTF8)
			return
		}
		if isASCII(name) {
			ascii = name
		}
	}
	if ascii != "" {
		m.acceptCharset(ascii, CharsetASCII)
		return
	}
	m.out = appendSub(m.out, optCharset, charsetRejected)
}

func (m *Machine) acceptCharset(name string, c Charset) {
	m.out = appendSub(m.out, optCharset, append([]byte{charsetAccepted}, name...)...)
	caps := m.caps
	caps.UTF8, caps.ASCII = c == CharsetUTF8, c == CharsetASCII
	m.learn(caps)
}

func isUTF8(name string) bool {
	return strings.EqualFold(name, "UTF-8") || strings.EqualFold(name, "UTF8")
}

func isASCII(name string) bool {
	return strings.EqualFold(name, "US-ASCII") || strings.EqualFold(name, "ASCII") ||
		strings.EqualFold(name, "ANSI_X3.4-1968")
}
