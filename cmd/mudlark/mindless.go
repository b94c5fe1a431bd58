package main

import (
	"context"
	"errors"
	"log/slog"

	"github.com/mudlark-mud/mudlark/ai/keep"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world"
)

// lockTries is how often what minds remember is opened while somebody else has it: each try waits two seconds. Who has
// it is a tool that copies it or looks through it, and will be gone soon.
const lockTries = 3

// openKeep opens what the people of the world remember, and has them forget what has not happened.
func (d *daemon) openKeep(ctx context.Context) (*keep.Keep, error) {
	k, err := keep.Open(d.path(keep.FileName), keep.Options{Log: d.log, Now: d.now})
	for try := 1; try < lockTries && ctx.Err() == nil; try++ {
		if l, ok := errors.AsType[*keep.LockedError](err); ok {
			d.log.Warn("waiting for what the people of the world remember", slog.String("file", l.Path),
				slog.String("held_by", l.Who))
			k, err = keep.Open(d.path(keep.FileName), keep.Options{Log: d.log, Now: d.now})
		}
	}
	if err != nil {
		return nil, err
	}
	if err := d.recallOnly(ctx, k); err != nil {
		return nil, errors.Join(err, k.Close())
	}
	return k, nil
}

// mindless says that nobody thinks until the next start, and why: the world is there without. Minds that would think
// and remember nothing of it are worse than none: they would greet old friends as strangers.
func (d *daemon) mindless(e *command.Env, why error) {
	text := command.Advice(why)
	d.noMind.Store(&text)
	d.log.Error("the people of the world do not think: what they remember cannot be had", slog.Any("err", why))
	e.Println("minds  ", "none until the next start:", text)
}

// npc answers a wizard who looks after minds.
func (d *daemon) npc(ctx context.Context, who world.ActorID, what, rest string) (any, error) {
	m := d.minds.Load()
	if why := d.noMind.Load(); m == nil && why != nil {
		return nil, no(world.CodeCannot, "Nobody in this world thinks until its next start. %s", *why)
	}
	return m.npc(ctx, who, what, rest)
}
