package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/mud/session"
)

// Monitor is where operators watch a daemon, from before its world is loaded until it has stopped.
type Monitor struct {
	addr    string         // empty: nobody is served
	reach   ops.Reach      // who may reach it
	data    string         // the data folder
	Asked   *ops.UsagePage // what was asked of models; nil when nobody is told
	Meter   *ops.Meter
	Denials *account.DenialLog // of failed sign-ins at every door, the operators' among them
	log     *slog.Logger
	ctx     context.Context //nolint:containedctx // of what the monitor serves, ended by close
	cancel  context.CancelFunc
	wg      sync.WaitGroup
}

const doorOps = "ops"

// NewMonitor watches over a data folder; an empty address serves nobody.
func NewMonitor(
	ctx context.Context, addr string, reach ops.Reach, data string, meter *ops.Meter, log *slog.Logger,
) *Monitor {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	return &Monitor{
		addr: addr, reach: reach, data: data, Meter: meter, log: log, ctx: ctx, cancel: cancel,
		Denials: account.NewDenialLog(log, func() { meter.LimitMet(account.LimitDenialLines) }),
	}
}

// Open serves the operators' address.
func (k *Monitor) Open(e *command.Env) error {
	if k.addr == "" {
		return nil
	}
	ln, err := ops.Listen(k.ctx, k.addr, k.reach)
	if err != nil {
		return err
	}
	if k.reach == ops.Anybody {
		k.log.Warn("operators' figures can be reached from other machines; let a firewall guard them",
			slog.String("addr", ln.Addr().String()))
	}
	key, err := operatorKey(k.data)
	if err != nil {
		return errors.Join(err, ln.Close())
	}
	k.Asked = ops.NewUsagePage(key, nil)
	k.Asked.Denied(func(r *http.Request) {
		k.Denials.Free(account.Denial{
			Remote: account.TextAddr(r.RemoteAddr), Door: doorOps, Reason: account.CodeWrong,
		}, time.Now())
	})
	k.wg.Go(func() {
		server := ops.NewServer(k.Meter, k.log).Mount(ops.UsagePath, k.Asked)
		if err := server.Serve(k.ctx, ln); err != nil {
			k.log.Error("operators' address ended", slog.Any("err", err))
		}
	})
	e.Println("ops    ", "http://"+ln.Addr().String()+"/metrics")
	return nil
}

// Watch begins to read figures from a daemon whose doors are about to open.
func (k *Monitor) Watch(d *Daemon, hub *session.Hub) {
	k.Meter.Watch(ops.Sources{
		Loop: d.Loop, Journal: d.journalFigures, Doors: d.Keeper.census, Agents: d.Keeper.AgentCensus,
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
	k.Meter.Health().Enter(ops.Opening)
	k.wg.Go(func() { k.Meter.Run(k.ctx) })
}

// Close ends what the monitor serves and waits for it.
func (k *Monitor) Close() {
	k.cancel()
	k.wg.Wait()
}

// NewMeter makes the meter of a daemon.
func NewMeter(config ops.Config, log *slog.Logger) *ops.Meter {
	config.Version, config.Commit, config.Log = command.Version, commitOf(), log
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

// Tally counts what sessions tell.
func (d *Daemon) Tally(c session.Count) {
	switch c.What {
	case session.CountSignedIn:
		d.Meter.SignedIn(c.Door, c.Why)
	case session.CountRefused:
		d.Meter.SignInRefused(c.Door, c.Why)
	case session.CountEnded:
		d.Meter.SessionEnded(c.Door, c.Why)
	case session.CountLimit:
		d.Meter.LimitMet(c.Why)
	}
}

// journalFigures says how the record on disk stands.
func (d *Daemon) journalFigures() ops.Journal {
	s := d.Journal.Stats()
	out := ops.Journal{
		First: s.First, Last: s.Last, CheckpointSeq: s.CutSeq, FileBytes: s.FileBytes, Runs: s.Runs, RunBytes: s.RunBytes,
		Commits: s.Commits, KeepBytes: max(0, d.Book.KeepBytes()),
	}
	if free, ok := command.FreeBytes(d.Dir); ok {
		out.DiskFree = int64(min(free, 1<<62))
	}
	// Segments are looked at from outside: their names and sizes are all that is asked.
	files, err := filepath.Glob(filepath.Join(d.Dir, "segments", "*.seg"))
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

// Status answers mudlark status.
func (d *Daemon) Status(context.Context, command.ControlCall) (string, error) {
	s, err := d.Meter.Status()
	if err != nil {
		return "", err
	}
	if d.Proof != nil {
		s.TLS = d.Proof()
	}
	var b strings.Builder
	if err := json.NewEncoder(&b).Encode(s); err != nil {
		return "", fmt.Errorf("write the status: %w", err)
	}
	return b.String(), nil
}
