package verb

import "slices"

// What makes sense for a creature with a mind is only what the law of minds lets it do (world/law.go), so that none of
// its choices is refused for want of permission. The law itself is asked, with the action that each choice would be.

// within narrows an affordance to what is lawful for the creature that asks, and reports whether anything is left. Of
// two lists only such candidates stay as are lawful together in whatever way they are put.
func (v *Verb) within(c Ctx, a *Affordance) bool {
	if v.Effect == Reads || v.open() {
		return true
	}
	var listed []arg
	for _, x := range v.args {
		if len(a.Args[x.name]) > 0 {
			listed = append(listed, x)
		}
	}
	const two = 2
	switch len(listed) {
	case 0:
		return (v.Name != "follow" || c.Actor.Following != "") && v.lawful(c, listed)
	case 1:
		return keep(a, listed[0], func(name string) bool { return v.lawful(c, listed, name) })
	case two:
		return v.pairs(c, a, listed)
	}
	return false // nothing that minds do takes more
}

// open reports whether a verb is lawful whatever it is done with, which spares asking for each candidate.
func (v *Verb) open() bool {
	switch v.Name {
	case "say", "tell", "reply", "whisper", "emote", "gesture", "sit", "stand", "watch", "place", "taunt", "rematch":
		return true
	}
	return false
}

// keep leaves those candidates of an argument that pass, and reports whether there are any.
func keep(a *Affordance, x arg, passes func(name string) bool) bool {
	names := slices.DeleteFunc(slices.Clone(a.Args[x.name]), func(n string) bool { return !passes(n) })
	if len(names) > 0 {
		a.Args[x.name] = names
		return true
	}
	return false
}

// pairs narrows two lists: first to what most can be done with for one of the second, the first of such; then the
// second to all of whom that is true.
func (v *Verb) pairs(c Ctx, a *Affordance, listed []arg) bool {
	one, two := listed[0], listed[1]
	var most []string
	fits := map[string][]string{}
	for _, second := range a.Args[two.name] {
		for _, first := range a.Args[one.name] {
			isLawful := v.lawful(c, listed, first, second) &&
				(!two.opt || v.lawful(c, listed[:1], first)) && (!one.opt || v.lawful(c, listed[1:], second))
			if isLawful {
				fits[second] = append(fits[second], first)
			}
		}
		if len(fits[second]) > len(most) {
			most = fits[second]
		}
	}
	if len(most) == 0 {
		return false
	}
	a.Args[one.name] = most
	a.Args[two.name] = slices.DeleteFunc(slices.Clone(a.Args[two.name]), func(second string) bool {
		return slices.ContainsFunc(most, func(first string) bool { return !slices.Contains(fits[second], first) })
	})
	return true
}

// lawful reports whether a verb with these words for those arguments means something, and the law lets the creature do
// it. What stands in the way of it otherwise is no matter here.
func (v *Verb) lawful(c Ctx, listed []arg, names ...string) bool {
	var raw given
	for _, x := range v.args {
		i := slices.IndexFunc(listed, func(l arg) bool { return l.name == x.name })
		switch {
		case i >= 0:
			raw.put(x.name, names[i])
		case !x.opt && x.take == "number":
			raw.put(x.name, "1")
		case !x.opt:
			raw.put(x.name, "x")
		}
	}
	c.Memory, c.seen = nil, nil // nothing is spoken of here, and names are looked for by their words
	call := v.bindRaw(c, raw)
	return call.Refusal == nil && call.Input != nil && c.State.Lawful(c.Now, c.Actor, call.Input.Action)
}
