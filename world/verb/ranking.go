package verb

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type rankArgs struct {
	Who  string `json:"who" take:"word" opt:"yes" help:"a player with an account; nobody, for all who have a rank"`
	Rank string `json:"rank" take:"word" opt:"yes" help:"player, builder, wizard or head"`
}

type allowArgs struct {
	Who   string `json:"who" take:"word" help:"a builder or a wizard"`
	Words string `json:"commands" take:"text" help:"wizards' commands, with blanks between them"`
}

// rankVerbs are about who may do more than players do.
func rankVerbs() []*Verb {
	line := func(words ...string) string { return strings.TrimSpace(strings.Join(words, " ")) }
	allow := helped(wizard(verbAllow, "Let somebody use single commands of wizards.", "allow ann goto stat", Changes),
		"A builder may use them from then on, at the keyboard and in no other way; a wizard has back what disallow took. "+
			"help and the command says who may.")
	disallow := helped(wizard(verbDisallow, "Take single commands from a builder or a wizard.", "disallow ann goto",
		Changes), "A builder loses what allow gave, a wizard what wizards may; a head keeps everything.")
	allow.Need, disallow.Need = world.RoleHead, world.RoleHead
	return []*Verb{
		calls(helped(wizard(verbRank, "See who may do more than players do, or give somebody a rank.", "rank", Changes),
			"The ranks are player, builder, wizard and head. rank ann builder is for every wizard; wizards are made and "+
				"unmade by a head, heads by whoever founded the world, who is one always. The operator does all of it: mudlark "+
				"rank ann head. Nobody gives themselves a rank."),
			func(c Ctx, a rankArgs) Call { return Moderate(c, verbRank, line(a.Who, a.Rank)) }),
		calls(allow, func(c Ctx, a allowArgs) Call { return Moderate(c, verbAllow, line(a.Who, a.Words)) }),
		calls(disallow, func(c Ctx, a allowArgs) Call {
			return Moderate(c, verbDisallow, line(a.Who, a.Words))
		}),
	}
}

// rankCalled returns the rank of a name; 0 when it can be given to nobody.
func rankCalled(name string) world.Role {
	for _, r := range []world.Role{world.RolePlayer, world.RoleBuilder, world.RoleWizard, world.RoleHead} {
		if r.String() == strings.ToLower(name) {
			return r
		}
	}
	return 0
}

// rank lists who has one, or gives one.
func (c Ctx) rank(words []string) Call {
	if len(words) == 0 {
		return Call{Report: func(c Ctx) any { return c.ranks() }}
	}
	who, r := c.personCalled(words[0])
	if r != nil {
		return Call{Refusal: r}
	}
	if len(words) == 1 {
		return Call{Report: func(Ctx) any { return DoneReport{Text: ranked(who)} }}
	}
	to := rankCalled(words[1])
	switch {
	case to == 0 || len(words) > 2:
		return Call{Refusal: refuse(world.CodeBadValue, "Say rank "+who.Name+" player, builder, wizard or head.")}
	case to == who.Role:
		return Call{Refusal: refuse(world.CodeAlready, who.Name+" is a "+to.String()+" already.")}
	}
	was := who.Role
	act := world.SetField{Actor: who.ID, Field: "role", Value: int(to)}
	return c.decides(act, func(Ctx) string {
		return withID(who.Name, string(who.ID)) + " is a " + to.String() + " from now on, and was a " + was.String() + "."
	})
}

// ranks lists who may do more than players do, those first who may do most.
func (c Ctx) ranks() any {
	out := RecordReport{Title: "Ranks"}
	for _, rank := range []world.Role{world.RoleHead, world.RoleWizard, world.RoleBuilder} {
		for _, a := range world.Ordered(c.State.Actors) {
			if a.Rank() == rank {
				out.Lines = append(out.Lines, RecordLine{Text: ranked(a)})
			}
		}
	}
	if len(out.Lines) == 0 {
		out.Notes = []string{"Nobody has one. The operator gives the first: mudlark founder and a name."}
	}
	return out
}

// ranked says what somebody's rank is, and what they may besides or may not.
func ranked(a *world.Actor) string {
	text := withID(a.Name, string(a.ID)) + ": " + a.Rank().String()
	if a.Founder {
		text += ", and founded this world"
	}
	if len(a.Allowed) > 0 {
		text += "; may use " + strings.Join(a.Allowed, ", ")
	}
	if len(a.Denied) > 0 {
		text += "; may not use " + strings.Join(a.Denied, ", ")
	}
	return text + "."
}

// allowable reports whether a command can be allowed to a builder: it is wizards', and not of those that make no sense
// without the rank.
func (v *Verb) allowable() bool {
	switch v.Name {
	case "invis", "visible", "nohassle", "holylight", "npc", "agents", verbFounder, verbRank:
		return false
	}
	return v.isWizards()
}

// isWizards reports whether a command, or what one can do by it beside reading, is wizards' alone.
func (v *Verb) isWizards() bool {
	return v.Need == world.RoleWizard || v.Name == verbMotd || v.Name == verbNews
}

// allow makes the call of giving or taking single commands, which are looked up by their whole names.
func (c Ctx) allow(name string, words []string) Call {
	who, r := c.personCalled(words[0])
	switch {
	case r != nil:
		return Call{Refusal: r}
	case len(words) == 1:
		return Call{Refusal: refuse(world.CodeMissing, "Say which commands: "+name+" "+who.Name+" goto stat.")}
	}
	t, act := New(), world.Allow{Who: who.ID, Taken: name == verbDisallow}
	for _, w := range words[1:] {
		v := t.byName[strings.ToLower(strings.TrimRight(w, ","))]
		switch {
		case v == nil || v.Need > world.RoleHead:
			return Call{Refusal: refuse(world.CodeUnknown, "There is no command "+plain(clip(w))+".")}
		case v.Need < world.RoleWizard && !v.isWizards():
			return Call{Refusal: refuse(world.CodeCannot, "Everybody may "+v.Name+".")}
		case !act.Taken && !v.allowable() && !slices.Contains(who.Denied, v.Name):
			return Call{Refusal: refuse(world.CodeCannot, "A single command "+v.Name+" is given to nobody: it goes with the "+
				"rank.")}
		}
		act.Commands = append(act.Commands, v.Name)
	}
	return c.decides(act, func(c Ctx) string { return ranked(c.State.Actors[who.ID]) })
}

// short says of a verb that somebody with a rank may not use what rank it takes, or that it was taken from them.
func (c Ctx) short(v *Verb) *world.Refusal {
	if v.Need <= c.role() {
		return refuse(world.CodeNotAllowed, "To "+v.Name+" was taken from you. A head of this world gives it back: allow "+
			c.Actor.Name+" "+v.Name+".")
	}
	advice := " A head of this world gives ranks: rank " + c.Actor.Name + " " + v.Need.String() + "."
	if v.allowable() {
		advice = " A head of this world gives ranks, and single commands: rank " + c.Actor.Name + " " + v.Need.String() +
			", or allow " + c.Actor.Name + " " + v.Name + "."
	}
	return refuse(world.CodeNotAllowed, "To "+v.Name+" is for those of the role "+v.Need.String()+"; yours is "+
		c.role().String()+"."+advice)
}

// whoMay says for whom a verb is, in its help.
func (c Ctx) whoMay(v *Verb) string {
	var with, without []string
	for _, a := range world.Ordered(c.State.Actors) {
		if slices.Contains(a.Allowed, v.Name) {
			with = append(with, a.Name)
		}
		if slices.Contains(a.Denied, v.Name) {
			without = append(without, a.Name)
		}
	}
	text := "It is for those of the rank " + v.Need.String() + " or above"
	if len(with) > 0 {
		text += ", and for " + strings.Join(with, ", ")
	}
	if len(without) > 0 {
		text += "; not for " + strings.Join(without, ", ")
	}
	return text + "."
}
