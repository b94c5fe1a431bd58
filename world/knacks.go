package world

import "strconv"

// Knacks: verbs that a craft opens at a height. The list is closed: a pack says which craft opens which, and where.

// Knack is such a verb.
type Knack string

// The knacks.
const (
	KnackListen Knack = "listen" // how long until the water comes, anywhere
	KnackProbe  Knack = "probe"  // is anything hidden or buried here; whoever has it digs it up
	KnackSieve  Knack = "sieve"  // what it is that is buried here
	KnackWade   Knack = "wade"   // one room in the flow
	KnackHark   Knack = "hark"   // whose a thing was
)

// Knacks lists the knacks.
func Knacks() []Knack { return []Knack{KnackListen, KnackProbe, KnackSieve, KnackWade, KnackHark} }

// NothingBuried is what somebody reads who digs where nothing lies.
const NothingBuried = "You dig, and find what was there before: more of the same."

// wadeFor is how long somebody stands in the flow before it takes them.
const wadeFor = 30 * Second

// Waded is the manner of moving through the flow.
const Waded Manner = "waded"

// Probe feels about where one stands for what is hidden or buried.
type Probe struct{}

// Probed says that somebody did: how many things are buried here, and how many ways hidden that they never went.
type Probed struct {
	Actor  ActorID `json:"actor"`
	Room   RoomID  `json:"room"`
	Buried int     `json:"buried,omitempty"`
	Ways   int     `json:"ways,omitempty"`
}

// Unearth digs up what is buried where one stands, one thing at a time.
type Unearth struct{}

// Unearthed says that a buried thing lies open now.
type Unearthed struct {
	Actor ActorID `json:"actor"`
	Item  ItemID  `json:"item"`
	Room  RoomID  `json:"room"`
}

// Wade goes one room through the flow, which does not take one for a while.
type Wade struct {
	Dir Dir `json:"dir"`
}

// WadeBegan says that somebody stands in the flow until a moment, at which it takes them.
type WadeBegan struct {
	Actor ActorID `json:"actor"`
	Room  RoomID  `json:"room"`
	Until Time    `json:"until"`
}

// Hark finds out whose a thing was.
type Hark struct {
	Item ItemID `json:"item"`
}

// Harked says that somebody learned it. Text is the thing's story, and Of whose it is while it lies there.
type Harked struct {
	Actor ActorID `json:"actor"`
	Item  ItemID  `json:"item"`
	Text  string  `json:"text,omitempty" words:"fixed"`
	Of    ActorID `json:"of,omitempty"`
}

func (Probe) needs() Role   { return RoleGuest }
func (Unearth) needs() Role { return RoleGuest }
func (Wade) needs() Role    { return RoleGuest }
func (Hark) needs() Role    { return RoleGuest }

func (Probe) deed() deed   { return deed{verbs: []string{"probe"}} }
func (Unearth) deed() deed { return deed{verbs: []string{"unearth", "search"}} }
func (Wade) deed() deed    { return deed{verbs: []string{"wade"}} }
func (Hark) deed() deed    { return deed{verbs: []string{"hark"}} }

// Lacks says what somebody lacks for a knack, and what teaches it; nil for who has it.
func (s *State) Lacks(who *Actor, k Knack) *Refusal {
	var first *CraftSpec
	least := 0
	for id, c := range Ordered(s.Crafts) {
		for _, step := range c.Knacks {
			switch {
			case step.Knack != k:
			case who.Crafts[id] >= step.At:
				return nil
			case first == nil || step.At < least:
				first, least = c, step.At
			}
		}
	}
	if first == nil {
		return refuse(CodeCannot, "Nobody hereabouts has the knack of that.")
	}
	text := "You have not the knack of it. It comes with " + first.Name + " at " + strconv.Itoa(least)
	if by := s.tutorName(first); by != "" {
		text += ", which " + by + " teaches"
	}
	return refuse(CodeCannot, text+"; you stand at "+strconv.Itoa(who.Crafts[first.ID])+". Type crafts to see more.")
}

// unsurfaced counts the hidden ways out of a room that somebody never went.
func (s *State) unsurfaced(who *Actor) int {
	n := 0
	if r := s.Rooms[who.Room]; r != nil {
		for _, e := range r.Exits {
			n += boolInt(e.Hidden && !who.found(r.ID, e.Dir) && s.Admits(who, s.Rooms[e.To]))
		}
	}
	return n
}

func (a Probe) decide(t *Turn) *Refusal {
	if r := t.s.Lacks(t.me, KnackProbe); r != nil {
		return r
	}
	if r := t.calm(); r != nil {
		return r
	}
	t.emit(Probed{
		Actor: t.me.ID, Room: t.me.Room, Buried: len(t.s.Index.Buried[t.me.Room]), Ways: t.s.unsurfaced(t.me),
	})
	return nil
}

func (a Unearth) decide(t *Turn) *Refusal {
	if r := t.s.Lacks(t.me, KnackProbe); r != nil {
		return r
	}
	if r := t.calm(); r != nil {
		return r
	}
	if r := t.seeing(); r != nil {
		return r
	}
	buried := t.s.Index.Buried[t.me.Room]
	switch {
	case len(buried) == 0:
		return refuse(CodeNotHere, NothingBuried)
	case len(t.s.Index.Floor[t.me.Room]) >= floorMost:
		return refuse(CodeFull, "There is no room left on the floor.")
	}
	t.emit(Unearthed{Actor: t.me.ID, Item: buried[0], Room: t.me.Room})
	return nil
}

func (a Wade) decide(t *Turn) *Refusal {
	if r := t.s.Lacks(t.me, KnackWade); r != nil {
		return r
	}
	if r := t.calm(); r != nil {
		return r
	}
	if here := t.s.Rooms[t.me.Room]; here != nil && here.Tidal != nil && !here.Tidal.dry(t.now.Tide()) {
		return refuse(CodeDrowned, "You are in it to the hip already. From here one walks ashore.")
	}
	exit, r := t.s.way(t.me, a.Dir, t.now)
	switch {
	case r == nil:
		return refuse(CodeCannot, "There is no water that way to wade through. Walk.")
	case r.Code != CodeDrowned:
		return r
	case t.now.Tide() != TideFlow || t.s.Rooms[exit.To].Tidal.floats():
		return r
	}
	if r := t.s.DoorGuarded(t.me, exit.Door); r != nil {
		return r
	}
	t.emit(Moved{Actor: t.me.ID, From: t.me.Room, To: exit.To, Dir: exit.Dir, Manner: Waded})
	if t.me.Room != exit.To { // somebody there made them go
		return nil
	}
	until := (t.now + wadeFor).grid()
	t.emit(WadeBegan{Actor: t.me.ID, Room: exit.To, Until: until})
	t.emit(TimerSet{Kind: TimerWade, Subject: string(t.me.ID), Due: until})
	return nil
}

// sink is when the flow takes whoever stood in it too long.
func (t *Turn) sink(id ActorID) {
	a := t.s.Actors[id]
	if a == nil || a.Presence == Away {
		return
	}
	if r := t.s.Rooms[a.Room]; r != nil && r.Tidal != nil && !r.Tidal.dry(t.now.Tide()) {
		t.sweep(a, r.Tidal)
	}
}

func (a Hark) decide(t *Turn) *Refusal {
	if r := t.s.Lacks(t.me, KnackHark); r != nil {
		return r
	}
	it, r := t.reach(a.Item)
	if r != nil {
		return r
	}
	e := Harked{Actor: t.me.ID, Item: it.ID, Text: t.s.spec(it).Story, Of: t.s.OwnerOfThing(it)}
	if e.Text == "" && e.Of == "" {
		return refuse(CodeCannot, "You hold still, and "+t.the(it)+" says nothing of anybody.")
	}
	t.emit(e)
	return nil
}

// Sieved is what somebody makes out of what is buried where they stand.
type Sieved struct {
	Things []Ref `json:"things"`
}

// Sieve tells somebody who has the knack what is buried here.
func (s *State) Sieve(who *Actor) (Sieved, *Refusal) {
	if r := s.Lacks(who, KnackSieve); r != nil {
		return Sieved{}, r
	}
	out := Sieved{Things: []Ref{}}
	for _, id := range s.Index.Buried[who.Room] {
		if len(out.Things) < ThingsShownMost {
			out.Things = append(out.Things, s.ItemRef(s.Items[id]))
		}
	}
	return out, nil
}

// Listened is what the water says to somebody who has the knack.
type Listened struct {
	Tide    Tide `json:"tide"`
	Seconds int  `json:"turns_in_seconds"`                 // until the tide turns
	Here    bool `json:"here_tidal,omitempty"`             // the sea comes and goes where they stand
	Covers  int  `json:"covers_here_in_seconds,omitempty"` // until it is there; 0 for not by any tide to come
	Bares   int  `json:"bares_here_in_seconds,omitempty"`  // until it is gone from there
}

// ListenTo tells somebody who has the knack how the water stands, and when it comes.
func (s *State) ListenTo(who *Actor, now Time) (Listened, *Refusal) {
	if r := s.Lacks(who, KnackListen); r != nil {
		return Listened{}, r
	}
	if len(s.Index.Tidal) == 0 {
		return Listened{}, refuse(CodeCannot, "You listen. There is no sea in this world.")
	}
	out := Listened{Tide: now.Tide(), Seconds: secondsUntil(now, now.NextTide())}
	room := s.Rooms[who.Room]
	if room == nil || room.Tidal == nil {
		return out, nil
	}
	out.Here = true
	isDry := room.Tidal.dry(now.Tide())
	const tides = 4 // until it is as it was
	for at, i := now, 0; i < tides; i++ {
		if at = at.NextTide(); room.Tidal.dry(at.Tide()) == isDry {
			continue
		}
		if isDry {
			out.Covers = secondsUntil(now, at)
		} else {
			out.Bares = secondsUntil(now, at)
		}
		break
	}
	return out, nil
}

func secondsUntil(now, then Time) int { return int((then - now + Second - 1) / Second) }

func (Probed) fold(*State) {}
func (Harked) fold(*State) {}

func (e Unearthed) fold(s *State) { s.putItem(e.Item, Place{Room: e.Room}) }

func (e WadeBegan) fold(s *State) { s.actor(e.Actor).Wading = e.Until }

func (e Probed) scene(s *State) scene    { return s.seen(e.Actor) }
func (e Unearthed) scene(s *State) scene { return s.seen(e.Actor) }
func (e WadeBegan) scene(*State) scene   { return scene{actor: e.Actor, closed: true} }
func (e Harked) scene(*State) scene      { return scene{actor: e.Actor, closed: true} }

func (Probed) traits() Traits { return Traits{Public: true, OnlyTold: true, Cue: cue("Probing")} }

func (Unearthed) traits() Traits {
	return Traits{Public: true, Touches: AspectRoom, Cue: cue("Dug up")}
}

func (WadeBegan) traits() Traits { return Traits{Touches: AspectSelf, Cue: befalls("Wading")} }
func (Harked) traits() Traits    { return Traits{OnlyTold: true, Cue: cue("Story")} }

// soundBuried reports whether a rule may bury what it makes.
func (sp *SpawnSpec) soundBuried() bool { return !sp.Buried || sp.Item != "" && sp.Room != "" }
