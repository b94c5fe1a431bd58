package world

import "slices"

// Lists in reports are bounded: a crowd is shown in part and counted.
const (
	PeopleShownMost = 30
	ThingsShownMost = 60
)

// Ref is somebody or something as a report shows it. Name has its article; Bare has not.
type Ref struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Bare  string `json:"-"`
	Line  string `json:"line,omitempty"`  // the sentence with which it stands in a room
	State string `json:"state,omitempty"` // "link-dead", "fighting Ann", "closed", "worn on the head"
	Kind  string `json:"kind"`            // person, creature, item
	Foe   bool   `json:"foe,omitempty"`   // it attacks on sight, or fights somebody

	Fightable bool `json:"may_be_fought,omitempty"`
}

// Way is an exit as a report shows it. To is set when the viewer knows where it leads.
type Way struct {
	Dir    Dir     `json:"direction"`
	To     RoomID  `json:"to,omitempty"`
	Name   string  `json:"name,omitempty"`
	Door   string  `json:"door,omitempty"`
	Closed bool    `json:"closed,omitempty"`
	Under  bool    `json:"under_water,omitempty"`
	Needs  Passage `json:"needs,omitempty"` // what one would need there and has not
	Shut   string  `json:"-"`               // why the tide lets nobody in now, where the place says so itself: a clause
	Number int32   `json:"-"`               // of the room To, for clients that draw maps; 0 when it is not known
}

// RoomReport is what one sees looking around.
type RoomReport struct {
	ID        RoomID   `json:"id"`
	Name      string   `json:"name"`
	Desc      string   `json:"description"`
	Dark      bool     `json:"dark,omitempty"`
	Exits     []Way    `json:"exits"`
	People    []Ref    `json:"people"`
	More      int      `json:"people_more,omitempty"`     // people beyond those listed
	Lost      int      `json:"guests_linkdead,omitempty"` // guests who stand there link-dead and are not listed
	Things    []Ref    `json:"things"`
	Tide      Tide     `json:"tide,omitempty"`   // where it matters
	TideWords string   `json:"-"`                // what the pack calls it
	Battle    string   `json:"battle,omitempty"` // the ground of the fight by turns that is here
	Zone      string   `json:"zone,omitempty"`
	Quests    []string `json:"-"` // that whoever has just come could take on here

	Board  *BoardSight `json:"board,omitempty"`  // of notes, that hangs here
	Number int32       `json:"number,omitempty"` // of the room: stable, positive; 0 for nowhere
	At     *Coord      `json:"at,omitempty"`     // where it stands; nil for nowhere
}

// PersonReport is somebody seen closely.
type PersonReport struct {
	Ref
	Desc   string `json:"description"`
	Health string `json:"health"`
	Uses   []Ref  `json:"uses,omitempty"`

	Agent *AgentSeen `json:"agent,omitempty"` // who acts for them, when it is no person
	Hire  *HireOffer `json:"hire,omitempty"`  // for what they can be hired
}

// AgentSeen is what anybody may know of the agent that drives a body: that it is one, and whose. Under which label its
// owner knows it, and what it may do, is the owner's business.
type AgentSeen struct {
	Owner  string `json:"owner"`            // the eldest character of its owner
	Intent string `json:"intent,omitempty"` // what it says that it is about
}

// DetailReport is a detail of a room or a thing.
type DetailReport struct {
	Name string `json:"name"`
	Desc string `json:"description"`

	Board *BoardReport `json:"board,omitempty"` // it is a table to play at
}

// StatusReport is what one knows of oneself.
type StatusReport struct {
	ID       ActorID `json:"id"`
	Name     string  `json:"name"`
	Role     string  `json:"role"`
	HP       int     `json:"hp"`
	HPMax    int     `json:"hp_max"`
	Level    int     `json:"level"`
	XP       int     `json:"xp"`
	XPNext   int     `json:"xp_next"`
	Coins    int     `json:"coins"`
	Room     RoomID  `json:"room"`
	Fighting string  `json:"fighting,omitempty"`
	ByTurns  bool    `json:"-"` // they stand in a fight by turns, which programs are told of by itself
	Follows  string  `json:"following,omitempty"`
	Games    Tally   `json:"games,omitzero"`
	// Group is with whom they go about, themselves among them, who leads first.
	Group []PartyMember `json:"group,omitempty"`
	// Bonus is that of what they wear, of effects and of crafts, all together.
	Bonus     Bonus         `json:"bonus,omitzero"`
	BonusFrom []string      `json:"-"` // what of these adds anything: "what you wear", "your crafts"
	Affects   []Affect      `json:"affects,omitempty"`
	Crafts    []CraftValue  `json:"crafts,omitempty"`
	Bank      int           `json:"bank,omitempty"` // coins in the bank
	Figures   []FigureValue `json:"figures,omitempty"`
	Hour      int           `json:"hour"`
	Tide      Tide          `json:"tide,omitempty"` // "" where there is no sea
	TideWords string        `json:"-"`              // what the pack calls it
}

// Bright reports whether one can see in a room.
func (s *State) Bright(room RoomID, now Time) bool {
	r := s.Rooms[room]
	if r == nil || r.Light == LightLit || r.Light == LightOutdoor && now.Daylight() {
		return true
	}
	shines := func(id ItemID) bool { return s.Shines(s.Items[id]) }
	if slices.ContainsFunc(s.Index.Floor[room], shines) {
		return true
	}
	for _, who := range s.Index.Present[room] {
		if slices.ContainsFunc(s.Index.Held[who], shines) {
			return true
		}
	}
	return false
}

// LookAround reports the room somebody stands in.
func (s *State) LookAround(viewer ActorID, now Time) RoomReport {
	me := s.Actors[viewer]
	if me == nil {
		return RoomReport{}
	}
	return s.LookInto(me.Room, viewer, now)
}

// Survey reports a room as it is, dark or not, to somebody who stands nowhere.
func (s *State) Survey(id RoomID, now Time) RoomReport { return s.sight(id, "", now) }

// LookInto reports a room as somebody would see it standing there.
func (s *State) LookInto(id RoomID, viewer ActorID, now Time) RoomReport {
	if me := s.Actors[viewer]; s.Rooms[id] != nil &&
		(me == nil && !s.Bright(id, now) || me != nil && (s.blinded(me) || !s.Bright(id, now) && !s.needsNoLight(me))) {
		return RoomReport{
			ID: id, Name: "Darkness", Dark: true,
			Desc:  s.darkness(id),
			Exits: s.Ways(id, viewer, now), Zone: s.Rooms[id].Zone, Number: s.number(id), At: s.coord(id),
		}
	}
	return s.sight(id, viewer, now)
}

// darkness is what one makes out where one cannot see.
func (s *State) darkness(id RoomID) string {
	if s.Rooms[id].Light == LightOutdoor {
		return "It is night, and too dark to see your own feet. There is wind, and there is sky, and that is all."
	}
	return "It is pitch dark. You can feel walls, and hear your own breath, and that is all."
}

func (s *State) sight(id RoomID, viewer ActorID, now Time) RoomReport {
	r := s.Rooms[id]
	if r == nil {
		return RoomReport{ID: id, Name: "Nowhere", Desc: "There is nothing here at all."}
	}
	out := RoomReport{
		ID: id, Name: r.Name, Desc: s.Described(r, s.Actors[viewer], now), Exits: s.Ways(id, viewer, now),
		Zone: r.Zone, Number: s.number(id), At: s.coord(id),
	}
	if e := s.EncounterIn(id); e != nil {
		out.Battle = e.Name
	}
	out.Board = s.BoardFor(s.Actors[viewer], r)
	for _, who := range s.Seen(s.Actors[viewer], s.Index.Present[id]) {
		if who == viewer {
			continue
		}
		if s.Lost(s.Actors[who]) {
			out.Lost++
			continue
		}
		if len(out.People) == PeopleShownMost {
			out.More++
			continue
		}
		out.People = append(out.People, s.doing(s.Actors[who], now))
	}
	for _, it := range s.Index.Floor[id] {
		if len(out.Things) < ThingsShownMost {
			out.Things = append(out.Things, s.ItemRef(s.Items[it]))
		}
	}
	if r.Tidal != nil || slices.ContainsFunc(r.Exits, func(e ExitSpec) bool {
		to := s.Rooms[e.To]
		return to != nil && to.Tidal != nil
	}) {
		out.Tide = now.Tide()
		out.TideWords = s.TideWords(out.Tide)
	}
	return out
}

// Ways lists the exits of a room that can be seen, in the order in which its author wrote them.
func (s *State) Ways(id RoomID, viewer ActorID, now Time) []Way {
	r, me := s.Rooms[id], s.Actors[viewer]
	if r == nil {
		return nil
	}
	out := make([]Way, 0, len(r.Exits))
	for _, e := range r.Exits {
		if s.shown(e, me) {
			out = append(out, s.wayOf(e, s.Rooms[e.To], me, now))
		}
	}
	return out
}

// wayOf shows one way out as somebody knows it.
func (s *State) wayOf(e ExitSpec, to *RoomSpec, me *Actor, now Time) Way {
	w := Way{Dir: e.Dir}
	if me != nil && (me.Known[e.To] || s.Roams(me, e.To)) {
		w.To, w.Name, w.Number = e.To, to.Name, s.number(e.To)
	}
	if d := s.Doors[e.Door]; d != nil {
		w.Door, w.Closed = d.Name, d.Shut
	}
	if to.Tidal != nil && !to.Tidal.dry(now.Tide()) {
		w.Under, w.Shut = !to.Tidal.floats(), to.Tidal.Shut
	}
	w.Needs = s.Wants(me, to)
	return w
}

// Lost reports whether somebody is a guest whose line broke and who takes part in nothing. Most never come back, and
// lists count them in place of their names.
func (s *State) Lost(a *Actor) bool {
	if !a.Guest() || a.Presence != Linkdead || a.Fighting != "" || s.EncounterOf(a.ID) != nil {
		return false
	}
	_, seat := s.seatOf(a.ID)
	return seat == nil
}

// ActorRef shows somebody as they stand there.
func (s *State) ActorRef(a *Actor) Ref {
	ref := Ref{ID: string(a.ID), Name: a.Name, Bare: a.Name, Kind: "person"}
	if m := s.mob(a); m != nil {
		ref.Name = withArticle(article(m.A, m.Name), m.Name)
		ref.Kind, ref.Line, ref.Fightable = "creature", m.Long, !m.Guarded
		ref.Foe = m.Aggressive || a.Fighting != ""
	}
	switch {
	case a.Fighting != "":
		ref.State = "fighting"
		if foe := s.Actors[a.Fighting]; foe != nil && !foe.Has(PowerInvis) {
			name := s.ActorName(foe)
			if m := s.mob(foe); m != nil && name != foe.Name && s.namesake(foe) == 0 {
				name = "the " + foe.Name
			}
			ref.State += " " + name
		}
		ref.Line = ""
	case a.Presence == Linkdead:
		ref.State = "link-dead"
	case s.EncounterOf(a.ID) != nil:
		ref.State, ref.Line = "in the fight", ""
	case a.Agent != "":
		ref.State = "played by an agent"
	case a.Has(PowerInvis):
		ref.State = "invisible" // to whoever does not read it
	case s.hides(a):
		ref.State, ref.Line = "hidden", "" // to whoever does not read it
	case a.Hire != nil:
		ref.Line = capital(ref.Name) + " is here."
		if by := s.Actors[a.Hire.By]; s.Sees(nil, by) {
			ref.Line = capital(ref.Name) + " is here, with " + s.ActorName(by) + "."
		}
	case s.hire(a) != nil && a.Room != s.home(a): // on the way back: its line is of where it belongs
		ref.State, ref.Line = string(s.pose(a)), ""
	default:
		ref.State = string(s.pose(a))
	}
	if b, seat := s.seatOf(a.ID); seat != nil && ref.State == "" {
		ref.State, ref.Line = "sitting at the "+b.Name, ""
	}
	if ref.Line == "" {
		ref.Line = capital(ref.Name) + " is here."
		if ref.State != "" {
			ref.Line = capital(ref.Name) + " is here, " + ref.State + "."
		}
	}
	return ref
}

// doing shows somebody as they stand there at a time: who is where a round wants them does what it says.
func (s *State) doing(a *Actor, now Time) Ref {
	ref := s.ActorRef(a)
	if due, ok := s.Due(a, now); ok && due.Doing != "" && due.Room == a.Room && ref.State == "" {
		ref.Line = due.Doing
	}
	if ref.Kind == "creature" && ref.State == "" && s.isSpent(a, now) {
		ref.State = "the worse for a fight"
		ref.Line = capital(ref.Name) + " is here, " + ref.State + "."
	}
	return ref
}

// ItemRef shows a thing as it lies there.
func (s *State) ItemRef(it *Item) Ref {
	sp := s.spec(it)
	bare := s.ItemName(it)
	ref := Ref{ID: string(it.ID), Bare: bare, Name: withArticle(article(sp.A, bare), bare), Kind: "item", Line: sp.Long}
	if sp.Holds != nil && sp.Holds.Long != "" && !it.Shut && len(s.Index.Inside[it.ID]) > 0 {
		ref.Line = sp.Holds.Long
	}
	switch {
	case it.Worn == SlotWield:
		ref.State = "wielded"
	case it.Worn == SlotHold:
		ref.State = "held"
	case it.Worn != "":
		ref.State = "worn " + it.Worn.On()
	case sp.Holds != nil && sp.Holds.Lid && it.Shut:
		ref.State = "closed"
	case sp.Holds != nil && sp.Holds.Lid:
		ref.State = "open"
	}
	if ref.Line == "" || it.Name != "" || !it.Home && sp.Fixed {
		ref.Line = capital(ref.Name) + " is here."
	}
	return ref
}

func withArticle(a, name string) string {
	if a == "" {
		return name
	}
	return a + " " + name
}

// Inside lists what a container holds.
func (s *State) Inside(id ItemID) []Ref { return s.itemRefs(s.Index.Inside[id]) }

// Carried lists what somebody carries without wearing it, Used what they wear and wield, in the order of the slots.
func (s *State) Carried(who ActorID) []Ref {
	return s.itemRefs(slices.DeleteFunc(slices.Clone(s.Index.Held[who]), func(id ItemID) bool {
		return s.Items[id].Worn != ""
	}))
}

// Used lists what somebody wears and wields, in the order of the slots.
func (s *State) Used(who ActorID) []Ref {
	var out []Ref
	for _, slot := range Places() {
		if it := s.worn(who, slot); it != nil {
			out = append(out, s.ItemRef(it))
		}
	}
	return out
}

func (s *State) itemRefs(ids []ItemID) []Ref {
	out := make([]Ref, 0, len(ids))
	for _, id := range ids {
		out = append(out, s.ItemRef(s.Items[id]))
	}
	return out
}

// ExamineActor reports somebody seen closely.
func (s *State) ExamineActor(a *Actor, now Time) PersonReport {
	out := PersonReport{Ref: s.ActorRef(a), Desc: a.Desc, Health: Health(s.HPNow(a, now), a.HPMost()), Uses: s.Used(a.ID)}
	if m := s.mob(a); m != nil {
		out.Desc = m.Desc
	}
	if out.Desc == "" {
		out.Desc = s.text("body")
	}
	if owner, intent, ok := s.Driver(a); ok {
		out.Agent = &AgentSeen{Owner: owner.Name, Intent: intent}
	}
	return out
}

// Health says in words how somebody is.
func Health(hp, most int) string {
	switch {
	case hp >= most:
		return "in perfect health"
	case hp*4 >= most*3:
		return "scratched"
	case hp*2 >= most:
		return "wounded"
	case hp*4 >= most:
		return "badly hurt"
	default:
		return "close to death"
	}
}

// Status reports what somebody knows of themselves.
func (s *State) Status(a *Actor, now Time) StatusReport {
	out := StatusReport{
		ID: a.ID, Name: a.Name, Role: a.Rank().String(), HP: s.HPNow(a, now), HPMax: a.HPMost(), Level: a.Level, XP: a.XP,
		XPNext: a.Level * a.Level * xpPerLevel, Coins: a.Coins, Room: a.Room, Hour: now.Hour(), Tide: s.TideAt(now),
	}
	out.TideWords = s.TideWords(out.Tide)
	if foe := s.Actors[a.Fighting]; foe != nil {
		out.Fighting = s.ActorName(foe)
	}
	out.ByTurns = s.EncounterOf(a.ID) != nil
	if lead := s.Actors[a.Following]; lead != nil {
		out.Follows = s.ActorRef(lead).Name
	}
	out.Group = s.PartyMembers(a, now)
	out.Games, out.Affects = a.Games, s.Affects(a, now)
	out.Bonus, out.BonusFrom = s.bonus(a.ID)
	out.Crafts, out.Figures, out.Bank = s.CraftsOf(a), s.FiguresOf(a), a.Bank
	return out
}

// Detail finds an extra description of the room or of a thing in reach by one of its words, as far as it is there now
// for whoever looks.
func (s *State) Detail(viewer ActorID, word string, now Time) (DetailReport, bool) {
	me := s.Actors[viewer]
	if r := s.Rooms[me.Room]; r != nil {
		if x := s.DetailNamed(r.Extras, word, me, now); x != nil {
			return DetailReport{Name: word, Desc: x.Desc}, true
		}
		for _, e := range r.Exits {
			if string(e.Dir) == word && e.Desc != "" && s.Admits(me, s.Rooms[e.To]) {
				return DetailReport{Name: word, Desc: e.Desc}, true
			}
		}
	}
	for _, id := range s.Index.Tables[me.Room] {
		if b := s.Boards[id]; b.Thing == "" && slices.Contains(b.words(), word) {
			r, _ := s.Board(id, viewer)
			return DetailReport{Name: word, Desc: b.Desc, Board: &r}, true
		}
	}
	for _, list := range [][]ItemID{s.Index.Held[viewer], s.Index.Floor[me.Room]} {
		for _, id := range list {
			if x := s.DetailNamed(s.spec(s.Items[id]).Extras, word, me, now); x != nil {
				return DetailReport{Name: word, Desc: x.Desc}, true
			}
		}
	}
	return DetailReport{}, false
}

// Spec returns the pattern of a thing, never nil.
func (s *State) Spec(it *Item) *ItemSpec { return s.spec(it) }
