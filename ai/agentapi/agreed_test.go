package agentapi_test

import (
	"context"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/agentapi"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
)

// agreeing is an agent to be made whose world's players agreed to a host.
func agreeing(id, host string) string {
	return `{"agent_id":"` + id + `","config":{"players_agreed_to":"` + host + `"}}`
}

// What a foreign world's players say may go to the very host to which they agreed, by the word of whoever made the
// agent that hears it, and nowhere else. By default they agreed to nothing. That holds after a restart, and ends with
// the agent.
func TestPlayersAgree(t *testing.T) {
	d := newDesk()
	r := upon(t, d)
	r.says(me, agentapi.Create, agreeing("yes", "API.example.org:8443"))
	r.says(me, agentapi.Create, named("never"))
	r.says(you, agentapi.Create, named("yes"))
	again := upon(t, d)
	for _, s := range []*agentapi.Service{r.Service, again.Service} {
		for _, tt := range []struct {
			mind, host string
			want       bool
		}{
			{"agent:grant-me:yes", "api.example.org:8443", true},
			{"agent:grant-me:yes", "api.example.org", false},
			{"agent:grant-me:yes", "evil.example.org:8443", false},
			{"agent:grant-me:yes", "", false},
			{"agent:grant-me:never", "api.example.org:8443", false},
			{"agent:grant-me:never", "", false},
			{"agent:grant-you:yes", "api.example.org:8443", false},
			{"grant-me", "api.example.org:8443", false},
			{"", "", false},
		} {
			if got := s.Agreed(tt.mind, tt.host); got != tt.want {
				t.Errorf("%s, %s: %v", tt.mind, tt.host, got)
			}
		}
	}
	again.says(me, agentapi.Cleanup, `{"agent_id":"yes"}`)
	again.says(me, agentapi.Create, named("yes"))
	if again.Agreed("agent:grant-me:yes", "api.example.org:8443") {
		t.Error("whoever comes after it under its id is agreed for as well")
	}
}

// Each question names the agent as the one whose words stand in it, and nobody else, so that it is asked for it.
func TestAsksAreTheAgents(t *testing.T) {
	var asks []mind.Ask
	r := open(t, func(c *agentapi.Config) {
		c.Stages = npc.All()
		c.Model = model(func(_ context.Context, ask mind.Ask) mind.Reply {
			asks = append(asks, ask)
			return mind.Reply{ID: ask.ID, Failed: "off"}
		})
	})
	r.says(me, agentapi.Create, curious)
	r.says(me, agentapi.Process, dimRoom)
	if len(asks) == 0 {
		t.Fatal("nothing was asked")
	}
	for _, ask := range asks {
		if ask.Player != "" || len(ask.Others) != 1 || ask.Others[0] != "agent:grant-me:network-test" {
			t.Errorf("%s is asked for %q and %q", ask.Purpose, ask.Player, ask.Others)
		}
	}
}

// Whoever names another host than the server's is told, and told which it is; what is no host is refused.
func TestHosts(t *testing.T) {
	r := open(t, func(c *agentapi.Config) { c.Host = "api.example.org" })
	for _, tt := range []struct {
		host string
		want agentapi.Code
	}{
		{"api.example.org", ""}, {"API.example.org", agentapi.AgentExists}, // it gets so far
		{"other.example.org", agentapi.InvalidArgument}, {"https://api.example.org", agentapi.InvalidArgument},
		{"a b", agentapi.InvalidArgument}, {"u@api.example.org", agentapi.InvalidArgument},
		{`a\u0007`, agentapi.InvalidArgument}, {long(), agentapi.InvalidArgument},
	} {
		got := r.says(me, agentapi.Create, agreeing("a", tt.host))
		if code(t, got) != tt.want {
			t.Errorf("%.40s: got %s", tt.host, got)
		}
		if tt.host == "other.example.org" && !strings.Contains(got, "at api.example.org;") {
			t.Errorf("it does not say where the model is: %s", got)
		}
	}
}
