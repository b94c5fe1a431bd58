package journal

import (
	"slices"
	"sync"
	"time"

	"go.etcd.io/bbolt"
)

const (
	rideBusy    = 50 * time.Millisecond // after a batch, how long the next is taken to be near
	rideWaitMin = 5 * time.Millisecond  // how long a write waits for a batch at least
)

// A ride is a write for which nobody waits, such as a chunk of a cut. It goes along with the next batch, in the
// batch's own transaction, so that the batch neither waits for it nor pays for its flushes; and by itself when no
// batch comes.
type ride struct {
	step  Step
	size  int
	alone bool // whoever wants it would commit the next batch, so none is waited for
	fn    func(*bbolt.Tx) error
	then  func() // runs when it is durable, with j.mu held; may be nil
	done  chan struct{}
	err   error // set before done is closed
}

// rides are the writes that wait for a batch.
type rides struct {
	mu     sync.Mutex
	queue  []*ride
	batch  time.Time     // when the last one was durable
	commit time.Duration // how long that took
}

// soon makes a write durable, if it can be with a batch, and returns then. The caller must not hold j.mu.
func (j *Journal) soon(r *ride) error {
	r.done = make(chan struct{})
	if wait := j.rides.add(r); wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-r.done:
			return r.err
		case <-timer.C:
		}
	}
	return j.locked(func() error {
		if j.rides.remove(r) { // no batch took it along meanwhile
			j.arrived(r, j.transact(r.step, r.size, r.fn))
		}
		return r.err
	})
}

// write does it in a batch's transaction. A nil ride is none.
func (r *ride) write(tx *bbolt.Tx, inject func(Step) error) error {
	if r == nil {
		return nil
	}
	if err := inject(r.step); err != nil {
		return err
	}
	return r.fn(tx)
}

func (r *ride) bytes() int {
	if r == nil {
		return 0
	}
	return r.size
}

// arrived says how the transaction went that had the write in it. The caller holds j.mu. A nil ride is none.
func (j *Journal) arrived(r *ride, err error) {
	if r == nil {
		return
	}
	if err == nil && r.then != nil {
		r.then()
	}
	r.err = err
	j.show() // whoever waits for the write looks for it next
	close(r.done)
}

// add queues a write and says how long a batch is worth waiting for.
func (q *rides) add(r *ride) time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.queue = append(q.queue, r)
	if r.alone || time.Since(q.batch) > rideBusy {
		return 0
	}
	return rideWaitMin + 2*q.commit
}

func (q *rides) remove(r *ride) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.queue, r)
	if i < 0 {
		return false
	}
	q.queue = slices.Delete(q.queue, i, i+1)
	return true
}

// next takes the write that waited longest, nil when there is none.
func (q *rides) next() *ride {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.queue) == 0 {
		return nil
	}
	r := q.queue[0]
	q.queue = q.queue[1:]
	return r
}

// passed remembers when a batch was durable.
func (q *rides) passed(commit time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.batch, q.commit = time.Now(), commit
}
