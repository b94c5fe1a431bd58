package server

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

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// Daemon is a world taken up from its folder.
type Daemon struct {
	Dir      string
	Log      *slog.Logger
	Journal  *journal.Journal
	Book     *archive.Book // the journal and what was sealed of it
	Machine  *loop.Machine
	Loop     *loop.Loop
	Accounts *account.Registrar
	Staged   *account.Staged
	crash    *journal.Crash
	astray   error             // what of the state that was loaded is out of place; nil mostly
	Now      func() time.Time  // the machine\'s clock, which may be wrong
	Halted   chan world.Halted // a shutdown or restart that a wizard ordered
	Ending   chan struct{}     // closed when the daemon is to end
	hasher   *account.Hasher
	Meter    *ops.Meter
	Denials  *account.DenialLog // of failed sign-ins
	Keeper   *keeper            // of the doors; nil while none is open
	Workers  *WorkerPool
	Tables   chan struct{} // has something in it once something may have happened at a table of the house
	Proof    func() string // how clients know the certificate of HTTPS; nil without it
	Agents   string        // the agents' endpoint; empty without it
	decided  atomic.Uint64 // counts decisions about people
	Ticked   func()        // called with each tick, of which creatures may be born; nil: nobody wants to know
	applying sync.Mutex    // held while a pack is applied to the world that runs
	Applied  func()        // called when one was; nil: nobody wants to know
	Remade   func()        // called on the writer when a creature's pattern was edited; nil: nobody wants to know

	leftOut atomic.Pointer[leftOut] // the pack that the world goes on without; nil mostly
	// withdrawn ends what goes on under a grant; it is set where agents is.
	Withdrawn func(world.GrantID)
}

// OpenJournal opens the database of a data folder; after an unclean stop another process looks through the file first.
func OpenJournal(dir string, log *slog.Logger) (*journal.Journal, error) {
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
		return nil, fmt.Errorf(
			"open the journal: %w: %s and all in it must belong to the user who runs mudlark (number %d "+
				"now), which what another user copied or began does not",
			err,
			dir,
			os.Getuid(),
		)
	case err != nil:
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	return j, nil
}

// Opening is what a daemon may be given besides its folder. The zero value is right for a deed or two.
type Opening struct {
	Meter     *ops.Meter
	Locked    func() error // called once the folder is ours and before the world is loaded
	Newcomers *account.Pace
	Denials   *account.DenialLog
	Record    archive.Options
	now       func() time.Time     // the machine's clock; nil means time.Now
	Pace      int                  // of the world's time, 0 as people live
	Hashing   account.HasherConfig // of new passwords
}

// OpenDaemon takes the world up: nothing runs before run.
func OpenDaemon(dir string, log *slog.Logger) (*Daemon, error) {
	return TakeUp(dir, log, Opening{Meter: NewMeter(ops.Config{}, log), Locked: func() error { return nil }})
}

// TakeUp is openDaemon with what a daemon may be given.
func TakeUp(dir string, log *slog.Logger, given Opening) (*Daemon, error) {
	j, err := OpenJournal(dir, log)
	if err != nil {
		return nil, err
	}
	if err := given.Locked(); err != nil {
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
	d := &Daemon{
		Dir: dir, Log: log, Journal: j, Halted: make(chan world.Halted, 1), Tables: make(chan struct{}, 1),
		Ending: make(chan struct{}), Meter: given.Meter, Denials: given.Denials,
		Workers: newWorkerPool(), Now: given.now, astray: info.Astray,
	}
	if d.Now == nil {
		d.Now = time.Now
	}
	given.Record.Build, given.Record.Log, given.Record.Spare = command.Version, log, d.spare
	given.Record.Bare = true
	d.Book, err = archive.Open(dir, j, given.Record)
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	if err := SweepLent(dir); err != nil {
		log.Warn("could not remove old copies of the record", slog.Any("err", err))
	}
	if d.crash, err = journal.ReadCrash(dir); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	d.Staged = account.NewStaged(j)
	d.hasher, err = account.NewHasher(given.Hashing)
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	d.Accounts, err = account.New(account.Config{
		Rows: d.Staged, Hasher: d.hasher, Throttle: account.NewThrottle(0), Newcomers: given.Newcomers,
		Denials: given.Denials,
	})
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	o := d.machineOptions()
	o.Tail = int(min(info.Records, 1<<30)) // far more than a cut waits for
	d.Meter.Loaded(s.Seq, info.Records)
	d.Machine = loop.NewMachine(s, o)
	d.Loop = loop.New(d.Machine, j, loop.Options{
		Base: loop.BaseTime(s, d.Now()), Observe: d.Meter.Committed, Answered: d.answered, Hold: d.Workers,
		Pace: given.Pace,
	})
	return d, nil
}

// machineOptions set aside what met a crash, and write down what meets the next.
func (d *Daemon) machineOptions() loop.MachineOptions {
	o := loop.MachineOptions{
		Poisoned: func(p loop.Poison) {
			note := journal.Crash{
				Seq: p.Seq, Action: Deed(p.Input, p.Timer), Via: p.Input.Via, Now: p.Now,
				Stack: fmt.Sprintf("%v\n\n%s", p.Panic, p.Stack), At: time.Now(),
			}
			if err := journal.WriteCrash(d.Dir, note.Behind(d.crash)); err != nil {
				d.Log.Error("could not write the crash note", slog.Any("err", err))
			}
		},
		Faulted: func(cause any, stack []byte) {
			d.Log.Error("a request met a defect", slog.Any("cause", cause), slog.String("stack", string(stack)))
		},
		OnRecord: d.onRecord,
	}
	// The note counts until a wizard clears it: the world goes on past its sequence, and the deed is as deadly as before.
	var bad []crashed
	for _, c := range d.crash.All() {
		what := partsOf(c.Action)
		d.Log.Warn("an action met a crash and is set aside until a wizard types unpoison",
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
		one := partsOf(Deed(in, ""))
		// The same words crash whoever says them; an action without any is told apart by who wants it.
		return slices.ContainsFunc(bad, func(b crashed) bool {
			return one.kind == b.kind && one.what == b.what && (one.who == b.who || one.what != "{}")
		})
	}
	return o
}

// Deed names an action so that it can be known again.
func Deed(in world.Input, timer world.TimerID) string {
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
	kind, who, what := DeedParts(deed)
	return crashed{kind, who, what}
}

// DeedParts takes a deed apart: the kind of action, who wanted it, and what it says.
func DeedParts(deed string) (kind, who, what string) {
	kind, rest, _ := strings.Cut(deed, " ")
	who, what, _ = strings.Cut(rest, " ")
	return kind, who, what
}

// onRecord runs on the writer for each record.
func (d *Daemon) onRecord(r *world.Record) {
	for i := range r.Notices {
		switch e := r.Notices[i].Event.(type) {
		case world.Halted:
			select {
			case d.Halted <- e:
			default:
			}
		case world.Imposed, world.Lifted:
			d.decided.Add(1)
		case world.ContentChanged:
			if len(e.Now.Mobs)+len(e.Now.Gone.Mobs) > 0 && d.Remade != nil {
				d.Remade()
			}
		case world.PackApplied:
			d.warnOfClashes(e)
		default: // of no concern to the daemon
		}
	}
	if r.Via.Kind == world.ViaTable || r.Via.Kind == world.ViaHost { // nobody else reaches the tables of the house
		select {
		case d.Tables <- struct{}{}:
		default: // whoever shows them will look anyway
		}
	}
}

// warnOfClashes tells the log what a pack says otherwise than an edit from inside does, which stays.
func (d *Daemon) warnOfClashes(e world.PackApplied) {
	if list := e.Clashes(); len(list) > 0 {
		d.Log.Warn("these were edited from inside, and the pack says something new of them, too; the edits stay, and a "+
			"wizard who types changes pack sees them", slog.Any("entries", list))
	}
	var kept []string
	for _, row := range e.Kept {
		if !row.Clash {
			kept = append(kept, row.Entry)
		}
	}
	if len(kept) > 0 {
		d.Log.Warn("these were edited from inside, and the pack has them as they were before; the edits stay: mudlark "+
			"export writes them into a pack, and undo takes them back", slog.Any("entries", kept))
	}
}

// Begin writes that a daemon took the world up, and applies the pack if it differs; nil is the one that it has. What
// was out of place in the state that was loaded lies on the floor afterwards.
func (d *Daemon) Begin(ctx context.Context, p *world.Pack) error {
	if d.astray != nil {
		d.Log.Error("things of this world were out of place; they lie on the floor now", slog.Any("err", d.astray))
	}
	var seed [8]byte
	if _, err := rand.Read(seed[:]); err != nil {
		return fmt.Errorf("read randomness: %w", err)
	}
	start := world.Start{Build: command.Version, Wall: d.Now().UnixMilli(), Seed: binary.BigEndian.Uint64(seed[:]) | 1}
	r, err := d.Host(ctx, start)
	switch {
	case err != nil:
		return err
	case r.Refusal != nil:
		return fmt.Errorf("take the world up: %s", r.Refusal.Text)
	}
	if p == nil {
		return nil
	}
	return d.Apply(ctx, p)
}

// Apply applies a pack, in parts if it is large. A pack that the world refuses, or that stopped it when it was applied
// before, is left out, if the world has content to go on with.
func (d *Daemon) Apply(ctx context.Context, p *world.Pack) error {
	parts, of, err := d.parts(ctx, p, true)
	if err != nil {
		return err
	}
	fresh := of.isFresh
	for i, part := range parts {
		r, err := d.Host(ctx, part)
		switch {
		case err != nil:
			return err
		case r.Refusal == nil:
		case r.Refusal.Code == world.CodeParked && !fresh:
			d.Log.Error(
				"this pack stopped the world when it was applied, and is left out: "+goesOn+
					"; mend the pack and start again, or type unpoison as a wizard and start again to try it once more",
				slog.String("pack", string(p.ID)),
				slog.String("hash", p.Hash),
			)
			d.leaveOut(leftOut{
				pack: string(p.ID), why: "it stopped the world when it was applied",
				advice: "mend it and start again, or type unpoison and start again to try it once more",
			})
			return nil
		case r.Refusal.Code == world.CodeBadValue && !fresh:
			d.Log.Error("the world refuses this pack: "+goesOn+"; mend the pack and start again",
				slog.String("pack", string(p.ID)), slog.String("refusal", r.Refusal.Text),
				slog.Int("part", i+1), slog.Int("parts", len(parts)))
			d.leaveOut(leftOut{pack: string(p.ID), why: refusedBecause(r.Refusal, i), advice: "mend it and start again"})
			return nil
		case r.Refusal.Code == world.CodeParked:
			return fmt.Errorf(
				"the pack %s stopped the world when it was applied, and there is no world without it: mend the "+
					"pack, or remove %s to try it once more",
				p.ID,
				d.Path("crash.json"),
			)
		default:
			return fmt.Errorf("apply the pack %s: %s", p.ID, r.Refusal.Text)
		}
	}
	return nil
}

// refusedBecause says why the world refused a pack, of which so many parts had been applied by then.
func refusedBecause(r *world.Refusal, parts int) string {
	why := "the world refuses it: " + strings.TrimSuffix(r.Text, ".")
	if parts > 0 {
		why += fmt.Sprintf(" (part %d of it; what stands before is applied)", parts+1)
	}
	return why
}

// Host lets the daemon itself act.
func (d *Daemon) Host(ctx context.Context, a world.Action) (loop.Reply, error) {
	return d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Input: &world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a}}
	})
}

// Put writes account rows.
func (d *Daemon) Put(ctx context.Context, puts []account.Put) error {
	d.Staged.Stage(puts)
	defer d.Staged.Settled(puts)
	_, err := d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Puts: JournalPuts(puts)}
	})
	return err
}

// Unpoison forgets the crash: what met it may happen again. It reports whether anything was set aside.
func (d *Daemon) Unpoison() (wasAside bool, err error) {
	if err := journal.ClearCrash(d.Dir); err != nil {
		return false, err
	}
	_, err = d.Loop.Do(context.Background(), func(*world.State, world.Time) loop.Step {
		d.Machine.Unpoison()
		wasAside, d.crash = d.crash != nil, nil
		return loop.Step{}
	})
	return wasAside, err
}

// Path is where a file of the data folder lies.
func (d *Daemon) Path(name string) string { return filepath.Join(d.Dir, name) }

// mergeEvery is how often the runs of cuts are looked at.
const mergeEvery = time.Minute

// Merge keeps the runs of cuts few while the world runs, off the hot path.
func (d *Daemon) Merge(ctx context.Context) {
	tick := time.NewTicker(mergeEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if !d.Journal.MergeDue() {
			continue
		}
		began := time.Now()
		if err := d.Journal.Merge(ctx); err != nil {
			if ctx.Err() != nil {
				return
			}
			d.Log.Error("could not merge cuts", slog.Any("err", err))
			return
		}
		d.Meter.Merged(time.Since(began))
	}
}

// answered is told of each answer of the world's.
func (d *Daemon) answered(a loop.Answered) {
	d.Meter.Answered(a)
	if a.Name == loop.NameTick && d.Ticked != nil {
		d.Ticked()
	}
}

// See reads the present state, on the writer.
func (d *Daemon) See(ctx context.Context, look func(s *world.State, now world.Time)) error {
	_, err := d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Report: func(s *world.State, now world.Time) any {
			look(s, now)
			return nil
		}}
	})
	return err
}

// ClosingWord is what everybody is told when the daemon stops as it should.
const ClosingWord = "The world closes for now. Everything is kept."

// RebootWord is what everybody is told when it stops to be started again.
const RebootWord = "The world restarts. Everything is kept; try again in a moment."

// Stopped is what a daemon ends with: with that the world stopped, if it did, for what failed beside it failed of
// that.
func Stopped(err, end error) error {
	if end == nil {
		return err
	}
	return fmt.Errorf("the world stopped, nothing that was told is lost: %w", end)
}

// EndedBeforeOpen is the error of a daemon that ended before its doors were open: being asked to stop by then is none.
func (d *Daemon) EndedBeforeOpen(ctx context.Context, err error) error {
	if ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
		return err
	}
	d.Log.Info("stopped before the doors were open")
	return nil
}

// StartWorkers lets the worker pool run until stop is called.
func (d *Daemon) StartWorkers(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	running.Go(func() { d.Workers.run(ctx) })
	return func() {
		cancel()
		running.Wait()
	}
}

// JournalPuts are account rows as rows of the journal.
func JournalPuts(puts []account.Put) []journal.Put {
	out := make([]journal.Put, len(puts))
	for i, p := range puts {
		out[i] = journal.Put{Bucket: p.Bucket, Key: p.Key, Value: p.Value}
	}
	return out
}
