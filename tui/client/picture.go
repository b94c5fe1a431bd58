package client

import (
	"strings"

	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// picture is what the panes show. The lock is held.
func (f *Client) picture() *view.View {
	s := &f.state
	v := &view.View{
		Name: s.name, Room: s.Room.Name, Fighting: s.statusWord("target", "enemy", "opponent"), Time: s.statusWord("time"),
		Tide: s.statusWord("tide"), Level: s.Number("level"), XP: s.Number("xp"), XPNext: s.Number("xpnext"),
		Coins: -1,
	}
	if strings.EqualFold(v.Fighting, "none") {
		v.Fighting = ""
	}
	if s.statusWord("coins", "gold") != "" {
		v.Coins = s.Number("coins", "gold")
	}
	for _, g := range s.Gauges() {
		v.Gauges = append(v.Gauges, view.Gauge{Name: g.Name, Now: g.Now, Most: g.Most, Low: g.Low})
		if g.Name == view.Health {
			v.HP, v.MaxHP = g.Now, g.Most
		}
	}
	if quest := s.statusWord("quest"); quest != "" {
		v.Quests = []view.Quest{{Name: quest}}
	}
	harms, helps := s.Effects()
	for _, e := range append(append([]Effect(nil), harms...), helps...) {
		v.Effects = append(v.Effects, view.Effect{Name: e.Name, Note: e.Note})
	}
	f.things(v)
	f.ways(v)
	v.Chart = f.chart
	f.ownPicture(v)
	switch {
	case f.status != "":
		v.Name, v.Room = f.status, ""
	case v.Room == "" && len(v.Gauges) > 0:
		v.Room = f.c.Title
	}
	return v
}

// ways are the ways out, with what lies beyond as far as the map has it; where the MUD does not tell its rooms, the map
// does. The lock is held.
func (f *Client) ways(v *view.View) {
	here, known := f.land.atlas.Here()
	if v.Room == "" && known {
		v.Room = here.Name
		for _, e := range here.Exits {
			v.Exits = append(v.Exits, view.Exit{Dir: e.Dir, Name: f.beyond(e.To), Closed: e.Door})
		}
		return
	}
	for _, e := range f.state.Room.Exits {
		v.Exits = append(v.Exits, view.Exit{Dir: e.Dir, Name: f.beyond(e.To)})
	}
}

// beyond names a room by its id; "" for one that nobody has walked to. The lock is held.
func (f *Client) beyond(id string) string {
	if id == "" {
		return ""
	}
	room, _ := f.land.atlas.Room(id)
	return room.Name
}

// things are who and what is here and what one has. The lock is held.
func (f *Client) things(v *view.View) {
	for _, name := range f.state.People() {
		count(&v.People, name, prose.Person, "")
	}
	for _, x := range f.state.Here() {
		if x.Creature && !x.Dead {
			count(&v.People, x.Name, prose.Person, "")
			continue
		}
		count(&v.Things, x.Name, prose.Thing, "")
	}
	for _, x := range f.state.Carried() {
		switch {
		case x.Held:
			count(&v.Using, x.Name, prose.Thing, "held")
		case x.Worn:
			count(&v.Using, x.Name, prose.Thing, "worn")
		default:
			count(&v.Carrying, x.Name, prose.Thing, "")
		}
	}
}

// count adds something to a list, equal things counted.
func count(to *view.Entries, name string, role prose.Role, note string) {
	for i := range to.List {
		if e := &to.List[i]; e.Text == name && e.Role == role && e.Note == note {
			e.Count++
			return
		}
	}
	to.List = append(to.List, view.Entry{Text: name, Role: role, Count: 1, Note: note})
}

func names(items []Item) []string {
	var out []string
	for _, x := range items {
		out = append(out, x.Name)
	}
	return out
}
