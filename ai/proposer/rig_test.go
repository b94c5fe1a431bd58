package proposer_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
	"github.com/mudlark-mud/mudlark/ai/model/usage"
	"github.com/mudlark-mud/mudlark/ai/proposer"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

const key = "sk-test-0123456789abcdef"

// tape keeps cassettes in memory.
type tape struct {
	mu   sync.Mutex
	kept map[[32]byte]model.Cassette
}

func (t *tape) Load(at [32]byte) (model.Cassette, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c, ok := t.kept[at]
	return c, ok
}

func (t *tape) Save(c model.Cassette) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.kept == nil {
		t.kept = map[[32]byte]model.Cassette{}
	}
	t.kept[c.Key] = c
}

// rig is a proposer with a broker, and a fake model behind it.
type rig struct {
	*proposer.Proposer
	fake   *modeltest.Fake
	broker *model.Broker
	log    *bytes.Buffer // of slog
	lines  *bytes.Buffer // of what is written down
	yes    bool          // whether everybody agrees
}

// newRig has a model that behaves as a scenario says. change may spoil the broker's configuration.
func newRig(t testing.TB, s modeltest.Scenario, change func(*model.Config)) *rig {
	t.Helper()
	fake := modeltest.New(s)
	url, stop := fake.Start()
	t.Cleanup(stop)
	fake.Forbid(key)
	tracker, err := usage.New(usage.Config{})
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{fake: fake, log: &bytes.Buffer{}, lines: &bytes.Buffer{}}
	c := model.Config{Key: key, BaseURL: url, Large: "gpt-4o-mini", Small: "little", DayTokens: 1_000_000}
	if change != nil {
		change(&c)
	}
	logger := slog.New(slog.NewTextHandler(r.log, nil))
	r.broker = model.New(c, model.Needs{
		Tape: &tape{}, Usage: tracker, Log: logger, Now: now(), Alert: func(model.Alert) {},
		Consent: func(string, string) bool { return r.yes },
	})
	if err := r.broker.On(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.broker.Off)
	r.Proposer = proposer.New(proposer.Config{Broker: r.broker, Log: logger, Lines: proposer.NewLog(r.lines)})
	t.Cleanup(func() {
		for _, fault := range fake.Faults() {
			t.Error("on the wire:", fault)
		}
		if all := r.log.String() + r.lines.String(); strings.Contains(all, key) {
			t.Errorf("the key was written down: %s", all)
		}
	})
	return r
}

// tavern is seed 003's own scene: Seren at 2,3, and the barkeep behind a table.
func tavern() proposal.Summary {
	return proposal.Summary{
		Map: proposal.Map{
			Name: "The Drowned Lantern",
			Grid: proposal.Grid{Width: 20, Height: 15},
			Terrain: []proposal.Terrain{
				{X: 6, Y: 5, Name: "table", Blocked: true}, {X: 7, Y: 5, Name: "barrel", Cover: 2},
			},
		},
		Entities: []proposal.Entity{
			{
				ID:       "pc-seren",
				Name:     "Seren",
				Side:     world.SideA,
				Position: world.Cell{X: 2, Y: 3},
				HP:       12,
				HPMax:    12,
				AC:       12,
				Speed:    6,
			},
			{
				ID:       "npc-barkeep-01",
				Name:     "barkeep",
				Side:     world.SideB,
				Position: world.Cell{X: 3, Y: 3},
				HP:       9,
				HPMax:    9,
				AC:       10,
				Speed:    6,
			},
		},
		Combat: proposal.Combat{Mode: world.ModeCombat, Round: 1, ActiveEntityID: "pc-seren",
			InitiativeOrder: []world.ActorID{"pc-seren", "npc-barkeep-01"}, MovementLeft: 6},
	}
}

// questionOf is a question for a model, in words that the grammar does not understand.
func questionOf(words string) proposer.Question {
	return proposer.Question{Principal: "pc-seren", Body: "pc-seren", Summary: tavern(), Words: words, Mode: proposal.Real}
}

// riddle is what no grammar understands.
const riddle = "let my fist and his chin become acquainted"
