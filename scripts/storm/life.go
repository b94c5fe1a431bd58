package storm

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/agents"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// The cheapest password hash that there is.
const (
	hashMemoryKiB = 8
	hashPasses    = 1
)

// life is one process of the server, from a start to its end.
type life struct {
	s        *storm
	disk     *Disk
	stalled  int // the step before which the disk does nothing
	engine   Engine
	base     world.Time
	began    time.Duration // by the storm's clock
	ctx      context.Context
	cancel   context.CancelFunc
	hub      *session.Hub
	accounts *account.Registrar
	game     *game.Game
	tools    map[string]mcp.Handler

	// The loop: what is in its channels, and where its committer is.
	intake   []loop.Intent
	flying   bool         // a batch was handed to the committer, and the writer has not heard of it
	queued   *loop.Batch  // handed over, not begun
	writing  *loop.Batch  // its records are on their way to the disk
	nextCut  *journal.Cut // waits for the one before; then the committer waits too
	reported uint64       // a batch that is durable, of which the writer has not heard; 0: none
	releases []loop.Out   // told in order
	failing  []loop.Out   // answered that the world has stopped, beside the releases

	failed   error // why the world stopped
	news     bool  // since the writer looked whether anything is to be cut
	stale    bool  // or to be released
	draining bool  // it was asked to stop: what was taken in is still written
	done     bool  // the loop has ended
	open     bool  // the doors are
	closed   bool  // and are no more
	over     bool  // the process has died

	alarms []*alarm
	tasks  []*task
	conns  []*conn  // that either end still uses
	visits []*Visit // all there were
}

// start begins a life with what the disk has.
func (s *storm) start() {
	mem := s.mem
	state, info, err := journal.Recover(mem)
	if err != nil {
		s.notes.Fail("the world cannot be recovered: %v", err)
		return
	}
	if err := s.ledger.Agree(state); err != nil {
		s.notes.Fail("start %d: %v", s.stage.Life+1, err)
		return
	}
	s.stage.Life++
	l := &life{s: s, disk: NewDisk(mem, s.commit), base: loop.BaseTime(state, s.wall()), began: s.clock}
	if slept := l.base - state.Now; slept < 0 || slept > downtimeMost {
		s.notes.Fail("the world slept for %d ms", slept)
	}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	machine := loop.NewMachine(state, loop.MachineOptions{
		Tail: int(info.Records), Limits: s.mood.limits,
		OnRecord: s.ledger.Decided,
		Faulted:  func(cause any, stack []byte) { s.notes.Fail("a request met a defect: %v\n%s", cause, stack) },
	})
	l.engine = machine
	if s.plant.Engine != nil {
		l.engine = s.plant.Engine(machine)
	}
	if err := l.furnish(); err != nil {
		s.notes.Fail("a start fails: %v", err)
		return
	}
	s.life = l
	l.spawn("the start", l.boot)
}

// furnish makes what stands around the loop.
func (l *life) furnish() error {
	s := l.s
	staged := account.NewStaged(l.disk.Mem)
	hasher, err := account.NewHasher(account.HasherConfig{
		MemoryKiB: hashMemoryKiB, Passes: hashPasses, Slots: 1, Rand: s.secrets,
	})
	if err != nil {
		return err
	}
	l.accounts, err = account.New(account.Config{
		Rows: staged, Hasher: hasher, Throttle: account.NewThrottle(0), Rand: s.secrets,
	})
	if err != nil {
		return err
	}
	log := slog.New(logbook{l: l})
	l.hub = session.NewHub(session.Config{
		World: l, Table: s.o.table(), Accounts: l.accounts, Staged: staged, Log: log, Now: s.wall,
		Welcome: func() string { return "Smallport\n\nMind the tide." }, MailMost: s.mood.mailMost,
		Aside: func(slow func()) { l.spawn("a hash", slow) }, After: l.after,
	})
	if len(s.stage.Agents) == 0 {
		return nil
	}
	l.game, err = game.New(game.Config{
		World: l, Table: s.o.table(), Presence: l.hub, Told: Past{Mem: l.disk.Mem}, Log: log, Clock: s.wall,
	})
	if err != nil {
		return err
	}
	l.tools = map[string]mcp.Handler{}
	for _, t := range l.game.Catalogue().Tools {
		l.tools[t.Name] = t.Handler
	}
	l.hub.OpenAgents(agentsOf{l.game})
	return nil
}

// boot takes the world up, as a daemon does before it opens its doors.
func (l *life) boot() {
	pack := worldtest.SmallPack()
	for _, a := range []world.Action{
		world.Start{Build: "storm", Wall: l.s.wall().UnixMilli(), Seed: l.s.o.Seed | 1}, world.ApplyPack{Pack: pack},
	} {
		r, err := l.Do(l.ctx, func(*world.State, world.Time) loop.Step {
			return loop.Step{Input: &world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a}}
		})
		if err != nil {
			return
		}
		if r.Refusal != nil {
			l.s.notes.Fail("the world is not taken up: %s", r.Refusal.Text)
		}
	}
	l.open = true
}

// now is the world time.
func (l *life) now() world.Time {
	return l.base + world.Time((l.s.clock - l.began).Milliseconds())
}

// alarm is something that a goroutine of its own does when its time has come.
type alarm struct {
	at time.Duration // by the storm's clock
	do func()
}

// after sets an alarm, as time.AfterFunc does.
func (l *life) after(d time.Duration, f func()) (stop func() bool) {
	a := &alarm{l.s.clock + d, f}
	l.alarms = append(l.alarms, a)
	return func() bool {
		i := slices.Index(l.alarms, a)
		if i >= 0 {
			l.alarms = slices.Delete(l.alarms, i, i+1)
		}
		return i >= 0
	}
}

// rings reports whether an alarm's time has come.
func (l *life) rings() bool {
	return slices.ContainsFunc(l.alarms, func(a *alarm) bool { return a.at <= l.s.clock })
}

// ring lets the first such alarm act.
func (l *life) ring() {
	i := slices.IndexFunc(l.alarms, func(a *alarm) bool { return a.at <= l.s.clock })
	a := l.alarms[i]
	l.alarms = slices.Delete(l.alarms, i, i+1)
	l.spawn("an alarm", a.do)
}

// Offer implements session.World, as loop.Loop does.
func (l *life) Offer(ctx context.Context, in loop.Intent) error {
	if l.over || l.done {
		return loop.ErrStopped
	}
	if len(l.intake) >= l.s.mood.intakeMost {
		l.s.notes.Saw(FullIntakes)
		l.s.wait(func() bool { return l.done || ctx.Err() != nil || len(l.intake) < l.s.mood.intakeMost })
	}
	switch {
	case l.done:
		return loop.ErrStopped
	case len(l.intake) >= l.s.mood.intakeMost:
		return ctx.Err()
	}
	if l.s.plant.Step != nil {
		in = l.s.plant.spoil(in, l.engine)
	}
	l.intake = append(l.intake, l.checked(in))
	return nil
}

// checked wants an answer to speak of nothing that the disk does not have.
func (l *life) checked(in loop.Intent) loop.Intent {
	if in.Reply == nil {
		return in
	}
	reply := in.Reply
	in.Reply = func(r loop.Reply) {
		if r.Err == nil && r.Seq > l.disk.Durable && !l.s.plant.Blind {
			l.s.notes.Fail("an answer speaks of record %d, and the disk has only %d", r.Seq, l.disk.Durable)
		}
		reply(r)
	}
	return in
}

// Do implements session.World, as loop.Loop does.
func (l *life) Do(ctx context.Context, do func(*world.State, world.Time) loop.Step) (loop.Reply, error) {
	var answer *loop.Reply
	if err := l.Offer(ctx, loop.Intent{Do: do, Reply: func(r loop.Reply) { answer = &r }}); err != nil {
		return loop.Reply{}, err
	}
	l.s.wait(func() bool { return answer != nil || ctx.Err() != nil || l.done })
	switch {
	case answer != nil:
		return *answer, answer.Err
	case ctx.Err() != nil:
		return loop.Reply{}, ctx.Err()
	}
	return loop.Reply{}, loop.ErrStopped
}

// stop asks the daemon to stop, as a signal does.
func (l *life) stop() {
	l.spawn("the stop", func() {
		l.part(ClosingWord)
		l.draining = true
	})
}

// part ends every session with a word and closes the doors.
func (l *life) part(word string) {
	l.hub.Part(word)
	until := l.s.notes.Step + partingMost
	l.s.wait(func() bool { return l.hub.InPlay()+l.hub.Count() == 0 || l.s.notes.Step >= until })
	l.open, l.closed = false, true
	for _, c := range l.conns {
		l.spawn("the closing of connection "+itoa(c.id), c.shut)
	}
	l.s.wait(func() bool {
		for _, c := range l.conns {
			if !c.reader.over {
				return false
			}
		}
		return true
	})
}

// stopped is the end of a world whose commit has failed: who waits is answered, everybody is told, the process ends.
func (l *life) stopped(err error) {
	l.failed, l.writing, l.queued, l.nextCut = err, nil, nil, nil
	l.failing = l.engine.Abandon()
	l.spawn("the end", func() {
		l.s.wait(func() bool { return len(l.releases) == 0 && len(l.failing) == 0 })
		l.finish()
		l.part(StoppedWord)
		l.over = true
	})
}

// finish ends the loop: what waits is refused.
func (l *life) finish() {
	l.done = true
	for _, in := range l.intake {
		if in.Reply != nil {
			in.Reply(loop.Reply{Err: loop.ErrStopped})
		}
	}
	l.intake = nil
}

// agentsOf is the door for agents, of which only what is in this process matters here.
type agentsOf struct{ game *game.Game }

func (agentsOf) Changed(world.GrantID)    {}
func (a agentsOf) Ended(id world.GrantID) { a.game.Revoked(string(id)) }
func (agentsOf) Shut(string)              {}
func (agentsOf) Open()                    {}
func (agentsOf) Seen() []agents.Seen      { return nil }
