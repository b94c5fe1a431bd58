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
	offPause     = 5 * Second // after an encounter in a room that came to nothing, before another
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
	Since Time        `json:"since,omitempty"` // when the turn began
	Due   Time        `json:"due,omitempty"`   // when it ends by itself
	Ended Time        `json:"ended,omitempty"`
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
	Foes      []ActorID   `json:"foes,omitempty"` // all who stand against Actor from the beginning, Target first
	Name      string      `json:"name" words:"fixed"`
	Seed      uint64      `json:"seed,string"`
	Ground    Ground      `json:"ground"`
	Clock     int         `json:"clock"`
	Blunt     bool        `json:"blunt,omitempty"`
}

// TurnTimed says until when somebody has to act, whose turn began at Since.
type TurnTimed struct {
	Encounter EncounterID `json:"encounter"`
	Actor     ActorID     `json:"actor,omitempty"`
	Since     Time        `json:"since,omitempty"`
	Due       Time        `json:"due"`
}

func (OpenEncounter) needs() Role  { return RoleGuest }
func (JoinEncounter) needs() Role  { return RoleGuest }
func (RollInitiative) needs() Role { return RoleGuest }
func (March) needs() Role          { return RoleGuest }
func (EndTurn) needs() Role        { return RoleGuest }

func (OpenEncounter) deed() deed  { return deed{verbs: []string{"battle"}} }
func (JoinEncounter) deed() deed  { return deed{verbs: []string{"join"}} }
func (RollInitiative) deed() deed { return deed{verbs: []string{"roll"}} }
func (March) deed() deed          { return deed{verbs: []string{"march"}} }
func (EndTurn) deed() deed        { return deed{verbs: []string{"end"}} }

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
	switch {
	case t.s.EncounterOf(t.me.ID) != nil:
		return refuse(CodeAlready, "You are in a fight by turns already.")
	case t.s.EncounterIn(t.me.Room) != nil:
		return refuse(CodeAlready, "A fight is laid out here already. You can join it.")
	case t.s.calledOff(t.me.Room, t.now):
		return refuse(CodeTooSoon, "Nothing came of the last one. Let the dust settle first.")
	}
	if r := cmp.Or(t.visible(), t.seeing()); r != nil {
		return r
	}
	room := t.s.Rooms[t.me.Room]
	foes, r := t.foes(room, a.Target)
	if r != nil {
		return r
	}
	isFresh := func(a *Actor) bool { return !t.s.isSpent(a, t.now) }
	if room.Battle != nil && room.Battle.Blunt && !slices.ContainsFunc(foes, isFresh) {
		return refuse(CodeTooSoon, "They have had enough for now, and are getting their breath back.")
	}
	name, clock, isBlunt := room.Name, ClockUsual, false
	if b := room.Battle; b != nil {
		name, clock, isBlunt = cmp.Or(b.Name, name), cmp.Or(b.Clock, clock), b.Blunt
	}
	isOn := t.s.Fights(t.me) || slices.ContainsFunc(foes, t.s.Fights)
	mine, theirs := t.opponents(t.me), t.opponents(foes...)
	id := EncounterID(t.newID("battle"))
	opened := EncounterOpened{
		Encounter: id, Room: room.ID, Actor: t.me.ID, Target: foes[0].ID, Name: name, Seed: t.s.encounterSeed(id),
		Ground: groundOf(room, t.s.texts()), Clock: clock, Blunt: isBlunt,
	}
	for _, foe := range foes {
		opened.Foes = append(opened.Foes, foe.ID)
	}
	t.emit(opened)
	e := t.s.Encounters[id]
	t.endFights(t.me)
	t.enlist(e, t.me, SideA)
	for _, foe := range foes {
		t.endFights(foe)
		t.enlist(e, foe, SideB)
	}
	if isOn { // nobody gets their breath back by laying out a fight that is on
		_ = t.skirmish(e, Act{Kind: ActInitiative, Entity: t.me.ID})
	}
	t.drawIn(e, mine, SideB)
	t.drawIn(e, theirs, SideA)
	if e.Mode == ModeExploration {
		t.timeTurn(e)
	}
	return nil
}

// opponents lists who fights against some of these in real time.
func (t *Turn) opponents(of ...*Actor) []ActorID {
	var out []ActorID
	for _, a := range of {
		out = append(out, t.s.Index.Attackers[a.ID]...)
		if a.Fighting != "" {
			out = append(out, a.Fighting)
		}
	}
	return out
}

// drawIn lets those take a side whose fight of the other kind has just ended because somebody laid this one out: nobody
// gets rid of them like that, nor takes their prey. Who has yet another foe goes on with that one.
func (t *Turn) drawIn(e *Encounter, who []ActorID, side Side) {
	for _, id := range who {
		if a := t.s.Actors[id]; a != nil && !t.s.Fights(a) && e.Fighter(id) == nil {
			t.enlist(e, a, side)
		}
	}
}

// calledOff reports whether an encounter in a room came to nothing a moment ago.
func (s *State) calledOff(room RoomID, now Time) bool {
	for _, e := range anyhow(s.Encounters) {
		if e.Room == room && e.Mode == ModeOver && e.How == OutcomeOff && now < e.Ended+offPause {
			return true
		}
	}
	return false
}

// offers reports whether the room's battle is with somebody: whoever takes part in it may strike at them, even where
// nobody else would stand for it.
func (r *RoomSpec) offers(a *Actor) bool {
	return r != nil && r.Battle != nil && slices.Contains(r.Battle.Foes, a.Proto)
}

// foes returns who stands against the actor in a fight that is opened: who is meant and, against a person, those whom
// the room's battle names and every creature that would attack.
func (t *Turn) foes(room *RoomSpec, target ActorID) ([]*Actor, *Refusal) {
	var out []*Actor
	if target != "" {
		foe := t.present(target)
		if foe == nil {
			return nil, refuse(CodeNotHere, "They are not here.")
		}
		isMeant := room.offers(foe) && (t.me.Player() || t.quarrels(t.s.Minded(t.me), foe.ID))
		if r := t.violence(foe); r != nil && (foe == t.me || !isMeant) {
			return nil, r
		}
		out = append(out, foe)
	}
	if !t.me.Player() { // creatures take on who they mean, and nobody else
		if len(out) == 0 {
			return nil, refuse(CodeNoEnemy, "There is nobody here to fight.")
		}
		return out, nil
	}
	for _, id := range t.s.Index.Present[room.ID] {
		a := t.s.Actors[id]
		m := t.s.mob(a)
		if m == nil || a == t.me || a.Presence != Here || id == target || len(out) >= FightersMost/2 {
			continue
		}
		if room.offers(a) || (m.Aggressive || t.s.hates(a, t.me) || a.Fighting == t.me.ID) && t.violence(a) == nil {
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
	if r := cmp.Or(t.visible(), t.seeing()); r != nil {
		return r
	}
	side := e.usual(t.s, t.me)
	if a.With != "" {
		f := e.Fighter(a.With)
		if f == nil || !f.Stands() {
			return refuse(CodeEntityNotFound, "They are not in that fight.")
		}
		side = f.Side
	}
	return t.joins(e, side)
}

// usual is the side that somebody joins who names nobody: where people are for people, the other for creatures.
func (e *Encounter) usual(s *State, who *Actor) Side {
	of := SideA
	for i := range e.Fighters {
		if f := &e.Fighters[i]; f.Stands() && s.Actors[f.ID].Player() {
			of = f.Side
			break
		}
	}
	if who.Player() {
		return of
	}
	return of.Other()
}

// joins brings the actor into an encounter, unless people would stand against people, or a fight of the other kind
// holds them.
func (t *Turn) joins(e *Encounter, side Side) *Refusal {
	if t.me.Fighting != "" || len(t.s.Index.Attackers[t.me.ID]) > 0 {
		return refuse(CodeFighting, "Not in the middle of another fight! You could flee.")
	}
	for i := range e.Fighters {
		if f := &e.Fighters[i]; f.Stands() && f.Side != side && t.me.Player() && t.s.Actors[f.ID].Player() {
			return refuse(CodeSafe, t.s.text("peace"))
		}
	}
	r := t.skirmish(e, Act{Kind: ActJoin, Fighter: t.fighter(t.me, side)})
	if r == nil && e.Mode == ModeExploration && t.s.listening(e) != nil { // who comes may need longer, or wait for them
		t.timeFrom(e, e.Since)
	}
	return r
}

// mine carries out an act of the actor's own in the encounter where they are.
func (t *Turn) mine(a Act) *Refusal {
	e := t.s.EncounterOf(t.me.ID)
	if e == nil {
		e = t.s.EncounterIn(t.me.Room) // where they may lie struck down
	}
	switch {
	case e == nil:
		return refuse(CodeCombatNotActive, "There is no fight by turns here.")
	case e.Fighter(t.me.ID) == nil:
		return refuse(CodeEntityNotFound, "You are not in that fight. You could join it.")
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
		ID: a.ID, Name: a.Name, Side: side, HP: t.s.HPNow(a, t.now), HPMax: a.HPMost(), AC: armourBase + t.armour(a),
		Speed: SpeedUsual, Level: a.Level, Skill: h.skill, Damage: h.damage, Reach: reachUsual, Verb: h.verb, With: h.with,
	}
	if m := t.s.mob(a); m != nil {
		f.Speed, f.A = cmp.Or(m.Speed, f.Speed), article(m.A, m.Name)
	}
	return f
}

// skirmish carries out an act, after what the world made of those who fight meanwhile. It is all tried on a copy first.
func (t *Turn) skirmish(e *Encounter, a Act) *Refusal {
	k := e.Copy()
	var all []Stroke
	for i := range k.Fighters {
		f := k.Fighters[i]
		is := t.s.Actors[f.ID]
		if !f.Stands() || is == nil || k.Mode == ModeOver {
			continue
		}
		if now, isNew := k.changed(t.fighter(is, f.Side)); isNew {
			out, _ := k.Do(Act{Kind: ActChange, Fighter: &now})
			all = append(all, out...)
		}
	}
	if len(all) == 0 || k.Mode != ModeOver { // else that ended it, and nobody does anything any more
		out, r := k.doNaming(a, func(f *Fighter) string { return t.s.fighterName(k, f) })
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
	case e.Active != turn, e.Mode != mode, t.s.Timers[timerID(TimerTurn, string(e.ID))] == nil && e.Mode == ModeCombat:
		t.timeTurn(e)
	}
	return nil
}

// dated completes an event with what only the world knows.
func (t *Turn) dated(e *Encounter, s Stroke) Event {
	switch s := s.(type) {
	case FighterJoined:
		s.At = t.now
		_, s.Opening = t.in.Action.(OpenEncounter)
		s.Opening = s.Opening && e.Mode == ModeExploration // who is drawn in comes later
		return s
	case FighterChanged:
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
		for i := range e.Fighters {
			if f := &e.Fighters[i]; f.Stands() {
				s.Stood = append(s.Stood, f.ID)
			}
		}
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

// turnDue is the end of somebody's time.
func (t *Turn) turnDue(id EncounterID) {
	e := t.s.Encounters[id]
	if e == nil || e.Mode == ModeOver {
		return
	}
	acts := []Act{{Kind: ActInitiative}}
	if e.Mode == ModeCombat {
		act, a := Act{Kind: ActClock, Entity: e.Active}, t.s.Actors[e.Active]
		if a != nil && a.Room == e.Room && t.breaks(a) {
			return
		}
		switch {
		case a == nil || a.Room != e.Room || a.Presence == Away:
			act.Kind = ActLeave
		case !a.Player():
			act = e.Tactic(e.Active)
		}
		acts = []Act{act, {Kind: ActClock, Entity: e.Active}}
	}
	for _, act := range append(acts, Act{Kind: ActSettle, How: OutcomeOff}) {
		if t.skirmish(e, act) == nil {
			return
		}
	}
	t.emit(t.dated(e, EncounterEnded{Encounter: e.ID, How: OutcomeOff, Round: e.Round})) // it cannot be, and must not stay
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
