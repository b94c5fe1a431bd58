package bots_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/mudlark-mud/mudlark/scripts/bots"
)

// TestBench runs the program as an operator does: bots in a town and in the built-in world, beside the echo floor.
func TestBench(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds and loads a daemon")
	}
	program := filepath.Join(t.TempDir(), "mudlark")
	build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", program, "../../cmd/mudlark")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the daemon: %v\n%s", err, out)
	}
	for _, c := range []struct {
		name string
		args []string
		deaf bool // the bots do not count what they perceive
	}{
		{"a town at a fixed rate", []string{"--players=40", "--rate=4"}, false},
		{"the built-in world in a closed loop", []string{"--players=20", "--rate=0", "--lowtide"}, false},
		{"one room full of talk", []string{"--players=20", "--rate=2", "--per-room=20", "--say"}, false},
		{"agents over MCP", []string{"--players=10", "--rate=4", "--agents"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(t.Context(), program,
				append([]string{"bench", "--spawn", "--echo", "--json", "--seconds=1"}, c.args...)...)
			var log bytes.Buffer
			cmd.Stderr = &log
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, log.String())
			}
			var reports []bots.Report
			if err := json.Unmarshal(out, &reports); err != nil || len(reports) != 2 {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, r := range reports {
				if r.Failed+r.Unanswered+r.Refused != 0 || r.Command.Count == 0 || r.Login.Count == 0 || r.Memory == 0 {
					t.Errorf("%s: got %+v", r.Server, r)
				}
			}
			if r := reports[0]; r.Deliveries == 0 && !c.deaf {
				t.Errorf("nobody perceived anybody: %+v", r)
			}
		})
	}
}
