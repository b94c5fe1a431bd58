package session

import (
	"sync"

	"github.com/mudlark-mud/mudlark/world/loop"
)

// Mail is one delivery: something told, or something to be done where the box is emptied.
type Mail struct {
	Told *loop.Told
	Far  bool       // told to a creature that is played, see [world.Switch]
	Play *rehearsal // told in a draft that is tried out
	Then func()
}

const keptMailMost = 8 // deliveries that an empty box keeps room for

// mailbox is a mailbox. Make one with newMailbox.
type mailbox struct {
	most  int
	wake  chan struct{} // nil with woken
	woken func()

	mu    sync.Mutex
	box   []Mail
	spare []Mail // an empty box, for Empty
	full  bool
}

// newMailbox makes a box for at most so many things told. woken is called when there is something and nothing before it
// waited, from any goroutine; nil makes Wake readable instead.
func newMailbox(most int, woken func()) *mailbox {
	b := &mailbox{most: most, woken: woken}
	if woken == nil {
		b.wake = make(chan struct{}, 1)
	}
	return b
}

// Wake is readable when there is something; nil for a box that calls.
func (b *mailbox) Wake() <-chan struct{} { return b.wake }

// Len is how many deliveries wait.
func (b *mailbox) Len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.box)
}

// Post delivers. It never blocks.
func (b *mailbox) Post(m Mail) {
	b.mu.Lock()
	first := len(b.box) == 0
	if b.full || len(b.box) >= b.most && m.Told != nil { // what comes behind a gap is not told either
		b.full = true
	} else {
		b.box = append(b.box, m)
	}
	b.mu.Unlock()
	switch {
	case !first: // whoever empties the box has been called already
	case b.woken != nil:
		b.woken()
	default:
		select {
		case b.wake <- struct{}{}:
		default:
		}
	}
}

// Empty hands what waits to take, in order, and reports whether something had to be left out behind it.
func (b *mailbox) Empty(take func(Mail)) (full bool) {
	b.mu.Lock()
	box, full := b.box, b.full
	b.box, b.spare = b.spare, nil
	b.mu.Unlock()
	for _, m := range box {
		take(m)
	}
	if clear(box); cap(box) <= keptMailMost {
		b.spare = box[:0]
	}
	return full
}
