package strictjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// reservedTop and reservedParams are the names that steer a JSON-RPC message. encoding/json would take them in any case
// of letters, so a message that spells them otherwise is refused instead of being understood differently by two readers
// (RFC 8259, 4).
const (
	reservedTop    = " jsonrpc id method params result error "
	reservedParams = " _meta name arguments uri requestid cursor "
)

// smallObject is how many keys of an object are compared one by one before a map is worth its cost.
const smallObject = 8

// scanner walks a text that is known to be valid JSON, so it never looks ahead for errors of grammar.
type scanner struct {
	text      []byte
	at        int
	depthMax  int
	numberMax int    // characters; 0: any number
	isCheck   bool   // it judges as Check does and keeps nothing; else it keeps values as Parse returns them
	top       string // the outermost key being read
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

func (s *scanner) value(depth int) (Value, error) {
	s.space()
	switch c := s.text[s.at]; c {
	case '{':
		return s.object(depth + 1)
	case '[':
		return s.list(depth + 1)
	case '"':
		text, err := s.str(!s.isCheck)
		if err != nil || s.isCheck {
			return nil, err
		}
		return text, nil
	case 'n':
		s.at += len("null")
		return nil, nil
	case 't':
		s.at += len("true")
		return true, nil
	case 'f':
		s.at += len("false")
		return false, nil
	default:
		return s.number()
	}
}

func (s *scanner) number() (Value, error) {
	from := s.at
	for s.at < len(s.text) && strings.IndexByte("+-.eE0123456789", s.text[s.at]) >= 0 {
		s.at++
	}
	switch {
	case s.numberMax > 0 && s.at-from > s.numberMax:
		return nil, longNumber{at: from, most: s.numberMax}
	case s.isCheck && exponentDigits(s.text[from:s.at]) > ExponentDigitsMax:
		return nil, fmt.Errorf("the exponent of the number at byte %d has more than %d digits", from, ExponentDigitsMax)
	case s.isCheck:
		return nil, nil
	}
	return json.Number(s.text[from:s.at]), nil
}

// exponentDigits returns how many digits the exponent of a number has.
func exponentDigits(number []byte) int {
	at := bytes.IndexAny(number, "eE")
	if at < 0 {
		return 0
	}
	return len(bytes.TrimLeft(number[at+1:], "+-"))
}

func (s *scanner) list(depth int) (Value, error) {
	if depth > s.depthMax {
		return nil, fmt.Errorf("nested deeper than %d levels", s.depthMax)
	}
	out := []Value{}
	s.at++
	for {
		s.space()
		switch s.text[s.at] {
		case ']':
			s.at++
			if s.isCheck {
				return nil, nil
			}
			return out, nil
		case ',':
			s.at++
		}
		v, err := s.value(depth)
		if err != nil {
			return nil, err
		}
		if !s.isCheck {
			out = append(out, v)
		}
	}
}

func (s *scanner) object(depth int) (Value, error) {
	if depth > s.depthMax {
		return nil, fmt.Errorf("nested deeper than %d levels", s.depthMax)
	}
	var seen keys
	var out *Object
	if !s.isCheck {
		out = &Object{}
	}
	s.at++
	for {
		s.space()
		if s.text[s.at] == ',' {
			s.at++
			s.space()
		}
		if s.text[s.at] == '}' {
			s.at++
			return out, nil
		}
		key, err := s.key(depth, &seen)
		if err != nil {
			return nil, err
		}
		s.space()
		s.at++ // the colon
		v, err := s.value(depth)
		if err != nil {
			return nil, err
		}
		if out != nil {
			out.Members = append(out.Members, Member{key, v})
		}
	}
}

// key reads the key of a member and judges it.
func (s *scanner) key(depth int, seen *keys) (string, error) {
	key, err := s.str(true)
	if err != nil {
		return "", err
	}
	folded := key
	if s.isCheck {
		folded = fold(key)
	}
	if !seen.add(folded) {
		return "", twice{key}
	}
	if s.isCheck {
		err = s.reserved(depth, key, folded)
	}
	if depth == 1 {
		s.top = key
	}
	return key, err
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

// str reads a string, and returns it decoded if it is wanted.
func (s *scanner) str(isWanted bool) (string, error) {
	from := s.at
	s.at++
	isEscaped := false
	for s.text[s.at] != '"' {
		if s.text[s.at] == '\\' {
			isEscaped = true
			if err := s.escape(); err != nil {
				return "", err
			}
			continue
		}
		s.at++
	}
	s.at++
	raw := s.text[from:s.at]
	switch {
	case !isWanted:
		return "", nil
	case !isEscaped:
		return string(raw[1 : len(raw)-1]), nil
	}
	var decoded string
	if err := json.Unmarshal(raw, &decoded); err != nil {
		return "", fmt.Errorf("read string at byte %d: %w", from, err)
	}
	return decoded, nil
}

// escape steps over one escape, or over the two of a surrogate pair. Check refuses half of a pair; Parse reads it as
// U+FFFD.
func (s *scanner) escape() error {
	from := s.at
	if s.text[s.at+1] != 'u' {
		s.at += len(`\n`)
		return nil
	}
	first := s.unit()
	switch {
	case first < 0xD800 || first > 0xDFFF || !s.isCheck:
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

// longNumber and twice are errors that Parse says in other words.
type (
	longNumber struct{ at, most int }
	twice      struct{ key string }
)

// Error says where the number stands.
func (e longNumber) Error() string {
	return fmt.Sprintf("the number at byte %d is longer than %d characters", e.at, e.most)
}

// Error names the key.
func (e twice) Error() string {
	return fmt.Sprintf("the key %q occurs twice in one object", Clip(e.key))
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
