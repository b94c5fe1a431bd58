package far

import (
	"strings"

	"github.com/mudlark-mud/mudlark/tui/far/told"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// picture is what the panes show. The lock is held.
func (f *Far) picture() *view.View {
	s := &f.state
	v := &view.View{
		Name: s.Name, Room: s.Room.Name, Fighting: s.Status("target", "enemy", "opponent"), Time: s.Status("time"),
		Tide: s.Status("tide"), Level: s.Number("level"), XP: s.Number("xp"), XPNext: s.Number("xpnext"),
		Coins: -1,
	}
	if strings.EqualFold(v.Fighting, "none") {
		v.Fighting = ""
	}
	if s.Status("coins", "gold") != "" {
		v.Coins = s.Number("coins", "gold")
	}
	for _, g := range s.Gauges() {
		v.Gauges = append(v.Gauges, view.Gauge{Name: g.Name, Now: g.Now, Most: g.Most, Low: g.Low})
		if g.Name == view.Health {
			v.HP, v.MaxHP = g.Now, g.Most
		}
	}
	if quest := s.Status("quest"); quest != "" {
		v.Quests = []view.Quest{{Name: quest}}
	}
	harms, helps := s.Effects()
	for _, e := range append(append([]told.Effect(nil), harms...), helps...) {
		v.Effects = append(v.Effects, view.Effect{Name: e.Name, Note: e.Note})
	}
	for _, e := range s.Room.Exits {
		v.Exits = append(v.Exits, view.Exit{Dir: e.Dir})
	}
	for _, name := range s.People() {
		v.People.List = append(v.People.List, view.Entry{Text: name, Role: prose.Person, Count: 1})
	}
	f.things(v)
	v.Chart = f.chart
	f.ownPicture(v)
	here, known := f.land.atlas.Here()
	switch {
	case f.status != "":
		v.Name, v.Room = f.status, ""
	case v.Room == "" && known:
		v.Room = here.Name
		for _, e := range here.Exits {
			v.Exits = append(v.Exits, view.Exit{Dir: e.Dir, Closed: e.Door})
		}
	case v.Room == "" && len(v.Gauges) > 0:
		v.Room = f.c.Title
	}
	return v
}

// things are what lies here and what one has. The lock is held.
func (f *Far) things(v *view.View) {
	for _, x := range f.state.Here() {
		if x.Creature && !x.Dead {
			v.People.List = append(v.People.List, view.Entry{Text: x.Name, Role: prose.Person, Count: 1})
			continue
		}
		v.Things.List = append(v.Things.List, view.Entry{Text: x.Name, Role: prose.Thing, Count: 1})
	}
	for _, x := range f.state.Carried() {
		entry := view.Entry{Text: x.Name, Role: prose.Thing, Count: 1}
		switch {
		case x.Held:
			entry.Note = "held"
			v.Using.List = append(v.Using.List, entry)
		case x.Worn:
			entry.Note = "worn"
			v.Using.List = append(v.Using.List, entry)
		default:
			v.Carrying.List = append(v.Carrying.List, entry)
		}
	}
}

func names(items []told.Item) []string {
	var out []string
	for _, x := range items {
		out = append(out, x.Name)
	}
	return out
}
