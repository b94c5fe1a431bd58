package diku

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Options say what a pack that is made of an area is called, and where it begins.
type Options struct {
	ID    string // the pack's id
	Name  string
	Start Vnum // the room in which people arrive; below 0, or not there: the temple of Midgaard, or the first room
}

// temple is where people arrive in every Diku from the first one on.
const temple = Vnum(3001)

// Pack is the files of a pack, by their path in its folder, and what became of the area.
type Pack struct {
	Files  map[string][]byte
	Report *Report
}

// converter makes a pack of an area. Indexes lead from numbers to records; ids are made of the numbers alone, so that a
// world which was begun with the pack knows its places again after another import, whatever they are called by then.
type converter struct {
	area      *Area
	report    *Report
	tables    tables
	rooms     map[Vnum]*Room
	creatures map[Vnum]*Creature
	things    map[Vnum]*Thing
	zones     []*zone          // those that were read, sorted by their bottoms, and behind them those that were made
	hundreds  map[Vnum]*zone   // that were made, each for a hundred of numbers
	files     map[string]*zone // of the Merc family: by the file that is the zone
	doors     map[way]*door
	states    map[way]doorState
	shops     map[Vnum]*counter // what a keeper trades
	trades    map[Vnum][]fields // what a pack cannot say of a keeper's shops
	specials  map[string]bool   // of ROM: those of which there is a script
	folk      map[*zone][]Vnum  // the creatures of a zone that can be attacked
	figures   map[string]bool   // that something of the pack names
	liquids   map[pours]bool    // likewise
	scripts   map[Vnum]*made    // the triggers
	served    map[Vnum]service  // rooms where things with a procedure lie
}

// zone is one file of the pack, or more.
type zone struct {
	vnum        Vnum
	bottom, top Vnum
	name        string
	head        fields
	entry       fields // what a pack says of it; nil for one that was made
	sections    map[string]*section
}

// way is an exit: a room and a direction.
type way struct {
	room Vnum
	dir  int
}

// ErrNoRooms says that no room of an area could be understood.
var ErrNoRooms = errors.New("no room could be understood")

// Convert makes a pack of an area. It fails only if there is no room at all, or with what ended ctx.
func Convert(ctx context.Context, a *Area, o Options) (*Pack, error) {
	if len(a.Rooms) == 0 {
		return nil, ErrNoRooms
	}
	c := &converter{
		area: a, report: newReport(), tables: a.Dialect.tables(), rooms: map[Vnum]*Room{},
		creatures: map[Vnum]*Creature{}, things: map[Vnum]*Thing{}, files: map[string]*zone{},
		hundreds: map[Vnum]*zone{}, doors: map[way]*door{}, states: map[way]doorState{}, shops: map[Vnum]*counter{},
		trades: map[Vnum][]fields{}, figures: map[string]bool{}, liquids: map[pours]bool{}, specials: map[string]bool{},
	}
	most := map[Vnum]int{}
	for _, stage := range []func(){
		c.index, c.zoned, c.makeScripts, c.resetDoors, c.makeRooms, c.makeShops, func() { most = c.makeSpawns() },
		func() { c.makeThings(most) }, c.makeCreatures, c.countOthers,
	} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		stage()
	}
	return c.pack(o), nil
}

func (c *converter) makeRooms() {
	c.served = c.services()
	for i := range c.area.Rooms {
		c.room(&c.area.Rooms[i])
	}
}

// index finds records by number, and counts what was read and what was not understood.
func (c *converter) index() {
	for i := range c.area.Rooms {
		r := &c.area.Rooms[i]
		c.rooms[r.Vnum] = r
	}
	for i := range c.area.Creatures {
		m := &c.area.Creatures[i]
		c.creatures[m.Vnum] = m
	}
	for i := range c.area.Things {
		o := &c.area.Things[i]
		c.things[o.Vnum] = o
	}
	for k, kept := range map[Kind]int{
		Zones: len(c.area.Zones), Rooms: len(c.rooms), Creatures: len(c.creatures), Things: len(c.things),
		Shops: len(c.area.Shops), Gestures: len(c.area.Gestures), Specials: len(c.area.specials) + len(c.area.assigned),
	} {
		t := c.report.tally(k)
		t.Read = c.area.read[k]
		if lost := t.Read - kept; lost > 0 {
			t.Out += lost
			t.Why["not understood, or there twice"] += lost
		}
	}
}

// countOthers counts what no pack has and is kept as text or as a mark.
func (c *converter) countOthers() {
	changes, live, inert := 0, 0, map[string]int{}
	for i := range c.area.Things {
		o := &c.area.Things[i]
		var unheard fate // what the thing loses is counted with the thing
		what := c.changes(o, &unheard, o.worn(&unheard))
		changes += len(o.Changes)
		unworn, idle, lost := len(what.unworn), len(what.idle), len(what.lost)
		live += len(o.Changes) - unworn - idle - lost
		inert["of what nothing here asks for: age, size, mana, moves, saves; kept as a mark"] += idle
		inert["of a thing that nobody can wear; kept as a mark"] += unworn
	}
	for k, what := range map[Kind]struct {
		read int
		why  string
	}{
		Quests:  {c.area.read[Quests], "kept as text, and never played"},
		Helps:   {c.area.read[Helps], "about another game, and kept as text"},
		Changes: {changes, "of a figure that nobody has here; kept as a mark"},
	} {
		t := c.report.tally(k)
		t.Read += what.read
		shown := 0
		if k == Changes {
			shown = live
		}
		if k == Helps {
			for _, n := range c.area.Notices {
				if len(n.help) > 0 {
					shown++
				}
			}
		}
		t.Whole += shown
		left := what.read - shown
		if k == Changes {
			for why, n := range inert {
				left -= n
				t.Out += n
				if n > 0 {
					t.Why[why] = n
				}
			}
		}
		if left > 0 {
			t.Out += left
			t.Why[what.why] += left
		}
	}
	c.countAssigned()
	for _, s := range c.area.specials {
		f := fateOf(s.name)
		if c.creatures[s.creature] == nil {
			f = fate{why: []string{"of a creature that is not there"}, out: true}
		}
		c.report.count(Specials, f)
	}
}

// The kinds of ids. The number stands at their end, and is a word for whoever goes there.
const (
	roomID     = "room"
	creatureID = "mob"
	thingID    = "item"
)

func (c *converter) id(kind string, v Vnum) ident { return ident(fmt.Sprintf("%s-%d", kind, v)) }

// zoned makes the zones. One that says no bottom begins behind the one before it.
func (c *converter) zoned() {
	names := map[world.ZoneID]bool{}
	last := nowhere
	for i := range c.area.Zones {
		z := &c.area.Zones[i]
		bottom := z.Bottom
		if bottom < 0 {
			bottom = last + 1
		}
		last = z.Top
		name := label(z.Name)
		if key := world.ZoneKey(name); key == "" || names[key] {
			name = label(fmt.Sprintf("%.40s (%d)", name, z.Vnum))
		}
		names[world.ZoneKey(name)] = true
		one := newZone(z.Vnum, name)
		one.bottom, one.top = bottom, z.Top
		one.entry = z.entry(name)
		f, was := z.fate(), z.was()
		f.beyond(&z.beyond, &was)
		one.head.add("was", was)
		c.zones = append(c.zones, one)
		if c.area.Dialect == ROM && c.files[z.Path] == nil {
			c.files[z.Path] = one
		}
		c.report.count(Zones, f)
	}
	slices.SortStableFunc(c.zones, func(a, b *zone) int { return cmp.Compare(a.bottom, b.bottom) })
}

func newZone(v Vnum, name string) *zone {
	z := &zone{vnum: v, name: name, sections: map[string]*section{}}
	z.head.add("zone", name)
	z.head.add("imported", true)
	return z
}

// fate tells what a zone loses.
func (z *Zone) fate() (f fate) {
	if from, to := z.levels(); from == 0 && to == 0 && (z.LevelMin > 0 || z.LevelMax > 0) {
		f.idle = append(f.idle, "levels for which it is meant")
	}
	return f
}

// levels returns those for which a zone is meant; 0 and 0 where they are none, or no span.
func (z *Zone) levels() (from, to int) {
	if z.LevelMin < 0 || z.LevelMin > z.LevelMax || z.LevelMax > world.ZoneLevelMost {
		return 0, 0
	}
	return z.LevelMin, z.LevelMax
}

// entry is what a pack says of a zone.
func (z *Zone) entry(name string) (e fields) {
	from, to := z.levels()
	e.add("id", ident(world.ZoneKey(name)))
	e.add("name", name)
	e.add("from", from)
	e.add("to", to)
	if z.Mode == 1 {
		e.add("resets", ident(world.ResetsEmpty))
	}
	return e
}

// was keeps what a pack cannot say of a zone.
func (z *Zone) was() (f fields) {
	f.add("from", z.from(z.Vnum))
	f.add("builders", label(z.Builders))
	f.add("minutes", z.Life)
	f.add("mode", z.Mode)
	f.add("level_min", z.LevelMin)
	f.add("level_max", z.LevelMax)
	return f
}

// from says where a record stood.
func (o Origin) from(v Vnum) string {
	return fmt.Sprintf("%s:%d #%d", label(path.Base(o.Path)), o.Line, v)
}

// zoneOf returns the zone of a record with a number that stood in a file: the file itself in the Merc family, elsewhere
// the zone whose numbers hold v, or one that is made for its hundred.
func (c *converter) zoneOf(v Vnum, file string) *zone {
	if z := c.files[file]; z != nil {
		return z
	}
	for _, z := range c.zones[:len(c.zones)-len(c.hundreds)] {
		if z.bottom <= v && v <= z.top {
			return z
		}
	}
	const hundred = 100
	z := c.hundreds[v/hundred]
	if z == nil {
		from := v - v%hundred
		z = newZone(v/hundred, fmt.Sprintf("Area %d", v/hundred))
		z.bottom, z.top = from, from+hundred-1
		c.zones, c.hundreds[v/hundred] = append(c.zones, z), z
	}
	return z
}

// put adds an entry to a list of a zone.
func (z *zone) put(list string, entry fields) {
	s := z.sections[list]
	if s == nil {
		s = &section{key: list}
		z.sections[list] = s
	}
	s.entries = append(s.entries, entry)
}

// pack writes everything.
func (c *converter) pack(o Options) *Pack {
	p := &Pack{Files: map[string][]byte{}, Report: c.report}
	start := c.start(o.Start)
	c.report.Start = string(c.id(roomID, start))
	c.report.Faults = c.area.Faults
	again := map[string]int{}
	for _, z := range c.zones {
		var lists []section
		if z.entry != nil && z.sections["rooms"] != nil {
			lists = append(lists, section{key: "zones", entries: []fields{z.entry}})
		}
		for _, key := range []string{"rooms", "doors", "items", "mobs", "spawns", "scripts"} {
			if s := z.sections[key]; s != nil {
				lists = append(lists, *s)
			}
		}
		name := fmt.Sprintf("zones/%d-%s", z.vnum, slug(z.name, "zone"))
		made := sheets(name, z.head, lists)
		for p.has(made) { // areas of one name, or one that is called as another's second file
			at := fmt.Sprintf("%s-at-%d", name, z.bottom)
			if again[at]++; again[at] > 1 {
				at += fmt.Sprintf("-%d", again[at])
			}
			made = sheets(at, z.head, lists)
		}
		maps.Copy(p.Files, made)
	}
	p.Files["pack.yaml"], p.Files[pagesFile] = c.head(o, start), c.area.pages()
	if sheet := c.figureSheet(); sheet != nil {
		p.Files[FiguresFile] = sheet
	}
	if gestures := c.gestures(); len(gestures) > 0 {
		p.Files[GesturesFile] = gestures
	}
	for _, n := range slices.Concat(c.area.Notices, c.area.Triggers) {
		if len(n.help) == 0 {
			p.Files[n.kept()] = n.Data
		}
	}
	for _, n := range c.area.Notices {
		if len(n.help) == 0 {
			c.report.Notices = append(c.report.Notices, n.kept())
		}
	}
	return p
}

// has reports whether the pack has one of some files.
func (p *Pack) has(files map[string][]byte) bool {
	for name := range files {
		if _, ok := p.Files[name]; ok {
			return true
		}
	}
	return false
}

// kept returns where a file lies in the pack: never where it would be read as part of it.
func (n Notice) kept() string {
	name := "was/" + n.Path
	if ext := strings.ToLower(path.Ext(name)); ext == ".yaml" || ext == ".yml" {
		name += ".txt"
	}
	return name
}

// start returns the room in which people arrive.
func (c *converter) start(wish Vnum) Vnum {
	for _, v := range []Vnum{wish, temple} {
		if c.rooms[v] != nil {
			return v
		}
	}
	first := slices.MinFunc(c.area.Rooms, func(a, b Room) int { return cmp.Compare(a.Vnum, b.Vnum) })
	return first.Vnum
}

// head writes pack.yaml.
func (c *converter) head(o Options, start Vnum) []byte {
	var f fields
	f.add("id", o.ID)
	f.add("name", o.Name)
	f.add("start", c.id(roomID, start))
	welcome := o.Name + ". Its places were brought here from another engine, with what their writers said of it."
	if names := bases(c.area.Notices); len(names) > 0 {
		welcome += "\n\nWhose work this is, and on which terms, \"help credits\" says, and the folder \"was\" of the " +
			"world's pack: " + strings.Join(names, ", ") + "."
	}
	f.add("welcome", text(welcome))
	return f.yaml()
}

// basesMost is how many files of licences are named at the door.
const basesMost = 8

func bases(list []Notice) (out []string) {
	for _, n := range byWeight(list) {
		if len(n.help) == 0 && n.isShown() && len(out) < basesMost {
			out = append(out, label(path.Base(n.Path)))
		}
	}
	return out
}
