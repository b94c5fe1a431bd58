package verb

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Table is all verbs, in their fixed order: the order of topics, and within a topic the order in which they stand.
// Abbreviations are understood in that order.
type Table struct {
	verbs  []*Verb
	byName map[string]*Verb
	byTool map[string]*Verb
	common map[string]*Verb // what a word is to those who may not do what it names in byName: dig is a word for search
}

// New makes the table. It panics when two verbs share a name, or one lacks what every verb must say: a mistake in
// the table is no state to run in.
func New() *Table {
	t := &Table{byName: map[string]*Verb{}, byTool: map[string]*Verb{}, common: map[string]*Verb{}}
	for _, list := range [][]*Verb{
		movingVerbs(), lookingVerbs(), mappingVerbs(), thingVerbs(), talkingVerbs(), fightingVerbs(), askVerbs(),
		questVerbs(), selfVerbs(), hostVerbs(), ownerVerbs(), playingVerbs(), encounterVerbs("Fighting"), tradeVerbs(),
		vouchVerbs(), t.helpVerbs(), healthVerbs(), t.wizardVerbs(), recordVerbs(), mindVerbs(), loreVerbs(),
		ignoringVerbs(), sanctionVerbs(),
		// Last, so that no beginning of a word means one of them that meant another before.
		plainVerbs(), whereaboutsVerbs(), findingVerbs(), statVerbs(), buildingVerbs(), rankVerbs(), postingVerbs(),
		jailVerbs(), snoopVerbs(), deletionVerbs(), zoneVerbs(), groupingVerbs(), channelVerbs(), switchVerbs(), craftVerbs(),
		mailVerbs(), boardVerbs(), introducingVerbs(), hiringVerbs(), scriptVerbs(),
		liquidVerbs(), makingVerbs(), gatheringVerbs(), ledgerVerbs(), usingVerbs(),
	} {
		for _, v := range list {
			t.add(v)
		}
	}
	return t
}

func (t *Table) add(v *Verb) {
	if v.Name == "" || v.Topic == "" || v.Need == 0 || v.Brief == "" || v.Example == "" && v.Only != Called {
		panic(fmt.Sprintf("verb: %q lacks a topic, a role, a brief or an example", v.Name))
	}
	for _, n := range slices.Concat([]string{v.Name}, v.Aliases, v.Words) {
		switch old := t.byName[n]; {
		case old != nil && slices.Contains(old.Words, n) && old.Need < world.RoleBuilder && v.Need >= world.RoleBuilder:
			t.common[n] = old
		case old != nil:
			panic(fmt.Sprintf("verb: %q is %s and %s", n, old.Name, v.Name))
		}
		t.byName[n] = v
	}
	if v.Only != Typed {
		if t.byTool[v.ToolName()] != nil {
			panic(fmt.Sprintf("verb: two tools are called %q", v.ToolName()))
		}
		t.byTool[v.ToolName()] = v
	}
	t.verbs = append(t.verbs, v)
}

// Verbs lists the verbs that exist for a role.
func (t *Table) Verbs(role world.Role) []*Verb {
	return slices.DeleteFunc(slices.Clone(t.verbs), func(v *Verb) bool { return !v.usable(role) })
}

// Known reports whether a word is a verb's whole name or another one of its, for any role.
func (t *Table) Known(word string) bool { return t.byName[strings.ToLower(word)] != nil }

// VerbsFor lists the verbs that exist for whoever asks.
func (t *Table) VerbsFor(c Ctx) []*Verb {
	return slices.DeleteFunc(slices.Clone(t.verbs), func(v *Verb) bool { return !c.may(v) })
}

// named finds a verb by its whole name or alias.
func (t *Table) named(c Ctx, word string) *Verb {
	for _, v := range []*Verb{t.byName[word], t.common[word]} {
		if v != nil && c.may(v) && v.Only != Called {
			return v
		}
	}
	return nil
}

// Beyond reports whether a word names what a builder or wizard may do and no creature that they play: then it is not to
// be taken for the beginning of something else.
func (t *Table) Beyond(c Ctx, word string) bool {
	word = strings.ToLower(word)
	v := t.byName[word]
	return v != nil && v.Need > world.RolePlayer && t.common[word] == nil && c.may(v)
}

// beginning finds the first verb whose name begins so.
func (t *Table) beginning(c Ctx, word string) *Verb {
	for _, v := range t.verbs {
		if !c.may(v) || v.Only == Called || v.Rare {
			continue
		}
		begins := func(name string) bool { return strings.HasPrefix(name, word) }
		if begins(v.Name) || slices.ContainsFunc(v.Aliases, begins) {
			return v
		}
	}
	return nil
}

// topics lists the topics of some verbs in order.
func (t *Table) topics(may func(*Verb) bool) []string {
	var out []string
	for _, v := range t.verbs {
		if may(v) && !slices.Contains(out, v.Topic) {
			out = append(out, v.Topic)
		}
	}
	return out
}
