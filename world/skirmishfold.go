package world

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

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
func (e FighterChanged) Bare() Stroke { return e }

// Bare returns it as it is: the world adds nothing to it.
func (e FighterHeld) Bare() Stroke { return e }

// Bare returns it as it is: the world adds nothing to it.
func (e InitiativeRolled) Bare() Stroke { return e }

// Bare returns it as it is: the world adds nothing to it.
func (e MoveApplied) Bare() Stroke { return e }

// Bare returns it as it is: the world adds nothing to it.
func (e TurnEnded) Bare() Stroke { return e }

// Bare returns it without its time.
func (e FighterJoined) Bare() Stroke {
	e.At = 0
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
	e.Room, e.At, e.Last, e.Text = "", 0, 0, ""
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

// NewSkirmish returns the skirmish that an opening begins, before anybody takes part.
func NewSkirmish(e EncounterOpened) *Skirmish {
	return &Skirmish{Encounter: e.Encounter, Seed: e.Seed, Ground: e.Ground, Mode: ModeExploration}
}

// Copy returns a skirmish that may be changed without changing this one.
func (k *Skirmish) Copy() *Skirmish {
	c := *k
	c.Fighters, c.Order = slices.Clone(k.Fighters), slices.Clone(k.Order)
	return &c
}

// Sound returns what in a skirmish that came from elsewhere cannot be, or nil.
func (k *Skirmish) Sound() error {
	g := &k.Ground
	switch {
	case g.Width < groundLeast || g.Width > GroundWidthMost || g.Height < groundLeast || g.Height > GroundHeightMost:
		return fmt.Errorf("the ground is %d by %d", g.Width, g.Height)
	case len(k.Fighters) > FightersMost || len(k.Order) > FightersMost:
		return fmt.Errorf("%d fighters, and at most %d take part", len(k.Fighters), FightersMost)
	case !slices.IsSortedFunc(g.Features, func(a, b Feature) int { return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X)) }):
		return errors.New("what stands on the ground is not in the order of rows")
	}
	return nil
}
