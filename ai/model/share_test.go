package model_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/ai/model"
)

// S0-99: an hour, a player and a creature have bounds of their own within the day's; others go on, the next hour or day
// begins anew, starting the program again does not, and the count that is kept names nobody.
func TestShares(t *testing.T) {
	const most = 600
	tests := map[string]struct {
		set   func(*model.Config)
		other func(*model.Call) // is bounded by another count; nil: there is none
		later time.Duration
	}{
		"an hour": {func(c *model.Config) { c.HourTokens = most }, nil, time.Hour},
		"a player": {func(c *model.Config) { c.PlayerTokens = most }, func(c *model.Call) { c.Player = "pc-miri" },
			24 * time.Hour},
		"a creature": {func(c *model.Config) { c.MindTokens = most }, func(c *model.Call) { c.Mind = "npc-tomas" },
			24 * time.Hour},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, named(t, "ok"), tt.set)
			r.now = time.Date(2026, 11, 22, 10, 30, 0, 0, time.UTC)
			n, spent := 0, 0
			do := func(b *model.Broker, change func(*model.Call)) model.Failure {
				n++
				c := fresh(n)
				if change != nil {
					change(&c)
				}
				got := b.Do(t.Context(), c)
				spent += got.Prompt + got.Completion
				return got.Failed
			}
			for n < 25 && do(r.Broker, nil) == "" { // until the bound is met
			}
			if n == 1 || n == 25 || spent > most {
				t.Fatalf("%d calls, %d of %d tokens", n, spent, most)
			}
			c := r.config
			again := model.New(c, r.needs)
			if err := again.On(); err != nil {
				t.Fatal(err)
			}
			if got := do(again, nil); got != model.Budget {
				t.Errorf("after a restart: %q", got)
			}
			if tt.other != nil {
				if got := do(again, tt.other); got != "" {
					t.Errorf("somebody else: %q", got)
				}
			}
			for _, kept := range r.tape.all() {
				body := string(kept.Body)
				if strings.Contains(body, `"date"`) && (strings.Contains(body, player) || strings.Contains(body, "npc-")) {
					t.Errorf("the count names somebody: %s", body)
				}
			}
			r.after(tt.later)
			if got := do(again, nil); got != "" {
				t.Errorf("%s later: %q", tt.later, got)
			}
		})
	}
}

// Two brokers of different names share a tape and no budget.
func TestNamedBudgets(t *testing.T) {
	r := newRig(t, named(t, "ok"), nil)
	if got := r.Do(t.Context(), ask()); got.Failed != "" {
		t.Fatal(got)
	}
	c := r.config
	c.Name = "others"
	if got := model.New(c, r.needs).State().Tokens; got != 0 {
		t.Errorf("the other begins with %d tokens used", got)
	}
	c.Name = ""
	if got, want := model.New(c, r.needs).State().Tokens, r.State().Tokens; got != want || got == 0 {
		t.Errorf("the same begins with %d tokens used, want %d", got, want)
	}
}

// So many players are counted in a day, and those beyond ask no model: a count without end would fill the memory.
func TestSharesMost(t *testing.T) {
	r := newRig(t, named(t, "ok"), func(c *model.Config) { c.PlayerTokens, c.PlayerHour = 1000, 1000 })
	r.now = time.Date(2026, 11, 22, 10, 30, 0, 0, time.UTC)
	if got := model.FillShares(r.Broker, r.now); got == 0 {
		t.Fatal("nothing was filled")
	}
	if got := r.Do(t.Context(), fresh(1)); got.Failed != model.Budget {
		t.Errorf("got %+v", got)
	}
	call := fresh(2)
	call.Player = ""
	if got := r.Do(t.Context(), call); got.Failed != "" {
		t.Errorf("for nobody: %s", fmt.Sprint(got))
	}
}
