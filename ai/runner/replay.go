package runner

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/store"
)

// A mind is run again stretch by stretch. A stretch is what it lived through from one waking to the next: a restart, an
// hour in which somebody was forgotten. Each begins with how the mind was as it woke, which stands in the ledger.

// replayMost is how long a mind is run again, the newest stretch first. What was not reached by then is told.
const replayMost = 20 * time.Second

// replayPage is how many entries of a ledger are read at a time.
const replayPage = 64

// Sources are where that comes from with which a mind is run again.
type Sources struct {
	Tape model.Tape // what models answered
	// First is the oldest record that the world's journal still has. What was perceived before it is taken from the
	// ledger.
	First uint64
	// Perceived returns what the body perceived of the records from one sequence to another, as the world's journal has
	// it, by the sequences. Nil: what stands in the ledger is believed.
	Perceived func(from, to uint64) (map[uint64][]mind.Percept, error)
}

// Stretch is what came of running a mind again from one waking to the next.
type Stretch struct {
	From, To uint64 // the records that it speaks of
	Turns    int    // that were run again
	Deeds    int    // that they came to
	Differs  string // what was not as it had been, in words; "" when all was
	Believed int    // things perceived in records that are no longer kept: they are as the ledger has them
	Not      int    // turns that could not be run again,
	Why      string // and why
}

// Why a stretch could not be run again, or not to its end.
const (
	whyEdited  = "what stands of them is not whole any more: " // and a reason of the package keep
	whyPruned  = "how it was when that stretch began is no longer kept"
	whyTime    = "there was no time left"
	whyWaking  = "how it was when that stretch began cannot be read"
	whyDiffers = "they come after what was not the same"
)

// run is where a stretch lies in a ledger.
type run struct {
	first, last uint64 // entries
	count       int    // how many
	seq, to     uint64
	isPruned    bool // it has no beginning
}

// Replay decides again what the mind of a body decided, from what it perceived, as the journal has it, and from what
// models answered, as the cassettes have it: each stretch that the ledger has, oldest first. A choice that comes out
// otherwise, a perception or a deed that the journal does not know so, and a cassette that is missing or was changed
// are differences.
func (b *Minds) Replay(ctx context.Context, body string, from Sources) ([]Stretch, error) {
	if err := b.Keep.Flush(ctx); err != nil {
		return nil, fmt.Errorf("write down what %s decided: %w", body, err)
	}
	runs, err := b.runs(body)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, replayMost)
	defer cancel()
	var out []Stretch
	for _, r := range slices.Backward(runs) {
		s, err := b.stretch(ctx, body, r, from)
		if err != nil {
			return nil, err
		}
		if s.Turns+s.Not > 0 {
			out = append(out, s)
		}
	}
	slices.Reverse(out)
	return out, nil
}

// runs finds the stretches of a ledger.
func (b *Minds) runs(body string) (out []run, err error) {
	r := run{isPruned: true}
	err = b.Keep.Latest(body, func(e store.Entry) bool {
		if r.count == 0 {
			r.last, r.to = e.N, e.Seq
		}
		r.first, r.seq = e.N, e.Seq
		r.count++
		if isWaking(e) {
			r.isPruned = false
			out = append(out, r)
			r = run{isPruned: true}
		}
		return true
	})
	if r.count > 0 {
		out = append(out, r)
	}
	slices.Reverse(out)
	return out, err //nolint:wrapcheck // it says what was read
}

// isWaking reports whether an entry says how a mind was when it woke. [entry] has that in front.
func isWaking(e store.Entry) bool { return e.Begins || bytes.HasPrefix(e.Turn, []byte(`{"woke":`)) }

// stretch runs a mind again from one waking to the next.
func (b *Minds) stretch(ctx context.Context, body string, r run, from Sources) (Stretch, error) {
	out := Stretch{From: r.seq, To: r.to}
	again := &again{body: body, from: from, out: &out}
	if r.isPruned {
		out.Not, out.Why = r.count, whyPruned
		return out, nil
	}
	for n := r.first; n <= r.last; {
		page := make([]store.Entry, 0, replayPage)
		if err := b.Keep.From(body, n, func(e store.Entry) bool {
			if e.N <= r.last {
				page = append(page, e)
			}
			return e.N < r.last && len(page) < replayPage
		}); err != nil {
			return out, err //nolint:wrapcheck // it says what was read
		}
		if len(page) == 0 {
			break
		}
		for _, e := range page {
			n = e.N + 1
			why, err := again.entry(ctx, e, b.Build)
			if err != nil {
				return out, err
			}
			if out.Not = r.count - 1 - out.Turns; why != "" && out.Not > 0 {
				out.Why = why
				return out, nil
			}
		}
	}
	return out, nil
}

// again is a mind that is run again.
type again struct {
	body string
	from Sources
	out  *Stretch

	mind  mind.Mind
	build string // of the program that decided, when it was another one
	steps uint64
}

// entry runs one entry of the ledger again. It says why it cannot.
func (a *again) entry(ctx context.Context, e store.Entry, build string) (why string, err error) {
	switch {
	case e.Turn == nil || e.Edited:
		return whyEdited + cmp.Or(e.Why, store.WhyForgotten), nil
	case ctx.Err() != nil:
		return whyTime, nil //nolint:nilerr // it is told
	}
	var one entry
	if err := json.Unmarshal(e.Turn, &one); err != nil || one.Woke == nil && one.Turn == nil {
		return whyWaking, nil //nolint:nilerr // it is told
	}
	if one.Woke != nil {
		a.mind = one.Woke.begin().mind
		if one.Woke.Build != build {
			a.build = cmp.Or(one.Woke.Build, "an older mudlark")
		}
		return "", nil
	}
	if a.mind == nil {
		return whyWaking, nil
	}
	differs, err := a.turn(one.Turn)
	if err != nil {
		return "", err
	}
	a.out.Turns++
	a.out.Deeds += len(one.Turn.Done)
	if differs == "" {
		return "", nil
	}
	if a.build != "" {
		differs = "it was decided by " + a.build + ", and this is " + build + ": " + differs
	}
	a.out.Differs = differs
	if e.Seq > 0 {
		a.out.Differs += fmt.Sprintf(" (in the turn up to record %d)", e.Seq)
	}
	return whyDiffers, nil
}

// turn runs a turn again, and says what differs.
func (a *again) turn(t *kept) (string, error) {
	var steps []npc.ReplayEntry
	asks := map[uint64]mind.Ask{}
	questions := map[string]mind.Ask{} // by the cassette of their answer
	for _, s := range t.Steps {
		if s.N != a.steps+1 {
			return fmt.Sprintf("step %d follows step %d", s.N, a.steps), nil
		}
		a.steps++
		steps = append(steps, s.ReplayEntry)
		for _, ask := range s.Asks {
			asks[ask.ID] = ask
		}
		if s.Reply != nil && s.Reply.Cassette != "" {
			questions[s.Reply.Cassette] = Hiding(asks[s.Reply.ID], *s.Reply)
		}
	}
	diff, err := npc.Replay(a.mind, steps, npc.ReplaySources{
		Look: a.look,
		Cassette: func(key string) (string, error) {
			return Answered(a.body, key, questions[key], a.from.Tape)
		},
	})
	switch {
	case err != nil:
		return err.Error(), nil //nolint:nilerr // it is told
	case diff != nil:
		return diff.String(), nil
	}
	return a.missing(t.Done)
}

// look returns what was perceived as the journal has it, in the place of what the ledger has.
func (a *again) look(e npc.ReplayEntry) (*mind.Look, error) {
	list := e.Look.Percepts
	if a.from.Perceived == nil || len(list) == 0 {
		return e.Look, nil
	}
	told, err := a.from.Perceived(max(list[0].Seq, a.from.First), list[len(list)-1].Seq)
	if err != nil {
		return nil, err
	}
	look := *e.Look
	look.Percepts = make([]mind.Percept, 0, len(list))
	for _, was := range list {
		if was.Seq < a.from.First {
			a.out.Believed++
			look.Percepts = append(look.Percepts, was)
			continue
		}
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
func (a *again) missing(deeds []Deed) (string, error) {
	if a.from.Perceived == nil {
		return "", nil
	}
	for _, d := range deeds {
		for _, seq := range d.Seqs {
			if seq < a.from.First {
				continue
			}
			told, err := a.from.Perceived(seq, seq)
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
