package world

import (
	"cmp"
	"slices"
)

// TimerKind says what a timer does when it is due.
type TimerKind string

// The kinds of timers.
const (
	TimerRound  TimerKind = "round"  // the next blows of Subject's fight
	TimerSpawn  TimerKind = "spawn"  // the spawn rule Subject makes one more
	TimerDoor   TimerKind = "door"   // the door Subject returns to how it was
	TimerLid    TimerKind = "lid"    // the container Subject closes, and locks, again
	TimerDecay  TimerKind = "decay"  // the thing Subject falls to nothing
	TimerTide   TimerKind = "tide"   // the bell or the water; Subject is "bell" or "turn"
	TimerLeave  TimerKind = "leave"  // the link-dead body Subject leaves the world
	TimerForget TimerKind = "forget" // the guest Subject is forgotten
	TimerPurse  TimerKind = "purse"  // the purse of the ready-made body Subject is full again: nothing happens
	TimerNotice TimerKind = "notice" // the aggressive creature Subject looks for prey
	TimerHalt   TimerKind = "halt"   // the shutdown's countdown
	TimerReboot TimerKind = "reboot" // the restart's
	TimerJoin   TimerKind = "join"   // a creature sits down with whoever is alone at the table Subject
	TimerMove   TimerKind = "move"   // the creature whose turn it is at the table Subject moves
	TimerIdle   TimerKind = "idle"   // a creature gets up from the table Subject, where nobody moves
	TimerSeat   TimerKind = "seat"   // the link-dead body Subject loses its seat
	TimerGrant  TimerKind = "grant"  // the grant Subject ends
	TimerTurn   TimerKind = "turn"   // the time of whose turn it is in the encounter Subject is up
	TimerLapse  TimerKind = "lapse"  // the sanction Subject is over
	TimerErase  TimerKind = "erase"  // the deleted character Subject is erased
	TimerBurn   TimerKind = "burn"   // the light Subject has burnt down
	TimerEffect TimerKind = "effect" // an effect upon Subject ends
	TimerQuote  TimerKind = "quote"  // the offer in the bargain Subject is answered by rule
	TimerRoam   TimerKind = "roam"   // the creatures of the zone Subject stir
	TimerWade   TimerKind = "wade"   // the flow takes Subject, who waded into it
	TimerGreet  TimerKind = "greet"  // the creature Subject reacts to who came
	TimerScript TimerKind = "script" // a step of a script is due; Subject is the script and the number of its timer
	TimerSeason TimerKind = "season" // something comes or goes in the zone Subject, by tide or hour
	TimerHire   TimerKind = "hire"   // the time of the companion Subject is nearly up, or is
	TimerKeep   TimerKind = "keep"   // the companion Subject looks about for what is to be done
	TimerMake   TimerKind = "make"   // what Subject is at work on is done
)

// Timer is something that will happen. A late timer fires once.
type Timer struct {
	ID      TimerID   `json:"id"`
	Due     Time      `json:"due"`
	Kind    TimerKind `json:"kind"`
	Subject string    `json:"subject"`
	Count   int       `json:"count,omitempty"` // of a countdown: how many seconds are left then
	Note    string    `json:"note,omitempty"`  // of a countdown: its reason
}

const tickMost = 500 // timers one Tick takes

func timerID(kind TimerKind, subject string) TimerID { return TimerID(string(kind) + ":" + subject) }

// TimerSet says that a timer now waits; one of the same id is replaced.
type TimerSet struct {
	Kind    TimerKind `json:"kind"`
	Subject string    `json:"subject" words:"fixed"`
	Due     Time      `json:"due"`
	Count   int       `json:"count,omitempty"`
	Note    string    `json:"note,omitempty" words:"fixed"`
}

// TimerGone says that a timer fired or was called off.
type TimerGone struct {
	Timer TimerID `json:"timer"`
}

func (e TimerSet) fold(s *State) {
	id := timerID(e.Kind, e.Subject)
	s.unindexTimer(id)
	t := &Timer{ID: id, Due: e.Due, Kind: e.Kind, Subject: e.Subject, Count: e.Count, Note: e.Note}
	s.Timers[id] = t
	s.touch(kindTimer, string(id))
	s.indexTimer(t)
}

func (e TimerGone) fold(s *State) {
	s.unindexTimer(e.Timer)
	delete(s.Timers, e.Timer)
	s.touch(kindTimer, string(e.Timer))
}

func (e TimerSet) scene(*State) scene  { return scene{} }
func (e TimerGone) scene(*State) scene { return scene{} }

func (TimerSet) traits() Traits  { return Traits{} }
func (TimerGone) traits() Traits { return Traits{} }

func byDue(a, b *Timer) int {
	return cmp.Or(cmp.Compare(a.Due, b.Due), cmp.Compare(a.ID, b.ID))
}

func (s *State) indexTimer(t *Timer) {
	i, _ := slices.BinarySearchFunc(s.Index.Due, t, byDue)
	s.Index.Due = slices.Insert(s.Index.Due, i, t)
}

func (s *State) unindexTimer(id TimerID) {
	t := s.Timers[id]
	if t == nil {
		return
	}
	if i, found := slices.BinarySearchFunc(s.Index.Due, t, byDue); found {
		s.Index.Due = slices.Delete(s.Index.Due, i, i+1)
	}
}

// NextTimer returns when the next timer is due, and whether there is one. The tide's own timers wait while nobody is
// in the world to see it, so that an idle world writes nothing. Parked timers do not count.
func (s *State) NextTimer(parked map[TimerID]bool) (Time, bool) {
	for _, t := range s.Index.Due {
		if (t.Kind != TimerTide || len(s.Index.Awake) > 0) && !parked[t.ID] {
			return t.Due, true
		}
	}
	return 0, false
}

// Tick lets what is due happen: at most 500 timers, in the order of due time and id.
type Tick struct{}

func (Tick) needs() Role { return RoleHost }

func (Tick) deed() deed { return deed{} }

func (Tick) decide(t *Turn) *Refusal {
	var due []TimerID
	for _, timer := range t.s.Index.Due {
		if timer.Due > t.now || len(due) == tickMost {
			break
		}
		if timer.Kind != TimerTide || len(t.s.Index.Awake) > 0 {
			due = append(due, timer.ID)
		}
	}
	for _, id := range due {
		timer := t.s.Timers[id]
		if timer == nil || timer.Due > t.now || t.parked(id) {
			continue // an earlier one of this tick moved or removed it
		}
		t.fireGuarded(*timer)
		if t.full() {
			break
		}
	}
	return nil
}

// TimerPanic is how a panic goes on that a timer met, so that the next start can park that timer and not the world.
type TimerPanic struct {
	Timer TimerID
	Cause any
}

func (t *Turn) fireGuarded(timer Timer) {
	defer func() {
		if p := recover(); p != nil {
			panic(TimerPanic{Timer: timer.ID, Cause: p})
		}
	}()
	t.emit(TimerGone{Timer: timer.ID})
	t.fire(timer)
}

// fire does what a timer stands for; the timer itself is gone already.
func (t *Turn) fire(timer Timer) {
	switch timer.Kind {
	case TimerRound:
		t.round(ActorID(timer.Subject))
	case TimerSpawn:
		t.resupply(SpawnID(timer.Subject))
	case TimerDoor:
		t.restoreDoor(DoorID(timer.Subject))
	case TimerLid:
		t.restoreLid(ItemID(timer.Subject))
	case TimerDecay:
		t.decay(ItemID(timer.Subject))
	case TimerTide:
		t.turnTide(timer.Subject)
	case TimerLeave:
		t.leaveWorld(ActorID(timer.Subject), LeftLinkdead)
	case TimerForget:
		t.forget(ActorID(timer.Subject))
	case TimerPurse:
	case TimerNotice:
		t.notice(ActorID(timer.Subject))
	case TimerHalt, TimerReboot:
		t.countdown(timer)
	case TimerJoin:
		t.join(BoardID(timer.Subject))
	case TimerMove:
		t.ponder(BoardID(timer.Subject))
	case TimerIdle:
		t.tire(BoardID(timer.Subject))
	case TimerSeat:
		t.lost(ActorID(timer.Subject))
	case TimerGrant:
		t.lapse(GrantID(timer.Subject))
	case TimerTurn:
		t.turnDue(EncounterID(timer.Subject))
	case TimerLapse:
		t.runOut(SanctionID(timer.Subject))
	case TimerErase:
		t.erase(ActorID(timer.Subject))
	case TimerBurn:
		t.burnOut(ItemID(timer.Subject))
	case TimerEffect:
		t.fade(ActorID(timer.Subject))
	case TimerQuote:
		t.answerDeal(DealID(timer.Subject))
	case TimerRoam:
		t.roam(timer.Subject)
	case TimerWade:
		t.sink(ActorID(timer.Subject))
	case TimerGreet:
		t.greet(ActorID(timer.Subject))
	case TimerScript:
		t.scriptDue(timer.Subject)
	case TimerSeason:
		t.turnSeason(timer.Subject, "", false)
	case TimerHire:
		t.service(ActorID(timer.Subject))
	case TimerKeep:
		t.keepUp(ActorID(timer.Subject))
	case TimerMake:
		t.makeDue(ActorID(timer.Subject))
	}
}

// after sets a timer a while from now, on the grid.
func (t *Turn) after(wait Time, kind TimerKind, subject string) {
	t.emit(TimerSet{Kind: kind, Subject: subject, Due: (t.now + wait).grid()})
}

// cancel removes a timer if it waits.
func (t *Turn) cancel(kind TimerKind, subject string) {
	if id := timerID(kind, subject); t.s.Timers[id] != nil {
		t.emit(TimerGone{Timer: id})
	}
}
