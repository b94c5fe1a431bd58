package result

import (
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// declaredMost bounds the actions that are made ready.
const declaredMost = 12

// Fight is a fight by turns as a body sees it.
type Fight struct {
	proposal.View

	YourTurn bool                `json:"your_turn"`
	May      []proposal.Declared `json:"may"` // what it could declare now: not every way there is, but all blows
}

// FightOf returns the fight where somebody is; nil when there is none, or none that they can see.
func FightOf(c verb.Ctx) *Fight {
	e := c.State.EncounterIn(c.Actor.Room)
	if e == nil || c.Actor.Presence == world.Away {
		return nil
	}
	f := &Fight{View: proposal.Seen(e, c.Actor.ID, c.Now), May: []proposal.Declared{}}
	if f.You == "" {
		if !c.State.BrightFor(c.Actor, c.Now) {
			return nil
		}
		return f
	}
	f.YourTurn = e.Mode == world.ModeCombat && e.Active == f.You
	f.May = readyActions(e, f.You)
	return f
}

// readyActions lists what somebody could declare now: blows first, then the step that brings them nearest to one.
func readyActions(e *world.Encounter, me world.ActorID) []proposal.Declared {
	out := []proposal.Declared{}
	own := e.Fighter(me)
	switch {
	case e.Mode == world.ModeExploration:
		out = append(out, proposal.Declared{Type: world.ActInitiative})
	case e.Active != me:
		return out
	}
	for i := range e.Fighters {
		foe := &e.Fighters[i]
		isNear := foe.Stands() && foe.Side != own.Side && own.At.Steps(foe.At) <= own.Reach
		if isNear && e.Mode == world.ModeCombat && !own.Struck && len(out) < declaredMost {
			out = append(out, proposal.Declared{Type: world.ActAttack, AttackerID: me, TargetID: foe.ID})
		}
	}
	if act := e.Tactic(me); act.Kind == world.ActMove {
		out = append(out, proposal.Declared{Type: world.ActMove, EntityID: me, Path: act.Path})
	}
	if e.Mode == world.ModeCombat {
		out = append(out, proposal.Declared{Type: world.ActEndTurn, EntityID: me})
	}
	return out
}

// Words says how the fight stands, for clients that show their model nothing but text.
func (f *Fight) Words() string {
	var b strings.Builder
	s, name := &f.Summary, map[world.ActorID]string{}
	var me *proposal.Entity
	for i := range s.Entities {
		name[s.Entities[i].ID] = world.Clean(s.Entities[i].Name)
		if s.Entities[i].ID == f.You {
			me = &s.Entities[i]
		}
	}
	fmt.Fprintf(&b, "A fight by turns at %s, on %d by %d cells", world.Clean(s.Map.Name), s.Map.Grid.Width,
		s.Map.Grid.Height)
	switch {
	case s.Combat.Mode == world.ModeExploration:
		fmt.Fprintf(&b, "; it has not come to blows, and will in %d seconds", f.Due)
	case f.YourTurn:
		fmt.Fprintf(&b, ", round %d: it is your turn, for %d seconds more, with %d steps", s.Combat.Round, f.Due,
			s.Combat.MovementLeft)
		if s.Combat.ActiveHasActed {
			b.WriteString(", and you have struck")
		}
	default:
		fmt.Fprintf(&b, ", round %d: it is the turn of %s", s.Combat.Round, name[s.Combat.ActiveEntityID])
	}
	b.WriteByte('.')
	if me == nil {
		b.WriteString(" You stand by.")
	} else {
		fmt.Fprintf(&b, " You stand at %d,%d.", me.Position.X, me.Position.Y)
	}
	for _, e := range s.Entities {
		if e.ID == f.You {
			continue
		}
		fmt.Fprintf(
			&b,
			" %s (%s) stands at %d,%d with %d of %d hit points",
			name[e.ID],
			e.ID,
			e.Position.X,
			e.Position.Y,
			e.HP,
			e.HPMax,
		)
		switch {
		case me == nil:
		case e.Side == me.Side:
			b.WriteString(", beside you")
		default:
			fmt.Fprintf(&b, ", against you, %d away", me.Position.Steps(e.Position))
		}
		b.WriteByte('.')
	}
	return b.String()
}
