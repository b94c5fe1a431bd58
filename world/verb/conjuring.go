package verb

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// load makes a thing or a creature, and tells its id, by which it can be told from its namesakes.
func load(c Ctx, a patternArgs) Call {
	id := world.ProtoID(strings.ToLower(a.Pattern))
	act := world.Conjure{Item: id}
	switch {
	case c.State.MobSpecs[id] != nil:
		act = world.Conjure{Mob: id}
	case c.State.ItemSpecs[id] == nil:
		return Call{Refusal: refuse(world.CodeUnknown, "There is no pattern called "+plain(clip(a.Pattern))+".")}
	}
	if act.Count = a.Count; a.Count < 0 || a.Count > world.ConjureMost {
		return Call{Refusal: refuse(world.CodeBadValue, "One can make 1 to "+strconv.Itoa(world.ConjureMost)+" at once.")}
	}
	return Call{
		Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: act},
		Report: func(c Ctx) any {
			if act.Count > 1 {
				return DoneReport{Text: "You make " + strconv.Itoa(act.Count) + ", the last of them " + c.newest(act) + "."}
			}
			return DoneReport{Text: "You make " + c.newest(act) + "."}
		},
	}
}

// newest is what the thing or the creature that was made last of a pattern is called, with its id.
func (c Ctx) newest(made world.Conjure) string {
	var last *world.Actor
	for _, a := range world.Ordered(c.State.Actors) {
		if made.Mob != "" && a.Proto == made.Mob && (last == nil || a.Order > last.Order) {
			last = a
		}
	}
	if last != nil {
		return withID(c.State.ActorRef(last).Name, string(last.ID))
	}
	var thing *world.Item
	for _, it := range world.Ordered(c.State.Items) {
		if made.Item != "" && it.Proto == made.Item && (thing == nil || it.Order > thing.Order) {
			thing = it
		}
	}
	if thing == nil {
		return string(made.Mob + made.Item)
	}
	return withID(c.State.ItemRef(thing).Name, string(thing.ID))
}

// purge removes a thing or a creature; what it was called is read before.
func purge(c Ctx, a purgeArgs) Call {
	if a.What == (Target{}) {
		return clearRoom(c)
	}
	gone := ""
	if who := c.State.Actors[a.What.Actor]; who != nil {
		gone = withID(c.definite(who), string(who.ID)) + " is gone."
	} else if it := c.State.Items[a.What.Item]; it != nil {
		gone = withID(c.definiteThing(it), string(it.ID)) + " is gone."
		if spec := c.State.Spec(it); spec.A == "some" && strings.HasSuffix(c.State.ItemName(it), "s") {
			gone = strings.TrimSuffix(gone, " is gone.") + " are gone."
		}
	}
	return Call{
		Input: &world.Input{
			Actor: c.Actor.ID, Via: c.Via, Action: world.Purge{Item: a.What.Item, Actor: a.What.Actor},
		},
		Report: func(Ctx) any { return DoneReport{Text: prose.Capital(gone)} },
	}
}

// withID is a name with the id behind it, as wizards are told of it.
func withID(name, id string) string { return name + " (" + id + ")" }

// definiteThing is what a thing that is known is called: "the rusty key".
func (c Ctx) definiteThing(it *world.Item) string {
	name := c.State.ItemName(it)
	if c.State.ItemRef(it).Name != name {
		return "the " + name
	}
	return name
}

// namesakes asks which creature is meant, if others of the same pattern are here and it matters which: one with a mind
// or an id of its own is not to be taken for a copy.
func (c Ctx) namesakes(t Target, text string) *world.Refusal {
	who, q := c.State.Actors[t.Actor], parseQuery(text)
	if who == nil || who.Player() || q.nth > 0 || strings.EqualFold(q.raw, string(who.ID)) {
		return nil
	}
	same := slices.DeleteFunc(q.matches(c.findActors("here")), func(m candidate) bool {
		return c.State.Actors[world.ActorID(m.id)].Proto != who.Proto
	})
	matters := slices.ContainsFunc(same, func(m candidate) bool {
		a := c.State.Actors[world.ActorID(m.id)]
		rule := c.State.Spawns[a.Spawn]
		return c.State.Minded(a) != nil || rule != nil && rule.As == m.id
	})
	if len(same) < 2 || !matters {
		return nil
	}
	names := make([]string, 0, len(same))
	for i, m := range same[:min(len(same), unclearMost)] {
		names = append(names, m.called()+" ("+strconv.Itoa(i+1)+"."+strings.Join(q.words, " ")+", "+m.id+")")
	}
	if len(same) > unclearMost {
		names = append(names, "…")
	}
	return refuse(world.CodeUnclear, "Which do you mean: "+strings.Join(names, ", ")+"?")
}
