package npc_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/world"
)

// barkeep is somebody with a little of everything.
func barkeep() npc.Config {
	return npc.Config{
		ID: "npc-barkeep-01", Name: "barkeep", Keys: []string{"hob", "landlord"}, Desc: "A wide calm man.",
		Lore: []string{"The tide-clerk rings the bell at every turn of the tide."},
		Spec: world.MindSpec{
			Traits: []string{"patient", "talkative"}, Voice: "Slow and dry.", Thinks: "turns the glass once more.",
			Wants:     []world.WantSpec{{ID: "house", Text: "a quiet house", Weight: 3, Verb: "be", Arg: "lantern"}},
			Relations: []world.RelationSpec{{To: "seren", Is: "old friend", Feels: 3}},
			Lines: []world.LineSpec{
				{On: "greet", Text: "Thirsty, or lost? Most are both."},
				{On: "greet", Text: "Sit where it's dry, stranger."},
				{On: "greet-known", Text: "{name}. Your stool's still there."},
				{On: "greet-friend", Text: "{name}! Mind the step, it missed you."},
				{On: "greet-foe", Text: "{name}. Hands on the bar, where I see them."},
				{On: "farewell", Text: "Mind the tide, {name}."},
				{On: "thanks", Text: "Well now. {thing}, for me? I'll not forget it."},
				{On: "refuse", Text: "No. And it was a good story."},
				{On: "refuse", Text: "That's not on the slate, {name}."},
				{
					On: "answer", About: []string{"treasure", "keys", "guardian"},
					Text: "Three keys, and a guardian who counts them.",
				},
				{On: "answer", About: []string{"well"}, Text: "The dry well is east of the chapel. Take a light."},
				{On: "beaten", Text: "You have me, {name}. Don't tell the eels."},
				{On: "won", Text: "My game. The beer's still the same price."},
				{On: "drawn", Text: "A draw. Nobody's out of pocket."},
				{On: "remember", Text: "I've not forgotten: {what}."},
				{On: "price", Text: "{thing}? {price}, and the egg is for show."},
				{On: "haggle-no", Text: "{price}. I've a roof to mend."},
				{On: "haggle-yes", Text: "{price}, then, and don't tell Seren."},
				{On: "theft", Text: "{name}, that {thing} has a price."},
				{On: "insult", Text: "I've thrown out better insults with the slops."},
				{On: "unknown", Text: "Couldn't tell you. Ask the tide-clerk."},
				{On: "gossip", Text: "Since you ask. {what}."},
				{On: "given", Text: "There. Eat it while it's warm, {name}."},
				{On: "idle", Text: "Quiet. I like it quiet."},
			},
			Secrets: []string{"the cellar key hangs behind the clock canary-7731"},
			Gives:   []world.GiftSpec{{Item: "eel-pie", To: "anyone", Every: 60}},
			Sells:   []world.WareSpec{{Item: "lamp-oil", Price: 12, Least: 8}},
			Rounds:  []world.RoundSpec{{Hour: 6, Room: "lantern", Doing: "Dries a glass."}},
		},
	}
}

// stage is a room with people in it, a body, and a clock: what a runner would tell a mind.
type stage struct {
	t      *testing.T
	m      mind.Mind
	you    mind.Body
	room   mind.Place
	here   []mind.Entity
	acts   []mind.Action
	at     world.Time
	seq    uint64
	model  func(mind.Ask) mind.Reply
	traces []*mind.Trace // of the last turn
	log    []string
	fails  map[string]string // actions that the world refuses
	puts   []memory.Change
	mute   bool
	host   string // of a model elsewhere, to which people agree; "": everything stays here
}

func newStage(t *testing.T, c npc.Config) *stage {
	return &stage{
		t: t, m: npc.New(c), at: 10 * world.Minute, room: mind.Place{ID: "lantern", Name: "The Drowned Lantern"},
		you: mind.Body{ID: c.ID, Name: c.Name, HP: 20, HPMax: 24, Hour: 19, Tide: "ebb",
			Carrying: []mind.Entity{{ID: "eel-pie-4", Name: "an eel pie", Kind: "item"}}},
		fails: map[string]string{},
	}
}

func (s *stage) person(id, name string) {
	s.here = append(s.here, mind.Entity{ID: id, Name: name, Kind: "person"})
}

func (s *stage) actions() []mind.Action {
	if s.acts != nil {
		return s.acts
	}
	var names []string
	for _, e := range s.here {
		names = append(names, strings.TrimPrefix(e.Name, "the "))
	}
	to := mind.Param{Name: "to", Candidates: names}
	words := mind.Param{Name: "text"}
	out := []mind.Action{{Name: "say", Params: []mind.Param{words}}}
	if len(names) > 0 {
		out = append(out,
			mind.Action{Name: "whisper", Params: []mind.Param{to, words}},
			mind.Action{Name: "tell", Params: []mind.Param{to, words}},
			mind.Action{Name: "give", Params: []mind.Param{{Name: "item", Candidates: []string{"eel pie"}}, to}},
			mind.Action{Name: "quote", Params: []mind.Param{to, {Name: "item"}, {Name: "coins"}}},
			mind.Action{Name: "attack", Params: []mind.Param{{Name: "target", Candidates: names}}},
			mind.Action{Name: "gesture", Params: []mind.Param{{Name: "gesture", Candidates: []string{"nod"}},
				{Name: "person", Candidates: names, Optional: true}}})
	}
	return out
}

// event tells the mind of something, and lets it take its turn. It returns what the mind did, as lines.
func (s *stage) event(p mind.Percept) []string {
	s.t.Helper()
	return s.events(p)
}

func (s *stage) events(list ...mind.Percept) []string {
	s.t.Helper()
	for i := range list {
		s.seq++
		s.at += world.Second
		list[i].Seq, list[i].At = s.seq, s.at
	}
	var out []string
	s.traces = nil
	look := &mind.Look{
		Room: s.room, Entities: s.here, You: s.you, Percepts: list, Actions: s.actions(), Model: s.model != nil, Mute: s.mute,
		Open: s.host == "", Host: s.host,
	}
	in := mind.Input{At: s.at, Look: look}
	for range 4 {
		o := s.m.Step(in)
		s.puts = append(s.puts, o.Put...)
		for n := 0; len(o.Asks) > 0; n++ {
			if n > 12 {
				s.t.Fatal("it never stops asking")
			}
			r := s.model(o.Asks[0])
			r.ID = o.Asks[0].ID
			o = s.m.Step(mind.Input{At: s.at, Reply: &r})
			s.puts = append(s.puts, o.Put...)
		}
		if o.Trace != nil {
			s.traces = append(s.traces, o.Trace)
		}
		if o.Choice == nil {
			break
		}
		s.valid(o.Choice)
		line := o.Choice.Action
		for _, k := range []string{"item", "coins", "target", "direction", "table", "gesture", "to", "text"} {
			if v := o.Choice.Params[k]; v != "" {
				line += " " + v
			}
		}
		out = append(out, line)
		s.seq++
		s.at += world.Second
		done := &mind.Done{Text: "Done.", Refused: s.fails[o.Choice.Action]}
		in = mind.Input{At: s.at, Done: done}
	}
	s.log = append(s.log, out...)
	return out
}

// kept is the memory of the mind as it was written down.
func (s *stage) kept() *memory.Memory {
	rows := map[uint64]memory.Row{}
	for _, c := range s.puts {
		if c.Put == nil {
			delete(rows, c.Drop)
			continue
		}
		rows[c.Put.ID] = *c.Put
	}
	out := memory.New(memory.Config{})
	out.Load(slices.Collect(maps.Values(rows)))
	return out
}

// valid holds a choice against what was offered: an action of the list, its parameters and no others, a candidate where
// there are candidates.
func (s *stage) valid(c *mind.Choice) {
	s.t.Helper()
	for _, a := range s.actions() {
		if a.Name != c.Action {
			continue
		}
		n := 0
		for _, p := range a.Params {
			v, ok := c.Params[p.Name]
			if ok {
				n++
			}
			if !ok && !p.Optional {
				s.t.Errorf("%s lacks %s", c.Action, p.Name)
			}
			if ok && len(p.Candidates) > 0 && !slices.Contains(p.Candidates, v) {
				s.t.Errorf("%s: %s is %q, which is none of %q", c.Action, p.Name, v, p.Candidates)
			}
		}
		if n != len(c.Params) {
			s.t.Errorf("%s has parameters that it does not take: %v", c.Action, c.Params)
		}
		return
	}
	s.t.Errorf("%q was not offered", c.Action)
}

func said(id, name, text string) mind.Percept {
	return mind.Percept{
		Kind: "said", Actor: id, ActorName: name, Text: name + ` says, "` + text + `"`, Sense: []string{"saw", "heard"},
		Data: map[string]any{"text": text},
	}
}
