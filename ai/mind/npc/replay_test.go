package npc_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/world"
)

func config() npc.Config {
	return npc.Config{
		ID: "npc-hob", Name: "Hob", Stages: npc.Usual(), Spec: world.MindSpec{Traits: []string{"patient"}},
	}
}

// evening is a record of a few turns with a model, and the cassettes.
func evening(t *testing.T) ([]npc.ReplayEntry, map[string]string) {
	t.Helper()
	m := npc.New(config())
	var out []npc.ReplayEntry
	tapes := map[string]string{}
	step := func(in mind.Input) mind.Output {
		o := m.Step(in)
		e, err := npc.NoteStep(uint64(len(out)+1), in, o)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
		return o
	}
	for i, text := range []string{"Hob, I think that a storm comes", "Hob, give me the moon", "bye"} {
		at := world.Time(i+1) * world.Minute
		o := step(mind.Input{At: at, Look: &mind.Look{
			Room: mind.Place{ID: "inn"}, Entities: []mind.Entity{{ID: "pc-ann", Name: "Ann", Kind: "person"}}, Model: true,
			Open:    true,
			Actions: []mind.Action{{Name: "say", Params: []mind.Param{{Name: "text"}}}},
			Percepts: []mind.Percept{{
				Seq: uint64(i + 1), At: at, Kind: "said", Actor: "pc-ann", ActorName: "Ann", Text: "Ann says something.",
				Sense: []string{"saw", "heard"}, Data: map[string]any{"text": text},
			}},
		}})
		for len(o.Asks) > 0 {
			text := `{"action":"say","parameters":{}}`
			if o.Asks[0].Template == "speak" {
				text = fmt.Sprintf("The gulls went in %d hours ago.", i+2)
			}
			key := fmt.Sprintf("tape-%d", len(tapes))
			tapes[key] = text
			o = step(mind.Input{At: at, Reply: &mind.Reply{ID: o.Asks[0].ID, Text: text, Cassette: key}})
		}
		for o.Choice != nil {
			o = step(mind.Input{At: at, Done: &mind.Done{Text: "You say so."}})
		}
	}
	if len(tapes) < 2 {
		t.Fatalf("models were asked %d times, want more", len(tapes))
	}
	return out, tapes
}

func from(tapes map[string]string) npc.ReplaySources {
	return npc.ReplaySources{Cassette: func(key string) (string, error) {
		text, ok := tapes[key]
		if !ok {
			return "", errors.New("there is no cassette " + key)
		}
		return text, nil
	}}
}

// A mind that is run again from its record decides exactly as it did, also when the record was written down between.
func TestReplay(t *testing.T) {
	record, tapes := evening(t)
	data, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(data), "gulls went in 2 hours ago.\",\"Failed") {
		t.Error("the record holds what a model said, which the cassettes keep")
	}
	var read []npc.ReplayEntry
	if err := json.Unmarshal(data, &read); err != nil {
		t.Fatal(err)
	}
	diff, err := npc.Replay(npc.New(config()), read, from(tapes))
	if err != nil || diff != nil {
		t.Errorf("got %v, %v, want the same evening", diff, err)
	}
}

// One changed byte of one cassette makes it fail, whatever it changes; so do another mind, another perception, a
// cassette that is gone and a step that is gone.
func TestReplayFinds(t *testing.T) {
	record, tapes := evening(t)
	for key, text := range tapes {
		for i := range len(text) {
			changed := map[string]string{}
			maps.Copy(changed, tapes)
			b := []byte(text)
			b[i] ^= 1
			changed[key] = string(b)
			diff, err := npc.Replay(npc.New(config()), record, from(changed))
			if err != nil || diff == nil || diff.What != "reply" {
				t.Fatalf("%s, byte %d: got %v, %v, want a difference of a reply", key, i, diff, err)
			}
			if text := diff.String(); diff.Cassette != key || !strings.Contains(text, "cassette "+key) {
				t.Fatalf("%s, byte %d: it says %q, without the cassette's name", key, i, text)
			}
		}
	}
	other := config()
	other.Spec.Traits = []string{"talkative"}
	if diff, err := npc.Replay(npc.New(other), record, from(tapes)); err != nil || diff == nil || diff.N != 1 &&
		diff.What != "output" {
		t.Errorf("another mind: got %v, %v, want a difference", diff, err)
	}
	sources := from(tapes)
	sources.Look = func(e npc.ReplayEntry) (*mind.Look, error) {
		look := *e.Look
		look.Percepts = nil
		return &look, nil
	}
	if diff, err := npc.Replay(npc.New(config()), record, sources); err != nil || diff == nil || diff.N != 1 {
		t.Errorf("other perceptions: got %v, %v, want a difference at once", diff, err)
	}
	if _, err := npc.Replay(npc.New(config()), record, from(nil)); err == nil {
		t.Error("without cassettes: got no error")
	}
	if _, err := npc.Replay(npc.New(config()), record, npc.ReplaySources{}); err == nil ||
		!strings.Contains(err.Error(), "tape-0") {
		t.Errorf("without any cassettes: got %v, want an error that names the first", err)
	}
	if _, err := npc.Replay(npc.New(config()), append(record[:1:1], record[2:]...), from(tapes)); err == nil {
		t.Error("without its second step: got no error")
	}
}

// A record that somebody has worked on is not taken for one: every step is tried without its input, with another beside
// it, at another number, with another outcome, and with words of its own where a cassette has them.
func TestReplayIsNotFooled(t *testing.T) {
	record, tapes := evening(t)
	for i := range record {
		for what, change := range map[string]func(*npc.ReplayEntry){
			"no input":        func(e *npc.ReplayEntry) { e.Look, e.Done, e.Reply = nil, nil, nil },
			"two inputs":      func(e *npc.ReplayEntry) { e.Look, e.Done = &mind.Look{}, &mind.Done{} },
			"another outcome": func(e *npc.ReplayEntry) { e.Output = strings.Repeat("0", len(e.Output)) },
			"another number":  func(e *npc.ReplayEntry) { e.N += 2 },
			"its own words": func(e *npc.ReplayEntry) {
				if e.Reply == nil {
					e.Output = ""
					return
				}
				r := *e.Reply
				r.Text = "I say something else."
				e.Reply = &r
			},
		} {
			if what == "another number" && i == 0 {
				continue // where a record begins is for whoever keeps it to know
			}
			changed := slices.Clone(record)
			change(&changed[i])
			diff, err := npc.Replay(npc.New(config()), changed, from(tapes))
			if diff == nil && err == nil {
				t.Errorf("step %d, %s: it was taken for the same evening", record[i].N, what)
			}
			name := fmt.Sprintf("step %d", record[i].N)
			if said := fmt.Sprint(diff, err); what != "another number" && !strings.Contains(said, name) {
				t.Errorf("step %d, %s: it says %q, which names no step", record[i].N, what, said)
			}
		}
	}
}
