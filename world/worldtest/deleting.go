package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// deleted is the audience of what is told of deleted characters: whoever decided it, and whose the character is.
func (a *Auditor) deleted(e world.Event) (audience, bool) {
	about := func(ids ...world.ActorID) (audience, bool) {
		return audience{only: slices.DeleteFunc(ids, func(id world.ActorID) bool { return a.bodies[id] == nil })}, true
	}
	switch e := e.(type) {
	case world.CharacterDeleted:
		return about(e.By, e.Actor)
	case world.CharacterUndeleted:
		return about(e.By, e.Actor)
	default: // of another topic
		return audience{}, false
	}
}

// delete takes in who is deleted, and who is no longer.
func (a *Auditor) delete(e world.Event) {
	switch e := e.(type) {
	case world.CharacterDeleted:
		b := a.who(e.Actor)
		if !b.player || b.owner == "" || b.gone == goneWhole || b.gone == goneAlone && !e.Whole {
			a.object("%s was deleted, a player's: %v, of %q, deleted before: %d", e.Actor, b.player, b.owner, b.gone)
		}
		if by := a.bodies[e.By]; by != nil && by.owner != b.owner && (by.role < world.RoleWizard || e.Whole) {
			a.object("%s was deleted by %s, which is neither its owner nor a wizard, or with its account", e.Actor, e.By)
		}
		if b.gone = goneAlone; e.Whole {
			b.gone, b.role = goneWhole, world.RolePlayer
		}
	case world.CharacterUndeleted:
		b := a.who(e.Actor)
		if b.gone == goneNot || (b.gone == goneWhole) != (e.Account != "") {
			a.object("%s was undeleted for %q, deleted before: %d", e.Actor, e.Account, b.gone)
		}
		if b.gone = goneNot; e.Account != "" {
			b.owner = e.Account
		}
	default: // of another topic
	}
}

// deletion says whether a character is deleted, and whether its account is with it.
type deletion uint8

const (
	goneNot deletion = iota
	goneAlone
	goneWhole
)

// drawDeletion draws who is deleted or brought back; nil for kinds of other topics.
func (g *Gamer) drawDeletion(kind world.Action) world.Action {
	switch kind.(type) {
	case world.DeleteCharacter:
		return world.DeleteCharacter{Who: g.somebody(), Whole: g.oneIn(4)}
	case world.UndeleteCharacter:
		gone := world.Picked(g.s.Actors, func(_ world.ActorID, a *world.Actor) bool { return a.IsDeleted() })
		out := world.UndeleteCharacter{Who: pick(g, "deleted", append(gone, g.somebody()))}
		if who := g.s.Actors[out.Who]; who != nil && who.Deleted.Whole || g.oneIn(4) {
			out.To = g.somebody()
		}
		return out
	default: // of another topic
		return nil
	}
}
