package npc

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// The deeds that a mind tells apart, as they stand in the rows of its memory: kinds of events, and what they are to it.
const (
	deedMet      = "met"
	deedGave     = "item_given"
	deedTheft    = "theft"
	deedBlow     = "blow_landed"
	deedMissed   = "blow_missed"
	deedFight    = "fight_began"
	deedDied     = "died"
	deedInsult   = "insult"
	deedThanks   = "thanks"
	deedBeatMe   = "game_lost"  // the one who remembers lost
	deedLostToMe = "game_won"   // the one who remembers won
	deedDrew     = "game_drawn" // nobody won
	deedGame     = "game_ended" // between others
	deedBought   = "bought"
	deedSold     = "sold"
	deedPromised = "promised"
	deedSorry    = "sorry"
)

// person is what a mind bears in mind of somebody. All of it but what is going on now can be made again from its
// memory.
type person struct {
	id, name string
	isHuman  bool           // known to be a person
	isBeast  bool           // known to be a creature
	done     map[string]int // how often, by deed
	hushed   map[string]int // and of what they did in confidence; it is spoken of in confidence only
	feel     int            // -10 to 10
	gift     string         // what they gave last
	hush     int            // how much of that comes of what they did in confidence
	metAt    occurrence     // if they met since the mind woke
	seen     world.Time     // last
	spoke    occurrence     // last between the two
	greeted  occurrence     // last
	reminded occurrence     // last, of what there is between the two
	gestured occurrence     // last
	angry    world.Time     // the mind is, until then
	sore     world.Time     // and in confidence
	deals    map[string]deal
	before   world.Time // when it was seen last, before it was gone for a while; 0: never
	thread   thread     // what the two talk about
}

// deal is how far a bargain with somebody over a kind of thing has come.
type deal struct {
	price int // what was named last
	best  int // the best that they offered
	asks  int // serious offers
	jests int // and others
	at    occurrence
}

// dealFor is how long a bargain is borne in mind; as long as a price holds that was named.
const dealFor = world.QuoteLasts

// bargainOver names what a bargain is over: things of a kind, which the creature sells or else buys.
func bargainOver(kind string, sells bool) string {
	if sells {
		return kind
	}
	return kind + buying
}

const buying = " that I buy"

// closed ends the bargain over something that was bought of the creature, or else sold to it: a price is for one thing.
func (p *person) closed(id, name string, sells bool) {
	for over := range p.deals { // each is looked at by itself; the order does not matter
		kind, buys := strings.CutSuffix(over, buying)
		if buys != sells && isProto(kind, id, name) {
			delete(p.deals, over)
		}
	}
}

// deal returns how far a bargain has come; a zero one when there is none, or none any more.
func (p *person) deal(kind string, now world.Time) deal {
	if d := p.deals[kind]; d.at.isWithin(dealFor, now) {
		return d
	}
	return deal{}
}

// feelFor is how somebody is thought of where nobody else hears what is said, or where everybody does.
func (p *person) feelFor(private bool) int {
	if private {
		return p.feel
	}
	return min(max(p.feel-p.hush, -feelMost), feelMost)
}

// feelings are what a deed does to how somebody is thought of.
var feelings = map[string]int{ //nolint:gochecknoglobals // immutable: never written
	deedGave: 2, deedTheft: -3, deedBlow: -3, deedFight: -2, deedInsult: -1, deedThanks: 1, deedBought: 1, deedSold: 1,
	DeedStunned: -2,
}

// feelMost is as much as somebody can be liked.
const feelMost = 10

// friend and foe are from how much on somebody is one.
const (
	friendLeast = 3
	foeMost     = -3
)

// know returns what is known of somebody, from now on.
func (m *Mind) know(id, name string) *person {
	p := m.People[id]
	if p == nil {
		if len(m.People) >= peopleMost {
			m.lose()
		}
		p = &person{id: id, done: map[string]int{}, hushed: map[string]int{}, deals: map[string]deal{}}
		p.feel = m.relation(id, name)
		m.People[id] = p
		m.recall(id)
	}
	if name != "" {
		p.name = withoutArticle(name)
	}
	if e, here := entityHere(m.Look, id); here {
		p.isHuman, p.isBeast = e.Kind == "person", e.Kind == "creature"
	}
	return p
}

// recall brings back, out of memory, what is known of somebody who was lost.
func (m *Mind) recall(id string) {
	if !m.hasLost {
		return
	}
	for _, r := range m.mem.Rows() {
		if r.By == id {
			m.recollect(&r)
		}
	}
}

// lose forgets whoever was seen least lately; memory keeps what matters of them.
func (m *Mind) lose() {
	var oldest *person
	for _, p := range world.Ordered(m.People) {
		if oldest == nil || p.seen < oldest.seen {
			oldest = p
		}
	}
	delete(m.People, oldest.id)
	m.hasLost = m.isAwake
	maps.DeleteFunc(m.partner, func(_ string, p partner) bool { return m.now-p.at > conversationFor })
	maps.DeleteFunc(m.unheard, func(_ string, spoke world.Time) bool { return m.now-spoke > PendingFor })
}

// relation is how it feels about somebody from the beginning.
func (m *Mind) relation(id, name string) int {
	for _, r := range m.config.Spec.Relations {
		if isProto(string(r.To), id, name) {
			return r.Feels
		}
	}
	return 0
}

// isProto reports whether somebody or something is of a pattern, by its id or by what it is called.
func isProto(proto, id, name string) bool {
	if proto == "" {
		return false
	}
	if id == proto || strings.HasPrefix(id, proto+"-") || strings.Contains(id, "-"+proto+"-") ||
		strings.HasSuffix(id, "-"+proto) {
		return true
	}
	return strings.EqualFold(strings.ReplaceAll(withoutArticle(name), " ", "-"), proto)
}

// withoutArticle is a name without its article.
func withoutArticle(name string) string {
	for _, a := range []string{"the ", "a ", "an ", "some ", "The ", "A ", "An ", "Some "} {
		if rest, ok := strings.CutPrefix(name, a); ok && rest != "" {
			return rest
		}
	}
	return name
}

// begin makes what is borne in mind out of what is remembered.
func (m *Mind) begin() {
	if m.config.Memory == nil {
		m.config.Memory = memory.New(memory.Config{})
	}
	m.mem = m.config.Memory
	has := map[memory.Kind]bool{}
	for _, r := range m.mem.Rows() {
		has[r.Kind] = has[r.Kind] || !IsWritten(&r)
		m.recollect(&r)
		m.mark(&r)
	}
	for _, first := range []struct {
		kind  memory.Kind
		texts []string
	}{{memory.Given, m.config.Given}, {memory.Lore, m.config.Lore}} {
		if has[first.kind] {
			continue
		}
		for _, text := range first.texts {
			m.remember(memory.Row{Kind: first.kind, Text: text, Importance: givenImportance})
		}
	}
	m.flush(nil)
	m.relearn()
	m.added = nil
	m.isAwake, m.hasLost = true, len(m.People) >= peopleMost
}

// givenImportance is of memories that a mind is made with.
const givenImportance = 5

// recollect counts a memory to what is known of a person.
func (m *Mind) recollect(r *memory.Row) {
	if r.By == "" || r.By == m.config.ID || r.Deed == "" || r.Kind != memory.Event && r.Kind != memory.Promise {
		return
	}
	p := m.know(r.By, r.Name)
	p.seen = max(p.seen, r.At, r.Again)
	p.before = p.seen
	p.isHuman = p.isHuman || r.Deed == deedMet // creatures are not met
	p.count(countedAs(r.Deed, r.Mine), 1+r.Count, r.Only != "")
	if gift, ok := strings.CutPrefix(r.Text, r.Name+" gave me "); ok && r.Deed == deedGave {
		p.gift = withoutArticle(strings.TrimSuffix(gift, "."))
	}
	if r.Mine || r.Deed == deedTheft {
		p.feels(feelings[r.Deed]*(1+r.Count), r.Only != "")
	}
}

// countedAs is as what a deed counts: to knock somebody else down is no more than to fight.
func countedAs(deed string, isMine bool) string {
	if deed == DeedStunned && !isMine {
		return deedFight
	}
	return deed
}

// count counts something that they did, in confidence or for all to see.
func (p *person) count(deed string, n int, hushed bool) {
	if hushed {
		p.hushed[deed] += n
		return
	}
	p.done[deed] += n
}

// feels makes somebody liked more or less for what they did, in confidence or for all to see.
func (p *person) feels(by int, hushed bool) {
	was := p.feel
	p.like(by)
	if hushed {
		p.hush += p.feel - was
	}
}

// like makes somebody liked more, or with a number below zero less, within bounds.
func (p *person) like(by int) { p.feel = min(max(p.feel+by, -feelMost), feelMost) }

// met reports whether they are no strangers.
func (p *person) met() bool { return len(p.done)+len(p.hushed) > 0 }

// isTalking reports whether a conversation is going on.
func (p *person) isTalking(now world.Time) bool {
	return p.spoke.isWithin(conversationFor+1, now)
}

// History puts what a person did to this mind into words, in the second person: what stands in {what} of a line on
// remembering. It is "" when there is nothing to tell. What they did in confidence is told in confidence only.
func (p *person) History(private bool) string {
	var parts []string
	for _, h := range []struct{ deed, words string }{
		{deedBeatMe, "you beat me at the table"}, {deedLostToMe, "you lost to me at the table"},
		{deedDrew, "you drew with me at the table"}, {deedGave, "you gave me something"},
		{deedTheft, "you took what was not yours"}, {deedBlow, "you struck me"}, {deedInsult, "you called me names"},
		{DeedStunned, "you knocked me down"}, {DeedFightWon, "I knocked you down"},
	} {
		n := p.done[h.deed]
		if private {
			n += p.hushed[h.deed]
		}
		if n == 0 {
			continue
		}
		said := h.words
		if h.deed == deedGave && n == 1 && p.gift != "" {
			said = "you gave me " + dialogue.Article(p.gift)
		}
		parts = append(parts, said+dialogue.Often(n))
	}
	return strings.Join(parts[:min(len(parts), 2)], ", and ")
}

// isForgiven reports whether all that is held against them was words, and they said that they are sorry: whoever
// accepts that does not greet them with it.
func (p *person) isForgiven(private bool) bool {
	was := func(deed string) bool { return p.done[deed] > 0 || private && p.hushed[deed] > 0 }
	others := []string{deedBeatMe, deedLostToMe, deedDrew, deedGave, deedTheft, deedBlow, DeedStunned, DeedFightWon}
	return was(deedSorry) && !slices.ContainsFunc(others, was)
}

// bond puts into a sentence what there is between it and a person, for a model that is to speak for it: how it feels
// about them, whether they met, and the last that counts of what they did. What they did in confidence is told only
// where nobody else hears.
func (m *Mind) bond(p *person, private bool) []string {
	if p == nil || !p.isHuman || p.name == "" {
		return nil
	}
	var parts []string
	for _, h := range []struct{ deed, words string }{
		{deedBlow, "struck you"}, {DeedStunned, "knocked you down"}, {DeedFightWon, "was knocked down by you"},
		{deedTheft, "took what was not theirs"}, {deedInsult, "called you names"}, {deedSorry, "said sorry"},
		{deedGave, "gave you something"}, {deedBeatMe, "beat you at the table"}, {deedLostToMe, "lost to you at the table"},
		{deedBought, "bought of you"}, {deedSold, "sold to you"},
	} {
		n := p.done[h.deed]
		if private {
			n += p.hushed[h.deed]
		}
		if n > 0 {
			parts = append(parts, h.words+dialogue.Often(n))
		}
	}
	feel, text := p.feelFor(private), ""
	switch {
	case m.isAngry(p, private):
		text = "You are angry with " + p.name + "."
	case feel <= foeMost:
		text = "You do not like " + p.name + "."
	case feel >= friendLeast:
		text = "You are fond of " + p.name + "."
	case !p.met():
		return []string{p.name + " is a stranger to you."}
	default:
		text = "You know " + p.name + " by sight."
	}
	if len(parts) > 0 {
		text += " " + p.name + " " + strings.Join(parts, ", and ") + "."
	}
	return []string{text}
}

// humansHere lists the people present who are no creatures.
func humansHere(l *mind.Look) []mind.Entity {
	var out []mind.Entity
	for _, e := range l.Entities {
		if e.Kind == "person" {
			out = append(out, e)
		}
	}
	return out
}

// minded lists the creatures present that may answer, by their ids.
func minded(l *mind.Look) []mind.Entity {
	var out []mind.Entity
	for _, e := range l.Entities {
		if e.Minded && e.ID != l.You.ID {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b mind.Entity) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// entityHere returns the entity of an id, if it is here.
func entityHere(l *mind.Look, id string) (mind.Entity, bool) {
	for _, e := range l.Entities {
		if e.ID == id {
			return e, true
		}
	}
	return mind.Entity{}, false
}
