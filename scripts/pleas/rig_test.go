package pleas_test

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/read"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
	"github.com/mudlark-mud/mudlark/ai/model/usage"
	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// town is a whole world in one process, whose people think with a fake model behind them.
type town struct {
	t       testing.TB
	loop    *loop.Loop
	journal *journal.Memory
	game    *game.Game
	server  *mcp.Server
	house   *runner.Runner
	fake    *modeltest.Fake
	gates   gates
	shelf   *shelf
	calm    calm
	judge   *judge
	sealed  atomic.Int64 // deeds of minds that the world refused

	startHouse, stopHouse func()
}

// calm tells whether anybody is still thinking: how many timers and calls are under way, and whether there were new
// ones since.
type calm struct{ busy, count atomic.Int64 }

func (c *calm) enter() func() {
	c.busy.Add(1)
	c.count.Add(1)
	return func() { c.busy.Add(-1) }
}

// wait waits until nobody has thought for a moment.
func (c *calm) wait(t testing.TB, moment time.Duration) {
	t.Helper()
	const look = time.Millisecond
	quiet, last := time.Duration(0), c.count.Load()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		<-time.After(look)
		now := c.count.Load()
		if c.busy.Load() > 0 || now != last {
			quiet, last = 0, now
			continue
		}
		if quiet += look; quiet >= moment {
			return
		}
	}
	t.Fatal("they never stop thinking")
}

// after sets the timers of the house: what is due soon is due at once, and nobody looks up by himself.
func (c *calm) after(d time.Duration, f func()) (stop func() bool) {
	if d >= time.Minute {
		return func() bool { return true }
	}
	done := c.enter()
	timer := time.AfterFunc(time.Millisecond, func() { defer done(); f() })
	return func() bool {
		if timer.Stop() {
			done()
			return true
		}
		return false
	}
}

// nobody is at a keyboard.
type nobody struct{}

func (nobody) AtKeyboard(world.ActorID) bool                   { return false }
func (nobody) AtDesk([]world.ActorID) bool                     { return false }
func (nobody) Watched(world.GrantID) bool                      { return false }
func (nobody) Did(world.GrantID, string, string)               {}
func (nobody) AgentCame(world.ActorID)                         {}
func (nobody) AgentGone(world.ActorID) bool                    { return false }
func (nobody) Cursor(world.GrantID) (uint64, bool)             { return 0, false }
func (nobody) Keep([]game.Mark) loop.Step                      { return loop.Step{} }
func (nobody) When(context.Context, uint64) (time.Time, error) { return time.Time{}, nil }

func (nobody) Room(context.Context, world.RoomID, func(*world.Record) bool) error   { return nil }
func (nobody) Actor(context.Context, world.ActorID, func(*world.Record) bool) error { return nil }

func (nobody) Find(context.Context, string) (mcp.Principal, bool) { return mcp.Principal{}, false }

// open starts a town whose model behaves as a scenario says, with some gates taken out.
func open(t testing.TB, s modeltest.Scenario, out gates) *town {
	t.Helper()
	w := &town{t: t, journal: journal.NewMemory(), fake: modeltest.New(s), gates: out}
	content := lowtide(t)
	w.judge = newJudge(content)
	const pace = 60 // a minute of each second, or who was just answered would wait for his next answer
	w.loop = loop.New(loop.NewMachine(world.New(7), loop.MachineOptions{}), w.journal, loop.Options{Pace: pace})
	table := verb.New()
	quiet := slog.New(slog.DiscardHandler)
	facts, err := read.New(read.Config{World: w.loop, Past: nobody{}, Version: "test", Protocol: mcp.Protocol})
	check(t, err)
	w.game, err = game.New(game.Config{
		World: w.loop, Table: table, Presence: nobody{}, Cursors: nobody{}, Log: quiet, Read: facts.Tools(),
	})
	check(t, err)
	w.server, err = mcp.New(mcp.Options{Game: w.game, Version: "test", Guard: guard.Config{
		Principals: nobody{}, Key: guard.SealKey([]byte("a secret of this test")), Log: quiet,
		RequestsPerSecond: 1e6, RequestsBurst: 1e6,
	}})
	check(t, err)
	w.shelf = &shelf{gates: out}
	model := &thinking{w, &runner.Asker{Broker: w.broker(quiet)}}
	w.startHouse = func() {
		w.house, err = runner.New(runner.Config{
			Census: w.census, Connector: w, Table: table, Log: quiet, After: w.calm.after, Model: model,
			Brain: &brain{Minds: &runner.Minds{Keep: w.shelf, Stages: npc.All(), Log: quiet}, town: w},
		})
		check(t, err)
		living, stop := context.WithCancel(context.Background())
		var crew sync.WaitGroup
		house := w.house
		crew.Go(func() { _ = house.Run(living) })
		w.stopHouse = func() { stop(); crew.Wait() }
		w.settled()
	}
	w.run(out.law(content))
	return w
}

// run lets the world of a pack live, and then its people, until the test ends.
func (w *town) run(p world.Pack) {
	worldly, stopWorld := context.WithCancel(context.Background())
	living, stopGame := context.WithCancel(context.Background())
	var outer, inner sync.WaitGroup
	inner.Go(func() {
		if err := w.loop.Run(worldly); err != nil {
			w.t.Errorf("loop: %v", err)
		}
	})
	host := world.Via{Kind: world.ViaHost}
	w.must(world.Input{Via: host, Action: world.Start{Build: "test", Seed: 7}})
	w.must(world.Input{Via: host, Action: world.ApplyPack{Pack: p}})
	outer.Go(func() { w.game.Run(living, w.server) })
	w.startHouse()
	w.t.Cleanup(func() {
		w.stopHouse()
		stopGame()
		outer.Wait()
		stopWorld()
		inner.Wait()
	})
}

// broker is a broker that may ask as often as it likes.
func (w *town) broker(log *slog.Logger) *model.Broker {
	url, stop := w.fake.Start()
	w.t.Cleanup(stop)
	const plenty = 1 << 40
	tracker, err := usage.New(usage.Config{})
	check(w.t, err)
	b := model.New(model.Config{
		BaseURL: url, Large: "large", Small: "small", DayTokens: plenty, PlayerHour: plenty, MindHour: plenty,
	}, model.Needs{
		Tape: &shelf{}, Usage: tracker, Log: log, Now: time.Now, Alert: func(model.Alert) {},
		Consent: func(string, string) bool { return true },
	})
	check(w.t, b.On())
	return b
}

// census lists the creatures that have a mind to be woken.
func (w *town) census(context.Context) ([]string, error) {
	return readState(w, func(s *world.State) []string {
		var out []string
		for id, a := range s.Actors { // sorted below
			if s.Minded(a).Attends() {
				out = append(out, string(id))
			}
		}
		slices.Sort(out)
		return out
	}), nil
}

// thinking is a model whose calls are counted as thinking.
type thinking struct {
	town *town
	runner.Model
}

// settled waits until all of them have moved in.
func (w *town) settled() {
	w.t.Helper()
	all, _ := w.census(w.t.Context())
	for deadline := time.Now().Add(time.Minute); len(w.house.Agents()) < len(all); {
		if time.Now().After(deadline) {
			w.t.Fatal("they never move in")
		}
		<-time.After(time.Millisecond)
	}
}

// hands are those of one body.
type hands struct {
	town    *town
	who     mcp.Principal
	session *play.Session
}

// Open implements [runner.Connector].
func (w *town) Open(ctx context.Context, body string, wake func(now bool)) (runner.Hands, error) {
	who := mcp.Principal{
		ID: "mind:" + body, Actor: world.ActorID(body), Role: world.RolePlayer, Kind: world.GrantNPC, Mind: true,
	}
	session, err := play.Within(guard.WithPrincipal(ctx, who), w.server.MCP(), "mind")
	if err != nil {
		return nil, err
	}
	w.game.Wake(who, func(bool) { wake(true) })
	return &hands{w, who, session}, nil
}

// Close implements [runner.Connector].
func (w *town) Close(body string) { w.game.Revoked("mind:" + body) }

// Call implements [runner.Hands].
func (h *hands) Call(ctx context.Context, tool string, args play.Args) (*play.View, error) {
	defer h.town.calm.enter()()
	v, err := h.session.Call(guard.WithPrincipal(ctx, h.who), tool, args)
	if err == nil && v.Error != nil && tool != "events" {
		h.town.sealed.Add(1)
	}
	return v, err
}

// do decides an input and returns its refusal.
func (w *town) do(in world.Input) *world.Refusal {
	w.t.Helper()
	step := func(*world.State, world.Time) loop.Step { return loop.Step{Input: &in} }
	reply, err := w.loop.Do(context.Background(), step)
	check(w.t, err)
	return reply.Refusal
}

func (w *town) must(in world.Input) {
	w.t.Helper()
	if r := w.do(in); r != nil {
		w.t.Fatalf("%T: %v", in.Action, r)
	}
}

// readState reads something from the state, on the writer.
func readState[T any](w *town, f func(*world.State) T) T {
	w.t.Helper()
	reply, err := w.loop.Do(context.Background(), func(*world.State, world.Time) loop.Step {
		return loop.Step{Report: func(s *world.State, _ world.Time) any { return f(s) }}
	})
	check(w.t, err)
	return reply.Report.(T)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
