package proposal

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/strictjson"
)

const (
	nameWordsMost = 6
	prefixLeast   = 3 // letters of a word by which it is known
	listedMost    = 6 // of those who could be meant
)

// who returns whom words name. The reason says who could be meant when there are several; it is empty when nobody is.
func (p *speaker) who(w []string) (*Entity, string) {
	if is(w, "me", "myself", "self", "my character", "my token", "my piece") {
		return p.me, ""
	}
	w = cut(w, "the", "a", "an", "that", "this", "my")
	if len(w) == 0 || len(w) > nameWordsMost {
		return nil, ""
	}
	nth, isNearest, isWeakest := 0, false, false
	switch n, isOrdinal := ordinal(w[0]); {
	case isOrdinal && len(w) > 1:
		nth, w = n, w[1:]
	case is(w[:1], "nearest", "closest", "next"):
		isNearest, w = true, w[1:]
	case is(w[:1], "weakest"):
		isWeakest, w = true, w[1:]
	}
	found := p.called(w)
	if len(found) == 0 && len(w) > 1 && nth == 0 {
		if n, ok := number(w[len(w)-1]); ok && n > 0 {
			nth, found = n, p.called(w[:len(w)-1])
		}
	}
	if len(found) == 0 && len(w) == 1 && nth == 0 {
		digits, name, _ := strings.Cut(w[0], ".")
		if n, ok := number(digits); ok && n > 0 && name != "" {
			nth, found = n, p.called([]string{name})
		}
	}
	switch {
	case len(found) == 0:
		return nil, ""
	case nth > len(found) && len(found) == 1:
		return nil, "There is only one of those."
	case nth > len(found):
		return nil, fmt.Sprintf("There are only %d of those.", len(found))
	case nth > 0:
		return found[nth-1], ""
	case isNearest:
		return slices.MinFunc(found, p.nearer), ""
	case isWeakest:
		return slices.MinFunc(found, func(a, b *Entity) int { return a.HP - b.HP }), ""
	case len(found) > 1:
		return nil, which(found)
	}
	return found[0], ""
}

// which asks whom of several somebody means.
func which(found []*Entity) string {
	var list []string
	for i, e := range found[:min(len(found), listedMost)] {
		list = append(list, fmt.Sprintf("%s at %d,%d (%s)", e.Name, e.Position.X, e.Position.Y, ordinalWords[i]))
	}
	return "Which one: " + strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1] + "?"
}

// called returns those who go by words, in the order of the fight: by id, else by the whole name, else by words of it,
// else by how words of it begin. Whoever speaks is meant only when nobody else can be.
func (p *speaker) called(w []string) []*Entity {
	if len(w) == 0 || is(w, "one", "enemy", "foe", "opponent", "enemies", "foes", "it", "him", "her", "them", "target") {
		return p.foes()
	}
	said := strings.Join(w, " ")
	name := func(e *Entity) []string { return bareWords(e.Name) }
	for _, fits := range []func(*Entity) bool{
		func(e *Entity) bool { return said == string(e.ID) },
		func(e *Entity) bool { return said == strings.Join(name(e), " ") },
		func(e *Entity) bool { return covers(name(e), w, func(a, b string) bool { return a == b }) },
		func(e *Entity) bool {
			return covers(name(e), w, func(a, b string) bool { return len(b) >= prefixLeast && strings.HasPrefix(a, b) })
		},
	} {
		var others, all []*Entity
		for i := range p.s.Entities {
			if e := &p.s.Entities[i]; fits(e) {
				all = append(all, e)
				if e != p.me {
					others = append(others, e)
				}
			}
		}
		switch {
		case len(others) > 0:
			return others
		case len(all) > 0:
			return all
		}
	}
	return nil
}

// bareWords is a name in lower case, without its article.
func bareWords(s string) []string { return cut(strings.Fields(strings.ToLower(s)), "the", "a", "an") }

// covers reports whether each of the words that were said is one of a name, in any order.
func covers(name, said []string, fits func(a, b string) bool) bool {
	for _, s := range said {
		if !slices.ContainsFunc(name, func(n string) bool { return fits(n, s) }) {
			return false
		}
	}
	return true
}

// foes returns who stands against the speaker. Where nobody has a side that is everybody else.
func (p *speaker) foes() []*Entity {
	var out []*Entity
	for i := range p.s.Entities {
		if e := &p.s.Entities[i]; p.against(e) {
			out = append(out, e)
		}
	}
	return out
}

// against reports whether somebody stands against the speaker.
func (p *speaker) against(e *Entity) bool { return e != p.me && (e.Side == "" || e.Side != p.me.Side) }

// nearer compares how far away two are.
func (p *speaker) nearer(a, b *Entity) int {
	return p.me.Position.Steps(a.Position) - p.me.Position.Steps(b.Position)
}

// prey returns whom words name for a blow: of several who could be meant, those who stand against the speaker.
func (p *speaker) prey(w []string) (*Entity, string) {
	e, why := p.who(w)
	if e != nil || why == "" {
		return e, why
	}
	bare := cut(w, "the", "a", "an", "that", "this", "my")
	foes := slices.DeleteFunc(p.called(bare), func(e *Entity) bool { return !p.against(e) })
	if len(foes) == 1 {
		return foes[0], ""
	}
	return nil, why
}

// nearest returns the nearest foe, nil when there is none.
func (p *speaker) nearest() *Entity {
	foes := p.foes()
	if len(foes) == 0 {
		return nil
	}
	return slices.MinFunc(foes, p.nearer)
}

// thing returns the cells of what stands on the ground and goes by words: "the bar".
func (p *speaker) thing(w []string) []Terrain {
	w = cut(w, "the", "a", "an", "that", "this", "nearest", "closest", "next")
	if len(w) == 0 || len(w) > nameWordsMost {
		return nil
	}
	name := func(t Terrain) []string { return bareWords(t.Name) }
	for _, fits := range []func(Terrain) bool{
		func(t Terrain) bool { return slices.Equal(name(t), w) },
		func(t Terrain) bool { return covers(name(t), w, func(a, b string) bool { return a == b }) },
	} {
		var out []Terrain
		for _, t := range p.s.Map.Terrain {
			if fits(t) {
				out = append(out, t)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// fits reports whether words could be a name at all.
func fits(w []string) bool {
	hasLetter := slices.ContainsFunc(w, func(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) })
	return hasLetter && len(w) <= nameWordsMost && !slices.ContainsFunc(w, joint)
}

// nobody says that words name nobody.
func nobody(w []string) string {
	return "Nobody in the fight goes by " + strictjson.Quoted(strings.Join(cut(w, "the", "a", "an"), " ")) + "."
}

// cellOf is where a piece of terrain lies.
func cellOf(t Terrain) world.Cell { return world.Cell{X: t.X, Y: t.Y} }
