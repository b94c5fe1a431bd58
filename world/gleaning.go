package world

import (
	"slices"
	"strconv"
)

// Gathering: what grows or is washed up in a place, and is there for everybody until it runs out. How much there is
// follows from when somebody last took of it: no timer runs, and where nobody comes nothing is written.

// Limits of what can be gathered.
const (
	GathersMost     = 8  // sorts of things in one place
	GatherMost      = 50 // things of a sort
	gatherEvery     = 300
	gatherToolsMost = 10
)

// GatherSpec says what can be gathered in a place.
type GatherSpec struct {
	Item  ProtoID   `json:"item" yaml:"item"`
	Most  int       `json:"most,omitempty" yaml:"most,omitempty"`   // how many there are at most; 0: one
	Every int       `json:"every,omitempty" yaml:"every,omitempty"` // seconds until there is one more; 0: 300
	Craft CraftID   `json:"craft,omitempty" yaml:"craft,omitempty"` // which grows by it
	From  int       `json:"from,omitempty" yaml:"from,omitempty"`   // how sure of it one has to be
	Tools []ProtoID `json:"tools,omitempty" yaml:"tools,omitempty"` // one of which one needs
	When  *WhenSpec `json:"when,omitempty" yaml:"when,omitempty"`
}

// Plot is what was left of something in a place when somebody last took of it. Where there is none, nothing lacks.
type Plot struct {
	Room RoomID  `json:"room"`
	Item ProtoID `json:"item"`
	Left int     `json:"left"`
	At   Time    `json:"at"`
}

// PlotID names a plot: the room, a slash and what is gathered.
type PlotID string

func plotID(room RoomID, item ProtoID) PlotID { return PlotID(string(room) + "/" + string(item)) }

// Glean takes one of what can be gathered where one stands.
type Glean struct {
	Item ProtoID `json:"item"`
}

// Gathered says that somebody gathered a thing, of which Left are left at a moment from which more come.
type Gathered struct {
	Actor ActorID `json:"actor"`
	Room  RoomID  `json:"room"`
	Item  ItemID  `json:"item"`
	Proto ProtoID `json:"proto"`
	Left  int     `json:"left"`
	At    Time    `json:"at"`
}

func (Glean) needs() Role { return RoleGuest }
func (Glean) deed() deed  { return deed{verbs: []string{"gather"}} }

func (g *GatherSpec) most() int { return max(g.Most, 1) }

func (g *GatherSpec) wait() Time {
	if g.Every == 0 {
		return gatherEvery * Second
	}
	return Time(g.Every) * Second
}

// plot is how many of something there are in a place now, and since when the next is coming.
func (s *State) plot(room RoomID, g *GatherSpec, now Time) (left int, since Time) {
	p := s.Plots[plotID(room, g.Item)]
	if p == nil {
		return g.most(), now
	}
	came := int((now - p.At) / g.wait())
	if p.Left+came >= g.most() {
		return g.most(), now
	}
	return p.Left + came, p.At + Time(came)*g.wait()
}

// CanGather refuses somebody what they cannot gather where they stand, and says why.
func (s *State) CanGather(who *Actor, g *GatherSpec, now Time) *Refusal {
	name, a := s.wareName(g.Item)
	left, since := s.plot(who.Room, g, now)
	hasTool := len(g.Tools) == 0 || slices.ContainsFunc(g.Tools,
		func(id ProtoID) bool { return s.Carries(who.ID, id) != "" })
	switch c := s.Crafts[g.Craft]; {
	case s.ItemSpecs[g.Item] == nil:
		return refuse(CodeNotHere, "There is nothing of that here.")
	case !g.When.Holds(s, who, now):
		return refuse(CodeNotHere, "There is "+withArticle(a, name)+" to be had here, but not now. Come back at another "+
			"hour or another tide.")
	case c != nil && who.Crafts[g.Craft] < g.From:
		return refuse(CodeCannot, "To gather that you have to stand at "+strconv.Itoa(g.From)+" in "+c.Name+"; you stand at "+
			strconv.Itoa(who.Crafts[g.Craft])+". Type crafts to see who teaches it.")
	case !hasTool:
		return refuse(CodeMissing, "For that you need "+s.partName(PartSpec{Of: g.Tools}, 1)+".")
	case left == 0:
		return refuse(CodeNotHere, "Somebody has been here before you: of "+name+" nothing is left. One more comes in "+
			count(secondsUntil(now, since+g.wait()), "second")+".")
	case !s.HasRoom(who.ID):
		return refuse(CodeFull, "You cannot carry any more.")
	}
	return nil
}

// Gathers lists what can ever be gathered in a room.
func (s *State) Gathers(room RoomID) []GatherSpec {
	if r := s.Rooms[room]; r != nil {
		return r.Gathers
	}
	return nil
}

func (a Glean) decide(t *Turn) *Refusal {
	list := t.s.Gathers(t.me.Room)
	i := slices.IndexFunc(list, func(g GatherSpec) bool { return g.Item == a.Item })
	switch {
	case !t.me.Player():
		return refuse(CodeCannot, "That is work for people.")
	case i < 0:
		return refuse(CodeNotHere, "There is nothing of that to be gathered here.")
	}
	if r := t.calm(); r != nil {
		return r
	}
	if r := t.seeing(); r != nil {
		return r
	}
	g := &list[i]
	if r := t.s.CanGather(t.me, g, t.now); r != nil {
		return r
	}
	left, since := t.s.plot(t.me.Room, g, t.now)
	made := ItemMade{Item: ItemID(t.newID(string(g.Item))), Proto: g.Item, Place: Place{Actor: t.me.ID}}
	t.emit(made)
	t.emit(Gathered{Actor: t.me.ID, Room: t.me.Room, Item: made.Item, Proto: g.Item, Left: left - 1, At: since})
	t.questFound(t.me.ID, made.Item)
	return nil
}

// gleaned lets the craft by which something is gathered grow by it.
func (t *Turn) gleaned(e Gathered) {
	who := t.s.Actors[e.Actor]
	for _, g := range t.s.Gathers(e.Room) {
		if c := t.s.Crafts[g.Craft]; g.Item == e.Proto && c != nil && t.s.teaches(who, g.Craft, t.now) {
			t.grow(who, c)
		}
	}
	t.practise(e.Actor, DoGather, e.Proto)
}

func (e Gathered) fold(s *State) {
	id := plotID(e.Room, e.Proto)
	s.Plots[id] = &Plot{Room: e.Room, Item: e.Proto, Left: e.Left, At: e.At}
	s.touch(kindPlot, string(id))
}

func (e Gathered) scene(s *State) scene { return s.seen(e.Actor) }

func (Gathered) traits() Traits {
	return Traits{Public: true, Touches: AspectsUsual | AspectBelongings, Shows: AspectRoom, Cue: cue("Gathered")}
}

// soundGathers reports whether what can be gathered in a room can be.
func soundGathers(list []GatherSpec) bool {
	for i := range list {
		g := &list[i]
		isTwice := slices.ContainsFunc(list[:i], func(x GatherSpec) bool { return x.Item == g.Item })
		if g.Item == "" || isTwice || g.Most < 0 || g.Most > GatherMost || g.Every < 0 || g.Every > BurnsMost ||
			g.From < 0 || g.From > CraftMost || len(g.Tools) > gatherToolsMost || !g.When.sound() {
			return false
		}
	}
	return len(list) <= GathersMost
}

func gatherRefs(list []GatherSpec, to refer) {
	for i := range list {
		to("item", string(list[i].Item))
		to(kindCraft, string(list[i].Craft))
		for _, id := range list[i].Tools {
			to("item", string(id))
		}
		list[i].When.refs(to)
	}
}

// plots looks into what was gathered.
func (c *checker) plots() {
	for id, p := range all(c, c.s.Plots) {
		if plotID(p.Room, p.Item) != id || p.Left < 0 || p.Left >= GatherMost || p.At > c.s.Now+1 {
			c.bad("plot %s is filed wrongly, or cannot be: %+v", id, *p)
		}
	}
}

// GatherLine is something that can be gathered, as somebody finds it.
type GatherLine struct {
	ID    ProtoID `json:"id"`
	Name  string  `json:"name"`
	Left  int     `json:"left"`
	Ready bool    `json:"ready,omitempty"`
	Lacks string  `json:"lacks,omitempty"` // why not
}

// GathersReport lists what can be gathered where somebody stands.
type GathersReport struct {
	Things []GatherLine `json:"things"`
}

// GathersFor lists what can be gathered where somebody stands, and what they lack for it.
func (s *State) GathersFor(who *Actor, now Time) GathersReport {
	out := GathersReport{Things: []GatherLine{}}
	list := s.Gathers(who.Room)
	for i := range list {
		g := &list[i]
		name, _ := s.wareName(g.Item)
		left, _ := s.plot(who.Room, g, now)
		l := GatherLine{ID: g.Item, Name: name, Left: left}
		if r := s.CanGather(who, g, now); r != nil {
			l.Lacks = r.Text
		} else {
			l.Ready = true
		}
		out.Things = append(out.Things, l)
	}
	return out
}
