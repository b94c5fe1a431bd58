package ops

import (
	"fmt"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/world/loop"
)

// Bounds of health.
const (
	// AnswerMax is how long the writer may owe an answer before the process counts as not alive.
	AnswerMax = 2*BeatEvery + 2*time.Second
	// CommitMax is how long one commit may be under way before the world counts as not ready.
	CommitMax = 5 * time.Second
)

// Phase is where a daemon is on its way from start to stop.
type Phase int

// The phases, in order.
const (
	Loading  Phase = iota // the world is being taken up
	Opening               // it is; the doors are not open yet
	Open                  // people can come in
	Stopping              // they are sent away
)

// Health decides whether the process lives and whether people can play. It may be used from any goroutine.
type Health struct {
	pulse *pulse
	now   func() time.Time

	mu     sync.Mutex
	phase  Phase
	failed error
	loop   Loop
}

func newHealth(p *pulse, now func() time.Time) *Health { return &Health{pulse: p, now: now} }

// Enter says that a phase has begun. There is no way back.
func (h *Health) Enter(p Phase) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.phase = max(h.phase, p)
}

// Fail says that the world stopped because a commit failed.
func (h *Health) Fail(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.failed == nil {
		h.failed = err
	}
}

func (h *Health) watch(l Loop) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.loop = l
}

func (h *Health) failure() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.failed
}

// Dead says why the process counts as not alive; nil when it lives. A world that is still being loaded lives, and so
// does one that waits for its disk: another process would wait for the same.
func (h *Health) Dead() []string {
	h.mu.Lock()
	phase, failed, l := h.phase, h.failed, h.loop
	h.mu.Unlock()
	switch waits := h.pulse.waiting(); {
	case failed != nil:
		return []string{failedWord(failed)}
	case phase != Loading && waits > AnswerMax && (l == nil || !forDisk(l.Depth(), waits)):
		return []string{fmt.Sprintf("the writer has not answered for %s", waits.Round(time.Second/10))}
	}
	return nil
}

// NotReady says why nobody can come in and play; nil when people can.
func (h *Health) NotReady() []string {
	h.mu.Lock()
	phase, failed, l := h.phase, h.failed, h.loop
	h.mu.Unlock()
	var out []string
	switch {
	case failed != nil:
		return []string{failedWord(failed)}
	case phase == Loading:
		return []string{"the world is being loaded"}
	case phase == Opening:
		out = append(out, "the doors are not open yet")
	case phase == Stopping:
		out = append(out, "the daemon is stopping")
	case phase == Open:
	}
	out = append(out, h.Dead()...)
	var d loop.Depth
	if l != nil {
		d = l.Depth()
	}
	if d.Committing > CommitMax {
		out = append(out, fmt.Sprintf("one commit has been under way for %s: the disk does not answer",
			d.Committing.Round(time.Second/10)))
	}
	return out
}

func failedWord(err error) string {
	return "the disk failed and the world has stopped: " + err.Error()
}
