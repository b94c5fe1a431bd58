// Package owners draws what owners, agents and wizards decide about agents, and what wizards write down of the world,
// for random games. Its one idea: a draw is a
// function of the world, of who decides, and of dice that somebody else throws. It is for tests.
package owners

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Dice is how things are drawn.
type Dice struct {
	Roll func(n int) int // below n
	Text func() string
	Near func(who world.ActorID) world.ActorID // somebody where they stand, mostly
}

func pick[V any](d Dice, list ...V) V { return list[d.Roll(len(list))] }

// Draw draws the arguments of a kind of action; nil for kinds of other topics.
func Draw(s *world.State, who world.ActorID, kind world.Action, d Dice) world.Action {
	verbs := []string{"say", "get", "give", "move", "attack", "look"}
	asks := []world.Asking{world.AskNothing, world.AskDestructive, world.AskAll, "odd"}
	switch kind.(type) {
	case world.MintGrant:
		return world.MintGrant{
			Grant: pick(d, world.GrantID("g-1"), "g-2", "g-3", "Bad Id"), Label: d.Text(), Ask: pick(d, asks...),
			Role:  pick(d, append(world.GrantRoles(), world.GrantPlayer, world.GrantNPC, "odd")...),
			Verbs: verbs[:d.Roll(len(verbs))], For: pick(d, 0, 0, 1, world.Minute, 5*world.Minute),
		}
	case world.MintFor:
		return world.MintFor{
			Body: d.Near(who), Label: d.Text(), Verbs: verbs[:d.Roll(2)],
			Grant: pick(d, world.GrantID("g-1"), "g-4", "Bad Id"), For: pick(d, 0, 0, 1, world.Minute),
		}
	case world.RevokeGrant:
		return world.RevokeGrant{Grant: grant(s, d)}
	case world.TuneGrant:
		return world.TuneGrant{
			Grant: grant(s, d), What: pick(d, world.TuneVerbs, world.TuneAsk, world.TunePause, "odd"),
			Verbs: verbs[d.Roll(len(verbs)):], Ask: pick(d, asks...), Pause: d.Roll(2) == 0,
		}
	case world.StateIntent:
		return world.StateIntent{Text: d.Text()}
	case world.AskOwner:
		return plea(s, who, d)
	case world.AnswerHold:
		return world.AnswerHold{Hold: d.Roll(6), Yes: d.Roll(2) == 0}
	case world.BanAgents:
		return world.BanAgents{Account: account(s, who, d), Off: d.Roll(3) > 0}
	case world.ShutAgents:
		return world.ShutAgents{Open: d.Roll(3) > 0, Reason: d.Text()}
	case world.CapAgents:
		return world.CapAgents{
			What: pick(d, world.CapAll, world.CapAccount, world.CapRoom, "odd"), Most: pick(d, 0, 0, 1, 2, -1),
		}
	case world.WriteLore:
		return fact(s, d)
	case world.DropLore:
		return world.DropLore{Lore: factID(s, d)}
	default: // of another topic
		return nil
	}
}

// fact draws something to write down, as often as not of what is written down already.
func fact(s *world.State, d Dice) world.Action {
	a := world.WriteLore{Lore: factID(s, d), Text: d.Text(), Edit: d.Roll(3) == 0}
	for range d.Roll(3) {
		a.About = append(a.About, pick(d, "Tide", "bell", "rope", ""))
	}
	a.Known = []world.ProtoID{"keeper", "watchman", "rat"}[:d.Roll(3)]
	return a
}

func factID(s *world.State, d Dice) world.LoreID {
	ids := []world.LoreID{"bell", "drowned-city", "Bad Id"}
	for id := range world.Ordered(s.Lore) {
		ids = append(ids, id)
	}
	return pick(d, ids...)
}

// grant draws a grant, mostly one that there is.
func grant(s *world.State, d Dice) world.GrantID {
	ids := []world.GrantID{"g-9"}
	for id := range world.Ordered(s.Grants) {
		ids = append(ids, id)
	}
	return pick(d, ids...)
}

// account draws an account, mostly one that has a character.
func account(s *world.State, who world.ActorID, d Dice) world.AccountID {
	if a := s.Actors[d.Near(who)]; a != nil && d.Roll(6) > 0 {
		return a.Account
	}
	return pick(d, world.AccountID("a-1"), "", "a-nobody")
}

// plea draws a question to an owner, at times one that there is something to be asked.
func plea(s *world.State, who world.ActorID, d Dice) world.Action {
	fled := world.Input{Actor: who, Action: world.Flee{}}
	for _, own := range s.GrantsOf(who) {
		fled.Via = world.Via{Kind: world.ViaGrant, Grant: own.ID}
		if plea, _, ok := s.Plea(s.Now, fled); ok && d.Roll(2) == 0 {
			return plea
		}
	}
	const printLetters = 32
	digit := pick(d, "0", "1", "2", "")
	return world.AskOwner{Print: strings.Repeat(digit, printLetters), What: "do this", Words: d.Text()}
}
