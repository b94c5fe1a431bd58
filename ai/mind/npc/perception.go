package npc

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// occasionKind says what an occasion is. Its texts enter the hash that tells occasions apart.
type occasionKind string

// The kinds of occasions.
const (
	onSpeech  occasionKind = "speech"
	onArrival occasionKind = "arrive"
	onGesture occasionKind = "gesture"
	onGift    occasionKind = "gift"
	onTheft   occasionKind = "theft"
	onBlow    occasionKind = "blow"    // answered by a reflex
	onGameEnd occasionKind = "game"    // a game of its own
	onVictory occasionKind = "victory" // somebody won a game that it watched
	onHaggle  occasionKind = "haggle"
	onTide    occasionKind = "tide"
)

// occasion is something that may want an answer.
type occasion struct {
	kind    occasionKind
	at      world.Time
	seq     uint64
	who     *person // nil when it is nobody's doing
	heard   dialogue.Heard
	private string // the action that answers in private: whisper, tell; "" when it was for all to hear
	named   bool   // it was spoken to by name
	mine    bool   // it was done to it
	thing   string // what it is about, as it is called
	proto   string // and of which kind it is, where that is known
	how     string // a game: won, beaten, drawn; a tide: what it does; an offer: buys, when it is for something of theirs
	coins   int
	isOver  bool   // somebody else has answered
	isNoted bool   // what was said is kept
	agreed  string // the host to which whoever said it let their words go then
}

// key tells occasions apart.
func (o *occasion) key() uint64 {
	who := ""
	if o.who != nil {
		who = o.who.id
	}
	return dialogue.Hash(string(o.kind), who, strconv.FormatUint(o.seq, 10), o.heard.Text, o.how)
}

// Perceive takes in what happened, oldest first.
func (m *Mind) Perceive(list []mind.Percept) {
	for i := range list {
		p := PlainPercept(&list[i], m.config.ID)
		m.now = max(m.now, p.At)
		if p.Seq > 0 && (p.Seq < m.seq || p.Seq == m.seq && p.N <= m.n) {
			continue // it was told before
		}
		m.seq, m.n = max(m.seq, p.Seq), p.N
		m.takeIn(p)
	}
	m.pending = slices.DeleteFunc(m.pending, func(o occasion) bool { return o.isOver || m.now-o.at > PendingFor })
	m.bound()
}

// takeIn takes in one event.
func (m *Mind) takeIn(p *mind.Percept) {
	if slices.Contains(p.Sense, "did") {
		m.own(p)
		return
	}
	o := occasion{at: p.At, seq: p.Seq, mine: slices.Contains(p.Sense, "mine"), agreed: p.Agreed}
	if p.Actor != "" && p.Actor != m.config.ID {
		o.who = m.know(p.Actor, p.ActorName)
		o.who.sees(p.At)
	}
	switch p.Kind {
	case "lore_written", "lore_dropped":
		m.hold(p)
		return // it knows, and nothing happened
	case "said", "shouted", "told", "whispered":
		m.hear(p, o)
	case "gestured":
		if o.mine && o.who != nil {
			o.kind = onGesture
			m.await(o)
		}
	case "moved", "entered", "rejoined", "departed", "severed":
		m.comes(p, o)
	case deedGave, "item_taken", "coins_taken", "promised":
		m.things(p, o)
	case deedFight, deedBlow, deedMissed, deedDied, DeedStunned, DeedFightWon:
		m.violence(p, o)
	case "game_began", "move_played", "game_ended":
		m.game(p, o)
	case "haggled", deedBought, deedSold:
		m.trade(p, o)
	case "tide_warned", "tide_turned":
		o.kind, o.how = onTide, p.Kind
		m.await(o)
	}
	m.lately(p)
}

// await puts something among what wants an answer.
func (m *Mind) await(o occasion) { m.pending = append(m.pending, o) }

// lately keeps the last things that happened, each with for whom it may be told.
func (m *Mind) lately(p *mind.Percept) {
	if p.Text == "" || p.Kind == "move_played" || p.Kind == "hushed" {
		return
	}
	e := event{text: p.Text, at: p.At, words: p.Words("text"), who: named(p), agreed: p.Agreed}
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
	agreed        string            // the host to which whoever spoke let the words go
	who           map[string]string // names of those in it, by their ids
}

// lastKept is how many of the last events are borne in mind; three of them are shown.
const lastKept = 12

// own takes in a deed of its own.
func (m *Mind) own(p *mind.Percept) {
	if p.Kind == "moved" {
		if to := p.Words("to"); to != "" && m.Room != "" && p.Words("direction") != "" {
			m.ways[Way{From: m.Room, Dir: p.Words("direction"), To: to}] = true
		}
		m.Room = p.Words("to")
		m.pending, m.parked = nil, nil // what was said elsewhere is answered no more
	}
	m.discover(p)
	m.game(p, occasion{at: p.At, seq: p.Seq, mine: true})
}

// hear takes in what somebody said.
func (m *Mind) hear(p *mind.Percept, o occasion) {
	if o.who == nil || p.IsPrivate() && !o.mine {
		return
	}
	o.kind, o.heard = onSpeech, dialogue.Hear(p.Words("text"))
	if p.IsPrivate() {
		o.private = map[string]string{"told": "tell", "whispered": "whisper"}[p.Kind]
	}
	o.named = o.private != "" || m.isNamed(o.heard, o.who.id)
	m.heardBy(o)
	m.await(o)
}

// heardBy keeps with whom people talk: a person who names somebody talks with them, and a creature that speaks right
// after a person answers that person.
func (m *Mind) heardBy(o occasion) {
	if o.private != "" {
		return
	}
	if o.who.isHuman {
		m.unheard[o.who.id] = o.at
		if to := m.addressee(o.heard, o.who.id); to != "" && to != somebody {
			m.partner[o.who.id] = partner{to, o.at}
		}
		return
	}
	newest := m.spokenTo(o.heard, o.who.id, o.at)
	for i := range m.pending {
		if q := &m.pending[i]; q.kind == onSpeech && !q.named && q.who.id == newest {
			q.isOver = true
		}
	}
}

// spokenTo keeps to which person a creature spoke aloud: one whom its words name, or else whoever spoke or came last
// and had no answer yet. It goes by nothing but what everybody hears, so that all minds present come to the same.
func (m *Mind) spokenTo(h dialogue.Heard, creature string, at world.Time) string {
	newest := ""
	for id, spoke := range world.Ordered(m.unheard) {
		if at-spoke <= PendingFor && (newest == "" || spoke > m.unheard[newest]) {
			newest = id
		}
	}
	if named := m.addressee(h, creature); named != "" && m.isHuman(named) {
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
func (m *Mind) claim(o occasion) {
	isClaim := o.heard.Act == dialogue.Remark || o.heard.States || dialogue.Has(o.heard.Words, "promised")
	if !isClaim || len(o.heard.Stems) < 2 || !o.who.isHuman {
		return
	}
	deed := "said"
	switch o.private {
	case "tell":
		deed = "told"
	case "whisper":
		deed = "whispered"
	}
	row := memory.Row{
		Kind: memory.Claim, Deed: deed, At: o.at, Seq: o.seq, By: o.who.id, Name: o.who.name, Mine: true,
		Who: []string{o.who.id}, Source: o.who.id, Text: o.who.name + ` says: "` + o.heard.Text + `"`,
		Importance: memory.Importance(deed, memory.Case{Mine: true, Addressed: true, First: !o.who.met()}),
		Agreed:     o.agreed,
	}
	if o.private != "" {
		row.Only = o.who.id
	}
	m.remember(row)
}

// comes takes in who comes and goes.
func (m *Mind) comes(p *mind.Percept, o occasion) {
	if o.who == nil {
		return
	}
	if slices.Contains(p.Sense, "left") || p.Kind == "departed" || p.Kind == "severed" {
		o.who.spoke = occurrence{}
		if p.Kind == "severed" {
			m.park(o.who)
		}
		m.pending = slices.DeleteFunc(m.pending, func(q occasion) bool { return q.who == o.who && q.kind != onTheft })
		return
	}
	if o.who.isHuman {
		m.unheard[o.who.id] = o.at
	}
	m.unpark(o.who)
	o.kind = onArrival
	m.await(o)
}

// things takes in what becomes of things.
func (m *Mind) things(p *mind.Percept, o occasion) {
	if o.who == nil {
		return
	}
	o.thing = withoutArticle(p.Words("item_name"))
	switch {
	case p.Kind == "promised" && o.mine:
		m.deed(p, o, deedPromised, o.who.name+" promised me: "+p.Words("text"))
	case p.Kind == deedGave && o.mine:
		m.deed(p, o, deedGave, o.who.name+" gave me "+dialogue.Article(o.thing)+".")
		o.who.gift = o.thing
		o.kind = onGift
		m.await(o)
	case p.Kind == "item_taken" && p.Words("of") == m.config.ID && o.thing != "":
		m.deed(p, o, deedTheft, o.who.name+" took "+dialogue.Article(o.thing)+" that was not theirs.")
		o.kind = onTheft
		m.await(o)
	}
}

// violence takes in blows.
func (m *Mind) violence(p *mind.Percept, o occasion) {
	switch {
	case o.who != nil && (p.Kind == DeedStunned || p.Kind == DeedFightWon):
		if words := p.Words("deed"); words != "" { // else nobody saw who did it
			m.deed(p, o, p.Kind, words)
		}
	case p.Kind == deedDied:
		m.death(p)
	case o.who == nil:
		m.foe = "" // it struck out of the dark
	case o.mine:
		m.foe = o.who.id
		o.who.angry = p.At + angryFor
		if p.Kind != deedMissed {
			m.deed(p, o, deedBlow, o.who.name+" struck me.")
		}
		if !slices.ContainsFunc(m.pending, func(q occasion) bool { return q.kind == onBlow && q.who == o.who }) {
			o.kind = onBlow
			m.await(o)
		}
	case p.Kind == deedFight && p.Words("target") != m.config.ID:
		other := withoutArticle(p.Words("target_name"))
		m.deed(p, o, deedFight, o.who.name+" attacked "+other+".")
	}
}

// death keeps that somebody died, as the deed of who killed them where that was seen.
func (m *Mind) death(p *mind.Percept) {
	if p.ActorName == "" {
		return
	}
	row := memory.Row{
		Kind: memory.Event, Deed: deedDied, At: p.At, Seq: p.Seq, By: p.Actor, Name: withoutArticle(p.ActorName),
		Text: dialogue.Capital(p.ActorName) + " died.", Who: []string{p.Actor},
		Importance: memory.Importance(deedDied, memory.Case{}),
	}
	if by, name := p.Words("by"), p.Words("by_name"); by != "" && name != "" && by != p.Actor {
		killer := m.know(by, name)
		row.By, row.Name, row.Who = killer.id, killer.name, append(row.Who, killer.id)
		row.Text = dialogue.Capital(name) + " killed " + p.ActorName + "."
	}
	m.remember(row)
}

// deed keeps what somebody did, and what that does to how they are thought of.
func (m *Mind) deed(p *mind.Percept, o occasion, deed, words string) {
	row := memory.Row{
		Kind: memory.Event, Deed: deed, At: p.At, Seq: p.Seq, Text: words, By: o.who.id, Name: o.who.name, Mine: o.mine,
		Who:        []string{o.who.id},
		Importance: memory.Importance(deed, memory.Case{Mine: o.mine || deed == deedTheft, First: !o.who.met()}),
	}
	if deed == deedPromised {
		row.Kind, row.Agreed = memory.Promise, p.Agreed
	}
	if target := p.Words("target"); target != "" && target != m.config.ID {
		row.Who = append(row.Who, target)
	}
	o.who.done[countedAs(deed, o.mine)]++
	if o.mine || deed == deedTheft {
		o.who.like(feelings[deed])
	}
	if deed == deedTheft {
		o.who.angry = p.At + angryFor
	}
	m.remember(row)
}

// trade takes in offers and bargains.
func (m *Mind) trade(p *mind.Percept, o occasion) {
	if o.who == nil || !o.mine {
		return
	}
	o.thing, o.coins = withoutArticle(p.Words("item_name")), p.Number("coins")
	if p.Kind == "haggled" {
		o.kind, o.proto = onHaggle, p.Words("item")
		if sells, ok := p.Data["for_sale"].(bool); ok && !sells {
			o.how = "buys"
		}
		m.await(o)
		return
	}
	o.who.closed(p.Words("item"), o.thing, p.Kind == deedBought)
	what := map[string]string{deedBought: " bought ", deedSold: " sold me "}[p.Kind]
	from := map[string]string{deedBought: " of me.", deedSold: "."}[p.Kind]
	m.deed(p, o, p.Kind, o.who.name+what+dialogue.Article(o.thing)+from)
}
