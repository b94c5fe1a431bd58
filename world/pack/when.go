package pack

import (
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// whenFields says what the keys of a condition mean; about says of what it is one.
func whenFields(path, about string) []field {
	return append(timeFields(path, about),
		field{path + ".carries", idOf("item"), "Who looks or asks has one of these, in hand or in something open that they " +
			"carry."},
		field{path + ".quest", idOf("quest"), "Who looks or asks stands with this quest as stage says."},
		field{path + ".stage", oneOf(world.WhenStages()...), "None: it is not taken on. Left out: done."},
		field{path + ".craft", idOf("craft"), "Who looks or asks is so sure of this craft: from, below, or both."},
		field{path + ".from", whole(1, world.CraftMost), "At least this sure of the craft."},
		field{path + ".below", whole(1, world.CraftMost), "Less sure of it than this."},
	)
}

// timeFields is whenFields without those that are about who looks.
func timeFields(path, about string) []field {
	return []field{
		{path, group("condition"), about + " Everything that it says must hold."},
		{path + ".tide", oneOf(world.TideHigh, world.TideEbb, world.TideLow, world.TideFlow), "The tide is one of these."},
		{path + ".hours", whole(0, hourMax), "Two hours of the game day, as [22, 5]: from the first on, and until the " +
			"second begins; past midnight if the second is the smaller."},
	}
}

// roomWhens says what the conditions of rooms mean, and what hangs on them alone.
func roomWhens() []field {
	return slices.Concat(
		whenFields("extras.when", "The detail is there only then, and only for whom it holds. Of two of one name the first "+
			"that holds is meant."),
		[]field{{"also", lists("paragraph"), fmt.Sprintf("Further paragraphs behind the desc, at most %d.", world.AlsoMost)}},
		whenFields("also.when", "The paragraph is there only then, and only for whom it holds."),
		whenFields("gathers.when", "It is there only then, and only for whom it holds."),
		[]field{{"also.text", text(), "The paragraph."}},
	)
}

// mindWhens says what the conditions of minds mean.
func mindWhens() []field {
	return slices.Concat(
		whenFields("mind.lines.when", "It is said only then, and only to whom it holds for; of lines that fit alike, it is "+
			"said before those that are under none."),
		whenFields("mind.gives.when", "Only then, and only to whom it holds for."),
		whenFields("mind.promises.when", "It is promised only then, and only to whom it holds for."),
	)
}

// checkMindWhens checks the conditions of a mind.
func (c *checker) checkMindWhens(mind site, m *world.MindSpec) {
	for i, l := range m.Lines {
		c.checkWhen(mind.at("lines").nth(i).at("when"), l.When, nil)
	}
	for i, g := range m.Gives {
		c.checkWhen(mind.at("gives").nth(i).at("when"), g.When, nil)
	}
	if m.Hire != nil {
		c.checkWhen(mind.at("hire").at("when"), m.Hire.When, nil)
	}
	for i, p := range m.Promises {
		c.checkWhen(mind.at("promises").nth(i).at("when"), p.When, nil)
	}
}

// allTides is how many tides there are.
const allTides = 4

// checkWhen checks a condition; nil is fine. tidal is of the place where it has to hold, nil for anywhere.
func (c *checker) checkWhen(at site, w *world.WhenSpec, tidal *world.TidalSpec) {
	const span = 2 // from and to
	switch {
	case w == nil:
		return
	case !w.IsOfTime() && !w.IsOfViewer() && w.Stage == "":
		c.doubt(at, "a condition that asks for nothing always holds", "leave it out, or say what it asks for")
	case len(w.Hours) != 0 && len(w.Hours) != span:
		c.fault(at.at("hours"), fmt.Sprintf("hours has %d numbers", len(w.Hours)), "write hours: [from, to]")
	case len(w.Hours) == span && w.Hours[0] == w.Hours[1]:
		c.fault(at.at("hours"), "hours from and to are the same", "leave hours out, or give two that differ")
	}
	if w.Stage != "" && w.Quest == "" {
		c.fault(at.at("stage"), "a stage of no quest", `name it as "quest"`)
	}
	switch {
	case w.Craft == "" && w.From+w.Below > 0:
		c.fault(at, "a height of no craft", `name it as "craft"`)
	case w.Craft != "" && w.From+w.Below == 0:
		c.fault(at.at("craft"), "a craft and no height", `say "from", "below" or both`)
	case w.Below > 0 && w.From >= w.Below:
		c.fault(at.at("below"), fmt.Sprintf("nobody is from %d and below %d", w.From, w.Below), "")
	}
	c.checkWhenTide(at.at("tide"), w, tidal)
	if it := c.items[w.Carries]; it != nil {
		switch {
		case it.Fixed:
			c.doubt(at.at("carries"), fmt.Sprintf("it never holds: nobody can carry the fixed %q", it.ID), "")
		case it.Coins:
			c.doubt(at.at("carries"), fmt.Sprintf("it never holds: the coins %q go into the purse", it.ID), "")
		case len(c.makers[it.ID]) > 0 && !slices.ContainsFunc(c.makers[it.ID], func(s *world.SpawnSpec) bool {
			return c.open.made[s.ID]
		}) && !c.sold[it.ID]:
			c.doubt(at.at("carries"), fmt.Sprintf("it never holds: %q is only where nobody gets", it.ID), "")
		}
	}
}

func (c *checker) checkWhenTide(at site, w *world.WhenSpec, tidal *world.TidalSpec) {
	if len(w.Tide) == 0 {
		return
	}
	seen := map[world.Tide]bool{}
	for i, t := range w.Tide {
		if seen[t] && t != "" {
			c.fault(at.nth(i), fmt.Sprintf("the tide %q is listed twice", t), "")
		}
		seen[t] = true
	}
	switch {
	case len(seen) == allTides:
		c.doubt(at, "all tides are listed", "leave tide out: it always holds")
	case tidal != nil && !c.waded(tidal, seen) &&
		!slices.ContainsFunc(tidal.Open, func(t world.Tide) bool { return seen[t] }):
		c.doubt(at, "it never holds: nobody is here at such a tide", "name one of those at which the place is open")
	case !slices.ContainsFunc(c.pack.Rooms, func(r world.RoomSpec) bool { return r.Tidal != nil }):
		c.doubt(at, "there is no sea: no room is tidal, and nobody is told of the tide", "")
	}
}

// waded reports whether a place is one that people can wade into at one of some tides: a craft of the pack opens
// that, in the flow, and not where one floats at high water and nowhere at low.
func (c *checker) waded(tidal *world.TidalSpec, at map[world.Tide]bool) bool {
	opens := func(s world.CraftSpec) bool {
		return slices.ContainsFunc(s.Knacks, func(k world.KnackSpec) bool { return k.Knack == world.KnackWade })
	}
	isAfloat := slices.Contains(tidal.Open, world.TideHigh) && !slices.Contains(tidal.Open, world.TideLow)
	return at[world.TideFlow] && !isAfloat && slices.ContainsFunc(c.pack.Crafts, opens)
}

// checkDetailTimes checks the conditions of details.
func (c *checker) checkDetailTimes(at site, list []world.ExtraSpec, tidal *world.TidalSpec) {
	for i := range list {
		c.checkWhen(at.nth(i).at("when"), list[i].When, tidal)
	}
}

// checkAlso checks the further paragraphs of a room.
func (c *checker) checkAlso(at site, r *world.RoomSpec) {
	if len(r.Also) > world.AlsoMost {
		c.fault(at, fmt.Sprintf("%d further paragraphs", len(r.Also)), fmt.Sprintf("at most %d", world.AlsoMost))
	}
	for i := range r.Also {
		here := at.nth(i)
		if r.Also[i].When == nil {
			c.doubt(here, "a paragraph that is always there", `give it a "when", or put it into the desc`)
		}
		c.checkWhen(here.at("when"), r.Also[i].When, r.Tidal)
	}
}
