package server

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// A world whose disk is full stops, for it may tell nobody what it cannot write down. So it says ahead of time that the
// room goes short, to the log and to its wizards, and does without what it could do with that room: see [Daemon.spare].
const (
	spaceSpare = 1 << 30   // bytes beyond what the journal needs; with less it is low
	spaceAgain = time.Hour // between two warnings of the same
)

// spaceLevel is how much room there is. Scarce is less than the journal may need for its next checkpoint.
type spaceLevel int

const (
	spaceAmple spaceLevel = iota
	spaceLow
	spaceScarce
)

// levelOf is the level of so many free bytes, of which the journal needs some.
func levelOf(free, need uint64) spaceLevel {
	switch {
	case free < need:
		return spaceScarce
	case free < need+spaceSpare:
		return spaceLow
	}
	return spaceAmple
}

// spaceWatch tells of a disk that becomes full.
type spaceWatch struct {
	dir     string
	log     *slog.Logger
	wizards func(text string)

	level spaceLevel
	at    time.Time // when it was told last
}

// observe is told how much room there is.
func (r *spaceWatch) observe(now time.Time, free, need uint64) {
	level := levelOf(free, need)
	since := now.Sub(r.at)
	if level == r.level && (level == spaceAmple || since >= 0 && since < spaceAgain) {
		return
	}
	was := r.level
	r.level, r.at = level, now
	attrs := []any{slog.String("path", r.dir), slog.Uint64("free_bytes", free), slog.Uint64("need_bytes", need)}
	switch {
	case level == spaceScarce:
		r.log.Error(
			"the disk is nearly full: the world stops when it cannot write any more; make room now; nothing is "+
				"sealed or copied meanwhile",
			attrs...)
		r.wizards(
			fmt.Sprintf("The disk of this world is nearly full: %s are left. When nothing is left the world stops. "+
				"Whoever runs the server must make room now.", command.Bytes(free)),
		)
	case level == spaceLow:
		r.log.Warn("little room is left on the disk: make room before the world has to stop", attrs...)
		r.wizards(
			fmt.Sprintf(
				"The disk of this world becomes full: %s are left. Tell whoever runs the server.",
				command.Bytes(free),
			),
		)
	case was != spaceAmple:
		r.log.Info("there is room on the disk again", attrs...)
		r.wizards("There is room on the disk of this world again.")
	}
}

// WatchSpace looks at the disk until ctx ends.
func (d *Daemon) WatchSpace(ctx context.Context, every time.Duration, word func([]world.ActorID, string)) {
	r := spaceWatch{dir: d.Dir, log: d.Log, wizards: func(text string) { word(d.wizards(ctx), text) }}
	look := time.NewTicker(every)
	defer look.Stop()
	for {
		free, need := d.Journal.Room()
		r.observe(time.Now(), free, need)
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
}

// wizards lists the wizards of the world.
func (d *Daemon) wizards(ctx context.Context) []world.ActorID {
	reply, err := d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Report: func(s *world.State, _ world.Time) any {
			return world.Picked(s.Actors, func(_ world.ActorID, a *world.Actor) bool {
				return a.Account != "" && a.Role >= world.RoleWizard
			})
		}}
	})
	if err != nil {
		return nil // the world stops, which is worse news
	}
	ids, _ := reply.Report.([]world.ActorID)
	return ids
}

// spare refuses what the world can do without while room is scarce: sealing makes files whose room it gains much later.
func (d *Daemon) spare() error {
	if free, need := d.Journal.Room(); levelOf(free, need) == spaceScarce {
		return fmt.Errorf(
			"the disk of %s has only %s left, and the world may need %s",
			d.Dir,
			command.Bytes(free),
			command.Bytes(need),
		)
	}
	return nil
}
