package prose

import "github.com/mudlark-mud/mudlark/world"

// movement speaks of coming, going and following.
func (v view) movement(e world.Event) Text {
	switch e := e.(type) {
	case world.Moved:
		switch {
		case v.did():
			return v.went(e)
		case v.mine() && e.Manner == world.Followed && v.dark():
			return tell(Plain, "You hear footsteps behind you.")
		case v.mine() && e.Manner == world.Followed: // told before the place is, and so it names no arrival
			return tell(Plain, "@ follows you@.", v.who(e.Actor), toward(e.Dir))
		case v.has(world.Left):
			return v.left(e)
		}
		return v.arrived(e)
	case world.FollowBegan:
		switch {
		case v.did():
			return tell(Plain, "You fall in behind @.", v.who(e.Leader))
		case v.mine() && v.sees():
			return tell(Plain, "@ falls in behind you.", v.who(e.Actor))
		case v.mine():
			return tell(Plain, "You have the feeling that somebody is behind you.")
		}
	case world.FollowEnded:
		switch {
		case v.did():
			return tell(Plain, "You no longer follow @.", v.who(e.Leader))
		case v.mine() && v.sees():
			return tell(Plain, "@ no longer follows you.", v.who(e.Actor))
		}
	case world.HeldBack:
		return v.heldBack(e)
	default:
	}
	return nil
}

// heldBack is what a follower reads who could not come along.
func (v view) heldBack(e world.HeldBack) Text {
	if !v.did() {
		return nil
	}
	return append(tell(Warning, "You cannot follow @@.", v.who(e.Leader), toward(e.Dir)), L(Plain, Clean(e.Why)))
}

// byWhomSince is the number of the rules since which who is moved reads by whom.
const byWhomSince = 5

// went is what the one who moved is told before being shown the place.
func (v view) went(e world.Moved) Text {
	switch e.Manner {
	case world.Walked:
		return nil
	case world.Followed:
		return tell(Plain, "You follow @@.", v.who(e.Leader), toward(e.Dir))
	case world.Fled:
		return tell(Warning, "You flee@!", fleeing(e.Dir))
	case world.Waded:
		return tell(Plain, "You wade@, against all that is coming in.", toward(e.Dir))
	case world.Swept:
		return v.own(Loss, world.TextSwept)
	case world.Conjured:
		folded := tell(Plain, "The world folds like a letter, and opens again at another page.")
		if e.By != "" && e.By != e.Actor && v.n.Rules >= byWhomSince {
			folded = append(folded, L(System, "It is "+v.name(e.By, Person).Text+" who brought you here."))
		}
		return folded
	case world.Settled:
		return tell(Plain, "The hours have gone by, and you are where this one wants you.")
	case world.Woke:
		return append(v.own(Plain, world.TextWoke),
			L(Plain, "What you carried lies with your body, where you fell. It will not lie there for ever."))
	}
	return nil
}

// left is what those see from whom somebody goes away.
func (v view) left(e world.Moved) Text {
	if v.dark() {
		switch e.Manner {
		case world.Walked, world.Followed:
			return tell(Plain, "You hear footsteps, going away.")
		case world.Waded:
			return tell(Plain, "You hear somebody wade off.")
		case world.Fled:
			return tell(Plain, "You hear somebody run for it.")
		case world.Swept:
			return v.own(Warning, world.TextSweptUnseen)
		case world.Conjured, world.Woke, world.Settled:
		}
		return nil
	}
	who := v.who(e.Actor)
	switch e.Manner {
	case world.Walked:
		return tell(Plain, "@ @.", who, leaving(e.Dir))
	case world.Followed:
		return tell(Plain, "@ follows @@.", who, v.who(e.Leader), toward(e.Dir))
	case world.Fled:
		return tell(Warning, "@ flees@!", who, fleeing(e.Dir))
	case world.Waded:
		return tell(Plain, "@ wades@ into the flow.", who, toward(e.Dir))
	case world.Swept:
		return v.own(Warning, world.TextSweptAway, slotted{"{who}", who})
	case world.Conjured:
		return tell(Plain, "@ is there, and then is not.", who)
	case world.Woke, world.Settled: // the death was told; nobody looked
	}
	return nil
}

// arrived is what those see to whom somebody comes.
func (v view) arrived(e world.Moved) Text {
	if v.dark() {
		switch e.Manner {
		case world.Walked, world.Followed:
			return tell(Plain, "You hear footsteps.")
		case world.Waded:
			return tell(Plain, "You hear somebody wade through the water.")
		case world.Fled:
			return tell(Plain, "You hear running feet, coming closer.")
		case world.Swept:
			return v.own(Plain, world.TextAshoreHeard)
		case world.Conjured, world.Woke, world.Settled:
		}
		return tell(Plain, "You hear a breath that was not there before.")
	}
	who := v.comer(e.Actor)
	switch e.Manner {
	case world.Walked:
		return tell(Plain, "@ arrives@.", who, from(e.Dir))
	case world.Followed:
		return tell(Plain, "@ arrives@, following @.", who, from(e.Dir), v.who(e.Leader))
	case world.Fled:
		return tell(Plain, "@ comes running@.", who, from(e.Dir))
	case world.Waded:
		return tell(Plain, "@ comes wading@.", who, from(e.Dir))
	case world.Swept:
		return v.own(Plain, world.TextAshore, slotted{"{who}", who})
	case world.Conjured:
		return tell(Plain, "@ was not there, and then is.", who)
	case world.Woke:
		return tell(Plain, "@ wakes here with a start, pale and short of breath.", who)
	case world.Settled: // nobody looked
	}
	return nil
}

// toward is a direction behind a verb: "north", "up".
func toward(d world.Dir) Span {
	if d.Opposite() == "" {
		return Span{}
	}
	return plain(" " + string(d))
}

func leaving(d world.Dir) Span {
	switch d {
	case world.North, world.East, world.South, world.West:
		return plain("leaves " + string(d))
	case world.Up, world.Down, world.In, world.Out:
		return plain("goes " + string(d))
	}
	return plain("leaves")
}

func fleeing(d world.Dir) Span {
	switch d {
	case world.North, world.East, world.South, world.West:
		return plain(" " + string(d))
	case world.Up, world.Down:
		return plain(" " + string(d) + "wards")
	case world.In, world.Out:
		return plain(" " + string(d) + "side")
	}
	return Span{}
}

// from says whence somebody comes who went in a direction.
func from(went world.Dir) Span {
	switch back := went.Opposite(); back {
	case world.North, world.East, world.South, world.West:
		return plain(" from the " + string(back))
	case world.Up:
		return plain(" from above")
	case world.Down:
		return plain(" from below")
	case world.In, world.Out:
		return plain(" from " + string(back) + "side")
	}
	return Span{}
}

// going tells of ways.
func (h teller) going(e world.Event) Line {
	switch e := e.(type) {
	case world.Moved:
		return h.moved(e)
	case world.FollowBegan:
		return h.told("@ follows @ from now on", h.whom(e.Actor), h.whom(e.Leader))
	case world.WayFound:
		return h.told("@ finds a hidden way", h.whom(e.Actor))
	case world.FollowEnded:
		return h.told("@ follows @ no longer", h.whom(e.Actor), h.whom(e.Leader))
	case world.HeldBack:
		return h.told("@ cannot follow @@", h.whom(e.Actor), h.whom(e.Leader), toward(e.Dir))
	default:
		return Line{}
	}
}

func (h teller) moved(e world.Moved) Line {
	who, from, to := h.whom(e.Actor), h.place(e.From), h.place(e.To)
	switch e.Manner {
	case world.Waded:
		return h.bare("@ wades@ from @ to @", who, toward(e.Dir), from, to)
	case world.Walked:
		return h.bare("@ goes@ from @ to @", who, toward(e.Dir), from, to)
	case world.Followed:
		return h.bare("@ follows @@ from @ to @", who, h.whom(e.Leader), toward(e.Dir), from, to)
	case world.Fled:
		return h.bare("@ flees@ from @ to @", who, fleeing(e.Dir), from, to)
	case world.Swept:
		return h.bare("The sea sweeps @ from @ to @", who, from, to)
	case world.Conjured:
		return h.bare("@ is moved from @ to @@", who, from, to, h.by(e.By))
	case world.Woke:
		return h.bare("@ wakes at @ after death", who, to)
	case world.Settled:
		return h.bare("@ is at @ and no longer at @, as the hour wants it", who, to, from)
	}
	return h.bare("@ comes from @ to @", who, from, to)
}
