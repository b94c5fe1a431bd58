package read_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/read"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

var update = flag.Bool("update", false, "rewrite the golden file; review the diff")

// port is the small world with its record, at a time that stands still.
type port struct {
	t    *testing.T
	s    *world.State
	now  world.Time
	past []*world.Record

	clock time.Time
	tools map[string]mcp.Tool

	slowed int // how often somebody read too fast
}

// The three who read: an npc's grant in Anna's hands, and a narrator's in Merla's.
var (
	npc      = mcp.Principal{ID: "g-npc", Actor: "pc-anna", Grant: "g-npc", Kind: world.GrantNPC}
	narrator = mcp.Principal{ID: "g-nar", Actor: "pc-merla", Grant: "g-nar", Kind: world.GrantNarrator}
	nobody   = mcp.Principal{ID: "g-no", Actor: "pc-anna", Grant: "g-no", Kind: world.GrantNarrator}
)

func newPort(t *testing.T) *port {
	p := &port{t: t, s: world.New(0), now: 3 * world.GameHour, clock: time.Unix(1_700_000_000, 0)}
	for _, in := range worldtest.Genesis() {
		p.do(in)
	}
	p.past = append(p.past, worldtest.RunTimers(p.s, p.now)...)
	host := world.Via{Kind: world.ViaHost}
	for _, name := range []string{"Anna", "Benno", "Merla"} {
		p.do(world.Input{Via: host, Action: world.Create{
			Account: world.AccountID("a-" + strings.ToLower(name)), Name: name, Role: world.RolePlayer,
		}})
	}
	p.do(world.Input{Via: host, Action: world.Anoint{Body: "pc-merla"}})
	for _, who := range []world.ActorID{"pc-anna", "pc-benno", "pc-merla"} {
		p.typed(who, world.Enter{})
	}
	p.now += world.Second // what was before a grant is no business of whoever has it
	p.typed("pc-anna", world.MintGrant{Grant: "g-npc", Label: "npc", Role: world.GrantNPC})
	p.typed("pc-merla", world.MintGrant{Grant: "g-nar", Label: "narrator", Role: world.GrantNarrator})
	p.typed("pc-merla", world.Depart{})
	f, err := read.New(read.Config{
		World: p, Past: p, Version: "test", Protocol: "2026-07-28", Clock: func() time.Time { return p.clock },
		Slowed: func() { p.slowed++ },
	})
	if err != nil {
		t.Fatal(err)
	}
	p.tools = map[string]mcp.Tool{}
	for _, tool := range f.Tools() {
		p.tools[tool.Name] = tool
	}
	return p
}

func (p *port) do(in world.Input) {
	p.t.Helper()
	rec, no := p.s.Decide(p.now, in)
	if no != nil {
		p.t.Fatalf("%T: %s", in.Action, no.Text)
	}
	if rec != nil {
		p.past = append(p.past, rec)
	}
}

func (p *port) typed(who world.ActorID, a world.Action) {
	p.t.Helper()
	p.do(worldtest.Typed(who, a))
}

// Do is the loop's, without a loop.
func (p *port) Do(_ context.Context, do func(*world.State, world.Time) loop.Step) (loop.Reply, error) {
	step := do(p.s, p.now)
	return loop.Reply{Seq: p.s.Seq, Report: step.Report(p.s, p.now)}, nil
}

func (p *port) back(key world.Key, fn func(*world.Record) bool) error {
	for _, rec := range slices.Backward(p.past) {
		if slices.Contains(archive.Mentioned(rec), key) && !fn(rec) {
			break
		}
	}
	return nil
}

func (p *port) Room(_ context.Context, id world.RoomID, fn func(*world.Record) bool) error {
	return p.back(archive.KeyOf(id), fn)
}

func (p *port) Actor(_ context.Context, id world.ActorID, fn func(*world.Record) bool) error {
	return p.back(archive.KeyOf(id), fn)
}

func (p *port) When(context.Context, uint64) (time.Time, error) { return p.clock, nil }

// call calls a tool; what it answers must fit the tool's schema.
func (p *port) call(who mcp.Principal, tool, args string) (text string, isError bool) {
	p.t.Helper()
	p.clock = p.clock.Add(time.Second) // in no hurry
	out := p.tools[tool].Handler(p.t.Context(), who, json.RawMessage(args))
	if out.Fault != nil || len(out.Text) != 1 {
		p.t.Fatalf("%s %s: %+v", tool, args, out)
	}
	if !out.IsError {
		p.fits(tool, out.Text[0])
	}
	return out.Text[0], out.IsError
}

func (p *port) fits(tool, text string) {
	p.t.Helper()
	c := jsonschema.NewCompiler()
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(p.tools[tool].OutputSchema))
	if err == nil {
		err = c.AddResource("mem:tool", schema)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		p.t.Fatal(err)
	}
	if err := c.MustCompile("mem:tool").Validate(doc); err != nil {
		p.t.Errorf("%s answers what its schema does not allow: %v\n%s", tool, err, text)
	}
}

// evening lets some things happen that all may see, and some that are nobody else's.
func (p *port) evening() {
	p.typed("pc-benno", world.Say{Text: "good evening"})
	p.typed("pc-benno", world.Whisper{To: "pc-anna", Text: "psst-secret"})
	p.typed("pc-benno", world.Tell{To: "pc-anna", Text: "tell-secret"})
	p.typed("pc-benno", world.Move{Dir: world.North})
	p.typed("pc-benno", world.Say{Text: "at the market"})
}

// S0-30, S0-31, S0-32, S0-33, S0-34, S0-35, S0-36, S0-37: the contract, call by call. S0-38: a thing has one name, and
// the names that came later elsewhere are not offered beside it.
func TestContract(t *testing.T) {
	p := newPort(t)
	p.evening()
	for _, later := range []string{"get-location-context", "get-player-context", "get-atmosphere", "get-recent-events"} {
		if _, ok := p.tools[later]; ok {
			t.Errorf("%s is offered", later)
		}
	}
	var b strings.Builder
	for _, c := range []struct {
		as         string
		who        mcp.Principal
		tool, args string
	}{
		{"npc", npc, "get-location", `{}`}, {"narrator", narrator, "get-location", `{"locationId":"market"}`},
		{"narrator", narrator, "get-location", `{}`},
		{"npc", npc, "list-exits", `{}`}, {"narrator", narrator, "list-exits", `{"locationId":"market"}`},
		{"npc", npc, "health", `{}`},
		{"npc", npc, "getPlayerState", `{"playerId":"pc-anna"}`},
		{"npc", npc, "getPlayerState", `{"playerId":"pc-benno"}`},
		{"narrator", narrator, "getPlayerState", `{"playerId":"pc-benno"}`},
		{"npc", npc, "listRecentEvents", `{"scopeKey":"player:pc-benno"}`},
		{"narrator", narrator, "listRecentEvents", `{"scopeKey":"loc:quay","limit":3}`},
		{"narrator", narrator, "listRecentEvents", `{"scopeKey":"player:pc-benno","limit":2}`},
		{"narrator", narrator, "listRecentEvents", `{"scopeKey":"everything"}`},
		{"npc", npc, "getRoom", `{"roomId":"quay"}`}, {"npc", npc, "getRoom", `{"roomId":"nowhere"}`},
		{"npc", npc, "getNeighbors", `{"roomId":"quay","depth":1}`},
		{"narrator", narrator, "getNeighbors", `{"roomId":"quay"}`},
		{"npc", npc, "get-canonical-fact", `{"entityId":"room:quay"}`},
		{"npc", npc, "get-canonical-fact", `{"entityId":"arena"}`},
		{"narrator", narrator, "get-canonical-fact", `{"entityId":"npc-keeper"}`},
		{"narrator", narrator, "get-canonical-fact", `{"entityId":"quest:errand"}`},
		{"npc", npc, "search-lore", `{"query":"stones"}`},
		{"npc", npc, "search-lore", `{"query":"sand"}`},
		{"narrator", narrator, "search-lore", `{"query":"sand and stalls","k":2}`},
	} {
		text, isError := p.call(c.who, c.tool, c.args)
		fmt.Fprintf(&b, "%s> %s %s\n%v %s\n\n", c.as, c.tool, c.args, isError, text)
	}
	path := filepath.Join("testdata", "contract.txt")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("the contract differs from %s; run with -update and read the diff. got:\n%s", path, got)
	}
}

// S0-104: a narrator is told what an open bystander would perceive: no tell, no whisper, nothing hidden and nothing in
// the dark.
func TestNarratorSeesTheOpen(t *testing.T) {
	p := newPort(t)
	p.evening()
	p.typed("pc-merla", world.Enter{})
	p.typed("pc-merla", world.Haul{Body: "pc-benno", To: worldtest.Loft})
	p.typed("pc-benno", world.Say{Text: "hidden-secret"})
	p.typed("pc-merla", world.Haul{Body: "pc-anna", To: worldtest.Cave})
	p.typed("pc-anna", world.Say{Text: "dark-secret"})
	p.typed("pc-merla", world.Depart{})
	all := ""
	for _, room := range []world.RoomID{"quay", "market", "store", "loft", "arena", "cave"} {
		for tool, args := range map[string]string{
			"getRoom": `{"roomId":%q}`, "listRecentEvents": `{"scopeKey":"loc:%s","limit":100}`,
			"list-exits": `{"locationId":%q}`, "getNeighbors": `{"roomId":%q,"depth":5}`,
		} {
			text, isError := p.call(narrator, tool, fmt.Sprintf(args, room))
			if (room == worldtest.Loft) != isError {
				t.Errorf("%s of %s: %v %s", tool, room, isError, text)
			}
			all += text
		}
	}
	for _, who := range []string{"pc-anna", "pc-benno"} {
		text, _ := p.call(narrator, "listRecentEvents", `{"scopeKey":"player:`+who+`","limit":100}`)
		all += text
		if text, isError := p.call(narrator, "getPlayerState", `{"playerId":"`+who+`"}`); !isError {
			t.Errorf("%s is seen where nobody sees: %s", who, text)
		}
	}
	if strings.Contains(all, "secret") || strings.Contains(all, `"loft"`) || strings.Contains(all, "Loft") {
		t.Errorf("a narrator is told too much: %s", all)
	}
	if !strings.Contains(all, "good evening") || !strings.Contains(all, "at the market") {
		t.Errorf("a narrator is told too little: %s", all)
	}
	if text, _ := p.call(narrator, "getRoom", `{"roomId":"cave"}`); strings.Contains(text, "pc-anna") {
		t.Errorf("who stands in the dark is seen: %s", text)
	}
}

// S0-35, S0-36, S0-37: an npc's grant knows what its body has discovered and was told, and nothing of before it.
func TestNPCSeesItsOwn(t *testing.T) {
	p := newPort(t)
	p.evening()
	for tool, args := range map[string]string{
		"getRoom": `{"roomId":"market"}`, "get-location": `{"locationId":"market"}`, "list-exits": `{"locationId":"market"}`,
		"getNeighbors": `{"roomId":"market"}`, "listRecentEvents": `{"scopeKey":"loc:market"}`,
		"getPlayerState": `{"playerId":"pc-merla"}`,
	} {
		if text, isError := p.call(npc, tool, args); !isError {
			t.Errorf("%s tells of what the body never saw: %s", tool, text)
		}
	}
	text, _ := p.call(npc, "listRecentEvents", `{"scopeKey":"player:pc-benno","limit":100}`)
	for _, want := range []string{"good evening", "psst-secret", "tell-secret"} { // to this body
		if !strings.Contains(text, want) {
			t.Errorf("%q is not told: %s", want, text)
		}
	}
	if strings.Contains(text, "at the market") || strings.Contains(text, "wakes") {
		t.Errorf("what the body never heard, or heard before the grant, is told: %s", text)
	}
	if text, isError := p.call(npc, "getNeighbors", `{"roomId":"quay","depth":5}`); isError ||
		strings.Contains(text, "market") {
		t.Errorf("the neighbourhood: %v %s", isError, text)
	}
}

// S0-39: the tools only read, each principal has a rate of its own, and a grant that is gone reads nothing.
func TestLimits(t *testing.T) {
	p := newPort(t)
	for name, tool := range p.tools {
		if !tool.Hints.ReadOnly || tool.Hints.Destructive || !strings.Contains(string(tool.InputSchema),
			`"additionalProperties":false`) || !strings.Contains(string(tool.OutputSchema), `"additionalProperties":false`) {
			t.Errorf("%s: %+v, takes %s, gives %s", name, tool.Hints, tool.InputSchema, tool.OutputSchema)
		}
	}
	if text, isError := p.call(nobody, "get-location", `{}`); !isError || !strings.Contains(text, "not_allowed") {
		t.Errorf("a grant that is not there: %v %s", isError, text)
	}
	readOnce := func(who mcp.Principal) mcp.Result {
		return p.tools["health"].Handler(t.Context(), who, json.RawMessage(`{}`))
	}
	p.clock = p.clock.Add(time.Minute)
	for n := range read.ReadsBurst {
		if out := readOnce(npc); out.IsError {
			t.Fatalf("read %d was refused: %v", n, out.Text)
		}
	}
	out := readOnce(npc)
	if !out.IsError || !strings.Contains(out.Text[0], `"code":"rate_limited"`) ||
		!strings.Contains(out.Text[0], `"retry_after_ms":200`) {
		t.Errorf("too many: %+v", out)
	}
	if p.slowed != 1 {
		t.Errorf("told of %d that were too many, want 1", p.slowed)
	}
	if out := readOnce(narrator); out.IsError {
		t.Errorf("another pays for it: %v", out.Text)
	}
	p.clock = p.clock.Add(time.Second)
	if out := readOnce(npc); out.IsError {
		t.Errorf("a second later: %v", out.Text)
	}
}

// The world's word on a grant counts, and not the token's: one whose time is over reads nothing, nor does any while the
// operator keeps agents out.
func TestGrantsThatDoNotStand(t *testing.T) {
	p := newPort(t)
	p.typed("pc-anna", world.MintGrant{Grant: "g-short", Label: "short", Role: world.GrantNPC, For: world.Minute})
	short := mcp.Principal{ID: "g-short", Actor: "pc-anna", Grant: "g-short", Kind: world.GrantNPC}
	if text, isError := p.call(short, "get-location", `{}`); isError {
		t.Fatalf("in its time: %s", text)
	}
	p.now += world.Minute
	if text, isError := p.call(short, "get-location", `{}`); !isError || !strings.Contains(text, "the time is over") {
		t.Errorf("after its time: %s", text)
	}
	if text, isError := p.call(npc, "get-location", `{}`); isError {
		t.Errorf("another: %s", text)
	}
	p.s.Agents.Shut = true
	text, isError := p.call(npc, "get-location", `{}`)
	if !isError || !strings.Contains(text, string(world.CodeAgentsOff)) {
		t.Errorf("while agents are kept out: %s", text)
	}
}
