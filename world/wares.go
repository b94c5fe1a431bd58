package world

// What people are shown of trade: who deals in what here, at which price for them, and what they were promised.

// Ware is a kind of thing that somebody deals in, as a report shows it.
type Ware struct {
	ID    ProtoID `json:"id"`
	Name  string  `json:"name"` // with its article
	Bare  string  `json:"-"`
	Price int     `json:"price"`           // for the one who asks
	List  int     `json:"list,omitempty"`  // what it is for others, when that is another price
	Left  int     `json:"lasts,omitempty"` // seconds for which such a price holds
}

// Lesson is something that somebody teaches, as a report shows it.
type Lesson struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Price int    `json:"price,omitempty"`
	Known bool   `json:"known,omitempty"` // to the one who asks
	Craft string `json:"craft,omitempty"` // that it raises, by its name
	From  int    `json:"from,omitempty"`  // how sure of the craft somebody has to be
	Early bool   `json:"early,omitempty"` // the one who asks is not ready for it
	Past  bool   `json:"past,omitempty"`  // or has outgrown it
}

// Counter is what one creature deals in.
type Counter struct {
	Ref
	Sells   []Ware   `json:"sells,omitempty"`
	Buys    []Ware   `json:"buys,omitempty"`
	Teaches []Lesson `json:"teaches,omitempty"`
	Kinds   []string `json:"kinds,omitempty"` // whatever is of which it buys
	Shut    string   `json:"shut,omitempty"`  // why it does not trade with the one who asks now
}

// WaresReport lists what is dealt in somewhere.
type WaresReport struct {
	Counters []Counter `json:"counters"`
	Coins    int       `json:"coins"` // in the purse of the one who asks
}

// ValueReport says what somebody would pay for a thing.
type ValueReport struct {
	Thing Ref     `json:"thing"`
	Bids  []Value `json:"bids"`
}

// Value is what one creature would pay.
type Value struct {
	Ref
	Price int `json:"price"`
	List  int `json:"list,omitempty"`
	Left  int `json:"lasts,omitempty"`
}

// PromiseLine is a promise that somebody was made and that is not kept yet.
type PromiseLine struct {
	By   string `json:"by"` // "the barkeep"
	Text string `json:"text"`
}

// Dealers lists those who trade or teach where somebody stands, in the order in which they came; nobody who cannot be
// seen.
func (s *State) Dealers(a *Actor, now Time) []*Actor {
	if !s.BrightFor(a, now) {
		return nil
	}
	var out []*Actor
	for _, id := range s.Index.Present[a.Room] {
		if d := s.Actors[id]; s.Trades(d) && d != a {
			out = append(out, d)
		}
	}
	return out
}

// Sells returns for how much a creature sells things of a kind to somebody now, and whether it does; Buys what it pays.
func (s *State) Sells(d, to *Actor, item ProtoID, now Time) (coins int, ok bool) {
	return s.price(d, to.ID, side{item, true}, now)
}

// Buys returns how much a creature pays somebody for things of a kind now, and whether it buys them.
func (s *State) Buys(d, from *Actor, item ProtoID, now Time) (coins int, ok bool) {
	return s.price(d, from.ID, side{item, false}, now)
}

// Asked reports whether somebody's offer waits for a creature's answer, about things of a kind which it sells, or else
// buys.
func (s *State) Asked(d, by *Actor, item ProtoID, sell bool) bool {
	return s.Timers[timerID(TimerQuote, string(dealID(by.ID, d.ID, side{item, sell})))] != nil
}

// CounterOf reports what a creature deals in, as it is for somebody now.
func (s *State) CounterOf(d, who *Actor, now Time) Counter {
	sells, buys := s.Stock(d)
	out := Counter{Ref: s.ActorRef(d), Shut: s.shut(d, who, now), Kinds: s.boughtKinds(d)}
	for _, w := range sells {
		if line, ok := s.wareLine(d, who, side{w.Item, true}, now); ok {
			out.Sells = append(out.Sells, line)
		}
	}
	for _, w := range buys {
		if line, ok := s.wareLine(d, who, side{w.Item, false}, now); ok {
			out.Buys = append(out.Buys, line)
		}
	}
	m := s.Minded(d)
	if m == nil {
		return out
	}
	for _, l := range m.Teaches {
		lesson := Lesson{ID: l.ID, Name: l.Name, Price: l.Price, Known: s.Knows(who, d, l.ID)}
		if c := s.Crafts[l.Craft]; c != nil {
			lesson.Craft, lesson.From = c.Name, l.From
			lesson.Early = who.Crafts[l.Craft] < l.From
			lesson.Past = !lesson.Early && !s.Fit(who, l)
		}
		out.Teaches = append(out.Teaches, lesson)
	}
	return out
}

func (s *State) wareLine(d, who *Actor, k side, now Time) (Ware, bool) {
	price, ok := s.price(d, who.ID, k, now)
	if !ok || s.ItemSpecs[k.item] == nil {
		return Ware{}, false
	}
	name, a := s.wareName(k.item)
	out := Ware{ID: k.item, Name: withArticle(a, name), Bare: name, Price: price}
	if w, _ := s.ware(d, k); w.Price != price {
		out.List = w.Price
		out.Left = int((s.Deals[dealID(who.ID, d.ID, k)].Until - now) / Second)
	}
	return out, true
}

// ValueOf reports what those who trade where somebody stands would pay for a thing.
func (s *State) ValueOf(who *Actor, it *Item, now Time) ValueReport {
	out := ValueReport{Thing: s.ItemRef(it), Bids: []Value{}}
	for _, d := range s.Dealers(who, now) {
		if w, ok := s.wareLine(d, who, side{it.Proto, false}, now); ok {
			out.Bids = append(out.Bids, Value{Ref: s.ActorRef(d), Price: w.Price, List: w.List, Left: w.Left})
		}
	}
	return out
}

// Owed lists the promises to somebody that are not kept yet.
func (s *State) Owed(who ActorID) []PromiseLine {
	var out []PromiseLine
	for _, p := range s.PromisesTo(who) {
		if p.Kept != 0 {
			continue
		}
		by := string(p.By)
		if a := s.Actors[p.By]; a != nil {
			by = s.nameOf(by, "ActorID")
		}
		out = append(out, PromiseLine{By: by, Text: p.Text})
	}
	return out
}
