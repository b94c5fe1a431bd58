package npc

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// Who answers. Several minds hear the same words, none knows what another thinks, and two of them must not answer one
// question: so each decides by what all of them perceived alike. Whoever is named answers, and the first named of
// several; else whoever the speaker talked with last; else, where the speaker is the only person present, or what they
// say is for all, whoever of the house it suits best, by what everybody knows of everybody.

// isHuman reports whether somebody is a person and no creature.
func (m *Mind) isHuman(id string) bool {
	e, ok := entityHere(m.Look, id)
	if !ok {
		p := m.People[id]
		return p != nil && p.isHuman
	}
	return e.Kind == "person"
}

// isBeast reports whether somebody is known to be a creature.
func (m *Mind) isBeast(id string) bool {
	p := m.People[id]
	return p != nil && p.isBeast
}

// isNamed reports whether words name this mind, and nobody present before it.
func (m *Mind) isNamed(h dialogue.Heard, speaker string) bool {
	return m.addressee(h, speaker) == m.config.ID
}

// addressee returns whom words name first among those present, "" when nobody.
func (m *Mind) addressee(h dialogue.Heard, speaker string) string {
	who, best := "", first(h, append([]string{m.config.Name}, m.config.Keys...))
	if best >= 0 {
		who = m.config.ID
	}
	for _, e := range m.Look.Entities {
		if e.ID == m.config.ID || e.ID == speaker || e.Kind == "item" {
			continue
		}
		if at := first(h, append([]string{e.Name}, e.Words...)); at >= 0 && (best < 0 || at < best) {
			who, best = e.ID, at
		}
	}
	if who == "" && h.Called != "" {
		return somebody
	}
	return who
}

// somebody is called by a name that this mind does not know: it is not its own.
const somebody = "?"

// first returns the first word at which one of several names stands by which somebody is spoken to, or -1.
func first(h dialogue.Heard, names []string) int {
	best := -1
	for _, n := range names {
		n = withoutArticle(n)
		at := spokenAt(h, n)
		if parts := strings.Fields(n); at < 0 && len(parts) > 1 && parts[0] != strings.ToLower(parts[0]) {
			for _, part := range parts { // Nan of Nan Silt
				if isTitle(part) {
					continue
				}
				if i := spokenAt(h, part); i >= 0 && (at < 0 || i < at) {
					at = i
				}
			}
		}
		if at >= 0 && (best < 0 || at < best) {
			best = at
		}
	}
	return best
}

// spokenAt returns at which word a name stands by which somebody is spoken to, or -1: in "where is Seren" she is what
// is asked about.
func spokenAt(h dialogue.Heard, name string) int {
	for from := 0; from < len(h.Words); {
		at := dialogue.Where(h.Words[from:], name)
		if at < 0 {
			return -1
		}
		at += from
		before := at - 1
		if before >= 0 && h.Words[before] == "the" {
			before--
		}
		if before < 0 || !slices.Contains(abouts, h.Words[before]) ||
			h.Called != "" && slices.Equal(dialogue.Split(h.Called), dialogue.Split(name)) {
			return at
		}
		from = at + 1
	}
	return -1
}

// abouts are the words behind which a name is what is spoken of.
var abouts = []string{ //nolint:gochecknoglobals // immutable: never written
	"is", "s", "of", "about", "to", "find", "seen", "was", "with", "than", "does", "did", "from", "for", "beat", "beats",
	"like", "know", "meet", "met", "are",
}

// heeds reports whether what somebody said is this mind's to answer, and why.
func (m *Mind) heeds(o *occasion) (string, bool) {
	switch {
	case o.private != "":
		return "in confidence", true
	case o.who == nil:
		return "", false
	case !m.isHuman(o.who.id):
		return m.heedsCreature(o)
	case o.named:
		return "by name", true
	case m.addressee(o.heard, o.who.id) != "":
		return "", false
	}
	if last, ok := m.partner[o.who.id]; ok && o.at-last.at <= conversationFor {
		if last.id == m.config.ID {
			return "in conversation", true
		}
		if _, here := entityHere(m.Look, last.id); here {
			return "", false
		}
	}
	if len(humansHere(m.Look)) != 1 && !m.isForAnyone(o) {
		return "", false // they may talk to one another
	}
	return "nobody else is meant", m.isBest(o.who.id, o.heard)
}

// heedsCreature reports whether a creature is answered: when it names this mind, in company that listens, and not more
// often than chatter is. An answer is never answered, or two creatures would talk for ever.
func (m *Mind) heedsCreature(o *occasion) (string, bool) {
	if !o.named || len(humansHere(m.Look)) == 0 || !m.mayChat() {
		return "", false
	}
	for _, last := range m.partner { // any
		if o.at-last.at <= conversationFor {
			return "", false // what is said while people talk is for them
		}
	}
	return "chatter", o.heard.Act != dialogue.Repeat
}

// bound drops what has no room among what waits for an answer. What is this mind's to answer stays before what it only
// overheard, and before what else the same person wants: nobody loses theirs because others say much.
func (m *Mind) bound() {
	if len(m.pending) <= pendingMost {
		return
	}
	type place struct {
		at, newer int // of the same person's
		isOurs    bool
	}
	var places []place
	newer := map[string]int{}
	for i := range slices.Backward(m.pending) {
		o := &m.pending[i]
		p := place{at: i, isOurs: o.mine || o.kind != onSpeech && o.kind != onArrival}
		if o.kind == onSpeech {
			_, p.isOurs = m.heeds(o)
		}
		if o.who != nil {
			key := o.who.id
			if p.isOurs {
				key += " ours"
			}
			p.newer = newer[key]
			newer[key]++
		}
		places = append(places, p)
	}
	slices.SortStableFunc(places, func(a, b place) int { // the newest first
		if a.isOurs != b.isOurs {
			return map[bool]int{true: -1, false: 1}[a.isOurs]
		}
		return cmp.Compare(a.newer, b.newer)
	})
	stays := map[int]bool{}
	for _, p := range places[:pendingMost] {
		stays[p.at] = true
	}
	kept := make([]occasion, 0, pendingMost)
	for i := range m.pending {
		if stays[i] {
			kept = append(kept, m.pending[i])
		}
	}
	m.pending = kept
}

// attended is what somebody stands back by because this mind spoke to them just now, once or more often: nobody has all
// of it to themselves.
func (m *Mind) attended(p *person) int {
	if p == nil {
		return 0
	}
	n := 0
	for _, t := range m.talk(p, true) {
		if t.Mine && m.now-t.At <= turnsFor {
			n++
		}
	}
	return min(n, 2) * int(PendingFor/world.Second)
}

// isChosen reports whether a hash chooses this mind among all present for something to do with somebody.
func (m *Mind) isChosen(what, who string) bool {
	mine := dialogue.Hash(what, who, m.config.ID)
	for _, e := range minded(m.Look) {
		if h := dialogue.Hash(what, who, e.ID); h < mine || h == mine && e.ID < m.config.ID {
			return false
		}
	}
	return true
}

// isTitle reports whether a part of a name is also said of anybody.
func isTitle(part string) bool {
	return slices.Contains([]string{
		"old", "young", "little", "big", "mr", "mrs", "miss", "widow", "brother", "sister", "father", "mother", "captain",
		"master", "mistress", "the", "of",
	}, strings.ToLower(strings.Trim(part, ".")))
}

// offeredAction returns an offered action by its name; nil when it is not offered.
func offeredAction(l *mind.Look, name string) *mind.Action {
	for i := range l.Actions {
		if l.Actions[i].Name == name {
			return &l.Actions[i]
		}
	}
	return nil
}
