package game_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/world"
)

// A wizard's token for a creature with a mind lets an agent play it: it speaks, perceives and knows itself, is offered
// what the creature's pattern lists, and gets no further. When it goes, the creature stays in the world.
func TestCreatureIsPlayedByAnAgent(t *testing.T) {
	h := open(t, whole(t))
	h.letIn()
	warden, ann := h.dial("warden", modern), h.dial("ann", modern)
	ann.ok("look", nil)
	warden.ok("look", nil)
	h.playedByOne(warden)
	if got := warden.tools(); !slices.Contains(got, "self") || !slices.Contains(got, "say") {
		t.Errorf("tools: %q", got)
	}
	view := warden.ok("look", nil)
	for _, a := range view.Actions {
		switch a.Verb {
		case "give":
			if got := strings.Join(a.Args["item"], ","); got != "rusty key" {
				t.Errorf("it may give %q", got)
			}
		case "get", "drop", "wear", "follow", "accept", "attack":
			t.Errorf("%s makes sense for it, with %v", a.Verb, a.Args)
		}
	}
	if out := warden.call("self", nil); out.IsError || !strings.Contains(out.Raw, "grim") {
		t.Errorf("itself: %s", out.Raw)
	}
	ann.ok("say", args{"text": "Good evening, warden."})
	heard := ""
	for _, e := range warden.ok("say", args{"text": "Is it?"}).Events {
		heard += e.Text + "\n"
	}
	if !strings.Contains(heard, "Good evening, warden.") {
		t.Errorf("it heard %q", heard)
	}
	if out := warden.call("give", args{"item": "sword", "to": "ann"}); !out.IsError || out.Error.Code != "not_allowed" {
		t.Errorf("the sword: %+v %q", out.Error, out.Texts)
	}
	warden.ok("give", args{"item": "rusty key", "to": "ann"})
	h.must(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Sever{Body: "pc-warden"}})
	if got := h.presence("pc-warden"); got != world.Here {
		t.Errorf("afterwards its presence is %d", got)
	}
}

// letIn puts a creature with a mind into the dungeon, and gives a token for it, warden, into a wizard's hands.
func (h *house) letIn() {
	h.t.Helper()
	p := dungeon()
	p.Hash = "minded"
	mind := &world.MindSpec{
		Traits: []string{"grim"}, Gives: []world.GiftSpec{{Item: "rusty-key", To: world.GiftAnyone}},
	}
	p.Mobs = append(p.Mobs, world.MobSpec{ID: "warden", Name: "warden", A: "the", Desc: "Grey.", HP: 30, Mind: mind})
	p.Spawns = append(p.Spawns,
		world.SpawnSpec{ID: "s-warden", Mob: "warden", As: "pc-warden", Room: "entrance"},
		world.SpawnSpec{ID: "s-warden-sword", Item: "sword", On: "s-warden"},
		world.SpawnSpec{ID: "s-warden-key", Item: "rusty-key", On: "s-warden"},
	)
	h.must(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}})
	keyboard := world.Via{Kind: world.ViaKeyboard}
	h.must(world.Input{Actor: "pc-wiz", Via: keyboard, Action: world.Enter{}})
	h.must(world.Input{Actor: "pc-wiz", Via: keyboard, Action: world.MintFor{
		Body: "pc-warden", Grant: "grant-warden", Label: "afar",
	}})
	h.tokens.mu.Lock()
	h.tokens.good["warden"] = mcp.Principal{
		ID: "grant-warden", Actor: "pc-warden", Role: world.RoleGuest, Grant: "grant-warden", Kind: world.GrantNPC,
		Minded: true,
	}
	h.tokens.mu.Unlock()
}

// playedByOne holds that whoever comes second to a creature is told so, be it by the same token or another, until the
// first takes its leave; then the creature's own mind has it back too.
func (h *house) playedByOne(first *agent) {
	h.t.Helper()
	named := func(token, name string) *agent {
		return h.dial(token, modern, transport.WithHTTPBasicClient(&http.Client{Transport: driver(name)}))
	}
	h.must(world.Input{Actor: "pc-wiz", Via: world.Via{Kind: world.ViaKeyboard}, Action: world.MintFor{
		Body: "pc-warden", Grant: "grant-other", Label: "further",
	}})
	h.tokens.mu.Lock()
	h.tokens.good["other"] = mcp.Principal{
		ID: "grant-other", Actor: "pc-warden", Role: world.RoleGuest, Grant: "grant-other", Kind: world.GrantNPC,
		Minded: true,
	}
	h.tokens.mu.Unlock()
	plays := func() world.GrantID {
		return readState(h, func(s *world.State) world.GrantID { return s.Actors["pc-warden"].Agent })
	}
	for _, second := range []*agent{named("warden", "elsewhere"), h.dial("other", modern)} {
		for _, tool := range []string{"events", "look"} {
			if out := second.call(tool, nil); out.Error == nil || out.Error.Code != string(game.CodeDrivenByAnother) {
				h.t.Errorf("%s by a second program: %+v %q", tool, out.Error, out.Texts)
			}
		}
	}
	if got := plays(); got != "grant-warden" {
		h.t.Errorf("driven by %q, want the first", got)
	}
	first.ok("command", args{"line": "quit"})
	if got := plays(); got != "" {
		h.t.Errorf("after its leave it is driven by %q", got)
	}
	second := named("other", "elsewhere")
	second.ok("look", nil)
	second.ok("command", args{"line": "quit"})
	first.ok("look", nil)
}

// A creature's own mind looks and listens while an agent plays it, and does not take it back by doing something. Nor
// does an agent that has taken its leave come back because it still listened.
func TestCreatureIsGivenBack(t *testing.T) {
	h := open(t, whole(t))
	h.letIn()
	h.tokens.mu.Lock()
	h.tokens.good["own"] = mcp.Principal{
		ID: "mind:pc-warden", Actor: "pc-warden", Role: world.RolePlayer, Kind: world.GrantNPC, Mind: true,
	}
	h.tokens.mu.Unlock()
	plays := func() world.GrantID {
		return readState(h, func(s *world.State) world.GrantID { return s.Actors["pc-warden"].Agent })
	}
	warden, own := h.dial("warden", modern), h.dial("own", modern)
	own.ok("say", args{"text": "Halt."})
	warden.ok("look", nil)
	warden.ok("say", args{"text": "Who goes there?"})
	if out := own.call("say", args{"text": "I do."}); out.Error == nil || out.Error.Code != string(world.CodeDrivenByYou) {
		t.Errorf("its own mind spoke meanwhile: %+v %q", out.Error, out.Texts)
	}
	own.ok("look", nil)
	if got := plays(); got != "grant-warden" {
		t.Errorf("played by %q, want the agent", got)
	}
	for range 10 { // whoever begins to listen only after the leave has come back
		newest := warden.ok("look", nil).Cursor
		listens := make(chan error, 1)
		go func() {
			_, err := warden.try("events", args{"after": newest, "wait_ms": 300})
			listens <- err
		}()
		until(t, "the wait", func() bool { return h.server.Stats().Running > 0 })
		warden.ok("command", args{"line": "quit"})
		if err := <-listens; err != nil {
			t.Fatal(err)
		}
		if plays() == "" {
			break
		}
	}
	if got := plays(); got != "" {
		t.Errorf("whoever had left plays it again: %q", got)
	}
	own.ok("say", args{"text": "I do now."})
}

// Whoever takes their leave is gone, whatever else of theirs was under way: a call that ended beside it used the body
// later, as it does here by a clock that goes backwards.
func TestLeaveIsTaken(t *testing.T) {
	var asked atomic.Int64
	began := time.Now()
	h := open(t, whole(t), func(c *game.Config) {
		c.Clock = func() time.Time { return began.Add(-time.Duration(asked.Add(1)) * time.Millisecond) }
	})
	h.letIn()
	warden := h.dial("warden", modern)
	warden.ok("look", nil)
	warden.ok("command", args{"line": "quit"})
	if got := readState(h, func(s *world.State) world.GrantID { return s.Actors["pc-warden"].Agent }); got != "" {
		t.Errorf("after its leave it is driven by %q", got)
	}
}

// Whoever hung up while they listened asks nothing more: their body rests when its time has come.
func TestHungUp(t *testing.T) {
	var asked atomic.Int64
	h := open(t, whole(t), func(c *game.Config) {
		c.Clock = func() time.Time { asked.Add(1); return time.Now() }
	})
	h.letIn()
	warden := h.dial("warden", modern)
	newest := warden.ok("look", nil).Cursor
	ctx, hangUp := context.WithCancel(t.Context())
	done := make(chan struct{})
	before := asked.Load()
	go func() {
		defer close(done)
		r := mcpgo.CallToolRequest{}
		r.Params.Name, r.Params.Arguments = "events", args{"after": newest, "wait_ms": 10000}
		_, _ = warden.CallTool(ctx, r) // it is cut off
	}()
	until(t, "the wait", func() bool { // it asks for the time twice: for the helm, and for the seat
		return h.server.Stats().Running > 0 && asked.Load() >= before+2
	})
	listening := asked.Load()
	hangUp()
	<-done
	until(t, "its end", func() bool { return h.server.Stats().Running == 0 })
	if got := asked.Load(); got > listening {
		t.Errorf("it asked %d times more", got-listening)
	}
}

// driver is a program that says who it is.
type driver string

func (d driver) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set(guard.DriverHeader, string(d))
	return http.DefaultTransport.RoundTrip(r)
}
