package prose

import "github.com/mudlark-mud/mudlark/world"

// latch speaks of doors and lids.
func (v view) latch(e world.Event) Text {
	switch e := e.(type) {
	case world.DoorWorked:
		door := v.as(string(e.Door))
		return v.worked(Span{Text: definite(door), Role: Exit}, e.Work, e.Actor)
	case world.LidWorked:
		return v.worked(v.the(e.Item), e.Work, e.Actor)
	default:
		return nil
	}
}

func (v view) worked(what Span, w world.Work, by world.ActorID) Text {
	switch {
	case v.did():
		return tell(Plain, "You @ @.", plain(string(w)), what)
	case by == "" && (v.sees() || v.has(world.Far)):
		return itself(what, w)
	case v.has(world.Far):
		return beyond(what, w)
	case v.sees():
		return tell(Plain, "@ @ @.", v.who(by), plain(third(string(w))), what)
	case v.dark():
		return listened(what, w)
	}
	return nil
}

// itself is said when nobody's hand was seen.
func itself(what Span, w world.Work) Text {
	switch w {
	case world.WorkOpen:
		return tell(Plain, "@ swings open by itself.", what)
	case world.WorkClose:
		return tell(Plain, "@ falls shut.", what)
	case world.WorkLock, world.WorkUnlock:
		return tell(Plain, "The lock of @ turns over with a click.", what)
	}
	return nil
}

// beyond is said on the other side of a door.
func beyond(what Span, w world.Work) Text {
	switch w {
	case world.WorkOpen, world.WorkClose:
		return tell(Plain, "@ @ from the other side.", what, plain(third(string(w))))
	case world.WorkLock, world.WorkUnlock:
		return tell(Plain, "On the other side a key turns in the lock of @.", what)
	}
	return nil
}

// listened is said in the dark.
func listened(what Span, w world.Work) Text {
	switch w {
	case world.WorkOpen, world.WorkClose:
		return tell(Plain, "You hear @ @.", what, plain(string(w)))
	case world.WorkLock, world.WorkUnlock:
		return tell(Plain, "You hear a lock click.")
	}
	return nil
}
