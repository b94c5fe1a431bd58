package prose

import (
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
)

// pinning speaks of notes on boards, and never their words: those are read.
func (v view) pinning(e world.Event) Text {
	switch e := e.(type) {
	case world.NotePinned:
		board := said(Plain, Clean(e.Board))
		if v.did() {
			return tell(Plain, "You pin note @ to @.", number(e.N), board)
		}
		return tell(Plain, "@ pins a note to @.", v.name(e.Actor, Person), board)
	case world.PinRemoved:
		return tell(Plain, "You take note @ down.", number(e.N))
	default:
		return nil
	}
}

// ofBoards tells of notes on boards in the third person.
func (h teller) ofBoards(e world.Event) Line {
	switch e := e.(type) {
	case world.NotePinned:
		return h.told("@ pins note @ to @", h.whom(e.Actor), number(e.N), said(Plain, Clean(e.Board)))
	case world.PinRead:
		return h.told("@ reads note @ on the board", h.whom(e.Actor), number(e.N))
	case world.PinRemoved:
		if e.Actor == "" {
			return h.told("note @ falls from the board", number(e.N))
		}
		return h.told("@ takes note @ down from the board", h.whom(e.Actor), number(e.N))
	default:
		return Line{}
	}
}

// boardLine says of a board in passing what hangs there.
func boardLine(b *world.BoardSight) Line {
	name := plain(Capital(Clean(b.Name)))
	switch {
	case b.Notes == 0:
		return line(Plain, "@ has no notes on it.", name)
	case b.Unread == 0:
		return line(Plain, "@ has @ on it. Type @ to read.", name, plain(notes(b.Notes)), said(Command, "board"))
	}
	if b.Notes == 1 {
		return line(Plain, "@ has one note on it, and it is new to you. Type @ to read.", name, said(Command, "board"))
	}
	return line(Plain, "@ has @ on it, @ of them new to you. Type @ to read.", name, plain(notes(b.Notes)),
		number(b.Unread), said(Command, "board"))
}

func notes(n int) string {
	if n == 1 {
		return "one note"
	}
	return strconv.Itoa(n) + " notes"
}
