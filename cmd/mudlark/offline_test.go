package main

import (
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/ai/agentapi"
	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/minds"
)

// beginning is a way to start, and who asks a model then.
type beginning struct {
	name        string
	env         map[string]string
	flags       func(*serveCmd)
	says        string // npc budget
	own, abroad bool   // who asks
}

func beginnings(at string) []beginning {
	named := map[string]string{"OPENAI_BASE_URL": at, "OPENAI_MODEL": "large", "OPENAI_API_KEY": "key"}
	const lots = 1_000_000
	return []beginning{
		{"nothing is named", nil, func(*serveCmd) {}, "None is asked: no model is named", false, false},
		{"a budget and no model", map[string]string{"OPENAI_BASE_URL": at, "OPENAI_API_KEY": "key"},
			func(c *serveCmd) { c.Mind.Budget.AITokens, c.Mind.Budget.ForeignTokens = lots, lots },
			"None is asked: no model is named", false, false},
		{"a key and no budget", named, func(*serveCmd) {}, "no daily token budget", false, false},
		{
			"a budget of nothing",
			named,
			func(c *serveCmd) { c.Mind.Budget.AITokens, c.Mind.Budget.ForeignTokens = 0, 0 },
			"no daily token budget",
			false,
			false,
		},
		{
			"a budget of the world's",
			named,
			func(c *serveCmd) { c.Mind.Budget.AITokens = lots },
			"of 1000000 tokens are used today",
			true,
			false,
		},
		{
			"a budget of others'",
			named,
			func(c *serveCmd) { c.Mind.Budget.ForeignTokens = lots },
			"Agents of other worlds: ",
			false,
			true,
		},
		{"a purpose of nothing", named, func(c *serveCmd) {
			c.Mind.Budget.AITokens, c.Mind.Budget.AIPurpose = lots, map[string]int{
				"npc_dialogue":   0,
				"retrieval":      0,
				"classification": 0,
			}
		}, "npc_dialogue: 0 of 0 tokens today", false, false},
		{
			"an hour of next to nothing",
			named,
			func(c *serveCmd) { c.Mind.Budget.AITokens, c.Mind.Budget.AITokensHour = lots, 1 },
			"0 of 1 tokens are used in this hour",
			false,
			false,
		},
	}
}

// S0-99, S0-102, S1-05: without a model, a key or a budget nothing is dialled, and everybody answers all the same: the
// people of the world, and agents of others. A budget is the world's or other worlds', and neither uses the other's.
func TestModelIsOff(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	warmKeep(t)
	ok, _ := modeltest.Named("ok")
	fake := modeltest.New(ok)
	var dialled atomic.Int64
	server := httptest.NewUnstartedServer(fake)
	server.Config.SetKeepAlivesEnabled(false) // a connection that waits would hold up the clock of the test
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			dialled.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	at := server.URL + "/v1"
	for _, tt := range beginnings(at) {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "world")
				foundTavern(t, dir)
				g := &guests{tavern: openTavernSo(t, dir, tt.env, func(c *serveCmd) {
					tt.flags(c)
					c.Mind.AIStages = "all"
					if err := c.Mind.Budget.Check(); err != nil {
						t.Fatal(err)
					}
				})}
				asks := func(who string, want bool, do func()) {
					t.Helper()
					was, reached := len(fake.Requests()), dialled.Load()
					do()
					n, dials := len(fake.Requests())-was, dialled.Load()-reached
					if (n > 0) != want || !want && dials != 0 {
						t.Errorf("%s: %d calls, %d connections", who, n, dials)
					}
				}
				g.comes("Mara", true, true)
				claim := regexp.MustCompile(`(?m)^ +claim (\S+)$`).FindStringSubmatch(g.out.String())
				g.quiet("Mara", "claim "+claim[1])
				g.quiet("Mara", "north")
				g.quiet("Mara", "east")
				<-time.After(lanternBeat)
				g.heardBy("Mara")
				asks("the barkeep", tt.own, func() {
					g.quiet("Mara", "say Hob, I am fond of marmalade, are you?")
					<-time.After(4 * lanternBeat)
				})
				asks("another world's agent", tt.abroad, func() { g.agent("scout", `{"traits":["brave"]}`) })
				if got := strings.Join(strings.Fields(g.quiet("Mara", "npc budget")), " "); !strings.Contains(
					got,
					tt.says,
				) {
					t.Errorf("npc budget says: %s", got)
				}
				if !tt.own {
					why := g.quiet("Mara", "npc why barkeep")
					if !strings.Contains(why, "It chose:") || byModel.MatchString(why) {
						t.Errorf("the barkeep did not answer out of his own head: %s", why)
					}
				}
			})
		})
	}
}

// byModel finds a step that a model made, in what npc why says.
var byModel = regexp.MustCompile(`[a-z] model[,.]`)

// agent makes an agent of another world, and has it decide something.
func (g *guests) agent(id, config string) {
	g.t.Helper()
	agents := &g.s.minds.Abroad.Agents
	for _, call := range [][3]string{
		{agentapi.Create, `{"agent_id":"` + id + `","config":` + config + `}`, `"created"`},
		{agentapi.Process, `{"agent_id":"` + id + `","observation":"A wolf attacks!","available_actions":[{"name":"fight"}]}`,
			`"action":"fight"`},
	} {
		result, fault := agents.Call(g.ctx, minds.LocalOwner, call[0], json.RawMessage(call[1]))
		if fault != nil {
			g.t.Fatal(fault)
		}
		if text, err := json.Marshal(result); err != nil || !strings.Contains(string(text), call[2]) {
			g.t.Errorf("%s: %s, %v", call[0], text, err)
		}
	}
}
