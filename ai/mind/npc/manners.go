package npc

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// welcome greets whoever comes, if it is this mind's to do: one of those present greets, and not the same person again
// and again.
func (m *Mind) welcome(o *occasion) []*Option {
	if m.kindOf(o.who.id) != "person" || m.Look.You.Fighting != "" {
		return nil
	}
	if o.who.greeted.isWithin(greetEvery, m.now) || !m.isChosen("greet", o.who.id) {
		return nil
	}
	if since := o.at - m.welcomed.when; m.welcomed.is && since < togetherFor && !o.who.met() {
		return nil // one greeting is for all who come in together
	}
	worth := worthGreet
	if o.who.feelFor(false) <= foeMost && m.hasTrait("cowardly", "anxious", "shy") {
		worth -= worthGreet
	}
	return m.greets(o, worth)
}

// greets greets somebody by how well it knows them, and reminds them of what there is between the two, once in a while.
func (m *Mind) greets(o *occasion, worth int) []*Option {
	p, private := o.who, o.private != ""
	on, feel := "greet", p.feelFor(private)
	switch {
	case o.kind == onSpeech && p.isHuman && feel > foeMost && m.isMidTalk(p, private):
		on = "greet-again"
	case !p.isHuman, !p.met(), p.metAt.isWithin(greetEvery, m.now):
	case feel <= foeMost:
		on = "greet-foe"
	case feel >= friendLeast:
		on = "greet-friend"
	default:
		on = "greet-known"
	}
	text, slots := m.line(m.when(o, dialogue.Query{On: on}))
	isReminded := false
	isOpen := !p.isForgiven(private)
	if what := p.History(private); isOpen && what != "" && !p.reminded.isWithin(world.GameDay, m.now) && p.met() {
		slots["what"] = what
		more, moreSlots := m.line(m.when(o, dialogue.Query{On: "remember", Slots: map[string]string{"what": what}}))
		if more != "" {
			text, slots = strings.TrimSpace(text+" "+more), moreSlots
			isReminded = true
		}
	}
	list := m.saying(o, worth, "greets "+on, text, slots)
	for _, d := range list {
		d.greets = true
	}
	if now := m.now; isReminded {
		return m.then(list, func() { p.reminded = at(now) })
	}
	return list
}

// isMidTalk reports whether somebody has said something to it in this talk before what is answered now.
func (m *Mind) isMidTalk(p *person, private bool) bool {
	said := 0
	for _, t := range m.talk(p, private) {
		if !t.Mine && m.now-t.At <= greetEvery {
			said++
		}
	}
	return said > 1
}

// returnGesture nods back at whoever makes a gesture, once in a while.
func (m *Mind) returnGesture(o *occasion) []*Option {
	if o.who.spoke.isWithin(conversationFor, m.now) && o.who.gestured.is || !m.isHuman(o.who.id) {
		return nil
	}
	who, now := o.who, m.now
	then := func() { who.gestured = at(now) }
	for _, how := range []string{"nod", "bow", "wave"} {
		if c, ok := fillChoice(m.Look, "gesture", map[string]string{"gesture": how, "person": o.who.name}); ok {
			return []*Option{{choice: c, score: worthGreet, why: "a gesture is returned", who: o.who, then: then}}
		}
	}
	if o.who.greeted.isWithin(greetEvery, m.now) {
		return nil
	}
	return m.then(m.greets(o, worthGreet), then)
}

// ring says what is to be said when the tide turns: it is the duty of whoever is dutiful and has a line for it.
func (m *Mind) ring(o *occasion) []*Option {
	if !m.book.Has("bell") || len(humansHere(m.Look)) == 0 || m.Look.Mute {
		return nil
	}
	isBell := func(w world.WantSpec) bool { return w.ID == "bell" }
	isDuty := m.hasTrait("dutiful") && slices.ContainsFunc(m.config.Spec.Wants, isBell)
	if !isDuty && !m.isChosen("bell", o.how) {
		return nil
	}
	w := m.when(o, dialogue.Query{On: "bell", Heard: dialogue.Stems(strings.ReplaceAll(o.how, "_",
		" ") + " " + m.Look.You.Tide)})
	text, _ := m.book.Pick(w)
	c, ok := m.utter(nil, "", text)
	if !ok {
		return nil
	}
	return []*Option{{choice: c, score: worthTide, why: "the tide", says: text, slots: w.Slots}}
}

// reflex is what is done at once, whatever else there is: who is struck strikes back, or runs.
func (m *Mind) reflex() *Option {
	you := m.Look.You
	if !onTurn(m.Look) {
		m.fight.GoesOn = false // a turn may end while something else is done
	}
	if inFight(m.Look) { // there blows have their turns
		m.foe = ""
		m.dropBlows()
	}
	if m.foe == "" && (you.Fighting == "" || inFight(m.Look)) {
		return nil
	}
	foe := m.foe
	m.foe = ""
	const weak, quarters = 3, 10 // under three tenths of its strength nobody stands
	isWeak := you.HPMax > 0 && you.HP*quarters < you.HPMax*weak
	if m.hasTrait("cowardly", "anxious") {
		isWeak = you.HPMax > 0 && you.HP*2 < you.HPMax
	}
	if isWeak && !m.hasTrait("brave", "stubborn") {
		if c, ok := fillChoice(m.Look, "flee", nil); ok {
			return m.cry(&Option{choice: c, why: "it is badly hurt"}, foe)
		}
	}
	if you.Fighting != "" || foe == "" {
		return nil // blows are dealt by themselves
	}
	if m.kindOf(foe) == "" {
		return nil
	}
	p := m.know(foe, "")
	if c, ok := fillChoice(m.Look, "attack", map[string]string{"target": p.name}); ok {
		return m.cry(&Option{choice: c, why: "it was struck"}, foe)
	}
	return nil
}

// cry makes a reflex complete: what is cried out once it is done.
func (m *Mind) cry(d *Option, foe string) *Option {
	d.score = worthReflex
	if p := m.People[foe]; p != nil {
		d.who = p
		w := m.when(&occasion{who: p}, dialogue.Query{On: "hurt"})
		d.done = &w
	}
	m.dropBlows()
	return d
}

// worthReflex is more than anything else is worth.
const worthReflex = 1000

// dropBlows takes the blows out of what waits for an answer.
func (m *Mind) dropBlows() {
	kept := m.pending[:0]
	for _, o := range m.pending {
		if o.kind != onBlow {
			kept = append(kept, o)
		}
	}
	m.pending = kept
}
