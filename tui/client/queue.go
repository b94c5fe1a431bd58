package client

import "github.com/mudlark-mud/mudlark/tui"

const (
	// queueMost is how many messages wait for the screen before those who feed wait too.
	queueMost = 64
	// joinMost is how many lines one message may have: a flood goes in few messages, and the screen stays alive.
	joinMost = 200
)

// queue is what waits for the screen. Lines that follow each other are one message.
type queue struct{ waiting []tui.Message }

func (q *queue) full() bool { return len(q.waiting) >= queueMost }

func (q *queue) empty() bool { return len(q.waiting) == 0 }

// add puts a message behind the others, or joins it to the last.
func (q *queue) add(m tui.Message) {
	if n := len(q.waiting); n > 0 && joins(q.waiting[n-1], m) {
		last := &q.waiting[n-1]
		last.Lines = append(last.Lines, m.Lines...)
		if m.Prompt != "" {
			last.Prompt = m.Prompt
		}
		return
	}
	q.waiting = append(q.waiting, m)
}

// take takes the first message out.
func (q *queue) take() (tui.Message, bool) {
	if len(q.waiting) == 0 {
		return tui.Message{}, false
	}
	m := q.waiting[0]
	if q.waiting = q.waiting[1:]; len(q.waiting) == 0 {
		q.waiting = nil
	}
	return m, true
}

// joins reports whether b may go with a: nothing in it has to come before or after the rest.
func joins(a, b tui.Message) bool {
	for _, m := range []tui.Message{a, b} {
		if m.Echo != tui.EchoKeep || m.View != nil || m.Page != nil || m.Verbs != nil || m.Said != nil || m.Mouse != nil {
			return false
		}
	}
	return a.Tab == b.Tab && a.Keep+b.Keep+a.Theme+b.Theme+a.End+b.End == "" && len(a.Lines)+len(b.Lines) <= joinMost
}

// back puts a message in front again, and joins to it what came behind.
func (q *queue) back(m tui.Message) {
	waiting := q.waiting
	q.waiting = append(make([]tui.Message, 0, len(waiting)+1), m)
	if len(waiting) > 0 && joins(m, waiting[0]) {
		q.add(waiting[0])
		waiting = waiting[1:]
	}
	q.waiting = append(q.waiting, waiting...)
}
