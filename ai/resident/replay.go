package resident

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/mudlark-mud/mudlark/ai/keep"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/rerun"
	"github.com/mudlark-mud/mudlark/ai/model"
)

// Sources are where that comes from with which a mind is run again.
type Sources struct {
	Tape model.Tape // what models answered
	// Perceived returns what the body perceived of the records from one sequence to another, as the world's journal has
	// it, by the sequences. Nil: what stands in the ledger is believed.
	Perceived func(from, to uint64) (map[uint64][]mind.Percept, error)
}

// Rerun is what came of running a mind again.
type Rerun struct {
	Turns   int    // that were run again
	Deeds   int    // that they came to
	Differs string // what was not as it had been, in words; "" when all was
}

// errForgotten says why a ledger cannot be run again from its beginning.
var errForgotten = errors.New("a part of what it was given was taken out, because somebody was to be forgotten")

// Replay decides again what the mind of a body decided since it last woke, from what it perceived, as the journal has
// it, and from what models answered, as the cassettes have it. A choice that comes out otherwise, a perception or a
// deed that the journal does not know so, and a cassette that is missing or was changed are differences.
func (b *Minds) Replay(body string, from Sources) (Rerun, error) {
	entries, err := b.since(body)
	switch {
	case errors.Is(err, errForgotten):
		return Rerun{Turns: len(entries), Differs: err.Error()}, nil
	case err != nil || len(entries) == 0:
		return Rerun{}, err
	}
	out := Rerun{Turns: len(entries) - 1}
	var steps []rerun.Entry
	var deeds []Deed
	asks := map[uint64]mind.Ask{}
	questions := map[string]mind.Ask{} // by the cassette of their answer
	for _, e := range entries[1:] {
		deeds = append(deeds, e.Turn.Done...)
		for _, s := range e.Turn.Steps {
			steps = append(steps, s.Entry)
			for _, a := range s.Asks {
				asks[a.ID] = a
			}
			if s.Reply != nil && s.Reply.Cassette != "" {
				questions[s.Reply.Cassette] = hiding(asks[s.Reply.ID], *s.Reply)
			}
		}
	}
	out.Deeds = len(deeds)
	p := past{perceived: from.Perceived}
	diff, err := rerun.Replay(entries[0].Woke.begin().mind, steps, rerun.Sources{
		Look: p.look,
		Cassette: func(key string) (string, error) {
			return played(body, key, questions[key], from.Tape)
		},
	})
	switch {
	case err != nil:
		out.Differs, err = err.Error(), nil
	case diff != nil:
		out.Differs = diff.String()
	default:
		out.Differs, err = p.missing(deeds)
	}
	return out, err
}

// since returns a mind's ledger from when it last woke, oldest first; nothing when that is no longer kept.
func (b *Minds) since(body string) (entries []entry, err error) {
	var broken error
	err = b.Keep.Latest(body, func(e keep.Entry) bool {
		var one entry
		switch {
		case e.Turn == nil || e.Edited:
			broken = errForgotten
		default:
			broken = json.Unmarshal(e.Turn, &one)
		}
		entries = append(entries, one)
		return broken == nil && one.Woke == nil
	})
	switch {
	case err != nil:
		return nil, err //nolint:wrapcheck // it says what was read
	case broken != nil:
		return entries, fmt.Errorf("read the ledger of %s: %w", body, broken)
	case len(entries) == 0 || entries[len(entries)-1].Woke == nil:
		return nil, nil
	}
	slices.Reverse(entries)
	return entries, nil
}

// played reads a model's words from their cassette, which must be the answer to what the mind asked.
func played(body, key string, ask mind.Ask, tape model.Tape) (string, error) {
	var at [32]byte
	if n, err := hex.Decode(at[:], []byte(key)); err != nil || n != len(at) {
		return "", fmt.Errorf("%q names no cassette", key)
	}
	call, err := callOf(body, ask)
	if err != nil {
		return "", err
	}
	kept, err := model.Play(tape, at, call)
	return kept.Text, err //nolint:wrapcheck // it names the cassette
}

// past reads from the journal what a body perceived.
type past struct {
	perceived func(from, to uint64) (map[uint64][]mind.Percept, error)
}

// look returns what was perceived as the journal has it, in the place of what the ledger has.
func (p past) look(e rerun.Entry) (*mind.Look, error) {
	if p.perceived == nil || len(e.Look.Percepts) == 0 {
		return e.Look, nil
	}
	list := e.Look.Percepts
	told, err := p.perceived(list[0].Seq, list[len(list)-1].Seq)
	if err != nil {
		return nil, err
	}
	look := *e.Look
	look.Percepts = make([]mind.Percept, 0, len(list))
	for _, was := range list {
		i := slices.IndexFunc(told[was.Seq], func(q mind.Percept) bool { return q.N == was.N })
		if i < 0 {
			return nil, fmt.Errorf("record %d told it nothing like %q", was.Seq, was.Text)
		}
		now := told[was.Seq][i]
		if !reflect.DeepEqual(now, was) {
			return nil, fmt.Errorf("record %d told it %q, and the ledger has %q", was.Seq, now.Text, was.Text)
		}
		look.Percepts = append(look.Percepts, now)
	}
	return &look, nil
}

// missing names the first deed of the ledger that the journal does not have as the body's own.
func (p past) missing(deeds []Deed) (string, error) {
	if p.perceived == nil {
		return "", nil
	}
	for _, d := range deeds {
		for _, seq := range d.Seqs {
			told, err := p.perceived(seq, seq)
			if err != nil {
				return "", err
			}
			if !slices.ContainsFunc(told[seq], did) {
				return fmt.Sprintf("record %d is none of its deeds, and the ledger has %s %v", seq, d.Choice.Action,
					d.Choice.Params), nil
			}
		}
	}
	return "", nil
}
