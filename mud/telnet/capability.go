package telnet

import (
	"strconv"
	"strings"
)

// Colour is how many colours a client shows.
type Colour uint8

// The depths, in rising order.
const (
	ColourNone Colour = iota
	Colour16
	Colour256
	ColourTrue // 24 bit, SGR 38;2;r;g;b
)

// String is the word a player may type for the depth.
func (c Colour) String() string {
	switch c {
	case ColourNone:
		return "none"
	case Colour16:
		return "16"
	case Colour256:
		return "256"
	case ColourTrue:
		return "true"
	}
	return "Colour(" + strconv.Itoa(int(c)) + ")"
}

// Capabilities is what a client has said of itself, or what is assumed while it has not. A player's stored settings
// come before all of it: clients guess (TinTin++ claims true colour whatever its terminal is).
type Capabilities struct {
	// Telnet says that the client has sent a telnet command; a bare socket never does.
	Telnet bool
	// Client is the program's name as it gave it ("TINTIN++", "MUDLET"), empty when unknown. Printable ASCII.
	Client string
	// TerminalName is the terminal it runs on ("xterm-256color"), empty when unknown. Printable ASCII.
	TerminalName string
	// Colour is the depth to begin with.
	Colour Colour
	// UTF8 says that the client takes UTF-8. Without it text still goes out in UTF-8, but do not draw boxes.
	UTF8 bool
	// ASCII says that output is being transliterated to ASCII, because the client or SetCharset asked for it.
	ASCII bool
	// ScreenReader is bit 64 of MTTS: a person who listens.
	ScreenReader bool
	// Width and Height are the window in columns and rows, clamped; 80x24 until the client says.
	Width, Height int
}

func unknownClient() Capabilities {
	return Capabilities{Colour: Colour16, Width: WidthDefault, Height: HeightDefault}
}

// takeSize takes a window size, RFC 1073: two 16-bit numbers, 0 for unknown.
func (m *Machine) takeSize(payload []byte) {
	if len(payload) != 4 {
		return
	}
	caps := m.caps
	caps.Width = sizeRange{WidthMin, WidthMax, WidthDefault}.clamp(payload[0:2])
	caps.Height = sizeRange{HeightMin, HeightMax, HeightDefault}.clamp(payload[2:4])
	m.learn(caps)
}

type sizeRange struct{ low, high, unknown int }

func (r sizeRange) clamp(p []byte) int {
	n := int(p[0])<<8 | int(p[1])
	if n == 0 {
		return r.unknown
	}
	return min(max(n, r.low), r.high)
}

// termCycle asks a client for its terminal types: the first is the client's name, the second the terminal, the third
// "MTTS n". It ends at MTTS, at a name that was given before, or at the fourth.
type termCycle struct {
	names   [TermTypeMaxSends]string
	count   int
	awaited bool
	done    bool
	mtts    uint64
	hasMTTS bool
}

func (m *Machine) askTermType() {
	if m.term.done { // it ended before and the client turned the option off and on
		return
	}
	m.term.awaited = true
	m.out = appendSub(m.out, optTermType, termTypeSend)
}

func (m *Machine) takeTermType(payload []byte) {
	if payload[0] != termTypeIs || !m.term.awaited {
		return
	}
	m.term.awaited = false
	name := printable(payload[1:])
	if n, ok := parseMTTS(name); ok {
		m.term.mtts, m.term.hasMTTS = n, true
		m.endTermType()
		return
	}
	for _, known := range m.term.names[:m.term.count] {
		if strings.EqualFold(known, name) {
			m.endTermType()
			return
		}
	}
	m.term.names[m.term.count] = name
	m.term.count++
	if m.term.count == len(m.term.names) {
		m.endTermType()
		return
	}
	m.askTermType()
}

// endTermType settles what the names say. It also serves a client that refuses the option.
func (m *Machine) endTermType() {
	if m.term.done {
		return
	}
	m.term.done, m.term.awaited = true, false
	t := &m.term
	caps := m.caps
	caps.Client, caps.TerminalName = clientAndTerminal(t.names[:t.count])
	caps.Colour = depth(caps.Client, caps.TerminalName, t)
	if t.hasMTTS {
		caps.UTF8 = caps.UTF8 || t.mtts&mttsUTF8 != 0
		caps.ScreenReader = t.mtts&mttsReader != 0
	}
	m.learn(caps)
	m.settle()
}

// printable keeps the printable ASCII of a name, at most TermTypeMaxBytes of it.
func printable(p []byte) string {
	p = p[:min(len(p), TermTypeMaxBytes)]
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, string(p)))
}

func parseMTTS(name string) (uint64, bool) {
	digits, ok := strings.CutPrefix(name, "MTTS ")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 32)
	return n, err == nil
}

// clientAndTerminal tells the two apart. A system telnet gives its TERM alone, a MUD client its name first.
func clientAndTerminal(names []string) (client, terminal string) {
	switch {
	case len(names) == 0:
		return "", ""
	case len(names) == 1 && looksLikeTerminal(names[0]):
		return "", names[0]
	case len(names) == 1:
		return names[0], ""
	case looksLikeTerminal(names[0]) && !isKnownClient(names[0]):
		return "", names[0]
	}
	return names[0], names[1]
}

// isKnownClient reports whether a name is that of a MUD client, whatever it says of its terminal.
func isKnownClient(name string) bool {
	name = strings.ToLower(name)
	for _, known := range []string{
		"tintin", "kildclient", "mudlet", "blightmud", "tinyfugue", "kbtin", "mushclient", "mudrammer", "atlantis",
		"cmud", "zmud", "beip", "potato", "mudlark",
	} {
		if strings.Contains(name, known) {
			return true
		}
	}
	return false
}

// looksLikeTerminal reports whether a name is that of a terminal rather than of a client.
func looksLikeTerminal(name string) bool {
	name = strings.ToLower(name)
	for _, prefix := range []string{
		"xterm", "screen", "tmux", "putty", "linux", "ansi", "vt1", "vt2", "vt3", "vt4", "vt5", "rxvt", "dumb",
		"hardcopy", "unknown", "network", "konsole", "gnome", "alacritty", "kitty", "wezterm", "ghostty", "st-", "foot",
		"cygwin", "eterm", "iterm", "nsterm", "dtterm", "sun", "wy", "scoansi", "pcansi",
	} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// depth decides the colours to begin with. Claims of MTTS count unless the terminal is one that is known not to have
// them; without MTTS the terminal's name decides.
func depth(client, terminal string, t *termCycle) Colour {
	byName := depthByName(client, terminal)
	if !t.hasMTTS {
		return byName
	}
	claimed := ColourNone
	switch {
	case t.mtts&mttsTrueColor != 0:
		claimed = ColourTrue
	case t.mtts&mtts256 != 0:
		claimed = Colour256
	case t.mtts&mttsANSI != 0:
		claimed = Colour16
	}
	switch strings.ToLower(terminal) {
	case "dumb":
		return ColourNone
	case "linux", "vt100", "vt220":
		return min(claimed, Colour16)
	}
	if claimed >= Colour16 { // a client that shows colours may know its terminal better than its bits
		return max(claimed, byName)
	}
	return claimed
}

// depthByName goes by what terminals are called. KBtin says "hardcopy" and "unknown" of itself and shows colours, so
// such names count only when no known client stands in front of them.
func depthByName(client, terminal string) Colour {
	name := strings.ToLower(terminal)
	switch {
	case strings.HasSuffix(name, "-truecolor"), strings.HasSuffix(name, "-direct"),
		strings.Contains(name, "kitty"), strings.Contains(name, "alacritty"),
		strings.Contains(name, "wezterm"), strings.Contains(name, "ghostty"):
		return ColourTrue
	case strings.Contains(name, "256color"):
		return Colour256
	case (name == "dumb" || name == "hardcopy") && !isKnownClient(client):
		return ColourNone
	}
	return Colour16
}
