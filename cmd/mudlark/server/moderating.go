package server

import (
	"context"
	"errors"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/mud/account"
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
		var rows []account.Put
		var broken error
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
			if rows, broken = d.rowsOf(s, call.Input); broken != nil {
				return loop.Step{}
			}
			if len(rows) > 0 {
				step.Then = func(*world.State, world.Time) loop.Step {
					d.Staged.Stage(rows)
					return loop.Step{Puts: JournalPuts(rows), Report: step.Report}
				}
			}
			return step
		})
		switch {
		case err != nil || broken != nil:
			return "", errors.Join(err, broken)
		case r.Refusal != nil:
			return "", r.Refusal
		}
		d.Staged.Settled(rows)
		return prose.ReaderText(verb.Words(r.Report, prose.Style{})), nil
	}
}

// rowsOf returns the rows by which a player proves who they are that go with what an input deletes.
func (d *Daemon) rowsOf(s *world.State, in *world.Input) ([]account.Put, error) {
	if in == nil {
		return nil, nil
	}
	del, ok := in.Action.(world.DeleteCharacter)
	who := s.Actors[del.Who]
	if !ok || who == nil || who.Account == "" {
		return nil, nil
	}
	if !del.Whole {
		return d.Accounts.RevokeAll(who.Account, del.Who)
	}
	name, found, err := d.Accounts.NameOf(who.Account)
	if err != nil || !found {
		return nil, err
	}
	return d.Accounts.Delete(name)
}
