package world

// Liquids: what people drink out of vessels and fountains, fill one from another, and pour out. A pack says which
// liquids there are and what each does to whoever drinks it; nobody has to drink. A vessel keeps what is in it, be it
// little; what lies in a room as a fountain never ends.

// GulpsMost is how much a vessel holds at most.
const GulpsMost = 200

// LiquidSpec is something to drink.
type LiquidSpec struct {
	ID     LiquidID    `json:"id" yaml:"id"`
	Name   string      `json:"name" yaml:"name"`                       // "water": no article
	Looks  string      `json:"looks,omitempty" yaml:"looks,omitempty"` // "clear": how it looks in a vessel
	Text   string      `json:"text" yaml:"text"`                       // told to whoever drinks it
	Effect *EffectSpec `json:"effect,omitempty" yaml:"effect,omitempty"`
}

// DrinksSpec makes a thing a vessel for Most gulps, or, with Endless, a fountain of one liquid. A vessel is made with
// Begins gulps of Liquid in it.
type DrinksSpec struct {
	Liquid  LiquidID `json:"liquid,omitempty" yaml:"liquid,omitempty"`
	Most    int      `json:"most,omitempty" yaml:"most,omitempty"`
	Begins  int      `json:"begins,omitempty" yaml:"begins,omitempty"`
	Endless bool     `json:"endless,omitempty" yaml:"endless,omitempty"`
}

// DrinkFrom drinks one gulp out of a vessel or fountain that one carries or that lies here.
type DrinkFrom struct {
	Item ItemID `json:"item"`
}

// Pour pours what is in one vessel or fountain into another, as much as fits, or, without Into, out.
type Pour struct {
	From ItemID `json:"from"`
	Into ItemID `json:"into,omitempty"`
}

// Sipped says that somebody drank a gulp of a liquid. Left is how many gulps are left, of what ends.
type Sipped struct {
	Actor   ActorID  `json:"actor"`
	Item    ItemID   `json:"item"`
	Liquid  LiquidID `json:"liquid"`
	Name    string   `json:"name" words:"fixed"`
	Text    string   `json:"text,omitempty" words:"fixed"`
	Left    int      `json:"left,omitempty"`
	Endless bool     `json:"endless,omitempty"`
}

// Poured says that somebody poured Gulps of a liquid out of one thing into another, or out when Into is "". Left is
// what is left in the first, of what ends, and Has what is in the second now.
type Poured struct {
	Actor   ActorID  `json:"actor"`
	From    ItemID   `json:"from"`
	Into    ItemID   `json:"into,omitempty"`
	Liquid  LiquidID `json:"liquid"`
	Name    string   `json:"name" words:"fixed"`
	Gulps   int      `json:"gulps"`
	Left    int      `json:"left,omitempty"`
	Has     int      `json:"has,omitempty"`
	Endless bool     `json:"endless,omitempty"`
}

func (DrinkFrom) needs() Role { return RoleGuest }
func (Pour) needs() Role      { return RoleGuest }

func (DrinkFrom) deed() deed { return deed{verbs: []string{"drink"}} }
func (Pour) deed() deed      { return deed{verbs: []string{"fill", "pour", "empty"}} }

// InVessel says what is in a thing and how many gulps of it; nil when it is empty, or is no vessel, or when what was in
// it is no more.
func (s *State) InVessel(it *Item) (*LiquidSpec, int) {
	d := s.spec(it).Drinks
	if d == nil {
		return nil, 0
	}
	id, n := d.Liquid, min(d.Begins, d.Most)
	switch {
	case d.Endless:
		n = GulpsMost
	case it.Drawn:
		id, n = it.Liquid, min(it.Gulps, d.Most)
	}
	if l := s.Liquids[id]; l != nil && n > 0 {
		return l, n
	}
	return nil, 0
}

// vessel finds a vessel within reach; who sees nothing knows only what they carry.
func (t *Turn) vessel(id ItemID) (*Item, *Refusal) {
	it, r := t.reach(id)
	switch {
	case r != nil:
		return nil, r
	case t.s.spec(it).Drinks == nil:
		return nil, refuse(CodeCannot, "Nothing can be poured into "+t.the(it)+", or drunk from it.")
	case !t.holds(id) && t.seeing() != nil:
		return nil, t.seeing()
	case !t.holds(id) && t.s.Guarded(t.me, it) != nil:
		return nil, t.s.Guarded(t.me, it)
	}
	return it, nil
}

func (a DrinkFrom) decide(t *Turn) *Refusal {
	return t.several([]ItemID{a.Item}, func(id ItemID) *Refusal {
		it, r := t.vessel(id)
		if r != nil {
			return r
		}
		if l, _ := t.s.InVessel(it); l == nil {
			return refuse(CodeCannot, capital(t.the(it))+" is empty.")
		}
		return t.unpractised(it)
	}, func(id ItemID) {
		it := t.s.Items[id]
		l, n := t.s.InVessel(it)
		e := Sipped{Actor: t.me.ID, Item: id, Liquid: l.ID, Name: l.Name, Text: l.Text, Endless: t.s.spec(it).Drinks.Endless}
		if !e.Endless {
			e.Left = n - 1
		}
		t.emit(e)
		t.affect(t.me, id, l.Effect)
	})
}

func (a Pour) decide(t *Turn) *Refusal {
	return t.several([]ItemID{a.From}, func(ItemID) *Refusal { return t.pourable(a) }, func(id ItemID) {
		from := t.s.Items[id]
		l, n := t.s.InVessel(from)
		e := Poured{
			Actor: t.me.ID, From: id, Into: a.Into, Liquid: l.ID, Name: l.Name, Gulps: n,
			Endless: t.s.spec(from).Drinks.Endless,
		}
		if a.Into != "" {
			into := t.s.Items[a.Into]
			_, has := t.s.InVessel(into)
			e.Gulps = min(n, t.s.spec(into).Drinks.Most-has)
			e.Has = has + e.Gulps
		}
		if !e.Endless {
			e.Left = n - e.Gulps
		}
		t.emit(e)
	})
}

// pourable refuses to pour what cannot be poured, or where it cannot go.
func (t *Turn) pourable(a Pour) *Refusal {
	from, r := t.vessel(a.From)
	if r != nil {
		return r
	}
	l, _ := t.s.InVessel(from)
	switch {
	case l == nil:
		return refuse(CodeCannot, capital(t.the(from))+" is empty.")
	case a.Into == "" && t.s.spec(from).Drinks.Endless:
		return refuse(CodeCannot, "You would have to stand here for ever.")
	case a.Into == "" && !t.holds(a.From):
		return refuse(CodeNotHeld, "You do not have "+t.the(from)+" in hand.")
	case a.Into == "":
		return nil
	case a.Into == a.From:
		return refuse(CodeCannot, "You would pour it into itself.")
	}
	into, r := t.vessel(a.Into)
	if r != nil {
		return r
	}
	d := t.s.spec(into).Drinks
	other, has := t.s.InVessel(into)
	switch {
	case d.Endless:
		return refuse(CodeCannot, capital(t.the(into))+" needs no filling.")
	case other != nil && other.ID != l.ID:
		return refuse(CodeCannot, "There is something else in "+t.the(into)+" already. Empty it first.")
	case has >= d.Most:
		return refuse(CodeFull, capital(t.the(into))+" is full.")
	}
	return nil
}

// VesselReport is what is in a vessel, for whoever looks at it.
type VesselReport struct {
	Liquid  string `json:"liquid,omitempty"`
	Looks   string `json:"looks,omitempty"`
	Gulps   int    `json:"gulps,omitempty"`
	Most    int    `json:"most,omitempty"`
	Endless bool   `json:"endless,omitempty"`
}

// vesselOf reports what is in a thing; nil for what is no vessel.
func (s *State) vesselOf(it *Item) *VesselReport {
	d := s.spec(it).Drinks
	if d == nil {
		return nil
	}
	out := &VesselReport{Most: d.Most, Endless: d.Endless}
	if l, n := s.InVessel(it); l != nil {
		out.Liquid, out.Looks = l.Name, l.Looks
		if !d.Endless {
			out.Gulps = n
		}
	}
	return out
}

// sound reports what of a liquid no state may hold, "" for nothing.
func (l *LiquidSpec) sound() string {
	switch {
	case !ValidID(string(l.ID)):
		return "its id is no slug of a to z, 0 to 9 and hyphens"
	case !l.Effect.sound():
		return "what it does cannot be"
	}
	return ""
}

// sound reports what of a vessel no state may hold, "" for nothing.
func (d *DrinksSpec) sound() string {
	switch {
	case d == nil:
		return ""
	case d.Endless && (d.Liquid == "" || d.Most+d.Begins > 0):
		return "a fountain is of a liquid and has no measure"
	case !d.Endless && (d.Most < 1 || d.Most > GulpsMost || d.Begins < 0 || d.Begins > d.Most):
		return "it holds what cannot be"
	case !d.Endless && (d.Begins > 0) != (d.Liquid != ""):
		return "it begins with a liquid of which there is none, or with none of which there is some"
	}
	return ""
}

// draw makes a vessel hold what an event says.
func (s *State) draw(id ItemID, of LiquidID, gulps int) {
	it := s.item(id)
	it.Drawn, it.Liquid, it.Gulps = true, of, gulps
	if gulps == 0 {
		it.Liquid = ""
	}
}

func (e Sipped) fold(s *State) {
	if !e.Endless {
		s.draw(e.Item, e.Liquid, e.Left)
	}
}

func (e Poured) fold(s *State) {
	if !e.Endless {
		s.draw(e.From, e.Liquid, e.Left)
	}
	if e.Into != "" {
		s.draw(e.Into, e.Liquid, e.Has)
	}
}

func (e Sipped) scene(s *State) scene { return s.seen(e.Actor) }
func (e Poured) scene(s *State) scene { return s.seen(e.Actor) }

func (Sipped) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Drunk")}
}

func (Poured) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Poured")}
}
