package game

import (
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// snapshot is what the writer reads for a result. Nothing in it points into the state.
type snapshot struct {
	report   any      // of the verb, or nil
	ask      verb.Ask // what the verb asks of the record instead
	room     world.RoomReport
	you      world.StatusReport
	carrying []world.Ref
	using    []world.Ref
	presence world.Presence
	driven   bool
	actions  []verb.Affordance
	again    *world.KeptKey // it was done already, under the same key
	at       world.Time
	fight    *result.Fight // the fight by turns that is here, or nil
	unsaid   map[world.ActorID][]int
}

// snapshot reads what a result shows besides the verb's report.
func (g *Game) snapshot(c verb.Ctx, report any) snapshot {
	id := c.Actor.ID
	out := snapshot{
		report: report, at: c.Now, you: c.State.Status(c.Actor, c.Now), presence: c.Actor.Presence,
		carrying: c.State.Carried(id), using: c.State.Used(id), driven: g.presence.AtKeyboard(id),
	}
	if c.Via.Kind == world.ViaMind { // an agent plays the creature, and its own mind only listens
		out.driven, out.unsaid = c.Actor.Agent != "", c.State.Unsaid(c.Actor, c.Now)
	}
	// Whoever has just looked around sees it once.
	if seen, isRoom := report.(world.RoomReport); isRoom && seen.ID == c.Actor.Room && out.presence != world.Away {
		out.room = seen
	} else {
		out.room = around(c)
	}
	if c.Actor.Presence == world.Away {
		return out
	}
	out.fight = result.FightOf(c)
	if out.driven && c.Via.Kind != world.ViaMind {
		out.actions = g.table.Views(c)
	} else {
		out.actions = g.table.Affordances(c)
	}
	return out
}
