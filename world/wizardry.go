package world

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Haul moves a body somewhere without an exit: goto moves the wizard, summon somebody else.
type Haul struct {
	Body ActorID `json:"body"`
	To   RoomID  `json:"to"`
}

// Conjure makes one thing or creature from its pattern, in the wizard's hands or room.
type Conjure struct {
	Item ProtoID `json:"item,omitempty"`
	Mob  ProtoID `json:"mob,omitempty"`
	// Count is how many, ConjureMost at most; 0 is one.
	Count int `json:"count,omitempty"`
}

// Purge removes a thing or a creature of the world for good.
type Purge struct {
	Item  ItemID  `json:"item,omitempty"`
	Actor ActorID `json:"actor,omitempty"`
}

// SetField sets one number or the role of a body: hp, hpmax, level, xp, coins, role, or a craft by its id.
type SetField struct {
	Actor ActorID `json:"actor"`
	Field string  `json:"field" words:"fixed"`
	Value int     `json:"value"`
}

// Echo puts words before everybody in the room as they are.
type Echo struct {
	Text string `json:"text" words:"all"`
}

// Restore gives somebody all their hit points.
type Restore struct {
	Actor ActorID `json:"actor"`
}

// Halt begins the countdown to a shutdown or, with Again, to a restart, or calls either off.
type Halt struct {
	Seconds int    `json:"seconds"`
	Reason  string `json:"reason,omitempty" words:"all"`
	Off     bool   `json:"off,omitempty"`
	Again   bool   `json:"again,omitempty"`
}

// Anoint makes a character a wizard: the daemon asks, when the world's one-time code was given.
// Founds says that they claimed it, so that no wizard demotes them.
type Anoint struct {
	Body   ActorID `json:"body"`
	Founds bool    `json:"founds,omitempty"`
}

func (Anoint) needs() Role { return RoleHost }

func (Anoint) deed() deed { return deed{} }
func (Anoint) bodiless()  {}

func (a Anoint) decide(t *Turn) *Refusal {
	body := t.s.Actors[a.Body]
	if body == nil || !body.Player() || body.Guest() || body.IsDeleted() {
		return refuse(CodeUnknown, "There is no such character.")
	}
	t.emit(FieldSet{Actor: a.Body, Field: "role", Was: int(body.Role), Value: int(RoleWizard), At: t.now})
	if a.Founds {
		t.emit(Founded{Actor: a.Body})
	}
	t.whole(body)
	return nil
}

// FieldSet says that a value of a body was set: By a wizard, or by the daemon for the one who claimed the world.
type FieldSet struct {
	Actor ActorID `json:"actor"`
	Field string  `json:"field" words:"fixed"`
	Was   int     `json:"was,omitempty"` // before
	Value int     `json:"value"`
	By    ActorID `json:"by,omitempty"`
	At    Time    `json:"at"`

	Script ScriptID `json:"script,omitempty"` // that took it, where it was no wizard
}

// Echoed says that words came out of the air.
type Echoed struct {
	Actor ActorID `json:"actor"`
	Text  string  `json:"text" words:"all"`
}

// HaltAnnounced tells everybody how many seconds are left, or with Off that it was called off.
type HaltAnnounced struct {
	Seconds int    `json:"seconds"`
	Reason  string `json:"reason,omitempty" words:"all"`
	Off     bool   `json:"off,omitempty"`
	Again   bool   `json:"again,omitempty"` // it starts again at once
}

// Halted says that the countdown is over: the daemon stops when it sees this, with Again to be started again at once.
type Halted struct {
	Reason string `json:"reason,omitempty" words:"all"`
	Again  bool   `json:"again,omitempty"`
}

func (Haul) needs() Role     { return RoleWizard }
func (Conjure) needs() Role  { return RoleWizard }
func (Purge) needs() Role    { return RoleWizard }
func (SetField) needs() Role { return RoleWizard }
func (Echo) needs() Role     { return RoleWizard }
func (Restore) needs() Role  { return RoleWizard }
func (Halt) needs() Role     { return RoleWizard }

func (Haul) deed() deed     { return deed{} }
func (Conjure) deed() deed  { return deed{} }
func (Purge) deed() deed    { return deed{} }
func (SetField) deed() deed { return deed{} }
func (Echo) deed() deed     { return deed{} }
func (Restore) deed() deed  { return deed{} }
func (Halt) deed() deed     { return deed{} }

func (Haul) remote()     {}
func (Purge) remote()    {}
func (SetField) remote() {}
func (Restore) remote()  {}
func (Halt) remote()     {}

func (a Haul) decide(t *Turn) *Refusal {
	body := t.s.Actors[a.Body]
	switch {
	case body == nil || body.Presence == Away && !body.Player():
		return refuse(CodeAbsent, "They are not in the world just now.")
	case t.s.Rooms[a.To] == nil:
		return refuse(CodeUnknown, "There is no such place.")
	case body.Room == a.To && body == t.me:
		return refuse(CodeAlready, "You are there already.")
	case body.Room == a.To:
		return refuse(CodeAlready, "They are there already.")
	}
	t.haul(body, a.To)
	return nil
}

// haul moves somebody without an exit. Who is out of the world will wake there.
func (t *Turn) haul(body *Actor, to RoomID) {
	t.endFights(body)
	t.emit(Moved{Actor: body.ID, From: body.Room, To: to, Manner: Conjured, By: t.in.Actor})
}

func (a Conjure) decide(t *Turn) *Refusal {
	if a.Count < 0 || a.Count > ConjureMost {
		return refuse(CodeBadValue, "One can make 1 to "+strconv.Itoa(ConjureMost)+" at once.")
	}
	for range max(a.Count, 1) {
		if r := a.one(t); r != nil {
			return r
		}
	}
	return nil
}

// one makes one; it refuses the first or none.
func (a Conjure) one(t *Turn) *Refusal {
	if m := t.s.MobSpecs[a.Mob]; m != nil {
		if m.Ready != nil {
			return refuse(CodeCannot, m.Name+" is a body for guests, and comes when one of them wants to be "+m.Name+".")
		}
		id := ActorID(t.newID("npc-" + string(a.Mob)))
		t.emit(MobMade{
			Actor: id, Num: t.s.nextNum(), Name: m.Name, Proto: a.Mob, Room: t.me.Room, HP: m.HP,
			Level: max(m.Level, 1), By: t.me.ID, At: t.now,
		})
		return nil
	}
	spec := t.s.ItemSpecs[a.Item]
	if spec == nil {
		return refuse(CodeUnknown, "There is no such pattern.")
	}
	at := Place{Actor: t.me.ID}
	if spec.Fixed || spec.Coins || len(t.s.Index.Held[t.me.ID]) >= carryMost {
		at = Place{Room: t.me.Room}
	}
	e := ItemMade{Item: ItemID(t.newID(string(a.Item))), Proto: a.Item, Place: at, By: t.me.ID}
	if spec.Coins {
		e.Coins = spec.Value
	}
	if spec.Holds != nil {
		e.Shut, e.Bolt = spec.Holds.Closed || spec.Holds.Locked, spec.Holds.Locked
	}
	t.emit(e)
	return nil
}

func (a Purge) decide(t *Turn) *Refusal {
	if t.s.Items[a.Item] != nil {
		t.purgeItem(a.Item)
		return nil
	}
	who := t.s.Actors[a.Actor]
	switch {
	case who == nil:
		return refuse(CodeNotHere, "There is nothing of that name here.")
	case who.Player():
		return refuse(CodeCannot, "People cannot be purged.")
	}
	t.purgeMob(who)
	return nil
}

// purgeItem removes a thing; what was in it lies where it was.
func (t *Turn) purgeItem(id ItemID) {
	it := t.s.Items[id]
	for _, in := range append([]ItemID(nil), t.s.Index.Inside[id]...) {
		t.emit(ItemMoved{Item: in, Place: it.At})
	}
	spawn := it.Spawn
	t.emit(ItemGone{Item: id, Room: it.At.Room, How: Purged, By: t.in.Actor})
	t.supply(spawn)
}

// purgeMob removes a creature; what it had lies on the floor.
func (t *Turn) purgeMob(who *Actor) {
	t.unbind(who)
	for _, id := range append([]ItemID(nil), t.s.Index.Held[who.ID]...) {
		t.emit(ItemMoved{Item: id, Place: Place{Room: who.Room}})
	}
	spawn := who.Spawn
	t.emit(MobGone{Actor: who.ID, Room: who.Room, By: t.in.Actor})
	t.supply(spawn)
}

// fieldLimits are the highest values a wizard may set.
var fieldLimits = map[string]int{ //nolint:gochecknoglobals // immutable: never written
	"hp": 10_000, "hpmax": 10_000, "level": 100, "xp": 1_000_000, "coins": 1_000_000, "role": int(RoleHead),
}

// Settable lists what a wizard may set of a body: fields in order, then crafts and figures by their ids.
func (s *State) Settable() []string {
	names := slices.Sorted(maps.Keys(fieldLimits))
	for id := range Ordered(s.Crafts) {
		names = append(names, string(id))
	}
	for id := range Ordered(s.Figures) {
		names = append(names, string(id))
	}
	return names
}

func (a SetField) decide(t *Turn) *Refusal {
	who := t.s.Actors[a.Actor]
	most, ok := fieldLimits[a.Field]
	low := 0
	if a.Field == "hp" || a.Field == "hpmax" || a.Field == "level" || a.Field == "role" {
		low = 1
	}
	switch {
	case who == nil:
		return refuse(CodeAbsent, "There is nobody of that name.")
	case !ok && t.s.Crafts[CraftID(a.Field)] != nil:
		return t.setCraft(who, t.s.Crafts[CraftID(a.Field)], a.Value)
	case !ok && t.s.Figures[FigureID(a.Field)] != nil:
		return t.setFigure(who, t.s.Figures[FigureID(a.Field)], a.Value)
	case !ok:
		return refuse(CodeBadValue, "One can set "+strings.Join(t.s.Settable(), ", ")+".")
	case a.Value < low || a.Value > most:
		return refuse(CodeBadValue, "That value must be from "+strconv.Itoa(low)+" to "+strconv.Itoa(most)+".")
	case a.Field == "hp" && a.Value > who.HPMost():
		return refuse(CodeBadValue, "They can have at most "+strconv.Itoa(who.HPMost())+".")
	case a.Field == "role":
		return t.rank(who, Role(a.Value))
	}
	t.set(who, a.Field, a.Value)
	if a.Field == "level" && who.Player() {
		t.level(who)
	}
	return nil
}

// set sets one field by the decree of whoever acts.
func (t *Turn) set(who *Actor, field string, value int) {
	t.emit(FieldSet{
		Actor: who.ID, Field: field, Was: t.s.Field(who, field, t.now), Value: value, By: t.in.Actor, At: t.now,
	})
}

// level settles what goes with somebody's level after a decree: as much experience as that level takes, and the hit
// points that it gives, all of them.
func (t *Turn) level(who *Actor) {
	least, next := (who.Level-1)*(who.Level-1)*xpPerLevel, who.Level*who.Level*xpPerLevel
	if who.XP < least || who.XP >= next {
		t.set(who, "xp", least)
	}
	full := startHP + hpPerLevel*(who.Level-1)
	if m := t.s.MobSpecs[who.Body]; m != nil {
		full = max(1, m.HP+hpPerLevel*(who.Level-max(1, m.Level)))
	}
	if who.HPMax != full {
		t.set(who, "hpmax", full)
	}
	if full = who.HPMost(); t.s.HPNow(who, t.now) != full {
		t.set(who, "hp", full)
	}
}

// Field returns what a value of a body that a wizard may set is at a time; 0 for a name that is none.
func (s *State) Field(who *Actor, name string, now Time) int {
	switch name {
	case "hp":
		return s.HPNow(who, now)
	case "hpmax":
		return who.HPMax
	case "level":
		return who.Level
	case "xp":
		return who.XP
	case "coins":
		return who.Coins
	case "role":
		return int(who.Role)
	}
	if f := s.Figures[FigureID(name)]; f != nil {
		return s.ownFigure(who, f)
	}
	return who.Crafts[CraftID(name)]
}

func (a Echo) decide(t *Turn) *Refusal {
	text, r := speech(a.Text)
	if r == nil {
		t.emit(Echoed{Actor: t.me.ID, Text: text})
	}
	return r
}

func (a Restore) decide(t *Turn) *Refusal {
	who := t.s.Actors[a.Actor]
	if who == nil || who.Presence == Away && !who.Player() {
		return refuse(CodeAbsent, "They are not in the world just now.")
	}
	t.emit(Healed{Actor: a.Actor, HP: who.HPMost(), At: t.now, By: t.in.Actor})
	return nil
}

const (
	haltSecondsMax = 3600
	haltSubject    = "world"
)

func (a Halt) decide(t *Turn) *Refusal {
	kind, waiting := t.s.halting()
	switch {
	case a.Off && !waiting:
		return refuse(CodeAlready, "No shutdown and no restart is under way.")
	case a.Off:
		t.cancel(kind, haltSubject)
		t.emit(HaltAnnounced{Off: true, Again: kind == TimerReboot})
		return nil
	case a.Seconds < 0 || a.Seconds > haltSecondsMax:
		return refuse(CodeBadValue, "A countdown takes 0 to 3600 seconds.")
	case waiting && kind == TimerReboot:
		return refuse(CodeAlready, "A restart is under way already; `reboot off` calls it off.")
	case waiting:
		return refuse(CodeAlready, "A shutdown is under way already; `shutdown off` calls it off.")
	}
	kind = TimerHalt
	if a.Again {
		kind = TimerReboot
	}
	t.emit(HaltAnnounced{Seconds: a.Seconds, Reason: Clean(a.Reason), Again: a.Again})
	t.haltNext(kind, a.Seconds, Clean(a.Reason))
	return nil
}

// halting reports whether a countdown is under way, and which.
func (s *State) halting() (TimerKind, bool) {
	for _, kind := range []TimerKind{TimerHalt, TimerReboot} {
		if s.Timers[timerID(kind, haltSubject)] != nil {
			return kind, true
		}
	}
	return "", false
}

// haltSteps are the seconds at which a countdown speaks.
var haltSteps = []int{1800, 600, 300, 60, 30, 10, 5, 0} //nolint:gochecknoglobals // immutable: never written

// haltNext waits for the next step of the countdown; the timer counts the seconds left then, and notes the reason.
func (t *Turn) haltNext(kind TimerKind, seconds int, reason string) {
	next := 0
	for _, step := range haltSteps {
		if step < seconds {
			next = step
			break
		}
	}
	t.emit(TimerSet{
		Kind: kind, Subject: haltSubject, Due: (t.now + Time(seconds-next)*Second).grid(), Count: next, Note: reason,
	})
}

func (t *Turn) countdown(timer Timer) {
	left, reason, again := timer.Count, timer.Note, timer.Kind == TimerReboot
	if left == 0 {
		t.emit(Halted{Reason: reason, Again: again})
		return
	}
	t.emit(HaltAnnounced{Seconds: left, Reason: reason, Again: again})
	t.haltNext(timer.Kind, left, reason)
}

func (e FieldSet) fold(s *State) {
	a := s.actor(e.Actor)
	switch e.Field {
	case "hp":
		a.HP, a.HPAt = e.Value, e.At
	case "hpmax":
		a.HPMax = e.Value
		a.HP, a.HPAt = min(a.HP, max(1, a.HPMost())), e.At
		s.refit(e.Actor)
	case "level":
		a.Level = e.Value
	case "xp":
		a.XP = e.Value
	case "coins":
		a.Coins = e.Value
	case "role":
		a.Role = Role(e.Value)
	default:
		s.putCraft(e.Actor, CraftID(e.Field), e.Value)
	}
}

func (Echoed) fold(*State)        {}
func (HaltAnnounced) fold(*State) {}
func (Halted) fold(*State)        {}

func (e FieldSet) scene(*State) scene { return scene{actor: e.Actor, closed: true} }
func (e Echoed) scene(s *State) scene { return s.heard(e.Actor) }

func (HaltAnnounced) scene(s *State) scene { return scene{others: s.Index.Awake} }
func (Halted) scene(s *State) scene        { return scene{others: s.Index.Awake} }

func (FieldSet) traits() Traits { return Traits{Follows: true, Cue: cue("Change")} }

func (Echoed) traits() Traits {
	return Traits{Public: true, OnlyTold: true, Weight: WeightHeavy, Cue: cue("Voice")}
}

func (HaltAnnounced) traits() Traits {
	return Traits{OnlyTold: true, Follows: true, Weight: WeightHeavy, Cue: cue("Shutdown coming")}
}

func (Halted) traits() Traits {
	return Traits{Follows: true, Weight: WeightHeavy, Cue: cue("Shutdown")}
}
