package dialer

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// The limits; what lies beyond them is dropped.
const (
	// InfoVariablesMax is how many variables are kept.
	InfoVariablesMax = 128
	// InfoValuesMax is how many values of one variable are kept.
	InfoValuesMax = 32
	// InfoNameMaxBytes is the longest name; a variable with a longer one is left out.
	InfoNameMaxBytes = 64
	// InfoValueMaxBytes is how much of a value is kept.
	InfoValueMaxBytes = 512
)

const readMax = 2 * InfoVariablesMax // how many variables are looked at, those that are left out among them

// What stands before a name and before a value over telnet.
const (
	nameMark  = "\x01"
	valueMark = "\x02"
)

// ServerInfo is what a MUD says of itself, in the order in which it says it.
type ServerInfo struct {
	Variables []wire.MSSPVariable
}

// ParseServerInfo reads the payload of option 70.
func ParseServerInfo(payload []byte) ServerInfo {
	var c ServerInfo
	_, rest, _ := strings.Cut(string(payload), nameMark)
	for range readMax {
		if rest == "" {
			break
		}
		var variable string
		variable, rest, _ = strings.Cut(rest, nameMark)
		name, values, _ := strings.Cut(variable, valueMark)
		c.add(name, strings.SplitN(values, valueMark, InfoValuesMax+1))
	}
	return c
}

// add takes a variable; one that comes again has several values.
func (c *ServerInfo) add(name string, values []string) {
	name = strings.ToUpper(clean(name))
	if name == "" || len(name) > InfoNameMaxBytes {
		return
	}
	i := c.find(name)
	if i < 0 {
		if len(c.Variables) == InfoVariablesMax {
			return
		}
		i = len(c.Variables)
		c.Variables = append(c.Variables, wire.MSSPVariable{Name: name})
	}
	v := &c.Variables[i]
	for _, value := range values[:min(len(values), InfoValuesMax-len(v.Values))] {
		v.Values = append(v.Values, clean(value))
	}
}

func (c *ServerInfo) find(name string) int {
	for i, v := range c.Variables {
		if v.Name == name {
			return i
		}
	}
	return -1
}

// clean keeps what may be shown on one line. What is no UTF-8 is U+FFFD.
func clean(s string) string {
	s = strings.ToValidUTF8(s[:min(len(s), InfoValueMaxBytes)], "")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r':
			return ' '
		case wire.IsHarmful(r), !unicode.IsGraphic(r):
			return -1
		}
		return r
	}, s))
}

// Value is the value of a variable, of several the last, which is the default by the rules of MSSP; empty where it says
// nothing of it.
func (c ServerInfo) Value(name string) string {
	i := c.find(strings.ToUpper(name))
	if i < 0 || len(c.Variables[i].Values) == 0 {
		return ""
	}
	return c.Variables[i].Values[len(c.Variables[i].Values)-1]
}

// TLSPort is the port that speaks TLS, 0 where none is named.
func (c ServerInfo) TLSPort() int {
	const portMost = 65535
	for _, name := range []string{"TLS", "SSL"} {
		if n, err := strconv.Atoi(c.Value(name)); err == nil && n > 1 && n <= portMost { // 1 says yes, and not where
			return n
		}
	}
	return 0
}
