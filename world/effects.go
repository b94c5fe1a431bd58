package world

import (
	"slices"
)

// Effects: what eating, drinking or wearing something does for a time. Their time is the world's and runs on while
// somebody is away; no timer waits for those who are, and whoever comes back after its end is told of it then. The same
// name again renews an effect and does not add up.

// Limits of effects.
const (
	EffectMost   = 24 * 60 * 60 // seconds of one
	EffectsMost  = 10           // upon one body; of more, the one that would end first ends
	HealsMost    = 1000         // hit points that one thing gives back
	ChargesMost  = 100          // times that one thing is eaten or drunk
	effectsBytes = 300          // of the name and of what is told at the end
)

// EffectSpec is what a thing does to whoever eats, drinks or wears it.
type EffectSpec struct {
	Name  string `json:"name,omitempty" yaml:"name,omitempty"` // "warm": how one is then; "" for what only heals
	For   int    `json:"for,omitempty" yaml:"for,omitempty"`   // seconds of the world
	Heals int    `json:"heals,omitempty" yaml:"heals,omitempty"`
	Bonus *Bonus `json:"bonus,omitempty" yaml:"bonus,omitempty"`
	Ends  string `json:"ends,omitempty" yaml:"ends,omitempty"` // told at the end; made of Name when empty

	Auras  []Aura    `json:"auras,omitempty" yaml:"auras,omitempty"`   // what one is while it lasts
	Serves []Passage `json:"serves,omitempty" yaml:"serves,omitempty"` // where one can pass while it lasts
	Cures  []string  `json:"cures,omitempty" yaml:"cures,omitempty"`   // names of the effects that it ends
	Frees  bool      `json:"frees,omitempty" yaml:"frees,omitempty"`   // what clings lets go
	Sends  Sending   `json:"sends,omitempty" yaml:"sends,omitempty"`   // where it moves one, at last
}

// Ill reports whether an effect takes something from whoever it is upon: their sight, or some of a figure.
func (e *EffectSpec) Ill() bool {
	if e == nil {
		return false
	}
	b := e.Bonus
	return slices.Contains(e.Auras, AuraBlind) || b != nil && min(b.Skill, b.Damage, b.HP, b.Armour) < 0
}

// Effect is what is upon somebody until a moment.
type Effect struct {
	Name  string `json:"name"`
	Until Time   `json:"until"`
	Bonus *Bonus `json:"bonus,omitempty"`
	Ends  string `json:"ends,omitempty"`

	Auras  []Aura    `json:"auras,omitempty"`
	Serves []Passage `json:"serves,omitempty"`
}

// EffectBegan says that an effect is upon somebody, or longer upon them than it was.
type EffectBegan struct {
	Actor   ActorID `json:"actor"`
	Item    ItemID  `json:"item,omitempty"` // that did it
	Name    string  `json:"name" words:"fixed"`
	Until   Time    `json:"until"`
	Bonus   *Bonus  `json:"bonus,omitempty"`
	Ends    string  `json:"ends,omitempty" words:"fixed"`
	Renewed bool    `json:"renewed,omitempty"`

	Auras  []Aura    `json:"auras,omitempty" words:"fixed"`
	Serves []Passage `json:"serves,omitempty" words:"fixed"`
}

// EffectEnded says that an effect is upon somebody no more. Text is what its thing said of that.
type EffectEnded struct {
	Actor ActorID `json:"actor"`
	Name  string  `json:"name" words:"fixed"`
	Text  string  `json:"text,omitempty" words:"fixed"`
	Dead  bool    `json:"dead,omitempty"`  // they died of something else, and nobody notices
	By    ActorID `json:"by,omitempty"`    // the wizard who ended it before its time
	Cured bool    `json:"cured,omitempty"` // something ended it before its time
}

// Refreshed says that something somebody ate or drank gave them hit points back. HP is what they have now.
type Refreshed struct {
	Actor  ActorID `json:"actor"`
	Item   ItemID  `json:"item,omitempty"`
	Gained int     `json:"gained"`
	HP     int     `json:"hp"`
	At     Time    `json:"at"`
}

// sound reports whether a state may hold it.
func (e *EffectSpec) sound() bool {
	return e == nil || e.For >= 0 && e.For <= EffectMost && e.Heals >= 0 && e.Heals <= HealsMost && e.Bonus.sound() &&
		(e.Name != "") == (e.For > 0) && (e.Name != "" || e.Bonus == nil) && len(e.Name)+len(e.Ends) <= effectsBytes &&
		e.auraSound()
}

// effect returns an effect that is upon a body, nil when it is not.
func (a *Actor) effect(name string) *Effect {
	if i := slices.IndexFunc(a.Effects, func(e Effect) bool { return e.Name == name }); i >= 0 {
		return &a.Effects[i]
	}
	return nil
}

// affect lets a thing do to somebody what it does.
func (t *Turn) affect(a *Actor, item ItemID, sp *EffectSpec) {
	if sp == nil {
		return
	}
	hp := t.s.HPNow(a, t.now)
	if gained := min(sp.Heals, a.HPMost()-hp); gained > 0 {
		t.emit(Refreshed{Actor: a.ID, Item: item, Gained: gained, HP: hp + gained, At: t.now})
	}
	t.cure(a, sp.Cures)
	if sp.Frees {
		t.loosen(a)
	}
	if sp.Name != "" {
		t.befall(a, item, sp)
	}
	if sp.Sends != "" {
		t.send(a, sp.Sends)
	}
}

// befall puts upon somebody what lasts for a time.
func (t *Turn) befall(a *Actor, item ItemID, sp *EffectSpec) {
	was := a.effect(sp.Name)
	if was == nil && len(a.Effects) >= EffectsMost {
		first := slices.MinFunc(a.Effects, func(x, y Effect) int { return int(x.Until - y.Until) })
		t.emit(EffectEnded{Actor: a.ID, Name: first.Name, Text: first.Ends})
	}
	e := EffectBegan{
		Actor: a.ID, Item: item, Name: sp.Name, Until: (t.now + Time(sp.For)*Second).grid(), Ends: sp.Ends,
		Renewed: was != nil, Auras: slices.Clone(sp.Auras), Serves: slices.Clone(sp.Serves),
	}
	if sp.Bonus != nil {
		bonus := *sp.Bonus
		e.Bonus = &bonus
	}
	t.emit(e)
	t.timeEffects(a)
}

// fade ends the effects upon somebody whose time is over.
func (t *Turn) fade(id ActorID) {
	a := t.s.Actors[id]
	if a == nil || a.Presence == Away {
		return
	}
	for _, e := range slices.Clone(a.Effects) {
		if e.Until <= t.now {
			t.emit(EffectEnded{Actor: id, Name: e.Name, Text: e.Ends})
		}
	}
	t.timeEffects(a)
}

// dispel ends all that is upon somebody who died.
func (t *Turn) dispel(id ActorID) {
	a := t.s.Actors[id]
	if a == nil {
		return
	}
	for _, e := range slices.Clone(a.Effects) {
		t.emit(EffectEnded{Actor: id, Name: e.Name, Dead: true})
	}
	t.cancel(TimerEffect, string(id))
}

// timeEffects sets the timer for the effect that ends first.
func (t *Turn) timeEffects(a *Actor) {
	if len(a.Effects) == 0 {
		t.cancel(TimerEffect, string(a.ID))
		return
	}
	due := a.Effects[0].Until
	for _, e := range a.Effects {
		due = min(due, e.Until)
	}
	if timer := t.s.Timers[timerID(TimerEffect, string(a.ID))]; timer == nil || timer.Due != due {
		t.emit(TimerSet{Kind: TimerEffect, Subject: string(a.ID), Due: due})
	}
}

// Affect is an effect as whoever has it knows it.
type Affect struct {
	Name  string `json:"name"`
	Left  int    `json:"seconds_left"`
	Bonus *Bonus `json:"bonus,omitempty"`
	Auras []Aura `json:"auras,omitempty"`
}

// Affects lists what is upon somebody, in the order in which it began.
func (s *State) Affects(a *Actor, now Time) []Affect {
	var out []Affect
	for _, e := range a.Effects {
		out = append(out, Affect{Name: e.Name, Left: int(max(0, e.Until-now) / Second), Bonus: e.Bonus, Auras: e.Auras})
	}
	return out
}

// effects looks into what is upon a body: each once, with a timer while the body is in the world.
func (c *checker) effects(a *Actor) {
	names := map[string]bool{}
	for _, e := range a.Effects {
		if e.Name == "" || names[e.Name] || !e.Bonus.sound() {
			c.bad("actor %s has an effect that cannot be, or twice: %+v", a.ID, e)
		}
		names[e.Name] = true
	}
	isTimed := c.s.Timers[timerID(TimerEffect, string(a.ID))] != nil
	if len(a.Effects) > EffectsMost || isTimed != (len(a.Effects) > 0 && a.Presence != Away) {
		c.bad("actor %s has %d effects, and they are timed: %v", a.ID, len(a.Effects), isTimed)
	}
}

func (e EffectBegan) fold(s *State) {
	a := s.actor(e.Actor)
	now := Effect{
		Name: e.Name, Until: e.Until, Ends: e.Ends, Auras: slices.Clone(e.Auras), Serves: slices.Clone(e.Serves),
	}
	if e.Bonus != nil {
		bonus := *e.Bonus // the record keeps its own
		now.Bonus = &bonus
	}
	if was := a.effect(e.Name); was != nil {
		*was = now
	} else {
		a.Effects = append(a.Effects, now)
	}
	s.refit(e.Actor)
}

func (e EffectEnded) fold(s *State) {
	a := s.actor(e.Actor)
	a.Effects = slices.DeleteFunc(a.Effects, func(x Effect) bool { return x.Name == e.Name })
	if len(a.Effects) == 0 {
		a.Effects = nil
	}
	s.refit(e.Actor)
}

func (e Refreshed) fold(s *State) {
	a := s.actor(e.Actor)
	a.HP, a.HPAt = e.HP, e.At
}

func (e EffectBegan) scene(*State) scene { return scene{actor: e.Actor, closed: true} }
func (e EffectEnded) scene(*State) scene { return scene{actor: e.Actor, closed: true} }
func (e Refreshed) scene(*State) scene   { return scene{actor: e.Actor, closed: true} }

func (EffectBegan) traits() Traits { return Traits{Touches: AspectSelf, Cue: cue("Effect")} }
func (EffectEnded) traits() Traits { return Traits{Touches: AspectSelf, Cue: befalls("Effect over")} }
func (Refreshed) traits() Traits   { return Traits{Touches: AspectSelf, Cue: cue("Refreshed")} }
