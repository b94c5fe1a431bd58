package agentapi_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/ai/agentapi"
	"github.com/mudlark-mud/mudlark/ai/store"
)

// shelf is a file of memories, as the daemon has it.
func shelf(t *testing.T, path string) *store.Store {
	t.Helper()
	k, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = k.Close() })
	return k
}

// rig is a service with one principal, whose calls are made as its clients make them.
type rig struct {
	t    *testing.T
	keep *store.Store
	*agentapi.Service
}

func open(t *testing.T, change ...func(*agentapi.Config)) *rig {
	t.Helper()
	r := &rig{t: t, keep: shelf(t, filepath.Join(t.TempDir(), store.FileName)), Service: &agentapi.Service{}}
	c := agentapi.Config{Keeper: r.keep, Now: leisurely()}
	for _, f := range change {
		f(&c)
	}
	if err := r.Open(c); err != nil {
		t.Fatal(err)
	}
	return r
}

// leisurely is a clock on which a second goes by between two looks, so that no rate is ever met.
func leisurely() func() time.Time {
	var mu sync.Mutex
	at := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		at = at.Add(time.Second)
		return at
	}
}

// says calls a tool and returns its result as it goes over the wire.
func (r *rig) says(who, tool, args string) string {
	r.t.Helper()
	result, fault := r.Call(r.t.Context(), who, tool, json.RawMessage(args))
	if fault != nil {
		result = agentapi.Failure{Error: fault}
	}
	return written(r.t, result)
}

func (r *rig) info(who, uri string) string {
	r.t.Helper()
	info, fault := r.Read(who, uri)
	if fault != nil {
		return written(r.t, agentapi.Failure{Error: fault})
	}
	return written(r.t, info)
}

func written(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// code is the code of a result that is a failure; "" for another.
func code(t *testing.T, result string) agentapi.Code {
	t.Helper()
	var f agentapi.Failure
	if err := json.Unmarshal([]byte(result), &f); err != nil {
		t.Fatalf("%v in %s", err, result)
	}
	if f.Error == nil {
		return ""
	}
	if f.Error.Message == "" {
		t.Errorf("%s has no message", result)
	}
	return f.Error.Code
}

const (
	curious = `{"agent_id":"network-test","config":{"traits":["curious","brave"],` +
		`"initial_working_memory":"I am exploring this world","initial_long_term_memories":` +
		`["I enjoy discovering new places","I am skilled at solving puzzles"]}}`
	dimRoom = `{"agent_id":"network-test","observation":` +
		`"You are in a dimly lit room. There's a door to the north and a chest in the corner.","available_actions":[` +
		`{"name":"examine_chest","description":"Look more closely at the chest","parameters":{}},` +
		`{"name":"open_door","description":"Open the door and go north","parameters":{}}]}`
	me, you = "grant-me", "grant-you"
)

// S1-03, S1-04, S1-05, S1-06, S1-07, S1-25: the seed's example, with the results that it writes down. Offline the
// choice is always the same one.
func TestSeedExample(t *testing.T) {
	r := open(t)
	for _, step := range []struct{ tool, args, want string }{
		{agentapi.Create, curious, `{"status":"created","agent_id":"network-test"}`},
		{agentapi.Process, dimRoom, `{"action":"open_door","parameters":{}}`},
		{agentapi.Cleanup, `{"agent_id":"network-test"}`, `{"status":"removed","agent_id":"network-test"}`},
		{agentapi.Create, curious, `{"status":"created","agent_id":"network-test"}`},
		{agentapi.Process, dimRoom, `{"action":"open_door","parameters":{}}`},
	} {
		if got := r.says(me, step.tool, step.args); got != step.want {
			t.Errorf("%s: got %s, want %s", step.tool, got, step.want)
		}
		if step.tool != agentapi.Create {
			continue
		}
		want := `{"status":"active","traits":["curious","brave"],"working_memory":"I am exploring this world"}`
		if got := r.info(me, "agent://network-test/info"); got != want {
			t.Errorf("info: got %s, want %s", got, want)
		}
	}
}

// S1-08: working memory is rewritten by each observation and stays short, whatever is observed.
func TestWorkingMemoryFollows(t *testing.T) {
	r := open(t)
	r.says(me, agentapi.Create, curious)
	before := ""
	for i, seen := range []string{
		"You are in a dimly lit room.", "A goblin attacks you!", strings.Repeat("The corridor goes on and on. ", 130),
		strings.Repeat("ü", agentapi.ObservationRunesMost),
	} {
		args := fmt.Sprintf(`{"agent_id":"network-test","observation":%q,"available_actions":[{"name":"wait"}]}`, seen)
		if got := r.says(me, agentapi.Process, args); got != `{"action":"wait","parameters":{}}` {
			t.Fatalf("observation %d: %s", i, got)
		}
		info, fault := r.Read(me, "agent://network-test/info")
		if fault != nil {
			t.Fatal(fault)
		}
		if info.Working == before || utf8.RuneCountInString(info.Working) > agentapi.WorkingRunesMost {
			t.Errorf("observation %d: in mind %q, before %q", i, info.Working, before)
		}
		if !strings.Contains(info.Working, string([]rune(seen)[:20])) {
			t.Errorf("observation %d: %q says nothing of it", i, info.Working)
		}
		before = info.Working
	}
}

// S1-13: what is left out of a config is empty.
func TestConfigDefaults(t *testing.T) {
	r := open(t)
	got := r.says(me, agentapi.Create, `{"agent_id":"plain","config":{}}`)
	if got != `{"status":"created","agent_id":"plain"}` {
		t.Fatal(got)
	}
	if got := r.info(me, "agent://plain/info"); got != `{"status":"active","traits":[],"working_memory":""}` {
		t.Error(got)
	}
	got = r.says(me, agentapi.Process, `{"agent_id":"plain","observation":"","available_actions":[{"name":"jump"}]}`)
	if got != `{"action":"jump","parameters":{}}` {
		t.Error(got)
	}
}

// misuse is a call that cannot be answered.
type misuse struct {
	what, tool, args string
	want             agentapi.Code
}

// long is longer than anything may be.
func long() string { return strings.Repeat("x", 5000) }

// many is a list of so many of the same.
func many(n int, one string) string {
	return "[" + strings.TrimSuffix(strings.Repeat(one+",", n), ",") + "]"
}

func misusedAgents() []misuse {
	return []misuse{
		{"no such agent", agentapi.Process, strings.Replace(dimRoom, "network-test", "nobody", 1), agentapi.AgentNotFound},
		{"no such agent to remove", agentapi.Cleanup, `{"agent_id":"nobody"}`, agentapi.AgentNotFound},
		{"somebody of this world", agentapi.Cleanup, `{"agent_id":"npc-barkeep-01"}`, agentapi.AgentNotFound},
		{"the same again", agentapi.Create, curious, agentapi.AgentExists},
		{"no arguments", agentapi.Create, ``, agentapi.InvalidArgument},
		{"a list", agentapi.Create, `[]`, agentapi.InvalidArgument},
		{"no id", agentapi.Create, `{"config":{}}`, agentapi.InvalidArgument},
		{"an id that is a number", agentapi.Create, `{"agent_id":7,"config":{}}`, agentapi.InvalidArgument},
		{"an empty id", agentapi.Create, `{"agent_id":"","config":{}}`, agentapi.InvalidArgument},
		{"a long id", agentapi.Create, `{"agent_id":"` + long() + `","config":{}}`, agentapi.InvalidArgument},
		{"a path", agentapi.Create, `{"agent_id":"a/b","config":{}}`, agentapi.InvalidArgument},
		{"a bell", agentapi.Create, `{"agent_id":"a\u0007b","config":{}}`, agentapi.InvalidArgument},
		{"no config", agentapi.Create, `{"agent_id":"a"}`, agentapi.InvalidArgument},
		{"a config that is a text", agentapi.Create, `{"agent_id":"a","config":"x"}`, agentapi.InvalidArgument},
		{"a slip", agentapi.Create, `{"agent_id":"a","config":{"trait":["x"]}}`, agentapi.InvalidArgument},
		{"an extra", agentapi.Create, `{"agent_id":"a","config":{},"owner":"grant-you"}`, agentapi.InvalidArgument},
		{"traits of numbers", agentapi.Create, `{"agent_id":"a","config":{"traits":[1]}}`, agentapi.InvalidArgument},
		{"many traits", agentapi.Create, `{"agent_id":"a","config":{"traits":` + many(17, `"x"`) + `}}`,
			agentapi.InvalidArgument},
		{
			"a long trait",
			agentapi.Create,
			`{"agent_id":"a","config":{"traits":["` + long() + `"]}}`,
			agentapi.InvalidArgument,
		},
		{"much in mind", agentapi.Create, `{"agent_id":"a","config":{"initial_working_memory":"` + long() + `"}}`,
			agentapi.InvalidArgument},
		{"many memories", agentapi.Create,
			`{"agent_id":"a","config":{"initial_long_term_memories":` + many(201, `"x"`) + `}}`, agentapi.InvalidArgument},
		{"a long memory", agentapi.Create, `{"agent_id":"a","config":{"initial_long_term_memories":["` + long() + `"]}}`,
			agentapi.InvalidArgument},
	}
}

func misusedActions() []misuse {
	acts := func(list string) string {
		return `{"agent_id":"network-test","observation":"x","available_actions":` + list + `}`
	}
	return []misuse{
		{"no observation", agentapi.Process, `{"agent_id":"network-test","available_actions":[]}`, agentapi.InvalidArgument},
		{"a long observation", agentapi.Process, `{"agent_id":"network-test","observation":"` + long() +
			`","available_actions":[{"name":"x"}]}`, agentapi.InvalidArgument},
		{"no actions", agentapi.Process, `{"agent_id":"network-test","observation":"x"}`, agentapi.InvalidActions},
		{"actions that are a text", agentapi.Process, acts(`"x"`), agentapi.InvalidActions},
		{"nothing to choose", agentapi.Process, acts(`[]`), agentapi.InvalidActions},
		{"a null", agentapi.Process, acts(`null`), agentapi.InvalidActions},
		{"an action without a name", agentapi.Process, acts(`[{"description":"x"}]`), agentapi.InvalidActions},
		{"an action that is null", agentapi.Process, acts(`[null]`), agentapi.InvalidActions},
		{"a name that is a number", agentapi.Process, acts(`[{"name":1}]`), agentapi.InvalidActions},
		{"the same twice", agentapi.Process, acts(`[{"name":"x"},{"name":"x"}]`), agentapi.InvalidActions},
		{"many actions", agentapi.Process, acts(many(65, `{"name":"x"}`)), agentapi.InvalidActions},
		{"a long name", agentapi.Process, acts(`[{"name":"` + long() + `"}]`), agentapi.InvalidActions},
		{"a long description", agentapi.Process, acts(`[{"name":"x","description":"` + long() + `"}]`),
			agentapi.InvalidActions},
		{"parameters that are a list", agentapi.Process, acts(`[{"name":"x","parameters":[]}]`), agentapi.InvalidActions},
		{"a value that is an object", agentapi.Process, acts(`[{"name":"x","parameters":{"p":[{}]}}]`),
			agentapi.InvalidActions},
		{
			"a parameter without a name",
			agentapi.Process,
			acts(`[{"name":"x","parameters":{"":"p"}}]`),
			agentapi.InvalidActions,
		},
		{"another tool", "look", `{}`, agentapi.UnknownTool},
	}
}

// S1-18, S1-19, S1-24: each way to call wrongly has its code, and changes nothing.
func TestFaults(t *testing.T) {
	r := open(t)
	r.says(me, agentapi.Create, curious)
	before := r.info(me, "agent://network-test/info")
	for _, c := range append(misusedAgents(), misusedActions()...) {
		t.Run(c.what, func(t *testing.T) {
			if got := code(t, r.says(me, c.tool, c.args)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if got := r.info(me, "agent://network-test/info"); got != before {
		t.Errorf("it was changed by what was refused: %s", got)
	}
	for _, uri := range []string{"agent://a", "agent:///info", "game://room/current", "agent://a/info/more", ""} {
		got := code(t, r.info(me, uri))
		if got != agentapi.UnknownResource && got != agentapi.AgentNotFound {
			t.Errorf("%q: got %q", uri, got)
		}
	}
}

// S1-24: programs rest upon the codes, so that none ever changes.
func TestCodes(t *testing.T) {
	for code, want := range map[agentapi.Code]string{
		agentapi.AgentNotFound: "AGENT_NOT_FOUND", agentapi.AgentExists: "AGENT_EXISTS", agentapi.AgentLimit: "AGENT_LIMIT",
		agentapi.InvalidArgument: "INVALID_ARGUMENT", agentapi.InvalidActions: "INVALID_ACTIONS",
		agentapi.UnknownTool: "UNKNOWN_TOOL", agentapi.UnknownResource: "UNKNOWN_RESOURCE", agentapi.BadFrame: "BAD_FRAME",
		agentapi.RateLimited: "RATE_LIMITED", agentapi.Busy: "BUSY", agentapi.Unavailable: "UNAVAILABLE",
		agentapi.Internal: "INTERNAL",
	} {
		got := written(t, agentapi.Failure{Error: agentapi.Failed(code, "x")})
		if got != `{"error":{"code":"`+want+`","message":"x"}}` {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
