package usage

import (
	"fmt"
	"maps"
	"sync"
	"time"
)

// perMille is all of them, where so many of a thousand are meant.
const perMille = 1000

// Event is one thing that happened, as a [Sink] is given it.
type Event struct {
	At   time.Time
	Name Name
	Dims Dims
}

// Sink is where events go one by one. Emit must not block, and may be called from many goroutines.
type Sink interface {
	Emit(Event)
}

// Config is how a [Tracker] is set up. The zero value is fine: nothing is sampled and nobody is told event by event.
type Config struct {
	// Sink is where events go besides the sums; nil means nowhere.
	Sink Sink
	// Sample says of how many in a thousand events of a name the sink is told; a name that is not there is told always.
	// Rejections and alerts may not be named, and an event whose outcome is a rejection, or that was flagged, is told
	// whatever stands here. Sums count everything.
	Sample map[Name]int
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// Tracker counts.
type Tracker struct {
	sink   Sink
	now    func() time.Time
	rules  map[Dim]rule
	sample map[Name]int

	mu     sync.Mutex
	seen   map[Name]int // of sampled names, to take every so manieth
	models map[string]bool
	total  table
	past   []slice // oldest first
	rows   int     // in past
}

// New makes a tracker. It fails when Config asks to sample what must be kept, or names no event.
func New(c Config) (*Tracker, error) {
	for name, keep := range c.Sample {
		switch _, ok := shapeOf(name); {
		case !ok:
			return nil, fmt.Errorf("sample events: %w", &UnknownError{name: name})
		case name.isKept():
			return nil, fmt.Errorf("sample events: %s may not be sampled, for it tells of rejections or alerts", name)
		case keep < 0 || keep > perMille:
			return nil, fmt.Errorf("sample events: %s: %d is not a number of a thousand", name, keep)
		}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Tracker{
		sink: c.Sink, now: c.Now, rules: rules(), sample: maps.Clone(c.Sample), seen: map[Name]int{},
		models: map[string]bool{}, total: table{},
	}, nil
}

// Track counts an event. It fails, and counts nothing, when the name is unknown (*UnknownError) or a dimension is
// missing, unknown or badly written (*DimError).
func (t *Tracker) Track(name Name, dims Dims) error {
	if err := check(name, dims, t.rules); err != nil {
		return err
	}
	event := Event{At: t.now(), Name: name, Dims: maps.Clone(dims)}
	if t.count(event) && t.sink != nil {
		t.sink.Emit(event)
	}
	return nil
}

// TrackClient counts an event whose dimensions come, in part, from somebody who is not trusted: a remote model's name
// for itself, a foreign agent. They are sanitised first: unknown ones dropped, text cleaned and cut, numbers brought
// into bounds. What is still missing then is an error as in [Tracker.Track].
func (t *Tracker) TrackClient(name Name, dims Dims) error {
	return t.Track(name, sanitise(name, dims, t.rules))
}

// Tokens are what a call cost.
type Tokens struct{ Prompt, Completion int }

// TrackAICall counts one model call, real or simulated (then the model is "mock"). Dims may add the optional
// dimensions, and say what differs from a call that was accepted, made no tool calls and was not flagged. The event's
// name follows from the outcome and the purpose.
func (t *Tracker) TrackAICall(p Purpose, model string, k Tokens, took time.Duration, dims Dims) error {
	all := Dims{DimTools: 0, DimOutcome: string(Accepted), DimFlagged: false}
	maps.Copy(all, dims)
	if clean(model) == "" {
		model = "unknown" // an endpoint need not say what it is
	}
	all[DimPurpose], all[DimModel] = string(p), model
	all[DimPrompt], all[DimCompletion], all[DimLatency] = k.Prompt, k.Completion, int(took.Milliseconds())
	name := PromptGenesisIssued
	switch {
	case all[DimOutcome] == string(Rejected):
		name = PromptGenesisRejected
	case p == Ambience:
		name = PromptLayerGenerated
	}
	return t.TrackClient(name, all)
}

// TrackVerdict counts that an answer was refused after its call had been counted: why is a word such as leak, persona,
// saydo, schema.
func (t *Tracker) TrackVerdict(p Purpose, model, why string, dims Dims) error {
	all := Dims{DimFlagged: true}
	maps.Copy(all, dims)
	all[DimOutcome], all[DimVerdict] = string(Rejected), why
	return t.TrackAICall(p, model, Tokens{}, 0, all)
}

// isTold reports whether the sink is told of an event. The mutex is held.
func (t *Tracker) isTold(e Event) bool {
	keep, ok := t.sample[e.Name]
	if !ok || e.Dims[DimOutcome] == string(Rejected) || e.Dims[DimFlagged] == true {
		return true
	}
	n := t.seen[e.Name] + 1
	t.seen[e.Name] = n % perMille
	return n*keep/perMille > (n-1)*keep/perMille
}
