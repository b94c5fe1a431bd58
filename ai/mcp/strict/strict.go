// Package strict reads JSON more strictly than encoding/json does, before anything else looks at it, so that no two
// readers can understand one message differently.
//
// Its one idea: [Check] walks a text once and refuses what the standard library lets pass in silence. It keeps nothing,
// so it may be called from many goroutines. To refuse another thing, add it to the scanner and a line to its table of
// tests.
package strict

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a text; see [Check].
const (
	// DepthMax is how deep JSON may nest.
	DepthMax = 32
	// NumberCharsMax is how long a number may be written; 1e1000000 is cheap to send and dear to read.
	NumberCharsMax = 32
)

// smallObject is how many keys of an object are compared one by one before a map is worth its cost.
const smallObject = 8

// reservedTop and reservedParams are the names that steer a message. encoding/json would take them in any case of
// letters, so a message that spells them otherwise is refused instead of being understood differently by two readers
// (RFC 8259, 4).
const (
	reservedTop    = " jsonrpc id method params result error "
	reservedParams = " _meta name arguments uri requestid cursor "
)

// Check reports why text is not JSON that this server reads, or nil. On top of the grammar (RFC 8259) it refuses
// duplicate keys, also those that differ only in the case of letters, nesting deeper than [DepthMax], numbers written
// longer than [NumberCharsMax], invalid UTF-8, lone surrogates and anything after the value. encoding/json lets all
// of these pass.
func Check(text []byte) error {
	if !utf8.Valid(text) {
		return errors.New("the text is not valid UTF-8")
	}
	if !json.Valid(text) {
		return grammarError(text)
	}
	s := scanner{text: text}
	return s.value(0)
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

// scanner walks a text that is known to be valid JSON, so it never looks ahead for errors of grammar.
type scanner struct {
	text []byte
	at   int
	top  string // the outermost key being read
}

func (s *scanner) space() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

func (s *scanner) value(depth int) error {
	s.space()
	switch c := s.text[s.at]; c {
	case '{':
		return s.object(depth + 1)
	case '[':
		return s.array(depth + 1)
	case '"':
		_, err := s.str()
		return err
	case 't', 'n':
		s.at += len("true")
	case 'f':
		s.at += len("false")
	default:
		return s.number()
	}
	return nil
}

func (s *scanner) number() error {
	from := s.at
	for s.at < len(s.text) && strings.IndexByte("+-.eE0123456789", s.text[s.at]) >= 0 {
		s.at++
	}
	if s.at-from > NumberCharsMax {
		return fmt.Errorf("the number at byte %d is longer than %d characters", from, NumberCharsMax)
	}
	return nil
}

func (s *scanner) array(depth int) error {
	if depth > DepthMax {
		return fmt.Errorf("nested deeper than %d levels", DepthMax)
	}
	s.at++
	for {
		s.space()
		if s.text[s.at] == ']' {
			s.at++
			return nil
		}
		if s.text[s.at] == ',' {
			s.at++
		}
		if err := s.value(depth); err != nil {
			return err
		}
		s.space()
	}
}

func (s *scanner) object(depth int) error {
	if depth > DepthMax {
		return fmt.Errorf("nested deeper than %d levels", DepthMax)
	}
	var seen keys
	s.at++
	for {
		s.space()
		if s.text[s.at] == ',' {
			s.at++
			s.space()
		}
		if s.text[s.at] == '}' {
			s.at++
			return nil
		}
		key, err := s.str()
		if err != nil {
			return err
		}
		folded := fold(key)
		if !seen.add(folded) {
			return fmt.Errorf("the key %q occurs twice in one object", Clip(key))
		}
		if err := s.reserved(depth, key, folded); err != nil {
			return err
		}
		if depth == 1 {
			s.top = key
		}
		s.space()
		s.at++ // the colon
		if err := s.value(depth); err != nil {
			return err
		}
	}
}

// reserved refuses a name that steers the message when it is not spelled exactly so.
func (s *scanner) reserved(depth int, key, folded string) error {
	list := ""
	switch {
	case depth == 1:
		list = reservedTop
	case depth == 2 && s.top == "params":
		list = reservedParams
	}
	if key == folded || list == "" || key == "requestId" {
		return nil
	}
	if strings.Contains(list, " "+folded+" ") {
		return fmt.Errorf("the key %q must be written %q", Clip(key), folded)
	}
	return nil
}

// str reads a string and returns it decoded.
func (s *scanner) str() (string, error) {
	from := s.at
	s.at++
	escaped := false
	for s.text[s.at] != '"' {
		if s.text[s.at] == '\\' {
			escaped = true
			if err := s.escape(); err != nil {
				return "", err
			}
			continue
		}
		s.at++
	}
	s.at++
	raw := s.text[from:s.at]
	if !escaped {
		return string(raw[1 : len(raw)-1]), nil
	}
	var decoded string
	if err := json.Unmarshal(raw, &decoded); err != nil {
		return "", fmt.Errorf("read string at byte %d: %w", from, err)
	}
	return decoded, nil
}

// escape steps over one escape, or over the two of a surrogate pair.
func (s *scanner) escape() error {
	from := s.at
	if s.text[s.at+1] != 'u' {
		s.at += len(`\n`)
		return nil
	}
	first := s.unit()
	switch {
	case first < 0xD800 || first > 0xDFFF:
		return nil
	case first < 0xDC00 && s.text[s.at] == '\\' && s.text[s.at+1] == 'u':
		if second := s.unit(); second >= 0xDC00 && second <= 0xDFFF {
			return nil
		}
	}
	return fmt.Errorf("the escape at byte %d is half of a surrogate pair", from)
}

// unit reads \uXXXX.
func (s *scanner) unit() rune {
	var r rune
	for _, c := range s.text[s.at+2 : s.at+6] {
		r <<= 4
		switch {
		case c <= '9':
			r |= rune(c - '0')
		default:
			r |= rune(c|0x20-'a') + 10
		}
	}
	s.at += len(`\uXXXX`)
	return r
}

// keys is a set of strings that stays on the stack while it is small.
type keys struct {
	few  [smallObject]string
	n    int
	many map[string]struct{}
}

// add reports whether key is new.
func (k *keys) add(key string) bool {
	if k.many != nil {
		if _, twice := k.many[key]; twice {
			return false
		}
		k.many[key] = struct{}{}
		return true
	}
	if slices.Contains(k.few[:k.n], key) {
		return false
	}
	if k.n < smallObject {
		k.few[k.n] = key
		k.n++
		return true
	}
	k.many = make(map[string]struct{}, 2*smallObject)
	for _, old := range k.few {
		k.many[old] = struct{}{}
	}
	k.many[key] = struct{}{}
	return true
}

// fold maps a key to what encoding/json compares it as: every letter stands for all its cases (also U+017F for s).
func fold(key string) string {
	plain := true
	for i := range len(key) {
		if c := key[i]; c >= utf8.RuneSelf || c >= 'A' && c <= 'Z' {
			plain = false
			break
		}
	}
	if plain {
		return key
	}
	return strings.Map(func(r rune) rune {
		for {
			next := unicode.SimpleFold(r)
			if next <= r {
				return unicode.ToLower(next)
			}
			r = next
		}
	}, key)
}

// Clip shortens a client's text for an error message or a log.
func Clip(s string) string {
	const shown = 40
	if len(s) <= shown {
		return s
	}
	return strings.ToValidUTF8(s[:shown], "") + "..."
}
