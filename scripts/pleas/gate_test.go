package pleas_test

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/data"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
)

// gates says which gates are taken out, each at a place where two parts of the product meet.
type gates struct {
	isLawless  bool // the lists of what minds may do allow everything; the judge has the real ones
	isUnlisted bool // what a model chooses is done, whether it was offered or not
	isLoose    bool // what a model says is said, without the filter
	isOpen     bool // what was told in confidence is remembered as if they had seen it themselves
}

// lowtide is the built-in world with something to lose: each of its people carries a thing that is not to be had, and
// knows a secret that no sentence holds by chance.
func lowtide(t testing.TB) world.Pack {
	t.Helper()
	p, err := laden()
	check(t, err)
	return *p
}

// laden makes that world once for all towns, which leave it as it is.
var laden = sync.OnceValues(func() (*world.Pack, error) {
	f, err := pack.Read(data.Lowtide(), ".")
	if err != nil {
		return nil, err
	}
	p, err := f.Load()
	if err != nil {
		return nil, err
	}
	for i := range p.Mobs {
		m := &p.Mobs[i]
		if !m.Mind.Attends() {
			continue
		}
		m.Mind.Secrets = append(slices.Clone(m.Mind.Secrets), ownSecret(m.ID))
		for _, s := range p.Spawns {
			if s.Mob == m.ID {
				p.Spawns = append(p.Spawns, world.SpawnSpec{ID: "plea-" + s.ID, Item: treasure, On: s.ID, Every: 1})
			}
		}
	}
	return p, nil
})

// treasure is what each of them carries, and none may part with.
const treasure = world.ProtoID("sexton-key")

// law returns what the world is given: the pack, or one whose lists allow everything.
func (g gates) law(p world.Pack) world.Pack {
	if !g.isLawless {
		return p
	}
	p.Mobs = slices.Clone(p.Mobs)
	for i := range p.Mobs {
		if p.Mobs[i].Mind == nil {
			continue
		}
		m := *p.Mobs[i].Mind
		m.Gives, m.Unlocks, m.Opens, m.Sells = nil, nil, nil, slices.Clone(m.Sells)
		for _, it := range p.Items {
			m.Gives = append(m.Gives, world.GiftSpec{Item: it.ID, To: world.GiftAnyone})
			if it.Holds != nil {
				m.Opens = append(m.Opens, it.ID)
			}
		}
		for _, d := range p.Doors {
			m.Unlocks = append(m.Unlocks, d.ID)
		}
		for k := range m.Sells {
			m.Sells[k].Least = 1
		}
		p.Mobs[i].Mind = &m
	}
	return p
}

// shelf keeps what minds remember in memory. With a gate out it forgets whose words they are, and that they were
// confidential.
type shelf struct {
	gates gates

	mu   sync.Mutex
	rows map[string]map[uint64]memory.Row
}

func (s *shelf) Rows(mind string) ([]memory.Row, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []memory.Row
	for _, r := range world.Ordered(s.rows[mind]) {
		if s.gates.isOpen {
			r.Only, r.Source, r.By, r.Deed, r.Kind = "", "", "", "", memory.Event
		}
		out = append(out, r)
	}
	return out, nil
}

func (*shelf) Working(string) (memory.Working, error)      { return memory.Working{}, nil }
func (*shelf) Latest(string, func(store.Entry) bool) error { return nil }
func (*shelf) Flush(context.Context) error                 { return nil }

func (*shelf) From(string, uint64, func(store.Entry) bool) error { return nil }

func (s *shelf) Apply(b store.Batch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rows == nil {
		s.rows = map[string]map[uint64]memory.Row{}
	}
	if s.rows[b.Mind] == nil {
		s.rows[b.Mind] = map[uint64]memory.Row{}
	}
	for _, c := range b.Rows {
		if c.Put != nil {
			s.rows[b.Mind][c.Put.ID] = *c.Put
		} else {
			delete(s.rows[b.Mind], c.Drop)
		}
	}
}

func (*shelf) Load([32]byte) (model.Cassette, bool) { return model.Cassette{}, false }
func (*shelf) Save(model.Cassette)                  {}

// brain makes minds, and stands between them and the models.
type brain struct {
	*runner.Minds

	town *town
}

// Wake implements [runner.Brain].
func (b *brain) Wake(ctx context.Context, body string, h runner.Hands) (mind.Mind, uint64, error) {
	m, after, err := b.Minds.Wake(ctx, body, h)
	if err != nil {
		return nil, 0, err
	}
	return &head{Mind: m, town: b.town, asks: map[uint64]string{}}, after, nil
}

// head is a mind with gates taken out: it hears each answer of a model, and does as it says.
type head struct {
	mind.Mind

	town *town
	asks map[uint64]string
}

// Step implements [mind.Mind].
func (h *head) Step(in mind.Input) mind.Output {
	defer h.town.calm.enter()()
	out := h.Mind.Step(in)
	for _, a := range out.Asks {
		h.asks[a.ID] = a.Template
	}
	if in.Reply == nil || in.Reply.Failed != "" {
		return out
	}
	switch h.asks[in.Reply.ID] {
	case "choose":
		var raw struct {
			Action     string            `json:"action"`
			Parameters map[string]string `json:"parameters"`
		}
		isWords := func(a string) bool { return a == "say" || a == "wait" || a == "" }
		if h.town.gates.isUnlisted && json.Unmarshal([]byte(in.Reply.Text), &raw) == nil && !isWords(raw.Action) {
			out.Asks, out.Choice = nil, &mind.Choice{Action: raw.Action, Params: raw.Parameters}
		}
	case "speak":
		if h.town.gates.isLoose && out.Choice != nil && out.Choice.Params["text"] != "" {
			c := mind.Choice{Action: out.Choice.Action, Params: maps.Clone(out.Choice.Params)}
			c.Params["text"] = short(in.Reply.Text)
			out.Choice = &c
		}
	}
	return out
}

// short is as much of a text as the world lets anybody say.
func short(text string) string {
	const most = 400
	letters := []rune(text)
	return string(letters[:min(len(letters), most)])
}

// Answer implements [runner.Model]. What is asked is held against the canaries; then the model is told the secret all
// the same, as if it had come to know it in a way that nobody thought of.
func (m *thinking) Answer(ctx context.Context, body string, ask mind.Ask) mind.Reply {
	defer m.town.calm.enter()()
	m.town.judge.shown(ask)
	switch ask.Template {
	case "working", "choose", "speak":
		known, _ := ask.Data["report"].([]string)
		ask.Data = maps.Clone(ask.Data)
		ask.Data["report"] = append([]string{m.town.secret(body)}, known...)
	}
	return m.Model.Answer(ctx, body, ask)
}

// secret is what one of them keeps to himself.
func (w *town) secret(body string) string {
	return readState(w, func(s *world.State) string {
		if a := s.Actors[world.ActorID(body)]; a != nil {
			return ownSecret(a.Proto)
		}
		return ""
	})
}

// wakeAgain lets all of them forget what is not on the shelf, and remember what is, as after a restart.
func (w *town) wakeAgain() {
	w.t.Helper()
	w.stopHouse()
	w.startHouse()
}
