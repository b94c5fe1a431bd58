package npc

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind/words"
	"github.com/mudlark-mud/mudlark/world"
)

// answer lists what could be done about an occasion; nothing when it is not this mind's to answer.
func (m *Mind) answer(o *Occasion) []*Deed {
	switch o.On {
	case "speech":
		return m.answerSpeech(o)
	case "arrive":
		return m.welcome(o)
	case "gesture":
		return m.returnGesture(o)
	case "gift":
		return m.Say(o, worthGift, "a gift", words.When{On: "thanks", Slots: map[string]string{"thing": o.Thing}})
	case "theft":
		return m.Say(o, worthTheft, "a theft", words.When{On: "theft", Slots: map[string]string{"thing": o.Thing}})
	case "game":
		slots := map[string]string{"what": o.Who.History(false)}
		return m.Say(o, worthTable, "a game is over", words.When{On: o.How, Slots: slots})
	case "victory":
		if m.IsHuman(o.Who.ID) {
			return m.vows(o, words.Stems(o.Thing)) // "for whoever beats Seren"
		}
	case "haggle":
		return m.haggle(o)
	case "tide":
		return m.ring(o)
	}
	return nil
}

// When makes what a line is picked by complete: whom it is for, what they said, and how it feels about them.
func (m *Mind) When(o *Occasion, w words.When) words.When {
	if w.Slots == nil {
		w.Slots = map[string]string{}
	}
	w.Seed = m.C.ID + " " + word(m.Seq) + " " + word(uint64(m.Now))
	if o != nil && o.Who != nil {
		w.Slots["name"] = words.Capital(o.Who.Name)
		w.Mood = m.moods(o.Who, o.Private != "")
		if w.Heard == nil {
			w.Heard, w.Query = o.Heard.Stems, o.Heard.Text
		}
	}
	return w
}

// Say makes the option of saying a line about an occasion: an authored one, or a plain one.
func (m *Mind) Say(o *Occasion, worth int, why string, w words.When) []*Deed {
	text, slots := m.Line(m.When(o, w))
	return m.saying(o, worth, why, text, slots)
}

// Line picks a line. What stands in it that is not authored has to pass the same filter as a model's words.
func (m *Mind) Line(w words.When) (text string, slots map[string]string) {
	text, _ = m.Book.Pick(w)
	if text == "" {
		text = m.Book.Stock(w)
	}
	return text, w.Slots
}

// saying makes the option of saying something in the way in which an answer to an occasion is said.
func (m *Mind) saying(o *Occasion, worth int, why, text string, slots map[string]string) []*Deed {
	c, ok := m.Utter(o.Who, o.Private, text)
	if !ok {
		return nil
	}
	return []*Deed{{
		Choice: c, Score: worth + m.mood(o), Why: why, Who: o.Who, Private: o.Private, Says: text, Slots: slots,
	}}
}

// mood is what its traits add to the worth of talking to somebody.
func (m *Mind) mood(o *Occasion) int {
	d := 0
	for _, t := range []struct {
		trait string
		by    int
	}{
		{"talkative", 60}, {"merry", 40}, {"cheerful", 40}, {"kind", 30}, {"gossip", 30}, {"lonely", 30}, {"shy", -80},
		{"grim", -40}, {"suspicious", -30}, {"lazy", -30},
	} {
		if m.Has(t.trait) {
			d += t.by
		}
	}
	if o.Who != nil && m.IsAngry(o.Who, o.Private != "") && m.Has("hot-tempered", "proud") {
		d -= 50
	}
	return d
}

// moods lists the moods of lines that fit how it feels about somebody, the best first.
func (m *Mind) moods(p *Person, private bool) []string {
	feel := p.FeelFor(private)
	switch {
	case m.IsAngry(p, private):
		return []string{"angry", "cold", "grim", "hurt"}
	case feel <= FoeFrom:
		return []string{"cold", "angry", "grim", "wary"}
	case m.Has("liar") && feel < FriendFrom:
		return []string{"false", "lie", "sly", "merry", "warm"}
	case feel >= FriendFrom:
		return []string{"warm", "kind", "merry", "glad"}
	case m.Has("shy", "anxious", "suspicious", "cowardly"):
		return []string{"wary", "shy", "afraid"}
	}
	return []string{"merry", "calm", "kind", "plain"}
}

// answerSpeech lists answers to what somebody said.
func (m *Mind) answerSpeech(o *Occasion) []*Deed {
	why, mine := m.Heeds(o)
	if !mine {
		return nil
	}
	out := m.reaction(o)
	for _, d := range out {
		d.Why = string(o.Heard.Act) + ", " + why
	}
	return out
}

// reaction is what it does about what was said, by what it was after.
func (m *Mind) reaction(o *Occasion) []*Deed {
	if text, ok := m.echoes(o); ok {
		return m.saying(o, WorthAnswer, "", text, nil)
	}
	switch o.Heard.Act {
	case words.Repeat:
		return m.Say(o, WorthAnswer, "", words.When{On: "refuse"})
	case words.Told:
		return m.told(o)
	case words.Remember:
		return m.reminds(o)
	case words.Games:
		return m.games(o)
	case words.Price:
		return m.prices(o)
	case words.Promise:
		return m.promises(o)
	case words.Seek:
		return m.seeks(o)
	case words.Teach:
		return m.teaches(o)
	case words.Plead:
		return m.pleads(o)
	case words.News:
		return m.news(o)
	case words.Insult:
		return m.Say(o, WorthAnswer, "", words.When{On: "insult"})
	case words.Thanks:
		return m.Say(o, WorthAnswer, "", words.When{On: "welcome"})
	case words.Farewell:
		return m.Say(o, WorthAnswer, "", words.When{On: "farewell"})
	case words.Greet:
		return m.greets(o, WorthAnswer)
	case words.Who, words.How, words.Real, words.Advice, words.Sorry:
		return m.tells(o, words.When{On: string(o.Heard.Act)})
	case words.Place:
		return m.place(o)
	case words.Hour:
		return m.hour(o)
	case words.Story:
		return m.story(o)
	case words.Question:
		return m.explains(o, "unknown")
	case words.Remark:
		return m.explains(o, "nod")
	}
	return nil
}

// echoes is what somebody says who repeats what it hears. What was said in confidence is not repeated.
func (m *Mind) echoes(o *Occasion) (string, bool) {
	if o.Private != "" || o.Heard.Act != words.Remark && o.Heard.Act != words.Greet || !slices.ContainsFunc(
		m.C.Spec.Wants, func(w world.WantSpec) bool { return w.Verb == "repeat" }) && !m.Has("playful") {
		return "", false
	}
	text, ok := words.Echo(o.Heard, m.C.Spec.Secrets)
	if !ok || m.Book.WasSaid(text) {
		return "", false
	}
	return m.Filter(text, o.Who, false)
}

// explains answers a question out of its lines, of what it thinks of people, of what it remembers, and of whom to ask.
func (m *Mind) explains(o *Occasion, otherwise string) []*Deed {
	w := m.When(o, words.When{On: "answer"})
	text, worth := m.Book.Pick(w)
	if worth >= m.needed(o, otherwise) {
		isNew := m.countOf(o.Who.ID+" "+text) == 0
		return m.sure(m.answers(o, text, w.Slots), isNew && worth >= words.AboutWorth)
	}
	if o.Heard.Act != words.Remark {
		topic := m.topic(words.Topic(o.Heard.Words))
		if list := m.speaksOf(o, topic); len(list) > 0 {
			return list
		}
		if text, ok := m.recalls(o); ok {
			return m.answers(o, text, nil)
		}
		if worth > 0 && otherwise == "unknown" {
			return m.answers(o, text, w.Slots)
		}
		if list := m.refers(o, topic); len(list) > 0 && otherwise == "unknown" {
			return list
		}
	}
	if !o.Who.IsHuman {
		return nil
	}
	return m.Say(o, WorthAnswer, "", words.When{On: otherwise})
}

// needed is how well a line has to fit what was said. A remark is about more than the one word of it that a line knows.
func (m *Mind) needed(o *Occasion, otherwise string) int {
	switch {
	case o.Heard.Act == words.Remark:
		return words.AboutWorth * (len(m.topic(words.Topic(o.Heard.Words)))/2 + 1)
	case otherwise == "unknown":
		return words.AboutWorth
	}
	return aboutLeast
}

// sure marks what was authored on just what was asked: no model says it better, but for who asks again.
func (m *Mind) sure(list []*Deed, is bool) []*Deed {
	for _, d := range list {
		d.Sure = is
	}
	return list
}

// Worth of what is found, in thousandths.
const (
	aboutLeast  = 700  // a line is about what was asked, more or less
	recallLeast = 1100 // a memory answers a question: it fits, not only matters
)

// recalls answers out of memory: what is known of the place as it stands, what somebody said with whose words they are.
func (m *Mind) recalls(o *Occasion) (string, bool) {
	id := ""
	if o.Private != "" {
		id = o.Who.ID
	}
	for _, f := range m.Mem.Recall(memory.Query{Words: []string{o.Heard.Text}, For: id, At: m.Now}) {
		if f.Score < recallLeast || !m.shares(f.Row.Text, o.Heard) {
			continue
		}
		text := f.Row.Text
		switch f.Row.Kind {
		case memory.Claim, memory.Gossip:
			source := words.Capital(m.NameOf(f.Row.Source))
			said := strings.TrimRight(Quoted(f.Row.Text), ".")
			text = "I have it from " + source + ", and only from there: '" + said + "'."
			if f.Row.Source == o.Who.ID {
				text = m.saidSo(o, &f.Row)
			}
		case memory.Lore:
			text = m.ofLore(o, &f.Row)
		case memory.Given:
		case memory.Event:
			if f.Row.Deed == DeedMet || slices.Contains(f.Row.Who, o.Who.ID) {
				continue
			}
			slots := map[string]string{"what": strings.TrimSuffix(text, "."), "other": words.Capital(f.Row.Name)}
			text, _ = m.Line(m.When(o, words.When{On: "gossip", Slots: slots}))
		case memory.Reflection, memory.Promise:
			continue
		}
		if text == "" {
			continue
		}
		if said, ok := m.Filter(text, o.Who, o.Private != ""); ok {
			return said, true
		}
	}
	return "", false
}

// shares reports whether a memory has at least half of the words that carry a question's meaning.
func (m *Mind) shares(text string, h words.Heard) bool {
	n := 0
	have, topic := words.Stems(text), m.topic(words.Topic(h.Words))
	for _, s := range topic {
		if slices.Contains(have, s) {
			n++
		}
	}
	return n > 0 && 2*n >= len(topic)
}

// ofLore is what it says of something that everybody knows: a sentence or two that can be spoken, without a title.
func (m *Mind) ofLore(o *Occasion, r *memory.Row) string {
	const runesMost = 160
	if IsWritten(r) { // it is said as it was written
		text, _ := m.Line(m.When(o, words.When{On: "lore", Slots: map[string]string{"what": Untitled(r)}}))
		return text
	}
	text := r.Text
	for _, p := range m.C.Town.Places {
		text = strings.TrimPrefix(text, p.Name+": ")
	}
	said := words.First(text)
	if rest := strings.TrimSpace(text[len(said):]); rest != "" {
		if more := said + " " + words.First(rest); len([]rune(more)) <= runesMost {
			said = more
		}
	}
	if strings.Contains(said, `"`) || len([]rune(said)) > 2*runesMost {
		return ""
	}
	text, _ = m.Line(m.When(o, words.When{On: "lore", Slots: map[string]string{"what": said}}))
	return text
}

// reminds answers whether it remembers somebody.
func (m *Mind) reminds(o *Occasion) []*Deed {
	if what := o.Who.History(o.Private != ""); what != "" {
		return m.Say(o, WorthAnswer, "", words.When{On: "remember", Slots: map[string]string{"what": what}})
	}
	if text, ok := m.recalls(o); ok {
		return m.saying(o, WorthAnswer, "", text, nil)
	}
	if text, ok := m.confided(o); ok {
		return m.saying(o, WorthAnswer, "", text, nil)
	}
	if o.Who.Met() {
		return m.Say(o, WorthAnswer, "", words.When{On: "nothing"})
	}
	return m.Say(o, WorthAnswer, "", words.When{On: "stranger"})
}

// news tells what it saw of others, and what others said aloud, with whose words they are.
func (m *Mind) news(o *Occasion) []*Deed {
	for _, f := range m.Mem.Recall(memory.Query{At: m.Now}) {
		r := f.Row
		if r.Only != "" || r.By == "" || r.By == o.Who.ID || r.By == m.C.ID || slices.Contains(r.Who, o.Who.ID) {
			continue
		}
		key := o.Who.ID + " news " + word(r.ID)
		if m.countOf(key) > 0 {
			continue
		}
		what := ""
		switch r.Kind {
		case memory.Event:
			if r.Deed != DeedMet && r.Deed != DeedInsult {
				what = strings.TrimSuffix(r.Text, ".")
				if !r.Mine {
					what = "I was there: " + what
				}
			}
		case memory.Claim, memory.Gossip:
			if h := words.Hear(Quoted(r.Text)); h.Act == words.Remark || h.Act == words.Promise {
				said := strings.TrimSuffix(Quoted(r.Text), ".")
				what = words.Capital(r.Name) + " says, '" + said + "', and I only say who says so"
			}
		case memory.Reflection, memory.Lore, memory.Promise, memory.Given:
		}
		if what == "" {
			continue
		}
		what, ok := m.Filter(what, o.Who, o.Private != "")
		if !ok {
			continue
		}
		slots := map[string]string{"what": what, "other": words.Capital(r.Name)}
		if list := m.Say(o, WorthAnswer, "", words.When{On: "gossip", Slots: slots}); len(list) > 0 {
			return m.then(list, m.counted(key))
		}
	}
	w := m.When(o, words.When{On: "answer"})
	if text, worth := m.Book.Pick(w); worth >= words.AboutWorth {
		return m.answers(o, text, w.Slots)
	}
	return m.Say(o, WorthAnswer, "", words.When{On: "quiet"})
}
