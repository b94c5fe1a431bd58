package server

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// The pace of what is done to the record beside the world.
const (
	retainEvery   = time.Hour
	sealRetryLast = time.Hour // the longest wait after a seal that failed
)

// Seal keeps the journal's file small and the sealed record within its limits while the world runs, and notes once an
// hour where the chain stands: a head in a log that left this machine is what the record can be held to.
func (d *Daemon) Seal(ctx context.Context, every time.Duration) {
	d.LogHead()
	d.logBare()
	look, hour := time.NewTicker(every), time.NewTicker(retainEvery)
	defer look.Stop()
	defer hour.Stop()
	retry := sealRetry{every: every}
	for first := true; ; {
		select {
		case <-ctx.Done():
			return
		case <-hour.C:
			d.LogHead()
			d.logBare()
			d.retain(ctx)
		case now := <-look.C:
			if first {
				d.retain(ctx) // a daemon that is restarted often is to drop what is old as well
				first = false
			}
			if !retry.at.After(now) {
				retry.observe(now, d.sealDue(ctx))
			}
		}
	}
}

// sealDue seals what is due, and returns why it could not.
func (d *Daemon) sealDue(ctx context.Context) error {
	for ctx.Err() == nil {
		sealed, err := d.Book.Seal(ctx)
		switch {
		case ctx.Err() != nil: // the daemon stops, and the next one goes on with it
		case err != nil:
			d.Log.Error(
				"could not seal records: they stay in the journal's file, which grows meanwhile; look whether the "+
					"disk is full",
				slog.Any("err", err),
			)
			return err
		case !sealed:
			return nil
		}
	}
	return nil
}

func (d *Daemon) retain(ctx context.Context) {
	if _, err := d.Book.Retain(ctx, d.Now()); err != nil && ctx.Err() == nil && !errors.Is(err, journal.ErrStopped) {
		d.Log.Error("could not drop old segments", slog.Any("err", err))
	}
}

// LogHead says where the chain stands.
func (d *Daemon) LogHead() {
	head := d.Book.Head()
	d.Log.Info("journal head", slog.Uint64("seq", head.Seq), slog.String("head", head.String()))
}

// logBare says that what was sealed is not whole, if so. The world plays on, for it needs none of it.
func (d *Daemon) logBare() {
	if err := d.Book.Bare(); err != nil {
		d.Log.Error(
			"THE SEALED RECORD IS NOT WHOLE: the world plays on without it, but nothing is sealed, and there is no "+
				"history, no backup and no proof, until it is mended and mudlark started again",
			slog.Any("err", err),
		)
	}
}

// sealRetry is when to try again after a seal that failed: later each time.
type sealRetry struct {
	every, wait time.Duration
	at          time.Time
}

// observe is told how it went.
func (r *sealRetry) observe(now time.Time, err error) {
	if err == nil {
		*r = sealRetry{every: r.every}
		return
	}
	r.wait = min(max(2*r.wait, r.every), sealRetryLast)
	r.at = now.Add(r.wait)
}
