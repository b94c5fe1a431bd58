package server

import (
	"context"
	"log/slog"
	"time"
)

// While a commit is under way nobody is told anything that it may take back, looks included. On a sound disk that takes
// milliseconds; where it takes long, whoever waits is told why.
const (
	stallMax   = 2 * time.Second        // how long one commit may take before everybody is told
	stallLook  = 250 * time.Millisecond // how often that is looked at
	stallAgain = time.Minute            // between two lines in the log while it lasts

	stallWord     = "The world holds its breath: the disk is slow. What you do is not lost; it is told once it is kept."
	stallOverWord = "The world breathes again."
)

// stallWatch tells of a disk that is slow.
type stallWatch struct {
	log   *slog.Logger
	word  func(text string)
	since time.Duration // how long the commit under way has been, when it was told of; 0: none
	noted time.Duration // the same when it was logged last
}

// observe is told for how long the commit under way has been, 0 when none is.
func (b *stallWatch) observe(committing time.Duration) {
	if held := b.since; held > 0 && committing < held { // it is over, and the next may be under way
		*b = stallWatch{log: b.log, word: b.word}
		b.log.Warn("the disk answers again", slog.Int64("dur_ms", held.Milliseconds()))
		b.word(stallOverWord)
	}
	if committing < stallMax {
		return
	}
	if b.since == 0 {
		b.word(stallWord)
	}
	if b.since == 0 || committing-b.noted >= stallAgain {
		b.log.Warn(
			"the disk is slow: one commit is under way and everybody waits for it; look at the disk, and at what "+
				"else uses it",
			slog.Int64("commit_ms", committing.Milliseconds()),
		)
		b.noted = committing
	}
	b.since = committing
}

// WatchStalls watches the disk until ctx ends.
func (d *Daemon) WatchStalls(ctx context.Context, word func(text string)) {
	tick := time.NewTicker(stallLook)
	defer tick.Stop()
	b := stallWatch{log: d.Log, word: word}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			b.observe(d.Loop.Depth().Committing)
		}
	}
}
