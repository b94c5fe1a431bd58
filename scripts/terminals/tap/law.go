package tap

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"
)

const esc = 27

// offers is what the server may ask for by itself. What it must not, and why, stands in mud/telnet.
func offers() []byte {
	return []byte{Echo, TermType, EOR, NAWS, NewEnviron, Charset, MSSP, MCCP2, GMCP}
}

// wrong says what a command breaks of what a server promises, "" if nothing. mu is held.
func (r *Record) wrong(c Command) string {
	if c.FromClient {
		return ""
	}
	switch c.Verb {
	case sb:
		if !r.agreed(c.Option) {
			return fmt.Sprintf("%v, which the client has not agreed to", c)
		}
		if c.Option == GMCP {
			return message(c.Payload)
		}
	case will, do:
		// Only what the client has turned off since may be asked for again.
		since := 0
		for i, o := range r.commands {
			if o.FromClient && o.Option == c.Option && (o.Verb == wont || o.Verb == dont) {
				since = i
			}
		}
		isWish := r.count(func(o Command) bool {
			return o.FromClient && o.Option == c.Option && (o.Verb == will || o.Verb == do)
		}) > 0
		switch {
		case !isWish && !slices.Contains(offers(), c.Option):
			return fmt.Sprintf("%v, which is never to be offered", c)
		case c.Option == Echo:
		case slices.ContainsFunc(r.commands[since:], func(o Command) bool {
			return !o.FromClient && o.Option == c.Option && o.Verb == c.Verb
		}):
			return fmt.Sprintf("%v a second time", c)
		}
	case wont, dont:
		asked := r.count(func(o Command) bool { return o.FromClient && o.Option == c.Option })
		said := r.count(func(o Command) bool { return !o.FromClient && o.Option == c.Option && o.Verb == c.Verb })
		if c.Option != Echo && said >= asked {
			return fmt.Sprintf("%v, which nobody asked for", c)
		}
	}
	return ""
}

// message says what is wrong with a message of GMCP: it is a name, and behind a space JSON in ASCII.
func message(payload []byte) string {
	name, body, isWhole := bytes.Cut(payload, []byte(" "))
	switch {
	case len(name) == 0 || isWhole && !json.Valid(body):
		return fmt.Sprintf("GMCP that is not a name and JSON: %q", payload)
	case bytes.ContainsFunc(payload, func(c rune) bool { return c < ' ' || c > '~' }):
		return fmt.Sprintf("GMCP that is not ASCII: %q", payload)
	}
	return ""
}

// agreed reports whether the client's last word on an option was yes. mu is held.
func (r *Record) agreed(option byte) bool {
	for _, c := range slices.Backward(r.commands) {
		if c.FromClient && c.Option == option && c.Verb > sb {
			return c.Verb == will || c.Verb == do
		}
	}
	return false
}

func (r *Record) count(fits func(Command) bool) int {
	n := 0
	for _, c := range r.commands {
		if fits(c) {
			n++
		}
	}
	return n
}

// Faults lists what the server did that no client should have to bear: a subnegotiation before the client agreed, GMCP
// that is not a name with JSON in ASCII, an offer that is never to be made, made twice or withdrawn unasked, a line end
// that is not CR LF, NUL, broken UTF-8, an escape sequence other than a colour, a compressed stream that is damaged.
func (r *Record) Faults() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append(slices.Clone(r.faults), textFaults(r.shown)...)
}

func textFaults(b []byte) []string {
	var faults []string
	fault := func(what string, at int) {
		faults = append(faults, fmt.Sprintf("%s in %q", what, b[max(0, at-20):min(len(b), at+20)]))
	}
	if at := bytes.IndexByte(b, 0); at >= 0 {
		fault("NUL", at)
	}
	for i, c := range b {
		switch {
		case c == '\n' && (i == 0 || b[i-1] != '\r'):
			fault("LF without CR", i)
		case c == '\r' && i+1 < len(b) && b[i+1] != '\n':
			fault("CR without LF", i)
		case c == esc && !isColour(b[i:]):
			fault("an escape sequence that is no colour", i)
		}
	}
	for i := 0; i < len(b); {
		c, n := utf8.DecodeRune(b[i:])
		if c == utf8.RuneError && n == 1 {
			fault("broken UTF-8", i)
			break
		}
		i += n
	}
	return faults
}

// isColour reports whether b begins with SGR.
func isColour(b []byte) bool {
	if len(b) < 2 || b[1] != '[' {
		return false
	}
	end := bytes.IndexFunc(b[2:], func(c rune) bool { return c != ';' && c != ':' && (c < '0' || c > '9') })
	return end >= 0 && b[2+end] == 'm'
}
