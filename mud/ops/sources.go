package ops

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

const (
	snapshotFor  = time.Second            // figures are read again when they are older than that
	snapshotWait = 250 * time.Millisecond // for one source; then it is shown as it was
)

// Loop is what the meter needs of the loop; *loop.Loop is it.
type Loop interface {
	Offer(ctx context.Context, in loop.Intent) error
	Depth() loop.Depth
	Done() <-chan struct{}
}

// Sources is where figures are read when somebody asks. Each may be nil. Journal may be slow; all are called from one
// goroutine at a time.
type Sources struct {
	Loop     Loop
	Journal  func() Journal
	Sessions func() (sessions []Sessions, mailMost int)
	Doors    func() []Door
	Agents   func() Agents
	Hashes   func() account.HasherStats
	// MailMost is how much the largest mailbox may hold.
	MailMost int
}

// worldFigures is how much there is.
type worldFigures struct {
	seq        uint64
	time       world.Time
	here       int // players in the world with somebody at the other end
	linkdead   int // and with nobody
	characters int // of players, in the world or out of it
	rooms      int
	items      int
	creatures  int
	timers     int
}

// Journal is how the record on disk stands.
type Journal struct {
	First, Last   uint64 // the oldest and the newest record in the file, 0 when it holds none
	CheckpointSeq uint64 // the sequence of the current checkpoint
	FileBytes     int64
	Runs          int // of checkpoints, one over the other
	RunBytes      uint64
	Commits       uint64 // transactions since the start
	Segments      int    // sealed
	SegmentBytes  int64
	SealedThrough uint64 // the newest sealed record
	KeepBytes     int64  // what sealed segments may take, 0 when nobody said
	DiskFree      int64  // bytes that may still be written to the data folder's disk, 0 when nobody said
}

// Sessions counts the sessions of a door.
type Sessions struct {
	Door      string
	SigningIn int
	Playing   int
}

// Door is how a door stands.
type Door struct {
	Name       string
	Open       int               // connections
	Handshakes int               // of those, how many have not shown who they are, where the door asks
	Accepted   uint64            // since the start
	Ended      map[string]uint64 // since the start, by reason; those that were not let in included
}

// Agents is how the door of agents stands.
type Agents struct {
	Principals, Sessions, Streams, Running, Seated int
	Served                                         uint64
	Refused                                        map[string]uint64 // by reason
}

// Watch names what figures are read from. Call it once, before Run.
func (m *Meter) Watch(s Sources) {
	m.sources.Store(&s)
	m.health.watch(s.Loop)
}

// snapshot is everything that was read at one moment.
type snapshot struct {
	world    worldFigures
	journal  Journal
	sessions []Sessions
	mailMost int
	doors    []Door
	agents   Agents
	hashes   account.HasherStats
	depth    loop.Depth
	stale    map[string]bool // by source
}

// snapshots reads at most once in snapshotFor, for all who ask.
type snapshots struct {
	mu   sync.Mutex
	last snapshot
	at   time.Time
	wg   sync.WaitGroup // readers that may be stuck

	world   sample[worldFigures]
	journal sample[Journal]
}

// refresh lets the next who asks read anew, for somebody who asks seldom and wants to know what is so now.
func (m *Meter) refresh() {
	m.snap.mu.Lock()
	defer m.snap.mu.Unlock()
	m.snap.at = time.Time{}
}

// read returns what there is.
func (m *Meter) read() *snapshot {
	s := &m.snap
	s.mu.Lock()
	defer s.mu.Unlock()
	now := m.now()
	if !s.at.IsZero() && now.Sub(s.at) < snapshotFor {
		last := s.last
		return &last
	}
	from := m.sources.Load()
	if from == nil {
		return &snapshot{}
	}
	out := snapshot{stale: map[string]bool{}}
	if from.Loop != nil {
		out.depth = from.Loop.Depth()
		out.world, out.stale["world"] = s.world.get(&s.wg, func() (worldFigures, bool) { return readWorld(from.Loop) })
	}
	if from.Journal != nil {
		out.journal, out.stale["journal"] = s.journal.get(&s.wg, func() (Journal, bool) { return from.Journal(), true })
	}
	if from.Sessions != nil {
		out.sessions, out.mailMost = from.Sessions()
	}
	if from.Doors != nil {
		out.doors = slices.Clone(from.Doors())
		for i := range out.doors {
			out.doors[i].Ended = bounded(out.doors[i].Ended)
		}
	}
	if from.Agents != nil {
		out.agents = from.Agents()
		out.agents.Refused = bounded(out.agents.Refused)
	}
	if from.Hashes != nil {
		out.hashes = from.Hashes()
	}
	s.last, s.at = out, now
	return &out
}

// readWorld counts what there is, on the writer. It reports false when the world stopped first.
func readWorld(l Loop) (worldFigures, bool) {
	read := make(chan worldFigures, 1)
	// Offer gives up when the world stops; until then nobody waits for it but a goroutine.
	err := l.Offer(context.Background(), loop.Intent{Do: func(s *world.State, now world.Time) loop.Step {
		read <- census(s, now)
		return loop.Step{Name: loop.NameHost}
	}})
	if err != nil {
		return worldFigures{}, false
	}
	select {
	case w := <-read:
		return w, true
	case <-l.Done():
		return worldFigures{}, false
	}
}

// census takes microseconds: but for those who are link-dead it reads only how long lists are.
func census(s *world.State, now world.Time) worldFigures {
	w := worldFigures{
		seq: s.Seq, time: now, rooms: len(s.Rooms), items: len(s.Items), timers: len(s.Timers),
		characters: len(s.Index.Names), creatures: len(s.Actors) - len(s.Index.Names),
	}
	for _, id := range s.Index.Awake {
		if s.Actors[id].Presence == world.Linkdead {
			w.linkdead++
		}
	}
	w.here = len(s.Index.Awake) - w.linkdead
	return w
}

// sample keeps the last answer of a source that may be slow. Its methods are called by one goroutine at a time.
type sample[T any] struct {
	value  T
	answer chan T // of the read under way; nil when none is
}

// get returns the source's answer, or its last one and true when this one takes too long.
func (s *sample[T]) get(wg *sync.WaitGroup, read func() (T, bool)) (T, bool) {
	if s.answer == nil {
		answer := make(chan T, 1)
		s.answer = answer
		wg.Go(func() {
			defer close(answer)
			if v, ok := read(); ok {
				answer <- v
			}
		})
	}
	late := time.NewTimer(snapshotWait)
	defer late.Stop()
	select {
	case v, ok := <-s.answer:
		s.answer = nil
		if ok {
			s.value = v
		}
		return s.value, !ok
	case <-late.C:
		return s.value, true
	}
}
