package proposal

import "github.com/mudlark-mud/mudlark/world"

// View is what somebody sees of an encounter, for those who draw it: a fresh value, without dice, log, screen or
// version like the [Summary] in it.
type View struct {
	ID      world.EncounterID `json:"id"`
	Summary Summary           `json:"summary"`
	You     world.ActorID     `json:"you,omitempty"` // empty for who only watches
	Reach   []int             `json:"reach,omitempty"`
	Due     int               `json:"due,omitempty"` // seconds until the turn, or the wait for blows, ends by itself
	Clock   int               `json:"clock"`         // seconds that a turn has
}

// Seen says how an encounter stands, as body sees it now. Reach has the steps to every cell by row where body may step
// now, -1 where it cannot: it is out of the way, too far, or somebody else's turn. Who takes no part has none.
func Seen(e *world.Encounter, body world.ActorID, now world.Time) View {
	v := View{ID: e.ID, Summary: Summarize(e.Name, &e.Skirmish), Clock: e.Clock}
	if e.Due > now {
		v.Due = min(int((e.Due-now+world.Second-1)/world.Second), e.Clock) // turns end on the world's beat, a little later
	}
	f := e.Fighter(body)
	if f == nil || !f.Stands() || e.Mode == world.ModeOver {
		return v
	}
	v.You = body
	left := world.ExploringMost
	if e.Mode == world.ModeCombat {
		left = f.Speed - f.Moved
		if e.Active != body {
			left = 0
		}
	}
	v.Reach = e.Reach(f.At)
	for i, n := range v.Reach {
		if n > left {
			v.Reach[i] = -1
		}
	}
	return v
}
