package world

import "slices"

// FriendsMost is how many friends one character has.
const FriendsMost = 100

// friendsToldMost is how many people are told that one comes or goes.
const friendsToldMost = 50

// Friend is somebody of whose coming and going a character is told. Num tells them from a later one of the same name.
type Friend struct {
	ID   ActorID `json:"id"`
	Num  uint32  `json:"num"`
	Name string  `json:"name"`
}

// Befriend has a character be told when somebody comes and goes, or with Off no longer. With Off and nobody named it
// has no friends any more.
type Befriend struct {
	Who ActorID `json:"who"`
	Off bool    `json:"off,omitempty"`
}

// FriendMade says that somebody is among a character's friends.
type FriendMade struct {
	Actor ActorID `json:"actor"`
	Who   ActorID `json:"who"`
	Num   uint32  `json:"num"`
	Name  string  `json:"name" words:"fixed"`
}

// FriendDropped says that somebody is among a character's friends no more; Lost, that they were erased.
type FriendDropped struct {
	Actor ActorID `json:"actor"`
	Who   ActorID `json:"who"`
	Name  string  `json:"name" words:"fixed"`
	Lost  bool    `json:"lost,omitempty"`
}

// FriendSeen tells one character that a friend of theirs came into the world, or left it.
type FriendSeen struct {
	Actor ActorID `json:"actor"`
	To    ActorID `json:"to"`
	Left  bool    `json:"left,omitempty"`
}

func (Befriend) needs() Role { return RolePlayer }

func (Befriend) deed() deed { return deed{verbs: []string{"friends"}} }

func (a Befriend) decide(t *Turn) *Refusal {
	at := slices.IndexFunc(t.me.Friends, func(f Friend) bool { return f.ID == a.Who })
	who := t.s.Actors[a.Who]
	switch {
	case !t.me.Player():
		return refuse(CodeCannot, "Only people keep a list of friends.")
	case a.Off && a.Who == "":
		for _, f := range slices.Clone(t.me.Friends) {
			t.emit(FriendDropped{Actor: t.me.ID, Who: f.ID, Name: f.Name})
		}
		return nil
	case a.Off && at < 0:
		return refuse(CodeUnknown, "There is no friend of that name on your list.")
	case a.Off:
		t.emit(FriendDropped{Actor: t.me.ID, Who: a.Who, Name: t.me.Friends[at].Name})
		return nil
	case who == nil || !who.Player() || who.Guest() || who.IsDeleted():
		return refuse(CodeUnknown, "Nobody with an account plays here by that name.")
	case who == t.me:
		return refuse(CodeCannot, "One would hope so.")
	case t.s.Ignores(t.me, who):
		return refuse(CodeCannot, "You do not listen to "+who.Name+". Hear them again first: ignore "+who.Name+" off.")
	case at >= 0 && t.me.Friends[at].Num == who.Num:
		return refuse(CodeAlready, who.Name+" is on your list already.")
	case len(t.me.Friends) >= FriendsMost:
		return refuse(CodeFull, "Your list is as long as one can be. Take somebody off first: friends remove NAME.")
	}
	t.emit(FriendMade{Actor: t.me.ID, Who: who.ID, Num: who.Num, Name: who.Name})
	return nil
}

// unlisted takes somebody who is erased off the lists of those who have them as a friend, or do not hear them, and
// reports whether a record held it all.
func (t *Turn) unlisted(a *Actor) bool {
	for id, o := range Ordered(t.s.Actors) {
		for _, f := range slices.Clone(o.Friends) {
			switch {
			case f.Num != a.Num:
			case t.full():
				return false
			default:
				t.emit(FriendDropped{Actor: id, Who: f.ID, Name: f.Name, Lost: true})
			}
		}
		for _, i := range slices.Clone(o.Ignores) {
			switch {
			case i.Num != a.Num:
			case t.full():
				return false
			default:
				t.emit(IgnoreEnded{Actor: id, Who: i.ID, Name: i.Name, Lost: true})
			}
		}
	}
	return true
}

// tellFriends tells those who have somebody on their list, and are elsewhere in the world, that they came or left:
// nobody who cannot see them, and nobody whom they ignore.
func (t *Turn) tellFriends(id ActorID, left bool) {
	a := t.s.Actors[id]
	if a == nil || !a.Player() || a.Guest() {
		return
	}
	told := 0
	for _, other := range slices.Clone(t.s.Index.Awake) {
		o := t.s.Actors[other]
		if o == a || o.Presence != Here || o.Room == a.Room || !o.befriends(a) || !t.s.Sees(o, a) || t.s.Ignores(a, o) {
			continue
		}
		if told == friendsToldMost || t.full() {
			return
		}
		told++
		t.emit(FriendSeen{Actor: id, To: other, Left: left})
	}
}

// befriends reports whether somebody has another on their list.
func (a *Actor) befriends(other *Actor) bool {
	return slices.ContainsFunc(a.Friends, func(f Friend) bool { return f.Num == other.Num })
}

func (e FriendMade) fold(s *State) {
	a := s.actor(e.Actor)
	kept := slices.DeleteFunc(slices.Clone(a.Friends), func(f Friend) bool { return f.ID == e.Who })
	a.Friends = append(kept, Friend{ID: e.Who, Num: e.Num, Name: e.Name})
}

func (e FriendDropped) fold(s *State) {
	a := s.actor(e.Actor)
	a.Friends = slices.DeleteFunc(slices.Clone(a.Friends), func(f Friend) bool { return f.ID == e.Who })
	if len(a.Friends) == 0 {
		a.Friends = nil
	}
}

func (FriendSeen) fold(*State) {}

// Nobody is told but whose list it is.
func (e FriendMade) scene(*State) scene { return scene{actor: e.Actor, closed: true} }

func (e FriendDropped) scene(*State) scene {
	if e.Lost {
		return scene{}
	}
	return scene{actor: e.Actor, closed: true}
}

func (e FriendSeen) scene(*State) scene { return scene{target: e.To, sound: true, closed: true} }

func (FriendMade) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectsNone, Cue: cue("Befriended")}
}

func (FriendDropped) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectsNone, Cue: cue("Unfriended")}
}

func (FriendSeen) traits() Traits {
	return Traits{OnlyTold: true, Follows: true, Touches: AspectsNone, Names: anySense, Cue: cue("Company")}
}

// friends looks into somebody's list of friends.
func (c *checker) friends(a *Actor) {
	if len(a.Friends) > FriendsMost || len(a.Friends) > 0 && !a.Player() {
		c.bad("actor %s has %d friends, which cannot be", a.ID, len(a.Friends))
	}
	seen := map[ActorID]bool{}
	for _, f := range a.Friends {
		if seen[f.ID] || f.Num == 0 || f.Num == a.Num || f.Name == "" {
			c.bad("actor %s has a friend who cannot be: %+v", a.ID, f)
		}
		seen[f.ID] = true
	}
}
