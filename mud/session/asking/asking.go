// Package asking is how a session asks the record, which takes its time: play goes on meanwhile, and the answer comes
// when it is there. Its one idea is that each character asks one thing at a time, whatever keyboards it had. A [Line]
// may be used from any goroutine; what it hands over runs where its [Caller] says.
package asking

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Line is who waits for an answer. The zero Line is ready.
type Line struct {
	mu     sync.Mutex
	asking map[world.ActorID]bool
}

// Caller is how a question is carried out.
type Caller struct {
	Host   verb.Host
	Aside  func(slow func())                                  // does it beside the session
	After  func(d time.Duration, f func()) (stop func() bool) // a timer
	Later  func(f func())                                     // runs f on the session's goroutine
	Waits  time.Duration                                      // after which Slow is called
	Slow   func()                                             // says that it takes long, on the session's goroutine
	Answer func(report any, err error)                        // on the session's goroutine
}

// Ask asks, unless the character waits for an answer already; then it reports false.
func (l *Line) Ask(ctx context.Context, q verb.Asked, c Caller) bool {
	if !l.begin(q.Actor) {
		return false
	}
	waits := true
	told := c.After(c.Waits, func() {
		c.Later(func() {
			if waits {
				c.Slow()
			}
		})
	})
	c.Aside(func() {
		report, err := recalled(ctx, c.Host, q)
		l.end(q.Actor)
		told()
		c.Later(func() {
			waits = false
			c.Answer(report, err)
		})
	})
	return true
}

// recalled asks the host. A defect of the host's ends nothing but the answer.
func recalled(ctx context.Context, host verb.Host, q verb.Asked) (report any, err error) {
	defer func() {
		if p := recover(); p != nil {
			report, err = nil, fmt.Errorf("panic: %v", p)
		}
	}()
	return host(ctx, q)
}

func (l *Line) begin(id world.ActorID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.asking[id] {
		return false
	}
	if l.asking == nil {
		l.asking = map[world.ActorID]bool{}
	}
	l.asking[id] = true
	return true
}

func (l *Line) end(id world.ActorID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.asking, id)
}
