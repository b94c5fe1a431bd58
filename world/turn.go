package world

import (
	"cmp"
	"fmt"
	"slices"
)

// Rules is the number of the present rules. It is raised whenever the same action in the same state would emit other
// events; records of older numbers are folded, never decided again.
const Rules = 12

const (
	eventsMost     = 256     // events one action may have
	tickEventsMost = 4096    // events after which a Tick leaves the rest to the next
	tickTellsMost  = 1 << 17 // tellings of them, one for each who perceives one, after which it does the same
	hostEventsMost = 1 << 21 // events of applying a large pack
)

// Action is a wish that something happen. Each is decided against the state: refused, or turned into events.
//
//sumtype:decl
type Action interface {
	// needs is the lowest role that may; the zero role means nobody.
	needs() Role
	// deed says by which verbs agents ask for it, and whether their owner may want to be asked first.
	deed() deed
	// decide checks first and refuses, then emits. After its first event it may no longer refuse.
	decide(t *Turn) *Refusal
}

// Event is something that has happened. It carries all that a reader needs, and its fold holds no rule.
//
//sumtype:decl
type Event interface {
	fold(s *State)
	// scene says where it happened and to whom, for those who perceive it; asked after the fold.
	scene(s *State) scene
	// traits says what kind of happening it is; see [Traits].
	traits() Traits
}

// personal marks actions that only the owner at a keyboard may take (or the daemon): tokens, grants, deletion.
type personal interface{ personal() }

// bodiless marks actions that need no body in the world: creation, entering, and the daemon's own.
type bodiless interface{ bodiless() }

// remote marks wizards' actions that need nobody's hands, so that the daemon can ask for them as well.
type remote interface{ remote() }

// Input is one action on its way in: who wants it, and through which door it came.
type Input struct {
	Actor  ActorID
	Via    Via
	Action Action
}

// Record is one decided action: what the journal keeps and what the listeners are told from.
type Record struct {
	Seq     uint64
	At      Time
	Rules   int
	Actor   ActorID
	Via     Via
	Action  Action
	Notices []Notice
}

// Turn is one action being decided. What it emits is folded at once.
type Turn struct {
	s       *State
	seq     uint64
	now     Time
	me      *Actor // who acts; nil for the daemon
	in      Input
	notices []Notice
	rolls   uint64
	most    int
	tells   int // how often somebody perceived something
	stop    map[TimerID]bool
	dry     bool             // it is only asked whether anything would happen
	hold    int              // the number of the hold by which the owner said yes to this
	roamed  map[ActorID]bool // creatures that stirred by themselves

	scriptSteps int            // that scripts took
	scriptFault []ScriptParked // of those that were asked whether something may be
	instead     *instead       // the script that refused, and would do something in place of what was wished
	runsDeep    int            // runs of scripts within each other
	dying       ActorID        // whose scripts are asked because it dies
}

// Decide decides an action at a time. It returns a record when something happened, a refusal when the world says no,
// and neither when nothing came of it. A refusal changes nothing. now must not be before State.Now; an earlier one
// counts as State.Now.
func (s *State) Decide(now Time, in Input) (*Record, *Refusal) {
	return s.DecideParked(now, in, nil)
}

// DecideParked is [State.Decide] with timers that are set aside because they met a crash.
func (s *State) DecideParked(now Time, in Input, parked map[TimerID]bool) (*Record, *Refusal) {
	t := &Turn{s: s, seq: s.Seq + 1, now: max(now, s.Now), in: in, most: eventsMost, stop: parked}
	switch in.Via.Kind {
	case ViaTimer:
		t.most = tickEventsMost
	case ViaHost:
		t.most = hostEventsMost
	default:
	}
	t.me = s.Actors[in.Actor]
	if r := t.permitted(); r != nil {
		return nil, r
	}
	if r := in.Action.decide(t); r != nil {
		if len(t.notices) > 0 {
			panic(fmt.Sprintf("world: %T refused after its first event: %s", in.Action, r.Text))
		}
		if r = t.takesOver(r); r != nil {
			return nil, r
		}
	}
	if len(t.notices) == 0 {
		return nil, nil
	}
	if by := in.Via.By; in.Via.Kind == ViaForce && in.Via.Told && by != in.Actor {
		t.emit(Forced{Actor: in.Actor, By: by})
	}
	t.parkFaulty()
	t.spend()
	t.keep()
	s.stamp(t.seq, t.now)
	return &Record{
		Seq: t.seq, At: t.now, Rules: Rules, Actor: in.Actor, Via: in.Via, Action: in.Action, Notices: t.notices,
	}, nil
}

// Fold applies a record's events: what Decide did once, done again without any rule.
func (s *State) Fold(r *Record) {
	for i := range r.Notices {
		r.Notices[i].Event.fold(s)
	}
	s.stamp(r.Seq, r.At)
}

func (s *State) stamp(seq uint64, at Time) {
	s.Seq, s.Now, s.Refit, s.Loose = seq, at, nil, nil
	s.touch(kindMeta, kindMeta)
}

// permitted checks role, door and presence, the same for every action.
func (t *Turn) permitted() *Refusal {
	need := t.in.Action.needs()
	if need == 0 {
		return refuse(CodeNotAllowed, "Nobody may do that.")
	}
	if r := cmp.Or(legible(t.in), t.keyed()); r != nil {
		return r
	}
	if _, theirs := t.in.Action.(granted); theirs && t.in.Via.Kind != ViaGrant {
		return refuse(CodeNotAllowed, "Only an agent asks for that.")
	}
	if t.me != nil && t.me.IsDeleted() && need != RoleHost {
		return refuse(CodeAbsent, t.me.DeletedWord())
	}
	switch t.in.Via.Kind {
	case ViaHost, ViaTimer:
		return t.hosted(need)
	case ViaTable:
		if _, ok := t.in.Action.(tabled); !ok || t.in.Actor != "" {
			return refuse(CodeNotAllowed, "Nothing but the chairs of a table of the house is moved from there.")
		}
		return nil
	case ViaKeyboard, ViaGrant, ViaMind, ViaScript, ViaForce:
	default:
		return refuse(CodeNotAllowed, "Nobody may do that.")
	}
	if t.me == nil {
		return refuse(CodeAbsent, "You are not in the world.")
	}
	if r := t.reached(need); r != nil {
		return r
	}
	if r := cmp.Or(t.allowedVia(need), t.lawful()); r != nil {
		return r
	}
	if _, ok := t.in.Action.(bodiless); !ok && t.me.Presence == Away {
		return refuse(CodeAbsent, "You are not in the world.")
	}
	return cmp.Or(t.restrained(), t.agreed())
}

// hosted refuses the daemon what needs a body that is not there.
func (t *Turn) hosted(need Role) *Refusal {
	_, far := t.in.Action.(remote)
	_, none := t.in.Action.(bodiless)
	switch {
	case need == RoleHost, far, none && t.me != nil, t.me != nil && t.me.Presence != Away:
		return nil
	}
	return refuse(CodeAbsent, "They are not in the world.")
}

func (t *Turn) allowedVia(need Role) *Refusal {
	_, own := t.in.Action.(personal)
	if own && t.in.Via.Kind != ViaKeyboard {
		return refuse(CodeKeyboard, "Only you yourself, at a keyboard, can do that.")
	}
	switch t.in.Via.Kind {
	case ViaGrant:
		return t.allowedGrant(need)
	case ViaForce:
		if by := t.s.Actors[t.in.Via.By]; by == nil || !by.May("force", RoleWizard) || need > RolePlayer {
			return refuse(CodeNotAllowed, "Nobody can be forced to that.")
		}
	case ViaMind, ViaScript:
		if t.me.Player() {
			return refuse(CodeNotAllowed, "Only creatures of the world act like that.")
		}
	case ViaKeyboard, ViaHost, ViaTimer, ViaTable: // permitted says what these may
	}
	return nil
}

// emit makes an event happen: it folds, is noticed, and its reactions follow, depth first.
func (t *Turn) emit(e Event) {
	if t.dry {
		panic(wouldHappen{})
	}
	if len(t.notices) >= 2*t.most {
		panic(fmt.Sprintf("world: %T has no end: more than %d events", t.in.Action, 2*t.most))
	}
	captions := t.s.captions(e, nil)
	e.fold(t.s)
	captions = t.s.captions(e, captions) // what the event itself made has a name only now
	sc := e.scene(t.s)
	n := Notice{Rules: Rules, Seq: t.seq, N: len(t.notices), At: t.now, Event: e, Room: t.s.where(sc)}
	n.Captions = t.s.worded(e, t.s.caption(captions, string(n.Room), "RoomID"))
	if _, starting := t.in.Action.(Start); !starting { // then nobody is there yet to listen
		n.To = t.s.perceivers(sc, t.now)
	}
	for _, g := range n.To {
		t.tells += len(g.Who)
	}
	t.notices = append(t.notices, n)
	if len(t.s.Refit)+len(t.s.Loose) > 0 {
		t.refit()
	}
	t.react(e)
}

// full reports whether a tick should leave the rest to the next one: a record has to stay far below what the journal
// takes, however many stand about and watch.
func (t *Turn) full() bool { return len(t.notices) >= t.most || t.tells >= tickTellsMost }

// sometime is the present time for an event whose time the state keeps and reads 0 of as never: at least 1, because the
// world begins at time 0 and things happen then.
func (t *Turn) sometime() Time { return max(t.now, 1) }

func (t *Turn) parked(id TimerID) bool { return t.stop[id] }

// roll throws a die for a purpose and a subject.
func (t *Turn) roll(purpose, subject string, sides int) int {
	t.rolls++
	return roll(t.s.Seed, t.seq, purpose, subject, t.rolls, sides)
}

// throw totals dice.
func (t *Turn) throw(d Dice, purpose, subject string) int {
	sum := d.P
	for range d.N {
		sum += t.roll(purpose, subject, max(d.S, 1))
	}
	return sum
}

// newID makes an id that was never used before.
func (t *Turn) newID(stem string) string {
	for n := t.s.Made + 1; ; n++ { // a pack may have given a made name to a thing of its own
		id := numbered(stem, n)
		if t.s.Items[ItemID(id)] == nil && t.s.Actors[ActorID(id)] == nil {
			return id
		}
	}
}

// present returns the body if it is in the same room as the actor.
func (t *Turn) present(id ActorID) *Actor {
	a := t.s.Actors[id]
	if a == nil || a.Presence == Away || a.Room != t.me.Room || t.s.hides(a) && !t.s.Sees(t.me, a) {
		return nil
	}
	return a
}

// calm refuses what nobody does in the middle of a fight.
func (t *Turn) calm() *Refusal {
	if t.s.Fights(t.me) {
		return refuse(CodeFighting, "Not in the middle of a fight! You could flee.")
	}
	return nil
}

// seeing refuses what needs light.
func (t *Turn) seeing() *Refusal {
	switch {
	case t.s.blinded(t.me):
		return refuse(CodeDark, "You are blind, and see nothing.")
	case !t.s.BrightFor(t.me, t.now):
		return refuse(CodeDark, "It is too dark to see what you are doing.")
	}
	return nil
}

// holds reports whether the actor carries the thing itself (not inside another).
func (t *Turn) holds(id ItemID) bool { return slices.Contains(t.s.Index.Held[t.me.ID], id) }
