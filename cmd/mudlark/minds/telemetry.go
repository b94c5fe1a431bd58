package minds

import (
	"log/slog"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/model/usage"
	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/ops"
)

// WatchMinds begins to read figures of what minds ask of models.
func WatchMinds(k *server.Monitor, m *Minds) {
	if m == nil {
		return
	}
	k.Meter.WatchMinds(func() ops.Minds {
		s := m.broker.State()
		return ops.Minds{
			On: s.On, Open: s.Open, Tokens: s.Tokens, Limit: s.Limit, Usage: rowsOf(m.usage.Totals()),
			Bounds: usage.LatencyBounds(), Budgets: m.bounds(),
		}
	})
	if k.Asked != nil {
		k.Asked.From(func(q ops.UsageQuery) []ops.UsageRow { return rowsOf(m.usage.Aggregates(usage.Query(q))) })
	}
}

// judged are minds of which it is counted how often an answer of a model was refused: because the filter kept it from
// being said, or because it could not be read.
type judged struct {
	runner.Brain

	usage *usage.Tracker
	log   *slog.Logger
}

// Took implements runner.Brain.
func (j judged) Took(body string, turn runner.Turn) {
	for _, step := range turn.Steps {
		if step.Out.Trace == nil {
			continue
		}
		for _, flag := range step.Out.Trace.Flags {
			why, ok := strings.CutPrefix(flag, "filtered:")
			dims := usage.Dims{}
			if !ok && strings.HasPrefix(flag, "model_failed:") && strings.HasSuffix(flag, ":garbage") {
				why, ok = "garbage", true
				dims[usage.DimFlagged] = false
			}
			if !ok {
				continue
			}
			if err := j.usage.TrackVerdict(usage.Dialogue, "", why, dims); err != nil {
				j.log.Error("a verdict could not be counted", slog.Any("err", err))
			}
		}
	}
	j.Brain.Took(body, turn)
}

func rowsOf(list []usage.Row) []ops.UsageRow {
	out := make([]ops.UsageRow, len(list))
	for i, r := range list {
		out[i] = ops.UsageRow(r)
	}
	return out
}
