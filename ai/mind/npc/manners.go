package npc

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mind/words"
	"github.com/mudlark-mud/mudlark/world"
)

// welcome greets whoever comes, if it is this mind's to do: one of those present greets, and not the same person again
// and again.
func (m *Mind) welcome(o *Occasion) []*Deed {
	if m.Kind(o.Who.ID) != "person" || m.Look.You.Fighting != "" {
		return nil
	}
	if o.Who.Greeted > 0 && m.Now-o.Who.Greeted < GreetEvery || !m.IsChosen("greet", o.Who.ID) {
		return nil
	}
	worth := worthGreet
	if o.Who.FeelFor(false) <= FoeFrom && m.Has("cowardly", "anxious", "shy") {
		worth -= worthGreet
	}
	return m.greets(o, worth)
}

// greets greets somebody by how well it knows them, and reminds them of what there is between the two, once in a while.
func (m *Mind) greets(o *Occasion, worth int) []*Deed {
	p, private := o.Who, o.Private != ""
	on, feel := "greet", p.FeelFor(private)
	switch {
	case o.On == "speech" && p.IsHuman && feel > FoeFrom && m.isMidTalk(p, private):
		on = "greet-again"
	case !p.IsHuman, !p.Met(), p.MetAt > 0 && m.Now-p.MetAt < GreetEvery:
	case feel <= FoeFrom:
		on = "greet-foe"
	case feel >= FriendFrom:
		on = "greet-friend"
	default:
		on = "greet-known"
	}
	text, slots := m.Line(m.When(o, words.When{On: on}))
	isReminded := false
	if what := p.History(private); what != "" && (p.Reminded == 0 || m.Now-p.Reminded >= world.GameDay) && p.Met() {
		slots["what"] = what
		more, moreSlots := m.Line(m.When(o, words.When{On: "remember", Slots: map[string]string{"what": what}}))
		if more != "" {
			text, slots = strings.TrimSpace(text+" "+more), moreSlots
			isReminded = true
		}
	}
	list := m.saying(o, worth, "greets "+on, text, slots)
	for _, d := range list {
		d.Greets = true
	}
	if now := m.Now; isReminded {
		return m.then(list, func() { p.Reminded = now })
	}
	return list
}

// isMidTalk reports whether somebody has said something to it in this talk before what is answered now.
func (m *Mind) isMidTalk(p *Person, private bool) bool {
	said := 0
	for _, t := range m.Talk(p, private) {
		if !t.Mine && m.Now-t.At <= GreetEvery {
			said++
		}
	}
	return said > 1
}

// returnGesture nods back at whoever makes a gesture, once in a while.
func (m *Mind) returnGesture(o *Occasion) []*Deed {
	if o.Who.Spoke > 0 && m.Now-o.Who.Spoke < ConversationFor && o.Who.Gestured > 0 || !m.IsHuman(o.Who.ID) {
		return nil
	}
	who, now := o.Who, m.Now
	then := func() { who.Gestured = now }
	for _, how := range []string{"nod", "bow", "wave"} {
		if c, ok := Fill(m.Look, "gesture", map[string]string{"gesture": how, "person": o.Who.Name}); ok {
			return []*Deed{{Choice: c, Score: worthGreet, Why: "a gesture is returned", Who: o.Who, Then: then}}
		}
	}
	if m.Now-o.Who.Greeted < GreetEvery && o.Who.Greeted > 0 {
		return nil
	}
	return m.then(m.greets(o, worthGreet), then)
}

// ring says what is to be said when the tide turns: it is the duty of whoever is dutiful and has a line for it.
func (m *Mind) ring(o *Occasion) []*Deed {
	if !m.Book.Has("bell") || len(Humans(m.Look)) == 0 || m.Look.Mute {
		return nil
	}
	isBell := func(w world.WantSpec) bool { return w.ID == "bell" }
	isDuty := m.Has("dutiful") && slices.ContainsFunc(m.C.Spec.Wants, isBell)
	if !isDuty && !m.IsChosen("bell", o.How) {
		return nil
	}
	w := m.When(o, words.When{On: "bell", Heard: words.Stems(strings.ReplaceAll(o.How, "_", " ") + " " + m.Look.You.Tide)})
	text, _ := m.Book.Pick(w)
	c, ok := m.Utter(nil, "", text)
	if !ok {
		return nil
	}
	return []*Deed{{Choice: c, Score: worthTide, Why: "the tide", Says: text, Slots: w.Slots}}
}

// Reflex is what is done at once, whatever else there is: who is struck strikes back, or runs.
func (m *Mind) Reflex() *Deed {
	you := m.Look.You
	if !onTurn(m.Look) {
		m.fight.GoesOn = false // a turn may end while something else is done
	}
	if inFight(m.Look) { // there blows have their turns
		m.Foe = ""
		m.dropBlows()
	}
	if m.Foe == "" && (you.Fighting == "" || inFight(m.Look)) {
		return nil
	}
	foe := m.Foe
	m.Foe = ""
	const weak, quarters = 3, 10 // under three tenths of its strength nobody stands
	isWeak := you.HPMax > 0 && you.HP*quarters < you.HPMax*weak
	if m.Has("cowardly", "anxious") {
		isWeak = you.HPMax > 0 && you.HP*2 < you.HPMax
	}
	if isWeak && !m.Has("brave", "stubborn") {
		if c, ok := Fill(m.Look, "flee", nil); ok {
			return m.cry(&Deed{Choice: c, Why: "it is badly hurt"}, foe)
		}
	}
	if you.Fighting != "" || foe == "" {
		return nil // blows are dealt by themselves
	}
	if m.Kind(foe) == "" {
		return nil
	}
	p := m.Know(foe, "")
	if c, ok := Fill(m.Look, "attack", map[string]string{"target": p.Name}); ok {
		return m.cry(&Deed{Choice: c, Why: "it was struck"}, foe)
	}
	return nil
}

// cry makes a reflex complete: what is cried out once it is done.
func (m *Mind) cry(d *Deed, foe string) *Deed {
	d.Score = WorthReflex
	if p := m.People[foe]; p != nil {
		d.Who = p
		w := m.When(&Occasion{Who: p}, words.When{On: "hurt"})
		d.Done = &w
	}
	m.dropBlows()
	return d
}

// WorthReflex is more than anything else is worth.
const WorthReflex = 1000

// dropBlows takes the blows out of what waits for an answer.
func (m *Mind) dropBlows() {
	kept := m.Pending[:0]
	for _, o := range m.Pending {
		if o.On != "blow" {
			kept = append(kept, o)
		}
	}
	m.Pending = kept
}
