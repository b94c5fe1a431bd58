package audit

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// Warden is a judge of minds. Make one with [New]; show it every record from the first on.
type Warden struct {
	rooms  map[world.RoomID]world.RoomSpec
	mobs   map[world.ProtoID]world.MobSpec
	spawns map[world.SpawnID]world.SpawnSpec
	quests map[world.QuestID]world.QuestSpec
	things map[world.ItemID]*thing
	bodies map[world.ActorID]*body

	promises map[promise]int           // open ones
	beat     map[won]bool              // which creatures a player ever beat at a table
	bound    map[[2]world.ActorID]bool // who ever promised whom something
	gave     map[gift]world.Time       // last
	fights   map[world.EncounterID]*fightKnown
	judged   int                    // deeds of minds so far
	felled   map[world.ActorID]bool // whom the mind struck down in this record
	found    []error
}

type thing struct {
	proto world.ProtoID
	in    world.ItemID
}

type body struct {
	proto world.ProtoID // "" for people
	spawn world.SpawnID
	room  world.RoomID
	foe   world.ActorID
	done  map[world.QuestID]bool
}

type promise struct {
	by, to world.ActorID
	item   world.ProtoID
}

type won struct {
	by   world.ActorID
	over world.ProtoID
}

type gift struct {
	by   world.ActorID
	item world.ProtoID
}

// NewWarden returns a warden of a world in which nothing has happened yet.
func NewWarden() *Warden {
	return &Warden{
		rooms: map[world.RoomID]world.RoomSpec{}, mobs: map[world.ProtoID]world.MobSpec{},
		spawns: map[world.SpawnID]world.SpawnSpec{}, quests: map[world.QuestID]world.QuestSpec{},
		things: map[world.ItemID]*thing{}, bodies: map[world.ActorID]*body{},
		promises: map[promise]int{}, beat: map[won]bool{}, bound: map[[2]world.ActorID]bool{}, gave: map[gift]world.Time{},
		fights: map[world.EncounterID]*fightKnown{}, felled: map[world.ActorID]bool{},
	}
}

// Judged returns how many deeds of minds were judged.
func (w *Warden) Judged() int { return w.judged }

// Record takes the next record in and returns what in it no list allows, or nil.
func (w *Warden) Record(r *world.Record) error {
	w.found = nil
	clear(w.felled)
	doer := w.bodies[r.Actor]
	isMind := doer != nil && doer.proto != "" && (r.Via.Kind == world.ViaMind || r.Via.Kind == world.ViaGrant)
	mind := (*world.MindSpec)(nil)
	if isMind {
		mind = w.mobs[doer.proto].Mind
		isMind = mind != nil || r.Via.Kind == world.ViaGrant
	}
	if isMind {
		w.judged++
	}
	for i := range r.Notices {
		e := r.Notices[i].Event
		if isMind {
			d := deed{Warden: w, by: r.Actor, me: doer, mind: mind, at: r.At}
			if mind == nil {
				d.mind = &world.MindSpec{}
			}
			d.judge(e)
		}
		w.apply(e)
	}
	return errors.Join(w.found...)
}

func (w *Warden) object(format string, args ...any) {
	const most = 10
	if len(w.found) < most {
		w.found = append(w.found, fmt.Errorf(format, args...))
	}
}

// apply takes in what happened.
func (w *Warden) apply(e world.Event) {
	switch e := e.(type) {
	case world.PackApplied:
		w.pack(e)
	case world.ContentChanged:
		w.pack(e.Now.Applied())
	case world.Created:
		w.bodies[e.Actor] = &body{room: e.Room, done: map[world.QuestID]bool{}}
	case world.Embodied:
		w.bodies[e.Actor] = &body{room: e.Room, done: map[world.QuestID]bool{}}
	case world.MobMade:
		b := &body{proto: e.Proto, room: e.Room, spawn: e.Spawn}
		w.bodies[e.Actor] = b
	case world.Entered:
		w.bodies[e.Actor].room = e.Room
	case world.Moved:
		w.bodies[e.Actor].room = e.To
	case world.MobGone:
		delete(w.bodies, e.Actor)
	case world.Forgotten:
		delete(w.bodies, e.Actor)
		maps.DeleteFunc(w.promises, func(p promise, _ int) bool { return p.to == e.Actor })
		maps.DeleteFunc(w.beat, func(p won, _ bool) bool { return p.by == e.Actor })
		maps.DeleteFunc(w.bound, func(p [2]world.ActorID, _ bool) bool { return p[1] == e.Actor })
	case world.FightBegan:
		w.bodies[e.Actor].foe = e.Target
	case world.FightEnded:
		w.bodies[e.Actor].foe = ""
	case world.GameEnded:
		if b := w.bodies[e.Other]; e.How == world.EndWon && b != nil {
			w.beat[won{e.Actor, b.proto}] = true
		}
	case world.QuestDone:
		w.bodies[e.Actor].done[e.Quest] = true
	case world.CharacterRestored:
		for id, run := range e.Quests {
			w.bodies[e.Actor].done[id] = run.Done()
		}
		for id := range w.bodies[e.Actor].done {
			w.bodies[e.Actor].done[id] = e.Quests[id].Done()
		}
	default:
		w.applyFight(e)
		w.applyThing(e)
	}
}

// applyThing takes in what things are inside of which, and what was given and promised.
func (w *Warden) applyThing(e world.Event) {
	switch e := e.(type) {
	case world.ItemMade:
		w.things[e.Item] = &thing{proto: e.Proto, in: e.Place.Item}
	case world.ItemRestored:
		w.things[e.Item] = &thing{proto: e.Proto, in: e.Place.Item}
	case world.CorpseLeft:
		w.things[e.Item] = &thing{proto: "corpse"}
		for _, id := range e.Holds {
			w.things[id].in = e.Item
		}
	case world.ItemMoved:
		w.things[e.Item].in = e.Place.Item
	case world.ItemPut:
		w.things[e.Item].in = e.Into
	case world.ItemTaken:
		w.things[e.Item].in = ""
	case world.ItemGone:
		delete(w.things, e.Item)
	case world.Consumed:
		if e.Left == 0 {
			delete(w.things, e.Item)
		}
	case world.Invoked:
		if e.Spent {
			delete(w.things, e.Item)
		}
	case world.CoinsLaid:
		w.things[e.Item] = &thing{proto: "coins", in: e.Place.Item}
	case world.CoinsTaken:
		delete(w.things, e.Item)
	case world.ItemGiven:
		w.things[e.Item].in = ""
		if p := (promise{e.Actor, e.To, w.things[e.Item].proto}); w.promises[p] > 0 {
			w.promises[p]--
		}
	case world.Promised:
		w.bound[[2]world.ActorID{e.Actor, e.To}] = true
		if e.Item != "" {
			w.promises[promise{e.Actor, e.To, e.Item}]++
		}
	default: // tells of nothing that a mind's list depends on
	}
}

func (w *Warden) pack(e world.PackApplied) {
	for _, id := range e.RoomsGone {
		delete(w.rooms, id)
	}
	for _, r := range e.Rooms {
		w.rooms[r.ID] = r
	}
	for _, id := range e.MobsGone {
		delete(w.mobs, id)
	}
	for _, m := range e.Mobs {
		w.mobs[m.ID] = m
	}
	for _, id := range e.SpawnsGone {
		delete(w.spawns, id)
	}
	for _, s := range e.Spawns {
		w.spawns[s.ID] = s
	}
	for _, id := range e.QuestsGone {
		delete(w.quests, id)
	}
	for _, q := range e.Quests {
		w.quests[q.ID] = q
	}
}

// friends reports whether a creature counts somebody as a friend: bound by a promise, or by a quest done where it
// lives.
func (w *Warden) friends(by world.ActorID, to world.ActorID) bool {
	if w.bound[[2]world.ActorID{by, to}] {
		return true
	}
	zone, lives := w.rooms[w.home(w.bodies[by])]
	for id, done := range w.bodies[to].done {
		q, is := w.quests[id]
		if r, known := w.rooms[q.Room]; done && is && known && lives && r.Zone == zone.Zone {
			return true
		}
	}
	return false
}

// home is where a creature is made, and where it is if nothing made it.
func (w *Warden) home(b *body) world.RoomID {
	at := w.spawns[b.spawn].Room
	if _, ok := w.rooms[at]; ok {
		return at
	}
	return b.room
}

// near reports whether a creature's pattern lets it be in a room.
func (w *Warden) near(me *body, mind *world.MindSpec, room world.RoomID) bool {
	to, ok := w.rooms[room]
	if !ok || slices.Contains(mind.Shuns, room) {
		return false
	}
	homes := []world.RoomID{w.home(me)}
	for _, r := range mind.Rounds {
		if r.Room == room {
			return true
		}
		homes = append(homes, r.Room)
	}
	return to.Tidal == nil && slices.ContainsFunc(homes, func(h world.RoomID) bool {
		r, ok := w.rooms[h]
		return ok && r.Zone == to.Zone
	})
}
