package mcp

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// wholeDigitsMax is how many digits a whole number may have that is written out. None that fits 64 bits has more.
const wholeDigitsMax = 20

// Canonical writes a JSON value in the one form that all texts of the same value share: names in order, no blanks, one
// way of escaping, and numbers by their value, so that 1, 1.0 and 10e-1 are the same. What is no JSON comes back as it
// is. Numbers are expected to be as short as the guard lets them be.
func Canonical(text []byte) []byte {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return text
	}
	if _, err := dec.Token(); err != io.EOF {
		return text
	}
	out, err := json.Marshal(canonical(v))
	if err != nil {
		return text
	}
	return out
}

// canonical rewrites the numbers of a value in place.
func canonical(v any) any {
	switch x := v.(type) {
	case json.Number:
		return json.Number(numeral(string(x)))
	case []any:
		for i := range x {
			x[i] = canonical(x[i])
		}
	case map[string]any:
		for name := range x { // each lands under its own name: the order does not matter
			x[name] = canonical(x[name])
		}
	}
	return v
}

// wholes writes whole numbers with digits alone, where they were written as floats. To JSON Schema 500.0 and 5e2 are
// integers (draft 2020-12, 4.2.3), to encoding/json they are none. Every other byte stays as it is, because digests of
// arguments are kept in the record.
func wholes(text []byte) []byte {
	var out []byte
	kept := 0 // up to here is in out
	for at := 0; at < len(text); {
		switch c := text[at]; {
		case c == '"':
			at = behindString(text, at)
		case c == '-' || c >= '0' && c <= '9':
			from := at
			for at < len(text) && strings.IndexByte("+-.eE0123456789", text[at]) >= 0 {
				at++
			}
			was := string(text[from:at])
			if is := numeral(was); is != was && !strings.Contains(is, "e") {
				out = append(append(out, text[kept:from]...), is...)
				kept = at
			}
		default:
			at++
		}
	}
	if kept == 0 {
		return text
	}
	return append(out, text[kept:]...)
}

// behindString returns where a string ends that begins at a quotation mark.
func behindString(text []byte, at int) int {
	for at++; at < len(text) && text[at] != '"'; at++ {
		if text[at] == '\\' {
			at++
		}
	}
	return at + 1
}

// numeral writes a JSON number by its value: with digits alone when it is whole and not too long, else as a whole
// number without zeros at its end and a power of ten.
func numeral(text string) string {
	sign := ""
	if strings.HasPrefix(text, "-") {
		sign, text = "-", text[1:]
	}
	power := 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		n, err := strconv.Atoi(text[i+1:])
		if err != nil {
			return sign + text
		}
		text, power = text[:i], n
	}
	whole, fraction, _ := strings.Cut(text, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	power -= len(fraction)
	short := strings.TrimRight(digits, "0")
	power += len(digits) - len(short)
	switch {
	case short == "":
		return "0"
	case power >= 0 && len(short)+power <= wholeDigitsMax:
		return sign + short + strings.Repeat("0", power)
	}
	return sign + short + "e" + strconv.Itoa(power)
}
