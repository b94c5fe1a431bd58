package npc

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// answer lists what could be done about an occasion; nothing when it is not this mind's to answer.
func (m *Mind) answer(o *occasion) []*Option {
	switch o.kind {
	case onSpeech:
		return m.answerSpeech(o)
	case onArrival:
		return m.welcome(o)
	case onGesture:
		return m.returnGesture(o)
	case onGift:
		thanks := dialogue.Query{On: "thanks", Heard: dialogue.Stems(o.thing), Slots: map[string]string{"thing": o.thing}}
		return m.say(o, worthGift, "a gift", thanks)
	case onTheft:
		return m.say(o, worthTheft, "a theft", dialogue.Query{On: "theft", Slots: map[string]string{"thing": o.thing}})
	case onGameEnd:
		slots := map[string]string{"what": o.who.History(false)}
		return m.say(o, worthTable, "a game is over", dialogue.Query{On: o.how, Slots: slots})
	case onVictory:
		if m.isHuman(o.who.id) {
			return m.vows(o, dialogue.Stems(o.thing)) // "for whoever beats Seren"
		}
	case onHaggle:
		return m.haggle(o)
	case onTide:
		return m.ring(o)
	case onBlow: // a reflex has answered
	}
	return nil
}

// when makes what a line is picked by complete: whom it is for, what they said, and how it feels about them.
func (m *Mind) when(o *occasion, w dialogue.Query) dialogue.Query {
	if w.Slots == nil {
		w.Slots = map[string]string{}
	}
	w.Seed = m.config.ID + " " + word(m.seq) + " " + word(uint64(m.now))
	var who *person
	if o != nil {
		who = o.who
	}
	w.Unsaid = m.unsaid(who)
	m.book.Unsaid(w.Unsaid)
	if o != nil && o.who != nil {
		w.Slots["name"] = dialogue.Capital(o.who.name)
		w.Slots["part"] = dialogue.Part(m.Look.You.Hour)
		w.Slots["night"] = o.who.lastNight(m.now)
		w.Mood = m.moods(o.who, o.private != "")
		if w.Heard == nil {
			w.Heard, w.Query = m.asides(o.heard)
		}
	}
	return w
}

// asides are the stems of what was said, and the words, without its own name at the beginning, by which it is called.
func (m *Mind) asides(h dialogue.Heard) (stems []string, text string) {
	name, rest, ok := strings.Cut(h.Text, ",")
	if called := dialogue.Stems(name); !ok || len(called) == 0 || slices.ContainsFunc(called, func(s string) bool {
		return !m.isOwn(s)
	}) {
		return h.Stems, h.Text
	}
	own, kept := dialogue.Split(name), []string{}
	for _, s := range h.Stems {
		if !slices.Contains(dialogue.Stems(strings.Join(own, " ")), s) || slices.Contains(dialogue.Stems(rest), s) {
			kept = append(kept, s)
		}
	}
	return kept, rest
}

// say makes the option of saying a line about an occasion: an authored one, or a plain one.
func (m *Mind) say(o *occasion, worth int, why string, w dialogue.Query) []*Option {
	text, slots := m.line(m.when(o, w))
	return m.saying(o, worth, why, text, slots)
}

// line picks a line. What stands in it that is not authored has to pass the same filter as a model's words.
func (m *Mind) line(w dialogue.Query) (text string, slots map[string]string) {
	text, _ = m.book.Pick(w)
	if text == "" {
		text = m.book.Voice(w)
	}
	return text, w.Slots
}

// saying makes the option of saying something in the way in which an answer to an occasion is said.
func (m *Mind) saying(o *occasion, worth int, why, text string, slots map[string]string) []*Option {
	c, ok := m.utter(o.who, o.private, text)
	if !ok {
		return nil
	}
	return []*Option{{
		choice: c, score: worth + m.mood(o), why: why, who: o.who, private: o.private, says: text, slots: slots,
	}}
}

// mood is what its traits add to the worth of talking to somebody.
func (m *Mind) mood(o *occasion) int {
	d := 0
	for _, t := range []struct {
		trait string
		by    int
	}{
		{"talkative", 60}, {"merry", 40}, {"cheerful", 40}, {"kind", 30}, {"gossip", 30}, {"lonely", 30}, {"shy", -80},
		{"grim", -40}, {"suspicious", -30}, {"lazy", -30},
	} {
		if m.hasTrait(t.trait) {
			d += t.by
		}
	}
	if o.who != nil && m.isAngry(o.who, o.private != "") && m.hasTrait("hot-tempered", "proud") {
		d -= 50
	}
	return d
}

// moods lists the moods of lines that fit how it feels about somebody, the best first.
func (m *Mind) moods(p *person, private bool) []string {
	feel := p.feelFor(private)
	switch {
	case m.isAngry(p, private):
		return []string{"angry", "cold", "grim", "hurt"}
	case feel <= foeMost:
		return []string{"cold", "angry", "grim", "wary"}
	case m.hasTrait("liar") && feel < friendLeast:
		return []string{"false", "lie", "sly", "merry", "warm"}
	case feel >= friendLeast:
		return []string{"warm", "kind", "merry", "glad"}
	case m.hasTrait("shy", "anxious", "suspicious", "cowardly"):
		return []string{"wary", "shy", "afraid"}
	}
	return []string{"merry", "calm", "kind", "plain"}
}

// answerSpeech lists answers to what somebody said.
func (m *Mind) answerSpeech(o *occasion) []*Option {
	why, mine := m.heeds(o)
	if !mine {
		return nil
	}
	resolved := m.resolve(o)
	out := m.reaction(resolved)
	for _, d := range out {
		d.why, d.thread = string(o.heard.Act)+", "+why, m.threadOf(resolved, d.names)
	}
	return out
}

// reaction is what it does about what was said, by what it was after.
func (m *Mind) reaction(o *occasion) []*Option {
	if text, ok := m.echoes(o); ok {
		return m.saying(o, worthAnswer, "", text, nil)
	}
	if list := m.bids(o); len(list) > 0 {
		return list
	}
	if list := m.byQuestion(o, false); len(list) > 0 {
		return list
	}
	switch o.heard.Act {
	case dialogue.Repeat:
		return m.say(o, worthAnswer, "", dialogue.Query{On: "refuse"})
	case dialogue.Told:
		return m.told(o)
	case dialogue.Remember:
		return m.reminds(o)
	case dialogue.Games:
		return m.games(o)
	case dialogue.Price:
		return m.prices(o)
	case dialogue.Promise:
		return m.promises(o)
	case dialogue.Seek:
		return m.seeks(o)
	case dialogue.Teach:
		return m.teaches(o)
	case dialogue.Plead:
		return m.pleads(o)
	case dialogue.News:
		return m.news(o)
	case dialogue.Insult:
		return m.say(o, worthAnswer, "", dialogue.Query{On: "insult"})
	case dialogue.Thanks:
		return m.say(o, worthAnswer, "", dialogue.Query{On: "welcome"})
	case dialogue.Farewell:
		return m.say(o, worthAnswer, "", dialogue.Query{On: "farewell"})
	case dialogue.Greet:
		return m.greets(o, worthAnswer)
	case dialogue.Advice:
		return m.knows(o, dialogue.Advice)
	case dialogue.Who, dialogue.How, dialogue.Real, dialogue.Sorry:
		return m.tells(o, dialogue.Query{On: string(o.heard.Act)})
	case dialogue.Place:
		return m.place(o)
	case dialogue.Hour:
		return m.hour(o)
	case dialogue.Story:
		return m.story(o)
	case dialogue.Question:
		if m.asksOffice(o.heard.Words) {
			return m.tells(o, dialogue.Query{On: string(dialogue.Who)})
		}
		return m.explains(o, "unknown")
	case dialogue.Remark:
		if o.heard.IsTrouble() {
			return m.explains(o, "woe")
		}
		return m.explains(o, "nod")
	case dialogue.Sell, dialogue.Credit, dialogue.Pay, dialogue.Hire, dialogue.Work, dialogue.Turns, dialogue.Visitors,
		dialogue.More, dialogue.Self, dialogue.Enter, dialogue.Missing, dialogue.Woe, dialogue.Boast, dialogue.Flatter,
		dialogue.Vow, dialogue.Deal, dialogue.Bring, dialogue.Decline:
		return m.meets(o)
	}
	return nil
}

// echoes is what somebody says who repeats what it hears. What was said in confidence is not repeated.
func (m *Mind) echoes(o *occasion) (string, bool) {
	if o.private != "" || o.heard.Act != dialogue.Remark && o.heard.Act != dialogue.Greet || !slices.ContainsFunc(
		m.config.Spec.Wants, func(w world.WantSpec) bool { return w.Verb == "repeat" }) && !m.hasTrait("playful") {
		return "", false
	}
	text, ok := dialogue.Echo(o.heard, m.config.Spec.Secrets)
	if !ok || m.book.WasSaid(text) {
		return "", false
	}
	return m.filter(text, o.who, false)
}

// explains answers a question out of its lines, of what it thinks of people, of what it remembers, and of whom to ask.
func (m *Mind) explains(o *occasion, otherwise string) []*Option {
	if list := m.stocks(o); len(list) > 0 {
		return list
	}
	w := m.when(o, dialogue.Query{On: "answer"})
	if o.heard.Act != dialogue.Remark {
		w.Ask = m.question(o)
	}
	text, worth := m.further(o, w)
	if worth >= m.needed(o, otherwise) {
		isNew := m.countOf(o.who.id+" "+text) == 0
		return m.sure(m.answers(o, text, w.Slots), isNew && worth >= dialogue.AboutWorth)
	}
	if list := m.byQuestion(o, true); len(list) > 0 {
		return list
	}
	if o.heard.Act != dialogue.Remark {
		topic := m.topic(dialogue.Topic(o.heard.Words))
		if list := m.isIt(o, w); len(list) > 0 {
			return list
		}
		if list := m.speaksOf(o, topic); len(list) > 0 {
			return list
		}
		if text, ok := m.recalls(o); ok {
			return m.answers(o, text, nil)
		}
		if worth >= aboutLeast && otherwise == "unknown" {
			return m.answers(o, text, w.Slots)
		}
		if list := m.withoutAnswer(o, w, otherwise); len(list) > 0 {
			return list
		}
	}
	if !o.who.isHuman {
		return nil
	}
	return m.say(o, worthAnswer, "", dialogue.Query{On: otherwise})
}

// withoutAnswer is what a question comes to that no line answers: whom to ask, what is known of much the same, or that
// it is nobody's concern.
func (m *Mind) withoutAnswer(o *occasion, w dialogue.Query, otherwise string) []*Option {
	if otherwise != "unknown" {
		return nil
	}
	if of := m.subjects(o, w); !w.Ask.OfHearer && !m.book.Knows(of) { // whoever knows something is asked for no more
		if list := m.refers(o, of); len(list) > 0 {
			return list
		}
	}
	if text := m.book.Near(o.heard, w); text != "" {
		return m.answers(o, text, w.Slots)
	}
	if asksTrade(o.heard.Words) {
		return m.tells(o, dialogue.Query{On: string(dialogue.Who)})
	}
	if w.Ask.OfHearer && w.Ask.Kind != dialogue.AskDeed && m.book.Has("private") {
		if text, _ := m.book.Pick(m.when(o, dialogue.Query{On: "private"})); text != "" {
			return m.saying(o, worthAnswer, "", text, nil)
		}
	}
	return nil
}

// question is what was said taken apart, without this mind's own name. Whether a thing is so or so is answered with
// what it is like; a person is not.
func (m *Mind) question(o *occasion) dialogue.Ask {
	ask := o.heard.Asks()
	ask.Of = m.topic(ask.Of)
	if n := len(ask.Of) - 1; ask.Kind == dialogue.AskWhether && !ask.OfHearer &&
		(n < 1 || m.config.Town.Neighbour(ask.Of[:n]) == nil) {
		ask.Needs = ""
	}
	return ask
}

// subjects is what somebody may be sent to others for: the words of a question, without its own name where it is called
// by that, and without those of trade.
func (m *Mind) subjects(o *occasion, w dialogue.Query) []string {
	list := slices.DeleteFunc(slices.Clone(o.heard.Words), func(s string) bool { return slices.Contains(trading, s) })
	return slices.DeleteFunc(dialogue.Topic(list), func(s string) bool { return !slices.Contains(w.Heard, s) })
}

// isIt answers who does something that it says of itself.
func (m *Mind) isIt(o *occasion, w dialogue.Query) []*Option {
	if w.Ask.Kind != dialogue.AskWho || len(w.Ask.Of) == 0 {
		return nil
	}
	w.On = string(dialogue.Who)
	text, _ := m.book.Pick(w)
	if text == "" {
		return nil
	}
	return m.answers(o, text, w.Slots)
}

// needed is how well a line has to fit what was said. A remark is about more than the one word of it that a line knows;
// less so where something is wrong with somebody, who may want to hear what is known of that.
func (m *Mind) needed(o *occasion, otherwise string) int {
	n := len(m.topic(dialogue.Topic(o.heard.Words)))
	switch {
	case o.heard.IsTrouble():
		return dialogue.AboutWorth * (max(n-1, 0)/3 + 1)
	case o.heard.Act == dialogue.Remark:
		return dialogue.AboutWorth * (n/2 + 1)
	case otherwise == "unknown":
		return dialogue.AboutWorth
	}
	return aboutLeast
}

// Worth of what is found, in thousandths.
const (
	aboutLeast  = 700  // a line is about what was asked, more or less
	recallLeast = 1100 // a memory answers a question: it fits, not only matters
)

// recalls answers out of memory: what is known of the place as it stands, what somebody said with whose words they are.
func (m *Mind) recalls(o *occasion) (string, bool) {
	id := ""
	if o.private != "" {
		id = o.who.id
	}
	for _, f := range m.mem.Recall(memory.Query{Words: []string{o.heard.Text}, For: id, At: m.now}) {
		if f.Score < recallLeast || !m.shares(f.Row.Text, o.heard) {
			continue
		}
		text := f.Row.Text
		switch f.Row.Kind {
		case memory.Claim, memory.Gossip:
			source := dialogue.Capital(m.nameOf(f.Row.Source))
			said := strings.TrimRight(quotedWords(f.Row.Text), ".")
			text = "I have it from " + source + ", and only from there: '" + said + "'."
			if f.Row.Source == o.who.id { // their own words answer who asks for what they said
				ask := o.heard.Asks()
				isAsked := !ask.OfHearer && ask.Kind != dialogue.AskWhether && ask.Kind != dialogue.AskDeed
				if text = m.saidSo(o, &f.Row); !m.sharesMost(f.Row.Text, o.heard) ||
					!isAsked && !dialogue.Has(o.heard.Words, "you know") {
					continue
				}
			}
		case memory.Lore:
			if !IsWritten(&f.Row) {
				continue // what a place looks like is no answer
			}
			text, _ = m.line(m.when(o, dialogue.Query{On: "lore", Slots: map[string]string{"what": factText(&f.Row)}}))
		case memory.Given:
		case memory.Event:
			if f.Row.Deed == deedMet || slices.Contains(f.Row.Who, o.who.id) {
				continue
			}
			slots := map[string]string{"what": strings.TrimSuffix(text, "."), "other": dialogue.Capital(f.Row.Name)}
			text, _ = m.line(m.when(o, dialogue.Query{On: "gossip", Slots: slots}))
		case memory.Reflection, memory.Promise:
			continue
		}
		if text == "" {
			continue
		}
		if said, ok := m.filter(text, o.who, o.private != ""); ok {
			return said, true
		}
	}
	return "", false
}

// shares reports whether a memory has at least half of the words that carry a question's meaning.
func (m *Mind) shares(text string, h dialogue.Heard) bool {
	n := 0
	have, topic := dialogue.Stems(text), m.topic(dialogue.Topic(h.Words))
	for _, s := range topic {
		if slices.Contains(have, s) {
			n++
		}
	}
	return n > 0 && 2*n >= len(topic)
}

// sharesMost reports whether a memory has most of the words that carry a question's meaning, and so many that it can
// be told from a chance.
func (m *Mind) sharesMost(text string, h dialogue.Heard) bool {
	n := 0
	have, topic := dialogue.Stems(text), m.topic(dialogue.Topic(h.Words))
	for _, s := range topic {
		if slices.Contains(have, s) {
			n++
		}
	}
	return 2*n > len(topic)
}

// reminds answers whether it remembers somebody.
func (m *Mind) reminds(o *occasion) []*Option {
	if what := o.who.History(o.private != ""); what != "" {
		return m.say(o, worthAnswer, "", dialogue.Query{On: "remember", Slots: map[string]string{"what": what}})
	}
	if text, ok := m.recalls(o); ok {
		return m.saying(o, worthAnswer, "", text, nil)
	}
	if text, ok := m.confided(o, nil); ok {
		return m.saying(o, worthAnswer, "", text, nil)
	}
	if o.who.met() {
		return m.say(o, worthAnswer, "", dialogue.Query{On: "nothing"})
	}
	return m.say(o, worthAnswer, "", dialogue.Query{On: "stranger"})
}

// news tells what it saw of others, and what others said aloud, with whose words they are.
func (m *Mind) news(o *occasion) []*Option {
	for _, f := range m.mem.Recall(memory.Query{At: m.now}) {
		r := f.Row
		if r.Only != "" || r.By == "" || r.By == o.who.id || r.By == m.config.ID || slices.Contains(r.Who, o.who.id) {
			continue
		}
		key := o.who.id + " news " + word(r.ID)
		if m.countOf(key) > 0 {
			continue
		}
		what := ""
		switch r.Kind {
		case memory.Event:
			if r.Deed != deedMet && r.Deed != deedInsult {
				what = strings.TrimSuffix(r.Text, ".")
				if !r.Mine {
					what = "I was there: " + what
				}
			}
		case memory.Claim, memory.Gossip:
			if h := dialogue.Hear(quotedWords(r.Text)); h.Act == dialogue.Remark || h.Act == dialogue.Promise || h.States {
				said := strings.TrimSuffix(quotedWords(r.Text), ".")
				what = dialogue.Capital(r.Name) + " says, '" + said + "', and I only say who says so"
			}
		case memory.Reflection, memory.Lore, memory.Promise, memory.Given:
		}
		if what == "" {
			continue
		}
		what, ok := m.filter(what, o.who, o.private != "")
		if !ok {
			continue
		}
		slots := map[string]string{"what": what, "other": dialogue.Capital(r.Name)}
		if list := m.say(o, worthAnswer, "", dialogue.Query{On: "gossip", Slots: slots}); len(list) > 0 {
			return m.then(list, m.counted(key))
		}
	}
	w := m.when(o, dialogue.Query{On: "answer"})
	if text, worth := m.book.Pick(w); worth >= dialogue.AboutWorth {
		return m.answers(o, text, w.Slots)
	}
	return m.say(o, worthAnswer, "", dialogue.Query{On: "quiet"})
}
