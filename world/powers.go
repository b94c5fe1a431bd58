package world

import "slices"

// Power is one of the ways in which a wizard stands aside from the game, by the field's names.
type Power string

// The powers.
const (
	PowerInvis     Power = "invis"     // only wizards see them
	PowerNoHassle  Power = "nohassle"  // no creature attacks them
	PowerHolyLight Power = "holylight" // they see in the dark
)

// AllPowers lists the powers.
func AllPowers() []Power { return []Power{PowerInvis, PowerNoHassle, PowerHolyLight} }

// UsePower turns a power of the wizard's own on or off.
type UsePower struct {
	Power Power `json:"power" words:"fixed"`
	On    bool  `json:"on,omitempty"`
}

// PowerUsed says that a wizard has a power from now on, or no longer.
type PowerUsed struct {
	Actor ActorID `json:"actor"`
	Power Power   `json:"power" words:"fixed"`
	On    bool    `json:"on,omitempty"`
}

func (UsePower) needs() Role { return RoleWizard }

func (UsePower) deed() deed { return deed{} }

func (a UsePower) decide(t *Turn) *Refusal {
	switch {
	case t.me == nil || t.me.Role < RoleWizard:
		return refuse(CodeNotAllowed, "Only a wizard has powers.") // whoever asks for it, be it the daemon
	case !slices.Contains(AllPowers(), a.Power):
		return refuse(CodeUnknown, "There is no such power: one can have invis, nohassle and holylight.")
	case t.me.Has(a.Power) == a.On:
		return refuse(CodeAlready, "That is so already.")
	}
	if a.Power == PowerInvis && a.On {
		if r := t.calm(); r != nil {
			return r
		}
		t.unbind(t.me) // whoever follows them, or plays with them, would know where they are
	}
	t.emit(PowerUsed{Actor: t.me.ID, Power: a.Power, On: a.On})
	if a.Power == PowerInvis && !a.On {
		t.stir(t.me.ID, t.me.Room)
	}
	return nil
}

// powerless takes the powers from somebody who is no wizard any more.
func (t *Turn) powerless(who *Actor) {
	for _, p := range slices.Clone(who.Powers) {
		t.emit(PowerUsed{Actor: who.ID, Power: p})
	}
}

// Has reports whether somebody has a power now; only a wizard does.
func (a *Actor) Has(p Power) bool { return a.Role >= RoleWizard && slices.Contains(a.Powers, p) }

// Sees reports whether a body can be seen by another, where there is light. A viewer of nil is somebody who stands
// nowhere.
func (s *State) Sees(viewer, a *Actor) bool {
	if s.hides(a) {
		return viewer != nil && (viewer == a || !viewer.Player() || viewer.Role >= RoleWizard || s.discerns(viewer))
	}
	return !a.Has(PowerInvis) || viewer != nil && (viewer == a || viewer.Role >= RoleWizard)
}

// Seen leaves of some bodies those whom a viewer can see, where there is light. The list is not changed; it is itself
// returned when it is all of them.
func (s *State) Seen(viewer *Actor, ids []ActorID) []ActorID {
	hidden := func(id ActorID) bool { a := s.Actors[id]; return a != nil && !s.Sees(viewer, a) }
	if !slices.ContainsFunc(ids, hidden) {
		return ids
	}
	return slices.DeleteFunc(slices.Clone(ids), hidden)
}

// BrightFor reports whether somebody sees where they stand: there is light, or they need none.
func (s *State) BrightFor(a *Actor, now Time) bool {
	return a.Has(PowerHolyLight) || !s.IsUnder(a, AuraBlind) && (s.Bright(a.Room, now) || s.IsUnder(a, AuraDarksighted))
}

// needsNoLight reports whether somebody sees in the dark, blinded whether they see nothing even in the light.
func (s *State) needsNoLight(a *Actor) bool {
	return a.Has(PowerHolyLight) || s.IsUnder(a, AuraDarksighted) && !s.IsUnder(a, AuraBlind)
}

func (s *State) blinded(a *Actor) bool { return s.IsUnder(a, AuraBlind) && !a.Has(PowerHolyLight) }

// visible refuses what the invisible cannot do among others: all would see that it is done, and not by whom.
func (t *Turn) visible() *Refusal {
	if t.me.Has(PowerInvis) {
		return refuse(CodeCannot, "Nobody sees you. Type visible first, and take part.")
	}
	return nil
}

// hiddenFrom reports whether there is a body that a viewer, if there is one, cannot see.
func (s *State) hiddenFrom(id ActorID, viewer *Actor) bool {
	a := s.Actors[id]
	return a != nil && !s.Sees(viewer, a)
}

// veils reports whether one of those of whom a scene is cannot be seen by all.
func (s *State) veils(sc *scene, viewer *Actor) bool {
	return !sc.plain &&
		(s.hiddenFrom(sc.actor, viewer) || s.hiddenFrom(sc.target, viewer) || s.hiddenFrom(sc.comes, viewer))
}

// sensed is how somebody perceives what can be perceived so where they are, and whether they do: wizards may see in the
// dark, and whoever cannot be seen is only heard, and comes and goes without a sound.
func (s *State) sensed(sc *scene, a *Actor, sense Sense) (Sense, bool) {
	if sense&Did != 0 {
		return sense, true
	}
	switch {
	case s.blinded(a):
		sense &^= Saw | Close
	case sc.sight && sense&Far == 0 && s.needsNoLight(a):
		sense |= Saw
	}
	if sc.veil && s.veils(sc, a) {
		if s.hiddenFrom(sc.comes, a) {
			return 0, false
		}
		sense &^= Saw | Close
	}
	return sense, sense&(Saw|Heard|Far|Mine) != 0
}

// sights reports whether somebody sees what reaches their place in a way.
func (s *State) sights(id ActorID, sense Sense) bool {
	a := s.Actors[id]
	return a != nil && !s.blinded(a) && (sense&Saw != 0 || s.needsNoLight(a))
}

func (e PowerUsed) fold(s *State) {
	a := s.actor(e.Actor)
	a.Powers = slices.DeleteFunc(slices.Clone(a.Powers), func(p Power) bool { return p == e.Power })
	if e.On {
		a.Powers = append(a.Powers, e.Power)
		slices.Sort(a.Powers)
	}
	if len(a.Powers) == 0 {
		a.Powers = nil
	}
}

// Whoever stands by sees somebody vanish, or appear; of the other powers nobody else knows.
func (e PowerUsed) scene(s *State) scene {
	if e.Power != PowerInvis {
		return scene{actor: e.Actor, closed: true}
	}
	sc := s.seen(e.Actor)
	sc.plain = true
	return sc
}

func (e PowerUsed) traits() Traits {
	return Traits{Public: e.Power == PowerInvis, Weight: WeightPerson, Cue: cue("Power")}
}

// powers looks into the powers that somebody has.
func (c *checker) powers(a *Actor) {
	odd := func(p Power) bool { return !slices.Contains(AllPowers(), p) }
	if len(a.Powers) > 0 && a.Role < RoleWizard || slices.ContainsFunc(a.Powers, odd) || !slices.IsSorted(a.Powers) {
		c.bad("actor %s, a %s, has powers that cannot be: %v", a.ID, a.Role, a.Powers)
	}
}
