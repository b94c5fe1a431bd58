package worldtest

import "github.com/mudlark-mud/mudlark/world"

// fillMail draws what is done with letters: mostly with those that somebody has.
func (g *Gamer) fillMail(who world.ActorID, kind world.Action) world.Action {
	number := func() int {
		if a := g.s.Actors[who]; a != nil && len(a.Letters) > 0 && !g.oneIn(4) {
			return pick(g, "letter", a.Letters).N
		}
		return g.index("no letter", 4)
	}
	switch kind.(type) {
	case world.SendLetter:
		return world.SendLetter{To: g.somebody(), Text: g.text()}
	case world.ReadLetter:
		return world.ReadLetter{N: number()}
	case world.DropLetter:
		return world.DropLetter{N: number()}
	default: // of another topic, see Fill
		return nil
	}
}

// mailed holds letters against who may write them, and who has which.
func (a *Auditor) mailed(e world.Event) {
	switch e := e.(type) {
	case world.LetterSent:
		from, to := a.who(e.Actor), a.who(e.To)
		if !from.in || from.owner == "" || to.owner == "" || from == to || e.Text == "" || to.letters[e.N] != 0 {
			a.object("%s writes %s letter %d, and cannot", e.Actor, e.To, e.N)
		}
		if to.letters == nil {
			to.letters = map[int]uint32{}
		}
		if to.letters[e.N] = from.num; len(to.letters) > world.LettersMost {
			a.object("%s has %d letters", e.To, len(to.letters))
		}
	case world.LetterRead:
		if a.who(e.Actor).letters[e.N] == 0 {
			a.object("%s reads letter %d, and has none", e.Actor, e.N)
		}
	case world.LetterDropped:
		if a.who(e.Actor).letters[e.N] == 0 {
			a.object("%s is rid of letter %d, and had none", e.Actor, e.N)
		}
		delete(a.who(e.Actor).letters, e.N)
	default: // of no letters
	}
}

// mailAudience is the audience of what is done with letters: whoever does it, and to whom they are.
func mailAudience(e world.Event) (audience, bool) {
	switch e := e.(type) {
	case world.LetterSent:
		return audience{only: []world.ActorID{e.Actor, e.To}}, true
	case world.LetterRead:
		return audience{only: []world.ActorID{}}, true
	case world.LetterDropped:
		if e.Lost {
			return audience{only: []world.ActorID{}}, true
		}
		return audience{only: []world.ActorID{e.Actor}}, true
	default: // of another topic
		return audience{}, false
	}
}
