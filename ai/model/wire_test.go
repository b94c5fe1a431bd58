package model_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/model"
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

func BenchmarkDo(b *testing.B) {
	for _, name := range []string{"off", "cached", "asked"} {
		b.Run(name, func(b *testing.B) {
			r := newRig(b, named(b, "ok"), func(c *model.Config) { c.DayTokens = 1 << 40 })
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
