package terminals

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/scripts/terminals/tap"
)

// Seen is what was seen of one client.
type Seen struct {
	Client   Client
	Version  string
	Commands []tap.Command
	Sent     []byte // without commands
}

// widthUnknown is what a server takes for the width of a window that it is not told of.
const widthUnknown = 80

// Width is the width of the window that the client told last.
func Width(commands []tap.Command) int {
	width := widthUnknown
	for _, c := range commands {
		if w, _, ok := size(c); ok && w > 0 {
			width = w
		}
	}
	return width
}

func size(c tap.Command) (width, height int, ok bool) {
	if !c.FromClient || c.Verb != tap.Sub || c.Option != tap.NAWS || len(c.Payload) != 4 {
		return 0, 0, false
	}
	return int(c.Payload[0])<<8 | int(c.Payload[1]), int(c.Payload[2])<<8 | int(c.Payload[3]), true
}

// Agreement is what came of an option that the server asks for, in its own words.
func Agreement(commands []tap.Command, option byte) string {
	state := "not offered"
	for _, c := range commands {
		switch {
		case c.Option != option || c.Verb <= tap.Sub:
		case !c.FromClient:
			if state == "not offered" {
				state = "no answer"
			}
		case c.Verb == tap.Will || c.Verb == tap.Do:
			state = "on"
		default:
			state = "refused"
		}
	}
	return state
}

// Asked are the options that the server asks for, in the order of the table.
func Asked() []byte {
	return []byte{
		tap.TermType, tap.NAWS, tap.EOR, tap.GMCP, tap.MSSP, tap.NewEnviron, tap.Charset, tap.MCCP2, tap.Echo,
	}
}

const preamble = `# What real clients agree to

What each client, at a terminal of 100x30, says to what mudlark asks. A version is Debian's.
scripts/terminals/run -terminals.update writes this page; every run compares it with what it saw.

`

// Negotiated is the page that says what clients agreed to.
func Negotiated(seen []*Seen) string {
	var out strings.Builder
	out.WriteString(preamble)
	header := []string{"client", "version"}
	for _, option := range Asked() {
		header = append(header, tap.Name(option))
	}
	row(&out, append(header, "hides passwords", "lines end in"))
	row(&out, slices.Repeat([]string{"---"}, len(header)+2))
	for _, s := range seen {
		cells := []string{s.Client.Name, s.Version}
		for _, option := range Asked() {
			cells = append(cells, s.answer(option))
		}
		row(&out, append(cells, s.Client.Hides.String(), lineEnd(s.Sent)))
	}
	out.WriteString("\n## What they ask for themselves, and are answered\n\n")
	for _, s := range seen {
		fmt.Fprintf(&out, "- %s: %s\n", s.Client.Name, s.wishes())
	}
	out.WriteString("\n## Their bytes\n\nOption by option, in the order in which they came; sizes only as far as they " +
		"are the\nterminal's, variables without their values.\n")
	for _, s := range seen {
		fmt.Fprintf(&out, "\n%s:\n\n%s", s.Client.Name, s.bytes())
	}
	return out.String()
}

// IsOf reports whether a page speaks of the version of a client that was seen.
func IsOf(page string, s *Seen) bool {
	return strings.Contains(page, "| "+s.Client.Name+" | "+s.Version+" |")
}

func row(out *strings.Builder, cells []string) {
	out.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// answer is what a client said to an option that the server asks for.
func (s *Seen) answer(option byte) string {
	var words []string
	isAsked, isFirst := false, true
	for _, c := range s.Commands {
		switch {
		case c.Option != option || c.Verb < tap.Sub:
		case !c.FromClient:
			isAsked = true
		case c.Verb == tap.Sub:
			words = append(words, s.detail(c))
		case option == tap.Echo && !isAsked: // it stands among their own wishes
		case isFirst:
			isFirst = false
			verb, _, _ := strings.Cut(c.String(), " ") // whether it came before our offer or crossed it is chance
			words = append(words, verb)
		}
	}
	if option == tap.NewEnviron {
		words = append(words, s.variables())
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	switch {
	case isFirst && !isAsked:
		return "not asked"
	case isFirst:
		return "silence"
	case option == tap.Echo && !s.acknowledges():
		words = append(words, "does not acknowledge WONT")
	}
	return strings.Join(slices.Compact(words), ", ")
}

// detail is what a subnegotiation said, as far as it is the same on every machine.
func (s *Seen) detail(c tap.Command) string {
	width, height, isSize := size(c)
	switch {
	case isSize && s.Client.Command == nil: // a window's characters are as large as its fonts
		return ""
	case isSize:
		return fmt.Sprintf("%dx%d", width, height)
	case c.Option == tap.TermType && len(c.Payload) > 1:
		return string(c.Payload[1:])
	case c.Option == tap.Charset && len(c.Payload) > 1:
		return "accepted " + string(c.Payload[1:])
	case c.Option == tap.Charset:
		return "rejected"
	case c.Option == tap.NewEnviron: // variables says all of it
		return ""
	case c.Option == tap.GMCP:
		name, _, _ := strings.Cut(string(c.Payload), " ")
		return name
	}
	return fmt.Sprintf("% x", c.Payload)
}

// variables names what a client tells by NEW-ENVIRON, without the values, which are the user's.
func (s *Seen) variables() string {
	const isVar, isValue, isEscape, isUserVar = 0, 1, 2, 3
	var names []string
	isTold, inName := false, false
	for _, c := range s.Commands {
		if !c.FromClient || c.Verb != tap.Sub || c.Option != tap.NewEnviron {
			continue
		}
		isTold, inName = true, false
		for i, b := range c.Payload {
			switch {
			case i == 0: // IS or INFO
			case b == isVar || b == isUserVar:
				names, inName = append(names, ""), true
			case b == isValue:
				inName = false
			case inName && b != isEscape:
				names[len(names)-1] += string(b)
			}
		}
	}
	names = slices.DeleteFunc(names, func(n string) bool { return n == "" })
	slices.Sort(names)
	switch names = slices.Compact(names); {
	case !isTold:
		return ""
	case len(names) == 0:
		return "tells nothing"
	}
	return "tells " + strings.Join(names, " ")
}

// acknowledges reports whether a client says DONT ECHO to WONT ECHO.
func (s *Seen) acknowledges() bool {
	isAfter := false
	for _, c := range s.Commands {
		switch {
		case c.Option != tap.Echo:
		case !c.FromClient:
			isAfter = c.Verb == tap.Wont
		case isAfter && c.Verb == tap.Dont:
			return true
		}
	}
	return false
}

// wishes lists what a client asked for that the server does not ask for, each with the server's answer.
func (s *Seen) wishes() string {
	var wishes []string
	for i, c := range s.Commands {
		isOwn := !slices.Contains(Asked(), c.Option) || c.Option == tap.Echo && !s.wasOffered(i, c.Option)
		if !c.FromClient || c.Verb != tap.Will && c.Verb != tap.Do || !isOwn {
			continue
		}
		side := []byte{tap.Will, tap.Wont} // ours, for DO
		if c.Verb == tap.Will {
			side = []byte{tap.Do, tap.Dont}
		}
		answer := "no answer"
		for _, a := range s.Commands[i:] {
			if !a.FromClient && a.Option == c.Option && slices.Contains(side, a.Verb) {
				answer = a.String()
				break
			}
		}
		wishes = append(wishes, c.String()+" ("+answer+")")
	}
	if len(wishes) == 0 {
		return "nothing"
	}
	return strings.Join(wishes, ", ")
}

func (s *Seen) wasOffered(before int, option byte) bool {
	return slices.ContainsFunc(s.Commands[:before], func(c tap.Command) bool {
		return !c.FromClient && c.Option == option
	})
}

// lineEnd is what a client ends its lines with.
func lineEnd(sent []byte) string {
	switch {
	case bytes.Contains(sent, []byte("\r\n")):
		return "CR LF"
	case bytes.Contains(sent, []byte("\r\x00")):
		return "CR NUL"
	}
	return "LF"
}

// bytes writes what a client said as it was on the wire, a line an option.
func (s *Seen) bytes() string {
	var order []byte
	said := make(map[byte][]string)
	for _, c := range s.Commands {
		if !c.FromClient || c.Verb < tap.Sub {
			continue
		}
		if !slices.Contains(order, c.Option) {
			order = append(order, c.Option)
		}
		_, _, isSize := size(c)
		switch {
		case isSize && s.Client.Command == nil, c.Option == tap.NewEnviron && c.Verb == tap.Sub:
		case c.Verb == tap.Sub:
			payload := bytes.ReplaceAll(c.Payload, []byte{tap.IAC}, []byte{tap.IAC, tap.IAC})
			said[c.Option] = append(said[c.Option], fmt.Sprintf("ff fa %02x % x ff f0", c.Option, payload))
		default:
			said[c.Option] = append(said[c.Option], fmt.Sprintf("ff %02x %02x", c.Verb, c.Option))
		}
	}
	slices.Sort(order)
	var out strings.Builder
	for _, option := range order {
		fmt.Fprintf(&out, "    %-11s %s\n", tap.Name(option), strings.Join(said[option], " | "))
	}
	if len(order) == 0 {
		out.WriteString("    nothing\n")
	}
	return out.String()
}
