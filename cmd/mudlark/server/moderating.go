package server

import (
	"context"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Decisions counts what was decided about people since the daemon took the world up, durable or not yet.
func (d *Daemon) Decisions() uint64 { return d.decided.Load() }

// Moderate answers the operator's commands about people: what a wizard could type, without a wizard. The doors know
// from where people come; nil where none are open.
func (d *Daemon) Moderate(doors verb.Doors) ControlFunc {
	return func(ctx context.Context, c command.ControlCall) (string, error) {
		r, err := d.Loop.Do(ctx, func(s *world.State, now world.Time) loop.Step {
			ask := verb.Ctx{State: s, Now: now, Via: world.Via{Kind: world.ViaHost}, Doors: doors}
			call := verb.Moderate(ask, c.Verb, c.Line)
			step := loop.Step{Name: loop.NameHost, Refusal: call.Refusal, Input: call.Input}
			if call.Report != nil {
				step.Report = func(s *world.State, now world.Time) any {
					ask.State, ask.Now = s, now
					return call.Report(ask)
				}
			}
			return step
		})
		switch {
		case err != nil:
			return "", err
		case r.Refusal != nil:
			return "", r.Refusal
		}
		return prose.ReaderText(verb.Words(r.Report, prose.Style{})), nil
	}
}
