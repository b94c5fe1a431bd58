package server

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// errand counts how often its work was done.
type errand struct{ done atomic.Int32 }

// Work implements worker.
func (e *errand) Work() { e.done.Add(1) }

func TestWorkers(t *testing.T) {
	const many = 1000
	// begin lets a pool work in a bubble until the returned function is called.
	begin := func(t *testing.T) (*WorkerPool, func()) {
		t.Helper()
		c := newWorkerPool()
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			c.run(ctx)
		}()
		return c, func() { stop(); <-ended }
	}
	t.Run("all work is done once", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c, end := begin(t)
			defer end()
			errands := make([]errand, many)
			for i := range errands {
				c.Add(&errands[i])
			}
			synctest.Wait()
			for i := range errands {
				if got := errands[i].done.Load(); got != 1 {
					t.Fatalf("errand %d: done %d times", i, got)
				}
			}
		})
	})
	t.Run("cork holds it back and uncork lets it go", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c, end := begin(t)
			defer end()
			var e errand
			c.Cork()
			for range many {
				c.Add(&e)
			}
			synctest.Wait()
			if got := e.done.Load(); got != 0 {
				t.Errorf("corked: done %d times", got)
			}
			c.Uncork()
			synctest.Wait()
			if got := e.done.Load(); got != many {
				t.Errorf("uncorked: done %d times, want %d", got, many)
			}
		})
	})
	t.Run("what was added is done before the pool ends", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c, end := begin(t)
			var e errand
			c.Cork()
			for range many {
				c.Add(&e)
			}
			synctest.Wait()
			go func() { synctest.Wait(); c.Uncork() }()
			end()
			if got := e.done.Load(); got != many {
				t.Errorf("done %d times, want %d", got, many)
			}
		})
	})
}
