package world

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// Encounters: a fight by turns in a room, on a ground ([Skirmish] has its rules). Who opens one brings everybody to
// their places; when somebody rolls for initiative, it comes to blows. Others in the room do as they like, watch, or
// join. One room holds one encounter.

// Limits of encounters.
const (
	ClockLeast = 10 // seconds of a turn
	ClockUsual = 30
	ClockMost  = 120

	lostClock    = 5 * Second // of who is link-dead
	reflexPace   = Second     // between the acts of who has no mind
	mindsClock   = 8 * Second // after which the body of who thinks too long fights by itself
	foughtKept   = 100        // encounters that are remembered when they are over
	skirmishSeed = "mudlark encounter"
)

// EncounterID names an encounter.
type EncounterID string

// Encounter is one encounter, running or, without its ground and who fought, over.
type Encounter struct {
	Skirmish

	ID    EncounterID `json:"id"`
	Room  RoomID      `json:"room"`
	Name  string      `json:"name"`
	Clock int         `json:"clock"` // seconds a turn
	From  uint64      `json:"from"`  // the record that opened it
	To    uint64      `json:"to,omitempty"`
	Due   Time        `json:"due,omitempty"` // when the turn ends by itself
	Blunt bool        `json:"blunt,omitempty"`
}

// OpenEncounter brings everybody to their places for a fight by turns against somebody here; without a target, against
// whoever is here to be fought.
type OpenEncounter struct {
	Target ActorID `json:"target,omitempty"`
}

// JoinEncounter joins the encounter here, on the side of somebody in it; without one, against those of the world.
type JoinEncounter struct {
	With ActorID `json:"with,omitempty"`
}

// RollInitiative lets it come to blows.
type RollInitiative struct{}

// March goes along a way on the ground of an encounter. The way leaves out where one stands.
type March struct {
	Path []Cell `json:"path"`
}

// EndTurn ends one's turn.
type EndTurn struct{}

// EncounterOpened says that there is an encounter, on which ground.
type EncounterOpened struct {
	Encounter EncounterID `json:"encounter"`
	Room      RoomID      `json:"room"`
	Actor     ActorID     `json:"actor"`
	Target    ActorID     `json:"target"`
	Name      string      `json:"name" words:"fixed"`
	Seed      uint64      `json:"seed,string"`
	Ground    Ground      `json:"ground"`
	Clock     int         `json:"clock"`
	Blunt     bool        `json:"blunt,omitempty"`
}

// TurnTimed says until when somebody has to act.
type TurnTimed struct {
	Encounter EncounterID `json:"encounter"`
	Actor     ActorID     `json:"actor,omitempty"`
	Due       Time        `json:"due"`
}

func (OpenEncounter) needs() Role  { return RoleGuest }
func (JoinEncounter) needs() Role  { return RoleGuest }
func (RollInitiative) needs() Role { return RoleGuest }
func (March) needs() Role          { return RoleGuest }
func (EndTurn) needs() Role        { return RoleGuest }

// EncounterIn returns the encounter that is fought in a room, nil when there is none.
func (s *State) EncounterIn(room RoomID) *Encounter { return s.Encounters[s.Index.Battles[room]] }

// EncounterOf returns the encounter in which somebody takes part and still stands, nil when there is none.
func (s *State) EncounterOf(who ActorID) *Encounter { return s.Encounters[s.Index.Battling[who]] }

// Fights reports whether somebody is in the middle of a fight of either kind.
func (s *State) Fights(a *Actor) bool {
	if a.Fighting != "" || len(s.Index.Attackers[a.ID]) > 0 {
		return true
	}
	e := s.EncounterOf(a.ID)
	return e != nil && e.Mode == ModeCombat
}

// encounterSeed makes the dice of an encounter from those of the world: whoever learns it when all is over learns
// nothing of any other.
func (s *State) encounterSeed(id EncounterID) uint64 {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], s.Seed)
	sum := sha256.Sum256(slices.Concat([]byte(skirmishSeed), b[:], []byte(id)))
	return binary.BigEndian.Uint64(sum[:8])
}

func (a OpenEncounter) decide(t *Turn) *Refusal {
	if e := t.s.EncounterIn(t.me.Room); e != nil {
		return refuse(CodeAlready, "A fight is laid out here already. You can join it.")
	}
	if r := t.seeing(); r != nil {
		return r
	}
	room := t.s.Rooms[t.me.Room]
	foes, r := t.foes(room, a.Target)
	if r != nil {
		return r
	}
	name, clock, isBlunt := room.Name, ClockUsual, false
	if b := room.Battle; b != nil {
		name, clock, isBlunt = cmp.Or(b.Name, name), cmp.Or(b.Clock, clock), b.Blunt
	}
	id := EncounterID(t.newID("battle"))
	t.emit(EncounterOpened{
		Encounter: id, Room: room.ID, Actor: t.me.ID, Target: foes[0].ID, Name: name, Seed: t.s.encounterSeed(id),
		Ground: GroundOf(room), Clock: clock, Blunt: isBlunt,
	})
	e := t.s.Encounters[id]
	t.endFights(t.me)
	t.enlist(e, t.me, SideA)
	for _, foe := range foes {
		t.endFights(foe)
		t.enlist(e, foe, SideB)
	}
	t.timeTurn(e)
	return nil
}

// foes returns who stands against the actor in a fight that is opened: who is meant, or those whom the room's battle
// names, or every creature that would attack.
func (t *Turn) foes(room *RoomSpec, target ActorID) ([]*Actor, *Refusal) {
	var out []*Actor
	named := func(a *Actor) bool { return room.Battle != nil && slices.Contains(room.Battle.Foes, a.Proto) }
	if target != "" {
		foe := t.present(target)
		if foe == nil {
			return nil, refuse(CodeNotHere, "They are not here.")
		}
		if r := t.violence(foe); r != nil && !named(foe) {
			return nil, r
		}
		out = append(out, foe)
	}
	for _, id := range t.s.Index.Present[room.ID] {
		a := t.s.Actors[id]
		m := t.s.mob(a)
		if m == nil || a == t.me || a.Presence != Here || id == target || len(out) >= FightersMost/2 {
			continue
		}
		if named(a) || (m.Aggressive || a.Fighting == t.me.ID) && t.violence(a) == nil {
			out = append(out, a)
		}
	}
	if len(out) == 0 {
		return nil, refuse(CodeNoEnemy, "There is nobody here to fight.")
	}
	return out, nil
}

func (a JoinEncounter) decide(t *Turn) *Refusal {
	e := t.s.EncounterIn(t.me.Room)
	switch {
	case e == nil:
		return refuse(CodeNoEnemy, "There is no fight here to join.")
	case t.s.EncounterOf(t.me.ID) != nil:
		return refuse(CodeAlready, "You are in that fight already.")
	}
	side := SideA
	if !t.me.Player() {
		side = SideB
	}
	if a.With != "" {
		f := e.Fighter(a.With)
		if f == nil || !f.Stands() {
			return refuse(CodeEntityNotFound, "They are not in that fight.")
		}
		side = f.Side
	}
	for i := range e.Fighters {
		if f := &e.Fighters[i]; f.Stands() && f.Side != side && t.me.Player() && t.s.Actors[f.ID].Player() {
			return refuse(CodeSafe, "Mudlarks do not fight one another. The sea takes enough of us.")
		}
	}
	return t.skirmish(e, Act{Kind: ActJoin, Fighter: t.fighter(t.me, side)})
}

// mine carries out an act of the actor's own in the encounter where they are.
func (t *Turn) mine(a Act) *Refusal {
	e := t.s.EncounterOf(t.me.ID)
	if e == nil {
		return refuse(CodeCombatNotActive, "You are in no fight by turns.")
	}
	a.Entity = t.me.ID
	return t.skirmish(e, a)
}

func (RollInitiative) decide(t *Turn) *Refusal { return t.mine(Act{Kind: ActInitiative}) }
func (a March) decide(t *Turn) *Refusal        { return t.mine(Act{Kind: ActMove, Path: a.Path}) }
func (EndTurn) decide(t *Turn) *Refusal        { return t.mine(Act{Kind: ActEndTurn}) }

// enlist lets somebody join a side. Who finds no room stays out.
func (t *Turn) enlist(e *Encounter, a *Actor, side Side) {
	_ = t.skirmish(e, Act{Kind: ActJoin, Fighter: t.fighter(a, side)})
}

// fighter is somebody as a skirmish knows them.
func (t *Turn) fighter(a *Actor, side Side) *Fighter {
	h := t.hand(a)
	f := &Fighter{
		ID: a.ID, Name: a.Name, Side: side, HP: t.s.HPNow(a, t.now), HPMax: a.HPMax, AC: armourBase + t.armour(a),
		Speed: SpeedUsual, Level: a.Level, Skill: h.skill, Damage: h.damage, Reach: reachUsual, Verb: h.verb, With: h.with,
	}
	if m := t.s.mob(a); m != nil {
		f.Speed = cmp.Or(m.Speed, f.Speed)
	}
	return f
}

// skirmish carries out an act, after what the world made of those who fight meanwhile.
func (t *Turn) skirmish(e *Encounter, a Act) *Refusal {
	k := e.Copy()
	var all []Stroke
	for i := range k.Fighters {
		f := k.Fighters[i]
		if is := t.s.Actors[f.ID]; f.Stands() && is != nil && k.Mode != ModeOver {
			changed, _ := k.Do(Act{Kind: ActChange, Fighter: t.fighter(is, f.Side)})
			all = append(all, changed...)
		}
	}
	if k.Mode != ModeOver || a.Kind != ActClock {
		out, r := k.Do(a)
		if r != nil {
			return r
		}
		all = append(all, out...)
	}
	turn, mode := e.Active, e.Mode
	for _, s := range all {
		t.emit(t.dated(e, s))
		if hit, ok := s.(AttackResolved); ok && hit.HP == 0 {
			t.fell(e, hit)
		}
	}
	switch {
	case e.Mode == ModeOver:
		t.cancel(TimerTurn, string(e.ID))
	case e.Active != turn, e.Mode != mode, t.s.Timers[timerID(TimerTurn, string(e.ID))] == nil:
		t.timeTurn(e)
	}
	return nil
}

// dated completes an event with what only the world knows.
func (t *Turn) dated(e *Encounter, s Stroke) Event {
	switch s := s.(type) {
	case FighterJoined:
		s.At = t.now
		return s
	case FighterLeft:
		s.At = t.now
		return s
	case AttackResolved:
		s.At = t.now
		return s
	case EncounterEnded:
		s.Room, s.At, s.Last = e.Room, t.now, t.seq
		return s
	default:
		return s
	}
}

// fell is what becomes of somebody who was struck down.
func (t *Turn) fell(e *Encounter, hit AttackResolved) {
	dead, by := t.s.Actors[hit.Target], t.s.Actors[hit.Actor]
	if dead == nil || by == nil {
		return
	}
	if e.Blunt {
		t.emit(Stunned{Encounter: e.ID, Actor: dead.ID, By: by.ID, HP: 1, At: t.now})
		return
	}
	t.kill(dead, by)
}

// Reflexive reports whether somebody fights by rule: a creature that has no mind of its own, and nobody to play it.
func (s *State) Reflexive(a *Actor) bool {
	return a != nil && !a.Player() && a.Agent == "" && s.Minded(a) == nil
}

// timeTurn winds the clock of whose turn it is, or of those who have not come to blows.
func (t *Turn) timeTurn(e *Encounter) {
	wait := Time(e.Clock) * Second
	switch a := t.s.Actors[e.Active]; {
	case a == nil:
	case t.s.Reflexive(a):
		wait = reflexPace
	case !a.Player():
		wait = min(wait, mindsClock)
	case a.Presence == Linkdead:
		wait = lostClock
	}
	due := (t.now + wait).grid()
	t.emit(TurnTimed{Encounter: e.ID, Actor: e.Active, Due: due})
	t.emit(TimerSet{Kind: TimerTurn, Subject: string(e.ID), Due: due})
}

// turnDue is the end of somebody's time.
func (t *Turn) turnDue(id EncounterID) {
	e := t.s.Encounters[id]
	if e == nil || e.Mode == ModeOver {
		return
	}
	if e.Mode == ModeExploration {
		if t.skirmish(e, Act{Kind: ActInitiative}) != nil {
			_ = t.skirmish(e, Act{Kind: ActSettle, How: OutcomeOff})
		}
		return
	}
	a := t.s.Actors[e.Active]
	act := Act{Kind: ActClock, Entity: e.Active}
	switch {
	case a == nil || a.Room != e.Room || a.Presence == Away:
		act.Kind = ActLeave
	case !a.Player():
		act = e.Tactic(e.Active)
	}
	if r := t.skirmish(e, act); r != nil {
		_ = t.skirmish(e, Act{Kind: ActClock, Entity: e.Active})
	}
}

// quitEncounter takes somebody out of the encounter in which they stand, if there is one: they are elsewhere now.
func (t *Turn) quitEncounter(who ActorID) {
	if e := t.s.EncounterOf(who); e != nil {
		_ = t.skirmish(e, Act{Kind: ActLeave, Entity: who})
	}
}

// fleeByTurns tries to leave an encounter by one of the ways out.
func (t *Turn) fleeByTurns(e *Encounter, ways []ExitSpec) *Refusal {
	if r := t.skirmish(e, Act{Kind: ActFlee, Entity: t.me.ID}); r != nil {
		return r
	}
	if t.s.EncounterOf(t.me.ID) == nil {
		t.walk(t.me, ways[t.roll("way", string(t.me.ID), len(ways))-1], Fled)
	}
	return nil
}

// rewind winds the clock of a turn anew for somebody who has just been cut off, or is back.
func (t *Turn) rewind(who ActorID) {
	if e := t.s.EncounterOf(who); e != nil && e.Active == who {
		t.timeTurn(e)
	}
}
