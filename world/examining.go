package world

// ThingReport is one thing seen closely.
type ThingReport struct {
	Ref
	Desc   string `json:"description"`
	Text   string `json:"text,omitempty"`
	Holds  []Ref  `json:"holds,omitempty"`
	Open   bool   `json:"open,omitempty"`
	Vessel bool   `json:"container,omitempty"`

	Board  *BoardReport `json:"board,omitempty"`  // it is a table to play at
	Wear   Slot         `json:"wear,omitempty"`   // where it can be worn, or wield, or hold
	Armour int          `json:"armour,omitempty"` // while it is worn
	Bonus  *Bonus       `json:"bonus,omitempty"`  // likewise
	Damage string       `json:"damage,omitempty"` // of a blow with it: "1d4+1"
	Light  bool         `json:"light,omitempty"`
	Left   int          `json:"charges,omitempty"`    // how often it can still be eaten or drunk
	Burns  int          `json:"light_left,omitempty"` // seconds that are left of it, of one that burns down
	Lit    bool         `json:"lit,omitempty"`        // it burns
	Out    bool         `json:"burnt_out,omitempty"`
	Drink  bool         `json:"-"`               // it is drunk
	Level  int          `json:"level,omitempty"` // that one needs to use it
	Serves []Passage    `json:"serves,omitempty"`
	Reveal bool         `json:"reveals,omitempty"`
	Of     *Ref         `json:"of,omitempty"` // whose it is, as it lies there

	Drinks *VesselReport `json:"drinks,omitempty"`
	Adds   []FigureValue `json:"figures,omitempty"` // what it adds to figures of its wearer
}

// ExamineItem reports a thing seen closely.
func (s *State) ExamineItem(it *Item) ThingReport {
	sp := s.spec(it)
	out := ThingReport{
		Ref: s.ItemRef(it), Desc: sp.Desc, Text: sp.Text, Wear: sp.Wear, Armour: sp.Armour, Bonus: sp.Bonus,
		Damage: sp.Damage.String(), Light: sp.Light, Drink: sp.Eat == "",
		Level: sp.Level, Serves: sp.Serves, Reveal: sp.Reveals, Drinks: s.vesselOf(it), Adds: s.figureSums(sp.Figures),
	}
	if sp.Burns > 0 {
		out.Burns, out.Lit = s.LightLeft(it, s.Now), it.Lit != 0
		out.Out = out.Burns == 0
	}
	if sp.Charges > 1 {
		out.Left = s.ChargesLeft(it)
	}
	if sp.Holds != nil {
		out.Vessel, out.Open = true, !it.Shut
		if !it.Shut {
			out.Holds = s.Inside(it.ID)
		}
	}
	if sp.Coins {
		out.Desc += " " + capital(count(it.Coins, "coin")) + " in all."
	}
	if owner := s.Actors[s.OwnerOfThing(it)]; owner != nil {
		ref := s.ActorRef(owner)
		out.Of = &Ref{ID: ref.ID, Name: ref.Name, Kind: ref.Kind}
	}
	return out
}
