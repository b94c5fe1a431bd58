package npc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/world"
)

// room is a room in which several minds and people are together, with a world's part played by it: what is said aloud
// everybody hears, what is whispered one alone, what is given changes hands.
type room struct {
	t     *testing.T
	minds map[string]*guest // by id
	order []string
	all   []mind.Entity
	at    world.Time
	seq   uint64
	log   []string
	inbox map[string][]mind.Percept
	note  func(id string, in mind.Input, out mind.Output)
	words map[string][]string
}

type guest struct {
	m       mind.Mind
	c       npc.Config
	carries []mind.Entity
}

func newRoom(t *testing.T) *room {
	return &room{
		t: t, minds: map[string]*guest{}, at: 10 * world.Minute, inbox: map[string][]mind.Percept{},
		words: map[string][]string{},
	}
}

func (r *room) add(c npc.Config, carries ...mind.Entity) {
	r.minds[c.ID] = &guest{npc.New(c), c, carries}
	r.order = append(r.order, c.ID)
	r.all = append(r.all, mind.Entity{ID: c.ID, Name: c.Name, Kind: "creature", Minded: true, Words: c.Keys})
}

func (r *room) person(id, name string) {
	r.all = append(r.all, mind.Entity{ID: id, Name: name, Kind: "person"})
}

func (r *room) nameOf(id string) string {
	for _, e := range r.all {
		if e.ID == id {
			return strings.TrimPrefix(e.Name, "the ")
		}
	}
	return ""
}

func (r *room) idOf(name string) string {
	for _, e := range r.all {
		if strings.TrimPrefix(e.Name, "the ") == name {
			return e.ID
		}
	}
	return ""
}

// tell puts an event into the inboxes of minds: of all but its doer, or of one.
func (r *room) tell(p mind.Percept, to string) {
	r.seq++
	r.at += world.Second
	p.Seq, p.At = r.seq, r.at
	for _, id := range r.order {
		if id == p.Actor || to != "" && id != to {
			continue
		}
		mine := p
		mine.Sense = []string{"saw", "heard"}
		if to != "" || mine.Data["to"] == id {
			mine.Sense = append(mine.Sense, "mine")
		}
		r.inbox[id] = append(r.inbox[id], mine)
	}
}

// say has somebody say something, and then lets all minds take their turns until nobody has anything more to do. It
// returns who did what.
func (r *room) say(id, text string) []string {
	r.tell(mind.Percept{
		Kind: "said", Actor: id, ActorName: r.nameOf(id), Text: r.nameOf(id) + ` says, "` + text + `"`,
		Data: map[string]any{"text": text},
	}, "")
	r.log = append(r.log, fmt.Sprintf("%s says, %q", r.nameOf(id), text))
	return r.settle()
}

func (r *room) whisper(id, to, text string) []string {
	r.tell(mind.Percept{
		Kind: "whispered", Actor: id, ActorName: r.nameOf(id), Text: r.nameOf(id) + ` whispers, "` + text + `"`,
		Data: map[string]any{"text": text},
	}, to)
	r.log = append(r.log, fmt.Sprintf("%s whispers to %s, %q", r.nameOf(id), r.nameOf(to), text))
	return r.settle()
}

func (r *room) settle() []string {
	var out []string
	for range 20 {
		var busy []string
		var looks []mind.Input
		for _, id := range r.order {
			if len(r.inbox[id]) > 0 {
				busy, looks = append(busy, id), append(looks, r.look(id))
			}
		}
		if len(busy) == 0 {
			return out
		}
		chosen := make([]mind.Output, len(busy))
		for i, id := range busy { // all decide before any of them has said a word
			chosen[i] = r.step(id, looks[i])
		}
		for i, id := range busy {
			for n := 0; chosen[i].Choice != nil && n < 4; n++ {
				out = append(out, id)
				done := &mind.Done{Text: "Done.", Percepts: r.do(id, *chosen[i].Choice)}
				chosen[i] = r.step(id, mind.Input{At: r.at, Done: done})
			}
		}
	}
	r.t.Fatalf("they never stop: %q", out)
	return nil
}

func (r *room) step(id string, in mind.Input) mind.Output {
	out := r.minds[id].m.Step(in)
	if r.note != nil {
		r.note(id, in, out)
	}
	return out
}

// look is what a mind sees, and what it was told since it looked last.
func (r *room) look(id string) mind.Input {
	g := r.minds[id]
	var here []mind.Entity
	for _, e := range r.all {
		if e.ID != id {
			here = append(here, e)
		}
	}
	look := &mind.Look{
		Room: mind.Place{ID: "lantern", Name: "The Drowned Lantern"}, Entities: here, Percepts: r.inbox[id],
		You:     mind.Body{ID: id, Name: g.c.Name, HP: 20, HPMax: 20, Hour: 20, Tide: "ebb", Carrying: g.carries},
		Actions: r.actions(here, g),
	}
	r.inbox[id] = nil
	return mind.Input{At: r.at, Look: look}
}

func (r *room) actions(here []mind.Entity, g *guest) []mind.Action {
	var names, things []string
	for _, e := range here {
		names = append(names, strings.TrimPrefix(e.Name, "the "))
	}
	for _, e := range g.carries {
		things = append(things, strings.TrimPrefix(e.Name, "an "))
	}
	to, words := mind.Param{Name: "to", Candidates: names}, mind.Param{Name: "text"}
	out := []mind.Action{
		{Name: "say", Params: []mind.Param{words}}, {Name: "whisper", Params: []mind.Param{to, words}},
		{Name: "attack", Params: []mind.Param{{Name: "target", Candidates: names}}},
	}
	if len(things) > 0 {
		out = append(out, mind.Action{Name: "give", Params: []mind.Param{{Name: "item", Candidates: things}, to}})
	}
	return out
}

// do does a choice, tells the others, and returns what its doer perceives of it.
func (r *room) do(id string, c mind.Choice) []mind.Percept {
	name := r.nameOf(id)
	switch c.Action {
	case "say":
		r.log = append(r.log, fmt.Sprintf("%s says, %q", name, c.Params["text"]))
		r.words[id] = append(r.words[id], c.Params["text"])
		r.tell(mind.Percept{
			Kind: "said", Actor: id, ActorName: name, Text: name + ` says, "` + c.Params["text"] + `"`,
			Data: map[string]any{"text": c.Params["text"]},
		}, "")
	case "whisper":
		r.log = append(r.log, fmt.Sprintf("%s whispers to %s, %q", name, c.Params["to"], c.Params["text"]))
		r.words[id+" to "+r.idOf(c.Params["to"])] = append(r.words[id+" to "+r.idOf(c.Params["to"])], c.Params["text"])
		r.tell(mind.Percept{
			Kind: "whispered", Actor: id, ActorName: name, Text: name + ` whispers, "` + c.Params["text"] + `"`,
			Data: map[string]any{"text": c.Params["text"]},
		}, r.idOf(c.Params["to"]))
	default:
		r.log = append(r.log, strings.TrimSpace(name+": "+c.Action+" "+c.Params["item"]+" "+c.Params["to"]))
		r.tell(mind.Percept{
			Kind: "item_given", Actor: id, ActorName: name, Text: name + " gives something.",
			Data: map[string]any{"item": "x", "item_name": c.Params["item"], "to": r.idOf(c.Params["to"])},
		}, "")
	}
	return []mind.Percept{{
		Seq: r.seq, At: r.at, Kind: "did", Actor: id, ActorName: name, Text: "You do so.", Sense: []string{"did"},
	}}
}

// others are four people of the house besides the barkeep.
func others() []npc.Config {
	person := func(id, name string, keys []string, traits []string, lines ...world.LineSpec) npc.Config {
		return npc.Config{ID: id, Name: name, Keys: keys, Spec: world.MindSpec{Traits: traits, Lines: lines}}
	}
	return []npc.Config{
		person("npc-seren", "Seren", nil, []string{"brave", "patient"},
			world.LineSpec{
				On: "answer", About: []string{"table", "corner"}, Text: "Take the corner first. Everybody takes the middle.",
			},
			world.LineSpec{On: "greet", Text: "Sit down, if you play."},
			world.LineSpec{On: "idle", Text: "The corner. Always the corner."}),
		person("npc-clerk", "the tide-clerk", []string{"fenn", "clerk"}, []string{"dutiful", "proud"},
			world.LineSpec{On: "bell", Text: "Two strokes. Low water. I do not ring three for stragglers."},
			world.LineSpec{
				On: "answer", About: []string{"tide", "bell"}, Text: "One for the ebb, two for low water, three to come back.",
			}),
		person("npc-pip", "Pip", nil, []string{"playful"},
			world.LineSpec{On: "greet", Text: "I'm six. How old are you?"}),
		person("npc-liar", "Old Crake", []string{"crake"}, []string{"liar", "talkative"},
			world.LineSpec{
				On: "answer", About: []string{"treasure"}, Mood: "false", Text: "Treasure? Gone. I spent it on hats.",
			}),
	}
}

func tavern(t *testing.T) *room {
	r := newRoom(t)
	r.add(barkeep(), mind.Entity{ID: "eel-pie-4", Name: "an eel pie", Kind: "item"})
	for _, c := range others() {
		r.add(c)
	}
	return r
}
