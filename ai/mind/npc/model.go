package npc

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// What models are asked, and what is made of their answers. Whatever an answer is (late, garbage, an order that a
// player gave), the decision goes on: with it where it is of use, as it would have without a model where it is not.

// Bounds of what models say between the steps.
const (
	queriesMost     = 3
	queryRunesMost  = 80
	reportRunesMost = 600
	textRunesMost   = 1200
)

// purposes of the steps, and whether the large model makes them.
var purposes = map[string]struct { //nolint:gochecknoglobals // immutable: never written
	template, purpose string
	large             bool
}{
	stageQueries: {"queries", "retrieval", false}, stageReport: {"report", "retrieval", false},
	stageWorking: {"working", "classification", false}, stageRemember: {"memories", "classification", false},
	stageChoose: {"choose", "npc_dialogue", true}, stageSpeak: {"speak", "npc_dialogue", true},
}

// ask asks a model for one step, and waits.
func (m *Mind) ask(t *thought, stage string) mind.Output {
	m.asked++
	t.waits, t.ask = stage, m.asked
	m.thought = t
	p := purposes[stage]
	s := m.sheet(t)
	for _, f := range fields[stage] {
		s.put(f, m.field(t, f))
	}
	out := mind.Ask{
		ID: m.asked, Purpose: p.purpose, Template: p.template, Data: s.data, Large: p.large, Names: s.names(),
	}
	if t.who != nil {
		out.Player = t.who.id
	}
	if stage == stageSpeak {
		t.shown = m.shownTo(t, s.data)
	}
	return mind.Output{Asks: []mind.Ask{out}}
}

// fields are what each step's template is filled with.
var fields = map[string][]string{ //nolint:gochecknoglobals // immutable: never written
	stageQueries:  {"name", "working", "text", "here", "events"},
	stageReport:   {"name", "to", "queries", "memories", "events"},
	stageWorking:  {"name", "traits", "wants", "working", "report", "text", "events"},
	stageRemember: {"name", "traits", "wants", "events"},
	stageChoose: {
		"name", "persona", "traits", "wants", "voice", "relations", "doing", "text", "here", "body", "working", "report",
		"events", "actions",
	},
	stageSpeak: {
		"name", "persona", "traits", "wants", "voice", "relations", "lines", "place", "text", "hour", "tide", "mood", "here",
		"working", "report", "lore", "to", "turns", "said", "deed", "result",
	},
}

// field is one part of what models are told; nil when there is nothing to tell.
func (m *Mind) field(t *thought, name string) []piece {
	spec := &m.config.Spec
	switch name {
	case "name":
		return byBuilders(m.config.Name)
	case "persona":
		return byBuilders(m.config.Desc)
	case "traits":
		return byBuilders(spec.Traits...)
	case "voice":
		return byBuilders(spec.Voice)
	case "wants":
		return pieces(len(spec.Wants), func(i int) piece { return piece{text: spec.Wants[i].Text, kind: authored} })
	case "relations":
		return pieces(len(spec.Relations), func(i int) piece {
			r := spec.Relations[i]
			text := strings.TrimRight(kindName(string(r.To))+": "+r.Is+". "+r.Note, " ")
			return piece{text: text, kind: authored}
		})
	case "working":
		w := t.working
		if w.Text() == "" && !t.isAbroad {
			w = m.inMind(m.goal, t.events)
		}
		return seen(strings.Split(w.Text(), "\n")...)
	case "report":
		return append(seen(m.bond(t.who, t.private)...), seen(whole(t.report)...)...)
	case "events":
		if t.waits == stageRemember {
			return m.judges(t)
		}
		return seen(t.events...)
	case "queries":
		return pieces(len(t.queries), func(i int) piece {
			if t.said != nil && i == 0 {
				return piece{text: t.queries[i], by: t.who.id, host: t.said.Agreed}
			}
			return piece{text: t.queries[i]}
		})
	case "memories":
		return pieces(len(t.found), func(i int) piece { return m.recalled(&t.found[i].Row) })
	case "to":
		if t.who != nil {
			return byBuilders(t.who.name)
		}
		return nil
	default:
		return m.scene(t, name)
	}
}

// scene is a part of what models are told about here and now.
func (m *Mind) scene(t *thought, name string) []piece {
	you := m.Look.You
	switch name {
	case "text":
		switch {
		case t.isAbroad:
			return seen(cut(m.Look.Text, textRunesMost))
		case m.Look.Room.Desc != "":
			return byBuilders(m.Look.Room.Name + ". " + m.Look.Room.Desc)
		}
		return byBuilders(m.Look.Room.Name)
	case "place":
		return byBuilders(m.Look.Room.Name)
	case "hour":
		return byBuilders("It is " + strconv.Itoa(you.Hour) + " o'clock")
	case "tide":
		return byBuilders(you.Tide)
	case "mood":
		return seen(m.temper())
	case "here":
		return pieces(len(m.Look.Entities), func(i int) piece {
			e := m.Look.Entities[i]
			return piece{text: strings.TrimSpace(e.Name + " " + e.State)}
		})
	case "body":
		return byBuilders(strconv.Itoa(you.HP) + " of " + strconv.Itoa(you.HPMax) + " health")
	case "doing":
		if at, ok := m.due(); ok {
			return byBuilders(at.Doing)
		}
	case "actions":
		return described(m.offers(t))
	default:
		return m.talked(t, name)
	}
	return nil
}

// talked is a part of what models are told about a talk.
func (m *Mind) talked(t *thought, name string) []piece {
	switch name {
	case "lore":
		return m.topics(t)
	case "lines":
		return m.samples(t)
	case "turns", "said":
		return m.turns(t, name == "said")
	case "deed":
		if t.deed != nil && t.deed.says == "" {
			return seen(t.deed.Name())
		}
	case "result":
		switch {
		case t.result != "" && t.refused:
			return seen("It was refused, and did not happen: " + t.result)
		case t.result != "":
			return seen(t.result)
		}
	}
	return nil
}

// topics are its own lines on what was said last.
func (m *Mind) topics(t *thought) []piece {
	var out []piece
	for _, said := range m.talk(t.who, t.private) {
		if said.Mine {
			continue
		}
		h := dialogue.Hear(said.Text)
		slots := map[string]string{"name": t.who.name}
		w := dialogue.Query{On: "answer", Heard: h.Stems, Query: h.Text, Seed: m.config.ID, Slots: slots}
		w.Unsaid = m.unsaid(t.who)
		if text, worth := m.book.Pick(w); worth > 0 {
			out = byBuilders(text)
		}
	}
	return out
}

// samples are a few lines of its own for the sound of them: what it would say without a model comes first.
func (m *Mind) samples(t *thought) []piece {
	const most = 4
	var out []piece
	if t.talk != nil && t.talk.says != "" {
		out = seen(t.talk.says)
	}
	for i, l := range m.config.Spec.Lines {
		if len(out) < most && l.When == nil && !strings.Contains(l.Text, "{") &&
			dialogue.Hash(m.config.ID, strconv.Itoa(i))%3 == 0 {
			out = append(out, byBuilders(l.Text)...)
		}
	}
	return out
}

// turns are the talk until now, or what was said last.
func (m *Mind) turns(t *thought, last bool) []piece {
	var out []piece
	for _, turn := range m.talk(t.who, t.private) {
		switch {
		case !turn.Mine:
			out = append(out, piece{text: t.who.name + ": " + turn.Text, by: t.who.id, host: turn.Agreed})
		case last:
			out = nil
		default:
			out = append(out, piece{text: m.config.Name + ": " + turn.Text})
		}
	}
	return out
}

// offers are the actions among which a model may choose: those that are offered, but that what is said is put into
// words later. What else takes any text is not left to it.
func (m *Mind) offers(t *thought) []mind.Action {
	if t.isAbroad {
		return m.Look.Actions
	}
	out := []mind.Action{
		{Name: "say", Description: "Answer " + t.who.name + " in words."}, {Name: "wait", Description: "Do and say nothing."},
	}
	for _, a := range m.Look.Actions {
		isFree := slices.ContainsFunc(a.Params, func(p mind.Param) bool { return len(p.Candidates) == 0 && !p.Optional })
		if isFree || a.Name == "say" || a.Name == "wait" || a.Name == "tell" || a.Name == "whisper" || !t.isAnswer(a.Name) {
			continue
		}
		a.Params = slices.DeleteFunc(slices.Clone(a.Params), func(p mind.Param) bool { return len(p.Candidates) == 0 })
		if a.Name == "promise" && !m.leavesFree(a.Params) {
			continue
		}
		out = append(out, a)
	}
	return out
}

// isAnswer reports whether a deed can be an answer to somebody. To walk off, to sit down or to read the list of quests
// is none, nor is to begin a fight, unless the mind thought of it as one.
func (t *thought) isAnswer(action string) bool {
	switch action {
	case "battle", "join", "move", "sit", "stand", "watch", "rematch", "place", "help", "quests", "status", "inventory",
		"look", "examine", "who", "map", "time", "commands", "battles", "tables":
		return slices.ContainsFunc(t.all, func(d *Option) bool {
			return d.occasion != 0 && d.choice != nil && d.choice.Action == action
		})
	}
	return true
}

// leavesFree takes out of what may be promised what has to be earned: who asks for it has not done it, and who has done
// it is promised it without a model. It reports whether anything is left.
func (m *Mind) leavesFree(params []mind.Param) bool {
	for i := range params {
		if params[i].Name != "promise" {
			continue
		}
		params[i].Candidates = slices.DeleteFunc(slices.Clone(params[i].Candidates), func(id string) bool {
			return slices.ContainsFunc(m.config.Spec.Promises, func(p world.PromiseSpec) bool {
				return p.ID == id && p.IsConditional()
			})
		})
		return len(params[i].Candidates) > 0
	}
	return true
}

// whole parts a report into items that end with a sentence, so that a prompt cuts none of them in its midst.
func whole(report string) []string {
	const most = 400 // letters; a prompt takes a few more
	var out []string
	for from := 0; from < len(report); {
		end := len(report)
		if end-from > most {
			end = from + most
			if i := strings.LastIndex(report[from:end], ". "); i > 0 {
				end = from + i + 1
			} else if i := strings.LastIndexByte(report[from:end], ' '); i > 0 {
				end = from + i
			}
		}
		out = append(out, strings.TrimSpace(strings.ToValidUTF8(report[from:end], "")))
		from = end
	}
	return out
}

// cut makes a text at most so many letters.
func cut(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return string(runes[:min(len(runes), most)])
}
