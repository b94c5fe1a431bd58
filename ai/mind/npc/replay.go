package npc

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/world"
)

// A record of what a mind was given and what it decided, and a run of a mind from that record.
//
// A mind is a state machine, so its inputs are all there is to keep. What a model said is not kept here but where all
// its answers are (their cassettes), under the key that stands in the record, with a hash of the text: a mind that is
// run again decides exactly as it did, or the first input after which it did not is named. All of it are pure functions
// but for what the given functions do.

// ReplayEntry is one step of a mind.
type ReplayEntry struct {
	N      uint64      `json:"n"`
	At     world.Time  `json:"at"`
	Look   *mind.Look  `json:"look,omitempty"`
	Done   *mind.Done  `json:"done,omitempty"`
	Reply  *mind.Reply `json:"reply,omitempty"` // its text only where it is kept nowhere else
	Sum    string      `json:"sum,omitempty"`   // SHA-256 of the reply's text
	Output string      `json:"output"`          // SHA-256 of what came of it
}

// NoteStep makes the entry of a step.
func NoteStep(n uint64, in mind.Input, out mind.Output) (ReplayEntry, error) {
	digest, err := digestOf(out)
	if err != nil {
		return ReplayEntry{}, err
	}
	e := ReplayEntry{N: n, At: in.At, Look: in.Look, Done: in.Done, Output: digest}
	if in.Reply != nil {
		r := *in.Reply
		e.Sum = sum([]byte(r.Text))
		if r.Cassette != "" {
			r.Text = ""
		}
		e.Reply = &r
	}
	return e, nil
}

// given counts what a step was given.
func (e *ReplayEntry) given() int {
	n := 0
	for _, is := range []bool{e.Look != nil, e.Done != nil, e.Reply != nil} {
		if is {
			n++
		}
	}
	return n
}

// digestOf is the hash of all that a mind decided and why. JSON writes maps in order, so it is the same everywhere.
func digestOf(out mind.Output) (string, error) {
	data, err := json.Marshal(out)
	if err != nil {
		return "", fmt.Errorf("hash an output: %w", err)
	}
	return sum(data), nil
}

func sum(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

// ReplaySources are where a record's inputs come from.
type ReplaySources struct {
	Look     func(ReplayEntry) (*mind.Look, error) // perceptions, made again from the world's journal; nil: as recorded
	Cassette func(key string) (string, error)      // what a model said; nil: no model said anything
}

// ReplayDifference is the first step that came out otherwise.
type ReplayDifference struct {
	N         uint64
	What      string // reply: a model's words are not those of the record; output: another decision
	Got, Want string // hashes
	Cassette  string // that holds the words which are others now; "" when none does
	Choice    *mind.Choice
}

// String says what differs.
func (d *ReplayDifference) String() string {
	text := fmt.Sprintf("step %d: %s is %.12s, and was %.12s", d.N, d.What, d.Got, d.Want)
	if d.Cassette != "" {
		text += " (cassette " + d.Cassette + ")"
	}
	if d.Choice != nil {
		text += fmt.Sprintf(" (now it chooses %s %v)", d.Choice.Action, d.Choice.Params)
	}
	return text
}

// Replay runs a mind, as it was before the first entry, from its record. It returns the first difference, nil when
// there is none, and an error when a source fails, the record has a gap, or a step was given nothing or two things.
func Replay(m mind.Mind, entries []ReplayEntry, from ReplaySources) (*ReplayDifference, error) {
	for i, e := range entries {
		if i > 0 && e.N != entries[i-1].N+1 {
			return nil, fmt.Errorf("replay a mind: step %d follows step %d", e.N, entries[i-1].N)
		}
		if given := e.given(); given != 1 {
			return nil, fmt.Errorf("replay step %d: it was given %d things, and a step takes one", e.N, given)
		}
		in := mind.Input{At: e.At, Look: e.Look, Done: e.Done}
		if e.Look != nil && from.Look != nil {
			look, err := from.Look(e)
			if err != nil {
				return nil, fmt.Errorf("replay step %d: perceptions: %w", e.N, err)
			}
			in.Look = look
		}
		if e.Reply != nil {
			r := *e.Reply
			if r.Cassette != "" && r.Text != "" {
				return nil, fmt.Errorf("replay step %d: the record has words, and cassette %s too", e.N, r.Cassette)
			}
			if r.Cassette != "" {
				if from.Cassette == nil {
					return nil, fmt.Errorf("replay step %d: there are no cassettes, and it needs %s", e.N, r.Cassette)
				}
				text, err := from.Cassette(r.Cassette)
				if err != nil {
					return nil, fmt.Errorf("replay step %d: %w", e.N, err)
				}
				r.Text = text
			}
			if got := sum([]byte(r.Text)); got != e.Sum {
				return &ReplayDifference{N: e.N, What: "reply", Got: got, Want: e.Sum, Cassette: r.Cassette}, nil
			}
			in.Reply = &r
		}
		out := m.Step(in)
		got, err := digestOf(out)
		if err != nil {
			return nil, fmt.Errorf("replay step %d: %w", e.N, err)
		}
		if got != e.Output {
			return &ReplayDifference{N: e.N, What: "output", Got: got, Want: e.Output, Choice: out.Choice}, nil
		}
	}
	return nil, nil //nolint:nilnil // no difference is what is hoped for
}
