package screens

import (
	"time"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// sight makes a screen's view of a session's. It keeps what was made last, for what is as it was is given again.
type sight struct {
	known   *world.MapReport
	chart   *view.Chart
	effects []surroundings.Lasting
	arena   *view.Arena // without what gm was told
	said    panes.ArenaFacts
	made    *view.View // the last
}

func (g *sight) of(v *surroundings.View, now time.Time) *view.View {
	out := &view.View{
		Name: v.You.Name, HP: v.You.HP, MaxHP: v.You.HPMax, Gauges: gauges(v), Level: v.You.Level, XP: v.You.XP,
		XPNext: v.You.XPNext, Coins: v.You.Coins, Fighting: v.You.Fighting, Room: v.Room.Name,
		Chart: g.chartOf(v), Time: prose.Hour(v.You.Hour), Tide: tideWord(v.You.Tide),
		Things: entries(v.Room.Things, 0), Carrying: entries(v.Carrying, 0), Using: entries(v.Using, 0),
		People: entries(v.Others(), v.Room.More+v.Room.Lost), Effects: g.effectsOf(v, now),
	}
	for _, w := range v.Room.Exits {
		e := view.Exit{Dir: string(w.Dir), Name: w.Name, Closed: w.Closed}
		switch {
		case w.Shut != "" && w.Name == "":
			e.Name = "shut by the tide"
		case w.Shut != "":
			e.Name += ", shut by the tide"
		case w.Under && w.Name == "":
			e.Name = "the water"
		case w.Under:
			e.Name += ", under water"
		}
		out.Exits = append(out.Exits, e)
	}
	for _, q := range v.Quests {
		out.Quests = append(out.Quests, view.Quest{Name: q.Name, Note: q.Note, Done: q.Done, Of: q.Of})
	}
	for _, ch := range v.Channels {
		out.Channels = append(out.Channels, string(ch.ID))
	}
	if v.Board != nil {
		out.Board, out.Panels = canvas(v.Board, v.You.ID)
	}
	g.arena = panes.ArenaOf(v.Fight, turnEnds(v, now), g.arena)
	out.Arena = panes.ArenaWith(g.arena, g.said)
	g.made = out
	return out
}

// told notes what gm was told, and returns the last view with it; nil for none.
func (g *sight) told(c *session.ProposalCard) *view.View {
	g.said = panes.ArenaFacts{Reads: c.Asking}
	if c.Open {
		g.said.Text = c.Text
	}
	if c.Debug {
		g.said.Debug = c.Trace
	}
	if g.made == nil {
		return nil
	}
	out := *g.made
	out.Arena = panes.ArenaWith(g.arena, g.said)
	g.made = &out
	return &out
}

// turnEnds is when the turn ends that somebody waits for, by the clock on the wall; the zero time if nobody knows.
func turnEnds(v *surroundings.View, now time.Time) time.Time {
	if v.Fight == nil || v.FightDue <= v.At {
		return time.Time{}
	}
	left := min(v.FightDue-v.At, world.Time(v.Fight.Clock)*world.Second) // it ends on the world's beat, a little later
	return now.Add(time.Duration(left) * time.Millisecond)
}

// lowHealth is the share of health below which it is marked.
const lowHealth = 4

// gauges are one's own health, and in words that of whom one fights.
func gauges(v *surroundings.View) []view.Gauge {
	out := []view.Gauge{{
		Name: view.Health, Word: world.Health(v.You.HP, v.You.HPMax), Now: v.You.HP, Most: v.You.HPMax,
		Low: v.You.HP*lowHealth < v.You.HPMax,
	}}
	if v.FoeLooks != "" {
		out = append(out, view.Gauge{Name: v.You.Fighting, Word: v.FoeLooks})
	}
	return out
}

// chartOf is the places around one; the same chart as long as nothing on it has changed.
func (g *sight) chartOf(v *surroundings.View) *view.Chart {
	here := string(v.You.Room)
	switch {
	case v.Map == nil:
		return nil
	case g.known == v.Map && g.chart != nil && g.chart.Here == here:
		return g.chart
	}
	g.known, g.chart = v.Map, nil
	c := surroundings.ChartOf(v.Map, v.You.Room)
	if c == nil {
		return nil
	}
	g.chart = &view.Chart{Here: c.Here, Plane: c.Plane, More: c.More, Rooms: make([]view.ChartRoom, len(c.Rooms))}
	for i, r := range c.Rooms {
		exits := make([]view.ChartExit, len(r.Exits))
		for j, e := range r.Exits {
			exits[j] = view.ChartExit(e)
		}
		g.chart.Rooms[i] = view.ChartRoom{ID: r.ID, Name: r.Name, X: r.X, Y: r.Y, Z: r.Z, Exits: exits, Note: r.Note}
	}
	return g.chart
}

// effectsOf is what lasts for a while.
func (g *sight) effectsOf(v *surroundings.View, now time.Time) []view.Effect {
	g.effects = v.Lasts(now, g.effects)
	out := make([]view.Effect, len(g.effects))
	for i, e := range g.effects {
		out[i] = view.Effect(e)
	}
	return out
}

func tideWord(t world.Tide) string {
	switch t {
	case world.TideEbb:
		return "ebbing"
	case world.TideLow:
		return "low water"
	case world.TideFlow:
		return "rising"
	case world.TideHigh:
		return "high water"
	}
	return ""
}

// entries lists things and people, equal ones counted.
func entries(refs []world.Ref, more int) view.Entries {
	out := view.Entries{More: more}
	at := map[[2]string]int{}
	for _, r := range refs {
		key := [2]string{r.Name, r.State}
		if i, ok := at[key]; ok {
			out.List[i].Count++
			continue
		}
		at[key] = len(out.List)
		out.List = append(out.List, view.Entry{Text: r.Name, Role: prose.RoleOf(r), Count: 1, Note: r.State})
	}
	return out
}
