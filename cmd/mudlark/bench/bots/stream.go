package bots

// Telnet bytes that a bot knows (RFC 854, RFC 885).
const (
	iac  = 255
	dont = 254
	do   = 253
	wont = 252
	will = 251
	sb   = 250
	ga   = 249
	eor  = 239
	se   = 240
	esc  = 27
)

// lineKeptMax is how much of a line a bot keeps, in bytes; nothing that it matches is longer.
const lineKeptMax = 512

// Stream turns the bytes of a telnet server into lines and prompts, without telnet commands and colours. It refuses
// every option. The zero value is ready.
type Stream struct {
	// Line is given each whole line, without its end. The bytes are valid until it returns. Nil: not wanted.
	Line func(line []byte)
	// Prompt is given the unfinished line before each go-ahead, which the server sends once a client has spoken telnet.
	Prompt func(prompt []byte)

	state   byte
	command byte
	line    []byte
	answer  []byte
}

// The states of a stream.
const (
	inText = iota
	inCommand
	inOption
	inSub
	inSubCommand
	inEscape
	inColour
)

// Feed takes bytes from the server and returns what must be sent back, usually nothing. What it returns is valid until
// the next call.
func (s *Stream) Feed(b []byte) []byte {
	s.answer = s.answer[:0]
	for len(b) > 0 {
		if s.state == inText { // as nearly all is
			n := wordsIn(b)
			s.line = append(s.line, b[:min(n, max(0, lineKeptMax-len(s.line)))]...)
			if b = b[n:]; len(b) == 0 {
				break
			}
		}
		c := b[0]
		b = b[1:]
		switch s.state {
		case inText:
			s.text(c)
		case inCommand:
			s.commanded(c)
		case inOption:
			s.option(c)
		case inSub:
			if c == iac {
				s.state = inSubCommand
			}
		case inSubCommand:
			s.state = inSub
			if c == se {
				s.state = inText
			}
		case inEscape:
			s.state = inText
			if c == '[' {
				s.state = inColour
			}
		case inColour:
			if c >= '@' {
				s.state = inText
			}
		}
	}
	return s.answer
}

// Pending returns the unfinished line: the prompt of a server that sends no go-ahead. It is valid until Feed is called.
func (s *Stream) Pending() []byte { return s.line }

// wordsIn is how many bytes at the head of b are nothing but text.
func wordsIn(b []byte) int {
	for i, c := range b {
		if c <= esc && (c == esc || c == '\r' || c == '\n' || c == 0) || c == iac {
			return i
		}
	}
	return len(b)
}

// text takes a byte that ends a run of words.
func (s *Stream) text(c byte) {
	switch c {
	case iac:
		s.state = inCommand
	case esc:
		s.state = inEscape
	case '\r', 0:
	case '\n':
		if s.Line != nil {
			s.Line(s.line)
		}
		s.line = s.line[:0]
	}
}

func (s *Stream) commanded(c byte) {
	s.state = inText
	switch c {
	case will, wont, do, dont:
		s.command, s.state = c, inOption
	case sb:
		s.state = inSub
	case ga, eor:
		if s.Prompt != nil {
			s.Prompt(s.line)
		}
		s.line = s.line[:0]
	}
}

// option refuses what is offered and asked for. What is withdrawn needs no answer: it was never agreed to.
func (s *Stream) option(c byte) {
	s.state = inText
	switch s.command {
	case will:
		s.answer = append(s.answer, iac, dont, c)
	case do:
		s.answer = append(s.answer, iac, wont, c)
	}
}
