package loop

import (
	"runtime"
	"time"
)

const (
	fillEach  = 30 * time.Microsecond // of a core: about what a busy server spends on a command
	fillMost  = 5 * time.Millisecond
	fillLeast = time.Millisecond // no timer keeps to less, and so few commands need no other batch
)

// fill keeps a batch open for a while after a large one was made durable. An fsync costs as much for ten records as for
// a thousand, and while the large batch's answers leave, the processors are busy and its players' next commands are on
// their way. So the wait is about as long as that takes: nothing after a small batch, and never more than fillMost.
type fill struct {
	records int           // in the batch that was sent last
	until   time.Duration // since the loop began
}

// sent notes how many records are on their way to the disk.
func (f *fill) sent(records int) { f.records = records }

// landed says that they are durable.
func (f *fill) landed(now time.Duration) {
	f.until = 0
	wait := min(time.Duration(f.records)*fillEach/time.Duration(runtime.GOMAXPROCS(0)), fillMost)
	if wait >= fillLeast {
		f.until = now + wait
	}
}

// wait is how long the open batch fills yet.
func (f *fill) wait(now func() time.Duration) time.Duration {
	if f.until == 0 {
		return 0
	}
	return max(0, f.until-now())
}
