package runner

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/world"
)

// selfTool tells a mind what it is like, where its round wants it, and the ways that it knows.
const selfTool = "self"

// Keeper is where what minds remember lies; *[store.Store] is it.
type Keeper interface {
	Flush(ctx context.Context) error
	Rows(mind string) ([]memory.Row, error)
	Working(mind string) (memory.Working, error)
	Latest(mind string, visit func(store.Entry) bool) error
	From(mind string, n uint64, visit func(store.Entry) bool) error
	Apply(b store.Batch)
}

// Self is what a mind is told of itself.
type Self struct {
	ID   string         `json:"id"`
	Name string         `json:"name"`
	Keys []string       `json:"keys,omitempty"`
	Desc string         `json:"description"`
	Mind world.MindSpec `json:"mind"`
	Ways []Path         `json:"ways,omitempty"`
	Lore []string       `json:"lore,omitempty"`
	Says []npc.Fact     `json:"facts,omitempty"` // what wizards wrote down, and it knows

	Places []npc.Place     `json:"places,omitempty"`
	Folk   []npc.Neighbour `json:"folk,omitempty"`

	Wares map[string]string   `json:"wares,omitempty"`     // names of what is dealt in there, by kinds
	Named map[string][]string `json:"ware_keys,omitempty"` // and other names of those
}

// Path is a way that it knows, from one room to another.
type Path struct {
	From string `json:"from"`
	Dir  string `json:"direction"`
	To   string `json:"to"`
}

// entry is what stands in a mind's ledger: how it was when it woke, or a turn.
type entry struct {
	Woke *woke `json:"woke,omitempty"`
	Turn *kept `json:"turn,omitempty"`
}

// kept is a turn as it is written down, to be asked about and to be run again.
type kept struct {
	Steps []keptStep `json:"steps"`
	Mused bool       `json:"mused,omitempty"`
	Done  []Deed     `json:"done,omitempty"`
}

type keptStep struct {
	npc.ReplayEntry

	Asks  []mind.Ask  `json:"asks,omitempty"`
	Trace *mind.Trace `json:"trace,omitempty"`
}

// woke is what a mind began with.
type woke struct {
	Build   string       `json:"build,omitempty"` // of the program
	Self    Self         `json:"self"`
	Stages  npc.Stages   `json:"stages"`
	Rows    []memory.Row `json:"rows,omitempty"`
	Working string       `json:"working,omitempty"`
}

// waking is a mind that is awake, and what it began with.
type waking struct {
	mind   *npc.Mind
	memory *memory.Memory
	woke   woke
	seq    uint64 // of the newest record that it has taken in
	steps  uint64 // since it woke
}

// begin makes the mind that began so.
func (w woke) begin() *waking {
	out := &waking{memory: memory.New(memory.Config{}), woke: w}
	out.memory.Load(w.Rows)
	c := npc.Config{
		ID: w.Self.ID, Name: w.Self.Name, Keys: w.Self.Keys, Desc: w.Self.Desc, Spec: w.Self.Mind, Memory: out.memory,
		Working: w.Working, Lore: w.Self.Lore, Facts: w.Self.Says, Stages: w.Stages,
		Town: npc.Town{Places: w.Self.Places, Folk: w.Self.Folk, Wares: w.Self.Wares, Keys: w.Self.Named},
	}
	for _, p := range w.Self.Ways {
		c.Ways = append(c.Ways, npc.Way(p))
	}
	out.mind = npc.New(c)
	return out
}

// Minds is the [Brain] of the people of the world.
type Minds struct {
	Keep   Keeper
	Stages npc.Stages // which steps a model makes, where there is one
	Build  string     // of the program: another one may decide otherwise
	Log    *slog.Logger

	mu      sync.Mutex
	awake   map[string]*waking
	written map[string]bool // whose batches were handed over since the program began
}

var _ Brain = (*Minds)(nil)

// Wake implements [Brain].
func (b *Minds) Wake(ctx context.Context, body string, h Hands) (m mind.Mind, after uint64, err error) {
	v, err := h.Call(ctx, selfTool, nil)
	if err != nil {
		return nil, 0, err //nolint:wrapcheck // it says what was called
	}
	if b.mayWait(body) { // a town wakes at once, and a transaction for each would be most of a start
		if err := b.Keep.Flush(ctx); err != nil {
			return nil, 0, fmt.Errorf("write down what it remembers: %w", err)
		}
	}
	w := woke{Stages: b.Stages, Build: b.Build}
	if v.Error != nil {
		return nil, 0, fmt.Errorf("ask what it is like: %s", v.Error.Text)
	}
	if err := json.Unmarshal(v.Raw, &w.Self); err != nil {
		return nil, 0, fmt.Errorf("read what it is like: %w", err)
	}
	if w.Rows, err = b.Keep.Rows(body); err != nil {
		return nil, 0, fmt.Errorf("read what it remembers: %w", err)
	}
	working, err := b.Keep.Working(body)
	if err != nil {
		return nil, 0, fmt.Errorf("read what it had in mind: %w", err)
	}
	w.Working = working.Text()
	if err := b.Keep.Latest(body, func(e store.Entry) bool { after = e.Seq; return false }); err != nil {
		return nil, 0, fmt.Errorf("read how far it had come: %w", err)
	}
	a := w.begin()
	a.seq = after
	b.put(store.Batch{Mind: body, Seq: after}, entry{Woke: &w})
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.awake == nil {
		b.awake = map[string]*waking{}
	}
	b.awake[body] = a
	return a.mind, after, nil
}

// Took implements [Brain].
func (b *Minds) Took(body string, turn Turn) {
	batch := store.Batch{Mind: body}
	for _, s := range turn.Steps {
		batch.Rows = append(batch.Rows, s.Out.Put...)
		if s.In.Look != nil {
			batch.Seq = max(batch.Seq, newest(s.In.Look.Percepts))
		}
		if s.In.Done != nil {
			batch.Seq = max(batch.Seq, newest(s.In.Done.Percepts))
		}
	}
	b.mu.Lock()
	a := b.awake[body]
	b.mu.Unlock()
	if a == nil {
		return
	}
	a.seq = max(a.seq, batch.Seq)
	batch.Seq = a.seq
	working := memory.Parse(a.mind.Working()) // what stands in a trace may be somebody's confidence
	batch.Working = &working
	t := &kept{Mused: turn.Mused, Done: turn.Done}
	for _, s := range turn.Steps {
		a.steps++
		e, err := npc.NoteStep(a.steps, s.In, s.Out)
		if err != nil {
			b.Log.Error("a mind's step could not be written down", slog.String("body", body), slog.Any("err", err))
			return
		}
		t.Steps = append(t.Steps, keptStep{ReplayEntry: e, Asks: s.Out.Asks, Trace: s.Out.Trace})
	}
	b.put(batch, entry{Turn: t})
}

// Forget implements [Brain]. How the mind is without them is written down, so that what it does from here on can be run
// again.
func (b *Minds) Forget(body, person string, names []string) mind.Mind {
	b.mu.Lock()
	a := b.awake[body]
	b.mu.Unlock()
	if a == nil {
		return nil
	}
	if !a.knows(person, names) {
		return nil // what it has in mind of others is left as it is
	}
	changes := a.mind.Forget(person, names)
	a.woke.Rows, a.woke.Working = a.memory.Rows(), a.mind.Working()
	again := a.woke.begin()
	b.mu.Lock()
	a.mind, a.memory = again.mind, again.memory
	b.mu.Unlock()
	w := a.woke
	a.steps = 0
	b.put(store.Batch{Mind: body, Seq: a.seq, Rows: changes}, entry{Woke: &w})
	return a.mind
}

// knows reports whether a mind has anything of a person, or their name.
func (a *waking) knows(person string, names []string) bool {
	if a.mind.People[person] != nil || memory.Redact(a.mind.Working(), names) != a.mind.Working() {
		return true
	}
	never := func(uint64) bool { return false }
	return slices.ContainsFunc(a.memory.Rows(), func(r memory.Row) bool {
		kept, ok := r.Without(person, names, never)
		return !ok || kept.Text != r.Text || kept.Name != r.Name
	})
}

// Empty implements [Brain].
func (b *Minds) Empty(body string) {
	b.Sleep(body)
	b.apply(store.Batch{Mind: body, End: true})
}

// Sleep implements [Brain].
func (b *Minds) Sleep(body string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.awake, body)
}

// Keys implements [Brain].
func (b *Minds) Keys(body string) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if a := b.awake[body]; a != nil {
		return a.woke.Self.Keys
	}
	return nil
}

// View is what somebody who looks after a mind may see of it.
type View struct {
	Self    Self
	Working string
	Rows    []memory.Row
}

// View returns how a mind is now. It is called while the mind takes no turn.
func (b *Minds) View(body string) (View, bool) {
	b.mu.Lock()
	a := b.awake[body]
	b.mu.Unlock()
	if a == nil {
		return View{}, false
	}
	return View{Self: a.woke.Self, Working: a.mind.Working(), Rows: a.memory.Rows()}, true
}

// Why returns how the newest choice of a mind came about; nil when it made none among its last turns.
func (b *Minds) Why(body string) (*mind.Trace, error) {
	var out *mind.Trace
	turns := 0
	err := b.Keep.Latest(body, func(e store.Entry) bool {
		var one entry
		if e.Turn != nil && json.Unmarshal(e.Turn, &one) == nil && one.Turn != nil {
			for _, s := range one.Turn.Steps {
				if s.Trace != nil && s.Trace.Choice != nil {
					out = s.Trace
				}
			}
		}
		turns++
		return out == nil && turns < turnsBack
	})
	return out, err //nolint:wrapcheck // it says what was read
}

// turnsBack is how many turns are looked through for one with a choice.
const turnsBack = 50

func (b *Minds) put(batch store.Batch, e entry) {
	raw, err := json.Marshal(e)
	if err != nil {
		b.Log.Error("a mind's turn could not be written down", slog.String("body", batch.Mind), slog.Any("err", err))
		return
	}
	batch.Turn, batch.Begins = raw, e.Woke != nil
	b.apply(batch)
}

func (b *Minds) apply(batch store.Batch) {
	b.mu.Lock()
	if b.written == nil {
		b.written = map[string]bool{}
	}
	b.written[batch.Mind] = true
	b.mu.Unlock()
	b.Keep.Apply(batch)
}

// mayWait reports whether anything of a mind may wait to be written: before the first wakes, of anybody, what an
// earlier program could not write; then of those who were awake before.
func (b *Minds) mayWait(body string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.written == nil || b.written[body]
}

func newest(all []mind.Percept) (seq uint64) {
	for _, p := range all {
		seq = max(seq, p.Seq)
	}
	return seq
}
