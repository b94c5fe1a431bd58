// Package terminal concludes from what a telnet client says of itself what it can show: its name and version, its
// terminal, its colours, whether somebody listens rather than reads. Its one idea is [Facts]: everything said is kept
// apart, bounded, and [Known] is worked out anew from all of it, so that the order of the answers does not matter and
// one that changes changes no other. It sends nothing and belongs to one goroutine at a time. A client that is met
// for the first time goes into isKnownClient if its name looks like a terminal's or its terminal's name misleads.
package terminal

import "strconv"

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
