package worldtest

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// ownerDice is how things are drawn.
type ownerDice struct {
	Roll func(n int) int // below n
	Text func() string
	Near func(who world.ActorID) world.ActorID // somebody where they stand, mostly
}

func oneOf[V any](d ownerDice, list ...V) V { return list[d.Roll(len(list))] }

// drawOwner draws the arguments of a kind of action; nil for kinds of other topics.
func drawOwner(s *world.State, who world.ActorID, kind world.Action, d ownerDice) world.Action {
	verbs := []string{"say", "get", "give", "move", "attack", "look"}
	asks := []world.Asking{world.AskNothing, world.AskDestructive, world.AskAll, "odd"}
	switch kind.(type) {
	case world.MintGrant:
		return world.MintGrant{
			Grant: oneOf(d, world.GrantID("g-1"), "g-2", "g-3", "Bad Id"), Label: d.Text(), Ask: oneOf(d, asks...),
			Role:  oneOf(d, append(world.GrantRoles(), world.GrantPlayer, world.GrantNPC, "odd")...),
			Verbs: verbs[:d.Roll(len(verbs))], For: oneOf(d, 0, 0, 1, world.Minute, 5*world.Minute),
		}
	case world.MintFor:
		return world.MintFor{
			Body: d.Near(who), Label: d.Text(), Verbs: verbs[:d.Roll(2)],
			Grant: oneOf(d, world.GrantID("g-1"), "g-4", "Bad Id"), For: oneOf(d, 0, 0, 1, world.Minute),
		}
	case world.RevokeGrant:
		return world.RevokeGrant{Grant: grant(s, d)}
	case world.TuneGrant:
		return world.TuneGrant{
			Grant: grant(s, d), What: oneOf(d, world.TuneVerbs, world.TuneAsk, world.TunePause, "odd"),
			Verbs: verbs[d.Roll(len(verbs)):], Ask: oneOf(d, asks...), Pause: d.Roll(2) == 0,
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
			What: oneOf(d, world.CapAll, world.CapAccount, world.CapRoom, "odd"), Most: oneOf(d, 0, 0, 1, 2, -1),
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
func fact(s *world.State, d ownerDice) world.Action {
	a := world.WriteLore{Lore: factID(s, d), Text: d.Text(), Edit: d.Roll(3) == 0}
	for range d.Roll(3) {
		a.About = append(a.About, oneOf(d, "Tide", "bell", "rope", ""))
	}
	a.Known = []world.ProtoID{"keeper", "watchman", "rat"}[:d.Roll(3)]
	return a
}

func factID(s *world.State, d ownerDice) world.LoreID {
	ids := []world.LoreID{"bell", "drowned-city", "Bad Id"}
	for id := range world.Ordered(s.Lore) {
		ids = append(ids, id)
	}
	return oneOf(d, ids...)
}

// grant draws a grant, mostly one that there is.
func grant(s *world.State, d ownerDice) world.GrantID {
	ids := []world.GrantID{"g-9"}
	for id := range world.Ordered(s.Grants) {
		ids = append(ids, id)
	}
	return oneOf(d, ids...)
}

// account draws an account, mostly one that has a character.
func account(s *world.State, who world.ActorID, d ownerDice) world.AccountID {
	if a := s.Actors[d.Near(who)]; a != nil && d.Roll(6) > 0 {
		return a.Account
	}
	return oneOf(d, world.AccountID("a-1"), "", "a-nobody")
}

// plea draws a question to an owner, at times one that there is something to be asked.
func plea(s *world.State, who world.ActorID, d ownerDice) world.Action {
	fled := world.Input{Actor: who, Action: world.Flee{}}
	for _, own := range s.GrantsOf(who) {
		fled.Via = world.Via{Kind: world.ViaGrant, Grant: own.ID}
		if plea, _, ok := s.Plea(s.Now, fled); ok && d.Roll(2) == 0 {
			return plea
		}
	}
	const printLetters = 32
	digit := oneOf(d, "0", "1", "2", "")
	return world.AskOwner{Print: strings.Repeat(digit, printLetters), What: "do this", Words: d.Text()}
}
