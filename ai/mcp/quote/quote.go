// Package quote writes texts and numbers as JSON behind what a buffer holds already, byte for byte as encoding/json
// writes them (a test holds the two together), and without looking at any of it twice.
//
// Its one idea: whoever knows the shape of what is written can write it once, where encoding/json walks a value by
// reflection, and compacts again what another encoder hands to it. To add a kind of value, add an Append function and
// its line to the test.
//
// Everything here is a pure function and safe for concurrent use.
package quote

import (
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"
)

const hex = "0123456789abcdef"

// isPlain says which bytes stand for themselves in a text: encoding/json also hides what HTML might take for its own.
// immutable: nothing writes it.
var isPlain = func() (plain [utf8.RuneSelf]bool) {
	for b := range plain {
		switch b {
		case '"', '\\', '<', '>', '&':
		default:
			plain[b] = b >= ' '
		}
	}
	return plain
}()

// Append writes a text.
func Append[T ~string](b []byte, text T) []byte {
	b = append(b, '"')
	from := 0
	for at := 0; at < len(text); {
		c := text[at]
		if c < utf8.RuneSelf {
			if isPlain[c] {
				at++
				continue
			}
			b = appendEscaped(append(b, text[from:at]...), c)
			at++
			from = at
			continue
		}
		r, size := utf8.DecodeRuneInString(string(text[at:min(len(text), at+utf8.UTFMax)]))
		switch {
		case r == utf8.RuneError && size == 1:
			b = append(append(b, text[from:at]...), `\ufffd`...)
			from = at + size
		case r == '\u2028' || r == '\u2029': // they end lines in JavaScript
			b = append(append(b, text[from:at]...), `\u202`...)
			b = append(b, hex[r&0xF])
			from = at + size
		}
		at += size
	}
	return append(append(b, text[from:]...), '"')
}

// appendEscaped writes a byte that does not stand for itself.
func appendEscaped(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, `\b`...)
	case '\f':
		return append(b, `\f`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	}
	return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xF])
}

// AppendList writes a list of texts; nil is null, as everywhere in Go's JSON.
func AppendList[T ~string](b []byte, list []T) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i, text := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = Append(b, text)
	}
	return append(b, ']')
}

// AppendInt writes a whole number.
func AppendInt[T ~int | ~int64](b []byte, n T) []byte { return strconv.AppendInt(b, int64(n), 10) }

// AppendUint writes a whole number that is not negative.
func AppendUint(b []byte, n uint64) []byte { return strconv.AppendUint(b, n, 10) }

// Writer is a value that knows how to write itself. The bytes are those that encoding/json makes of it.
type Writer interface {
	AppendJSON(b []byte) ([]byte, error)
}

// AppendAny writes any value: by itself if it can, else as encoding/json does.
func AppendAny(b []byte, v any) ([]byte, error) {
	if w, ok := v.(Writer); ok {
		return w.AppendJSON(b) //nolint:wrapcheck // it is one of ours, and says what it was about
	}
	text, err := json.Marshal(v)
	if err != nil {
		return b, fmt.Errorf("write %T: %w", v, err)
	}
	return append(b, text...), nil
}
