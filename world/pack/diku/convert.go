package diku

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
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

// converter makes a pack of an area. Indexes lead from numbers to records; ids are made of a name and a number, so
// that they stay the same when the area grows.
type converter struct {
	area      *Area
	report    *Report
	rooms     map[Vnum]*Room
	creatures map[Vnum]*Creature
	things    map[Vnum]*Thing
	ids       map[string]string // of a kind and number
	zones     []*zone           // sorted by their bottoms
	doors     map[way]*door
	states    map[way]doorState
	shops     map[Vnum][]fields // what a keeper sells
	trades    map[Vnum][]fields // what a pack cannot say of a keeper's shops
}

// zone is one file of the pack, or more.
type zone struct {
	vnum        Vnum
	bottom, top Vnum
	name        string
	head        fields
	sections    map[string]*section
}

// way is an exit: a room and a direction.
type way struct {
	room Vnum
	dir  int
}

// Convert makes a pack of an area. It fails only if there is no room at all.
func Convert(a *Area, o Options) (*Pack, error) {
	if len(a.Rooms) == 0 {
		return nil, ErrNoWorld
	}
	c := &converter{
		area: a, report: newReport(), rooms: map[Vnum]*Room{}, creatures: map[Vnum]*Creature{}, things: map[Vnum]*Thing{},
		ids: map[string]string{}, doors: map[way]*door{}, states: map[way]doorState{},
		shops: map[Vnum][]fields{}, trades: map[Vnum][]fields{},
	}
	c.index()
	c.zoned()
	c.resetDoors()
	for i := range a.Rooms {
		c.room(&a.Rooms[i])
	}
	c.makeShops()
	most := c.makeSpawns()
	c.makeThings(most)
	c.makeCreatures()
	return c.pack(o), nil
}

// index finds records by number, gives ids, and counts what was read and what was not understood.
func (c *converter) index() {
	for i := range c.area.Rooms {
		r := &c.area.Rooms[i]
		c.rooms[r.Vnum] = r
		c.ids[fmt.Sprint("r", r.Vnum)] = fmt.Sprintf("%s-r%d", slug(plain(r.Name), "room"), r.Vnum)
	}
	for i := range c.area.Creatures {
		m := &c.area.Creatures[i]
		c.creatures[m.Vnum] = m
		_, name := named(m.Short, "creature")
		c.ids[fmt.Sprint("m", m.Vnum)] = fmt.Sprintf("%s-m%d", slug(name, "creature"), m.Vnum)
	}
	for i := range c.area.Things {
		o := &c.area.Things[i]
		c.things[o.Vnum] = o
		_, name := named(o.Short, "thing")
		c.ids[fmt.Sprint("o", o.Vnum)] = fmt.Sprintf("%s-o%d", slug(name, "thing"), o.Vnum)
	}
	for k, kept := range map[Kind]int{
		Zones: len(c.area.Zones), Rooms: len(c.rooms), Creatures: len(c.creatures), Things: len(c.things),
		Shops: len(c.area.Shops),
	} {
		t := c.report.tally(k)
		t.Read = c.area.read[k]
		if lost := t.Read - kept; lost > 0 {
			t.Out += lost
			t.Why["not understood, or there twice"] += lost
		}
	}
	for range c.area.read[Quests] {
		c.report.tally(Quests).Read++
		c.report.count(Quests, fate{why: []string{"kept as text, and never played"}, out: true})
	}
}

// id returns the id of a record; kind is r, m or o.
func (c *converter) id(kind string, v Vnum) ident { return ident(c.ids[kind+fmt.Sprint(int(v))]) }

// zoned makes the zones. One that says no bottom begins behind the one before it.
func (c *converter) zoned() {
	names := map[string]bool{}
	last := nowhere
	for i := range c.area.Zones {
		z := &c.area.Zones[i]
		bottom := z.Bottom
		if bottom < 0 {
			bottom = last + 1
		}
		last = z.Top
		name := label(z.Name)
		if name == "" || names[name] {
			name = label(fmt.Sprintf("%.40s (%d)", name, z.Vnum))
		}
		names[name] = true
		one := newZone(z.Vnum, name)
		one.bottom, one.top = bottom, z.Top
		one.head.add("was", z.was())
		c.zones = append(c.zones, one)
		c.report.count(Zones, z.fate())
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
	if z.Mode == 1 {
		f.lost("resets only when nobody is there")
	}
	if z.LevelMin > 0 || z.LevelMax > 0 {
		f.idle = append(f.idle, "levels for which it is meant")
	}
	return f
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

// zoneOf returns the zone whose numbers hold v, or one that is made for its hundred.
func (c *converter) zoneOf(v Vnum) *zone {
	for _, z := range c.zones {
		if z.bottom <= v && v <= z.top {
			return z
		}
	}
	const hundred = 100
	from := v - v%hundred
	z := newZone(v/hundred, fmt.Sprintf("Area %d", v/hundred))
	z.bottom, z.top = from, from+hundred-1
	c.zones = append(c.zones, z)
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
	c.report.Start = string(c.id("r", start))
	c.report.Faults = c.area.Faults
	for _, z := range c.zones {
		var lists []section
		for _, key := range []string{"rooms", "doors", "items", "mobs", "spawns"} {
			if s := z.sections[key]; s != nil {
				lists = append(lists, *s)
			}
		}
		name := fmt.Sprintf("zones/%d-%s", z.vnum, slug(z.name, "zone"))
		if _, ok := p.Files[name+".yaml"]; ok {
			name += fmt.Sprintf("-at-%d", z.bottom)
		}
		maps.Copy(p.Files, sheets(name, z.head, lists))
	}
	p.Files["pack.yaml"], p.Files[pagesFile] = c.head(o, start), c.area.pages()
	for _, n := range slices.Concat(c.area.Notices, c.area.Triggers) {
		p.Files[n.kept()] = n.Data
	}
	for _, n := range c.area.Notices {
		c.report.Notices = append(c.report.Notices, n.kept())
	}
	return p
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
	f.add("start", c.id("r", start))
	welcome := o.Name + ". Its places were brought here from another engine, with what their writers said of it."
	if len(c.area.Notices) > 0 {
		welcome += "\n\nWhose work this is, and on which terms, stands in the folder \"was\" of the world's pack: " +
			strings.Join(bases(c.area.Notices), ", ") + "."
	}
	f.add("welcome", text(welcome))
	return f.yaml()
}

// basesMost is how many files of licences are named at the door.
const basesMost = 8

func bases(list []Notice) (out []string) {
	for _, n := range list[:min(len(list), basesMost)] {
		out = append(out, label(path.Base(n.Path)))
	}
	return out
}
