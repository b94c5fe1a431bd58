package tap

import (
	"fmt"
	"strconv"
	"strings"
)

// The commands of telnet (RFC 854) that carry an option, and those that end or begin something.
const (
	se   = 240
	ga   = 249
	eor  = 239
	sb   = 250
	will = 251
	wont = 252
	do   = 253
	dont = 254
	iac  = 255
)

// The options that the table of what clients agree to speaks of.
const (
	Echo       = 1
	SGA        = 3
	TermType   = 24
	EOR        = 25
	NAWS       = 31
	NewEnviron = 39
	Charset    = 42
	MSSP       = 70
	MCCP2      = 86
	GMCP       = 201
)

// Command is one telnet command of one side.
type Command struct {
	FromClient bool
	Verb       byte   // WILL, WONT, DO, DONT, SB, or a command that carries nothing
	Option     byte   // of the first five
	Payload    []byte // of SB, with doubled 255s made one
}

// Verbs of a Command.
const (
	Will = will
	Wont = wont
	Do   = do
	Dont = dont
	Sub  = sb
	IAC  = iac // begins every command
)

// String is the command in words: "WILL TTYPE", "SB NAWS 00 64 00 1e".
func (c Command) String() string {
	verb := map[byte]string{
		will: "WILL", wont: "WONT", do: "DO", dont: "DONT", sb: "SB", ga: "GA", eor: "EOR", 241: "NOP", 242: "DM",
		243: "BRK", 244: "IP", 245: "AO", 246: "AYT", 247: "EC", 248: "EL",
	}[c.Verb]
	switch {
	case verb == "":
		return fmt.Sprintf("command %d", c.Verb)
	case c.Verb < sb:
		return verb
	case c.Verb == sb:
		return strings.TrimSpace(fmt.Sprintf("SB %s %s", Name(c.Option), payload(c.Payload)))
	}
	return verb + " " + Name(c.Option)
}

// payload writes the printable runs of at least three characters as text, and the rest as hexadecimal numbers.
func payload(p []byte) string {
	const runLeast = 3
	var words []string
	for i := 0; i < len(p); {
		n := i
		for n < len(p) && p[n] >= ' ' && p[n] <= '~' {
			n++
		}
		if n-i >= runLeast {
			words = append(words, strconv.Quote(string(p[i:n])))
			i = n
			continue
		}
		words = append(words, fmt.Sprintf("%02x", p[i]))
		i++
	}
	return strings.Join(words, " ")
}

// Name is an option's usual name.
func Name(option byte) string {
	known := map[byte]string{
		0: "BINARY", Echo: "ECHO", SGA: "SGA", 5: "STATUS", 6: "TIMING-MARK", TermType: "TTYPE", EOR: "EOR", NAWS: "NAWS",
		32: "TSPEED", 33: "LFLOW", 34: "LINEMODE", 35: "XDISPLOC", 36: "OLD-ENVIRON", NewEnviron: "NEW-ENVIRON",
		Charset: "CHARSET", 69: "MSDP", MSSP: "MSSP", MCCP2: "MCCP2", 87: "MCCP3", 91: "MXP", GMCP: "GMCP",
	}
	if name, ok := known[option]; ok {
		return name
	}
	return strconv.Itoa(int(option))
}

// parser reads one direction of a connection. It knows nothing of packets.
type parser struct {
	data    func(byte)
	command func(Command) (stop bool) // true: what follows is no telnet

	state   int
	verb    byte
	option  byte
	payload []byte
}

const (
	inData = iota
	inCommand
	inOption
	inSubOption
	inSub
	inSubCommand
)

// feed takes bytes and returns how many it took: all, unless a command said that what follows is no telnet.
func (p *parser) feed(b []byte) int {
	for i, c := range b {
		if p.step(c) {
			return i + 1
		}
	}
	return len(b)
}

func (p *parser) step(c byte) (stop bool) {
	switch p.state {
	case inData:
		if c == iac {
			p.state = inCommand
			return false
		}
		p.data(c)
	case inCommand:
		p.state = inData
		switch {
		case c == iac:
			p.data(iac)
		case c == sb:
			p.state = inSubOption
		case c > sb:
			p.verb, p.state = c, inOption
		default:
			return p.command(Command{Verb: c})
		}
	case inOption:
		p.state = inData
		return p.command(Command{Verb: p.verb, Option: c})
	case inSubOption:
		p.option, p.payload, p.state = c, nil, inSub
	case inSub:
		if c == iac {
			p.state = inSubCommand
			return false
		}
		p.payload = append(p.payload, c)
	case inSubCommand:
		if c == se {
			p.state = inData
			return p.command(Command{Verb: sb, Option: p.option, Payload: p.payload})
		}
		p.state = inSub
		p.payload = append(p.payload, c)
	}
	return false
}
