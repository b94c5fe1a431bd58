package sshd

import (
	"io"
	"slices"
	"sync"
	"time"
)

const (
	// flowBytes is how far a screen may run ahead of its client. Little, so that what a slow client sees is fresh: a
	// renderer that must wait skips frames.
	flowBytes = 16 * kib
	// writeBytes is handed to the connection at a time; each gets Limits.Stall.
	writeBytes = 16 * kib
)

// outbox is the bounded queue between whoever writes and a client that reads at its own pace. One goroutine empties it.
// Write waits while the client is behind (screens); offer never waits, and ends the connection when the queue is full
// (lines).
type outbox struct {
	to       io.Writer
	limit    int
	stall    time.Duration
	end      func(Reason)
	finished chan struct{}

	mu      sync.Mutex
	changed sync.Cond
	queue   []byte
	flying  int // bytes handed to the connection and not yet taken
	err     error
}

func newOutbox(to io.Writer, l Limits, end func(Reason)) *outbox {
	b := &outbox{to: to, limit: l.OutputBytes, stall: l.Stall, end: end, finished: make(chan struct{})}
	b.changed.L = &b.mu
	go b.run()
	return b
}

// Write queues p, waiting for room. It fails once the session is over.
func (b *outbox) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.err == nil && len(b.queue)+b.flying >= flowBytes {
		b.changed.Wait()
	}
	if b.err != nil {
		return 0, b.err
	}
	b.queue = append(b.queue, p...)
	b.changed.Broadcast()
	return len(p), nil
}

// offer queues p or, when there is no room, ends the connection: a reader that far behind is not coming back.
func (b *outbox) offer(p []byte) error {
	b.mu.Lock()
	if b.err != nil {
		defer b.mu.Unlock()
		return b.err
	}
	if len(b.queue)+b.flying+len(p) > b.limit {
		b.failLocked(ReasonSlowReader)
		b.mu.Unlock()
		b.end(ReasonSlowReader)
		return ReasonSlowReader
	}
	b.queue = append(b.queue, p...)
	b.changed.Broadcast()
	b.mu.Unlock()
	return nil
}

// fail ends the box; the first reason stays.
func (b *outbox) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failLocked(err)
}

func (b *outbox) failLocked(err error) {
	if b.err == nil {
		b.err = err
	}
	b.queue = nil
	b.changed.Broadcast()
}

// drain waits until everything queued was taken, or the box failed, or the time is up.
func (b *outbox) drain(most time.Duration) {
	late := false
	timer := time.AfterFunc(most, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		late = true
		b.changed.Broadcast()
	})
	defer timer.Stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.err == nil && !late && len(b.queue)+b.flying > 0 {
		b.changed.Wait()
	}
}

// wait returns when the writing goroutine has ended, after fail.
func (b *outbox) wait() { <-b.finished }

func (b *outbox) run() {
	defer close(b.finished)
	for {
		chunk, ok := b.next()
		if !ok {
			return
		}
		watchdog := time.AfterFunc(b.stall, func() { b.end(ReasonSlowReader) })
		_, err := b.to.Write(chunk)
		watchdog.Stop()
		b.mu.Lock()
		b.flying = 0
		if err != nil {
			b.failLocked(err)
		}
		b.changed.Broadcast()
		b.mu.Unlock()
	}
}

// next waits for something to write and takes it out of the queue.
func (b *outbox) next() ([]byte, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.err == nil && len(b.queue) == 0 {
		b.changed.Wait()
	}
	if b.err != nil {
		return nil, false
	}
	n := min(len(b.queue), writeBytes)
	chunk := slices.Clone(b.queue[:n])
	b.queue = b.queue[n:]
	if len(b.queue) == 0 {
		b.queue = nil // let go of what a burst made it grow to
	}
	b.flying = n
	return chunk, true
}
