package agentstorm_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/data"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/pack"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// yardAgents asks this program to be a yard instead: a server of Lowtide in a process of its own, with so many agents'
// bodies, and with a tool that does nothing beside the game's, behind the same guard. [TestYard] serves it, and answers
// each line it reads with what it has used.
var yardAgents = flag.Int("agents.yard", 0, "be a server for so many agents; for the other tests")

var profile = flag.String("agents.profile", "", "a file that gets the CPU profile of the last yard")

const idle = "nothing" // the tool that does nothing

// spent is what a yard has used by now, and what it holds.
type spent struct {
	CPU        time.Duration
	Heap       uint64 // bytes in use
	Stacks     uint64
	Goroutines int
}

// plain is the game with one tool more.
type plain struct{ *game.Game }

func (p plain) Catalogue() mcp.Catalogue {
	c := p.Game.Catalogue()
	c.Tools = append(c.Tools, mcp.Tool{
		Name: idle, Title: "Nothing", Description: "Does nothing.", InputSchema: json.RawMessage(`{"type":"object"}`),
		Handler: func(context.Context, mcp.Principal, json.RawMessage) mcp.Result {
			return mcp.Result{Text: []string{"Nothing happens."}}
		},
	})
	return c
}

func (p plain) Allows(who mcp.Principal, e mcp.Entry) bool {
	return e.Name == idle || p.Game.Allows(who, e)
}

// bearers knows agents by numbered tokens.
type bearers struct{ many int }

func (b bearers) Find(_ context.Context, bearer string) (mcp.Principal, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(bearer, "t"))
	id := world.GrantID(fmt.Sprintf("grant-%d", n))
	return mcp.Principal{ID: string(id), Actor: bodyOf(n), Role: world.RolePlayer, Grant: id}, err == nil && n < b.many
}

func nameOf(n int) string {
	return "Yard" + string(rune('a'+n/26/26)) + string(rune('a'+n/26%26)) + string(rune('a'+n%26))
}

func bodyOf(n int) world.ActorID { return world.ActorID("pc-" + strings.ToLower(nameOf(n))) }

// nobody is at any keyboard.
type nobody struct{}

func (nobody) AtKeyboard(world.ActorID) bool { return false }
func (nobody) AtDesk([]world.ActorID) bool   { return false }
func (nobody) Watched(world.GrantID) bool    { return false }
func (nobody) Did(world.GrantID, string, string) {
}
func (nobody) AgentCame(world.ActorID)      {}
func (nobody) AgentGone(world.ActorID) bool { return true }

// TestYard is the yard, in the process that [enclose] starts.
func TestYard(t *testing.T) {
	if *yardAgents == 0 {
		t.Skip("other tests start it")
	}
	const lazily = 300 // percent: a server, too, lets 64 MiB of garbage gather before it collects
	debug.SetGCPercent(lazily)
	l := loop.New(loop.NewMachine(world.New(1), loop.MachineOptions{}), journal.NewMemory(), loop.Options{})
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	all.Go(func() { _ = l.Run(ctx) })
	settle(ctx, t, l)
	g, err := game.New(game.Config{World: l, Table: verb.New(), Presence: nobody{}})
	check(t, err)
	const asMuch = 1e6 // requests a second: how fast a token may ask is not what is measured
	s, err := mcp.New(mcp.Options{Game: plain{g}, Guard: guard.Config{
		Principals: bearers{*yardAgents}, Key: bytes.Repeat([]byte{7}, 32),
		RequestsPerSecond: asMuch, RequestsBurst: asMuch,
	}})
	check(t, err)
	door, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	all.Go(func() { g.Run(ctx, s) })
	all.Go(func() { _ = s.Serve(ctx, door) })
	out := json.NewEncoder(os.Stderr)
	check(t, out.Encode("http://"+door.Addr().String()+"/mcp"))
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		check(t, out.Encode(tally(lines.Text() == "clean")))
	}
}

// settle makes Lowtide and its people.
func settle(ctx context.Context, t *testing.T, l *loop.Loop) {
	t.Helper()
	lowtide, problems, err := pack.Check(data.Lowtide(), ".")
	if err != nil || lowtide == nil {
		t.Fatal(err, problems)
	}
	do := func(who world.ActorID, via world.ViaKind, a world.Action) {
		in := world.Input{Actor: who, Via: world.Via{Kind: via}, Action: a}
		reply, err := l.Do(ctx, func(*world.State, world.Time) loop.Step { return loop.Step{Input: &in} })
		if err != nil || reply.Refusal != nil {
			t.Fatalf("%T: %v %v", a, err, reply.Refusal)
		}
	}
	do("", world.ViaHost, world.Start{Build: "yard", Seed: 1})
	do("", world.ViaHost, world.ApplyPack{Pack: *lowtide})
	for n := range *yardAgents {
		account := world.AccountID("a-" + string(bodyOf(n)))
		do("", world.ViaHost, world.Create{Account: account, Name: nameOf(n), Role: world.RolePlayer})
		do(bodyOf(n), world.ViaKeyboard, world.Enter{})
		do(bodyOf(n), world.ViaKeyboard, world.MintGrant{Grant: world.GrantID(fmt.Sprintf("grant-%d", n)), Label: "yard"})
		do(bodyOf(n), world.ViaKeyboard, world.Depart{})
	}
}

// tally says what this process has used; a clean one has collected its garbage.
func tally(clean bool) spent {
	if clean {
		runtime.GC()
		runtime.GC() // what finalizers let go of in the first
	}
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // fails on no system that has it
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return spent{
		CPU:  time.Duration(used.Utime.Nano() + used.Stime.Nano()),
		Heap: m.HeapInuse, Stacks: m.StackInuse, Goroutines: runtime.NumGoroutine(),
	}
}

// yard is the other end of a yard.
type yard struct {
	tb  testing.TB
	url string
	in  io.Writer
	out *json.Decoder
}

// enclose starts a yard for so many agents.
func enclose(tb testing.TB, agents int) *yard {
	tb.Helper()
	args := []string{"-test.run=^TestYard$", "-test.timeout=0", fmt.Sprintf("-agents.yard=%d", agents)}
	if *profile != "" {
		args = append(args, "-test.cpuprofile="+*profile)
	}
	cmd := exec.CommandContext(context.WithoutCancel(tb.Context()), os.Args[0], args...) // it ends with its input
	in, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := cmd.StderrPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait() // it may have been killed with the test
	})
	y := &yard{tb: tb, in: in, out: json.NewDecoder(out)}
	if err := y.out.Decode(&y.url); err != nil {
		tb.Fatalf("the yard does not open: %v", err)
	}
	return y
}

// spent asks the yard what it has used; "clean" lets it collect its garbage first.
func (y *yard) spent(how string) (s spent) {
	y.tb.Helper()
	if _, err := io.WriteString(y.in, how+"\n"); err != nil {
		y.tb.Fatal(err)
	}
	if err := y.out.Decode(&s); err != nil {
		y.tb.Fatal(err)
	}
	return s
}
