package session

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// inquiryDesk is the session of whoever asks.
type inquiryDesk interface {
	Body() world.ActorID
	Say(role prose.Role, text string)
	// Print shows a text, and Report an answer in the words that its reader likes.
	Print(text prose.Text)
	Report(answer any)
	// Broken says that something went wrong at our end.
	Broken(doing string, err error)
}

// inquire asks the record for a session, and shows what it says there when it is known. Caller lacks Slow and Answer.
func (l *inquiries) inquire(ctx context.Context, d inquiryDesk, a verb.Ask, c inquiry) {
	if c.Host == nil {
		d.Say(prose.Refusal, "There is no record to read here.")
		return
	}
	c.Slow = func() {
		d.Say(prose.System, "It is a long record. You can go on; the answer comes when it is found.")
	}
	c.Answer = func(report any, err error) { showInquiry(d, report, err) }
	if !l.ask(ctx, verb.Asked{Actor: d.Body(), Via: world.Via{Kind: world.ViaKeyboard}, Ask: a}, c) {
		d.Say(prose.Refusal, "You are still waiting for an answer from the record; ask again when it is here.")
	}
}

// showInquiry shows what the record says.
func showInquiry(d inquiryDesk, report any, err error) {
	no := (*world.Refusal)(nil)
	switch {
	case err == nil:
		d.Report(report)
	case errors.As(err, &no):
		d.Print(prose.RefusalText(no))
	case errors.Is(err, context.Canceled):
	default:
		d.Broken("read the record", err)
	}
}

// inquiries is who waits for an answer. The zero value is ready.
type inquiries struct {
	mu     sync.Mutex
	asking map[world.ActorID]bool
}

// inquiry is how a question is carried out.
type inquiry struct {
	Host   verb.Host
	Aside  func(slow func())                                  // does it beside the session
	After  func(d time.Duration, f func()) (stop func() bool) // a timer
	Later  func(f func())                                     // runs f on the session's goroutine
	Waits  time.Duration                                      // after which Slow is called
	Slow   func()                                             // says that it takes long, on the session's goroutine
	Answer func(report any, err error)                        // on the session's goroutine
}

// ask asks, unless the character waits for an answer already; then it reports false.
func (l *inquiries) ask(ctx context.Context, q verb.Asked, c inquiry) bool {
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
		report, err := inquireHost(ctx, c.Host, q)
		l.end(q.Actor)
		told()
		c.Later(func() {
			waits = false
			c.Answer(report, err)
		})
	})
	return true
}

// inquireHost asks the host. A defect of the host's ends nothing but the answer.
func inquireHost(ctx context.Context, host verb.Host, q verb.Asked) (report any, err error) {
	defer func() {
		if p := recover(); p != nil {
			report, err = nil, fmt.Errorf("panic: %v", p)
		}
	}()
	return host(ctx, q)
}

func (l *inquiries) begin(id world.ActorID) bool {
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

func (l *inquiries) end(id world.ActorID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.asking, id)
}
