package foreign_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/ai/foreign"
	"github.com/mudlark-mud/mudlark/ai/keep"
)

// shelf is a file of memories, as the daemon has it.
func shelf(t *testing.T, path string) *keep.Keep {
	t.Helper()
	k, err := keep.Open(path, keep.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = k.Close() })
	return k
}

// rig is a service with one principal, whose calls are made as its clients make them.
type rig struct {
	t    *testing.T
	keep *keep.Keep
	*foreign.Service
}

func open(t *testing.T, change ...func(*foreign.Config)) *rig {
	t.Helper()
	r := &rig{t: t, keep: shelf(t, filepath.Join(t.TempDir(), keep.FileName)), Service: &foreign.Service{}}
	c := foreign.Config{Keeper: r.keep, Now: leisurely()}
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
		result = foreign.Failure{Error: fault}
	}
	return written(r.t, result)
}

func (r *rig) info(who, uri string) string {
	r.t.Helper()
	info, fault := r.Read(who, uri)
	if fault != nil {
		return written(r.t, foreign.Failure{Error: fault})
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
func code(t *testing.T, result string) foreign.Code {
	t.Helper()
	var f foreign.Failure
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
		{foreign.Create, curious, `{"status":"created","agent_id":"network-test"}`},
		{foreign.Process, dimRoom, `{"action":"open_door","parameters":{}}`},
		{foreign.Cleanup, `{"agent_id":"network-test"}`, `{"status":"removed","agent_id":"network-test"}`},
		{foreign.Create, curious, `{"status":"created","agent_id":"network-test"}`},
		{foreign.Process, dimRoom, `{"action":"open_door","parameters":{}}`},
	} {
		if got := r.says(me, step.tool, step.args); got != step.want {
			t.Errorf("%s: got %s, want %s", step.tool, got, step.want)
		}
		if step.tool != foreign.Create {
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
	r.says(me, foreign.Create, curious)
	before := ""
	for i, seen := range []string{
		"You are in a dimly lit room.", "A goblin attacks you!", strings.Repeat("The corridor goes on and on. ", 130),
		strings.Repeat("ü", foreign.ObservationRunesMost),
	} {
		args := fmt.Sprintf(`{"agent_id":"network-test","observation":%q,"available_actions":[{"name":"wait"}]}`, seen)
		if got := r.says(me, foreign.Process, args); got != `{"action":"wait","parameters":{}}` {
			t.Fatalf("observation %d: %s", i, got)
		}
		info, fault := r.Read(me, "agent://network-test/info")
		if fault != nil {
			t.Fatal(fault)
		}
		if info.Working == before || utf8.RuneCountInString(info.Working) > foreign.WorkingRunesMost {
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
	got := r.says(me, foreign.Create, `{"agent_id":"plain","config":{}}`)
	if got != `{"status":"created","agent_id":"plain"}` {
		t.Fatal(got)
	}
	if got := r.info(me, "agent://plain/info"); got != `{"status":"active","traits":[],"working_memory":""}` {
		t.Error(got)
	}
	got = r.says(me, foreign.Process, `{"agent_id":"plain","observation":"","available_actions":[{"name":"jump"}]}`)
	if got != `{"action":"jump","parameters":{}}` {
		t.Error(got)
	}
}

// misuse is a call that cannot be answered.
type misuse struct {
	what, tool, args string
	want             foreign.Code
}

// long is longer than anything may be.
func long() string { return strings.Repeat("x", 5000) }

// many is a list of so many of the same.
func many(n int, one string) string {
	return "[" + strings.TrimSuffix(strings.Repeat(one+",", n), ",") + "]"
}

func misusedAgents() []misuse {
	return []misuse{
		{"no such agent", foreign.Process, strings.Replace(dimRoom, "network-test", "nobody", 1), foreign.AgentNotFound},
		{"no such agent to remove", foreign.Cleanup, `{"agent_id":"nobody"}`, foreign.AgentNotFound},
		{"somebody of this world", foreign.Cleanup, `{"agent_id":"npc-barkeep-01"}`, foreign.AgentNotFound},
		{"the same again", foreign.Create, curious, foreign.AgentExists},
		{"no arguments", foreign.Create, ``, foreign.InvalidArgument},
		{"a list", foreign.Create, `[]`, foreign.InvalidArgument},
		{"no id", foreign.Create, `{"config":{}}`, foreign.InvalidArgument},
		{"an id that is a number", foreign.Create, `{"agent_id":7,"config":{}}`, foreign.InvalidArgument},
		{"an empty id", foreign.Create, `{"agent_id":"","config":{}}`, foreign.InvalidArgument},
		{"a long id", foreign.Create, `{"agent_id":"` + long() + `","config":{}}`, foreign.InvalidArgument},
		{"a path", foreign.Create, `{"agent_id":"a/b","config":{}}`, foreign.InvalidArgument},
		{"a bell", foreign.Create, `{"agent_id":"a\u0007b","config":{}}`, foreign.InvalidArgument},
		{"no config", foreign.Create, `{"agent_id":"a"}`, foreign.InvalidArgument},
		{"a config that is a text", foreign.Create, `{"agent_id":"a","config":"x"}`, foreign.InvalidArgument},
		{"a slip", foreign.Create, `{"agent_id":"a","config":{"trait":["x"]}}`, foreign.InvalidArgument},
		{"an extra", foreign.Create, `{"agent_id":"a","config":{},"owner":"grant-you"}`, foreign.InvalidArgument},
		{"traits of numbers", foreign.Create, `{"agent_id":"a","config":{"traits":[1]}}`, foreign.InvalidArgument},
		{"many traits", foreign.Create, `{"agent_id":"a","config":{"traits":` + many(17, `"x"`) + `}}`,
			foreign.InvalidArgument},
		{"a long trait", foreign.Create, `{"agent_id":"a","config":{"traits":["` + long() + `"]}}`, foreign.InvalidArgument},
		{"much in mind", foreign.Create, `{"agent_id":"a","config":{"initial_working_memory":"` + long() + `"}}`,
			foreign.InvalidArgument},
		{"many memories", foreign.Create,
			`{"agent_id":"a","config":{"initial_long_term_memories":` + many(201, `"x"`) + `}}`, foreign.InvalidArgument},
		{"a long memory", foreign.Create, `{"agent_id":"a","config":{"initial_long_term_memories":["` + long() + `"]}}`,
			foreign.InvalidArgument},
	}
}

func misusedActions() []misuse {
	acts := func(list string) string {
		return `{"agent_id":"network-test","observation":"x","available_actions":` + list + `}`
	}
	return []misuse{
		{"no observation", foreign.Process, `{"agent_id":"network-test","available_actions":[]}`, foreign.InvalidArgument},
		{"a long observation", foreign.Process, `{"agent_id":"network-test","observation":"` + long() +
			`","available_actions":[{"name":"x"}]}`, foreign.InvalidArgument},
		{"no actions", foreign.Process, `{"agent_id":"network-test","observation":"x"}`, foreign.InvalidActions},
		{"actions that are a text", foreign.Process, acts(`"x"`), foreign.InvalidActions},
		{"nothing to choose", foreign.Process, acts(`[]`), foreign.InvalidActions},
		{"a null", foreign.Process, acts(`null`), foreign.InvalidActions},
		{"an action without a name", foreign.Process, acts(`[{"description":"x"}]`), foreign.InvalidActions},
		{"an action that is null", foreign.Process, acts(`[null]`), foreign.InvalidActions},
		{"a name that is a number", foreign.Process, acts(`[{"name":1}]`), foreign.InvalidActions},
		{"the same twice", foreign.Process, acts(`[{"name":"x"},{"name":"x"}]`), foreign.InvalidActions},
		{"many actions", foreign.Process, acts(many(65, `{"name":"x"}`)), foreign.InvalidActions},
		{"a long name", foreign.Process, acts(`[{"name":"` + long() + `"}]`), foreign.InvalidActions},
		{"a long description", foreign.Process, acts(`[{"name":"x","description":"` + long() + `"}]`),
			foreign.InvalidActions},
		{"parameters that are a list", foreign.Process, acts(`[{"name":"x","parameters":[]}]`), foreign.InvalidActions},
		{"a value that is an object", foreign.Process, acts(`[{"name":"x","parameters":{"p":[{}]}}]`),
			foreign.InvalidActions},
		{"a parameter without a name", foreign.Process, acts(`[{"name":"x","parameters":{"":"p"}}]`), foreign.InvalidActions},
		{"another tool", "look", `{}`, foreign.UnknownTool},
	}
}

// S1-18, S1-19, S1-24: each way to call wrongly has its code, and changes nothing.
func TestFaults(t *testing.T) {
	r := open(t)
	r.says(me, foreign.Create, curious)
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
		if got != foreign.UnknownResource && got != foreign.AgentNotFound {
			t.Errorf("%q: got %q", uri, got)
		}
	}
}

// S1-24: programs rest upon the codes, so that none ever changes.
func TestCodes(t *testing.T) {
	for code, want := range map[foreign.Code]string{
		foreign.AgentNotFound: "AGENT_NOT_FOUND", foreign.AgentExists: "AGENT_EXISTS", foreign.AgentLimit: "AGENT_LIMIT",
		foreign.InvalidArgument: "INVALID_ARGUMENT", foreign.InvalidActions: "INVALID_ACTIONS",
		foreign.UnknownTool: "UNKNOWN_TOOL", foreign.UnknownResource: "UNKNOWN_RESOURCE", foreign.BadFrame: "BAD_FRAME",
		foreign.RateLimited: "RATE_LIMITED", foreign.Busy: "BUSY", foreign.Unavailable: "UNAVAILABLE",
		foreign.Internal: "INTERNAL",
	} {
		got := written(t, foreign.Failure{Error: foreign.Failed(code, "x")})
		if got != `{"error":{"code":"`+want+`","message":"x"}}` {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
