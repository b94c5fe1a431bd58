// Package encounterfile writes one encounter into a file that stands alone, and reads it: how the encounter began, each
// act with its events and the digest of the state after it, and how the encounter ended. The file can be run again with
// no world around it; a run reports the first step that came out otherwise (S3-26).
//
// Its one idea: the world keeps events and no acts, for the events tell the acts. [Of] reads the acts back from the
// events of the encounter and runs each on a copy as it goes, so every file has been replayed once before it is
// written.
//
// Everything here is a pure function.
package encounterfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Format is what the head of an encounter file says it is.
const Format = "mudlark-encounter-1"

// Limits of what is read.
const (
	BytesMost = 8 << 20
	StepsMost = 20_000
)

// Meta is the head of an encounter file.
type Meta struct {
	Format    string            `json:"format"`
	Rules     int               `json:"rules"` // world.Rules when it was written
	Encounter world.EncounterID `json:"encounter"`
	Room      world.RoomID      `json:"room"`
	Name      string            `json:"name"`
	From      uint64            `json:"from"` // its records in the world
	To        uint64            `json:"to"`
}

// File is one encounter.
type File struct {
	Meta         Meta           `json:"meta"`
	InitialState world.Skirmish `json:"initialState"`
	Steps        []Step         `json:"steps"`
	Final        Final          `json:"final"`
}

// Step is one act and what came of it.
type Step struct {
	Action            world.Act `json:"action"`
	ExpectedEvents    []Event   `json:"expectedEvents"`
	ExpectedStateHash string    `json:"expectedStateHash"`
}

// Event is one event by its kind (ATTACK_RESOLVED) and fields.
type Event struct {
	Type string          `json:"type"`
	Data json.RawMessage `json:"data"`
}

// Final is how it ended.
type Final struct {
	StateHash string        `json:"stateHash"`
	How       world.Outcome `json:"how"`
	Won       world.Side    `json:"won,omitempty"`
	Round     int           `json:"round"`
}

// Difference is the first thing in which a replay came out otherwise. Step counts from 1; 0 is the beginning.
type Difference struct {
	Step int    `json:"step"`
	What string `json:"what"`
	Want string `json:"want"`
	Got  string `json:"got"`
}

// Error says it in a sentence.
func (d *Difference) Error() string {
	return fmt.Sprintf("step %d: %s: the bundle has %s, and the replay %s", d.Step, brief(d.What), brief(d.Want),
		brief(d.Got))
}

// brief cuts what somebody wrote into a file down to what fits into a message.
func brief(text string) string {
	const runesMost = 400
	if r := []rune(text); len(r) > runesMost {
		return string(r[:runesMost]) + "..."
	}
	return text
}

// digest makes the digests of how a skirmish stands. A ground never changes, so that its own is made once.
type digest struct{ ground [sha256.Size]byte }

func digestOn(k *world.Skirmish) digest { return digest{sha256.Sum256(marshal(k.Ground))} }

// of is the SHA-256, in hex, of the SHA-256 of the ground's JSON and, behind it, the skirmish's JSON with an empty
// ground.
func (d digest) of(k *world.Skirmish) string {
	bare := *k
	bare.Ground = world.Ground{}
	sum := sha256.Sum256(append(d.ground[:], marshal(&bare)...))
	return hex.EncodeToString(sum[:])
}

func marshal(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // numbers and texts always marshal
	}
	return raw
}

// Of makes the bundle of an encounter from its events, in order from its opening to its end. Those of others are left
// out. It fails when there is no opening or no end among them, or when they do not follow from one another.
func Of(events []world.Event) (*File, error) {
	var (
		b       File
		k       *world.Skirmish
		strokes []world.Stroke
	)
	for _, e := range events {
		if o, ok := e.(world.EncounterOpened); ok && k == nil {
			b.Meta = Meta{Format: Format, Rules: world.Rules, Encounter: o.Encounter, Room: o.Room, Name: o.Name}
			k = world.NewSkirmish(o)
			continue
		}
		if s, ok := e.(world.Stroke); ok && k != nil && s.In() == b.Meta.Encounter {
			strokes = append(strokes, s)
		}
	}
	if k == nil {
		return nil, errors.New("the records tell of no encounter")
	}
	b.InitialState = *k.Copy()
	sum := digestOn(k)
	for len(strokes) > 0 {
		act, ok := world.ActOf(k, strokes)
		if !ok {
			return nil, fmt.Errorf("step %d: no act comes to %T", len(b.Steps)+1, strokes[0])
		}
		got, r := k.Do(act)
		if r != nil {
			return nil, fmt.Errorf("step %d: %s %s: %w", len(b.Steps)+1, act.Kind, act.Entity, r)
		}
		if len(got) == 0 || len(got) > len(strokes) {
			return nil, fmt.Errorf("step %d: %s comes to %d events of %d", len(b.Steps)+1, act.Kind, len(got), len(strokes))
		}
		step := Step{Action: act, ExpectedStateHash: sum.of(k)}
		for i, e := range got {
			want := plain(strokes[i])
			if have := plain(e); have.Type != want.Type || !bytes.Equal(have.Data, want.Data) {
				return nil, &Difference{len(b.Steps) + 1, "event " + want.Type, string(want.Data), string(have.Data)}
			}
			step.ExpectedEvents = append(step.ExpectedEvents, want)
		}
		strokes = strokes[len(got):]
		b.Steps = append(b.Steps, step)
	}
	if k.Mode != world.ModeOver {
		return nil, errors.New("the encounter is not over yet")
	}
	b.Final = Final{StateHash: sum.of(k), How: k.How, Won: k.Won, Round: k.Round}
	return &b, nil
}

// plain is an event without what only a world knows of it: when and under which number it happened.
func plain(s world.Stroke) Event {
	return Event{Type: kindOf(s), Data: marshal(s.Bare())}
}

// kindOf is the name of a kind of events as bundles write it: ATTACK_RESOLVED.
func kindOf(s world.Stroke) string {
	var b strings.Builder
	for i, r := range reflect.TypeOf(s).Name() {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return strings.ToUpper(b.String())
}

// Read reads a bundle. Anything that is not one is refused with what was wrong.
func Read(r io.Reader) (*File, error) {
	raw, err := io.ReadAll(io.LimitReader(r, BytesMost+1))
	if err != nil {
		return nil, fmt.Errorf("read the bundle: %w", err)
	}
	if len(raw) > BytesMost {
		return nil, fmt.Errorf("the bundle is longer than %d MiB", BytesMost>>20)
	}
	if n := longest(raw); n > StepsMost {
		return nil, fmt.Errorf("the bundle has a list of %d, and at most %d steps are run", n, StepsMost)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	var b File
	if err := d.Decode(&b); err != nil {
		return nil, fmt.Errorf("read the bundle: %w", err)
	}
	_, err = d.Token()
	switch {
	case !errors.Is(err, io.EOF):
		return nil, errors.New("read the bundle: something follows it")
	case b.Meta.Format != Format:
		return nil, fmt.Errorf("this is no bundle of an encounter: its format is %q, wanted %q", b.Meta.Format, Format)
	}
	return &b, nil
}

// longest returns how many entries the longest list of a JSON text has. It is asked before anything is made of the
// text: a list of two bytes an entry would take a hundred times as much.
func longest(raw []byte) int {
	var open []int // entries so far of each bracket that is open; -1 of an object
	most, isText := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case isText && c == '\\':
			i++
		case c == '"':
			isText = !isText
		case isText:
		case c == '[':
			open = append(open, 1)
		case c == '{':
			open = append(open, -1)
		case c == ']' || c == '}':
			open = open[:max(0, len(open)-1)]
		case c == ',' && len(open) > 0 && open[len(open)-1] > 0:
			open[len(open)-1]++
			most = max(most, open[len(open)-1])
		}
	}
	return most
}

// Verify runs a bundle again. It returns nil when everything came out as the bundle says, a [*Difference] for the first
// thing that did not, or what is wrong with the bundle.
func (b *File) Verify() error {
	k := b.InitialState.Copy()
	switch {
	case b.Meta.Encounter != k.Encounter:
		return errors.New("the head is of one encounter, and the beginning of another")
	case len(b.Steps) > StepsMost:
		return fmt.Errorf("the bundle has %d steps, and at most %d are run", len(b.Steps), StepsMost)
	}
	if err := k.Valid(); err != nil {
		return fmt.Errorf("the beginning of the bundle cannot be: %w", err)
	}
	sum := digestOn(k)
	for i, step := range b.Steps {
		n := i + 1
		got, r := k.Do(step.Action)
		if r != nil {
			return &Difference{n, string(step.Action.Kind), "events", "a refusal: " + r.Text}
		}
		for j, want := range step.ExpectedEvents {
			if j >= len(got) {
				return &Difference{n, "event " + want.Type, want.text(), "nothing"}
			}
			have := plain(got[j])
			if have.Type != want.Type || !same(have.Data, want.Data) {
				return &Difference{n, "event " + want.Type, want.text(), have.text()}
			}
		}
		if len(got) > len(step.ExpectedEvents) {
			return &Difference{n, "events", "no more", kindOf(got[len(step.ExpectedEvents)])}
		}
		if have := sum.of(k); have != step.ExpectedStateHash {
			return &Difference{n, "state", step.ExpectedStateHash, have}
		}
	}
	if k.Mode != world.ModeOver {
		return &Difference{len(b.Steps), "end", "no further step", "a fight that is not over"}
	}
	final := Final{StateHash: sum.of(k), How: k.How, Won: k.Won, Round: k.Round}
	if final != b.Final {
		return &Difference{len(b.Steps), "end", fmt.Sprintf("%+v", b.Final), fmt.Sprintf("%+v", final)}
	}
	return nil
}

// text is an event in a line.
func (e Event) text() string {
	var out bytes.Buffer
	if json.Compact(&out, e.Data) != nil {
		return e.Type
	}
	return e.Type + " " + out.String()
}

// same reports whether two texts are the same JSON.
func same(a, b json.RawMessage) bool {
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}
