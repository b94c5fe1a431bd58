package diku

import (
	"fmt"
	"strings"
)

// stream is an area file of the Merc family being read, by characters as its servers do: numbers, words and texts may
// stand anywhere on lines. The first thing that is wrong in a record is remembered in fault; from then on every method
// returns zero values, until [stream.resume] goes on to the next record.
type stream struct {
	path  string
	text  string
	at    int // of the next byte
	line  int // of at, from 1
	fault *Fault
	out   []Fault
	began place // of the record

	isGivenUp bool
}

// place is a byte of a text and the line in which it stands.
type place struct{ at, line int }

func (s *stream) origin() Origin { return Origin{Path: s.path, Line: s.began.line} }

// fail remembers what is wrong at the line of the next byte; the first word counts.
func (s *stream) fail(what, meant string) {
	if s.fault == nil {
		s.fault = &Fault{Path: s.path, Line: s.line, What: what, Meant: meant}
	}
}

// skip goes past so many bytes.
func (s *stream) skip(n int) {
	s.line += strings.Count(s.text[s.at:s.at+n], "\n")
	s.at += n
}

const blanks = " \t\n\r\v\f"

// blank goes past blanks, of which so many are read as a text has, and returns the byte that follows, without going
// past it; 0 at the end of the file.
func (s *stream) blank() byte {
	for last := s.at + textBytesMax; s.at < last && s.at < len(s.text) && isBlank(s.text[s.at]); {
		s.skip(1)
	}
	return s.peek()
}

func isBlank(c byte) bool { return strings.IndexByte(blanks, c) >= 0 }

func (s *stream) peek() byte {
	if s.at >= len(s.text) {
		return 0
	}
	return s.text[s.at]
}

// letter goes past the next byte that is no blank.
func (s *stream) letter(meant string) byte {
	if s.fault != nil {
		return 0
	}
	c := s.blank()
	if c == 0 {
		s.fail("the file ends within a record", meant)
		return 0
	}
	s.skip(1)
	return c
}

// words reads a text that ends with a tilde, wherever that stands.
func (s *stream) words(meant string) string {
	if s.fault != nil {
		return ""
	}
	s.blank()
	rest := s.text[s.at:min(len(s.text), s.at+textBytesMax)]
	n := strings.IndexByte(rest, '~')
	if n < 0 {
		s.fail("a text without an end", meant+" begins here; end it with ~")
		return ""
	}
	s.skip(n + 1)
	return uncoloured(rest[:n])
}

// wordBytesMax is the longest word: the servers take none that is longer.
const wordBytesMax = 256

// word reads what stands up to the next blank, or in quotes.
func (s *stream) word(meant string) string {
	if s.fault != nil {
		return ""
	}
	c := s.blank()
	rest := s.text[s.at:min(len(s.text), s.at+wordBytesMax)]
	if c == '\'' || c == '"' {
		if n := strings.IndexByte(rest[1:], c); n >= 0 {
			s.skip(n + 2)
			return rest[1 : n+1]
		}
		s.fail(fmt.Sprintf("a word in quotes without an end: %q", brief(firstLine(rest))), meant)
		return ""
	}
	n := strings.IndexAny(rest, blanks)
	if n < 0 {
		n = len(rest)
	}
	switch {
	case n == 0:
		s.fail("the file ends within a record", meant)
	case n == wordBytesMax:
		s.fail(fmt.Sprintf("a word that is too long: %q", brief(rest)), meant)
	default:
		s.skip(n)
		return rest[:n]
	}
	return ""
}

func firstLine(s string) string {
	first, _, _ := strings.Cut(s, "\n")
	return first
}

// rest goes past what is left of the line, and returns it.
func (s *stream) rest() string {
	if s.fault != nil {
		return ""
	}
	line := firstLine(s.text[s.at:])
	s.skip(len(line))
	return line
}

// numberMost is the largest number that is read.
const numberMost = 1<<31 - 1

// number reads a number, or several that | joins to a sum.
func (s *stream) number(meant string) int {
	if s.fault != nil {
		return 0
	}
	sum := 0
	for {
		c := s.blank()
		if c == '+' || c == '-' {
			s.skip(1)
		}
		n, ok := s.digits()
		if !ok {
			s.fail(fmt.Sprintf("%q is no number", brief(s.token())), meant)
			return 0
		}
		if c == '-' {
			n = -n
		}
		sum = min(max(sum+n, -numberMost), numberMost)
		if s.peek() != '|' {
			return sum
		}
		s.skip(1)
	}
}

// digits reads digits, and fails without any, or with more than a number has.
func (s *stream) digits() (n int, ok bool) {
	for c := s.peek(); c >= '0' && c <= '9'; c = s.peek() {
		n, ok = n*10+int(c-'0'), true
		if n > numberMost {
			return 0, false
		}
		s.at++
	}
	return n, ok
}

// token is what stands here, for a message.
func (s *stream) token() string {
	rest := s.text[s.at:min(len(s.text), s.at+wordBytesMax)]
	if n := strings.IndexAny(rest, blanks); n > 0 {
		return rest[:n]
	}
	return firstLine(rest)
}

// flags reads a set of flags: letters, of which A to Z are the bits from 0 and a to f those from 26, or a number, or
// several of them that | joins to a sum. CircleMUD has the letters the other way round.
func (s *stream) flags(meant string) uint64 {
	if s.fault != nil {
		return 0
	}
	var sum uint64
	for {
		bits, ok := s.someFlags()
		if !ok {
			s.fail(fmt.Sprintf("%q are no flags", brief(s.token())), meant)
			return 0
		}
		sum += bits
		if s.peek() != '|' {
			return uint64(uint32(sum)) // a set of flags has 32 bits
		}
		s.skip(1)
	}
}

func (s *stream) someFlags() (sum uint64, ok bool) {
	isNegative := s.blank() == '-'
	if isNegative {
		s.skip(1)
	}
	for ; ; s.at++ {
		c := s.peek()
		switch {
		case c >= 'A' && c <= 'Z':
			sum += 1 << (c - 'A')
		case c >= 'a' && c <= 'f':
			sum += 1 << (c - 'a' + 26)
		case ok: // letters without a number behind them
			return sum, c == 0 || c == '|' || c == '~' || isBlank(c)
		default:
			n, isNumber := s.digits()
			if isNegative {
				n = -n
			}
			return uint64(n), isNumber // as the servers have it, -1 is all flags
		}
		ok = true
	}
}

// roll reads NdS+P, where the number behind the sign may have one of its own.
func (s *stream) roll(meant string) (r Roll) {
	r.N = s.number(meant)
	s.expect('d', 'D', meant)
	r.S = s.number(meant)
	isMinus := s.blank() == '-'
	s.expect('+', '-', meant)
	if r.P = s.number(meant); isMinus {
		r.P = -r.P
	}
	return r
}

// expect goes past one of two letters.
func (s *stream) expect(a, b byte, meant string) {
	if c := s.blank(); s.fault == nil && c != a && c != b {
		s.fail(fmt.Sprintf("%q are no dice", brief(s.token())), meant+", with dice as 2d6+1")
		return
	}
	if s.fault == nil {
		s.skip(1)
	}
}

// begin remembers where a record begins.
func (s *stream) begin() { s.began = place{s.at, s.line} }

// resume puts a fault aside and goes to the next line behind the beginning of the record that begins another, or a
// section; it reports whether there was one.
func (s *stream) resume() bool {
	if s.fault == nil {
		return false
	}
	s.out, s.fault = append(s.out, *s.fault), nil
	s.at, s.line = s.began.at, s.began.line
	for s.at < len(s.text) {
		s.skip(min(len(firstLine(s.text[s.at:]))+1, len(s.text)-s.at))
		if s.peek() == '#' && len(s.text) > s.at+1 && !isBlank(s.text[s.at+1]) {
			break
		}
	}
	return true
}

// hopeless reports whether so much of a file is wrong that the rest is not read.
func (s *stream) hopeless() bool {
	if s.isGivenUp || len(s.out) < fileFaultsMax {
		return s.isGivenUp
	}
	s.isGivenUp, s.fault = true, nil
	s.fail(fmt.Sprintf("more than %d records are wrong", fileFaultsMax), "the rest of the file is left out")
	s.out, s.fault = append(s.out, *s.fault), nil
	s.at = len(s.text)
	return true
}

// uncoloured takes out ROM's codes for colours: { and a letter. Two { are one.
func uncoloured(s string) string {
	if !strings.Contains(s, "{") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		next := byte(0)
		if i+1 < len(s) {
			next = s[i+1]
		}
		switch {
		case s[i] == '{' && next == '{':
			b.WriteByte('{')
			i++
		case s[i] == '{' && (isLetter(next) || next == '*' || next == '/'):
			i++
		case s[i] == '{' && next == '-': // a tilde
			b.WriteByte('~')
			i++
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
