package gmcp

import (
	"bytes"
	"encoding/json"
	"unicode/utf16"
	"unicode/utf8"
)

// Limits of what a client may send. What is beyond them is dropped, and the connection goes on.
const (
	// DataMaxBytes is the longest JSON of a message.
	DataMaxBytes = 16 << 10
	// DepthMost is how deep that JSON may nest.
	DepthMost = 32
	// PackageMaxBytes is the longest name of a message.
	PackageMaxBytes = 64
	// TakenMost is how many messages a client may send in a second.
	TakenMost = 50
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

// shallow reports whether JSON nests no deeper than DepthMost. What is no JSON at all is found by its decoder.
func shallow(data []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if depth++; depth > DepthMost {
				return false
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return true
}

// decode reads JSON of a client's; keys match whatever their case.
func decode(data []byte, into any) bool {
	return len(data) <= DataMaxBytes && shallow(data) && json.Unmarshal(data, into) == nil
}
