package world

import (
	"cmp"
	"slices"
)

// Things of power: scrolls that are read out, wands that are pointed at somebody, staffs that are struck on the ground.
// What they do is said as of what one eats: an effect ([EffectSpec]), and besides it hurts. A scroll is gone then; of
// the others nothing is left but wood when their charges are used up.

// PowerWay is how a thing of power is used.
type PowerWay string

// The ways.
const (
	Recite PowerWay = "recite" // on oneself, or on one who is here; it is gone afterwards
	Point  PowerWay = "point"  // likewise, and it stays
	Strike PowerWay = "strike" // on all who are here at once: on foes what hurts, on persons what does them good
)

// PowerWays lists them.
func PowerWays() []PowerWay { return []PowerWay{Recite, Point, Strike} }

// struckMost bounds how many one stroke reaches.
const struckMost = 8

// PowerSpec makes a thing one of power.
type PowerSpec struct {
	Way   PowerWay `json:"way" yaml:"way"`
	Text  string   `json:"text" yaml:"text"`                       // told to whoever uses it
	Hurts Dice     `json:"hurts,omitzero" yaml:"hurts,omitempty"`  // what it costs a foe; it begins the fight
	Verb  string   `json:"verb,omitempty" yaml:"verb,omitempty"`   // how it hurts: "scorch"; default "strike"
	Harms bool     `json:"harms,omitempty" yaml:"harms,omitempty"` // its effect is for foes alone
}

// foul reports whether it is for foes alone.
func (p *PowerSpec) foul() bool { return p.Harms || p.Hurts.N > 0 }

// assails reports whether to use a thing of power on somebody else is to attack them.
func (it *ItemSpec) assails() bool { return it.Power.foul() || it.Effect.Ill() }

// Invoke uses a thing of power that one carries, on Target, or on oneself when that is "".
type Invoke struct {
	Item   ItemID  `json:"item"`
	Target ActorID `json:"target,omitempty"`
}

// Invoked says that somebody used a thing of power, which is no more when it is Spent. Text is what its pattern says of
// that, Left how often one can still do it.
type Invoked struct {
	Actor  ActorID  `json:"actor"`
	Item   ItemID   `json:"item"`
	Target ActorID  `json:"target,omitempty"` // other than Actor
	Way    PowerWay `json:"way" words:"fixed"`
	Text   string   `json:"text,omitempty" words:"fixed"`
	Left   int      `json:"left,omitempty"`
	Spent  bool     `json:"spent,omitempty"`
}

// Loosed says that things that clung to somebody do so no more.
type Loosed struct {
	Actor ActorID  `json:"actor"`
	Items []ItemID `json:"items"`
}

func (Invoke) needs() Role { return RoleGuest }

func (Invoke) deed() deed { return deed{verbs: []string{"recite", "use"}} }

// PowerLeft says how often a thing of power can still be used.
func (s *State) PowerLeft(it *Item) int { return max(0, max(1, s.spec(it).Charges)-it.Used) }

func (a Invoke) decide(t *Turn) *Refusal {
	it, sp, r := t.power(a.Item)
	if r != nil {
		return r
	}
	at, r := t.aims(a, it, sp)
	if r != nil {
		return r
	}
	e := Invoked{Actor: t.me.ID, Item: it.ID, Way: sp.Power.Way, Text: sp.Power.Text, Spent: sp.Power.Way == Recite}
	if !e.Spent {
		e.Left = t.s.PowerLeft(it) - 1
	}
	if a.Target != t.me.ID && sp.Power.Way != Strike {
		e.Target = a.Target
	}
	spawn := it.Spawn
	t.emit(e)
	for _, id := range at {
		if foe := t.s.Actors[id]; foe != nil && t.me.Presence != Away && foe.Room == t.me.Room {
			t.overcome(foe, it.ID, sp)
		}
	}
	if e.Spent {
		t.supply(spawn)
	}
	return nil
}

// power finds a thing of power in hand that can be used now.
func (t *Turn) power(id ItemID) (*Item, *ItemSpec, *Refusal) {
	it := t.s.Items[id]
	if it == nil || !t.holds(id) {
		return nil, nil, refuse(CodeNotHeld, "You do not carry that.")
	}
	sp := t.s.spec(it)
	switch {
	case sp.Power == nil:
		return nil, nil, refuse(CodeCannot, "There is no power in "+t.the(it)+".")
	case t.s.EncounterOf(t.me.ID) != nil:
		return nil, nil, refuse(CodeFighting, "Not in a fight by turns.")
	case sp.Power.Way == Recite && it.Kit != "":
		return nil, nil, t.kept(it)
	case t.s.PowerLeft(it) == 0:
		return nil, nil, refuse(CodeCannot, "There is no power left in "+t.the(it)+".")
	}
	return it, sp, cmp.Or(t.seeing(), t.unpractised(it))
}

// aims lists those on whom a thing would be used.
func (t *Turn) aims(a Invoke, it *Item, sp *ItemSpec) ([]ActorID, *Refusal) {
	target := t.me
	if a.Target != "" {
		target = t.present(a.Target)
	}
	if r := t.unsent(sp.Effect); r != nil {
		return nil, r
	}
	isOwn := sp.Effect != nil && sp.Effect.Sends != ""
	switch {
	case sp.Power.Way == Strike:
		return t.around(sp)
	case target == nil || !t.s.Sees(t.me, target):
		return nil, refuse(CodeNotHere, "They are not here.")
	case isOwn && target != t.me:
		return nil, refuse(CodeCannot, capital(t.the(it))+" works on nobody but whoever uses it.")
	case !sp.assails(), target == t.me && !sp.Power.foul():
		return []ActorID{target.ID}, nil
	case target == t.me && a.Target == "":
		return nil, refuse(CodeMissing, "On whom? Name somebody who is here.")
	}
	if r := t.assails(target); r != nil {
		return nil, r
	}
	return []ActorID{target.ID}, nil
}

// assails refuses to use on somebody what is for foes.
func (t *Turn) assails(target *Actor) *Refusal {
	switch r := t.violence(target); {
	case r != nil:
		return r
	case t.s.EncounterOf(target.ID) != nil:
		return refuse(CodeFighting, capital(t.whom(target))+" is in a fight by turns.")
	case t.me.Fighting != target.ID && t.crowded(t.me, target):
		return refuse(CodeFull, "There are too many in that fight to get near.")
	}
	return nil
}

// around lists whom a stroke reaches: of foes those who are hostile or fight, of persons all, the actor first.
func (t *Turn) around(sp *ItemSpec) ([]ActorID, *Refusal) {
	if sp.Effect != nil && sp.Effect.Sends != "" {
		return []ActorID{t.me.ID}, nil
	}
	var out []ActorID
	if !sp.assails() {
		out = append(out, t.me.ID)
	}
	for _, id := range t.s.Index.Present[t.me.Room] {
		o := t.s.Actors[id]
		m := t.s.mob(o)
		switch {
		case o == t.me || !t.s.Sees(t.me, o) || len(out) >= struckMost:
		case !sp.assails() && o.Player():
			out = append(out, id)
		case !sp.assails() || m == nil:
		case (m.Aggressive || t.s.hates(o, t.me) || o.Fighting != "") && o.Hire == nil && t.assails(o) == nil:
			out = append(out, id)
		}
	}
	if len(out) == 0 {
		return nil, refuse(CodeNoEnemy, "There is no foe here to use it on.")
	}
	return out, nil
}

// overcome lets a thing of power do to somebody what it does.
func (t *Turn) overcome(who *Actor, item ItemID, sp *ItemSpec) {
	if sp.assails() && who != t.me && t.me.Fighting != who.ID {
		t.fight(t.me, who)
	}
	if sp.Power.Hurts.N > 0 {
		harm := t.softened(who, max(1, t.throw(sp.Power.Hurts, "power", string(who.ID))))
		left := max(0, who.HP-harm)
		verb := cmp.Or(sp.Power.Verb, "strike")
		t.emit(BlowLanded{
			Actor: t.me.ID, Target: who.ID, Roll: hitDie, Harm: harm, HP: left, Verb: verb, With: item, At: t.now,
		})
		if left == 0 {
			t.kill(who, t.me)
			return
		}
	}
	t.affect(who, item, sp.Effect)
}

func (e Invoked) fold(s *State) {
	if e.Spent {
		s.dropItem(e.Item)
		return
	}
	s.item(e.Item).Used++
}

func (e Loosed) fold(s *State) {
	for _, id := range e.Items {
		s.item(id).Loose = true
	}
}

func (e Invoked) scene(s *State) scene {
	sc := s.seen(e.Actor)
	sc.target, sc.sound = e.Target, true
	return sc
}

func (e Loosed) scene(*State) scene { return scene{actor: e.Actor, closed: true} }

func (Invoked) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Power used")}
}

func (Loosed) traits() Traits { return Traits{Touches: AspectBelongings, Cue: befalls("Let go")} }

// sound reports whether a state may hold it.
func (p *PowerSpec) sound() bool {
	return p == nil || slices.Contains(PowerWays(), p.Way) && p.Hurts.N >= 0 && p.Hurts.S >= 0
}
