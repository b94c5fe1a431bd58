package agentapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/agentapi"
)

// Whoever may not, because their token is paused or has ended, makes no agent and has none think, and loses none: what
// there is can be read and removed. Who no longer may when the agent has its place has made none.
func TestMay(t *testing.T) {
	d := newDesk()
	var refused map[string]bool
	endsAt := -1 // looks before it ends
	r := upon(t, d, func(c *agentapi.Config) {
		c.May = func(_ context.Context, owner string) *agentapi.Fault {
			if endsAt--; refused[owner] || endsAt == 0 {
				return agentapi.Failed(agentapi.Paused, "It is paused.")
			}
			return nil
		}
	})
	r.says(me, agentapi.Create, named("a"))
	refused = map[string]bool{me: true}
	for call, want := range map[[2]string]agentapi.Code{
		{agentapi.Create, named("b")}:      agentapi.Paused,
		{agentapi.Process, seen("a", "x")}: agentapi.Paused,
		{agentapi.Process, seen("b", "x")}: agentapi.AgentNotFound,
	} {
		if got := code(t, r.says(me, call[0], call[1])); got != want {
			t.Errorf("%s %s: %q", call[0], call[1], got)
		}
	}
	if got := code(t, r.says(you, agentapi.Create, named("b"))); got != "" {
		t.Errorf("another: %q", got)
	}
	if got := code(t, r.info(me, "agent://a/info")); got != "" {
		t.Errorf("read: %q", got)
	}
	if got := code(t, r.says(me, agentapi.Cleanup, `{"agent_id":"a"}`)); got != "" {
		t.Errorf("removed: %q", got)
	}
	refused, endsAt = nil, 2
	if got := code(t, r.says(me, agentapi.Create, named("late"))); got != agentapi.Paused {
		t.Errorf("ended meanwhile: %q", got)
	}
	if _, is := d.kept("agent:grant-me:late"); is || code(t, r.info(me, "agent://late/info")) != agentapi.AgentNotFound {
		t.Error("it is there all the same")
	}
}

// S1-24: what all agents were given to remember is bounded together, for each owner and for all, after a restart too.
func TestGivenTogether(t *testing.T) {
	d := newDesk()
	text := func(n int) string { return `"initial_long_term_memories":["` + strings.Repeat("x", n) + `"]` }
	kept := func(who string, n int) {
		d.SetAgent("agent:"+who+":old", json.RawMessage(`{"owner":"`+who+`","id":"old","made":{`+text(n)+`}}`))
	}
	kept(me, agentapi.GivenPerPrincipalMost-3)
	for i := range agentapi.GivenOfAllMost/agentapi.GivenPerPrincipalMost - 1 {
		kept(fmt.Sprint("grant-", i), agentapi.GivenPerPrincipalMost)
	}
	r := upon(t, d)
	for _, tt := range []struct {
		what, who string
		bytes     int
		want      agentapi.Code
	}{
		{"one byte too much for one owner", me, 4, agentapi.AgentLimit},
		{"the last bytes", me, 3, ""},
		{"one more byte of that owner's", me, 1, agentapi.AgentLimit},
		{"one more byte of another's", you, 1, agentapi.AgentLimit},
	} {
		call := fmt.Sprintf(`{"agent_id":"new %d","config":{%s}}`, tt.bytes, text(tt.bytes))
		if got := code(t, r.says(tt.who, agentapi.Create, call)); got != tt.want {
			t.Errorf("%s: %q", tt.what, got)
		}
	}
	if got := code(t, r.says(me, agentapi.Create, named("empty"))); got != "" {
		t.Errorf("one without memories: %q", got)
	}
	r.says(me, agentapi.Cleanup, `{"agent_id":"old"}`)
	if got := code(t, r.says(you, agentapi.Create, `{"agent_id":"new","config":{`+text(1)+`}}`)); got != "" {
		t.Errorf("after one was removed: %q", got)
	}
}
