package model_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/usage"
)

// fresh is a call that was never made before.
func fresh(n int) model.Call {
	c := ask()
	c.Context[0], c.Context[1] = byte(n), byte(n>>8)
	return c
}

func TestHours(t *testing.T) {
	tests := map[string]struct {
		most  int
		alone func(*model.Call, int) // leaves only one of the two budgets in play
		other func(*model.Call)
	}{
		"a player's calls": {30, func(c *model.Call, n int) { c.Mind = fmt.Sprint("npc-", n) },
			func(c *model.Call) { c.Player = "pc-miri" }},
		"a creature's calls": {60, func(c *model.Call, n int) { c.Player = fmt.Sprint("pc-", n) },
			func(c *model.Call) { c.Mind = "npc-tomas" }},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, named(t, "ok"), nil)
			r.now = time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
			n := 0
			do := func(change func(*model.Call)) model.Failure {
				n++
				c := fresh(n)
				tt.alone(&c, n)
				if change != nil {
					change(&c)
				}
				return r.Do(t.Context(), c).Failed
			}
			for range tt.most {
				if got := do(nil); got != "" {
					t.Fatalf("call %d: %q", n, got)
				}
				r.after(time.Second)
			}
			if got := do(nil); got != model.Budget {
				t.Errorf("one more: %q", got)
			}
			if got := do(tt.other); got != "" {
				t.Errorf("for somebody else: %q", got)
			}
			r.Broker = model.New(r.config, r.needs)
			if err := r.On(); err != nil {
				t.Fatal(err)
			}
			if got := []model.Failure{do(nil), do(tt.other)}; got[0] != model.Budget || got[1] != "" {
				t.Errorf("after a restart: %q", got)
			}
			r.after(time.Hour - time.Duration(tt.most)*time.Second)
			if got := []model.Failure{do(nil), do(nil)}; got[0] != "" || got[1] != model.Budget {
				t.Errorf("an hour after the first: %q", got)
			}
		})
	}
}

// S0-99: whoever pays is told at 80 % and at 100 %, and after that the scripted minds answer.
func TestDay(t *testing.T) {
	const limit = 3000
	small := func(c *model.Config) { c.DayTokens = limit }
	r := newRig(t, named(t, "ok"), small)
	r.now = time.Date(2026, 11, 22, 23, 0, 0, 0, time.UTC)
	n, spent := 0, 0
	var got model.Reply
	for n = 1; n < 200; n++ {
		c := fresh(n)
		c.Player, c.Mind = "", ""
		if got = r.Do(t.Context(), c); got.Failed != "" {
			break
		}
		spent += got.Prompt + got.Completion
		if told := len(r.told()); (told == 1) != (spent*100 >= limit*80) {
			t.Errorf("%d of %d used, %d alerts", spent, limit, told)
		}
	}
	if s := r.State(); got.Failed != model.Budget || s.Tokens != spent || spent > limit || s.By[usage.Dialogue] != spent {
		t.Errorf("%q after %d tokens; State says %+v", got.Failed, spent, s)
	}
	var told []string
	for _, a := range r.told() {
		told = append(told, a.String())
	}
	if len(told) != 2 || !strings.HasPrefix(told[0], "80% of today's") || !strings.HasPrefix(told[1], "100% of today's") {
		t.Errorf("told %q", told)
	}
	isAlert := 0
	for _, e := range r.sink.all() {
		if e.Name == usage.PromptBudgetReached {
			isAlert++
		}
	}
	if isAlert != 2 {
		t.Errorf("%d alerts in the telemetry", isAlert)
	}

	// Starting again makes no new budget, and a count that was tampered with is none.
	restart := func() *model.Broker {
		c := config()
		small(&c)
		return model.New(c, r.needs)
	}
	if got := restart().State().Tokens; got != spent {
		t.Errorf("after a restart %d tokens are used, want %d", got, spent)
	}
	for _, c := range r.tape.all() {
		if strings.Contains(string(c.Body), `"date"`) {
			c.Body = []byte(strings.Replace(string(c.Body), `"tokens":`, `"tokens":1`, 1))
			r.tape.Save(c)
		}
	}
	if got := restart().State().Tokens; got != limit {
		t.Errorf("of a changed count %d tokens are used, want all %d", got, limit)
	}

	r.after(time.Hour) // midnight
	if got := r.Do(t.Context(), fresh(n)); got.Failed != "" || r.State().Tokens != got.Prompt+got.Completion {
		t.Errorf("the day after: %+v, %+v", got, r.State())
	}
}

func TestPurposeBudget(t *testing.T) {
	r := newRig(t, named(t, "ok"), func(c *model.Config) {
		c.PurposeTokens = map[usage.Purpose]int{usage.Ambience: 0, usage.Retrieval: 200}
	})
	do := func(p usage.Purpose, n int) model.Failure {
		c := fresh(n)
		c.Purpose = p
		return r.Do(t.Context(), c).Failed
	}
	if got := do(usage.Ambience, 1); got != model.Budget {
		t.Errorf("ambience: %q", got)
	}
	retrieved := 0
	for ; retrieved < 50 && do(usage.Retrieval, 2+retrieved) == ""; retrieved++ {
	}
	if used := r.State().By[usage.Retrieval]; retrieved == 0 || retrieved == 50 || used > 200 {
		t.Errorf("%d retrievals, %d tokens", retrieved, used)
	}
	if got := do(usage.Dialogue, 99); got != "" {
		t.Errorf("dialogue: %q", got)
	}
	if told := r.told(); len(told) != 2 || told[1].Purpose != usage.Retrieval || told[1].Percent != 100 {
		t.Errorf("told %v", told)
	}
}

// What an endpoint says of its cost cannot make the budget larger, and what never came may have cost everything.
func TestCost(t *testing.T) {
	tests := map[string]struct{ least, most int }{
		"usage-negative": {30, 60}, "usage-huge": {1 << 20, 2 << 20}, "401": {0, 0}, "reset": {0, 0}, "not-json": {120, 200},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, named(t, name), nil)
			got := r.Do(t.Context(), ask())
			if sum := got.Prompt + got.Completion; sum < tt.least || sum > tt.most {
				t.Errorf("%+v cost %d tokens, want %d to %d", got, sum, tt.least, tt.most)
			}
		})
	}
	t.Run("a prompt without end", func(t *testing.T) {
		r := newRig(t, named(t, "ok"), nil)
		call := ask()
		call.User = strings.Repeat("brine ", 20_000)
		if got := r.Do(t.Context(), call); got.Failed != model.Budget || len(r.fake.Requests()) != 0 {
			t.Errorf("got %+v", got)
		}
	})
}
