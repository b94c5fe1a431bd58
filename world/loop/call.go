package loop

import (
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Asker is whoever calls verbs at a door, as [Carry] needs them: on the writer, between two steps.
type Asker struct {
	// By is who asks, for those who watch the loop; it may be nil.
	By *By
	// Now returns the context as it is by then, or false when the body is no more.
	Now func(s *world.State, now world.Time) (verb.Ctx, bool)
	// See returns what the asker is shown at the end; answer is what the verb reports, nil if nothing.
	See func(c verb.Ctx, answer any) any
}

// Carry turns a resolved verb into the step that carries it out, and its answer into the reply's report. What a verb
// asks of the host is the door's own business: Carry does nothing about it.
func Carry(call verb.Call, a Asker) Step {
	step := Step{By: a.By, Refusal: call.Refusal, Input: call.Input}
	if call.Verb != nil {
		step.Name = call.Verb.Name
	}
	if call.Then != nil {
		step.Then = func(s *world.State, now world.Time) Step {
			if c, ok := a.Now(s, now); ok {
				return Carry(call.Then(c), a)
			}
			return Step{}
		}
		return step
	}
	step.Report = func(s *world.State, now world.Time) any {
		c, ok := a.Now(s, now)
		if !ok {
			return nil
		}
		var answer any
		if call.Report != nil {
			answer = call.Report(c)
		}
		return a.See(c, answer)
	}
	return step
}
