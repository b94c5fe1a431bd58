// Package card reads what a MUD tells of itself before anybody enters: the variables of MSSP, over telnet (option 70)
// or as the plain text that answers MSSP-REQUEST. Its one idea is that a [Card] is bounded and harmless: names and
// values are printable text of limited length and number, whatever was sent. Values are what a server says of itself;
// nothing in them is followed or believed. It is stateless, save for a [Reader], which belongs to one goroutine.
package card

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/mudlark-mud/mudlark/mud/telnet/message"
	"github.com/mudlark-mud/mudlark/mud/telnet/typing"
)

// The limits; what lies beyond them is dropped.
const (
	// VariablesMax is how many variables are kept.
	VariablesMax = 128
	// ValuesMax is how many values of one variable are kept.
	ValuesMax = 32
	// NameMaxBytes is the longest name; a variable with a longer one is left out.
	NameMaxBytes = 64
	// ValueMaxBytes is how much of a value is kept.
	ValueMaxBytes = 512
)

const readMax = 2 * VariablesMax // how many variables are looked at, those that are left out among them

// What stands before a name and before a value over telnet.
const (
	nameMark  = "\x01"
	valueMark = "\x02"
)

// Card is what a MUD says of itself, in the order in which it says it.
type Card struct {
	Variables []message.Variable
}

// Parse reads the payload of option 70.
func Parse(payload []byte) Card {
	var c Card
	_, rest, _ := strings.Cut(string(payload), nameMark)
	for range readMax {
		if rest == "" {
			break
		}
		var variable string
		variable, rest, _ = strings.Cut(rest, nameMark)
		name, values, _ := strings.Cut(variable, valueMark)
		c.add(name, strings.SplitN(values, valueMark, ValuesMax+1))
	}
	return c
}

// add takes a variable; one that comes again has several values.
func (c *Card) add(name string, values []string) {
	name = strings.ToUpper(clean(name))
	if name == "" || len(name) > NameMaxBytes {
		return
	}
	i := c.find(name)
	if i < 0 {
		if len(c.Variables) == VariablesMax {
			return
		}
		i = len(c.Variables)
		c.Variables = append(c.Variables, message.Variable{Name: name})
	}
	v := &c.Variables[i]
	for _, value := range values[:min(len(values), ValuesMax-len(v.Values))] {
		v.Values = append(v.Values, clean(value))
	}
}

func (c *Card) find(name string) int {
	for i, v := range c.Variables {
		if v.Name == name {
			return i
		}
	}
	return -1
}

// clean keeps what may be shown on one line. What is no UTF-8 is U+FFFD.
func clean(s string) string {
	s = strings.ToValidUTF8(s[:min(len(s), ValueMaxBytes)], "")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r':
			return ' '
		case typing.IsHarmful(r), !unicode.IsGraphic(r):
			return -1
		}
		return r
	}, s))
}

// Value is the value of a variable, of several the last, which is the default by the rules of MSSP; empty where it says
// nothing of it.
func (c Card) Value(name string) string {
	i := c.find(strings.ToUpper(name))
	if i < 0 || len(c.Variables[i].Values) == 0 {
		return ""
	}
	return c.Variables[i].Values[len(c.Variables[i].Values)-1]
}

// TLSPort is the port that speaks TLS, 0 where none is named.
func (c Card) TLSPort() int {
	const portMost = 65535
	for _, name := range []string{"TLS", "SSL"} {
		if n, err := strconv.Atoi(c.Value(name)); err == nil && n > 1 && n <= portMost { // 1 says yes, and not where
			return n
		}
	}
	return 0
}
