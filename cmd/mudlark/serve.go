package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os/signal"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/mudlark-mud/mudlark/ai/proposer"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/mcphost"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/minds"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/record"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/screens"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

type serveCmd struct {
	Data         string `default:"${data}" help:"The data folder; made if absent (MUDLARK_DATA)."`
	Pack         string `help:"A world pack's folder instead of the built-in Lowtide." type:"path"`
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
	Mind         minds.Flags `embed:""`
	foreignFlags `embed:""`
	proposeFlags `embed:""`
	bridgeFlags  `embed:""`
	Pace         int           `default:"1" help:"Seconds of the world's time in one of ours, to try a world out: 60."`
	Snoop        bool          `help:"Let wizards read what players are shown, who are told of it."`
	EndMax       time.Duration `hidden:"" default:"30s"`
	LogLevel     string        `default:"${log_level}" help:"debug, info, warn or error (LOG_LEVEL, RUST_LOG)."`

	// inside is given the door of a world that is played within this program, and opens it in the place of all others.
	inside func(ctx context.Context, s *serving, door *screens.TelnetDoor) error
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
	content := server.ReadContent(c.Pack)
	if err := content.ForFolder(c.Data); err != nil {
		return err
	}
	record, err := c.recordFlags.options()
	if err != nil {
		return err
	}
	if err := errors.Join(
		c.checkPace(), c.webFlags.check(c.open(c.HTTP)), screens.CheckListing(c.MSSP), c.soundFlags.check(),
		c.foreignFlags.check(),
		c.bridgeFlags.check(),
		c.Mind.Check(c.MindsListen),
	); err != nil {
		return err
	}
	if err := command.CheckSocketPath(c.Data); err != nil {
		return err
	}
	if err := command.NameDatabase(e.Getenv, c.Data); err != nil {
		return err
	}
	monitor := c.monitor(e, log)
	defer monitor.Close()
	d, err := server.TakeUp(c.Data, log, server.Opening{
		Meter: monitor.Meter, Newcomers: c.newcomers(), Record: record, Locked: func() error { return monitor.Open(e) },
		Pace: c.Pace, Denials: monitor.Denials, Hashing: e.Hashing,
	})
	if err != nil {
		return err
	}
	d.Keeper = server.NewKeeper(c.PerAddress, c.ConnectsPerSec)
	if err := content.ForWorld(d.Machine.State()); err != nil {
		return errors.Join(err, d.Journal.Close())
	}
	d.LeaveOut(content)
	return c.within(e, d, func() error {
		err := c.serve(e, d, content.Pack, monitor)
		closed := d.Journal.Close()
		if closed != nil && errors.Is(err, command.ExitReboot) {
			err = nil // it is not as it should be: that is said, and no code stands for it
		}
		return errors.Join(err, closed)
	})
}

// within lets a daemon serve, and bounds how long it takes to end once it is to: a disk that never answers holds up
// everybody who waits for it, and whoever started this process is to hear of it.
func (c *serveCmd) within(e *command.Env, d *server.Daemon, serve func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- serve() }()
	select {
	case err := <-ended:
		return err
	case <-d.Ending:
	case <-e.Ctx.Done():
	}
	select {
	case err := <-ended:
		return err
	case <-time.After(c.EndMax):
		return fmt.Errorf(
			"the world did not end within %s, since its disk does not answer: this process ends without it; "+
				"nothing that was told is lost; look at the disk before you start mudlark again, which looks through the file "+
				"first",
			c.EndMax,
		)
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

// serving is a daemon with all that serves it while it runs.
type serving struct {
	d       *server.Daemon
	minds   *minds.Service
	clerk   *record.Clerk
	bridge  *proposer.Handler // for those who have plain words read
	hub     *session.Hub
	table   *verb.Table
	lender  *mcphost.TokenLender
	exports *exportDoor
	doors   sync.WaitGroup // of what runs until the doors close
}

// stopWait bounds how long a clean stop may take.
const stopWait = 15 * time.Second

func (c *serveCmd) serve(e *command.Env, d *server.Daemon, p *world.Pack, monitor *server.Monitor) error {
	s := &serving{d: d, minds: minds.NewService(d), table: verb.New(), lender: mcphost.NewTokenLender(d)}
	d.Ticked = s.minds.Stir
	s.clerk = record.NewClerk(d, s.minds)
	words, err := minds.OpenProposing(e, s.minds, c.AILog)
	if err != nil {
		return err
	}
	defer words.Close(d.Log)
	s.bridge = minds.NewBridge(e, d, words, c.BridgeDay)
	loopCtx, stopLoop := context.WithCancel(context.WithoutCancel(e.Ctx))
	defer stopLoop()
	ended := make(chan error, 1)
	go func() { ended <- d.Loop.Run(loopCtx) }()
	if err := d.Begin(e.Ctx, p); err != nil {
		stopLoop()
		return d.EndedBeforeOpen(e.Ctx, server.Stopped(err, <-ended))
	}
	welcome, art, err := d.Welcome(e.Ctx)
	if err != nil {
		stopLoop()
		return d.EndedBeforeOpen(e.Ctx, server.Stopped(err, <-ended))
	}
	doorsCtx, closeDoors := context.WithCancel(context.WithoutCancel(e.Ctx))
	defer closeDoors()
	s.hub = session.NewHub(session.Config{
		World: d.Loop, Table: s.table, Accounts: d.Accounts, Staged: d.Staged, Log: d.Log, GM: words.Host(),
		Welcome: s.greeting(loopCtx, welcome), Audit: d.Audit, Unpoison: d.Unpoison, Apply: c.onFiles(d.ApplyFrom),
		WritePack: c.onFiles(func(ctx context.Context, dir string) (string, error) { return d.ExportTo(ctx, dir, dir) }),
		Export:    s.exportLinks(c.HTTP), Snoop: c.Snoop,
		Host: s.clerk.Answer, Model: &settings.Model{}, Art: art, Tally: d.Tally, Trouble: d.ContentWord,
	})
	defer d.StartWorkers(e.Ctx)()
	hub, doors := s.hub, &s.doors
	monitor.Watch(d, hub)
	s.attend(doorsCtx, c.SealEvery)
	if err := c.openDoors(doorsCtx, e, s); err != nil {
		closeDoors()
		doors.Wait()
		stopLoop()
		return server.Stopped(err, <-ended)
	}
	minds.WatchMinds(monitor, s.minds.Current.Load())
	c.showDoors(e)
	c.showPace(e, d.Log)
	if err := c.invite(e, d); err != nil && e.Ctx.Err() == nil { // stopped meanwhile
		d.Log.Error("could not make the claim code", slog.Any("err", err))
	}
	debug.FreeOSMemory() // what building the world left behind
	monitor.Meter.Health().Enter(ops.Open)
	word, end, err := c.wait(e, d, ended)
	close(d.Ending)
	monitor.Meter.Health().Enter(ops.Stopping)
	hub.Part(word)
	partingWait(hub)
	closeDoors()
	doors.Wait()
	if err != nil {
		return err // the loop is over already
	}
	stopLoop()
	if err := <-ended; err != nil {
		return server.Stopped(nil, err)
	}
	d.Log.Info("stopped", slog.Any("seq", d.Machine.State().Seq))
	d.LogHead()
	return end
}

// attend starts what goes on beside the doors until they close.
func (s *serving) attend(ctx context.Context, sealEvery time.Duration) {
	s.doors.Go(func() { s.d.WatchStalls(ctx, s.hub.Word) })
	s.doors.Go(func() { s.d.WatchSpace(ctx, sealEvery, s.hub.WordTo) })
	s.doors.Go(func() { s.d.Merge(ctx) })
	s.doors.Go(func() { s.d.Seal(ctx, sealEvery) })
}

// exportLinks makes links to exports; nil where no door for the web is opened.
func (s *serving) exportLinks(addr string) func(account.Account) (string, error) {
	s.exports = newExportDoor(s.d, s.minds)
	if addr == "" {
		return nil
	}
	return s.exports.link
}

// greeting returns what tells at the doors what the world says there, and sees to it that it, and the minds, go by what
// was applied last.
func (s *serving) greeting(ctx context.Context, welcome string) func() string {
	var now atomic.Pointer[string]
	now.Store(&welcome)
	s.d.Applied = func() {
		if text, _, err := s.d.Welcome(ctx); err == nil {
			now.Store(&text)
		}
		s.minds.Renew()
	}
	s.d.Remade = s.minds.Renew
	return func() string { return *now.Load() }
}

// onFiles has wizards do something with the files of the pack with which the server was started; nil where it came with
// the program.
func (c *serveCmd) onFiles(
	do func(ctx context.Context, dir string) (string, error),
) func(context.Context) (string, error) {
	if c.Pack == "" {
		return nil
	}
	return func(ctx context.Context) (string, error) { return do(ctx, c.Pack) }
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

// paceMost is the fastest that a world can be tried out: a day of it, which is two hours, in two seconds.
const paceMost = 3600

func (c *serveCmd) checkPace() error {
	if c.Pace < 0 || c.Pace > paceMost {
		return fmt.Errorf("pace %d: give 1 to %d: so many seconds of the world's time go by in one", c.Pace, paceMost)
	}
	return nil
}

// showPace says of a world whose time does not run as people live that it is so.
func (c *serveCmd) showPace(e *command.Env, log *slog.Logger) {
	if c.Pace <= 1 {
		return
	}
	e.Printf("pace    the world's time runs %d times as fast, with all its hours, tides, waits and fights: to try it "+
		"out, not for players\n", c.Pace)
	log.Warn("the world's time does not run as people live", slog.Int("pace", c.Pace))
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

// wait waits for a reason to stop and returns the word that everybody is told, and with what the process is to end.
func (c *serveCmd) wait(e *command.Env, d *server.Daemon, ended <-chan error) (word string, end, err error) {
	select {
	case <-e.Ctx.Done():
		return server.ClosingWord, nil, nil
	case halted := <-d.Halted:
		word = server.ClosingWord
		if halted.Again {
			word, end = server.RebootWord, command.ExitReboot
		}
		if halted.Reason != "" {
			word += " (" + halted.Reason + ")"
		}
		return word, end, nil
	case err := <-ended:
		if err == nil {
			err = errors.New("it ended without being asked to")
		}
		d.Log.Error("the world stopped", slog.Any("err", err))
		d.Meter.Health().Fail(err)
		return "The world has stopped: its disk failed. Nothing that you were told is lost.", nil, server.Stopped(nil, err)
	}
}

// openDoors opens every listener and prints its address, one a line.
func (c *serveCmd) openDoors(ctx context.Context, e *command.Env, s *serving) error {
	d, doors := s.d, &s.doors
	door, err := c.telnetDoors(s)
	if err != nil {
		return err
	}
	if c.inside != nil {
		if err := c.openWithin(ctx, e, s); err != nil {
			return err
		}
		return c.inside(ctx, s, door(screens.DoorTelnet))
	}
	if err := c.openTelnet(ctx, e, d, door, doors); err != nil {
		return err
	}
	if addr := c.open(c.SSH); addr != "" {
		door := &screens.SSHDoor{Hub: s.hub, Log: d.Log, Meter: d.Meter}
		server, err := sshd.New(sshd.Config{
			Addr: addr, HostKeyPath: d.Path("ssh_host_ed25519_key"), Logger: d.Log,
			Auth:   screens.KeyAuth{Accounts: d.Accounts, Meter: d.Meter, Denials: d.Denials},
			Limits: sshd.Limits{ConnectionsPerSource: c.PerAddress, Pace: d.Keeper.Pace},
		}, door.Serve)
		if err != nil {
			return fmt.Errorf("open the ssh door: %w", err)
		}
		doors.Go(func() {
			if err := server.Serve(ctx); err != nil && ctx.Err() == nil {
				d.Log.Error("ssh listener ended", slog.Any("err", err))
			}
		})
		d.Keeper.Keep(func() ops.Door { return screens.SSHCensus(server) })
		c.SSH = server.Addr().String()
		e.Println("ssh   ", server.Addr())
	}
	if err := c.openMCP(ctx, e, s, door); err != nil {
		return err
	}
	if err := c.openBridge(ctx, e, s); err != nil {
		return err
	}
	return s.openControl(ctx, c.Pack)
}

// invite prints how to become the first wizard, until somebody has.
func (c *serveCmd) invite(e *command.Env, d *server.Daemon) error {
	claimed, err := d.Accounts.Claimed()
	if err != nil || claimed {
		return err
	}
	code, puts, err := d.Accounts.NewClaim(time.Now())
	if err != nil {
		return err
	}
	if err := d.Put(e.Ctx, puts); err != nil {
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
