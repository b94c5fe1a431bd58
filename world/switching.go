package world

// Switch has a wizard's keyboard play a creature, or no longer: what the creature perceives is shown to them, and what
// they type it does, as if it were forced to (OWNERS, section 2; tbaMUD's switch and return). Their own body stands
// where it stood. It ends when they leave or lose their connection, when they die, and when the creature is no more.
type Switch struct {
	Who ActorID `json:"who,omitempty"` // "" to be themselves again
}

// Switched says that a wizard's keyboard plays a creature from now on, or no longer.
type Switched struct {
	By    ActorID `json:"by"`
	Actor ActorID `json:"actor"`
	Off   bool    `json:"off,omitempty"`
}

func (Switch) needs() Role             { return RoleWizard }
func (Switch) deed() deed              { return deed{} }
func (Switch) commands(*Turn) []string { return []string{"switch"} }
func (Switch) personal()               {}

func (a Switch) decide(t *Turn) *Refusal {
	if a.Who == "" {
		if t.me.Drives == "" {
			return refuse(CodeAlready, "You are yourself.")
		}
		t.comeBack(t.me)
		return nil
	}
	who := t.s.Actors[a.Who]
	switch {
	case who == nil || who.Presence == Away:
		return refuse(CodeUnknown, "There is no creature of that name.")
	case who.Player():
		return refuse(CodeCannot, "Only creatures can be played like that: a player's character is a player's.")
	case t.me.Presence != Here:
		return refuse(CodeAbsent, "You are not in the world.")
	case t.me.Drives != "":
		return refuse(CodeAlready, "You play a creature already: return first.")
	case who.Driver != "":
		return refuse(CodeCannot, "Another wizard plays it just now.")
	case who.Driven():
		return refuse(CodeCannot, "An agent plays it just now.")
	case !t.me.May("force", RoleWizard):
		return refuse(CodeNotAllowed, "Only who may use force can play a creature.")
	}
	t.emit(Switched{By: t.me.ID, Actor: who.ID})
	return nil
}

// comeBack ends that somebody plays a creature, and that anybody plays them.
func (t *Turn) comeBack(a *Actor) {
	if a.Drives != "" {
		t.lets(a.ID, t.s.Actors[a.Drives])
	}
	if a.Driver != "" {
		t.lets(a.Driver, a)
	}
}

// lets ends that somebody plays a creature, which no longer goes where it was made to follow. Who is hired goes on
// with whoever did it.
func (t *Turn) lets(by ActorID, who *Actor) {
	t.emit(Switched{By: by, Actor: who.ID, Off: true})
	if who.Following != "" && who.Hire == nil {
		t.emit(FollowEnded{Actor: who.ID, Leader: who.Following})
	}
}

func (e Switched) fold(s *State) {
	by, who := s.actor(e.By), s.actor(e.Actor)
	if by.Drives, who.Driver = e.Actor, e.By; e.Off {
		by.Drives, who.Driver = "", ""
	}
}

// Nobody but the wizard notices.
func (e Switched) scene(*State) scene { return scene{actor: e.By, closed: true} }

func (Switched) traits() Traits {
	return Traits{OnlyTold: true, Follows: true, Names: anySense, Cue: cue("Switch")}
}
