package memory

// weighing is what a kind of event is worth to a mind.
type weighing struct {
	seen    int   // that it was seen or heard, 0 to 10
	mine    int   // that it was done to the one who remembers; 0: no more than seen
	theme   theme // what several of them come to
	lasting bool  // never forgotten
}

// weights is the table of importance by kind of event. The kinds are those of the world, and below them what a mind
// makes of some of them. What is not listed is worth nothing and is not remembered.
var weights = map[string]weighing{ //nolint:gochecknoglobals // immutable: a table
	"said": {seen: 2, mine: 3}, "shouted": {seen: 2, mine: 3}, "told": {seen: 3, mine: 4},
	"whispered": {seen: 3, mine: 4}, "emoted": {seen: 1, mine: 2}, "gestured": {seen: 1, mine: 2},
	"taunted": {seen: 2, mine: 4, theme: scorn},

	"moved": {seen: 0}, "entered": {seen: 1}, "departed": {seen: 1}, "rejoined": {seen: 1}, "severed": {seen: 1},
	"follow_began": {seen: 1, mine: 3}, "follow_ended": {seen: 0, mine: 1},

	"item_given": {seen: 3, mine: 6, theme: kindness}, "coins_given": {seen: 3, mine: 6, theme: kindness},
	"item_taken": {seen: 1, mine: 2}, "item_dropped": {seen: 1}, "item_put": {seen: 1}, "item_worn": {seen: 1},
	"coins_taken": {seen: 2, mine: 3}, "door_worked": {seen: 1}, "lid_worked": {seen: 1},

	"fight_began": {seen: 5, mine: 7, theme: wrong}, "fight_ended": {seen: 3, mine: 4},
	"blow_landed": {seen: 4, mine: 7, theme: wrong}, "blow_missed": {seen: 2, mine: 5, theme: wrong},
	"flee_failed": {seen: 2, mine: 4}, "died": {seen: 8, mine: 10, lasting: true}, "mob_gone": {seen: 1},
	"encounter_opened": {seen: 5, mine: 7, theme: wrong}, "encounter_ended": {seen: 3, mine: 4},
	"attack_resolved": {seen: 4, mine: 7, theme: wrong}, "fighter_left": {seen: 2, mine: 4},
	"stunned": {seen: 7, mine: 9, theme: wrong}, "fight_won": {seen: 5, mine: 8, theme: triumph},
	"healed": {seen: 2, mine: 6, theme: kindness}, "sea_hurt": {seen: 3, mine: 6},

	"quest_accepted": {seen: 2, mine: 4}, "quest_advanced": {seen: 1, mine: 3}, "quest_done": {seen: 4, mine: 7},
	"quest_abandoned": {seen: 1, mine: 3}, "learned": {seen: 1, mine: 3},

	"seat_taken": {seen: 1, mine: 2}, "seat_left": {seen: 1, mine: 1}, "game_began": {seen: 1, mine: 2},
	"move_played": {seen: 0}, "game_ended": {seen: 3, mine: 5}, "rematch_asked": {seen: 1, mine: 2},

	"bought": {seen: 2, mine: 4, theme: custom}, "sold": {seen: 2, mine: 4, theme: custom},
	"haggled": {seen: 1, mine: 3}, "quoted": {seen: 1, mine: 2}, "taught": {seen: 3, mine: 5},
	"promised": {seen: 4, mine: 6, lasting: true},
	"hired":    {seen: 2, mine: 5, theme: custom}, "hire_ended": {seen: 1, mine: 4},

	"tide_warned": {seen: 1}, "tide_turned": {seen: 1}, "echoed": {seen: 4}, "intent_stated": {seen: 1, mine: 2},

	// What a mind makes of what it perceived.
	"theft": {seen: 5, mine: 8, theme: wrong}, "insult": {seen: 3, mine: 5, theme: scorn},
	"thanks": {seen: 2, mine: 4, theme: kindness}, "help": {seen: 3, mine: 6, theme: kindness},
	"met": {seen: 3, mine: 4}, "debt": {seen: 5, mine: 7, lasting: true},
	"promise_kept": {seen: 4, mine: 7, theme: kindness}, "promise_broken": {seen: 5, mine: 8, theme: wrong},
	"game_won": {seen: 3, mine: 5, theme: victory}, "game_lost": {seen: 3, mine: 6, theme: defeat},
	"game_drawn": {seen: 2, mine: 4, theme: draw}, "gossip": {seen: 2, mine: 3, theme: talk},
	"asked": {seen: 1, mine: 3}, "plea": {seen: 2, mine: 4},
}

// RememberLeast is the importance from which something is worth a row.
const RememberLeast = 4

// Case is what makes an event more than one of its kind.
type Case struct {
	Mine      bool // done to the one who remembers
	Addressed bool // they were spoken to, or meant
	First     bool // the first that they see of somebody
}

// Importance returns what an event of a kind is worth, 0 to 10; of an unknown kind, 0.
func Importance(deed string, c Case) int {
	w, ok := weights[deed]
	if !ok {
		return 0
	}
	out := w.seen
	if c.Mine {
		out = max(out, w.mine)
	}
	if c.Addressed {
		out++
	}
	if c.First {
		out++
	}
	return min(out, ImportanceMost)
}
