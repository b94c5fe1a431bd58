package world

import (
	"cmp"
	"fmt"
	"slices"
)

// Groups: two to six people who go about together, hear one another over any distance, and share what they earn in one
// place. A group is of those who are in the world: who loses touch stays in it for as long as the body stands there,
// and who leaves the world leaves the group. It ends when its last two part.

const (
	// PartyMost is how many people a group has at most.
	PartyMost  = 6
	partyLeast = 2

	// InvitationsMost is how many invitations may wait for one person's answer.
	InvitationsMost = 8
	invitationHolds = 10 * Minute
)

// Party is people who go about together, in the order in which they came; the first leads.
type Party struct {
	ID      PartyID   `json:"id"`
	Members []ActorID `json:"members"`
}

// Invitation is somebody's wish to have another in their group. Num tells a guest from a later one of the same name.
type Invitation struct {
	By    ActorID `json:"by"`
	Num   uint32  `json:"num"`
	Until Time    `json:"until"`
}

// PartyInvite asks somebody into the actor's group, which begins when somebody comes.
type PartyInvite struct {
	Who ActorID `json:"who"`
}

// PartyJoin takes up an invitation: By's, or the only one when nobody is named.
type PartyJoin struct {
	By ActorID `json:"by,omitempty"`
}

// PartyDecline says no to whoever asked the actor into a group: to somebody, or with "" to the only one who has.
type PartyDecline struct {
	By ActorID `json:"by,omitempty"`
}

// PartyLeave leaves one's group.
type PartyLeave struct{}

// PartyDrop sends somebody out of the group that the actor leads.
type PartyDrop struct {
	Who ActorID `json:"who"`
}

// PartyLead makes another of the group lead it.
type PartyLead struct {
	Who ActorID `json:"who"`
}

// PartyTell speaks to everybody of one's group, wherever they are.
type PartyTell struct {
	Text string `json:"text" words:"few"`
}

// SplitCoins shares coins out of the actor's purse with those of the group who are there, as many to each; what cannot
// be shared evenly stays in the purse.
type SplitCoins struct {
	Coins int `json:"coins"`
}

// PartyInvited says that somebody was asked into a group. Breath is until when the speaker's is spent.
type PartyInvited struct {
	Actor  ActorID `json:"actor"`
	Who    ActorID `json:"who"`
	Num    uint32  `json:"num"` // of the actor
	Until  Time    `json:"until"`
	At     Time    `json:"at"`
	Breath Time    `json:"breath,omitempty"`
}

// PartyJoined says that somebody came into the group of whoever had asked them. Members are all who are in it now, who
// leads first.
type PartyJoined struct {
	Actor   ActorID   `json:"actor"`
	By      ActorID   `json:"by"`
	Party   PartyID   `json:"party"`
	Members []ActorID `json:"members"`
}

// PartyLeft says that somebody is in a group no more. Members are those who stay, who leads first; one alone is no
// group, and then it has ended.
type PartyLeft struct {
	Actor   ActorID   `json:"actor"`
	By      ActorID   `json:"by,omitempty"` // who sent them away
	Party   PartyID   `json:"party"`
	Members []ActorID `json:"members"`
	Leader  ActorID   `json:"leader,omitempty"` // who leads from now on, if the one who left did
}

// PartyLed says that another leads a group from now on. Members are all who are in it.
type PartyLed struct {
	Actor   ActorID   `json:"actor"`
	Who     ActorID   `json:"who"`
	Party   PartyID   `json:"party"`
	Members []ActorID `json:"members"`
}

// PartyUnasked says that somebody is asked into a group no more: by whoever was asked, who will not, or by whoever
// asked.
type PartyUnasked struct {
	Actor ActorID `json:"actor"`
	Asker ActorID `json:"asker"`
	Asked ActorID `json:"asked"`
}

// PartyTold says that somebody spoke to those of their group.
type PartyTold struct {
	Actor  ActorID   `json:"actor"`
	To     []ActorID `json:"to"`
	Text   string    `json:"text" words:"few"`
	Breath Time      `json:"breath,omitempty"` // until when the speaker's is spent
}

func (PartyInvite) needs() Role  { return RoleGuest }
func (PartyJoin) needs() Role    { return RoleGuest }
func (PartyDecline) needs() Role { return RoleGuest }
func (PartyLeave) needs() Role   { return RoleGuest }
func (PartyDrop) needs() Role    { return RoleGuest }
func (PartyLead) needs() Role    { return RoleGuest }
func (PartyTell) needs() Role    { return RoleGuest }
func (SplitCoins) needs() Role   { return RolePlayer }

func (PartyInvite) deed() deed  { return deed{verbs: []string{"group"}} }
func (PartyJoin) deed() deed    { return deed{verbs: []string{"group"}} }
func (PartyDecline) deed() deed { return deed{verbs: []string{"group"}} }
func (PartyLeave) deed() deed   { return deed{verbs: []string{"group"}} }
func (PartyDrop) deed() deed    { return deed{verbs: []string{"group"}} }
func (PartyLead) deed() deed    { return deed{verbs: []string{"group"}} }
func (PartyTell) deed() deed    { return deed{verbs: []string{"gtell"}} }
func (SplitCoins) deed() deed   { return deed{verbs: []string{"split"}, spends: true} }

func (PartyInvite) leaving() {}
func (PartyInvite) voiced()  {}

const noGroupText = "You are in no group."

// PartyOf returns the group that somebody is in, or nil.
func (s *State) PartyOf(who ActorID) *Party { return s.Parties[s.Index.Grouped[who]] }

// Leader returns who leads a group.
func (g *Party) Leader() ActorID { return g.Members[0] }

// folk counts the people in a group: who is hired is none.
func (s *State) folk(g *Party) (n int) {
	for _, id := range g.Members {
		n += boolInt(s.Actors[id].Player())
	}
	return n
}

// companions are the other people of somebody's group whom they can see in the same room, with somebody at the other
// end.
func (s *State) companions(a *Actor) []ActorID {
	g := s.PartyOf(a.ID)
	if g == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(g.Members), func(id ActorID) bool {
		o := s.Actors[id]
		return id == a.ID || o.Room != a.Room || o.Presence != Here || !o.Player() || !s.Sees(a, o)
	})
}

// Invitations returns those that somebody can take up: they hold still, and whoever asked is in the world.
func (s *State) Invitations(a *Actor, now Time) []Invitation {
	return slices.DeleteFunc(slices.Clone(a.Invited), func(i Invitation) bool {
		by := s.Actors[i.By]
		return i.Until <= now || by == nil || by.Num != i.Num || by.Presence == Away
	})
}

func (a PartyInvite) decide(t *Turn) *Refusal {
	who := t.s.Actors[a.Who]
	switch {
	case !t.me.Player():
		return refuse(CodeCannot, "Only people go about in groups.")
	case who == t.me:
		return refuse(CodeCannot, "You are with yourself already, wherever you go.")
	case who == nil || who.Presence == Away:
		return refuse(CodeAbsent, "They are not in the world just now.")
	case !who.Player():
		return refuse(CodeCannot, capital(t.whom(who))+" goes about with nobody. Only people are in groups.")
	case who.Presence == Linkdead:
		return refuse(CodeAbsent, who.Name+" has lost touch with the world and would not hear it.")
	}
	if r := cmp.Or(t.leads(), t.unheard(who)); r != nil {
		return r
	}
	mine, theirs := t.s.PartyOf(t.me.ID), t.s.PartyOf(who.ID)
	waiting := slices.DeleteFunc(slices.Clone(who.Invited), func(i Invitation) bool { return i.Until <= t.now })
	switch {
	case theirs != nil && theirs == mine:
		return refuse(CodeAlready, who.Name+" is in your group.")
	case theirs != nil && t.s.folk(theirs) > 1:
		return refuse(CodeCannot, who.Name+" is in another group.")
	case mine != nil && len(mine.Members) >= PartyMost:
		return refuse(CodeFull, fmt.Sprintf("Your group has %d people, and no group has more.", PartyMost))
	case slices.ContainsFunc(waiting, func(i Invitation) bool { return i.By == t.me.ID && i.Num == t.me.Num }):
		return refuse(CodeAlready, "You have asked "+who.Name+", and wait for an answer.")
	case len(waiting) >= InvitationsMost:
		return refuse(CodeFull, "Too many have asked "+who.Name+" already.")
	}
	spent, r := t.breathed("")
	if r == nil {
		t.emit(PartyInvited{
			Actor: t.me.ID, Who: who.ID, Num: t.me.Num, Until: t.now + invitationHolds, At: t.now, Breath: spent,
		})
	}
	return r
}

// leads refuses what is for whoever leads the actor's group; who is in none leads.
func (t *Turn) leads() *Refusal {
	g := t.s.PartyOf(t.me.ID)
	if g == nil || g.Leader() == t.me.ID {
		return nil
	}
	return refuse(CodeNotAllowed, t.s.Actors[g.Leader()].Name+" leads your group, and that is for whoever leads.")
}

func (a PartyJoin) decide(t *Turn) *Refusal {
	if g := t.s.PartyOf(t.me.ID); g != nil && t.s.folk(g) > 1 {
		return refuse(CodeAlready, "You are in a group. To leave it first: group leave.")
	}
	by, r := t.asker(a.By)
	if r != nil {
		return r
	}
	mine := t.s.HiredBy(t.me.ID)
	if g := t.s.PartyOf(by); g != nil && len(g.Members)+len(mine) >= PartyMost {
		return refuse(CodeFull, fmt.Sprintf("That group has %d people by now, and no group has more.",
			len(g.Members)))
	}
	for _, id := range mine {
		t.quitParty(id, "")
	}
	for _, id := range append([]ActorID{t.me.ID}, mine...) {
		t.joinParty(id, by)
	}
	return nil
}

// asker is who has asked the actor into a group: somebody, or with "" the only one who has.
func (t *Turn) asker(by ActorID) (ActorID, *Refusal) {
	asked := t.s.Invitations(t.me, t.now)
	if by != "" {
		asked = slices.DeleteFunc(asked, func(i Invitation) bool { return i.By != by })
	}
	switch who := t.s.Actors[by]; {
	case len(asked) == 0 && who != nil:
		return "", refuse(CodeMissing, capital(t.whom(who))+" has not asked you into a group.")
	case len(asked) == 0:
		return "", refuse(CodeMissing, "Nobody has asked you into a group.")
	case len(asked) > 1:
		return "", refuse(CodeUnclear, "Several have asked you. Say who: group join NAME, or group decline NAME.")
	}
	return asked[0].By, nil
}

func (a PartyDecline) decide(t *Turn) *Refusal {
	by, r := t.asker(a.By)
	if r == nil {
		t.emit(PartyUnasked{Actor: t.me.ID, Asker: by, Asked: t.me.ID})
	}
	return r
}

func (PartyLeave) decide(t *Turn) *Refusal {
	g := t.s.PartyOf(t.me.ID)
	switch {
	case g == nil:
		return refuse(CodeCannot, noGroupText)
	case t.s.folk(g) == 1:
		return refuse(CodeCannot, "Nobody is in your group but who is hired to be. To part with them: dismiss NAME.")
	}
	t.goOwnWay(t.me.ID, "")
	return nil
}

// goOwnWay takes a person out of a group together with whom they hired, who make a group of their own with them; by
// names who sent them.
func (t *Turn) goOwnWay(who, by ActorID) {
	mine := t.s.HiredBy(who)
	for _, id := range mine {
		t.quitParty(id, "")
	}
	t.quitParty(who, by)
	for _, id := range mine {
		t.joinParty(id, who)
	}
}

// quitParty takes somebody out of the group they are in, if any; by names who sent them.
func (t *Turn) quitParty(who, by ActorID) {
	g := t.s.PartyOf(who)
	if g == nil {
		return
	}
	e := PartyLeft{Actor: who, By: by, Party: g.ID, Members: slices.DeleteFunc(
		slices.Clone(g.Members), func(id ActorID) bool { return id == who })}
	if g.Leader() == who && len(e.Members) >= partyLeast {
		e.Leader = e.Members[0]
	}
	t.emit(e)
}

// member returns another of the group that the actor leads, or says why it is not theirs to say.
func (t *Turn) member(who ActorID) (*Party, *Refusal) {
	g := t.s.PartyOf(t.me.ID)
	if g == nil {
		return nil, refuse(CodeCannot, noGroupText)
	}
	if r := t.leads(); r != nil {
		return nil, r
	}
	switch {
	case who == t.me.ID:
		return nil, refuse(CodeCannot, "That is you. To leave: group leave.")
	case !slices.Contains(g.Members, who):
		return nil, refuse(CodeUnknown, "They are not in your group.")
	case !t.s.Actors[who].Player():
		return nil, refuse(CodeCannot, capital(t.whom(t.s.Actors[who]))+" is hired, and goes with whoever did it. "+
			"To part with somebody whom you hired: dismiss NAME.")
	}
	return g, nil
}

func (a PartyDrop) decide(t *Turn) *Refusal {
	if who := t.s.Actors[a.Who]; who != nil && slices.ContainsFunc(t.s.Invitations(who, t.now), func(i Invitation) bool {
		return i.By == t.me.ID
	}) {
		t.emit(PartyUnasked{Actor: t.me.ID, Asker: t.me.ID, Asked: a.Who})
		return nil
	}
	if _, r := t.member(a.Who); r != nil {
		return r
	}
	t.goOwnWay(a.Who, t.me.ID)
	return nil
}

func (a PartyLead) decide(t *Turn) *Refusal {
	g, r := t.member(a.Who)
	if r != nil {
		return r
	}
	rest := slices.DeleteFunc(slices.Clone(g.Members), func(id ActorID) bool { return id == a.Who })
	t.emit(PartyLed{Actor: t.me.ID, Who: a.Who, Party: g.ID, Members: append([]ActorID{a.Who}, rest...)})
	return nil
}

func (a PartyTell) decide(t *Turn) *Refusal {
	g := t.s.PartyOf(t.me.ID)
	if g == nil {
		return refuse(CodeCannot, noGroupText)
	}
	text, spent, r := t.carry(a, nil, a.Text)
	if r == nil {
		to := slices.DeleteFunc(slices.Clone(g.Members), func(id ActorID) bool { return id == t.me.ID })
		t.emit(PartyTold{Actor: t.me.ID, To: to, Text: text, Breath: spent})
	}
	return r
}

func (a SplitCoins) decide(t *Turn) *Refusal {
	if t.s.PartyOf(t.me.ID) == nil {
		return refuse(CodeCannot, noGroupText)
	}
	with := slices.DeleteFunc(t.s.companions(t.me), func(id ActorID) bool {
		return t.s.Ignores(t.s.Actors[id], t.me) // who takes nothing of the actor's hand
	})
	if len(with) == 0 {
		return refuse(CodeNotHere, "Nobody of your group is here to share with.")
	}
	if r := t.purse(a.Coins); r != nil {
		return r
	}
	share := a.Coins / (len(with) + 1)
	if share == 0 {
		return refuse(CodeBadValue, fmt.Sprintf("That is too little to share between %d.", len(with)+1))
	}
	for _, id := range with {
		t.emit(CoinsGiven{Actor: t.me.ID, To: id, Coins: share})
	}
	t.handled()
	return nil
}

// setParty makes a group of those; of fewer than two there is none.
func (s *State) setParty(id PartyID, members []ActorID) {
	s.touch(kindParty, string(id))
	if g := s.Parties[id]; g != nil {
		for _, who := range g.Members {
			delete(s.Index.Grouped, who)
		}
	}
	if len(members) < partyLeast {
		delete(s.Parties, id)
		return
	}
	s.Parties[id] = &Party{ID: id, Members: slices.Clone(members)}
	s.indexParty(s.Parties[id])
}

func (s *State) indexParty(g *Party) {
	for _, who := range g.Members {
		s.Index.Grouped[who] = g.ID
	}
}

func (e PartyInvited) fold(s *State) {
	a := s.actor(e.Who)
	a.Invited = append(slices.DeleteFunc(slices.Clone(a.Invited), func(i Invitation) bool {
		return i.By == e.Actor || i.Until <= e.At
	}), Invitation{By: e.Actor, Num: e.Num, Until: e.Until})
	s.outOfBreath(e.Actor, e.Breath)
}

func (e PartyJoined) fold(s *State) {
	s.actor(e.Actor).Invited = nil
	s.setParty(e.Party, e.Members)
}

func (e PartyUnasked) fold(s *State) {
	a := s.actor(e.Asked)
	a.Invited = slices.DeleteFunc(slices.Clone(a.Invited), func(i Invitation) bool { return i.By == e.Asker })
	if len(a.Invited) == 0 {
		a.Invited = nil
	}
}

func (e PartyLeft) fold(s *State) { s.setParty(e.Party, e.Members) }
func (e PartyLed) fold(s *State)  { s.setParty(e.Party, e.Members) }
func (e PartyTold) fold(s *State) { s.outOfBreath(e.Actor, e.Breath) }

func (e PartyInvited) scene(*State) scene {
	return scene{actor: e.Actor, target: e.Who, sound: true, closed: true, voice: e.Actor}
}

func (e PartyJoined) scene(*State) scene { return scene{actor: e.Actor, others: e.Members} }

func (e PartyUnasked) scene(*State) scene {
	other := e.Asked
	if other == e.Actor {
		other = e.Asker
	}
	return scene{actor: e.Actor, target: other, sound: true, closed: true}
}

func (e PartyLeft) scene(*State) scene { return scene{actor: e.Actor, target: e.By, others: e.Members} }
func (e PartyLed) scene(*State) scene  { return scene{actor: e.Actor, target: e.Who, others: e.Members} }

func (e PartyTold) scene(s *State) scene { return s.carriedTo(PartyTell{}, e.Actor, e.To) }

func (PartyInvited) traits() Traits {
	return Traits{OnlyTold: true, Weight: WeightPerson, Names: anySense, Cue: cue("Group invitation")}
}

func (PartyJoined) traits() Traits {
	return Traits{Touches: AspectSelf, Names: anySense, Cue: cue("Joined")}
}

func (PartyUnasked) traits() Traits {
	return Traits{OnlyTold: true, Names: anySense, Cue: cue("Invitation over")}
}

func (PartyLeft) traits() Traits {
	return Traits{Touches: AspectSelf, Weight: WeightPerson, Names: anySense, Cue: cue("Parted")}
}

func (PartyLed) traits() Traits {
	return Traits{Touches: AspectSelf, Names: anySense, Cue: cue("Group leader")}
}

func (e PartyTold) traits() Traits {
	return Traits{
		Speech: Speech{Channel: ChannelGroup, To: ToAll, Speaker: e.Actor, Words: e.Text}, OnlyTold: true,
		Follows: true, Touches: AspectsNone, Names: anySense, Cue: cue("Group"), Sound: SoundVoice,
	}
}
