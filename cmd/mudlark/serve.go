package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

type serveCmd struct {
	Data         string `default:"${data}" help:"The data folder; made if absent (MUDLARK_DATA)."`
	Pack         string `help:"A world pack's folder instead of the built-in Lowtide." type:"existingdir"`
	Telnet       string `default:"127.0.0.1:4000" help:"Where telnet listens; empty: not at all."`
	Telnets      string `default:"auto" help:"Where TLS telnet listens; auto: the port behind --telnet; empty: nowhere."`
	SSH          string `name:"ssh" default:"127.0.0.1:2222" help:"Where SSH listens; empty: not at all."`
	ListenAll    bool   `help:"Listen on every address of this machine, not only on loopback."`
	Connections  int    `default:"5000" help:"Telnet connections at a time."`
	PerAddress   int    `default:"64" help:"Connections at a time from one address."`
	LinesPerSec  int    `name:"lines-per-second" default:"20" help:"Lines a second of a telnet player in the long run."`
	LinesBurst   int    `default:"60" help:"Lines of a telnet player at once, before they wait."`
	webFlags     `embed:""`
	listingFlags `embed:""`
	opsFlags     `embed:""`
	soundFlags   `embed:""`
	recordFlags  `embed:""`
	mindFlags    `embed:""`
	foreignFlags `embed:""`
	proposeFlags `embed:""`
	bridgeFlags  `embed:""`
	Pace         int           `default:"1" hidden:"" help:"Seconds of the world's time in one of ours, for trying out."`
	EndMax       time.Duration `hidden:"" default:"30s"`
	LogLevel     string        `default:"${log_level}" help:"debug, info, warn or error (LOG_LEVEL, RUST_LOG)."`

	// inside is given the door of a world that is played within this program, and opens it in the place of all others.
	inside func(ctx context.Context, d *daemon, door *telnetDoor) error
	// dial reaches models on other machines; nil: over the network.
	dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Run serves until the context ends, a wizard orders a shutdown, or the disk fails.
func (c *serveCmd) Run(e *command.Env) error {
	signal.Ignore(syscall.SIGPIPE) // whoever reads the log may go; the world stays
	log, err := e.Logger(c.LogLevel)
	if err != nil {
		return err
	}
	content, err := readContent(c.Pack)
	if err != nil {
		return err
	}
	if err := content.forFolder(c.Data); err != nil {
		return err
	}
	record, err := c.recordFlags.options()
	if err != nil {
		return err
	}
	if err := errors.Join(
		c.webFlags.check(c.open(c.HTTP)), c.listingFlags.check(), c.soundFlags.check(), c.foreignFlags.check(),
		c.bridgeFlags.check(),
		c.budgetFlags.check(),
		c.mindFlags.check(c.MindsListen),
	); err != nil {
		return err
	}
	if err := command.CheckSocketPath(c.Data); err != nil {
		return err
	}
	if err := command.NameDatabase(e.Getenv, c.Data); err != nil {
		return err
	}
	desk := c.desk(e, log)
	defer desk.close()
	d, err := takeUp(c.Data, log, opening{
		meter: desk.meter, newcomers: c.newcomers(), record: record, locked: func() error { return desk.open(e) },
		pace: c.Pace,
	})
	if err != nil {
		return err
	}
	d.keeper = c.keeper()
	if err := content.forWorld(d.machine.State()); err != nil {
		return errors.Join(err, d.journal.Close())
	}
	return c.within(e, d, func() error { return errors.Join(c.serve(e, d, content.pack, desk), d.journal.Close()) })
}

// within lets a daemon serve, and bounds how long it takes to end once it is to: a disk that never answers holds up
// everybody who waits for it, and whoever started this process is to hear of it.
func (c *serveCmd) within(e *command.Env, d *daemon, serve func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- serve() }()
	select {
	case err := <-ended:
		return err
	case <-d.ending:
	case <-e.Ctx.Done():
	}
	select {
	case err := <-ended:
		return err
	case <-time.After(c.EndMax):
		return fmt.Errorf("the world did not end within %s, since its disk does not answer: this process ends without it; "+
			"nothing that was told is lost; look at the disk before you start mudlark again, which looks through the file first",
			c.EndMax)
	}
}

// open returns an address with the host replaced when all addresses are wanted.
func (c *serveCmd) open(addr string) string {
	if !c.ListenAll || addr == "" {
		return addr
	}
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	return net.JoinHostPort("", port)
}

// stopWait bounds how long a clean stop may take.
const stopWait = 15 * time.Second

func (c *serveCmd) serve(e *command.Env, d *daemon, p *world.Pack, desk *desk) error {
	words, err := c.openProposing(e, d)
	if err != nil {
		return err
	}
	defer words.close(d.log)
	d.bridge = c.newBridge(e, d, words)
	loopCtx, stopLoop := context.WithCancel(context.WithoutCancel(e.Ctx))
	defer stopLoop()
	ended := make(chan error, 1)
	go func() { ended <- d.loop.Run(loopCtx) }()
	if err := d.begin(e.Ctx, p); err != nil {
		stopLoop()
		return d.early(e.Ctx, stopped(err, <-ended))
	}
	welcome, art, err := d.welcome(e.Ctx)
	if err != nil {
		stopLoop()
		return d.early(e.Ctx, stopped(err, <-ended))
	}
	table := verb.New()
	doorsCtx, closeDoors := context.WithCancel(context.WithoutCancel(e.Ctx))
	defer closeDoors()
	d.clerk = newClerk(d)
	hub := session.NewHub(session.Config{
		World: d.loop, Table: table, Accounts: d.accounts, Staged: d.staged, Log: d.log, GM: words.host(),
		Welcome: func() string { return welcome }, Audit: d.audit, Unpoison: d.unpoison,
		Host: d.clerk.answer, Model: &settings.Model{}, Art: art, Tally: d.tally,
	})
	defer d.startWorkers(e.Ctx)()
	desk.watch(d, hub)
	var doors sync.WaitGroup
	doors.Go(func() { d.breathe(doorsCtx, hub.Word) })
	doors.Go(func() { d.watchRoom(doorsCtx, c.SealEvery, hub.WordTo) })
	doors.Go(func() { d.merge(doorsCtx) })
	doors.Go(func() { d.seal(doorsCtx, c.SealEvery) })
	if err := c.openDoors(doorsCtx, e, d, hub, table, &doors); err != nil {
		closeDoors()
		doors.Wait()
		stopLoop()
		return stopped(err, <-ended)
	}
	desk.watchMinds(d.minds.Load())
	c.showDoors(e)
	if err := c.invite(e, d); err != nil && e.Ctx.Err() == nil { // who stops it now wants no wizard
		d.log.Error("could not make the claim code", slog.Any("err", err))
	}
	collectLess(e.Getenv)
	desk.meter.Health().Enter(ops.Open)
	word, err := c.wait(e, d, ended)
	close(d.ending)
	desk.meter.Health().Enter(ops.Stopping)
	hub.Part(word)
	partingWait(hub)
	closeDoors()
	doors.Wait()
	if err != nil {
		return err // the loop is over already
	}
	stopLoop()
	if err := <-ended; err != nil {
		return stopped(nil, err)
	}
	d.log.Info("stopped", slog.Any("seq", d.machine.State().Seq))
	d.logHead()
	return nil
}

// showDoors prints how one enters.
func (c *serveCmd) showDoors(e *command.Env) {
	if c.Telnet != "" {
		e.Println("enter   telnet " + hostPort(c.Telnet))
	}
	if c.SSH != "" {
		e.Println("enter   ssh -p " + portOf(c.SSH) + " guest@localhost")
	}
}

// startWorkers lets the worker pool run until stop is called.
func (d *daemon) startWorkers(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	running.Go(func() { d.workers.run(ctx) })
	return func() {
		cancel()
		running.Wait()
	}
}

// partingWait lets sessions end by themselves, for a bounded time.
func partingWait(hub *session.Hub) {
	deadline := time.After(stopWait)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for hub.InPlay()+hub.Count() > 0 {
		select {
		case <-deadline:
			return
		case <-tick.C:
		}
	}
}

// closingWord is what everybody is told when the daemon stops as it should.
const closingWord = "The world closes for now. Everything is kept."

// wait waits for a reason to stop and returns the word that everybody is told.
func (c *serveCmd) wait(e *command.Env, d *daemon, ended <-chan error) (string, error) {
	select {
	case <-e.Ctx.Done():
		return closingWord, nil
	case reason := <-d.halted:
		word := closingWord
		if reason != "" {
			word += " (" + reason + ")"
		}
		return word, nil
	case err := <-ended:
		if err == nil {
			err = errors.New("it ended without being asked to")
		}
		d.log.Error("the world stopped", slog.Any("err", err))
		d.meter.Health().Fail(err)
		return "The world has stopped: its disk failed. Nothing that you were told is lost.", stopped(nil, err)
	}
}

// early is what a daemon ends with that opened no doors: that it was asked to stop before is no failure.
func (d *daemon) early(ctx context.Context, err error) error {
	if ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
		return err
	}
	d.log.Info("stopped before the doors were open")
	return nil
}

// stopped is what a daemon ends with: with that the world stopped, if it did, for what failed beside it failed of that.
func stopped(err, end error) error {
	if end == nil {
		return err
	}
	return fmt.Errorf("the world stopped, nothing that was told is lost: %w", end)
}

// openDoors opens every listener and prints its address, one a line.
func (c *serveCmd) openDoors(
	ctx context.Context, e *command.Env, d *daemon, hub *session.Hub, table *verb.Table, doors *sync.WaitGroup,
) error {
	door, err := c.telnetDoors(d, hub, newListing(c, d, hub, table))
	if err != nil {
		return err
	}
	if c.inside != nil {
		if err := c.openWithin(ctx, e, d, hub, table, doors); err != nil {
			return err
		}
		return c.inside(ctx, d, door(doorTelnet))
	}
	if err := c.openTelnet(ctx, e, d, door, doors); err != nil {
		return err
	}
	if addr := c.open(c.SSH); addr != "" {
		door := &sshDoor{hub: hub, log: d.log, meter: d.meter}
		server, err := sshd.New(sshd.Config{
			Addr: addr, HostKeyPath: d.path("ssh_host_ed25519_key"), Auth: keyAuth{d.accounts, d.meter}, Logger: d.log,
			Limits: sshd.Limits{ConnectionsPerSource: c.PerAddress, Pace: d.keeper.pace},
		}, door.serve)
		if err != nil {
			return fmt.Errorf("open the ssh door: %w", err)
		}
		doors.Go(func() {
			if err := server.Serve(ctx); err != nil && ctx.Err() == nil {
				d.log.Error("ssh listener ended", slog.Any("err", err))
			}
		})
		d.keeper.keep(func() ops.Door { return sshCensus(server) })
		c.SSH = server.Addr().String()
		e.Println("ssh   ", server.Addr())
	}
	if err := c.openMCP(ctx, e, d, hub, table, door, doors); err != nil {
		return err
	}
	if err := c.openBridge(ctx, e, d, doors); err != nil {
		return err
	}
	return c.openControl(ctx, d, doors)
}

// invite prints how to become the first wizard, until somebody has.
func (c *serveCmd) invite(e *command.Env, d *daemon) error {
	claimed, err := d.accounts.Claimed()
	if err != nil || claimed {
		return err
	}
	code, puts, err := d.accounts.NewClaim(time.Now())
	if err != nil {
		return err
	}
	if err := d.put(e.Ctx, puts); err != nil {
		return err
	}
	e.Println("wizard ", "nobody looks after this world yet: make an account and type")
	e.Println("        claim", code.Reveal())
	return nil
}

func hostPort(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return host + " " + port
}

func portOf(addr string) string {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	return port
}
