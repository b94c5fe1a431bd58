package result

import (
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// battleData tells what happened in a fight by turns; ok when the event is one of those. Cells are pairs {x, y}.
// Whoever sees a fight sees its dice, and no more: what they are thrown from is a secret of the world.
func battleData(t *loop.Told) (data map[string]any, ok bool) {
	isMine := t.Sense&(world.Did|world.Mine) != 0
	switch e := t.Event.(type) {
	case world.EncounterOpened:
		data = with(t, e.Target)
		data["encounter"], data["name"], data["clock"] = e.Encounter, world.Clean(e.Name), e.Clock
		data["width"], data["height"] = e.Ground.Width, e.Ground.Height
	case world.FighterJoined:
		data = map[string]any{"encounter": e.Encounter, "side": e.Fighter.Side, "at": e.Fighter.At}
		if len(e.Order) > 0 {
			data["roll"], data["order"] = e.Roll, e.Order
		}
	case world.FighterLeft:
		data = map[string]any{"encounter": e.Encounter, "fled": e.Fled}
	case world.FighterHeld:
		data = map[string]any{"encounter": e.Encounter, "roll": e.Roll}
	case world.InitiativeRolled:
		data = map[string]any{"encounter": e.Encounter, "order": e.Order, "thrown": e.Thrown, "totals": e.Totals}
	case world.MoveApplied:
		data = map[string]any{"encounter": e.Encounter, "from": e.From, "path": e.Path}
		if isMine {
			data["left"] = e.Left
		}
	case world.AttackResolved:
		data = with(t, e.Target)
		data["encounter"], data["hit"], data["harm"], data["cover"] = e.Encounter, e.Hit, e.Harm, e.Cover
		data["roll"], data["total"], data["ac"] = e.Roll, e.Total, e.AC
		if t.Sense&world.Mine != 0 {
			data["hp"] = e.HP
		}
	case world.TurnEnded:
		data = map[string]any{
			"encounter": e.Encounter, "next": e.Next, "next_name": called(t, string(e.Next)), "round": e.Round,
			"late": e.Late,
		}
	case world.Stunned:
		data = map[string]any{"encounter": e.Encounter, "by": e.By, "by_name": called(t, string(e.By))}
	case world.EncounterEnded:
		data = map[string]any{"encounter": e.Encounter, "how": e.How, "won": e.Won, "round": e.Round}
	default:
		return nil, false
	}
	if t.Sense&(world.Saw|world.Did|world.Mine) == 0 {
		return nil, true
	}
	return data, true
}
