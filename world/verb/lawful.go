package verb

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// What makes sense for a creature with a mind is only what the law of minds lets it do (world/law.go), so that none of
// its choices is refused for want of permission. The law itself is asked, with the action that each choice would be. It
// is asked on the world's writer, so what is lawful in any case is not asked for, and what never is not looked at.

// sway says how the law of minds looks at a verb.
type sway uint8

const (
	never    sway = iota // no mind does it
	always               // whatever it is done with; or it only looks
	singly               // it depends on what it is done with
	pairwise             // and on with whom as well
)

// sway returns how the law looks at a verb. A verb that is not here is for no mind, unless it only looks.
func (v *Verb) sway() sway {
	switch v.Name {
	case "say", "tell", "reply", "whisper", "emote", "gesture", "sit", "stand", "watch", "place", "taunt", "rematch",
		"quote", "teach", "promise", "roll", "march", "end":
		return always
	case "move", "open", "close", "lock", "unlock", "attack", "battle", "join", "flee":
		return singly
	case "give":
		return pairwise
	}
	if v.Effect == Reads {
		return always
	}
	return never
}

// within narrows an affordance to what is lawful for the creature that asks, and reports whether anything is left.
func (v *Verb) within(c Ctx, a *Affordance) bool {
	switch v.sway() {
	case always:
		return true
	case singly:
		if len(v.args) == 0 {
			return v.lawful(c, "")
		}
		first := v.args[0].name
		if len(a.Args[first]) == 0 {
			return false
		}
		names := slices.DeleteFunc(slices.Clone(a.Args[first]), func(n string) bool { return !v.lawful(c, n) })
		a.Args[first] = names
		return len(names) > 0
	case pairwise:
		return c.gifts(a)
	case never:
	}
	return false
}

// gifts narrows what can be given and to whom, so that each of the things may be given to each of the people: to what
// most can be given of to somebody, the first of such, and to all to whom that may be given.
func (c Ctx) gifts(a *Affordance) bool {
	item, to := a.Args["item"], a.Args["to"]
	things, people := ids(c.items("held", "")), ids(c.actors("here"))
	var most []string
	fits := make(map[string][]string, len(to))
	for _, who := range to {
		for _, what := range item {
			give := world.Give{Items: []world.ItemID{world.ItemID(things[what])}, To: world.ActorID(people[who])}
			if c.State.Lawful(c.Now, c.Actor, give) {
				fits[who] = append(fits[who], what)
			}
		}
		if len(fits[who]) > len(most) {
			most = fits[who]
		}
	}
	if len(most) == 0 {
		return false
	}
	a.Args["item"] = most
	a.Args["to"] = slices.DeleteFunc(slices.Clone(to), func(who string) bool {
		return slices.ContainsFunc(most, func(what string) bool { return !slices.Contains(fits[who], what) })
	})
	return true
}

// ids returns which of the candidates each name means: the first of several alike.
func ids(list []candidate) map[string]string {
	out := make(map[string]string, len(list))
	for _, x := range list {
		if _, ok := out[x.bare]; !ok {
			out[x.bare] = x.id
		}
	}
	return out
}

// lawful reports whether a verb with a name for its first argument means something, and the law lets the creature do
// it. What stands in the way of it otherwise is no matter here.
func (v *Verb) lawful(c Ctx, name string) bool {
	var raw given
	if name != "" {
		raw.put(v.args[0].name, name)
	}
	c.Memory, c.seen = nil, nil // nothing is spoken of here, and names are looked for by their words
	call := v.bindRaw(c, raw)
	return call.Refusal == nil && call.Input != nil && c.State.Lawful(c.Now, c.Actor, call.Input.Action)
}
