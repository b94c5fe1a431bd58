package world

import (
	"maps"
	"slices"
	"strconv"
)

// Crafts: what somebody grows surer in by doing it. A pack says which there are, what teaches each, and what each
// opens. A deed teaches at most one point, seldomer the more one has, nothing twice in one place within an hour of
// the world, and only so often within one. Lessons raise a craft as well, up to a limit of their own.

// Limits of crafts.
const (
	CraftMost       = 100 // how sure somebody can be of one craft
	CraftsTotalMost = 300 // and of all of them together
	CraftsMost      = 30  // crafts of a world
	CraftStepsMost  = 20  // ways to grow of one craft, and as many knacks and heights with a bonus
	CraftBonusMost  = 3   // of skill, damage and armour at one height: a fight stays fair
	CraftHPMost     = 20  // of hit points

	practicesMost = 4   // places that teach one craft within an hour of the world
	craftSlow     = 100 // the greater, the longer a high craft grows as fast as a low one
)

// CraftSpec is a craft: who teaches it, by what one grows in it, and what it opens.
type CraftSpec struct {
	ID      CraftID      `json:"id" yaml:"id"`
	Name    string       `json:"name" yaml:"name"`                           // "Mudding"
	About   string       `json:"about" yaml:"about"`                         // a sentence or two
	Teacher ProtoID      `json:"teacher,omitempty" yaml:"teacher,omitempty"` // who is asked about it
	Grows   []GrowSpec   `json:"grows,omitempty" yaml:"grows,omitempty"`
	Knacks  []KnackSpec  `json:"knacks,omitempty" yaml:"knacks,omitempty"`
	Bonus   []HeightSpec `json:"bonus,omitempty" yaml:"bonus,omitempty"`
}

// GrowSpec is a deed by which one grows in a craft. Everything that it says must be so.
type GrowSpec struct {
	Do    Doing     `json:"do" yaml:"do"`
	Where Locale    `json:"where,omitempty" yaml:"where,omitempty"`
	Of    []ProtoID `json:"of,omitempty" yaml:"of,omitempty"` // things or creatures of these patterns only
	When  *WhenSpec `json:"when,omitempty" yaml:"when,omitempty"`
}

// KnackSpec is a verb that a craft opens at a height.
type KnackSpec struct {
	At    int   `json:"at" yaml:"at"`
	Knack Knack `json:"knack" yaml:"knack"`
}

// HeightSpec is what a craft adds to somebody's figures from a height on. It adds up with what lower heights add.
type HeightSpec struct {
	At     int `json:"at" yaml:"at"`
	Skill  int `json:"skill,omitempty" yaml:"skill,omitempty"`
	Damage int `json:"damage,omitempty" yaml:"damage,omitempty"`
	HP     int `json:"hp,omitempty" yaml:"hp,omitempty"`
	Armour int `json:"armour,omitempty" yaml:"armour,omitempty"`
}

// Doing is a deed that may teach a craft, named by its verb.
type Doing string

// The deeds. DoGet counts for what lies as a pack laid it, DoSearch for what is dug up.
const (
	DoGet    Doing = "get"
	DoSearch Doing = "search"
	DoGo     Doing = "go"
	DoOpen   Doing = "open"
	DoUnlock Doing = "unlock"
	DoSlay   Doing = "slay"
	DoOutwit Doing = "outwit"
	DoSell   Doing = "sell"
	DoBuy    Doing = "buy"
	DoGive   Doing = "give"
	DoSay    Doing = "say"
	DoProbe  Doing = "probe"
	DoWade   Doing = "wade"
	DoHark   Doing = "hark"
	DoMake   Doing = "make"
	DoGather Doing = "gather"
)

// Doings lists the deeds that may teach.
func Doings() []Doing {
	return []Doing{
		DoGet, DoSearch, DoGo, DoOpen, DoUnlock, DoSlay, DoOutwit, DoSell, DoBuy, DoGive, DoSay, DoProbe, DoWade, DoHark,
		DoMake, DoGather,
	}
}

// Locale is the kind of place where a deed teaches.
type Locale string

// The locales. A place may be several.
const (
	LocaleTidal   Locale = "tidal"
	LocaleDark    Locale = "dark"
	LocaleOutdoor Locale = "outdoor"
	LocaleIndoor  Locale = "indoor"
)

// Locales lists the kinds of places.
func Locales() []Locale { return []Locale{LocaleTidal, LocaleDark, LocaleOutdoor, LocaleIndoor} }

// PractisedIn is where and when a craft was last taught somebody something by a deed.
type PractisedIn struct {
	Craft CraftID `json:"craft"`
	Room  RoomID  `json:"room"`
	At    Time    `json:"at"`
}

// Practised says that somebody did what teaches a craft, in a place that had not taught it within the hour, or took a
// lesson in it. Value is how sure they are of it now: Rise more than before, which may be nothing.
type Practised struct {
	Actor  ActorID `json:"actor"`
	Craft  CraftID `json:"craft"`
	Name   string  `json:"name" words:"fixed"`
	Value  int     `json:"value"`
	Rise   int     `json:"rise,omitempty"`
	Room   RoomID  `json:"room,omitempty"` // "" for a lesson
	At     Time    `json:"at"`
	Knacks []Knack `json:"knacks,omitempty" words:"fixed"` // that this opens
}

// suits reports whether a room is such a place.
func (g Locale) suits(r *RoomSpec) bool {
	switch {
	case g == "":
		return true
	case r == nil:
		return false
	}
	switch g {
	case LocaleTidal:
		return r.Tidal != nil
	case LocaleDark:
		return r.Light == LightDark
	case LocaleOutdoor:
		return r.Light == LightOutdoor
	case LocaleIndoor:
		return r.Light != LightOutdoor
	}
	return false
}

// fits reports whether somebody's deed, with something of a pattern, is what this names.
func (g *GrowSpec) fits(s *State, who *Actor, do Doing, of ProtoID, now Time) bool {
	return g.Do == do && g.Where.suits(s.Rooms[who.Room]) && (len(g.Of) == 0 || slices.Contains(g.Of, of)) &&
		g.When.Holds(s, who, now)
}

// practise lets a deed teach whoever did it, where some craft grows by it.
func (t *Turn) practise(id ActorID, do Doing, of ProtoID) {
	who := t.s.Actors[id]
	if len(t.s.Crafts) == 0 || who == nil || !who.Player() || who.Presence == Away {
		return
	}
	for craft, c := range Ordered(t.s.Crafts) {
		fits := func(g GrowSpec) bool { return g.fits(t.s, who, do, of, t.now) }
		if slices.ContainsFunc(c.Grows, fits) && t.s.teaches(who, craft, t.now) {
			t.grow(who, c)
		}
	}
}

// teaches reports whether the place where somebody stands can teach them a craft now.
func (s *State) teaches(who *Actor, craft CraftID, now Time) bool {
	n := 0
	for _, p := range who.Practised {
		if p.Craft != craft || p.At+GameHour <= now {
			continue
		}
		if n++; p.Room == who.Room {
			return false
		}
	}
	return n < practicesMost
}

// grow is what a deed comes to: the die says whether it taught anything.
func (t *Turn) grow(who *Actor, c *CraftSpec) {
	was := who.Crafts[c.ID]
	rise := 0
	if t.s.mayGrow(who, c.ID) > 0 && t.roll("craft", string(who.ID), 1+was*was/craftSlow) == 1 {
		rise = 1
	}
	t.emit(Practised{
		Actor: who.ID, Craft: c.ID, Name: c.Name, Value: was + rise, Rise: rise, Room: who.Room, At: t.now,
		Knacks: c.opened(was, was+rise),
	})
}

// mayGrow is by how much somebody may still grow in a craft.
func (s *State) mayGrow(who *Actor, craft CraftID) int {
	return max(0, min(CraftMost-who.Crafts[craft], CraftsTotalMost-who.CraftsTotal()))
}

// CraftsTotal is how sure somebody is of all crafts together.
func (a *Actor) CraftsTotal() int {
	sum := 0
	for _, n := range anyhow(a.Crafts) {
		sum += n
	}
	return sum
}

// opened lists the knacks that lie above one height and not above another.
func (c *CraftSpec) opened(was, now int) []Knack {
	var out []Knack
	for _, k := range c.Knacks {
		if was < k.At && k.At <= now {
			out = append(out, k.Knack)
		}
	}
	return out
}

// practised lets an event teach whoever did it.
func (t *Turn) practised(e Event) {
	switch e := e.(type) {
	case Moved:
		switch e.Manner {
		case Walked:
			t.practise(e.Actor, DoGo, "")
		case Waded:
			t.practise(e.Actor, DoWade, "")
		default:
		}
	case DoorWorked:
		switch e.Work {
		case WorkOpen:
			t.practise(e.Actor, DoOpen, "")
		case WorkUnlock:
			t.practise(e.Actor, DoUnlock, "")
		default:
		}
	case LidWorked:
		it := t.s.Items[e.Item]
		switch {
		case it == nil:
		case e.Work == WorkOpen:
			t.practise(e.Actor, DoOpen, it.Proto)
		case e.Work == WorkUnlock:
			t.practise(e.Actor, DoUnlock, it.Proto)
		}
	case Died:
		if dead := t.s.Actors[e.Actor]; dead != nil && !dead.Player() {
			t.practise(e.By, DoSlay, dead.Proto)
		}
	case Bought:
		t.practise(e.Actor, DoBuy, t.s.protoOf(e.Item))
	case Sold:
		t.practise(e.Actor, DoSell, t.s.protoOf(e.Item))
	case ItemGiven:
		if to := t.s.Actors[e.To]; to != nil && !to.Player() {
			t.practise(e.Actor, DoGive, t.s.protoOf(e.Item))
		}
	case Said:
		t.practise(e.Actor, DoSay, "")
	case Unearthed:
		t.practise(e.Actor, DoSearch, t.s.protoOf(e.Item))
	case Probed:
		t.practise(e.Actor, DoProbe, "")
	case Harked:
		t.practise(e.Actor, DoHark, t.s.protoOf(e.Item))
	case Crafted:
		t.worked(e)
	case Gathered:
		t.gleaned(e)
	default:
	}
}

func (s *State) protoOf(id ItemID) ProtoID {
	if it := s.Items[id]; it != nil {
		return it.Proto
	}
	return ""
}

// craftBonus adds what somebody's crafts add to their figures.
func (s *State) craftBonus(a *Actor, sum *Bonus) {
	for id, n := range anyhow(a.Crafts) {
		c := s.Crafts[id]
		if c == nil {
			continue
		}
		for _, h := range c.Bonus {
			if h.At <= n {
				sum.add(&Bonus{Skill: h.Skill, Damage: h.Damage, HP: h.HP, Armour: h.Armour})
			}
		}
	}
}

// setCraft refuses to set a craft of somebody by decree, or does it.
func (t *Turn) setCraft(who *Actor, c *CraftSpec, value int) *Refusal {
	others := who.CraftsTotal() - who.Crafts[c.ID]
	switch most := min(CraftMost, CraftsTotalMost-others); {
	case !who.Player():
		return refuse(CodeCannot, "Only people grow in crafts.")
	case value < 0 || value > most:
		return refuse(CodeBadValue, "That value must be from 0 to "+strconv.Itoa(most)+".")
	}
	t.set(who, string(c.ID), value)
	return nil
}

// putCraft makes a craft of a body what an event says.
func (s *State) putCraft(id ActorID, craft CraftID, value int) {
	a := s.actor(id)
	switch {
	case value == 0:
		delete(a.Crafts, craft)
	case a.Crafts == nil:
		a.Crafts = map[CraftID]int{craft: value}
	default:
		a.Crafts[craft] = value
	}
	if len(a.Crafts) == 0 {
		a.Crafts = nil
	}
	s.refit(id)
}

func (e Practised) fold(s *State) {
	if e.Value > 0 {
		s.putCraft(e.Actor, e.Craft, e.Value)
	}
	a := s.actor(e.Actor)
	if e.Room == "" {
		return
	}
	kept := slices.DeleteFunc(slices.Clone(a.Practised), func(p PractisedIn) bool { return p.At+GameHour <= e.At })
	a.Practised = append(kept, PractisedIn{Craft: e.Craft, Room: e.Room, At: e.At})
}

func (e Practised) scene(*State) scene { return scene{actor: e.Actor, closed: true} }

func (Practised) traits() Traits {
	return Traits{Wordless: true, Touches: AspectSelf, Cue: befalls("Craft")}
}

// sound reports what of a craft no state may hold, "" for nothing.
func (c *CraftSpec) sound() string {
	height := func(n int) bool { return n >= 1 && n <= CraftMost }
	small := func(n int) bool { return n >= 0 && n <= CraftBonusMost }
	switch {
	case !ValidID(string(c.ID)):
		return "its id is no slug of a to z, 0 to 9 and hyphens"
	case fieldLimits[string(c.ID)] != 0:
		return "its id is the name of something else that can be set"
	case max(len(c.Grows), len(c.Knacks), len(c.Bonus)) > CraftStepsMost:
		return "it has more than " + strconv.Itoa(CraftStepsMost) + " ways to grow, knacks or heights"
	}
	for i := range c.Grows {
		g := &c.Grows[i]
		if !slices.Contains(Doings(), g.Do) || g.Where != "" && !slices.Contains(Locales(), g.Where) || !g.When.sound() {
			return "one of the ways to grow in it cannot be"
		}
	}
	for _, k := range c.Knacks {
		if !height(k.At) || !slices.Contains(Knacks(), k.Knack) {
			return "one of its knacks cannot be"
		}
	}
	for _, h := range c.Bonus {
		if !height(h.At) || !small(h.Skill) || !small(h.Damage) || !small(h.Armour) || h.HP < 0 || h.HP > CraftHPMost {
			return "one of its bonuses cannot be"
		}
	}
	return ""
}

func (c *CraftSpec) refs(to refer) {
	to("mob", string(c.Teacher))
	for i := range c.Grows {
		c.Grows[i].When.refs(to)
	}
}

// crafts looks into what somebody grew in.
func (c *checker) crafts(a *Actor) {
	for id, n := range all(c, a.Crafts) {
		if n < 1 || n > CraftMost || id == "" {
			c.bad("actor %s has %d of the craft %s, which cannot be", a.ID, n, id)
		}
	}
	if !a.Player() && len(a.Crafts)+len(a.Practised) > 0 || a.CraftsTotal() > CraftsTotalMost {
		c.bad("actor %s has crafts that cannot be: %d in all", a.ID, a.CraftsTotal())
	}
	if len(a.Practised) > practicesMost*CraftsMost || a.Wading > c.s.Now+wadeFor+timerGrid {
		c.bad("actor %s practised in %d places, or wades until %d", a.ID, len(a.Practised), a.Wading)
	}
}

// CraftValue is how sure somebody is of a craft.
type CraftValue struct {
	ID    CraftID `json:"id"`
	Name  string  `json:"name"`
	Value int     `json:"value"`

	Opened []Knack `json:"opened,omitempty"` // what it has opened to them
}

// CraftLine is a craft as somebody knows it.
type CraftLine struct {
	CraftValue
	About   string      `json:"about"`
	Teacher string      `json:"taught_by,omitempty"`
	Knacks  []KnackLine `json:"knacks,omitempty"`
}

// KnackLine is a verb that a craft opens.
type KnackLine struct {
	Knack Knack `json:"knack"`
	At    int   `json:"at"`
	Open  bool  `json:"open,omitempty"`
}

// CraftsReport lists the crafts of the world with how sure somebody is of each.
type CraftsReport struct {
	Crafts []CraftLine `json:"crafts"`
	Total  int         `json:"total"`
	Most   int         `json:"total_most"`
}

// CraftsOf lists the crafts in which somebody has grown, in order of their ids.
func (s *State) CraftsOf(a *Actor) []CraftValue {
	var out []CraftValue
	for _, id := range slices.Sorted(maps.Keys(a.Crafts)) {
		if c := s.Crafts[id]; c != nil {
			out = append(out, CraftValue{ID: id, Name: c.Name, Value: a.Crafts[id], Opened: c.opened(0, a.Crafts[id])})
		}
	}
	return out
}

// CraftsReport reports the crafts of the world to somebody.
func (s *State) CraftsReport(a *Actor) CraftsReport {
	out := CraftsReport{Crafts: []CraftLine{}, Total: a.CraftsTotal(), Most: CraftsTotalMost}
	for id, c := range Ordered(s.Crafts) {
		l := CraftLine{
			CraftValue: CraftValue{ID: id, Name: c.Name, Value: a.Crafts[id]}, About: c.About, Teacher: s.tutorName(c),
		}
		for _, k := range c.Knacks {
			l.Knacks = append(l.Knacks, KnackLine{Knack: k.Knack, At: k.At, Open: k.At <= l.Value})
		}
		slices.SortStableFunc(l.Knacks, func(x, y KnackLine) int { return x.At - y.At })
		out.Crafts = append(out.Crafts, l)
	}
	return out
}

// tutorName is what the one is called who teaches a craft; "" for nobody.
func (s *State) tutorName(c *CraftSpec) string {
	m := s.MobSpecs[c.Teacher]
	if m == nil {
		return ""
	}
	if article(m.A, m.Name) == "" {
		return m.Name
	}
	return "the " + m.Name
}
