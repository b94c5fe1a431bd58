package wire

import (
	"net/netip"
	"strconv"
	"strings"
)

// Limits of what is kept of a client's word for itself.
const (
	// TerminalNamesMax is how many terminal types are taken: enough for name, terminal and MTTS.
	TerminalNamesMax = 4
	// TerminalNameMaxBytes is how much of one terminal type, name or version is kept.
	TerminalNameMaxBytes = 40
	// EnvironValueMaxBytes is the longest value of a variable that is taken.
	EnvironValueMaxBytes = 256
)

// The bits of MTTS, the Mud Terminal Type Standard, that are used here, by those who hear them or say them.
const (
	// MTTSANSI says that colours of SGR are shown.
	MTTSANSI = 1
	// MTTSUTF8 says that text may be UTF-8.
	MTTSUTF8 = 4
	// MTTSColours256 says that the palette has 256 colours.
	MTTSColours256 = 8
	// MTTSScreenReader says that somebody listens rather than reads.
	MTTSScreenReader = 64
	// MTTSTrueColour says that colours may have 24 bits.
	MTTSTrueColour = 256
	// MTTSMNES says that the variables of MNES are told, by NEW-ENVIRON.
	MTTSMNES = 512
	// MTTSTLS is the bit of a client that could speak TLS.
	MTTSTLS = 2048
)

// ClientFacts is what a client has said of itself: by terminal types (RFC 1091 with the MTTS cycle on top), by the
// variables of MNES (RFC 1572), by GMCP's Core.Hello. What it said by MNES counts before the others, as it may change.
// The zero value knows nothing.
type ClientFacts struct {
	names   [TerminalNamesMax]string
	count   int
	settled bool // no further terminal type is expected
	mtts    flags

	hello struct{ client, version string }
	mnes  variables
}

// variables are those of MNES; empty where not given.
type variables struct {
	client, version, terminal, charset string
	address                            netip.Addr
	mtts                               flags
}

// flags are MTTS, if given.
type flags struct {
	bits  uint64
	given bool
}

// KnownClient is what follows from the facts. It is worked out anew from all of them, so that their order does not
// matter.
type KnownClient struct {
	Client, Version, Terminal string // printable ASCII, empty where unknown
	Charset                   string // by MNES
	Address                   string // by MNES: only a proxy that is trusted may be believed
	Colour                    Colour
	UTF8, ScreenReader        bool // by MTTS
	MTTS                      uint64
}

// Name takes one terminal type and reports whether another should be asked for: none behind MTTS, a name that was given
// before, or the last that is kept.
func (f *ClientFacts) Name(raw []byte) (more bool) {
	if f.settled {
		return false
	}
	name := printable(string(raw[:min(len(raw), TerminalNameMaxBytes)]))
	if n, ok := parseMTTS(name); ok {
		f.mtts = flags{n, true}
		f.settled = true
		return false
	}
	for _, known := range f.names[:f.count] {
		if strings.EqualFold(known, name) {
			f.settled = true
			return false
		}
	}
	f.names[f.count] = name
	f.count++
	f.settled = f.count == len(f.names)
	return !f.settled
}

// Settle says that no further terminal type will come, and reports whether that is news.
func (f *ClientFacts) Settle() bool {
	was := f.settled
	f.settled = true
	return !was
}

// Settled reports whether no further terminal type is expected.
func (f *ClientFacts) Settled() bool { return f.settled }

// Hello takes what Core.Hello says.
func (f *ClientFacts) Hello(client, version string) {
	f.hello.client, f.hello.version = shortened(client), shortened(version)
}

// Variable takes one variable of MNES; an empty value takes it back. It reports false for one that is too long or makes
// no sense, and ignores those that nobody asked for.
func (f *ClientFacts) Variable(name, value string) bool {
	if len(value) > EnvironValueMaxBytes {
		return false
	}
	v := &f.mnes
	switch name {
	case "CLIENT_NAME":
		v.client = shortened(value)
	case "CLIENT_VERSION":
		v.version = shortened(value)
	case "TERMINAL_TYPE":
		v.terminal = shortened(value)
	case "CHARSET":
		v.charset = shortened(value)
	case "MTTS":
		n, err := strconv.ParseUint(value, 10, 32)
		v.mtts = flags{n, err == nil}
		return err == nil || value == ""
	case "IPADDRESS":
		a, err := netip.ParseAddr(value)
		v.address = a.Unmap().WithZone("")
		return err == nil || value == ""
	}
	return true
}

// WantedVariables are the names of the variables that are asked for, in that order. To ask for all there are would be
// shorter, but some clients do not answer that.
func WantedVariables() []string {
	return []string{"CLIENT_NAME", "CLIENT_VERSION", "CHARSET", "MTTS", "TERMINAL_TYPE", "IPADDRESS"}
}

// Known draws the conclusions.
func (f *ClientFacts) Known() KnownClient {
	names := f.names[:f.count]
	if !f.settled { // half a cycle says nothing
		names = nil
	}
	client, terminal := clientAndTerminal(names)
	mtts := f.mtts
	if f.mnes.mtts.given {
		mtts = f.mnes.mtts
	}
	k := KnownClient{
		Client: first(f.mnes.client, client, f.hello.client), Version: first(f.mnes.version, f.hello.version),
		Terminal: first(f.mnes.terminal, terminal), Charset: f.mnes.charset,
		UTF8: mtts.bits&MTTSUTF8 != 0, ScreenReader: mtts.bits&MTTSScreenReader != 0, MTTS: mtts.bits,
	}
	k.Colour = colourDepth(k.Client, k.Terminal, mtts)
	if k.Version == "" {
		k.Version = versionIn(names)
	}
	if f.mnes.address.IsValid() {
		k.Address = f.mnes.address.String()
	}
	return k
}

func first(of ...string) string {
	for _, s := range of {
		if s != "" {
			return s
		}
	}
	return ""
}

// versionIn finds the version that KBtin gives as another terminal type: "KBtin", ..., "KBtin-2.1".
func versionIn(names []string) string {
	for i, n := range names {
		if v, ok := strings.CutPrefix(n, names[0]+"-"); ok && i > 0 {
			return v
		}
	}
	return ""
}

// EnvironVariables takes the payload of an IS or INFO apart, without its first byte, and calls take for each variable;
// one without a value has an empty one, and those that users set are left out.
func EnvironVariables(p []byte, take func(name, value string)) {
	for len(p) > 0 {
		kind := p[0]
		var name, value string
		name, p = word(p[1:])
		if len(p) > 0 && p[0] == environValue {
			value, p = word(p[1:])
		}
		if kind == environVar && name != "" {
			take(name, value)
		}
	}
}

// The bytes that structure a list of variables, RFC 1572.
const (
	environVar     byte = 0
	environValue   byte = 1
	environEscape  byte = 2
	environUserVar byte = 3
)

// word reads to the next byte that is part of the structure.
func word(p []byte) (w string, rest []byte) {
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		switch c := p[i]; {
		case c == environEscape && i+1 < len(p):
			i++
			b.WriteByte(p[i])
		case c <= environUserVar:
			return b.String(), p[i:]
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), nil
}

func shortened(s string) string { return printable(s[:min(len(s), TerminalNameMaxBytes)]) }

// printable keeps the printable ASCII of a name.
func printable(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, s))
}

func parseMTTS(name string) (uint64, bool) {
	digits, ok := strings.CutPrefix(name, "MTTS ")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 32)
	return n, err == nil
}
