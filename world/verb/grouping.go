package verb

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type groupArgs struct {
	What string `json:"what" take:"word" enum:"invite,join,accept,decline,leave,drop,kick,lead" opt:"yes" help:"or see it"`
	Who  string `json:"who" take:"actor" in:"world" opt:"yes" help:"a player in the world"`
}

type splitArgs struct {
	Coins string `json:"coins" take:"text" help:"how many coins, or all"`
}

func groupingVerbs() []*Verb {
	isGrouped := func(c Ctx) bool { return c.State.PartyOf(c.Actor.ID) != nil }
	return []*Verb{
		calls(Verb{
			Name: "group", Aliases: []string{"party"}, Topic: "Groups", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief: "Go about with others: see your group, ask people into it, join one.",
			Help: "group invite ann asks Ann, who has ten minutes for group join or group decline; group drop ann takes " +
				"it back. group by itself shows who is in it and how they are. group leave leaves; whoever leads may group " +
				"drop ann, and group lead ann makes her lead. A group has two to six people, and who leaves the world " +
				"leaves it. What one of them kills or gets the better of earns experience for all of them who are in the " +
				"room, in equal parts, and counts for the quests of each; in a fight by turns, for those who have struck a " +
				"blow. gtell speaks to them, split shares coins, follow keeps them together.",
			Example: "group",
			When: func(c Ctx) bool {
				return isGrouped(c) || len(c.State.Invitations(c.Actor, c.Now)) > 0
			},
		}, group),
		acts(Verb{
			Name: "gtell", Aliases: []string{"gt"}, Topic: "Groups", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Rare:  true,
			Brief: "Speak to your group, wherever they are.", Help: "history channel reads it back.",
			Example: "gtell hello", When: isGrouped,
		}, func(_ Ctx, a textArgs) world.Action { return world.PartyTell{Text: a.Text} }),
		acts(Verb{
			Name: "split", Topic: "Groups", Need: world.RolePlayer, Effect: Changes, Only: Typed,
			Brief:   "Share coins of yours with those of your group who are here.",
			Help:    "split 30 gives each of them as much as you keep of it; what cannot be shared evenly stays yours.",
			Example: "split 2", When: func(c Ctx) bool { return isGrouped(c) && c.Actor.Coins > 0 },
		}, func(c Ctx, a splitArgs) world.Action {
			coins, ok := c.sum(a.Coins)
			if !ok {
				coins, _ = c.sum(a.Coins + " coins")
			}
			return world.SplitCoins{Coins: coins}
		}),
	}
}

// groupable lists whom a word behind group can mean: of one's group, of those who have asked, or of all others.
func (c Ctx) groupable(words []string) []string {
	party := c.State.PartyOf(c.Actor.ID)
	isOf := func(id world.ActorID) bool { return party != nil && slices.Contains(party.Members, id) }
	fits := func(id world.ActorID) bool { return !isOf(id) && c.State.Actors[id].Player() }
	if len(words) > 0 {
		switch words[0] {
		case "drop", "kick", "lead":
			fits = func(id world.ActorID) bool { return isOf(id) && c.State.Actors[id].Player() }
		case "join", "accept", "decline":
			fits = func(id world.ActorID) bool {
				return slices.ContainsFunc(c.State.Invitations(c.Actor, c.Now), func(i world.Invitation) bool { return i.By == id })
			}
		case "leave":
			return nil
		}
	}
	return named(c.actors("world"), func(x candidate) bool {
		id := world.ActorID(x.id)
		return id != c.Actor.ID && fits(id)
	})
}

func group(c Ctx, a groupArgs) Call {
	who := world.ActorID(a.Who)
	if a.What == "" {
		return Call{Report: func(c Ctx) any { return c.State.Grouping(c.Actor, c.Now) }}
	}
	var act world.Action
	switch strings.ToLower(a.What) {
	case "join", "accept":
		act = world.PartyJoin{By: who}
	case "decline":
		act = world.PartyDecline{By: who}
	case "leave":
		act = world.PartyLeave{}
	default:
		if who == "" {
			return Call{Refusal: refuse(world.CodeMissing, "Whom? group "+a.What+" NAME.")}
		}
	}
	switch strings.ToLower(a.What) {
	case "invite":
		act = world.PartyInvite{Who: who}
	case "drop", "kick":
		act = world.PartyDrop{Who: who}
	case "lead":
		act = world.PartyLead{Who: who}
	}
	return Call{Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: act}}
}
