package model_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
)

// outcome is what a scenario must come to.
type outcome struct {
	failed   model.Failure
	text     string // the whole answer; "*" is any that is not empty
	requests int    // 0 is one
	soon     bool   // the call is given little time
}

// outcomes has an entry for each scenario.
func outcomes() map[string]outcome {
	any, garbage := outcome{text: "*"}, outcome{failed: model.Garbage}
	line := "The tide turns within the hour, friend."
	return map[string]outcome{
		"ok": {text: line}, "fenced": {text: "```json\n" + line + "\n```"}, "two": {text: line + "\n" + line},
		"prose": any, "preamble": any, "thinking": any, "duplicate": any, "unknown": any, "extra": any, "types": any,
		"numbers": any, "deep": {failed: model.Cut, text: "*"}, "invalid": {text: "INVALID"}, "helpful": any,
		"echo":     {text: ask().System + "\n" + ask().User},
		"obedient": any, "maximiser": any, "noise": any, "json": any,

		"null": garbage, "empty": garbage, "refusal": {failed: model.Refused}, "filtered": {failed: model.Refused},
		"length": {failed: model.Cut, text: line}, "tool": garbage, "tool-unknown": garbage, "tool-args": garbage,
		"empty-choices": garbage, "not-json": garbage, "half-json": garbage, "bytes": {text: "The tide[2J tu(rns."},
		"usage-huge": {text: "Aye."}, "usage-negative": {text: "Aye."}, "key-echo": {text: "You sent Bearer [key]"},
		"huge": garbage, "long": {failed: model.Cut, text: "*"}, "bomb": garbage,

		"401": {failed: model.Status}, "404": {failed: model.Status},
		"429": {failed: model.Status, requests: 2}, "429-after": {failed: model.Status}, "429-ages": {failed: model.Status},
		"500": {failed: model.Status, requests: 2}, "redirect": {failed: model.Status}, "204": {failed: model.Status},
		"500-once": {text: line, requests: 2}, "slow": {text: line},
		"reset": {failed: model.Unreachable}, "half": {failed: model.Unreachable},
		"hang": {failed: model.Timeout, soon: true}, "drip": {failed: model.Timeout, soon: true},
	}
}

func TestScenarios(t *testing.T) {
	want := outcomes()
	for _, s := range modeltest.Scenarios() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			w, ok := want[s.Name]
			if !ok {
				t.Fatal("no outcome is written down for this scenario")
			}
			r, call := newRig(t, s, nil), ask()
			if w.soon {
				call.Deadline = time.Now().Add(2 * time.Second)
			}
			start := time.Now()
			got := r.Do(t.Context(), call)
			if took := time.Since(start); took > model.AnswerMax {
				t.Errorf("took %v", took)
			}
			if got.Failed != w.failed || got.Text != w.text && (w.text != "*" || got.Text == "") {
				t.Errorf("got %q, %.200q; want %q, %q", got.Failed, got.Text, w.failed, w.text)
			}
			isOdd := strings.ContainsAny(got.Text, "\x00\x07\x1b\ufffd\u202e")
			if !utf8.ValidString(got.Text) || isOdd || len(got.Text) > 16<<10 {
				t.Errorf("the text is not fit to be read on: %.200q", got.Text)
			}
			if n := len(r.fake.Requests()); n != max(1, w.requests) {
				t.Errorf("%d requests, want %d", n, max(1, w.requests))
			}
			r.checkKept(t, call, got)
		})
	}
}

// checkKept holds what was kept against what was answered: the same again, from the tape alone, and nothing in it that
// was asked.
func (r *rig) checkKept(t *testing.T, call model.Call, got model.Reply) {
	t.Helper()
	again, err := model.Play(r.tape, got.Cassette, call)
	if err != nil || again != got {
		t.Errorf("from the tape: %+v, %v; want %+v", again, err, got)
	}
	if got.Prompt < 0 || got.Completion < 0 || got.Prompt+got.Completion > 2<<20 {
		t.Errorf("it cost %d and %d tokens", got.Prompt, got.Completion)
	}
	kept, _ := r.tape.Load(got.Cassette)
	if len(kept.People) != 1 || kept.People[0] != player {
		t.Errorf("the cassette concerns %q", kept.People)
	}
	events := r.sink.all()
	if len(events) == 0 || events[len(events)-1].Dims["ai.model"] != "small-1" {
		t.Errorf("the telemetry says %v", events)
	}
}
