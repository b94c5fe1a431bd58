package world

import "slices"

// Stroke is an event of a skirmish.
//
//sumtype:decl
type Stroke interface {
	Event
	apply(k *Skirmish)
	// In returns the encounter that it is of.
	In() EncounterID
	// Bare returns it without what only the world around knows of it: when it happened, and under which number.
	Bare() Stroke
}

// FighterJoined says that somebody takes part from now on, where they stand, and as what. In combat, Order says when
// their turns come.
type FighterJoined struct {
	Encounter EncounterID `json:"encounter"`
	Actor     ActorID     `json:"actor"`
	Fighter   Fighter     `json:"fighter"`
	Roll      int         `json:"roll,omitempty"`
	Order     []ActorID   `json:"order,omitempty"`
	Dice      uint64      `json:"dice,omitempty"` // thrown so far
	At        Time        `json:"at,omitempty"`
	Opening   bool        `json:"opening,omitempty"` // when it was laid out
}

// FighterChanged says that the world made another of somebody: healed, hurt, better armed.
type FighterChanged struct {
	Encounter EncounterID `json:"encounter"`
	Fighter   Fighter     `json:"fighter"`
	At        Time        `json:"at,omitempty"`
}

// FighterLeft says that somebody takes part no longer.
type FighterLeft struct {
	Encounter EncounterID `json:"encounter"`
	Actor     ActorID     `json:"actor"`
	Fled      bool        `json:"fled,omitempty"`
	Roll      int         `json:"roll,omitempty"`
	Dice      uint64      `json:"dice,omitempty"` // thrown so far
	At        Time        `json:"at,omitempty"`
}

// FighterHeld says that somebody tried to get away and could not.
type FighterHeld struct {
	Encounter EncounterID `json:"encounter"`
	Actor     ActorID     `json:"actor"`
	Roll      int         `json:"roll"`
	Dice      uint64      `json:"dice,omitempty"` // thrown so far
}

// InitiativeRolled says that it comes to blows, and in which order they take their turns.
type InitiativeRolled struct {
	Encounter EncounterID `json:"encounter"`
	Actor     ActorID     `json:"actor,omitempty"` // who would not wait
	Order     []ActorID   `json:"order"`           // of turns
	Thrown    []int       `json:"thrown"`          // by each of them
	Totals    []int       `json:"totals"`
	Dice      uint64      `json:"dice,omitempty"` // thrown so far
}

// MoveApplied says that somebody went somewhere on the ground. Left is how many steps they have left this turn.
type MoveApplied struct {
	Encounter EncounterID `json:"encounter"`
	Actor     ActorID     `json:"actor"`
	From      Cell        `json:"from"`
	Path      []Cell      `json:"path"`
	Left      int         `json:"left,omitempty"`
}

// AttackResolved says that somebody struck at somebody, and what came of it.
type AttackResolved struct {
	Encounter EncounterID `json:"encounter"`
	Actor     ActorID     `json:"actor"`
	Target    ActorID     `json:"target"`
	Roll      int         `json:"roll"`
	Total     int         `json:"total"`
	AC        int         `json:"ac"` // with the cover
	Cover     int         `json:"cover,omitempty"`
	Hit       bool        `json:"hit,omitempty"`
	Harm      int         `json:"harm,omitempty"`
	HP        int         `json:"hp"` // that the target has left
	Verb      string      `json:"verb" words:"fixed"`
	With      ItemID      `json:"with,omitempty"`
	At        Time        `json:"at,omitempty"`
	Dice      uint64      `json:"dice,omitempty"` // thrown so far
}

// TurnEnded says that a turn is over, and whose comes now.
type TurnEnded struct {
	Encounter EncounterID `json:"encounter"`
	Actor     ActorID     `json:"actor"`
	Next      ActorID     `json:"next"`
	Round     int         `json:"round"`
	Late      bool        `json:"late,omitempty"` // the clock ended it
}

// EncounterEnded says how an encounter ended. Won is the side that won it, if one did.
type EncounterEnded struct {
	Encounter EncounterID `json:"encounter"`
	Room      RoomID      `json:"room"`
	How       Outcome     `json:"how"`
	Won       Side        `json:"won,omitempty"`
	Round     int         `json:"round,omitempty"`
	Text      string      `json:"text,omitempty" words:"fixed"` // what is told of a settlement
	At        Time        `json:"at,omitempty"`
	Last      uint64      `json:"last,omitempty"`  // the number of this record
	Stood     []ActorID   `json:"stood,omitempty"` // who still did: their hit points grow again from now on
}

// What the events of a skirmish make of it. Like every fold they hold no rule: the events carry how it stands.

func (e FighterJoined) apply(k *Skirmish) {
	k.Rolls = max(k.Rolls, e.Dice)
	if f := k.Fighter(e.Fighter.ID); f != nil {
		*f = e.Fighter
	} else {
		k.Fighters = append(k.Fighters, e.Fighter)
	}
	if e.Order != nil {
		k.Order = slices.Clone(e.Order)
	}
}

func (e FighterChanged) apply(k *Skirmish) {
	if f := k.Fighter(e.Fighter.ID); f != nil {
		*f = e.Fighter
	}
}

func (e FighterLeft) apply(k *Skirmish) {
	k.Rolls = max(k.Rolls, e.Dice)
	if f := k.Fighter(e.Actor); f != nil {
		f.Gone = true
	}
}

func (e FighterHeld) apply(k *Skirmish) { k.Rolls = max(k.Rolls, e.Dice) }

func (e InitiativeRolled) apply(k *Skirmish) {
	k.Rolls = max(k.Rolls, e.Dice)
	k.Mode, k.Round, k.Idle, k.Order, k.Active = ModeCombat, 1, 0, slices.Clone(e.Order), e.Order[0]
	for i, id := range e.Order {
		if f := k.Fighter(id); f != nil {
			f.Initiative, f.Moved, f.Struck = e.Totals[i], 0, false
		}
	}
}

func (e MoveApplied) apply(k *Skirmish) {
	if f := k.Fighter(e.Actor); f != nil {
		f.At = e.Path[len(e.Path)-1]
		if k.Mode == ModeCombat {
			f.Moved += len(e.Path)
		}
	}
}

func (e AttackResolved) apply(k *Skirmish) {
	k.Rolls, k.Idle = max(k.Rolls, e.Dice), 0
	if f := k.Fighter(e.Actor); f != nil {
		f.Struck = true
		f.Blows++
	}
	if f := k.Fighter(e.Target); f != nil {
		f.HP = e.HP
	}
}

func (e TurnEnded) apply(k *Skirmish) {
	k.Active, k.Round = e.Next, e.Round
	k.Idle++
	if f := k.Fighter(e.Next); f != nil {
		f.Moved, f.Struck = 0, false
	}
}

func (e EncounterEnded) apply(k *Skirmish) {
	k.Mode, k.How, k.Won, k.Active = ModeOver, e.How, e.Won, ""
}

// In returns the encounter that it is of.
func (e FighterJoined) In() EncounterID { return e.Encounter }

// In returns the encounter that it is of.
func (e FighterChanged) In() EncounterID { return e.Encounter }

// In returns the encounter that it is of.
func (e FighterLeft) In() EncounterID { return e.Encounter }

// In returns the encounter that it is of.
func (e FighterHeld) In() EncounterID { return e.Encounter }

// In returns the encounter that it is of.
func (e InitiativeRolled) In() EncounterID { return e.Encounter }

// In returns the encounter that it is of.
func (e MoveApplied) In() EncounterID { return e.Encounter }

// In returns the encounter that it is of.
func (e AttackResolved) In() EncounterID { return e.Encounter }

// In returns the encounter that it is of.
func (e TurnEnded) In() EncounterID { return e.Encounter }

// In returns the encounter that it is of.
func (e EncounterEnded) In() EncounterID { return e.Encounter }

// Bare returns it as it is: the world adds nothing to it.
func (e FighterHeld) Bare() Stroke { return e }

// Bare returns it as it is: the world adds nothing to it.
func (e InitiativeRolled) Bare() Stroke { return e }

// Bare returns it as it is: the world adds nothing to it.
func (e MoveApplied) Bare() Stroke { return e }

// Bare returns it as it is: the world adds nothing to it.
func (e TurnEnded) Bare() Stroke { return e }

// Bare returns it without its time.
func (e FighterChanged) Bare() Stroke {
	e.At = 0
	return e
}

// Bare returns it without its time, and without how it came about.
func (e FighterJoined) Bare() Stroke {
	e.At, e.Opening = 0, false
	return e
}

// Bare returns it without its time.
func (e FighterLeft) Bare() Stroke {
	e.At = 0
	return e
}

// Bare returns it without its time.
func (e AttackResolved) Bare() Stroke {
	e.At = 0
	return e
}

// Bare returns it without its place, time and number.
func (e EncounterEnded) Bare() Stroke {
	e.Room, e.At, e.Last, e.Text, e.Stood = "", 0, 0, "", nil
	return e
}

// ActOf returns the act that came to the first of the strokes that follow in a skirmish, false when none does.
func ActOf(k *Skirmish, next []Stroke) (Act, bool) {
	switch e := next[0].(type) {
	case FighterJoined:
		f := e.Fighter
		return Act{Kind: ActJoin, Fighter: &f}, true
	case FighterChanged:
		f := e.Fighter
		return Act{Kind: ActChange, Fighter: &f}, true
	case FighterLeft:
		if e.Fled {
			return Act{Kind: ActFlee, Entity: e.Actor}, true
		}
		return Act{Kind: ActLeave, Entity: e.Actor}, true
	case FighterHeld:
		return Act{Kind: ActFlee, Entity: e.Actor}, true
	case InitiativeRolled:
		return Act{Kind: ActInitiative, Entity: e.Actor}, true
	case MoveApplied:
		return Act{Kind: ActMove, Entity: e.Actor, Path: e.Path}, true
	case AttackResolved:
		return Act{Kind: ActAttack, Entity: e.Actor, Target: e.Target}, true
	case TurnEnded:
		if e.Late {
			return Act{Kind: ActClock, Entity: e.Actor}, true
		}
		return Act{Kind: ActEndTurn, Entity: e.Actor}, true
	case EncounterEnded:
		if e.Won == "" {
			return Act{Kind: ActSettle, How: e.How}, true
		}
		return Act{Kind: ActSettle, Side: e.Won.Other(), How: e.How}, true
	}
	return Act{}, false
}
