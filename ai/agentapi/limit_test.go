package agentapi_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/ai/agentapi"
	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/ai/store"
)

// desk keeps agents in memory, and fails when it is told to.
type desk struct {
	mu      sync.Mutex
	agents  map[string]json.RawMessage
	rows    map[string]map[uint64]memory.Row
	working map[string]memory.Working
	fails   error // of every read
}

func newDesk() *desk {
	return &desk{
		agents: map[string]json.RawMessage{}, rows: map[string]map[uint64]memory.Row{}, working: map[string]memory.Working{},
	}
}

func (d *desk) SetAgent(id string, text json.RawMessage) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.agents[id] = text; text == nil {
		delete(d.agents, id)
	}
}

func (d *desk) Agents(visit func(string, json.RawMessage)) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(d.agents)) {
		visit(id, d.agents[id])
	}
	return d.fails
}

func (d *desk) Rows(mind string) ([]memory.Row, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	byID := func(a, b memory.Row) int { return cmp.Compare(a.ID, b.ID) }
	return slices.SortedFunc(maps.Values(d.rows[mind]), byID), d.fails
}

func (d *desk) Working(mind string) (memory.Working, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.working[mind], d.fails
}

func (d *desk) Apply(b store.Batch) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if b.End {
		delete(d.rows, b.Mind)
		delete(d.working, b.Mind)
	}
	if d.rows[b.Mind] == nil {
		d.rows[b.Mind] = map[uint64]memory.Row{}
	}
	for _, c := range b.Rows {
		if c.Put != nil {
			d.rows[b.Mind][c.Put.ID] = *c.Put
		} else {
			delete(d.rows[b.Mind], c.Drop)
		}
	}
	if b.Working != nil {
		d.working[b.Mind] = *b.Working
	}
}

func (d *desk) Flush(context.Context) error { return nil }

func (d *desk) kept(mind string) (rows int, is bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, is = d.agents[mind]
	return len(d.rows[mind]), is
}

// upon opens a service upon a desk.
func upon(t *testing.T, d *desk, change ...func(*agentapi.Config)) *rig {
	t.Helper()
	return open(t, append(change, func(c *agentapi.Config) { c.Keeper = d })...)
}

const waiting = `"available_actions":[{"name":"jump"},{"name":"wait"}]}`

func seen(id, what string) string {
	return fmt.Sprintf(`{"agent_id":%q,"observation":%q,`+waiting, id, what)
}

func named(id string) string { return fmt.Sprintf(`{"agent_id":%q,"config":{}}`, id) }

// S1-06: what is removed is gone with all that it remembered, and a second time it is missing as any other; whoever
// comes after it under its id remembers nothing.
func TestRemoval(t *testing.T) {
	d := newDesk()
	r := upon(t, d)
	r.says(me, agentapi.Create, curious)
	r.says(me, agentapi.Process, dimRoom)
	const mind = "agent:grant-me:network-test"
	if n, is := d.kept(mind); n < 2 || !is {
		t.Fatalf("%d rows kept, %v", n, is)
	}
	r.says(me, agentapi.Cleanup, `{"agent_id":"network-test"}`)
	if n, is := d.kept(mind); n != 0 || is {
		t.Errorf("after its end %d rows are kept, %v", n, is)
	}
	again := r.says(me, agentapi.Cleanup, `{"agent_id":"network-test"}`)
	never := r.says(me, agentapi.Cleanup, `{"agent_id":"never"}`)
	if again != never || code(t, again) != agentapi.AgentNotFound {
		t.Errorf("a second time: %s, never made: %s", again, never)
	}
	if got := code(t, r.info(me, "agent://network-test/info")); got != agentapi.AgentNotFound {
		t.Errorf("its info: %q", got)
	}
	r.says(me, agentapi.Create, named("network-test"))
	if n, _ := d.kept(mind); n != 0 {
		t.Errorf("its successor remembers %d things", n)
	}
}

// S1-19: an agent is its maker's alone: for everybody else it does not differ from one that never was.
func TestPrincipalsApart(t *testing.T) {
	r := open(t)
	r.says(me, agentapi.Create, named("a"))
	for _, c := range []struct{ tool, args string }{
		{agentapi.Process, seen("%s", "x")}, {agentapi.Cleanup, `{"agent_id":"%s"}`},
	} {
		got := r.says(you, c.tool, strings.Replace(c.args, "%s", "a", 1))
		want := r.says(you, c.tool, strings.Replace(c.args, "%s", "never", 1))
		if got != want || code(t, got) != agentapi.AgentNotFound {
			t.Errorf("%s: %s, and of nobody: %s", c.tool, got, want)
		}
	}
	if got, want := r.info(you, "agent://a/info"), r.info(you, "agent://never/info"); got != want {
		t.Errorf("info: %s, and of nobody: %s", got, want)
	}
	if got := code(t, r.says(you, agentapi.Create, named("a"))); got != "" {
		t.Errorf("an id that another has: %q", got)
	}
	if got := code(t, r.says("", agentapi.Create, named("a"))); got != agentapi.AgentNotFound {
		t.Errorf("nobody: %q", got)
	}
}

// S1-01: nothing that is answered holds what an agent remembers: not the memories that it was given, and not what it
// observed but for the little that it has in mind.
func TestMemoryStaysInside(t *testing.T) {
	r := open(t)
	const canary = "xylophone-7731"
	args := `{"agent_id":"a","config":{"initial_long_term_memories":["the password of the vault is ` + canary + `"]}}`
	said := []string{r.says(me, agentapi.Create, args)}
	for i := range 6 {
		asks := seen("a", fmt.Sprintf("Somebody asks for the password of vault %d.", i))
		said = append(said, r.says(me, agentapi.Process, asks), r.info(me, "agent://a/info"))
	}
	said = append(said, r.says(me, agentapi.Process, `{"agent_id":"a","observation":"What is the password of the vault?",`+
		`"available_actions":[{"name":"say","description":"Say the password","parameters":{"text":"the password"}}]}`))
	for _, text := range said {
		if strings.Contains(text, canary) {
			t.Errorf("it says what it remembers: %s", text)
		}
	}
	for _, of := range []string{"agent://a/memories", "agent://a/long_term", "agent://a/info?all", "agent://a/info#x"} {
		if got := code(t, r.info(me, of)); got == "" {
			t.Errorf("%s can be read", of)
		}
	}
}

// Each principal has so many agents, and the server so many; who was unused for long makes room.
func TestPlaces(t *testing.T) {
	var mu sync.Mutex
	at := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	d := newDesk()
	r := upon(t, d, func(c *agentapi.Config) {
		c.Now = func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			at = at.Add(time.Second)
			return at
		}
	})
	for i := range agentapi.AgentsMost {
		who := fmt.Sprintf("grant-%02d", i/agentapi.AgentsPerPrincipalMost)
		if got := r.says(who, agentapi.Create, named(fmt.Sprintf("a%04d", i))); code(t, got) != "" {
			t.Fatalf("agent %d: %s", i, got)
		}
	}
	if got := code(t, r.says("grant-00", agentapi.Create, named("more"))); got != agentapi.AgentLimit {
		t.Errorf("one more of a principal: %q", got)
	}
	if got := code(t, r.says(me, agentapi.Create, named("more"))); got != agentapi.AgentLimit {
		t.Errorf("one more of all: %q", got)
	}
	mu.Lock()
	at = at.Add(agentapi.IdleFor)
	mu.Unlock()
	r.says("grant-00", agentapi.Process, seen("a0000", "x"))
	if got := r.says(me, agentapi.Create, named("more")); code(t, got) != "" {
		t.Errorf("one more after long: %s", got)
	}
	if got := code(t, r.info("grant-00", "agent://a0000/info")); got != "" {
		t.Errorf("the one that is used lost its place: %q", got)
	}
	if got := code(t, r.info("grant-00", "agent://a0001/info")); got != agentapi.AgentNotFound {
		t.Errorf("the one that was unused for longest kept its place: %q", got)
	}
	if _, is := d.kept("agent:grant-00:a0001"); is {
		t.Error("it is kept still")
	}
	if got := code(t, r.says("grant-00", agentapi.Create, named("again"))); got != "" {
		t.Errorf("the place that it lost is not free: %q", got)
	}
}

// A principal calls so often; another one does not suffer from it.
func TestRate(t *testing.T) {
	at := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	var met []string
	r := open(t, func(c *agentapi.Config) {
		c.Now, c.Met = func() time.Time { return at }, func(limit string) { met = append(met, limit) }
	})
	for i := range agentapi.CallsBurst {
		if got := code(t, r.info(me, "agent://a/info")); got != agentapi.AgentNotFound {
			t.Fatalf("call %d: %q", i, got)
		}
	}
	if got := code(t, r.says(me, agentapi.Create, named("a"))); got != agentapi.RateLimited {
		t.Errorf("one more: %q", got)
	}
	if want := []string{agentapi.LimitCalls}; !slices.Equal(met, want) {
		t.Errorf("limits met: got %v, want %v", met, want)
	}
	if got := code(t, r.says(you, agentapi.Create, named("a"))); got != "" {
		t.Errorf("another principal: %q", got)
	}
	at = at.Add(time.Second)
	if got := code(t, r.says(me, agentapi.Create, named("a"))); got != "" {
		t.Errorf("a second later: %q", got)
	}
}

// More minds than are kept at hand lose nothing by sleeping.
func TestSleep(t *testing.T) {
	d := newDesk()
	r := upon(t, d)
	n := agentapi.AwakeMost + 20
	who := func(i int) string { return fmt.Sprintf("grant-%d", i/agentapi.AgentsPerPrincipalMost) }
	for i := range n {
		r.says(who(i), agentapi.Create, named(fmt.Sprint(i)))
		if got := r.says(who(i), agentapi.Process, seen(fmt.Sprint(i), "A goblin attacks me!")); code(t, got) != "" {
			t.Fatal(got)
		}
	}
	before, _ := d.kept("agent:grant-0:0")
	if got := r.says(who(0), agentapi.Process, seen("0", "An old woman gives me bread.")); code(t, got) != "" {
		t.Fatal(got)
	}
	if after, _ := d.kept("agent:grant-0:0"); before == 0 || after <= before {
		t.Errorf("it remembers %d things, and remembered %d before it slept", after, before)
	}
}

// model is whatever a test makes of one.
type model func(ctx context.Context, ask mind.Ask) mind.Reply

func (m model) Answer(ctx context.Context, _ string, ask mind.Ask) mind.Reply { return m(ctx, ask) }

func with(m model) func(*agentapi.Config) {
	return func(c *agentapi.Config) { c.Model, c.Stages = m, npc.All() }
}

// S1-05, S1-22: whatever a model says, what is chosen was offered, with exactly the parameters that it declares.
func TestAnyModel(t *testing.T) {
	offered := map[string][]string{"wait": {}, "go": {"direction", "steps"}, "say": {"text"}}
	const list = `"available_actions":[{"name":"wait"},{"name":"go","parameters":{"direction":["north","south"],` +
		`"steps":{"type":"integer","minimum":1,"maximum":3}}},{"name":"say","parameters":{"text":"what to say"}}]}`
	for name, text := range map[string]string{
		"nothing": "", "prose": "I would go north.", "null": "null", "a list": "[]", "another action": `{"action":"fly"}`,
		"extra keys":   `{"action":"go","parameters":{"direction":"north","steps":"2","gold":"1000"}}`,
		"no keys":      `{"action":"go","parameters":{}}`,
		"a bad value":  `{"action":"go","parameters":{"direction":"up","steps":"-40"}}`,
		"other types":  `{"action":"go","parameters":{"direction":7,"steps":{}}}`,
		"long":         `{"action":"say","parameters":{"text":"` + strings.Repeat("la ", 5000) + `"}}`,
		"a choice":     `{"action":"go","parameters":{"direction":"south","steps":"2"}}`,
		"control":      `{"action":"say","parameters":{"text":"\u001b[2Jhello"}}`,
		"three levels": `{"action":{"action":{"action":"go"}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			calls := 0
			r := open(t, with(func(_ context.Context, ask mind.Ask) mind.Reply {
				calls++
				return mind.Reply{ID: ask.ID, Text: text}
			}))
			r.says(me, agentapi.Create, curious)
			for i := range 3 {
				got := r.says(me, agentapi.Process, fmt.Sprintf(`{"agent_id":"network-test","observation":"Step %d.",`+list, i))
				var c agentapi.Chosen
				if err := json.Unmarshal([]byte(got), &c); err != nil {
					t.Fatal(err)
				}
				keys, is := offered[c.Action]
				if !is || !slices.Equal(slices.Sorted(maps.Keys(c.Parameters)), keys) {
					t.Errorf("got %s", got)
				}
				if c.Action == "go" {
					n, _ := c.Parameters["steps"].(float64)
					if d := c.Parameters["direction"]; d != "north" && d != "south" || n < 1 || n > 3 {
						t.Errorf("got %s", got)
					}
				}
				if len(got) > 2000 || strings.Contains(got, `\u001b`) {
					t.Errorf("got %s", got)
				}
			}
			if calls == 0 {
				t.Error("no model was asked")
			}
		})
	}
}

// S1-05, S1-22: a model that never answers is waited for so long, and then the agent decides for itself.
func TestHangingModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := upon(t, newDesk(), with(func(ctx context.Context, ask mind.Ask) mind.Reply {
			<-ctx.Done()
			return mind.Reply{ID: ask.ID, Failed: "timeout"}
		}))
		r.says(me, agentapi.Create, curious)
		began := time.Now()
		if got := r.says(me, agentapi.Process, dimRoom); got != `{"action":"open_door","parameters":{}}` {
			t.Errorf("got %s", got)
		}
		if took := time.Since(began); took != agentapi.ThinkMost {
			t.Errorf("it took %s", took)
		}
	})
}

// S1-06, S1-24: whoever is removed while it thinks ends its thought at once; calls behind it find it gone. The server
// ends in the same way.
func TestBrokenOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := upon(t, newDesk(), with(func(ctx context.Context, ask mind.Ask) mind.Reply {
			<-ctx.Done()
			return mind.Reply{ID: ask.ID, Failed: "timeout"}
		}))
		r.says(me, agentapi.Create, curious)
		first, second := make(chan string, 1), make(chan string, 1)
		began := time.Now()
		go func() { first <- r.says(me, agentapi.Process, dimRoom) }()
		synctest.Wait()
		removed := make(chan string, 1)
		go func() { removed <- r.says(me, agentapi.Cleanup, `{"agent_id":"network-test"}`) }()
		synctest.Wait()
		go func() { second <- r.says(me, agentapi.Process, dimRoom) }()
		if got := <-first; got != `{"action":"open_door","parameters":{}}` {
			t.Errorf("the thought under way: %s", got)
		}
		if got := <-removed; code(t, got) != "" {
			t.Errorf("the removal: %s", got)
		}
		if got := <-second; code(t, got) != agentapi.AgentNotFound {
			t.Errorf("a call behind it: %s", got)
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("it took %s", took)
		}
		r.says(me, agentapi.Create, curious)
		go func() { first <- r.says(me, agentapi.Process, dimRoom) }()
		synctest.Wait()
		r.Close()
		if got := <-first; got != `{"action":"open_door","parameters":{}}` {
			t.Errorf("at the end: %s", got)
		}
		if got := code(t, r.says(me, agentapi.Process, dimRoom)); got != agentapi.Unavailable {
			t.Errorf("after the end: %q", got)
		}
	})
}

// S1-06: a call that waited while its agent was removed finds it gone, and so does what is said of one that lost its
// place while it thought.
func TestGoneMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hold := make(chan struct{})
		d := newDesk()
		var ahead time.Duration
		r := upon(t, d, with(func(_ context.Context, ask mind.Ask) mind.Reply {
			<-hold
			return mind.Reply{ID: ask.ID, Failed: "timeout"}
		}), func(c *agentapi.Config) {
			tick := leisurely()
			c.Now = func() time.Time { return tick().Add(ahead) }
		})
		r.says(me, agentapi.Create, curious)
		calls := [][3]string{
			{agentapi.Process, dimRoom, `"open_door"`}, {agentapi.Cleanup, `{"agent_id":"network-test"}`, `"removed"`},
			{agentapi.Process, dimRoom, `"AGENT_NOT_FOUND"`},
		}
		answers := make([]chan string, len(calls))
		for i, call := range calls {
			answers[i] = make(chan string, 1)
			go func() { answers[i] <- r.says(me, call[0], call[1]) }()
			synctest.Wait()
		}
		close(hold)
		for i, call := range calls {
			if got := <-answers[i]; !strings.Contains(got, call[2]) {
				t.Errorf("call %d: got %s, want %s", i, got, call[2])
			}
		}
		hold = make(chan struct{})
		for i := range agentapi.AgentsMost {
			r.says(fmt.Sprintf("grant-%02d", i/agentapi.AgentsPerPrincipalMost), agentapi.Create, named(fmt.Sprintf("a%04d", i)))
		}
		ahead = agentapi.IdleFor + 24*time.Hour
		go func() { answers[0] <- r.says("grant-00", agentapi.Process, seen("a0000", "A goblin attacks me!")) }()
		synctest.Wait()
		if got := r.says(me, agentapi.Create, named("more")); code(t, got) != "" {
			t.Fatalf("got %s", got)
		}
		close(hold)
		<-answers[0]
		if n, is := d.kept("agent:grant-00:a0000"); n > 0 || is {
			t.Errorf("%d things are kept of one that has no place, %v", n, is)
		}
	})
}

// Only so many wait for one agent; and the models of one principal's agents are asked so often.
func TestBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		hold := make(chan struct{})
		r := upon(t, newDesk(), with(func(_ context.Context, ask mind.Ask) mind.Reply {
			asked++
			<-hold
			return mind.Reply{ID: ask.ID, Failed: "garbage"}
		}))
		r.says(me, agentapi.Create, curious)
		answers := make(chan agentapi.Code, 100)
		const calls = agentapi.WaitingMost + 5
		for range calls {
			go func() { answers <- code(t, r.says(me, agentapi.Process, dimRoom)) }()
		}
		synctest.Wait()
		close(hold)
		busy := 0
		for range calls {
			switch got := <-answers; got {
			case "":
			case agentapi.Busy:
				busy++
			default:
				t.Errorf("got %q", got)
			}
		}
		if want := calls - agentapi.WaitingMost - 1; busy != want {
			t.Errorf("%d calls were refused, want %d", busy, want)
		}
		for range agentapi.AsksPerHour {
			r.says(me, agentapi.Process, dimRoom)
		}
		if asked == 0 || asked > agentapi.AsksPerHour {
			t.Errorf("models were asked %d times", asked)
		}
	})
}

// S1-20, S1-22: what panics within a decision still ends in an action, the least that is offered, and nothing of it is
// told; what panics elsewhere is an error with a code. The next call goes on.
func TestPanics(t *testing.T) {
	isBroken := true
	r := open(t, with(func(_ context.Context, ask mind.Ask) mind.Reply {
		if isBroken {
			panic("at /secret/path")
		}
		return mind.Reply{ID: ask.ID, Failed: "off"}
	}))
	r.says(me, agentapi.Create, named("a"))
	for _, offered := range []struct{ list, want string }{
		{`[{"name":"jump"},{"name":"wait"}]`, "wait"}, {`[{"name":"jump"},{"name":"look_around"}]`, "look_around"},
		{`[{"name":"jump"},{"name":"fly"}]`, "jump"}, {`[{"name":"awaiting"},{"name":"do_nothing"}]`, "do_nothing"},
	} {
		got := r.says(me, agentapi.Process, `{"agent_id":"a","observation":"x","available_actions":`+offered.list+`}`)
		if want := fmt.Sprintf(`{"action":%q,"parameters":{}}`, offered.want); got != want {
			t.Errorf("%s: got %s, want %s", offered.list, got, want)
		}
	}
	isBroken = false
	got := r.says(me, agentapi.Process, `{"agent_id":"a","observation":"x","available_actions":[{"name":"jump"}]}`)
	if code(t, got) != "" {
		t.Errorf("the next call: %s", got)
	}
	broken := open(t, func(c *agentapi.Config) { c.Keeper = broken{c.Keeper} })
	got = broken.says(me, agentapi.Create, named("a"))
	if code(t, got) != agentapi.Internal || strings.Contains(got, "secret") || strings.Contains(got, ".go") {
		t.Errorf("got %s", got)
	}
}

// broken is a keeper that panics.
type broken struct{ agentapi.Keeper }

func (broken) SetAgent(string, json.RawMessage) { panic("at /secret/path") }

// S1-21: memories that cannot be read are none, and the agent decides all the same.
func TestMemoryFails(t *testing.T) {
	d := newDesk()
	r := upon(t, d)
	d.fails = errors.New("the disk is gone")
	if got := r.says(me, agentapi.Create, curious); code(t, got) != "" {
		t.Fatal(got)
	}
	if got := r.says(me, agentapi.Process, dimRoom); got != `{"action":"open_door","parameters":{}}` {
		t.Errorf("got %s", got)
	}
}

// S1-24: agents, what they are like, have in mind and remember, are there after a restart; so are whose they are.
func TestRestart(t *testing.T) {
	d := newDesk()
	r := upon(t, d)
	r.says(me, agentapi.Create, curious)
	r.says(you, agentapi.Create, named("network-test"))
	r.says(me, agentapi.Process, dimRoom)
	before, rows := r.info(me, "agent://network-test/info"), len(d.rows["agent:grant-me:network-test"])
	d.agents["agent:grant-me:spoilt"] = json.RawMessage(`{"owner":"grant-you","id":"x"}`)
	again := upon(t, d)
	if got := again.info(me, "agent://network-test/info"); got != before || !strings.Contains(got, "dimly") {
		t.Errorf("got %s, want %s", got, before)
	}
	if got := code(t, again.says(me, agentapi.Create, curious)); got != agentapi.AgentExists {
		t.Errorf("made again: %q", got)
	}
	again.says(me, agentapi.Process, seen("network-test", "A goblin attacks me!"))
	if n := len(d.rows["agent:grant-me:network-test"]); n <= rows {
		t.Errorf("it remembers %d things, and remembered %d before", n, rows)
	}
	if got := code(t, again.info(you, "agent://x/info")); got != agentapi.AgentNotFound {
		t.Errorf("an agent whose record is another's: %q", got)
	}
	var none agentapi.Service
	_, fault := none.Call(t.Context(), me, agentapi.Create, json.RawMessage(curious))
	if fault.Code != agentapi.Unavailable {
		t.Errorf("before it is open: %v", fault)
	}
}
