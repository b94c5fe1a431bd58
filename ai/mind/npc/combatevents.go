package npc

import (
	"slices"

	"github.com/mudlark-mud/mudlark/ai/mind"
)

// What a mind remembers of a fight by turns, beside blows.
const (
	DeedStunned  = "stunned"   // somebody was knocked down; the deed is of who did it
	DeedFightWon = "fight_won" // whom it knocked down itself
)

// PlainPercept tells of an event of a fight by turns as of one of any other fight, so that a mind feels about both
// alike: a blow is a blow. Who is knocked down is told of as the deed of who did it. Any other event is left as it is.
func PlainPercept(p *mind.Percept, me string) *mind.Percept {
	out := *p
	switch p.Kind {
	case "encounter_opened":
		out.Kind = "fight_began"
	case "attack_resolved":
		out.Kind = "blow_missed"
		if hit, _ := p.Data["hit"].(bool); hit {
			out.Kind = "blow_landed"
		}
	case DeedStunned:
		by, byName, down := p.Words("by"), p.Words("by_name"), p.ActorName
		switch {
		case by == "" || p.Actor == "":
			return p
		case by == me:
			out.Kind, out.Sense = DeedFightWon, []string{"saw", "mine"}
			out.Data = map[string]any{"deed": "I knocked " + down + " down in a fight."}
		default:
			out.Actor, out.ActorName, out.Sense = by, byName, []string{"saw"}
			if slices.Contains(p.Sense, "did") {
				out.Sense, down = append(out.Sense, "mine"), "me"
			}
			out.Data = map[string]any{
				"target": p.Actor, "target_name": p.ActorName, "deed": byName + " knocked " + down + " down in a fight.",
			}
		}
	default:
		return p
	}
	return &out
}
