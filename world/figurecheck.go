package world

import "strconv"

// sound reports what of a figure no state may hold, "" for nothing.
func (f *FigureSpec) sound() string {
	within := func(n int) bool { return n >= FigureLeast && n <= FigureMost }
	switch {
	case !ValidID(string(f.ID)):
		return "its id is no slug of a to z, 0 to 9 and hyphens"
	case fieldLimits[string(f.ID)] != 0:
		return "its id is the name of something else that can be set"
	case !within(f.Least) || !within(f.Most) || f.Least >= f.Most || f.Begins != f.clamp(f.Begins):
		return "its least, most and what it begins with cannot be"
	case f.Swings < 0 || f.Swings > FigureSwingMost:
		return "it swings as nothing can"
	case f.Choice != "" && f.Begins == f.Most:
		return "everybody begins with what is to be chosen"
	case len(f.Bonus) > FigureLinesMost || len(f.Words) > FigureLinesMost:
		return "it has more than " + strconv.Itoa(FigureLinesMost) + " heights or words"
	}
	for _, h := range f.Bonus {
		b := Bonus{Skill: h.Skill, Damage: h.Damage, HP: h.HP, Armour: h.Armour}
		if !within(h.At) || !b.sound() {
			return "one of its heights cannot be"
		}
	}
	for _, w := range f.Words {
		if w.From > w.To || w.Word == "" {
			return "one of its words is for nobody"
		}
	}
	return ""
}

// figuresSound reports what of the figures and spans of a thing or creature no state may hold, "" for nothing.
func figuresSound(sums []FigureSum, spans []FigureSpan) string {
	if len(sums) > FigureLinesMost || len(spans) > FigureLinesMost {
		return "it has more than " + strconv.Itoa(FigureLinesMost) + " figures"
	}
	for _, x := range sums {
		if x.By < FigureLeast || x.By > FigureMost || x.By == 0 || x.Figure == "" {
			return "what it adds to a figure cannot be"
		}
	}
	for _, x := range spans {
		if x.From > x.To || x.Figure == "" {
			return "one of its spans of figures is of nobody"
		}
	}
	return ""
}

func figureRefs(sums []FigureSum, spans []FigureSpan, to refer) {
	for _, x := range sums {
		to(kindFigure, string(x.Figure))
	}
	for _, x := range spans {
		to(kindFigure, string(x.Figure))
	}
}

// figures judges the figures and liquids of a change of content, and what names them.
func (c *content) figures(e *PackApplied) {
	say := func(kind, id, text string) {
		if text != "" {
			c.unless(false, kind, id, text)
		}
	}
	for i := range e.Figures {
		say(kindFigure, string(e.Figures[i].ID), e.Figures[i].sound())
	}
	for i := range e.Liquids {
		say(kindLiquid, string(e.Liquids[i].ID), e.Liquids[i].sound())
	}
	for i := range e.Items {
		it := &e.Items[i]
		say("item", string(it.ID), figuresSound(it.Figures, it.Bars))
		say("item", string(it.ID), it.Drinks.sound())
	}
	for i := range e.Mobs {
		m := &e.Mobs[i]
		say("mob", string(m.ID), figuresSound(m.Figures, m.Hates))
		say("mob", string(m.ID), m.Trade.sound())
	}
	n := len(c.s.Figures) - len(e.FiguresGone)
	for i := range e.Figures {
		n += boolInt(c.s.Figures[e.Figures[i].ID] == nil)
	}
	if n > FiguresMost && len(e.Figures) > 0 {
		say(kindFigure, string(e.Figures[0].ID), strconv.Itoa(n)+" figures are too many")
	}
}

// figures looks into the figures of somebody: only players have some of their own, within bounds.
func (c *checker) figures(a *Actor) {
	for id, n := range all(c, a.Figures) {
		if !a.Player() || id == "" || n < FigureLeast || n > FigureMost {
			c.bad("actor %s has the figure %s of %d, which cannot be", a.ID, id, n)
		}
	}
	if a.Figures != nil && len(a.Figures) == 0 {
		c.bad("actor %s has figures, and none", a.ID)
	}
}

// vessel looks into what is in a thing: only where somebody drew of it, and no liquid without a gulp of it.
func (c *checker) vessel(it *Item) {
	isEmpty := it.Liquid == "" && it.Gulps == 0
	isFull := it.Liquid != "" && it.Gulps >= 1 && it.Gulps <= GulpsMost
	if !isEmpty && (!isFull || !it.Drawn) {
		c.bad("item %s has %d gulps of %q in it, drawn: %v", it.ID, it.Gulps, it.Liquid, it.Drawn)
	}
}
