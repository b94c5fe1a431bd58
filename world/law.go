package world

import "slices"

// The law of minds: what a creature with a mind may do, by its own choice or in the hands of an agent. It is a fixed
// list of kinds of actions, each held to what its pattern lists. Whoever talks a mind into more than that has talked
// for nothing.

const notYoursText = "That is not yours to do."

// minded reports whether the action comes from a creature's mind, or from an agent that plays a creature.
func (t *Turn) minded() bool {
	return t.me != nil && !t.me.Player() && (t.in.Via.Kind == ViaMind || t.in.Via.Kind == ViaGrant)
}

// lawful refuses a creature what its pattern does not let it do. A creature without a mind of its own is nobody's to
// play, and nothing chooses for it; records of worlds in which there were no minds yet are decided as they were then.
func (t *Turn) lawful() *Refusal {
	if !t.minded() {
		return nil
	}
	m := t.s.Minded(t.me)
	switch {
	case t.in.Via.Kind == ViaMind && t.me.Driver != "":
		return refuse(CodeDrivenByYou, "A wizard plays this body just now.")
	case m == nil && (t.in.Via.Kind == ViaGrant || len(t.s.Index.Minds) > 0):
		return refuse(CodeNotAllowed, "It has no mind of its own, and nobody plays it.")
	case m == nil:
		return nil
	case t.in.Via.Kind == ViaMind && t.me.Agent != "":
		return refuse(CodeDrivenByYou, "An agent plays this body just now.")
	case t.me.Hire != nil && !talks(t.in.Action):
		return refuse(CodeNotAllowed, "You are hired, and go where whoever hired you goes.")
	}
	switch a := t.in.Action.(type) {
	case Say, Tell, Whisper, Emote, Gesture, Sit, Stand, WatchBoard, PlaceMark, TauntAt, Rematch, Enter, StateIntent:
		return nil
	case Quote, Teach, Promise: // they look into the lists themselves
		return nil
	case Follow:
		return unless(a.Leader == "")
	case Move:
		return t.lawfulStep(a)
	case WorkDoor:
		return unless(t.lawfulDoor(m, a))
	case WorkLid:
		it := t.s.Items[a.Item]
		return unless(it == nil || slices.Contains(m.Opens, it.Proto))
	case Give:
		return t.lawfulGift(m, a)
	case RollInitiative, March, EndTurn, Flee:
		return unless(t.s.EncounterOf(t.me.ID) != nil)
	case OpenEncounter:
		return unless(a.Target != "" && (t.quarrels(m, a.Target) && t.hasCause(m, a.Target) || t.lawfulAttack(m, a.Target)))
	case JoinEncounter:
		return unless(t.lawfulJoin(m, a))
	case Attack:
		return unless(t.lawfulAttack(m, a.Target))
	default:
		return unless(false)
	}
}

// talks reports whether an action is all that a mind does while its body is hired: to speak, and what is only words.
func talks(a Action) bool {
	switch a.(type) {
	case Say, Tell, Whisper, Emote, Gesture, Enter, StateIntent, Quote, Teach, Promise:
		return true
	default:
		return false
	}
}

// unless refuses what is not lawful.
func unless(isLawful bool) *Refusal {
	if isLawful {
		return nil
	}
	return refuse(CodeNotAllowed, notYoursText)
}

// Lawful reports whether the law of minds lets a creature do something, whatever else may stand against it. Nothing is
// lawful for who is no creature with a mind.
func (s *State) Lawful(now Time, who *Actor, a Action) bool {
	if s.Minded(who) == nil {
		return false
	}
	t := &Turn{s: s, now: max(now, s.Now), me: who, in: Input{Actor: who.ID, Via: Via{Kind: ViaGrant}, Action: a}}
	return t.lawful() == nil
}

// lawfulStep keeps a creature where it belongs. Where no way leads, it hears that from the way.
func (t *Turn) lawfulStep(a Move) *Refusal {
	if exit, ok := t.s.exit(t.me.Room, a.Dir); ok && !t.s.Roams(t.me, exit.To) {
		return refuse(CodeNotAllowed, "You do not go there.")
	}
	return nil
}

// Roams reports whether a room is where a creature with a mind may walk: in the zone where it was made, in those of its
// rounds, never where it does not want to be, and under the tide only where a round leads it.
func (s *State) Roams(a *Actor, room RoomID) bool {
	m, r := s.Minded(a), s.Rooms[room]
	if m == nil || r == nil || slices.Contains(m.Shuns, room) {
		return false
	}
	home := s.Rooms[s.home(a)]
	near := home != nil && home.Zone == r.Zone
	for i := range m.Rounds {
		if m.Rounds[i].Room == room {
			return true
		}
		if to := s.Rooms[m.Rounds[i].Room]; to != nil && to.Zone == r.Zone {
			near = true
		}
	}
	return near && r.Tidal == nil
}

// home returns the room where a creature is made; where it is, if no rule made it.
func (s *State) home(a *Actor) RoomID {
	if sp := s.Spawns[a.Spawn]; sp != nil && s.Rooms[sp.Room] != nil {
		return sp.Room
	}
	return a.Room
}

// lawfulDoor lets a creature work the locks that its pattern lists, and open and close those doors and the ones through
// which its rounds lead, or the way home. Who is asked to open a hatch to where it has no business does not.
func (t *Turn) lawfulDoor(m *MindSpec, a WorkDoor) bool {
	isListed := slices.Contains(m.Unlocks, a.Door)
	if a.Work != WorkOpen && a.Work != WorkClose {
		return isListed
	}
	goals := []RoomID{t.s.home(t.me)}
	for i := range m.Rounds {
		goals = append(goals, m.Rounds[i].Room)
	}
	return slices.ContainsFunc(t.s.exitsOf(t.me.Room), func(e ExitSpec) bool {
		return e.Door == a.Door && t.s.Roams(t.me, e.To) && (isListed || slices.ContainsFunc(goals, func(to RoomID) bool {
			return t.s.Toward(t.me, to, t.now) == e.Dir
		}))
	})
}

// lawfulAttack lets a creature strike back; those that attack on sight may begin, and a guard may take the side of a
// person of the world against whoever fights them, and of anybody against beasts.
func (t *Turn) lawfulAttack(m *MindSpec, id ActorID) bool {
	foe := t.s.Actors[id]
	if foe == nil {
		return true // nobody is harmed
	}
	if e := t.s.EncounterOf(t.me.ID); e != nil && e == t.s.EncounterOf(id) {
		return true // those of its own side are spared by the rules
	}
	if foe.Fighting == t.me.ID || t.s.mob(t.me).Aggressive && t.s.Minded(foe) == nil {
		return true
	}
	victim := t.s.Actors[foe.Fighting]
	if !m.Guards || victim == nil || victim.Room != t.me.Room {
		return false
	}
	if foe.Player() {
		return t.s.Minded(victim) != nil
	}
	return t.s.Minded(foe) == nil
}

// quarrels reports whether a creature's pattern lists somebody as one with whom it may open a fight by turns. Nobody
// who is played by a person can be listed.
func (t *Turn) quarrels(m *MindSpec, id ActorID) bool {
	foe := t.s.Actors[id]
	return m != nil && foe != nil && !foe.Player() && slices.Contains(m.Fights, foe.Proto)
}

// hasCause reports whether a creature has a reason of its own to open a fight by turns: its pattern wants one, or that
// foe fights it, or one of the world's people beside it. What somebody says of the foe is none.
func (t *Turn) hasCause(m *MindSpec, id ActorID) bool {
	if slices.ContainsFunc(m.Wants, func(w WantSpec) bool { return w.Verb == "battle" || w.Verb == "fight" }) {
		return true
	}
	foe := t.s.Actors[id]
	if victim := t.s.Actors[foe.Fighting]; victim != nil && victim.Room == t.me.Room && t.s.Minded(victim) != nil {
		return true
	}
	e := t.s.EncounterOf(id)
	return e != nil && slices.ContainsFunc(e.Fighters, func(f Fighter) bool {
		return f.ID != id && f.Side != e.Fighter(id).Side && t.s.Minded(t.s.Actors[f.ID]) != nil
	})
}

// lawfulJoin lets a creature take the side of one of the world's people in an encounter, if it guards, and anybody's
// against those with whom it might have opened one.
func (t *Turn) lawfulJoin(m *MindSpec, a JoinEncounter) bool {
	with, e := t.s.Actors[a.With], t.s.EncounterOf(a.With)
	if with == nil || e == nil {
		return false
	}
	if m.Guards && t.s.Minded(with) != nil {
		return true
	}
	side := e.Fighter(a.With).Side
	return slices.ContainsFunc(e.Fighters, func(f Fighter) bool {
		return f.Stands() && f.Side != side && t.quarrels(m, f.ID)
	})
}

// lawfulGift lets a creature give what its pattern lists, to whom it lists it, and no sooner than that.
func (t *Turn) lawfulGift(m *MindSpec, a Give) *Refusal {
	to := t.s.Actors[a.To]
	if to == nil {
		return nil // nothing is given
	}
	given := map[ProtoID]bool{}
	for _, id := range a.Items {
		it := t.s.Items[id]
		if it == nil {
			continue
		}
		g, r := t.gift(m, to, it.Proto)
		if r != nil {
			return r
		}
		if given[it.Proto] && g.counted() {
			return refuse(CodeTooSoon, "One at a time.")
		}
		given[it.Proto] = true
		for _, in := range t.s.Index.Inside[id] {
			inner, r := t.gift(m, to, t.s.Items[in].Proto)
			if r == nil && inner.counted() { // only when it is given by itself
				r = refuse(CodeNotAllowed, notYoursText)
			}
			if r != nil {
				return r
			}
		}
	}
	return nil
}

// counted reports whether what is given under an entry is counted: there is one every so often, or one for a promise.
func (g *GiftSpec) counted() bool { return g.Every > 0 || g.To == GiftPromised }

// gift returns under which entry of its list a creature may give a kind of thing to somebody now: one that counts
// nothing, if there is one.
func (t *Turn) gift(m *MindSpec, to *Actor, item ProtoID) (GiftSpec, *Refusal) {
	best, why := GiftSpec{}, refuse(CodeNotAllowed, notYoursText)
	for _, g := range m.Gives {
		switch {
		case g.Item != item, !g.When.Holds(t.s, to, t.now), !t.s.favours(t.me, to, g):
		case !g.counted():
			return g, nil
		case best.Item != "":
		case g.Every > 0 && t.me.Gave[item] > 0 && t.now < t.me.Gave[item]+Time(g.Every)*Second:
			why = refuse(CodeTooSoon, "You gave one away a while ago. There will be another in its time.")
		default:
			best, why = g, nil
		}
	}
	return best, why
}

// favours reports whether somebody is one of those to whom an entry lets a creature give. Nothing is given to beasts.
func (s *State) favours(by, to *Actor, g GiftSpec) bool {
	switch {
	case !to.Player() && s.Minded(to) == nil:
		return false
	case g.To == GiftAnyone:
		return true
	case g.To == GiftFriend:
		return s.friend(by, to)
	case g.To == GiftPromised:
		return slices.ContainsFunc(s.PromisesTo(to.ID), func(p *Pledge) bool {
			return p.By == by.ID && p.Kept == 0 && p.Item == g.Item && s.earned(p)
		})
	}
	return false
}

// friend reports whether somebody is a friend of a creature with a mind, as far as the world can tell: they were
// promised something by it, or have completed a quest that is offered where it lives.
func (s *State) friend(of, who *Actor) bool {
	if of == nil || who == nil || s.Minded(of) == nil || !who.Player() {
		return false
	}
	if slices.ContainsFunc(s.PromisesTo(who.ID), func(p *Pledge) bool { return p.By == of.ID }) {
		return true
	}
	home := s.Rooms[s.home(of)]
	for id, run := range anyhow(who.Quests) {
		q := s.Quests[id]
		if home == nil || q == nil || !run.Done() {
			continue
		}
		if r := s.Rooms[q.Room]; r != nil && r.Zone == home.Zone {
			return true
		}
	}
	return false
}

// GiftCounted says that a creature gave one of what it may give every so often; it follows the gift.
type GiftCounted struct {
	Actor ActorID `json:"actor"`
	Proto ProtoID `json:"proto"`
	At    Time    `json:"at"`
}

// countGift is what follows when a creature gives something away by its own choice.
func (t *Turn) countGift(id ItemID) {
	m := t.s.Minded(t.me)
	if !t.minded() || m == nil {
		return
	}
	proto := t.s.Items[id].Proto
	if slices.ContainsFunc(m.Gives, func(g GiftSpec) bool { return g.Item == proto && g.Every > 0 }) {
		t.emit(GiftCounted{Actor: t.me.ID, Proto: proto, At: t.sometime()})
	}
}

func (e GiftCounted) fold(s *State) {
	a := s.actor(e.Actor)
	if a.Gave == nil {
		a.Gave = map[ProtoID]Time{}
	}
	a.Gave[e.Proto] = e.At
}

func (GiftCounted) scene(*State) scene { return scene{} }

func (GiftCounted) traits() Traits { return Traits{} }
