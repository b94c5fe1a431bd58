package world

import (
	"slices"
	"strconv"
)

// Limits of wizards' deeds.
const (
	ConjureMost     = 20   // things or creatures that one deed makes
	DescBytesMost   = 1200 // of how somebody looks
	clearedRoomMost = 100  // things and creatures that one deed clears away
)

// WizTalk speaks to all wizards, wherever they are.
type WizTalk struct {
	Text string `json:"text" words:"few"`
}

// WizTalked says that a wizard spoke to all wizards.
type WizTalked struct {
	Actor ActorID `json:"actor"`
	Text  string  `json:"text" words:"few"`
}

// EchoAll puts words before everybody in the world as they are.
type EchoAll struct {
	Text string `json:"text" words:"all"`
}

// EchoedAll says that everybody read words that came out of the air.
type EchoedAll struct {
	Actor ActorID `json:"actor"`
	Text  string  `json:"text" words:"all"`
}

// Send puts words before one person as they are.
type Send struct {
	To   ActorID `json:"to"`
	Text string  `json:"text" words:"few"`
}

// Sent says that one person read words that came out of the air.
type Sent struct {
	Actor ActorID `json:"actor"`
	To    ActorID `json:"to"`
	Text  string  `json:"text" words:"few"`
}

// Forced says that a wizard had somebody do what they did.
type Forced struct {
	Actor ActorID `json:"actor"`
	By    ActorID `json:"by"`
}

// Gather brings all players of the world to where the wizard is.
type Gather struct{}

// RestoreAll gives all players of the world all their hit points.
type RestoreAll struct{}

// ClearRoom removes the things and the creatures from a room for good: no people, and nothing that people carry.
// With a zone it is all rooms of that one. Of very many some are left for the next time.
type ClearRoom struct {
	Zone string `json:"zone,omitempty" words:"fixed"` // "" for the room where who clears is
}

// Unaffect ends what is upon somebody for a time: effects of drink, of food and of what is worn (tbaMUD's unaffect).
type Unaffect struct {
	Actor ActorID `json:"actor"`
}

// Pacify ends all fights in the room.
type Pacify struct{}

// Pacified says that a wizard ended the fights in a room.
type Pacified struct {
	Actor ActorID `json:"actor"`
	Room  RoomID  `json:"room"`
}

// Slay kills somebody who is here.
type Slay struct {
	Target ActorID `json:"target"`
}

// Slain says that a wizard killed somebody; that they died follows.
type Slain struct {
	Actor  ActorID `json:"actor"`
	Target ActorID `json:"target"`
	At     Time    `json:"at"`
}

// Rename gives a player's character another name. Its id stays.
type Rename struct {
	Who  ActorID `json:"who"`
	Name string  `json:"name" words:"fixed"`
}

// Renamed says that somebody is called otherwise from now on: By a wizard, or by the operator.
type Renamed struct {
	Actor ActorID `json:"actor"`
	Was   string  `json:"was" words:"fixed"`
	Name  string  `json:"name" words:"fixed"`
	By    ActorID `json:"by,omitempty"`
}

// Redescribe says what a player's character looks like; no text, as anybody does.
type Redescribe struct {
	Who  ActorID `json:"who"`
	Text string  `json:"text,omitempty" words:"fixed"`
}

// Redescribed says that somebody looks otherwise from now on.
type Redescribed struct {
	Actor ActorID `json:"actor"`
	Text  string  `json:"text,omitempty" words:"fixed"`
	By    ActorID `json:"by,omitempty"`
}

func (WizTalk) needs() Role    { return RoleWizard }
func (EchoAll) needs() Role    { return RoleWizard }
func (Send) needs() Role       { return RoleWizard }
func (Gather) needs() Role     { return RoleWizard }
func (RestoreAll) needs() Role { return RoleWizard }
func (ClearRoom) needs() Role  { return RoleWizard }
func (Unaffect) needs() Role   { return RoleWizard }
func (Pacify) needs() Role     { return RoleWizard }
func (Slay) needs() Role       { return RoleWizard }
func (Rename) needs() Role     { return RoleWizard }
func (Redescribe) needs() Role { return RoleWizard }

func (WizTalk) deed() deed    { return deed{} }
func (EchoAll) deed() deed    { return deed{} }
func (Send) deed() deed       { return deed{} }
func (Gather) deed() deed     { return deed{} }
func (RestoreAll) deed() deed { return deed{} }
func (ClearRoom) deed() deed  { return deed{} }
func (Unaffect) deed() deed   { return deed{} }
func (Pacify) deed() deed     { return deed{} }
func (Slay) deed() deed       { return deed{} }
func (Rename) deed() deed     { return deed{} }
func (Redescribe) deed() deed { return deed{} }

func (Rename) remote()     {}
func (Redescribe) remote() {}

func (a WizTalk) decide(t *Turn) *Refusal {
	text, _, r := t.carry(a, nil, a.Text)
	if r == nil {
		t.emit(WizTalked{Actor: t.me.ID, Text: text})
	}
	return r
}

func (a EchoAll) decide(t *Turn) *Refusal {
	text, r := speech(a.Text)
	if r == nil {
		t.emit(EchoedAll{Actor: t.me.ID, Text: text})
	}
	return r
}

func (a Send) decide(t *Turn) *Refusal {
	to := t.s.Actors[a.To]
	if to == nil || to.Presence != Here {
		return refuse(CodeAbsent, "They are not in the world just now, and would not read it.")
	}
	text, r := speech(a.Text)
	if r == nil {
		t.emit(Sent{Actor: t.me.ID, To: a.To, Text: text})
	}
	return r
}

// people lists the players in the world but for whoever acts, in order.
func (t *Turn) people() []ActorID {
	return slices.DeleteFunc(slices.Clone(t.s.Index.Awake), func(id ActorID) bool { return id == t.in.Actor })
}

func (Gather) decide(t *Turn) *Refusal {
	t.most = tickEventsMost
	found := false
	for _, id := range t.people() {
		if body := t.s.Actors[id]; body.Room != t.me.Room && !t.full() {
			t.haul(body, t.me.Room)
			found = true
		}
	}
	if !found {
		return refuse(CodeAlready, "Everybody in the world is here.")
	}
	return nil
}

func (RestoreAll) decide(t *Turn) *Refusal {
	t.most = tickEventsMost
	hurt := func(id ActorID) bool { a := t.s.Actors[id]; return t.s.HPNow(a, t.now) < a.HPMost() }
	all := slices.DeleteFunc(append(t.people(), t.me.ID), func(id ActorID) bool { return !hurt(id) })
	if len(all) == 0 {
		return refuse(CodeAlready, "Nobody in the world is hurt.")
	}
	for _, id := range all {
		if !t.full() {
			t.emit(Healed{Actor: id, HP: t.s.Actors[id].HPMost(), At: t.now, By: t.in.Actor})
		}
	}
	return nil
}

func (a ClearRoom) decide(t *Turn) *Refusal {
	rooms := []RoomID{t.me.Room}
	if a.Zone != "" {
		rooms = Picked(t.s.Rooms, func(_ RoomID, r *RoomSpec) bool { return r.InZone(a.Zone) })
		if len(rooms) == 0 {
			return refuse(CodeUnknown, "There is no such zone; zlist lists them.")
		}
	}
	t.most = tickEventsMost
	left, before := clearedRoomMost, len(t.notices)
	for _, room := range rooms {
		t.clearRoom(room, &left)
	}
	if len(t.notices) == before {
		where := "here"
		if a.Zone != "" {
			where = "there"
		}
		return refuse(CodeAlready, "There is nothing "+where+" to clear away.")
	}
	return nil
}

// clearRoom clears a room of things and creatures, of so many at most.
func (t *Turn) clearRoom(room RoomID, left *int) {
	for _, id := range slices.Clone(t.s.Index.Present[room]) {
		if *left > 0 && !t.full() && !t.s.Actors[id].Player() {
			*left--
			t.purgeMob(t.s.Actors[id])
		}
	}
	// What the creatures had lies here by now.
	for _, id := range slices.Concat(t.s.Index.Floor[room], t.s.Index.Buried[room]) {
		if *left > 0 && !t.full() {
			*left--
			t.purgeWhole(t.s.Items[id])
		}
	}
}

func (a Unaffect) decide(t *Turn) *Refusal {
	who := t.s.Actors[a.Actor]
	switch {
	case who == nil:
		return refuse(CodeNotHere, "There is nobody of that name.")
	case len(who.Effects) == 0:
		return refuse(CodeAlready, "Nothing is upon them for a time.")
	}
	for _, e := range slices.Clone(who.Effects) {
		t.emit(EffectEnded{Actor: who.ID, Name: e.Name, Text: e.Ends, By: t.me.ID})
	}
	t.timeEffects(who)
	return nil
}

// purgeWhole removes a thing with all that is inside it.
func (t *Turn) purgeWhole(it *Item) {
	for _, in := range slices.Clone(t.s.Index.Inside[it.ID]) {
		t.purgeWhole(t.s.Items[in])
	}
	spawn := it.Spawn
	t.emit(ItemGone{Item: it.ID, Room: it.At.Room, How: Purged, By: t.in.Actor})
	t.supply(spawn)
}

func (Pacify) decide(t *Turn) *Refusal {
	e := t.s.EncounterIn(t.me.Room)
	fights := func(id ActorID) bool {
		return t.s.Actors[id].Fighting != "" || len(t.s.Index.Attackers[id]) > 0
	}
	if e == nil && !slices.ContainsFunc(t.s.Index.Present[t.me.Room], fights) {
		return refuse(CodeNoEnemy, "Nobody fights here.")
	}
	t.most = tickEventsMost
	t.emit(Pacified{Actor: t.me.ID, Room: t.me.Room})
	for _, id := range slices.Clone(t.s.Index.Present[t.me.Room]) {
		if fights(id) {
			t.endFights(t.s.Actors[id])
		}
	}
	if e != nil {
		_ = t.skirmish(e, Act{Kind: ActSettle, Text: "The fight is over."}) // and nobody is stirred up anew
	}
	return nil
}

func (a Slay) decide(t *Turn) *Refusal {
	who := t.present(a.Target)
	switch {
	case who == nil:
		return refuse(CodeNotHere, "They are not here.")
	case who == t.me:
		return refuse(CodeCannot, "Not yourself.")
	case who.Role >= RoleWizard:
		return refuse(CodeNotAllowed, "No wizard slays another.")
	}
	t.quitEncounter(who.ID)
	t.emit(Slain{Actor: t.me.ID, Target: who.ID, At: t.now})
	spawn := who.Spawn
	t.die(who, t.me.ID)
	t.supply(spawn)
	return nil
}

func (a Rename) decide(t *Turn) *Refusal {
	who := t.s.Actors[a.Who]
	switch {
	case who == nil || !who.Player() || who.Guest():
		return refuse(CodeUnknown, "There is nobody with an account of that name.")
	case t.me != nil && who != t.me && who.Role >= RoleWizard:
		return refuse(CodeNotAllowed, who.Name+" is a wizard. Take that away first: set "+who.Name+" role player.")
	case a.Name == who.Name:
		return refuse(CodeAlready, "That is the name already.")
	case t.s.EncounterOf(who.ID) != nil:
		return refuse(CodeFighting, who.Name+" is in the middle of a fight.")
	}
	if r := t.s.NameFit(a.Name); r != nil {
		return r
	}
	e := Renamed{Actor: who.ID, Was: who.Name, Name: Create{Name: a.Name, Account: who.Account}.shown(), By: t.in.Actor}
	t.emit(e)
	t.callsOtherwise(e.Was, e.Name)
	return nil
}

func (a Redescribe) decide(t *Turn) *Refusal {
	who, text := t.s.Actors[a.Who], Clean(a.Text)
	switch {
	case who == nil || !who.Player() || who.Guest():
		return refuse(CodeUnknown, "There is nobody with an account of that name.")
	case t.me != nil && who != t.me && who.Role >= RoleWizard:
		return refuse(CodeNotAllowed, who.Name+" is a wizard. Take that away first: set "+who.Name+" role player.")
	case len(text) > DescBytesMost:
		return refuse(CodeBadValue, "That is too long: "+strconv.Itoa(DescBytesMost)+" bytes at most.")
	case text == who.Desc:
		return refuse(CodeAlready, "They look like that already.")
	}
	t.emit(Redescribed{Actor: who.ID, Text: text, By: t.in.Actor})
	return nil
}

func (WizTalked) fold(*State) {}
func (EchoedAll) fold(*State) {}
func (Sent) fold(*State)      {}
func (Forced) fold(*State)    {}
func (Pacified) fold(*State)  {}

func (e Slain) fold(s *State) {
	a := s.actor(e.Target)
	a.HP, a.HPAt = 0, e.At
}

func (e Renamed) fold(s *State) {
	s.rename(s.actor(e.Actor), e.Name)
}

func (e Redescribed) fold(s *State) { s.actor(e.Actor).Desc = e.Text }

// wizards lists the wizards in the world, in order.
func (s *State) wizards() (out []ActorID) {
	for _, id := range s.Index.Awake {
		if s.Actors[id].Role >= RoleWizard {
			out = append(out, id)
		}
	}
	return out
}

func (e WizTalked) scene(s *State) scene { return s.carriedTo(WizTalk{}, e.Actor, s.wizards()) }
func (e EchoedAll) scene(s *State) scene { return scene{actor: e.Actor, others: s.Index.Awake} }

func (e Sent) scene(*State) scene {
	return scene{actor: e.Actor, target: e.To, sound: true, closed: true}
}

func (e Forced) scene(*State) scene {
	return scene{target: e.Actor, sound: true, closed: true}
}

func (e Pacified) scene(s *State) scene {
	sc := s.heard(e.Actor)
	sc.plain = true // a calm comes over all, whoever sent it
	return sc
}

func (e Slain) scene(s *State) scene {
	sc := s.heard(e.Actor)
	sc.target = e.Target
	return sc
}

func (e Renamed) scene(*State) scene     { return scene{target: e.Actor, sound: true, closed: true} }
func (e Redescribed) scene(*State) scene { return scene{target: e.Actor, sound: true, closed: true} }

func (e WizTalked) traits() Traits {
	return Traits{
		Speech:   Speech{Channel: ChannelWiznet, To: ToAll, Speaker: e.Actor, Words: e.Text},
		OnlyTold: true, Follows: true, Touches: AspectsNone, Names: anySense, Cue: cue("Wiznet"), Sound: SoundVoice,
	}
}

func (EchoedAll) traits() Traits {
	return Traits{OnlyTold: true, Follows: true, Weight: WeightHeavy, Cue: cue("Voice everywhere")}
}

func (Sent) traits() Traits {
	return Traits{OnlyTold: true, Follows: true, Weight: WeightHeavy, Cue: cue("Voice for you")}
}

func (Forced) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectsNone, Names: anySense, Cue: cue("Forced")}
}

func (Pacified) traits() Traits { return Traits{Public: true, Weight: WeightHeavy, Cue: cue("Peace")} }
func (Slain) traits() Traits    { return Traits{Public: true, Weight: WeightHeavy, Cue: cue("Slain")} }

func (Renamed) traits() Traits     { return Traits{Names: anySense, Cue: befalls("New name")} }
func (Redescribed) traits() Traits { return Traits{Names: anySense, Cue: befalls("New looks")} }

// Refuses says why an input would be refused now; nil when it would not be. Nothing happens.
func (s *State) Refuses(now Time, in Input) *Refusal {
	t := &Turn{s: s, seq: s.Seq + 1, now: max(now, s.Now), in: in, most: eventsMost, me: s.Actors[in.Actor]}
	if r := t.permitted(); r != nil {
		return r
	}
	r, _ := t.would()
	return r
}
