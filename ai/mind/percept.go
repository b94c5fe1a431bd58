package mind

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// Words returns a field that is words, cleaned; "" when it is none.
func (p *Percept) Words(field string) string {
	s, _ := p.Data[field].(string)
	return world.Clean(s)
}

// Number returns a field that is a number, however it was read; 0 when it is none.
func (p *Percept) Number(field string) int {
	switch v := p.Data[field].(type) {
	case int:
		return v
	case int64:
		return int(v)
	case float64:
		return int(v)
	default:
		return 0
	}
}

// IsPrivate reports whether something was said to one person alone.
func (p *Percept) IsPrivate() bool { return p.Kind == "told" || p.Kind == "whispered" }

// IsWordless reports whether the world itself makes all the words in which this is told. Of every other kind, new ones
// among them, they might be a player's.
func (p *Percept) IsWordless() bool {
	return slices.Contains([]string{
		"moved", "entered", "rejoined", "departed", "severed", "follow_began", "follow_ended", "gestured", "seat_taken",
		"seat_left", "watch_began", "watch_ended", "game_began", "game_ended", "rematch_asked", "item_given",
		"item_taken", "item_dropped", "item_put", "item_worn", "item_removed", "item_made", "coins_taken", "haggled",
		"quoted", "bought", "sold", "fight_began", "blow_landed", "blow_missed", "fight_ended", "flee_failed", "died",
		"corpse_left", "healed", "sea_hurt", "door_worked", "lid_worked", "tide_warned", "tide_turned", "mob_made",
		"mob_gone", "encounter_opened", "fighter_joined", "fighter_left", "fighter_held", "initiative_rolled",
		"move_applied", "attack_resolved", "turn_ended", "stunned", "encounter_ended",
	}, p.Kind)
}
