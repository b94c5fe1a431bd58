package resident

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/mudlark-mud/mudlark/ai/keep"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/model"
)

// Rerun is what came of running a mind again.
type Rerun struct {
	Turns   int    // that were run again
	Choices int    // that they came to
	Differs string // what was not as it had been, in words; "" when all was
}

// Replay decides again what the mind of a body decided since it last woke: from what it perceived and from what models
// answered, as both were kept. The answers are read from the cassettes, and one that was changed is a difference.
func (b *Minds) Replay(body string, tapes model.Tape) (Rerun, error) {
	var out Rerun
	entries, err := b.since(body)
	if err != nil || len(entries) == 0 {
		return out, err
	}
	m := entries[0].Woke.begin().mind
	for _, e := range entries[1:] {
		if e.Turn == nil {
			out.Differs = "a part of what it was given was taken out, because somebody was to be forgotten"
			return out, nil
		}
		out.Turns++
		out.Choices += len(e.Turn.Done)
		for _, s := range e.Turn.Steps {
			in := s.In
			if in.Reply != nil {
				again, err := answered(body, *in.Reply, asked(e.Turn, in.Reply.ID), tapes)
				if err != nil {
					out.Differs = err.Error()
					return out, nil
				}
				in.Reply = &again
			}
			if got := m.Step(in); !same(got, s.Out) {
				out.Differs = fmt.Sprintf("in turn %d it now wants %s, where it wanted %s", out.Turns, brief(got), brief(s.Out))
				return out, nil
			}
		}
	}
	return out, nil
}

// since returns a mind's ledger from when it last woke.
func (b *Minds) since(body string) (entries []Entry, err error) {
	var broken error
	err = b.Keep.Latest(body, func(e keep.Entry) bool {
		var one Entry
		if e.Turn != nil {
			broken = json.Unmarshal(e.Turn, &one)
		}
		entries = append(entries, one)
		return broken == nil && one.Woke == nil
	})
	if err == nil && broken != nil {
		err = fmt.Errorf("read the ledger of %s: %w", body, broken)
	}
	for i, j := 0, len(entries)-1; i < j; i, j = i+1, j-1 {
		entries[i], entries[j] = entries[j], entries[i]
	}
	if len(entries) > 0 && entries[0].Woke == nil {
		return nil, nil // it began before the oldest that is kept
	}
	return entries, err //nolint:wrapcheck // it says what was read
}

// asked returns the question of a turn that a reply answers.
func asked(t *Turn, id uint64) *mind.Ask {
	for i := range t.Steps {
		for j := range t.Steps[i].Out.Asks {
			if a := &t.Steps[i].Out.Asks[j]; a.ID == id {
				return a
			}
		}
	}
	return nil
}

// answered reads a reply from its cassette. One that has none was never sent, and is as the ledger has it.
func answered(body string, r mind.Reply, ask *mind.Ask, tapes model.Tape) (mind.Reply, error) {
	if r.Cassette == "" {
		return r, nil
	}
	var at [32]byte
	if n, err := hex.Decode(at[:], []byte(r.Cassette)); err != nil || n != len(at) || ask == nil {
		return r, fmt.Errorf("the ledger names no cassette by %q", r.Cassette)
	}
	call, err := callOf(body, *ask)
	if err != nil {
		return r, err
	}
	kept, err := model.Play(tapes, at, call)
	if err != nil {
		return r, err //nolint:wrapcheck // it names the cassette
	}
	r.Text, r.Failed = kept.Text, string(kept.Failed)
	return r, nil
}

// same reports whether a mind wants the same, to the byte of what is written down.
func same(a, b mind.Output) bool {
	x, errA := json.Marshal(a)
	y, errB := json.Marshal(b)
	return errA == nil && errB == nil && bytes.Equal(x, y)
}

// brief is what a mind wants, in a few words.
func brief(o mind.Output) string {
	switch {
	case o.Choice != nil:
		return fmt.Sprintf("%s %v", o.Choice.Action, o.Choice.Params)
	case len(o.Asks) > 0:
		return fmt.Sprintf("%d answers", len(o.Asks))
	}
	return "to wait"
}
