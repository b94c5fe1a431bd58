package wire

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
