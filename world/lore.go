package world

import (
	"slices"
	"strconv"
	"strings"
)

// Lore. What no room, thing or creature of a pack says, a wizard can write down as a fact: a few sentences under an
// id, with the words that ask for it. The creatures with minds learn it at once and answer out of it, agents find it. A
// fact can be some creatures' only; otherwise everybody knows it. There are few facts, because somebody has to keep
// them true.

// Limits of lore.
const (
	LoreMost         = 200 // facts
	LoreWarn         = 180 // from so many on it is said how much room is left
	LoreTextBytesMax = 320 // of a fact: what one can say in one breath
	loreIDBytesMax   = 40
	loreAboutMost    = 12 // words that ask for a fact
	loreAboutBytes   = 40 // of each
	loreKnownMost    = 32 // patterns of creatures that know a fact
)

// LoreID names a fact: a slug, drowned-bell.
type LoreID string

// LoreFact is something that is so because a wizard said so.
type LoreFact struct {
	ID    LoreID    `json:"id"`
	Text  string    `json:"text"`
	About []string  `json:"about,omitempty"` // further words that ask for it
	Known []ProtoID `json:"known,omitempty"` // the patterns of those who know it; none: everybody does
	Rev   uint64    `json:"rev"`             // the record that wrote it last
}

// WriteLore writes a fact down, a new one or with Edit one that is there in another way.
type WriteLore struct {
	Lore  LoreID    `json:"lore" words:"fixed"`
	Text  string    `json:"text" words:"fixed"`
	About []string  `json:"about,omitempty" words:"fixed"`
	Known []ProtoID `json:"known,omitempty"`
	Edit  bool      `json:"edit,omitempty"`
}

// DropLore strikes a fact out.
type DropLore struct {
	Lore LoreID `json:"lore" words:"fixed"`
}

// LoreWritten says that a fact holds from now on; Was is what it said before, and Facts how many there are now.
type LoreWritten struct {
	Actor ActorID   `json:"actor"`
	Lore  LoreID    `json:"lore" words:"fixed"`
	Text  string    `json:"text" words:"fixed"`
	About []string  `json:"about,omitempty" words:"fixed"`
	Known []ProtoID `json:"known,omitempty"`
	Was   string    `json:"was,omitempty" words:"fixed"`
	Facts int       `json:"facts"`
	Rev   uint64    `json:"rev"`
}

// LoreDropped says that a fact holds no more, or that it is about to hold for others than those in Known, with Again.
type LoreDropped struct {
	Actor ActorID   `json:"actor"`
	Lore  LoreID    `json:"lore" words:"fixed"`
	Known []ProtoID `json:"known,omitempty"`
	Was   string    `json:"was" words:"fixed"`
	Facts int       `json:"facts"`
	Again bool      `json:"again,omitempty"`
}

func (WriteLore) needs() Role { return RoleWizard }
func (DropLore) needs() Role  { return RoleWizard }

func (WriteLore) deed() deed { return deed{} }
func (DropLore) deed() deed  { return deed{} }
func (WriteLore) remote()    {}
func (DropLore) remote()     {}

func (a WriteLore) decide(t *Turn) *Refusal {
	a.Text = Clean(a.Text)
	if r := a.fits(t.s); r != nil {
		return r
	}
	e := LoreWritten{
		Actor: t.in.Actor, Lore: a.Lore, Text: a.Text, About: loreWords(a.About), Known: sortedOnce(a.Known),
		Facts: len(t.s.Lore), Rev: t.seq,
	}
	old := t.s.Lore[a.Lore]
	switch {
	case old == nil:
		e.Facts++
	case old.Text == e.Text && slices.Equal(old.About, e.About) && slices.Equal(old.Known, e.Known):
		return refuse(CodeAlready, "That is what "+string(a.Lore)+" says already.")
	default:
		e.Was = old.Text
		if !slices.Equal(old.Known, e.Known) {
			t.emit(LoreDropped{
				Actor: e.Actor, Lore: old.ID, Known: old.Known, Was: old.Text, Facts: len(t.s.Lore) - 1, Again: true,
			})
		}
	}
	t.emit(e)
	return nil
}

// fits refuses what cannot be a fact.
func (a WriteLore) fits(s *State) *Refusal {
	old := s.Lore[a.Lore]
	switch {
	case !ValidID(string(a.Lore)) || len(a.Lore) > loreIDBytesMax:
		return refuse(CodeBadValue, "A fact's id is up to "+strconv.Itoa(loreIDBytesMax)+
			" small letters, digits and hyphens: drowned-bell.")
	case a.Edit && old == nil:
		return refuse(CodeUnknown, "There is no fact called "+string(a.Lore)+". lore lists them; lore add makes one.")
	case !a.Edit && old != nil:
		return refuse(CodeTaken, "There is a fact called "+string(a.Lore)+" already. lore edit changes it.")
	case a.Text == "":
		return refuse(CodeMissing, "Say what is so: lore add "+string(a.Lore)+" = and a sentence or two.")
	case len(a.Text) > LoreTextBytesMax:
		return refuse(CodeBadValue, "A fact has up to "+strconv.Itoa(LoreTextBytesMax)+" bytes, and this has "+
			strconv.Itoa(len(a.Text))+". Make two of it.")
	case old == nil && len(s.Lore) >= LoreMost:
		return refuse(CodeFull, "There are "+strconv.Itoa(LoreMost)+" facts, and there can be no more. Drop one first.")
	case len(a.About) > loreAboutMost:
		return refuse(CodeFull, "A fact has up to "+strconv.Itoa(loreAboutMost)+" words that ask for it.")
	case len(a.Known) > loreKnownMost:
		return refuse(CodeFull, "A fact is known to up to "+strconv.Itoa(loreKnownMost)+", or to everybody.")
	}
	for _, w := range a.About {
		if w = Clean(w); w == "" || len(w) > loreAboutBytes {
			return refuse(CodeBadValue, "The words that ask for a fact are short ones: bell, rope, tide.")
		}
	}
	for _, id := range a.Known {
		if m := s.MobSpecs[id]; m == nil || m.Mind == nil {
			return refuse(CodeUnknown, "There is no creature with a mind called "+Clean(string(id))+".")
		}
	}
	return nil
}

func (a DropLore) decide(t *Turn) *Refusal {
	old := t.s.Lore[a.Lore]
	if old == nil {
		return refuse(CodeUnknown, "There is no fact called "+Clean(string(a.Lore))+". lore lists them.")
	}
	t.emit(LoreDropped{
		Actor: t.in.Actor, Lore: old.ID, Known: old.Known, Was: old.Text, Facts: len(t.s.Lore) - 1,
	})
	return nil
}

// loreWords are words as they are kept: small, in order, each once.
func loreWords(list []string) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = strings.ToLower(Clean(w))
	}
	return sortedOnce(out)
}

// sortedOnce returns a list in order, each once; nil when it is empty.
func sortedOnce[S ~string](list []S) []S {
	if len(list) == 0 {
		return nil
	}
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

// KnowsLore reports whether somebody knows a fact; nil is who has no body, and knows what everybody does.
func (s *State) KnowsLore(a *Actor, f *LoreFact) bool {
	return len(f.Known) == 0 || a != nil && !a.Player() && slices.Contains(f.Known, a.Proto)
}

// mindsOf lists the creatures with minds that are of some patterns; of none are all.
func (s *State) mindsOf(known []ProtoID) []ActorID {
	var out []ActorID
	for _, id := range s.Index.Minds {
		if len(known) == 0 || slices.Contains(known, s.Actors[id].Proto) {
			out = append(out, id)
		}
	}
	return out
}

func (e LoreWritten) fold(s *State) {
	s.Lore[e.Lore] = &LoreFact{ID: e.Lore, Text: e.Text, About: e.About, Known: e.Known, Rev: e.Rev}
	s.touch(kindLore, string(e.Lore))
}

func (e LoreDropped) fold(s *State) {
	delete(s.Lore, e.Lore)
	s.touch(kindLore, string(e.Lore))
}

// Nobody sees it written: those who know it know it.
func (e LoreWritten) scene(s *State) scene { return scene{actor: e.Actor, others: s.mindsOf(e.Known)} }
func (e LoreDropped) scene(s *State) scene { return scene{actor: e.Actor, others: s.mindsOf(e.Known)} }

func (LoreWritten) traits() Traits { return Traits{Cue: cue("Lore")} }
func (LoreDropped) traits() Traits { return Traits{Cue: cue("Lore dropped")} }
