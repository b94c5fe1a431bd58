package dialer

import (
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// The limits; what lies beyond them is dropped.
const (
	// SieveLineMaxBytes is the longest line, where [SieveOptions] say nothing else; Cut tells that more came.
	SieveLineMaxBytes = 64 << 10
	// ParametersMax is how many parameters an SGR sequence may have.
	ParametersMax = 32
	// sequenceMaxBytes is how long the parameters of an SGR sequence may be.
	sequenceMaxBytes = 192
	// HiddenMaxBytes is where a string for the terminal (a title, say) that does not end is taken for text again.
	HiddenMaxBytes = 64 << 10
	// MarksMax is how many combining marks may stand on one character.
	MarksMax = 8
	// tabColumns is how far apart tabulators stand.
	tabColumns = 8
)

// The controls that mean something here.
const (
	bel    byte = 0x07
	tab    byte = '\t'
	lf     byte = '\n'
	cr     byte = '\r'
	cancel byte = 0x18 // CAN: ends a sequence
	sub    byte = 0x1A // so does SUB
	esc    byte = 0x1B
	del    byte = 0x7F
)

// SieveOptions configure a Sieve. The zero value is ready.
type SieveOptions struct {
	// LineMaxBytes replaces the constant of that name; 0 means it.
	LineMaxBytes int
	// Tabs keeps tabulators, for text that a program reads.
	Tabs bool
}

// Sieve turns the bytes that a MUD sends as text into lines that a terminal may be given: valid UTF-8 of printable
// characters, and of all escape sequences only SGR, which colours. Whatever else a server sends to a terminal (titles,
// clipboards, cursor movement, questions that the terminal would answer as if its user typed) is dropped. It is a state
// machine over bytes: a sequence or a character may be split over any number of reads, and memory is bounded. Make one
// with NewSieve.
type Sieve struct {
	line    []byte
	most    int
	tabs    bool
	charset wire.Charset

	state   state
	param   []byte // of the sequence being read
	spoilt  bool   // the sequence being read is none that stays
	skipped int    // bytes of the string being hidden

	head      [utf8.UTFMax]byte // the head of a character whose rest is still to come
	headSize  int
	column    int
	marks     int
	shown     bool // something visible stands on the line
	returned  bool // a CR came last: a line end if an LF follows or anything visible
	cut       bool
	sawUTF8   bool // characters beyond ASCII came and were UTF-8
	sawLatin1 bool // some were not
}

// state is what the next byte belongs to.
type state uint8

const (
	inText   state = iota
	inEscape       // behind ESC
	inCSI          // behind ESC [
	inString       // behind what begins a string for the terminal: it is hidden to its end
	inStringEscape
)

// NewSieve makes a sieve for UTF-8.
func NewSieve(o SieveOptions) *Sieve {
	if o.LineMaxBytes <= 0 {
		o.LineMaxBytes = SieveLineMaxBytes
	}
	return &Sieve{most: o.LineMaxBytes, tabs: o.Tabs}
}

// SetCharset says in what charset the next bytes come.
func (s *Sieve) SetCharset(c wire.Charset) { s.charset, s.headSize = c, 0 }

// Latin1 reports whether bytes came that are no UTF-8 though UTF-8 was due; each was taken for a character of
// Latin-1. Only is true while nothing beyond ASCII was UTF-8.
func (s *Sieve) Latin1() (came, only bool) { return s.sawLatin1, s.sawLatin1 && !s.sawUTF8 }

// Cut reports whether the line was longer than it may be.
func (s *Sieve) Cut() bool { return s.cut }

// Text is what stands on the line now.
func (s *Sieve) Text() string { return string(s.line) }

// Is reports whether this is what stands on the line now.
func (s *Sieve) Is(text string) bool { return string(s.line) == text }

// Next begins a line, and leaves what a sequence or character has begun as it is.
func (s *Sieve) Next() {
	s.line = s.line[:0]
	if cap(s.line) > keepBytes {
		s.line = nil
	}
	s.column, s.marks, s.shown, s.cut, s.returned = 0, 0, false, false, false
}

const keepBytes = 4 << 10 // a buffer of more capacity is let go after use

// Flush takes half a character for what it is, when nothing more of it will come.
func (s *Sieve) Flush() { s.spill() }

// Take reads from p to the end of a line at most. It returns how many bytes it took, and whether a line has ended: its
// owner then reads Text and calls Next.
func (s *Sieve) Take(p []byte) (n int, ended bool) {
	for n < len(p) {
		if s.state == inText && s.headSize == 0 && !s.returned {
			if run := plainRun(p[n:]); run > 0 {
				s.addPlain(p[n : n+run])
				n += run
				continue
			}
		}
		took, end := s.step(p[n])
		if took {
			n++
		}
		if end {
			return n, true
		}
	}
	return n, false
}

// plainRun is how many bytes of p are printable ASCII.
func plainRun(p []byte) int {
	for i, b := range p {
		if b < ' ' || b >= del {
			return i
		}
	}
	return len(p)
}

func (s *Sieve) addPlain(p []byte) {
	s.shown, s.marks = true, 0
	s.column += len(p)
	if free := s.most - len(s.line); len(p) > free {
		s.cut = true
		p = p[:max(free, 0)]
	}
	s.line = append(s.line, p...)
}

// step takes a byte, or says that it has not: it belongs to the next line, or must be looked at once more.
func (s *Sieve) step(b byte) (took, ended bool) {
	switch s.state {
	case inText:
		return s.text(b)
	case inEscape:
		return s.escape(b), false
	case inCSI:
		return s.csi(b), false
	case inString, inStringEscape:
		return s.hidden(b), false
	}
	return true, false
}

// text takes a byte of text, and of what begins a sequence.
func (s *Sieve) text(b byte) (took, ended bool) {
	switch {
	case b == lf: // CR LF, CR CR LF, LF CR and LF alone each end one line
		s.spill()
		return true, true
	case b == esc:
		s.spill()
		s.begin(inEscape)
		return true, false
	case b == cr:
		s.spill()
		s.returned = s.shown // at the head of a line it is the rest of LF CR
		return true, false
	case b < ' ' && b != tab, b == del:
		s.spill()
		return true, false
	}
	if s.returned { // what would overwrite the line becomes the next one
		return false, true
	}
	if b < utf8.RuneSelf {
		s.spill()
		if b == tab && !s.tabs {
			s.addPlain([]byte("        ")[:tabColumns-s.column%tabColumns])
		} else {
			s.addPlain([]byte{b})
		}
		return true, false
	}
	s.byte(b)
	return true, false
}

// byte takes a byte of a character beyond ASCII.
func (s *Sieve) byte(b byte) {
	switch s.charset {
	case wire.Latin1:
		s.rune(western(b))
		return
	case wire.ASCII, wire.UTF8, wire.AgreedCharset:
	}
	s.head[s.headSize] = b
	s.headSize++
	for s.headSize > 0 && utf8.FullRune(s.head[:s.headSize]) {
		r, size := utf8.DecodeRune(s.head[:s.headSize])
		if r == utf8.RuneError && size == 1 {
			s.sawLatin1 = true
			r = western(s.head[0])
		} else {
			s.sawUTF8 = true
		}
		s.headSize = copy(s.head[:], s.head[size:s.headSize])
		s.rune(r)
	}
}

// spill takes the bytes of a character that was not finished as characters of Latin-1.
func (s *Sieve) spill() {
	size := s.headSize
	s.headSize = 0
	for _, b := range s.head[:size] {
		s.sawLatin1 = true
		s.rune(western(b))
	}
}

// begin begins a sequence.
func (s *Sieve) begin(in state) {
	s.state, s.param, s.spoilt, s.skipped = in, s.param[:0], false, 0
}

// add appends something whole, or nothing of it.
func (s *Sieve) add(text string) bool {
	if len(s.line)+len(text) > s.most {
		s.cut = true
		return false
	}
	s.line = append(s.line, text...)
	return true
}

// PlainText takes the SGR sequences out of a line of a Sieve.
func PlainText(text string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, text, _ = strings.Cut(after, "m")
	}
}
