package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mudlark-mud/mudlark/ai/propose/bridge"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// daemon is a world taken up from its folder.
type daemon struct {
	dir      string
	log      *slog.Logger
	journal  *journal.Journal
	book     *archive.Book // the journal and what was sealed of it
	machine  *loop.Machine
	loop     *loop.Loop
	accounts *account.Registrar
	clerk    *clerk                 // answers what is asked of the record
	minds    atomic.Pointer[minds]  // of the people of the world; nil while they have none
	noMind   atomic.Pointer[string] // why they have none though they should
	keeping  sync.Mutex             // whoever opens what minds remember while none is awake
	abroad   abroad                 // agents of foreign worlds
	bridge   *bridge.Bridge         // for those who have plain words read
	wishes   *wishes                // what players wish of minds that live elsewhere
	staged   *account.Staged
	crash    *journal.Crash
	now      func() time.Time // the machine\'s clock, which may be wrong
	halted   chan string      // the reason of a shutdown that a wizard ordered
	ending   chan struct{}    // closed when the daemon is to end
	hasher   *account.Hasher
	meter    *ops.Meter
	keeper   *keeper // of the doors; nil while none is open
	workers  *workerPool
	tables   chan struct{} // has something in it once something may have happened at a table of the house
	proof    func() string // how clients know the certificate of HTTPS; nil without it
	agents   string        // the agents' endpoint; empty without it
	loans    loans         // of tokens to bridges
	// withdrawn ends what goes on under a grant; it is set where agents is.
	withdrawn func(world.GrantID)
}

// openJournal opens the database of a data folder; after an unclean stop another process looks through the file first.
func openJournal(dir string, log *slog.Logger) (*journal.Journal, error) {
	if err := command.MakeFolder(dir); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	j, err := journal.Open(dir, journal.Options{ProbeChild: journal.ProbeBy(self, "probe"), Log: log})
	switch {
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("open the journal: %w: %s and all in it must belong to the user who runs mudlark (number %d "+
			"now), which what another user copied or began does not", err, dir, os.Getuid())
	case err != nil:
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	return j, nil
}

// opening is what a daemon may be given besides its folder. The zero value is right for a deed or two.
type opening struct {
	meter     *ops.Meter
	locked    func() error // called once the folder is ours and before the world is loaded
	newcomers *account.Pace
	record    archive.Options
	now       func() time.Time // the machine's clock; nil means time.Now
	pace      int              // of the world's time, 0 as people live
}

// openDaemon takes the world up: nothing runs before run.
func openDaemon(dir string, log *slog.Logger) (*daemon, error) {
	return takeUp(dir, log, opening{meter: newMeter(nil, log), locked: func() error { return nil }})
}

// takeUp is openDaemon with what a daemon may be given.
func takeUp(dir string, log *slog.Logger, given opening) (*daemon, error) {
	j, err := openJournal(dir, log)
	if err != nil {
		return nil, err
	}
	if err := given.locked(); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	began := time.Now()
	s, info, err := journal.Recover(j)
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	log.Info("world loaded", slog.Uint64("seq", s.Seq), slog.Uint64("rows", info.Rows),
		slog.Uint64("records", info.Records), slog.Bool("unclean", info.Unclean),
		slog.Int64("dur_ms", time.Since(began).Milliseconds()))
	d := &daemon{
		dir: dir, log: log, journal: j, halted: make(chan string, 1), tables: make(chan struct{}, 1),
		ending: make(chan struct{}), meter: given.meter,
		workers: newWorkerPool(), now: given.now, abroad: abroad{nudge: make(chan struct{}, 1)},
	}
	if d.now == nil {
		d.now = time.Now
	}
	given.record.Build, given.record.Log, given.record.Spare = command.Version, log, d.spare
	given.record.Bare = true
	d.book, err = archive.Open(dir, j, given.record)
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	if err := sweepLent(dir); err != nil {
		log.Warn("could not remove old copies of the record", slog.Any("err", err))
	}
	if d.crash, err = journal.ReadCrash(dir); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	d.staged = account.NewStaged(j)
	d.hasher, err = account.NewHasher(account.HasherConfig{})
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	d.accounts, err = account.New(account.Config{
		Rows: d.staged, Hasher: d.hasher, Throttle: account.NewThrottle(0), Newcomers: given.newcomers,
	})
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	o := d.machineOptions()
	o.Tail = int(min(info.Records, 1<<30)) // far more than a cut waits for
	d.meter.Loaded(s.Seq, info.Records)
	d.machine = loop.NewMachine(s, o)
	d.loop = loop.New(d.machine, j, loop.Options{
		Base: loop.BaseTime(s, d.now()), Observe: d.meter.Committed, Answered: d.answered, Hold: d.workers,
		Pace: given.pace,
	})
	return d, nil
}

// machineOptions set aside what met a crash, and write down what meets the next.
func (d *daemon) machineOptions() loop.MachineOptions {
	o := loop.MachineOptions{
		Poisoned: func(p loop.Poison) {
			note := journal.Crash{
				Seq: p.Seq, Action: deed(p.Input, p.Timer), Via: p.Input.Via, Now: p.Now,
				Stack: fmt.Sprintf("%v\n\n%s", p.Panic, p.Stack), At: time.Now(),
			}
			if err := journal.WriteCrash(d.dir, note.Behind(d.crash)); err != nil {
				d.log.Error("could not write the crash note", slog.Any("err", err))
			}
		},
		Faulted: func(cause any, stack []byte) {
			d.log.Error("a request met a defect", slog.Any("cause", cause), slog.String("stack", string(stack)))
		},
		OnRecord: d.onRecord,
	}
	// The note counts until a wizard clears it: the world goes on past its sequence, and the deed is as deadly as before.
	var bad []crashed
	for _, c := range d.crash.All() {
		what := partsOf(c.Action)
		d.log.Warn("an action met a crash and is set aside until a wizard types unpoison",
			slog.String("kind", what.kind), slog.Uint64("seq", c.Seq))
		if timer, ok := strings.CutPrefix(c.Action, "timer "); ok {
			if o.Parked == nil {
				o.Parked = map[world.TimerID]bool{}
			}
			o.Parked[world.TimerID(timer)] = true
			continue
		}
		bad = append(bad, what)
	}
	if len(bad) == 0 {
		return o
	}
	o.Refused = func(in world.Input) bool {
		if in.Via.Kind == world.ViaTimer {
			return false // a tick that crashed by no one timer cannot be left out
		}
		one := partsOf(deed(in, ""))
		// The same words crash whoever says them; an action without any is told apart by who wants it.
		return slices.ContainsFunc(bad, func(b crashed) bool {
			return one.kind == b.kind && one.what == b.what && (one.who == b.who || one.what != "{}")
		})
	}
	return o
}

// deed names an action so that it can be known again.
func deed(in world.Input, timer world.TimerID) string {
	if timer != "" {
		return "timer " + string(timer)
	}
	what := any(in.Action)
	// The whole pack would be no note, and its parts come otherwise next time.
	if a, ok := in.Action.(world.ApplyPack); ok {
		what = map[string]string{"pack": string(a.Pack.ID), "hash": a.Pack.Hash}
	}
	b, err := json.Marshal(what)
	if err != nil {
		b = []byte(err.Error())
	}
	return reflect.TypeOf(in.Action).Name() + " " + string(in.Actor) + " " + string(b)
}

// crashed is a deed taken apart: the kind of action, who wanted it, and what it says.
type crashed struct{ kind, who, what string }

func partsOf(deed string) crashed {
	kind, who, what := deedParts(deed)
	return crashed{kind, who, what}
}

// deedParts takes a deed apart: the kind of action, who wanted it, and what it says.
func deedParts(deed string) (kind, who, what string) {
	kind, rest, _ := strings.Cut(deed, " ")
	who, what, _ = strings.Cut(rest, " ")
	return kind, who, what
}

// onRecord runs on the writer for each record.
func (d *daemon) onRecord(r *world.Record) {
	for i := range r.Notices {
		if h, ok := r.Notices[i].Event.(world.Halted); ok {
			select {
			case d.halted <- h.Reason:
			default:
			}
		}
	}
	if r.Via.Kind == world.ViaTable || r.Via.Kind == world.ViaHost { // nobody else reaches the tables of the house
		select {
		case d.tables <- struct{}{}:
		default: // whoever shows them will look anyway
		}
	}
}

// begin writes that a daemon took the world up, and applies the pack if it differs; nil is the one that it has.
func (d *daemon) begin(ctx context.Context, p *world.Pack) error {
	var seed [8]byte
	if _, err := rand.Read(seed[:]); err != nil {
		return fmt.Errorf("read randomness: %w", err)
	}
	start := world.Start{Build: command.Version, Wall: d.now().UnixMilli(), Seed: binary.BigEndian.Uint64(seed[:]) | 1}
	r, err := d.host(ctx, start)
	switch {
	case err != nil:
		return err
	case r.Refusal != nil:
		return fmt.Errorf("take the world up: %s", r.Refusal.Text)
	}
	if p == nil {
		return nil
	}
	return d.apply(ctx, p)
}

// apply applies a pack, in parts if it is large. A pack that stopped the world when it was applied before is left out,
// if the world has content to go on with.
func (d *daemon) apply(ctx context.Context, p *world.Pack) error {
	fresh := false
	r, err := d.loop.Do(ctx, func(s *world.State, _ world.Time) loop.Step {
		return loop.Step{Report: func(*world.State, world.Time) any {
			fresh = len(s.Rooms) == 0
			return s.Parts(p, world.PartBytes)
		}}
	})
	if err != nil {
		return err
	}
	parts, _ := r.Report.([]world.ApplyPack)
	for _, part := range parts {
		r, err := d.host(ctx, part)
		switch {
		case err != nil:
			return err
		case r.Refusal == nil:
		case r.Refusal.Code == world.CodeParked && !fresh:
			d.log.Error("this pack stopped the world when it was applied, and is left out: the world goes on with the content "+
				"it has; mend the pack and start again, or type unpoison as a wizard and start again to try it once more",
				slog.String("pack", string(p.ID)), slog.String("hash", p.Hash))
			return nil
		case r.Refusal.Code == world.CodeParked:
			return fmt.Errorf("the pack %s stopped the world when it was applied, and there is no world without it: mend the "+
				"pack, or remove %s to try it once more", p.ID, d.path("crash.json"))
		default:
			return fmt.Errorf("apply the pack %s: %s", p.ID, r.Refusal.Text)
		}
	}
	return nil
}

// host lets the daemon itself act.
func (d *daemon) host(ctx context.Context, a world.Action) (loop.Reply, error) {
	return d.loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Input: &world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a}}
	})
}

// put writes account rows.
func (d *daemon) put(ctx context.Context, puts []account.Put) error {
	d.staged.Stage(puts)
	defer d.staged.Settled(puts)
	_, err := d.loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Puts: journalPuts(puts)}
	})
	return err
}

// unpoison forgets the crash: what met it may happen again.
func (d *daemon) unpoison() error {
	if err := journal.ClearCrash(d.dir); err != nil {
		return err
	}
	_, err := d.loop.Do(context.Background(), func(*world.State, world.Time) loop.Step {
		d.machine.Unpoison()
		d.crash = nil
		return loop.Step{}
	})
	return err
}

func (d *daemon) path(name string) string { return filepath.Join(d.dir, name) }

// mergeEvery is how often the runs of cuts are looked at.
const mergeEvery = time.Minute

// merge keeps the runs of cuts few while the world runs, off the hot path.
func (d *daemon) merge(ctx context.Context) {
	tick := time.NewTicker(mergeEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if !d.journal.MergeDue() {
			continue
		}
		began := time.Now()
		if err := d.journal.Merge(ctx); err != nil {
			if ctx.Err() != nil {
				return
			}
			d.log.Error("could not merge cuts", slog.Any("err", err))
			return
		}
		d.meter.Merged(time.Since(began))
	}
}
