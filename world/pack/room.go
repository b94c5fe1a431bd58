package pack

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

const (
	hurtMax  = 100    // hit points that the sea may take
	coordMax = 10_000 // steps from the middle of a map to its edge
	axes     = 3      // x, y and z
)

func head() kind {
	k := kind{key: headFile, one: "pack", about: "The file pack.yaml says what the pack is.", check: checkHead}
	k.plan = compile(reflect.TypeFor[world.Pack](), k.one, append([]field{
		{"id", freeID(), "The pack's own id."},
		{"name", name(), "What people call it."},
		{"start", idOf("room"), "Where people arrive, and where they wake after death."},
		{"jail", idOf("room"), "Where those are put whom a wizard jails; no way need lead there. Left out: they are kept " +
			"where they stand."},
		{"welcome", text(), "Shown before login."},
		{"texts", group("table of texts"), "What the rules themselves say, in this world's words. Left out: plainly."},
	}, textFields()...))
	return k
}

func checkHead(c *checker) {
	checkTexts(c)
	checkManners(c)
	at := c.sites[headFile]
	start := c.rooms[c.pack.Start]
	if len(at) == 0 || start == nil {
		return
	}
	here := at[0].at("start")
	if start.Tidal != nil {
		c.fault(here, fmt.Sprintf("the start %q lies under the tide", start.ID), "start where it is always dry")
	}
	if start.Light == world.LightDark {
		c.doubt(here, fmt.Sprintf("the start %q is dark", start.ID), "newcomers carry no light")
	}
	if start.Needs != "" || start.Fits > 0 {
		c.doubt(here, fmt.Sprintf("the start %q is not for everybody", start.ID), `leave out its "needs" and "fits"`)
	}
	if !start.Safe {
		c.doubt(here, fmt.Sprintf("the start %q is not safe", start.ID), "newcomers could be attacked where they wake")
	}
}

func rooms() kind {
	return entry(kind{
		key: "rooms", one: "room", about: "A place.", check: checkRooms,
		fill: func(d *draft, v reflect.Value) { v.FieldByName("Zone").SetString(d.zone) },
	}, func(p *world.Pack) *[]world.RoomSpec { return &p.Rooms }, append([]field{
		{"id", newID("room"), "Its id."},
		{"name", name(), "Its title. Two of one title in a zone are warned of."},
		{"desc", text(), "What one sees."},
		{"light", oneOf(world.LightDark, world.LightOutdoor),
			"Left out: one can always see. Dark: only by a light that somebody brought. Outdoor: dark by night."},
		{"safe", flag(), "Nobody may attack here."},
		{"tame", flag(), "No creature that wanders or flees comes in."},
		{"silent", flag(), "No shout or tell is heard here from outside, and none gets out."},
		{"station", freeID(), `What kind of workshop this is: "kiln". See recipes.station.`},
		{"bank", flag(), "People leave coins here, and fetch them, wherever they left them."},
		{"gathers", lists("gathering"), "What can be gathered here by the command gather, by whoever comes first."},
		{"gathers.item", idOf("item"), "What it is."},
		{"gathers.most", whole(1, world.GatherMost), "How many there are at most; one when left out."},
		{"gathers.every", seconds(), "Seconds until there is one more; 300 when left out."},
		{"gathers.craft", idOf("craft"), "The craft that grows by it as by a deed."},
		{"gathers.from", whole(1, world.CraftMost), "How sure of it one has to be."},
		{"gathers.tools", idOf("item"), "One needs one of these, and keeps it."},
		{"needs", oneOf(world.Passages()...), "Without which nobody comes in, as over deep water: an item, or a mob, that " +
			"serves as it. One can always leave."},
		{"fits", whole(1, world.FitsMost), "How many people fit in; creatures do not count. Any number when left out."},
		{"exits", lists("exit"), "The ways out."},
		{"exits.dir", oneOf(world.Dirs()...), "The direction; each at most once."},
		{"exits.to", wayTo("room"), "Where it leads. A way without a way back is warned of unless it has a desc."},
		{"exits.desc", text(), "What one sees looking that way."},
		{"exits.door", wayTo("door"), "The door in the way. The exit back names it too."},
		{"exits.hidden", flag(), "Not listed, but can be walked."},
		{"extras", lists("extra"), "Details that can be looked at though they are no items."},
		{"extras.keys", typed(), "What one may call it."},
		{"extras.desc", text(), "What one sees."},
		{"extras.leads", oneOf(world.Dirs()...), "The exit that it is: who climbs, enters or steps on it goes that way."},
		{"extras.does", lists("answer"), "What comes of laying hands on it. It changes nothing."},
		{"extras.does.verbs", oneOf(world.Touches()...), "What somebody types."},
		{"extras.does.text", text(), "What is told then."},
		{"tidal", group("tidal place"), "The sea covers this place at times."},
		{"tidal.open", oneOf(world.TideHigh, world.TideEbb, world.TideLow, world.TideFlow),
			"The tides at which one may enter."},
		{"tidal.swept", idOf("room"), "Where the water takes whoever is inside; never itself tidal."},
		{"tidal.hurt", whole(0, hurtMax), "Hit points that this costs. It never kills."},
		{"tidal.shut", writing(), `Why one cannot come there at other tides: "the lane has run dry". Left out: ` +
			`for the sea, as texts say.`},
		{"edge", writing(), `Why one cannot go where no exit leads: "the quay ends there". Left out: a wall indoors, else ` +
			`as light and tide say.`},
		{"at", whole(-coordMax, coordMax),
			"Where it stands on the zone's map, as [x, y, z]: steps east, north and up. Left out: as its exits say."},
		{"scripts", idOf("script"), "Scripts that are asked of what people do here, at most 12."},
		{"board", group("board"), "A board hangs here, to which people pin notes."},
		{"board.name", phrase(), `What it is called within a sentence: "the slate by the door".`},
		{"board.read", oneOf(world.BoardUses()...), "Who reads it. Left out: everybody."},
		{"board.write", oneOf(world.BoardUses()...), "Who writes on it. Left out: everybody but guests."},
		{"board.most", whole(1, world.PinsMostEver),
			"How many notes it has room for; 40 when left out. Then the oldest falls."},
	}, slices.Concat(battleFields(), roomWhens())...))
}

// battleFields are what a room says of the encounters that are fought there.
func battleFields() []field {
	return []field{
		{"battle", group("battle"), "How an encounter here is fought. Left out: on a ground made from the room's id."},
		{"battle.name", name(), `What the ground is called: "the common room". Left out: the room's name.`},
		{"battle.rows", drawn(), "The ground, a character a cell: a dot is open, the sides begin at A and B."},
		{"battle.marks", lists("mark"), "What the other characters stand for."},
		{"battle.marks.mark", drawn(), "The character."},
		{"battle.marks.name", writing(), `What stands there: "the bar".`},
		{"battle.marks.blocks", flag(), "Nobody can stand there."},
		{"battle.marks.cover", whole(1, world.CoverMost), "Who stands there is as much harder to hit."},
		{"battle.clock", whole(world.ClockLeast, world.ClockMost), "Seconds a turn; 30 when left out."},
		{"battle.foes", idOf("mob"), "Who stands against those who open a fight here, guarded or not."},
		{"battle.blunt", flag(), "Nobody dies of it."},
		{"battle.even", flag(), "The sides are meant to be matched."},
		{"battle.wits", lists("wit"), "Ways to end it without striking everybody down."},
		{"battle.wits.says", typed(), "Somebody says something that has all of these words."},
		{"battle.wits.gives", idOf("item"), "Somebody gives this to one of the other side."},
		{"battle.wits.stands", drawn(), "Somebody stands on a cell drawn so."},
		{"battle.wits.text", text(), "What is told then."},
		{"battle.wits.anytime", flag(), "It may be said or given before there is a fight, and then there is none."},
	}
}

func checkRooms(c *checker) {
	type title struct{ zone, name string }
	titles := map[title]site{}
	spots := map[string]site{}
	unzoned := map[string]bool{}
	each(c, "rooms", c.pack.Rooms, func(at site, r *world.RoomSpec) {
		if r.Zone == "" && !unzoned[at.file] {
			unzoned[at.file] = true
			c.doubt(at, "rooms without a zone", `write "zone: its name" at the top of the file`)
		}
		t := title{r.Zone, r.Name}
		if first, ok := titles[t]; ok && r.Name != "" && !c.imported[at.file] {
			c.doubt(at.at("name"), fmt.Sprintf("the zone has two rooms named %q", r.Name),
				fmt.Sprintf("first in %s:%d; whoever names one may be asked which", first.file, first.line()))
		} else {
			titles[t] = at.at("name")
		}
		checkExits(c, at.at("exits"), r)
		checkExtras(c, at.at("extras"), r.Extras)
		checkLeads(c, at.at("extras"), r)
		c.checkDetailTimes(at.at("extras"), r.Extras, r.Tidal)
		c.checkAlso(at.at("also"), r)
		if r.Needs != "" && !c.serves(r.Needs) && !c.imported[at.file] {
			c.doubt(at.at("needs"), fmt.Sprintf("nobody comes in: no item serves as %q", r.Needs), `give one "serves"`)
		}
		if r.Tidal != nil {
			checkTidal(c, at.at("tidal"), r)
		}
		if len(r.At) > 0 {
			checkSpot(c, at.at("at"), r, spots)
		}
		if r.Battle != nil {
			c.checkBattle(at.at("battle"), r)
		}
	})
	checkReach(c)
}

// serves reports whether a thing of the pack serves as a passage.
func (c *checker) serves(p world.Passage) bool {
	return slices.ContainsFunc(c.pack.Items, func(it world.ItemSpec) bool { return slices.Contains(it.Serves, p) })
}

// checkSpot checks a place on the map of a zone; spots are those that have been given.
func checkSpot(c *checker, here site, r *world.RoomSpec, spots map[string]site) {
	key := fmt.Sprint(r.Zone, r.At)
	first, taken := spots[key]
	switch {
	case len(r.At) != axes:
		c.fault(here, fmt.Sprintf("room at has %d numbers", len(r.At)), "write at: [x, y, z]")
	case taken:
		c.fault(here, "another room of the zone stands there", fmt.Sprintf("first in %s:%d", first.file, first.line()))
	default:
		spots[key] = here
	}
}

func checkExits(c *checker, at site, r *world.RoomSpec) {
	if len(r.Exits) == 0 {
		c.doubt(at, "a room without a way out", "give it exits")
	}
	seen := map[world.Dir]bool{}
	for i, x := range r.Exits {
		here := at.nth(i)
		if seen[x.Dir] && x.Dir != "" {
			c.fault(here.at("dir"), fmt.Sprintf("a second exit %s", x.Dir), "each direction leads to one place")
		}
		seen[x.Dir] = true
		to := c.rooms[x.To]
		if r.ID == "" || to == nil || x.Dir == "" || x.Desc != "" {
			continue // reported already, or explained by its author
		}
		if x.To == r.ID {
			c.doubt(here, fmt.Sprintf("the exit %s leads back to its own room", x.Dir), "explain it with a desc")
			continue
		}
		if !c.imported[at.file] { // mazes and slides are the custom there
			c.checkWayBack(here, r, x, to)
		}
	}
}

func (c *checker) checkWayBack(at site, r *world.RoomSpec, x world.ExitSpec, to *world.RoomSpec) {
	other := world.Dir("")
	for _, back := range to.Exits {
		if back.To != r.ID {
			continue
		}
		if back.Dir == x.Dir.Opposite() {
			return
		}
		other = back.Dir
	}
	meant := fmt.Sprintf("give %q an exit %s to %q, or explain this one with a desc", to.ID, x.Dir.Opposite(), r.ID)
	if other == "" {
		c.doubt(at, fmt.Sprintf("the exit %s to %q has no way back", x.Dir, to.ID), meant)
		return
	}
	c.doubt(at, fmt.Sprintf("the exit %s to %q comes back by going %s", x.Dir, to.ID, other), meant)
}

func checkExtras(c *checker, at site, extras []world.ExtraSpec) {
	for i, x := range extras {
		for j, key := range x.Keys {
			// One that is not always there, or not for everybody, may have another behind it.
			hides := func(first world.ExtraSpec) bool {
				return slices.Contains(first.Keys, key) && (first.When == nil || reflect.DeepEqual(first.When, x.When))
			}
			if key != "" && (slices.ContainsFunc(extras[:i], hides) || slices.Contains(x.Keys[:j], key)) {
				here := at.nth(i).at("keys").nth(j)
				c.fault(here, fmt.Sprintf("a second extra %q", key), "only the first could be looked at")
			}
		}
	}
}

// checkLeads checks that what is said to lead somewhere does.
func checkLeads(c *checker, at site, r *world.RoomSpec) {
	for i, x := range r.Extras {
		if x.Leads != "" && !slices.ContainsFunc(r.Exits, func(e world.ExitSpec) bool { return e.Dir == x.Leads }) {
			c.fault(at.nth(i).at("leads"), fmt.Sprintf("there is no exit %s", x.Leads), "name one of the room's exits")
		}
	}
}

func checkTidal(c *checker, at site, r *world.RoomSpec) {
	const tides = 4
	seen := map[world.Tide]bool{}
	for i, t := range r.Tidal.Open {
		if seen[t] && t != "" {
			c.fault(at.at("open").nth(i), fmt.Sprintf("the tide %q is listed twice", t), "")
		}
		seen[t] = true
	}
	if len(seen) == tides {
		c.fault(at.at("open"), "the sea never covers this room",
			"leave tidal out, or out of open the tides that flood it")
	}
	to := c.rooms[r.Tidal.Swept]
	if to == nil {
		return
	}
	if to.Tidal != nil {
		c.fault(at.at("swept"), fmt.Sprintf("people are swept to %q, which is tidal too", to.ID), "name a dry room")
	}
}

// checkBattle checks how encounters in a room are fought.
func (c *checker) checkBattle(at site, r *world.RoomSpec) {
	for _, f := range battleFaults(r) {
		c.below(at, f)
	}
}
