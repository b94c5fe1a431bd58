package storm

import (
	"cmp"
	"errors"
	"runtime/debug"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Options of a storm. Only Seed is needed.
type Options struct {
	Seed uint64
	// Plant makes a plant for each run of a seed; nil: the server is as it is.
	Plant func() Plant
	// Table is the table of verbs, made once for many storms; nil: each makes its own.
	Table *verb.Table
	// Last is how many steps a failure shows; 0: lastSteps.
	Last int
}

func (o *Options) table() *verb.Table {
	if o.Table == nil {
		o.Table = verb.New()
	}
	return o.Table
}

// Report is what came of a storm.
type Report struct {
	Seed    uint64
	Steps   int
	Calm    int    // steps of them after the faults had ceased, until everybody was answered
	Lives   int    // starts of the server
	Records uint64 // in the journal at the end
	Hash    uint64 // of every step, every byte that a client read and every record
	Cover   Cover
}

// storm is one run of a seed.
type storm struct {
	o       Options
	plant   Plant
	notes   *Notes
	stage   *Stage
	chance  *bots.Chance // of the scheduler and the clients
	secrets secrets      // of salts and tokens
	mood    mood
	moves   []move
	ledger  *Ledger

	clock   time.Duration // since the storm began
	skew    time.Duration // of the wall clock
	running *task

	mem         *journal.Memory // what the disk has, while the server is down
	life        *life           // nil: down
	connections int
	calls       map[*Agent]*task // that serve agents
	requests    map[*Agent]*request
	ways        []way
}

// epoch is the wall clock's time when a storm begins.
const epoch = 1_750_000_000

func (s *storm) wall() time.Time { return time.Unix(epoch, 0).UTC().Add(s.clock + s.skew) }

// secrets is a source of randomness that a seed repeats.
type secrets struct{ c *bots.Chance }

// Read implements io.Reader.
func (r secrets) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r.c.Below(256))
	}
	return len(p), nil
}

// Run plays a storm. The error is a *note.Failure.
func Run(o Options) (Report, error) {
	s := play(o, newNotes(o.Seed, 0))
	r := Report{
		Seed: o.Seed, Steps: s.notes.Step, Calm: s.notes.Step - s.mood.steps, Lives: s.stage.Life,
		Records: s.ledger.Read(), Hash: s.notes.Hash(), Cover: s.notes.Cover,
	}
	if s.notes.Failure() == nil {
		return r, nil
	}
	return r, play(o, newNotes(o.Seed, cmp.Or(o.Last, lastSteps))).notes.Failure() // again, with words
}

// lastSteps is how many of the last steps a failure shows.
const lastSteps = 60

// play runs a seed to its end or to its first failure.
func play(o Options, notes *Notes) *storm {
	s := &storm{
		o: o, notes: notes, chance: bots.NewChance(o.Seed, 1), secrets: secrets{bots.NewChance(o.Seed, 2)},
		mem: journal.NewMemory(), calls: map[*Agent]*task{}, requests: map[*Agent]*request{},
		moves: allMoves(),
	}
	s.mood = drawMood(s.chance, s.moves)
	s.stage = NewStage(notes, s.chance, s.mood.people, s.mood.agents)
	s.stage.Pipeline = s.mood.pipeline
	s.ledger = newLedger(notes, s.stage)
	if o.Plant != nil {
		s.plant = o.Plant()
	}
	s.rage()
	if s.life != nil {
		s.bury()
	}
	return s
}

// rage plays the storm and its end. A panic of the server is a failure like any other.
func (s *storm) rage() {
	defer func() {
		if p := recover(); p != nil {
			s.notes.Fail("the server panicked: %v\n%s", p, debug.Stack())
		}
	}()
	for s.notes.Step < s.mood.steps && s.notes.Failure() == nil {
		s.advance()
	}
	s.settle()
}

// way is a move with its target that may be made now.
type way struct {
	weight, move, target int
}

// advance makes one step: of all that may happen now, chance picks what does. It reports false when nothing may.
func (s *storm) advance() bool {
	s.notes.Step++
	if !s.stage.Hush {
		s.clock += time.Duration(s.chance.Below(int(s.mood.stepTime)))
	}
	if !s.stage.Calm && s.strikes() {
		s.tidy()
		return true
	}
	s.ways = s.ways[:0]
	total := 0
	for i := range s.moves {
		m := &s.moves[i]
		weight := s.mood.weights[i]
		if s.stage.Calm {
			weight = m.weight
		}
		if weight == 0 {
			continue
		}
		for n := range m.targets(s) {
			if m.can(s, n) {
				total += weight
				s.ways = append(s.ways, way{weight, i, n})
			}
		}
	}
	if total == 0 {
		return false
	}
	at := s.chance.Below(total)
	for _, w := range s.ways {
		if at -= w.weight; at < 0 {
			s.make(w.move, w.target)
			break
		}
	}
	s.tidy()
	return true
}

// oddsOf is what odds are out of.
const oddsOf = 100_000

// strikes reports whether a fault takes the place of a step.
func (s *storm) strikes() bool {
	for i, odds := range s.mood.odds {
		if odds == 0 || s.chance.Below(oddsOf) >= odds {
			continue
		}
		m := &s.moves[i]
		count := m.targets(s)
		if count == 0 {
			continue
		}
		if n := s.chance.Below(count); m.can(s, n) {
			s.make(i, n)
			return true
		}
	}
	return false
}

// make makes a move.
func (s *storm) make(i, target int) {
	m := &s.moves[i]
	s.notes.Mix(uint64(i)<<32 | uint64(target))
	if s.notes.Words() {
		s.notes.Say("%s%s", m.name, m.of(s, target))
	}
	m.do(s, target)
}

const (
	mailEvery   = 16 // steps between looks at the mailboxes
	answersMost = 4  // answers and farewells that come into a mailbox beside what is told
)

// tidy buries a life that has ended, holds queues against their limits and forgets connections that are over.
func (s *storm) tidy() {
	if l := s.life; l != nil {
		if len(l.intake) > s.mood.intakeMost {
			s.notes.Fail("%d intents wait in an intake of %d", len(l.intake), s.mood.intakeMost)
		}
		if s.notes.Step%mailEvery == 0 {
			if _, mail := l.hub.Census(); mail > s.mood.mailMost+answersMost {
				s.notes.Fail("a mailbox of %d holds %d", s.mood.mailMost, mail)
			}
		}
		if l.drained() {
			l.finish()
			l.over = true
			s.notes.Saw(CleanStops)
			s.notes.Say("the server has stopped as it should")
		}
		used := l.conns[:0]
		for _, c := range l.conns {
			if !c.isOver() {
				used = append(used, c)
			}
		}
		l.conns = used
		if l.over {
			s.bury()
		}
	}
	s.stage.Prune()
}

// Many plays storms with the seeds from first on, on several goroutines, until all are played or one has failed. told
// is given each report, one at a time.
func Many(o Options, count, workers int, told func(Report)) error {
	o.table()
	var mu sync.Mutex
	var wg sync.WaitGroup
	next, failures := o.Seed, []error{}
	end := o.Seed + uint64(count)
	for range workers {
		wg.Go(func() {
			for {
				mu.Lock()
				one := o
				one.Seed = next
				isOver := next >= end || len(failures) > 0
				next++
				mu.Unlock()
				if isOver {
					return
				}
				r, err := Run(one)
				mu.Lock()
				if told(r); err != nil {
					failures = append(failures, err)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return errors.Join(failures...)
}
