package prose

import "github.com/mudlark-mud/mudlark/world"

// ignoring speaks of whom somebody does not hear.
func (v view) ignoring(e world.Event) Text {
	switch e := e.(type) {
	case world.IgnoreBegan:
		return tell(Plain, "You have stopped listening to @.", said(Person, e.Name))
	case world.IgnoreEnded:
		return tell(Plain, "You are listening to @ again.", said(Person, e.Name))
	default:
		return nil
	}
}

// ofIgnoring tells of whom somebody does not hear.
func (h teller) ofIgnoring(e world.Event) Line {
	switch e := e.(type) {
	case world.IgnoreBegan:
		return h.told("@ stops listening to @", h.whom(e.Actor), said(Person, e.Name))
	case world.IgnoreEnded:
		return h.told("@ listens to @ again", h.whom(e.Actor), said(Person, e.Name))
	default:
		return Line{}
	}
}
