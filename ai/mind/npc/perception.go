package npc

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/words"
	"github.com/mudlark-mud/mudlark/world"
)

// Occasion is something that may want an answer.
type Occasion struct {
	On      string // speech, arrive, gift, theft, blow, game, victory, tide, gesture, haggle
	At      world.Time
	Seq     uint64
	Who     *Person // nil when it is nobody's doing
	Heard   words.Heard
	Private string // the action that answers in private: whisper, tell; "" when it was for all to hear
	Named   bool   // it was spoken to by name
	Mine    bool   // it was done to it
	Thing   string // what it is about, as it is called
	Proto   string // and of which kind it is, where that is known
	How     string // a game: won, beaten, drawn; a tide: what it does; an offer: buys, when it is for something of theirs
	Coins   int
	IsOver  bool // somebody else has answered
	IsNoted bool // what was said is kept
}

// Key tells occasions apart.
func (o *Occasion) Key() uint64 {
	who := ""
	if o.Who != nil {
		who = o.Who.ID
	}
	return words.Hash(o.On, who, strconv.FormatUint(o.Seq, 10), o.Heard.Text, o.How)
}

// Perceive takes in what happened, oldest first.
func (m *Mind) Perceive(list []mind.Percept) {
	for i := range list {
		p := PlainPercept(&list[i], m.C.ID)
		m.Now = max(m.Now, p.At)
		if p.Seq > 0 && (p.Seq < m.Seq || p.Seq == m.Seq && p.N <= m.n) {
			continue // it was told before
		}
		m.Seq, m.n = max(m.Seq, p.Seq), p.N
		m.takeIn(p)
	}
	m.Pending = slices.DeleteFunc(m.Pending, func(o Occasion) bool { return o.IsOver || m.Now-o.At > PendingFor })
	m.bound()
}

// takeIn takes in one event.
func (m *Mind) takeIn(p *mind.Percept) {
	if slices.Contains(p.Sense, "did") {
		m.own(p)
		return
	}
	o := Occasion{At: p.At, Seq: p.Seq, Mine: slices.Contains(p.Sense, "mine")}
	if p.Actor != "" && p.Actor != m.C.ID {
		o.Who = m.Know(p.Actor, p.ActorName)
		o.Who.Seen = p.At
	}
	switch p.Kind {
	case "lore_written", "lore_dropped":
		m.hold(p)
		return // it knows, and nothing happened
	case "said", "shouted", "told", "whispered":
		m.hear(p, o)
	case "gestured":
		if o.Mine && o.Who != nil {
			o.On = "gesture"
			m.await(o)
		}
	case "moved", "entered", "rejoined", "departed", "severed":
		m.comes(p, o)
	case DeedGave, "item_taken", "coins_taken", "promised":
		m.things(p, o)
	case DeedFight, DeedBlow, DeedMissed, DeedDied, DeedStunned, DeedFightWon:
		m.violence(p, o)
	case "game_began", "move_played", "game_ended":
		m.game(p, o)
	case "haggled", DeedBought, DeedSold:
		m.trade(p, o)
	case "tide_warned", "tide_turned":
		o.On, o.How = "tide", p.Kind
		m.await(o)
	}
	m.lately(p)
}

// await puts something among what wants an answer.
func (m *Mind) await(o Occasion) { m.Pending = append(m.Pending, o) }

// lately keeps the last things that happened, each with for whom it may be told.
func (m *Mind) lately(p *mind.Percept) {
	if p.Text == "" || p.Kind == "move_played" || p.Kind == "hushed" {
		return
	}
	e := event{text: p.Text, at: p.At, words: p.Words("text"), who: named(p)}
	if e.words != "" || p.Actor != "" && !p.IsWordless() {
		e.speaker = cmp.Or(p.Actor, unknown)
	}
	if p.IsPrivate() {
		e.only = cmp.Or(p.Actor, unknown)
	}
	m.last = append(m.last, e)
	if len(m.last) > lastKept {
		m.last = slices.Delete(m.last, 0, len(m.last)-lastKept)
	}
}

// event is something that happened lately.
type event struct {
	at            world.Time
	text          string
	words         string            // in it, that somebody said
	only, speaker string            // ids: for whom alone it is, and whose words it has
	who           map[string]string // names of those in it, by their ids
}

// lastKept is how many of the last events are borne in mind; three of them are shown.
const lastKept = 12

// own takes in a deed of its own.
func (m *Mind) own(p *mind.Percept) {
	if p.Kind == "moved" {
		if to := p.Words("to"); to != "" && m.Room != "" && p.Words("direction") != "" {
			m.Ways[Way{From: m.Room, Dir: p.Words("direction"), To: to}] = true
		}
		m.Room = p.Words("to")
		m.Pending, m.parked = nil, nil // what was said elsewhere is answered no more
	}
	m.discover(p)
	m.game(p, Occasion{At: p.At, Seq: p.Seq, Mine: true})
}

// hear takes in what somebody said.
func (m *Mind) hear(p *mind.Percept, o Occasion) {
	if o.Who == nil || p.IsPrivate() && !o.Mine {
		return
	}
	o.On, o.Heard = "speech", words.Hear(p.Words("text"))
	if p.IsPrivate() {
		o.Private = map[string]string{"told": "tell", "whispered": "whisper"}[p.Kind]
	}
	o.Named = o.Private != "" || m.isNamed(o.Heard, o.Who.ID)
	m.heardBy(o)
	m.await(o)
}

// heardBy keeps with whom people talk: a person who names somebody talks with them, and a creature that speaks right
// after a person answers that person.
func (m *Mind) heardBy(o Occasion) {
	if o.Private != "" {
		return
	}
	if o.Who.IsHuman {
		m.unheard[o.Who.ID] = o.At
		if to := m.addressee(o.Heard, o.Who.ID); to != "" && to != somebody {
			m.partner[o.Who.ID] = partner{to, o.At}
		}
		return
	}
	newest := m.spokenTo(o.Heard, o.Who.ID, o.At)
	for i := range m.Pending {
		if q := &m.Pending[i]; q.On == "speech" && !q.Named && q.Who.ID == newest {
			q.IsOver = true
		}
	}
}

// spokenTo keeps to which person a creature spoke aloud: one whom its words name, or else whoever spoke or came last
// and had no answer yet. It goes by nothing but what everybody hears, so that all minds present come to the same.
func (m *Mind) spokenTo(h words.Heard, creature string, at world.Time) string {
	newest := ""
	for id, spoke := range world.Ordered(m.unheard) {
		if at-spoke <= PendingFor && (newest == "" || spoke > m.unheard[newest]) {
			newest = id
		}
	}
	if named := m.addressee(h, creature); named != "" && m.IsHuman(named) {
		newest = named
	}
	if newest != "" {
		delete(m.unheard, newest)
		m.partner[newest] = partner{creature, at}
	}
	return newest
}

// partner is with whom somebody talked last.
type partner struct {
	id string
	at world.Time
}

// claim keeps what somebody said of themselves or the world, as their words and no more. What they said in confidence
// is theirs alone.
func (m *Mind) claim(o Occasion) {
	isClaim := o.Heard.Act == words.Remark || words.Has(o.Heard.Words, "promised")
	if !isClaim || len(o.Heard.Stems) < 2 || !o.Who.IsHuman {
		return
	}
	deed := "said"
	switch o.Private {
	case "tell":
		deed = "told"
	case "whisper":
		deed = "whispered"
	}
	row := memory.Row{
		Kind: memory.Claim, Deed: deed, At: o.At, Seq: o.Seq, By: o.Who.ID, Name: o.Who.Name, Mine: true,
		Who: []string{o.Who.ID}, Source: o.Who.ID, Text: o.Who.Name + ` says: "` + o.Heard.Text + `"`,
		Importance: memory.Importance(deed, memory.Case{Mine: true, Addressed: true, First: !o.Who.Met()}),
	}
	if o.Private != "" {
		row.Only = o.Who.ID
	}
	m.Remember(row)
}

// comes takes in who comes and goes.
func (m *Mind) comes(p *mind.Percept, o Occasion) {
	if o.Who == nil {
		return
	}
	if slices.Contains(p.Sense, "left") || p.Kind == "departed" || p.Kind == "severed" {
		o.Who.Spoke = 0
		if p.Kind == "severed" {
			m.park(o.Who)
		}
		m.Pending = slices.DeleteFunc(m.Pending, func(q Occasion) bool { return q.Who == o.Who && q.On != "theft" })
		return
	}
	if o.Who.IsHuman {
		m.unheard[o.Who.ID] = o.At
	}
	m.unpark(o.Who)
	o.On = "arrive"
	m.await(o)
}

// things takes in what becomes of things.
func (m *Mind) things(p *mind.Percept, o Occasion) {
	if o.Who == nil {
		return
	}
	o.Thing = Bare(p.Words("item_name"))
	switch {
	case p.Kind == "promised" && o.Mine:
		m.deed(p, o, DeedPromised, o.Who.Name+" promised me: "+p.Words("text"))
	case p.Kind == DeedGave && o.Mine:
		m.deed(p, o, DeedGave, o.Who.Name+" gave me "+words.Article(o.Thing)+".")
		o.Who.Gift = o.Thing
		o.On = "gift"
		m.await(o)
	case p.Kind == "item_taken" && p.Words("of") == m.C.ID && o.Thing != "":
		m.deed(p, o, DeedTheft, o.Who.Name+" took "+words.Article(o.Thing)+" that was not theirs.")
		o.On = "theft"
		m.await(o)
	}
}

// violence takes in blows.
func (m *Mind) violence(p *mind.Percept, o Occasion) {
	switch {
	case o.Who != nil && (p.Kind == DeedStunned || p.Kind == DeedFightWon):
		m.deed(p, o, p.Kind, p.Words("deed"))
	case p.Kind == DeedDied:
		name := Bare(p.ActorName)
		if name == "" {
			return
		}
		m.Remember(memory.Row{
			Kind: memory.Event, Deed: DeedDied, At: p.At, Seq: p.Seq, Text: name + " died. " + p.Text, By: p.Actor, Name: name,
			Who: []string{p.Actor}, Importance: memory.Importance(DeedDied, memory.Case{}),
		})
	case o.Who == nil:
		m.Foe = "" // it struck out of the dark
	case o.Mine:
		m.Foe = o.Who.ID
		o.Who.Angry = p.At + AngryFor
		if p.Kind != DeedMissed {
			m.deed(p, o, DeedBlow, o.Who.Name+" struck me.")
		}
		if !slices.ContainsFunc(m.Pending, func(q Occasion) bool { return q.On == "blow" && q.Who == o.Who }) {
			o.On = "blow"
			m.await(o)
		}
	case p.Kind == DeedFight && p.Words("target") != m.C.ID:
		other := Bare(p.Words("target_name"))
		m.deed(p, o, DeedFight, o.Who.Name+" attacked "+other+".")
	}
}

// deed keeps what somebody did, and what that does to how they are thought of.
func (m *Mind) deed(p *mind.Percept, o Occasion, deed, words string) {
	row := memory.Row{
		Kind: memory.Event, Deed: deed, At: p.At, Seq: p.Seq, Text: words, By: o.Who.ID, Name: o.Who.Name, Mine: o.Mine,
		Who:        []string{o.Who.ID},
		Importance: memory.Importance(deed, memory.Case{Mine: o.Mine || deed == DeedTheft, First: !o.Who.Met()}),
	}
	if deed == DeedPromised {
		row.Kind = memory.Promise
	}
	if target := p.Words("target"); target != "" && target != m.C.ID {
		row.Who = append(row.Who, target)
	}
	o.Who.Done[deed]++
	if o.Mine || deed == DeedTheft {
		o.Who.Like(feelings[deed])
	}
	if deed == DeedTheft {
		o.Who.Angry = p.At + AngryFor
	}
	m.Remember(row)
}

// trade takes in offers and bargains.
func (m *Mind) trade(p *mind.Percept, o Occasion) {
	if o.Who == nil || !o.Mine {
		return
	}
	o.Thing, o.Coins = Bare(p.Words("item_name")), p.Number("coins")
	if p.Kind == "haggled" {
		o.On, o.Proto = "haggle", p.Words("item")
		if sells, ok := p.Data["for_sale"].(bool); ok && !sells {
			o.How = "buys"
		}
		m.await(o)
		return
	}
	o.Who.closed(p.Words("item"), o.Thing, p.Kind == DeedBought)
	what := map[string]string{DeedBought: " bought ", DeedSold: " sold me "}[p.Kind]
	from := map[string]string{DeedBought: " of me.", DeedSold: "."}[p.Kind]
	m.deed(p, o, p.Kind, o.Who.Name+what+words.Article(o.Thing)+from)
}
