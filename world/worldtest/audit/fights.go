package audit

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// FightWitness says what else is known when an event is taken in.
type FightWitness struct {
	Stands func(world.ActorID) (world.RoomID, bool) // where somebody is, and whether they are in the world
	Player func(world.ActorID) bool
	Health func(world.ActorID) (hp, top int)
	Hurt   func(world.ActorID, int) // how many hit points somebody has now
	Object func(format string, args ...any)
}

// FightLedger is what the events told of all encounters so far.
type FightLedger struct {
	fights map[world.EncounterID]*encounter
}

type encounter struct {
	room   world.RoomID
	ground world.Ground
	blunt  bool
	fights bool // it came to blows
	over   bool
	who    map[world.ActorID]*fighter
	order  []world.ActorID
	active world.ActorID
	round  int
}

type fighter struct {
	is     world.Fighter
	gone   bool
	moved  int
	struck bool
	blows  int
}

func (o *fighter) stands() bool { return o != nil && !o.gone && o.is.HP > 0 }

// NewFightLedger returns the ledger of a world in which nobody fights.
func NewFightLedger() *FightLedger { return &FightLedger{fights: map[world.EncounterID]*encounter{}} }

// encounterOf returns the encounter that an event is about.
func encounterOf(e world.Event) (world.EncounterID, bool) {
	switch e := e.(type) {
	case world.EncounterOpened:
		return e.Encounter, true
	case world.FighterJoined:
		return e.Encounter, true
	case world.FighterChanged:
		return e.Encounter, true
	case world.FighterLeft:
		return e.Encounter, true
	case world.FighterHeld:
		return e.Encounter, true
	case world.InitiativeRolled:
		return e.Encounter, true
	case world.MoveApplied:
		return e.Encounter, true
	case world.AttackResolved:
		return e.Encounter, true
	case world.TurnEnded:
		return e.Encounter, true
	case world.TurnTimed:
		return e.Encounter, true
	case world.Stunned:
		return e.Encounter, true
	case world.EncounterEnded:
		return e.Encounter, true
	default: // of no encounter
		return "", false
	}
}

// KnowsFight reports whether an event is one of an encounter.
func KnowsFight(e world.Event) bool {
	_, ok := encounterOf(e)
	return ok
}

// Where returns in which room an event happened, and whether bystanders may perceive it.
func (l *FightLedger) Where(e world.Event) (world.RoomID, bool) {
	id, ok := encounterOf(e)
	switch e.(type) {
	case world.FighterChanged, world.TurnTimed:
		ok = false
	default: // all others are seen and heard
	}
	if f := l.fights[id]; f != nil {
		return f.room, ok
	}
	return "", ok
}

// In reports whether somebody stands in a fight, so that they are not to walk away.
func (l *FightLedger) In(who world.ActorID) bool {
	for _, f := range l.fights {
		if !f.over && f.fights && f.who[who].stands() {
			return true
		}
	}
	return false
}

// Apply takes an event of an encounter in.
func (l *FightLedger) Apply(e world.Event, w FightWitness) {
	id, _ := encounterOf(e)
	if o, ok := e.(world.EncounterOpened); ok {
		l.open(o, w)
		return
	}
	f := l.fights[id]
	if f == nil || f.over {
		w.Object("%T in an encounter %q that is not on", e, id)
		return
	}
	switch e := e.(type) {
	case world.FighterJoined:
		f.join(e, w)
	case world.FighterChanged:
		f.change(e, w)
	case world.FighterLeft:
		if o := f.who[e.Actor]; o == nil || o.gone {
			w.Object("%s left a fight and was not in it", e.Actor)
		} else {
			o.gone = true
		}
	case world.FighterHeld:
		f.turn(e.Actor, "tried to get away", w)
	case world.InitiativeRolled:
		f.begin(e, w)
	case world.MoveApplied:
		f.move(e, w)
	case world.AttackResolved:
		f.strike(e, w)
	case world.TurnEnded:
		f.next(e, w)
	case world.Stunned:
		if hp, _ := w.Health(e.Actor); hp != 0 || !f.blunt || e.HP != 1 {
			w.Object("%s was stunned with %d hp, blunt: %v", e.Actor, hp, f.blunt)
		}
		w.Hurt(e.Actor, e.HP)
	case world.EncounterEnded:
		f.end(e, w)
	default: // the clock of a turn is nobody's business
	}
}

func (l *FightLedger) open(e world.EncounterOpened, w FightWitness) {
	for id, f := range l.fights {
		if !f.over && f.room == e.Room {
			w.Object("%s was opened in %s, where %s is on", e.Encounter, e.Room, id)
		}
	}
	if l.fights[e.Encounter] != nil {
		w.Object("%s was opened twice", e.Encounter)
	}
	l.fights[e.Encounter] = &encounter{room: e.Room, ground: e.Ground, blunt: e.Blunt, who: map[world.ActorID]*fighter{}}
}

// free objects unless somebody could stand on a cell.
func (f *encounter) free(who world.ActorID, c world.Cell, w FightWitness) {
	if c.X < 0 || c.Y < 0 || c.X >= f.ground.Width || c.Y >= f.ground.Height {
		w.Object("%s stands off the ground, on %v", who, c)
	}
	for _, s := range f.ground.Features {
		if s.Blocks && s.X == c.X && s.Y == c.Y {
			w.Object("%s stands in %s, on %v", who, s.Name, c)
		}
	}
	for id, o := range f.who {
		if id != who && o.stands() && o.is.At == c {
			w.Object("%s and %s stand on %v", who, id, c)
		}
	}
}

func (f *encounter) join(e world.FighterJoined, w FightWitness) {
	room, in := w.Stands(e.Actor)
	if f.who[e.Actor].stands() || room != f.room || !in || e.Actor != e.Fighter.ID {
		w.Object("%s joined a fight in %s, is in %s (%v), and stood in it: %v", e.Actor, f.room, room, in,
			f.who[e.Actor].stands())
	}
	f.free(e.Actor, e.Fighter.At, w)
	for id, o := range f.who {
		if o.stands() && o.is.Side != e.Fighter.Side && w.Player(id) && w.Player(e.Actor) {
			w.Object("%s and %s are on different sides", id, e.Actor)
		}
	}
	if hp, top := w.Health(e.Actor); e.Fighter.HP < hp || e.Fighter.HP > top || e.Fighter.HP < 1 {
		w.Object("%s joined a fight with %d hp, and had %d of %d", e.Actor, e.Fighter.HP, hp, top)
	}
	w.Hurt(e.Actor, e.Fighter.HP)
	f.who[e.Actor] = &fighter{is: e.Fighter}
	if !f.fights {
		return
	}
	if without := slices.DeleteFunc(slices.Clone(e.Order), func(id world.ActorID) bool { return id == e.Actor }); !slices.
		Equal(without, slices.DeleteFunc(slices.Clone(f.order), func(id world.ActorID) bool { return id == e.Actor })) {
		w.Object("%s joined, and the order went from %v to %v", e.Actor, f.order, e.Order)
	}
	f.order = e.Order
}

// change takes in what the world made of somebody: their health is what it says, and where they stand and what they did
// this turn stays, but that their hands may have done something instead of a blow.
func (f *encounter) change(e world.FighterChanged, w FightWitness) {
	o := f.who[e.Fighter.ID]
	if !o.stands() || o.is.At != e.Fighter.At || o.is.Side != e.Fighter.Side || o.struck && !e.Fighter.Struck ||
		o.moved != e.Fighter.Moved || o.blows != e.Fighter.Blows {
		w.Object("%s became %+v in a fight, and was %+v", e.Fighter.ID, e.Fighter, o)
		return
	}
	if e.Fighter.Struck && !o.struck {
		f.turn(e.Fighter.ID, "used their hands", w)
	}
	if hp, top := w.Health(e.Fighter.ID); f.fights && e.Fighter.HP != hp || e.Fighter.HP < hp || e.Fighter.HP > top {
		w.Object("%s has %d hp in a fight, and %d of %d by the world", e.Fighter.ID, e.Fighter.HP, hp, top)
	}
	w.Hurt(e.Fighter.ID, e.Fighter.HP)
	o.is, o.struck = e.Fighter, e.Fighter.Struck
}

func (f *encounter) begin(e world.InitiativeRolled, w FightWitness) {
	sides := map[world.Side]int{}
	for id, o := range f.who {
		if o.stands() {
			sides[o.is.Side]++
			if !slices.Contains(e.Order, id) {
				w.Object("%s has no turn in %v", id, e.Order)
			}
		}
	}
	if f.fights || len(sides) != 2 || len(e.Order) != sides[world.SideA]+sides[world.SideB] {
		w.Object("initiative was rolled by %v of %v, fighting already: %v", e.Order, sides, f.fights)
	}
	for i, n := range e.Thrown {
		if n < 1 || n > 20 || i > 0 && e.Totals[i] > e.Totals[i-1] {
			w.Object("initiative %v, %v", e.Thrown, e.Totals)
		}
	}
	for i, id := range e.Order {
		if o := f.who[id]; o != nil && (e.Totals[i] != e.Thrown[i]+o.is.Level || slices.Index(e.Order, id) != i) {
			w.Object("%s threw %d for initiative and has %d in all, of level %d", id, e.Thrown[i], e.Totals[i], o.is.Level)
		}
	}
	f.fights, f.order, f.active, f.round = true, e.Order, e.Order[0], 1
}

// turn returns who acts, and objects unless they may.
func (f *encounter) turn(who world.ActorID, what string, w FightWitness) *fighter {
	o := f.who[who]
	if !o.stands() || f.fights && f.active != who {
		w.Object("%s %s, stands: %v, and it is the turn of %q", who, what, o.stands(), f.active)
	}
	if o == nil {
		return &fighter{}
	}
	return o
}

func (f *encounter) move(e world.MoveApplied, w FightWitness) {
	o := f.turn(e.Actor, "moved", w)
	if o.is.At != e.From || len(e.Path) == 0 {
		w.Object("%s moved from %v along %v, and stood on %v", e.Actor, e.From, e.Path, o.is.At)
	}
	at := e.From
	for _, c := range e.Path {
		if dx, dy := c.X-at.X, c.Y-at.Y; dx*dx+dy*dy != 1 {
			w.Object("%s stepped from %v to %v", e.Actor, at, c)
		}
		f.free(e.Actor, c, w)
		at, o.is.At = c, c
		if f.fights {
			o.moved++
		}
	}
	if f.fights && (o.moved > o.is.Speed || e.Left != o.is.Speed-o.moved) {
		w.Object("%s went %d of %d steps, and has %d left", e.Actor, o.moved, o.is.Speed, e.Left)
	}
}

func (f *encounter) strike(e world.AttackResolved, w FightWitness) {
	o, foe := f.turn(e.Actor, "struck", w), f.who[e.Target]
	if !f.fights || !foe.stands() || o.struck || o.is.Side == foe.is.Side || e.Total != e.Roll+o.is.Skill ||
		e.Cover != f.cover(foe.is.At) || e.Verb != o.is.Verb || e.With != o.is.With {
		w.Object("%s struck at %s, fighting: %v, struck already: %v", e.Actor, e.Target, f.fights, o.struck)
		return
	}
	dx, dy := o.is.At.X-foe.is.At.X, o.is.At.Y-foe.is.At.Y
	if max(dx, -dx)+max(dy, -dy) > o.is.Reach {
		w.Object("%s on %v struck at %s on %v", e.Actor, o.is.At, e.Target, foe.is.At)
	}
	hits := e.Roll == 20 || e.Roll != 1 && e.Roll+o.is.Skill >= e.AC
	if e.Hit != hits || e.Roll < 1 || e.Roll > 20 || e.AC != foe.is.AC+e.Cover || !hits && e.Harm != 0 ||
		hits && (e.Harm < 1 || e.Harm > max(1, o.is.Damage.Most())) {
		w.Object("%s threw %d and %d against %d: hit %v for %d", e.Actor, e.Roll, o.is.Skill, e.AC, e.Hit, e.Harm)
	}
	if hp, _ := w.Health(e.Target); e.HP != max(0, foe.is.HP-e.Harm) || hp != foe.is.HP {
		w.Object("%s has %d hp left of %d after %d, and had %d", e.Target, e.HP, foe.is.HP, e.Harm, hp)
	}
	o.struck, foe.is.HP = true, e.HP
	o.blows++
	w.Hurt(e.Target, e.HP)
}

// cover is what a cell adds to the armour of who stands there.
func (f *encounter) cover(c world.Cell) int {
	for _, s := range f.ground.Features {
		if s.X == c.X && s.Y == c.Y {
			return s.Cover
		}
	}
	return 0
}

func (f *encounter) next(e world.TurnEnded, w FightWitness) {
	if f.active != e.Actor || !f.who[e.Next].stands() {
		w.Object("the turn of %s ended and %s is next, and it was that of %s", e.Actor, e.Next, f.active)
	}
	i, j := slices.Index(f.order, e.Actor), slices.Index(f.order, e.Next)
	for n := 1; n < len(f.order); n++ {
		between := f.order[(i+n)%len(f.order)]
		if (i+n)%len(f.order) == j {
			break
		}
		if f.who[between].stands() {
			w.Object("%s was passed over", between)
		}
	}
	wraps := j <= i
	if want := f.round + map[bool]int{true: 1}[wraps]; e.Round != want {
		w.Object("round %d came after round %d, from %s to %s in %v", e.Round, f.round, e.Actor, e.Next, f.order)
	}
	f.active, f.round = e.Next, e.Round
	if o := f.who[e.Next]; o != nil {
		o.moved, o.struck = 0, false
	}
}

func (f *encounter) end(e world.EncounterEnded, w FightWitness) {
	left := map[world.Side]int{}
	for _, o := range f.who {
		if o.stands() {
			left[o.is.Side]++
		}
	}
	won := e.How == world.OutcomeWon || e.How == world.OutcomeFled
	if f.active != "" && f.who[f.active] == nil {
		w.Object("it was the turn of %s, whom nobody knows", f.active)
	}
	if e.Room != f.room || won && (left[e.Won] == 0 || len(left) != 1) {
		w.Object("an encounter in %s ended %s, won by %q, with %v left", f.room, e.How, e.Won, left)
	}
	f.over = true
}

// Compare objects to what of a state differs from what was told.
func (l *FightLedger) Compare(s *world.State, w FightWitness) {
	for id, f := range l.fights {
		e := s.Encounters[id]
		switch {
		case f.over && e == nil: // forgotten since
		case e == nil || f.over != (e.Mode == world.ModeOver) || !f.over && f.fights != (e.Mode == world.ModeCombat):
			w.Object("the encounter %s is over: %v, came to blows: %v; the state has %+v", id, f.over, f.fights, e)
		case !f.over:
			f.compare(e, w)
		}
	}
	for id := range s.Encounters {
		if l.fights[id] == nil {
			w.Object("the encounter %s was never told of", id)
		}
	}
}

func (f *encounter) compare(e *world.Encounter, w FightWitness) {
	if f.active != e.Active || f.round != e.Round || !slices.Equal(f.order, e.Order) || len(f.who) != len(e.Fighters) {
		w.Object("in encounter %s it is the turn of %s in round %d of %v; told was %s, %d, %v", e.ID, e.Active, e.Round,
			e.Order, f.active, f.round, f.order)
	}
	for id, o := range f.who {
		is := e.Fighter(id)
		if is == nil || is.Stands() != o.stands() || o.stands() && (is.At != o.is.At || is.HP != o.is.HP ||
			is.Moved != o.moved || is.Struck != o.struck || is.Side != o.is.Side) {
			w.Object("in encounter %s there is %+v; told was %+v", e.ID, is, o)
		}
	}
}
