package ops_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/ops"
)

func TestMindFigures(t *testing.T) {
	s := newStage(t)
	got := scrape(t, s.meter)
	for name, want := range map[string]float64{
		"mudlark_model_on": 1, "mudlark_model_breaker_open": 1, "mudlark_model_budget_used_tokens": 900,
		"mudlark_model_budget_limit_tokens":                                                    1000,
		`mudlark_model_calls_total{model="big-1", outcome="accepted", purpose="npc_dialogue"}`: 4,
		`mudlark_model_calls_total{model="big-1", outcome="modified", purpose="npc_dialogue"}`: 1,
		`mudlark_model_calls_total{model="big-1", outcome="rejected", purpose="npc_dialogue"}`: 2,
		`mudlark_model_failures_total{purpose="npc_dialogue", reason="timeout"}`:               2,
		`mudlark_model_verdicts_total{purpose="npc_dialogue", verdict="leak"}`:                 3,
		`mudlark_model_cache_hits_total{purpose="npc_dialogue"}`:                               1,
		`mudlark_model_tokens_total{kind="prompt", model="big-1", purpose="npc_dialogue"}`:     400,
		`mudlark_model_tokens_total{kind="completion", model="big-1", purpose="npc_dialogue"}`: 40,
		`mudlark_model_seconds_bucket{le="0.1", purpose="npc_dialogue"}`:                       3,
		`mudlark_model_seconds_bucket{le="1", purpose="npc_dialogue"}`:                         4,
		`mudlark_model_seconds_count{purpose="npc_dialogue"}`:                                  7,
		`mudlark_model_seconds_sum{purpose="npc_dialogue"}`:                                    26.5,
	} {
		if v, ok := got[name]; !ok || v != want {
			t.Errorf("%s: got %v (%v), want %v", name, v, ok, want)
		}
	}
	bare := ops.NewMeter(ops.Config{})
	for name := range scrape(t, bare) {
		if strings.HasPrefix(name, "mudlark_model_") {
			t.Errorf("%s, without minds", name)
		}
	}
}

// However many models there seem to be and whatever they call themselves, the number of series is bounded.
func TestMindLabelsAreBounded(t *testing.T) {
	m := ops.NewMeter(ops.Config{})
	m.WatchMinds(func() ops.Minds {
		var rows []ops.UsageRow
		for i := range 200 {
			rows = append(rows, ops.UsageRow{
				Purpose: fmt.Sprintf("Purpose %d", i), Model: fmt.Sprintf("model-%03d", i), Outcome: "who knows?", Count: 1,
				Failure: fmt.Sprintf("free text %d", i),
			})
		}
		return ops.Minds{Usage: append(rows, ops.UsageRow{Purpose: "npc_dialogue", Model: "evil\" } 1\n", Count: 1})}
	})
	series, calls := 0, 0.0
	for name, v := range scrape(t, m) {
		if strings.HasPrefix(name, "mudlark_model_") {
			series++
		}
		if strings.HasPrefix(name, "mudlark_model_calls_total") {
			calls += v
		}
	}
	if series > 5*(ops.ModelsMost+2) || calls != 201 {
		t.Errorf("%d series, %v calls", series, calls)
	}
}

// S0-60: a mounted page is served on loopback and nowhere else.
func TestMount(t *testing.T) {
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("sums")) })
	server := ops.NewServer(ops.NewMeter(ops.Config{}), nil).Mount(ops.UsagePath, page)
	if code, got := get(t, server.Handler(true), ops.UsagePath); code != http.StatusOK || got != "sums" {
		t.Errorf("on loopback: got %d %q", code, got)
	}
	if code, got := get(t, server.Handler(false), ops.UsagePath); code != http.StatusForbidden || got == "sums" {
		t.Errorf("exposed: got %d %q", code, got)
	}
	host := func(r *http.Request) { r.Host = "evil.example" }
	if code, _ := get(t, server.Handler(true), ops.UsagePath, host); code != http.StatusForbidden {
		t.Errorf("by another name: got %d", code)
	}
}
