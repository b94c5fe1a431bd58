package world

import (
	"cmp"
	"slices"
)

// Skirmish is a fight on a ground, by turns: who stands where, whose turn it is, and the dice. It knows nothing of the
// world around it, so that its record can be run again anywhere: the same skirmish and the same acts come to the same
// events. What the world does to those who fight (a potion, a better blade, an arrival) reaches it as an act too.
type Skirmish struct {
	Encounter EncounterID  `json:"encounter"`
	Seed      uint64       `json:"seed,string"` // of its dice; shown to nobody while it lasts
	Ground    Ground       `json:"ground"`
	Mode      SkirmishMode `json:"mode"`
	Round     int          `json:"round,omitempty"`
	Order     []ActorID    `json:"order,omitempty"`  // of initiative
	Active    ActorID      `json:"active,omitempty"` // whose turn it is
	Fighters  []Fighter    `json:"fighters,omitempty"`
	Rolls     uint64       `json:"rolls,omitempty"` // dice thrown so far
	Idle      int          `json:"idle,omitempty"`  // turns since anybody struck at anybody
	Won       Side         `json:"won,omitempty"`
	How       Outcome      `json:"how,omitempty"`
}

// SkirmishMode says how a skirmish stands.
type SkirmishMode string

// The modes. In exploration everybody steps where they like; in combat they take turns.
const (
	ModeExploration SkirmishMode = "exploration"
	ModeCombat      SkirmishMode = "combat"
	ModeOver        SkirmishMode = "over"
)

// Side is one of the two sides.
type Side string

// The sides: of who opened it, and of whom it was opened against.
const (
	SideA Side = "a"
	SideB Side = "b"
)

// Other returns the other side.
func (s Side) Other() Side {
	if s == SideA {
		return SideB
	}
	return SideA
}

// Outcome says how a skirmish ended.
type Outcome string

// The outcomes.
const (
	OutcomeWon     Outcome = "won"     // nobody of the other side stands
	OutcomeFled    Outcome = "fled"    // the last of the other side got away
	OutcomeSettled Outcome = "settled" // it was ended by wits
	OutcomeDrawn   Outcome = "drawn"   // it came to nothing
	OutcomeOff     Outcome = "off"     // it was called off
)

// Limits of skirmishes.
const (
	FightersMost  = 24
	SpeedUsual    = 6  // steps a turn
	RoundsMost    = 60 // then it is drawn
	idleRounds    = 4  // rounds without a blow, then it is drawn
	reachUsual    = 1
	ExploringMost = 60 // steps of one move while nobody fights
)

// Fighter is somebody in a skirmish, as it knows them.
type Fighter struct {
	ID         ActorID `json:"id"`
	Name       string  `json:"name" words:"fixed"`
	Side       Side    `json:"side"`
	At         Cell    `json:"position"`
	HP         int     `json:"hp"`
	HPMax      int     `json:"hp_max"`
	AC         int     `json:"ac"`
	Speed      int     `json:"speed"`
	Level      int     `json:"level,omitempty"`
	Skill      int     `json:"skill,omitempty"`
	Damage     Dice    `json:"damage"`
	Reach      int     `json:"reach"`
	Verb       string  `json:"verb" words:"fixed"`
	With       ItemID  `json:"with,omitempty"`
	Initiative int     `json:"initiative,omitempty"`
	Moved      int     `json:"moved,omitempty"`  // steps taken this turn
	Struck     bool    `json:"struck,omitempty"` // this turn
	Gone       bool    `json:"gone,omitempty"`   // left
}

// Stands reports whether somebody still fights.
func (f *Fighter) Stands() bool { return f.HP > 0 && !f.Gone }

// Fighter returns one of those who are or were in it.
func (k *Skirmish) Fighter(id ActorID) *Fighter {
	for i := range k.Fighters {
		if k.Fighters[i].ID == id {
			return &k.Fighters[i]
		}
	}
	return nil
}

// Left returns how many of a side still stand.
func (k *Skirmish) Left(side Side) int {
	n := 0
	for i := range k.Fighters {
		if f := &k.Fighters[i]; f.Side == side && f.Stands() {
			n++
		}
	}
	return n
}

// ActKind says what an act is. The first four are what players, agents and models declare.
type ActKind string

// The kinds of acts.
const (
	ActMove       ActKind = "MOVE"
	ActAttack     ActKind = "ATTACK"
	ActEndTurn    ActKind = "END_TURN"
	ActInitiative ActKind = "ROLL_INITIATIVE"

	ActFlee   ActKind = "FLEE"
	ActJoin   ActKind = "JOIN"   // Fighter comes in
	ActChange ActKind = "CHANGE" // Fighter is another than before
	ActLeave  ActKind = "LEAVE"  // Entity is there no longer
	ActClock  ActKind = "CLOCK"  // the time of Entity's turn is up
	ActSettle ActKind = "SETTLE" // it ends; Side gave in, or nobody
)

// Act is what somebody does in a skirmish, or what happens to it.
type Act struct {
	Kind    ActKind  `json:"type"`
	Entity  ActorID  `json:"entityId,omitempty"`
	Target  ActorID  `json:"targetId,omitempty"`
	Path    []Cell   `json:"path,omitempty"` // without where Entity stands
	Fighter *Fighter `json:"fighter,omitempty"`
	Side    Side     `json:"side,omitempty"`
	How     Outcome  `json:"how,omitempty"`
	Text    string   `json:"-"` // what is told of a settlement
}

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
}

// FighterChanged says that the world made another of somebody: healed, hurt, better armed.
type FighterChanged struct {
	Encounter EncounterID `json:"encounter"`
	Fighter   Fighter     `json:"fighter"`
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
	Last      uint64      `json:"last,omitempty"` // the number of this record
}

// Do carries out an act: refused, or turned into events which have happened then. A refusal changes nothing.
func (k *Skirmish) Do(a Act) ([]Stroke, *Refusal) {
	d := &duel{k: k, rolls: k.Rolls}
	if r := d.do(a); r != nil {
		return nil, r
	}
	return d.out, nil
}

// duel is one act being carried out. Rolls counts the dice; what was thrown goes into the skirmish with the event that
// tells of it.
type duel struct {
	k     *Skirmish
	rolls uint64
	out   []Stroke
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
		return nil, refuse(CodeDeadEntity, f.Name+" is past doing anything.")
	case d.k.Mode == ModeCombat && d.k.Active != id:
		return nil, refuse(CodeNotYourTurn, "It is not your turn.")
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
		left = f.Speed - f.Moved
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
			return refuse(CodeOverlap, d.k.standing(c).Name+" stands there.")
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
		return refuse(CodeTargetDead, foe.Name+" is past being hurt.")
	case foe.Side == f.Side:
		return refuse(CodeSafe, foe.Name+" is on your side.")
	case f.Struck:
		return refuse(CodeActed, "You have struck already this turn. Move on, or end it.")
	case f.At.Steps(foe.At) > f.Reach:
		return refuse(CodeOutOfRange, foe.Name+" is "+count(f.At.Steps(foe.At), "step")+" away, and you reach "+
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
	case d.k.Mode == ModeOver, d.k.Mode == ModeExploration && a+b > 0, a > 0 && b > 0:
		return
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
	case a.Entity != "" && d.k.Fighter(a.Entity) == nil:
		return refuse(CodeEntityNotFound, "There is nobody of that name in the fight.")
	case d.k.Left(SideA) == 0 || d.k.Left(SideB) == 0:
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
	if was := d.k.Fighter(f.ID); was != nil && was.Stands() {
		return refuse(CodeAlready, "You are in that fight already.")
	}
	if len(d.k.Fighters) >= FightersMost && d.k.Fighter(f.ID) == nil {
		return refuse(CodeFull, "There are too many in that fight to get near.")
	}
	at, ok := d.k.start(f.Side)
	if !ok {
		return refuse(CodeFull, "There is no room to stand.")
	}
	f.At, f.Moved, f.Struck, f.Gone, f.Initiative = at, 0, false, false, 0
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
	was, f := d.k.Fighter(a.Fighter.ID), *a.Fighter
	f.At, f.Side, f.Moved, f.Struck, f.Gone, f.Initiative = was.At, was.Side, was.Moved, was.Struck, was.Gone, was.Initiative
	if f == *was {
		return nil
	}
	d.emit(FighterChanged{Encounter: d.k.Encounter, Fighter: f})
	d.decided(OutcomeWon)
	return nil
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
