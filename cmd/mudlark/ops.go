package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/mud/ops/status"
	"github.com/mudlark-mud/mudlark/mud/ops/telemetry"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// opsFlags are what operators may set about watching and bounding a world.
type opsFlags struct {
	Ops         string        `default:"127.0.0.1:9497" help:"Where operators find figures and health; empty: nowhere."`
	OpsExposed  bool          `help:"Let --ops be an address that other machines reach; a firewall must guard it."`
	Slow        time.Duration `default:"100ms" help:"Log commands that take longer than this; 0: none."`
	NewAccounts int           `default:"20" help:"New accounts an hour from one address; 0: any."`

	// Agents come through proxies and gateways more often than people, and are paced by their tokens.
	ConnectsPerSec int `name:"connects-per-second" default:"10" help:"Connections a second from one address; 0: any."`
}

// newcomers limits new accounts.
func (c *opsFlags) newcomers() *account.Pace {
	if c.NewAccounts <= 0 {
		return nil
	}
	return account.NewPace(time.Hour/time.Duration(c.NewAccounts), c.NewAccounts)
}

// desk is where operators watch a daemon, from before its world is loaded until it has stopped.
type desk struct {
	flags  *opsFlags
	data   string
	asked  *telemetry.Page // what was asked of models; nil when nobody is told
	meter  *ops.Meter
	log    *slog.Logger
	ctx    context.Context //nolint:containedctx // of what the desk serves, ended by close
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

func (c *serveCmd) desk(e *command.Env, log *slog.Logger) *desk {
	ctx, cancel := context.WithCancel(context.WithoutCancel(e.Ctx))
	return &desk{flags: &c.opsFlags, data: c.Data, meter: newMeter(c, log), log: log, ctx: ctx, cancel: cancel}
}

// open serves the operators' address.
func (k *desk) open(e *command.Env) error {
	if k.flags.Ops == "" {
		return nil
	}
	reach := ops.ThisMachine
	if k.flags.OpsExposed {
		reach = ops.Anybody
	}
	ln, err := ops.Listen(k.ctx, k.flags.Ops, reach)
	if err != nil {
		return err
	}
	if reach == ops.Anybody {
		k.log.Warn("operators' figures can be reached from other machines; let a firewall guard them",
			slog.String("addr", ln.Addr().String()))
	}
	key, err := operatorKey(k.data)
	if err != nil {
		return errors.Join(err, ln.Close())
	}
	k.asked = telemetry.New(key, nil)
	k.wg.Go(func() {
		server := ops.NewServer(k.meter, k.log).Mount(telemetry.Path, k.asked)
		if err := server.Serve(k.ctx, ln); err != nil {
			k.log.Error("operators' address ended", slog.Any("err", err))
		}
	})
	e.Println("ops    ", "http://"+ln.Addr().String()+"/metrics")
	return nil
}

// watch begins to read figures from a daemon whose doors are about to open.
func (k *desk) watch(d *daemon, hub *session.Hub) {
	k.meter.Watch(ops.Sources{
		Loop: d.loop, Journal: d.journalFigures, Doors: d.keeper.census, Agents: d.keeper.agentCensus,
		Hashes: d.hasher.Stats, MailMost: session.MailMost,
		Sessions: func() ([]ops.Sessions, int) {
			doors, mail := hub.Census()
			out := make([]ops.Sessions, len(doors))
			for i, one := range doors {
				out[i] = ops.Sessions(one)
			}
			return out, mail
		},
	})
	k.meter.Health().Enter(ops.Opening)
	k.wg.Go(func() { k.meter.Run(k.ctx) })
}

// close ends what the desk serves and waits for it.
func (k *desk) close() {
	k.cancel()
	k.wg.Wait()
}

// newMeter makes the meter of a daemon; c may be nil, for a tool that takes the world up for one deed.
func newMeter(c *serveCmd, log *slog.Logger) *ops.Meter {
	config := ops.Config{Version: command.Version, Commit: commitOf(), Log: log}
	if c != nil {
		config.Slow, config.Limits = c.Slow, limits()
		for _, v := range verb.New().Verbs(world.RoleHost) {
			config.Verbs = append(config.Verbs, v.Name)
		}
	}
	return ops.NewMeter(config)
}

// commitOf is the commit that this program was built from, as far as the build knows.
func commitOf() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return ""
}

// tally counts what sessions tell.
func (d *daemon) tally(c session.Count) {
	switch c.What {
	case session.CountSignedIn:
		d.meter.SignedIn(c.Door, c.Why)
	case session.CountRefused:
		d.meter.SignInRefused(c.Door, c.Why)
	case session.CountEnded:
		d.meter.SessionEnded(c.Door, c.Why)
	case session.CountLimit:
		d.meter.LimitMet(c.Why)
	}
}

// journalFigures says how the record on disk stands.
func (d *daemon) journalFigures() ops.Journal {
	s := d.journal.Stats()
	out := ops.Journal{
		First: s.First, Last: s.Last, CheckpointSeq: s.CutSeq, FileBytes: s.FileBytes, Runs: s.Runs, RunBytes: s.RunBytes,
		Commits: s.Commits, KeepBytes: max(0, d.book.KeepBytes()),
	}
	if free, ok := command.FreeBytes(d.dir); ok {
		out.DiskFree = int64(min(free, 1<<62))
	}
	// Segments are looked at from outside: their names and sizes are all that is asked.
	files, err := filepath.Glob(filepath.Join(d.dir, "segments", "*.seg"))
	if err != nil {
		return out
	}
	for _, path := range files {
		if info, err := os.Stat(path); err == nil { // it may have been dropped a moment ago
			out.Segments++
			out.SegmentBytes += info.Size()
		}
	}
	if out.Segments > 0 {
		out.SealedThrough = s.Last
		if s.First > 0 {
			out.SealedThrough = s.First - 1
		}
	}
	return out
}

type statusCmd struct {
	Data string `default:"${data}" help:"The data folder."`
	JSON bool   `name:"json" help:"Print JSON."`
}

// Run asks the running daemon how it is.
func (c *statusCmd) Run(e *command.Env) error {
	text, err := command.CallControl(e.Ctx, c.Data, "status", command.ControlCall{})
	if err != nil {
		return err
	}
	var s status.Status
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return fmt.Errorf("read the daemon's answer: %w", err)
	}
	if !c.JSON {
		e.Printf("%s", s.Page())
		return nil
	}
	out := json.NewEncoder(e.Stdout)
	out.SetIndent("", "  ")
	return out.Encode(s)
}

// status answers statusCmd.
func (d *daemon) status(context.Context, command.ControlCall) (string, error) {
	s, err := status.Read(d.meter)
	if err != nil {
		return "", err
	}
	if d.proof != nil {
		s.TLS = d.proof()
	}
	var b strings.Builder
	if err := json.NewEncoder(&b).Encode(s); err != nil {
		return "", fmt.Errorf("write the status: %w", err)
	}
	return b.String(), nil
}
