package minds

import (
	"log/slog"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/model/usage"
	"github.com/mudlark-mud/mudlark/ai/runner"
)

// brainless keeps the turns it is told of.
type brainless struct {
	runner.Brain

	took int
}

func (b *brainless) Took(string, runner.Turn) { b.took++ }

// What the filter refused and what could not be read is counted, once for each flag; what the broker counts is not.
func TestVerdictsAreCounted(t *testing.T) {
	counted, err := usage.New(usage.Config{})
	if err != nil {
		t.Fatal(err)
	}
	inner := &brainless{}
	traced := func(flags ...string) runner.Step {
		return runner.Step{Out: mind.Output{Trace: &mind.Trace{Flags: flags}}}
	}
	judged{inner, counted, slog.New(slog.DiscardHandler)}.Took("npc-barkeep-01", runner.Turn{Steps: []runner.Step{
		traced("filtered:leak", "refused:not_allowed"), {}, traced("filtered:leak", "model_failed:speak:garbage"),
		traced("filtered:saydo", "model_failed:choose:timeout"), traced(),
	}})
	got := map[string][2]uint64{}
	for _, r := range counted.Totals() {
		got[r.Verdict] = [2]uint64{r.Count, r.Flagged}
	}
	want := map[string][2]uint64{"leak": {2, 2}, "saydo": {1, 1}, "garbage": {1, 0}}
	if len(got) != len(want) || inner.took != 1 {
		t.Errorf("got %v, %d turns told on", got, inner.took)
	}
	for verdict, n := range want {
		if got[verdict] != n {
			t.Errorf("%s: got %v, want %v", verdict, got[verdict], n)
		}
	}
}
