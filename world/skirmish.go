package world

import (
	"slices"
	"strconv"
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
	A          string  `json:"a,omitempty" words:"fixed"` // the article; empty for a proper name
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
	Struck     bool    `json:"struck,omitempty"` // this turn, or did something else with the hands
	Blows      int     `json:"blows,omitempty"`  // struck at anybody, all in all
	Gone       bool    `json:"gone,omitempty"`   // left
}

// the is what a fighter is called in a sentence: "Ann", "the rat"; of several rats "rat 2", see [State.ActorName].
func (k *Skirmish) the(f *Fighter) string {
	n, of := 0, 0
	for i := range k.Fighters {
		if g := &k.Fighters[i]; g.Name == f.Name {
			if of++; g.ID == f.ID {
				n = of
			}
		}
	}
	switch {
	case of > 1:
		return f.Name + " " + strconv.Itoa(n)
	case f.A == "":
		return f.Name
	}
	return "the " + f.Name
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

// Do carries out an act: refused, or turned into events which have happened then. A refusal changes nothing. How it
// all stands afterwards is looked into before anything is kept (S3-48): an act that would come to what cannot be is
// refused.
func (k *Skirmish) Do(a Act) ([]Stroke, *Refusal) { return k.doNaming(a, k.the) }

// doNaming is Do with the names that somebody who looks at more than the fight would say.
func (k *Skirmish) doNaming(a Act, the func(*Fighter) string) ([]Stroke, *Refusal) {
	return k.try(a, the, (*Skirmish).follows)
}

// try carries an act out on a copy, which is kept if holds has nothing to say about it.
func (k *Skirmish) try(
	a Act, the func(*Fighter) string, holds func(now, before *Skirmish) error,
) ([]Stroke, *Refusal) {
	d := &duel{k: k.Copy(), rolls: k.Rolls, the: the}
	if r := d.do(a); r != nil {
		return nil, r
	}
	if err := holds(d.k, k); err != nil {
		return nil, refuse(CodeFault, "That was not done, for it would have made of this fight what cannot be: "+
			err.Error()+".")
	}
	*k = *d.k
	return d.out, nil
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
