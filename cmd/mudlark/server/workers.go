package server

import (
	"context"
	"runtime"
	"sync"
)

const (
	workersLeast   = 4 // workers, so that one that waits for a disk or a lock holds up nobody
	workersPerCore = 2
	handful        = 8 // pieces of work that one worker takes at a time
)

// Worker is something with work to do, such as a connection whose session was told something.
type Worker interface {
	// Work does what is to be done. It recovers from its own panics.
	Work()
}

// WorkerPool lets a few goroutines do what is to be done for many connections.
//
// A connection needs a goroutine of its own to read what is typed. What it is told comes seldom and for many at once,
// so a second goroutine for each would only sleep, cost a stack, and be woken one by one; a pool takes whoever was told
// something in turn. While it is corked it waits, so that who is told several things acts once.
//
// Its methods may be called from any goroutine and do not block; but for run, which does the work.
type WorkerPool struct {
	mu     sync.Mutex
	wanted sync.Cond
	queue  []Worker // from head on; each worker is in it once at most, as who adds it sees to
	head   int
	idle   int
	corked bool
	closed bool
}

// newWorkerPool makes a pool. Nothing is done until run.
func newWorkerPool() *WorkerPool {
	p := &WorkerPool{}
	p.wanted.L = &p.mu
	return p
}

// Add says that a worker has work to do.
func (p *WorkerPool) Add(w Worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue = append(p.queue, w)
	if !p.corked && p.idle > 0 {
		p.wanted.Signal()
	}
}

// Cork lets work wait until Uncork: who is told several things at once need not act on each.
func (p *WorkerPool) Cork() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.corked = true
}

// Uncork lets work be done again. It must follow each Cork.
func (p *WorkerPool) Uncork() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.corked = false
	waiting := len(p.queue) - p.head
	for range min(p.idle, (waiting+handful-1)/handful) {
		p.wanted.Signal()
	}
}

// run does the work until the context ends and nothing is left to do.
func (p *WorkerPool) run(ctx context.Context) {
	stop := context.AfterFunc(ctx, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.closed = true
		p.wanted.Broadcast()
	})
	defer stop()
	var wg sync.WaitGroup
	for range max(workersLeast, workersPerCore*runtime.GOMAXPROCS(0)) {
		wg.Go(p.serve)
	}
	wg.Wait()
}

// serve does work until there will be no more.
func (p *WorkerPool) serve() {
	var mine [handful]Worker
	for {
		n := p.next(&mine)
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
func (p *WorkerPool) next(mine *[handful]Worker) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.corked || p.head == len(p.queue) {
		if p.closed && p.head == len(p.queue) {
			return 0
		}
		p.idle++
		p.wanted.Wait()
		p.idle--
	}
	n := copy(mine[:], p.queue[p.head:])
	clear(p.queue[p.head : p.head+n])
	if p.head += n; p.head == len(p.queue) {
		p.queue, p.head = p.queue[:0], 0
	}
	return n
}
