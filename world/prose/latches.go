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

// latching tells of doors and lids.
func (h teller) latching(e world.Event) Line {
	switch e := e.(type) {
	case world.DoorWorked:
		return h.worked(e.Actor, e.Work, h.the(world.ItemID(e.Door)))
	case world.LidWorked:
		return h.worked(e.Actor, e.Work, h.the(e.Item))
	default:
		return Line{}
	}
}

func (h teller) worked(who world.ActorID, w world.Work, what Span) Line {
	if who == "" {
		return h.told("@ is @ again, by itself,", what, plain(workDone(w)))
	}
	return h.told("@ @ @", h.whom(who), plain(third(Clean(string(w)))), what)
}

// workDone says how a door is that was worked.
func workDone(w world.Work) string {
	switch w {
	case world.WorkOpen:
		return "open"
	case world.WorkClose:
		return "closed"
	case world.WorkLock:
		return "locked"
	case world.WorkUnlock:
		return "unlocked"
	}
	return Clean(string(w))
}
