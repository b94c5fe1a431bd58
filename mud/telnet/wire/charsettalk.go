package wire

import "strings"

// The first byte of a subnegotiation, RFC 2066.
const (
	request       byte = 1
	accepted      byte = 2
	rejected      byte = 3
	tableIs       byte = 4
	tableRejected byte = 5

	tablePrefix = "[TTABLE]"
)

// CharsetTalk is where the conversation stands, seen from the server. The zero value has asked for nothing.
type CharsetTalk struct {
	asked    int  // how many of the offers were made
	awaited  bool // the last of them is unanswered
	done     bool
	answered bool // the client agreed to one
	agreed   Charset
}

// offers are asked for one after the other: TinTin++ answers each charset of a list apart. Mudlet splits on the first
// byte, so a separator must be there.
func offers() []string { return []string{";" + nameUTF8, ";" + nameLatin1, ";" + nameASCII} }

// Ask is the next request, nil when there is none and the talk is over.
func (t *CharsetTalk) Ask() []byte {
	all := offers()
	if t.done || t.asked == len(all) {
		t.End()
		return nil
	}
	t.awaited = true
	t.asked++
	return append([]byte{request}, all[t.asked-1]...)
}

// End settles the talk; it also serves a client that refuses the option.
func (t *CharsetTalk) End() { t.awaited, t.done = false, true }

// Done reports whether nothing more is asked for.
func (t *CharsetTalk) Done() bool { return t.done }

// Agreed is the charset that the client agreed to; ok is false while it did to none, and then it is UTF-8.
func (t *CharsetTalk) Agreed() (c Charset, ok bool) { return t.agreed, t.answered }

// AsksCharset reports whether a payload is a question, which must be answered.
func AsksCharset(payload []byte) bool { return payload[0] == request || payload[0] == tableIs }

// Take takes the payload of a subnegotiation, which may not be empty, and returns the payload of the answer, if any.
func (t *CharsetTalk) Take(payload []byte) (answer []byte) {
	rest := string(payload[1:])
	switch payload[0] {
	case accepted:
		if t.awaited {
			t.agree(rest)
			t.End()
		}
	case rejected:
		if t.awaited {
			return t.Ask()
		}
	case request:
		if name := t.choose(rest); name != "" {
			t.agree(name)
			return append([]byte{accepted}, name...)
		}
		return []byte{rejected}
	case tableIs: // we keep no tables
		return []byte{tableRejected}
	}
	return nil
}

func (t *CharsetTalk) agree(name string) {
	if c, ok := CharsetNamed(name); ok {
		t.agreed, t.answered = c, true
	}
}

// choose takes a client's own request: UTF-8 if it is on the list, else the first that is known, else nothing. While
// our own is unanswered the RFC has the server refuse and the client answer.
func (t *CharsetTalk) choose(list string) (chosen string) {
	if after, ok := strings.CutPrefix(list, tablePrefix); ok && after != "" {
		list = after[1:] // the version byte of the translation tables
	}
	if list == "" || t.awaited {
		return ""
	}
	for name := range strings.SplitSeq(list[1:], list[:1]) {
		switch c, ok := CharsetNamed(name); {
		case ok && c == UTF8:
			return name
		case ok && chosen == "":
			chosen = name
		}
	}
	return chosen
}
