package storm

import (
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// Engine is what a life of the server asks of its machine; *loop.Machine is one.
type Engine interface {
	State() *world.State
	Offer(now world.Time, in loop.Intent)
	Due(now world.Time)
	NextTimer() (world.Time, bool)
	Full() bool
	Pending() bool
	Cut(now world.Time) (loop.Batch, bool, error)
	Committed(number uint64)
	Release() []loop.Out
	Abandon() []loop.Out
	Attached(id world.ActorID) int
}

// Plant spoils a server, for tests that want the storm to notice. Every field is optional.
type Plant struct {
	// Engine wraps the machine of each life.
	Engine func(*loop.Machine) Engine
	// Step changes what a step of an intent asks for, before the machine does it.
	Step func(s loop.Step, e Engine) loop.Step
	// Commit stands in for Memory.Commit.
	Commit func(m *journal.Memory, b journal.Batch) error
	// Blind looks at nothing that no client can see, so that clients alone must notice.
	Blind bool
	// Key stands in for the idempotency key of a call.
	Key func(key string) string
}

// spoil lets a plant change every step of an intent.
func (p *Plant) spoil(in loop.Intent, e Engine) loop.Intent {
	in.Do = p.steps(in.Do, e)
	return in
}

func (p *Plant) steps(
	do func(*world.State, world.Time) loop.Step, e Engine,
) func(*world.State, world.Time) loop.Step {
	if do == nil {
		return nil
	}
	return func(s *world.State, now world.Time) loop.Step {
		step := p.Step(do(s, now), e)
		step.Then = p.steps(step.Then, e)
		return step
	}
}
