package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/ai/usage"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/mud/ops/telemetry"
)

const (
	operatorKeyName  = "ops.key"
	operatorKeyBytes = 32 // of chance; twice as many characters
	operatorKeyMode  = 0o600
)

// operatorKey is what operators show to be told what was asked of models. It is made with the data folder's first
// start, and whoever may read that folder may read it. To change it, remove the file and start again.
func operatorKey(dir string) (string, error) {
	path := filepath.Join(dir, operatorKeyName)
	key, err := readOperatorKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if err := makeOperatorKey(path); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return readOperatorKey(path) // also when another process was faster
}

// readOperatorKey reads the key. A short one is none: whoever guesses it, or sends nothing, would be an operator.
func readOperatorKey(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("read the operators' key: %w", err)
	}
	key := strings.TrimSpace(string(text))
	if len(key) < operatorKeyBytes {
		return "", fmt.Errorf("read the operators' key: %s is torn or too short; remove it, and a new one is made", path)
	}
	return key, nil
}

// makeOperatorKey writes a new key beside its place and links it there, so that nobody ever reads half of one.
func makeOperatorKey(path string) error {
	random := make([]byte, operatorKeyBytes)
	if _, err := rand.Read(random); err != nil {
		return fmt.Errorf("make the operators' key: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+operatorKeyName+"-*")
	if err != nil {
		return fmt.Errorf("write the operators' key: %w", err)
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.WriteString(hex.EncodeToString(random) + "\n")
	if err := errors.Join(err, f.Chmod(operatorKeyMode), f.Sync(), f.Close(), os.Link(f.Name(), path)); err != nil {
		return fmt.Errorf("write the operators' key: %w", err)
	}
	return nil
}

// watchMinds begins to read figures of what minds ask of models.
func (k *desk) watchMinds(m *minds) {
	if m == nil {
		return
	}
	k.meter.WatchMinds(func() ops.Minds {
		s := m.broker.State()
		return ops.Minds{
			On: s.On, Open: s.Open, Tokens: s.Tokens, Limit: s.Limit, Usage: rowsOf(m.usage.Totals()),
			Bounds: usage.LatencyBounds(), Budgets: m.bounds(),
		}
	})
	if k.asked != nil {
		k.asked.From(func(q telemetry.Query) []telemetry.Row { return rowsOf(m.usage.Aggregates(usage.Query(q))) })
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

func rowsOf(list []usage.Row) []telemetry.Row {
	out := make([]telemetry.Row, len(list))
	for i, r := range list {
		out[i] = telemetry.Row(r)
	}
	return out
}
