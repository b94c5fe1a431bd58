package game_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

const (
	entranceDesc = "You are at the dungeon entrance. Stone walls stretch up into darkness. A torch flickers on " +
		"the wall, casting dancing shadows."
	hallwayDesc = "You are in a dark hallway with stone walls. The air is musty and cold. Ancient torches provide " +
		"flickering light. You can hear distant echoes from the north."
	questOffer = "A weathered note on the wall describes an ancient treasure hidden deep in the dungeon. The quest " +
		"involves finding three magical keys and defeating the guardian. Do you wish to accept this quest?"
)

// dungeon is the example of the requirement as a pack: an entrance, a hallway, and a room beyond with a chest and a
// crab.
func dungeon() world.Pack {
	return world.Pack{
		ID: "dungeon", Name: "Dungeon", Start: "entrance", Hash: "1",
		Rooms: []world.RoomSpec{
			{ID: "entrance", Zone: "d", Name: "Dungeon Entrance", Desc: entranceDesc,
				Exits: []world.ExitSpec{{Dir: world.North, To: "hallway"}}},
			{ID: "hallway", Zone: "d", Name: "Dark Hallway", Desc: hallwayDesc,
				Exits: []world.ExitSpec{{Dir: world.South, To: "entrance"}, {Dir: world.East, To: "den"}}},
			{ID: "den", Zone: "d", Name: "Den", Desc: "Bones.", Exits: []world.ExitSpec{
				{Dir: world.West, To: "hallway"}, {Dir: world.North, To: "vault"},
			}},
			{ID: "vault", Zone: "d", Name: "Vault", Desc: "Dust.", Exits: []world.ExitSpec{
				{Dir: world.South, To: "den"},
			}},
		},
		Items: []world.ItemSpec{
			{ID: "rusty-key", Name: "rusty key", Desc: "Rust."},
			{ID: "leather-pouch", Name: "leather pouch", Desc: "Soft.", Holds: &world.HoldsSpec{Most: 2}},
			{ID: "chest", Name: "old chest", A: "an", Desc: "Oak.", Fixed: true, Holds: &world.HoldsSpec{
				Most: 3, Lid: true, Closed: true, Locked: true, Key: "rusty-key",
			}},
			{ID: "sword", Name: "sword", Desc: "Sharp.", Wear: world.SlotWield, Damage: world.Dice{N: 1, S: 4}},
		},
		Mobs: []world.MobSpec{{ID: "crab", Name: "shore crab", Desc: "A crab with a grudge.", Level: 1, HP: 500,
			Aggressive: true, Damage: world.Dice{N: 0, S: 1}, Blow: "claw"},
			{ID: "moth", Name: "dust moth", Desc: "It harms nobody.", Level: 1, HP: 1}},
		Spawns: []world.SpawnSpec{
			{ID: "s-pouch", Item: "leather-pouch", As: "leather-pouch", Room: "hallway"},
			{ID: "s-key", Item: "rusty-key", As: "rusty-key", Room: "hallway"},
			{ID: "s-chest", Item: "chest", As: "chest", Room: "vault"},
			{ID: "s-sword", Item: "sword", In: "s-chest"},
			{ID: "s-crab", Mob: "crab", As: "npc-crab", Room: "den"},
			{ID: "s-moth", Mob: "moth", As: "npc-moth", Room: "vault"},
		},
		Quests: []world.QuestSpec{{ID: "treasure", Name: "The treasure", Room: "entrance", Offer: questOffer,
			Active: "The treasure waits.", Done: "It is yours.",
			Needs: []world.NeedSpec{{Find: "rusty-key"}, {Slay: "crab"}}}},
		Socials: []world.SocialSpec{{ID: "bow", Alone: "You bow.", AloneAll: "{actor} bows.",
			At: "You bow to {target}.", AtTarget: "{actor} bows to you.", AtAll: "{actor} bows to {target}."}},
		Help: []world.HelpSpec{{ID: "newbie", Text: "Look about."}},
	}
}

// hub is who is at the keyboard.
type hub struct {
	mu     sync.Mutex
	keys   map[world.ActorID]bool
	agents map[world.ActorID]int

	copilots map[world.ActorID]bool // whose players sit there and let agents act

	watched bool     // somebody watches every agent
	did     []string // what they were shown
}

func (h *hub) AtKeyboard(id world.ActorID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.keys[id]
}

func (h *hub) AtDesk(bodies []world.ActorID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.ContainsFunc(bodies, func(id world.ActorID) bool { return h.keys[id] || h.copilots[id] })
}

func (h *hub) Watched(world.GrantID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.watched
}

func (h *hub) Did(_ world.GrantID, asked, refused string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.did = append(h.did, asked+" / "+refused)
}

func (h *hub) AgentCame(id world.ActorID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.agents[id]++
}

func (h *hub) AgentGone(id world.ActorID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.agents[id]--
	return h.agents[id] == 0 && !h.keys[id] && !h.copilots[id]
}

func (h *hub) sit(id world.ActorID, isThere bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.keys[id] = isThere
}

// archive reads the past from the records in memory.
type archive struct{ journal *journal.Memory }

func (a archive) Since(_ context.Context, s game.Span) (told []*loop.Told, next uint64, err error) {
	next = s.After
	for seq := s.After + 1; seq <= a.journal.Last() && len(told) < s.Limit; seq++ {
		err := a.journal.Records(seq, seq, func(r journal.Record) error {
			rec, err := journal.Decode(r.Bytes)
			if err != nil {
				return err
			}
			for i := range rec.Notices {
				sense, ok := rec.Notices[i].SenseOf(s.Body)
				if ok && rec.At >= s.From {
					told = append(told, &loop.Told{Notice: &rec.Notices[i], Actor: rec.Actor, Sense: sense})
				}
			}
			return nil
		})
		if err != nil {
			return nil, 0, err
		}
		next = seq
	}
	return told, next, nil
}

// tokens says who a token speaks for.
type tokens struct {
	mu   sync.Mutex
	good map[string]mcp.Principal
}

func (t *tokens) Find(_ context.Context, bearer string) (mcp.Principal, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, ok := t.good[bearer]
	return p, ok
}

// house is a whole server: a world with Ann, Bob and the wizard Wiz, who each gave a grant, and the game over HTTP.
type house struct {
	t       testing.TB
	journal *journal.Memory
	state   *world.State
	loop    *loop.Loop
	hub     *hub
	tokens  *tokens
	game    *game.Game
	server  *mcp.Server
	url     string
	stop    func()
	marks   *marks
	pace    int // how fast the world's time goes by; 0: as usual

	mu       sync.Mutex
	answered []string // door/principal/name/code of each intent that said who asked
}

// watch keeps what the loop tells of intents.
func (h *house) watch(a loop.Answered) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if a.By != nil {
		h.answered = append(h.answered, a.By.Door+"/"+a.By.Session+"/"+a.Name+"/"+string(a.Code))
	}
}

func open(t testing.TB, tune ...func(*game.Config)) *house {
	t.Helper()
	return openAt(t, 0, tune...)
}

// openAt is open for a world whose time goes by faster.
func openAt(t testing.TB, pace int, tune ...func(*game.Config)) *house {
	t.Helper()
	return openWorld(t, dungeon(), pace, tune...)
}

// openWorld is openAt for another pack.
func openWorld(t testing.TB, pack world.Pack, pace int, tune ...func(*game.Config)) *house {
	t.Helper()
	s := world.New(7)
	h := &house{t: t, pace: pace, journal: journal.NewMemory(), state: s, marks: &marks{kept: map[world.GrantID]uint64{}}}
	h.run(loop.NewMachine(s, loop.MachineOptions{}), tune...)
	host := world.Via{Kind: world.ViaHost}
	h.must(world.Input{Via: host, Action: world.Start{Build: "test", Seed: 7}})
	h.must(world.Input{Via: host, Action: world.ApplyPack{Pack: pack}})
	for _, name := range []string{"Ann", "Bob", "Wiz"} {
		id := world.ActorID("pc-" + strings.ToLower(name))
		role := world.RolePlayer
		if name == "Wiz" {
			role = world.RoleWizard
		}
		account := world.AccountID("a-" + string(id))
		h.must(world.Input{Via: host, Action: world.Create{Account: account, Name: name, Role: role}})
		keyboard := world.Via{Kind: world.ViaKeyboard}
		h.must(world.Input{Actor: id, Via: keyboard, Action: world.Enter{}})
		h.must(world.Input{Actor: id, Via: keyboard,
			Action: world.MintGrant{Grant: world.GrantID("grant-" + strings.ToLower(name)), Label: "test"}})
		h.must(world.Input{Actor: id, Via: keyboard, Action: world.Depart{}})
	}
	return h
}

// run starts loop, game and server over a machine.
func (h *house) run(m *loop.Machine, tune ...func(*game.Config)) {
	h.t.Helper()
	h.hub = &hub{keys: map[world.ActorID]bool{}, agents: map[world.ActorID]int{}}
	h.tokens = &tokens{good: map[string]mcp.Principal{
		"ann":  {ID: "grant-ann", Actor: "pc-ann", Role: world.RolePlayer, Grant: "grant-ann"},
		"bob":  {ID: "grant-bob", Actor: "pc-bob", Role: world.RolePlayer, Grant: "grant-bob"},
		"wiz":  {ID: "grant-wiz", Actor: "pc-wiz", Role: world.RoleWizard, Grant: "grant-wiz"},
		"anon": {ID: "grant-none", Actor: "pc-ann", Role: world.RolePlayer, Grant: "grant-none"},
	}}
	h.loop = loop.New(m, h.journal, loop.Options{Answered: h.watch, Pace: h.pace})
	config := game.Config{
		World: h.loop, Table: verb.New(), Presence: h.hub, Told: archive{h.journal}, Cursors: h.marks,
		Log: slog.New(slog.DiscardHandler),
	}
	for _, f := range tune {
		f(&config)
	}
	var err error
	if h.game, err = game.New(config); err != nil {
		h.t.Fatalf("new game: %v", err)
	}
	options := mcp.Options{Game: h.game, CheckResults: true, Guard: guard.Config{
		Principals: h.tokens, Key: guard.SealKey([]byte("a secret of this test")),
		RequestsPerSecond: 1e6, RequestsBurst: 1e6,
	}}
	if h.server, err = mcp.New(options); err != nil {
		h.t.Fatalf("new server: %v", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		h.t.Fatalf("listen: %v", err)
	}
	h.url = "http://" + l.Addr().String() + "/mcp"
	agents, stopAgents := context.WithCancel(context.Background())
	worldly, stopWorld := context.WithCancel(context.Background())
	var outer, inner sync.WaitGroup
	inner.Go(func() {
		if err := h.loop.Run(worldly); err != nil {
			h.t.Errorf("loop: %v", err)
		}
	})
	outer.Go(func() { h.game.Run(agents, h.server) })
	outer.Go(func() {
		if err := h.server.Serve(agents, l); err != nil {
			h.t.Errorf("serve: %v", err)
		}
	})
	h.stop = sync.OnceFunc(func() { // agents first: their last answers need the world
		stopAgents()
		outer.Wait()
		stopWorld()
		inner.Wait()
	})
	h.t.Cleanup(h.stop)
}

// restart stops everything and takes the world up again from what the journal holds.
func (h *house) restart(tune ...func(*game.Config)) {
	h.t.Helper()
	h.stop()
	h.journal = h.journal.Reopen()
	s := world.New(0)
	_, err := h.journal.Load(
		func(key string, value []byte) error { return journal.LoadRow(s, key, value) },
		func(r journal.Record) error {
			rec, err := journal.Decode(r.Bytes)
			if err == nil {
				s.Fold(rec)
			}
			return err
		})
	if err != nil {
		h.t.Fatalf("load: %v", err)
	}
	s.Reindex()
	h.state = s
	h.run(loop.NewMachine(s, loop.MachineOptions{}), tune...)
	h.must(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Start{Build: "test"}})
}

// must decides an input that is never refused.
func (h *house) must(in world.Input) {
	h.t.Helper()
	reply, err := h.loop.Do(h.t.Context(), func(*world.State, world.Time) loop.Step { return loop.Step{Input: &in} })
	if err != nil || reply.Refusal != nil {
		h.t.Fatalf("%T: %v %v", in.Action, err, reply.Refusal)
	}
}

// readState reads something from the state, on the writer.
func readState[T any](h *house, f func(*world.State) T) T {
	h.t.Helper()
	reply, err := h.loop.Do(h.t.Context(), func(*world.State, world.Time) loop.Step {
		return loop.Step{Report: func(s *world.State, _ world.Time) any { return f(s) }}
	})
	if err != nil {
		h.t.Fatalf("read: %v", err)
	}
	return reply.Report.(T)
}

func (h *house) presence(id world.ActorID) world.Presence {
	return readState(h, func(s *world.State) world.Presence { return s.Actors[id].Presence })
}

// until polls, because what it waits for happens on another goroutine.
func until(t testing.TB, what string, isTrue func() bool) {
	t.Helper()
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); {
		if isTrue() {
			return
		}
		<-time.After(2 * time.Millisecond)
	}
	t.Fatalf("never happened: %s", what)
}

// agent is a client of the server.
type agent struct {
	*client.Client
	h *house
}

// dial connects mcp-go's own client over HTTP in one version of the protocol.
func (h *house) dial(token, version string, options ...transport.StreamableHTTPCOption) *agent {
	h.t.Helper()
	options = append(options, transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + token}))
	tr, err := transport.NewStreamableHTTP(h.url, options...)
	if err != nil {
		h.t.Fatalf("transport: %v", err)
	}
	c := client.NewClient(tr, client.WithProtocolVersion(version))
	if err := c.Start(context.Background()); err != nil {
		h.t.Fatalf("start: %v", err)
	}
	h.t.Cleanup(func() { _ = c.Close() })
	request := mcpgo.InitializeRequest{}
	request.Params.ClientInfo = mcpgo.Implementation{Name: "test", Version: "1"}
	request.Params.ProtocolVersion = version
	result, err := c.Initialize(context.Background(), request)
	if err != nil || result.ProtocolVersion != version {
		h.t.Fatalf("initialize %s: %v %+v", version, err, result)
	}
	return &agent{c, h}
}

const legacy, modern = mcpgo.ProtocolVersion20250326, mcpgo.ProtocolVersion20260728

// outcome is a tool's result, read as a client reads it.
type outcome struct {
	IsError bool
	Texts   []string
	Raw     string
	Room    struct{ ID, Name string }
	Exits   []struct{ Direction string }
	Actions []struct {
		Tool, Verb string
		Args       map[string][]string
	}
	Entities []struct{ Name, Kind string }
	You      struct {
		HP       int
		Presence string
		Driven   bool `json:"driven_by_player"`
	}
	Cursor uint64
	Events []struct {
		Seq   uint64
		N     int
		Kind  string
		Text  string
		Actor string
		Name  string `json:"actor_name"`
		Sense []string
		Data  map[string]any
	}
	More   bool
	Again  bool
	Missed *uint64 `json:"missed_after"`
	Result map[string]any
	Error  *struct{ Code, Text string }

	Encounter *result.Fight
	Declared  *game.Declared
}

// words returns the texts of the events.
func (o outcome) words() string {
	var out []string
	for _, e := range o.Events {
		out = append(out, e.Text)
	}
	return strings.Join(out, "\n")
}

type args = map[string]any

// try calls a tool as programs do, which want whole results.
func (a *agent) try(name string, arguments args, meta ...args) (outcome, error) {
	fields := args{"mudlark/whole": true}
	for _, m := range meta {
		maps.Copy(fields, m)
	}
	return a.send(name, arguments, fields)
}

func (a *agent) send(name string, arguments, meta args) (outcome, error) {
	r := mcpgo.CallToolRequest{}
	r.Params.Name, r.Params.Arguments = name, arguments
	if arguments == nil {
		r.Params.Arguments = args{}
	}
	if meta != nil {
		r.Params.Meta = &mcpgo.Meta{AdditionalFields: meta}
	}
	result, err := a.CallTool(context.Background(), r)
	if err != nil {
		return outcome{}, err
	}
	var out outcome
	raw, err := json.Marshal(result.StructuredContent)
	if err != nil {
		return outcome{}, err
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		return outcome{}, err
	}
	out.Raw, out.IsError = string(raw), result.IsError
	for _, c := range result.Content {
		if text, ok := c.(mcpgo.TextContent); ok {
			out.Texts = append(out.Texts, text.Text)
		}
	}
	return out, nil
}

// call is try for what must not fail.
func (a *agent) call(name string, arguments args, meta ...args) outcome {
	a.h.t.Helper()
	out, err := a.try(name, arguments, meta...)
	if err != nil {
		a.h.t.Fatalf("%s %v: %v", name, arguments, err)
	}
	return out
}

// plain is call as a model's client makes it: no word of what results shall have.
func (a *agent) plain(name string, arguments args) outcome {
	a.h.t.Helper()
	out, err := a.send(name, arguments, nil)
	if err != nil {
		a.h.t.Fatalf("%s %v: %v", name, arguments, err)
	}
	return out
}

// ok is call for what must not be refused.
func (a *agent) ok(name string, arguments args) outcome {
	a.h.t.Helper()
	out := a.call(name, arguments)
	if out.IsError {
		a.h.t.Fatalf("%s %v: %v", name, arguments, out.Texts)
	}
	return out
}

func (a *agent) resource(uri string) (string, error) {
	r := mcpgo.ReadResourceRequest{}
	r.Params.URI = uri
	result, err := a.ReadResource(context.Background(), r)
	if err != nil {
		return "", err
	}
	text, _ := result.Contents[0].(mcpgo.TextResourceContents)
	return text.Text, nil
}

func (a *agent) prompt(name string, arguments map[string]string) (string, string, error) {
	r := mcpgo.GetPromptRequest{}
	r.Params.Name, r.Params.Arguments = name, arguments
	result, err := a.GetPrompt(context.Background(), r)
	if err != nil {
		return "", "", err
	}
	if len(result.Messages) != 1 || result.Messages[0].Role != mcpgo.RoleUser {
		a.h.t.Errorf("%s is %+v, want one message of the user's", name, result.Messages)
	}
	text, _ := result.Messages[0].Content.(mcpgo.TextContent)
	return result.Description, text.Text, nil
}

func (a *agent) tools() []string {
	a.h.t.Helper()
	list, err := a.ListTools(context.Background(), mcpgo.ListToolsRequest{})
	if err != nil {
		a.h.t.Fatalf("list tools: %v", err)
	}
	var out []string
	for _, tool := range list.Tools {
		out = append(out, tool.Name)
	}
	return out
}

func (a *agent) prompts() []string {
	a.h.t.Helper()
	list, err := a.ListPrompts(context.Background(), mcpgo.ListPromptsRequest{})
	if err != nil {
		a.h.t.Fatalf("list prompts: %v", err)
	}
	var out []string
	for _, p := range list.Prompts {
		out = append(out, p.Name)
	}
	return out
}
