package runner_test

import (
	"context"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/usage"
	"github.com/mudlark-mud/mudlark/ai/prompt"
	"github.com/mudlark-mud/mudlark/ai/runner"
)

// noted is a broker that keeps what it was asked.
type noted struct{ calls []model.Call }

func (n *noted) Do(_ context.Context, c model.Call) model.Reply {
	n.calls = append(n.calls, c)
	return model.Reply{Text: "yes", Cassette: [32]byte{1}}
}

// S0-05: what a mind asks of a model goes out with all that its record is to say: which template in which version, by
// which verbs' schemas, for which mind and which of its decisions.
func TestAskerSaysWhatItAsks(t *testing.T) {
	b := &noted{}
	a := &runner.Asker{Broker: b}
	for _, id := range []uint64{7, 8} {
		ask := mind.Ask{ID: id, Template: "queries", Data: map[string]any{"text": "It rains."}, Player: "pc-ann"}
		if got := a.Answer(t.Context(), "npc-mara", ask); got.ID != id || got.Failed != "" || got.Cassette == "" {
			t.Fatalf("got %+v", got)
		}
	}
	tmpl, err := prompt.GetTemplate("queries")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"npc-mara/7", "npc-mara/8"} {
		c := b.calls[i]
		if c.Template != tmpl.Ref() || c.Template.Hash == "" || c.Mind != "npc-mara" || c.Player != "pc-ann" ||
			c.Purpose != usage.Retrieval || c.Correlation != want || c.Context == ([32]byte{}) {
			t.Errorf("call %d: %+v", i, c)
		}
		if len(c.Tools) != 12 || c.Tools != b.calls[0].Tools {
			t.Errorf("call %d: the schemas' version is %q", i, c.Tools)
		}
	}
}
