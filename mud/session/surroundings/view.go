// Package surroundings is what a character has about it: the view beside the text that a full screen draws and that
// GMCP sends.
//
// Its one idea is that a view costs the writer little: what all in a room see alike is read once for each change of the
// world and shared, and only what differs between viewers is read for each. A [Cache] belongs to the writer. A [View]
// does not change once it was read, so that it may be kept and compared. A [Surveyor], one for each viewer, belongs to
// the writer too; it adds what only a screen with panes draws, and reads the places around anew only when it must.
//
// To show more, add it to View and read it in Of, or in Fill if few screens want it. To spare reads, let Changes say
// which events alter nothing that is seen.
package surroundings

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// View is the state beside the text, as one character perceives it. It shows nothing that the text would not tell.
type View struct {
	You      world.StatusReport
	Room     world.RoomReport // with the people who are seen there, the viewer among them; see Others. More counts others
	Zone     string           // the part of the world, as its author named it; "" in the dark
	Terrain  Terrain
	Carrying []world.Ref
	Using    []world.Ref        // worn, wielded and held, in the order of the slots
	Things   []ItemTraits       // of Room.Things, one for each
	Carried  []ItemTraits       // of Carrying
	Used     []ItemTraits       // of Using
	Quests   []Quest            // those that run
	Board    *world.BoardReport // where one sits or looks on; nil for nowhere

	Channels []world.ChannelReport // of the pack

	At world.Time // when it was read

	// What Surveyor.Fill adds.
	FoeLooks string // how whom one fights is, in words
	Effects  []Effect
	Map      *world.MapReport // the same one as long as it is the same; see ChartOf
	Fight    *proposal.View   // by turns, where one fights or looks on; nil for none
	FightDue world.Time       // when the turn ends by itself; 0 if nobody knows
}

// Want is how much of a view somebody draws.
type Want uint32

// The wants, the least first.
const (
	Nothing Want = iota
	Sight        // what Cache.Of reads
	Survey       // and what Surveyor.Fill adds
)

// Quest is a quest that runs: Done of Of needs are met.
type Quest struct {
	ID       world.QuestID
	Name     string
	Done, Of int
	Note     string // what it still wants; see Surveyor.Fill
	Text     string // what is told of that, where the pack tells it need by need
}

// Terrain says in a word what kind of place it is.
type Terrain string

// The terrains.
const (
	TerrainDark    Terrain = "dark" // one cannot see what it is
	TerrainLit     Terrain = "lit"  // torches, lamps or windows: one can always see
	TerrainOutside Terrain = "outdoors"
	TerrainBelow   Terrain = "underground" // it has no light of its own
	TerrainShore   Terrain = "shore"       // the sea covers it at times
)

// Cache keeps what all in a room see alike until the world changes. The zero Cache is ready; all its calls come from
// the writer.
type Cache struct {
	state *world.State
	seq   uint64
	tide  world.Tide
	day   bool
	hour  int
	rooms map[world.RoomID]*room
}

// room is a place as all in it see it, whoever they are.
type room struct {
	report  world.RoomReport // with everybody in it, and without ways
	things  []ItemTraits
	zone    string
	terrain Terrain
	also    bool       // its description differs between those who look
	heals   world.Time // when it was read, if a creature there looks better in a while; else 0
}

// Of reads what somebody sees.
func (c *Cache) Of(st *world.State, a *world.Actor, now world.Time) *View {
	here, own := c.room(st, a.Room, now), false
	if a.Role >= world.RoleWizard { // who sees more than the others there
		here, own = roomOf(st, a, now), true
	}
	v := &View{
		You: st.Status(a, now), Room: here.report, Zone: here.zone, Terrain: here.terrain,
		Carrying: st.Carried(a.ID), Using: st.Used(a.ID), Things: here.things, At: now,
		Channels: st.ChannelsFor(a),
	}
	v.Carried, v.Used = ItemTraitsOf(st, v.Carrying), ItemTraitsOf(st, v.Using)
	v.Room.Exits = st.Ways(a.Room, a.ID, now)
	if here.also && !own { // what one sees there depends on who one is
		v.Room.Desc = st.Described(st.Rooms[a.Room], a, now)
	}
	if v.Room.More > 0 && v.viewer() < 0 && !own {
		v.Room.More-- // the viewer is one of them
	}
	for id, run := range world.Ordered(a.Quests) {
		if q := st.Quests[id]; q != nil && run.Stage == world.QuestActive {
			needs, done, of := st.QuestNeeds(a, q)
			v.Quests = append(v.Quests, Quest{ID: id, Name: q.Name, Text: current(needs), Done: done, Of: of})
		}
	}
	if at, _ := st.Seated(a.ID); at != "" {
		if b, ok := st.Board(at, a.ID); ok {
			v.Board = &b
		}
	}
	return v
}

func (c *Cache) room(st *world.State, id world.RoomID, now world.Time) *room {
	tide, day, hour := now.Tide(), now.Daylight(), now.Hour() // by the hour people are about something else
	if c.state != st || c.seq != st.Seq || c.tide != tide || c.day != day || c.hour != hour {
		c.state, c.seq, c.tide, c.day, c.hour = st, st.Seq, tide, day, hour
		if c.rooms == nil {
			c.rooms = map[world.RoomID]*room{}
		}
		clear(c.rooms)
	}
	if r := c.rooms[id]; r != nil && (r.heals == 0 || r.heals == now) {
		return r
	}
	r := &room{terrain: TerrainDark}
	if st.Bright(id, now) {
		r.report, r.terrain = st.Survey(id, now), terrain(st.Rooms[id])
		if spec := st.Rooms[id]; spec != nil {
			r.zone, r.also = spec.Zone, len(spec.Also) > 0
		}
		r.things = ItemTraitsOf(st, r.report.Things)
	} else {
		r.report = st.LookInto(id, "", now)
	}
	if slices.ContainsFunc(st.Index.Present[id], func(who world.ActorID) bool {
		a := st.Actors[who]
		return !a.Player() && st.HealedAt(a, now) > 0
	}) {
		r.heals = now
	}
	c.rooms[id] = r
	return r
}

// roomOf is a place as one wizard in it sees it.
func roomOf(st *world.State, a *world.Actor, now world.Time) *room {
	r := &room{terrain: TerrainDark, report: st.LookAround(a.ID, now)}
	if spec := st.Rooms[a.Room]; spec != nil && st.BrightFor(a, now) {
		r.zone, r.terrain, r.things = spec.Zone, terrain(spec), ItemTraitsOf(st, r.report.Things)
	}
	return r
}

func terrain(r *world.RoomSpec) Terrain {
	switch {
	case r == nil:
		return TerrainDark
	case r.Tidal != nil:
		return TerrainShore
	case r.Light == world.LightOutdoor:
		return TerrainOutside
	case r.Light == world.LightDark:
		return TerrainBelow
	}
	return TerrainLit
}

// Again is a view of a world in which nothing happened since: only what time alone changes, as health does, is read. It
// is nil when time changed more than that, or the viewer is elsewhere.
func Again(v *View, st *world.State, a *world.Actor, now world.Time) *View {
	if v == nil || v.Room.ID != a.Room || v.You.Hour != now.Hour() || v.You.Tide != st.TideAt(now) {
		return nil
	}
	again := *v
	again.You, again.At = st.Status(a, now), now
	return &again
}

// Others lists the people who are seen in the room but for the viewer.
func (v *View) Others() []world.Ref {
	all, i := v.Room.People, v.viewer()
	if i < 0 {
		return all
	}
	return slices.Concat(all[:i], all[i+1:])
}

// viewer is where the viewer stands among the people; -1 for not among those who are listed.
func (v *View) viewer() int {
	return slices.IndexFunc(v.Room.People, func(r world.Ref) bool { return r.ID == string(v.You.ID) })
}

// Changes reports whether an event may change what somebody sees beside the text. What is only said does not.
func Changes(e world.Event) bool { return !world.TraitsOf(e).OnlyTold }

// Talks reports whether an input only says something: what it says changes nothing that is seen, and what comes of it
// is told by events of its own.
func Talks(in *world.Input) bool {
	if in == nil {
		return false
	}
	switch in.Action.(type) {
	case world.Say, world.Shout, world.Tell, world.Whisper, world.Emote, world.Gesture:
		return true
	default:
		return false
	}
}

// Inside reads what is in an open container that somebody holds or that stands where they see it.
func Inside(st *world.State, a *world.Actor, id world.ItemID, now world.Time) ([]world.Ref, []ItemTraits, bool) {
	it := st.Items[id]
	if it == nil || it.At.Actor != a.ID && (it.At.Room == "" || it.At.Room != a.Room || !st.BrightFor(a, now)) {
		return nil, nil, false
	}
	seen := st.ExamineItem(it)
	if !seen.Vessel || !seen.Open {
		return nil, nil, false
	}
	return seen.Holds, ItemTraitsOf(st, seen.Holds), true
}

// peopleMost bounds a list of those who are in the world.
const peopleMost = 200

// People lists the names of those who are in the world, as everybody may ask: but for those whom the asker cannot see.
func People(st *world.State, asker *world.Actor) []string {
	out := []string{}
	for _, id := range st.Seen(asker, st.Index.Awake) {
		if a := st.Actors[id]; !st.Lost(a) && len(out) < peopleMost {
			out = append(out, a.Name)
		}
	}
	return out
}
