package world

import (
	"cmp"
	"slices"
)

// duel is one act being carried out. Rolls counts the dice; what was thrown goes into the skirmish with the event that
// tells of it.
type duel struct {
	k     *Skirmish
	rolls uint64
	out   []Stroke
	the   func(*Fighter) string // what a refusal calls somebody
}

func (d *duel) emit(e Stroke) {
	e.apply(d.k)
	d.out = append(d.out, e)
}

func (d *duel) roll(purpose string, subject ActorID, sides int) int {
	d.rolls++
	return roll(d.k.Seed, 0, purpose, string(subject), d.rolls, sides)
}

func (d *duel) do(a Act) *Refusal {
	if d.k.Mode == ModeOver {
		return refuse(CodeCombatNotActive, "That fight is over.")
	}
	switch a.Kind {
	case ActMove:
		return d.move(a)
	case ActAttack:
		return d.attack(a)
	case ActEndTurn:
		return d.endTurn(a)
	case ActInitiative:
		return d.initiative(a)
	case ActFlee:
		return d.flee(a)
	case ActJoin:
		return d.join(a)
	case ActChange:
		return d.change(a)
	case ActLeave:
		return d.leave(a)
	case ActClock:
		return d.clock(a)
	case ActSettle:
		return d.settle(a)
	}
	return refuse(CodeBadValue, "There is no such act.")
}

// fighter returns one who may act: there, standing, and on turn while there are turns.
func (d *duel) fighter(id ActorID) (*Fighter, *Refusal) {
	f := d.k.Fighter(id)
	switch {
	case f == nil || f.Gone:
		return nil, refuse(CodeEntityNotFound, "There is nobody of that name in the fight.")
	case f.HP <= 0:
		return nil, refuse(CodeDeadEntity, capital(d.the(f))+" is past doing anything.")
	case d.k.Mode == ModeCombat && d.k.Active != id:
		return nil, refuse(CodeNotYourTurn, "It is not your turn, but "+d.the(d.k.Fighter(d.k.Active))+"'s.")
	}
	return f, nil
}

func (d *duel) move(a Act) *Refusal {
	f, r := d.fighter(a.Entity)
	if r != nil {
		return r
	}
	left := ExploringMost
	if d.k.Mode == ModeCombat {
		left = max(0, f.Speed-f.Moved)
	}
	switch n := len(a.Path); {
	case n == 0:
		return refuse(CodeBadValue, "Say where to: a way has one step at least.")
	case n > left:
		return refuse(CodeOutOfRange, "That is "+count(n, "step")+" away, and you have "+count(left, "step")+" left.")
	}
	at := f.At
	for _, c := range a.Path {
		switch dx, dy := abs(c.X-at.X), abs(c.Y-at.Y); {
		case dx > 0 && dy > 0:
			return refuse(CodeDiagonalMove, "One steps north, east, south or west, never across a corner.")
		case dx+dy != 1:
			return refuse(CodeOutOfRange, "That way leaves out a step.")
		case d.k.Ground.Blocked(c):
			return refuse(CodeBlockedCell, d.k.inTheWay(c)+" is in the way.")
		case d.k.standing(c) != nil:
			return refuse(CodeOverlap, capital(d.the(d.k.standing(c)))+" stands there.")
		}
		at = c
	}
	e := MoveApplied{Encounter: d.k.Encounter, Actor: f.ID, From: f.At, Path: slices.Clone(a.Path)}
	if d.k.Mode == ModeCombat {
		e.Left = left - len(a.Path)
	}
	d.emit(e)
	return nil
}

// inTheWay names what blocks a cell, at the beginning of a sentence.
func (k *Skirmish) inTheWay(c Cell) string {
	if f := k.Ground.At(c); f != nil {
		return capital(f.Name)
	}
	return "The edge of the ground"
}

func (d *duel) attack(a Act) *Refusal {
	if d.k.Mode == ModeExploration {
		return refuse(CodeCombatNotActive, "It has not come to blows yet: roll for initiative first.")
	}
	f, r := d.fighter(a.Entity)
	if r != nil {
		return r
	}
	foe := d.k.Fighter(a.Target)
	switch {
	case a.Target == a.Entity:
		return refuse(CodeSelfAttack, "You give yourself a stern look, and leave it at that.")
	case foe == nil || foe.Gone:
		return refuse(CodeEntityNotFound, "There is nobody of that name in the fight.")
	case foe.HP <= 0:
		return refuse(CodeTargetDead, capital(d.the(foe))+" is past being hurt.")
	case foe.Side == f.Side:
		return refuse(CodeSafe, capital(d.the(foe))+" is on your side.")
	case f.Struck:
		return refuse(CodeActed, "You have struck already this turn. Move on, or end it.")
	case f.At.Steps(foe.At) > f.Reach:
		return refuse(CodeOutOfRange, capital(d.the(foe))+" is "+count(f.At.Steps(foe.At), "step")+" away, and you reach "+
			count(f.Reach, "step")+".")
	}
	e := AttackResolved{
		Encounter: d.k.Encounter, Actor: f.ID, Target: foe.ID, Cover: d.k.Ground.Cover(foe.At), HP: foe.HP,
		Verb: f.Verb, With: f.With,
	}
	e.AC = foe.AC + e.Cover
	e.Roll = d.roll("hit", f.ID, hitDie)
	e.Total = e.Roll + f.Skill
	if e.Hit = lands(e.Roll, f.Skill, e.AC); e.Hit {
		e.Harm = f.Damage.P
		for range f.Damage.N {
			e.Harm += d.roll("harm", f.ID, max(f.Damage.S, 1))
		}
		e.Harm = max(1, e.Harm)
		e.HP = max(0, foe.HP-e.Harm)
	}
	e.Dice = d.rolls
	d.emit(e)
	d.decided(OutcomeWon)
	return nil
}

// lands reports whether a blow hits: a twenty always, a one never.
func lands(d20, skill, ac int) bool { return d20 == hitDie || d20 > 1 && d20+skill >= ac }

// decided ends it when one side has nobody left; how is by what it came about.
func (d *duel) decided(how Outcome) {
	a, b := d.k.Left(SideA), d.k.Left(SideB)
	switch {
	case d.k.Mode == ModeOver, a > 0 && b > 0:
		return
	case d.k.Mode == ModeExploration:
		d.end(OutcomeOff, "")
	case a > 0:
		d.end(how, SideA)
	case b > 0:
		d.end(how, SideB)
	default:
		d.end(OutcomeOff, "")
	}
}

func (d *duel) end(how Outcome, won Side) {
	d.emit(EncounterEnded{Encounter: d.k.Encounter, How: how, Won: won, Round: d.k.Round})
}

func (d *duel) endTurn(a Act) *Refusal {
	if d.k.Mode != ModeCombat {
		return refuse(CodeCombatNotActive, "Nobody takes turns yet.")
	}
	if a.Entity == "" {
		a.Entity = d.k.Active
	}
	f, r := d.fighter(a.Entity)
	if r != nil {
		return r
	}
	d.next(f, false)
	return nil
}

func (d *duel) clock(a Act) *Refusal {
	f, r := d.fighter(a.Entity)
	switch {
	case r != nil:
		return r
	case d.k.Mode != ModeCombat:
		return refuse(CodeCombatNotActive, "Nobody takes turns yet.")
	}
	d.next(f, true)
	return nil
}

// next gives the turn to the next of those who stand. A fight in which nobody has struck for long is over.
func (d *duel) next(f *Fighter, isLate bool) {
	id, round := d.k.after(f.ID)
	d.emit(TurnEnded{Encounter: d.k.Encounter, Actor: f.ID, Next: id, Round: round, Late: isLate})
	if d.k.Round > RoundsMost || d.k.Idle >= idleRounds*(d.k.Left(SideA)+d.k.Left(SideB)) {
		d.end(OutcomeDrawn, "")
	}
}

// after returns whose turn comes after somebody's, and in which round.
func (k *Skirmish) after(id ActorID) (ActorID, int) {
	i := slices.Index(k.Order, id)
	for n := 1; n <= len(k.Order); n++ {
		at := (i + n) % len(k.Order)
		if f := k.Fighter(k.Order[at]); f != nil && f.Stands() {
			if at <= i {
				return f.ID, k.Round + 1
			}
			return f.ID, k.Round
		}
	}
	return id, k.Round + 1
}

func (d *duel) initiative(a Act) *Refusal {
	switch {
	case d.k.Mode == ModeCombat:
		return refuse(CodeCombatAlreadyActive, "It has come to blows already.")
	case a.Entity != "":
		if _, r := d.fighter(a.Entity); r != nil {
			return r
		}
	}
	if d.k.Left(SideA) == 0 || d.k.Left(SideB) == 0 {
		return refuse(CodeNoParticipants, "It takes two sides to fight.")
	}
	type throw struct {
		who         ActorID
		roll, total int
	}
	var all []throw
	for i := range d.k.Fighters {
		if f := &d.k.Fighters[i]; f.Stands() {
			n := d.roll("initiative", f.ID, hitDie)
			all = append(all, throw{f.ID, n, n + f.Level})
		}
	}
	slices.SortFunc(all, func(x, y throw) int {
		return cmp.Or(cmp.Compare(y.total, x.total), cmp.Compare(y.roll, x.roll), cmp.Compare(x.who, y.who))
	})
	e := InitiativeRolled{Encounter: d.k.Encounter, Actor: a.Entity, Dice: d.rolls}
	for _, one := range all {
		e.Order, e.Thrown, e.Totals = append(e.Order, one.who), append(e.Thrown, one.roll), append(e.Totals, one.total)
	}
	d.emit(e)
	return nil
}

func (d *duel) flee(a Act) *Refusal {
	f, r := d.fighter(a.Entity)
	if r != nil {
		return r
	}
	if d.k.Mode == ModeExploration {
		return d.leave(Act{Entity: a.Entity})
	}
	n := d.roll("flee", f.ID, fleeDie)
	if n <= fleeFails {
		d.emit(FighterHeld{Encounter: d.k.Encounter, Actor: f.ID, Roll: n, Dice: d.rolls})
		d.next(f, false)
		return nil
	}
	d.gone(f, FighterLeft{Encounter: d.k.Encounter, Actor: f.ID, Fled: true, Roll: n, Dice: d.rolls}, OutcomeFled)
	return nil
}

func (d *duel) leave(a Act) *Refusal {
	f := d.k.Fighter(a.Entity)
	if f == nil || f.Gone {
		return refuse(CodeEntityNotFound, "There is nobody of that name in the fight.")
	}
	how := OutcomeFled
	if f.HP <= 0 {
		how = OutcomeWon
	}
	d.gone(f, FighterLeft{Encounter: d.k.Encounter, Actor: f.ID}, how)
	return nil
}

// gone takes somebody out. If it was their turn, it passes on.
func (d *duel) gone(f *Fighter, e FighterLeft, how Outcome) {
	wasActive := d.k.Active == f.ID
	d.emit(e)
	d.decided(how)
	if wasActive && d.k.Mode == ModeCombat {
		d.next(f, false)
	}
}

func (d *duel) join(a Act) *Refusal {
	if a.Fighter == nil {
		return refuse(CodeBadValue, "Nobody is named who joins.")
	}
	f := *a.Fighter
	switch was := d.k.Fighter(f.ID); {
	case was == nil:
	case was.Stands():
		return refuse(CodeAlready, "You are in that fight already.")
	case was.HP <= 0:
		return refuse(CodeDeadEntity, "You were struck down in that fight. Let the others end it.")
	}
	if len(d.k.Fighters) >= FightersMost && d.k.Fighter(f.ID) == nil {
		return refuse(CodeFull, "There are too many in that fight to get near.")
	}
	at, ok := d.k.start(f.Side)
	if !ok {
		return refuse(CodeFull, "There is no room to stand.")
	}
	f.At, f.Moved, f.Struck, f.Gone, f.Initiative, f.Blows = at, 0, false, false, 0, 0
	e := FighterJoined{Encounter: d.k.Encounter, Actor: f.ID, Fighter: f}
	if d.k.Mode == ModeCombat {
		e.Roll = d.roll("initiative", f.ID, hitDie)
		e.Dice, e.Fighter.Initiative = d.rolls, e.Roll+f.Level
		order := slices.DeleteFunc(slices.Clone(d.k.Order), func(id ActorID) bool { return id == f.ID })
		i := slices.IndexFunc(order, func(id ActorID) bool { return d.k.Fighter(id).Initiative < e.Fighter.Initiative })
		if i < 0 {
			i = len(order)
		}
		e.Order = slices.Insert(order, i, f.ID)
	}
	d.emit(e)
	return nil
}

func (d *duel) change(a Act) *Refusal {
	if a.Fighter == nil || d.k.Fighter(a.Fighter.ID) == nil {
		return refuse(CodeEntityNotFound, "There is nobody of that name in the fight.")
	}
	f, isNew := d.k.changed(a.Fighter)
	if !isNew {
		return nil
	}
	isActive := d.k.Active == f.ID
	d.emit(FighterChanged{Encounter: d.k.Encounter, Fighter: f})
	d.decided(OutcomeWon)
	if isActive && !f.Stands() && d.k.Mode == ModeCombat {
		d.next(&f, false)
	}
	return nil
}

// changed returns a fighter as the world has them now, who stands where they stood and has done what they did, and
// whether they are another than before.
func (k *Skirmish) changed(now *Fighter) (Fighter, bool) {
	was, f := k.Fighter(now.ID), *now
	f.At, f.Side, f.Moved, f.Gone, f.Initiative = was.At, was.Side, was.Moved, was.Gone, was.Initiative
	f.Struck, f.Blows = was.Struck || f.Struck, was.Blows
	return f, f != *was
}

func (d *duel) settle(a Act) *Refusal {
	won := Side("")
	if a.Side != "" {
		won = a.Side.Other()
	}
	d.emit(EncounterEnded{
		Encounter: d.k.Encounter, How: cmp.Or(a.How, OutcomeSettled), Won: won, Round: d.k.Round, Text: a.Text,
	})
	return nil
}
