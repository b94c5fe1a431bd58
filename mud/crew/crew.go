// Package crew lets a few goroutines do what is to be done for many connections.
//
// A connection needs a goroutine of its own to read what is typed. What it is told comes seldom and for many at once,
// so a second goroutine for each would only sleep, cost a stack, and be woken one by one; a [Crew] takes whoever was
// told something in turn. While it is corked it waits, so that who is told several things acts once.
package crew

import (
	"context"
	"runtime"
	"sync"
)

const (
	crewLeast   = 4 // workers, so that one that waits for a disk or a lock holds up nobody
	crewPerCore = 2
	handful     = 8 // pieces of work that one worker takes at a time
)

// Worker is something with work to do, such as a connection whose session was told something.
type Worker interface {
	// Work does what is to be done. It recovers from its own panics.
	Work()
}

// Crew lets a few goroutines do the work of many connections, which then need none of their own while nobody types.
// Its methods may be called from any goroutine and do not block; but for Run, which does the work.
type Crew struct {
	mu     sync.Mutex
	wanted sync.Cond
	queue  []Worker // from head on; each worker is in it once at most, as who adds it sees to
	head   int
	idle   int
	corked bool
	closed bool
}

// New makes a crew. Nothing is done until Run.
func New() *Crew {
	c := &Crew{}
	c.wanted.L = &c.mu
	return c
}

// Add says that a worker has work to do.
func (c *Crew) Add(w Worker) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.queue = append(c.queue, w)
	if !c.corked && c.idle > 0 {
		c.wanted.Signal()
	}
}

// Cork lets work wait until Uncork: who is told several things at once need not act on each.
func (c *Crew) Cork() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.corked = true
}

// Uncork lets work be done again. It must follow each Cork.
func (c *Crew) Uncork() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.corked = false
	waiting := len(c.queue) - c.head
	for range min(c.idle, (waiting+handful-1)/handful) {
		c.wanted.Signal()
	}
}

// Run does the work until the context ends and nothing is left to do.
func (c *Crew) Run(ctx context.Context) {
	stop := context.AfterFunc(ctx, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.closed = true
		c.wanted.Broadcast()
	})
	defer stop()
	var wg sync.WaitGroup
	for range max(crewLeast, crewPerCore*runtime.GOMAXPROCS(0)) {
		wg.Go(c.work)
	}
	wg.Wait()
}

func (c *Crew) work() {
	var mine [handful]Worker
	for {
		n := c.next(&mine)
		if n == 0 {
			return
		}
		for i, w := range mine[:n] {
			w.Work()
			mine[i] = nil
		}
	}
}

// next waits for work and takes some of it; none when there will be no more.
func (c *Crew) next(mine *[handful]Worker) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.corked || c.head == len(c.queue) {
		if c.closed && c.head == len(c.queue) {
			return 0
		}
		c.idle++
		c.wanted.Wait()
		c.idle--
	}
	n := copy(mine[:], c.queue[c.head:])
	clear(c.queue[c.head : c.head+n])
	if c.head += n; c.head == len(c.queue) {
		c.queue, c.head = c.queue[:0], 0
	}
	return n
}
