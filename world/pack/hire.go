package pack

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

const (
	besideMax = world.PartyMost - 2 // companions that another goes along with: a group is of so many people
	leavesMax = 99                  // per cent of its hit points
)

// hireFields says what the keys of how a creature can be hired mean.
func hireFields() []field {
	return slices.Concat([]field{
		{"mind.hire", group("hire"), "It can be hired: it goes with whoever pays, follows, and leaves when its time is " +
			"up or for reasons of its own: it is hurt, they attack somebody to whom it has a relation that feels more " +
			"than 0, or they die or leave. Its mind only talks meanwhile."},
		{"mind.hire.price", whole(0, valueMax), "In pence."},
		{"mind.hire.hours", whole(1, world.HireHoursMost), "For so many hours of the world, of five minutes each."},
		{"mind.hire.takes", idOf("item"), "It wants one of these besides, which is used up."},
		{"mind.hire.beside", whole(0, besideMax),
			"So many other companions of theirs it goes along with; left out: none."},
		{"mind.hire.never", idOf("room"), "Where it does not go: it says so and waits."},
		{"mind.hire.zones", name(), "It goes nowhere but into these zones, as rooms name them; left out: into all."},
		{"mind.hire.wet", flag(), "It goes where the tide comes, too."},
		{"mind.hire.fights", flag(), "It helps in fights of both kinds."},
		{"mind.hire.leaves", whole(0, leavesMax), "Below so many per cent of its hit points it leaves."},
		{"mind.hire.shares", flag(), "A share of the experience is counted as its own, beside those of the people."},
		{"mind.hire.words", group("words"), "What it says."},
		{"mind.hire.words.agrees", text(), "When it is hired."},
		{"mind.hire.words.refuses", text(), "When it is not the time, not the person, or they have another companion."},
		{"mind.hire.words.waits", text(), "When they go where it does not."},
		{"mind.hire.words.follows", text(), "When it has waited, or lagged behind, and they are together again."},
		{"mind.hire.words.helps", text(), "When it takes their side in a fight."},
		{"mind.hire.words.warns", text(), "When a minute is left."},
		{"mind.hire.words.done", text(), "When its time is up."},
		{"mind.hire.words.hurt", text(), "When it leaves because it is hurt."},
		{"mind.hire.words.wronged", text(), "When it leaves because they attacked somebody whom it likes."},
		{"mind.hire.words.parts", text(), "When it is sent away."},
	}, whenFields("mind.hire.when", "It can be hired only then, and only by whom it holds for."))
}

// hire doubts words for what a companion never does, and no words for what it does.
func (c *mindCheck) hire() {
	switch h := c.m.Mind.Hire; {
	case h == nil:
	case h.Fights && h.Words.Helps == "":
		c.doubt("hire", -1, `it helps in fights without a word`, `give its words "helps"`)
	case !h.Fights && h.Words.Helps != "":
		c.doubt("hire", -1, "it never helps in a fight, and has words for it", `say "fights: true"`)
	}
}
