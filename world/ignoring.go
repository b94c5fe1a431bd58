package world

import (
	"slices"
	"strings"
)

// IgnoredMost is how many people one character may ignore.
const IgnoredMost = 100

// Ignored is somebody whom a character does not hear. Num tells a guest from a later one of the same name.
type Ignored struct {
	ID   ActorID `json:"id"`
	Num  uint32  `json:"num"`
	Name string  `json:"name"`
}

// Ignore has a character hear somebody no more, or again. With Off and nobody named it hears everybody again.
type Ignore struct {
	Who ActorID `json:"who,omitempty"`
	Off bool    `json:"off,omitempty"`
}

// IgnoreBegan says that a character does not hear somebody from now on.
type IgnoreBegan struct {
	Actor ActorID `json:"actor"`
	Who   ActorID `json:"who"`
	Num   uint32  `json:"num"`
	Name  string  `json:"name" words:"fixed"`
}

// IgnoreEnded says that a character hears somebody again; Lost, that they were erased.
type IgnoreEnded struct {
	Actor ActorID `json:"actor"`
	Who   ActorID `json:"who"`
	Name  string  `json:"name" words:"fixed"`
	Lost  bool    `json:"lost,omitempty"`
}

func (Ignore) needs() Role { return RoleGuest }

func (Ignore) deed() deed { return deed{verbs: []string{"ignore"}} }
func (Ignore) bodiless()  {}

func (a Ignore) decide(t *Turn) *Refusal {
	switch {
	case !t.me.Player():
		return refuse(CodeCannot, "Only people choose whom they hear.")
	case a.Off:
		return t.hearAgain(a.Who)
	}
	who := t.s.Actors[a.Who]
	switch {
	case who == nil || !who.Player():
		return refuse(CodeUnknown, "It is only people whom you can ignore, and nobody of that name plays here.")
	case who == t.me:
		return refuse(CodeCannot, "You try not to listen to yourself, and hear yourself trying.")
	case who.Role >= RoleWizard:
		return refuse(CodeCannot, "Those who look after the world cannot be ignored.")
	case slices.ContainsFunc(t.me.Ignores, func(i Ignored) bool { return i.Num == who.Num }):
		return refuse(CodeAlready, "You ignore "+who.Name+" already.")
	case len(t.me.Ignores) >= IgnoredMost:
		return refuse(CodeFull, "You ignore as many people as one can. Hear somebody again first: ignore NAME off.")
	}
	t.emit(IgnoreBegan{Actor: t.me.ID, Who: who.ID, Num: who.Num, Name: who.Name})
	for _, f := range slices.Clone(t.me.Friends) { // nobody is told of the coming of whom they do not hear
		if a := t.s.ActorByNum(f.Num); a != nil && t.s.Ignores(t.me, a) {
			t.emit(FriendDropped{Actor: t.me.ID, Who: f.ID, Name: f.Name})
		}
	}
	return nil
}

// hearAgain ends the ignoring of somebody, or of all when nobody is named.
func (t *Turn) hearAgain(who ActorID) *Refusal {
	for _, i := range slices.Clone(t.me.Ignores) {
		if who == "" || i.ID == who {
			t.emit(IgnoreEnded{Actor: t.me.ID, Who: i.ID, Name: i.Name})
		}
	}
	if who != "" && len(t.notices) == 0 {
		return refuse(CodeUnknown, "You ignore nobody of that name.")
	}
	return nil
}

// Ignores reports whether somebody does not hear another: whoever was named, and every other character of the same
// account. A wizard is always heard, and so is a creature.
func (s *State) Ignores(who, speaker *Actor) bool {
	if len(who.Ignores) == 0 || speaker == nil || !speaker.Player() || speaker.Role >= RoleWizard {
		return false
	}
	return slices.ContainsFunc(who.Ignores, func(i Ignored) bool {
		if i.Num == speaker.Num {
			return true
		}
		named := s.ActorByNum(i.Num)
		return speaker.Account != "" && named != nil && named.Account == speaker.Account
	})
}

// tauntsFor are the taunts of a game as somebody may read them: without those of people whom they ignore.
func (s *State) tauntsFor(who ActorID, m *Match) []BoardTaunt {
	reader := s.Actors[who]
	if reader == nil || len(reader.Ignores) == 0 {
		return m.Taunts
	}
	return slices.DeleteFunc(slices.Clone(m.Taunts), func(taunt BoardTaunt) bool {
		return s.Ignores(reader, s.PlayerNamed(strings.ToLower(taunt.By)))
	})
}

// unheard refuses what the actor addresses to one person who ignores it.
func (t *Turn) unheard(to *Actor) *Refusal {
	if t.s.Ignores(to, t.me) {
		return refuse(CodeIgnored, to.Name+" does not hear you.")
	}
	return nil
}

func (e IgnoreBegan) fold(s *State) {
	a := s.actor(e.Actor)
	a.Ignores = slices.DeleteFunc(a.Ignores, func(i Ignored) bool { return i.ID == e.Who })
	a.Ignores = append(a.Ignores, Ignored{ID: e.Who, Num: e.Num, Name: e.Name})
}

func (e IgnoreEnded) fold(s *State) {
	a := s.actor(e.Actor)
	a.Ignores = slices.DeleteFunc(a.Ignores, func(i Ignored) bool { return i.ID == e.Who })
	if len(a.Ignores) == 0 {
		a.Ignores = nil
	}
}

// Nobody is told but who ignores.
func (e IgnoreBegan) scene(*State) scene { return scene{actor: e.Actor, closed: true} }

func (e IgnoreEnded) scene(*State) scene {
	if e.Lost {
		return scene{}
	}
	return scene{actor: e.Actor, closed: true}
}

func (IgnoreBegan) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectsNone, Cue: cue("Ignoring")}
}
func (IgnoreEnded) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectsNone, Cue: cue("Hearing again")}
}

// ignoring looks into whom somebody does not hear.
func (c *checker) ignoring(a *Actor) {
	if len(a.Ignores) > 0 && !a.Player() || len(a.Ignores) > IgnoredMost || a.Breath > c.s.Now+BreathAheadMax {
		c.bad("actor %s ignores %d people and has spoken until %d", a.ID, len(a.Ignores), a.Breath)
	}
	seen := map[ActorID]bool{}
	for _, i := range a.Ignores {
		if seen[i.ID] || i.Num == 0 || i.Num == a.Num || i.Name == "" {
			c.bad("actor %s ignores whom it cannot: %+v", a.ID, i)
		}
		seen[i.ID] = true
	}
}
