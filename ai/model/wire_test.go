package model_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/usage"
)

func TestWire(t *testing.T) {
	tests := map[string]struct {
		model string
		call  func(*model.Call)
		want  []string
	}{
		"too much is asked for": {"m", func(c *model.Call) { c.MaxTokens, c.Temperature = 5000, 9000 },
			[]string{`"max_tokens":800`, `"temperature":1,`}},
		"too little": {"m", func(c *model.Call) { c.MaxTokens, c.Temperature = -1, -1 },
			[]string{`"max_tokens":256`, `"temperature":1e-45`}},
		"JSON is asked for coolly": {"m", func(c *model.Call) { c.JSON = true },
			[]string{`"response_format":{"type":"json_object"}`, `"temperature":0.3`}},
		"a reasoning model":         {"gpt-5-mini", nil, []string{`"max_completion_tokens":120`}},
		"another reasoning model":   {"o4-mini", nil, []string{`"max_completion_tokens":120`}},
		"not one, by its full name": {"llama-gpt-5", nil, []string{`"max_tokens":120`, `"temperature":0.7`}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, named(t, "ok"), func(c *model.Config) { c.Large, c.Small = tt.model, "" })
			call := ask()
			if tt.call != nil {
				tt.call(&call)
			}
			if got := r.Do(t.Context(), call); got.Failed != "" || got.Model != tt.model {
				t.Errorf("got %+v", got)
			}
			request := r.fake.Requests()[0]
			for _, want := range tt.want {
				if !strings.Contains(string(request.Body), want) {
					t.Errorf("%s is not in %s", want, request.Body)
				}
			}
			if got := request.Header.Get("Authorization"); got != "Bearer "+key {
				t.Errorf("authorization %q", got)
			}
		})
	}
}

// S0-83: small questions go to the small model, when there is one.
func TestTiers(t *testing.T) {
	tests := map[string]struct{ large, small, wantLarge, wantSmall string }{
		"both":       {"big", "little", "big", "little"},
		"only large": {"big", "", "big", "big"},
		"only small": {"", "little", "little", "little"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, named(t, "ok"), func(c *model.Config) { c.Large, c.Small = tt.large, tt.small })
			for tier, want := range map[model.Tier]string{model.Large: tt.wantLarge, model.Small: tt.wantSmall} {
				call := fresh(int(tier))
				call.Tier = tier
				got, requests := r.Do(t.Context(), call), r.fake.Requests()
				if got.Model != want || requests[len(requests)-1].Question.Model != want {
					t.Errorf("tier %d: %+v, want %s", tier, got, want)
				}
			}
		})
	}
}

// S0-61, S0-62: a call is counted with what it cost, and what came of it.
func TestTelemetry(t *testing.T) {
	r := newRig(t, named(t, "500-once"), nil)
	got := r.Do(t.Context(), ask())
	r.Do(t.Context(), ask())
	r.fake.Set(named(t, "refusal"))
	r.Do(t.Context(), fresh(1))
	events := r.sink.all()
	if len(events) != 3 {
		t.Fatalf("%d events", len(events))
	}
	for i, want := range []usage.Dims{
		{"ai.purpose": "npc_dialogue", "ai.model": "small-1", "ai.tokens.prompt": got.Prompt,
			"ai.tokens.completion": got.Completion, "ai.validation.outcome": "accepted", "ai.cache.hit": false,
			"ai.retry.count": 1, "ai.version.template": "speak@1", "ai.toolCalls.count": 0, "ai.moderation.flagged": false},
		{"ai.model": "small-1", "ai.tokens.prompt": 0, "ai.tokens.completion": 0, "ai.cache.hit": true,
			"ai.retry.count": 0, "ai.validation.outcome": "accepted"},
		{"ai.model": "small-1", "ai.cache.hit": false, "ai.validation.outcome": "rejected", "ai.failure": "refused"},
	} {
		for dim, value := range want {
			if events[i].Dims[dim] != value {
				t.Errorf("event %d: %s is %v, want %v", i, dim, events[i].Dims[dim], value)
			}
		}
	}
	if ms, ok := events[0].Dims["ai.latency.total_ms"].(int); !ok || ms < 500 {
		t.Errorf("it took %v ms, of which it waited 500", events[0].Dims["ai.latency.total_ms"])
	}
}

func FuzzClean(f *testing.F) {
	f.Add("The tide\x1b[2J turns.\n\u202e\xff\xfa")
	f.Fuzz(func(t *testing.T, s string) {
		got := model.Clean(s)
		for _, r := range got {
			if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError {
				t.Errorf("%q has %U", got, r)
			}
		}
		if !utf8.ValidString(got) || model.Clean(got) != got {
			t.Errorf("%q is not clean, or not the same again", got)
		}
	})
}

func BenchmarkDo(b *testing.B) {
	for _, name := range []string{"off", "cached", "asked"} {
		b.Run(name, func(b *testing.B) {
			r := newRig(b, named(b, "ok"), func(c *model.Config) { c.DayTokens = 1 << 30 })
			if name == "off" {
				r.Off()
			}
			for i := 0; b.Loop(); i++ {
				call := ask()
				call.Player, call.Mind = "", ""
				if name == "asked" {
					call.User = fmt.Sprint(i)
				}
				r.Do(b.Context(), call)
			}
		})
	}
}
