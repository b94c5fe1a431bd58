package minds

import (
	"context"
	"errors"
	"log/slog"

	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
)

// lockTries is how often what minds remember is opened while somebody else has it: each try waits two seconds. Who has
// it is a tool that copies it or looks through it, and will be gone soon.
const lockTries = 3

// openKeep opens what the people of the world remember, and has them forget what has not happened.
func (v *Service) openKeep(ctx context.Context) (*store.Store, error) {
	k, err := store.Open(v.d.Path(store.FileName), store.Options{Log: v.d.Log, Now: v.d.Now})
	for try := 1; try < lockTries && ctx.Err() == nil; try++ {
		if l, ok := errors.AsType[*store.LockedError](err); ok {
			v.d.Log.Warn("waiting for what the people of the world remember", slog.String("file", l.Path),
				slog.String("held_by", l.Who))
			k, err = store.Open(v.d.Path(store.FileName), store.Options{Log: v.d.Log, Now: v.d.Now})
		}
	}
	if err != nil {
		return nil, err
	}
	if err := v.recallOnly(ctx, k); err != nil {
		return nil, errors.Join(err, k.Close())
	}
	return k, nil
}

// mindless says that nobody thinks until the next start, and why: the world is there without. Minds that would think
// and remember nothing of it are worse than none: they would greet old friends as strangers.
func (v *Service) mindless(e *command.Env, why error) {
	text := command.Advice(why)
	v.noMind.Store(&text)
	v.d.Log.Error("the people of the world do not think: what they remember cannot be had", slog.Any("err", why))
	e.Println("minds  ", "none until the next start:", text)
}
