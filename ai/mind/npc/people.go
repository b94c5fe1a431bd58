package npc

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/words"
	"github.com/mudlark-mud/mudlark/world"
)

// The deeds that a mind tells apart, as they stand in the rows of its memory: kinds of events, and what they are to it.
const (
	DeedMet      = "met"
	DeedGave     = "item_given"
	DeedTheft    = "theft"
	DeedBlow     = "blow_landed"
	DeedMissed   = "blow_missed"
	DeedFight    = "fight_began"
	DeedDied     = "died"
	DeedInsult   = "insult"
	DeedThanks   = "thanks"
	DeedBeatMe   = "game_lost"  // the one who remembers lost
	DeedLostToMe = "game_won"   // the one who remembers won
	DeedDrew     = "game_drawn" // nobody won
	DeedGame     = "game_ended" // between others
	DeedBought   = "bought"
	DeedSold     = "sold"
	DeedPromised = "promised"
	DeedSorry    = "sorry"
)

// Person is what a mind bears in mind of somebody. All of it but what is going on now can be made again from its
// memory.
type Person struct {
	ID, Name string
	IsHuman  bool           // known to be a person
	IsBeast  bool           // known to be a creature
	Done     map[string]int // how often, by deed
	Hushed   map[string]int // and of what they did in confidence; it is spoken of in confidence only
	Feel     int            // -10 to 10
	Gift     string         // what they gave last
	hush     int            // how much of that comes of what they did in confidence
	MetAt    world.Time     // when they met, if that was since the mind woke
	Seen     world.Time     // last
	Spoke    world.Time     // last between the two
	Greeted  world.Time     // last
	Reminded world.Time     // last, of what there is between the two
	Gestured world.Time     // last
	Angry    world.Time     // the mind is, until then
	Sore     world.Time     // and in confidence
	Deals    map[string]Deal
}

// Deal is how far a bargain with somebody over a kind of thing has come.
type Deal struct {
	Price int // what was named last
	Best  int // the best that they offered
	Asks  int // serious offers
	Jests int // and others
	At    world.Time
}

// DealFor is how long a bargain is borne in mind; as long as a price holds that was named.
const DealFor = world.QuoteLasts

// Over names what a bargain is over: things of a kind, which the creature sells or else buys.
func Over(kind string, sells bool) string {
	if sells {
		return kind
	}
	return kind + buying
}

const buying = " that I buy"

// closed ends the bargain over something that was bought of the creature, or else sold to it: a price is for one thing.
func (p *Person) closed(id, name string, sells bool) {
	for over := range p.Deals { // each is looked at by itself; the order does not matter
		kind, buys := strings.CutSuffix(over, buying)
		if buys != sells && IsProto(kind, id, name) {
			delete(p.Deals, over)
		}
	}
}

// Deal returns how far a bargain has come; a zero one when there is none, or none any more.
func (p *Person) Deal(kind string, now world.Time) Deal {
	if d := p.Deals[kind]; d.At > 0 && now-d.At < DealFor {
		return d
	}
	return Deal{}
}

// FeelFor is how somebody is thought of where nobody else hears what is said, or where everybody does.
func (p *Person) FeelFor(private bool) int {
	if private {
		return p.Feel
	}
	return min(max(p.Feel-p.hush, -feelMost), feelMost)
}

// feelings are what a deed does to how somebody is thought of. immutable: never written.
var feelings = map[string]int{
	DeedGave: 2, DeedTheft: -3, DeedBlow: -3, DeedFight: -2, DeedInsult: -1, DeedThanks: 1, DeedBought: 1, DeedSold: 1,
	DeedStunned: -2,
}

// feelMost is as much as somebody can be liked.
const feelMost = 10

// friend and foe are from how much on somebody is one.
const (
	FriendFrom = 3
	FoeFrom    = -3
)

// Know returns what is known of somebody, from now on.
func (m *Mind) Know(id, name string) *Person {
	p := m.People[id]
	if p == nil {
		if len(m.People) >= peopleMost {
			m.lose()
		}
		p = &Person{ID: id, Done: map[string]int{}, Hushed: map[string]int{}, Deals: map[string]Deal{}}
		p.Feel = m.relation(id, name)
		m.People[id] = p
		m.recall(id)
	}
	if name != "" {
		p.Name = Bare(name)
	}
	if e, here := Present(m.Look, id); here {
		p.IsHuman, p.IsBeast = e.Kind == "person", e.Kind == "creature"
	}
	return p
}

// recall brings back, out of memory, what is known of somebody who was lost.
func (m *Mind) recall(id string) {
	if !m.hasLost {
		return
	}
	for _, r := range m.Mem.Rows() {
		if r.By == id {
			m.recollect(&r)
		}
	}
}

// lose forgets whoever was seen least lately; memory keeps what matters of them.
func (m *Mind) lose() {
	var oldest *Person
	for _, p := range world.Ordered(m.People) {
		if oldest == nil || p.Seen < oldest.Seen {
			oldest = p
		}
	}
	delete(m.People, oldest.ID)
	m.hasLost = m.isAwake
	maps.DeleteFunc(m.partner, func(_ string, p partner) bool { return m.Now-p.at > ConversationFor })
	maps.DeleteFunc(m.unheard, func(_ string, spoke world.Time) bool { return m.Now-spoke > PendingFor })
}

// relation is how it feels about somebody from the beginning.
func (m *Mind) relation(id, name string) int {
	for _, r := range m.C.Spec.Relations {
		if IsProto(string(r.To), id, name) {
			return r.Feels
		}
	}
	return 0
}

// IsProto reports whether somebody or something is of a pattern, by its id or by what it is called.
func IsProto(proto, id, name string) bool {
	if proto == "" {
		return false
	}
	if id == proto || strings.HasPrefix(id, proto+"-") || strings.Contains(id, "-"+proto+"-") ||
		strings.HasSuffix(id, "-"+proto) {
		return true
	}
	return strings.EqualFold(strings.ReplaceAll(Bare(name), " ", "-"), proto)
}

// Bare is a name without its article.
func Bare(name string) string {
	for _, a := range []string{"the ", "a ", "an ", "some ", "The ", "A ", "An ", "Some "} {
		if rest, ok := strings.CutPrefix(name, a); ok && rest != "" {
			return rest
		}
	}
	return name
}

// begin makes what is borne in mind out of what is remembered.
func (m *Mind) begin() {
	if m.C.Memory == nil {
		m.C.Memory = memory.New(memory.Config{})
	}
	m.Mem = m.C.Memory
	has := map[memory.Kind]bool{}
	for _, r := range m.Mem.Rows() {
		has[r.Kind] = has[r.Kind] || !IsWritten(&r)
		m.recollect(&r)
		m.mark(&r)
	}
	for _, first := range []struct {
		kind  memory.Kind
		texts []string
	}{{memory.Given, m.C.Given}, {memory.Lore, m.C.Lore}} {
		if has[first.kind] {
			continue
		}
		for _, text := range first.texts {
			m.Remember(memory.Row{Kind: first.kind, Text: text, Importance: givenImportance})
		}
	}
	m.Flush(nil)
	m.relearn()
	m.Added = nil
	m.isAwake, m.hasLost = true, len(m.People) >= peopleMost
}

// givenImportance is of memories that a mind is made with.
const givenImportance = 5

// recollect counts a memory to what is known of a person.
func (m *Mind) recollect(r *memory.Row) {
	if r.By == "" || r.By == m.C.ID || r.Deed == "" || r.Kind != memory.Event && r.Kind != memory.Promise {
		return
	}
	p := m.Know(r.By, r.Name)
	p.Seen = max(p.Seen, r.At, r.Again)
	p.IsHuman = p.IsHuman || r.Deed == DeedMet // creatures are not met
	p.count(r.Deed, 1+r.Count, r.Only != "")
	if gift, ok := strings.CutPrefix(r.Text, r.Name+" gave me "); ok && r.Deed == DeedGave {
		p.Gift = Bare(strings.TrimSuffix(gift, "."))
	}
	if r.Mine || r.Deed == DeedTheft {
		p.feels(feelings[r.Deed]*(1+r.Count), r.Only != "")
	}
}

// count counts something that they did, in confidence or for all to see.
func (p *Person) count(deed string, n int, hushed bool) {
	if hushed {
		p.Hushed[deed] += n
		return
	}
	p.Done[deed] += n
}

// feels makes somebody liked more or less for what they did, in confidence or for all to see.
func (p *Person) feels(by int, hushed bool) {
	was := p.Feel
	p.Like(by)
	if hushed {
		p.hush += p.Feel - was
	}
}

// Like makes somebody liked more, or with a number below zero less, within bounds.
func (p *Person) Like(by int) { p.Feel = min(max(p.Feel+by, -feelMost), feelMost) }

// Met reports whether they are no strangers.
func (p *Person) Met() bool { return len(p.Done)+len(p.Hushed) > 0 }

// IsTalking reports whether a conversation is going on.
func (p *Person) IsTalking(now world.Time) bool {
	return p.Spoke > 0 && now-p.Spoke <= ConversationFor
}

// History puts what a person did to this mind into words, in the second person: what stands in {what} of a line on
// remembering. It is "" when there is nothing to tell. What they did in confidence is told in confidence only.
func (p *Person) History(private bool) string {
	var parts []string
	for _, h := range []struct{ deed, words string }{
		{DeedBeatMe, "you beat me at the table"}, {DeedLostToMe, "you lost to me at the table"},
		{DeedDrew, "you drew with me at the table"}, {DeedGave, "you gave me something"},
		{DeedTheft, "you took what was not yours"}, {DeedBlow, "you struck me"}, {DeedInsult, "you called me names"},
		{DeedStunned, "you knocked me down"}, {DeedFightWon, "I knocked you down"},
	} {
		n := p.Done[h.deed]
		if private {
			n += p.Hushed[h.deed]
		}
		if n == 0 {
			continue
		}
		said := h.words
		if h.deed == DeedGave && n == 1 && p.Gift != "" {
			said = "you gave me " + words.Article(p.Gift)
		}
		parts = append(parts, said+words.Often(n))
	}
	return strings.Join(parts[:min(len(parts), 2)], ", and ")
}

// Humans lists the people present who are no creatures.
func Humans(l *mind.Look) []mind.Entity {
	var out []mind.Entity
	for _, e := range l.Entities {
		if e.Kind == "person" {
			out = append(out, e)
		}
	}
	return out
}

// Minded lists the creatures present that may answer, by their ids.
func Minded(l *mind.Look) []mind.Entity {
	var out []mind.Entity
	for _, e := range l.Entities {
		if e.Minded && e.ID != l.You.ID {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b mind.Entity) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// Present returns the entity of an id, if it is here.
func Present(l *mind.Look, id string) (mind.Entity, bool) {
	for _, e := range l.Entities {
		if e.ID == id {
			return e, true
		}
	}
	return mind.Entity{}, false
}
