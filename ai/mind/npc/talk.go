package npc

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/words"
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
	if a := m.answered[key]; m.Now-a.at < repeatFor {
		return a.n
	}
	return 0
}

// counted notes that somebody was told something.
func (m *Mind) counted(key string) func() {
	return func() {
		n := m.countOf(key) + 1
		for k, a := range world.Ordered(m.answered) {
			if len(m.answered) >= answeredKept && m.Now-a.at >= repeatFor {
				delete(m.answered, k)
			}
		}
		if len(m.answered) < answeredKept || m.answered[key].n > 0 {
			m.answered[key] = answered{n, m.Now}
		}
	}
}

// answers says what answers somebody. Who asks again is told so, the third time in a few words, and then no more.
func (m *Mind) answers(o *Occasion, text string, slots map[string]string) []*Deed {
	key := o.Who.ID + " " + text
	switch m.countOf(key) {
	case 0:
	case 1:
		text, slots = m.Line(m.When(o, words.When{On: "again", Slots: map[string]string{"what": text}}))
	case 2: //nolint:mnd // the third time
		text, slots = m.Line(m.When(o, words.When{On: "again-short", Slots: map[string]string{"what": words.First(text)}}))
	default:
		text, slots = m.Line(m.When(o, words.When{On: "already"}))
	}
	return m.then(m.saying(o, WorthAnswer, "", text, slots), m.counted(key))
}

// then adds to what is kept once something is done.
func (m *Mind) then(list []*Deed, f func()) []*Deed {
	for _, d := range list {
		d.Then = f
	}
	return list
}

// tells says something of itself, of the place or the hour, and notices who asks again.
func (m *Mind) tells(o *Occasion, w words.When) []*Deed {
	key := o.Who.ID + " on " + w.On
	w = m.When(o, w)
	text, _ := m.Book.Pick(w)
	if text == "" {
		text = m.Book.Stock(w)
		switch n := m.countOf(key); {
		case n == 0:
		case n <= 2: //nolint:mnd // as for answers
			on := [...]string{1: "again", 2: "again-short"}[n]
			text, w.Slots = m.Line(m.When(o, words.When{On: on, Slots: map[string]string{"what": words.First(text)}}))
		default:
			text, w.Slots = m.Line(m.When(o, words.When{On: "already"}))
		}
	}
	list := m.then(m.saying(o, WorthAnswer, "", text, w.Slots), m.counted(key))
	return m.sure(list, m.countOf(key) == 0)
}

// isOwn reports whether a stem is of its own name: what it is called is not what it is asked about.
func (m *Mind) isOwn(stem string) bool {
	return slices.Contains(words.Stems(m.C.Name+" "+strings.Join(m.C.Keys, " ")), stem)
}

// topic is what words are about, without its own name.
func (m *Mind) topic(stems []string) []string { return slices.DeleteFunc(stems, m.isOwn) }

// place says where they are.
func (m *Mind) place(o *Occasion) []*Deed {
	name := cmp.Or(m.C.Town.Name(m.Room), m.Look.Room.Name)
	return m.tells(o, words.When{
		On: "place", Heard: words.Stems(strings.ReplaceAll(m.Room, "-", " ") + " " + name),
		Slots: map[string]string{"what": name},
	})
}

// hour says what time it is, and how the sea stands.
func (m *Mind) hour(o *Occasion) []*Deed {
	w := m.When(o, words.When{On: "answer"})
	if text, worth := m.Book.Pick(w); worth >= 2*words.AboutWorth {
		return m.answers(o, text, w.Slots)
	}
	sea := map[string]string{
		"ebb": "the tide is going out", "low": "it is low water", "flow": "the tide is coming in", "high": "it is high water",
	}[m.Look.You.Tide]
	return m.tells(o, words.When{On: "hour", Slots: map[string]string{"thing": words.Clock(m.Look.You.Hour), "what": sea}})
}

// seeks answers where somebody or something is, and how to get there.
func (m *Mind) seeks(o *Occasion) []*Deed {
	asked := o.Heard.Sought()
	sought := m.topic(slices.Clone(asked))
	if len(asked) > 0 && len(sought) == 0 {
		return m.tells(o, words.When{On: "who"})
	}
	if n := m.C.Town.Neighbour(sought); n != nil {
		return m.finds(o, n)
	}
	if p, ok := m.C.Town.Place(sought); ok {
		name := m.C.Town.Name(p.ID)
		if p.ID == m.Room {
			return m.place(o)
		}
		if dirs, ok := Route(m.Ways, m.Room, p.ID); ok {
			return m.leads(o, "way", name, Directions(dirs), "")
		}
	}
	if e, ok := m.entity(sought); ok {
		return m.leads(o, "here", e.Name, "", "")
	}
	return m.explains(o, "unknown")
}

// finds says where a neighbour is, and the way there.
func (m *Mind) finds(o *Occasion, n *Neighbour) []*Deed {
	room, here := m.Whereabouts(n)
	name := m.C.Town.Name(room)
	dirs, ok := Route(m.Ways, m.Room, room)
	switch {
	case n.ID == m.C.ID:
		return m.tells(o, words.When{On: "who"})
	case here:
		return m.leads(o, "here", n.Name, "", "")
	case name == "":
		return m.explains(o, "unknown")
	case !ok:
		return m.leads(o, "where", n.Name, name, "")
	}
	return m.leads(o, "where", n.Name, name, " "+words.Capital(Directions(dirs))+".")
}

// leads says where something is, in a line of its own, and to who asks again the same in fewer words.
func (m *Mind) leads(o *Occasion, on, other, what, more string) []*Deed {
	key := o.Who.ID + " at " + other
	slots := map[string]string{"other": other, "what": what}
	if on == "way" {
		more = " " + words.Capital(what) + "."
	}
	n := m.countOf(key)
	if n > 0 && more != "" {
		on, slots = "again", map[string]string{"what": strings.TrimSpace(more)}
		if n > 1 {
			on = "again-short"
		}
	}
	text, slots := m.Line(m.When(o, words.When{On: on, Slots: slots}))
	if on == "where" {
		text += more
	}
	return m.sure(m.then(m.saying(o, WorthAnswer, "", text, slots), m.counted(key)), true) // it is so, whoever says it
}

// speaksOf says what it thinks of a neighbour whom words are about.
func (m *Mind) speaksOf(o *Occasion, topic []string) []*Deed {
	n := m.C.Town.Neighbour(topic)
	if n == nil {
		return nil
	}
	for _, r := range m.C.Spec.Relations {
		if r.Note != "" && IsProto(string(r.To), n.ID, n.Name) {
			return m.answers(o, words.Capital(n.Name)+"? "+r.Note, nil)
		}
	}
	return m.finds(o, n)
}

// refers sends somebody to whoever talks of what they ask about.
func (m *Mind) refers(o *Occasion, topic []string) []*Deed {
	n := m.C.Town.Teller(topic, m.C.ID)
	if n == nil {
		return nil
	}
	room, here := m.Whereabouts(n)
	what := m.C.Town.Name(room)
	if here {
		what = "this end of the room"
	}
	if what == "" {
		return nil
	}
	return m.leads(o, "refer", n.Name, what, "")
}

// told says what they told it.
func (m *Mind) told(o *Occasion) []*Deed {
	if text, ok := m.confided(o); ok {
		return m.saying(o, WorthAnswer, "", text, nil)
	}
	return m.tells(o, words.When{On: "told-none"})
}

// confided gives somebody back what they told it last: in confidence only to themselves, and only there.
func (m *Mind) confided(o *Occasion) (string, bool) {
	rows := m.Mem.Rows()
	slices.Reverse(rows)
	for _, r := range rows {
		if r.Kind != memory.Claim || r.Source != o.Who.ID || r.Only != "" && (o.Private == "" || r.Only != o.Who.ID) {
			continue
		}
		if text, ok := m.Filter(m.saidSo(o, &r), o.Who, o.Private != ""); ok {
			return text, true
		}
	}
	return "", false
}

// saidSo gives somebody their own words back.
func (m *Mind) saidSo(o *Occasion, r *memory.Row) string {
	said := "'" + strings.TrimRight(Quoted(r.Text), ".") + "'"
	text, _ := m.Line(m.When(o, words.When{On: "told", Slots: map[string]string{"what": said}}))
	return text
}

// games says who beat it at the table.
func (m *Mind) games(o *Occasion) []*Deed {
	const most = 3
	var list []*Person
	for _, p := range world.Ordered(m.People) {
		if p.Done[DeedBeatMe] > 0 {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b *Person) int {
		return cmp.Compare(b.Done[DeedBeatMe], a.Done[DeedBeatMe])
	})
	var parts []string
	for _, p := range list[:min(len(list), most)] {
		name := words.Capital(p.Name)
		if p.ID == o.Who.ID {
			name = "you"
		}
		if n := p.Done[DeedBeatMe]; n > 1 {
			name += "," + words.Often(n)
		}
		parts = append(parts, name)
	}
	if len(parts) == 0 {
		if text, worth := m.Book.Pick(m.When(o, words.When{On: "answer"})); worth >= aboutLeast && !m.Book.Has("games-none") {
			return m.answers(o, text, nil)
		}
		return m.tells(o, words.When{On: "games-none"})
	}
	return m.tells(o, words.When{On: "games", Slots: map[string]string{"what": strings.Join(parts, ", and ")}})
}

// story tells something of its own.
func (m *Mind) story(o *Occasion) []*Deed {
	w := m.When(o, words.When{On: "answer"})
	if text, worth := m.Book.Pick(w); worth >= aboutLeast {
		return m.answers(o, text, w.Slots)
	}
	return m.tells(o, words.When{On: "story"})
}

// entity is somebody present whom words are about, by the names that everybody uses.
func (m *Mind) entity(stems []string) (mind.Entity, bool) {
	for _, e := range m.Look.Entities {
		if e.Kind != "item" && Within(stems, words.Stems(e.Name)) {
			return e, true
		}
	}
	return mind.Entity{}, false
}
