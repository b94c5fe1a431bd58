package world

// followersMost is how many may follow one body: each of its steps moves them all, in one record.
const followersMost = 60

// Move walks an actor through an exit.
type Move struct {
	Dir Dir `json:"dir"`
}

// Manner says how somebody came to be elsewhere.
type Manner string

// The manners of moving. The empty one is walking.
const (
	Walked   Manner = ""
	Followed Manner = "followed" // behind Leader
	Fled     Manner = "fled"
	Swept    Manner = "swept"    // by the tide
	Conjured Manner = "conjured" // by a wizard
	Woke     Manner = "woke"     // after death
	Settled  Manner = "settled"  // by the hour, while nobody looked
)

// Moved says that an actor is now elsewhere. Dir is empty when no exit was used.
type Moved struct {
	Actor  ActorID `json:"actor"`
	From   RoomID  `json:"from"`
	To     RoomID  `json:"to"`
	Dir    Dir     `json:"dir,omitempty"`
	Manner Manner  `json:"manner,omitempty"`
	Leader ActorID `json:"leader,omitempty"` // whom they followed
	By     ActorID `json:"by,omitempty"`     // the wizard who did it
}

func (Move) needs() Role { return RoleGuest }

func (Move) deed() deed { return deed{verbs: []string{"move"}} }

func (a Move) decide(t *Turn) *Refusal {
	if r := t.calm(); r != nil {
		return r
	}
	exit, r := t.s.way(t.me, a.Dir, t.now)
	if r != nil {
		return r
	}
	if r := t.mayGo(exit); r != nil {
		return r
	}
	t.walk(t.me, exit, Walked)
	return nil
}

// way finds an exit by which somebody can walk now from where they stand.
func (s *State) way(who *Actor, dir Dir, now Time) (ExitSpec, *Refusal) {
	from := who.Room
	exit, ok := s.exit(from, dir)
	if !ok {
		if dir.Opposite() == "" {
			return exit, refuse(CodeBadValue, "There is no such direction.")
		}
		return exit, refuse(CodeNoExit, "Cannot move "+string(dir)+" - "+s.edge(from, dir)+".")
	}
	if d := s.Doors[exit.Door]; d != nil && d.Shut {
		return exit, refuse(CodeClosed, "Cannot move "+string(dir)+" - the "+d.Name+" is closed.")
	}
	if to := s.Rooms[exit.To]; to == nil {
		return exit, refuse(CodeNoExit, "Cannot move "+string(dir)+" - the way is blocked.")
	} else if !s.Admits(who, to) {
		return exit, unfinished(dir)
	} else if to.Tidal != nil && !to.Tidal.dry(now.Tide()) {
		if to.Tidal.Shut != "" {
			return exit, refuse(CodeDrowned, "Cannot move "+string(dir)+" - "+to.Tidal.Shut+"."+to.Tidal.opens(now))
		}
		if to.Tidal.floats() {
			return exit, refuse(CodeDrowned, "Cannot move "+string(dir)+" - "+s.text("aground")+to.Tidal.opens(now))
		}
		return exit, refuse(CodeDrowned, "Cannot move "+string(dir)+" - "+s.text("flooded")+to.Tidal.opens(now))
	}
	if r := s.keepsOut(who, exit); r != nil {
		return exit, r
	}
	return exit, s.DoorGuarded(who, exit.Door)
}

func unfinished(dir Dir) *Refusal {
	return refuse(CodeClosed, "Cannot move "+string(dir)+" - what lies there is not finished yet.")
}

// keepsOut says why the room behind an exit takes no more people, or not such as lack what it needs.
func (s *State) keepsOut(who *Actor, exit ExitSpec) *Refusal {
	if code, why := s.bars(who, s.Rooms[exit.To]); why != "" {
		return refuse(code, "Cannot move "+string(exit.Dir)+" - "+why+".")
	}
	return nil
}

// edge says why one cannot go where no exit leads: what the room's author wrote, or else what fits the place. Indoors
// it is a wall (S2-05).
func (s *State) edge(from RoomID, dir Dir) string {
	room := s.Rooms[from]
	isOpen := room != nil && (room.Light == LightOutdoor || room.Edge != "")
	switch {
	case !isOpen:
		return "there is a wall blocking your path"
	case dir == Up:
		return "there is only sky up there"
	case dir == Down:
		return "nothing leads down from here"
	case dir == In || dir == Out:
		return "there is nothing here to go in by, or out"
	case room.Edge != "":
		return room.Edge
	case room.Tidal != nil && room.Tidal.floats():
		return "there is only deep water that way"
	case room.Tidal != nil:
		return "the mud that way would not bear you"
	}
	return "no way leads there"
}

func (s *State) exit(from RoomID, dir Dir) (ExitSpec, bool) {
	if room := s.Rooms[from]; room != nil {
		for _, e := range room.Exits {
			if e.Dir == dir {
				return e, true
			}
		}
	}
	return ExitSpec{}, false
}

// walk moves somebody through an exit, and whoever follows and is free to. Who follows a follower stays behind, so
// that no circle of them turns for ever.
func (t *Turn) walk(a *Actor, exit ExitSpec, manner Manner) {
	from := a.Room
	behind := append([]ActorID(nil), t.s.Index.Followers[a.ID]...)
	if manner != Fled {
		t.staysBehind(a, behind, t.s.Rooms[exit.To])
	}
	t.emit(Moved{Actor: a.ID, From: from, To: exit.To, Dir: exit.Dir, Manner: manner})
	if manner == Fled {
		return
	}
	for _, id := range behind {
		f := t.s.Actors[id]
		if f == nil || f.Room != from || f.Presence != Here || t.s.Fights(f) || t.s.jailed(f, t.now) != nil {
			continue
		}
		if r := t.holdsBack(f, exit); r != nil {
			if f.Player() { // who reads why; a companion has said so itself
				t.emit(HeldBack{Actor: id, Leader: a.ID, Dir: exit.Dir, Why: r.Text})
			}
			continue
		}
		t.emit(Moved{Actor: id, From: from, To: exit.To, Dir: exit.Dir, Manner: Followed, Leader: a.ID})
	}
}

// holdsBack says what keeps a follower from going where the leader went, in the words of who had typed the direction.
func (t *Turn) holdsBack(f *Actor, exit ExitSpec) *Refusal {
	to := t.s.Rooms[exit.To]
	if !t.s.Admits(f, to) {
		return unfinished(exit.Dir)
	}
	if r := t.mayWalk(f, exit); r != nil {
		return r
	}
	if f.Hire != nil && !t.s.goesAlong(f, to) {
		return refuse(CodeCannot, "They do not go there.")
	}
	return t.s.keepsOut(f, exit)
}

// HeldBack says that somebody could not follow another through an exit. Why is what they would have read, had they
// typed the direction.
type HeldBack struct {
	Actor  ActorID `json:"actor"`
	Leader ActorID `json:"leader"`
	Dir    Dir     `json:"dir"`
	Why    string  `json:"why" words:"fixed"`
}

func (HeldBack) fold(*State) {}

func (e HeldBack) scene(*State) scene { return scene{actor: e.Actor, closed: true} }

func (HeldBack) traits() Traits {
	return Traits{OnlyTold: true, Follows: true, Cue: befalls("Left behind")}
}

func (e Moved) fold(s *State) {
	a := s.Actors[e.Actor]
	s.putActor(e.Actor, e.To, a.Presence)
	if a.Player() {
		a = s.actor(e.Actor)
		a.Known[e.To], a.Wading = true, 0
	}
}

// Unnoticed reports whether nobody sees somebody come and go: a creature that the hour moves, or that sneaks.
func (s *State) Unnoticed(e Moved) bool {
	a := s.Actors[e.Actor]
	return e.Manner == Settled || e.Manner == Walked && a != nil && s.sneaks(a)
}

func (e Moved) scene(s *State) scene {
	a := s.Actors[e.Actor]
	switch {
	case a == nil || a.Presence == Away:
		return scene{} // somebody out of the world will come back elsewhere
	case s.Unnoticed(e):
		return scene{actor: e.Actor, closed: true}
	}
	return scene{
		actor: e.Actor, target: e.Leader, comes: e.Actor, room: e.To, left: e.From, sight: true, sound: true,
	}
}

func (Moved) traits() Traits {
	return Traits{
		Public: true, Touches: AspectsUsual | AspectMap | AspectQuests | AspectFight, Shows: AspectsUsual,
		Weight: WeightPerson, Cue: cue("Walk"),
	}
}

// Follow makes an actor go where another goes. An empty Leader ends it.
type Follow struct {
	Leader ActorID `json:"leader"`
}

// FollowBegan says that somebody now follows another.
type FollowBegan struct {
	Actor  ActorID `json:"actor"`
	Leader ActorID `json:"leader"`
}

// FollowEnded says that somebody no longer follows another.
type FollowEnded struct {
	Actor  ActorID `json:"actor"`
	Leader ActorID `json:"leader"`
}

func (Follow) needs() Role { return RoleGuest }

func (Follow) deed() deed { return deed{verbs: []string{"follow"}} }

func (a Follow) decide(t *Turn) *Refusal {
	if a.Leader == "" || a.Leader == t.me.ID {
		if t.me.Following == "" {
			return refuse(CodeAlready, "You follow nobody.")
		}
		t.emit(FollowEnded{Actor: t.me.ID, Leader: t.me.Following})
		return nil
	}
	if t.present(a.Leader) == nil {
		return refuse(CodeNotHere, "They are not here.")
	}
	switch {
	case t.me.Following == a.Leader:
		return refuse(CodeAlready, "You follow them already.")
	case t.s.Actors[a.Leader].Following == t.me.ID:
		return refuse(CodeCannot, "They follow you. One of the two has to know the way.")
	case len(t.s.Index.Followers[a.Leader]) >= followersMost:
		return refuse(CodeFull, "Too many follow them already.")
	}
	if t.me.Following != "" {
		t.emit(FollowEnded{Actor: t.me.ID, Leader: t.me.Following})
	}
	t.emit(FollowBegan{Actor: t.me.ID, Leader: a.Leader})
	return nil
}

func (e FollowBegan) fold(s *State) { s.bond(e.Actor, e.Leader, s.Actors[e.Actor].Fighting) }
func (e FollowEnded) fold(s *State) { s.bond(e.Actor, "", s.Actors[e.Actor].Fighting) }

func (e FollowBegan) scene(*State) scene {
	return scene{actor: e.Actor, target: e.Leader, sight: true, closed: true}
}

func (e FollowEnded) scene(*State) scene {
	return scene{actor: e.Actor, target: e.Leader, sight: true, closed: true}
}

func (FollowBegan) traits() Traits { return Traits{Cue: cue("Follower")} }
func (FollowEnded) traits() Traits { return Traits{Cue: cue("Follower gone")} }
