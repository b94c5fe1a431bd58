package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/pack"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// path is everything between the bytes of telnet clients and the journal, but for sockets, goroutines and a disk: what
// a command costs is what this costs.
type path struct {
	tb      testing.TB
	machine *loop.Machine
	hub     *session.Hub
	players []*pathPlayer
	offered []loop.Intent
	at      world.Time
	bytes   int // of records

	step   time.Duration // how long a turn takes
	now    time.Duration
	timers []pathTimer
	writer time.Duration // that the writer worked
}

// pathTimer is something that happens a while later.
type pathTimer struct {
	due time.Duration
	do  func()
}

// after is a hub's clock that goes with the turns.
func (p *path) after(d time.Duration, do func()) func() bool {
	if p.step > 0 {
		p.timers = append(p.timers, pathTimer{p.now + d, do})
	}
	return func() bool { return true }
}

// tick lets a turn's time pass.
func (p *path) tick() {
	p.now += p.step
	late := p.timers
	p.timers = nil
	for _, t := range late {
		if t.due > p.now {
			p.timers = append(p.timers, t)
		} else {
			t.do()
		}
	}
}

// pathPlayer is one connection.
type pathPlayer struct {
	path  *path
	m     *telnet.Machine
	s     *session.Session
	woken bool
	sent  int // bytes
	read  bytes.Buffer
	keeps bool // what is sent is kept in read
}

// Offer implements session.World: intents wait for turn.
func (p *path) Offer(_ context.Context, in loop.Intent) error {
	p.offered = append(p.offered, in)
	return nil
}

// Do implements session.World; nobody needs it here.
func (p *path) Do(context.Context, func(*world.State, world.Time) loop.Step) (loop.Reply, error) {
	return loop.Reply{}, loop.ErrStopped
}

// newPath lets so many guests into a town, so many to a room, and each to its place.
func newPath(tb testing.TB, players, perRoom int) *path {
	tb.Helper()
	return newPathWith(tb, players, perRoom, 0, func(*pathPlayer, *session.LineScreen) {})
}

// newPathWith is newPath with turns that take a while, and something done to each connection before it opens.
func newPathWith(
	tb testing.TB, players, perRoom int, step time.Duration, prepare func(*pathPlayer, *session.LineScreen),
) *path {
	tb.Helper()
	town := bots.Town{Rooms: 1 + players/perRoom, Stones: min(perRoom, 50)}
	dir := tb.TempDir()
	if err := town.WriteTo(dir); err != nil {
		tb.Fatal(err)
	}
	pk, _, err := pack.Check(os.DirFS(dir), ".")
	if err != nil {
		tb.Fatal(err)
	}
	p := &path{
		tb: tb, machine: loop.NewMachine(world.New(1), loop.MachineOptions{}), at: 1, step: step,
	}
	p.hub = session.NewHub(session.Config{
		World: p, Table: verb.New(), Staged: account.NewStaged(journal.NewMemory()), Log: slog.New(slog.DiscardHandler),
		Welcome: func() string { return "" },
		After:   p.after,
	})
	host := world.Via{Kind: world.ViaHost}
	for _, a := range []world.Action{world.Start{Build: "path", Wall: 1, Seed: 1}, world.ApplyPack{Pack: *pk}} {
		in := &world.Input{Via: host, Action: a}
		p.offered = append(p.offered, loop.Intent{Do: func(*world.State, world.Time) loop.Step {
			return loop.Step{Input: in}
		}})
		p.turn()
	}
	ways := [...]string{"north", "east", "south", "west", "up", "down", "in"}
	for i := range players {
		c := &pathPlayer{path: p, m: telnet.New(telnet.Options{})}
		screen := session.NewLineScreen(c, session.LineClient{Width: telnet.WidthDefault, Depth: prose.Colours16})
		prepare(c, screen)
		c.s = p.hub.New(context.Background(), screen, session.Options{Door: "telnet", Woken: func() { c.woken = true }})
		p.players = append(p.players, c)
		c.types("guest")
		p.turn()
		for at, walk := 1+i%(players/perRoom), []string(nil); ; at = (at - 1) / len(ways) {
			if at == 0 {
				for _, way := range walk {
					c.types(way)
					p.turn()
				}
				break
			}
			walk = append([]string{ways[(at-1)%len(ways)]}, walk...)
		}
	}
	return p
}

// types feeds one typed line.
func (c *pathPlayer) types(line string) {
	for e := range c.m.Feed([]byte(line + "\r\n")) {
		if l, ok := e.(telnet.Line); ok {
			c.s.Line(l.Text)
		}
	}
}

// turn decides what was offered, commits it and tells everybody.
func (p *path) turn() {
	offered := p.offered
	p.offered = p.offered[:0]
	p.at++
	p.tick()
	began := time.Now()
	for _, in := range offered {
		p.machine.Offer(p.at, in)
	}
	b, ok, err := p.machine.Cut(p.at)
	if err != nil {
		p.tb.Fatal(err)
	}
	if ok {
		p.commit(b)
	}
	released := p.machine.Release()
	p.writer += time.Since(began)
	for _, o := range released {
		o.Deliver()
	}
	for _, c := range p.players {
		if c.woken {
			c.woken = false
			c.s.Pump()
			c.flush()
		}
	}
}

func (p *path) commit(b loop.Batch) {
	jb, err := b.Encode()
	if err != nil {
		p.tb.Fatal(err)
	}
	for _, r := range jb.Records {
		p.bytes += len(r.Bytes)
	}
	p.machine.Committed(b.Number)
}

func (c *pathPlayer) flush() {
	out := c.m.Out()
	c.sent += len(out)
	if c.keeps {
		c.read.Write(out)
	}
}

// Send implements session.LineConn.
func (c *pathPlayer) Send(o session.LineOutput) {
	c.m.Send(telnet.Output{Paragraphs: o.Paragraphs, Prompt: o.Prompt, GMCP: o.OutOfBand})
}

// Secret implements session.LineConn.
func (c *pathPlayer) Secret(bool) {}

// Charset implements session.LineConn.
func (c *pathPlayer) Charset(string) {}

// Settled implements session.LineConn.
func (c *pathPlayer) Settled() {}

// Close implements session.LineConn.
func (c *pathPlayer) Close(reason string) { c.path.tb.Error("a session ended: " + reason) }

// TestPathAllocates bounds what a command and a delivery allocate. Not the race detector's own, which is why there is
// room; a map or a closure more for each shows.
func TestPathAllocates(t *testing.T) {
	const players, rounds, commandMost, deliveryMost = 50, 20, 55, 4
	p := newPath(t, players, 5)
	lines := [...]string{"get stone", "say All the news of the quay is old.", "drop stone", "say Is there any other?"}
	n := 0
	each := testing.AllocsPerRun(rounds*len(lines), func() {
		for _, c := range p.players {
			c.types(lines[n%len(lines)])
		}
		p.turn()
		n++
	}) / players
	if each > commandMost {
		t.Errorf("a command allocates %.1f times, at most %d", each, commandMost)
	}
	p = newPath(t, players, players)
	each = testing.AllocsPerRun(rounds, func() {
		p.players[0].types("say Hear, hear!")
		p.turn()
	}) / players
	if each > deliveryMost {
		t.Errorf("a delivery allocates %.1f times, at most %d", each, deliveryMost)
	}
	t.Logf("%.1f allocations a delivery", each)
}

// BenchmarkPath is one command from the bytes of its line to the bytes of all who are told, five to a room: get, drop
// and say in turn.
func BenchmarkPath(b *testing.B) {
	const players, perRoom = 100, 5
	p := newPath(b, players, perRoom)
	lines := [...]string{"get stone", "say All the news of the quay is old.", "drop stone", "say Is there any other?"}
	b.ReportAllocs()
	n := 0
	p.bytes = 0
	for b.Loop() {
		p.players[n%players].types(lines[n/players%len(lines)])
		if n++; n%players == 0 {
			p.turn()
		}
	}
	b.ReportMetric(float64(p.bytes)/float64(n), "record-B/op")
}

// BenchmarkPathFan is one word said to so many in the room, from its bytes to the bytes of all.
func BenchmarkPathFan(b *testing.B) {
	for _, listeners := range []int{5, 500} {
		b.Run(fmt.Sprintf("listeners=%d", listeners), func(b *testing.B) {
			p := newPath(b, listeners+1, listeners+1)
			b.ReportAllocs()
			for b.Loop() {
				p.players[0].types("say Hear, hear!")
				p.turn()
			}
		})
	}
}

// BenchmarkPathCut is a cut of everything about a thousand players, which the writer makes while everybody waits.
func BenchmarkPathCut(b *testing.B) {
	p := newPath(b, 1000, 5)
	s := p.machine.State()
	keys := s.Keys()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := journal.CutOf(s, keys); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(keys)), "ns/row")
}
