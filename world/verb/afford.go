package verb

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// CandidatesMost bounds the candidates listed for one argument, nearest first.
const CandidatesMost = 20

// Affordance is a verb that makes sense now, with candidates for its arguments; combinations are never listed.
type Affordance struct {
	Verb string              `json:"verb"`
	Tool string              `json:"tool,omitempty"` // its name over MCP, when it can be called
	Args map[string][]string `json:"args,omitempty"` // the lists may be shared: nobody changes them
}

// Affordances lists the verbs that make sense for somebody now: the actions of an MCP result, an agent's choices and a
// mind's come from here. Whoever is paused may only look.
func (t *Table) Affordances(c Ctx) []Affordance {
	if g := c.State.Grants[c.Via.Grant]; c.Via.Kind == world.ViaGrant && g != nil && g.Paused {
		return t.Views(c)
	}
	return t.affordances(c, func(*Verb) bool { return true })
}

// Views lists of the affordances those that change nothing, for somebody who may only look.
func (t *Table) Views(c Ctx) []Affordance {
	return t.affordances(c, func(v *Verb) bool { return v.Effect == Reads })
}

func (t *Table) affordances(c Ctx, may func(*Verb) bool) []Affordance {
	const usual = 16 // verbs that make sense, and lists that they share
	out := make([]Affordance, 0, usual)
	c.seen = &seen{lists: make([]made, 0, usual)}
	role, isListed, isMind := c.role(), c.lister(), c.minded()
	for _, v := range t.verbs {
		switch {
		case !may(v), isMind && v.sway() == never, !v.offered(c, role), v.When != nil && !v.When(c), !isListed(v):
			continue
		case v.isIdle(c):
			continue
		}
		a := Affordance{Verb: v.Name}
		if v.Only != Typed {
			a.Tool = v.ToolName()
		}
		if v.Only == Typed && !v.affordTyped() {
			continue
		}
		if v.fill(c, &a) && (!isMind || v.within(c, &a)) {
			out = append(out, a)
		}
	}
	return out
}

// isIdle reports whether a verb can do nothing now, whatever it is done with.
func (v *Verb) isIdle(c Ctx) bool {
	switch v.Name {
	case "open_chest":
		return !c.chestOpens()
	case "follow":
		return c.Actor.Following == "" && len(c.others("here")) == 0
	case "move":
		return c.State.Fights(c.Actor) && c.State.EncounterOf(c.Actor.ID) == nil
	case "get", "put":
		isTaking := v.Name == "get"
		return !c.State.BrightFor(c.Actor, c.Now) || !c.State.HandsFree(c.Actor, isTaking) ||
			isTaking && c.Actor.Fighting != ""
	case "examine", "read":
		return !c.State.BrightFor(c.Actor, c.Now)
	case "give", "wear", "remove":
		return !c.State.HandsFree(c.Actor, false)
	case "flee":
		e := c.State.EncounterOf(c.Actor.ID)
		return e != nil && e.Mode == world.ModeCombat && e.Active != c.Actor.ID
	case "sit":
		_, isSeated := c.State.Seated(c.Actor.ID)
		return isSeated || c.State.Fights(c.Actor)
	case "watch":
		return c.State.Fights(c.Actor)
	}
	return v.Topic == tradeTopic && v.Effect != Reads && c.State.Fights(c.Actor)
}

// chestOpens reports whether the chest that is here is shut, and can be opened.
func (c Ctx) chestOpens() bool {
	chest := c.chest()
	if chest == nil || !chest.Shut {
		return false
	}
	key := c.State.Spec(chest).Holds.Key
	return !chest.Bolt || key != "" && c.State.Carries(c.Actor.ID, key) != ""
}

// takes reports whether a thing could be picked up.
func (c Ctx) takes(x candidate) bool {
	it := c.State.Items[world.ItemID(x.id)]
	sp := c.State.Spec(it)
	isFree := it.Guest == "" || it.Guest == c.Actor.ID
	return !sp.Fixed && isFree && (sp.Coins || c.State.HasRoom(c.Actor.ID)) && c.State.Guarded(c.Actor, it) == nil
}

// offered reports whether a verb is one of those that are listed for somebody at all.
func (v *Verb) offered(c Ctx, role world.Role) bool {
	if v.Need == forMinds {
		return c.minded()
	}
	return v.usable(role) && v.Need < world.RoleBuilder
}

// affordTyped reports whether a verb that cannot be called is worth listing: those that act on something, through
// command.
func (v *Verb) affordTyped() bool {
	switch v.Name {
	case "attack", "whisper", "follow", "close", "lock", "unlock", "put", "remove", "read":
		return true
	}
	return v.When != nil
}

// fill adds the candidates; false when a needed argument has none.
func (v *Verb) fill(c Ctx, a *Affordance) bool {
	for _, arg := range v.args {
		if v.Name == "get" && arg.name == "from" {
			continue // a thing that is named is found wherever it is
		}
		names, open := v.candidates(c, arg)
		if open {
			continue
		}
		if len(names) == 0 {
			if arg.opt {
				continue
			}
			return false
		}
		if a.Args == nil {
			a.Args = map[string][]string{}
		}
		a.Args[arg.name] = names
	}
	return true
}

// candidates lists what an argument can be now; open means that it is free text or not to be listed.
func (v *Verb) candidates(c Ctx, a arg) (names []string, open bool) {
	var list []candidate
	fits := func(candidate) bool { return true }
	switch a.take {
	case "text", "topic", "number", "place":
		return nil, true
	case "social":
		for id := range world.Ordered(c.State.Socials) {
			names = append(names, string(id))
		}
		return names[:min(len(names), CandidatesMost)], false
	case "channel":
		return c.channelIDs(), false
	case "word":
		return a.enum, len(a.enum) == 0
	case "way":
		return c.ways(), false
	case "dir":
		if c.State.EncounterOf(c.Actor.ID) != nil {
			return c.openSteps(), false
		}
		for _, w := range c.State.Ways(c.Actor.Room, c.Actor.ID, c.Now) {
			if c.State.Passable(c.Actor, w.Dir, c.Now) {
				names = append(names, string(w.Dir))
			}
		}
		return names, false
	case "item", "items", "handful":
		list, fits = v.things(c, a)
	case "actor":
		return v.bodies(c, a), false
	case "quest":
		list = c.quests(a.in)
		if v.Name == "complete" {
			fits = func(x candidate) bool { return c.State.QuestReady(c.Actor, world.QuestID(x.id)) }
		}
	case "table":
		list = c.tables(a.in)
	case "ware":
		list = c.goods(a.in)
		fits = func(x candidate) bool { return v.affords(c, x) }
	case "square":
		for _, at := range c.State.FreeSpots(c.Actor.ID) {
			names = append(names, at.String())
		}
		return names[:min(len(names), CandidatesMost)], false
	case "lid":
		list = c.lids(v.Name)
	case "target":
		if a.in != "" && a.in != "namesakes" {
			list, fits = v.things(c, a)
			break
		}
		list = c.once(sought{what: "target"}, func() []candidate {
			return slices.Concat(c.actors("here"), c.items("reach", ""))
		})
	}
	return named(list, fits), false
}

// bodies lists whom an argument can name now.
func (v *Verb) bodies(c Ctx, a arg) []string {
	where := a.in
	switch v.Name {
	case "attack":
		where = "foes"
	case "battle":
		where = "opponents"
	}
	if v.Topic == tradeTopic {
		where = "dealers"
	}
	if v.Name == "hire" {
		return named(c.actors(where), func(x candidate) bool {
			offer := c.State.HireOf(c.Actor, c.State.Actors[world.ActorID(x.id)], c.Now)
			return offer != nil && offer.Free && offer.Coins <= c.Actor.Coins
		})
	}
	if v.Name == "attack" && c.State.EncounterOf(c.Actor.ID) == nil {
		return named(c.actors(where), func(x candidate) bool { return x.id != string(c.Actor.Fighting) })
	}
	if v.Name == "follow" {
		return named(c.actors(where), func(x candidate) bool { return x.id != string(c.Actor.Following) })
	}
	switch v.Name {
	case "give":
		return named(c.actors(where), func(x candidate) bool {
			id := world.ActorID(x.id)
			who := c.State.Actors[id]
			takes := c.State.Accepts(id) || c.State.QuestTakes(c.Actor, who)
			return takes && !c.State.Ignores(who, c.Actor)
		})
	case "tell", "whisper":
		return c.hearers(where)
	}
	return c.others(where)
}

// hearers are the others who listen to what is said to them alone.
func (c Ctx) hearers(where string) []string {
	isDeaf := func(id world.ActorID) bool { return c.State.Ignores(c.State.Actors[id], c.Actor) }
	if !slices.ContainsFunc(c.present(where), isDeaf) {
		return c.others(where)
	}
	return named(c.actors(where), func(x candidate) bool { return !isDeaf(world.ActorID(x.id)) })
}

// affords reports whether somebody has the coins for a ware or a lesson; what is one's own costs nothing.
func (v *Verb) affords(c Ctx, x candidate) bool {
	if v.Name == "gather" {
		return c.canGather(x.id)
	}
	if v.Name == "make" {
		r := c.State.Recipes[world.RecipeID(x.id)]
		return c.Actor.Making == nil && c.State.CanMake(c.Actor, r) == nil
	}
	of, id, isWare := strings.Cut(x.id, counterSep)
	d := c.State.Actors[world.ActorID(of)]
	switch {
	case !isWare || d == nil:
		return true
	case v.Name == "buy":
		coins, ok := c.State.Sells(d, c.Actor, world.ProtoID(id), c.Now)
		return ok && coins <= c.Actor.Coins && c.State.HasRoom(c.Actor.ID)
	case v.Name == "offer":
		return c.Actor.Coins > 0 && c.State.HasRoom(c.Actor.ID)
	case v.Name == "learn":
		for _, l := range c.State.Minded(d).Teaches {
			if l.ID == id {
				return l.Price <= c.Actor.Coins && c.State.Fit(c.Actor, l)
			}
		}
	}
	return true
}

// named returns the names of those that fit, each once.
func named(list []candidate, fits func(candidate) bool) []string {
	var names []string
	for _, x := range list {
		if len(names) == CandidatesMost {
			break
		}
		if !fits(x) || slices.Contains(names, x.bare) {
			continue
		}
		if names == nil {
			names = make([]string, 0, min(len(list), CandidatesMost))
		}
		names = append(names, x.bare)
	}
	return names
}

// others names the bodies a verb looks among, but for one's own. Several verbs are offered the same list, which nobody
// may change.
func (c Ctx) others(where string) []string {
	if c.seen != nil {
		for _, found := range c.seen.names {
			if found.where == where {
				return found.names
			}
		}
	}
	ids := c.present(where)
	names := make([]string, 0, min(len(ids), CandidatesMost))
	for _, id := range ids {
		if len(names) == CandidatesMost {
			break
		}
		if name := c.State.Actors[id].Name; id != c.Actor.ID && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	names = slices.Clip(names)
	if c.seen != nil {
		c.seen.names = append(c.seen.names, called{where, names})
	}
	return names
}

// things lists the things that an argument can be now, and says of each whether the verb could work on it: it
// understands more than that. Where there is nothing there is nothing to say.
func (v *Verb) things(c Ctx, a arg) (list []candidate, fits func(candidate) bool) {
	list = c.items(a.in, "")
	if a.in == "inside" {
		inside := list
		list = c.once(sought{what: "inside anything"}, func() []candidate {
			return slices.Concat(inside, c.items("boxed", ""))
		})
	}
	if len(list) == 0 {
		return nil, nil
	}
	return list, func(x candidate) bool { return v.suits(c, a, x) }
}

// suits reports whether a verb could work on a thing.
func (v *Verb) suits(c Ctx, a arg, x candidate) bool {
	it := c.State.Items[world.ItemID(x.id)]
	sp := c.State.Spec(it)
	switch {
	case v.Name == "get" && a.in == "boxes":
		return !it.Shut && len(c.State.Index.Inside[it.ID]) > 0
	case v.Name == "get":
		return c.takes(x)
	case v.Name == "put" && a.name == "into":
		return c.State.Fits(it)
	case v.Name == "put":
		return c.State.Leaves(it) && sp.Holds == nil
	case v.Name == "drop":
		return c.State.Leaves(it)
	case v.Name == "give":
		return c.State.GivesAway(c.Actor, it)
	case v.Name == "wear":
		return c.State.Wearable(c.Actor.ID, it)
	case v.Name == "read":
		return sp.Text != ""
	case v.Topic == tradeTopic:
		return c.buyer(it.ID, "") != ""
	}
	return true
}

// lids lists the doors and containers that a verb could work now.
func (c Ctx) lids(verb string) []candidate {
	fits := func(shut, bolt bool, key world.ProtoID) bool {
		switch verb {
		case "open":
			return shut && !bolt
		case "close":
			return !shut
		case "unlock":
			return bolt && key != "" && c.State.Carries(c.Actor.ID, key) != ""
		default:
			return shut && !bolt && key != "" && c.State.Carries(c.Actor.ID, key) != ""
		}
	}
	list := c.latches(fits)
	if verb != "open" && verb != "unlock" {
		return list
	}
	return slices.DeleteFunc(list, func(x candidate) bool {
		return c.State.DoorGuarded(c.Actor, world.DoorID(x.id)) != nil
	})
}

// latches lists the doors and the containers with lids that fit.
func (c Ctx) latches(fits func(shut, bolt bool, key world.ProtoID) bool) []candidate {
	var out []candidate
	for _, x := range c.doors() {
		if d := c.State.Doors[world.DoorID(x.id)]; fits(d.Shut, d.Bolt, d.Key) {
			out = append(out, x)
		}
	}
	for _, x := range c.items("boxes", "") {
		it := c.State.Items[world.ItemID(x.id)]
		if h := c.State.Spec(it).Holds; h.Lid && fits(it.Shut, it.Bolt, h.Key) {
			out = append(out, x)
		}
	}
	return out
}
