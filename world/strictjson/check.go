// Package strictjson reads JSON more strictly than encoding/json does, so that no two readers can understand one text
// differently and no text is dear to read.
//
// Its one idea: one walk refuses what the standard library lets pass in silence. [Check] keeps nothing and is for texts
// that something else reads afterwards; [Parse] returns the values, for readers that look at each part themselves and
// say in words what is wrong with it. Everything here is a pure function. To refuse another thing, add it to the
// scanner and a line to its table of tests.
package strictjson

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Limits of a text; see [Check].
const (
	// DepthMax is how deep JSON may nest.
	DepthMax = 32
	// NumberCharsMax is how long a number may be written.
	NumberCharsMax = 32
	// ExponentDigitsMax is how many digits an exponent may have. To compare 1e-1000000 with a whole number, as a schema
	// does, takes 55 ms.
	ExponentDigitsMax = 3
)

// Check reports why text is not JSON that this server reads, or nil. On top of the grammar (RFC 8259) it refuses
// duplicate keys, also those that differ only in the case of letters, nesting deeper than [DepthMax], numbers written
// longer than [NumberCharsMax] or with an exponent of more than [ExponentDigitsMax], invalid UTF-8, lone surrogates and
// anything after the value. encoding/json lets all of these pass.
func Check(text []byte) error {
	if !utf8.Valid(text) {
		return errors.New("the text is not valid UTF-8")
	}
	if !json.Valid(text) {
		return grammarError(text)
	}
	s := scanner{text: text, depthMax: DepthMax, numberMax: NumberCharsMax, isCheck: true}
	_, err := s.value(0)
	return err
}

// grammarError asks the decoder what is wrong, for a text that json.Valid refused.
func grammarError(text []byte) error {
	var v json.RawMessage
	err := json.Unmarshal(text, &v)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("not valid JSON at byte %d: %w", syntax.Offset, syntax)
	}
	return errors.New("not valid JSON")
}

// Depth returns how deep brackets nest outside of strings.
func Depth(text []byte) int {
	now, most, inString := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			now++
			most = max(most, now)
		case c == '}' || c == ']':
			now--
		}
	}
	return most
}

// Clip shortens a client's text for an error message or a log.
func Clip(s string) string {
	const shown = 40
	if len(s) <= shown {
		return s
	}
	return strings.ToValidUTF8(s[:shown], "") + "..."
}
