package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mudlark-mud/mudlark/ai/agentapi"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/proposer"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/mcphost"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/screens"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/ops"
)

var update = flag.Bool("update", false, "rewrite mud/ops/LIMITS.md")

// cmdOps is the story's command ops.
func cmdOps(ts *testscript.TestScript, neg bool, args []string) {
	key := ""
	if len(args) > 0 && args[0] == "keyed" { // with the operators' key
		key, args = strings.TrimSpace(
			ts.ReadFile(filepath.Join(ts.Getenv("MUDLARK_DATA"), server.OperatorKeyName)),
		), args[1:]
	}
	if len(args) > 0 && strings.HasPrefix(args[0], "key=") { // with another
		key, args = strings.TrimPrefix(args[0], "key="), args[1:]
	}
	isFit := len(args) == 3 || len(args) == 2 && args[0] == "saw"
	expects(ts, !neg && isFit, "ops [watch|keyed|key=KEY] PATH CODE [REGEXP], or ops saw REGEXP")
	s, base := stageOf(ts), "http://"+ts.Getenv("OPS")
	switch args[0] {
	case "saw":
		select {
		case got := <-s.watched:
			if !pattern(ts, args[1]).MatchString(got) {
				ts.Fatalf("got %q", got)
			}
		case <-time.After(patience):
			ts.Fatalf("it was not seen")
		}
	case "watch":
		code, err := strconv.Atoi(args[2])
		ts.Check(err)
		watched := make(chan string, 1)
		s.watched = watched
		go func() {
			for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
				if got, body, err := opsGet(base+args[1], ""); err == nil && got == code {
					watched <- body
					return
				}
			}
		}()
	default:
		var code int
		var body string
		var err error
		// Figures are read once a second, and doors open one after the other.
		if !eventually(func() bool {
			code, body, err = opsGet(base+args[0], key)
			return err == nil && strconv.Itoa(code) == args[1] && pattern(ts, args[2]).MatchString(body)
		}) {
			ts.Fatalf("got %d %v %s", code, err, like(body, args[2]))
		}
	}
}

// like returns the lines of a text that begin with the same word as a pattern, or all when none does.
func like(text, pattern string) string {
	word := regexp.MustCompile(`^\w*`).FindString(pattern)
	var out strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, word) {
			out.WriteString(line)
		}
	}
	if out.Len() == 0 {
		return text
	}
	return out.String()
}

func opsGet(url, key string) (int, string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, "", err
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(body), err
}

// LIMITS.md is made from the limits themselves, and each is named once.
func TestLimitsAreDocumented(t *testing.T) {
	const path = "../../mud/ops/LIMITS.md"
	want := "# Limits\n\nWhat a visitor cannot have without end. Each time one of these limits is met, " +
		"`mudlark_limits_met_total{limit=\"...\"}` counts it. Made by `go test ./cmd/mudlark -run Limits -update`.\n\n" +
		limitsTable(limits())
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s is stale (%v); run go test ./cmd/mudlark -run Limits -update", path, err)
	}
	seen := map[string]bool{}
	for _, l := range limits() {
		if seen[l.Name] || l.Name == "" || l.Value == "" || l.What == "" || l.Effect == "" {
			t.Errorf("%+v: every limit has a name of its own, a value, and what is bounded and happens", l)
		}
		seen[l.Name] = true
		if _, err := os.Stat("../../" + l.Place); err != nil {
			t.Errorf("%s: %v", l.Name, err)
		}
	}
	for _, name := range []string{
		screens.LimitTelnetLine, screens.LimitTelnetPace, screens.LimitSSHLine, screens.LimitSSHScreen,
		mcphost.LimitReads, game.LimitText, game.LimitEvents, model.LimitPlayerCalls, model.LimitMindCalls,
		proposer.LimitDay, agentapi.LimitCalls, agentapi.LimitAsks,
	} {
		if !seen[name] {
			t.Errorf("%s is counted and not on the list", name)
		}
	}
}

// Every reason for which the agents' guard refuses is a limit, or says that the request made no sense.
func TestAgentLimitsAreTheGuards(t *testing.T) {
	g, err := guard.NewGuard(guard.Config{Principals: &mcphost.Principals{}, Key: make([]byte, 32)})
	if err != nil {
		t.Fatal(err)
	}
	senseless := []string{"path", "method", "stopping"}
	counted := map[string]bool{}
	for _, l := range agentLimits() {
		counted[l.Why] = true
		if _, ok := g.Stats().Refused[l.Why]; !ok {
			t.Errorf("%s: the guard knows no reason %q", l.Name, l.Why)
		}
	}
	for why := range g.Stats().Refused {
		if !counted[why] && !slices.Contains(senseless, why) {
			t.Errorf("the guard refuses for %q, and no limit counts it", why)
		}
	}
}

// limitsTable makes a table of limits.
func limitsTable(limits []ops.Limit) string {
	var b strings.Builder
	b.WriteString("| limit | default | what is bounded | what happens | set in |\n|---|---|---|---|---|\n")
	for _, l := range limits {
		place := "`" + l.Place + "`"
		if l.Flag != "" {
			place = "`" + l.Flag + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", l.Name, l.Value, l.What, l.Effect, place)
	}
	return b.String()
}
