package game_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/read"
	"github.com/mudlark-mud/mudlark/ai/mcp/tablegame"
	"github.com/mudlark-mud/mudlark/world"
)

// noPast is a record that tells nothing.
type noPast struct{}

func (noPast) Room(context.Context, world.RoomID, func(*world.Record) bool) error   { return nil }
func (noPast) Actor(context.Context, world.ActorID, func(*world.Record) bool) error { return nil }
func (noPast) When(context.Context, uint64) (time.Time, error)                      { return time.Time{}, nil }

// whole sets a game up with every tool that the daemon has.
func whole(t *testing.T) func(*game.Config) {
	return func(c *game.Config) {
		facts, err := read.New(read.Config{World: c.World, Past: noPast{}, Version: "1", Protocol: mcp.Protocol})
		if err != nil {
			t.Fatal(err)
		}
		c.More, c.Read = tablegame.Tools(c.Table), slices.Concat(facts.Tools(), game.PrivacyTools(c.World, noWishes{}))
	}
}

// noWishes knows players who wish nothing.
type noWishes struct{}

func (noWishes) Agreed(world.ActorID, string) bool                               { return false }
func (noWishes) Since(context.Context, world.ActorID, string) (world.Time, bool) { return 0, false }
func (noWishes) Forgotten(uint64, int) ([]game.Forgotten, uint64)                { return nil, 0 }

// classes is every tool there is. A tool that is not here is nobody's until somebody says whose it is.
func classes() map[string]string {
	out := map[string]string{"health": "health"}
	for _, name := range []string{
		"look", "move", "examine", "pick_up", "drop", "give", "wear", "open", "open_chest", "inventory", "say", "tell",
		"battle", "accept", "complete", "quests", "status", "help", "command", "events",
		"view_game_state", "get_turn", "make_move", "taunt_player", "restart_game", "get_game_history",
	} {
		out[name] = "plays"
	}
	for _, name := range []string{
		"get-location", "list-exits", "getPlayerState", "listRecentEvents", "getRoom", "getNeighbors",
		"get-canonical-fact", "search-lore",
	} {
		out[name] = "reads"
	}
	for _, name := range []string{"self", game.AgreedTool, game.ForgottenTool, game.NamedTool} {
		out[name] = "creature's" // and no person's, whatever their token's role
	}
	return out
}

// creature is the role of a grant for a creature's body, which is more than its role alone says.
const creature world.GrantRole = "creature"

// S0-03, S2-22: the whole matrix of roles and tools, at list and at call time. What a role may not use does not exist
// for it.
func TestRolesAndTools(t *testing.T) {
	may := map[world.GrantRole][]string{
		world.GrantPlayer: {"plays"}, world.GrantNPC: {"plays", "reads", "health"},
		world.GrantNarrator: {"reads", "health"}, world.GrantBuilder: {"plays", "health"}, world.GrantMinds: {"health"},
		world.GrantOps: {"health"}, "king": {}, creature: {"plays", "reads", "health", "creature's"},
	}
	for _, role := range world.GrantRoles() {
		if may[role] == nil {
			t.Errorf("nobody said what %s may use", role)
		}
	}
	h := open(t, whole(t))
	known := classes()
	for _, tool := range h.game.Catalogue().Tools {
		if known[tool.Name] == "" {
			t.Errorf("%s: nobody said whose it is", tool.Name)
		}
	}
	h.letIn()
	for _, role := range slices.Sorted(maps.Keys(may)) {
		t.Run(role.String(), func(t *testing.T) {
			a := h.as(role)
			listed := a.tools()
			for name, class := range world.Ordered(known) {
				want := slices.Contains(may[role], class)
				if got := slices.Contains(listed, name); got != want {
					t.Errorf("%s: listed: %v, want %v", name, got, want)
				}
				_, err := a.try(name, args{})
				_, none := a.try("no-such-tool", args{})
				missing := err != nil && err.Error() == strings.ReplaceAll(none.Error(), "no-such-tool", name)
				if missing == want {
					t.Errorf("%s: called: %v, want it to exist: %v", name, err, want)
				}
			}
			for _, name := range listed {
				if known[name] == "" {
					t.Errorf("%s is listed, and nobody said whose it is", name)
				}
			}
		})
	}
}

// as comes with a grant of a role, which the wizard minted if there is such a role.
func (h *house) as(role world.GrantRole) *agent {
	h.t.Helper()
	if role == creature {
		return h.dial("warden", modern)
	}
	grant := world.GrantID("grant-as-" + role.String())
	if role.Reach() != (world.Reach{}) {
		h.must(world.Input{Actor: "pc-wiz", Via: world.Via{Kind: world.ViaKeyboard}, Action: world.MintGrant{
			Grant: grant, Label: role.String(), Role: role,
		}})
	}
	h.tokens.mu.Lock()
	h.tokens.good[role.String()] = mcp.Principal{
		ID: string(grant), Actor: "pc-wiz", Role: world.RolePlayer, Grant: grant, Kind: role,
	}
	h.tokens.mu.Unlock()
	return h.dial(role.String(), modern)
}

// An owner's list bounds the tools, and what is typed through command, alike.
func TestScopedThroughCommand(t *testing.T) {
	h := open(t)
	verbs := []string{"look", "look_around", "say"}
	h.must(world.Input{Actor: "pc-ann", Via: world.Via{Kind: world.ViaKeyboard}, Action: world.TuneGrant{
		Grant: "grant-ann", What: world.TuneVerbs, Verbs: verbs,
	}})
	h.tokens.mu.Lock()
	p := h.tokens.good["ann"]
	p.Tools = []string{"look", "say"}
	h.tokens.good["ann"] = p
	h.tokens.mu.Unlock()
	ann := h.dial("ann", modern)
	if got := ann.tools(); !slices.Equal(got, []string{"command", "events", "help", "look", "say"}) {
		t.Errorf("listed: %q", got)
	}
	ann.ok("look", nil)
	ann.ok("say", args{"text": "hi"})
	ann.ok("command", args{"line": "'hi"})
	if _, err := ann.try("move", args{"direction": "north"}); err == nil {
		t.Error("move can be called")
	}
	for _, line := range []string{"north", "go north", "move n", "inventory", "who", "emote grins", "battle", "bow"} {
		out := ann.call("command", args{"line": line})
		if !out.IsError || out.Error.Code != "not_allowed" && out.Error.Code != "unknown" {
			t.Errorf("%s: %+v %q", line, out.Error, out.Texts)
		}
	}
	for _, a := range ann.ok("look", nil).Actions {
		if a.Tool != "look" && a.Tool != "say" && a.Tool != "help" && !slices.Contains(verbs, a.Verb) {
			t.Errorf("%s %s is offered", a.Tool, a.Verb)
		}
	}
}

// asking is a house in which ann's agent holds a pouch, bob's stands beside it, and ann has to be asked.
func asking(t *testing.T, wait time.Duration) (*house, *agent) {
	t.Helper()
	h := open(t, func(c *game.Config) { c.ApprovalWaitMax = wait })
	h.must(world.Input{Actor: "pc-ann", Via: world.Via{Kind: world.ViaKeyboard}, Action: world.TuneGrant{
		Grant: "grant-ann", What: world.TuneAsk, Ask: world.AskDestructive,
	}})
	ann := h.dial("ann", modern)
	for _, a := range []*agent{ann, h.dial("bob", modern)} {
		a.ok("look", nil)
		a.ok("move", args{"direction": "north"})
	}
	ann.ok("pick_up", args{"item": "pouch"})
	return h, ann
}

func (h *hub) at(id world.ActorID, isThere bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.copilots == nil {
		h.copilots = map[world.ActorID]bool{}
	}
	h.copilots[id] = isThere
}

func (h *house) answers(n int, yes bool) {
	h.t.Helper()
	h.must(world.Input{Actor: "pc-ann", Via: world.Via{Kind: world.ViaKeyboard}, Action: world.AnswerHold{
		Hold: n, Yes: yes,
	}})
}

func (h *house) holds() int {
	return readState(h, func(s *world.State) int {
		if g := s.Grants["grant-ann"]; g != nil {
			return len(g.Holds)
		}
		return 0
	})
}

// S2-23, R17: what destroys waits for the owner's yes, and for nobody else's: the agent's own client is asked nothing.
func TestOwnerIsAsked(t *testing.T) {
	gift := args{"item": "pouch", "to": "bob"}
	code := func(o outcome) string {
		if o.Error == nil {
			return ""
		}
		return o.Error.Code
	}
	t.Run("who is absent says no", func(t *testing.T) {
		h, ann := asking(t, time.Minute)
		if out := ann.call("give", gift); code(out) != "owner_absent" || h.holds() != 0 {
			t.Errorf("got %+v, %d holds", out.Error, h.holds())
		}
	})
	for _, yes := range []bool{true, false} {
		t.Run(fmt.Sprintf("an answer while it waits: %v", yes), func(t *testing.T) {
			h, ann := asking(t, time.Minute)
			h.hub.at("pc-ann", true)
			done := make(chan outcome, 1)
			go func() { out, _ := ann.try("give", gift); done <- out }()
			until(t, "the owner is asked", func() bool { return h.holds() == 1 })
			ann.ok("look", nil) // other calls go on
			h.answers(1, yes)
			want := map[bool]string{true: "", false: "owner_refused"}[yes]
			if out := <-done; code(out) != want || out.IsError == yes {
				t.Errorf("got %+v %q, want %q", out.Error, out.Texts, want)
			}
			if !yes {
				if out := ann.call("give", gift); code(out) != want {
					t.Errorf("asked again: %+v", out.Error)
				}
			}
		})
	}
	t.Run("an answer afterwards", func(t *testing.T) {
		h, ann := asking(t, time.Millisecond)
		h.hub.at("pc-ann", true)
		out := ann.call("give", gift)
		if code(out) != "awaiting_owner" || !strings.Contains(out.Raw, `"id":1`) {
			t.Fatalf("got %+v %s", out.Error, out.Raw)
		}
		h.answers(1, true)
		ann.ok("give", gift)
		if h.holds() != 0 {
			t.Error("the yes is not used up")
		}
	})
	// S2-22: revoking ends a call that waits for a yes.
	t.Run("withdrawn while it waits", func(t *testing.T) {
		h, ann := asking(t, time.Minute)
		h.hub.at("pc-ann", true)
		ended := make(chan error, 1)
		go func() { _, err := ann.try("give", gift); ended <- err }()
		until(t, "the owner is asked", func() bool { return h.holds() == 1 })
		h.must(world.Input{
			Actor: "pc-ann", Via: world.Via{Kind: world.ViaKeyboard}, Action: world.RevokeGrant{Grant: "grant-ann"},
		})
		h.server.Revoked("grant-ann")
		h.game.Revoked("grant-ann")
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			t.Error("the call goes on")
		}
	})
}

// bridge is a program that says what it does when the owner has to be asked.
type bridge string

func (b bridge) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set(guard.OwnerHeader, string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// DOOR D2: a bridge with a lent token asks its user itself: it is not kept waiting, and its question uses up no news.
// With any other token what it says of that means nothing.
func TestLentTokenAsks(t *testing.T) {
	h, ann := asking(t, time.Minute)
	gives := func(a *agent, code, text string) outcome {
		t.Helper()
		out := a.call("give", args{"item": "pouch", "to": "bob"})
		if out.Error == nil || out.Error.Code != code || !strings.Contains(out.Error.Text, text) {
			t.Errorf("got %+v, want %s with %q", out.Error, code, text)
		}
		return out
	}
	says := func(b bridge) *agent {
		return h.dial("ann", modern, transport.WithHTTPBasicClient(&http.Client{Transport: b}))
	}
	gives(says(guard.OwnerWillAsk), "owner_absent", "at no keyboard")
	h.tokens.mu.Lock()
	lent := h.tokens.good["ann"]
	lent.Lent = true
	h.tokens.good["ann"] = lent
	h.tokens.mu.Unlock()
	gives(ann, "owner_absent", "mudlark mcp --yes --solo")
	if n := h.holds(); n != 0 {
		t.Errorf("%d questions that nobody is asked", n)
	}
	h.must(world.Input{Actor: "pc-bob", Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Say{Text: "Hello!"}})
	if out := gives(says(guard.OwnerWillAsk), "awaiting_owner", "pouch to Bob"); len(out.Events) > 0 {
		t.Errorf("news in what no client sees: %s", out.Raw)
	}
	if out := gives(says(guard.OwnerAsked), "awaiting_owner", "not answered yet"); !strings.Contains(out.Raw, "Hello!") {
		t.Errorf("the news is lost: %s", out.Raw)
	}
	h.answers(1, true)
	if out := says(guard.OwnerAsked).call("give", args{"item": "pouch", "to": "bob"}); out.IsError {
		t.Errorf("after a yes: %+v", out.Error)
	}
}

// What an agent is about and what it calls is shown to whoever watches.
func TestOwnerWatches(t *testing.T) {
	h := open(t)
	h.hub.mu.Lock()
	h.hub.watched = true
	h.hub.mu.Unlock()
	ann := h.dial("ann", modern)
	ann.call("look", nil, args{mcp.IntentField: "find \x1bthe keys"})
	ann.call("command", args{"line": "get moon"})
	intent := readState(h, func(s *world.State) string { return s.Grants["grant-ann"].Intent })
	if intent != "find the keys" {
		t.Errorf("got the intent %q", intent)
	}
	h.hub.mu.Lock()
	defer h.hub.mu.Unlock()
	got := strings.Join(h.hub.did, "\n")
	if !strings.HasPrefix(got, "look / \nget moon / \n / You see no") || len(h.hub.did) != 3 {
		t.Errorf("shown: %q", got)
	}
}

// What is too long to be an intent is none: nothing of it is kept or asked of the world, and the call goes on.
func TestLongIntent(t *testing.T) {
	h := open(t)
	ann := h.dial("ann", modern)
	ann.call("look", nil, args{mcp.IntentField: "find the keys"})
	long := strings.Repeat("é", world.IntentRunesMax+1)
	if out := ann.call("look", nil, args{mcp.IntentField: long}); out.IsError {
		t.Errorf("look with a long intent: %+v", out)
	}
	ann.call("look", nil, args{mcp.IntentField: long[:len("é")*world.IntentRunesMax]})
	intent := readState(h, func(s *world.State) string { return s.Grants["grant-ann"].Intent })
	if want := long[:len("é")*world.IntentRunesMax]; intent != want {
		t.Errorf("got the intent %q, want %q", intent, want)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	var asked int
	for _, one := range h.answered {
		if strings.Contains(one, "/intent/") {
			asked++
		}
	}
	if asked != 2 {
		t.Errorf("the world was asked %d times, want twice: %q", asked, h.answered)
	}
}

// Beside its player, an agent is seen as one for as long as it acts.
func TestAgentIsSeen(t *testing.T) {
	h := open(t)
	driven := func() bool {
		return readState(h, func(s *world.State) bool { _, _, ok := s.Driver(s.Actors["pc-ann"]); return ok })
	}
	ann := h.dial("ann", modern)
	ann.ok("look", nil)
	if !driven() {
		t.Error("an agent alone is not seen")
	}
	h.must(world.Input{Actor: "pc-ann", Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Enter{}})
	h.hub.at("pc-ann", true)
	ann.ok("look", nil)
	if driven() {
		t.Error("a player is taken for the agent that looks on")
	}
	ann.ok("say", args{"text": "hi"})
	if !driven() {
		t.Error("an agent that acts beside its player is not seen")
	}
	h.game.Revoked("grant-ann")
	until(t, "the player is a player again", func() bool { return !driven() })
	if got := h.presence("pc-ann"); got != world.Here {
		t.Errorf("the player is %v", got)
	}
}
