package world

import "slices"

// Combat in its simplest form: who fights trades a blow every round until one flees or dies. A blow is a d20 plus
// skill against ten plus armour; twenty always hits, one never does.
const (
	roundLength  = 3 * Second
	noticeWait   = 2 * Second // an aggressive creature looks at who came for this long
	corpseWait   = 10 * Minute
	hitDie       = 20
	armourBase   = 10
	fleeDie      = 6
	fleeFails    = 2 // on a d6 of this or less nobody gets away
	xpPerLevel   = 100
	xpPerMobHP   = 2
	fistDie      = 3
	corpseProto  = ProtoID("corpse")
	coinProto    = ProtoID("coins")
	skillPerGear = 1

	attackersMost = 60 // on one body
)

// Attack begins a fight, or turns to another foe in one.
type Attack struct {
	Target ActorID `json:"target"`
}

// Flee tries to leave a fight by a way out that the dice choose.
type Flee struct{}

// FightBegan says that somebody turned on another. The HP are what both have at that moment.
type FightBegan struct {
	Actor    ActorID `json:"actor"`
	Target   ActorID `json:"target"`
	ActorHP  int     `json:"actor_hp"`
	TargetHP int     `json:"target_hp"`
	At       Time    `json:"at"`
	Answer   bool    `json:"answer,omitempty"` // it only answers an attack
}

// BlowLanded says that a blow hit. HP is what the target has left.
type BlowLanded struct {
	Actor  ActorID `json:"actor"`
	Target ActorID `json:"target"`
	Roll   int     `json:"roll"`
	Harm   int     `json:"harm"`
	HP     int     `json:"hp"`
	Verb   string  `json:"verb" words:"fixed"` // hit, claw, strike
	With   ItemID  `json:"with,omitempty"`
	At     Time    `json:"at"`
}

// BlowMissed says that a blow went wide.
type BlowMissed struct {
	Actor  ActorID `json:"actor"`
	Target ActorID `json:"target"`
	Roll   int     `json:"roll"`
	Verb   string  `json:"verb" words:"fixed"`
}

// FightEnded says that somebody fights no more. HP and At stamp what they have from now on.
type FightEnded struct {
	Actor ActorID `json:"actor"`
	HP    int     `json:"hp"`
	At    Time    `json:"at"`

	Grudge ActorID `json:"grudge,omitempty"` // whom a creature will remember for it
}

// FleeFailed says that somebody found no way out of a fight this time.
type FleeFailed struct {
	Actor ActorID `json:"actor"`
}

// Died says that somebody was killed.
type Died struct {
	Actor ActorID `json:"actor"`
	By    ActorID `json:"by,omitempty"`
	Room  RoomID  `json:"room"`
}

// CorpseLeft says that a corpse lies there, with what the dead carried inside it.
type CorpseLeft struct {
	Actor ActorID  `json:"actor"`
	Item  ItemID   `json:"item"`
	Name  string   `json:"name" words:"fixed"`
	Room  RoomID   `json:"room"`
	Holds []ItemID `json:"holds,omitempty"`
}

// Healed says that somebody has this many hit points from now on.
type Healed struct {
	Actor ActorID `json:"actor"`
	HP    int     `json:"hp"`
	At    Time    `json:"at"`
	By    ActorID `json:"by,omitempty"` // the wizard who did it
}

// Learned says that somebody gained experience, and perhaps a level with its hit points.
type Learned struct {
	Actor ActorID `json:"actor"`
	XP    int     `json:"xp"`    // gained
	Level int     `json:"level"` // now
	HPMax int     `json:"hp_max"`
	Up    bool    `json:"up,omitempty"` // to a level not reached before
	Of    int     `json:"of,omitempty"` // how many shared in it; 0 for what is one's own
}

// MobGone says that a creature of the world is no more: killed, which Died has told, removed By a wizard, or because
// its time was Over, which nobody saw.
type MobGone struct {
	Actor ActorID `json:"actor"`
	Room  RoomID  `json:"room"`
	By    ActorID `json:"by,omitempty"`
	Over  bool    `json:"over,omitempty"`
}

// Ending says how a thing came to its end.
type Ending string

// The endings of things.
const (
	Decayed Ending = "decayed"
	Purged  Ending = "purged"   // by a wizard
	GivenUp Ending = "given_up" // handed over at the end of a quest
	Traded  Ending = "traded"   // sold, and gone the way of all wares
	// TakenBack is the end of what goes with a guest: what a ready-made body had of its pack, and what the guest bought.
	// What a deleted character carries has it when the character is erased.
	TakenBack Ending = "taken_back"
	Ebbed     Ending = "ebbed"  // its time was over, see [SpawnSpec.When]
	Worked    Ending = "worked" // something was made of it, or it was spoilt in the making
)

// ItemGone says that a thing is no more.
type ItemGone struct {
	Item ItemID  `json:"item"`
	Room RoomID  `json:"room,omitempty"` // where it could be seen to go
	How  Ending  `json:"how"`
	By   ActorID `json:"by,omitempty"` // who purged it or gave it up
}

func (Attack) needs() Role { return RoleGuest }
func (Flee) needs() Role   { return RoleGuest }

func (Attack) deed() deed { return deed{verbs: []string{"attack", "battle"}} }
func (Flee) deed() deed   { return deed{verbs: []string{"flee"}} }

func (a Attack) decide(t *Turn) *Refusal {
	target := t.present(a.Target)
	e := t.s.EncounterOf(t.me.ID)
	switch {
	case target == nil && (e == nil || e.Fighter(a.Target) == nil):
		return refuse(CodeNotHere, "They are not here.")
	case e != nil: // whose rules know of those who fell in it, too
		return t.skirmish(e, Act{Kind: ActAttack, Entity: t.me.ID, Target: a.Target})
	}
	e = t.s.EncounterOf(a.Target)
	if r := t.violence(target); r != nil && (e == nil || !t.me.Player() || !t.s.Rooms[t.me.Room].offers(target)) {
		return r
	}
	switch {
	case e != nil:
		return t.joins(e, e.Fighter(a.Target).Side.Other())
	case t.me.Fighting == a.Target:
		return refuse(CodeAlready, "You are fighting as hard as you can!")
	case t.crowded(t.me, target):
		return refuse(CodeFull, "There are too many in that fight to get near.")
	}
	t.fight(t.me, target)
	return nil
}

// violence refuses a fight that may not be.
func (t *Turn) violence(target *Actor) *Refusal {
	switch {
	case target == t.me:
		return refuse(CodeCannot, "You give yourself a stern look, and leave it at that.")
	case target.Player() && t.me.Player():
		return refuse(CodeSafe, t.s.text("peace"))
	case t.s.Rooms[t.me.Room] != nil && t.s.Rooms[t.me.Room].Safe:
		return refuse(CodeSafe, "Nobody would stand for a fight in here.")
	}
	if !t.me.Player() && (target.Has(PowerNoHassle) || !t.s.Sees(t.me, target)) {
		return refuse(CodeSafe, "Creatures leave a wizard alone who wants to be left alone.")
	}
	if m := t.s.mob(target); m != nil && m.Guarded {
		return refuse(CodeSafe, "Too many people hereabouts would take their side.")
	}
	return nil
}

// crowded reports whether a fight has as many fighters as it may: each of them adds to the record of its end.
func (t *Turn) crowded(a, b *Actor) bool {
	by := t.s.Index.Attackers
	return len(by[b.ID]) >= attackersMost || b.Fighting == "" && len(by[a.ID]) >= attackersMost
}

// fight sets two on each other and starts the rounds.
func (t *Turn) fight(a, b *Actor) {
	slept := t.s.sleeps(b)
	t.emit(FightBegan{
		Actor: a.ID, Target: b.ID, ActorHP: t.s.HPNow(a, t.now), TargetHP: t.s.HPNow(b, t.now), At: t.now,
	})
	if b.Fighting == "" {
		t.emit(FightBegan{Actor: b.ID, Target: a.ID, ActorHP: b.HP, TargetHP: a.HP, At: t.now, Answer: true})
	}
	for _, id := range []ActorID{a.ID, b.ID} {
		wait := roundLength
		if slept && id == b.ID {
			wait += roundLength // it has to get up
		}
		if t.s.Timers[timerID(TimerRound, string(id))] == nil {
			t.after(wait, TimerRound, string(id))
		}
	}
}

// round is one fighter's next blow.
func (t *Turn) round(id ActorID) {
	a := t.s.Actors[id]
	if a == nil || a.Fighting == "" {
		return
	}
	b := t.s.Actors[a.Fighting]
	if b == nil || b.Presence == Away || b.Room != a.Room || a.Presence == Away {
		t.emit(FightEnded{Actor: id, HP: a.HP, At: t.now, Grudge: t.grudge(a)})
		return
	}
	if !t.flinches(a) {
		t.blow(a, b)
	}
	if a.Fighting != "" {
		t.after(roundLength, TimerRound, string(id))
	}
}

func (t *Turn) blow(a, b *Actor) {
	hand := t.hand(a)
	d20 := t.roll("hit", string(a.ID), hitDie)
	if !lands(d20, hand.skill, armourBase+t.armour(b)) {
		t.emit(BlowMissed{Actor: a.ID, Target: b.ID, Roll: d20, Verb: hand.verb})
		return
	}
	harm := t.softened(b, max(1, t.throw(hand.damage, "harm", string(a.ID))))
	left := max(0, b.HP-harm)
	t.emit(BlowLanded{
		Actor: a.ID, Target: b.ID, Roll: d20, Harm: harm, HP: left, Verb: hand.verb, With: hand.with, At: t.now,
	})
	if left == 0 {
		t.kill(b, a)
	}
}

// hand is what somebody strikes with.
type hand struct {
	skill  int
	damage Dice
	verb   string
	with   ItemID
}

func (t *Turn) hand(a *Actor) hand {
	h, plus := t.bareHand(a), t.s.BonusOf(a.ID)
	h.skill += plus.Skill
	h.damage.P += plus.Damage
	return h
}

// bareHand is the hand without what is worn besides a weapon.
func (t *Turn) bareHand(a *Actor) hand {
	if m := t.s.mob(a); m != nil {
		h := hand{skill: m.Skill, damage: m.Damage, verb: m.Blow}
		if h.verb == "" {
			h.verb = "hit"
		}
		if h.damage.N == 0 {
			h.damage = Dice{N: 1, S: fistDie}
		}
		return h
	}
	h := hand{skill: a.Level, damage: Dice{N: 1, S: fistDie}, verb: "hit"}
	if it := t.s.worn(a.ID, SlotWield); it != nil {
		h.with = it.ID
		h.skill += skillPerGear
		if d := t.s.spec(it).Damage; d.N > 0 {
			h.damage = d
		}
	}
	return h
}

// armour totals what protects somebody.
func (t *Turn) armour(a *Actor) int {
	sum := t.s.BonusOf(a.ID).Armour
	if m := t.s.mob(a); m != nil {
		sum += m.Armour
	}
	for _, id := range t.s.Index.Held[a.ID] {
		if it := t.s.Items[id]; it.Worn != "" {
			sum += t.s.spec(it).Armour
		}
	}
	return sum
}

// kill ends a life. A player wakes at the start, weak, with the purse; the rest lies in the corpse.
func (t *Turn) kill(dead, by *Actor) {
	spawn, prey := dead.Spawn, dead.HPMax*xpPerMobHP
	t.die(dead, by.ID)
	if dead.Player() {
		return
	}
	t.supply(spawn)
	t.reward(t.s.sharers(by), prey)
}

// die is what becomes of somebody who is dead, but for what follows for others.
func (t *Turn) die(dead *Actor, by ActorID) {
	room := dead.Room
	t.lastWords(dead)
	t.scriptDeath(dead)
	t.emit(Died{Actor: dead.ID, By: by, Room: room})
	t.unbind(dead)
	name := "corpse of " + dead.Name
	if m := t.s.mob(dead); m != nil {
		name = "corpse of " + withArticle(article(m.A, m.Name), dead.Name)
	}
	t.emit(CorpseLeft{
		Actor: dead.ID, Item: ItemID(t.newID("corpse")), Name: name, Room: room,
		Holds: append([]ItemID(nil), t.s.Index.Held[dead.ID]...),
	})
	if dead.Player() {
		t.emit(Moved{Actor: dead.ID, From: room, To: t.s.wakesIn(dead, t.now), Manner: Woke})
		t.emit(Healed{Actor: dead.ID, HP: max(1, dead.HPMost()/4), At: t.now})
		return
	}
	t.emit(MobGone{Actor: dead.ID, Room: room})
}

// corpseStays says how long a corpse lies there: less than usual for somebody of whom there is one alone and who is
// back before that, for nobody stands beside their own corpse.
func (t *Turn) corpseStays(dead ActorID) Time {
	rule := t.s.Spawns[t.s.Actors[dead].Spawn]
	if rule == nil || rule.As == "" || rule.Every == 0 {
		return corpseWait
	}
	return min(corpseWait, Time(rule.Every)*Second-timerGrid)
}

// learn gives somebody experience that so many shared in.
func (t *Turn) learn(a *Actor, xp, shared int) {
	level, hp := a.Level, a.HPMax
	for a.XP+xp >= level*level*xpPerLevel {
		level++
		hp += hpPerLevel
	}
	e := Learned{Actor: a.ID, XP: xp, Level: level, HPMax: hp, Up: level > a.Level}
	if shared > 1 {
		e.Of = shared
	}
	t.emit(e)
}

// endFights ends somebody's fight and everybody's fight with them; those who still have another foe turn to it.
func (t *Turn) endFights(a *Actor) {
	attackers := append([]ActorID(nil), t.s.Index.Attackers[a.ID]...)
	if a.Fighting != "" {
		t.emit(FightEnded{Actor: a.ID, HP: a.HP, At: t.now, Grudge: t.grudge(a)})
	}
	t.cancel(TimerRound, string(a.ID))
	for _, id := range attackers {
		o := t.s.Actors[id]
		t.emit(FightEnded{Actor: id, HP: o.HP, At: t.now, Grudge: t.grudge(o)})
		for _, next := range t.s.Index.Attackers[id] {
			if n := t.s.Actors[next]; next != a.ID && n.Room == o.Room {
				t.emit(FightBegan{Actor: id, Target: next, ActorHP: o.HP, TargetHP: n.HP, At: t.now})
				break
			}
		}
		if o.Fighting == "" {
			t.cancel(TimerRound, string(id))
		}
	}
}

func (Flee) decide(t *Turn) *Refusal {
	e := t.s.EncounterOf(t.me.ID)
	if t.me.Fighting == "" && len(t.s.Index.Attackers[t.me.ID]) == 0 && e == nil {
		return refuse(CodeNoEnemy, "There is nothing to flee from.")
	}
	var ways []ExitSpec
	for _, e := range t.s.Rooms[t.me.Room].Exits {
		if _, r := t.s.way(t.me, e.Dir, t.now); r == nil && t.mayGo(e) == nil {
			ways = append(ways, e)
		}
	}
	if t.minded() {
		ways = slices.DeleteFunc(ways, func(x ExitSpec) bool { return !t.s.Roams(t.me, x.To) })
	}
	if len(ways) == 0 {
		return refuse(CodeNoExit, "There is no way out!")
	}
	if e != nil {
		return t.fleeByTurns(e, ways)
	}
	if t.roll("flee", string(t.me.ID), fleeDie) <= fleeFails {
		t.emit(FleeFailed{Actor: t.me.ID})
		return nil
	}
	way := ways[t.roll("way", string(t.me.ID), len(ways))-1]
	t.endFights(t.me)
	t.walk(t.me, way, Fled)
	return nil
}

// notice lets a creature attack whoever is there that it hunts; an aggressive one does anybody.
func (t *Turn) notice(id ActorID) {
	a := t.s.Actors[id]
	if a == nil || t.s.Fights(a) || t.s.IsUnder(a, AuraBlind) || a.Presence != Here || t.s.EncounterOf(id) != nil {
		return
	}
	if t.s.Rooms[a.Room] == nil || t.s.Rooms[a.Room].Safe {
		return
	}
	for _, other := range t.s.Index.Present[a.Room] {
		p := t.s.Actors[other]
		if !p.Player() || p.Presence != Here || p.Has(PowerNoHassle) || !t.s.Sees(a, p) || t.crowded(a, p) ||
			!t.hunts(a, p) {
			continue
		}
		if e := t.s.EncounterOf(other); e != nil {
			t.enlist(e, a, e.Fighter(other).Side.Other())
			return
		}
		t.fight(a, p)
		return
	}
}

// decay lets a thing fall to nothing; what it held lies on the floor, if it lay there itself.
func (t *Turn) decay(id ItemID) {
	it := t.s.Items[id]
	if it == nil {
		return
	}
	at := it.At
	for _, in := range append([]ItemID(nil), t.s.Index.Inside[id]...) {
		t.emit(ItemMoved{Item: in, Place: at})
	}
	t.emit(ItemGone{Item: id, Room: at.Room, How: Decayed})
}

// Monsters reports whether something hostile is in the room.
func (s *State) Monsters(viewer ActorID) bool {
	me := s.Actors[viewer]
	return slices.ContainsFunc(s.Index.Present[me.Room], func(id ActorID) bool {
		m := s.mob(s.Actors[id])
		return m != nil && s.Sees(me, s.Actors[id]) && (m.Aggressive || s.hates(s.Actors[id], me) ||
			s.Actors[id].Fighting == viewer)
	})
}

// Enemies lists whom somebody could fight here, those who are hostile first.
func (s *State) Enemies(viewer ActorID) []ActorID {
	me := s.Actors[viewer]
	var angry, other []ActorID
	for _, id := range s.Index.Present[me.Room] {
		a := s.Actors[id]
		switch m := s.mob(a); {
		case m == nil || m.Guarded || !s.Sees(me, a):
		case m.Aggressive || s.hates(a, me) || a.Fighting == viewer:
			angry = append(angry, id)
		default:
			other = append(other, id)
		}
	}
	return append(angry, other...)
}

// Opponents lists with whom somebody could open a fight by turns here: those whom the room's battle is with, and then
// whom they could fight anyhow.
func (s *State) Opponents(viewer ActorID) []ActorID {
	room, all := s.Rooms[s.Actors[viewer].Room], s.Enemies(viewer)
	var named []ActorID
	for _, id := range s.Index.Present[room.ID] {
		if room.offers(s.Actors[id]) && id != viewer && !slices.Contains(all, id) {
			named = append(named, id)
		}
	}
	return append(named, all...)
}
