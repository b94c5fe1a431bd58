package world

import "strings"

// Lengths of waiting before a body leaves.
const (
	linkdeadWait = 10 * Minute // a body with nobody at the other end stands this long
	guestWait    = 60 * Minute // a guest who left is remembered this long
)

// Limits of names and of how many characters an account may own.
const (
	NameRunesMin  = 3
	NameRunesMax  = 16
	CharactersMax = 8 // per account
)

const (
	startHP     = 30
	hpPerLevel  = 8
	regenPeriod = 6 * Second // one hit point each, out of a fight
)

// PlayerPrefix begins the id of every player's character; its name in lower case follows.
const PlayerPrefix = "pc-"

// Create makes a player's character. Guests have no account. The daemon asks; it has proved who the account is.
type Create struct {
	Account AccountID `json:"account,omitempty"`
	Name    string    `json:"name" words:"fixed"`
	Role    Role      `json:"role"`
}

// Created says that a character came to be.
type Created struct {
	Actor   ActorID   `json:"actor"`
	Num     uint32    `json:"num"`
	Name    string    `json:"name" words:"fixed"`
	Account AccountID `json:"account,omitempty"`
	Role    Role      `json:"role"`
	Room    RoomID    `json:"room"`
	HP      int       `json:"hp"`
	At      Time      `json:"at"`
}

func (Create) needs() Role { return RoleHost }

func (Create) deed() deed { return deed{} }
func (Create) bodiless()  {}

func (a Create) decide(t *Turn) *Refusal {
	if r := t.s.NameFit(a.Name); r != nil {
		return r
	}
	if a.Account != "" && len(t.s.Index.Accounts[a.Account]) >= CharactersMax {
		return refuse(CodeFull, "This account has as many characters as it may have.")
	}
	if r := t.s.closed(a.Account); r != nil {
		return r
	}
	if a.Account == "" && a.Role > RoleGuest || a.Role < RoleGuest || a.Role > RoleHead {
		return refuse(CodeBadValue, "That role cannot be given.")
	}
	if t.s.start() == "" {
		return refuse(CodeAbsent, "There is no world yet to be born into.")
	}
	if r := t.s.BarredNew(EntranceGuests, t.now); r != nil && a.Account == "" {
		return r
	}
	id := ActorID(PlayerPrefix + strings.ToLower(a.Name))
	if t.s.Actors[id] != nil {
		id = ActorID(t.newID(PlayerPrefix + strings.ToLower(a.Name)))
	}
	t.emit(Created{
		Actor: id, Num: t.s.nextNum(), Name: a.shown(), Account: a.Account, Role: a.Role,
		Room: t.s.start(), HP: startHP, At: t.now,
	})
	return nil
}

// shown is the name as it is written, with one capital. A guest's is the host's choice, of two words that begin with
// one each.
func (a Create) shown() string {
	if a.Account == "" {
		return capital(a.Name)
	}
	return capital(strings.ToLower(a.Name))
}

// NameFit refuses a name that cannot be a new character's: one that is taken, and one that others would take for
// somebody else's, be it a person of the world or whoever has a say in it.
func (s *State) NameFit(name string) *Refusal {
	switch low := strings.ToLower(name); {
	case authority(low):
		return refuse(CodeTaken, "That name would pass for somebody with a say here. Choose another.")
	case s.creatureNamed(low):
		return refuse(CodeTaken, nameTakenText)
	}
	return s.nameFree(name)
}

// nameFree refuses a name that no character can have beside those that are.
func (s *State) nameFree(name string) *Refusal {
	if len(name) < NameRunesMin || len(name) > NameRunesMax {
		return refuse(CodeBadValue, "A name has 3 to 16 letters.")
	}
	for i := range len(name) {
		if c := name[i] | 0x20; c < 'a' || c > 'z' {
			return refuse(CodeBadValue, "A name is made of the letters a to z only.")
		}
	}
	low := strings.ToLower(name)
	switch low {
	case "all", "here", "me", "self", "it", "him", "her", "them", "someone", "something", "nobody", "everybody", "guest",
		"you", "the", "and", "with", "from", "into", "wizard", "admin", "host", "system", "mudlark", "lowtide":
		return refuse(CodeTaken, "That word would confuse everybody. Choose another name.")
	}
	if s.PlayerNamed(low) != nil {
		return refuse(CodeTaken, nameTakenText)
	}
	for _, m := range anyhow(s.MobSpecs) {
		if strings.EqualFold(m.Name, name) {
			return refuse(CodeTaken, nameTakenText)
		}
	}
	return nil
}

func (s *State) nextNum() uint32 { return uint32(s.Made%(1<<32-1)) + 1 }

func (e Created) fold(s *State) {
	s.Made++
	a := &Actor{
		ID: e.Actor, Num: e.Num, Name: e.Name, Account: e.Account, Role: e.Role, Room: e.Room,
		HP: e.HP, HPMax: e.HP, HPAt: e.At, Level: 1, Born: e.At, Seen: e.At,
		Quests: map[QuestID]QuestRun{}, Known: map[RoomID]bool{e.Room: true},
	}
	s.Actors[e.Actor] = a
	s.touch(kindActor, string(e.Actor))
	s.indexName(a)
}

func (e Created) scene(*State) scene { return scene{room: e.Room} }

func (Created) traits() Traits { return Traits{} }

// Enter brings a body into the world where it last stood, or brings somebody back to it.
type Enter struct{}

// Entered says that a body that was out of the world is in it.
type Entered struct {
	Actor ActorID `json:"actor"`
	Room  RoomID  `json:"room"`
	Agent GrantID `json:"agent,omitempty"` // under which grant an agent brought it in; "" for a person
	At    Time    `json:"at"`
}

// Rejoined says that somebody is again at the other end of a body that stood link-dead.
type Rejoined struct {
	Actor ActorID `json:"actor"`
	Room  RoomID  `json:"room"`
	Agent GrantID `json:"agent,omitempty"` // under which grant, if it is an agent
	At    Time    `json:"at"`
}

// HelmTaken says that another is at the other end of a body that was in the world all the time.
type HelmTaken struct {
	Actor ActorID `json:"actor"`
	Agent GrantID `json:"agent,omitempty"` // under which grant, if it is an agent
	At    Time    `json:"at"`
}

func (Enter) needs() Role { return RoleGuest }

func (Enter) deed() deed { return deed{} }
func (Enter) bodiless()  {}

func (Enter) decide(t *Turn) *Refusal {
	if t.me.Presence == Here && t.me.Agent == t.in.Via.Grant {
		return nil
	}
	if r := t.s.Barred(t.me, t.now); r != nil {
		return r
	}
	room := t.me.Room
	if x := t.s.jailed(t.me, t.now); x != nil && t.s.Rooms[x.Room] != nil && t.me.Presence == Away {
		room = x.Room // also who was made, or moved, since
	}
	switch r := t.s.Rooms[room]; {
	case t.me.Presence != Away: // who stands there, perhaps in a fight, is not moved by coming back
	case r == nil:
		room = t.s.start()
	case r.Tidal != nil && !r.Tidal.dry(t.now.Tide()):
		room = t.s.sweptTo(r.Tidal)
	}
	t.cancel(TimerLeave, string(t.me.ID))
	t.cancel(TimerForget, string(t.me.ID))
	t.comeBack(t.me) // who sits down now knows nothing of it
	agent := t.in.Via.Grant
	switch t.me.Presence {
	case Here:
		t.emit(HelmTaken{Actor: t.me.ID, Agent: agent, At: t.now})
	case Linkdead:
		t.emit(Rejoined{Actor: t.me.ID, Room: room, Agent: agent, At: t.now})
	case Away:
		t.emit(Entered{Actor: t.me.ID, Room: room, Agent: agent, At: t.now})
	}
	return nil
}

func (e Entered) fold(s *State) {
	s.putActor(e.Actor, e.Room, Here)
	a := s.actor(e.Actor)
	a.Seen, a.Agent = e.At, e.Agent
	a.Known[e.Room] = true
}

func (e Rejoined) fold(s *State) { Entered(e).fold(s) }

func (e HelmTaken) fold(s *State) {
	a := s.actor(e.Actor)
	a.Seen, a.Agent = e.At, e.Agent
}

func (e Entered) scene(*State) scene {
	return scene{actor: e.Actor, comes: e.Actor, room: e.Room, sight: true}
}

func (e Rejoined) scene(*State) scene {
	return scene{actor: e.Actor, comes: e.Actor, room: e.Room, sight: true}
}

func (Entered) traits() Traits  { return Traits{Public: true, Weight: WeightHeavy, Cue: cue("Arrival")} }
func (Rejoined) traits() Traits { return Traits{Public: true, Weight: WeightHeavy, Cue: cue("Awake")} }

// Nobody sees who is at the other end.
func (e HelmTaken) scene(s *State) scene { return scene{room: s.whereIs(e.Actor)} }

func (HelmTaken) traits() Traits { return Traits{} }

// Sever says that nobody is at the other end of a body any more. The daemon asks.
type Sever struct {
	Body ActorID `json:"body"`
}

// Severed says that a body stands link-dead.
type Severed struct {
	Actor ActorID `json:"actor"`
	At    Time    `json:"at"`
}

func (Sever) needs() Role { return RoleHost }

func (Sever) deed() deed { return deed{} }
func (Sever) bodiless()  {}

func (a Sever) decide(t *Turn) *Refusal {
	body := t.s.Actors[a.Body]
	if body == nil || body.Presence != Here {
		return nil
	}
	if t.s.Minded(body) != nil || t.s.lent(body) { // its own mind has it back, and a creature does not go
		t.handBack(a.Body, body.Agent)
		return nil
	}
	t.comeBack(body)
	t.emit(Severed{Actor: a.Body, At: t.now})
	t.after(linkdeadWait, TimerLeave, string(a.Body))
	return nil
}

func (e Severed) fold(s *State) {
	a := s.actor(e.Actor)
	s.putActor(e.Actor, a.Room, Linkdead)
	a.Seen = e.At
}

func (e Severed) scene(s *State) scene {
	sc := s.seen(e.Actor)
	sc.comes = e.Actor
	return sc
}

func (Severed) traits() Traits { return Traits{Public: true, Weight: WeightHeavy, Cue: cue("Asleep")} }

// Depart takes a body out of the world, because its owner wants to go.
type Depart struct{}

// How a body left the world.
const (
	LeftWilling  Leaving = ""
	LeftLinkdead Leaving = "linkdead"
)

// Leaving says how a body left the world.
type Leaving string

// Departed says that a body is out of the world.
type Departed struct {
	Actor ActorID `json:"actor"`
	Room  RoomID  `json:"room"`
	How   Leaving `json:"how,omitempty"`
	At    Time    `json:"at"`
}

// Forgotten says that a guest is no more, or a character that was deleted.
type Forgotten struct {
	Actor ActorID `json:"actor"`
}

func (Depart) needs() Role { return RoleGuest }

func (Depart) deed() deed { return deed{verbs: []string{"quit"}} }

func (Depart) decide(t *Turn) *Refusal {
	if r := t.calm(); r != nil {
		return r
	}
	t.leaveWorld(t.me.ID, LeftWilling)
	return nil
}

// leaveWorld takes a body out. What a guest carries stays behind on the floor, but for what the guest bought.
func (t *Turn) leaveWorld(id ActorID, how Leaving) {
	a := t.s.Actors[id]
	if a == nil || a.Presence == Away || how == LeftLinkdead && a.Presence != Linkdead {
		return
	}
	t.unbind(a)
	wait := guestWait
	if a.Body != "" {
		t.takeBack(a.Kit)
		wait = 0
	}
	if a.Guest() {
		t.takeBack(t.s.Index.Wares[id])
		t.spill(a)
		t.after(wait, TimerForget, string(id))
	}
	t.cancel(TimerLeave, string(id))
	t.emit(Departed{Actor: id, Room: a.Room, How: how, At: t.now})
}

// unbind ends what ties a body to others: a seat at a table, following and fighting, both ways.
func (t *Turn) unbind(a *Actor) {
	t.leaveTable(a.ID, RoseEnded)
	t.endFights(a)
	t.comeBack(a)
	for _, id := range append([]ActorID(nil), t.s.Index.Followers[a.ID]...) {
		t.emit(FollowEnded{Actor: id, Leader: a.ID})
	}
	if a.Following != "" {
		t.emit(FollowEnded{Actor: a.ID, Leader: a.Following})
	}
}

// spill lays everything that somebody carries on the floor.
func (t *Turn) spill(a *Actor) {
	for _, id := range append([]ItemID(nil), t.s.Index.Held[a.ID]...) {
		t.emit(ItemDropped{Actor: a.ID, Item: id, Room: a.Room})
	}
}

// forget removes a guest who has been away for long.
func (t *Turn) forget(id ActorID) {
	a := t.s.Actors[id]
	if a == nil || !a.Guest() || a.Presence != Away {
		return
	}
	for _, g := range t.s.GrantsOf(id) {
		t.emit(GrantRevoked{Grant: g.ID, Actor: id, Label: g.Label})
	}
	t.takeBack(a.Kit)
	t.takeBack(t.s.Index.Wares[id])                                     // what came back with them, see [BringBack]
	for _, item := range append([]ItemID(nil), t.s.Index.Held[id]...) { // what a wizard brought back to them meanwhile
		t.emit(ItemMoved{Item: item, Place: Place{Room: a.Room}})
	}
	t.forgetTrade(id)
	t.acquit(id)
	t.forgetHeard(ScriptsForgot{Who: id})
	t.emit(Forgotten{Actor: id})
}

func (e Departed) fold(s *State) {
	a := s.actor(e.Actor)
	s.putActor(e.Actor, e.Room, Away)
	a.Seen, a.Invited = e.At, nil
}

func (e Forgotten) fold(s *State) {
	a := s.Actors[e.Actor]
	s.unindexName(a)
	delete(s.Actors, e.Actor)
	s.touch(kindActor, string(e.Actor))
}

func (e Departed) scene(*State) scene {
	return scene{comes: e.Actor, room: e.Room, sight: true}
}

func (e Forgotten) scene(*State) scene { return scene{} }

func (Departed) traits() Traits {
	return Traits{Public: true, Weight: WeightHeavy, Cue: cue("Departure")}
}

func (Forgotten) traits() Traits { return Traits{} }

// HPNow returns how many hit points somebody has at a time: they grow back out of a fight.
func (s *State) HPNow(a *Actor, now Time) int {
	if s.Fights(a) || now <= a.HPAt || a.HP >= a.HPMost() {
		return a.HP
	}
	return int(min(Time(a.HPMost()), Time(a.HP)+(now-a.HPAt)/regenPeriod))
}

// downFor is for how long somebody who was struck down in a brawl is fit for nothing.
const downFor = 2 * Minute

// isSpent reports whether somebody who does not fight has less than half of their hit points, or was struck down in a
// brawl a moment ago.
func (s *State) isSpent(a *Actor, now Time) bool {
	if s.Fights(a) {
		return false
	}
	return s.HPNow(a, now)*2 < a.HPMost() || a.HP == 1 && a.HPMax > 1 && now-a.HPAt < downFor
}

// HealedAt returns when somebody will have all their hit points back if nothing hurts them until then; 0 for who has
// them, and while they do not grow.
func (s *State) HealedAt(a *Actor, now Time) Time {
	if hp := s.HPNow(a, now); hp >= a.HPMost() || s.Fights(a) {
		return 0
	}
	return max(a.HPAt, 0) + Time(a.HPMost()-a.HP)*regenPeriod
}
