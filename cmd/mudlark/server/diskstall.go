package server

import (
	"context"
	"log/slog"
	"time"
)

// While a commit is under way nobody is told anything that it may take back, looks included. On a sound disk that takes
// milliseconds; where it takes long, whoever waits is told why.
const (
	breathMax   = 2 * time.Second        // how long one commit may take before everybody is told
	breathLook  = 250 * time.Millisecond // how often that is looked at
	breathAgain = time.Minute            // between two lines in the log while it lasts

	breathWord = "The world holds its breath: the disk is slow. What you do is not lost; it is told once it is kept."
	breezeWord = "The world breathes again."
)

// breath tells of a disk that is slow.
type breath struct {
	log   *slog.Logger
	word  func(text string)
	since time.Duration // how long the commit under way has been, when it was told of; 0: none
	noted time.Duration // the same when it was logged last
}

// told hears for how long the commit under way has been, 0 when none is.
func (b *breath) told(committing time.Duration) {
	if held := b.since; held > 0 && committing < held { // it is over, and the next may be under way
		*b = breath{log: b.log, word: b.word}
		b.log.Warn("the disk answers again", slog.Int64("dur_ms", held.Milliseconds()))
		b.word(breezeWord)
	}
	if committing < breathMax {
		return
	}
	if b.since == 0 {
		b.word(breathWord)
	}
	if b.since == 0 || committing-b.noted >= breathAgain {
		b.log.Warn(
			"the disk is slow: one commit is under way and everybody waits for it; look at the disk, and at what "+
				"else uses it",
			slog.Int64("commit_ms", committing.Milliseconds()),
		)
		b.noted = committing
	}
	b.since = committing
}

// Breathe watches the disk until ctx ends.
func (d *Daemon) Breathe(ctx context.Context, word func(text string)) {
	tick := time.NewTicker(breathLook)
	defer tick.Stop()
	b := breath{log: d.Log, word: word}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			b.told(d.Loop.Depth().Committing)
		}
	}
}
