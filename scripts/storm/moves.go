package storm

import (
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// move is one way in which a storm goes on: something that in a daemon a goroutine, the kernel, the network or a person
// does when it pleases.
type move struct {
	name    string
	weight  int // how likely it is beside the others that may be made
	odds    int // of a fault: in how many of 100,000 steps it is tried; there is none of it in the calm
	targets func(s *storm) int
	can     func(s *storm, n int) bool
	do      func(s *storm, n int)
	of      func(s *storm, n int) string // names the target
}

// allMoves lists what may happen.
func allMoves() []move {
	return append(append(append(networkMoves(), clientMoves()...), serverMoves()...), fateMoves()...)
}

// once is a move without a target, while the server is up.
func once(m move, can func(l *life) bool, do func(s *storm, l *life)) move {
	m.targets = func(*storm) int { return 1 }
	m.can = func(s *storm, _ int) bool { return s.life != nil && can(s.life) }
	m.do = func(s *storm, _ int) { do(s, s.life) }
	m.of = func(*storm, int) string { return "" }
	return m
}

// onVisit is a move on an open connection, while the server is up.
func onVisit(m move, can func(v *Visit) bool, do func(v *Visit)) move {
	m.targets = func(s *storm) int { return len(s.stage.Open) }
	m.can = func(s *storm, n int) bool { return s.life != nil && can(s.stage.Open[n]) }
	m.do = func(s *storm, n int) { do(s.stage.Open[n]) }
	m.of = func(s *storm, n int) string { return ", connection " + itoa(s.stage.Open[n].ID) }
	return m
}

// onConn is a move at the server's end of a connection.
func onConn(m move, can func(c *conn) bool, do func(c *conn)) move {
	m.targets = func(s *storm) int {
		if s.life == nil {
			return 0
		}
		return len(s.life.conns)
	}
	m.can = func(s *storm, n int) bool { return can(s.life.conns[n]) }
	m.do = func(s *storm, n int) { do(s.life.conns[n]) }
	m.of = func(s *storm, n int) string { return ", connection " + itoa(s.life.conns[n].id) }
	return m
}

// some draws how many bytes go at once: mostly all there are, sometimes one.
func (s *storm) some(of int) int {
	switch s.chance.Below(4) {
	case 0:
		return 1
	case 1:
		return 1 + s.chance.Below(max(of, 1))
	}
	return max(of, 1)
}

func networkMoves() []move {
	return []move{
		onConn(move{name: "bytes arrive at the server", weight: 640}, func(c *conn) bool {
			return len(c.visit.Out) > 0 && !c.broken
		}, func(c *conn) { c.arrive(c.s.some(len(c.visit.Out))) }),
		onConn(move{name: "a client reads", weight: 640}, func(c *conn) bool {
			return !c.visit.Gone && (!c.visit.Stalled || c.s.stage.Calm) && (len(c.down) > 0 || c.eof)
		}, func(c *conn) { c.reach(c.s.some(len(c.down))) }),
		onConn(move{name: "the server writes", weight: 640}, (*conn).mayWrite, func(c *conn) {
			c.write(c.s.some(len(c.out)))
		}),
		onConn(move{name: "the greeting has waited", weight: 40}, func(c *conn) bool {
			// A client that has not spoken telnet by then is sent no go-ahead, and ours know a prompt by that.
			return c.session == nil && !c.greeted && !c.closing && !c.readerDone && c.machine.Capabilities().Telnet
		}, (*conn).greet),
		onConn(move{name: "the closing has waited", weight: 40}, func(c *conn) bool {
			return c.closing && !c.dead
		}, (*conn).die),
		onConn(move{name: "the network breaks", odds: 200}, func(c *conn) bool {
			return !c.broken && !c.visit.Gone
		}, func(c *conn) {
			c.s.notes.Saw(Resets)
			c.reach(c.s.chance.Below(len(c.down) + 1)) // what had arrived before
			c.broken, c.visit.Gone, c.visit.Out, c.down, c.kernel = true, true, nil, nil, nil
		}),
	}
}

func clientMoves() []move {
	return []move{
		{
			name: "somebody comes", weight: 240, targets: func(s *storm) int { return len(s.stage.People) },
			can: func(s *storm, n int) bool {
				return s.life != nil && s.life.open && !s.stage.Hush && s.stage.Count(s.stage.People[n]) == 0
			},
			do: func(s *storm, n int) { s.life.accept(s.stage.People[n]) },
			of: func(s *storm, n int) string { return ", " + s.stage.People[n].Name },
		},
		{
			name: "somebody comes a second time", odds: 200,
			targets: func(s *storm) int { return len(s.stage.People) },
			can: func(s *storm, n int) bool {
				return s.life != nil && s.life.open && s.stage.Count(s.stage.People[n]) == 1
			},
			do: func(s *storm, n int) { s.life.accept(s.stage.People[n]) },
			of: func(s *storm, n int) string { return ", " + s.stage.People[n].Name },
		},
		onVisit(move{name: "a client types", weight: 320}, (*Visit).MayType, (*Visit).Type),
		onVisit(move{name: "a client stops reading", odds: 300}, func(v *Visit) bool {
			return v.Inside && !v.Stalled
		}, func(v *Visit) { v.Stalled = true }),
		onVisit(move{name: "a client reads again", odds: 100}, func(v *Visit) bool {
			return v.Stalled
		}, func(v *Visit) { v.Stalled = false }),
		onConn(move{name: "a client hangs up", odds: 250}, func(c *conn) bool { return !c.visit.Gone }, func(c *conn) {
			c.s.notes.Saw(HangUps)
			c.visit.Gone, c.hung, c.down = true, true, nil
		}),
		onConn(move{name: "a client asks how a line may go on", odds: 100}, func(c *conn) bool {
			return c.session != nil && !c.reader.over
		}, func(c *conn) {
			c.l.spawn("a completion for connection "+itoa(c.id), func() { c.session.Complete("give s") })
		}),
		{
			name: "an agent calls", weight: 160, targets: func(s *storm) int { return len(s.stage.Agents) },
			can: func(s *storm, n int) bool { return s.mayCall(s.stage.Agents[n]) },
			do:  func(s *storm, n int) { s.call(s.stage.Agents[n]) },
			of:  func(s *storm, n int) string { return ", " + itoa(s.stage.Agents[n].N) },
		},
		{
			name: "an agent hangs up", odds: 1500, targets: func(s *storm) int { return len(s.stage.Agents) },
			can: func(s *storm, n int) bool {
				a := s.stage.Agents[n]
				return s.calls[a] != nil && a.Call != nil && !a.Call.IsLost
			},
			do: func(s *storm, n int) { s.hangUp(s.stage.Agents[n]) },
			of: func(s *storm, n int) string { return ", " + itoa(s.stage.Agents[n].N) },
		},
	}
}

func serverMoves() []move {
	return []move{
		{
			name: "a goroutine runs", weight: 640,
			targets: func(s *storm) int {
				if s.life == nil {
					return 0
				}
				return len(s.life.tasks)
			},
			can: func(s *storm, n int) bool {
				t := s.life.tasks[n]
				return t.mayGo()
			},
			do: func(s *storm, n int) { s.life.resume(s.life.tasks[n]) },
			of: func(s *storm, n int) string { return ", " + s.life.tasks[n].name },
		},
		onConn(move{name: "a session gets no processor", odds: 300}, func(c *conn) bool {
			return c.session != nil && !c.reader.over && c.lazy <= c.s.notes.Step
		}, func(c *conn) { c.lazy = c.s.notes.Step + c.s.chance.Below(300) }),
		once(move{name: "the writer takes an intent", weight: 960}, (*life).mayTake, func(_ *storm, l *life) { l.take() }),
		once(move{name: "timers are due", weight: 320}, (*life).mayTick, func(_ *storm, l *life) { l.tick() }),
		once(move{name: "the batch is cut", weight: 960}, (*life).mayCut, func(s *storm, l *life) { l.cut() }),
		once(move{name: "the committer begins", weight: 1280}, func(l *life) bool {
			return l.failed == nil && l.queued != nil && l.writing == nil && l.nextCut == nil
		}, func(_ *storm, l *life) { l.begin() }),
		once(move{name: "the cutter begins", weight: 1280}, func(l *life) bool {
			return l.failed == nil && l.nextCut != nil && l.disk.Cut == nil
		}, func(_ *storm, l *life) { l.beginCut() }),
		once(move{name: "the disk works for the committer", weight: 1280}, func(l *life) bool {
			return l.diskWorks() && l.disk.MayGo(l.disk.Batch)
		}, func(_ *storm, l *life) { l.write() }),
		once(move{name: "the disk works for the cutter", weight: 960}, func(l *life) bool {
			return l.diskWorks() && l.disk.MayGo(l.disk.Cut)
		}, func(_ *storm, l *life) { l.writeCut() }),
		once(move{name: "the disk stalls", odds: 200}, func(l *life) bool {
			return l.diskWorks() && (l.disk.Batch != nil || l.disk.Cut != nil)
		}, func(s *storm, l *life) {
			s.notes.Saw(StalledDisks)
			l.stalled = s.notes.Step + s.chance.Below(200)
		}),
		once(move{name: "an alarm rings", weight: 320}, (*life).rings, func(_ *storm, l *life) { l.ring() }),
		once(move{name: "a commit is reported", weight: 960}, func(l *life) bool { return l.reported != 0 },
			func(_ *storm, l *life) { l.report() }),
		once(move{name: "the writer releases", weight: 960}, func(l *life) bool { return l.stale && l.failed == nil },
			func(_ *storm, l *life) { l.release() }),
		once(move{name: "somebody is told", weight: 1280}, func(l *life) bool { return len(l.releases) > 0 },
			func(_ *storm, l *life) {
				out := l.releases[0]
				l.releases = l.releases[1:]
				out.Deliver()
			}),
		once(move{name: "somebody is told that the world stopped", weight: 1280}, func(l *life) bool {
			return len(l.failing) > 0
		}, func(_ *storm, l *life) {
			out := l.failing[0]
			l.failing = l.failing[1:]
			out.Fail(l.failed)
		}),
	}
}

func fateMoves() []move {
	return []move{
		once(move{name: "time passes", weight: 40}, func(l *life) bool { return !l.s.stage.Hush }, func(s *storm, l *life) {
			l.news = true
			s.clock += pick(s.chance, 50*time.Millisecond, 400*time.Millisecond, 2*time.Second, 7*time.Second, 31*time.Second,
				3*time.Minute)
		}),
		once(move{name: "the process is killed", odds: 60}, func(*life) bool { return true }, (*storm).kill),
		once(move{name: "the disk dies under a commit", odds: 50}, func(l *life) bool {
			return l.disk.Batch.Writes() && l.failed == nil
		}, func(_ *storm, l *life) { l.dies(l.disk.Batch) }),
		once(move{name: "the disk dies under a cut", odds: 50}, func(l *life) bool {
			return l.disk.Cut.Writes() && l.failed == nil
		}, func(_ *storm, l *life) { l.dies(l.disk.Cut) }),
		once(move{name: "the server is asked to stop", odds: 15}, func(l *life) bool {
			return l.open && l.failed == nil
		}, func(s *storm, l *life) { l.stop() }),
		{
			name: "the server is started", weight: 640, targets: func(*storm) int { return 1 },
			can: func(s *storm, _ int) bool { return s.life == nil }, do: func(s *storm, _ int) { s.reset(); s.start() },
			of: func(*storm, int) string { return "" },
		},
	}
}

// mayTake reports whether the writer takes what waits for it.
func (l *life) mayTake() bool {
	return len(l.intake) > 0 && !l.engine.Full() && !l.draining && l.failed == nil
}

func (l *life) take() {
	in := l.intake[0]
	l.intake = l.intake[1:]
	before := l.engine.State().Seq
	l.engine.Offer(l.now(), in)
	l.s.notes.Say("    from record %d to %d", before, l.engine.State().Seq)
	l.news, l.stale = true, true
	l.present()
}

// present wants somebody to listen for each player's body that is here, and nobody for one that is link-dead. That
// holds between any two intents, and is looked at directly.
func (l *life) present() {
	for id, body := range world.Ordered(l.engine.State().Actors) {
		if !body.Player() || l.s.plant.Blind {
			continue
		}
		switch listeners := l.engine.Attached(id); {
		case body.Presence == world.Here && listeners == 0:
			l.s.notes.Fail("nobody is at the other end of %s, and it is not link-dead", id)
		case body.Presence == world.Linkdead && listeners > 0:
			l.s.notes.Fail("%s is link-dead, and %d listen for it", id, listeners)
		}
	}
}

func (l *life) mayTick() bool {
	due, ok := l.engine.NextTimer()
	return ok && due <= l.now() && !l.engine.Full() && !l.done && l.failed == nil
}

func (l *life) tick() {
	l.engine.Due(l.now())
	l.news, l.stale = true, true
}

func (l *life) mayCut() bool {
	return !l.flying && l.failed == nil && !l.done && (l.engine.Pending() || l.news)
}

// cut hands the open batch to the committer, or a cut of the state that is due.
func (l *life) cut() {
	if l.engine.Full() {
		l.s.notes.Saw(FullBatches)
	}
	b, ok, err := l.engine.Cut(l.now())
	if err != nil {
		l.s.notes.Fail("the batch cannot be cut: %v", err)
	}
	if ok {
		l.flying, l.queued = true, &b
		l.s.notes.Say("    batch %d of %d records, cut: %v", b.Number, len(b.Records), b.Cut != nil)
	}
	l.news = false
}

// release hands what may be told to the releaser.
func (l *life) release() {
	l.stale = false
	l.releases = append(l.releases, l.engine.Release()...)
}

func (l *life) diskWorks() bool {
	return l.failed == nil && (l.stalled <= l.s.notes.Step || l.s.stage.Calm)
}

// begin is the committer with its next batch.
func (l *life) begin() {
	l.writing, l.queued = l.queued, nil
	b, err := l.writing.Encode()
	if err != nil {
		l.s.notes.Fail("a batch cannot be encoded: %v", err)
	}
	l.disk.Begin(b)
}

// write brings the records of a batch further on their way to the disk.
func (l *life) write() {
	done, err := l.disk.Step(l.disk.Batch)
	switch {
	case err != nil:
		l.s.notes.Fail("a commit fails on a disk that works: %v", err)
	case done:
		l.written()
	}
}

// written lets the committer report a batch and hand its cut to the cutter.
func (l *life) written() {
	l.s.notes.Saw(Commits)
	l.reported, l.nextCut, l.writing = l.writing.Number, l.writing.Cut, nil
}

// beginCut is the cutter with its next cut, which it writes in some chunks beside the commits.
func (l *life) beginCut() {
	l.disk.BeginCut(l.nextCut, l.s.chance.Below(3))
	l.nextCut = nil
}

func (l *life) writeCut() {
	done, err := l.disk.Step(l.disk.Cut)
	switch {
	case err != nil:
		l.s.notes.Fail("a cut fails on a disk that works: %v", err)
	case done:
		l.s.notes.Saw(Cuts)
	}
}

// commit is Memory.Commit, or what is planted in its place.
func (s *storm) commit(m *journal.Memory, b journal.Batch) error {
	if s.plant.Commit != nil {
		return s.plant.Commit(m, b)
	}
	return m.Commit(b)
}

// report lets the writer know that a batch is durable.
func (l *life) report() {
	l.engine.Committed(l.reported)
	l.reported, l.flying, l.stale = 0, false, true
}

// dies fails a transaction, and with it the world.
func (l *life) dies(t *Transaction) {
	isCut := t == l.disk.Cut
	after, err := l.disk.Die(t)
	switch { // somebody has planted that a failed commit passes for one that did not
	case err == nil && isCut:
		return
	case err == nil:
		l.written()
		return
	}
	switch {
	case isCut:
		l.s.notes.Saw(CutDead)
	case after:
		l.s.notes.Saw(DiskDeadAfter)
	default:
		l.s.notes.Saw(DiskDead)
	}
	if l.reported != 0 {
		l.report() // the writer hears of it first
		l.release()
	}
	l.stopped(err)
}

// drained reports whether a world that was asked to stop has written and told what it took in.
func (l *life) drained() bool {
	return l.draining && !l.over && l.failed == nil && !l.flying && !l.engine.Pending() && l.writing == nil &&
		l.disk.Cut == nil && l.nextCut == nil && !l.stale && len(l.releases) == 0
}

// kill is the sudden death of the process and of the machine under it.
func (s *storm) kill(l *life) {
	s.notes.Saw(Crashes)
	switch {
	case !l.open && !l.closed:
		s.notes.Saw(CrashBooting)
	case l.disk.Cut != nil:
		s.notes.Saw(CrashInCut)
	case l.flying:
		s.notes.Saw(CrashInFlight)
	}
	l.over = true
}

// reset lets the clock of the machine be wrong by the next start, now and then.
func (s *storm) reset() {
	const year = 365 * 24 * time.Hour
	if s.stage.Calm {
		return
	}
	switch s.chance.Below(8) {
	case 0:
		s.skew -= pick(s.chance, time.Minute, 24*time.Hour, year)
		s.notes.Saw(ClockBack)
	case 1:
		s.skew += year
		s.notes.Saw(ClockAhead)
	}
}
