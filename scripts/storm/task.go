package storm

import (
	"fmt"
	"iter"
	"runtime/debug"
)

// task is a piece of the server that would have a goroutine of its own: the owner of a connection, a tool call, a
// hash. It is a coroutine: it runs only when it is resumed, until it waits.
type task struct {
	name  string
	mayGo func() bool // what it waits for
	over  bool
	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
}

// killed unwinds a task whose process has died.
type killed struct{}

// spawn makes a task that begins when it is first resumed.
func (l *life) spawn(name string, body func()) *task {
	t := &task{name: name, mayGo: func() bool { return true }}
	t.next, t.stop = iter.Pull(func(yield func(struct{}) bool) {
		t.yield = yield
		defer func() {
			t.over = true
			if p := recover(); p != nil && p != (killed{}) {
				l.s.notes.Fail("%s panicked: %v\n%s", name, p, debug.Stack())
			}
		}()
		if l.over {
			return
		}
		body()
	})
	l.tasks = append(l.tasks, t)
	return t
}

// resume lets a task go on until it waits or ends.
func (l *life) resume(t *task) {
	before := l.s.running
	l.s.running = t
	t.next()
	l.s.running = before
	if t.over {
		l.drop(t)
	}
}

// drop forgets a task.
func (l *life) drop(t *task) {
	for i, other := range l.tasks {
		if other == t {
			l.tasks = append(l.tasks[:i], l.tasks[i+1:]...)
			return
		}
	}
}

// kill unwinds a task where it stands.
func (l *life) kill(t *task) {
	before := l.s.running
	l.s.running = t
	t.stop()
	l.s.running = before
	t.over = true
}

// wait gives the thread back until something holds. It is called by what runs in a task; the process may die meanwhile.
func (s *storm) wait(mayGo func() bool) {
	t := s.running
	if t == nil {
		panic(fmt.Sprintf("storm: something waits outside of a task at step %d", s.notes.Step))
	}
	for !mayGo() {
		t.mayGo = mayGo
		if !t.yield(struct{}{}) {
			panic(killed{})
		}
	}
}
