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

// secretsWatch watches over its own secrets.
func (m *Mind) secretsWatch() *dialogue.Watch {
	w := &dialogue.Watch{}
	for _, s := range m.config.Spec.Secrets {
		w.Add(s)
	}
	return w
}

// othersWatch watches over what anybody but one person said, aloud or in confidence, and, unless it is among the two
// alone, over what that person said in confidence: whatever of it is remembered, waits to be, or was heard lately. So
// it does over what that person said before they agreed to the model. What they said in the same words otherwise is
// theirs too, and not watched over.
func (m *Mind) othersWatch(to *person, private bool) *dialogue.Watch {
	w, own := &dialogue.Watch{}, &dialogue.Watch{}
	add := func(by, only, host, text string) {
		switch {
		case !m.mayTell(by, only, to, private) || !m.mayShow(by, host):
			w.Add(text)
		case to != nil && by == to.id:
			own.Add(text)
		}
	}
	for _, r := range slices.Concat(m.mem.Rows(), m.rows) {
		add(m.speakerOf(&r), r.Only, r.Agreed, quotedWords(r.Text))
	}
	for _, e := range m.last {
		add(e.speaker, e.only, e.agreed, e.words)
	}
	for _, p := range world.Ordered(m.People) {
		for _, t := range m.open.With(p.id, m.now) {
			if !t.Mine {
				add(p.id, "", t.Agreed, t.Text)
			}
		}
		for _, t := range m.closed.With(p.id, m.now) {
			if !t.Mine {
				add(p.id, p.id, t.Agreed, t.Text)
			}
		}
	}
	w.Spare(own)
	return w
}

// speakerOf returns whose words stand in a memory: those of who said them, or gave their word; "" when nobody's do.
func (m *Mind) speakerOf(r *memory.Row) string {
	if r.Source == "" && r.Kind == memory.Promise && r.By != m.config.ID {
		return r.By
	}
	return r.Source
}

// isCreature reports whether an id is of nobody who could be asked whether a model may have their words: of a creature,
// of the mind itself, or of nobody at all.
func (m *Mind) isCreature(id string) bool {
	return id == "" || id == m.config.ID || m.isBeast(id) || strings.HasPrefix(id, creaturePrefix)
}

// creaturePrefix begins the ids of creatures, as world.PlayerPrefix those of players.
const creaturePrefix = "npc-"

// mayTell reports whether words that are somebody's, and perhaps for one person alone, may be shown where it deals with
// a person.
func (m *Mind) mayTell(by, only string, to *person, private bool) bool {
	id := ""
	if to != nil {
		id = to.id
	}
	return (only == "" || private && only == id) && (by == id || m.isCreature(by))
}

// mayShow reports whether somebody's words may be shown to the model: a player's, only if they had agreed to its host
// when they spoke.
func (m *Mind) mayShow(by, host string) bool {
	return m.Look.Open || m.isCreature(by) || host != "" && host == m.Look.Host
}

// unknown is who said what was heard, and could not be seen.
const unknown = "?"

// isFor reports whether something that happened may be told where it deals with a person: it is nobody else's
// confidence, and has nobody's words but theirs, said with consent to the model.
func (m *Mind) isFor(e event, to *person, private bool) bool {
	return m.mayTell(e.speaker, e.only, to, private) && m.mayShow(e.speaker, e.agreed)
}

// playersNamed lists the true names of players that stand in some texts, as far as it could ever have learnt of them:
// by sight, by hearsay, from its memories, and from the ids of those whom it does not know otherwise.
func (m *Mind) playersNamed(in []string) []string {
	var creatures []string
	for _, p := range world.Ordered(m.People) {
		if m.isCreature(p.id) {
			creatures = append(creatures, p.name)
		}
	}
	roll := dialogue.NewRoll(strings.Join(in, "\n"), creatures)
	add := func(name string) { roll.Call(withoutArticle(name)) }
	called := func(id, name string) {
		if m.isCreature(id) {
			return
		}
		add(name)
		if name, isPlayer := strings.CutPrefix(id, world.PlayerPrefix); isPlayer {
			name, _, _ = strings.Cut(name, "-")
			add(name)
		}
	}
	for _, p := range world.Ordered(m.People) {
		called(p.id, p.name)
	}
	for _, e := range m.Look.Entities {
		if e.Kind == "person" {
			add(e.Name)
		}
	}
	for _, r := range slices.Concat(m.mem.Rows(), m.rows) {
		called(r.By, r.Name)
		for _, id := range append([]string{r.Source, r.Only}, r.Who...) {
			called(id, "")
		}
	}
	for _, e := range m.last {
		for id, name := range world.Ordered(e.who) {
			called(id, name)
		}
	}
	return roll.Present()
}

// named lists those whom an event names, by their ids. Whom it names without an id might be a player.
func named(p *mind.Percept) map[string]string {
	who := map[string]string{cmp.Or(p.Actor, unknown): p.ActorName}
	for field := range world.Ordered(p.Data) {
		if field == "target_name" {
			who[cmp.Or(p.Words("target"), unknown+field)] = p.Words(field)
		}
	}
	if p.Kind == "game_began" {
		for _, name := range sides(p) {
			who[unknown+name] = name
		}
	}
	return who
}
