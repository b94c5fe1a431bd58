package world

import (
	"slices"
	"strings"
)

// Reactions of creatures without a mind: what one says or does when somebody comes, speaks, gives it something, at an
// hour, and when it dies. The words are the pack's. A creature reacts to persons alone, those that agents play among
// them, and never to another creature, so that no two of them answer one another; and seldom more than once in three
// seconds, but for the words that it is asked by, which it answers at once.

const (
	reactPause = 3 * Second // from one reaction of a creature to the next, but for what is said or given and for dying
	reactsMost = 3          // creatures that react to one happening
	greetWait  = Second     // who comes sees the place before it is reacted to
)

// Midnight is the hour of a reaction that is due when the day ends: 0 says that it is for no hour.
const Midnight = 24

// OnSpec is a reaction of a creature. Of Enter, Say, Give, Hour and Dies one is set, and one of Says and Does.
type OnSpec struct {
	Enter bool     `json:"enter,omitempty" yaml:"enter,omitempty"` // somebody comes where it is
	Say   []string `json:"say,omitempty" yaml:"say,omitempty"`     // somebody says all these words
	Give  ProtoID  `json:"give,omitempty" yaml:"give,omitempty"`   // somebody gives it one of these
	Hour  int      `json:"hour,omitempty" yaml:"hour,omitempty"`   // it is this hour, and somebody is there
	Dies  bool     `json:"dies,omitempty" yaml:"dies,omitempty"`   // it is killed

	Says string `json:"says,omitempty" yaml:"says,omitempty"` // the words
	Does string `json:"does,omitempty" yaml:"does,omitempty"` // what is seen of it: "scratches."

	Uses  bool    `json:"uses,omitempty" yaml:"uses,omitempty"`   // what is given is used up
	Gives ProtoID `json:"gives,omitempty" yaml:"gives,omitempty"` // and this is handed over for it

	When *WhenSpec `json:"when,omitempty" yaml:"when,omitempty"` // only then, and to whom it holds for
}

// utter lets a creature say or do what a reaction has.
func (t *Turn) utter(a *Actor, on *OnSpec) {
	switch {
	case on.Says != "":
		t.emit(Said{Actor: a.ID, Text: on.Says, At: t.sometime()})
	case on.Does != "":
		t.emit(Emoted{Actor: a.ID, Text: on.Does, At: t.sometime()})
	}
}

// spoke keeps when a creature reacted, and when to an hour; 0 is no reaction.
func (s *State) spoke(who ActorID, at Time, isHour bool) {
	if at > 0 {
		s.actor(who).Spoke = at
	}
	if at > 0 && isHour {
		s.actor(who).Tolled = at
	}
}

// pauses reports whether a creature reacted a moment ago.
func (t *Turn) pauses(a *Actor) bool { return a.Spoke > 0 && t.now < a.Spoke+reactPause }

// reacts lets creatures where somebody is react to what they did, and reports whether one did.
func (t *Turn) reacts(who ActorID, is func(*OnSpec) bool) bool {
	doer, n := t.s.Actors[who], 0
	if doer == nil || !doer.Player() || doer.Presence == Away {
		return false
	}
	for _, id := range t.s.Index.Present[doer.Room] {
		a := t.s.Actors[id]
		m := t.s.wild(a)
		if m == nil || len(m.On) == 0 || t.s.Fights(a) || t.s.sleeps(a) || !t.s.Sees(a, doer) {
			continue
		}
		i := slices.IndexFunc(m.On, func(on OnSpec) bool { return is(&on) && on.When.Holds(t.s, doer, t.now) })
		if i < 0 {
			continue
		}
		t.utter(a, &m.On[i])
		if n++; n == reactsMost {
			break
		}
	}
	return n > 0
}

// reactTo is what follows for creatures that react when somebody comes or gives; see [Turn.heeds] for what is said.
func (t *Turn) reactTo(e Event) {
	switch e := e.(type) {
	case Entered:
		t.comes(e.Actor)
	case Moved:
		t.comes(e.Actor)
	case ItemGiven:
		t.receives(e)
	default:
	}
}

// greets returns which reaction a creature has to somebody who came, or -1.
func (t *Turn) greets(a, who *Actor) int {
	m := t.s.wild(a)
	if m == nil || len(m.On) == 0 || t.s.Fights(a) || t.s.sleeps(a) || !t.s.Sees(a, who) {
		return -1
	}
	return slices.IndexFunc(m.On, func(on OnSpec) bool { return on.Enter && on.When.Holds(t.s, who, t.now) })
}

// comes lets creatures where somebody came react in a moment.
func (t *Turn) comes(who ActorID) {
	doer, n := t.s.Actors[who], 0
	if doer == nil || !doer.Player() || doer.Presence == Away {
		return
	}
	for _, id := range t.s.Index.Present[doer.Room] {
		if a := t.s.Actors[id]; t.greets(a, doer) < 0 || t.s.Timers[timerID(TimerGreet, string(id))] != nil {
			continue
		}
		t.after(greetWait, TimerGreet, string(id))
		if n++; n == reactsMost {
			return
		}
	}
}

// greet lets a creature react to the person who came last to where it is.
func (t *Turn) greet(id ActorID) {
	a := t.s.Actors[id]
	if a == nil || a.Presence != Here || t.pauses(a) {
		return
	}
	for _, id := range slices.Backward(t.s.Index.Present[a.Room]) {
		if who := t.s.Actors[id]; who.Player() {
			if n := t.greets(a, who); n >= 0 {
				t.utter(a, &t.s.mob(a).On[n])
			}
			return
		}
	}
}

// heeds lets creatures react to what somebody said, and reports whether one did: else one may answer.
func (t *Turn) heeds(e Said) bool {
	var words []string // only where somebody reacts
	return t.reacts(e.Actor, func(on *OnSpec) bool {
		if words == nil && len(on.Say) > 0 {
			words = strings.FieldsFunc(strings.ToLower(e.Text), func(r rune) bool { return notLetter(r) && r != '\'' })
		}
		return on.said(words)
	})
}

// said reports whether a reaction is to what was said, in words, each of which may stand in the plural.
func (on *OnSpec) said(words []string) bool {
	for _, w := range on.Say {
		for part := range strings.FieldsSeq(w) {
			if !slices.ContainsFunc(words, func(w string) bool { return w == part || w == part+"s" || w == part+"es" }) {
				return false
			}
		}
	}
	return len(on.Say) > 0
}

// reactsTo returns what a creature without a mind makes of a thing of a pattern that somebody gives it, or nil.
func (t *Turn) reactsTo(a, giver *Actor, of ProtoID) *OnSpec {
	m := t.s.wild(a)
	if m == nil || of == "" || !giver.Player() {
		return nil
	}
	i := slices.IndexFunc(m.On, func(on OnSpec) bool { return on.Give == of && on.When.Holds(t.s, giver, t.now) })
	if i < 0 {
		return nil
	}
	on := m.On[i]
	return &on
}

// spends reports whether what is given does not stay with the creature: it is used up, or something is handed over for
// it. What stayed could be taken from the dead, and given for the same again.
func (on *OnSpec) spends() bool { return on.Uses || on.Gives != "" }

// expectsLeast is how many hands creatures without a mind keep free of what they make nothing of, so that what they
// react to can still be given to them.
const expectsLeast = 10

// overladen reports whether a creature or a person cannot take a thing that somebody gives, for want of hands.
func (t *Turn) overladen(id ItemID, to *Actor) bool {
	held, of := len(t.s.Index.Held[to.ID]), t.s.Items[id].Proto
	if m := t.s.wild(to); m == nil || len(m.On) == 0 || held < carryMost-expectsLeast {
		return held >= carryMost
	}
	on := t.reactsTo(to, t.me, of)
	return on == nil || held >= carryMost && !on.spends()
}

// receives is what a creature makes of a thing that somebody gave it, which it has in its hands.
func (t *Turn) receives(e ItemGiven) {
	giver, a, it := t.s.Actors[e.Actor], t.s.Actors[e.To], t.s.Items[e.Item]
	if giver == nil || a == nil || it == nil || it.At.Actor != a.ID {
		return
	}
	on := t.reactsTo(a, giver, it.Proto)
	if on == nil {
		return
	}
	if !t.pauses(a) {
		t.utter(a, on)
	}
	if on.spends() {
		t.giveUpBy(giver.ID, it.ID)
	}
	if !it.Lent { // there would be no end of what a quest lends again and again
		t.rewards(a, giver, on.Gives)
	}
}

// rewards lets a creature hand over one of a pattern, made for it; when hands are full it lies at their feet.
func (t *Turn) rewards(a, to *Actor, proto ProtoID) {
	spec := t.s.ItemSpecs[proto]
	if spec == nil || spec.Fixed || spec.Coins || a.Room != to.Room {
		return
	}
	made := ItemMade{Item: ItemID(t.newID(string(proto))), Proto: proto, Place: Place{Actor: a.ID}}
	if spec.Holds != nil {
		made.Shut, made.Bolt = spec.Holds.Closed || spec.Holds.Locked, spec.Holds.Locked
	}
	t.emit(made)
	if len(t.s.Index.Held[to.ID]) < carryMost {
		t.emit(ItemGiven{Actor: a.ID, Item: made.Item, To: to.ID})
		return
	}
	t.emit(ItemDropped{Actor: a.ID, Item: made.Item, Room: a.Room})
}

// keepsHour lets a creature do what it does at an hour, once when the hour has begun, if somebody is there, and reports
// whether it did.
func (t *Turn) keepsHour(a *Actor) bool {
	m, began := t.s.mob(a), t.now/GameHour*GameHour
	if t.s.sleeps(a) || t.now-began >= 2*roamPeriod || a.Tolled > 0 && a.Tolled >= began || !t.watched(a.Room, "") {
		return false
	}
	i := slices.IndexFunc(m.On, func(on OnSpec) bool {
		return on.Hour > 0 && on.Hour%hoursPerDay == t.now.Hour() && on.When.Holds(t.s, nil, t.now)
	})
	if i < 0 {
		return false
	}
	switch on := m.On[i]; {
	case on.Says != "":
		t.emit(Said{Actor: a.ID, Text: on.Says, At: t.sometime(), Hour: true})
	case on.Does != "":
		t.emit(Emoted{Actor: a.ID, Text: on.Does, At: t.sometime(), Hour: true})
	}
	return true
}

// lastWords is what a creature that is killed still says or does.
func (t *Turn) lastWords(dead *Actor) {
	m := t.s.wild(dead)
	if m == nil {
		return
	}
	if i := slices.IndexFunc(m.On, func(on OnSpec) bool {
		return on.Dies && on.When.Holds(t.s, nil, t.now)
	}); i >= 0 {
		t.utter(dead, &m.On[i])
	}
}
