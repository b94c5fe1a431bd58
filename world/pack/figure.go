package pack

import (
	"fmt"
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// figure is a value of a figure.
func figure() class { return whole(world.FigureLeast, world.FigureMost) }

func figures() kind {
	return entry(kind{
		key: "figures", one: "figure",
		about: "What the world counts of people beside level and health, such as strength. It is shown by score; what one " +
			"wears adds to it (items.figures); things may be not for some (items.bars), and creatures may attack some " +
			"(mobs.hates). Nothing else moves one but slaying, where it swings, choosing, where it is of a choice, and wizards.",
		check: checkFigures,
	}, func(p *world.Pack) *[]world.FigureSpec { return &p.Figures }, []field{
		{"id", newID("figure"), "Its id, by which wizards set it."},
		{"name", name(), `What people call it: "Strength".`},
		{"about", text(), "What it is, a sentence."},
		{"least", figure(), "It is never below that, whatever one wears; 0 when left out."},
		{"most", figure(), "Nor above that."},
		{"begins", figure(), "What everybody begins with; 0 when left out."},
		{"bonus", lists("bonus"), "What it adds to one's figures in a fight, all that were reached together."},
		{"bonus.at", figure(), "From this height on."},
		{"bonus.skill", bonus(), "To the d20 of a blow."},
		{"bonus.damage", bonus(), "To the harm of one."},
		{"bonus.hp", bonus(), "To the most hit points."},
		{"bonus.armour", bonus(), "To what protects."},
		{"words", lists("word"), "What one counts as; the first that fits."},
		{"words.from", figure(), "From this on; 0 when left out."},
		{"words.to", figure(), "To this; 0 when left out."},
		{"words.word", phrase(), `"evil".`},
		{"swings", whole(1, world.FigureSwingMost),
			"Whoever slays a creature moves away from it: by one part in so many of the way to its opposite."},
		{"choice", typed(), "One of several figures of which people choose one, once, by the command become: it is then " +
			"its most. All of one choice name the same word."},
	})
}

func liquids() kind {
	return entry(kind{
		key: "liquids", one: "liquid", check: checkLiquids,
		about: "What people drink out of vessels and fountains, see items.drinks.",
	}, func(p *world.Pack) *[]world.LiquidSpec { return &p.Liquids }, slices.Concat([]field{
		{"id", newID("liquid"), "Its id."},
		{"name", name(), `What it is called, without an article: "water".`},
		{"looks", phrase(), `How it looks in a vessel: "clear".`},
		{"text", text(), "What is told to whoever drinks it."},
		{"effect", group("effect"), "What drinking it does, as in items."},
		{"effect.name", name(), "How one is then."},
		{"effect.for", whole(1, world.EffectMost), "How many seconds of the world it lasts; needs name."},
		{"effect.heals", whole(1, world.HealsMost), "Hit points that it gives back at once."},
		{"effect.bonus", group("bonus"), "What it adds to one's figures while it lasts."},
		{"effect.bonus.skill", bonus(), "Added to the d20 of their blows."},
		{"effect.bonus.damage", bonus(), "Added to what their blows cost."},
		{"effect.bonus.hp", bonus(), "Added to the most hit points they can have."},
		{"effect.bonus.armour", bonus(), "Added to what protects them."},
		{"effect.ends", text(), "What is told at its end."},
	}, auraFields()))
}

// auraFields are what an effect does beyond figures.
func auraFields() []field {
	return []field{
		{"effect.auras", oneOf(world.Auras()...), "What one is while it lasts. warded: every blow in rounds costs half. " +
			"discerning: one sees what hides. darksighted: one needs no light. blind: one sees nothing."},
		{"effect.serves", oneOf(world.Passages()...), "Where a room needs that, one comes in while it lasts."},
		{"effect.cures", name(), `It ends effects of these names: "poisoned".`},
		{"effect.frees", flag(), "What clings to one lets go, for good."},
		{"effect.sends", oneOf(world.Sendings()...), "home: one is where people arrive. astray: in some room of the zone."},
	}
}

// sumFields are what a thing or creature adds to figures.
func sumFields(key, about string) []field {
	return []field{
		{key, lists("figure"), about},
		{key + ".figure", idOf("figure"), "Which figure."},
		{key + ".by", figure(), "How much, not 0."},
	}
}

// spanFields are people by their figures.
func spanFields(key, about string) []field {
	return []field{
		{key, lists("span"), about},
		{key + ".figure", idOf("figure"), "Which figure, with what one wears."},
		{key + ".from", figure(), "From this on; 0 when left out."},
		{key + ".to", figure(), "To this; 0 when left out."},
	}
}

func checkFigures(c *checker) {
	if n := len(c.pack.Figures); n > world.FiguresMost {
		c.fault(c.sites["figures"][world.FiguresMost], fmt.Sprintf("%d figures; at most %d can be", n, world.FiguresMost), "")
	}
	crafts := index(c.pack.Crafts, func(s *world.CraftSpec) world.CraftID { return s.ID })
	each(c, "figures", c.pack.Figures, func(at site, f *world.FigureSpec) {
		switch {
		case f.Least >= f.Most:
			c.fault(at.at("most"), "a figure that can be nothing", `its most is above its least`)
		case f.Begins < f.Least || f.Begins > f.Most:
			c.fault(at.at("begins"), "a figure that begins where it cannot be", fmt.Sprintf("%d to %d", f.Least, f.Most))
		case f.Choice != "" && f.Begins == f.Most:
			c.fault(at.at("choice"), "what everybody begins with cannot be chosen", "let it begin lower")
		}
		if crafts[world.CraftID(f.ID)] != nil || slices.Contains([]string{
			"hp", "hpmax", "level", "xp", "coins", "role",
		}, string(f.ID)) {
			c.fault(at.at("id"), fmt.Sprintf("%q can be set already, and is something else", f.ID), "call it otherwise")
		}
		for i, w := range f.Words {
			if w.From > w.To {
				c.fault(at.at("words").nth(i), "a word for nobody", `"from" is not above "to"`)
			}
		}
	})
}

func checkLiquids(c *checker) {
	each(c, "liquids", c.pack.Liquids, func(at site, l *world.LiquidSpec) {
		c.checkEffectItself(at, l.Effect)
	})
}

// checkVessel looks into what is drunk out of a thing, and into whom it is not for.
func (c *checker) checkVessel(at site, x *world.ItemSpec) {
	isUsed := x.Wear != "" || x.Eat != "" || x.Drink != "" || x.Drinks != nil
	c.checkSpans(at, "bars", x.Bars)
	for i, f := range x.Figures {
		if f.By == 0 {
			c.fault(at.at("figures").nth(i), "nothing is added", `say "by"`)
		}
	}
	switch {
	case len(x.Bars) > 0 && !isUsed:
		c.fault(at.at("bars"), "some are kept from a thing that nobody uses", `add "wear", "eat" or "drink"`)
	case len(x.Figures) > 0 && x.Wear == "":
		c.fault(at.at("figures"), "figures of a thing that is not worn", `add "wear" and where`)
	}
	d := x.Drinks
	switch {
	case d == nil:
	case x.Holds != nil || x.Coins || x.Eat != "" || x.Drink != "":
		c.fault(at.at("drinks"), "a vessel that is a container, coins, or eaten or drunk itself", "choose one of them")
	case d.Endless && d.Most+d.Begins > 0:
		c.fault(at.at("drinks").at("endless"), "a fountain has no measure", `leave out "most" and "begins"`)
	case d.Endless && d.Liquid == "":
		c.fault(at.at("drinks").at("endless"), "a fountain of nothing", `say of what: "liquid"`)
	case !d.Endless && d.Most == 0:
		c.fault(at.at("drinks"), "a vessel that holds nothing", `say how many gulps: "most"`)
	case d.Begins > 0 && d.Begins > d.Most && !d.Endless:
		c.fault(at.at("drinks").at("begins"), "more is in it than goes in", "")
	case !d.Endless && (d.Begins > 0) != (d.Liquid != ""):
		c.fault(at.at("drinks").at("begins"), "a liquid without a measure, or a measure of no liquid",
			`give both "liquid" and "begins", or neither`)
	}
}

// checkSpans looks for spans of nobody.
func (c *checker) checkSpans(at site, key string, spans []world.FigureSpan) {
	for i, s := range spans {
		if s.From > s.To {
			c.fault(at.at(key).nth(i), "a span of nobody", `"from" is not above "to"`)
		}
	}
}
