package conformance_test

import (
	"context"
	"encoding/json"
	"flag"
	"log/slog"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/scripts/conformance/fixture"
)

var (
	run  = flag.Bool("conformance.run", false, "run the suites that scripts/conformance/run has installed")
	only = flag.String("conformance.only", "", "run the suites whose names match this pattern")
)

// suite is one run of one of the two suites, and what it must find.
type suite struct {
	Name   string            `json:"name"`
	At     string            `json:"package"` // the folder in node_modules
	Args   []string          `json:"args"`
	Passed int               `json:"passed"` // scenarios that pass, warnings among them
	Failed map[string]string `json:"failed"` // scenarios that do not, and why
}

const suiteMax = 5 * time.Minute

// verdict is a line of the summary, as in "✓ ping: 1 passed, 0 failed".
var verdict = regexp.MustCompile(`(?m)^\s*(✓|✗|✘|⚠|~)\s+([a-z0-9-]+):? .*$`)

func TestSuites(t *testing.T) {
	if !*run {
		t.Skip("needs the suites that scripts/conformance/run installs, and -conformance.run")
	}
	text, err := os.ReadFile("expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var suites []suite
	if err := json.Unmarshal(text, &suites); err != nil {
		t.Fatal(err)
	}
	for _, s := range suites {
		if matched, err := regexp.MatchString(*only, s.Name); err != nil || !matched {
			continue
		}
		t.Run(s.Name, func(t *testing.T) { s.holds(t, serve(t)) })
	}
}

// serve serves the fixtures, anew for each suite, and returns where.
func serve(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- fixture.Serve(ctx, l, slog.New(slog.DiscardHandler)) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String() + "/mcp"
}

// holds runs the suite and compares what it finds with what is expected.
func (s suite) holds(t *testing.T, url string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), suiteMax)
	defer cancel()
	args := append([]string{"--import", "./shim.mjs", filepath.Join("node_modules", s.At, "dist", "index.js"),
		"server", "--url", url}, s.Args...)
	out, err := exec.CommandContext(ctx, "node", args...).CombinedOutput() // it fails if any scenario does
	passed, failed := map[string]bool{}, map[string]bool{}
	for _, found := range verdict.FindAllStringSubmatch(string(out), -1) {
		if found[1] == "✓" || found[1] == "⚠" || found[1] == "~" {
			passed[found[2]] = true
		} else {
			failed[found[2]] = true
		}
	}
	t.Logf("%d passed, %d failed: %s", len(passed), len(failed),
		strings.Join(slices.Sorted(maps.Keys(failed)), " "))
	if len(passed) == 0 {
		t.Fatalf("nothing passed: %v\n%s", err, out)
	}
	for name := range failed {
		if s.Failed[name] == "" {
			t.Errorf("%s fails, and is not expected to", name)
		}
	}
	for name := range s.Failed {
		if !failed[name] {
			t.Errorf("%s is expected to fail, and does not; take it out of expected.json", name)
		}
	}
	if len(passed) != s.Passed {
		t.Errorf("%d scenarios pass, want %d", len(passed), s.Passed)
	}
	if t.Failed() {
		t.Logf("%s", out)
	}
}
