package worldtest

import (
	"slices"

	"github.com/mudlark-mud/mudlark/world"
)

// wet is what the auditor knows of what is in a vessel.
type wet struct {
	drawn  bool
	liquid world.LiquidID
	gulps  int
}

// draught says what is in a thing, and how many gulps of it; a fountain has more than any vessel holds.
func (a *Auditor) draught(t *thing) (world.LiquidID, int) {
	d := a.specs[t.proto].Drinks
	switch {
	case d == nil:
		return "", 0
	case d.Endless:
		return d.Liquid, world.GulpsMost
	case t.wet.drawn:
		return t.wet.liquid, min(t.wet.gulps, d.Most)
	}
	return d.Liquid, min(d.Begins, d.Most)
}

// endless reports whether a thing is a fountain.
func (a *Auditor) endless(t *thing) bool {
	d := a.specs[t.proto].Drinks
	return d != nil && d.Endless
}

// fillUp makes a vessel hold so much.
func (a *Auditor) fillUp(id world.ItemID, of world.LiquidID, gulps int) {
	t := a.thing(id)
	if d := a.specs[t.proto].Drinks; d == nil || gulps < 0 || gulps > d.Most {
		a.object("%s holds %d gulps of %s, and is %+v", id, gulps, of, d)
	}
	if gulps == 0 {
		of = ""
	}
	t.wet = wet{drawn: true, liquid: of, gulps: gulps}
}

// drank takes in what is drunk out of vessels and poured, and figures that move.
func (a *Auditor) drank(e world.Event) {
	switch e := e.(type) {
	case world.Sipped:
		a.within(e.Actor, e.Item)
		t := a.thing(e.Item)
		of, n := a.draught(t)
		if of != e.Liquid || n < 1 || a.liquids[of].Name != e.Name || a.isBarred(e.Actor, t.proto) {
			a.object("%s drank %s of %s, in which are %d gulps of %s", e.Actor, e.Liquid, e.Item, n, of)
		}
		if e.Endless != a.endless(t) || !e.Endless && e.Left != n-1 {
			a.object("%s drank of %s, and left %d of %d", e.Actor, e.Item, e.Left, n)
		}
		if !e.Endless {
			a.fillUp(e.Item, of, e.Left)
		}
	case world.Poured:
		a.poured(e)
	case world.FigureMoved:
		a.figureMoved(e)
	default: // wets nothing
	}
}

func (a *Auditor) poured(e world.Poured) {
	a.within(e.Actor, e.From)
	from := a.thing(e.From)
	of, n := a.draught(from)
	endless := a.endless(from)
	if of != e.Liquid || e.Gulps < 1 || e.Gulps > n || e.Endless != endless || !endless && e.Left != n-e.Gulps {
		a.object("%s poured %d gulps of %s out of %s, in which are %d of %s", e.Actor, e.Gulps, e.Liquid, e.From, n, of)
	}
	if !endless {
		a.fillUp(e.From, of, e.Left)
	}
	if e.Into == "" {
		if from.at.Actor != e.Actor || endless {
			a.object("%s poured out %s, which is not in hand", e.Actor, e.From)
		}
		return
	}
	a.within(e.Actor, e.Into)
	other, has := a.draught(a.thing(e.Into))
	if has > 0 && other != of || e.Has != has+e.Gulps || e.Into == e.From {
		a.object("%s poured %d of %s into %s, in which are %d of %s", e.Actor, e.Gulps, of, e.Into, has, other)
	}
	a.fillUp(e.Into, of, e.Has)
}

// figureMoved takes in that a figure of a player's moved: by a decree, by a choice made once, or by a death of this
// record.
func (a *Auditor) figureMoved(e world.FigureMoved) {
	b := a.who(e.Actor)
	f, isThere := a.figures[e.Figure]
	was, isOwn := b.figures[e.Figure]
	if !isOwn {
		was = f.Begins
	}
	if was = min(max(was, f.Least), f.Most); !isThere || !b.player || e.Was != was || e.Value == was ||
		e.Value < f.Least || e.Value > f.Most || e.Begins != (e.Value == f.Begins) {
		a.object("the %s of %s goes from %d to %d, and was %d", e.Figure, e.Actor, e.Was, e.Value, was)
	}
	slew := slices.ContainsFunc(a.deeds, func(d done) bool { return d.by == e.Actor && d.do == world.DoSlay })
	switch {
	case e.Chosen:
		for id := range b.figures {
			if f.Choice == "" || a.figures[id].Choice == f.Choice {
				a.object("%s chose %s, and had %s", e.Actor, e.Figure, id)
			}
		}
	case e.By == "" && (f.Swings == 0 || !slew):
		a.object("the %s of %s moves by itself", e.Figure, e.Actor)
	}
	if b.figures == nil {
		b.figures = map[world.FigureID]int{}
	}
	b.figures[e.Figure] = e.Value
	if e.Begins {
		delete(b.figures, e.Figure)
	}
}

// figure is a figure of somebody with what they wear.
func (a *Auditor) figure(id world.ActorID, fig world.FigureID) int {
	b, f := a.who(id), a.figures[fig]
	n, isOwn := b.figures[fig]
	if !isOwn {
		n = f.Begins
	}
	add := func(sums []world.FigureSum) {
		for _, x := range sums {
			if x.Figure == fig {
				n += x.By
			}
		}
	}
	add(a.wilds.kinds[b.kind].Figures)
	n = min(max(n, f.Least), f.Most)
	for _, t := range a.things {
		if t.at.Actor == id && t.worn != "" {
			add(a.specs[t.proto].Figures)
		}
	}
	return min(max(n, f.Least), f.Most)
}

// isBarred reports whether a thing is not for somebody.
func (a *Auditor) isBarred(id world.ActorID, proto world.ProtoID) bool {
	return a.who(id).player && slices.ContainsFunc(a.specs[proto].Bars, func(x world.FigureSpan) bool {
		_, isThere := a.figures[x.Figure]
		n := a.figure(id, x.Figure)
		return isThere && x.From <= n && n <= x.To
	})
}

// figureHP is what somebody's figures add to the hit points they can have.
func (a *Auditor) figureHP(id world.ActorID) int {
	sum := 0
	for fig, f := range a.figures {
		for _, h := range f.Bonus {
			if h.At <= a.figure(id, fig) {
				sum += h.HP
			}
		}
	}
	return sum
}

// compareFigures objects when somebody's figures are not what was told.
func (a *Auditor) compareFigures(who *world.Actor, b *body) {
	isSame := len(who.Figures) == len(b.figures)
	for id, n := range who.Figures {
		isSame = isSame && b.figures[id] == n
	}
	if !isSame {
		a.object("%s has the figures %v; told was %v", who.ID, who.Figures, b.figures)
	}
}

// drawFigure draws what is done with vessels and choices.
func (g *Gamer) drawFigure(who world.ActorID, kind world.Action) world.Action {
	vessel := func() world.ItemID {
		var out []world.ItemID
		for _, id := range slices.Concat(g.held(who), g.floor(who)) {
			if it := g.s.Items[id]; it != nil && g.s.Spec(it).Drinks != nil {
				out = append(out, id, id)
			}
		}
		return pick(g, "vessel", append(out, "no-thing"))
	}
	switch kind.(type) {
	case world.DrinkFrom:
		return world.DrinkFrom{Item: vessel()}
	case world.Pour:
		if g.oneIn(4) {
			return world.Pour{From: vessel()}
		}
		return world.Pour{From: vessel(), Into: vessel()}
	case world.Become:
		return world.Become{Figure: pick(g, "figure", append(keys(g.s.Figures), "no-figure"))}
	default: // of another topic, see Fill
		return nil
	}
}
