package world

import (
	"slices"
	"strconv"
	"strings"
)

// Companions. A creature with a mind whose pattern says so goes along with whoever pays it: it is of their group,
// follows, helps in fights if it is one that does, and leaves when its time is up or for reasons of its own. What it is
// paid goes out of the world, as with a dealer. While it is hired the world moves it, and its mind only talks; what it
// does beside its employer stands in escorting.go.

const (
	// HireHoursMost bounds for how many hours of the world somebody can be hired at a time.
	HireHoursMost = 48
	hireWarns     = Minute // before the end
	hireBusy      = 10 * Second
	hireKeepsUp   = 2 * Second // how soon a companion sees that it is needed elsewhere
)

// HireSpec says that a creature can be hired: for how much, until when, with whom it goes and where it does not, and
// when it leaves of itself.
type HireSpec struct {
	Price  int       `json:"price" yaml:"price"`                       // in coins
	Hours  int       `json:"hours" yaml:"hours"`                       // of the world
	Takes  ProtoID   `json:"takes,omitempty" yaml:"takes,omitempty"`   // it wants one of these besides, and uses it up
	When   *WhenSpec `json:"when,omitempty" yaml:"when,omitempty"`     // it goes only then, and with whom it holds for
	Beside int       `json:"beside,omitempty" yaml:"beside,omitempty"` // how many other companions it goes along with
	Never  []RoomID  `json:"never,omitempty" yaml:"never,omitempty"`   // where it does not go
	Zones  []string  `json:"zones,omitempty" yaml:"zones,omitempty"`   // the only zones where it goes; none: all
	Wet    bool      `json:"wet,omitempty" yaml:"wet,omitempty"`       // it goes where the tide comes, too
	Fights bool      `json:"fights,omitempty" yaml:"fights,omitempty"` // it helps in fights of both kinds
	Leaves int       `json:"leaves,omitempty" yaml:"leaves,omitempty"` // below so many per cent of hit points
	Shares bool      `json:"shares,omitempty" yaml:"shares,omitempty"` // a share of the experience is counted as its own
	Words  HireWords `json:"words" yaml:"words"`
}

// HireWords are what it says as a companion.
type HireWords struct {
	Agrees  string `json:"agrees" yaml:"agrees"`
	Refuses string `json:"refuses" yaml:"refuses"` // it is not the time, or not the person
	Waits   string `json:"waits" yaml:"waits"`     // where it does not go on
	Follows string `json:"follows" yaml:"follows"` // when they meet again
	Helps   string `json:"helps,omitempty" yaml:"helps,omitempty"`
	Warns   string `json:"warns" yaml:"warns"` // its time is nearly up
	Done    string `json:"done" yaml:"done"`   // and is up
	Hurt    string `json:"hurt" yaml:"hurt"`   // it leaves because it is hurt
	Wronged string `json:"wronged" yaml:"wronged"`
	Parts   string `json:"parts" yaml:"parts"` // it is sent away
}

// Service is for whom a creature is hired, and until when.
type Service struct {
	By    ActorID `json:"by"`
	Until Time    `json:"until"`
}

// Parting says why a companion goes along no more.
type Parting string

// The partings.
const (
	PartedDone    Parting = "done"    // its time is up
	PartedSent    Parting = "sent"    // its employer wished it
	PartedHurt    Parting = "hurt"    // below its measure
	PartedWronged Parting = "wronged" // its employer attacked somebody it likes
	PartedDead    Parting = "dead"    // it was killed
	PartedLost    Parting = "lost"    // its employer died, left the world, or is kept somewhere
)

// Hire hires somebody who is there, at their price.
type Hire struct {
	Who ActorID `json:"who"`
}

// Dismiss sends away a companion whom the actor hired, wherever it is.
type Dismiss struct {
	Who ActorID `json:"who"`
}

// Hired says that somebody goes along with the actor from now on: it follows them, and the coins went out of the world.
type Hired struct {
	Actor ActorID `json:"actor"`
	Who   ActorID `json:"who"`
	Coins int     `json:"coins"`
	Until Time    `json:"until"`
	Hours int     `json:"hours"` // of the world
}

// HireEnded says that a companion goes along with whoever hired it no more.
type HireEnded struct {
	Actor ActorID `json:"actor"` // the companion
	By    ActorID `json:"by"`
	Why   Parting `json:"why"`
}

func (Hire) needs() Role    { return RoleGuest }
func (Dismiss) needs() Role { return RoleGuest }

func (Hire) deed() deed    { return deed{verbs: []string{"hire"}, spends: true} }
func (Dismiss) deed() deed { return deed{verbs: []string{"dismiss"}} }

// hire returns how a creature can be hired, or nil.
func (s *State) hire(a *Actor) *HireSpec {
	if m := s.Minded(a); m != nil {
		return m.Hire
	}
	return nil
}

// HiredBy lists whom somebody hired, in order.
func (s *State) HiredBy(who ActorID) []ActorID {
	g := s.Parties[s.Index.Grouped[who]]
	if g == nil {
		return nil
	}
	var out []ActorID
	for _, id := range g.Members {
		if a := s.Actors[id]; a.Hire != nil && a.Hire.By == who {
			out = append(out, id)
		}
	}
	return out
}

// Hirable lists who can be hired where somebody stands, be it now or at another time.
func (s *State) Hirable(viewer *Actor) []ActorID {
	return slices.DeleteFunc(slices.Clone(s.Index.Present[viewer.Room]), func(id ActorID) bool {
		a := s.Actors[id]
		return s.hire(a) == nil || a.Hire != nil || !s.Sees(viewer, a)
	})
}

func (a Hire) decide(t *Turn) *Refusal {
	if r := t.seeing(); r != nil {
		return r
	}
	if r := t.calm(); r != nil {
		return r
	}
	who := t.present(a.Who)
	switch {
	case !t.me.Player():
		return refuse(CodeCannot, "You keep no purse.")
	case who == nil:
		return refuse(CodeNotHere, "They are not here.")
	case t.s.hire(who) == nil:
		return refuse(CodeCannot, capital(t.whom(who))+" is not for hire.")
	}
	if r := t.engages(who); r != nil {
		return r
	}
	spec := t.s.hire(who)
	if r := t.hires(who, spec); r != nil {
		return r
	}
	until := (t.now + Time(spec.Hours)*GameHour).grid()
	if spec.Takes != "" {
		item := t.s.holding(t.me, spec.Takes)
		t.emit(ItemGiven{Actor: t.me.ID, Item: item, To: who.ID})
		if it := t.s.Items[item]; it != nil && it.At.Actor == who.ID {
			t.giveUpBy(who.ID, item)
		}
	}
	if who.Following != "" {
		t.emit(FollowEnded{Actor: who.ID, Leader: who.Following})
	}
	if t.me.Following == who.ID { // who would otherwise lead and follow, and take the other home when dismissed
		t.emit(FollowEnded{Actor: t.me.ID, Leader: who.ID})
	}
	t.emit(Hired{Actor: t.me.ID, Who: who.ID, Coins: spec.Price, Until: until, Hours: spec.Hours})
	t.joinParty(who.ID, t.me.ID)
	t.emit(TimerSet{Kind: TimerHire, Subject: string(who.ID), Due: max(t.now, until-hireWarns).grid()})
	t.speaks(who, spec.Words.Agrees)
	return nil
}

// engages refuses somebody who goes with nobody now, whoever asks.
func (t *Turn) engages(who *Actor) *Refusal {
	name := capital(t.whom(who))
	switch {
	case who.Hire != nil && who.Hire.By == t.me.ID:
		return refuse(CodeAlready, name+" goes with you already.")
	case who.Hire != nil:
		return refuse(CodeCannot, name+" goes with "+t.s.employer(t.me, who)+" just now.")
	case who.Agent != "" || who.Driver != "":
		return refuse(CodeCannot, name+" has other things in mind just now.")
	case t.s.Fights(who):
		return refuse(CodeFighting, name+" is in the middle of a fight.")
	case t.s.Index.Seated[who.ID] != "":
		return refuse(CodeCannot, name+" sits at a table. Ask when the game is over.")
	case t.s.quails(who, t.now):
		return refuse(CodeCannot, name+" is in no state to go anywhere.")
	}
	return nil
}

// employer names with whom a companion goes, for a viewer who may not be able to see them.
func (s *State) employer(viewer, a *Actor) string {
	if by := s.Actors[a.Hire.By]; s.Sees(viewer, by) {
		return s.ActorName(by)
	}
	return "somebody"
}

// hires refuses what somebody who could go does not agree to.
func (t *Turn) hires(who *Actor, spec *HireSpec) *Refusal {
	name := capital(t.whom(who))
	says := name + ` says: "` + spec.Words.Refuses + `"`
	mine := t.s.HiredBy(t.me.ID)
	cramped := len(mine) > spec.Beside
	for _, id := range mine {
		if other := t.s.hire(t.s.Actors[id]); other != nil && len(mine) > other.Beside {
			cramped = true
		}
	}
	g := t.s.PartyOf(t.me.ID)
	switch {
	case !spec.When.Holds(t.s, t.me, t.now):
		return refuse(CodeCannot, says+spec.free(t.s))
	case cramped:
		return refuse(CodeFull, says+" Somebody goes with you already. To part: dismiss.")
	case g != nil && len(g.Members) >= PartyMost:
		return refuse(CodeFull, "Your group has "+strconv.Itoa(PartyMost)+" people, and no group has more.")
	case len(t.s.Index.Followers[t.me.ID]) >= followersMost:
		return refuse(CodeFull, "Too many follow you already.")
	case spec.Price > t.me.Coins:
		return refuse(CodePoor, name+" asks "+count(spec.Price, "coin")+" for "+count(spec.Hours, "hour")+". "+
			t.short(spec.Price))
	case spec.Takes == "":
		return nil
	}
	item := t.s.holding(t.me, spec.Takes)
	if item == "" {
		return refuse(CodeMissing, says+" "+name+" wants "+t.s.aThing(spec.Takes)+" besides.")
	}
	return t.clings(t.s.Items[item])
}

// holding returns a thing of a kind that somebody could hand over: in hand, not worn, and their own. "" for none.
func (s *State) holding(a *Actor, kind ProtoID) ItemID {
	for _, id := range s.Index.Held[a.ID] {
		it := s.Items[id]
		if it.Proto == kind && it.Worn == "" && !it.Lent && it.Kit == "" && len(s.Index.Inside[id]) == 0 {
			return id
		}
	}
	return ""
}

// sound reports whether somebody could be hired like that; nil is nobody who can be.
func (h *HireSpec) sound() bool {
	return h == nil || within(h.Price) && h.Hours >= 1 && h.Hours <= HireHoursMost && h.Beside >= 0 &&
		h.Beside < PartyMost && h.Leaves >= 0 && h.Leaves <= percent
}

// aThing names a kind of thing: "a lamp".
func (s *State) aThing(id ProtoID) string {
	if sp := s.ItemSpecs[id]; sp != nil {
		return withArticle(article(sp.A, sp.Name), sp.Name)
	}
	return string(id)
}

// free says when somebody can be hired, as a sentence behind another; "" when it is not a question of time, or of what
// somebody carries.
func (h *HireSpec) free(s *State) string {
	if h.When == nil {
		return ""
	}
	var parts []string
	if len(h.When.Tide) > 0 {
		tides := make([]string, len(h.When.Tide))
		for i, tide := range h.When.Tide {
			tides[i] = string(tide)
		}
		parts = append(parts, "when the tide is "+strings.Join(tides, " or "))
	}
	if n := h.When.Hours; len(n) == hoursSpan {
		parts = append(parts, "between the hours "+strconv.Itoa(n[0])+" and "+strconv.Itoa(n[1]))
	}
	if h.When.Carries != "" {
		parts = append(parts, "if you carry "+s.aThing(h.When.Carries))
	}
	if q := s.Quests[h.When.Quest]; q != nil && h.When.Stage != WhenNone {
		parts = append(parts, "if you have done or taken on: "+q.Name)
	}
	if len(parts) == 0 {
		return ""
	}
	return " (To be hired " + strings.Join(parts, ", ") + ".)"
}

// joinParty brings a companion into its employer's group, which begins with it if there is none.
func (t *Turn) joinParty(who, by ActorID) {
	e := PartyJoined{Actor: who, By: by, Party: PartyID(numbered("party", t.newParty())), Members: []ActorID{by}}
	if g := t.s.PartyOf(by); g != nil {
		if len(g.Members) >= PartyMost {
			return
		}
		e.Party, e.Members = g.ID, slices.Clone(g.Members)
	}
	e.Members = append(e.Members, who)
	t.emit(e)
}

// newParty returns a number of a group that there was not yet: of several that begin in one record each has its own.
func (t *Turn) newParty() uint64 {
	n := t.seq
	for t.s.Parties[PartyID(numbered("party", n))] != nil {
		n++
	}
	return n
}

func (a Dismiss) decide(t *Turn) *Refusal {
	who := t.s.Actors[a.Who]
	if who == nil || who.Hire == nil || who.Hire.By != t.me.ID {
		return refuse(CodeUnknown, "Nobody of that name goes with you for hire.")
	}
	t.partWith(who, PartedSent)
	return nil
}

// partWith ends that a creature is hired: it says so to whoever is there, leaves the group and goes home.
func (t *Turn) partWith(a *Actor, why Parting) {
	if a.Hire == nil {
		return
	}
	by, words := a.Hire.By, HireWords{}
	if spec := t.s.hire(a); spec != nil {
		words = spec.Words
	}
	switch why {
	case PartedDone:
		t.speaks(a, words.Done)
	case PartedSent:
		t.speaks(a, words.Parts)
	case PartedHurt:
		t.speaks(a, words.Hurt)
	case PartedWronged:
		t.speaks(a, words.Wronged)
	case PartedDead, PartedLost:
	}
	t.cancel(TimerHire, string(a.ID))
	t.emit(HireEnded{Actor: a.ID, By: by, Why: why})
	t.quitParty(a.ID, "")
	if why != PartedDead && t.s.Timers[timerID(TimerKeep, string(a.ID))] == nil {
		t.after(hireKeepsUp, TimerKeep, string(a.ID))
	}
}

// speaks lets a companion say something, if its pack has words for it.
func (t *Turn) speaks(a *Actor, text string) {
	if text != "" {
		t.emit(Said{Actor: a.ID, Text: text, At: t.sometime()})
	}
}

// service is what follows a companion's clock: it warns, and then its time is up, but not in the middle of a fight.
func (t *Turn) service(id ActorID) {
	a := t.s.Actors[id]
	switch {
	case a == nil || a.Hire == nil:
	case t.now < a.Hire.Until:
		if by := t.s.Actors[a.Hire.By]; by != nil && by.Room == a.Room && t.s.hire(a) != nil {
			t.speaks(a, t.s.hire(a).Words.Warns)
		}
		t.emit(TimerSet{Kind: TimerHire, Subject: string(id), Due: a.Hire.Until.grid()})
	case t.s.Fights(a):
		t.after(hireBusy, TimerHire, string(id))
	default:
		t.partWith(a, PartedDone)
	}
}

func (e Hired) fold(s *State) {
	s.actor(e.Actor).Coins -= e.Coins
	a := s.actor(e.Who)
	a.Hire = &Service{By: e.Actor, Until: e.Until}
	s.bond(e.Who, e.Actor, a.Fighting)
}

func (e HireEnded) fold(s *State) {
	a := s.actor(e.Actor)
	a.Hire = nil
	if a.Following == e.By {
		s.bond(e.Actor, "", a.Fighting)
	}
}

func (e Hired) scene(s *State) scene { return s.between(e.Actor, e.Who) }

func (e HireEnded) scene(s *State) scene {
	return scene{actor: e.Actor, target: e.By, room: s.whereIs(e.Actor), sight: true, sound: true}
}

func (Hired) traits() Traits {
	return Traits{
		Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Weight: WeightPerson, Cue: cue("Hired"),
	}
}

func (HireEnded) traits() Traits {
	return Traits{Public: true, Weight: WeightHeavy, Names: anySense, Cue: cue("Companion gone")}
}

// HireOffer is for what a creature can be hired, as whoever looks at it is told.
type HireOffer struct {
	Coins  int    `json:"coins"`
	Hours  int    `json:"hours"`                     // of the world
	Free   bool   `json:"free"`                      // now, and for whoever looks
	When   string `json:"when,omitempty"`            // when it is, if that is a question of tide, hour or what one carries
	Takes  string `json:"takes,omitempty"`           // what it wants besides
	With   string `json:"with,omitempty"`            // whom it goes with just now
	Yours  bool   `json:"yours,omitempty"`           // it is whoever looks
	Minute int    `json:"minutes_left,omitempty"`    // of real time, for whoever hired it
	Fights bool   `json:"helps_in_fights,omitempty"` // it does
}

// HireOf returns for what a creature can be hired, or nil.
func (s *State) HireOf(viewer, a *Actor, now Time) *HireOffer {
	spec := s.hire(a)
	if spec == nil {
		return nil
	}
	out := &HireOffer{
		Coins: spec.Price, Hours: spec.Hours, Fights: spec.Fights,
		Free: a.Hire == nil && spec.When.Holds(s, viewer, now), When: strings.TrimSpace(spec.free(s)),
	}
	if spec.Takes != "" {
		out.Takes = s.aThing(spec.Takes)
	}
	if a.Hire != nil {
		out.With = s.employer(viewer, a)
		if viewer != nil && a.Hire.By == viewer.ID {
			out.Yours, out.Minute = true, int((max(0, a.Hire.Until-now)+Minute-1)/Minute)
		}
	}
	return out
}

// HireReport says who can be hired where somebody stands, and who goes along with whom there.
type HireReport struct {
	Offers []NamedOffer `json:"offers"`
}

// NamedOffer is for what somebody can be hired.
type NamedOffer struct {
	Ref
	HireOffer
}

// Hires reports who can be hired where somebody stands, and whom they hired wherever those are.
func (s *State) Hires(viewer *Actor, now Time) HireReport {
	out := HireReport{Offers: []NamedOffer{}}
	list := s.HiredBy(viewer.ID)
	for _, id := range s.Index.Present[viewer.Room] {
		if a := s.Actors[id]; s.hire(a) != nil && s.Sees(viewer, a) && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	for _, id := range list {
		if h := s.HireOf(viewer, s.Actors[id], now); h != nil {
			out.Offers = append(out.Offers, NamedOffer{Ref: s.ActorRef(s.Actors[id]), HireOffer: *h})
		}
	}
	return out
}

// hired looks into companions: each follows whoever hired it and is of their group, while both are in the world, and
// its clock runs.
func (c *checker) hired(a *Actor) {
	if a.Hire == nil {
		return
	}
	by := c.s.Actors[a.Hire.By]
	switch {
	case a.Player() || a.Presence == Away || by == nil || !by.Player() || by.Presence == Away:
		c.bad("actor %s is hired by %s, which cannot be", a.ID, a.Hire.By)
	case a.Following != by.ID:
		c.bad("actor %s is hired by %s, and follows %q", a.ID, by.ID, a.Following)
	case c.s.Index.Grouped[a.ID] == "" || c.s.Index.Grouped[a.ID] != c.s.Index.Grouped[by.ID]:
		c.bad("actor %s is hired by %s, and not of one group", a.ID, by.ID)
	case c.s.Timers[timerID(TimerHire, string(a.ID))] == nil:
		c.bad("actor %s is hired by %s for ever", a.ID, by.ID)
	}
}
