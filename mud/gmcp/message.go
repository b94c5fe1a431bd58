package gmcp

import (
	"bytes"
	"encoding/json"
	"unicode/utf16"
	"unicode/utf8"
)

// Limits of what a client may send, beside those of each message, which the telnet machine keeps
// (mud/telnet/wire). What is beyond them is dropped, and the connection goes on.
const (
	// TakenMost is how many messages a client may send in a second.
	TakenMost = 50
	// PackageMaxBytes is the longest name of a package that a client may list.
	PackageMaxBytes = 64
	// SupportsMost is how many packages a client may list.
	SupportsMost = 128
)

// message makes a message: its name, and its body as JSON in ASCII. No body is needed where body is nil.
func message(name string, body any) []byte {
	if body == nil {
		return []byte(name)
	}
	var b bytes.Buffer
	b.WriteString(name)
	b.WriteByte(' ')
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(body); err != nil {
		panic("gmcp: " + name + " cannot be encoded: " + err.Error()) // its types are ours, and all can
	}
	return ascii(bytes.TrimRight(b.Bytes(), "\n"))
}

// ascii escapes what is not printable ASCII; in JSON that stands only within strings.
func ascii(in []byte) []byte {
	plain := 0
	for plain < len(in) && in[plain] < 0x7f {
		plain++
	}
	if plain == len(in) {
		return in
	}
	out := append(make([]byte, 0, len(in)+len(in)/2), in[:plain]...)
	for rest := in[plain:]; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		rest = rest[size:]
		switch {
		case r < 0x7f:
			out = append(out, byte(r))
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			out = escaped(escaped(out, high), low)
		default:
			out = escaped(out, r)
		}
	}
	return out
}

func escaped(out []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	return append(out, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}

// decode reads JSON of a client's; keys match whatever their case.
func decode(data []byte, into any) bool {
	return json.Unmarshal(data, into) == nil
}
