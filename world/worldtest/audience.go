package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest/audit"
)

// here is the audience of a deed that everybody in the doer's room may perceive.
func (a *Auditor) here(who world.ActorID) audience {
	return audience{rooms: []world.RoomID{a.who(who).room}}
}

// audience says who may perceive an event. It is written from the house rules, not from the code: what is private
// is told to those concerned, what has a place to those in it, and only shouts, doors, the bell and the daemon's
// word carry.
func (a *Auditor) audience(e world.Event) audience {
	only := func(ids ...world.ActorID) audience { return audience{only: ids} }
	switch e := e.(type) {
	case world.Told:
		return only(e.Actor, e.To)
	case world.Whispered:
		return only(e.Actor, e.To)
	case world.Hushed:
		return audience{rooms: a.here(e.Actor).rooms, never: []world.ActorID{e.Actor, e.To}}
	case world.FollowBegan:
		return only(e.Actor, e.Leader)
	case world.FollowEnded:
		return only(e.Actor, e.Leader)
	case world.ReportClosed:
		return only(e.Actor, e.To)
	case world.CharacterRestored:
		return only(e.By, e.Actor)
	case world.PromiseKept:
		return only(e.Actor, e.To)
	case world.Entered:
		return a.here(e.Actor)
	case world.Rejoined:
		return a.here(e.Actor)
	case world.Moved:
		switch {
		case !a.who(e.Actor).in:
			return only()
		case e.Manner == world.Settled:
			return only(e.Actor)
		}
		return audience{rooms: []world.RoomID{e.From, e.To}}
	case world.MobMade:
		return audience{rooms: []world.RoomID{e.Room}}
	case world.MobGone:
		if e.By == "" {
			return audience{}
		}
		return audience{rooms: []world.RoomID{e.Room}}
	case world.Departed:
		return audience{rooms: []world.RoomID{e.Room}}
	case world.ItemGone:
		return audience{rooms: []world.RoomID{e.Room}}
	case world.ItemRestored:
		return a.restored(e)
	default: // perceived by bystanders, or by nobody, which loud says of an event that is new
		if who, ok := ownDoer(e); ok {
			return only(who)
		}
		if aud, ok := a.owned(e); ok {
			return aud
		}
		for _, topic := range []func(world.Event) (audience, bool){
			a.groupAudience, mailAudience, a.boardAudience, companyAudience, a.sanctioned, a.decreed,
		} {
			if aud, ok := topic(e); ok {
				return aud
			}
		}
		if room, ok := a.tables.Where(e); ok {
			return audience{rooms: []world.RoomID{room}}
		}
		if room, ok := a.ring.Where(e); ok {
			return audience{rooms: []world.RoomID{room}}
		}
		if who, ok := audit.TradeDoer(e); ok {
			return a.here(who)
		}
		return a.loud(e)
	}
}

// restored is the audience of something that came back: whose it is, and who stands by.
func (a *Auditor) restored(e world.ItemRestored) audience {
	switch {
	case e.Place.Item != "":
		return audience{}
	case e.Place.Actor != "":
		return a.here(e.Place.Actor)
	}
	return audience{rooms: []world.RoomID{e.Place.Room}}
}

// loud is the audience of what can be perceived by bystanders, and from afar.
func (a *Auditor) loud(e world.Event) audience {
	everywhere := func(world.RoomID) bool { return true }
	switch e := e.(type) {
	case world.Shouted:
		aud := a.here(e.Actor)
		here := a.rooms[aud.rooms[0]]
		if here.Silent {
			a.object("%s shouted in %s, which is silent", e.Actor, here.ID)
		}
		aud.far = func(r world.RoomID) bool { return a.rooms[r].Zone == here.Zone && !a.rooms[r].Silent }
		return aud
	case world.DoorWorked:
		return audience{rooms: e.Rooms, far: func(r world.RoomID) bool { return slices.Contains(e.Rooms, r) }}
	case world.LidWorked:
		if e.Actor == "" {
			return audience{rooms: []world.RoomID{e.Room}}
		}
		return a.here(e.Actor)
	case world.TideWarned:
		return audience{far: a.shore, felt: func(r world.RoomID) bool { return !a.shore(r) }}
	case world.TideTurned:
		return audience{far: a.shore}
	case world.HaltAnnounced, world.Halted:
		return audience{far: everywhere}
	case world.LoreWritten, world.LoreDropped:
		return audience{who: func(b *body) bool { return a.minds[b.kind] }}
	case world.Chatted:
		return audience{who: func(b *body) bool { return b.player && !b.off[e.Channel] && !a.rooms[b.room].Silent }}
	case world.Reported:
		return audience{who: func(b *body) bool { return b.role >= world.RoleWizard }}
	default: // somebody's deed is perceived where they are, everything else by nobody
		if who, ok := doer(e); ok {
			return a.here(who)
		}
		return audience{}
	}
}

// shore says whether the bell can be heard in a room: outdoors, and in zones that the sea reaches.
func (a *Auditor) shore(room world.RoomID) bool {
	here := a.rooms[room]
	if here.Light == world.LightOutdoor {
		return true
	}
	for _, r := range a.rooms {
		if r.Tidal != nil && r.Zone == here.Zone {
			return true
		}
	}
	return false
}

// groupAudience is the audience of what a group does: its members, and whoever is invited.
func (a *Auditor) groupAudience(e world.Event) (audience, bool) {
	switch e := e.(type) {
	case world.HireEnded:
		aud := a.here(e.Actor)
		aud.who = func(b *body) bool { return a.bodies[e.By] == b }
		return aud, true
	case world.PartyInvited:
		return audience{only: []world.ActorID{e.Actor, e.Who}}, true
	case world.PartyUnasked:
		return audience{only: []world.ActorID{e.Asker, e.Asked}}, true
	case world.PartyJoined:
		return audience{only: append(slices.Clone(e.Members), e.Actor)}, true
	case world.PartyLeft:
		return audience{only: append(slices.Clone(e.Members), e.Actor)}, true
	case world.PartyLed:
		return audience{only: e.Members}, true
	case world.PartyTold:
		hear := slices.DeleteFunc(slices.Clone(e.To), func(id world.ActorID) bool { return a.rooms[a.who(id).room].Silent })
		return audience{only: append(hear, e.Actor)}, true
	default: // of another topic
		return audience{}, false
	}
}
