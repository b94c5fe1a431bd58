package foreign_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/foreign"
)

// Whoever may not, because their token is paused or has ended, makes no agent and has none think, and loses none: what
// there is can be read and removed. Who no longer may when the agent has its place has made none.
func TestMay(t *testing.T) {
	d := newDesk()
	var refused map[string]bool
	endsAt := -1 // looks before it ends
	r := upon(t, d, func(c *foreign.Config) {
		c.May = func(_ context.Context, owner string) *foreign.Fault {
			if endsAt--; refused[owner] || endsAt == 0 {
				return foreign.Failed(foreign.Paused, "It is paused.")
			}
			return nil
		}
	})
	r.says(me, foreign.Create, named("a"))
	refused = map[string]bool{me: true}
	for call, want := range map[[2]string]foreign.Code{
		{foreign.Create, named("b")}:      foreign.Paused,
		{foreign.Process, seen("a", "x")}: foreign.Paused,
		{foreign.Process, seen("b", "x")}: foreign.AgentNotFound,
	} {
		if got := code(t, r.says(me, call[0], call[1])); got != want {
			t.Errorf("%s %s: %q", call[0], call[1], got)
		}
	}
	if got := code(t, r.says(you, foreign.Create, named("b"))); got != "" {
		t.Errorf("another: %q", got)
	}
	if got := code(t, r.info(me, "agent://a/info")); got != "" {
		t.Errorf("read: %q", got)
	}
	if got := code(t, r.says(me, foreign.Cleanup, `{"agent_id":"a"}`)); got != "" {
		t.Errorf("removed: %q", got)
	}
	refused, endsAt = nil, 2
	if got := code(t, r.says(me, foreign.Create, named("late"))); got != foreign.Paused {
		t.Errorf("ended meanwhile: %q", got)
	}
	if _, is := d.kept("agent:grant-me:late"); is || code(t, r.info(me, "agent://late/info")) != foreign.AgentNotFound {
		t.Error("it is there all the same")
	}
}

// S1-24: what all agents were given to remember is bounded together, for each owner and for all.
func TestGivenTogether(t *testing.T) {
	r := upon(t, newDesk())
	full := strings.Repeat(`"`+strings.Repeat("x", foreign.GivenBytesMost)+`",`, foreign.GivenMost)
	give := func(who string, i int) foreign.Code {
		const call = `{"agent_id":"a%d","config":{"initial_long_term_memories":[%s]}}`
		return code(t, r.says(who, foreign.Create, fmt.Sprintf(call, i, strings.TrimSuffix(full, ","))))
	}
	const each = foreign.GivenMost * foreign.GivenBytesMost
	most := foreign.GivenPerPrincipalMost / each
	for i := range most {
		if got := give(me, i); got != "" {
			t.Fatalf("agent %d: %q", i, got)
		}
	}
	if got := give(me, most); got != foreign.AgentLimit {
		t.Errorf("one more of one owner: %q", got)
	}
	if got := code(t, r.says(me, foreign.Create, named("empty"))); got != "" {
		t.Errorf("one without memories: %q", got)
	}
	all := most
	for ; all < foreign.GivenOfAllMost/each; all++ {
		if got := give(fmt.Sprint("grant-", all/most), all); got != "" {
			t.Fatalf("agent %d: %q", all, got)
		}
	}
	if got := give(you, 0); got != foreign.AgentLimit {
		t.Errorf("one more of all: %q", got)
	}
	r.says(me, foreign.Cleanup, `{"agent_id":"a0"}`)
	if got := give(you, 0); got != "" {
		t.Errorf("after one was removed: %q", got)
	}
}
