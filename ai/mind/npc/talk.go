package npc

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// What is said of oneself, of the place, and of where things are. All of it is true: it is read from the town and the
// hour, and only the words around it are authored.

// repeatFor is for how long somebody is told "as I said" who asks again.
const repeatFor = 10 * world.Minute

// answered is how often somebody was told the same, and when last.
type answered struct {
	n  int
	at world.Time
}

// answeredKept is how many of those are borne in mind.
const answeredKept = 256

// countOf is how often somebody was told something lately.
func (m *Mind) countOf(key string) int {
	if a := m.answered[key]; m.now-a.at < repeatFor {
		return a.n
	}
	return 0
}

// counted notes that somebody was told something.
func (m *Mind) counted(key string) func() {
	return func() {
		n := m.countOf(key) + 1
		for k, a := range world.Ordered(m.answered) {
			if len(m.answered) >= answeredKept && m.now-a.at >= repeatFor {
				delete(m.answered, k)
			}
		}
		if len(m.answered) < answeredKept || m.answered[key].n > 0 {
			m.answered[key] = answered{n, m.now}
		}
	}
}

// answers says what answers somebody. Who asks the same again is told so, the third time in a few words, and then no
// more. Who asks something else that has the same answer is told it whole, and told so from the third time on.
func (m *Mind) answers(o *occasion, text string, slots map[string]string) []*Option {
	key := o.who.id + " " + text
	same := key + " " + strings.Join(slices.Sorted(slices.Values(m.topic(dialogue.Topic(o.heard.Words)))), " ")
	switch n := m.countOf(same); {
	case n == 0 && m.countOf(key) < 2: //nolint:mnd // twice
	case n <= 1:
		text, slots = m.line(m.when(o, dialogue.Query{On: "again", Slots: map[string]string{"what": text}}))
	case n == 2: //nolint:mnd // the third time
		text, slots = m.line(m.when(o, dialogue.Query{On: "again-short",
			Slots: map[string]string{"what": dialogue.First(text)}}))
	default:
		text, slots = m.line(m.when(o, dialogue.Query{On: "already"}))
	}
	told, asked := m.counted(key), m.counted(same)
	return m.then(m.saying(o, worthAnswer, "", text, slots), func() { told(); asked() })
}

// then adds to what is kept once something is done.
func (m *Mind) then(list []*Option, f func()) []*Option {
	for _, d := range list {
		d.then = f
	}
	return list
}

// tells says something of itself, of the place or the hour, and notices who asks again.
func (m *Mind) tells(o *occasion, w dialogue.Query) []*Option {
	key := o.who.id + " on " + w.On
	w = m.when(o, w)
	text, _ := m.book.Pick(w)
	if text == "" {
		text = cmp.Or(m.book.Own(w), m.book.Stock(w))
		switch n := m.countOf(key); {
		case n == 0:
		case n <= 2: //nolint:mnd // as for answers
			on := [...]string{1: "again", 2: "again-short"}[n]
			text, w.Slots = m.line(m.when(o, dialogue.Query{On: on, Slots: map[string]string{"what": dialogue.First(text)}}))
		default:
			text, w.Slots = m.line(m.when(o, dialogue.Query{On: "already"}))
		}
	}
	list := m.then(m.saying(o, worthAnswer, "", text, w.Slots), m.counted(key))
	return m.sure(list, m.countOf(key) == 0)
}

// isOwn reports whether a stem is of its own name: what it is called is not what it is asked about.
func (m *Mind) isOwn(stem string) bool {
	own := dialogue.NameWords(append([]string{m.config.Name}, m.config.Keys...)...)
	return slices.Contains(dialogue.Stems(strings.Join(own, " ")), stem)
}

// sure marks what was authored on just what was asked: no model says it better, but for who asks again.
func (m *Mind) sure(list []*Option, is bool) []*Option {
	for _, d := range list {
		d.sure = is
	}
	return list
}

// asksOffice reports whether somebody asks what whoever is called as it is does: "what does a tide clerk do".
func (m *Mind) asksOffice(list []string) bool {
	at := dialogue.Where(list, "what does")
	const article, shortest = 2, 5 // what does a clerk do
	if at < 0 || len(list)-at < shortest || list[len(list)-1] != "do" {
		return false
	}
	office := list[at+article : len(list)-1]
	if slices.Contains([]string{"a", "an", "the"}, office[0]) {
		office = office[1:]
	}
	return slices.ContainsFunc(append([]string{m.config.Name}, m.config.Keys...), func(name string) bool {
		return slices.Equal(office, dialogue.Split(name))
	})
}

// asksTrade reports whether somebody asks it whether it is of a kind: "are you a priest". Who it is answers that.
func asksTrade(list []string) bool {
	const longest = 2 // words that say which kind
	for _, lead := range []string{"are you a", "are you an", "are you the"} {
		if at := dialogue.Where(list, lead); at >= 0 {
			kind := list[at+len(dialogue.Split(lead)):]
			return len(kind) > 0 && len(kind) <= longest
		}
	}
	return false
}

// topic is what words are about, without its own name.
func (m *Mind) topic(stems []string) []string { return slices.DeleteFunc(stems, m.isOwn) }

// place says where they are.
func (m *Mind) place(o *occasion) []*Option {
	name := cmp.Or(m.config.Town.name(m.Room), m.Look.Room.Name)
	return m.tells(o, dialogue.Query{
		On: "place", Heard: dialogue.Stems(strings.ReplaceAll(m.Room, "-", " ") + " " + name),
		Slots: map[string]string{"what": name},
	})
}

// hour says what time it is, and how the sea stands.
func (m *Mind) hour(o *occasion) []*Option {
	w := m.when(o, dialogue.Query{On: "answer"})
	if text, worth := m.book.Pick(w); worth >= 2*dialogue.AboutWorth {
		return m.answers(o, text, w.Slots)
	}
	sea := map[string]string{
		"ebb": "the tide is going out", "low": "it is low water", "flow": "the tide is coming in", "high": "it is high water",
	}[m.Look.You.Tide]
	return m.tells(o, dialogue.Query{On: "hour", Slots: map[string]string{"thing": dialogue.Clock(m.Look.You.Hour),
		"what": sea}})
}

// seeks answers where somebody or something is, and how to get there.
func (m *Mind) seeks(o *occasion) []*Option {
	asked := o.heard.Sought()
	sought := m.topic(slices.Clone(asked))
	if len(asked) > 0 && len(sought) == 0 {
		return m.tells(o, dialogue.Query{On: "who"})
	}
	if n := m.config.Town.Neighbour(sought); n != nil {
		return m.finds(o, n)
	}
	if p, ok := m.config.Town.Place(sought); ok {
		name := m.config.Town.name(p.ID)
		if p.ID == m.Room {
			return m.place(o)
		}
		if dirs, ok := Route(m.ways, m.Room, p.ID); ok {
			return m.leads(o, "way", name, Directions(dirs), "")
		}
	}
	if e, ok := m.entity(sought); ok {
		return m.leads(o, "here", e.Name, "", "")
	}
	if list := m.sends(o, sought, false); len(list) > 0 && m.sold(sought) {
		return list
	}
	return m.explains(o, "unknown")
}

// finds says where a neighbour is, and the way there.
func (m *Mind) finds(o *occasion, n *Neighbour) []*Option {
	room, here := m.whereabouts(n)
	name := m.config.Town.name(room)
	dirs, ok := Route(m.ways, m.Room, room)
	switch {
	case n.ID == m.config.ID:
		return m.tells(o, dialogue.Query{On: "who"})
	case here:
		return m.leads(o, "here", n.Name, "", "")
	case name == "":
		return m.explains(o, "unknown")
	case !ok:
		return m.leads(o, "where", n.Name, name, "")
	}
	return m.leads(o, "where", n.Name, name, " "+dialogue.Capital(Directions(dirs))+".")
}

// leads says where something is, in a line of its own, and to who asks again the same in fewer words.
func (m *Mind) leads(o *occasion, on, other, what, more string) []*Option {
	key := o.who.id + " at " + other
	slots := map[string]string{"other": other, "what": what}
	if on == "way" {
		more = " " + dialogue.Capital(what) + "."
	}
	n := m.countOf(key)
	if n > 0 && more != "" {
		on, slots = "again", map[string]string{"what": strings.TrimSpace(more)}
		if n > 1 {
			on = "again-short"
		}
	}
	text, slots := m.line(m.when(o, dialogue.Query{On: on, Slots: slots}))
	if on == "where" {
		text += more
	}
	if o.thing != "" && n == 0 { // who it is was asked for
		text = introduced(other, o.thing, text)
	}
	list := m.then(m.saying(o, worthAnswer, "", text, slots), m.counted(key))
	for _, d := range list {
		d.names = other
	}
	return m.sure(list, true) // it is so, whoever says it
}

// speaksOf says what it thinks of a neighbour whom words are about.
func (m *Mind) speaksOf(o *occasion, topic []string) []*Option {
	n := m.config.Town.Neighbour(topic)
	if n == nil {
		return nil
	}
	b, isWho := *o, o.heard.Asks().Kind == dialogue.AskWho
	if trade := n.trade(); isWho && trade != "" {
		b.thing = dialogue.Capital(dialogue.Article(trade)) + "."
	}
	for _, r := range m.config.Spec.Relations {
		if r.Note != "" && isProto(string(r.To), n.ID, n.Name) {
			return m.answers(o, introduced(n.Name, b.thing, r.Note), nil)
		}
	}
	if n.ID != m.config.ID && !isWho && o.heard.Act != dialogue.Seek {
		return m.tells(o, dialogue.Query{On: "acquaint", Slots: map[string]string{"other": n.Name}})
	}
	return m.finds(&b, n)
}

// introduced is what is said of somebody who was asked for, behind their name, and first what they are.
func introduced(name, what, text string) string {
	name = dialogue.Capital(name)
	if rest, ok := strings.CutPrefix(text, name); ok && strings.IndexAny(rest, ".,?!") == 0 {
		text = dialogue.Capital(strings.TrimSpace(rest[1:]))
	}
	if what != "" {
		what += " "
	}
	return name + "? " + what + text
}

// refers sends somebody to whoever talks of what they ask about.
func (m *Mind) refers(o *occasion, topic []string) []*Option {
	n := m.config.Town.Teller(topic, m.config.ID)
	if n == nil {
		return nil
	}
	return m.sendsTo(o, n)
}

// told says what they told it: of what they ask after, or else the last.
func (m *Mind) told(o *occasion) []*Option {
	topic := slices.DeleteFunc(dialogue.Topic(o.heard.Words), func(s string) bool {
		return slices.Contains([]string{"told", "whisper", "said"}, s)
	})
	if text, ok := m.confided(o, topic); ok {
		return m.saying(o, worthAnswer, "", text, nil)
	}
	return m.tells(o, dialogue.Query{On: "told-none"})
}

// confided gives somebody back what they told it last about a topic, or at all where there is none: in confidence only
// to themselves, and only there.
func (m *Mind) confided(o *occasion, topic []string) (string, bool) {
	rows := m.mem.Rows()
	slices.Reverse(rows)
	for _, r := range rows {
		if r.Kind != memory.Claim || r.Source != o.who.id || r.Only != "" && (o.private == "" || r.Only != o.who.id) {
			continue
		}
		if len(topic) > 0 && !overlaps(topic, r.Text) {
			continue
		}
		if text, ok := m.filter(m.saidSo(o, &r), o.who, o.private != ""); ok {
			return text, true
		}
	}
	return "", false
}

// saidSo gives somebody their own words back.
func (m *Mind) saidSo(o *occasion, r *memory.Row) string {
	said := "'" + strings.TrimRight(quotedWords(r.Text), ".") + "'"
	text, _ := m.line(m.when(o, dialogue.Query{On: "told", Slots: map[string]string{"what": said}}))
	return text
}

// games says who beat it at the table.
func (m *Mind) games(o *occasion) []*Option {
	const most = 3
	var list []*person
	for _, p := range world.Ordered(m.People) {
		if p.done[deedBeatMe] > 0 {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b *person) int {
		return cmp.Compare(b.done[deedBeatMe], a.done[deedBeatMe])
	})
	var parts []string
	for _, p := range list[:min(len(list), most)] {
		name := dialogue.Capital(p.name)
		if p.id == o.who.id {
			name = "you"
		}
		if n := p.done[deedBeatMe]; n > 1 {
			name += "," + dialogue.Often(n)
		}
		parts = append(parts, name)
	}
	if len(parts) == 0 {
		if text, worth := m.book.Pick(m.when(o,
			dialogue.Query{On: "answer"})); worth >= aboutLeast && !m.book.Has("games-none") {
			return m.answers(o, text, nil)
		}
		return m.tells(o, dialogue.Query{On: "games-none"})
	}
	return m.tells(o, dialogue.Query{On: "games", Slots: map[string]string{"what": strings.Join(parts, ", and ")}})
}

// story tells something of its own.
func (m *Mind) story(o *occasion) []*Option {
	w := m.when(o, dialogue.Query{On: "answer"})
	if text, worth := m.book.Pick(w); worth >= aboutLeast {
		return m.answers(o, text, w.Slots)
	}
	return m.tells(o, dialogue.Query{On: "story"})
}

// entity is somebody present whom words are about, by the names that everybody uses.
func (m *Mind) entity(stems []string) (mind.Entity, bool) {
	for _, e := range m.Look.Entities {
		if e.Kind != "item" && hasAllStems(stems, dialogue.Stems(e.Name)) {
			return e, true
		}
	}
	return mind.Entity{}, false
}
